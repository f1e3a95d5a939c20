//! From messages to planes and back: a transposition of bytes in registers, arithmetic on whole columns, and one
//! mask per bit plane.
//!
//! A column is the same tryte (or trit) of 16, 32 or 64 messages. Its three trits are the digits in base 3 of the
//! tryte's value + 13, so that each plane is one comparison: `high` of a trit is "digit > 0", `low` is "not digit > 1".

use lanesmith_isa::lanes::{ByteLanes, Line};

use super::RATE;

/// Trytes of a block.
pub(crate) const TRYTES: usize = RATE / 3;

/// Number of messages that fill a word of a plane.
const WORD: usize = 64;

/// What a column of bytes stands for. A trait and not a closure: everything below an engine's wrapper must be inlined
/// into it, which closures are not promised to be.
trait Column<B: ByteLanes> {
    /// Trits of a byte.
    const TRITS: usize;
    /// Low and high mask of each of the trits.
    fn masks(&self, bytes: B) -> [[u64; 2]; 3];
}

struct TryteColumn<B> {
    /// 'A', 'M', 27, 51, and what a '9' lacks.
    letters: [B; 5],
    /// Weight of a digit, and the greatest values with a digit of 0 and of 1, for the weights 9, 3, 1.
    digits: [[B; 3]; 3],
}

impl<B: ByteLanes> TryteColumn<B> {
    #[inline(always)]
    fn new(token: B::Token) -> Self {
        let mut letters = [B::splat(token, 0); 5];
        for (letter, value) in letters.iter_mut().zip([b'A', b'M', 27, 51, 13 - (b'9' - 51)]) {
            *letter = B::splat(token, value.cast_signed());
        }
        let mut digits = [[letters[0]; 3]; 3];
        for (digit, weight) in digits.iter_mut().zip([9, 3, 1]) {
            *digit = [B::splat(token, weight), B::splat(token, weight - 1), B::splat(token, 2 * weight - 1)];
        }
        TryteColumn { letters, digits }
    }
}

impl<B: ByteLanes> Column<B> for TryteColumn<B> {
    const TRITS: usize = 3;

    #[inline(always)]
    fn masks(&self, bytes: B) -> [[u64; 2]; 3] {
        // 'A'..'M' are 1..13, 'N'..'Z' are -13..-1, '9' is 0; 13 more than that is 0 to 26.
        let [letter_a, letter_m, all, base, nine] = self.letters;
        let from_n = all.and(bytes.greater(letter_m));
        let nine = nine.and(letter_a.greater(bytes));
        let mut left = bytes.sub(base).sub(from_n).add(nine);
        let mut masks = [[0; 2]; 3];
        for (mask, [weight, one, two]) in masks.iter_mut().rev().zip(self.digits) {
            *mask = [!left.greater_mask(two), left.greater_mask(one)];
            left = left.sub(weight.and(left.greater(one))).sub(weight.and(left.greater(two)));
        }
        masks
    }
}

struct TritColumn<B> {
    one: B,
    minus_one: B,
}

impl<B: ByteLanes> Column<B> for TritColumn<B> {
    const TRITS: usize = 1;

    #[inline(always)]
    fn masks(&self, bytes: B) -> [[u64; 2]; 3] {
        [[self.one.greater_mask(bytes), bytes.greater_mask(self.minus_one)], [0; 2], [0; 2]]
    }
}

/// Packs one block of trytes (valid ones) of each lane, or the first `N` of it; `rows.len()` is the number of lanes, a multiple
/// of 64.
#[inline(always)]
pub(crate) fn pack_trytes<B: ByteLanes, const N: usize>(
    token: B::Token,
    rows: &[&[u8; N]],
    planes: &mut [Line],
) {
    columns(token, rows, planes, &TryteColumn::<B>::new(token));
}

/// Packs one block of trits (valid ones, as bytes) of each lane, or the first `N` of it.
#[inline(always)]
pub(crate) fn pack_trits<B: ByteLanes, const N: usize>(
    token: B::Token,
    rows: &[&[u8; N]],
    planes: &mut [Line],
) {
    let column = TritColumn { one: B::splat(token, 1), minus_one: B::splat(token, -1) };
    columns(token, rows, planes, &column);
}

/// Sixteen columns of 64 messages: for each of the vectors that 64 bytes take, one vector for each column.
#[inline(always)]
fn transposed<B: ByteLanes, const N: usize>(
    token: B::Token,
    rows: &[&[u8; N]; WORD],
    start: usize,
) -> [[B; 16]; 4] {
    let across = B::WIDTH / 16;
    let mut groups = [[B::splat(token, 0); 16]; 4];
    let mut g = 0;
    while g < WORD / B::WIDTH {
        let mut r = 0;
        while r < 16 {
            // Rows 16 apart, so that the bytes of a column are those of consecutive messages.
            let mut picked: [&[u8; 16]; 4] = [&[0; 16]; 4];
            let mut i = 0;
            while i < across {
                let row = rows[(g * B::WIDTH + 16 * i + r) % WORD];
                if let Some(chunk) = row[start..].first_chunk() {
                    picked[i] = chunk;
                }
                i += 1;
            }
            groups[g][r] = B::gather_rows(token, &picked[..across]);
            r += 1;
        }
        groups[g] = B::transpose16(groups[g]);
        g += 1;
    }
    groups
}

#[inline(always)]
fn columns<B: ByteLanes, C: Column<B>, const N: usize>(
    token: B::Token,
    rows: &[&[u8; N]],
    planes: &mut [Line],
    column: &C,
) {
    let words = rows.len() / WORD;
    let planes = &mut Line::words_mut(planes)[..2 * RATE * words];
    // A mask has a bit for each byte of a vector; the complemented ones have ones above those.
    let own = u64::MAX >> (WORD - B::WIDTH);
    for (word, rows) in rows.as_chunks::<WORD>().0.iter().enumerate() {
        let mut next = 0;
        while next < N {
            // The last sixteen columns overlap those before.
            let start = next.min(N - 16);
            let groups = transposed::<B, N>(token, rows, start);
            for at in next..start + 16 {
                let mut masks = [[0; 2]; 3];
                let mut g = 0;
                while g < WORD / B::WIDTH {
                    let part = column.masks(groups[g][at - start]);
                    for (mask, part) in masks.iter_mut().zip(part) {
                        mask[0] |= (part[0] & own) << (g * B::WIDTH);
                        mask[1] |= (part[1] & own) << (g * B::WIDTH);
                    }
                    g += 1;
                }
                for (trit, [low, high]) in masks.iter().enumerate().take(C::TRITS) {
                    let pair = 2 * (at * C::TRITS + trit) * words;
                    planes[pair + word] = *low;
                    planes[pair + words + word] = *high;
                }
            }
            next = start + 16;
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
