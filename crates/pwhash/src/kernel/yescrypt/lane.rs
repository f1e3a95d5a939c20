//! What yescrypt's kernels ask of a vector, and the memory they work on.

use lanesmith_isa::Token;
use lanesmith_isa::lanes::Line;

/// A table of 256 entries of 16 bytes, and room behind it: tables of two hashes that run in lock step lie behind each
/// other, and must not start at the same offset modulo 4 KiB.
pub(crate) type Table = [Line; 64 + 4];

/// An empty table.
pub(crate) const TABLE: Table = [Line::ZERO; 64 + 4];

/// 128 bits: two words of 64 bits for pwxform, four of 32 bits for Salsa20.
pub(crate) trait Lane: Copy {
    /// What shows that the instructions may be executed.
    type Token: Token;
    /// What is best where one hash is computed alone, and waits for each of its steps.
    type Alone: Lane<Token = Self::Token>;
    /// Whether two hashes are to run in lock step.
    const PAIRS: bool = true;

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
    fn turn<const BY: i32>(self) -> Self;
    /// Sums of 32-bit words.
    #[must_use]
    fn add(self, other: Self) -> Self;
    /// One step of pwxform on both words of 64 bits: high half times low half, plus the entry of `s0` that bits 4 to 11
    /// of the low word name, exclusive or the entry of `s1` that bits 36 to 43 name.
    #[must_use]
    fn pwx(self, s0: &Table, s1: &Table) -> Self;
    /// Asks for a line that will be needed soon.
    fn prefetch(line: &Line);
}

/// Salsa20 with `DOUBLE` double rounds on a line whose words are in SIMD order (word `i` is word `5i mod 16` of the
/// specification).
#[inline(always)]
pub(crate) fn salsa20<L: Lane, const DOUBLE: usize>(input: [L; 4]) -> [L; 4] {
    let [mut a, mut b, mut c, mut d] = input;
    for _ in 0..DOUBLE {
        b = b.add_rotate_xor::<7, 25>(a, d);
        c = c.add_rotate_xor::<9, 23>(b, a);
        d = d.add_rotate_xor::<13, 19>(c, b);
        a = a.add_rotate_xor::<18, 14>(d, c);
        (b, c, d) = (b.turn::<3>(), c.turn::<2>(), d.turn::<1>());
        d = d.add_rotate_xor::<7, 25>(a, b);
        c = c.add_rotate_xor::<9, 23>(d, a);
        b = b.add_rotate_xor::<13, 19>(c, d);
        a = a.add_rotate_xor::<18, 14>(b, c);
        (b, c, d) = (b.turn::<1>(), c.turn::<2>(), d.turn::<3>());
    }
    let [a0, b0, c0, d0] = input;
    [a.add(a0), b.add(b0), c.add(c0), d.add(d0)]
}

/// Four vectors, each exclusive or its counterpart.
#[inline(always)]
pub(crate) fn xor4<L: Lane>(a: [L; 4], b: [L; 4]) -> [L; 4] {
    [a[0].xor(b[0]), a[1].xor(b[1]), a[2].xor(b[2]), a[3].xor(b[3])]
}

/// The first 64 bits of the last line, in the specification's order: words 0 and 1, of which word 1 is at place 13.
#[inline(always)]
pub(crate) fn integerify(lines: &[Line]) -> u64 {
    match lines.last() {
        Some(Line(words)) => (words[0] & 0xffff_ffff) | (words[6] >> 32 << 32),
        None => 0,
    }
}

/// Where a random reference of step `i` of the first loop goes: into the newest `2^k` blocks.
#[inline(always)]
pub(crate) fn wrap(x: u64, i: u64) -> u64 {
    let size = 1 << i.ilog2();
    (x & (size - 1)) + (i - size)
}

/// Bytes to lines in SIMD order.
pub(crate) fn lines_of_bytes(bytes: &[u8], lines: &mut [Line]) {
    for (chunk, line) in bytes.chunks_exact(64).zip(lines) {
        let (words, _) = chunk.as_chunks::<4>();
        let word = |i: usize| u64::from(u32::from_le_bytes(words[i * 5 % 16]));
        line.0 = core::array::from_fn(|i| word(2 * i) | word(2 * i + 1) << 32);
    }
}

/// Lines in SIMD order to bytes.
pub(crate) fn bytes_of_lines(lines: &[Line], bytes: &mut [u8]) {
    for (chunk, line) in bytes.chunks_exact_mut(64).zip(lines) {
        let (words, _) = chunk.as_chunks_mut::<4>();
        for (i, pair) in line.0.iter().enumerate() {
            words[2 * i * 5 % 16] = (*pair as u32).to_le_bytes();
            words[(2 * i + 1) * 5 % 16] = ((pair >> 32) as u32).to_le_bytes();
        }
    }
}
