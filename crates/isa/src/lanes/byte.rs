//! Vectors of bytes: what packing (bytes of many messages to bit planes) computes on.

use super::Plain;

/// A vector of [`WIDTH`](Self::WIDTH) bytes.
pub trait ByteLanes: Plain {
    /// Number of bytes, at most 64.
    const WIDTH: usize;

    /// The same byte everywhere.
    fn splat(token: Self::Token, byte: i8) -> Self;
    /// Sixteen bytes from each of `WIDTH / 16` rows, row after row.
    ///
    /// # Panics
    /// If `rows` holds fewer rows than that.
    fn gather_rows(token: Self::Token, rows: &[&[u8; 16]]) -> Self;
    /// `WIDTH` bytes.
    ///
    /// # Panics
    /// If there are fewer.
    fn load(token: Self::Token, bytes: &[u8]) -> Self;
    /// Bitwise and.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Wrapping sum of bytes.
    #[must_use]
    fn add(self, other: Self) -> Self;
    /// Wrapping difference of bytes.
    #[must_use]
    fn sub(self, other: Self) -> Self;
    /// All ones in bytes where `self > other` as signed numbers.
    #[must_use]
    fn greater(self, other: Self) -> Self;
    /// Bit `i` is set where byte `i` of `self` is greater than that of `other`.
    fn greater_mask(self, other: Self) -> u64;
    /// Bytes of the lower halves of each 16-byte row of both, interleaved.
    #[must_use]
    fn unpack_low(self, other: Self) -> Self;
    /// Bytes of the upper halves of each 16-byte row of both, interleaved.
    #[must_use]
    fn unpack_high(self, other: Self) -> Self;

    /// Transposes each 16 x 16 block of bytes: `rows[r]` byte `c` becomes byte `r` of result `c`, in every 16-byte row
    /// of the vectors at once.
    #[inline(always)]
    #[must_use]
    fn transpose16(rows: [Self; 16]) -> [Self; 16] {
        // Interleaving row i with row i + 8 four times over is the transposition.
        let mut from = rows;
        let mut stage = 0;
        while stage < 4 {
            let mut to = from;
            let mut i = 0;
            while i < 8 {
                to[2 * i] = from[i].unpack_low(from[i + 8]);
                to[2 * i + 1] = from[i].unpack_high(from[i + 8]);
                i += 1;
            }
            from = to;
            stage += 1;
        }
        from
    }
}
