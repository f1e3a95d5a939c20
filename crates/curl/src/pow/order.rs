//! In which order nonces are tried.
//!
//! A search goes through *slices*. A slice is 64 nonces, one in each lane, times the values of the *inner* trits, a few
//! neighbours that count fastest. An engine takes as many slices at a time as it has words of 64 lanes, so that the order
//! is the same on every engine: slice by slice, inner value by inner value, lane by lane.

use alloc::vec::Vec;

use crate::kernel::RATE;

/// Lanes of a slice.
pub(crate) const LANES: usize = 64;
/// Trits that tell the lanes of a slice apart.
const LANE_TRITS: usize = 4;
/// First trit of the nonce of a transaction in its last block.
pub(crate) const NONCE: usize = 162;
/// Limit of slices in one search: batches, 27 times as many, can still be counted.
const MOST: u64 = 1 << 58;

/// A trit of the 64 lanes of a slice: low and high plane.
pub(crate) type Word = [u64; 2];

/// The same trit in every lane.
pub(crate) fn word(trit: i8) -> Word {
    [if trit <= 0 { u64::MAX } else { 0 }, if trit >= 0 { u64::MAX } else { 0 }]
}

/// What a digit stands for, the zero first: what the lanes of every public search begin with.
const FROM_ZERO: [i8; 3] = [0, 1, -1];
/// What a digit stands for where a counter goes on from what was there: up from -1.
const UPWARDS: [i8; 3] = [-1, 0, 1];

/// An order over the nonces of one search.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    kind: Kind,
    /// The trits that differ between slices or between their lanes.
    varied: Vec<usize>,
    /// First of the inner trits, and how many there are.
    pub(crate) inner: (usize, usize),
    /// What the digits of inner trits stand for.
    pub(crate) digits: [i8; 3],
    /// Number of slices.
    pub(crate) slices: u64,
    /// Inner values of the first slice that are no part of the order.
    pub(crate) skipped: u64,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Lane trits, then a counter.
    Fast { lane_trits: usize, full: u64 },
    /// As in IRI: lane trits, then the upper 24 trits of a counter of 27 that starts somewhere.
    Iri { start: u64 },
    /// b1t6 of eight bytes.
    #[cfg(feature = "tip12")]
    Tip12,
}

impl Space {
    /// Free trits (ascending, at least one), each nonce once: the three fastest are neighbours if any are, the next four
    /// tell lanes apart, the others count.
    pub(crate) fn fast(free: &[usize]) -> Self {
        let spare = free.len().saturating_sub(LANE_TRITS);
        let run = |at: usize| free[at..].windows(2).take_while(|w| w[1] == w[0] + 1).count() + 1;
        let (mut best, mut best_len) = (0, 0);
        for at in 0..free.len() {
            let len = run(at).min(spare).min(crate::kernel::pow::INNER);
            if len > best_len {
                (best, best_len) = (at, len);
            }
        }
        let (before, rest) = free.split_at(best);
        let varied: Vec<usize> = before.iter().chain(&rest[best_len..]).copied().collect();
        let lane_trits = varied.len().min(LANE_TRITS);
        let counter = (varied.len() - lane_trits) as u32;
        let full = 3u64.checked_pow(counter).unwrap_or(MOST).min(MOST);
        // 81 values of the lane trits: those beyond 64 are a second turn of the counter.
        let slices = if lane_trits == LANE_TRITS { full.saturating_mul(2).min(MOST) } else { full };
        Space {
            kind: Kind::Fast { lane_trits, full },
            varied,
            inner: (free[best], best_len),
            digits: FROM_ZERO,
            slices,
            skipped: 0,
        }
    }

    /// The order of IRI's PearlDiver with one worker. `rate` is what the midstate has where the nonce will be.
    pub(crate) fn iri(rate: &[i8; RATE]) -> Self {
        let start = rate[216..].iter().rev().fold(0, |sum, trit| 3 * sum + (trit + 1) as u64);
        Space {
            kind: Kind::Iri { start: start / 27 },
            varied: (NONCE..NONCE + LANE_TRITS).chain(219..RATE).collect(),
            inner: (216, 3),
            digits: UPWARDS,
            slices: 3u64.pow(24) + 1,
            // The counter is incremented before the first attempt.
            skipped: start % 27 + 1,
        }
    }

    /// Nonces of TIP-12 in trits 192 to 239: the low tryte of the first byte is fastest, the lanes differ in the second
    /// byte, then its high tryte (from -4 to 4, so that every low tryte makes a byte) and the other bytes count.
    #[cfg(feature = "tip12")]
    pub(crate) fn tip12() -> Self {
        Space {
            kind: Kind::Tip12,
            varied: (195..240).collect(),
            inner: (192, 3),
            digits: UPWARDS,
            slices: 4 * 9 * (1 << 48),
            skipped: 0,
        }
    }

    /// Values of the inner trits.
    pub(crate) fn values(&self) -> u64 {
        3u64.pow(self.inner.1 as u32)
    }

    /// Number of batches of 64.
    pub(crate) fn batches(&self) -> u64 {
        match self.kind {
            // Every value of the counter once.
            Kind::Iri { .. } => 3u64.pow(27),
            _ => self.slices * self.values(),
        }
    }

    /// The words of the varied trits in a slice, and the lanes that count: others repeat a nonce or lie beyond the end.
    pub(crate) fn slice(&self, slice: u64, mut put: impl FnMut(usize, Word)) -> u64 {
        if slice >= self.slices {
            return 0;
        }
        let mut counter = |at: usize, mut value: u64, digits: [i8; 3]| {
            for trit in &self.varied[at..] {
                put(*trit, word(digits[(value % 3) as usize]));
                value /= 3;
            }
        };
        match self.kind {
            Kind::Fast { lane_trits, full } => {
                let (first_lane, value) = if slice < full { (0, slice) } else { (LANES, slice - full) };
                counter(lane_trits, value, FROM_ZERO);
                lane_words(first_lane, &self.varied[..lane_trits], &mut put);
                let lanes = (3usize.pow(lane_trits as u32) - first_lane).min(LANES);
                u64::MAX >> (LANES - lanes)
            }
            Kind::Iri { start } => {
                counter(LANE_TRITS, (start + slice) % 3u64.pow(24), UPWARDS);
                lane_words(0, &self.varied[..LANE_TRITS], &mut put);
                u64::MAX
            }
            #[cfg(feature = "tip12")]
            Kind::Tip12 => {
                let (second, rest) = (slice % 4 * 64, slice / 4);
                let (high, mut rest) = (rest % 9, rest / 9);
                for (i, trit) in byte_trits(27 * (high as i16 - 4))[3..].iter().enumerate() {
                    put(195 + i, word(*trit));
                }
                let mut words = [[0; 2]; 6];
                for lane in 0..LANES {
                    let byte = (second as u8 + lane as u8).cast_signed();
                    for (word, trit) in words.iter_mut().zip(byte_trits(byte.into())) {
                        word[0] |= u64::from(trit <= 0) << lane;
                        word[1] |= u64::from(trit >= 0) << lane;
                    }
                }
                for (i, word) in words.into_iter().enumerate() {
                    put(198 + i, word);
                }
                for byte in 2..8 {
                    let value = (rest as u8).cast_signed();
                    for (i, trit) in byte_trits(value.into()).into_iter().enumerate() {
                        put(192 + 6 * byte + i, word(trit));
                    }
                    rest >>= 8;
                }
                u64::MAX
            }
        }
    }
}

/// The trits in which lanes `first` to `first + 63` differ: their number in base 3.
fn lane_words(first: usize, trits: &[usize], put: &mut impl FnMut(usize, Word)) {
    let mut weight = 1;
    for trit in trits {
        let mut planes = [0; 2];
        for lane in 0..LANES {
            let value = FROM_ZERO[(first + lane) / weight % 3];
            planes[0] |= u64::from(value <= 0) << lane;
            planes[1] |= u64::from(value >= 0) << lane;
        }
        put(*trit, planes);
        weight *= 3;
    }
}

/// Six balanced trits of a byte's value.
#[cfg(feature = "tip12")]
fn byte_trits(value: i16) -> [i8; 6] {
    let mut left = value + 364;
    core::array::from_fn(|_| {
        let trit = (left % 3) as i8 - 1;
        left /= 3;
        trit
    })
}
