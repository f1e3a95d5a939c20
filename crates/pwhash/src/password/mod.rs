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
mod bounds;
#[cfg(feature = "std")]
mod calibrate;
mod context;
mod costs;
mod inspect;
mod legacy;
mod lyra2;
mod phc;
mod policy;
mod salted;
mod scheme;
mod scrypt;
#[cfg(feature = "password-hash")]
pub mod traits;
mod upgrade;

use core::fmt;
use core::str::FromStr;

use crate::Error;
use crate::crypt::{Limits, Stored, StoredTwoCats};
use crate::mem::{Arena, Secret};

pub use argon2::StoredArgon2;
#[cfg(feature = "std")]
pub use calibrate::{Calibration, calibrate, calibrate_below_floor};
pub use context::{Context, Pepper};
pub use costs::Costs;
pub use inspect::{Parameter, Report, StoredScheme};
pub use legacy::StoredLegacy;
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
    /// Strings of other libraries and older systems: `$2b$`, `$6$`, `pbkdf2_sha256$`, `{CRYPT}` and their like.
    Legacy(StoredLegacy),
}

/// What is said of a string that nobody knows.
const UNKNOWN: &str = "not the start of a known scheme";

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
    /// [`Error::WrongPassword`] if it is not; those of [`admit`](Self::admit) before anything is computed, if the string asks for
    /// more than the limits allow or its hash is too short to prove anything; [`Error::Memory`] if the memory cannot be had;
    /// [`Error::Unsupported`] if the string is one of [another library](StoredLegacy) and not verified here.
    pub fn verify(&self, password: &[u8], limits: &Limits, arena: &mut Arena<'_>) -> Result<(), Error> {
        self.verify_with(&Context::new(), password, limits, arena)
    }

    /// Whether [`verify`](Self::verify) would compute anything, for those who take memory from a [`Pool`](crate::mem::Pool) first: the
    /// limits must be checked before memory is promised.
    ///
    /// ```
    /// use lanesmith_pwhash::crypt::Limits;
    /// use lanesmith_pwhash::mem::{ArenaOptions, Pool};
    /// use lanesmith_pwhash::password::{PasswordHash, Policy};
    ///
    /// let pool = Pool::new(1 << 30, 4, ArenaOptions::default());
    /// # let text = "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI";
    /// let stored: PasswordHash = text.parse()?;
    /// let limits = Limits::default();
    /// stored.admit(&limits)?;
    /// let mut arena = pool.acquire(stored.arena_bytes())?;
    /// # let verified =
    /// stored.verify(b"password", &limits, &mut arena);
    /// # assert_eq!(verified, Err(lanesmith_pwhash::Error::WrongPassword));
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OverLimit`]; [`Error::Length`] if its hash is too short to prove anything; [`Error::Parameter`] if it has more than 256
    /// parts.
    pub fn admit(&self, limits: &Limits) -> Result<(), Error> {
        match self {
            PasswordHash::Argon2(stored) => stored.admit(limits),
            PasswordHash::Scrypt(stored) => stored.admit(limits),
            PasswordHash::Crypt(stored) => stored.admit(limits),
            PasswordHash::Lyra2(stored) => stored.admit(limits),
            PasswordHash::TwoCats(stored) => stored.admit(limits),
            PasswordHash::Legacy(stored) => stored.admit(limits),
        }
    }

    /// The same for a hash that was made with a secret of the service, or associated data. Of several secrets the one counts that the
    /// string names; if it names none, each is tried.
    ///
    /// # Errors
    /// As [`verify`](Self::verify); and [`Error::UnknownKey`] if the string cannot have been made with any of the secrets.
    pub fn verify_with(
        &self,
        context: &Context<'_>,
        password: &[u8],
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        self.verify_by(context, password, limits, arena).map(drop)
    }

    /// The context, of those that are possible, in which the password is right.
    fn verify_by<'c>(
        &self,
        context: &Context<'c>,
        password: &[u8],
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<Context<'c>, Error> {
        let legacy = matches!(self, PasswordHash::Legacy(_));
        let mut answer = Error::UnknownKey {
            need: match legacy {
                true => "none at all (Pepper::NONE), as strings of other libraries have none",
                false => "the one of its key id",
            },
        };
        let candidates = context.candidates(self.key_id());
        for candidate in candidates.filter(|candidate| !legacy || candidate.secret.is_empty()) {
            match self.verify_in(&candidate, password, limits, arena) {
                Ok(()) => return Ok(candidate),
                Err(Error::WrongPassword) => answer = Error::WrongPassword,
                Err(error) => return Err(error),
            }
        }
        Err(answer)
    }

    fn verify_in(
        &self,
        context: &Context<'_>,
        password: &[u8],
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        let mut place = Secret::new([0; 32]);
        match self {
            PasswordHash::Legacy(stored) => stored.verify(password, limits, arena),
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

    /// The policy that makes strings like this one; none makes those of [other libraries](StoredLegacy).
    pub fn policy(&self) -> Option<Policy> {
        Some(match self {
            PasswordHash::Argon2(stored) => Policy::Argon2(*stored.params()),
            PasswordHash::Scrypt(stored) => Policy::Scrypt(*stored.params()),
            PasswordHash::Crypt(stored) => Policy::Yescrypt(*stored.setting().params()),
            PasswordHash::Lyra2(stored) => Policy::Lyra2(*stored.params()),
            PasswordHash::TwoCats(stored) => Policy::TwoCats(*stored.params()),
            PasswordHash::Legacy(_) => return None,
        })
    }

    /// Bytes of memory that verifying takes.
    pub fn memory(&self) -> u64 {
        match self {
            PasswordHash::Legacy(stored) => stored.memory(),
            _ => self.policy().map_or(0, |policy| policy.memory()),
        }
    }

    /// The time that verifying takes, as [`Limits`] count it.
    pub fn work(&self) -> u64 {
        match self {
            PasswordHash::Legacy(stored) => stored.work(),
            _ => self.policy().map_or(0, |policy| policy.work()),
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
            PasswordHash::Legacy(stored) => stored.salt(),
        }
    }

    /// The name of the secret that it was made with, if the string says so.
    pub fn key_id(&self) -> &[u8] {
        match self {
            PasswordHash::Argon2(stored) => stored.key_id(),
            _ => &[],
        }
    }
}

impl FromStr for PasswordHash {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        // First of all: a string of libsodium begins like any other.
        if StoredLegacy::knows(text) {
            text.parse().map(PasswordHash::Legacy)
        } else if text.starts_with("$argon2") {
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
            Err(Error::Malformed { at: 0, what: UNKNOWN })
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
            PasswordHash::Legacy(stored) => stored.fmt(f),
        }
    }
}
