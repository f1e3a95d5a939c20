//! Rows of four 64-bit words, and the round of BLAKE2b on a state of four of them.

use lanesmith_isa::Token;

/// Four 64-bit words: a row of the 4 x 4 state. A value implies that its instructions may be used.
pub(crate) trait Row64: Copy {
    /// What proves that.
    type Token: Token;

    /// The words of a row.
    fn load(token: Self::Token, words: &[u64; 4]) -> Self;
    /// Writes the words.
    fn store(self, words: &mut [u64; 4]);
    /// Wrapping sums.
    fn add(self, other: Self) -> Self;
    /// Bitwise exclusive or.
    fn xor(self, other: Self) -> Self;
    /// `a + b + 2 * low(a) * low(b)` in each place, where `low` are the low 32 bits.
    fn blamka(self, other: Self) -> Self;
    /// Rotates every word right; asked for 32, 24, 16 and 63.
    fn ror<const BITS: u32>(self) -> Self;
    /// Place `i` gets the word of place `i + BY` modulo 4; asked for 1, 2 and 3.
    fn turn<const BY: usize>(self) -> Self;
    /// In each half of two words: the second word of `self`, then the first one of `next`.
    fn straddle(self, next: Self) -> Self;
    /// Words `BY..4` of `self`, then words `0..BY` of `next`; asked for 2 and 3.
    fn shift_in<const BY: usize>(self, next: Self) -> Self;
    /// Asks for a line of the cache; any address is allowed.
    fn prefetch(line: *const u8);
}

/// How sums are made in a round.
pub(crate) trait Sum {
    /// The sum of two rows.
    fn sum<R: Row64>(a: R, b: R) -> R;
}

/// BLAKE2b's plain sum.
pub(crate) struct Plain;

impl Sum for Plain {
    #[inline(always)]
    fn sum<R: Row64>(a: R, b: R) -> R {
        a.add(b)
    }
}

/// BlaMka's, with a product of the low halves.
pub(crate) struct BlaMka;

impl Sum for BlaMka {
    #[inline(always)]
    fn sum<R: Row64>(a: R, b: R) -> R {
        a.blamka(b)
    }
}

/// G on the four columns of each of `N` states at once. The states are independent: their chains overlap.
#[inline(always)]
pub(crate) fn columns<R: Row64, S: Sum, const N: usize>(states: &mut [[R; 4]; N]) {
    #[inline(always)]
    fn half<R: Row64, S: Sum, const N: usize, const D: u32, const B: u32>(states: &mut [[R; 4]; N]) {
        for s in states.iter_mut() {
            s[0] = S::sum(s[0], s[1]);
        }
        for s in states.iter_mut() {
            s[3] = s[3].xor(s[0]).ror::<D>();
        }
        for s in states.iter_mut() {
            s[2] = S::sum(s[2], s[3]);
        }
        for s in states.iter_mut() {
            s[1] = s[1].xor(s[2]).ror::<B>();
        }
    }
    half::<R, S, N, 32, 24>(states);
    half::<R, S, N, 16, 63>(states);
}

/// A round of BLAKE2b without message on each of `N` states: columns, then diagonals.
#[inline(always)]
pub(crate) fn round<R: Row64, S: Sum, const N: usize>(states: &mut [[R; 4]; N]) {
    columns::<R, S, N>(states);
    // Row 1 is the last to be ready, so the others move around it.
    for s in states.iter_mut() {
        *s = [s[0].turn::<3>(), s[1], s[2].turn::<1>(), s[3].turn::<2>()];
    }
    columns::<R, S, N>(states);
    for s in states.iter_mut() {
        *s = [s[0].turn::<1>(), s[1], s[2].turn::<3>(), s[3].turn::<2>()];
    }
}
