//! scrypt's ROMix (RFC 7914, 5) of several inputs at once.
//!
//! A block of 16 words is kept as four rows that are the diagonals of Salsa20's square, so that every quarter-round is four
//! operations on rows, and word 0 stays first. A vector holds the same row of one, two or four inputs.

use lanesmith_isa::lanes::Quad32;

use crate::mem::{Interrupt, ask_mask};

/// Which word of a block lies at which place.
const ORDER: [usize; 16] = [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11];

/// A block of each lane.
type Rows<Q> = [Q; 4];

/// A quarter-round of all columns: `$to ^= ($a + $b) <<< $left`, on one block or two independent ones.
macro_rules! quarter {
    ($($s:ident)+, $to:literal ^= $a:literal + $b:literal, $left:literal, $right:literal) => {
        $($s[$to] = $s[$to].xor($s[$a].add($s[$b]).rotate_left::<$left, $right>());)+
    };
}

macro_rules! salsa {
    ($name:ident, $count:literal: $($s:ident)+) => {
        /// Salsa20/8 without the sum at its end.
        #[inline(always)]
        fn $name<Q: Quad32>($(mut $s: Rows<Q>),+) -> [Rows<Q>; $count] {
            macro_rules! double_round {
                () => {
                    quarter!($($s)+, 1 ^= 0 + 3, 7, 25);
                    quarter!($($s)+, 2 ^= 1 + 0, 9, 23);
                    quarter!($($s)+, 3 ^= 2 + 1, 13, 19);
                    quarter!($($s)+, 0 ^= 3 + 2, 18, 14);
                    $($s = [$s[0], $s[1].turn::<3>(), $s[2].turn::<2>(), $s[3].turn::<1>()];)+
                    quarter!($($s)+, 3 ^= 0 + 1, 7, 25);
                    quarter!($($s)+, 2 ^= 3 + 0, 9, 23);
                    quarter!($($s)+, 1 ^= 2 + 3, 13, 19);
                    quarter!($($s)+, 0 ^= 1 + 2, 18, 14);
                    $($s = [$s[0], $s[1].turn::<1>(), $s[2].turn::<2>(), $s[3].turn::<3>()];)+
                };
            }
            double_round!();
            double_round!();
            double_round!();
            double_round!();
            [$($s),+]
        }
    };
}
salsa!(salsa_one, 1: x);
salsa!(salsa_two, 2: x y);

#[inline(always)]
fn sum<Q: Quad32>(a: Rows<Q>, b: Rows<Q>) -> Rows<Q> {
    [a[0].add(b[0]), a[1].add(b[1]), a[2].add(b[2]), a[3].add(b[3])]
}

#[inline(always)]
fn xor<Q: Quad32>(a: Rows<Q>, b: Rows<Q>) -> Rows<Q> {
    [a[0].xor(b[0]), a[1].xor(b[1]), a[2].xor(b[2]), a[3].xor(b[3])]
}

/// What is worked on.
pub(crate) struct Mix<'a> {
    /// One input after the other, `32 r` words each, as numbers.
    pub(crate) inputs: &'a mut [u32],
    /// The tables, one for each input that is worked on at the same time.
    pub(crate) table: &'a mut [u32],
    /// Words from a table to the next.
    pub(crate) stride: usize,
    /// `64 r` words for each input that is worked on at the same time.
    pub(crate) scratch: &'a mut [u32],
    pub(crate) n: usize,
    pub(crate) r: usize,
    /// Whether to stop: then the inputs become nothing of use.
    pub(crate) interrupt: Interrupt<'a>,
}

/// The working state of `G` vectors side by side: inputs `0..G * ROWS`.
struct Work<'a, Q: Quad32> {
    token: Q::Token,
    table: &'a mut [u32],
    stride: usize,
    blocks: usize,
}

#[inline(always)]
fn four(words: &[u32], at: usize) -> &[u32; 4] {
    let (chunks, _) = words[at..at + 4].as_chunks::<4>();
    &chunks[0]
}

#[inline(always)]
fn four_mut(words: &mut [u32], at: usize) -> &mut [u32; 4] {
    let (chunks, _) = words[at..at + 4].as_chunks_mut::<4>();
    &mut chunks[0]
}

impl<Q: Quad32> Work<'_, Q> {
    /// The block that lies at `at` in packed form.
    #[inline(always)]
    fn load(&self, words: &[u32], at: usize) -> Rows<Q> {
        let block = &words[at..at + 16 * Q::ROWS];
        let l = 4 * Q::ROWS;
        [
            Q::load_words(self.token, &block[..l]),
            Q::load_words(self.token, &block[l..2 * l]),
            Q::load_words(self.token, &block[2 * l..3 * l]),
            Q::load_words(self.token, &block[3 * l..]),
        ]
    }

    #[inline(always)]
    fn store(words: &mut [u32], at: usize, [a, b, c, d]: Rows<Q>) {
        let block = &mut words[at..at + 16 * Q::ROWS];
        let l = 4 * Q::ROWS;
        a.store_words(&mut block[..l]);
        b.store_words(&mut block[l..2 * l]);
        c.store_words(&mut block[2 * l..3 * l]);
        d.store_words(&mut block[3 * l..]);
    }

    /// A block of the entry that one lane has chosen; of the first where there are fewer lanes.
    #[inline(always)]
    fn part(&self, group: usize, lane: usize, entries: &[usize; 4], block: usize) -> &[u32] {
        let lane = if lane < Q::ROWS { lane } else { 0 };
        let at = (group * Q::ROWS + lane) * self.stride + (entries[lane] * self.blocks + block) * 16;
        &self.table[at..at + 16]
    }

    /// What goes into the mix of a block.
    #[inline(always)]
    fn input<const G: usize, const READ: bool>(
        &self,
        x: &[u32],
        group: usize,
        block: usize,
        entries: &[[usize; 4]; G],
    ) -> Rows<Q> {
        let rows = self.load(x, (block * G + group) * 16 * Q::ROWS);
        if READ { xor(rows, self.gather(group, &entries[group], block)) } else { rows }
    }

    /// A block of the entry that each lane of a vector has chosen.
    #[inline(always)]
    fn gather(&self, group: usize, entries: &[usize; 4], block: usize) -> Rows<Q> {
        let a = self.part(group, 0, entries, block);
        let b = self.part(group, 1, entries, block);
        let c = self.part(group, 2, entries, block);
        let d = self.part(group, 3, entries, block);
        [
            Q::gather(self.token, [four(a, 0), four(b, 0), four(c, 0), four(d, 0)]),
            Q::gather(self.token, [four(a, 4), four(b, 4), four(c, 4), four(d, 4)]),
            Q::gather(self.token, [four(a, 8), four(b, 8), four(c, 8), four(d, 8)]),
            Q::gather(self.token, [four(a, 12), four(b, 12), four(c, 12), four(d, 12)]),
        ]
    }

    #[inline(always)]
    fn scatter_lane<const LANE: usize>(&mut self, group: usize, entry: usize, block: usize, rows: Rows<Q>) {
        if LANE < Q::ROWS {
            let at = (group * Q::ROWS + LANE) * self.stride + (entry * self.blocks + block) * 16;
            let to = &mut self.table[at..at + 16];
            rows[0].scatter::<LANE>(four_mut(to, 0));
            rows[1].scatter::<LANE>(four_mut(to, 4));
            rows[2].scatter::<LANE>(four_mut(to, 8));
            rows[3].scatter::<LANE>(four_mut(to, 12));
        }
    }

    /// Writes a block of an entry of all tables.
    #[inline(always)]
    fn scatter(&mut self, group: usize, entry: usize, block: usize, rows: Rows<Q>) {
        self.scatter_lane::<0>(group, entry, block, rows);
        self.scatter_lane::<1>(group, entry, block, rows);
        self.scatter_lane::<2>(group, entry, block, rows);
        self.scatter_lane::<3>(group, entry, block, rows);
    }

    /// The entries that the lanes of a vector choose, and a request for them: the block that is needed first comes first.
    #[inline(always)]
    fn choose(&self, group: usize, x: &[u32], groups: usize, n: usize) -> [usize; 4] {
        let last = ((self.blocks - 1) * groups + group) * 16 * Q::ROWS;
        let mut entries = [0; 4];
        for lane in 0..Q::ROWS {
            let entry = x[last + 4 * lane] as usize & (n - 1);
            entries[lane] = entry;
            let at = (group * Q::ROWS + lane) * self.stride + entry * self.blocks * 16;
            let start = self.table[at..].as_ptr().cast::<u8>();
            Q::prefetch(start.wrapping_add((self.blocks - 1) * 64));
            for block in 0..self.blocks - 1 {
                Q::prefetch(start.wrapping_add(block * 64));
            }
        }
        entries
    }

    /// BlockMix of the blocks in `x` into `y`, with the entries added first (`READ`), or stored as entry `index`.
    #[inline(always)]
    fn block_mix<const G: usize, const READ: bool>(
        &mut self,
        x: &[u32],
        y: &mut [u32],
        index: usize,
        entries: &[[usize; 4]; G],
    ) {
        let size = 16 * Q::ROWS;
        let last = self.blocks - 1;
        let mut s =
            [self.input::<G, READ>(x, 0, last, entries), self.input::<G, READ>(x, G - 1, last, entries)];
        for block in 0..self.blocks {
            let to = (block / 2 + block % 2 * (self.blocks / 2)) * G * size;
            let a = self.input::<G, READ>(x, 0, block, entries);
            if !READ {
                self.scatter(0, index, block, a);
            }
            if G == 1 {
                let a = xor(s[0], a);
                let [mixed] = salsa_one(a);
                s[0] = sum(mixed, a);
                Self::store(y, to, s[0]);
            } else {
                let b = self.input::<G, READ>(x, 1, block, entries);
                if !READ {
                    self.scatter(1, index, block, b);
                }
                let (a, b) = (xor(s[0], a), xor(s[1], b));
                let [p, q] = salsa_two(a, b);
                s = [sum(p, a), sum(q, b)];
                Self::store(y, to, s[0]);
                Self::store(y, to + size, s[1]);
            }
        }
    }
}

/// ROMix of `G * ROWS` inputs, which must be all that `mix` has.
#[inline(always)]
pub(crate) fn romix<Q: Quad32, const G: usize>(token: Q::Token, mix: &mut Mix<'_>) {
    const { assert!(G == 1 || G == 2) };
    let (n, blocks, lanes) = (mix.n, 2 * mix.r, G * Q::ROWS);
    let words = 16 * blocks;
    assert!(mix.inputs.len() == lanes * words && n.is_power_of_two() && n % 2 == 0);
    let (mut x, rest) = mix.scratch.split_at_mut(lanes * words);
    let mut y = &mut rest[..lanes * words];
    // In the packed form a block has four rows, each of which has the words of all lanes.
    let place = |lane: usize, block: usize, i: usize| {
        let (group, lane) = (lane / Q::ROWS, lane % Q::ROWS);
        ((block * G + group) * 4 + i / 4) * 4 * Q::ROWS + lane * 4 + i % 4
    };
    for (lane, input) in mix.inputs.chunks_exact(words).enumerate() {
        for (block, input) in input.chunks_exact(16).enumerate() {
            for (i, &word) in ORDER.iter().enumerate() {
                x[place(lane, block, i)] = input[word];
            }
        }
    }
    let mut work = Work::<Q> { token, table: mix.table, stride: mix.stride, blocks };
    let none = [[0; 4]; G];
    let every = ask_mask(words * 4) as usize;
    for index in 0..n {
        if index & every == 0 && mix.interrupt.asked() {
            return;
        }
        work.block_mix::<G, false>(x, y, index, &none);
        core::mem::swap(&mut x, &mut y);
    }
    for step in 0..n {
        if step & every == 0 && mix.interrupt.asked() {
            return;
        }
        let mut entries = none;
        for (group, entries) in entries.iter_mut().enumerate() {
            *entries = work.choose(group, x, G, n);
        }
        work.block_mix::<G, true>(x, y, 0, &entries);
        core::mem::swap(&mut x, &mut y);
    }
    for (lane, input) in mix.inputs.chunks_exact_mut(words).enumerate() {
        for (block, input) in input.chunks_exact_mut(16).enumerate() {
            for (i, &word) in ORDER.iter().enumerate() {
                input[word] = x[place(lane, block, i)];
            }
        }
    }
}

impl Mix<'_> {
    /// The first `lanes` inputs, and then the others.
    pub(crate) fn take(&mut self, from: usize, lanes: usize) -> Mix<'_> {
        let words = 32 * self.r;
        Mix {
            inputs: &mut self.inputs[from * words..(from + lanes) * words],
            table: &mut self.table[from * self.stride..],
            stride: self.stride,
            scratch: self.scratch,
            n: self.n,
            r: self.r,
            interrupt: self.interrupt,
        }
    }

    /// How many inputs there are.
    pub(crate) fn lanes(&self) -> usize {
        self.inputs.len() / (32 * self.r)
    }
}
