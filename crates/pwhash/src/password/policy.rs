//! How new passwords are stored.

use super::salted::check_salt;
use super::{Context, PasswordHash, Scheme, StoredArgon2, StoredLyra2, StoredScrypt};
use crate::argon2::Variant;
use crate::crypt::{Setting, Stored, StoredTwoCats};
use crate::mem::{Arena, Secret};
use crate::{Error, argon2, lyra2, scrypt, twocats, yescrypt};

/// How new passwords are stored, and what older ones are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Policy {
    /// Argon2 with tags of 32 bytes: for new systems.
    Argon2(argon2::Params),
    /// scrypt with keys of 32 bytes.
    Scrypt(scrypt::Params),
    /// yescrypt (`$y$`): for new systems, and for what crypt(3) is to read.
    Yescrypt(yescrypt::Params),
    /// Lyra2 with hashes of 32 bytes.
    Lyra2(lyra2::Params),
    /// TwoCats.
    TwoCats(twocats::Params),
}

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
        let argon2 = argon2::Params::default();
        match scheme {
            Scheme::Argon2id => Policy::Argon2(argon2.variant(Variant::Id)),
            Scheme::Argon2i => Policy::Argon2(argon2.variant(Variant::I)),
            Scheme::Argon2d => Policy::Argon2(argon2.variant(Variant::D)),
            Scheme::Scrypt => Policy::Scrypt(scrypt::Params::new(1 << 17, 8, 1)),
            Scheme::Yescrypt => Policy::Yescrypt(yescrypt::Params::DEFAULT),
            Scheme::Lyra2 => Policy::Lyra2(lyra2::Params::default()),
            Scheme::TwoCats => {
                let params = twocats::Params::new(twocats::Edition::Final2015, twocats::Hash::Blake2s, 16);
                Policy::TwoCats(params.overwrite_cost(0))
            }
        }
    }

    /// The scheme.
    pub fn scheme(&self) -> Scheme {
        match self {
            Policy::Argon2(params) => match params.get_variant() {
                Variant::Id => Scheme::Argon2id,
                Variant::I => Scheme::Argon2i,
                Variant::D => Scheme::Argon2d,
            },
            Policy::Scrypt(_) => Scheme::Scrypt,
            Policy::Yescrypt(_) => Scheme::Yescrypt,
            Policy::Lyra2(_) => Scheme::Lyra2,
            Policy::TwoCats(_) => Scheme::TwoCats,
        }
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
        let policy = match self {
            Policy::Argon2(params) => {
                let kib = u32::try_from(bytes >> 10).unwrap_or(u32::MAX);
                // As much as is used: a multiple of four blocks a lane.
                let whole = params.get_lanes().max(1).saturating_mul(4);
                Policy::Argon2(params.memory_kib(kib - kib % whole))
            }
            Policy::Scrypt(params) => {
                let n = (bytes / (128 * u64::from(params.r()).max(1))).min(1 << 32);
                let n = n.checked_ilog2().map_or(0, |log| 1 << log);
                Policy::Scrypt(scrypt::Params::new(n, params.r(), params.p()))
            }
            Policy::Yescrypt(params) => {
                let n = bytes / params.block_bytes();
                let n = n.checked_ilog2().map_or(0, |log| 1 << log);
                let changed = yescrypt::Params::new(params.mode(), n, params.r())?;
                Policy::Yescrypt(changed.parallelism(params.p())?.time(params.t())?)
            }
            Policy::Lyra2(params) => {
                let row = params.rows(1).memory_bytes().max(1);
                let rows = u32::try_from(bytes / row).unwrap_or(u32::MAX);
                let whole = if params.threads > 1 { params.threads.saturating_mul(2) } else { 1 };
                Policy::Lyra2(params.rows(rows - rows % whole))
            }
            Policy::TwoCats(params) => {
                let cost = params.largest_level(bytes)?;
                Policy::TwoCats(twocats::Params { start: cost, stop: cost, ..params })
            }
        };
        policy.check_new()?;
        Ok(policy)
    }

    /// The same with another time cost for the same memory: passes of Argon2 and Lyra2, `t` of yescrypt (0 is the least), for
    /// scrypt the number of tables that are filled one after the other, for TwoCats of 2014 the logarithm of the
    /// passes over each block.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the scheme has no such cost (TwoCats of 2015), or it is out of range.
    pub fn with_time_cost(self, cost: u32) -> Result<Self, Error> {
        let policy = match self {
            Policy::Argon2(params) => Policy::Argon2(params.passes(cost)),
            Policy::Scrypt(params) => Policy::Scrypt(scrypt::Params::new(params.n(), params.r(), cost)),
            Policy::Yescrypt(params) => Policy::Yescrypt(params.time(cost)?),
            Policy::Lyra2(params) => Policy::Lyra2(params.passes(cost)),
            Policy::TwoCats(params) => {
                Policy::TwoCats(params.time_cost(u8::try_from(cost).unwrap_or(u8::MAX)))
            }
        };
        policy.check_new()?;
        Ok(policy)
    }

    /// The same in that many parts, which an attacker's machine may compute at the same time and so may ours: lanes of Argon2,
    /// threads of Lyra2, `p` of the others.
    ///
    /// # Errors
    /// [`Error::Parameter`] if it is out of range, or too many for the memory.
    pub fn with_parallelism(self, parts: u32) -> Result<Self, Error> {
        let policy = match self {
            Policy::Argon2(params) => Policy::Argon2(params.lanes(parts)),
            Policy::Scrypt(params) => Policy::Scrypt(scrypt::Params::new(params.n(), params.r(), parts)),
            Policy::Yescrypt(params) => Policy::Yescrypt(params.parallelism(parts)?),
            Policy::Lyra2(params) if parts > 1 => {
                let whole = parts.saturating_mul(2);
                Policy::Lyra2(params.threads(parts).rows(params.rows - params.rows % whole))
            }
            Policy::Lyra2(params) => Policy::Lyra2(params.threads(parts)),
            Policy::TwoCats(params) => {
                let Ok(count) = u8::try_from(parts) else {
                    let value = parts.into();
                    return Err(Error::Parameter { name: "parallelism", value, need: "at most 255" });
                };
                Policy::TwoCats(params.parallelism(count))
            }
        };
        policy.check_new()?;
        Ok(policy)
    }

    /// The time cost, as [`with_time_cost`](Self::with_time_cost) takes it; nothing where the scheme has none.
    pub fn time_cost(&self) -> Option<u32> {
        match self {
            Policy::Argon2(params) => Some(params.get_passes()),
            Policy::Scrypt(params) => Some(params.p()),
            Policy::Yescrypt(params) => Some(params.t()),
            Policy::Lyra2(params) => Some(params.passes),
            Policy::TwoCats(params) => {
                (params.edition == twocats::Edition::Phc2014).then_some(params.time.into())
            }
        }
    }

    /// Into how many parts the work is cut.
    pub fn parallelism(&self) -> u32 {
        match self {
            Policy::Argon2(params) => params.get_lanes(),
            Policy::Scrypt(params) => params.p(),
            Policy::Yescrypt(params) => params.p(),
            Policy::Lyra2(params) => params.threads,
            Policy::TwoCats(params) => params.parallelism.into(),
        }
    }

    /// Bytes of memory that a hash takes; 0 for parameters of TwoCats that fill none, of which no new hashes are made.
    pub fn memory(&self) -> u64 {
        match self {
            Policy::Argon2(params) => params.memory_bytes(),
            Policy::Scrypt(params) => params.memory_bytes(1, 1),
            Policy::Yescrypt(params) => params.memory(),
            Policy::Lyra2(params) => params.memory_bytes(),
            Policy::TwoCats(params) => params.memory(),
        }
    }

    /// Bytes that a hash fills or mixes, each time counted. How long that takes depends on the scheme: see [`work`](Self::work).
    pub fn traffic(&self) -> u64 {
        match self {
            Policy::Argon2(params) => params.memory_bytes().saturating_mul(params.get_passes().into()),
            Policy::Scrypt(params) => params.traffic(),
            Policy::Yescrypt(params) => params.traffic(),
            Policy::Lyra2(params) => params.traffic(),
            Policy::TwoCats(params) => params.traffic(),
        }
    }

    /// Whether the scheme is defined for these costs.
    ///
    /// # Errors
    /// [`Error::Parameter`] names what is out of range.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Policy::Argon2(params) => params.check(),
            Policy::Scrypt(params) => params.check(),
            // Cannot be made otherwise.
            Policy::Yescrypt(_) => Ok(()),
            Policy::Lyra2(params) => params.check(),
            Policy::TwoCats(params) => params.check(),
        }
    }

    /// Hashes a new password. The salt must be random: 16 bytes are recommended, and 8 the least.
    ///
    /// # Errors
    /// If parameters or salt are out of range or fit for no new hashes (more than 256 parts, parts of TwoCats that fill no memory), or
    /// the memory cannot be had.
    pub fn hash(&self, password: &[u8], salt: &[u8], arena: &mut Arena<'_>) -> Result<PasswordHash, Error> {
        self.hash_with(&Context::new(), password, salt, arena)
    }

    /// The same with a secret of the service and associated data.
    ///
    /// # Errors
    /// As [`hash`](Self::hash).
    pub fn hash_with(
        &self,
        context: &Context<'_>,
        password: &[u8],
        salt: &[u8],
        arena: &mut Arena<'_>,
    ) -> Result<PasswordHash, Error> {
        check_salt(salt)?;
        self.check_new()?;
        let mut place = Secret::new([0; 32]);
        Ok(match self {
            Policy::Argon2(params) => {
                PasswordHash::Argon2(StoredArgon2::hash(params, password, context, salt, arena)?)
            }
            Policy::Scrypt(params) => {
                let password = context.mixed(password, &mut place);
                PasswordHash::Scrypt(StoredScrypt::hash(params, password, salt, arena)?)
            }
            Policy::Yescrypt(params) => {
                let password = context.mixed(password, &mut place);
                PasswordHash::Crypt(Stored::hash(Setting::new(*params, salt)?, password, arena)?)
            }
            Policy::Lyra2(params) => {
                let password = context.mixed(password, &mut place);
                PasswordHash::Lyra2(StoredLyra2::hash(params, password, salt, arena)?)
            }
            Policy::TwoCats(params) => {
                let password = Context { data: &[], ..*context }.mixed(password, &mut place);
                PasswordHash::TwoCats(StoredTwoCats::hash(*params, salt, password, context.data, arena)?)
            }
        })
    }
}
