//! What yescrypt's pwxform and Salsa20 compute on.

use super::Line;

/// A table of 256 entries of 16 bytes, and room behind it: tables of two hashes that run in lock step lie behind each
/// other, and must not start at the same offset modulo 4 KiB.
pub type PwxTable = [Line; 64 + 4];

/// 128 bits: two words of 64 bits for pwxform, four of 32 bits for Salsa20.
pub trait PwxLanes: Copy {
    /// What shows that the instructions may be executed.
    type Token: crate::token::Token;

    /// The four vectors of a line.
    fn load(token: Self::Token, line: &Line) -> [Self; 4];
    /// Writes the four vectors of a line.
    fn store(lanes: [Self; 4], line: &mut Line);
    /// Bitwise exclusive or.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// `self ^ ((a + b) <<< L)` on words of 32 bits; `R` must be `32 - L` (stable Rust cannot compute it here).
    #[must_use]
    fn add_rotate_xor<const L: i32, const R: i32>(self, a: Self, b: Self) -> Self;
    /// Words of 32 bits turned: word `i` of the result is word `i + 1`, `i + 2` or `i + 3` modulo 4.
    #[must_use]
    fn turn<const BY: usize>(self) -> Self;
    /// Sums of 32-bit words.
    #[must_use]
    fn add(self, other: Self) -> Self;
    /// One step of pwxform on both words of 64 bits: high half times low half, plus the entry of `s0` that bits 4 to 11
    /// of the low word name, exclusive or the entry of `s1` that bits 36 to 43 name.
    #[must_use]
    fn pwx(self, s0: &PwxTable, s1: &PwxTable) -> Self;
    /// Asks for a line that will be needed soon.
    fn prefetch(line: &Line);
}
