//! Strings of scrypt in the PHC form, as passlib and RustCrypto write them: `$scrypt$ln=17,r=8,p=1$salt$hash`.

#[cfg(feature = "legacy")]
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::Error;
use crate::mem::{Arena, Secret};
use crate::password::limits::check_parts;
use crate::password::reader::Reader;
use crate::password::salted::Salted;
use crate::password::scheme::{Floor, SchemeParams, SchemeString, own_costs};
use crate::password::{Context, HASH_MIN, HASH_NEW, Limits, PasswordHash, Policy, Report, Scheme};
use crate::scrypt::{Params, derive};

/// The longest hash.
const HASH_MAX: usize = 64;

/// A stored scrypt hash.
///
/// ```
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::password::{Limits, StoredScrypt};
/// use lanesmith_pwhash::scrypt::Params;
///
/// let mut arena = Arena::new();
/// let text = StoredScrypt::hash(&Params::new(16, 8, 1), b"correct horse", b"16 random bytes!", &mut arena)?.to_string();
/// assert!(text.starts_with("$scrypt$ln=4,r=8,p=1$MTYg"));
///
/// let stored: StoredScrypt = text.parse()?;
/// stored.verify(b"correct horse", &Limits::default(), &mut arena)?;
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
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
    pub(in crate::password) fn of_parts(params: Params, salt: Vec<u8>, hash: Vec<u8>) -> Self {
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

    /// Whether the limits let it be computed.
    fn admit(&self, limits: &Limits) -> Result<(), Error> {
        self.salted.admit("hash", HASH_NEW, limits)?;
        limits.check(self.params.memory(), self.params.work())?;
        check_parts(self.params.p())
    }

    /// Whether the password is the one that was stored; compared in constant time.
    ///
    /// # Errors
    /// As [`PasswordHash::verify`](PasswordHash::verify).
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
        let mut reader = Reader::bounded(text)?;
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

impl SchemeParams for Params {
    fn usual(_: Scheme) -> Self {
        Params::new(1 << 17, 8, 1)
    }

    fn scheme(&self) -> Scheme {
        Scheme::Scrypt
    }

    own_costs!();

    fn get_time_cost(&self) -> Option<u32> {
        Some(self.p())
    }

    fn get_parallelism(&self) -> u32 {
        self.p()
    }

    fn with_memory(&self, bytes: u64) -> Result<Policy, Error> {
        let n = (bytes / (128 * u64::from(self.r()).max(1))).min(1 << 32);
        let n = n.checked_ilog2().map_or(0, |log| 1 << log);
        Ok(Params::new(n, self.r(), self.p()).into())
    }

    fn with_time_cost(&self, cost: u32) -> Result<Policy, Error> {
        Ok(Params::new(self.n(), self.r(), cost).into())
    }

    fn with_parallelism(&self, parts: u32) -> Result<Policy, Error> {
        Ok(Params::new(self.n(), self.r(), parts).into())
    }

    #[cfg(feature = "std")]
    fn cheapest(&self) -> Result<Policy, Error> {
        Policy::from(*self).with_time_cost(1)
    }

    fn at_costs_of(&self, own: &Policy) -> Policy {
        match own {
            Policy::Scrypt(own) if own.r() == self.r() => *own,
            _ => *self,
        }
        .into()
    }

    fn check(&self) -> Result<(), Error> {
        Self::check(self)
    }

    /// Password Storage Cheat Sheet, 2025.
    fn floor(&self) -> Floor {
        Floor { rows: &[(128, 1), (64, 2), (32, 3), (16, 5), (8, 10)], of_owasp: true }
    }

    fn hash(
        &self,
        password: &[u8],
        salt: &[u8],
        context: &Context<'_>,
        arena: &mut Arena<'_>,
    ) -> Result<PasswordHash, Error> {
        let mut place = Secret::new([0; 32]);
        Ok(StoredScrypt::hash(self, context.mixed(password, &mut place), salt, arena)?.into())
    }
}

impl SchemeString for StoredScrypt {
    fn begins(text: &str) -> bool {
        text.starts_with("$scrypt$")
    }

    fn policy(&self) -> Option<Policy> {
        Some(self.params.into())
    }

    fn salt(&self) -> &[u8] {
        Self::salt(self)
    }

    fn admit(&self, limits: &Limits) -> Result<(), Error> {
        Self::admit(self, limits)
    }

    fn verify(
        &self,
        password: &[u8],
        context: &Context<'_>,
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        let mut place = Secret::new([0; 32]);
        Self::verify(self, context.mixed(password, &mut place), limits, arena)
    }

    fn differs(&self, policy: &Policy) -> bool {
        !matches!(policy, Policy::Scrypt(params) if !self.needs_rehash(params))
    }

    fn describe(&self, report: &mut Report) {
        report.parameter("N", self.params.n(), "entries of the table");
        report.parameter("r", self.params.r(), "units of 128 bytes in an entry");
        report.parameter("p", self.params.p(), "tables, one after the other");
        report.hash_bytes = self.salted.hash_len();
    }
}
