//! Steps of greatest common divisors on words, in constant time: what inversion and quadratic characters spend most of their time with. In
//! assembly on x86-64, where a division step is eighteen instructions that compute and a chain of four; with masks, which is what a
//! compiler can be told, it is twenty-five.

/// `N` half-delta steps, at most 30, on the low words of `f` and `g`. Gives two rows of the matrix, whose absolute values sum to `2^N` at
/// most: `u + 2^32 * v` and `q + 2^32 * r`. All that is done to rows is linear, so that it is done to both halves at once.
#[inline(always)]
pub fn division_steps<const N: u32>(zeta: &mut i64, f: &mut u64, g: &mut u64) -> (u64, u64) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let (mut uv, mut qr) = (1u64, 1u64 << 32);
        // SAFETY: writes registers only; baseline instructions.
        unsafe {
            core::arch::asm!(
                "2:",
                // What is added to g and its row: f and its row, negative where delta is positive, nothing where g is even.
                "mov {t}, {f}",
                "mov {u}, {uv}",
                "neg {t}",
                "neg {u}",
                "test {z}, {z}",
                "cmovns {t}, {f}",
                "cmovns {u}, {uv}",
                "test {g:e}, 1",
                "cmovz {t}, {zero}",
                "cmovz {u}, {zero}",
                // Where delta is positive and g is odd, the old g takes the place of f.
                "mov {w}, {g}",
                "mov {n}, {z}",
                "shl {w}, 63",
                "not {n}",
                "and {w}, {z}",
                "cmovs {f}, {g}",
                "cmovs {uv}, {qr}",
                "cmovs {z}, {n}",
                "add {g}, {t}",
                "add {qr}, {u}",
                "add {uv}, {uv}",
                "shr {g}, 1",
                "dec {z}",
                "dec {left:e}",
                "jnz 2b",
                f = inout(reg) *f,
                g = inout(reg) *g,
                uv = inout(reg) uv,
                qr = inout(reg) qr,
                z = inout(reg) *zeta,
                left = inout(reg) u64::from(N) => _,
                zero = in(reg) 0u64,
                t = out(reg) _,
                u = out(reg) _,
                w = out(reg) _,
                n = out(reg) _,
                options(pure, nomem, nostack),
            );
        }
        (uv, qr)
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    masked_division_steps::<N>(zeta, f, g)
}

/// The same by masks.
#[cfg(any(test, miri, not(target_arch = "x86_64")))]
#[inline(always)]
fn masked_division_steps<const N: u32>(zeta: &mut i64, f: &mut u64, g: &mut u64) -> (u64, u64) {
    use super::opaque;

    let (mut uv, mut qr) = (1u64, 1u64 << 32);
    let mut z = *zeta;
    for _ in 0..N {
        // All ones where delta > 0, and where g is odd. The barriers keep the masks from becoming branches.
        let positive = opaque((z >> 63) as u64);
        let odd = opaque((*g & 1).wrapping_neg());
        let swap = positive & odd;
        // Add f, or subtract it and let the old g take its place: a shorter chain than to compute it from the new one.
        let (added, row) =
            ((*f ^ positive).wrapping_sub(positive) & odd, (uv ^ positive).wrapping_sub(positive) & odd);
        *f ^= (*f ^ *g) & swap;
        uv = (uv ^ ((uv ^ qr) & swap)) << 1;
        *g = g.wrapping_add(added) >> 1;
        qr = qr.wrapping_add(row);
        z = (z ^ swap as i64) - 1;
    }
    *zeta = z;
    (uv, qr)
}

/// `N` steps of the binary algorithm, at most 30, on words that stand for `a` and the odd `b`: where `a` is odd the smaller one of both is
/// taken from the larger, and becomes `b`; then `a` is halved. Gives two rows of the matrix as above, of `b` and of `a`. A bit of `sign`,
/// the second, is turned wherever the Jacobi symbol of `a` over `b` turns: by reciprocity, and by halving.
#[inline(always)]
pub fn binary_steps<const N: u32>(a: &mut u64, b: &mut u64, sign: &mut u64) -> (u64, u64) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let (mut of_b, mut of_a) = (1u64, 1u64 << 32);
        // SAFETY: writes registers only; baseline instructions.
        unsafe {
            core::arch::asm!(
                "2:",
                // The differences of both, and of their rows, either way round.
                "mov {w}, {b}",
                "mov {x}, {of_a}",
                "sub {w}, {a}",
                "sub {x}, {of_b}",
                "mov {y}, {x}",
                "neg {y}",
                "mov {turn}, {a}",
                "and {turn}, {b}",
                "xor {turn}, {sign}",
                "mov {t}, {a}",
                "mov {next}, {b}",
                "mov {row}, {of_b}",
                "sub {t}, {b}",
                // Where a is smaller.
                "cmovc {t}, {w}",
                "cmovc {x}, {y}",
                "cmovc {next}, {a}",
                "cmovc {row}, {of_a}",
                "cmovnc {turn}, {sign}",
                "test {a:e}, 1",
                "cmovnz {a}, {t}",
                "cmovnz {of_a}, {x}",
                "cmovnz {b}, {next}",
                "cmovnz {of_b}, {row}",
                "cmovnz {sign}, {turn}",
                // Two is no square modulo what is 3 or 5 modulo 8.
                "lea {turn}, [{b} + 2]",
                "shr {turn}, 1",
                "xor {sign}, {turn}",
                "shr {a}, 1",
                "add {of_b}, {of_b}",
                "dec {left:e}",
                "jnz 2b",
                a = inout(reg) *a,
                b = inout(reg) *b,
                sign = inout(reg) *sign,
                of_a = inout(reg) of_a,
                of_b = inout(reg) of_b,
                left = inout(reg) u64::from(N) => _,
                t = out(reg) _,
                w = out(reg) _,
                x = out(reg) _,
                y = out(reg) _,
                next = out(reg) _,
                row = out(reg) _,
                turn = out(reg) _,
                options(pure, nomem, nostack),
            );
        }
        (of_b, of_a)
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    masked_binary_steps::<N>(a, b, sign)
}

/// The same by masks.
#[cfg(any(test, miri, not(target_arch = "x86_64")))]
#[inline(always)]
fn masked_binary_steps<const N: u32>(a: &mut u64, b: &mut u64, sign: &mut u64) -> (u64, u64) {
    use super::opaque;

    let (mut of_b, mut of_a) = (1u64, 1u64 << 32);
    for _ in 0..N {
        let odd = opaque((*a & 1).wrapping_neg());
        let less = opaque(u64::from(*a < *b).wrapping_neg());
        let swap = odd & less;
        *sign ^= *a & *b & swap;
        let (difference, row) = (a.wrapping_sub(*b & odd), of_a.wrapping_sub(of_b & odd));
        *b ^= (*b ^ *a) & swap;
        of_b = (of_b ^ ((of_b ^ of_a) & swap)) << 1;
        *a = (difference ^ swap).wrapping_sub(swap) >> 1;
        of_a = (row ^ swap).wrapping_sub(swap);
        *sign ^= b.wrapping_add(2) >> 1;
    }
    (of_b, of_a)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> impl FnMut() -> u64 {
        let mut state = 1u64;
        move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            match state >> 60 {
                0 => 0,
                1 => u64::MAX,
                _ => state ^ state >> 29,
            }
        }
    }

    #[test]
    fn both_forms_of_division_steps_give_the_same() {
        let mut word = words();
        for _ in 0..20_000 {
            let (zeta, f, g) = ((word() as i64) >> 56, word() | 1, word());
            let run = |steps: fn(&mut i64, &mut u64, &mut u64) -> (u64, u64)| {
                let (mut zeta, mut f, mut g) = (zeta, f, g);
                let rows = steps(&mut zeta, &mut f, &mut g);
                (rows, zeta, f, g)
            };
            assert_eq!(run(division_steps::<30>), run(masked_division_steps::<30>));
            assert_eq!(run(division_steps::<29>), run(masked_division_steps::<29>));
        }
    }

    #[test]
    fn both_forms_of_binary_steps_give_the_same() {
        let mut word = words();
        for _ in 0..20_000 {
            let (a, b, sign) = (word(), word() | 1, word());
            let run = |steps: fn(&mut u64, &mut u64, &mut u64) -> (u64, u64)| {
                let (mut a, mut b, mut sign) = (a, b, sign);
                let rows = steps(&mut a, &mut b, &mut sign);
                (rows, a, b, sign & 2)
            };
            assert_eq!(run(binary_steps::<30>), run(masked_binary_steps::<30>));
            assert_eq!(run(binary_steps::<28>), run(masked_binary_steps::<28>));
        }
    }
}
