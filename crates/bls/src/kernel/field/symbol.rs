//! Whether an element is a square, by the Jacobi symbol instead of a power: the binary algorithm on approximations of both numbers (Pornin,
//! "Optimized Binary GCD for Modular Inversion", 2020), in constant time. Signed limbs as in [`inverse`](super::inverse).
//!
//! A batch takes 30 steps on the upper 32 bits of both numbers beside their lower 32, then 28 on those of what comes of their upper 64, and
//! then applies both to the whole numbers. Which number is smaller is so known up to the error of the upper bits alone: one of the last of
//! them in the first part, three in the second. So a number may end a little below zero, but never both: after `t` steps one of them is at
//! least `2^-(t + 1)` of what the larger one was, which has 32 bits, and that is more than the error. With at most one negative number
//! reciprocity holds for the symbol of `a` over `|b|`, by the residues that two's complement has. Every step takes a bit from the lengths of
//! both together, which are 761 at first.

use super::arch::{binary_steps, opaque};
use super::inverse::{LIMB, Matrix, Signed, carry, to_signed, update_fg};
use crate::generated::field::P;

/// Batches of 58 steps, more by 51 steps than there are bits.
const BATCHES: usize = 14;

/// The lower half of a word.
const LOW: u64 = 0xffff_ffff;

/// All ones for a Jacobi symbol of -1 of `x` over `p`, else zero; `x` is below `p`.
pub(super) fn not_square_mask(x: &[u64; 6]) -> u64 {
    let (mut a, mut b): (Signed<7>, Signed<7>) = (to_signed(x), to_signed(&P));
    // Its second bit.
    let mut sign = 0;
    for _ in 0..BATCHES {
        let t = batch(&a, &b, &mut sign);
        update_fg(&mut b, &mut a, &t, 7);
        absolute(&mut b);
        // -1 is no square modulo what is 3 modulo 4.
        sign ^= absolute(&mut a) & b[0] as u64;
    }
    debug_assert!(a == [0; 7] && (b == to_signed(&[1]) || *x == [0; 6]), "the algorithm has not ended");
    opaque(sign >> 1 & 1).wrapping_neg()
}

/// 58 steps, whose matrix is scaled so that its scale is `2^62`; `a` and `b` are not negative.
#[inline(always)]
fn batch(a: &Signed<7>, b: &Signed<7>, sign: &mut u64) -> Matrix {
    let (high_a, high_b, long) = upper(a, b);
    let low = |x: &Signed<7>| x[0] as u64 | (x[1] as u64) << 62;
    let (low_a, low_b) = (low(a), low(b));
    let near = |high: u64, low: u64| high & !LOW | low & LOW;
    let (mut near_a, mut near_b) = (near(high_a, low_a), near(high_b, low_b));
    let mut first = Matrix::unpack(binary_steps::<30>(&mut near_a, &mut near_b, sign));

    let of = |m: i64, n: i64, b: u64, a: u64| {
        (i128::from(m) * i128::from(b) + i128::from(n) * i128::from(a)) >> 30
    };
    let (high_b, high_a) = (of(first.u, first.v, high_b, high_a), of(first.q, first.r, high_b, high_a));
    let (low_b, low_a) =
        (of(first.u, first.v, low_b, low_a) as u64, of(first.q, first.r, low_b, low_a) as u64);
    let (minus_b, minus_a) = (opaque((high_b >> 64) as u64), opaque((high_a >> 64) as u64));
    *sign ^= minus_a & low_b;
    let (high_b, high_a) = (turned(high_b as u64, minus_b), turned(high_a as u64, minus_a));
    let (low_b, low_a) = (turned(low_b, minus_b), turned(low_a, minus_a));
    for (entry, minus) in
        [(&mut first.u, minus_b), (&mut first.v, minus_b), (&mut first.q, minus_a), (&mut first.r, minus_a)]
    {
        *entry = turned(*entry as u64, minus) as i64;
    }
    // Short numbers are exact as they are.
    let zeros = u64::from((high_a | high_b | 1).leading_zeros()) & long;
    let near = |high: u64, low: u64| (high << zeros) & (!LOW | !long) | low & LOW & long;
    let (mut near_a, mut near_b) = (near(high_a, low_a), near(high_b, low_b));
    Matrix::unpack(binary_steps::<28>(&mut near_a, &mut near_b, sign)).after(&first, 16)
}

/// The upper 64 bits of two numbers that are not negative, from the highest bit of both, and all ones; or both numbers and zero, if they fit
/// a limb.
#[inline(always)]
fn upper(a: &Signed<7>, b: &Signed<7>) -> (u64, u64, u64) {
    let select = |x: u64, y: i64, mask: u64| x ^ ((x ^ y as u64) & mask);
    let ((mut high_a, mut high_b), (mut next_a, mut next_b), mut long) =
        ((a[0] as u64, b[0] as u64), (0, 0), 0);
    for i in 1..7 {
        let any = (a[i] | b[i]) as u64;
        let any = opaque(((any | any.wrapping_neg()) >> 63).wrapping_neg());
        (high_a, high_b) = (select(high_a, a[i], any), select(high_b, b[i], any));
        (next_a, next_b) = (select(next_a, a[i - 1], any), select(next_b, b[i - 1], any));
        long |= any;
    }
    // At least two in a limb.
    let zeros = u64::from((high_a | high_b | 1).leading_zeros()) & long;
    let joined = |high: u64, next: u64| high << zeros | (next << 2) >> ((64 - zeros) & 63) & long;
    (joined(high_a, next_a), joined(high_b, next_b), long)
}

/// `-x` where the mask is all ones.
#[inline(always)]
fn turned(x: u64, mask: u64) -> u64 {
    (x ^ mask).wrapping_sub(mask)
}

/// Makes a number that is not negative of one; all ones if it was.
#[inline(always)]
fn absolute(x: &mut Signed<7>) -> u64 {
    let minus = opaque((x[6] >> 63) as u64);
    for limb in x.iter_mut() {
        *limb = turned(*limb as u64, minus) as i64;
    }
    carry(x);
    debug_assert!(x.iter().all(|limb| *limb as u64 <= LIMB), "limbs are not negative");
    minus
}
