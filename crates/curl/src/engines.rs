//! The engines of `curl.hash`, and what each consists of.

use lanesmith_isa::lanes::Line;
use lanesmith_isa::{Handle, Table};

use crate::Rounds;
use crate::arch;
use crate::kernel::{Layout, RATE};
use crate::pack::TRYTES;
use crate::pow::Plan;
use crate::pow::kernel::Memory;
use crate::single::One;

/// The functions of an engine. Planes are [lines](Line) of words: for each trit the low plane of all lanes, then the
/// high plane.
#[derive(Debug)]
pub struct Kernel {
    /// States per pass.
    pub(crate) lanes: usize,
    /// What the parts of the engine cost, to choose between engines and between a batch and one message after the other.
    pub(crate) cost: Cost,
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

/// The functions of an engine of the nonce search.
#[derive(Debug)]
pub struct PowKernel {
    /// Attempts side by side.
    pub(crate) lanes: usize,
    /// First and last rounds that the engine saves, so that its passes fit what is left.
    pub(crate) saved: fn(rounds: Rounds) -> (usize, usize),
    /// All attempts of a sweep. The callback gets each inner value and the lanes that passed, and says whether to go on.
    pub(crate) sweep: fn(memory: &mut Memory, plan: &Plan, batch: &mut dyn FnMut(usize, &[u64]) -> bool),
}

/// An engine of the nonce search that this CPU can run.
pub type PowEngine = Handle<PowKernel>;

/// The engines of the nonce search, most preferred first.
///
/// ```
/// use lanesmith_curl::POW;
/// assert!(POW.by_name("scalar").is_ok());
/// ```
pub static POW: Table<PowKernel> = Table::new("curl.pow", arch::POW_ENGINES).with_foreign(arch::FOREIGN);

/// Times measured on Zen 4, in units of 10 ns. Only their ratios matter, and those are much the same elsewhere: all
/// engines are bound by the ports of one kind of instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Packing a block of every lane and transforming them.
    pub batch: usize,
    /// One transform of one state.
    pub one: usize,
}

/// An engine of Curl-P that this CPU can run.
pub type CurlEngine = Handle<Kernel>;

/// The engines of Curl-P, most preferred first.
///
/// ```
/// use lanesmith_curl::HASH;
/// for engine in HASH.available() {
///     println!("{}: {} lanes", engine.name(), engine.info.lanes);
/// }
/// assert!(HASH.by_name("scalar").is_ok());
/// ```
pub static HASH: Table<Kernel> = Table::new("curl.hash", arch::ENGINES).with_foreign(arch::FOREIGN);
