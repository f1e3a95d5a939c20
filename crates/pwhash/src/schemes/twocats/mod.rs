//! TwoCats: a password hash that fills memory about as fast as memory allows, the edition of 2015 and that of the Password
//! Hashing Competition of 2014.
//!
//! ```
//! use lanesmith_pwhash::mem::Arena;
//! use lanesmith_pwhash::twocats::{Edition, Hash, Params, TwoCats};
//!
//! let twocats = TwoCats::new(Params::new(Edition::Final2015, Hash::Blake2s, 10))?;
//! let mut out = [0; 32];
//! twocats.hash(b"password", b"salt", b"", &mut out, &mut Arena::new())?;
//! # Ok::<(), lanesmith_pwhash::Error>(())
//! ```

mod blake2s;
mod hash;
mod params;
mod run;
mod sha512;

use core::fmt;

pub use hash::Hash;
pub use params::{Edition, Params};

use lanesmith_isa::Choice;

use crate::Error;
use crate::mem::{Arena, Secret};
use crate::ops::TwoCatsKernel;

/// TwoCats with its parameters and an engine.
///
/// Three functions make a hash: the client's part does all the work, the server's is one digest of it, and
/// [`hash`](Self::hash) is both.
///
/// ```
/// use lanesmith_pwhash::TWOCATS;
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::twocats::{Edition, Hash, Params, TwoCats};
/// let params = Params::new(Edition::Final2015, Hash::Blake2s, 8);
/// let (mut usual, mut portable, mut arena) = ([0; 32], [0; 32], Arena::new());
/// TwoCats::new(params)?.hash(b"password", b"salt", b"", &mut usual, &mut arena)?;
/// let scalar = TWOCATS.by_name("scalar")?;
/// TwoCats::with_engine(scalar, params)?.hash(b"password", b"salt", b"", &mut portable, &mut arena)?;
/// assert_eq!(usual, portable);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct TwoCats {
    kernel: TwoCatsKernel,
    params: Params,
}

impl fmt::Debug for TwoCats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TwoCats").field("params", &self.params).finish_non_exhaustive()
    }
}

impl TwoCats {
    /// On the engine that the table gives.
    ///
    /// # Errors
    /// [`Error::Parameter`], as [`Params::check`].
    pub fn new(params: Params) -> Result<Self, Error> {
        Self::with_engine(Choice::AUTO, params)
    }

    /// On a chosen engine of [`TWOCATS`](crate::TWOCATS).
    ///
    /// # Errors
    /// [`Error::Parameter`], as [`Params::check`].
    pub fn with_engine(engine: impl Into<Choice<TwoCatsKernel>>, params: Params) -> Result<Self, Error> {
        params.check()?;
        Ok(TwoCats { kernel: *engine.into().handle().kernel(), params })
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Hashes a password. `data` is whatever else is to go in: a pepper, the name of an application. `out` has the length of
    /// the hash function's digest. Parts are computed by the [workers of the arena](Arena::compute_on).
    ///
    /// # Errors
    /// [`Error::Length`] if `out` has another length or an input 2^32 bytes; [`Error::Memory`] if the memory cannot be had.
    pub fn hash(
        &self,
        password: &[u8],
        salt: &[u8],
        data: &[u8],
        out: &mut [u8],
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        self.check_length("output", out.len())?;
        let client = self.levels(password, salt, data, arena)?;
        out.copy_from_slice(&run::again(&self.params, &client)[..out.len()]);
        Ok(())
    }

    /// The client's part, for a server that is to be spared the work.
    ///
    /// ```
    /// use lanesmith_pwhash::mem::Arena;
    /// use lanesmith_pwhash::twocats::{Edition, Hash, Params, TwoCats};
    /// let (mut stored, mut sent, mut arena) = ([0; 32], [0; 32], Arena::new());
    /// let twocats = TwoCats::new(Params::new(Edition::Final2015, Hash::Sha256, 8))?;
    /// twocats.hash(b"password", b"salt", b"", &mut stored, &mut arena)?;
    /// twocats.client(b"password", b"salt", b"", &mut sent, &mut arena)?;
    /// twocats.server(&mut sent)?;
    /// assert_eq!(sent, stored);
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`hash`](Self::hash).
    pub fn client(
        &self,
        password: &[u8],
        salt: &[u8],
        data: &[u8],
        out: &mut [u8],
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        self.check_length("output", out.len())?;
        let client = self.levels(password, salt, data, arena)?;
        out.copy_from_slice(&client[..out.len()]);
        Ok(())
    }

    /// The server's part: makes the client's hash the one that is stored.
    ///
    /// # Errors
    /// [`Error::Length`] if the hash does not have the length of the hash function's digest.
    pub fn server(&self, hash: &mut [u8]) -> Result<(), Error> {
        let key = self.key(hash)?;
        hash.copy_from_slice(&run::again(&self.params, &key)[..hash.len()]);
        Ok(())
    }

    /// Raises the cost of a stored hash without the password: `hash` was made up to the level `old`, and becomes what it would
    /// be up to the level of these parameters. They must say overwriting 0.
    ///
    /// ```
    /// use lanesmith_pwhash::mem::Arena;
    /// use lanesmith_pwhash::twocats::{Edition, Hash, Params, TwoCats};
    /// let (mut old, mut new, mut arena) = ([0; 32], [0; 32], Arena::new());
    /// let params = |cost| Params::new(Edition::Final2015, Hash::Blake2s, cost).overwrite_cost(0);
    /// TwoCats::new(params(8))?.hash(b"password", b"salt", b"", &mut old, &mut arena)?;
    /// let raised = TwoCats::new(params(10).start_mem_cost(8))?;
    /// raised.hash(b"password", b"salt", b"", &mut new, &mut arena)?;
    /// raised.upgrade(8, &mut old, &mut arena)?;
    /// assert_eq!(old, new);
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] if the level is not above `old`, or overwriting is asked for; else as [`hash`](Self::hash).
    pub fn upgrade(&self, old: u8, hash: &mut [u8], arena: &mut Arena<'_>) -> Result<(), Error> {
        if old >= self.params.stop {
            let need = "less than the new one";
            return Err(Error::Parameter { name: "memCost", value: old.into(), need });
        }
        if self.params.overwrite != 0 {
            let value = self.params.overwrite.into();
            return Err(Error::Parameter { name: "overwriteCost", value, need: "0 in an upgrade" });
        }
        let mut key = self.key(hash)?;
        let first = old + 1;
        run::levels(self.kernel, &self.params, first, first, &mut key, arena)?;
        hash.copy_from_slice(&run::again(&self.params, &key)[..hash.len()]);
        Ok(())
    }

    fn levels(
        &self,
        password: &[u8],
        salt: &[u8],
        data: &[u8],
        arena: &mut Arena<'_>,
    ) -> Result<Secret<[u8; 64]>, Error> {
        let mut key = run::extract(&self.params, password, salt, data)?;
        run::levels(self.kernel, &self.params, 0, self.params.start, &mut key, arena)?;
        Ok(key)
    }

    fn key(&self, hash: &[u8]) -> Result<Secret<[u8; 64]>, Error> {
        self.check_length("hash", hash.len())?;
        let mut key = Secret::new([0; 64]);
        key[..hash.len()].copy_from_slice(hash);
        Ok(key)
    }

    fn check_length(&self, what: &'static str, bytes: usize) -> Result<(), Error> {
        if bytes == self.params.hash.bytes() {
            Ok(())
        } else {
            Err(Error::Length { what, bytes, need: "as many as the hash function's digest" })
        }
    }
}
