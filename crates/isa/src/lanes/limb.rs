//! Vectors of limbs: what long integers in base `2^52` are computed on, one integer a lane.

use super::Plain;

/// Eight words of 64 bits, a limb of a long integer in each.
pub trait Limbs52: Plain {
    /// The same word everywhere.
    fn splat(token: Self::Token, word: u64) -> Self;
    /// Eight words.
    #[inline(always)]
    fn load(_token: Self::Token, words: &[u64; 8]) -> Self {
        const { assert!(size_of::<Self>() == 64) };
        // SAFETY: the words are as many bytes as a value, of which every pattern is one; unaligned allowed.
        unsafe { words.as_ptr().cast::<Self>().read_unaligned() }
    }
    /// Writes them.
    #[inline(always)]
    fn store(self, words: &mut [u64; 8]) {
        const { assert!(size_of::<Self>() == 64) };
        // SAFETY: as in `load`; a value has no padding.
        unsafe { words.as_mut_ptr().cast::<Self>().write_unaligned(self) }
    }
    /// Wrapping sums.
    #[must_use]
    fn add(self, other: Self) -> Self;
    /// Wrapping differences.
    #[must_use]
    fn sub(self, other: Self) -> Self;
    /// Bitwise and.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Bitwise or.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// What stands above 52 bits, with the sign of the word.
    #[must_use]
    fn carry(self) -> Self;
    /// `self` and the low 52 bits of the product of the low 52 bits of both factors.
    #[must_use]
    fn madd_low(self, a: Self, b: Self) -> Self;
    /// `self` and the upper 52 bits of that product.
    #[must_use]
    fn madd_high(self, a: Self, b: Self) -> Self;
    /// A bit for each lane in which both are the same.
    fn equals(self, other: Self) -> u8;
    /// `self` in the lanes whose bit is 0, `other` in the others.
    #[must_use]
    fn select(self, other: Self, lanes: u8) -> Self;
    /// Word `i` of vector `j` becomes word `j` of vector `i`.
    #[must_use]
    fn transpose(rows: [Self; 8]) -> [Self; 8];
}
