//! Vectors of independent bits: what bit-sliced kernels compute on.

use super::Plain;

/// A vector of [`BITS`](Self::BITS) independent bits.
///
/// Every operation works on each bit alone, so the meaning never depends on the width.
pub trait BitLanes: Plain {
    /// Number of bits.
    const BITS: usize;
    /// Whether [`ternary`](Self::ternary) is one instruction.
    const TERNARY: bool = false;
    /// Whether [`bcax`](Self::bcax) is one instruction.
    const BCAX: bool = false;
    /// How many vectors the architecture can hold in registers.
    const REGISTERS: usize;

    /// The same bit everywhere.
    fn splat(token: Self::Token, bit: bool) -> Self;
    /// `self & other`.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// `self | other`.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// `self ^ other`.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// `self & !mask`.
    #[must_use]
    fn and_not(self, mask: Self) -> Self;
    /// `!self`.
    #[must_use]
    fn not(self) -> Self;
    /// `self | !mask`.
    #[inline(always)]
    #[must_use]
    fn or_not(self, mask: Self) -> Self {
        self.or(mask.not())
    }
    /// `self ^ (other & !mask)`: bit clear and exclusive or.
    #[inline(always)]
    #[must_use]
    fn bcax(self, other: Self, mask: Self) -> Self {
        self.xor(other.and_not(mask))
    }
    /// Whether no bit is set.
    fn is_zero(self) -> bool;

    /// Any function of three bits: bit `4a + 2b + c` of `TABLE` is its value.
    #[inline(always)]
    #[must_use]
    fn ternary<const TABLE: i32>(a: Self, b: Self, c: Self) -> Self {
        Self::multiplexed::<TABLE>(a, b, c)
    }

    /// The same by two-way multiplexers, c first: 4 + 2 + 1 of them, each on constants or on what came before.
    #[inline(always)]
    #[must_use]
    fn multiplexed<const TABLE: i32>(a: Self, b: Self, c: Self) -> Self {
        let zero = a.xor(a);
        let leaf = |row: i32| match TABLE >> (2 * row) & 3 {
            0 => zero,
            1 => c.not(),
            2 => c,
            _ => zero.not(),
        };
        let low = Self::select(b, leaf(1), leaf(0));
        let high = Self::select(b, leaf(3), leaf(2));
        Self::select(a, high, low)
    }

    /// For each bit: `yes` where `mask` is set, else `no`.
    #[inline(always)]
    #[must_use]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        no.xor(mask.and(yes.xor(no)))
    }
}
