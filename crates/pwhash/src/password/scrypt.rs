//! Strings of scrypt in the PHC form, as passlib and RustCrypto write them: `$scrypt$ln=17,r=8,p=1$salt$hash`.

#[cfg(feature = "legacy")]
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::phc::Reader;
use super::salted::Salted;
use super::{HASH_MIN, HASH_NEW};
use crate::Error;
use crate::crypt::{Limits, check_parts};
use crate::mem::Arena;
use crate::scrypt::{Params, derive};

/// The longest hash.
const HASH_MAX: usize = 64;

/// A stored scrypt hash.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredScrypt {
    params: Params,
    salted: Salted,
}

impl fmt::Debug for StoredScrypt {
    // A hash can be attacked: it does not belong into logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredScrypt")
            .field("params", &self.params)
            .field("salt", &self.salted.salt)
            .finish_non_exhaustive()
    }
}

impl StoredScrypt {
    /// Hashes a new password.
    ///
    /// # Errors
    /// If parameters or salt are out of range, or the memory cannot be had.
    pub fn hash(params: &Params, password: &[u8], salt: &[u8], arena: &mut Arena<'_>) -> Result<Self, Error> {
        let salted = Salted::new(salt, |out| derive(params, password, salt, out, arena))?;
        Ok(StoredScrypt { params: *params, salted })
    }

    /// What another spelling of scrypt holds.
    #[cfg(feature = "legacy")]
    pub(super) fn of_parts(params: Params, salt: Vec<u8>, hash: Vec<u8>) -> Self {
        StoredScrypt { params, salted: Salted::of_parts(salt, hash) }
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The salt.
    pub fn salt(&self) -> &[u8] {
        &self.salted.salt
    }

    /// Bytes of the hash.
    pub(super) fn hash_len(&self) -> usize {
        self.salted.hash_len()
    }

    /// Whether the limits let it be computed.
    pub(super) fn admit(&self, limits: &Limits) -> Result<(), Error> {
        self.salted.admit("hash", HASH_NEW, limits)?;
        // All inputs are there at once.
        limits.check(self.params.memory_bytes(1, 1), self.params.work())?;
        check_parts(self.params.p())
    }

    /// Whether the password is the one that was stored; compared in constant time.
    ///
    /// # Errors
    /// As [`PasswordHash::verify`](super::PasswordHash::verify).
    pub fn verify(&self, password: &[u8], limits: &Limits, arena: &mut Arena<'_>) -> Result<(), Error> {
        self.admit(limits)?;
        self.salted.verify(|out| derive(&self.params, password, &self.salted.salt, out, arena))
    }

    /// Whether new strings have other parameters, or longer salts or hashes.
    pub fn needs_rehash(&self, policy: &Params) -> bool {
        self.params != *policy || self.salted.is_short()
    }
}

impl FromStr for StoredScrypt {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader::new(text)?;
        reader.expect("$scrypt$ln=", "not a string of scrypt")?;
        let log = reader.number()?;
        let n = 1u64.checked_shl(log).ok_or_else(|| reader.wrong("ln is above 63"))?;
        reader.expect(",r=", ",r= is missing")?;
        let r = reader.number()?;
        reader.expect(",p=", ",p= is missing")?;
        let params = Params::new(n, r, reader.number()?);
        params.check()?;
        let wrong = "a hash that is not of 16 to 64 bytes";
        let salted = Salted::read(&mut reader, HASH_MIN..=HASH_MAX, wrong)?;
        Ok(StoredScrypt { params, salted })
    }
}

impl fmt::Display for StoredScrypt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { params, salted } = self;
        let (log, r, p) = (params.n().trailing_zeros(), params.r(), params.p());
        write!(f, "$scrypt$ln={log},r={r},p={p}{salted}")
    }
}
