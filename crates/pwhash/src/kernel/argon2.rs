//! One lane's part of a slice, and how it is filled: which blocks refer to which (RFC 9106, 3.4), and in which order.

use core::marker::PhantomData;

use super::blamka::{BlockFunction, Early};
use super::block::Block;
use crate::mem::{Addresses, Interrupt, LaneWriter, wipe};

/// Which of the three functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Where to read depends on the password from the start: the most costly to attack with hardware, open to cache timing.
    D = 0,
    /// Where to read never depends on the password.
    I = 1,
    /// The first half of the first pass like I, the rest like D: what RFC 9106 recommends.
    #[default]
    Id = 2,
}

/// Which version of the functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// Of 2015: later passes overwrite.
    V0x10 = 0x10,
    /// Of 2016, the one of RFC 9106: later passes are combined with what was there.
    #[default]
    V0x13 = 0x13,
}

/// How many steps ahead the reference of a block is asked for where it does not depend on the password.
const AHEAD: usize = 4;

/// After so many blocks of a segment it is asked whether to stop.
const ASK: usize = 1024;

/// Where a segment lies.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) pass: u32,
    pub(crate) slice: u32,
    pub(crate) lane: u32,
    pub(crate) lanes: u32,
    /// Blocks of a segment.
    pub(crate) length: u32,
    pub(crate) passes: u32,
    pub(crate) variant: Variant,
    pub(crate) version: Version,
}

impl Place {
    /// Whether references come from a counter instead of the blocks.
    fn is_independent(&self) -> bool {
        match self.variant {
            Variant::D => false,
            Variant::I => true,
            Variant::Id => self.pass == 0 && self.slice < 2,
        }
    }

    /// The first block to compute: the first two of a lane are given.
    fn first(&self) -> usize {
        if self.pass == 0 && self.slice == 0 { 2 } else { 0 }
    }

    /// Lane and column that the `i`-th block of the segment refers to, from 64 pseudo-random bits.
    #[inline(always)]
    fn reference(&self, i: usize, random: u64) -> (usize, usize) {
        let length = u64::from(self.length);
        let first_slice = self.pass == 0 && self.slice == 0;
        let lane =
            if first_slice || self.lanes == 1 { self.lane } else { (random >> 32) as u32 % self.lanes };
        let is_own = lane == self.lane;
        // How many blocks may be referred to: those that are finished, without the previous one.
        let finished = if self.pass == 0 { u64::from(self.slice) * length } else { 3 * length };
        let window = if is_own { finished + i as u64 - 1 } else { finished - u64::from(i == 0) };
        let j = u64::from(random as u32);
        let distance = (window * ((j * j) >> 32)) >> 32;
        let start = if self.pass == 0 { 0 } else { u64::from(self.slice + 1) * length };
        let column = start + window - 1 - distance;
        let columns = 4 * length;
        (lane as usize, (if column >= columns { column - columns } else { column }) as usize)
    }
}

/// One lane's part of a slice, for an engine to fill.
pub struct Segment<'m> {
    place: Place,
    blocks: LaneWriter<'m, Block>,
    interrupt: Interrupt<'m>,
}

impl core::fmt::Debug for Segment<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Place { pass, slice, lane, .. } = self.place;
        write!(f, "Segment {{ pass: {pass}, slice: {slice}, lane: {lane} }}")
    }
}

impl<'m> Segment<'m> {
    pub(crate) fn new(place: Place, blocks: LaneWriter<'m, Block>, interrupt: Interrupt<'m>) -> Self {
        Segment { place, blocks, interrupt }
    }
}

/// What walking through a segment keeps.
struct Walk {
    scratch: Block,
    /// Addresses that do not depend on the password, for 128 blocks.
    references: [(u32, u32); 128],
    /// What the next block refers to, where that depends on the password.
    next: (usize, usize),
}

impl Walk {
    const NEW: Walk = Walk { scratch: [0; 128], references: [(0, 0); 128], next: (0, 0) };

    /// Finds what the first block refers to, where that depends on the password.
    fn start(&mut self, segment: &mut Segment<'_>) {
        let first = segment.place.first();
        let to = (segment.place.slice * segment.place.length) as usize + first;
        let previous = previous(to, &segment.place);
        let (block, _, _) = segment.blocks.step(previous, (segment.place.lane as usize, previous), to);
        self.next = segment.place.reference(first, block[0]);
    }

    /// The references of the 128 blocks of which the `i`-th of the segment is one.
    #[inline(always)]
    fn make_references<F: BlockFunction>(&mut self, f: F, segment: &Segment<'_>, i: usize) {
        let place = &segment.place;
        let mut input = [0; 128];
        input[..7].copy_from_slice(&[
            u64::from(place.pass),
            u64::from(place.lane),
            u64::from(place.slice),
            u64::from(place.lanes) * 4 * u64::from(place.length),
            u64::from(place.passes),
            place.variant as u64,
            i as u64 / 128 + 1,
        ]);
        let (mut block, zero) = (F::LAYOUT.arrange(&input), [0; 128]);
        // A number that the compiler does not know: the function is long, and unrolled it would stand here twice.
        for _ in 0..core::hint::black_box(2) {
            let input = block;
            f.mix::<false>(&zero, &input, &mut block, &mut self.scratch, ());
        }
        let first = i / 128 * 128;
        let words = F::LAYOUT.restore(&block);
        for (k, (reference, random)) in self.references.iter_mut().zip(words).enumerate() {
            if first + k >= place.first() && first + k < place.length as usize {
                let (lane, column) = place.reference(first + k, random);
                *reference = (lane as u32, column as u32);
            }
        }
        for (lane, column) in &self.references[i % 128..][..AHEAD.min(128 - i % 128)] {
            prefetch::<F>(segment.blocks.addresses().of(*lane as usize, *column as usize));
        }
    }

    #[inline(always)]
    fn step<F: BlockFunction>(
        &mut self,
        f: F,
        segment: &mut Segment<'_>,
        i: usize,
        independent: bool,
        xors: bool,
    ) {
        let place = segment.place;
        let addresses = segment.blocks.addresses();
        let to = (place.slice * place.length) as usize + i;
        let reference = if independent {
            if i.is_multiple_of(128) || i == place.first() {
                self.make_references(f, segment, i);
            }
            if let Some((lane, column)) = self.references.get(i % 128 + AHEAD) {
                prefetch::<F>(addresses.of(*lane as usize, *column as usize));
            }
            let (lane, column) = self.references[i % 128];
            (lane as usize, column as usize)
        } else {
            self.next
        };
        let (previous, reference, to) = segment.blocks.step(previous(to, &place), reference, to);
        // Beyond every segment: nothing depends on the word.
        let i = if independent { usize::MAX } else { i + 1 };
        let next = Next::<F> { place, i, addresses, next: &mut self.next, function: PhantomData };
        if xors {
            f.mix::<true>(previous, reference, to, &mut self.scratch, next);
        } else {
            f.mix::<false>(previous, reference, to, &mut self.scratch, next);
        }
    }
}

/// Finds what the next block refers to, while this one is being finished.
struct Next<'w, F> {
    place: Place,
    i: usize,
    addresses: Addresses<Block>,
    next: &'w mut (usize, usize),
    function: PhantomData<F>,
}

impl<F: BlockFunction> Early for Next<'_, F> {
    #[inline(always)]
    fn word(self, word: u64) {
        if self.i < self.place.length as usize {
            let (lane, column) = self.place.reference(self.i, word);
            *self.next = (lane, column);
            prefetch::<F>(self.addresses.of(lane, column));
        }
    }
}

/// The column before a column; the last one before the first.
#[inline(always)]
fn previous(column: usize, place: &Place) -> usize {
    if column == 0 { 4 * place.length as usize - 1 } else { column - 1 }
}

#[inline(always)]
fn prefetch<F: BlockFunction>(block: *const Block) {
    for line in 0..16 {
        F::prefetch(block.cast::<u8>().wrapping_add(line * 64));
    }
}

/// Fills all segments of a slice, two side by side: while one waits for memory, the other one computes.
#[inline(always)]
pub(crate) fn fill<F: BlockFunction>(f: F, segments: &mut [Segment<'_>]) {
    let Some(first) = segments.first() else { return };
    let xors = first.place.pass > 0 && first.place.version != Version::V0x10;
    for pair in segments.chunks_mut(2) {
        let independent = pair[0].place.is_independent();
        let blocks = pair[0].place.first()..pair[0].place.length as usize;
        // Where it is empty, both blocks of the segment are given.
        if !blocks.is_empty() {
            let mut walks = [Walk::NEW; 2];
            if !independent {
                walks.iter_mut().zip(pair.iter_mut()).for_each(|(walk, segment)| walk.start(segment));
            }
            for i in blocks {
                if i.is_multiple_of(ASK) && pair[0].interrupt.asked() {
                    break;
                }
                // One text for one and for two, and for both kinds of reference: the block function is long, and its many
                // copies took minutes to compile.
                for (walk, segment) in walks.iter_mut().zip(pair.iter_mut()) {
                    walk.step(f, segment, i, independent, xors);
                }
            }
            walks.iter_mut().for_each(|walk| wipe(&mut walk.scratch));
        }
    }
}
