//! The loops of Lyra2, generic over the sponge's permutation, the width of a column and the rows of vectors.
//!
//! All versions work the same way: a column of two or three other rows is absorbed, the state is permuted, and what comes
//! out is added to one or two rows. Columns are loaded before anything is stored, and the second row that is changed is
//! loaded again after the first one was stored, as it may be the same.
//!
//! Long because the walks of both editions, alone and in pairs, share one walk over columns.

use alloc::vec::Vec;

use super::blake2b::IV;
pub use super::lyra2_shape::{Bitrate, Edition, Shape, Sponge};
use super::row64::{BlaMka, Plain, Row64, State, columns, round};
use crate::mem::{Secret, wipe};

/// One hash of a shape.
pub(crate) struct Job<'a> {
    /// All rows, all columns.
    pub(crate) matrix: &'a mut [u64],
    /// What each thread absorbs, padded to whole blocks.
    pub(crate) seeds: &'a [Vec<u64>],
    /// Where the hash goes.
    pub(crate) out: &'a mut [u8],
}

/// A permutation.
trait Permutation {
    /// How many steps a full permutation has.
    const FULL: u32;
    /// One step.
    fn step<R: Row64>(state: State<R>) -> State<R>;
}

impl Permutation for Plain {
    const FULL: u32 = 12;
    #[inline(always)]
    fn step<R: Row64>(state: State<R>) -> State<R> {
        round::<R, Plain>(state)
    }
}

impl Permutation for BlaMka {
    const FULL: u32 = 12;
    #[inline(always)]
    fn step<R: Row64>(state: State<R>) -> State<R> {
        round::<R, BlaMka>(state)
    }
}

/// Columns only, after which the rows move on.
struct Half;

impl Permutation for Half {
    const FULL: u32 = 24;
    #[inline(always)]
    fn step<R: Row64>(state: State<R>) -> State<R> {
        let [a, b, c, d] = columns::<R, BlaMka>(state);
        [a, b.turn::<1>(), c.turn::<2>(), d.turn::<3>()]
    }
}

/// A column in vectors: up to three rows of the state. What lies beyond its width is zero when loaded and not stored.
type Cell<R> = [R; 3];

/// How wide a column is.
trait Width {
    /// Words of a column.
    const WORDS: usize;
    /// The column at `at`.
    fn load<R: Row64>(token: R::Token, matrix: &[u64], at: usize) -> Cell<R>;
    /// Writes the column at `at`.
    fn store<R: Row64>(matrix: &mut [u64], at: usize, cell: Cell<R>);
    /// Word `j` becomes word `j + 2` modulo the width.
    fn turn<R: Row64>(cell: Cell<R>) -> Cell<R>;
    /// The state with the column added by exclusive or.
    fn absorb<R: Row64>(state: State<R>, cell: Cell<R>) -> State<R>;
}

struct W8;
struct W10;
struct W12;

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

impl Width for W8 {
    const WORDS: usize = 8;
    #[inline(always)]
    fn load<R: Row64>(token: R::Token, matrix: &[u64], at: usize) -> Cell<R> {
        let cell = &matrix[at..at + 8];
        let b = R::load(token, four(cell, 4));
        [R::load(token, four(cell, 0)), b, b]
    }
    #[inline(always)]
    fn store<R: Row64>(matrix: &mut [u64], at: usize, [a, b, _]: Cell<R>) {
        let cell = &mut matrix[at..at + 8];
        a.store(four_mut(cell, 0));
        b.store(four_mut(cell, 4));
    }
    #[inline(always)]
    fn turn<R: Row64>([a, b, c]: Cell<R>) -> Cell<R> {
        [a.shift_in::<2>(b), b.shift_in::<2>(a), c]
    }
    #[inline(always)]
    fn absorb<R: Row64>([a, b, c, d]: State<R>, cell: Cell<R>) -> State<R> {
        [a.xor(cell[0]), b.xor(cell[1]), c, d]
    }
}

impl Width for W10 {
    const WORDS: usize = 10;
    #[inline(always)]
    fn load<R: Row64>(token: R::Token, matrix: &[u64], at: usize) -> Cell<R> {
        let cell = &matrix[at..at + 10];
        let (a, b) = (R::load(token, four(cell, 0)), R::load(token, four(cell, 4)));
        [a, b, R::load(token, &[cell[8], cell[9], 0, 0])]
    }
    #[inline(always)]
    fn store<R: Row64>(matrix: &mut [u64], at: usize, [a, b, c]: Cell<R>) {
        let cell = &mut matrix[at..at + 10];
        a.store(four_mut(cell, 0));
        b.store(four_mut(cell, 4));
        let mut words = [0; 4];
        c.store(&mut words);
        cell[8..].copy_from_slice(&words[..2]);
    }
    #[inline(always)]
    fn turn<R: Row64>([a, b, c]: Cell<R>) -> Cell<R> {
        [a.shift_in::<2>(b), b.shift_in::<2>(c), a]
    }
    #[inline(always)]
    fn absorb<R: Row64>([a, b, c, d]: State<R>, cell: Cell<R>) -> State<R> {
        [a.xor(cell[0]), b.xor(cell[1]), c.xor(cell[2]), d]
    }
}

impl Width for W12 {
    const WORDS: usize = 12;
    #[inline(always)]
    fn load<R: Row64>(token: R::Token, matrix: &[u64], at: usize) -> Cell<R> {
        let cell = &matrix[at..at + 12];
        let (a, b) = (R::load(token, four(cell, 0)), R::load(token, four(cell, 4)));
        [a, b, R::load(token, four(cell, 8))]
    }
    #[inline(always)]
    fn store<R: Row64>(matrix: &mut [u64], at: usize, [a, b, c]: Cell<R>) {
        let cell = &mut matrix[at..at + 12];
        a.store(four_mut(cell, 0));
        b.store(four_mut(cell, 4));
        c.store(four_mut(cell, 8));
    }
    #[inline(always)]
    fn turn<R: Row64>([a, b, c]: Cell<R>) -> Cell<R> {
        [a.shift_in::<2>(b), b.shift_in::<2>(c), c.shift_in::<2>(a)]
    }
    #[inline(always)]
    fn absorb<R: Row64>([a, b, c, d]: State<R>, cell: Cell<R>) -> State<R> {
        [a.xor(cell[0]), b.xor(cell[1]), c.xor(cell[2]), d]
    }
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

/// What stays the same during a hash.
struct Walk<R: Row64> {
    token: R::Token,
    /// Steps of the reduced permutation.
    rounds: u32,
    columns: usize,
    /// For numbers modulo `columns` where that is a power of two.
    mask: Option<u64>,
}

impl<R: Row64> Clone for Walk<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Row64> Copy for Walk<R> {}

impl<R: Row64> Walk<R> {
    #[inline(always)]
    fn reduced<P: Permutation>(self, mut state: State<R>) -> State<R> {
        for _ in 0..self.rounds {
            state = P::step(state);
        }
        state
    }

    #[inline(always)]
    fn full<P: Permutation>(mut state: State<R>) -> State<R> {
        // A number that the compiler does not know: unrolled, this would be most of the crate's code, for a few calls a hash.
        for _ in 0..core::hint::black_box(P::FULL) {
            state = P::step(state);
        }
        state
    }

    #[inline(always)]
    fn column(self, word: u64) -> usize {
        match self.mask {
            Some(mask) => (word & mask) as usize,
            None => (word % self.columns as u64) as usize,
        }
    }

    /// The state after a seed in blocks of `BLOCK` words.
    #[inline(always)]
    fn absorb<P: Permutation, const BLOCK: usize>(self, seed: &[u64]) -> State<R> {
        let row = |words: &[u64]| R::load(self.token, four(words, 0));
        let mut state = [row(&[0; 4]), row(&[0; 4]), row(&IV[..4]), row(&IV[4..])];
        for block in seed.chunks_exact(BLOCK) {
            state[0] = state[0].xor(row(block));
            state[1] = state[1].xor(row(&block[4..]));
            if BLOCK == 12 {
                state[2] = state[2].xor(row(&block[8..]));
            }
            state = Self::full::<P>(state);
        }
        state
    }

    /// Fills a row from nothing but the state.
    #[inline(always)]
    fn squeeze_row<P: Permutation, W: Width>(
        self,
        mut state: State<R>,
        matrix: &mut [u64],
        row: usize,
        descending: bool,
    ) -> State<R> {
        for col in 0..self.columns {
            let col = if descending { self.columns - 1 - col } else { col };
            W::store(matrix, (row * self.columns + col) * W::WORDS, rand(state));
            state = self.reduced::<P>(state);
        }
        state
    }

    /// Fills a row from the one before.
    #[inline(always)]
    fn second_row<P: Permutation, W: Width>(
        self,
        mut state: State<R>,
        matrix: &mut [u64],
        row: usize,
        previous: usize,
    ) -> State<R> {
        for col in 0..self.columns {
            let from = W::load::<R>(self.token, matrix, (previous * self.columns + col) * W::WORDS);
            state = self.reduced::<P>(W::absorb(state, from));
            let to = (row * self.columns + self.columns - 1 - col) * W::WORDS;
            W::store(matrix, to, xor(from, rand(state)));
        }
        state
    }

    /// One column of a row of the set-up.
    #[inline(always)]
    fn fill<P: Permutation, W: Width>(
        self,
        state: State<R>,
        matrix: &mut [u64],
        [row0, row1, prev0, prev1]: [usize; 4],
        col: usize,
    ) -> State<R> {
        let at = |row: usize| (row * self.columns + col) * W::WORDS;
        let (one, zero) =
            (W::load::<R>(self.token, matrix, at(row1)), W::load::<R>(self.token, matrix, at(prev0)));
        let sum = add(add(one, zero), W::load(self.token, matrix, at(prev1)));
        let state = self.reduced::<P>(W::absorb(state, sum));
        let to = (row0 * self.columns + self.columns - 1 - col) * W::WORDS;
        W::store(matrix, to, xor(zero, rand(state)));
        W::store(matrix, at(row1), xor(one, W::turn(rand(state))));
        state
    }

    /// One column of a step of the wandering.
    #[inline(always)]
    fn wander<P: Permutation, W: Width>(
        self,
        state: State<R>,
        matrix: &mut [u64],
        [row0, row1, prev0, prev1]: [usize; 4],
        col: usize,
    ) -> State<R> {
        let (col0, col1) = state[1].even();
        let at = |row: usize, col: usize| (row * self.columns + col) * W::WORDS;
        let zero = W::load::<R>(self.token, matrix, at(row0, col));
        let one = W::load::<R>(self.token, matrix, at(row1, col));
        let sum = add(zero, one);
        let sum = add(sum, W::load(self.token, matrix, at(prev0, self.column(col0))));
        let sum = add(sum, W::load(self.token, matrix, at(prev1, self.column(col1))));
        let state = self.reduced::<P>(W::absorb(state, sum));
        W::store(matrix, at(row0, col), xor(zero, rand(state)));
        let one = W::load::<R>(self.token, matrix, at(row1, col));
        W::store(matrix, at(row1, col), xor(one, W::turn(rand(state))));
        state
    }

    /// One column of a step of the wandering of one of several threads.
    #[inline(always)]
    fn wander_threaded<P: Permutation, W: Width>(
        self,
        state: State<R>,
        matrix: &mut [u64],
        [row0, other, prev0]: [usize; 3],
        col: usize,
    ) -> State<R> {
        let (_, col0) = state[1].even();
        let at = |row: usize, col: usize| (row * self.columns + col) * W::WORDS;
        let zero = W::load::<R>(self.token, matrix, at(row0, col));
        let sum = add(zero, W::load(self.token, matrix, at(other, col)));
        let sum = add(sum, W::load(self.token, matrix, at(prev0, self.column(col0))));
        let state = self.reduced::<P>(W::absorb(state, sum));
        W::store(matrix, at(row0, col), xor(zero, rand(state)));
        state
    }

    /// One column of version 1, of both phases: `row` is set in the first and changed in the second.
    #[inline(always)]
    fn old<P: Permutation>(
        self,
        state: State<R>,
        matrix: &mut [u64],
        [row, star, previous]: [usize; 3],
        col: usize,
        fills: bool,
    ) -> State<R> {
        let at = |row: usize| (row * self.columns + col) * 12;
        let sum = xor(W12::load(self.token, matrix, at(star)), W12::load(self.token, matrix, at(previous)));
        let state = self.reduced::<P>(W12::absorb(state, sum));
        let mut to = rand(state);
        if !fills {
            to = xor(to, W12::load(self.token, matrix, at(row)));
        }
        W12::store(matrix, at(row), to);
        let [a, b, c] = rand(state);
        let turned = [c.shift_in::<3>(a), a.shift_in::<3>(b), b.shift_in::<3>(c)];
        let second = xor(W12::load(self.token, matrix, at(star)), turned);
        W12::store(matrix, at(star), second);
        state
    }

    /// Absorbs the first column of the last row and adds what is squeezed to `out`.
    #[inline(always)]
    fn wrap_up<P: Permutation, W: Width>(self, state: State<R>, matrix: &[u64], row: usize, out: &mut [u8]) {
        let last = W::load(self.token, matrix, row * self.columns * W::WORDS);
        let mut state = W::absorb(state, last);
        for out in out.chunks_mut(W::WORDS * 8) {
            state = Self::full::<P>(state);
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
    walk: Walk<R>,
    shape: &Shape,
    matrix: &mut [u64],
    state: &mut State<R>,
) -> usize {
    let (mut x, mut plan) = (*state, Plan::START);
    for row in 3..shape.rows {
        let rows = [row, plan.row1, row - 1, plan.prev1];
        for col in 0..walk.columns {
            x = walk.fill::<P, W>(x, matrix, rows, col);
        }
        plan.advance();
    }
    let mut rows = [shape.rows - 1, plan.prev1];
    for _ in 0..shape.steps() {
        let [prev0, prev1] = rows;
        rows = shape.rows_of(x[0].even());
        for col in 0..walk.columns {
            x = walk.wander::<P, W>(x, matrix, [rows[0], rows[1], prev0, prev1], col);
        }
    }
    *state = x;
    rows[0]
}

/// The same on two hashes side by side.
#[inline(always)]
fn two<R: Row64, P: Permutation, W: Width>(
    walk: Walk<R>,
    shape: &Shape,
    [one, two]: [&mut [u64]; 2],
    states: &mut [State<R>],
) -> [usize; 2] {
    let (mut x, mut y, mut plan) = (states[0], states[1], Plan::START);
    for row in 3..shape.rows {
        let rows = [row, plan.row1, row - 1, plan.prev1];
        for col in 0..walk.columns {
            x = walk.fill::<P, W>(x, one, rows, col);
            y = walk.fill::<P, W>(y, two, rows, col);
        }
        plan.advance();
    }
    let mut rows = [[shape.rows - 1, plan.prev1]; 2];
    for _ in 0..shape.steps() {
        let [[x0, x1], [y0, y1]] = rows;
        rows = [shape.rows_of(x[0].even()), shape.rows_of(y[0].even())];
        for col in 0..walk.columns {
            x = walk.wander::<P, W>(x, one, [rows[0][0], rows[0][1], x0, x1], col);
            y = walk.wander::<P, W>(y, two, [rows[1][0], rows[1][1], y0, y1], col);
        }
    }
    (states[0], states[1]) = (x, y);
    [rows[0][0], rows[1][0]]
}

/// The final version with several threads, one step of each in turn: between two barriers no thread reads what another one
/// writes, so the order makes no difference. Writes the last row of each.
#[inline(always)]
fn threaded<R: Row64, P: Permutation, W: Width>(
    walk: Walk<R>,
    shape: &Shape,
    matrix: &mut [u64],
    states: &mut [State<R>],
    last: &mut [usize],
) {
    let (threads, slice) = (shape.threads, shape.rows / shape.threads);
    let (mut plan, mut ahead, mut sync) = (Plan::START, 0, 4);
    for row in 3..slice {
        for (thread, state) in states.iter_mut().enumerate() {
            let (own, other) = (thread * slice, (thread + ahead) % threads * slice);
            let rows = [own + row, other + plan.row1, own + row - 1, other + plan.prev1];
            for col in 0..walk.columns {
                *state = walk.fill::<P, W>(*state, matrix, rows, col);
            }
        }
        plan.advance();
        if row == sync {
            sync += plan.root / 2;
            ahead = (ahead + 1) % threads;
        }
    }
    let half = slice / 2;
    let (mut own_half, mut other_half, mut sync) = (0, half, plan.root);
    last.iter_mut().enumerate().for_each(|(thread, row)| *row = thread * slice + slice - 1);
    for step in 0..shape.passes as usize * slice {
        for (thread, (state, last)) in states.iter_mut().zip(last.iter_mut()).enumerate() {
            let (zero, two) = state[0].even();
            let (four, _) = state[1].even();
            let row = thread * slice + own_half + (zero % half as u64) as usize;
            let other = (four % threads as u64) as usize * slice + other_half + (two % half as u64) as usize;
            for col in 0..walk.columns {
                *state = walk.wander_threaded::<P, W>(*state, matrix, [row, other, *last], col);
            }
            *last = row;
        }
        if step == sync {
            sync += plan.root;
            core::mem::swap(&mut own_half, &mut other_half);
        }
    }
}

#[inline(always)]
fn walk<R: Row64>(token: R::Token, shape: &Shape) -> Walk<R> {
    let mask = shape.columns.is_power_of_two().then_some(shape.columns as u64 - 1);
    Walk { token, rounds: shape.rounds, columns: shape.columns, mask }
}

impl<R: Row64> Walk<R> {
    /// The sponge after its seed, and the first three rows.
    #[inline(always)]
    fn start<P: Permutation, W: Width>(self, seed: &[u64], matrix: &mut [u64], first: usize) -> State<R> {
        let state = self.absorb::<P, 8>(seed);
        let mut state = self.squeeze_row::<P, W>(state, matrix, first, true);
        for row in first + 1..first + 3 {
            state = self.second_row::<P, W>(state, matrix, row, row - 1);
        }
        state
    }
}

/// Version 1, of April 2014.
#[inline(always)]
fn first_edition<R: Row64, P: Permutation>(token: R::Token, shape: &Shape, job: &mut Job<'_>) {
    let walk = walk::<R>(token, shape);
    let matrix = &mut *job.matrix;
    let mut state = walk.absorb::<P, 12>(&job.seeds[0]);
    for row in 0..2 {
        state = walk.squeeze_row::<P, W12>(state, matrix, row, false);
    }
    let (mut star, mut previous) = (0, 1);
    for row in 2..shape.rows {
        for col in 0..walk.columns {
            state = walk.old::<P>(state, matrix, [row, star, previous], col, true);
        }
        star = if star == 0 { previous } else { star - 1 };
        previous = row;
    }
    for pass in 1..=shape.passes {
        previous = if pass % 2 == 1 { 0 } else { shape.rows - 1 };
        for step in 0..shape.rows {
            let row = if pass % 2 == 1 { shape.rows - 1 - step } else { step };
            let (zero, _) = state[0].even();
            star = ((zero as u32) ^ previous as u32) as usize % shape.rows;
            for col in 0..walk.columns {
                state = walk.old::<P>(state, matrix, [row, star, previous], col, false);
            }
            previous = row;
        }
    }
    walk.wrap_up::<P, W12>(state, matrix, star, job.out);
}

#[inline(always)]
fn of_width<R: Row64, P: Permutation, W: Width>(token: R::Token, shape: &Shape, jobs: &mut [Job<'_>]) {
    let (walk, slice) = (walk::<R>(token, shape), shape.rows / shape.threads);
    for jobs in jobs.chunks_mut(if shape.threads > 1 { 1 } else { 2 }) {
        // What is not a long loop stands here once for all forms: each copy of a permutation takes its time to compile.
        let mut states: Vec<State<R>> = Vec::with_capacity(jobs.len() * shape.threads);
        for job in jobs.iter_mut() {
            for (thread, seed) in job.seeds.iter().enumerate() {
                states.push(walk.start::<P, W>(seed, job.matrix, thread * slice));
            }
        }
        let mut last = alloc::vec![0; states.len()];
        match &mut *jobs {
            [job] if shape.threads > 1 => {
                threaded::<R, P, W>(walk, shape, job.matrix, &mut states, &mut last);
            }
            [job] => last[0] = one::<R, P, W>(walk, shape, job.matrix, &mut states[0]),
            [a, b] => {
                let rows = two::<R, P, W>(walk, shape, [a.matrix, b.matrix], &mut states);
                last.copy_from_slice(&rows);
            }
            _ => {}
        }
        let ends = states.chunks(shape.threads).zip(last.chunks(shape.threads));
        for (job, (states, last)) in jobs.iter_mut().zip(ends) {
            for (state, row) in states.iter().zip(last) {
                walk.wrap_up::<P, W>(*state, job.matrix, *row, job.out);
            }
        }
        let zero = R::load(token, &[0; 4]);
        states.fill([zero; 4]);
        core::hint::black_box(&mut states);
    }
}

#[inline(always)]
fn of_sponge<R: Row64, P: Permutation>(token: R::Token, shape: &Shape, jobs: &mut [Job<'_>]) {
    match shape.bitrate {
        Bitrate::Words8 => of_width::<R, P, W8>(token, shape, jobs),
        Bitrate::Words10 => of_width::<R, P, W10>(token, shape, jobs),
        Bitrate::Words12 => of_width::<R, P, W12>(token, shape, jobs),
    }
}

/// Hashes of one shape, two side by side where the shape allows it.
#[inline(always)]
pub(crate) fn run<R: Row64>(token: R::Token, shape: &Shape, jobs: &mut [Job<'_>]) {
    for job in jobs.iter_mut() {
        wipe(job.out);
    }
    match (shape.edition, shape.sponge) {
        (Edition::April2014, _) => {
            for job in jobs {
                first_edition::<R, Plain>(token, shape, job);
            }
        }
        (Edition::Final, Sponge::Blake2b) => of_sponge::<R, Plain>(token, shape, jobs),
        (Edition::Final, Sponge::BlaMka) => of_sponge::<R, BlaMka>(token, shape, jobs),
        (Edition::Final, Sponge::HalfRoundBlaMka) => of_sponge::<R, Half>(token, shape, jobs),
    }
}
