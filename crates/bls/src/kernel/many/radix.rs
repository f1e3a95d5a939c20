//! Numbers in limbs of 52 bits, and the constants of the field in them.

use crate::field::limbs::{limbs_add, limbs_sub};
use crate::generated::field::{N0, P, R1};

/// A limb of each of eight integers.
pub type Row = [u64; 8];

/// The limbs of one integer, or what a vector of such limbs is in memory.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Limbs(pub Row);

impl Limbs {
    /// An integer below `2p`, or what is missing to that where `minus` is all ones.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn signed(&self, minus: u64) -> Self {
        let mut out = *self;
        let mut carry = 0;
        for (limb, double) in out.0.iter_mut().zip(&P52_DOUBLE) {
            // A difference modulo 2^64: what stands above 52 bits is a carry with a sign.
            let column = (double & minus).wrapping_add(*limb ^ minus).wrapping_sub(minus).wrapping_add(carry);
            *limb = column & MASK;
            carry = ((column as i64) >> BITS) as u64;
        }
        out
    }
}

/// The bits of a limb.
pub const BITS: u32 = 52;
/// The largest limb.
pub const MASK: u64 = (1 << BITS) - 1;

/// Eight limbs of an integer below `2^416`; the seventh word is what stands above `2^384`.
const fn limbs(words: &[u64; 7]) -> Row {
    let mut out = [0; 8];
    let mut i = 0;
    while i < 8 {
        let (word, shift) = (i * BITS as usize / 64, i as u32 * BITS % 64);
        out[i] = words[word] >> shift;
        if shift > 64 - BITS && word < 6 {
            out[i] |= words[word + 1] << (64 - shift);
        }
        out[i] &= MASK;
        i += 1;
    }
    out
}

/// Eight limbs of six words.
pub const fn limbs_of_words(words: &[u64; 6]) -> Row {
    limbs(&[words[0], words[1], words[2], words[3], words[4], words[5], 0])
}

/// Six words of eight limbs that hold less than `2^384`.
pub const fn words_of_limbs(limbs: &Row) -> [u64; 6] {
    let mut out = [0; 6];
    let mut i = 0;
    while i < 8 {
        let (word, shift) = (i * BITS as usize / 64, i as u32 * BITS % 64);
        if word < 6 {
            out[word] |= limbs[i] << shift;
        }
        if shift > 64 - BITS && word < 5 {
            out[word + 1] |= limbs[i] >> (64 - shift);
        }
        i += 1;
    }
    out
}

/// `a` if `a < p`, else `a - p`: of constants, so that a branch tells nothing.
const fn less_p(a: &[u64; 6]) -> [u64; 6] {
    let (less, below) = limbs_sub(a, &P);
    if below { *a } else { less }
}

/// `x * 2^n mod p`, for a constant `x` below `2p`.
pub const fn times_power(x: &[u64; 6], n: u32) -> [u64; 6] {
    let mut x = less_p(x);
    let mut i = 0;
    while i < n {
        let (double, _) = limbs_add(&x, &x);
        x = less_p(&double);
        i += 1;
    }
    x
}

/// `n*p` for `n` up to `2^10`.
const fn multiple(n: u64) -> Row {
    let mut words = [0; 7];
    let mut carry = 0u128;
    let mut i = 0;
    while i < 7 {
        carry += if i < 6 { P[i] as u128 * n as u128 } else { 0 };
        words[i] = carry as u64;
        carry >>= 64;
        i += 1;
    }
    limbs(&words)
}

/// `p`.
pub const P52: Row = multiple(1);
/// `2p`.
#[cfg(feature = "alloc")]
const P52_DOUBLE: Row = multiple(2);
/// `512p`, which keeps differences positive.
pub const P512: Row = multiple(512);
/// `2^416 - p`: to add it is to subtract `p` where what stands above `2^416` is dropped.
pub const MINUS_P: Row = {
    let (low, borrow) = limbs_sub(&[0; 6], &P);
    limbs(&[low[0], low[1], low[2], low[3], low[4], low[5], (1 << 32) - borrow as u64])
};
/// `-1/p mod 2^52`.
pub const N52: u64 = N0 & MASK;
/// `2^52` over a little more than the top limb of `p`.
pub const TOP_INVERSE: u64 = (1 << BITS) / (P52[7] + 1);
/// Into Montgomery form from that of six words: `2^(2*416 - 384) mod p`.
pub const FROM_SCALAR: Row = limbs_of_words(&times_power(&R1, 64));
/// And back: `2^384 mod p`.
pub const TO_SCALAR: Row = limbs_of_words(&R1);
/// The integer one: a product with it leaves Montgomery form.
pub const INTEGER_ONE: Row = [1, 0, 0, 0, 0, 0, 0, 0];
