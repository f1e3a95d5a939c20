//! The salt and the hash at the end of a string of the PHC form: one place for their lengths, their comparison and their text.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use subtle::ConstantTimeEq as _;

use super::reader::{Reader, encode};
use super::{HASH_MIN, HASH_NEW, Limits, SALT_MAX, SALT_MIN};
use crate::Error;
use crate::mem::wipe;

/// A salt and what a password was hashed to with it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Salted {
    pub(super) salt: Vec<u8>,
    hash: Vec<u8>,
}

impl Salted {
    /// A new hash, which `derive` computes.
    pub(super) fn new(
        salt: &[u8],
        derive: impl FnOnce(&mut [u8]) -> Result<(), Error>,
    ) -> Result<Self, Error> {
        check_salt(salt)?;
        let mut hash = vec![0; HASH_NEW];
        derive(&mut hash)?;
        Ok(Salted { salt: salt.to_vec(), hash })
    }

    /// What another spelling holds.
    #[cfg(feature = "legacy")]
    pub(super) fn of_parts(salt: Vec<u8>, hash: Vec<u8>) -> Self {
        Salted { salt, hash }
    }

    /// Whether `derive` computes the same hash; compared in constant time.
    pub(super) fn verify(&self, derive: impl FnOnce(&mut [u8]) -> Result<(), Error>) -> Result<(), Error> {
        let mut found = vec![0; self.hash.len()];
        let derived = derive(&mut found);
        let same = bool::from(self.hash.ct_eq(&found));
        wipe(&mut found);
        derived.and(if same { Ok(()) } else { Err(Error::WrongPassword) })
    }

    /// Whether the hash is long enough to prove anything: as long as programs write it, of which `usual` is one more length than
    /// that of new ones, unless the caller takes shorter ones.
    pub(super) fn admit(&self, what: &'static str, usual: usize, limits: &Limits) -> Result<(), Error> {
        let bytes = self.hash.len();
        if bytes < HASH_MIN {
            return Err(Error::Length { what, bytes, need: "at least 16" });
        }
        if bytes < HASH_NEW && bytes != usual && !limits.short_hashes {
            let need = "at least 32: it may have been cut off (shorter ones are taken only if asked for)";
            return Err(Error::Length { what, bytes, need });
        }
        Ok(())
    }

    /// Bytes of the hash.
    pub(super) fn hash_len(&self) -> usize {
        self.hash.len()
    }

    /// Whether new strings have a longer salt or hash.
    pub(super) fn is_short(&self) -> bool {
        self.hash.len() < HASH_NEW || self.salt.len() < 16
    }

    /// `$salt$hash` and nothing behind it; `what` says what is wrong with a hash of another length.
    pub(super) fn read(
        reader: &mut Reader<'_>,
        lengths: RangeInclusive<usize>,
        what: &'static str,
    ) -> Result<Self, Error> {
        reader.expect("$", "$ is missing after the parameters")?;
        let salt = reader.base64()?;
        reader.length(salt.len(), SALT_MIN..=SALT_MAX, "a salt that is not of 8 to 64 bytes")?;
        reader.expect("$", "$ is missing after the salt")?;
        let hash = reader.base64()?;
        reader.length(hash.len(), lengths, what)?;
        reader.end("something follows the hash")?;
        Ok(Salted { salt, hash })
    }
}

impl fmt::Display for Salted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}${}", encode(&self.salt), encode(&self.hash))
    }
}

/// Whether a salt for a new string has a length that every reader takes.
pub(super) fn check_salt(salt: &[u8]) -> Result<(), Error> {
    if (SALT_MIN..=SALT_MAX).contains(&salt.len()) {
        return Ok(());
    }
    Err(Error::Length { what: "salt", bytes: salt.len(), need: "from 8 to 64" })
}
