//! PCurl's design space: codes of a trit, circuits of the S-box, states twice in memory.

use core::cell::Cell;

use lanesmith_isa::lanes::{BitLanes, Cyclic, Offset};

use super::{Pair, STATE};
use crate::rounds::Rounds;

/// A code of a trit as the bits (low, high).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// `PTRIT_CVT_ANDN`.
    Andn,
    /// `PTRIT_CVT_ORN`.
    Orn,
}

impl Code {
    /// The bits of -1, of 0 and of +1.
    const fn pairs(self) -> [[bool; 2]; 3] {
        match self {
            Code::Andn => [[true, false], [true, true], [false, true]],
            Code::Orn => [[false, false], [false, true], [true, true]],
        }
    }

    /// Low and high bit of a trit.
    pub(crate) fn bits(self, trit: i8) -> [bool; 2] {
        self.pairs()[(trit + 1) as usize]
    }

    /// The trit of these bits, if it is one.
    pub(crate) fn trit(self, bits: [bool; 2]) -> Option<i8> {
        (-1..).zip(self.pairs()).find(|(_, pair)| *pair == bits).map(|(trit, _)| trit)
    }
}

/// A circuit of the S-box.
pub(crate) trait Circuit {
    const CODE: Code;
    fn s2<V: BitLanes>(a: Pair<V>, b: Pair<V>) -> Pair<V>;
}

/// Four operations with and-not; compilers make two ternary-logic instructions of it where there are such.
pub(crate) struct AndnC4;
/// Five operations: the basic form.
pub(crate) struct AndnC5;
/// Two ternary-logic instructions.
#[allow(dead_code, reason = "where no platform has ternary logic")]
pub(crate) struct AndnT2;
/// Three instructions where there is BCAX; found, and proved minimal, by the circuit solver.
#[allow(dead_code, reason = "where no platform has BCAX")]
pub(crate) struct AndnB3;
/// Four operations with or-not.
pub(crate) struct OrnC4;
/// Two ternary-logic instructions in the other code.
#[allow(dead_code, reason = "where no platform has ternary logic")]
pub(crate) struct OrnT2;

impl Circuit for AndnC4 {
    const CODE: Code = Code::Andn;
    #[inline(always)]
    fn s2<V: BitLanes>([al, ah]: Pair<V>, [bl, bh]: Pair<V>) -> Pair<V> {
        let low = ah.xor(al.and_not(bl));
        [low, al.xor(bh.and(low))]
    }
}

impl Circuit for AndnC5 {
    const CODE: Code = Code::Andn;
    #[inline(always)]
    fn s2<V: BitLanes>([al, ah]: Pair<V>, [bl, bh]: Pair<V>) -> Pair<V> {
        let delta = al.and(bl.xor(ah));
        [delta.not(), al.xor(bh).or(delta)]
    }
}

impl Circuit for AndnT2 {
    const CODE: Code = Code::Andn;
    #[inline(always)]
    fn s2<V: BitLanes>([al, ah]: Pair<V>, [bl, bh]: Pair<V>) -> Pair<V> {
        let low = V::ternary::<0xd2>(ah, bl, al);
        [low, V::ternary::<0x78>(al, bh, low)]
    }
}

impl Circuit for AndnB3 {
    const CODE: Code = Code::Andn;
    #[inline(always)]
    fn s2<V: BitLanes>([al, ah]: Pair<V>, [bl, bh]: Pair<V>) -> Pair<V> {
        let low = ah.bcax(al, bl);
        [low, al.bcax(low, bh.not())]
    }
}

impl Circuit for OrnC4 {
    const CODE: Code = Code::Orn;
    #[inline(always)]
    fn s2<V: BitLanes>([al, ah]: Pair<V>, [bl, bh]: Pair<V>) -> Pair<V> {
        let low = ah.xor(al.or_not(bl));
        [low, al.xor(low.or_not(bh))]
    }
}

impl Circuit for OrnT2 {
    const CODE: Code = Code::Orn;
    #[inline(always)]
    fn s2<V: BitLanes>([al, ah]: Pair<V>, [bl, bh]: Pair<V>) -> Pair<V> {
        let low = V::ternary::<0x4b>(ah, bl, al);
        [low, V::ternary::<0x4b>(al, bh, low)]
    }
}

/// Where a round puts its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// In place.
    InPlace,
    /// Half of them over what has been read.
    Short,
    /// All of them into a second state.
    Double,
}

/// Trits of half a state, the one in the middle counted twice.
pub(crate) const HALF: usize = STATE.div_ceil(2);

/// A round's S-boxes in the order of the walk: `a` and the alternating trits of `x` and `y`, `U` of them per turn of
/// the loop. The results go to `out`, which ends when the walk does; the last trit read is returned.
#[inline(always)]
fn walk<'a, V: BitLanes, C: Circuit, const U: usize>(
    mut a: Pair<V>,
    x: &mut impl Iterator<Item = &'a Cell<Pair<V>>>,
    y: &mut impl Iterator<Item = &'a Cell<Pair<V>>>,
    out: &mut impl ExactSizeIterator<Item = &'a Cell<Pair<V>>>,
) -> Pair<V> {
    // Two results per step: `x` follows `y` and `y` follows `x`. `out` is asked first: when it ends, the operands have
    // moved no further.
    macro_rules! step {
        () => {
            let Some(to) = out.next() else { return a };
            let Some(b) = x.next() else { return a };
            to.set(C::s2(a, b.get()));
            a = b.get();
            let Some(to) = out.next() else { return a };
            let Some(b) = y.next() else { return a };
            to.set(C::s2(a, b.get()));
            a = b.get();
        };
    }
    loop {
        step!();
        if U >= 4 {
            step!();
        }
        if U >= 8 {
            step!();
            step!();
        }
    }
}

/// Rounds of `sd` with pointers: 0, 364, 728, 363, 727, ..., 365, 0.
#[inline(always)]
pub(crate) fn double_ptr<V: BitLanes, C: Circuit, const U: usize>(memory: &mut [Pair<V>], rounds: Rounds) {
    let (from, to) = memory.split_at_mut(STATE);
    let (mut from, mut to) = (from, &mut to[..STATE]);
    for _ in 0..rounds.count() {
        let (s, out) = (Cell::from_mut(from).as_slice_of_cells(), Cell::from_mut(to).as_slice_of_cells());
        let (low, high) = s.split_at(HALF);
        let mut out_of_two = out[..STATE - 1].iter();
        walk::<V, C, U>(s[0].get(), &mut low.iter().rev(), &mut high.iter().rev(), &mut out_of_two);
        out[STATE - 1].set(C::s2(high[0].get(), s[0].get()));
        core::mem::swap(&mut from, &mut to);
    }
    // 27 and 81 are odd.
    to.copy_from_slice(from);
}

/// The order in which a round reads.
static WALK: [Offset<STATE>; STATE + 1] = {
    let mut walk = [Offset::new(0); STATE + 1];
    let mut i = 0;
    while i <= STATE {
        walk[i] = Offset::new(364 * i);
        i += 1;
    }
    walk
};

/// Rounds of `sd` with the look-up table.
#[inline(always)]
pub(crate) fn double_lut<V: BitLanes, C: Circuit, const U: usize>(memory: &mut [Pair<V>], rounds: Rounds) {
    let (from, to) = memory.split_at_mut(STATE);
    let mut from: &mut [Pair<V>; STATE] = from.first_chunk_mut().expect("a state");
    let mut to: &mut [Pair<V>; STATE] = to.first_chunk_mut().expect("a state");
    for _ in 0..rounds.count() {
        let s = Cyclic::new(from);
        let (first, order) = WALK.split_first().expect("a walk");
        let mut a = s.at(*first);
        let mut step = |out: &mut Pair<V>, b: Offset<STATE>| {
            let b = s.at(b);
            *out = C::s2(a, b);
            a = b;
        };
        let ((turns, rest), (order, rest_order)) = (to.as_chunks_mut::<U>(), order.as_chunks::<U>());
        for (out, order) in turns.iter_mut().zip(order) {
            for i in 0..U {
                step(&mut out[i], order[i]);
            }
        }
        for (out, order) in rest.iter_mut().zip(rest_order) {
            step(out, *order);
        }
        core::mem::swap(&mut from, &mut to);
    }
    to.copy_from_slice(from);
}

/// Rounds of `ss`: three arrays of half a state. A round reads two of them and writes the first half of its results to
/// the third, the second half over the one of the two that it has read further; so three kinds of rounds alternate.
#[inline(always)]
pub(crate) fn short_ptr<V: BitLanes, C: Circuit, const U: usize>(memory: &mut [Pair<V>], rounds: Rounds) {
    // Trit 0 stands at the end of the second array too, where walks begin or end.
    memory[STATE] = memory[0];
    let cells = Cell::from_mut(memory).as_slice_of_cells();
    let (a, b, c) = (&cells[..HALF], &cells[HALF..2 * HALF], &cells[2 * HALF..3 * HALF]);
    macro_rules! round {
        ($y:expr, $x:expr, $first:expr, $second:expr) => {{
            let (mut y, mut x) = ($y, $x);
            let start = y.next().expect("half a state").get();
            let (mut first, mut second) = ($first, $second);
            // 365 results end after an S-box of (y, x), so the walk goes on with the roles swapped.
            let middle = walk::<V, C, U>(start, &mut x, &mut y, &mut first);
            walk::<V, C, U>(middle, &mut y, &mut x, &mut second.by_ref().take(STATE - HALF));
            if let (Some(last), Some(zero)) = (second.next(), $first.next()) {
                last.set(zero.get());
            }
        }};
    }
    for _ in 0..rounds.count() / 3 {
        round!(b.iter().rev(), a.iter().rev(), c.iter(), a.iter().rev());
        round!(a.iter(), c.iter().rev(), b.iter().rev(), c.iter().rev());
        round!(c.iter(), b.iter(), a.iter(), b.iter());
    }
}
