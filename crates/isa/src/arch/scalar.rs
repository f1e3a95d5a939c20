//! Lane types without any instruction set: words and byte arrays. They run everywhere, under Miri too, and every
//! other type is tested against them.

use core::array::from_fn;

use crate::lanes::{BitLanes, ByteLanes, Plain, Quad32, RowLanes, Vector32, WordLanes};
use crate::token::Portable;

/// `64 * N` bits in general-purpose registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Words<const N: usize>(pub [u64; N]);

// SAFETY: plain words; the sizes used (8 to 64 bytes) divide a line.
unsafe impl<const N: usize> Plain for Words<N> {
    type Token = Portable;
}

macro_rules! bitwise {
    ($($name:ident($a:ident $(, $b:ident)?) = $e:expr;)*) => {$(
        #[inline(always)]
        fn $name(self $(, $b: Self)?) -> Self {
            let mut out = self;
            for i in 0..N {
                let $a = self.0[i];
                $(let $b = $b.0[i];)?
                out.0[i] = $e;
            }
            out
        }
    )*};
}

impl<const N: usize> BitLanes for Words<N> {
    const BITS: usize = 64 * N;
    const REGISTERS: usize = 16 / N;

    #[inline(always)]
    fn splat(_token: Portable, bit: bool) -> Self {
        Words([if bit { u64::MAX } else { 0 }; N])
    }
    bitwise! {
        and(a, other) = a & other;
        or(a, other) = a | other;
        xor(a, other) = a ^ other;
        and_not(a, mask) = a & !mask;
        not(a) = !a;
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |acc, w| acc | w) == 0
    }
}

/// `W` bytes in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Bytes<const W: usize>(pub [i8; W]);

// SAFETY: plain bytes; the sizes used (16 to 64) divide a line.
unsafe impl<const W: usize> Plain for Bytes<W> {
    type Token = Portable;
}

impl<const W: usize> Bytes<W> {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(i8, i8) -> i8) -> Self {
        let mut out = self;
        for i in 0..W {
            out.0[i] = f(self.0[i], other.0[i]);
        }
        out
    }

    #[inline(always)]
    fn unpack(self, other: Self, start: usize) -> Self {
        let mut out = self;
        for row in 0..W / 16 {
            for i in 0..8 {
                out.0[16 * row + 2 * i] = self.0[16 * row + start + i];
                out.0[16 * row + 2 * i + 1] = other.0[16 * row + start + i];
            }
        }
        out
    }
}

impl<const W: usize> ByteLanes for Bytes<W> {
    const WIDTH: usize = W;

    #[inline(always)]
    fn splat(_token: Portable, byte: i8) -> Self {
        Bytes([byte; W])
    }
    #[inline(always)]
    fn gather_rows(_token: Portable, rows: &[&[u8; 16]]) -> Self {
        let mut out = [0; W];
        for (chunk, row) in out.chunks_exact_mut(16).zip(&rows[..W / 16]) {
            for (o, b) in chunk.iter_mut().zip(row.iter()) {
                *o = *b as i8;
            }
        }
        Bytes(out)
    }
    #[inline(always)]
    fn load(_token: Portable, bytes: &[u8]) -> Self {
        let mut out = [0; W];
        for (o, b) in out.iter_mut().zip(&bytes[..W]) {
            *o = *b as i8;
        }
        Bytes(out)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, i8::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, i8::wrapping_sub)
    }
    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { -1 } else { 0 })
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> u64 {
        let mut mask = 0;
        for i in 0..W {
            mask |= u64::from(self.0[i] > other.0[i]) << i;
        }
        mask
    }
    #[inline(always)]
    fn unpack_low(self, other: Self) -> Self {
        self.unpack(other, 0)
    }
    #[inline(always)]
    fn unpack_high(self, other: Self) -> Self {
        self.unpack(other, 8)
    }
}

/// One 32-bit word in a general-purpose register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Word32(pub u32);

// SAFETY: a plain word divides a line.
unsafe impl Plain for Word32 {
    type Token = Portable;
}

impl Vector32 for Word32 {
    const WORDS: usize = 1;

    #[inline(always)]
    fn splat(_token: Portable, word: u32) -> Self {
        Word32(word)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Word32(self.0.wrapping_add(other.0))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Word32(self.0 ^ other.0)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Word32(self.0 & other.0)
    }
    #[inline(always)]
    fn rotate_right<const R: i32, const L: i32>(self) -> Self {
        const { assert!(R + L == 32) };
        Word32(self.0.rotate_right(R as u32))
    }
    #[inline(always)]
    fn shift_right<const R: i32>(self) -> Self {
        Word32(self.0 >> R)
    }
}

impl WordLanes for Word32 {
    #[inline(always)]
    fn load_be<'a>(_token: Portable, row: impl Fn(usize) -> &'a [u8; 32]) -> [Self; 8] {
        let (words, _) = row(0).as_chunks::<4>();
        core::array::from_fn(|at| Word32(u32::from_be_bytes(words[at])))
    }
    #[inline(always)]
    fn store_be(words: [Self; 8], rows: &mut [[u8; 32]]) {
        for (bytes, word) in rows[0].as_chunks_mut::<4>().0.iter_mut().zip(words) {
            *bytes = word.0.to_be_bytes();
        }
    }
    #[inline(always)]
    fn load(_token: Portable, rows: &[[u32; 8]]) -> [Self; 8] {
        rows[0].map(Word32)
    }
    #[inline(always)]
    fn store(words: [Self; 8], rows: &mut [[u32; 8]]) {
        rows[0] = words.map(|word| word.0);
    }
    // The compiler looks for vectors in rounds of scalar words, finds none that pay, and took as long for that as for all else it did to
    // them; their code is 1 to 2 % faster where it does not know how a word came about.
    #[inline(always)]
    fn settled(self) -> Self {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            let mut word = self.0;
            // SAFETY: no instruction.
            unsafe {
                core::arch::asm!("/* {0:e} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags));
            }
            Word32(word)
        }
        #[cfg(any(not(target_arch = "x86_64"), miri))]
        self
    }
}

/// `N` 32-bit words in an array; as rows, four words each. For what hashes many messages slower than [`Word32`] everywhere: there it is
/// what other lane types are tested against, and what Miri runs kernels on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Words32<const N: usize>(pub [u32; N]);

// SAFETY: plain words; the sizes used (4 to 64 bytes) divide a line.
unsafe impl<const N: usize> Plain for Words32<N> {
    type Token = Portable;
}

impl<const N: usize> Words32<N> {
    fn of(f: impl Fn(usize) -> u32) -> Self {
        Words32(from_fn(f))
    }
}

impl<const N: usize> Vector32 for Words32<N> {
    const WORDS: usize = N;

    fn splat(_token: Portable, word: u32) -> Self {
        Words32([word; N])
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Words32(from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Words32(from_fn(|i| self.0[i] ^ other.0[i]))
    }
    fn and(self, other: Self) -> Self {
        Self::of(|i| self.0[i] & other.0[i])
    }
    #[inline(always)]
    fn rotate_right<const R: i32, const L: i32>(self) -> Self {
        const { assert!(R + L == 32) };
        Words32(self.0.map(|word| word.rotate_right(R as u32)))
    }
    fn shift_right<const R: i32>(self) -> Self {
        Self::of(|i| self.0[i] >> R)
    }
    // In one loop: arrays stay in memory between loops.
    #[inline(always)]
    fn add_xor_rotate<const L: i32, const R: i32>(self, b: Self, d: Self) -> Self {
        Words32(from_fn(|i| (self.0[i].wrapping_add(b.0[i]) ^ d.0[i]).rotate_left(L as u32)))
    }
    #[inline(always)]
    fn load_words(_token: Portable, words: &[u32]) -> Self {
        let words = &words[..N];
        Words32(from_fn(|i| words[i]))
    }
    #[inline(always)]
    fn store_words(self, words: &mut [u32]) {
        words[..N].copy_from_slice(&self.0);
    }
}

impl<const N: usize> WordLanes for Words32<N> {
    fn load_be<'a>(_token: Portable, row: impl Fn(usize) -> &'a [u8; 32]) -> [Self; 8] {
        core::array::from_fn(|word| Self::of(|i| u32::from_be_bytes(row(i).as_chunks::<4>().0[word])))
    }
    fn store_be(words: [Self; 8], rows: &mut [[u8; 32]]) {
        for (i, row) in rows[..N].iter_mut().enumerate() {
            for (bytes, word) in row.as_chunks_mut::<4>().0.iter_mut().zip(words) {
                *bytes = word.0[i].to_be_bytes();
            }
        }
    }
    fn load(_token: Portable, rows: &[[u32; 8]]) -> [Self; 8] {
        core::array::from_fn(|word| Self::of(|i| rows[i][word]))
    }
    fn store(words: [Self; 8], rows: &mut [[u32; 8]]) {
        for (i, row) in rows[..N].iter_mut().enumerate() {
            *row = words.map(|word| word.0[i]);
        }
    }
}

impl<const N: usize> RowLanes for Words32<N> {
    const ROWS: usize = N / 4;

    fn load_rows<'a>(_token: Portable, row: impl Fn(usize) -> &'a [u8; 16]) -> Self {
        Self::of(|i| u32::from_be_bytes(row(i / 4).as_chunks::<4>().0[i % 4]))
    }
    fn splat_row(_token: Portable, words: &[u32; 4]) -> Self {
        Self::of(|i| words[i % 4])
    }
    fn store_rows(self, rows: &mut [[u32; 4]]) {
        rows[..N / 4].copy_from_slice(self.0.as_chunks().0);
    }
    fn advance(self, after: Self) -> Self {
        Self::of(|i| if i % 4 < 3 { self.0[i + 1] } else { after.0[i - 3] })
    }
    fn high_pair(self) -> Self {
        Self::of(|i| if i % 4 < 2 { self.0[i + 2] } else { 0 })
    }
    fn low_pair(self) -> Self {
        Self::of(|i| if i % 4 < 2 { 0 } else { self.0[i - 2] })
    }
}

impl<const N: usize> Quad32 for Words32<N> {
    #[inline(always)]
    fn gather(_token: Portable, rows: [&[u32; 4]; 4]) -> Self {
        Words32(if N == 4 { from_fn(|i| rows[0][i]) } else { from_fn(|i| rows[i / 4][i % 4]) })
    }
    #[inline(always)]
    fn scatter<const ROW: usize>(self, row: &mut [u32; 4]) {
        *row = from_fn(|i| self.0[4 * ROW + i]);
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        Words32(from_fn(|i| self.0[i / 4 * 4 + (i + BY) % 4]))
    }
}
