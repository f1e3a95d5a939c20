//! Argon2 (RFC 9106): the winner of the Password Hashing Competition, for new systems and what most services run.
//!
//! ```
//! use lanesmith_pwhash::argon2::{Input, Params, hash};
//! use lanesmith_pwhash::mem::Arena;
//!
//! let mut arena = Arena::new();
//! let params = Params::default().memory_kib(64).passes(3).lanes(4);
//! let mut tag = [0; 32];
//! hash(&params, &Input::new(b"password", b"somesalt"), &mut tag, &mut arena)?;
//! # Ok::<(), lanesmith_pwhash::Error>(())
//! ```

mod expand;
pub(crate) mod numbered;

use lanesmith_isa::Choice;

use crate::Error;
use crate::kernel::argon2::{Place, Segment};
use crate::kernel::blake2b::{Blake2b, blake2b};
use crate::kernel::block::{Block, Layout};
use crate::mem::{Arena, Lanes, Secret, wipe};
use crate::ops::Argon2Kernel;
use crate::work::{ARGON2_BYTE, ARGON2I_SEGMENT, weigh};

use expand::expand;

/// ```
/// use lanesmith_pwhash::argon2::{Params, Variant};
/// assert_eq!(Params::default().get_variant(), Variant::Id);
/// ```
pub use crate::kernel::argon2::Variant;
/// ```
/// use lanesmith_pwhash::argon2::{Params, Version};
/// assert_eq!(Params::default().get_version(), Version::V0x13);
/// ```
pub use crate::kernel::argon2::Version;

/// Cost and variant of a hash.
///
/// ```
/// use lanesmith_pwhash::argon2::{Params, Variant};
/// let params = Params::default().variant(Variant::I).memory_kib(100).passes(3).lanes(4);
/// // Each lane has four equal parts.
/// assert_eq!((params.memory(), params.traffic()), (96 << 10, 3 * 96 << 10));
/// assert!(params.lanes(16).check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    variant: Variant,
    version: Version,
    memory_kib: u32,
    passes: u32,
    lanes: u32,
}

impl Default for Params {
    /// Argon2id of 64 MiB with 3 passes over 4 lanes: the second recommendation of RFC 9106.
    fn default() -> Self {
        Params { variant: Variant::Id, version: Version::V0x13, memory_kib: 65536, passes: 3, lanes: 4 }
    }
}

impl Params {
    /// Which of the three functions.
    #[must_use]
    pub const fn variant(mut self, variant: Variant) -> Self {
        self.variant = variant;
        self
    }
    /// Which version.
    #[must_use]
    pub const fn version(mut self, version: Version) -> Self {
        self.version = version;
        self
    }
    /// Memory in KiB: at least 8 for each lane.
    #[must_use]
    pub const fn memory_kib(mut self, memory_kib: u32) -> Self {
        self.memory_kib = memory_kib;
        self
    }
    /// Passes over the memory: at least 1.
    #[must_use]
    pub const fn passes(mut self, passes: u32) -> Self {
        self.passes = passes;
        self
    }
    /// Lanes: at least 1, at most 2^24 - 1. How many of them are computed [at the same time](Arena::compute_on) does not
    /// change the hash.
    #[must_use]
    pub const fn lanes(mut self, lanes: u32) -> Self {
        self.lanes = lanes;
        self
    }

    /// Which of the three functions.
    pub const fn get_variant(&self) -> Variant {
        self.variant
    }
    /// Which version.
    pub const fn get_version(&self) -> Version {
        self.version
    }
    /// Memory in KiB.
    pub const fn get_memory_kib(&self) -> u32 {
        self.memory_kib
    }
    /// Passes.
    pub const fn get_passes(&self) -> u32 {
        self.passes
    }
    /// Lanes.
    pub const fn get_lanes(&self) -> u32 {
        self.lanes
    }

    /// How many bytes of memory a hash takes.
    pub const fn memory(&self) -> u64 {
        self.segment() as u64 * 4 * self.lanes as u64 * 1024
    }

    /// Bytes that a hash fills, each pass counted; saturating.
    pub const fn traffic(&self) -> u64 {
        self.memory().saturating_mul(self.passes as u64)
    }

    /// The time that a hash takes: in the same time Argon2id fills so many bytes. What limits on stored strings count; saturating.
    pub fn work(&self) -> u64 {
        let passes = u128::from(self.passes);
        let segments = if self.variant == Variant::I { 4 * u128::from(self.lanes) * passes } else { 0 };
        weigh(&[(u128::from(self.memory()) * passes, ARGON2_BYTE), (segments, ARGON2I_SEGMENT)])
    }

    /// Blocks of a segment, a quarter of a lane.
    const fn segment(&self) -> u32 {
        let quarters = self.lanes as u64 * 4;
        match (self.memory_kib as u64).checked_div(quarters) {
            Some(blocks) => blocks as u32,
            None => 0,
        }
    }

    /// Whether RFC 9106 defines a function for them.
    ///
    /// # Errors
    /// [`Error::Parameter`] names what is out of range.
    pub const fn check(&self) -> Result<(), Error> {
        if self.lanes == 0 || self.lanes >= 1 << 24 {
            let value = self.lanes as u64;
            return Err(Error::Parameter { name: "p (lanes)", value, need: "from 1 to 2^24 - 1" });
        }
        if self.passes == 0 {
            return Err(Error::Parameter { name: "t (passes)", value: 0, need: "at least 1" });
        }
        if (self.memory_kib as u64) < 8 * self.lanes as u64 {
            let value = self.memory_kib as u64;
            return Err(Error::Parameter {
                name: "m (KiB of memory)",
                value,
                need: "at least 8 for each lane",
            });
        }
        Ok(())
    }
}

/// What is hashed.
///
/// ```
/// use lanesmith_pwhash::argon2::{Input, Params, hash};
/// use lanesmith_pwhash::mem::Arena;
/// let input = Input::new(b"password", b"somesalt").secret(b"pepper").data(b"user 4711");
/// let mut tag = [0; 16];
/// hash(&Params::default().memory_kib(64), &input, &mut tag, &mut Arena::new())?;
/// assert!(!format!("{input:?}").contains("password"));
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The password.
    pub password: &'a [u8],
    /// The salt: 16 random bytes are recommended.
    pub salt: &'a [u8],
    /// A secret key of the service ("pepper"), or nothing.
    pub secret: &'a [u8],
    /// Associated data, or nothing.
    pub data: &'a [u8],
}

impl<'a> Input<'a> {
    /// A password and a salt, nothing else.
    pub const fn new(password: &'a [u8], salt: &'a [u8]) -> Self {
        Input { password, salt, secret: &[], data: &[] }
    }
    /// With a secret key.
    #[must_use]
    pub const fn secret(mut self, secret: &'a [u8]) -> Self {
        self.secret = secret;
        self
    }
    /// With associated data.
    #[must_use]
    pub const fn data(mut self, data: &'a [u8]) -> Self {
        self.data = data;
        self
    }
}

impl core::fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Input").field("salt", &self.salt).finish_non_exhaustive()
    }
}

/// Writes the tag of a password; its length, at least 4, goes into the hash. Lanes are computed by the
/// [workers of the arena](Arena::compute_on).
///
/// ```
/// use lanesmith_pwhash::Workers;
/// use lanesmith_pwhash::argon2::{Input, Params, hash};
/// use lanesmith_pwhash::mem::Arena;
///
/// let (params, input) = (Params::default().memory_kib(8 << 10), Input::new(b"password", b"somesalt"));
/// let (mut alone, mut together, mut arena) = ([0; 32], [0; 32], Arena::new());
/// hash(&params, &input, &mut alone, &mut arena)?;
/// arena.compute_on(Workers::threads(4));
/// hash(&params, &input, &mut together, &mut arena)?;
/// assert_eq!(alone, together);
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] and [`Error::Length`] if RFC 9106 does not define it, [`Error::Memory`] if the arena cannot hold it.
pub fn hash(params: &Params, input: &Input<'_>, tag: &mut [u8], arena: &mut Arena<'_>) -> Result<(), Error> {
    hash_with(Choice::AUTO, params, input, tag, arena)
}

/// The same on a chosen engine of [`ARGON2`](crate::ARGON2).
///
/// ```
/// use lanesmith_pwhash::ARGON2;
/// use lanesmith_pwhash::argon2::{Input, Params, hash, hash_with};
/// use lanesmith_pwhash::mem::Arena;
/// let (params, input) = (Params::default().memory_kib(64), Input::new(b"password", b"somesalt"));
/// let (mut usual, mut portable, mut arena) = ([0; 16], [0; 16], Arena::new());
/// hash(&params, &input, &mut usual, &mut arena)?;
/// hash_with(ARGON2.by_name("scalar")?, &params, &input, &mut portable, &mut arena)?;
/// assert_eq!(usual, portable);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// As [`hash`].
pub fn hash_with(
    engine: impl Into<Choice<Argon2Kernel>>,
    params: &Params,
    input: &Input<'_>,
    tag: &mut [u8],
    arena: &mut Arena<'_>,
) -> Result<(), Error> {
    compute(engine.into(), params, params.version as u32, input, tag, arena)
}

fn compute(
    engine: Choice<Argon2Kernel>,
    params: &Params,
    version: u32,
    input: &Input<'_>,
    tag: &mut [u8],
    arena: &mut Arena<'_>,
) -> Result<(), Error> {
    let kernel = engine.handle().kernel();
    params.check()?;
    expand::check(input, tag)?;
    let (lanes, segment) = (params.lanes as usize, params.segment() as usize);
    let columns = 4 * segment;
    let too_large = crate::mem::MemoryError::TooLarge { count: lanes, size: 4096 };
    let count = lanes.checked_mul(columns).ok_or(too_large)?;
    let bytes = count.checked_mul(size_of::<Block>()).ok_or(too_large)?;
    arena.stoppable(|arena| {
        let mut space = arena.space(bytes)?;
        let blocks = space.take::<Block>(count)?;
        let interrupt = space.interrupt();
        // Lanes of a slice do not depend on each other. A thread takes its share at once: two lanes side by side are faster than one
        // after the other.
        let workers = space.workers(bytes / 4);
        let lanes_each = lanes.div_ceil(workers.count());

        start(params, version, input, tag.len(), blocks, columns, kernel.layout);
        let mut matrix = Lanes::new(blocks, lanes, columns);
        for pass in 0..params.passes {
            for slice in 0..4 {
                let window = slice as usize * segment..(slice as usize + 1) * segment;
                let mut segments: alloc::vec::Vec<_> = matrix
                    .writers(window)
                    .map(|blocks| {
                        let place = Place {
                            pass,
                            slice,
                            lane: blocks.lane() as u32,
                            lanes: params.lanes,
                            length: segment as u32,
                            passes: params.passes,
                            variant: params.variant,
                            version: params.version,
                        };
                        Segment::new(place, blocks, interrupt)
                    })
                    .collect();
                workers.chunks(&mut segments, lanes_each, |_, segments| (kernel.fill)(segments));
                interrupt.check()?;
            }
        }
        finish(matrix.items(), columns, kernel.layout, tag);
        Ok(())
    })
}

/// The first two blocks of every lane, from all inputs (RFC 9106, 3.2 and 3.4).
fn start(
    params: &Params,
    version: u32,
    input: &Input<'_>,
    tag_len: usize,
    blocks: &mut [Block],
    columns: usize,
    layout: Layout,
) {
    // All lengths were checked to fit.
    let number = |n: usize| n as u32;
    let mut hash = Blake2b::new(64);
    hash.number(params.lanes)
        .number(number(tag_len))
        .number(params.memory_kib)
        .number(params.passes)
        .number(version)
        .number(params.variant as u32);
    for part in [input.password, input.salt, input.secret, input.data] {
        hash.number(number(part.len())).update(part);
    }
    // The digest, then the numbers of the block and of the lane.
    let mut seed = Secret::new([0u8; 72]);
    hash.finish(&mut seed[..64]);
    let mut bytes = Secret::new([0u8; 1024]);
    for (lane, blocks) in blocks.chunks_exact_mut(columns).enumerate() {
        for (column, block) in blocks.iter_mut().take(2).enumerate() {
            seed[64..68].copy_from_slice(&(column as u32).to_le_bytes());
            seed[68..].copy_from_slice(&(lane as u32).to_le_bytes());
            expand(&*seed, &mut *bytes);
            let mut words = Secret::new([0u64; 128]);
            for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
                *word = u64::from_le_bytes(*bytes);
            }
            *block = layout.arrange(&words);
        }
    }
}

/// The tag: a hash of the sum of the last blocks of all lanes.
fn finish(blocks: &[Block], columns: usize, layout: Layout, tag: &mut [u8]) {
    let mut sum = Secret::new([0u64; 128]);
    for lane in blocks.chunks_exact(columns) {
        for (sum, word) in sum.iter_mut().zip(&lane[columns - 1]) {
            *sum ^= word;
        }
    }
    let mut words = layout.restore(&sum);
    let mut bytes = Secret::new([0u8; 1024]);
    for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(&words) {
        *bytes = word.to_le_bytes();
    }
    wipe(&mut words);
    expand(&*bytes, tag);
}
