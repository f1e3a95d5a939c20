//! Argon2's block function: BlaMka rounds on the rows and then on the columns of a block of 8 x 16 words
//! (RFC 9106, 3.5 and 3.6).

use super::row64::{BlaMka, Row64, columns, round};
use crate::ops::{Block, Layout};

/// The block function of an engine.
pub(crate) trait BlockFunction: Copy {
    /// How the words of a block lie in memory.
    const LAYOUT: Layout;

    /// `to = G(previous, reference)`, or `to ^= ` that where `XOR` is set. `early` is called with word 0 of the result as soon
    /// as that is known.
    fn mix<const XOR: bool>(
        self,
        previous: &Block,
        reference: &Block,
        to: &mut Block,
        scratch: &mut Block,
        early: impl FnOnce(u64),
    );

    /// Asks for a line of the cache; any address is allowed.
    fn prefetch(line: *const u8);
}

/// Row by row, for vectors of up to four words.
#[derive(Clone, Copy)]
pub(crate) struct Rows<R: Row64>(pub(crate) R::Token);

#[inline(always)]
fn four(block: &Block, at: usize) -> &[u64; 4] {
    &block.as_chunks::<4>().0[at]
}

#[inline(always)]
fn four_mut(block: &mut Block, at: usize) -> &mut [u64; 4] {
    &mut block.as_chunks_mut::<4>().0[at]
}

impl<R: Row64> BlockFunction for Rows<R> {
    const LAYOUT: Layout = Layout::Rows;

    #[inline(always)]
    fn mix<const XOR: bool>(
        self,
        previous: &Block,
        reference: &Block,
        to: &mut Block,
        scratch: &mut Block,
        early: impl FnOnce(u64),
    ) {
        // Two rows at a time: sixteen registers hold no more.
        for rows in 0..4 {
            let mut states: [[R; 4]; 2] = core::array::from_fn(|row| {
                core::array::from_fn(|part| {
                    let at = (rows * 2 + row) * 4 + part;
                    R::load(self.0, four(previous, at)).xor(R::load(self.0, four(reference, at)))
                })
            });
            round::<R, BlaMka, 2>(&mut states);
            for (row, state) in states.into_iter().enumerate() {
                for (part, words) in state.into_iter().enumerate() {
                    words.store(four_mut(scratch, (rows * 2 + row) * 4 + part));
                }
            }
        }
        let mut early = Some(early);
        for quarter in 0..4 {
            // Words 4q to 4q+3 of all rows: columns 2q and 2q+1, of which each row holds two words. So each of a, b, c, d of a
            // column lies in two vectors, and no transposition is needed.
            let mut v: [[R; 4]; 2] = core::array::from_fn(|half| {
                core::array::from_fn(|part| {
                    R::load(self.0, four(scratch, (part * 2 + half) * 4 + quarter))
                })
            });
            columns::<R, BlaMka, 2>(&mut v);
            let [[a0, b0, c0, d0], [a1, b1, c1, d1]] = v;
            v = [[a1.straddle(a0), b0, c0.straddle(c1), d1], [a0.straddle(a1), b1, c1.straddle(c0), d0]];
            columns::<R, BlaMka, 2>(&mut v);
            let [[a0, b0, c0, d0], [a1, b1, c1, d1]] = v;
            v = [[a0.straddle(a1), b0, c1.straddle(c0), d1], [a1.straddle(a0), b1, c0.straddle(c1), d0]];
            for (half, state) in v.into_iter().enumerate() {
                for (part, mut words) in state.into_iter().enumerate() {
                    let at = (part * 2 + half) * 4 + quarter;
                    words = words.xor(R::load(self.0, four(previous, at)));
                    words = words.xor(R::load(self.0, four(reference, at)));
                    if XOR {
                        words = words.xor(R::load(self.0, four(to, at)));
                    }
                    words.store(four_mut(to, at));
                }
            }
            if let Some(early) = early.take() {
                early(to[0]);
            }
        }
    }

    #[inline(always)]
    fn prefetch(line: *const u8) {
        R::prefetch(line);
    }
}

/// Eight 64-bit words: the same row of two neighbouring states.
pub(crate) trait Wide64: Copy {
    /// What proves that its instructions may be used.
    type Token: lanesmith_isa::Token;

    /// Eight words.
    fn load(token: Self::Token, words: &[u64; 8]) -> Self;
    /// Writes the words.
    fn store(self, words: &mut [u64; 8]);
    /// Bitwise exclusive or.
    fn xor(self, other: Self) -> Self;
    /// `a ^ b ^ c`.
    fn xor3(self, b: Self, c: Self) -> Self;
    /// `a + b + 2 * low(a) * low(b)`.
    fn blamka(self, other: Self) -> Self;
    /// Rotates every word right.
    fn ror<const BITS: i32>(self) -> Self;
    /// In each half of four words, place `i` gets the word of place `i + BY` modulo 4.
    fn turn<const BY: usize>(self) -> Self;
    /// The same for two interleaved columns, which lie at places 0, 1, 4, 5 and 2, 3, 6, 7.
    fn turn_columns<const BY: usize>(self) -> Self;
    /// Asks for a line of the cache; any address is allowed.
    fn prefetch(line: *const u8);
}

/// All of the block in sixteen registers, in an order in which neither rows nor columns have to be brought together:
/// vector `4k + j` holds words `4j..4j+4` of row `2k` and then of row `2k + 1`.
#[derive(Clone, Copy)]
pub(crate) struct Pairs<W: Wide64>(pub(crate) W::Token);

#[inline(always)]
fn wide_columns<W: Wide64, const N: usize>(states: &mut [[W; 4]; N]) {
    #[inline(always)]
    fn half<W: Wide64, const N: usize, const D: i32, const B: i32>(states: &mut [[W; 4]; N]) {
        for s in states.iter_mut() {
            s[0] = s[0].blamka(s[1]);
        }
        for s in states.iter_mut() {
            s[3] = s[3].xor(s[0]).ror::<D>();
        }
        for s in states.iter_mut() {
            s[2] = s[2].blamka(s[3]);
        }
        for s in states.iter_mut() {
            s[1] = s[1].xor(s[2]).ror::<B>();
        }
    }
    half::<W, N, 32, 24>(states);
    half::<W, N, 16, 63>(states);
}

impl<W: Wide64> BlockFunction for Pairs<W> {
    const LAYOUT: Layout = Layout::Pairs;

    #[inline(always)]
    fn mix<const XOR: bool>(
        self,
        previous: &Block,
        reference: &Block,
        to: &mut Block,
        _scratch: &mut Block,
        early: impl FnOnce(u64),
    ) {
        let at = |block: &Block, i: usize| W::load(self.0, &block.as_chunks::<8>().0[i]);
        let mut s: [[W; 4]; 4] = core::array::from_fn(|k| {
            core::array::from_fn(|j| at(previous, 4 * k + j).xor(at(reference, 4 * k + j)))
        });
        wide_columns::<W, 4>(&mut s);
        for s in s.iter_mut() {
            *s = [s[0].turn::<3>(), s[1], s[2].turn::<1>(), s[3].turn::<2>()];
        }
        wide_columns::<W, 4>(&mut s);
        for s in s.iter_mut() {
            *s = [s[0].turn::<1>(), s[1], s[2].turn::<3>(), s[3].turn::<2>()];
        }
        let mut s: [[W; 4]; 4] = core::array::from_fn(|j| core::array::from_fn(|k| s[k][j]));
        wide_columns::<W, 4>(&mut s);
        for s in s.iter_mut() {
            *s = [s[0].turn_columns::<3>(), s[1], s[2].turn_columns::<1>(), s[3].turn_columns::<2>()];
        }
        wide_columns::<W, 4>(&mut s);
        for s in s.iter_mut() {
            *s = [s[0].turn_columns::<1>(), s[1], s[2].turn_columns::<3>(), s[3].turn_columns::<2>()];
        }
        let mut early = Some(early);
        for (j, column) in s.into_iter().enumerate() {
            for (k, words) in column.into_iter().enumerate() {
                let i = 4 * k + j;
                let mut words = words.xor3(at(previous, i), at(reference, i));
                if XOR {
                    words = words.xor(at(to, i));
                }
                words.store(&mut to.as_chunks_mut::<8>().0[i]);
                if let Some(early) = early.take() {
                    early(to[0]);
                }
            }
        }
    }
    #[inline(always)]
    fn prefetch(line: *const u8) {
        W::prefetch(line);
    }
}
