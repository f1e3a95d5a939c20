//! Division steps on words, in constant time: what inversion spends most of its time with. In assembly on x86-64, where a step is
//! eighteen instructions that compute and a chain of four; with masks, which is what a compiler can be told, it is twenty-five.

/// `N` half-delta steps, at most 30, on the low words of `f` and `g`. Gives two rows of the matrix, whose absolute values sum to `2^N` at
/// most: `u + 2^32 * v` and `q + 2^32 * r`. All that is done to rows is linear, so that it is done to both halves at once.
#[inline(always)]
pub fn steps<const N: u32>(zeta: &mut i64, f: &mut u64, g: &mut u64) -> (u64, u64) {
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
    masked::<N>(zeta, f, g)
}

/// The same by masks.
#[cfg(any(test, miri, not(target_arch = "x86_64")))]
#[inline(always)]
fn masked<const N: u32>(zeta: &mut i64, f: &mut u64, g: &mut u64) -> (u64, u64) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_the_steps_give_the_same() {
        let mut state = 1u64;
        let mut word = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            match state >> 60 {
                0 => 0,
                1 => u64::MAX,
                _ => state ^ state >> 29,
            }
        };
        for _ in 0..20_000 {
            let (zeta, f, g) = ((word() as i64) >> 56, word() | 1, word());
            let run = |steps: fn(&mut i64, &mut u64, &mut u64) -> (u64, u64)| {
                let (mut zeta, mut f, mut g) = (zeta, f, g);
                let rows = steps(&mut zeta, &mut f, &mut g);
                (rows, zeta, f, g)
            };
            assert_eq!(run(steps::<30>), run(masked::<30>));
            assert_eq!(run(steps::<29>), run(masked::<29>));
        }
    }
}
