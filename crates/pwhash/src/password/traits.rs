//! The traits of RustCrypto's `password-hash`.

use alloc::string::ToString;

use password_hash::phc;
use password_hash::{Error as TraitError, PasswordHasher, PasswordVerifier, Result};

use super::{Context, Limits, PasswordHash, Policy};
use crate::Error;
use crate::mem::{ArenaOptions, Pool};

/// Hashes by a policy and verifies strings of every scheme, in arenas of a pool: RustCrypto's `PasswordHasher` and
/// `PasswordVerifier`, for programs that take any.
///
/// Hashes come as [`PasswordHash`], or as `phc::PasswordHash` where the string is of the PHC form (all but `$y$` and `$7$`). What is
/// verified may be either of them or the string itself.
///
/// ```
/// use lanesmith_pwhash::password::traits::{Hasher, password_hash::{PasswordHasher, PasswordVerifier}};
/// use lanesmith_pwhash::password::{PasswordHash, Policy, Scheme};
///
/// let hasher = Hasher::new(Policy::new(Scheme::Yescrypt).with_memory(1 << 20)?);
/// // The salt is the system's randomness; memory and limits are the hasher's.
/// let stored: PasswordHash = hasher.hash_password(b"correct horse")?;
/// hasher.verify_password(b"correct horse", &stored)?;
/// hasher.verify_password(b"correct horse", stored.to_string().as_str())?;
/// assert!(hasher.verify_password(b"battery staple", &stored).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Hasher<'k> {
    policy: Policy,
    limits: Limits,
    context: Context<'k>,
    pool: Pool,
}

pub use password_hash;

impl Hasher<'_> {
    /// With the [limits of the policy](Policy::limits), and a pool of one hash at a time in as much memory as they allow.
    pub fn new(policy: Policy) -> Self {
        let limits = policy.limits();
        let budget = usize::try_from(limits.memory.saturating_add(8 << 20)).unwrap_or(usize::MAX);
        Hasher {
            policy,
            limits,
            context: Context::new(),
            pool: Pool::new(budget, 1, ArenaOptions::default()),
        }
    }
}

impl<'k> Hasher<'k> {
    /// With limits on what strings may ask for.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Hasher { limits, ..self }
    }

    /// With a secret of the service, or associated data.
    #[must_use]
    pub fn context<'c>(self, context: Context<'c>) -> Hasher<'c>
    where
        'k: 'c,
    {
        Hasher { context, ..self }
    }

    /// With another pool, for several hashes at the same time.
    #[must_use]
    pub fn pool(self, pool: Pool) -> Self {
        Hasher { pool, ..self }
    }

    fn hash(&self, password: &[u8], salt: &[u8]) -> core::result::Result<PasswordHash, Error> {
        let mut arena = self.pool.acquire(self.policy.arena_bytes())?;
        self.policy.hash_in(&self.context, password, salt, &mut arena)
    }

    fn verify(&self, password: &[u8], stored: &PasswordHash) -> core::result::Result<(), Error> {
        // Before memory is promised.
        stored.admit(&self.limits)?;
        let mut arena = self.pool.acquire(stored.arena_bytes())?;
        stored.verify_in(&self.context, password, &self.limits, &mut arena)
    }
}

impl From<Error> for TraitError {
    fn from(error: Error) -> Self {
        match error {
            Error::Memory(_) => TraitError::OutOfMemory,
            Error::Parameter { name, .. } => TraitError::ParamInvalid { name },
            Error::Length { what: "salt", .. } => TraitError::SaltInvalid,
            Error::Length { what: "tag" | "hash", .. } => TraitError::OutputSize,
            Error::Length { .. } | Error::OverLimit { .. } => TraitError::ParamsInvalid,
            Error::Malformed { what: super::UNKNOWN, .. } | Error::Unsupported { .. } => {
                TraitError::Algorithm
            }
            Error::Malformed { .. } => TraitError::EncodingInvalid,
            Error::WrongPassword => TraitError::PasswordInvalid,
            Error::UnknownKey { .. } | Error::Interrupted => TraitError::Internal,
        }
    }
}

impl PasswordHasher<PasswordHash> for Hasher<'_> {
    fn hash_password_with_salt(&self, password: &[u8], salt: &[u8]) -> Result<PasswordHash> {
        Ok(self.hash(password, salt)?)
    }
}

impl PasswordHasher<phc::PasswordHash> for Hasher<'_> {
    fn hash_password_with_salt(&self, password: &[u8], salt: &[u8]) -> Result<phc::PasswordHash> {
        if !self.policy.params().is_phc() {
            return Err(TraitError::Algorithm);
        }
        Ok(phc::PasswordHash::new(&self.hash(password, salt)?.to_string())?)
    }
}

impl PasswordVerifier<PasswordHash> for Hasher<'_> {
    fn verify_password(&self, password: &[u8], hash: &PasswordHash) -> Result<()> {
        Ok(self.verify(password, hash)?)
    }
}

impl PasswordVerifier<phc::PasswordHash> for Hasher<'_> {
    fn verify_password(&self, password: &[u8], hash: &phc::PasswordHash) -> Result<()> {
        self.verify_password(password, hash.to_string().as_str())
    }
}

impl PasswordVerifier<str> for Hasher<'_> {
    fn verify_password(&self, password: &[u8], hash: &str) -> Result<()> {
        Ok(self.verify(password, &hash.parse::<PasswordHash>()?)?)
    }
}
