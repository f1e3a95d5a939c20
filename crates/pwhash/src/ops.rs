//! The operations of this crate: the functions that an engine of each consists of.

use lanesmith_isa::Operation;
use lanesmith_isa::lanes::Line;

use crate::kernel::argon2::Segment;
use crate::kernel::block::Layout;
use crate::kernel::lyra2::{Job, Shape};
use crate::kernel::salsa::Mix;
use crate::kernel::twocats;
use crate::kernel::yescrypt::pwx::{Own, Shared};
use crate::kernel::yescrypt::{Course, Form};

/// `pwhash.argon2`: the blocks of segments.
///
/// ```
/// use lanesmith_pwhash::hazmat::Argon2Kernel;
/// use lanesmith_pwhash::{Handle, ARGON2};
/// let engine: Handle<Argon2Kernel> = ARGON2.by_name("scalar")?;
/// assert_eq!(engine.name(), "scalar");
/// # Ok::<(), lanesmith_pwhash::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Argon2Kernel {
    /// Fills the segments, one block of each in turn.
    pub(crate) fill: fn(&mut [Segment<'_>]),
    /// In which order the engine keeps the words of a block.
    pub(crate) layout: Layout,
}

impl Operation for Argon2Kernel {
    const NAME: &str = "pwhash.argon2";
}

/// `pwhash.lyra2`: hashes of one shape.
///
/// ```
/// use lanesmith_pwhash::hazmat::Lyra2Kernel;
/// use lanesmith_pwhash::{Handle, LYRA2};
/// let engine: Handle<Lyra2Kernel> = LYRA2.by_name("scalar")?;
/// assert_eq!(engine.name(), "scalar");
/// # Ok::<(), lanesmith_pwhash::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lyra2Kernel {
    /// Hashes of one shape, two side by side.
    pub(crate) run: fn(&Shape<'_>, &mut [Job<'_>]),
}

impl Operation for Lyra2Kernel {
    const NAME: &str = "pwhash.lyra2";
}

/// `pwhash.scrypt`: ROMix.
///
/// ```
/// use lanesmith_pwhash::hazmat::ScryptKernel;
/// use lanesmith_pwhash::{Handle, SCRYPT};
/// let engine: Handle<ScryptKernel> = SCRYPT.by_name("scalar")?;
/// assert_eq!(engine.name(), "scalar");
/// # Ok::<(), lanesmith_pwhash::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ScryptKernel {
    /// ROMix of all inputs, each with a table of its own, as many side by side as the vectors hold.
    pub(crate) mix: fn(&mut Mix<'_>),
}

impl Operation for ScryptKernel {
    const NAME: &str = "pwhash.scrypt";
}

/// `pwhash.yescrypt`: SMix.
///
/// ```
/// use lanesmith_pwhash::hazmat::YescryptKernel;
/// use lanesmith_pwhash::{Handle, YESCRYPT};
/// let engine: Handle<YescryptKernel> = YESCRYPT.by_name("scalar")?;
/// assert_eq!(engine.name(), "scalar");
/// # Ok::<(), lanesmith_pwhash::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct YescryptKernel {
    /// Fills the S-boxes of a part from the first two lines of its state, which change.
    pub(crate) boxes: fn(Form, &mut [Line], &mut [Line]),
    /// The first loop, and the steps of the second, which write, of parts that have memory of their own; neighbours in lock
    /// step, two at a time.
    pub(crate) own: fn(Form, &Course<'_>, &mut [Own<'_>]),
    /// The steps of the second loop that only read, of parts that share the memory; in lock step too.
    pub(crate) shared: fn(Form, &Course<'_>, &mut [Shared<'_>]),
    /// scrypt's two loops: state, another state, memory.
    pub(crate) classic: fn(&Course<'_>, &mut [Line], &mut [Line], &mut [Line]),
}

impl Operation for YescryptKernel {
    const NAME: &str = "pwhash.yescrypt";
}

/// `pwhash.twocats`: blocks of memory.
///
/// ```
/// use lanesmith_pwhash::hazmat::TwoCatsKernel;
/// use lanesmith_pwhash::{Handle, TWOCATS};
/// let engine: Handle<TwoCatsKernel> = TWOCATS.by_name("scalar")?;
/// assert_eq!(engine.name(), "scalar");
/// # Ok::<(), lanesmith_pwhash::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TwoCatsKernel {
    /// Mixes two blocks into a third; what is to go into the next state.
    pub(crate) mix: fn(&mut twocats::Mix<'_>) -> u32,
}

impl Operation for TwoCatsKernel {
    const NAME: &str = "pwhash.twocats";
}
