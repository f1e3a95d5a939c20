//! The loops of Lyra2, generic over the sponge's permutation, the width of a column and the rows of vectors.
//!
//! All versions work the same way: a column of two or three other rows is absorbed, the state is permuted, and what comes
//! out is added to one or two rows. Columns are loaded before anything is stored, and the second row that is changed is
//! loaded again after the first one was stored, as it may be the same.
//!
//! What everybody uses (BlaMka, one round, columns of 12 words, one thread) and version 1 are compiled for themselves; all other forms
//! share one text that asks at each column which they are, which costs a few per cent of time and saves most of the code.
//!
//! Long because the walks of both editions, alone and in pairs, share one walk over columns.

use alloc::vec::Vec;

use super::blake2b::IV;
pub use super::lyra2_shape::{Bitrate, Edition, Shape, Sponge};
use super::row64::{Alone, BlaMka, Plain, State, columns, round};
use crate::mem::{Secret, wipe};
use lanesmith_isa::Token;
use lanesmith_isa::lanes::Row64;

/// One hash of a shape.
pub(crate) struct Job<'a> {
    /// All rows, all columns.
    pub(crate) matrix: &'a mut [u64],
    /// What each thread absorbs, padded to whole blocks.
    pub(crate) seeds: &'a [Vec<u64>],
    /// Where the hash goes.
    pub(crate) out: &'a mut [u8],
}

/// A permutation that is applied in steps: known when compiled, or a parameter of the hash.
trait Permutation: Copy {
    /// So many of its steps.
    fn steps<R: Row64>(self, state: State<R>, count: u32) -> State<R>;
}

impl Permutation for Plain {
    #[inline(always)]
    fn steps<R: Row64>(self, mut state: State<R>, count: u32) -> State<R> {
        for _ in 0..count {
            state = round::<R, Plain>(state);
        }
        state
    }
}

impl Permutation for BlaMka {
    #[inline(always)]
    fn steps<R: Row64>(self, mut state: State<R>, count: u32) -> State<R> {
        for _ in 0..count {
            state = round::<R, BlaMka>(state);
        }
        state
    }
}

impl Permutation for Alone {
    #[inline(always)]
    fn steps<R: Row64>(self, mut state: State<R>, count: u32) -> State<R> {
        for _ in 0..count {
            state = round::<R, Alone>(state);
        }
        state
    }
}

/// Columns only, after which the rows move on.
#[derive(Clone, Copy)]
struct Half;

impl Permutation for Half {
    #[inline(always)]
    fn steps<R: Row64>(self, mut state: State<R>, count: u32) -> State<R> {
        for _ in 0..count {
            let [a, b, c, d] = columns::<R, BlaMka>(state);
            state = [a, b.turn::<1>(), c.turn::<2>(), d.turn::<3>()];
        }
        state
    }
}

impl Permutation for Sponge {
    #[inline(always)]
    fn steps<R: Row64>(self, state: State<R>, count: u32) -> State<R> {
        match self {
            Sponge::Blake2b => Plain.steps(state, count),
            Sponge::BlaMka => BlaMka.steps(state, count),
            Sponge::HalfRoundBlaMka => Half.steps(state, count),
        }
    }
}

/// A column in vectors: up to three rows of the state. What lies beyond its width is zero when loaded and not stored.
type Cell<R> = [R; 3];

/// How wide a column is: known when compiled, or a parameter of the hash.
trait Width: Copy {
    /// The width.
    fn bitrate(self) -> Bitrate;

    /// Words of a column.
    #[inline(always)]
    fn words(self) -> usize {
        self.bitrate().words()
    }
    /// The column at `at`.
    #[inline(always)]
    fn load<R: Row64>(self, token: R::Token, matrix: &[u64], at: usize) -> Cell<R> {
        let cell = &matrix[at..at + self.words()];
        let (a, b) = (R::load(token, four(cell, 0)), R::load(token, four(cell, 4)));
        let c = match self.bitrate() {
            Bitrate::Words8 => R::load(token, &[0; 4]),
            Bitrate::Words10 => R::load(token, &[cell[8], cell[9], 0, 0]),
            Bitrate::Words12 => R::load(token, four(cell, 8)),
        };
        [a, b, c]
    }
    /// Writes the column at `at`.
    #[inline(always)]
    fn store<R: Row64>(self, matrix: &mut [u64], at: usize, [a, b, c]: Cell<R>) {
        let cell = &mut matrix[at..at + self.words()];
        a.store(four_mut(cell, 0));
        b.store(four_mut(cell, 4));
        match self.bitrate() {
            Bitrate::Words8 => {}
            Bitrate::Words10 => {
                let mut words = [0; 4];
                c.store(&mut words);
                cell[8..].copy_from_slice(&words[..2]);
            }
            Bitrate::Words12 => c.store(four_mut(cell, 8)),
        }
    }
    /// Word `j` becomes word `j + 2` modulo the width.
    #[inline(always)]
    fn turn<R: Row64>(self, [a, b, c]: Cell<R>) -> Cell<R> {
        match self.bitrate() {
            Bitrate::Words8 => [a.shift_in::<2>(b), b.shift_in::<2>(a), c],
            Bitrate::Words10 => [a.shift_in::<2>(b), b.shift_in::<2>(c), a],
            Bitrate::Words12 => [a.shift_in::<2>(b), b.shift_in::<2>(c), c.shift_in::<2>(a)],
        }
    }
}

impl Width for Bitrate {
    #[inline(always)]
    fn bitrate(self) -> Bitrate {
        self
    }
}

/// Columns of 12 words.
#[derive(Clone, Copy)]
struct W12;

impl Width for W12 {
    #[inline(always)]
    fn bitrate(self) -> Bitrate {
        Bitrate::Words12
    }
}

#[inline(always)]
fn four(words: &[u64], at: usize) -> &[u64; 4] {
    let (chunks, _) = words[at..at + 4].as_chunks::<4>();
    &chunks[0]
}

#[inline(always)]
fn four_mut(words: &mut [u64], at: usize) -> &mut [u64; 4] {
    let (chunks, _) = words[at..at + 4].as_chunks_mut::<4>();
    &mut chunks[0]
}

/// The state with a column added by exclusive or.
#[inline(always)]
fn absorb<R: Row64>([a, b, c, d]: State<R>, cell: Cell<R>) -> State<R> {
    [a.xor(cell[0]), b.xor(cell[1]), c.xor(cell[2]), d]
}

#[inline(always)]
fn add<R: Row64>([a, b, c]: Cell<R>, other: Cell<R>) -> Cell<R> {
    [a.add(other[0]), b.add(other[1]), c.add(other[2])]
}

#[inline(always)]
fn xor<R: Row64>([a, b, c]: Cell<R>, other: Cell<R>) -> Cell<R> {
    [a.xor(other[0]), b.xor(other[1]), c.xor(other[2])]
}

/// The state's words that are squeezed.
#[inline(always)]
fn rand<R: Row64>(state: State<R>) -> Cell<R> {
    [state[0], state[1], state[2]]
}

/// So many columns ahead of its use is memory asked for: the processor's own prefetchers stop at the end of a page.
const AHEAD: usize = 16;

/// What stays the same during a hash.
#[derive(Clone, Copy)]
struct Walk<T, P, W> {
    token: T,
    permutation: P,
    width: W,
    /// Steps of the reduced permutation.
    rounds: u32,
    columns: usize,
    /// For numbers modulo `columns` where that is a power of two.
    mask: Option<u64>,
}

/// The walk of any form: what is not a long loop stands here once for all of them, as each copy of a permutation takes its
/// time to compile.
type Any<T> = Walk<T, Sponge, Bitrate>;

impl<T: Token, P: Permutation, W: Width> Walk<T, P, W> {
    /// The same hash, with what is known of it when this is compiled.
    #[inline(always)]
    fn with<P2, W2>(self, permutation: P2, width: W2) -> Walk<T, P2, W2> {
        let Walk { token, rounds, columns, mask, .. } = self;
        Walk { token, permutation, width, rounds, columns, mask }
    }

    #[inline(always)]
    fn reduced<R: Row64<Token = T>>(self, state: State<R>) -> State<R> {
        self.permutation.steps(state, self.rounds)
    }

    #[inline(always)]
    fn load<R: Row64<Token = T>>(self, matrix: &[u64], at: usize) -> Cell<R> {
        self.width.load(self.token, matrix, at)
    }

    /// Where a column lies.
    #[inline(always)]
    fn at(self, row: usize, col: usize) -> usize {
        (row * self.columns + col) * self.width.words()
    }

    #[inline(always)]
    fn column(self, word: u64) -> usize {
        match self.mask {
            Some(mask) => (word & mask) as usize,
            None => (word % self.columns as u64) as usize,
        }
    }

    /// Asks for all lines of a column, which need not be there.
    #[inline(always)]
    fn ask<R: Row64<Token = T>>(self, matrix: &[u64], row: usize, col: usize) {
        let words = self.width.words();
        let at = (row * self.columns).wrapping_add(col).wrapping_mul(words);
        for at in [at, at.wrapping_add(words / 2)] {
            R::prefetch(matrix.as_ptr().wrapping_add(at));
        }
    }

    /// Asks for the first columns of a row that was not known before.
    #[inline(always)]
    fn open<R: Row64<Token = T>>(self, matrix: &[u64], row: usize) {
        for col in 0..AHEAD.min(self.columns) {
            self.ask::<R>(matrix, row, col);
        }
    }

    /// One column of a row of the set-up.
    #[inline(always)]
    fn fill<R: Row64<Token = T>>(
        self,
        state: State<R>,
        matrix: &mut [u64],
        [row0, row1, prev0, prev1]: [usize; 4],
        col: usize,
    ) -> State<R> {
        self.ask::<R>(matrix, row0, (self.columns - 1 - col).wrapping_sub(AHEAD));
        self.ask::<R>(matrix, row1, col + AHEAD);
        let one = self.load::<R>(matrix, self.at(row1, col));
        let zero = self.load::<R>(matrix, self.at(prev0, col));
        let sum = add(add(one, zero), self.load(matrix, self.at(prev1, col)));
        let state = self.reduced(absorb(state, sum));
        self.width.store(matrix, self.at(row0, self.columns - 1 - col), xor(zero, rand(state)));
        self.width.store(matrix, self.at(row1, col), xor(one, self.width.turn(rand(state))));
        state
    }

    /// One column of a step of the wandering.
    #[inline(always)]
    fn wander<R: Row64<Token = T>>(
        self,
        state: State<R>,
        matrix: &mut [u64],
        [row0, row1, prev0, prev1]: [usize; 4],
        col: usize,
    ) -> State<R> {
        self.ask::<R>(matrix, row0, col + AHEAD);
        self.ask::<R>(matrix, row1, col + AHEAD);
        let (col0, col1) = state[1].even();
        let zero = self.load::<R>(matrix, self.at(row0, col));
        let one = self.load::<R>(matrix, self.at(row1, col));
        let sum = add(zero, one);
        let sum = add(sum, self.load(matrix, self.at(prev0, self.column(col0))));
        let sum = add(sum, self.load(matrix, self.at(prev1, self.column(col1))));
        let state = self.reduced(absorb(state, sum));
        self.width.store(matrix, self.at(row0, col), xor(zero, rand(state)));
        let one = self.load::<R>(matrix, self.at(row1, col));
        self.width.store(matrix, self.at(row1, col), xor(one, self.width.turn(rand(state))));
        state
    }

    /// One column of a step of the wandering of one of several threads.
    #[inline(always)]
    fn wander_threaded<R: Row64<Token = T>>(
        self,
        state: State<R>,
        matrix: &mut [u64],
        [row0, other, prev0]: [usize; 3],
        col: usize,
    ) -> State<R> {
        let (_, col0) = state[1].even();
        let zero = self.load::<R>(matrix, self.at(row0, col));
        let sum = add(zero, self.load(matrix, self.at(other, col)));
        let sum = add(sum, self.load(matrix, self.at(prev0, self.column(col0))));
        let state = self.reduced(absorb(state, sum));
        self.width.store(matrix, self.at(row0, col), xor(zero, rand(state)));
        state
    }

    /// One column of version 1, of both phases: `row` is set in the first and changed in the second.
    #[inline(always)]
    fn old<R: Row64<Token = T>>(
        self,
        state: State<R>,
        matrix: &mut [u64],
        [row, star, previous]: [usize; 3],
        col: usize,
        fills: bool,
    ) -> State<R> {
        let sum = xor(self.load(matrix, self.at(star, col)), self.load(matrix, self.at(previous, col)));
        let state = self.reduced(absorb(state, sum));
        let mut to = rand(state);
        if !fills {
            to = xor(to, self.load(matrix, self.at(row, col)));
        }
        self.width.store(matrix, self.at(row, col), to);
        let [a, b, c] = rand(state);
        let turned = [c.shift_in::<3>(a), a.shift_in::<3>(b), b.shift_in::<3>(c)];
        let second = xor(self.load(matrix, self.at(star, col)), turned);
        self.width.store(matrix, self.at(star, col), second);
        state
    }
}

impl<T: Token> Any<T> {
    #[inline(always)]
    fn new(token: T, shape: &Shape<'_>) -> Self {
        let Shape { sponge, bitrate, rounds, columns, .. } = *shape;
        let mask = columns.is_power_of_two().then_some(columns as u64 - 1);
        Walk { token, permutation: sponge, width: bitrate, rounds, columns, mask }
    }

    #[inline(always)]
    fn full<R: Row64<Token = T>>(self, state: State<R>) -> State<R> {
        let count = if self.permutation == Sponge::HalfRoundBlaMka { 24 } else { 12 };
        self.permutation.steps(state, count)
    }

    /// The state after a seed in blocks of 8 or 12 words.
    #[inline(always)]
    fn absorb<R: Row64<Token = T>>(self, seed: &[u64], block: usize) -> State<R> {
        let row = |words: &[u64]| R::load(self.token, four(words, 0));
        let mut state = [row(&[0; 4]), row(&[0; 4]), row(&IV[..4]), row(&IV[4..])];
        for words in seed.chunks_exact(block) {
            state[0] = state[0].xor(row(words));
            state[1] = state[1].xor(row(&words[4..]));
            if let Some(third) = words.get(8..12) {
                state[2] = state[2].xor(row(third));
            }
            state = self.full(state);
        }
        state
    }

    /// Fills a row from nothing but the state.
    #[inline(always)]
    fn squeeze_row<R: Row64<Token = T>>(
        self,
        mut state: State<R>,
        matrix: &mut [u64],
        row: usize,
        descending: bool,
    ) -> State<R> {
        for col in 0..self.columns {
            let col = if descending { self.columns - 1 - col } else { col };
            self.width.store(matrix, self.at(row, col), rand(state));
            state = self.reduced(state);
        }
        state
    }

    /// Fills a row from the one before.
    #[inline(always)]
    fn second_row<R: Row64<Token = T>>(
        self,
        mut state: State<R>,
        matrix: &mut [u64],
        row: usize,
        previous: usize,
    ) -> State<R> {
        for col in 0..self.columns {
            let from = self.load::<R>(matrix, self.at(previous, col));
            state = self.reduced(absorb(state, from));
            self.width.store(matrix, self.at(row, self.columns - 1 - col), xor(from, rand(state)));
        }
        state
    }

    /// The sponge after its seed, and the first three rows.
    #[inline(always)]
    fn start<R: Row64<Token = T>>(self, seed: &[u64], matrix: &mut [u64], first: usize) -> State<R> {
        let state = self.absorb(seed, 8);
        let mut state = self.squeeze_row(state, matrix, first, true);
        for row in first + 1..first + 3 {
            state = self.second_row::<R>(state, matrix, row, row - 1);
        }
        state
    }

    /// Absorbs the first column of the last row and adds what is squeezed to `out`.
    #[inline(always)]
    fn wrap_up<R: Row64<Token = T>>(self, state: State<R>, matrix: &[u64], row: usize, out: &mut [u8]) {
        let mut state: State<R> = absorb(state, self.load(matrix, self.at(row, 0)));
        for out in out.chunks_mut(self.width.words() * 8) {
            state = self.full(state);
            let mut words = Secret::new([0u64; 12]);
            state[0].store(four_mut(&mut *words, 0));
            state[1].store(four_mut(&mut *words, 4));
            state[2].store(four_mut(&mut *words, 8));
            for (out, word) in out.chunks_mut(8).zip(&*words) {
                for (out, byte) in out.iter_mut().zip(word.to_le_bytes()) {
                    *out ^= byte;
                }
            }
        }
    }
}

/// Which rows a row of the set-up is made from (all threads alike).
struct Plan {
    row1: usize,
    prev1: usize,
    window: usize,
    step: usize,
    root: usize,
    gap: bool,
}

impl Plan {
    const START: Plan = Plan { row1: 1, prev1: 0, window: 2, step: 1, root: 2, gap: false };

    #[inline(always)]
    fn advance(&mut self) {
        self.prev1 = self.row1;
        self.row1 = (self.row1 + self.step) & (self.window - 1);
        if self.row1 == 0 {
            self.window *= 2;
            self.step = if self.gap { self.root - 1 } else { self.root + 1 };
            self.gap = !self.gap;
            if self.gap {
                self.root *= 2;
            }
        }
    }
}

/// The final version with one thread: one hash. Gives the last row.
#[inline(always)]
fn one<R: Row64, P: Permutation, W: Width>(
    walk: Walk<R::Token, P, W>,
    shape: &Shape<'_>,
    matrix: &mut [u64],
    state: &mut State<R>,
) -> usize {
    let (mut x, mut plan) = (*state, Plan::START);
    for row in 3..shape.rows {
        if shape.stops(row as u64) {
            break;
        }
        let rows = [row, plan.row1, row - 1, plan.prev1];
        walk.open::<R>(matrix, plan.row1);
        for col in 0..walk.columns {
            x = walk.fill(x, matrix, rows, col);
        }
        plan.advance();
    }
    let mut rows = [shape.rows - 1, plan.prev1];
    for step in 0..shape.steps() {
        if shape.stops(step) {
            break;
        }
        let [prev0, prev1] = rows;
        rows = shape.rows_of(x[0].even());
        walk.open::<R>(matrix, rows[0]);
        walk.open::<R>(matrix, rows[1]);
        for col in 0..walk.columns {
            x = walk.wander(x, matrix, [rows[0], rows[1], prev0, prev1], col);
        }
    }
    *state = x;
    rows[0]
}

/// The same on two hashes side by side.
#[inline(always)]
fn two<R: Row64, P: Permutation, W: Width>(
    walk: Walk<R::Token, P, W>,
    shape: &Shape<'_>,
    [one, two]: [&mut [u64]; 2],
    states: &mut [State<R>],
) -> [usize; 2] {
    let (mut x, mut y, mut plan) = (states[0], states[1], Plan::START);
    for row in 3..shape.rows {
        if shape.stops(row as u64) {
            break;
        }
        let rows = [row, plan.row1, row - 1, plan.prev1];
        walk.open::<R>(one, plan.row1);
        walk.open::<R>(two, plan.row1);
        for col in 0..walk.columns {
            x = walk.fill(x, one, rows, col);
            y = walk.fill(y, two, rows, col);
        }
        plan.advance();
    }
    let mut rows = [[shape.rows - 1, plan.prev1]; 2];
    for step in 0..shape.steps() {
        if shape.stops(step) {
            break;
        }
        let [[x0, x1], [y0, y1]] = rows;
        rows = [shape.rows_of(x[0].even()), shape.rows_of(y[0].even())];
        for (x, y) in rows[0].into_iter().zip(rows[1]) {
            walk.open::<R>(one, x);
            walk.open::<R>(two, y);
        }
        for col in 0..walk.columns {
            x = walk.wander(x, one, [rows[0][0], rows[0][1], x0, x1], col);
            y = walk.wander(y, two, [rows[1][0], rows[1][1], y0, y1], col);
        }
    }
    (states[0], states[1]) = (x, y);
    [rows[0][0], rows[1][0]]
}

/// The final version with several threads, one step of each in turn: between two barriers no thread reads what another one
/// writes, so the order makes no difference. Writes the last row of each.
#[inline(always)]
fn threaded<R: Row64, P: Permutation, W: Width>(
    walk: Walk<R::Token, P, W>,
    shape: &Shape<'_>,
    matrix: &mut [u64],
    states: &mut [State<R>],
    last: &mut [usize],
) {
    let (threads, slice) = (shape.threads, shape.rows / shape.threads);
    let (mut plan, mut ahead, mut sync) = (Plan::START, 0, 4);
    for row in 3..slice {
        if shape.stops(row as u64) {
            break;
        }
        for (thread, state) in states.iter_mut().enumerate() {
            let (own, other) = (thread * slice, (thread + ahead) % threads * slice);
            let rows = [own + row, other + plan.row1, own + row - 1, other + plan.prev1];
            for col in 0..walk.columns {
                *state = walk.fill(*state, matrix, rows, col);
            }
        }
        plan.advance();
        if row == sync {
            sync += plan.root / 2;
            ahead = (ahead + 1) % threads;
        }
    }
    let half = slice / 2;
    // Numbers of steps are of 64 bits: passes times rows need not fit into an address.
    let (mut own_half, mut other_half, mut sync) = (0, half, plan.root as u64);
    last.iter_mut().enumerate().for_each(|(thread, row)| *row = thread * slice + slice - 1);
    for step in 0..u64::from(shape.passes) * slice as u64 {
        if shape.stops(step) {
            break;
        }
        for (thread, (state, last)) in states.iter_mut().zip(last.iter_mut()).enumerate() {
            let (zero, two) = state[0].even();
            let (four, _) = state[1].even();
            let row = thread * slice + own_half + (zero % half as u64) as usize;
            let other = (four % threads as u64) as usize * slice + other_half + (two % half as u64) as usize;
            for col in 0..walk.columns {
                *state = walk.wander_threaded(*state, matrix, [row, other, *last], col);
            }
            *last = row;
        }
        if step == sync {
            sync += plan.root as u64;
            core::mem::swap(&mut own_half, &mut other_half);
        }
    }
}

/// Version 1, of April 2014: the walk over its rows. Gives the last one that was chosen.
#[inline(always)]
fn first_edition<R: Row64>(
    any: Any<R::Token>,
    shape: &Shape<'_>,
    job: &mut Job<'_>,
    state: &mut State<R>,
) -> usize {
    let matrix = &mut *job.matrix;
    *state = any.absorb(&job.seeds[0], 12);
    for row in 0..2 {
        *state = any.squeeze_row(*state, matrix, row, false);
    }
    let (walk, mut x) = (any.with(Plain, W12), *state);
    let (mut star, mut previous) = (0, 1);
    for row in 2..shape.rows {
        if shape.stops(row as u64) {
            break;
        }
        for col in 0..walk.columns {
            x = walk.old(x, matrix, [row, star, previous], col, true);
        }
        star = if star == 0 { previous } else { star - 1 };
        previous = row;
    }
    'passes: for pass in 1..=shape.passes {
        previous = if pass % 2 == 1 { 0 } else { shape.rows - 1 };
        for step in 0..shape.rows {
            if shape.stops(step as u64) {
                break 'passes;
            }
            let row = if pass % 2 == 1 { shape.rows - 1 - step } else { step };
            let (zero, _) = x[0].even();
            star = ((zero as u32) ^ previous as u32) as usize % shape.rows;
            for col in 0..walk.columns {
                x = walk.old(x, matrix, [row, star, previous], col, false);
            }
            previous = row;
        }
    }
    *state = x;
    star
}

/// Hashes of one shape, two side by side where the form is the usual one and `COMMON` says that this engine has it apart.
#[inline(always)]
pub(crate) fn run<R: Row64, const COMMON: bool>(token: R::Token, shape: &Shape<'_>, jobs: &mut [Job<'_>]) {
    for job in jobs.iter_mut() {
        wipe(job.out);
    }
    let (any, slice) = (Any::new(token, shape), shape.rows / shape.threads);
    let common = COMMON
        && (shape.edition, shape.sponge, shape.bitrate) == (Edition::Final, Sponge::BlaMka, Bitrate::Words12)
        && shape.rounds == 1;
    // With a loop over rounds, the state would go through memory twice in each column.
    let usual = Walk { rounds: 1, ..any };
    for jobs in jobs.chunks_mut(if common && shape.threads == 1 { 2 } else { 1 }) {
        let zero = R::load(token, &[0; 4]);
        let mut states: Vec<State<R>> = alloc::vec![[zero; 4]; jobs.len() * shape.threads];
        let mut last = alloc::vec![0; states.len()];
        if shape.edition == Edition::Final {
            for (job, states) in jobs.iter_mut().zip(states.chunks_mut(shape.threads)) {
                for (thread, (seed, state)) in job.seeds.iter().zip(states).enumerate() {
                    *state = any.start(seed, job.matrix, thread * slice);
                }
            }
        }
        match &mut *jobs {
            [job] if shape.edition == Edition::April2014 => {
                last[0] = first_edition(any, shape, job, &mut states[0]);
            }
            [job] if shape.threads > 1 => threaded(any, shape, job.matrix, &mut states, &mut last),
            [job] if common => {
                last[0] = one(usual.with(Alone, W12), shape, job.matrix, &mut states[0]);
            }
            [job] => last[0] = one(any, shape, job.matrix, &mut states[0]),
            [a, b] if COMMON => {
                let matrices = [&mut *a.matrix, &mut *b.matrix];
                last.copy_from_slice(&two(usual.with(BlaMka, W12), shape, matrices, &mut states));
            }
            _ => {}
        }
        let stopped = shape.interrupt.check().is_err();
        if !stopped {
            let ends = states.chunks(shape.threads).zip(last.chunks(shape.threads));
            for (job, (states, last)) in jobs.iter_mut().zip(ends) {
                for (state, row) in states.iter().zip(last) {
                    any.wrap_up(*state, job.matrix, *row, job.out);
                }
            }
        }
        states.fill([zero; 4]);
        core::hint::black_box(&mut states);
        if stopped {
            return;
        }
    }
}
