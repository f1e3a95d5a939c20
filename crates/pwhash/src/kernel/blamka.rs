//! Argon2's block function: BlaMka rounds on the rows and then on the columns of a block of 8 x 16 words
//! (RFC 9106, 3.5 and 3.6).

use lanesmith_isa::lanes::{Row64, Wide64};

use super::block::{Block, Layout};
use super::row64::{BlaMka, State, columns_two, round_two};

/// Who wants to know word 0 of a block as soon as it is known. A trait instead of a closure, so that it is inlined for sure.
pub(crate) trait Early {
    /// Takes the word.
    fn word(self, word: u64);
}

/// Nobody.
impl Early for () {
    #[inline(always)]
    fn word(self, _word: u64) {}
}

/// The block function of an engine.
pub(crate) trait BlockFunction: Copy {
    /// How the words of a block lie in memory.
    const LAYOUT: Layout;

    /// `to = G(previous, reference)`, or `to ^= ` that where `XOR` is set.
    fn mix<const XOR: bool>(
        self,
        previous: &Block,
        reference: &Block,
        to: &mut Block,
        scratch: &mut Block,
        early: impl Early,
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

impl<R: Row64> Rows<R> {
    /// A row of what goes in.
    #[inline(always)]
    fn row(self, previous: &Block, reference: &Block, row: usize) -> State<R> {
        [
            self.input(previous, reference, row * 4),
            self.input(previous, reference, row * 4 + 1),
            self.input(previous, reference, row * 4 + 2),
            self.input(previous, reference, row * 4 + 3),
        ]
    }

    #[inline(always)]
    fn input(self, previous: &Block, reference: &Block, at: usize) -> R {
        R::load(self.0, four(previous, at)).xor(R::load(self.0, four(reference, at)))
    }

    #[inline(always)]
    fn keep(self, scratch: &mut Block, row: usize, [a, b, c, d]: State<R>) {
        a.store(four_mut(scratch, row * 4));
        b.store(four_mut(scratch, row * 4 + 1));
        c.store(four_mut(scratch, row * 4 + 2));
        d.store(four_mut(scratch, row * 4 + 3));
    }

    #[inline(always)]
    fn rows(self, previous: &Block, reference: &Block, scratch: &mut Block, row: usize) {
        let (x, y) = (self.row(previous, reference, row), self.row(previous, reference, row + 1));
        let (x, y) = round_two::<R, BlaMka>(x, y);
        self.keep(scratch, row, x);
        self.keep(scratch, row + 1, y);
    }

    /// Words 4q to 4q+3 of all rows: columns 2q and 2q+1, of which each row holds two words. So each of a, b, c, d of a column
    /// lies in two vectors, and no transposition is needed.
    #[inline(always)]
    fn columns<const XOR: bool>(
        self,
        previous: &Block,
        reference: &Block,
        to: &mut Block,
        scratch: &Block,
        quarter: usize,
    ) {
        let at = |row: usize| row * 4 + quarter;
        let x = [
            R::load(self.0, four(scratch, at(0))),
            R::load(self.0, four(scratch, at(2))),
            R::load(self.0, four(scratch, at(4))),
            R::load(self.0, four(scratch, at(6))),
        ];
        let y = [
            R::load(self.0, four(scratch, at(1))),
            R::load(self.0, four(scratch, at(3))),
            R::load(self.0, four(scratch, at(5))),
            R::load(self.0, four(scratch, at(7))),
        ];
        let ([a0, b0, c0, d0], [a1, b1, c1, d1]) = columns_two::<R, BlaMka>(x, y);
        let x = [a1.straddle(a0), b0, c0.straddle(c1), d1];
        let y = [a0.straddle(a1), b1, c1.straddle(c0), d0];
        let ([a0, b0, c0, d0], [a1, b1, c1, d1]) = columns_two::<R, BlaMka>(x, y);
        self.finish::<XOR>(previous, reference, to, at(0), a0.straddle(a1));
        self.finish::<XOR>(previous, reference, to, at(1), a1.straddle(a0));
        self.finish::<XOR>(previous, reference, to, at(2), b0);
        self.finish::<XOR>(previous, reference, to, at(3), b1);
        self.finish::<XOR>(previous, reference, to, at(4), c1.straddle(c0));
        self.finish::<XOR>(previous, reference, to, at(5), c0.straddle(c1));
        self.finish::<XOR>(previous, reference, to, at(6), d1);
        self.finish::<XOR>(previous, reference, to, at(7), d0);
    }

    #[inline(always)]
    fn finish<const XOR: bool>(
        self,
        previous: &Block,
        reference: &Block,
        to: &mut Block,
        at: usize,
        words: R,
    ) {
        let mut words = words.xor(self.input(previous, reference, at));
        if XOR {
            words = words.xor(R::load(self.0, four(to, at)));
        }
        words.store(four_mut(to, at));
    }
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
        early: impl Early,
    ) {
        // Two rows at a time: sixteen registers hold no more.
        for pair in 0..4 {
            self.rows(previous, reference, scratch, 2 * pair);
        }
        self.columns::<XOR>(previous, reference, to, scratch, 0);
        early.word(to[0]);
        for quarter in 1..4 {
            self.columns::<XOR>(previous, reference, to, scratch, quarter);
        }
    }

    #[inline(always)]
    fn prefetch(line: *const u8) {
        R::prefetch(line);
    }
}

/// All of the block in sixteen registers, in an order in which neither rows nor columns have to be brought together:
/// vector `4k + j` holds words `4j..4j+4` of row `2k` and then of row `2k + 1`.
#[derive(Clone, Copy)]
pub(crate) struct Pairs<W: Wide64>(pub(crate) W::Token);

/// All of the block: vector `4k + j` at `[k][j]`.
type Whole<W> = [[W; 4]; 4];

/// Half of G on all of the block.
#[inline(always)]
fn wide_half<W: Wide64, const D: i32, const B: i32>([p, q, r, s]: Whole<W>) -> Whole<W> {
    let (pa, qa) = (p[0].blamka(p[1]), q[0].blamka(q[1]));
    let (ra, sa) = (r[0].blamka(r[1]), s[0].blamka(s[1]));
    let (pd, qd) = (p[3].xor(pa).rotate_right::<D>(), q[3].xor(qa).rotate_right::<D>());
    let (rd, sd) = (r[3].xor(ra).rotate_right::<D>(), s[3].xor(sa).rotate_right::<D>());
    let (pc, qc) = (p[2].blamka(pd), q[2].blamka(qd));
    let (rc, sc) = (r[2].blamka(rd), s[2].blamka(sd));
    let (pb, qb) = (p[1].xor(pc).rotate_right::<B>(), q[1].xor(qc).rotate_right::<B>());
    let (rb, sb) = (r[1].xor(rc).rotate_right::<B>(), s[1].xor(sc).rotate_right::<B>());
    [[pa, pb, pc, pd], [qa, qb, qc, qd], [ra, rb, rc, rd], [sa, sb, sc, sd]]
}

/// G on all of the block.
#[inline(always)]
fn wide<W: Wide64>(whole: Whole<W>) -> Whole<W> {
    wide_half::<W, 16, 63>(wide_half::<W, 32, 24>(whole))
}

#[inline(always)]
fn turn<W: Wide64>([a, b, c, d]: [W; 4]) -> [W; 4] {
    [a.turn::<3>(), b, c.turn::<1>(), d.turn::<2>()]
}

#[inline(always)]
fn turn_back<W: Wide64>([a, b, c, d]: [W; 4]) -> [W; 4] {
    [a.turn::<1>(), b, c.turn::<3>(), d.turn::<2>()]
}

#[inline(always)]
fn turn_columns<W: Wide64>([a, b, c, d]: [W; 4]) -> [W; 4] {
    [a.turn_columns::<3>(), b, c.turn_columns::<1>(), d.turn_columns::<2>()]
}

#[inline(always)]
fn turn_columns_back<W: Wide64>([a, b, c, d]: [W; 4]) -> [W; 4] {
    [a.turn_columns::<1>(), b, c.turn_columns::<3>(), d.turn_columns::<2>()]
}

impl<W: Wide64> Pairs<W> {
    #[inline(always)]
    fn input(self, previous: &Block, reference: &Block, at: usize) -> W {
        let (p, r) = (&previous.as_chunks::<8>().0[at], &reference.as_chunks::<8>().0[at]);
        W::load(self.0, p).xor(W::load(self.0, r))
    }

    #[inline(always)]
    fn inputs(self, previous: &Block, reference: &Block, k: usize) -> [W; 4] {
        [
            self.input(previous, reference, 4 * k),
            self.input(previous, reference, 4 * k + 1),
            self.input(previous, reference, 4 * k + 2),
            self.input(previous, reference, 4 * k + 3),
        ]
    }

    #[inline(always)]
    fn finish<const XOR: bool>(
        self,
        previous: &Block,
        reference: &Block,
        to: &mut Block,
        at: usize,
        words: W,
    ) {
        let (p, r) = (&previous.as_chunks::<8>().0[at], &reference.as_chunks::<8>().0[at]);
        let to = &mut to.as_chunks_mut::<8>().0[at];
        // Read again rather than kept: a load is cheaper than a spill.
        let mut words = W::xor3(words, W::load(self.0, p), W::load(self.0, r));
        if XOR {
            words = words.xor(W::load(self.0, to));
        }
        words.store(to);
    }

    #[inline(always)]
    fn finish_column<const XOR: bool>(
        self,
        previous: &Block,
        reference: &Block,
        to: &mut Block,
        j: usize,
        [a, b, c, d]: [W; 4],
    ) {
        self.finish::<XOR>(previous, reference, to, j, a);
        self.finish::<XOR>(previous, reference, to, 4 + j, b);
        self.finish::<XOR>(previous, reference, to, 8 + j, c);
        self.finish::<XOR>(previous, reference, to, 12 + j, d);
    }
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
        early: impl Early,
    ) {
        let [p, q, r, s] = wide([
            self.inputs(previous, reference, 0),
            self.inputs(previous, reference, 1),
            self.inputs(previous, reference, 2),
            self.inputs(previous, reference, 3),
        ]);
        let [p, q, r, s] = wide([turn(p), turn(q), turn(r), turn(s)]);
        let (p, q, r, s) = (turn_back(p), turn_back(q), turn_back(r), turn_back(s));
        let [p, q, r, s] = wide([
            [p[0], q[0], r[0], s[0]],
            [p[1], q[1], r[1], s[1]],
            [p[2], q[2], r[2], s[2]],
            [p[3], q[3], r[3], s[3]],
        ]);
        let [p, q, r, s] = wide([turn_columns(p), turn_columns(q), turn_columns(r), turn_columns(s)]);
        self.finish_column::<XOR>(previous, reference, to, 0, turn_columns_back(p));
        early.word(to[0]);
        self.finish_column::<XOR>(previous, reference, to, 1, turn_columns_back(q));
        self.finish_column::<XOR>(previous, reference, to, 2, turn_columns_back(r));
        self.finish_column::<XOR>(previous, reference, to, 3, turn_columns_back(s));
    }

    #[inline(always)]
    fn prefetch(line: *const u8) {
        W::prefetch(line);
    }
}
