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
use core::fmt;

use lanesmith_isa::lanes::Line;
use lanesmith_isa::{EngineError, Handle, Reason};

pub use crate::engines::LAB;
use crate::kernel::lab::{HALF, Memory};
use crate::kernel::{Layout, RATE, STATE, plane_lines};
pub use crate::ops::LabKernel;
use crate::rounds::Rounds;

/// A configuration that this CPU can run.
pub type Configuration = Handle<LabKernel>;

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
        Err(error) if error.reason() == Reason::Unknown => {}
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
        let memory = vec![Line::ZERO; plane_lines(trits, configuration.info.lanes)];
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
        self.configuration.info.lanes / 64
    }

    /// A block of planes in the configuration's code from a function of lane and trit.
    pub fn block(&self, trit: impl Fn(usize, usize) -> i8) -> Vec<u64> {
        self.planes(&trit)
    }

    /// Compiled here, once: callers are tests and checks, of which some are not optimised.
    fn planes(&self, trit: &dyn Fn(usize, usize) -> i8) -> Vec<u64> {
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

    /// The trits of a lane's rate: after the last block, its hash.
    pub fn rate(&self, lane: usize) -> [i8; RATE] {
        core::array::from_fn(|i| self.trit(lane, i))
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
