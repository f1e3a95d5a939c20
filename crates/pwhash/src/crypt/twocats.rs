//! A string for TwoCats, which never had one. The grammar is in `docs/kernels/pwhash-strings.md`.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use base64ct::{Base64Unpadded, Encoding};
use subtle::ConstantTimeEq;

use super::Limits;
use crate::Error;
use crate::mem::{Arena, wipe};
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
/// let text = StoredTwoCats::hash(params, b"16 random bytes!", b"correct horse", b"", &mut arena)?.to_string();
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

/// A place in a string.
struct Reader<'s> {
    text: &'s str,
    at: usize,
}

impl<'s> Reader<'s> {
    fn expect(&mut self, what: &'static str, literal: &str) -> Result<(), Error> {
        if !self.text[self.at..].starts_with(literal) {
            return Err(Error::Malformed { at: self.at, what });
        }
        self.at += literal.len();
        Ok(())
    }

    /// What comes before the next of these characters, or the end.
    fn until(&mut self, ends: &[char]) -> &'s str {
        let rest = &self.text[self.at..];
        let part = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += part.len();
        part
    }

    /// A decimal number without leading zeros.
    fn number<T: TryFrom<u32>>(&mut self, what: &'static str) -> Result<T, Error> {
        let at = self.at;
        let digits = self.until(&[',', '$']);
        let plain = digits.bytes().all(|c| c.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        let value = if plain { digits.parse::<u32>().ok() } else { None };
        value.and_then(|value| T::try_from(value).ok()).ok_or(Error::Malformed { at, what })
    }

    fn bytes<'b>(&mut self, what: &'static str, place: &'b mut [u8]) -> Result<&'b [u8], Error> {
        let at = self.at;
        Base64Unpadded::decode(self.until(&['$']), place).map_err(|_| Error::Malformed { at, what })
    }
}

impl FromStr for StoredTwoCats {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader { text, at: 0 };
        reader.expect("not $twocats$", "$twocats$")?;
        let at = reader.at;
        let edition = match reader.until(&['$']) {
            "v=2014" => Edition::Phc2014,
            "v=2015" => Edition::Final2015,
            _ => return Err(Error::Malformed { at, what: "the version is neither v=2014 nor v=2015" }),
        };
        reader.expect("no hash function (h=)", "$h=")?;
        let at = reader.at;
        let name = reader.until(&[',', '$']);
        let hash = Hash::ALL.into_iter().find(|hash| hash.name() == name);
        let hash = hash.ok_or(Error::Malformed { at, what: "a hash function that TwoCats does not know" })?;
        reader.expect("no first level (s=)", ",s=")?;
        let start = reader.number("the first level is not a number below 256")?;
        reader.expect("no last level (m=)", ",m=")?;
        let stop = reader.number("the last level is not a number below 256")?;
        let mut params = Params::new(edition, hash, stop).start_mem_cost(start);
        if edition == Edition::Phc2014 {
            reader.expect("no time cost (t=)", ",t=")?;
            params = params.time_cost(reader.number("the time cost is not a number below 256")?);
        }
        reader.expect("no multiplications (x=)", ",x=")?;
        params = params.multiplies(reader.number("the multiplications are not a number below 256")?);
        reader.expect("no lanes (l=)", ",l=")?;
        params = params.lanes(reader.number("the lanes are not a number below 256")?);
        reader.expect("no parallelism (p=)", ",p=")?;
        params = params.parallelism(reader.number("the parallelism is not a number below 256")?);
        reader.expect("no block size (b=)", ",b=")?;
        let block = reader.number("the block size is not a number below 2^32")?;
        reader.expect("no sub-block size (u=)", ",u=")?;
        params = params.block_size(block, reader.number("the sub-block size is not a number below 2^32")?);
        reader.expect("no overwrite cost (o=)", ",o=")?;
        params = params.overwrite_cost(reader.number("the overwrite cost is not a number below 256")?);
        if edition == Edition::Final2015 {
            reader.expect("no word on side channels (r=)", ",r=")?;
            let at = reader.at;
            params = params.side_channel_resistant(match reader.until(&['$']) {
                "0" => false,
                "1" => true,
                _ => return Err(Error::Malformed { at, what: "r is neither 0 nor 1" }),
            });
        }
        params.check()?;
        reader.expect("no salt", "$")?;
        let (mut salt, mut digest) = ([0; SALT], [0; 64]);
        let salt_length = reader.bytes("the salt is not base64 of at most 64 bytes", &mut salt)?.len();
        reader.expect("no hash", "$")?;
        let at = reader.at;
        let length = reader.bytes("the hash is not base64 of at most 64 bytes", &mut digest)?.len();
        if length != hash.bytes() {
            return Err(Error::Malformed {
                at,
                what: "the hash does not have the length of its hash function's",
            });
        }
        if reader.at != text.len() {
            return Err(Error::Malformed { at: reader.at, what: "more than a hash" });
        }
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
        let text = |bytes: &[u8]| -> String { Base64Unpadded::encode_string(bytes) };
        write!(f, "${}${}", text(self.salt()), text(&self.hash[..hash.bytes()]))
    }
}

impl StoredTwoCats {
    /// Hashes a password; the salt should be 16 random bytes. `data` is not stored: a pepper, the name of an application.
    ///
    /// # Errors
    /// [`Error::Parameter`] and [`Error::Length`] if TwoCats is not defined for them, they [fill no memory](Params::memory), or
    /// the salt has more than 64 bytes; [`Error::Memory`] if the memory cannot be had.
    pub fn hash(
        params: Params,
        salt: &[u8],
        password: &[u8],
        data: &[u8],
        arena: &mut Arena<'_>,
    ) -> Result<Self, Error> {
        params.check_new()?;
        Self::derive(params, salt, password, data, arena)
    }

    /// The same at any cost: of strings that exist already, there may be some that take no memory.
    fn derive(
        params: Params,
        salt: &[u8],
        password: &[u8],
        data: &[u8],
        arena: &mut Arena<'_>,
    ) -> Result<Self, Error> {
        let mut stored = StoredTwoCats { params, salt: [0; SALT], salt_length: salt.len(), hash: [0; 64] };
        match stored.salt.get_mut(..salt.len()) {
            Some(place) => place.copy_from_slice(salt),
            None => return Err(Error::Length { what: "salt", bytes: salt.len(), need: "at most 64" }),
        }
        let length = params.hash.bytes();
        TwoCats::new(params)?.hash(password, salt, data, &mut stored.hash[..length], arena)?;
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
        let mut found = Self::derive(self.params, self.salt(), password, data, arena)?;
        let equal = self.hash.ct_eq(&found.hash);
        wipe(&mut found.hash);
        if bool::from(equal) { Ok(()) } else { Err(Error::WrongPassword) }
    }

    /// Whether the limits let it be computed.
    pub(crate) fn admit(&self, limits: &Limits) -> Result<(), Error> {
        limits.check(self.params.memory(), self.params.work())
    }

    /// Whether new strings have other parameters or longer salts. One that was raised to the policy's memory has them.
    pub fn needs_rehash(&self, policy: &Params) -> bool {
        let params = Params { start: policy.start.min(self.params.start), ..*policy };
        self.params != params || self.salt_length < 16
    }

    /// Whether [`raised`](Self::raised) makes a string of that policy of it.
    pub(crate) fn can_become(&self, policy: &Params) -> bool {
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
