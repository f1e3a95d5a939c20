//! The signed digits of scalars, and points in the order of theirs.

use alloc::vec;
use alloc::vec::Vec;

/// A scalar, or a part of one, that is cut into signed digits: limbs, the least significant first.
pub(crate) type Part = [u64; 4];

/// How many bits the largest has.
pub(crate) fn bits(parts: &[Part]) -> usize {
    let limb = |i: usize| parts.iter().fold(0, |all, part| all | part[i]);
    (0..4).rev().find(|i| limb(*i) != 0).map_or(0, |i| 64 * (i + 1) - limb(i).leading_zeros() as usize)
}

/// `count` bits from a position on, fewer than 64; there are zeros above the end.
fn cut(part: &Part, position: usize, count: usize) -> usize {
    let limb = |i: usize| u128::from(part.get(i).copied().unwrap_or(0));
    let pair = limb(position / 64) | limb(position / 64 + 1) << 64;
    (pair >> (position % 64)) as usize & ((1 << count) - 1)
}

/// The signed digit of `width` bits at `position`, of which the bit below is part (Booth): magnitude, and whether it is negative.
pub(crate) fn signed_digit(part: &Part, position: usize, width: usize) -> (usize, bool) {
    let bits = match position.checked_sub(1) {
        None => cut(part, 0, width) << 1,
        Some(below) => cut(part, below, width + 1),
    };
    let digit = (bits + 1) >> 1;
    if bits >> width == 1 { ((1 << width) - digit, true) } else { (digit, false) }
}

/// Entries in the order of falling magnitude of their digit; those without one are left out.
pub(crate) struct Sorted {
    width: usize,
    /// Each the number of an entry, times two, and one more where the digit is negative.
    pub order: Vec<u32>,
    /// Where the entries of each magnitude begin, and at last where the last ones end.
    pub ends: Vec<usize>,
    starts: Vec<usize>,
}

impl Sorted {
    /// For so many entries, at most 2^31, and digits of so many bits.
    pub fn new(entries: usize, width: usize) -> Self {
        let starts = vec![0; (1 << (width - 1)) + 2];
        Self { width, order: vec![0; entries], ends: starts.clone(), starts }
    }

    /// Counting sort by the magnitude of one digit of each part, of the entries that count.
    pub fn sort(&mut self, parts: &[Part], index: usize, counts: impl Fn(usize) -> bool) {
        let width = self.width;
        self.sort_by(parts.len(), |i| signed_digit(&parts[i], index * width, width), counts);
    }

    /// The same for digits that are cut elsewhere.
    pub fn sort_by(
        &mut self,
        count: usize,
        digit: impl Fn(usize) -> (usize, bool),
        counts: impl Fn(usize) -> bool,
    ) {
        let Self { width, order, ends, starts } = self;
        let buckets = 1 << (*width - 1);
        starts.fill(0);
        for i in 0..count {
            let (magnitude, _) = digit(i);
            if magnitude != 0 && counts(i) {
                starts[buckets - magnitude + 1] += 1;
            }
        }
        for bucket in 1..starts.len() {
            starts[bucket] += starts[bucket - 1];
        }
        ends.clone_from(starts);
        for i in 0..count {
            let (magnitude, negative) = digit(i);
            if magnitude != 0 && counts(i) {
                let slot = &mut starts[buckets - magnitude];
                order[*slot] = (i as u32) << 1 | u32::from(negative);
                *slot += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_add_up_to_their_number() {
        let numbers = [
            [0; 4],
            [u64::MAX; 4],
            [0x8000_0000_0000_0000; 4],
            [1, 0, 0, 0],
            [0xfedc_ba98_7654_3210, 0x8fff_ffff_0000_0001, 3, 5],
        ];
        for number in numbers {
            for width in 2..=16 {
                // Least significant first, in digits of base 2^width that are carried into limbs of 64 bits.
                let mut sum = [0i128; 5];
                for position in (0..=256).step_by(width) {
                    let (magnitude, negative) = signed_digit(&number, position, width);
                    assert!(magnitude <= 1 << (width - 1));
                    let shifted = (magnitude as i128) << (position % 64);
                    sum[position / 64] += if negative { -shifted } else { shifted };
                }
                for limb in 0..4 {
                    sum[limb + 1] += sum[limb] >> 64;
                    assert_eq!(sum[limb] as u64, number[limb], "{number:x?}, {width} bits");
                }
                assert_eq!(sum[4], 0);
            }
        }
    }

    #[test]
    fn the_bits_are_those_of_the_largest() {
        assert_eq!(
            [bits(&[]), bits(&[[0; 4]]), bits(&[[0, 0, 0, 2], [u64::MAX; 4].map(|limb| limb >> 63)])],
            [0, 0, 194]
        );
        assert_eq!([bits(&[[1, 0, 0, 0]]), bits(&[[0, 1 << 63, 0, 0], [7, 7, 0, 0]])], [1, 128]);
    }
}
