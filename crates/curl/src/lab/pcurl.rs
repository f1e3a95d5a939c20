//! PCurl's design space by its own names: `<platform>_<cvt>_<circuit>_<s2_args>_<unwind>_<state>`.
//!
//! | part | values | meaning |
//! | --- | --- | --- |
//! | platform | `64`, `sse2`, `avx2`, `avx512`, `neon`; ours: `avx512vl`, `simd128` | what a word is |
//! | cvt | `andn`, `orn` | code of a trit as (low, high): -1 is (1,0) or (0,0), 0 is (1,1) or (0,1), +1 is (0,1) or (1,1); `lanesmith-circuits` converts between all 24 codes |
//! | circuit | `c4`, `c5`, `t2`, `b3` | operations of the S-box; ours: `t2`, two ternary-logic instructions; `b3`, two BCAX of Armv8 SHA3 and a NOT |
//! | s2_args | `ptr`, `lut` | operands found by pointers that walk, or by a look-up table of their order |
//! | unwind | `u1` .. `u8`, `f1` .. `f5` | S-boxes per loop; for `ip`: rounds per pass over the state |
//! | state | `ss`, `sd`, `ip` | scratch of half a state, of a whole one; `ip` is ours: in place, no scratch |
//!
//! Facts from semenov-vladyslav/curl, folder `ptrit_curl` (README and sources). The configuration
//! `64_andn_c5_lut_u1_sd` is the one that the README calls *basic*: the reference of its speed-ups and of ours.
//!
//! ```
//! use lanesmith_curl::Rounds;
//! use lanesmith_curl::lab::pcurl::{Bench, LAB};
//!
//! let basic = LAB.by_name("64_andn_c5_lut_u1_sd")?;
//! let mut states = Bench::new(basic);
//! states.absorb(&states.block(|_lane, _trit| 0), Rounds::P81);
//! assert!((0..243).all(|trit| states.trit(63, trit) == 0));
//! # Ok::<(), lanesmith_isa::EngineError>(())
//! ```

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt;

use lanesmith_isa::lanes::{BitLanes, Cyclic, Line, Offset};
use lanesmith_isa::{EngineError, Handle, Table};

use crate::Rounds;
use crate::arch;
use crate::kernel::{Layout, Pair, RATE, STATE, plane_lines};

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
    fn bits(self, trit: i8) -> [bool; 2] {
        self.pairs()[(trit + 1) as usize]
    }

    /// The trit of these bits, if it is one.
    fn trit(self, bits: [bool; 2]) -> Option<i8> {
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
const HALF: usize = STATE.div_ceil(2);

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

/// The functions of a configuration.
#[derive(Debug)]
pub struct LabKernel {
    pub(crate) code: Code,
    pub(crate) memory: Memory,
    pub(crate) lanes: usize,
    pub(crate) transform: fn(memory: &mut [Line], layout: &mut Layout, rounds: Rounds),
}

/// A configuration that this CPU can run.
pub type Configuration = Handle<LabKernel>;

/// Every configuration of this architecture.
pub static LAB: Table<LabKernel> = Table::new("curl.lab", arch::lab::CONFIGURATIONS);

/// The configuration of that name.
///
/// ```
/// use lanesmith_curl::lab::pcurl::configuration;
/// let error = configuration("64_orn_c5_ptr_u1_sd").unwrap_err();
/// assert!(error.to_string().contains("c5 is a circuit of the andn code"));
/// ```
///
/// # Errors
/// [`LabError`] says which part of a name is wrong, or why the combination makes no sense.
pub fn configuration(name: &str) -> Result<Configuration, LabError> {
    let refuse = |reason: &str| Err(LabError::NoSense { name: name.into(), reason: reason.into() });
    match LAB.by_name(name) {
        Ok(found) => return Ok(found),
        Err(EngineError::Unknown { .. }) => {}
        Err(error) => return Err(LabError::Engine(error)),
    }
    let parts: Vec<&str> = name.split('_').collect();
    let [platform, cvt, circuit, args, unwind, state] = parts[..] else {
        return refuse("a name has six parts: platform, cvt, circuit, s2_args, unwind, state");
    };
    for (part, what, known) in [
        (platform, "platform", ["64", "sse2", "avx2", "avx512", "avx512vl", "neon", "simd128"].as_slice()),
        (cvt, "cvt", &["andn", "orn"]),
        (circuit, "circuit", &["c4", "c5", "t2", "b3"]),
        (args, "s2_args", &["ptr", "lut"]),
        (unwind, "unwind", &["u1", "u2", "u4", "u8", "f1", "f2", "f3", "f4", "f5"]),
        (state, "state", &["ss", "sd", "ip"]),
    ] {
        if !known.contains(&part) {
            return refuse(&alloc::format!("{what} {part:?} is none of {}", known.join(", ")));
        }
    }
    let ternary = matches!(platform, "avx512" | "avx512vl");
    match (platform, cvt, circuit, args, unwind, state) {
        (_, "orn", "c5", ..) => refuse("c5 is a circuit of the andn code"),
        (_, "orn", "b3", ..) => {
            refuse("b3 is a circuit of the andn code; in the orn code BCAX saves nothing")
        }
        (_, _, "t2", ..) if !ternary => refuse("t2 needs ternary logic, which this platform has not"),
        (_, _, "b3", ..) if platform != "neon" => refuse("b3 needs BCAX, which only Armv8 SHA3 has (neon)"),
        (.., "lut", _, "ss") => refuse("the short state has three kinds of rounds, a table serves one"),
        (.., "lut", _, "ip") => refuse("in place every round has its own stride, a table serves one"),
        (.., "u1" | "u2" | "u4" | "u8", "ip") => {
            refuse("in place a name says how many rounds are fused: f1, f2, f3, f4, f5")
        }
        (.., "f1" | "f2" | "f3" | "f4" | "f5", "ss" | "sd") => refuse("rounds are fused in place only (ip)"),
        (_, "orn", .., "ip") => refuse("the walks in place are written for the andn code"),
        (_, _, "c5", .., "ip") => refuse("the walks in place take the smallest circuit"),
        (_, _, "c4", .., "ip") if ternary => {
            refuse("the walks in place take the smallest circuit, on this platform t2")
        }
        (.., "f5", "ip") if !ternary => {
            refuse("five rounds are fused only where there are 32 registers (avx512)")
        }
        (.., "ptr", "u1", _) => refuse(
            "pointers walk on two halves of the state in turn: two S-boxes per loop are the least (u2)",
        ),
        _ => refuse("this architecture has no such platform"),
    }
}

/// Why there is no such configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LabError {
    /// The combination makes no sense.
    NoSense {
        /// The name asked for.
        name: String,
        /// Why.
        reason: String,
    },
    /// The CPU lacks something.
    Engine(EngineError),
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabError::NoSense { name, reason } => write!(f, "no configuration {name}: {reason}"),
            LabError::Engine(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for LabError {}

/// States of a configuration: as many as it has lanes.
#[derive(Debug)]
pub struct Bench {
    configuration: Configuration,
    memory: Vec<Line>,
    layout: Layout,
}

impl Clone for Bench {
    fn clone(&self) -> Self {
        Bench { memory: self.memory.clone(), ..*self }
    }

    /// Copies the states into the memory that is there: the copy of a midstate that every attempt of a nonce search begins
    /// with.
    fn clone_from(&mut self, from: &Self) {
        self.memory.clone_from(&from.memory);
        (self.configuration, self.layout) = (from.configuration, from.layout);
    }
}

impl Bench {
    /// All zero trits.
    pub fn new(configuration: Configuration) -> Self {
        let kernel = configuration.kernel();
        let trits = match kernel.memory {
            Memory::InPlace => STATE,
            Memory::Short => 3 * HALF,
            Memory::Double => 2 * STATE,
        };
        let memory = vec![Line::ZERO; plane_lines(trits, kernel.lanes)];
        let mut bench = Bench { configuration, memory, layout: Layout::NATURAL };
        bench.reset();
        bench
    }

    /// Back to all zero trits.
    pub fn reset(&mut self) {
        self.layout = Layout::NATURAL;
        let words = self.words();
        let [low, high] = self.configuration.kernel().code.bits(0).map(|bit| if bit { u64::MAX } else { 0 });
        for pair in Line::words_mut(&mut self.memory).chunks_mut(2 * words) {
            let (l, h) = pair.split_at_mut(words.min(pair.len()));
            l.fill(low);
            h.fill(high);
        }
    }

    /// Words of a plane.
    fn words(&self) -> usize {
        self.configuration.kernel().lanes / 64
    }

    /// A block of planes in the configuration's code from a function of lane and trit.
    pub fn block(&self, trit: impl Fn(usize, usize) -> i8) -> Vec<u64> {
        let words = self.words();
        let mut planes = vec![0; 2 * words * RATE];
        for (i, pair) in planes.chunks_exact_mut(2 * words).enumerate() {
            for lane in 0..64 * words {
                for (plane, bit) in
                    self.configuration.kernel().code.bits(trit(lane, i)).into_iter().enumerate()
                {
                    pair[plane * words + lane / 64] |= u64::from(bit) << (lane % 64);
                }
            }
        }
        planes
    }

    /// Overwrites the rate of every lane and transforms.
    ///
    /// # Panics
    /// If the block is not one of this configuration.
    pub fn absorb(&mut self, block: &[u64], rounds: Rounds) {
        let pair = 2 * self.words();
        assert_eq!(block.len(), pair * RATE, "a block of another configuration");
        let memory = Line::words_mut(&mut self.memory);
        for (i, from) in block.chunks_exact(pair).enumerate() {
            memory[pair * self.layout.place(i).get()..][..pair].copy_from_slice(from);
        }
        (self.configuration.kernel().transform)(&mut self.memory, &mut self.layout, rounds);
    }

    /// A trit of a lane.
    pub fn trit(&self, lane: usize, trit: usize) -> i8 {
        let words = self.words();
        let at = 2 * words * self.layout.place(trit).get() + lane / 64;
        let bit = |at: usize| Line::words(&self.memory)[at] >> (lane % 64) & 1 == 1;
        // No round makes a pair that is no trit out of pairs that are.
        self.configuration.kernel().code.trit([bit(at), bit(at + words)]).unwrap_or(0)
    }
}
