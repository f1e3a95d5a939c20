//! Products and reductions with limbs of 30 bits, for WebAssembly: it has no product of 128 bits, which the compiler makes of a call
//! each, and no carries. Thirteen limbs are 390 bits; a sum of thirteen products of limbs fits a word, so that carries wait for the end of
//! a column.

#![allow(
    clippy::needless_range_loop,
    reason = "words of several numbers at places that depend on each other"
)]

use crate::generated::field::{N0, P};

const BITS: u32 = 30;
const MASK: u64 = (1 << BITS) - 1;
const LIMBS: usize = 13;

/// Bits of the last limb of 384.
const LAST: u32 = 384 - BITS * 12;

/// Thirteen limbs of six words.
#[inline(always)]
const fn split(words: &[u64]) -> [u64; LIMBS] {
    let mut limbs = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        let (word, bit) = (BITS as usize * i / 64, BITS * i as u32 % 64);
        limbs[i] = words[word] >> bit;
        if bit + BITS > 64 && word < 5 {
            limbs[i] |= words[word + 1] << (64 - bit);
        }
        limbs[i] &= MASK;
        i += 1;
    }
    limbs
}

const P_LIMBS: [u64; LIMBS] = split(&P);

/// Thirteen times the same with another index: without a loop, so that limbs are in locals.
macro_rules! thirteen_times {
    ($i:ident $body:block) => { thirteen_times!($i $body; 0 1 2 3 4 5 6 7 8 9 10 11 12) };
    ($i:ident $body:block; $($index:literal)*) => {
        $({
            const $i: usize = $index;
            $body
        })*
    };
}

/// Adds limb `I`, below `2^30`, to words that begin at bit `FROM` of the first limb.
#[inline(always)]
fn place<const I: usize, const FROM: usize, const N: usize>(words: &mut [u64; N], limb: u64) {
    let (start, above) = ((BITS as usize * I).saturating_sub(FROM), FROM.saturating_sub(BITS as usize * I));
    let (word, bit) = (start / 64, start % 64);
    if word < N {
        words[word] |= limb >> above << bit;
    }
    if bit + BITS as usize > 64 && word + 1 < N {
        words[word + 1] |= limb >> (64 - bit);
    }
}

/// Words of limbs from bit `FROM` of the first: twelve of twenty-six limbs, or six of fourteen. Every place is a constant: a loop over them was most
/// of a product.
#[inline(always)]
fn join<const FROM: usize, const N: usize>(limbs: &[u64]) -> [u64; N] {
    let mut words = [0; N];
    thirteen_times!(I { place::<I, FROM, N>(&mut words, limbs[I]); });
    const { assert!(N == 6 || N == 12) };
    if N == 6 {
        place::<LIMBS, FROM, N>(&mut words, limbs[LIMBS]);
    } else {
        thirteen_times!(I { place::<{ I + LIMBS }, FROM, N>(&mut words, limbs[I + LIMBS]); });
    }
    words
}

/// Gives what is above a limb's bits to the next.
#[inline(always)]
fn carried(t: &mut [u64]) {
    let mut carry = 0;
    for limb in t {
        carry += *limb;
        *limb = carry & MASK;
        carry >>= BITS;
    }
}

/// The limbs of a product. Once in a module, as the next two: they are long.
#[inline(never)]
fn product(a: &[u64; 6], b: &[u64; 6]) -> [u64; 2 * LIMBS] {
    let (a, b) = (split(a), split(b));
    let mut t = [0; 2 * LIMBS];
    thirteen_times!(I {
        for j in 0..LIMBS {
            t[I + j] += a[I] * b[j];
        }
    });
    carried(&mut t);
    t
}

/// The limbs of a square: products of different limbs once, doubled.
#[inline(never)]
fn square(a: &[u64; 6]) -> [u64; 2 * LIMBS] {
    let a = split(a);
    let mut t = [0; 2 * LIMBS];
    thirteen_times!(I {
        t[2 * I] += a[I] * a[I];
        for (column, other) in t[2 * I + 1..].iter_mut().zip(&a[I + 1..]) {
            *column += 2 * a[I] * other;
        }
    });
    carried(&mut t);
    t
}

/// Montgomery reduction by twelve limbs and the rest of the 384 bits.
#[inline(never)]
fn reduce(t: &[u64; 2 * LIMBS]) -> [u64; 6] {
    let mut t = *t;
    thirteen_times!(I {
        let mask = if I + 1 < LIMBS { MASK } else { (1 << LAST) - 1 };
        let q = (t[I] & MASK).wrapping_mul(N0 & MASK) & mask;
        for j in 0..LIMBS {
            t[I + j] += q * P_LIMBS[j];
        }
        if I + 1 < LIMBS {
            t[I + 1] += t[I] >> BITS;
        }
    });
    // What is left begins within the last limb.
    carried(&mut t[LIMBS - 1..]);
    join::<{ LAST as usize }, 6>(&t[LIMBS - 1..])
}

#[inline(always)]
pub(super) fn mul(a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
    reduce(&product(a, b))
}

#[inline(always)]
pub(super) fn sqr(a: &[u64; 6]) -> [u64; 6] {
    reduce(&square(a))
}

#[inline(always)]
pub(super) fn mul_wide(a: &[u64; 6], b: &[u64; 6]) -> [u64; 12] {
    join::<0, 12>(&product(a, b))
}

#[inline(always)]
pub(super) fn sqr_wide(a: &[u64; 6]) -> [u64; 12] {
    join::<0, 12>(&square(a))
}

/// The low six words of `t` reduced: `m*p/R` for them, below `p + 1`.
#[inline(always)]
pub(super) fn reduce_low(t: &[u64; 12]) -> [u64; 6] {
    let mut limbs = [0; 2 * LIMBS];
    limbs[..LIMBS].copy_from_slice(&split(&t[..6]));
    reduce(&limbs)
}

#[cfg(test)]
mod tests {
    use super::super::words;
    use super::*;

    #[test]
    fn limbs_compute_what_words_do() {
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
            let (mut a, mut b): ([u64; 6], [u64; 6]) = ([0; 6].map(|_| word()), [0; 6].map(|_| word()));
            assert_eq!(mul_wide(&a, &b), words::mul_wide(&a, &b));
            assert_eq!(sqr_wide(&a), words::sqr_wide(&a));
            assert_eq!(sqr_wide(&a), mul_wide(&a, &a));
            let wide = mul_wide(&a, &b);
            assert_eq!(reduce_low(&wide), words::reduce_low(&wide));
            // Loose values.
            (a[5], b[5]) = (a[5] >> 2, b[5] >> 3);
            assert_eq!(mul(&a, &b), words::mul(&a, &b));
            assert_eq!(sqr(&b), words::mul(&b, &b));
        }
        let most = [u64::MAX; 6];
        assert_eq!(mul_wide(&most, &most), words::mul_wide(&most, &most));
        assert_eq!(sqr_wide(&most), words::mul_wide(&most, &most));
    }
}
