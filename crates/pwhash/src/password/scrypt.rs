//! Strings of scrypt in the PHC form, as passlib and RustCrypto write them: `$scrypt$ln=17,r=8,p=1$salt$hash`.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::phc::{Reader, encode};
use super::{HASH_MIN, HASH_NEW, SALT_MAX, SALT_MIN, compare};
use crate::Error;
use crate::crypt::Limits;
use crate::mem::{Arena, wipe};
use crate::scrypt::{Params, derive};

/// The longest hash.
const HASH_MAX: usize = 64;

/// A stored scrypt hash.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredScrypt {
    params: Params,
    salt: Vec<u8>,
    hash: Vec<u8>,
}

impl fmt::Debug for StoredScrypt {
    // A hash can be attacked: it does not belong into logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredScrypt")
            .field("params", &self.params)
            .field("salt", &self.salt)
            .finish_non_exhaustive()
    }
}

impl StoredScrypt {
    /// Hashes a new password.
    ///
    /// # Errors
    /// If parameters or salt are out of range, or the memory cannot be had.
    pub fn hash(params: &Params, password: &[u8], salt: &[u8], arena: &mut Arena<'_>) -> Result<Self, Error> {
        if salt.len() < SALT_MIN || salt.len() > SALT_MAX {
            return Err(Error::Length { what: "salt", bytes: salt.len(), need: "from 8 to 64" });
        }
        let mut hash = vec![0; HASH_NEW];
        derive(params, password, salt, &mut hash, arena)?;
        Ok(StoredScrypt { params: *params, salt: salt.to_vec(), hash })
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The salt.
    pub fn salt(&self) -> &[u8] {
        &self.salt
    }

    /// Bytes of the hash.
    pub(super) fn hash_len(&self) -> usize {
        self.hash.len()
    }

    /// Whether the password is the one that was stored; compared in constant time.
    ///
    /// # Errors
    /// As [`PasswordHash::verify`](super::PasswordHash::verify).
    pub fn verify(&self, password: &[u8], limits: &Limits, arena: &mut Arena<'_>) -> Result<(), Error> {
        // Filled once and read once, p times; all inputs are there at once.
        let traffic = self.params.table_bytes().saturating_mul(2).saturating_mul(self.params.p().into());
        limits.check(self.params.memory_bytes(1, 1), traffic)?;
        let mut hash = vec![0; self.hash.len()];
        derive(&self.params, password, &self.salt, &mut hash, arena)?;
        let result = compare(&self.hash, &hash);
        wipe(&mut hash);
        result
    }

    /// Whether new strings have other parameters, or longer salts or hashes.
    pub fn needs_rehash(&self, policy: &Params) -> bool {
        self.params != *policy || self.hash.len() < HASH_NEW || self.salt.len() < 16
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
        reader.expect("$", "$ is missing after the parameters")?;
        let salt = reader.base64()?;
        reader.length(salt.len(), SALT_MIN..=SALT_MAX, "a salt that is not of 8 to 64 bytes")?;
        reader.expect("$", "$ is missing after the salt")?;
        let hash = reader.base64()?;
        reader.length(hash.len(), HASH_MIN..=HASH_MAX, "a hash that is not of 16 to 64 bytes")?;
        reader.end()?;
        Ok(StoredScrypt { params, salt, hash })
    }
}

impl fmt::Display for StoredScrypt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { params, salt, hash } = self;
        let (log, r, p) = (params.n().trailing_zeros(), params.r(), params.p());
        write!(f, "$scrypt$ln={log},r={r},p={p}${}${}", encode(salt), encode(hash))
    }
}
