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

mod argon2;
#[cfg(feature = "std")]
mod calibrate;
mod context;
mod costs;
mod inspect;
mod lyra2;
mod phc;
mod policy;
mod salted;
mod scheme;
mod scrypt;
#[cfg(feature = "password-hash")]
pub mod traits;

use core::fmt;
use core::str::FromStr;

use crate::Error;
use crate::crypt::{Limits, Stored, StoredTwoCats};
use crate::mem::{Arena, Secret};

pub use argon2::StoredArgon2;
#[cfg(feature = "std")]
pub use calibrate::{Calibration, calibrate};
pub use context::Context;
pub use costs::Costs;
pub use inspect::{Parameter, Report};
pub use lyra2::StoredLyra2;
pub use policy::Policy;
pub use scheme::Scheme;
pub use scrypt::StoredScrypt;

/// A stored password of any scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PasswordHash {
    /// `$argon2id$`, `$argon2i$`, `$argon2d$`.
    Argon2(StoredArgon2),
    /// `$scrypt$`.
    Scrypt(StoredScrypt),
    /// `$y$` and `$7$`.
    Crypt(Stored),
    /// `$lyra2$`.
    Lyra2(StoredLyra2),
    /// `$twocats$`.
    TwoCats(StoredTwoCats),
}

/// Shortest and longest salt of new strings, and of those that are read.
const SALT_MIN: usize = 8;
const SALT_MAX: usize = 64;

/// The least that a stored hash must have to be accepted, in bytes: a string with a shorter one is as good as no password.
const HASH_MIN: usize = 16;

/// Bytes of new hashes.
const HASH_NEW: usize = 32;

impl PasswordHash {
    /// Whether the password is the one that was stored; compared in constant time.
    ///
    /// # Errors
    /// [`Error::WrongPassword`] if it is not; [`Error::OverLimit`] and [`Error::Length`] before anything is computed, if the
    /// string asks for more than the limits allow or its hash is too short to prove anything; [`Error::Memory`] if the memory
    /// cannot be had.
    pub fn verify(&self, password: &[u8], limits: &Limits, arena: &mut Arena<'_>) -> Result<(), Error> {
        self.verify_with(&Context::new(), password, limits, arena)
    }

    /// The same for a hash that was made with a secret of the service, or associated data.
    ///
    /// # Errors
    /// As [`verify`](Self::verify).
    pub fn verify_with(
        &self,
        context: &Context<'_>,
        password: &[u8],
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        let mut place = Secret::new([0; 32]);
        match self {
            PasswordHash::Argon2(stored) => stored.verify(password, context, limits, arena),
            PasswordHash::Scrypt(stored) => stored.verify(context.mixed(password, &mut place), limits, arena),
            PasswordHash::Crypt(stored) => stored.verify(context.mixed(password, &mut place), limits, arena),
            PasswordHash::Lyra2(stored) => stored.verify(context.mixed(password, &mut place), limits, arena),
            PasswordHash::TwoCats(stored) => {
                let password = Context { data: &[], ..*context }.mixed(password, &mut place);
                stored.verify(password, context.data, limits, arena)
            }
        }
    }

    /// Whether a new string of that policy would be of another scheme, or have other parameters, or a longer salt or hash. A
    /// TwoCats string that was [raised](Self::upgraded) to the policy's memory is as good as a new one.
    pub fn needs_rehash(&self, policy: &Policy) -> bool {
        match (self, policy) {
            (PasswordHash::Argon2(stored), Policy::Argon2(params)) => stored.needs_rehash(params),
            (PasswordHash::Scrypt(stored), Policy::Scrypt(params)) => stored.needs_rehash(params),
            (PasswordHash::Crypt(stored), Policy::Yescrypt(params)) => stored.needs_rehash(params),
            (PasswordHash::Lyra2(stored), Policy::Lyra2(params)) => stored.needs_rehash(params),
            (PasswordHash::TwoCats(stored), Policy::TwoCats(params)) => stored.needs_rehash(params),
            _ => true,
        }
    }

    /// The same hash at the memory of the policy, without the password: TwoCats can do that, where both the string and the policy
    /// say no overwriting and agree in all but the memory. Nothing where the password is needed.
    ///
    /// No other scheme has it. yescrypt had in its first drafts, and gave it up; its strings can be
    /// [encrypted](Stored::encrypted) and decrypted without the password.
    ///
    /// ```
    /// use lanesmith_pwhash::crypt::Limits;
    /// use lanesmith_pwhash::mem::Arena;
    /// use lanesmith_pwhash::password::{Policy, Scheme};
    ///
    /// let mut arena = Arena::new();
    /// let (old, new) = (Policy::new(Scheme::TwoCats).with_memory(1 << 20)?, Policy::new(Scheme::TwoCats).with_memory(4 << 20)?);
    /// let stored = old.hash(b"correct horse", b"16 random bytes!", &mut arena)?;
    /// assert!(stored.needs_rehash(&new));
    /// let raised = stored.upgraded(&new, &mut arena)?.expect("TwoCats");
    /// assert!(!raised.needs_rehash(&new));
    /// raised.verify(b"correct horse", &Limits::default(), &mut arena)?;
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Memory`] if the memory cannot be had.
    pub fn upgraded(&self, policy: &Policy, arena: &mut Arena<'_>) -> Result<Option<Self>, Error> {
        let (PasswordHash::TwoCats(stored), Policy::TwoCats(params)) = (self, policy) else {
            return Ok(None);
        };
        match stored.can_become(params) {
            true => Ok(Some(PasswordHash::TwoCats(stored.raised(params.mem_cost(), arena)?))),
            false => Ok(None),
        }
    }

    /// The policy that makes strings like this one.
    pub fn policy(&self) -> Policy {
        match self {
            PasswordHash::Argon2(stored) => Policy::Argon2(*stored.params()),
            PasswordHash::Scrypt(stored) => Policy::Scrypt(*stored.params()),
            PasswordHash::Crypt(stored) => Policy::Yescrypt(*stored.setting().params()),
            PasswordHash::Lyra2(stored) => Policy::Lyra2(*stored.params()),
            PasswordHash::TwoCats(stored) => Policy::TwoCats(*stored.params()),
        }
    }

    /// The salt.
    pub fn salt(&self) -> &[u8] {
        match self {
            PasswordHash::Argon2(stored) => stored.salt(),
            PasswordHash::Scrypt(stored) => stored.salt(),
            PasswordHash::Crypt(stored) => stored.setting().salt(),
            PasswordHash::Lyra2(stored) => stored.salt(),
            PasswordHash::TwoCats(stored) => stored.salt(),
        }
    }
}

impl FromStr for PasswordHash {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text.starts_with("$argon2") {
            text.parse().map(PasswordHash::Argon2)
        } else if text.starts_with("$scrypt$") {
            text.parse().map(PasswordHash::Scrypt)
        } else if text.starts_with("$y$") || text.starts_with("$7$") {
            text.parse().map(PasswordHash::Crypt)
        } else if text.starts_with("$lyra2$") {
            text.parse().map(PasswordHash::Lyra2)
        } else if text.starts_with("$twocats$") {
            text.parse().map(PasswordHash::TwoCats)
        } else {
            Err(Error::Malformed { at: 0, what: "not the start of a known scheme" })
        }
    }
}

impl fmt::Display for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PasswordHash::Argon2(stored) => stored.fmt(f),
            PasswordHash::Scrypt(stored) => stored.fmt(f),
            PasswordHash::Crypt(stored) => stored.fmt(f),
            PasswordHash::Lyra2(stored) => stored.fmt(f),
            PasswordHash::TwoCats(stored) => stored.fmt(f),
        }
    }
}
