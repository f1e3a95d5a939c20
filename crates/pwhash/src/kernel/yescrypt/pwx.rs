//! SMix with pwxform, for `K` hashes in lock step.
//!
//! Everything that does not depend on the data (which table is which, where new entries go, how many steps there are)
//! is shared by the hashes of a batch. One hash waits for the latency of its table look-ups; a second one fills the time.
//!
//! Long because both loops, alone and in lock step, share one block mix.

use lanesmith_isa::lanes::{Line, PwxLanes, PwxTable};

use super::Course;
use super::forms::Form;
use super::lane::{Engine, integerify, salsa20, wrap, xor4};
use crate::mem::{ask_mask, wipe};

/// The tables of a hash between two calls: three times 64 lines, and the line of the third where the next entry goes.
pub(crate) struct Boxes<'a> {
    pub(crate) lines: &'a mut [Line],
    pub(crate) at: usize,
}

/// An empty table.
const TABLE: PwxTable = [Line::ZERO; 64 + 4];

/// The tables of `K` hashes, near each other; wiped when dropped.
struct Tables<const K: usize>([[PwxTable; K]; 3]);

impl<const K: usize> Tables<K> {
    #[inline(always)]
    fn load(boxes: [&Boxes<'_>; K]) -> Self {
        let mut tables = Tables([[TABLE; K]; 3]);
        for (k, one) in boxes.into_iter().enumerate() {
            for (table, lines) in tables.0.iter_mut().zip(one.lines.chunks_exact(64)) {
                table[k][..64].copy_from_slice(lines);
            }
        }
        tables
    }

    #[inline(always)]
    fn turned(&mut self, at: usize) -> Turned<'_, K> {
        let [s0, s1, s2] = &mut self.0;
        Turned { s0, s1, s2, at }
    }
}

impl<const K: usize> Drop for Tables<K> {
    fn drop(&mut self) {
        wipe(self.0.as_flattened_mut().as_flattened_mut());
    }
}

/// Which tables are S0, S1 and S2 at the moment.
struct Turned<'a, const K: usize> {
    s0: &'a mut [PwxTable; K],
    s1: &'a mut [PwxTable; K],
    s2: &'a mut [PwxTable; K],
    at: usize,
}

impl<const K: usize> Turned<'_, K> {
    #[inline(always)]
    fn store(&self, boxes: [&mut Boxes<'_>; K]) {
        for (k, one) in boxes.into_iter().enumerate() {
            for (table, lines) in
                [&self.s0, &self.s1, &self.s2].into_iter().zip(one.lines.chunks_exact_mut(64))
            {
                lines.copy_from_slice(&table[k][..64]);
            }
            one.at = self.at;
        }
    }
}

/// Where a block mix reads and writes: line `b` of each hash.
trait Lines<L: PwxLanes, const K: usize> {
    /// The line, with what is to be mixed in.
    fn look(&self, t: L::Token, b: usize) -> [[L; 4]; K];
    /// The same, for the last time: what must be kept of it is kept.
    fn read(&mut self, t: L::Token, b: usize) -> [[L; 4]; K];
    /// The result.
    fn write(&mut self, b: usize, lanes: [[L; 4]; K]);
}

/// From block to block, as the first loop does.
struct Onward<'a, const K: usize> {
    input: [&'a [Line]; K],
    xor: Option<[&'a [Line]; K]>,
    out: [&'a mut [Line]; K],
}

/// In place, with a block that is only read.
struct Reading<'a, const K: usize> {
    x: [&'a mut [Line]; K],
    v: [&'a [Line]; K],
}

/// In place, with a block that is replaced by the sum.
struct Replacing<'a, const K: usize> {
    x: [&'a mut [Line]; K],
    v: [&'a mut [Line]; K],
}

impl<L: PwxLanes, const K: usize> Lines<L, K> for Onward<'_, K> {
    #[inline(always)]
    fn look(&self, t: L::Token, b: usize) -> [[L; 4]; K] {
        let x = self.input.map(|lines| L::load(t, &lines[b]));
        match &self.xor {
            Some(v) => sum(x, v.map(|lines| L::load(t, &lines[b]))),
            None => x,
        }
    }
    #[inline(always)]
    fn read(&mut self, t: L::Token, b: usize) -> [[L; 4]; K] {
        self.look(t, b)
    }
    #[inline(always)]
    fn write(&mut self, b: usize, lanes: [[L; 4]; K]) {
        for (out, lanes) in self.out.iter_mut().zip(lanes) {
            L::store(lanes, &mut out[b]);
        }
    }
}

impl<L: PwxLanes, const K: usize> Lines<L, K> for Reading<'_, K> {
    #[inline(always)]
    fn look(&self, t: L::Token, b: usize) -> [[L; 4]; K] {
        core::array::from_fn(|k| xor4(L::load(t, &self.x[k][b]), L::load(t, &self.v[k][b])))
    }
    #[inline(always)]
    fn read(&mut self, t: L::Token, b: usize) -> [[L; 4]; K] {
        self.look(t, b)
    }
    #[inline(always)]
    fn write(&mut self, b: usize, lanes: [[L; 4]; K]) {
        for (out, lanes) in self.x.iter_mut().zip(lanes) {
            L::store(lanes, &mut out[b]);
        }
    }
}

impl<L: PwxLanes, const K: usize> Lines<L, K> for Replacing<'_, K> {
    #[inline(always)]
    fn look(&self, t: L::Token, b: usize) -> [[L; 4]; K] {
        core::array::from_fn(|k| xor4(L::load(t, &self.x[k][b]), L::load(t, &self.v[k][b])))
    }
    #[inline(always)]
    fn read(&mut self, t: L::Token, b: usize) -> [[L; 4]; K] {
        let lanes = self.look(t, b);
        for (v, lanes) in self.v.iter_mut().zip(lanes) {
            L::store(lanes, &mut v[b]);
        }
        lanes
    }
    #[inline(always)]
    fn write(&mut self, b: usize, lanes: [[L; 4]; K]) {
        for (out, lanes) in self.x.iter_mut().zip(lanes) {
            L::store(lanes, &mut out[b]);
        }
    }
}

#[inline(always)]
fn sum<L: PwxLanes, const K: usize>(a: [[L; 4]; K], b: [[L; 4]; K]) -> [[L; 4]; K] {
    core::array::from_fn(|k| xor4(a[k], b[k]))
}

/// The block mix: pwxform along the lines, Salsa20 on the last.
#[inline(always)]
fn mix<L: PwxLanes, F: Form, const K: usize>(
    t: L::Token,
    lines: usize,
    mut io: impl Lines<L, K>,
    s: &mut Turned<'_, K>,
) {
    let mut x = io.look(t, lines - 1);
    for b in 0..lines {
        x = sum(x, io.read(t, b));
        pwxform::<L, F, K>(&mut x, s);
        io.write(b, x);
    }
    io.write(lines - 1, x.map(salsa20_by::<L, F>));
}

#[inline(always)]
fn salsa20_by<L: PwxLanes, F: Form>(x: [L; 4]) -> [L; 4] {
    match F::DOUBLE {
        1 => salsa20::<L, 1>(x),
        _ => salsa20::<L, 4>(x),
    }
}

/// pwxform on a line of each hash. The rounds are written out: a loop would keep lines in memory.
#[inline(always)]
fn pwxform<L: PwxLanes, F: Form, const K: usize>(x: &mut [[L; 4]; K], s: &mut Turned<'_, K>) {
    macro_rules! hash {
        ($k:literal) => {
            if $k < K {
                x[$k][0] = x[$k][0].pwx(&s.s0[$k], &s.s1[$k]);
                x[$k][1] = x[$k][1].pwx(&s.s0[$k], &s.s1[$k]);
                x[$k][2] = x[$k][2].pwx(&s.s0[$k], &s.s1[$k]);
                x[$k][3] = x[$k][3].pwx(&s.s0[$k], &s.s1[$k]);
            }
        };
    }
    // At most 60: the tables have room for what follows.
    let at = s.at & 60;
    macro_rules! round {
        ($number:literal) => {
            if $number < F::ROUNDS {
                hash!(0);
                hash!(1);
                if F::WRITES && $number > 0 && $number + 1 < F::ROUNDS {
                    for k in 0..K {
                        L::store(x[k], &mut s.s2[k][at + $number - 1]);
                    }
                }
            }
        };
    }
    round!(0);
    round!(1);
    round!(2);
    round!(3);
    round!(4);
    round!(5);
    if F::WRITES {
        s.at = (at + 4) & 60;
        core::mem::swap(&mut s.s0, &mut s.s2);
        core::mem::swap(&mut s.s1, &mut s.s2);
    }
}

/// A part of a hash to work on alone: its state, its part of the memory, its tables.
pub(crate) struct Own<'a> {
    pub(crate) x: &'a mut [Line],
    pub(crate) v: &'a mut [Line],
    pub(crate) boxes: Boxes<'a>,
}

/// A part of a hash that reads the memory of all.
pub(crate) struct Shared<'a> {
    pub(crate) x: &'a mut [Line],
    pub(crate) v: &'a [Line],
    pub(crate) boxes: Boxes<'a>,
}

/// Places for `K` slices.
#[inline(always)]
fn nothing<'a, const K: usize>() -> [&'a mut [Line]; K] {
    core::array::from_fn(|_| &mut [][..])
}

#[inline(always)]
fn block(lines: &[Line], size: usize, j: u64) -> &[Line] {
    &lines[j as usize * size..][..size]
}

#[inline(always)]
fn prefetch<L: PwxLanes, const K: usize>(blocks: [&[Line]; K]) {
    for lines in blocks {
        // The mix begins with the last one.
        if let Some((last, others)) = lines.split_last() {
            L::prefetch(last);
            others.iter().for_each(|line| L::prefetch(line));
        }
    }
}

/// The first loop, and the steps of the second, which write, on the parts' own memory.
#[inline(always)]
fn own<L: PwxLanes, F: Form, const K: usize>(
    t: L::Token,
    course: &Course<'_>,
    mut x: [&mut [Line]; K],
    mut v: [&mut [Line]; K],
    boxes: [&mut Boxes<'_>; K],
) {
    let size = x[0].len();
    let count = (v[0].len() / size) as u64;
    let Course { rom, steps, interrupt } = *course;
    let (roms, every) = ((rom.len() / size) as u64, ask_mask(size * 64));
    let mut tables = Tables::load(boxes.each_ref().map(|b| &**b));
    let mut turned = tables.turned(boxes[0].at);
    for (x, v) in x.iter_mut().zip(&mut v) {
        v[..size].copy_from_slice(x);
    }
    for i in 0..count {
        if i & every == 0 && interrupt.asked() {
            return;
        }
        let end = (i + 1) as usize * size;
        let mut low: [&[Line]; K] = [&[]; K];
        let mut out: [&mut [Line]; K] = nothing();
        for (k, (v, x)) in v.iter_mut().zip(&mut x).enumerate() {
            let (before, after) = v.split_at_mut(end);
            low[k] = before;
            out[k] = if i + 1 < count { &mut after[..size] } else { x };
        }
        let input = low.map(|lines| block(lines, size, i));
        let j = input.map(integerify);
        let xor = if roms > 0 && i == 0 {
            Some([block(rom, size, roms - 1); K])
        } else if roms > 0 && i % 2 == 1 {
            Some(j.map(|j| block(rom, size, j & (roms - 1))))
        } else if i > 1 {
            Some(core::array::from_fn(|k| block(low[k], size, wrap(j[k], i))))
        } else {
            None
        };
        if let Some(blocks) = xor {
            prefetch::<L, K>(blocks);
        }
        mix::<L, F, K>(t, size, Onward { input, xor, out }, &mut turned);
    }
    // The largest power of two: what the part's own random references reach.
    let mask = (1 << count.ilog2()) - 1;
    for i in 0..steps {
        if i & every == 0 && interrupt.asked() {
            return;
        }
        let j = x.each_ref().map(|x| integerify(x));
        let x = x.each_mut().map(|x| &mut **x);
        if roms > 0 && i % 2 == 1 {
            let v = j.map(|j| block(rom, size, j & (roms - 1)));
            prefetch::<L, K>(v);
            mix::<L, F, K>(t, size, Reading { x, v }, &mut turned);
        } else {
            prefetch::<L, K>(core::array::from_fn(|k| block(v[k], size, j[k] & mask)));
            let mut blocks: [&mut [Line]; K] = nothing();
            for ((place, v), j) in blocks.iter_mut().zip(&mut v).zip(j) {
                *place = &mut v[(j & mask) as usize * size..][..size];
            }
            mix::<L, F, K>(t, size, Replacing { x, v: blocks }, &mut turned);
        }
    }
    turned.store(boxes);
}

/// Steps of the second loop that only read, over the memory of all parts.
#[inline(always)]
fn shared<L: PwxLanes, F: Form, const K: usize>(
    t: L::Token,
    course: &Course<'_>,
    mut x: [&mut [Line]; K],
    v: [&[Line]; K],
    boxes: [&mut Boxes<'_>; K],
) {
    let size = x[0].len();
    let mask = (v[0].len() / size) as u64 - 1;
    let Course { rom, steps, interrupt } = *course;
    let (roms, every) = ((rom.len() / size) as u64, ask_mask(size * 64));
    let mut tables = Tables::load(boxes.each_ref().map(|b| &**b));
    let mut turned = tables.turned(boxes[0].at);
    for i in 0..steps {
        if i & every == 0 && interrupt.asked() {
            return;
        }
        let j = x.each_ref().map(|x| integerify(x));
        let v: [&[Line]; K] = if roms > 0 && i % 2 == 1 {
            j.map(|j| block(rom, size, j & (roms - 1)))
        } else {
            core::array::from_fn(|k| block(v[k], size, j[k] & mask))
        };
        prefetch::<L, K>(v);
        let x = x.each_mut().map(|x| &mut **x);
        mix::<L, F, K>(t, size, Reading { x, v }, &mut turned);
    }
    turned.store(boxes);
}

/// [`own`] for one part, or for two in lock step if they have the same sizes; further ones in turn.
#[inline(always)]
pub(crate) fn own_all<E: Engine, F: Form>(
    t: <E::Lane as PwxLanes>::Token,
    course: &Course<'_>,
    parts: &mut [Own<'_>],
) {
    for pair in parts.chunks_mut(2) {
        match pair {
            [a, b]
                if F::PAIRS
                    && E::PAIRS
                    && a.x.len() == b.x.len()
                    && a.v.len() == b.v.len()
                    && a.boxes.at == b.boxes.at =>
            {
                own::<E::Lane, F, 2>(t, course, [a.x, b.x], [a.v, b.v], [&mut a.boxes, &mut b.boxes]);
            }
            parts => {
                for a in parts {
                    if F::ROUNDS > 1 {
                        own::<E::Alone, F, 1>(t, course, [a.x], [a.v], [&mut a.boxes]);
                    } else {
                        own::<E::Lane, F, 1>(t, course, [a.x], [a.v], [&mut a.boxes]);
                    }
                }
            }
        }
    }
}

/// [`shared`] for one part, or for two in lock step if they have the same sizes; further ones in turn.
#[inline(always)]
pub(crate) fn shared_all<E: Engine, F: Form>(
    t: <E::Lane as PwxLanes>::Token,
    course: &Course<'_>,
    parts: &mut [Shared<'_>],
) {
    for pair in parts.chunks_mut(2) {
        match pair {
            [a, b]
                if F::PAIRS
                    && E::PAIRS
                    && a.x.len() == b.x.len()
                    && a.v.len() == b.v.len()
                    && a.boxes.at == b.boxes.at =>
            {
                shared::<E::Lane, F, 2>(t, course, [a.x, b.x], [a.v, b.v], [&mut a.boxes, &mut b.boxes]);
            }
            parts => {
                for a in parts {
                    if F::ROUNDS > 1 {
                        shared::<E::Alone, F, 1>(t, course, [a.x], [a.v], [&mut a.boxes]);
                    } else {
                        shared::<E::Lane, F, 1>(t, course, [a.x], [a.v], [&mut a.boxes]);
                    }
                }
            }
        }
    }
}
