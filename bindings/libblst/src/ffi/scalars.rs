//! The scalars of many points, and their windows.

use super::memory::{List, bytes};

/// Scalars of `bits` bits, least significant byte first.
pub struct Scalars<'a> {
    of: Vec<&'a [u8]>,
    bits: usize,
}

impl Scalars<'_> {
    /// The scalars of a list.
    ///
    /// # Safety
    /// As `ffi` asks.
    pub unsafe fn gather(scalars: *const *const u8, count: usize, bits: usize) -> Self {
        let stride = bits.div_ceil(8);
        let mut list = List::strided(scalars, stride);
        // SAFETY: the caller's promise is passed on; the list has so many scalars.
        let of = (0..count).map(|_| unsafe { bytes(list.next(), stride) }).collect();
        Self { of, bits }
    }

    pub fn len(&self) -> usize {
        self.of.len()
    }

    pub fn bits(&self) -> usize {
        self.bits
    }

    /// So many bits, at most 64, of a scalar from a place on; there are zeros above its end.
    pub fn cut(&self, index: usize, from: usize, count: usize) -> u64 {
        let scalar = self.of[index];
        let mut value = 0u128;
        for (i, place) in (from / 8..).take(9).enumerate() {
            value |= u128::from(scalar.get(place).copied().unwrap_or(0)) << (8 * i);
        }
        let there = self.bits.saturating_sub(from).min(count);
        (value >> (from % 8)) as u64 & ((1u128 << there) - 1) as u64
    }

    /// The signed digit of `width` bits from a place on, of which the bit below is part (Booth): magnitude, and whether it is negative.
    pub fn digit(&self, index: usize, from: usize, width: usize) -> (usize, bool) {
        let bits = match from.checked_sub(1) {
            None => self.cut(index, 0, width) << 1,
            Some(below) => self.cut(index, below, width + 1),
        };
        let negative = bits >> width & 1 == 1;
        let magnitude = (bits + 1) >> 1;
        if negative { ((1 << width) - magnitude as usize, true) } else { (magnitude as usize, false) }
    }
}
