//! One face over all stored password strings: read, verify, compare with a policy, make new ones, raise old ones.
//!
//! ```
//! use lanesmith_pwhash::crypt::Limits;
//! use lanesmith_pwhash::mem::Arena;
//! use lanesmith_pwhash::password::{PasswordHash, Policy, Scheme};
//!
//! let mut arena = Arena::new();
//! let policy = Policy::new(Scheme::Argon2id).with_parallelism(1)?.with_memory(1 << 20)?;
//! let stored = policy.hash(b"correct horse", b"16 random bytes!", &mut arena)?.to_string();
//! assert!(stored.starts_with("$argon2id$v=19$m=1024,t=3,p=1$"));
//!
//! let stored: PasswordHash = stored.parse()?;
//! stored.verify(b"correct horse", &Limits::default(), &mut arena)?;
//! assert!(!stored.needs_rehash(&policy));
//! assert!(stored.verify(b"battery staple", &Limits::default(), &mut arena).is_err());
//! # Ok::<(), lanesmith_pwhash::Error>(())
//! ```
//!
//! # Which scheme
//!
//! - **Argon2id** ([`Policy::default`]) for new systems: the standard (RFC 9106) that every language verifies.
//! - **yescrypt** for new systems as well, and where crypt(3) is to read the strings: what Linux distributions use for logins. It
//!   is bound to fast small memory besides, which graphics cards have little of.
//! - **scrypt** for what demands it: keystores, older databases.
//! - **Lyra2** and **TwoCats** for strings and coins that exist, for research and for comparisons: both were in the Password Hashing
//!   Competition, neither has a standard, and few have analysed them. TwoCats fills memory about as fast as memory allows, and
//!   its strings can be raised to a higher cost [without the password](PasswordHash::upgraded).
//!
#![cfg_attr(
    feature = "std",
    doc = "Costs should be measured on the machine that is to verify: [`calibrate()`]."
)]
//! As much memory as it can spare comes first, then time: 50 to 250 ms for a login, seconds for a key that guards a
//! file. The salt is 16 bytes from the system's generator, new for each password.

mod bounds;
#[cfg(feature = "std")]
mod calibrate;
mod context;
mod costs;
mod hash;
mod legacy;
mod limits;
mod policy;
mod reader;
mod report;
mod salted;
mod scheme;
mod stored;
#[cfg(feature = "password-hash")]
pub mod traits;
mod upgrade;

#[cfg(feature = "std")]
pub use calibrate::{Calibration, calibrate, calibrate_below_floor};
pub use context::{Context, Pepper};
pub use costs::Costs;
pub use legacy::StoredLegacy;
pub use limits::Limits;
pub use report::{Parameter, Report, StoredScheme};
pub use scheme::{PasswordHash, Policy, Scheme};
pub use stored::*;

/// What is said of a string that nobody knows.
const UNKNOWN: &str = "not the start of a known scheme";

/// Shortest and longest salt of new strings, and of those that are read.
const SALT_MIN: usize = 8;
const SALT_MAX: usize = 64;

/// The least that a stored hash must have to be accepted, in bytes: a string with a shorter one is as good as no password.
const HASH_MIN: usize = 16;

/// Bytes of new hashes.
const HASH_NEW: usize = 32;
