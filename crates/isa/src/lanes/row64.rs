//! Vectors of 64-bit words: what BLAKE2b's round and Argon2's block function compute on.

use super::{Plain, Two};

/// The provided loads and stores of so many words.
macro_rules! loads {
    ($words:literal) => {
        /// As many words as it has.
        #[inline(always)]
        fn load(_token: Self::Token, words: &[u64; $words]) -> Self {
            const { assert!(size_of::<Self>() == 8 * $words) };
            // SAFETY: the words are as many bytes as a value, of which every pattern is one; unaligned allowed.
            unsafe { words.as_ptr().cast::<Self>().read_unaligned() }
        }
        /// Writes them.
        #[inline(always)]
        fn store(self, words: &mut [u64; $words]) {
            const { assert!(size_of::<Self>() == 8 * $words) };
            // SAFETY: as in `load`; a value has no padding.
            unsafe { words.as_mut_ptr().cast::<Self>().write_unaligned(self) }
        }
    };
}

/// Four 64-bit words: a row of BLAKE2b's 4 x 4 state.
pub trait Row64: Plain {
    loads!(4);
    /// Wrapping sums.
    #[must_use]
    fn add(self, other: Self) -> Self;
    /// Bitwise exclusive or.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// `a + b + 2 * low(a) * low(b)` in each place, where `low` are the low 32 bits.
    #[must_use]
    fn blamka(self, other: Self) -> Self;
    /// The same by more instructions but fewer after `other`, for those who wait for it alone.
    #[inline(always)]
    #[must_use]
    fn blamka_late(self, other: Self) -> Self {
        self.blamka(other)
    }
    /// Rotates every word right; `BITS` is 32, 24, 16 or 63.
    #[must_use]
    fn rotate_right<const BITS: i32>(self) -> Self;
    /// The exclusive or, rotated: one instruction somewhere.
    #[inline(always)]
    #[must_use]
    fn xor_rotate_right<const BITS: i32>(self, other: Self) -> Self {
        self.xor(other).rotate_right::<BITS>()
    }
    /// Place `i` gets the word of place `i + BY` modulo 4; `BY` is 1, 2 or 3.
    #[must_use]
    fn turn<const BY: usize>(self) -> Self;
    /// In each half of two words: the second word of `self`, then the first one of `next`.
    #[must_use]
    fn straddle(self, next: Self) -> Self;
    /// Words `BY..4` of `self`, then words `0..BY` of `next`; `BY` is 2 or 3.
    #[must_use]
    fn shift_in<const BY: usize>(self, next: Self) -> Self;
    /// The words at places 0 and 2.
    fn even(self) -> (u64, u64);
}

/// Two 64-bit words: half a row. [`Two`] of them are a [`Row64`].
pub trait Half64: Plain {
    /// Wrapping sums.
    #[must_use]
    fn add(self, other: Self) -> Self;
    /// Bitwise exclusive or.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// `a + b + 2 * low(a) * low(b)` in each place, where `low` are the low 32 bits.
    #[must_use]
    fn blamka(self, other: Self) -> Self;
    /// Rotates every word right; `BITS` is 32, 24, 16 or 63.
    #[must_use]
    fn rotate_right<const BITS: i32>(self) -> Self;
    /// The exclusive or, rotated.
    #[inline(always)]
    #[must_use]
    fn xor_rotate_right<const BITS: i32>(self, other: Self) -> Self {
        self.xor(other).rotate_right::<BITS>()
    }
    /// The second word of `self`, then the first one of `next`.
    #[must_use]
    fn between(self, next: Self) -> Self;
    /// The first word.
    fn first(self) -> u64;
}

impl<V: Half64> Row64 for Two<V> {
    both! { add(other); xor(other); blamka(other); }
    #[inline(always)]
    fn rotate_right<const BITS: i32>(self) -> Self {
        Two(self.0.rotate_right::<BITS>(), self.1.rotate_right::<BITS>())
    }
    #[inline(always)]
    fn xor_rotate_right<const BITS: i32>(self, other: Self) -> Self {
        Two(self.0.xor_rotate_right::<BITS>(other.0), self.1.xor_rotate_right::<BITS>(other.1))
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        const { assert!(BY >= 1 && BY <= 3) };
        match BY {
            1 => Two(self.0.between(self.1), self.1.between(self.0)),
            2 => Two(self.1, self.0),
            _ => Two(self.1.between(self.0), self.0.between(self.1)),
        }
    }
    #[inline(always)]
    fn straddle(self, next: Self) -> Self {
        Two(self.0.between(next.0), self.1.between(next.1))
    }
    #[inline(always)]
    fn shift_in<const BY: usize>(self, next: Self) -> Self {
        const { assert!(BY == 2 || BY == 3) };
        match BY {
            2 => Two(self.1, next.0),
            _ => Two(self.1.between(next.0), next.0.between(next.1)),
        }
    }
    #[inline(always)]
    fn even(self) -> (u64, u64) {
        (self.0.first(), self.1.first())
    }
}

/// Eight 64-bit words: the same row of two neighbouring states.
pub trait Wide64: Plain {
    loads!(8);
    /// Bitwise exclusive or.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// `a ^ b ^ c`.
    #[must_use]
    fn xor3(a: Self, b: Self, c: Self) -> Self;
    /// `a + b + 2 * low(a) * low(b)`.
    #[must_use]
    fn blamka(self, other: Self) -> Self;
    /// Rotates every word right.
    #[must_use]
    fn rotate_right<const BITS: i32>(self) -> Self;
    /// In each half of four words, place `i` gets the word of place `i + BY` modulo 4; `BY` is 1, 2 or 3.
    #[must_use]
    fn turn<const BY: usize>(self) -> Self;
    /// The same for two interleaved columns, which lie at places 0, 1, 4, 5 and 2, 3, 6, 7.
    #[must_use]
    fn turn_columns<const BY: usize>(self) -> Self;
}
