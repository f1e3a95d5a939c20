//! The operations of this crate: the functions that an engine of each consists of.

use lanesmith_isa::lanes::Line;
use lanesmith_isa::{Handle, Operation};

#[cfg(feature = "lab")]
use crate::kernel::lab::{Code, Memory as StateMemory};
use crate::kernel::pack::TRYTES;
use crate::kernel::pow::{Memory, Plan};
use crate::kernel::single::One;
use crate::kernel::{Layout, RATE};
use crate::rounds::Rounds;

/// `curl.hash`: Curl-P of one message or many. Planes are [lines](Line) of words: for each trit the low plane of all
/// lanes, then the high plane.
#[derive(Debug)]
pub struct CurlKernel {
    /// Overwrites the rate with a block.
    pub(crate) absorb: fn(state: &mut [Line], layout: Layout, block: &[Line]),
    /// One transform of every lane.
    pub(crate) transform: fn(state: &mut [Line], layout: &mut Layout, rounds: Rounds),
    /// A block of trytes of every lane to planes.
    pub(crate) pack_trytes: fn(rows: &[&[u8; TRYTES]], planes: &mut [Line]),
    /// A block of trits of every lane to planes.
    pub(crate) pack_trits: fn(rows: &[&[u8; RATE]], planes: &mut [Line]),
    /// One transform of one state.
    pub(crate) one: fn(state: &mut One, rounds: Rounds),
}

impl Operation for CurlKernel {
    const NAME: &str = "curl.hash";
}

/// An engine of Curl-P that this machine can run.
pub type CurlEngine = Handle<CurlKernel>;

/// `curl.pow`: the nonce search.
#[derive(Debug)]
pub struct PowKernel {
    /// First and last rounds that the engine saves, so that its passes fit what is left.
    pub(crate) saved: fn(rounds: Rounds) -> (usize, usize),
    /// All attempts of a sweep. The callback gets each inner value and the lanes that passed, and says whether to go on.
    pub(crate) sweep: fn(memory: &mut Memory, plan: &Plan, batch: &mut dyn FnMut(usize, &[u64]) -> bool),
}

impl Operation for PowKernel {
    const NAME: &str = "curl.pow";
}

/// An engine of the nonce search that this machine can run.
pub type PowEngine = Handle<PowKernel>;

/// `curl.lab`: a configuration of PCurl's design space.
#[cfg(feature = "lab")]
#[derive(Debug)]
pub struct LabKernel {
    pub(crate) code: Code,
    pub(crate) memory: StateMemory,
    pub(crate) transform: fn(memory: &mut [Line], layout: &mut Layout, rounds: Rounds),
}

#[cfg(feature = "lab")]
impl Operation for LabKernel {
    const NAME: &str = "curl.lab";
}
