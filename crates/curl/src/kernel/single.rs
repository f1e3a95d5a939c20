//! One message: the 729 trits of one state as bits of two long words, a round as a rotation and a substitution.
//!
//! In place (see [`kernel`](crate::kernel)) a round is `new[p] = g(S[p], S[p + d])` for all p at once, with `d` fixed
//! for the round. So the state is rotated by `d` and put through the S-box word by word. The words repeat the first
//! bits after the last, which makes a rotation a read at an offset. After 81 rounds trit i lies at
//! `244 i = i + 243 (i mod 3)`, after 27 at `82 i = i + 81 (i mod 9)`: three or nine rotations under masks put it back.

use super::{RATE, STATE};
use crate::rounds::Rounds;

/// Words that hold 729 bits.
const WORDS: usize = 12;
/// Those, and as many again for what follows when the state is read round.
const RING: usize = 2 * WORDS;
/// Bits of the last word.
const TAIL: u32 = 729 - 64 * 11;

type Ring = [u64; RING];
type Plane = [u64; WORDS];

/// Both planes so, in one page of memory: vectors that are read across the end of a page made a hash on Zen 5 30 %
/// slower, in one of thirty processes.
#[repr(align(512))]
struct Rings([Ring; 2]);

/// One state: low plane and high plane, trit i in bit i. -1 is (1, 0), 0 is (1, 1), +1 is (0, 1).
#[derive(Clone, Debug)]
pub struct One {
    planes: [Plane; 2],
}

/// Distance of the second operand in each round, from a state in natural order.
const STRIDES: [u16; 81] = {
    let mut strides = [0; 81];
    let (mut stride, mut i) = (1, 0);
    while i < 81 {
        stride = stride * 364 % STATE;
        strides[i] = stride as u16;
        i += 1;
    }
    strides
};

/// Bits i with `i mod modulus = residue`.
const fn residues(modulus: usize, residue: usize) -> Plane {
    let mut plane = [0; WORDS];
    let mut i = residue;
    while i < STATE {
        plane[i / 64] |= 1 << (i % 64);
        i += modulus;
    }
    plane
}

const THIRDS: [Plane; 3] = [residues(3, 0), residues(3, 1), residues(3, 2)];
const NINTHS: [Plane; 9] = {
    let mut all = [[0; WORDS]; 9];
    let mut i = 0;
    while i < 9 {
        all[i] = residues(9, i);
        i += 1;
    }
    all
};

/// The plane with its first bits repeated after its last.
#[inline(always)]
fn ring(plane: &Plane) -> Ring {
    let mut ring = [0; RING];
    ring[..WORDS].copy_from_slice(plane);
    ring[WORDS - 1] = plane[WORDS - 1] & ((1 << TAIL) - 1) | plane[0] << TAIL;
    for i in 0..WORDS - 1 {
        ring[WORDS + i] = plane[i] >> (64 - TAIL) | plane[i + 1] << TAIL;
    }
    ring
}

/// The bits from `distance` (below 729) on.
#[inline(always)]
fn rotated(ring: &Ring, distance: usize) -> Plane {
    let (word, bit) = (distance / 64, distance % 64);
    // Written so that the length is known: `word` is at most 11.
    let from: &[u64; WORDS + 1] = ring[word..].first_chunk().unwrap_or(&[0; WORDS + 1]);
    let mut out = [0; WORDS];
    for i in 0..WORDS {
        // A shift by 64 - bit in two steps, because bit may be 0.
        out[i] = from[i] >> bit | from[i + 1] << 1 << (63 - bit);
    }
    out
}

impl One {
    /// The state of all zeros.
    pub const ZERO: One = One { planes: [[u64::MAX; WORDS]; 2] };

    /// One transform.
    #[inline(always)]
    pub(crate) fn transform(&mut self, rounds: Rounds) {
        let [mut low, mut high] = self.planes;
        for &stride in &STRIDES[..rounds.count()] {
            let rings = Rings([ring(&low), ring(&high)]);
            let [bl, bh] = [rotated(&rings.0[0], stride.into()), rotated(&rings.0[1], stride.into())];
            for i in 0..WORDS {
                let l = high[i] ^ low[i] & !bl[i];
                high[i] = low[i] ^ bh[i] & l;
                low[i] = l;
            }
        }
        let order = |plane: &Plane| match rounds {
            Rounds::P27 => natural(plane, &NINTHS),
            Rounds::P81 => natural(plane, &THIRDS),
        };
        self.planes = [order(&low), order(&high)];
    }

    /// Overwrites the first trits with so many of a block.
    pub(crate) fn overwrite(&mut self, block: &One, trits: usize) {
        for (mine, theirs) in self.planes.iter_mut().zip(&block.planes) {
            for (i, (mine, theirs)) in mine.iter_mut().zip(theirs).enumerate() {
                let mask = match trits.saturating_sub(64 * i) {
                    left @ 0..64 => (1 << left) - 1,
                    _ => u64::MAX,
                };
                *mine = *mine & !mask | theirs & mask;
            }
        }
    }

    /// Reads up to 729 valid trits; the others are zero.
    pub(crate) fn from_trits(trits: &[i8]) -> Self {
        let mut one = One::ZERO;
        let [low, high] = &mut one.planes;
        for ((low, high), chunk) in low.iter_mut().zip(high).zip(trits.chunks(64)) {
            for (i, trit) in chunk.iter().enumerate() {
                *low ^= u64::from(*trit > 0) << i;
                *high ^= u64::from(*trit < 0) << i;
            }
        }
        one
    }

    /// Reads up to 243 valid trytes, of which the sponge takes 81.
    #[inline]
    pub(crate) fn from_trytes(trytes: &[u8]) -> Self {
        let mut one = One::ZERO;
        let [low, high] = &mut one.planes;
        // 21 trytes are 63 bits: words of 63 are cheap to fill, and shifting them together is cheap too.
        for (group, chunk) in trytes.chunks(21).enumerate() {
            let (mut l, mut h) = (0u64, 0u64);
            for (i, tryte) in chunk.iter().enumerate() {
                let code = CODES[(*tryte & 63) as usize];
                l |= u64::from(code & 7) << (3 * i);
                h |= u64::from(code >> 3) << (3 * i);
            }
            let (word, bit) = (63 * group / 64, 63 * group % 64);
            for (plane, bits) in [(&mut *low, l), (&mut *high, h)] {
                plane[word] ^= bits << bit;
                if bit > 1 && word + 1 < WORDS {
                    plane[word + 1] ^= bits >> 1 >> (63 - bit);
                }
            }
        }
        one
    }

    /// Writes the first trits.
    pub(crate) fn trits(&self, out: &mut [i8]) {
        for (i, trit) in out.iter_mut().enumerate().take(STATE) {
            let bit = |plane: &Plane| (plane[i / 64] >> (i % 64) & 1) as i8;
            *trit = bit(&self.planes[1]) - bit(&self.planes[0]);
        }
    }

    /// Writes the rate as 81 trytes.
    pub(crate) fn trytes(&self, out: &mut [u8; RATE / 3]) {
        let mut trits = [0; RATE];
        self.trits(&mut trits);
        for (tryte, group) in out.iter_mut().zip(trits.as_chunks::<3>().0) {
            *tryte = crate::trit::tryte_of(group);
        }
    }
}

/// Complemented planes of a tryte by the low six bits of its character: low in bits 0 to 2, high in 3 to 5.
const CODES: [u8; 64] = {
    let mut codes = [0; 64];
    let mut i = 0;
    while i < 27 {
        let mut value = if i > 13 { i as i16 - 27 } else { i as i16 } + 13;
        let mut bit = 0;
        while bit < 3 {
            match value % 3 {
                0 => codes[(crate::trit::ALPHABET[i] & 63) as usize] |= 8 << bit,
                2 => codes[(crate::trit::ALPHABET[i] & 63) as usize] |= 1 << bit,
                _ => {}
            }
            value /= 3;
            bit += 1;
        }
        i += 1;
    }
    codes
};

/// Puts trit `i`, which lies at `i + w (i mod n)`, back at `i`; `masks` are the residues mod n, and w = 729 / n.
#[inline(always)]
fn natural<const N: usize>(plane: &Plane, masks: &[Plane; N]) -> Plane {
    let ring = ring(plane);
    let mut out = [0; WORDS];
    for (i, mask) in masks.iter().enumerate() {
        let turned = rotated(&ring, i * (STATE / N));
        for (out, (turned, mask)) in out.iter_mut().zip(turned.iter().zip(mask)) {
            *out |= turned & mask;
        }
    }
    out
}
