//! Values as columns of a truth table, and sets of them.

use core::hash::{BuildHasherDefault, Hash, Hasher};
use core::ops::{BitAnd, BitOr, BitXor, Not};
use std::collections::HashSet;

/// A column of a truth table: one bit a row.
pub(crate) trait Column:
    Copy + Eq + Hash + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    const ZERO: Self;
    const BITS: usize;
    fn bit(row: usize) -> Self;
    fn index(self) -> usize;
}

macro_rules! column {
    ($t:ty) => {
        impl Column for $t {
            const ZERO: Self = 0;
            const BITS: usize = <$t>::BITS as usize;
            #[inline]
            fn bit(row: usize) -> Self {
                1 << row
            }
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
column!(u64);
column!(u128);

/// The values that are there or have been candidates: a bit map for short tables, a hash set for longer ones.
pub(crate) enum Seen<C> {
    Map(Vec<bool>),
    Set(HashSet<C, BuildHasherDefault<Mix>>),
}

impl<C: Column> Seen<C> {
    pub(crate) fn new(rows: usize) -> Self {
        if rows <= 16 { Seen::Map(vec![false; 1 << rows]) } else { Seen::Set(HashSet::default()) }
    }

    pub(crate) fn insert(&mut self, value: C) -> bool {
        match self {
            Seen::Map(map) => !core::mem::replace(&mut map[value.index()], true),
            Seen::Set(set) => set.insert(value),
        }
    }

    pub(crate) fn remove(&mut self, value: C) {
        match self {
            Seen::Map(map) => map[value.index()] = false,
            Seen::Set(set) => {
                set.remove(&value);
            }
        }
    }
}

/// A hasher for columns; nobody chooses them to collide.
#[derive(Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}
