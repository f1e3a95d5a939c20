//! One face over all stored password strings: read, verify, compare with a policy, make new ones.
//!
//! ```
//! use lanesmith_pwhash::argon2;
//! use lanesmith_pwhash::crypt::Limits;
//! use lanesmith_pwhash::mem::Arena;
//! use lanesmith_pwhash::password::{PasswordHash, Policy};
//!
//! let mut arena = Arena::new();
//! let policy = Policy::Argon2(argon2::Params::default().memory_kib(1024).passes(3).lanes(1));
//! let stored = policy.hash(b"correct horse", b"16 random bytes!", &mut arena)?.to_string();
//! assert!(stored.starts_with("$argon2id$v=19$m=1024,t=3,p=1$"));
//!
//! let stored: PasswordHash = stored.parse()?;
//! stored.verify(b"correct horse", &Limits::default(), &mut arena)?;
//! assert!(!stored.needs_rehash(&policy));
//! assert!(stored.verify(b"battery staple", &Limits::default(), &mut arena).is_err());
//! # Ok::<(), lanesmith_pwhash::Error>(())
//! ```

mod argon2;
#[cfg(feature = "std")]
mod calibrate;
mod phc;
mod scrypt;

use core::fmt;
use core::str::FromStr;

use crate::Error;
use crate::crypt::{Limits, Setting, Stored};
use crate::mem::Arena;
use crate::yescrypt;

pub use argon2::StoredArgon2;
#[cfg(feature = "std")]
pub use calibrate::calibrate_argon2;
pub use scrypt::StoredScrypt;

/// A stored password of any scheme that has strings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PasswordHash {
    /// `$argon2id$`, `$argon2i$`, `$argon2d$`.
    Argon2(StoredArgon2),
    /// `$scrypt$`.
    Scrypt(StoredScrypt),
    /// `$y$` and `$7$`.
    Crypt(Stored),
}

/// How new passwords are stored, and what older ones are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Policy {
    /// Argon2 with tags of 32 bytes: for new systems.
    Argon2(crate::argon2::Params),
    /// scrypt with keys of 32 bytes.
    Scrypt(crate::scrypt::Params),
    /// yescrypt (`$y$`): for what crypt(3) is to read.
    Yescrypt(yescrypt::Params),
}

impl Policy {
    /// Hashes a new password. The salt must be random: 16 bytes are recommended, and 8 the least.
    ///
    /// # Errors
    /// If parameters or salt are out of range, or the memory cannot be had.
    pub fn hash(&self, password: &[u8], salt: &[u8], arena: &mut Arena<'_>) -> Result<PasswordHash, Error> {
        if salt.len() < SALT_MIN || salt.len() > SALT_MAX {
            return Err(Error::Length { what: "salt", bytes: salt.len(), need: "from 8 to 64" });
        }
        Ok(match self {
            Policy::Argon2(params) => {
                PasswordHash::Argon2(StoredArgon2::hash(params, password, &[], salt, arena)?)
            }
            Policy::Scrypt(params) => {
                PasswordHash::Scrypt(StoredScrypt::hash(params, password, salt, arena)?)
            }
            Policy::Yescrypt(params) => {
                PasswordHash::Crypt(Stored::hash(Setting::new(*params, salt)?, password, arena)?)
            }
        })
    }
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
        match self {
            PasswordHash::Argon2(stored) => stored.verify(password, &[], limits, arena),
            PasswordHash::Scrypt(stored) => stored.verify(password, limits, arena),
            PasswordHash::Crypt(stored) => stored.verify(password, limits, arena),
        }
    }

    /// Whether a new string of that policy would be of another scheme, or have other parameters.
    pub fn needs_rehash(&self, policy: &Policy) -> bool {
        match (self, policy) {
            (PasswordHash::Argon2(stored), Policy::Argon2(params)) => stored.needs_rehash(params),
            (PasswordHash::Scrypt(stored), Policy::Scrypt(params)) => stored.needs_rehash(params),
            (PasswordHash::Crypt(stored), Policy::Yescrypt(params)) => stored.needs_rehash(params),
            _ => true,
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
        }
    }
}

/// Compares a stored hash with a computed one in constant time.
fn compare(stored: &[u8], computed: &[u8]) -> Result<(), Error> {
    use subtle::ConstantTimeEq;
    if bool::from(stored.ct_eq(computed)) { Ok(()) } else { Err(Error::WrongPassword) }
}
