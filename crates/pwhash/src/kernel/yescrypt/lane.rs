//! Salsa20 on lines, and the order of words in them.

use lanesmith_isa::lanes::{Line, PwxLanes};

/// How an engine computes.
pub(crate) trait Engine {
    /// Its vectors.
    type Lane: PwxLanes;
    /// What is best where one hash is computed alone, and waits for each of its steps.
    type Alone: PwxLanes<Token = <Self::Lane as PwxLanes>::Token>;
    /// Whether two hashes are to run in lock step.
    const PAIRS: bool;
}

/// Salsa20 with `DOUBLE` double rounds on a line whose words are in SIMD order (word `i` is word `5i mod 16` of the
/// specification).
#[inline(always)]
pub(crate) fn salsa20<L: PwxLanes, const DOUBLE: usize>(input: [L; 4]) -> [L; 4] {
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
pub(crate) fn xor4<L: PwxLanes>(a: [L; 4], b: [L; 4]) -> [L; 4] {
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
