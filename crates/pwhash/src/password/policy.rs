//! How new passwords are stored: what is the same for every scheme.

use super::limits::check_parts;
use super::salted::check_salt;
use super::{Context, PasswordHash, Policy, Scheme};
use crate::Error;
use crate::mem::Arena;

impl Default for Policy {
    /// Argon2id as RFC 9106 recommends it where memory is scarce: 64 MiB, three passes, four lanes.
    fn default() -> Self {
        Policy::new(Scheme::Argon2id)
    }
}

impl Policy {
    /// The usual costs of a scheme: to start from, and what to take for a machine that cannot be measured.
    ///
    /// | scheme | memory | other costs | from |
    /// | --- | --- | --- | --- |
    /// | Argon2 | 64 MiB | 3 passes, 4 lanes | RFC 9106 |
    /// | scrypt | 128 MiB | N = 2^17, r = 8, p = 1 | OWASP |
    /// | yescrypt | 16 MiB | N = 4096, r = 32, t = 0 | Debian |
    /// | Lyra2 | 16 MiB | 1 pass, 1 thread | |
    /// | TwoCats | 64 MiB | edition of 2015, BLAKE2s, no overwriting: it can be raised | |
    pub fn new(scheme: Scheme) -> Self {
        Policy::usual(scheme)
    }

    /// The scheme.
    pub fn scheme(&self) -> Scheme {
        self.params().scheme()
    }

    /// The same with the most memory that the scheme can take without exceeding `bytes`: Argon2 counts KiB for each lane, Lyra2
    /// rows, the others powers of two. What small tables and states take besides is not counted.
    ///
    /// ```
    /// use lanesmith_pwhash::password::{Policy, Scheme};
    /// let policy = Policy::new(Scheme::Scrypt).with_memory(100 << 20)?;
    /// assert_eq!(policy.memory() >> 20, 64);
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] if it is less than the scheme's least.
    pub fn with_memory(self, bytes: u64) -> Result<Self, Error> {
        self.params().with_memory(bytes)?.if_new()
    }

    /// The same with another time cost for the same memory: passes of Argon2 and Lyra2, `t` of yescrypt (0 is the least), for
    /// scrypt the number of tables that are filled one after the other, for TwoCats of 2014 the logarithm of the
    /// passes over each block.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the scheme has no such cost (TwoCats of 2015), or it is out of range.
    pub fn with_time_cost(self, cost: u32) -> Result<Self, Error> {
        self.params().with_time_cost(cost)?.if_new()
    }

    /// The same in that many parts, which an attacker's machine may compute at the same time and so may ours: lanes of Argon2,
    /// threads of Lyra2, `p` of the others.
    ///
    /// # Errors
    /// [`Error::Parameter`] if it is out of range, or too many for the memory.
    pub fn with_parallelism(self, parts: u32) -> Result<Self, Error> {
        self.params().with_parallelism(parts)?.if_new()
    }

    /// The time cost, as [`with_time_cost`](Self::with_time_cost) takes it; nothing where the scheme has none.
    pub fn time_cost(&self) -> Option<u32> {
        self.params().get_time_cost()
    }

    /// Into how many parts the work is cut.
    pub fn parallelism(&self) -> u32 {
        self.params().get_parallelism()
    }

    /// Bytes of memory that a hash takes; 0 for parameters of TwoCats that fill none, of which no new hashes are made.
    pub fn memory(&self) -> u64 {
        self.params().memory()
    }

    /// Bytes that a hash fills or mixes, each time counted. How long that takes depends on the scheme: see [`work`](Self::work).
    pub fn traffic(&self) -> u64 {
        self.params().traffic()
    }

    /// The time that a hash takes: in the same time Argon2id fills so many bytes. What [`Limits`](super::Limits) count.
    ///
    /// ```
    /// use lanesmith_pwhash::password::{Policy, Scheme};
    /// let (argon2, scrypt) = (Policy::new(Scheme::Argon2id), Policy::new(Scheme::Scrypt));
    /// assert_eq!(argon2.work(), 192 << 20);
    /// assert!(scrypt.work() > 2 * scrypt.traffic());
    /// ```
    pub fn work(&self) -> u64 {
        self.params().work()
    }

    /// Whether the scheme is defined for these costs.
    ///
    /// # Errors
    /// [`Error::Parameter`] names what is out of range.
    pub fn check(&self) -> Result<(), Error> {
        self.params().check()
    }

    /// Whether new hashes should be made of it: it must be defined, fill memory, and be in no more parts than strings may have.
    ///
    /// # Errors
    /// [`Error::Parameter`] names what is out of range.
    pub(super) fn check_new(&self) -> Result<(), Error> {
        self.params().check_new()?;
        check_parts(self.parallelism())
    }

    /// Itself, if new hashes should be made of it.
    fn if_new(self) -> Result<Self, Error> {
        self.check_new().map(|()| self)
    }

    /// Hashes a new password. The salt must be random: 16 bytes are recommended, and 8 the least.
    ///
    /// # Errors
    /// If parameters or salt are out of range or fit for no new hashes (more than 256 parts, parts of TwoCats that fill no memory), or
    /// the memory cannot be had.
    pub fn hash(&self, password: &[u8], salt: &[u8], arena: &mut Arena<'_>) -> Result<PasswordHash, Error> {
        self.hash_in(&Context::new(), password, salt, arena)
    }

    /// The same in a context: with a secret of the service and associated data.
    ///
    /// # Errors
    /// As [`hash`](Self::hash).
    pub fn hash_in(
        &self,
        context: &Context<'_>,
        password: &[u8],
        salt: &[u8],
        arena: &mut Arena<'_>,
    ) -> Result<PasswordHash, Error> {
        check_salt(salt)?;
        self.check_new()?;
        self.params().hash(password, salt, context, arena)
    }
}
