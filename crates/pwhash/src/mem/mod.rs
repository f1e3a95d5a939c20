//! Memory for hashes: an [`Arena`] is kept from one hash to the next, has huge pages where the system gives them, and
//! is wiped before it goes back.
//!
//! ```
//! use lanesmith_pwhash::mem::Arena;
//! let mut arena = Arena::new();
//! let mut space = arena.space(2 << 20)?;
//! let table = space.take::<[u64; 128]>(1024)?;
//! let scratch = space.take::<u32>(256)?;
//! table[0][0] = u64::from(scratch[0]);
//! # Ok::<(), lanesmith_pwhash::mem::MemoryError>(())
//! ```

mod arena;
mod interrupt;
mod lanes;
mod options;
mod plain;
#[cfg(feature = "std")]
mod pool;
mod region;
mod wipe;

pub use crate::error::MemoryError;

pub use arena::{Arena, Space};
#[cfg(feature = "legacy")]
pub(crate) use interrupt::Stopped;
pub(crate) use interrupt::{Interrupt, ask_mask};
pub(crate) use lanes::{Addresses, LaneWriter, Lanes};
pub use options::{ArenaOptions, HugePages};
pub use plain::Plain;
pub(crate) use plain::bytes_of_mut;
pub(crate) use plain::plain;
#[cfg(feature = "std")]
pub use pool::{Lease, Pool};
pub use wipe::{Secret, wipe};
