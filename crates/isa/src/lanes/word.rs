//! Vectors of 32-bit words: what hashes of many messages at once compute on.

use super::Plain;

/// A vector of 32-bit words.
pub trait Vector32: Plain {
    /// Number of words, at most 16.
    const WORDS: usize;

    /// The same word everywhere.
    fn splat(token: Self::Token, word: u32) -> Self;
    /// Wrapping sum.
    #[must_use]
    fn add(self, other: Self) -> Self;
    /// Bitwise exclusive or.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// Bitwise and.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Rotates every word right by `R` bits; `L` must be `32 - R` (stable Rust cannot compute it here).
    #[must_use]
    fn rotate_right<const R: i32, const L: i32>(self) -> Self;
    /// Rotates every word left by `L` bits; `R` must be `32 - L`.
    #[inline(always)]
    #[must_use]
    fn rotate_left<const L: i32, const R: i32>(self) -> Self {
        self.rotate_right::<R, L>()
    }
    /// `((self + b) ^ d) <<< L`, TwoCats' step; `R` must be `32 - L`.
    #[inline(always)]
    #[must_use]
    fn add_xor_rotate<const L: i32, const R: i32>(self, b: Self, d: Self) -> Self {
        self.add(b).xor(d).rotate_left::<L, R>()
    }
    /// Shifts every word right by `R` bits.
    #[must_use]
    fn shift_right<const R: i32>(self) -> Self;

    /// The first [`WORDS`](Self::WORDS) words.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline(always)]
    fn load_words(_token: Self::Token, words: &[u32]) -> Self {
        const { assert!(size_of::<Self>() == 4 * Self::WORDS) };
        let words = &words[..Self::WORDS];
        // SAFETY: the words are as many bytes as a value, of which every pattern is one; unaligned allowed.
        unsafe { words.as_ptr().cast::<Self>().read_unaligned() }
    }
    /// Writes them to the front of a slice.
    ///
    /// # Panics
    /// If it is shorter.
    #[inline(always)]
    fn store_words(self, words: &mut [u32]) {
        const { assert!(size_of::<Self>() == 4 * Self::WORDS) };
        let words = &mut words[..Self::WORDS];
        // SAFETY: as in `load_words`; a value has no padding.
        unsafe { words.as_mut_ptr().cast::<Self>().write_unaligned(self) }
    }
}

/// A vector of [`LANES`](Self::LANES) words, lane `i` belonging to message `i`.
///
/// A row is eight words of one message (half a block, or a chaining value). Loads take one row per lane and give one
/// vector per word, stores do the reverse: the transposition is part of them, since every instruction set has its own
/// cheapest way to combine the two.
pub trait WordLanes: Vector32 {
    /// Number of words, a power of two and at most 16.
    const LANES: usize = Self::WORDS;
    /// Whether kernels do best in loops of few operations: where the machine code comes from a compiler that keeps operations
    /// in no particular order and spills what long stretches have alive, as those in engines of WebAssembly.
    const SHORT_LOOPS: bool = false;

    /// Big-endian words of one 32-byte row per lane; `row(i)` is asked for lanes `0..LANES`.
    fn load_be<'a>(token: Self::Token, row: impl Fn(usize) -> &'a [u8; 32]) -> [Self; 8];
    /// Writes one big-endian row per lane.
    ///
    /// # Panics
    /// If there are fewer than [`LANES`](Self::LANES) rows.
    fn store_be(words: [Self; 8], rows: &mut [[u8; 32]]);
    /// Words of one row per lane.
    ///
    /// # Panics
    /// If there are fewer than [`LANES`](Self::LANES) rows.
    fn load(token: Self::Token, rows: &[[u32; 8]]) -> [Self; 8];
    /// Writes one row per lane.
    ///
    /// # Panics
    /// If there are fewer than [`LANES`](Self::LANES) rows.
    fn store(words: [Self; 8], rows: &mut [[u32; 8]]);

    /// `a ^ b ^ c`.
    #[inline(always)]
    #[must_use]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        a.xor(b).xor(c)
    }

    /// SHA-2's choice: bits of `f` where `e` is set, else of `g`.
    #[inline(always)]
    #[must_use]
    fn ch(e: Self, f: Self, g: Self) -> Self {
        g.xor(e.and(f.xor(g)))
    }

    /// SHA-2's majority of three bits.
    #[inline(always)]
    #[must_use]
    fn maj(a: Self, b: Self, c: Self) -> Self {
        // Where a and b differ, c decides; where they agree, b is the majority.
        b.xor(a.xor(b).and(b.xor(c)))
    }

    /// SHA-256's function of `a` in a round.
    #[inline(always)]
    #[must_use]
    fn big_sigma0(self) -> Self {
        Self::xor3(self.rotate_right::<2, 30>(), self.rotate_right::<13, 19>(), self.rotate_right::<22, 10>())
    }

    /// SHA-256's function of `e` in a round.
    #[inline(always)]
    #[must_use]
    fn big_sigma1(self) -> Self {
        Self::xor3(self.rotate_right::<6, 26>(), self.rotate_right::<11, 21>(), self.rotate_right::<25, 7>())
    }

    /// SHA-256's function of the word fifteen before in the schedule.
    #[inline(always)]
    #[must_use]
    fn small_sigma0(self) -> Self {
        Self::xor3(self.rotate_right::<7, 25>(), self.rotate_right::<18, 14>(), self.shift_right::<3>())
    }

    /// SHA-256's function of the word two before in the schedule.
    #[inline(always)]
    #[must_use]
    fn small_sigma1(self) -> Self {
        Self::xor3(self.rotate_right::<17, 15>(), self.rotate_right::<19, 13>(), self.shift_right::<10>())
    }

    /// What a round of SHA-256 makes of `d` and `h`, whose sum with constant and message word is `input`.
    #[inline(always)]
    #[must_use]
    fn sha256_round(input: Self, [a, b, c, d]: [Self; 4], [e, f, g]: [Self; 3]) -> [Self; 2] {
        let t = input.add(Self::ch(e, f, g)).add(e.big_sigma1());
        [d.add(t).settled(), t.add(Self::maj(a, b, c)).add(a.big_sigma0()).settled()]
    }

    /// A word of SHA-256's schedule of those 16, 15, 7 and 2 before.
    #[inline(always)]
    #[must_use]
    fn sha256_word(w16: Self, w15: Self, w7: Self, w2: Self) -> Self {
        w16.add(w15.small_sigma0()).add(w7).add(w2.small_sigma1()).settled()
    }

    /// The same, at the end of a round or of a word of the schedule: a place at which a type can keep the compiler from looking further.
    #[inline(always)]
    #[must_use]
    fn settled(self) -> Self {
        self
    }
}

/// A vector of rows of four words, each row belonging to another block: what a message schedule that runs ahead of
/// scalar rounds computes on.
pub trait RowLanes: WordLanes {
    /// Number of rows.
    const ROWS: usize;

    /// Four big-endian words per row; `row(i)` is asked for rows `0..ROWS`.
    fn load_rows<'a>(token: Self::Token, row: impl Fn(usize) -> &'a [u8; 16]) -> Self;
    /// The same four words in every row.
    fn splat_row(token: Self::Token, words: &[u32; 4]) -> Self;
    /// Writes each row.
    ///
    /// # Panics
    /// If there are fewer than [`ROWS`](Self::ROWS) places.
    fn store_rows(self, rows: &mut [[u32; 4]]);
    /// In each row, words 1 to 3 of `self` and then word 0 of `after`.
    #[must_use]
    fn advance(self, after: Self) -> Self;
    /// In each row, words 2 and 3 moved to the front, zeros behind.
    #[must_use]
    fn high_pair(self) -> Self;
    /// In each row, words 0 and 1 moved to the back, zeros before.
    #[must_use]
    fn low_pair(self) -> Self;
}

/// Rows of four 32-bit words side by side, each of another input: a block of Salsa20 is four such vectors.
pub trait Quad32: Vector32 {
    /// Number of rows: 1, 2 or 4.
    const ROWS: usize = Self::WORDS / 4;

    /// A row from each place; only the first [`ROWS`](Self::ROWS) are used.
    #[inline(always)]
    fn gather(token: Self::Token, rows: [&[u32; 4]; 4]) -> Self {
        const { assert!(Self::ROWS == 1) };
        Self::load_words(token, rows[0])
    }
    /// Writes the row at one place, which must be below [`ROWS`](Self::ROWS).
    #[inline(always)]
    fn scatter<const ROW: usize>(self, row: &mut [u32; 4]) {
        const { assert!(Self::ROWS == 1) };
        self.store_words(row);
    }
    /// In each row, place `i` gets the word of place `i + BY` modulo 4; `BY` is 1, 2 or 3.
    #[must_use]
    fn turn<const BY: usize>(self) -> Self;
}
