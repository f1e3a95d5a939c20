//! A string for TwoCats, which never had one. The grammar is in `design::strings`.

use core::fmt;
use core::str::FromStr;

use subtle::ConstantTimeEq;

use crate::Error;
use crate::mem::{Arena, Secret, wipe};
use crate::password::reader::{Reader, encode};
use crate::password::scheme::{Floor, SchemeParams, SchemeString, own_costs};
use crate::password::{Context, Limits, PasswordHash, Policy, Report, Scheme};
use crate::twocats::{Edition, Hash, Params, TwoCats};

/// Most bytes that a salt may have.
const SALT: usize = 64;

/// A stored TwoCats hash: parameters, salt, hash.
///
/// ```
/// use lanesmith_pwhash::crypt::{Limits, StoredTwoCats};
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::twocats::{Edition, Hash, Params};
///
/// let mut arena = Arena::new();
/// let params = Params::new(Edition::Final2015, Hash::Blake2s, 10).overwrite_cost(0);
/// let text = StoredTwoCats::hash(&params, b"correct horse", b"16 random bytes!", b"", &mut arena)?.to_string();
/// assert!(text.starts_with("$twocats$v=2015$h=blake2s,s=10,m=10,x=2,l=8,p=1,b=16384,u=64,o=0,r=0$MTYg"));
///
/// let stored: StoredTwoCats = text.parse()?;
/// stored.verify(b"correct horse", b"", &Limits::default(), &mut arena)?;
/// // Costs can be raised without the password.
/// let raised = stored.raised(12, &mut arena)?;
/// raised.verify(b"correct horse", b"", &Limits::default(), &mut arena)?;
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct StoredTwoCats {
    params: Params,
    salt: [u8; SALT],
    salt_length: usize,
    hash: [u8; 64],
}

impl fmt::Debug for StoredTwoCats {
    // A hash can be attacked: it does not belong into logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredTwoCats").field("params", &self.params).finish_non_exhaustive()
    }
}

impl FromStr for StoredTwoCats {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader::new(text);
        reader.expect("$twocats$", "not $twocats$")?;
        let at = reader.at();
        let edition = match reader.until(&['$']) {
            "v=2014" => Edition::Phc2014,
            "v=2015" => Edition::Final2015,
            _ => return Err(Error::Malformed { at, what: "the version is neither v=2014 nor v=2015" }),
        };
        reader.expect("$h=", "no hash function (h=)")?;
        let at = reader.at();
        let name = reader.until(&[',', '$']);
        let hash = Hash::ALL.into_iter().find(|hash| hash.name() == name);
        let hash = hash.ok_or(Error::Malformed { at, what: "a hash function that TwoCats does not know" })?;
        reader.expect(",s=", "no first level (s=)")?;
        let start = reader.whole_number("the first level is not a number below 256")?;
        reader.expect(",m=", "no last level (m=)")?;
        let stop = reader.whole_number("the last level is not a number below 256")?;
        let mut params = Params::new(edition, hash, stop).start_mem_cost(start);
        if edition == Edition::Phc2014 {
            reader.expect(",t=", "no time cost (t=)")?;
            params = params.time_cost(reader.whole_number("the time cost is not a number below 256")?);
        }
        reader.expect(",x=", "no multiplications (x=)")?;
        params = params.multiplies(reader.whole_number("the multiplications are not a number below 256")?);
        reader.expect(",l=", "no lanes (l=)")?;
        params = params.lanes(reader.whole_number("the lanes are not a number below 256")?);
        reader.expect(",p=", "no parallelism (p=)")?;
        params = params.parallelism(reader.whole_number("the parallelism is not a number below 256")?);
        reader.expect(",b=", "no block size (b=)")?;
        let block = reader.whole_number("the block size is not a number below 2^32")?;
        reader.expect(",u=", "no sub-block size (u=)")?;
        params =
            params.block_size(block, reader.whole_number("the sub-block size is not a number below 2^32")?);
        reader.expect(",o=", "no overwrite cost (o=)")?;
        params = params.overwrite_cost(reader.whole_number("the overwrite cost is not a number below 256")?);
        if edition == Edition::Final2015 {
            reader.expect(",r=", "no word on side channels (r=)")?;
            let at = reader.at();
            params = params.side_channel_resistant(match reader.until(&['$']) {
                "0" => false,
                "1" => true,
                _ => return Err(Error::Malformed { at, what: "r is neither 0 nor 1" }),
            });
        }
        params.check()?;
        reader.expect("$", "no salt")?;
        let (mut salt, mut digest) = ([0; SALT], [0; 64]);
        let salt_length = reader.base64_in(&mut salt, "the salt is not base64 of at most 64 bytes")?.len();
        reader.expect("$", "no hash")?;
        let at = reader.at();
        let length = reader.base64_in(&mut digest, "the hash is not base64 of at most 64 bytes")?.len();
        if length != hash.bytes() {
            return Err(Error::Malformed {
                at,
                what: "the hash does not have the length of its hash function's",
            });
        }
        reader.end("more than a hash")?;
        Ok(StoredTwoCats { params, salt, salt_length, hash: digest })
    }
}

impl fmt::Display for StoredTwoCats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Params {
            edition, hash, start, stop, time, multiplies, lanes, parallelism, block, sub_block, ..
        } = self.params;
        let year = if edition == Edition::Phc2014 { 2014 } else { 2015 };
        write!(f, "$twocats$v={year}$h={},s={start},m={stop}", hash.name())?;
        if edition == Edition::Phc2014 {
            write!(f, ",t={time}")?;
        }
        write!(
            f,
            ",x={multiplies},l={lanes},p={parallelism},b={block},u={sub_block},o={}",
            self.params.overwrite
        )?;
        if edition == Edition::Final2015 {
            write!(f, ",r={}", u8::from(self.params.resistant))?;
        }
        write!(f, "${}${}", encode(self.salt()), encode(&self.hash[..hash.bytes()]))
    }
}

impl StoredTwoCats {
    /// Hashes a password; the salt should be 16 random bytes. `data` is not stored: a pepper, the name of an application.
    ///
    /// # Errors
    /// [`Error::Parameter`] and [`Error::Length`] if TwoCats is not defined for them, they [fill no memory](Params::memory), or
    /// the salt has more than 64 bytes; [`Error::Memory`] if the memory cannot be had.
    pub fn hash(
        params: &Params,
        password: &[u8],
        salt: &[u8],
        data: &[u8],
        arena: &mut Arena<'_>,
    ) -> Result<Self, Error> {
        params.check_new()?;
        Self::derive(params, password, salt, data, arena)
    }

    /// The same at any cost: of strings that exist already, there may be some that take no memory.
    fn derive(
        params: &Params,
        password: &[u8],
        salt: &[u8],
        data: &[u8],
        arena: &mut Arena<'_>,
    ) -> Result<Self, Error> {
        let mut stored =
            StoredTwoCats { params: *params, salt: [0; SALT], salt_length: salt.len(), hash: [0; 64] };
        match stored.salt.get_mut(..salt.len()) {
            Some(place) => place.copy_from_slice(salt),
            None => return Err(Error::Length { what: "salt", bytes: salt.len(), need: "at most 64" }),
        }
        let length = params.hash.bytes();
        TwoCats::new(*params)?.hash(password, salt, data, &mut stored.hash[..length], arena)?;
        Ok(stored)
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The salt.
    pub fn salt(&self) -> &[u8] {
        &self.salt[..self.salt_length]
    }

    /// Whether the password is the one that was stored; compared in constant time.
    ///
    /// # Errors
    /// [`Error::WrongPassword`] if it is not; [`Error::OverLimit`] before anything is computed, if the string asks for more
    /// than the limits allow; [`Error::Memory`] if the memory cannot be had.
    pub fn verify(
        &self,
        password: &[u8],
        data: &[u8],
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        self.admit(limits)?;
        let mut found = Self::derive(&self.params, password, self.salt(), data, arena)?;
        let equal = self.hash.ct_eq(&found.hash);
        wipe(&mut found.hash);
        if bool::from(equal) { Ok(()) } else { Err(Error::WrongPassword) }
    }

    /// Whether the limits let it be computed.
    fn admit(&self, limits: &Limits) -> Result<(), Error> {
        limits.check(self.params.memory(), self.params.work())
    }

    /// Whether new strings have other parameters or longer salts. One that was raised to the policy's memory has them.
    pub fn needs_rehash(&self, policy: &Params) -> bool {
        let params = Params { start: policy.start.min(self.params.start), ..*policy };
        self.params != params || self.salt_length < 16
    }

    /// Whether [`raised`](Self::raised) makes a string of that policy of it.
    fn can_become(&self, policy: &Params) -> bool {
        let Params { start, stop, .. } = self.params;
        self.params == Params { start, stop, ..*policy } && policy.stop > stop && policy.overwrite == 0
    }

    /// The string for `2^mem_cost` KiB, without the password.
    ///
    /// # Errors
    /// [`Error::Parameter`] if that is not more or still no memory, or the string says overwriting; [`Error::Memory`] if the memory cannot be
    /// had.
    pub fn raised(mut self, mem_cost: u8, arena: &mut Arena<'_>) -> Result<Self, Error> {
        let old = self.params.stop;
        self.params.stop = mem_cost;
        self.params.check_new()?;
        let length = self.params.hash.bytes();
        TwoCats::new(self.params)?.upgrade(old, &mut self.hash[..length], arena)?;
        Ok(self)
    }
}

impl SchemeParams for Params {
    fn usual(_: Scheme) -> Self {
        Params::new(Edition::Final2015, Hash::Blake2s, 16).overwrite_cost(0)
    }

    fn scheme(&self) -> Scheme {
        Scheme::TwoCats
    }

    own_costs!();

    fn get_time_cost(&self) -> Option<u32> {
        (self.edition == Edition::Phc2014).then_some(self.time.into())
    }

    fn get_parallelism(&self) -> u32 {
        self.parallelism.into()
    }

    fn with_memory(&self, bytes: u64) -> Result<Policy, Error> {
        let cost = self.largest_level(bytes)?;
        Ok(Params { start: cost, stop: cost, ..*self }.into())
    }

    fn with_time_cost(&self, cost: u32) -> Result<Policy, Error> {
        Ok(self.time_cost(u8::try_from(cost).unwrap_or(u8::MAX)).into())
    }

    fn with_parallelism(&self, parts: u32) -> Result<Policy, Error> {
        let Ok(count) = u8::try_from(parts) else {
            let value = parts.into();
            return Err(Error::Parameter { name: "parallelism", value, need: "at most 255" });
        };
        Ok(self.parallelism(count).into())
    }

    #[cfg(feature = "std")]
    fn cheapest(&self) -> Result<Policy, Error> {
        Ok(self.time_cost(0).into())
    }

    fn at_costs_of(&self, own: &Policy) -> Policy {
        match own {
            Policy::TwoCats(own) => Params { start: own.stop, stop: own.stop, time: own.time, ..*self },
            _ => *self,
        }
        .into()
    }

    fn check(&self) -> Result<(), Error> {
        Self::check(self)
    }

    fn check_new(&self) -> Result<(), Error> {
        Self::check_new(self)
    }

    /// As much as is filled and mixed in OWASP's rows of Argon2.
    fn floor(&self) -> Floor {
        Floor { rows: &[(32, 0)], of_owasp: false }
    }

    fn hash(
        &self,
        password: &[u8],
        salt: &[u8],
        context: &Context<'_>,
        arena: &mut Arena<'_>,
    ) -> Result<PasswordHash, Error> {
        let mut place = Secret::new([0; 32]);
        let password = without_data(context).mixed(password, &mut place);
        Ok(StoredTwoCats::hash(self, password, salt, context.data, arena)?.into())
    }
}

/// What is mixed into the password: TwoCats has an input for data, and none for a secret.
fn without_data<'c>(context: &Context<'c>) -> Context<'c> {
    Context { data: &[], ..*context }
}

impl SchemeString for StoredTwoCats {
    fn begins(text: &str) -> bool {
        text.starts_with("$twocats$")
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
        let password = without_data(context).mixed(password, &mut place);
        Self::verify(self, password, context.data, limits, arena)
    }

    fn differs(&self, policy: &Policy) -> bool {
        !matches!(policy, Policy::TwoCats(params) if !self.needs_rehash(params))
    }

    fn upgraded(&self, policy: &Policy, arena: &mut Arena<'_>) -> Result<Option<PasswordHash>, Error> {
        match policy {
            Policy::TwoCats(params) if self.can_become(params) => {
                Ok(Some(self.raised(params.mem_cost(), arena)?.into()))
            }
            _ => Ok(None),
        }
    }

    fn describe(&self, report: &mut Report) {
        let params = &self.params;
        let first = params.edition == Edition::Phc2014;
        report.version = Some(if first { 2014 } else { 2015 });
        report.function = Some(params.hash.name());
        report.hash_bytes = params.hash.bytes();
        report.parameter("s", params.start, "first level that counts");
        report.parameter("m", params.stop, "last level: log2 of the KiB of memory");
        if first {
            report.parameter("t", params.time, "log2 of the passes over each block");
        }
        report.parameter("x", params.multiplies, "multiplications for a group of lanes");
        report.parameter("l", params.lanes, "lanes of 32 bits");
        report.parameter("p", params.parallelism, "parts");
        report.parameter("b", params.block, "bytes of a block");
        report.parameter("u", params.sub_block, "bytes of a sub-block");
        report.parameter("o", params.overwrite, "levels before the first that are overwritten");
        if !first {
            let resistant = u64::from(params.resistant);
            report.parameter("r", resistant, "1 if no address depends on the password");
        }
        if params.overwrite == 0 {
            report.remarks.push("can be raised to more memory without the password");
        }
    }
}
