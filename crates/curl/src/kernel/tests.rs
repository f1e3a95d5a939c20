//! The generic kernels on plain arrays of every width that a vector engine has, against the reference. All of it is
//! portable, so that Miri can say whether any read or write leaves its memory (`cargo xtask ci --only miri`).

use lanesmith_isa::arch::scalar::{Bytes, Words};
use lanesmith_isa::lanes::{BitLanes, ByteLanes, Line};
use lanesmith_isa::token::Portable;
use lanesmith_testkit::reference::curl as reference;

use super::RATE;
use super::pack::{self, TRYTES};
use super::pow::{Memory, Plan, sweep};
use super::sliced::{self, Layout, Pair, STATE, pairs_mut, plane_lines};

/// Bits without a pattern that a kernel could share.
fn noise(at: usize) -> u64 {
    let mut x = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 29;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 32
}

/// A trit of the same kind.
fn trit(lane: usize, at: usize) -> i8 {
    (noise(RATE * lane + at) >> 40) as u8 as i8 % 3 % 2
}

/// The lanes that are compared: the ends of words and of vectors; under Miri two.
fn looked_at(lanes: usize) -> impl Iterator<Item = usize> {
    [0, 1, 63, 64, 127, 128, 255, 256, 511]
        .into_iter()
        .filter(move |lane| *lane < lanes)
        .filter(move |lane| !cfg!(miri) || [64, lanes - 1].contains(lane))
}

/// States of all lanes, made a word at a time, which Miri takes a moment for and not a minute.
fn state<const N: usize>() -> Vec<Line> {
    let mut lines = vec![Line::ZERO; plane_lines(STATE, 64 * N)];
    for (at, pair) in pairs_mut::<Words<N>>(Portable, &mut lines).iter_mut().enumerate() {
        for word in 0..N {
            let (low, high) = (noise(2 * (N * at + word)), noise(2 * (N * at + word) + 1));
            // No trit has neither bit.
            (pair[0].0[word], pair[1].0[word]) = (low, high | !low);
        }
    }
    lines
}

fn as_trit<const N: usize>(pair: &Pair<Words<N>>, lane: usize) -> i8 {
    let bit = |plane: usize| pair[plane].0[lane / 64] >> (lane % 64) & 1 == 1;
    match [bit(0), bit(1)] {
        [true, false] => -1,
        [true, true] => 0,
        [false, true] => 1,
        [false, false] => panic!("no trit at lane {lane}"),
    }
}

/// The trits of a lane of [`state`].
fn of_lane<const N: usize>(lines: &mut [Line], lane: usize) -> [i8; STATE] {
    let pairs = pairs_mut::<Words<N>>(Portable, lines);
    core::array::from_fn(|at| as_trit(&pairs[at], lane))
}

fn assert_rounds<const N: usize>(state: &[Pair<Words<N>>; STATE], layout: Layout, rounds: u32, what: &str) {
    let mut first = self::state::<N>();
    for lane in looked_at(64 * N) {
        let mut want = of_lane::<N>(&mut first, lane);
        reference::transform(&mut want, rounds);
        let got: [i8; STATE] = core::array::from_fn(|at| as_trit(&state[layout.place(at).get()], lane));
        assert!(got == want, "{what}: {rounds} rounds of lane {lane} of {}", 64 * N);
    }
}

type OnState<const N: usize> = (&'static str, u32, fn(&mut [Pair<Words<N>>; STATE], &mut Layout));

fn rounds_in_place<const N: usize>() {
    let passes: [OnState<N>; 5] = [
        ("plain", 1, |state, layout| sliced::pass_plain(state, layout)),
        ("one", 1, |state, layout| sliced::transform_rest(state, layout, 1)),
        ("two", 2, |state, layout| sliced::transform_rest(state, layout, 2)),
        ("three", 3, |state, layout| sliced::transform_rest(state, layout, 3)),
        ("four", 4, |state, layout| sliced::pass_of_four(state, layout)),
    ];
    // For Miri all of them on the narrowest, one each on the others.
    let chosen = |what: &str| !cfg!(miri) || matches!((N, what), (2, _) | (4, "two") | (8, "one"));
    for (what, rounds, pass) in passes.into_iter().filter(|pass| chosen(pass.0)) {
        let mut lines = state::<N>();
        let state = pairs_mut(Portable, &mut lines).first_chunk_mut().expect("a state");
        let mut layout = Layout::NATURAL;
        pass(state, &mut layout);
        assert_rounds::<N>(state, layout, rounds, what);
        if cfg!(miri) {
            continue;
        }
        // Once more, from the layout that the first pass has left.
        pass(state, &mut layout);
        assert_rounds::<N>(state, layout, 2 * rounds, what);
    }
}

type Across<const N: usize> =
    fn(&mut [Pair<Words<N>>; STATE], &mut [Pair<Words<N>>; STATE], &mut Layout, usize);

fn rounds_across<const N: usize>() {
    let walks: [(&str, Across<N>); 2] = [
        ("fused", |from, to, layout, rounds| sliced::rounds_fused(from, to, layout, rounds)),
        ("plain", |from, to, layout, rounds| sliced::rounds_plain(from, to, layout, rounds)),
    ];
    for (what, walk) in walks {
        for rounds in [2, 4] {
            let chosen = if N == 2 { rounds == 4 } else { rounds == 2 && what == "fused" };
            if cfg!(miri) && !chosen {
                continue;
            }
            let (mut from, mut to) = (state::<N>(), vec![Line::ZERO; plane_lines(STATE, 64 * N)]);
            let from_state = pairs_mut(Portable, &mut from).first_chunk_mut().expect("a state");
            let to_state = pairs_mut(Portable, &mut to).first_chunk_mut().expect("a state");
            let mut layout = Layout::NATURAL;
            walk(from_state, to_state, &mut layout, rounds);
            assert_rounds::<N>(to_state, layout, rounds as u32, what);
            assert!(from == state::<N>(), "{what}: the first state keeps its trits");
        }
    }
}

/// Few rounds, all of the first and last ones computed in part, three values of one inner trit.
fn search<const N: usize>() {
    let (rounds, last) = if cfg!(miri) { (6, 2) } else { (7, 3) };
    let plan = Plan { rounds, first: 2, last, inner_at: 200, inner_len: 1, digits: [-1, 0, 1], tested: 2 };
    // For Miri one value on the wider ones.
    let most = if cfg!(miri) && N > 2 { 1 } else { 3 };
    let mut memory = Memory::new(64 * N);
    memory.start = state::<N>();
    let (mut first, mut values) = (state::<N>(), 0);
    let mut batch = |value: usize, hits: &[u64]| {
        for lane in looked_at(64 * N) {
            let mut want = of_lane::<N>(&mut first, lane);
            want[plan.inner_at] = plan.digits[value];
            reference::transform(&mut want, plan.rounds as u32);
            let zero = want[RATE - plan.tested..RATE].iter().all(|trit| *trit == 0);
            assert_eq!(hits[lane / 64] >> (lane % 64) & 1 == 1, zero, "value {value}, lane {lane}");
        }
        values += 1;
        values < most
    };
    sweep::<Words<N>>(Portable, &mut memory, &plan, &mut batch, sliced::round_fused, sliced::rounds_fused);
    assert_eq!(values, most);
}

/// Words of a plane of packed messages, and how many trits and trytes are packed: for Miri a few more than are transposed at
/// once.
const WORDS: usize = if cfg!(miri) { 1 } else { 2 };
const PACKED: [usize; 2] = if cfg!(miri) { [25, 17] } else { [RATE, TRYTES] };

fn packing<const W: usize>() {
    const LANES: usize = 64 * WORDS;
    let trits: Vec<[i8; 3 * PACKED[1]]> =
        (0..LANES).map(|lane| core::array::from_fn(|at| trit(lane, at))).collect();
    let bytes: Vec<[u8; PACKED[0]]> =
        trits.iter().map(|trits| core::array::from_fn(|at| trits[at].cast_unsigned())).collect();
    let trytes: Vec<[u8; PACKED[1]]> = trits
        .iter()
        .map(|trits| {
            let text = reference::trits_to_trytes(trits).expect("whole trytes");
            *text.as_bytes().first_chunk().expect("so many trytes")
        })
        .collect();
    let mut planes = [vec![Line::ZERO; plane_lines(RATE, LANES)], vec![Line::ZERO; plane_lines(RATE, LANES)]];
    pack::pack_trits::<Bytes<W>, _>(Portable, &Vec::from_iter(&bytes), &mut planes[0]);
    pack::pack_trytes::<Bytes<W>, _>(Portable, &Vec::from_iter(&trytes), &mut planes[1]);
    for (mut planes, packed) in planes.into_iter().zip([PACKED[0], 3 * PACKED[1]]) {
        let pairs = pairs_mut::<Words<WORDS>>(Portable, &mut planes);
        for lane in [0, 1, 15, 16, 31, 32, 62, LANES - 1] {
            assert!(
                (0..packed).all(|at| as_trit(&pairs[at], lane) == trits[lane][at]),
                "lane {lane} of {W} bytes"
            );
        }
    }
    assert_eq!((Bytes::<W>::WIDTH, Words::<WORDS>::BITS), (W, LANES));
}

macro_rules! widths {
    ($($name:ident = $run:ident($($n:literal)*);)*) => {$(
        #[test]
        fn $name() {
            $($run::<$n>();)*
        }
    )*};
}

widths! {
    rounds_in_place_equal_the_reference_on_arrays_of_128_256_and_512_bits = rounds_in_place(2 4 8);
    rounds_from_state_to_state_equal_the_reference_on_arrays_of_128_256_and_512_bits = rounds_across(2 4 8);
    searches_find_what_the_reference_finds_on_arrays_of_128_256_and_512_bits = search(2 4 8);
    packing_equals_the_reference_on_arrays_of_16_32_and_64_bytes = packing(16 32 64);
}
