//! The signed digits of scalars, and points in the order of theirs.

use alloc::vec;
use alloc::vec::Vec;

/// A scalar, or a part of one, that is cut into signed digits.
pub(crate) trait Part: Copy {
    /// How many bits the largest has.
    fn bits(parts: &[Self]) -> usize;

    /// `count` bits from a position on, fewer than 64; there are zeros above the end.
    fn cut(self, position: usize, count: usize) -> usize;

    /// The signed digit of `width` bits at `position`, of which the bit below is part (Booth): magnitude, and whether it is negative.
    fn signed_digit(self, position: usize, width: usize) -> (usize, bool) {
        let bits = match position.checked_sub(1) {
            None => self.cut(0, width) << 1,
            Some(below) => self.cut(below, width + 1),
        };
        let digit = (bits + 1) >> 1;
        if bits >> width == 1 { ((1 << width) - digit, true) } else { (digit, false) }
    }
}

impl Part for u128 {
    fn bits(parts: &[Self]) -> usize {
        (u128::BITS - parts.iter().fold(0, |all, part| all | part).leading_zeros()) as usize
    }

    fn cut(self, position: usize, count: usize) -> usize {
        self.checked_shr(position as u32).unwrap_or(0) as usize & ((1 << count) - 1)
    }
}

impl Part for [u64; 4] {
    fn bits(parts: &[Self]) -> usize {
        let limb = |i: usize| parts.iter().fold(0, |all, part| all | part[i]);
        (0..4).rev().find(|i| limb(*i) != 0).map_or(0, |i| 64 * (i + 1) - limb(i).leading_zeros() as usize)
    }

    fn cut(self, position: usize, count: usize) -> usize {
        let limb = |i: usize| u128::from(self.get(i).copied().unwrap_or(0));
        let pair = limb(position / 64) | limb(position / 64 + 1) << 64;
        (pair >> (position % 64)) as usize & ((1 << count) - 1)
    }
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
    pub fn sort<K: Part>(&mut self, parts: &[K], index: usize, counts: impl Fn(usize) -> bool) {
        let width = self.width;
        self.sort_by(parts.len(), |i| parts[i].signed_digit(index * width, width), counts);
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
    fn digits_of_limbs_are_those_of_one_number() {
        let number = 0xfedc_ba98_7654_3210_8fff_ffff_0000_0001_u128;
        let limbs = [number as u64, (number >> 64) as u64, 0, 0];
        assert_eq!((u128::bits(&[number, 1]), <[u64; 4]>::bits(&[limbs, [1, 0, 0, 0]])), (128, 128));
        assert_eq!(
            (u128::bits(&[]), <[u64; 4]>::bits(&[[0; 4]]), <[u64; 4]>::bits(&[[0, 0, 0, 2]])),
            (0, 0, 194)
        );
        for width in 2..=16 {
            for position in (0..=128).step_by(width) {
                assert_eq!(
                    number.signed_digit(position, width),
                    limbs.signed_digit(position, width),
                    "{width} {position}"
                );
                // The same bits one limb further up.
                let above = [0, limbs[0], limbs[1], 0];
                assert_eq!(above.signed_digit(position + 64, width), limbs.signed_digit(position, width));
            }
        }
        let top = [0, 0, 0, u64::MAX];
        assert_eq!([top.signed_digit(256, 4), top.signed_digit(192, 4)], [(1, false), (1, true)]);
    }
}
