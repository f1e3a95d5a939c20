//! From messages to planes and back: a transposition of bytes in registers, arithmetic on whole columns, and one
//! mask per bit plane.
//!
//! A column is the same tryte (or trit) of 16, 32 or 64 messages. Its three trits are the digits in base 3 of the
//! tryte's value + 13, so that each plane is one comparison: `high` of a trit is "digit > 0", `low` is "not digit > 1".

use lanesmith_isa::lanes::{ByteLanes, Line};

use crate::kernel::RATE;

/// Trytes of a block.
pub(crate) const TRYTES: usize = RATE / 3;

/// Number of messages that fill a word of a plane.
const WORD: usize = 64;

/// Packs one block of trytes (valid ones) of each lane; `rows.len()` is the number of lanes, a multiple of 64.
#[inline(always)]
pub(crate) fn pack_trytes<B: ByteLanes>(token: B::Token, rows: &[&[u8; TRYTES]], planes: &mut [Line]) {
    let c = |byte: u8| B::splat(token, byte.cast_signed());
    columns::<B, TRYTES>(token, rows, planes, |bytes, put| {
        // 'A'..'M' are 1..13, 'N'..'Z' are -13..-1, '9' is 0; 13 more than that is 0 to 26.
        let from_n = c(27).and(bytes.greater(c(b'M')));
        let nine = c(13 - (b'9' - 51)).and(c(b'A').greater(bytes));
        let mut left = bytes.sub(c(51)).sub(from_n).add(nine);
        for (trit, weight) in [(2, 9u8), (1, 3), (0, 1)] {
            let (one, two) = (c(weight - 1), c(2 * weight - 1));
            put(trit, !left.greater_mask(two), left.greater_mask(one));
            let digit = c(weight).and(left.greater(one)).add(c(weight).and(left.greater(two)));
            left = left.sub(digit);
        }
    });
}

/// Packs one block of trits (valid ones, as bytes) of each lane.
#[inline(always)]
pub(crate) fn pack_trits<B: ByteLanes>(token: B::Token, rows: &[&[u8; RATE]], planes: &mut [Line]) {
    let (one, minus_one) = (B::splat(token, 1), B::splat(token, -1));
    columns::<B, RATE>(token, rows, planes, |bytes, put| {
        put(0, one.greater_mask(bytes), bytes.greater_mask(minus_one));
    });
}

/// Calls `digits` with each column of each group of lanes, and assembles the masks it puts (trit of the column, low,
/// high) into planes.
#[inline(always)]
fn columns<B: ByteLanes, const N: usize>(
    token: B::Token,
    rows: &[&[u8; N]],
    planes: &mut [Line],
    digits: impl Fn(B, &mut dyn FnMut(usize, u64, u64)),
) {
    let words = rows.len() / WORD;
    let trits = RATE / N;
    let planes = &mut Line::words_mut(planes)[..2 * RATE * words];
    for (word, rows) in rows.as_chunks::<WORD>().0.iter().enumerate() {
        let mut column = 0;
        while column < N {
            // The last sixteen columns overlap those before.
            let start = column.min(N - 16);
            let mut groups = [[B::splat(token, 0); 16]; 4];
            for (group, rows) in groups.iter_mut().zip(rows.chunks_exact(B::WIDTH)) {
                let across = B::WIDTH / 16;
                *group = B::transpose16(core::array::from_fn(|r| {
                    // Sixteen rows 16 apart give sixteen consecutive messages to each column.
                    let picked: [&[u8; 16]; 4] = core::array::from_fn(|i| {
                        let row = rows[(16 * (i % across) + r) % WORD];
                        row[start..].first_chunk().unwrap_or(&[0; 16])
                    });
                    B::gather_rows(token, &picked[..across])
                }));
            }
            for (i, at) in (start..start + 16).enumerate().skip(column - start) {
                let mut masks = [[0; 2]; 3];
                for (g, group) in groups.iter().enumerate().take(WORD / B::WIDTH) {
                    let shift = g * B::WIDTH;
                    // A mask has WIDTH bits; the complemented one has ones above them.
                    let own = u64::MAX >> (WORD - B::WIDTH);
                    digits(group[i], &mut |trit, low, high| {
                        masks[trit][0] |= (low & own) << shift;
                        masks[trit][1] |= (high & own) << shift;
                    });
                }
                for (trit, [low, high]) in masks.iter().enumerate().take(trits) {
                    let pair = 2 * (at * trits + trit) * words;
                    planes[pair + word] = *low;
                    planes[pair + words + word] = *high;
                }
            }
            column = start + 16;
        }
    }
}

/// Transposes a 64 x 64 matrix of bits: bit c of word r becomes bit r of word c.
fn transpose64(m: &mut [u64; 64]) {
    let mut half = 32;
    let mut mask = u64::MAX >> 32;
    while half > 0 {
        let mut r = 0;
        while r < 64 {
            let (a, b) = (m[r], m[r + half]);
            let t = (a >> half ^ b) & mask;
            m[r] = a ^ t << half;
            m[r + half] = b ^ t;
            // Next row whose bit `half` is clear.
            r = (r + half + 1) & !half;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

/// The digests of 64 lanes: `plane(trit, 0 or 1)` is their word of a plane, `out` gets 81 trytes for each lane.
pub(crate) fn unpack_trytes(plane: impl Fn(usize, usize) -> u64, mut out: impl FnMut(usize, &[u8; TRYTES])) {
    // 63 trits of every lane at a time: 21 trytes.
    let mut digests = [[0u8; TRYTES + 3]; WORD];
    for chunk in 0..RATE.div_ceil(63) {
        let mut matrices = [[0; 64]; 2];
        for (which, matrix) in matrices.iter_mut().enumerate() {
            for (i, word) in matrix.iter_mut().enumerate().take(63.min(RATE - 63 * chunk)) {
                *word = plane(63 * chunk + i, which);
            }
            transpose64(matrix);
        }
        let [low, high] = &matrices;
        for (digest, (low, high)) in digests.iter_mut().zip(low.iter().zip(high)) {
            for (i, tryte) in digest[21 * chunk..].iter_mut().enumerate().take(21) {
                *tryte = DECODE[((low >> (3 * i) & 7) << 3 | high >> (3 * i) & 7) as usize];
            }
        }
    }
    for (lane, digest) in digests.iter().enumerate() {
        if let Some(digest) = digest.first_chunk() {
            out(lane, digest);
        }
    }
}

/// Trytes by three low bits (upper half) and three high bits.
const DECODE: [u8; 64] = {
    let mut table = [b'?'; 64];
    let mut i = 0;
    while i < 27 {
        let (mut low, mut high, mut value, mut bit) = (0, 0, (i + 13) % 27, 0);
        while bit < 3 {
            low |= ((value % 3 < 2) as usize) << bit;
            high |= ((value % 3 > 0) as usize) << bit;
            value /= 3;
            bit += 1;
        }
        table[low << 3 | high] = crate::trit::ALPHABET[i];
        i += 1;
    }
    table
};
