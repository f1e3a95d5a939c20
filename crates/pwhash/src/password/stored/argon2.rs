//! Strings of Argon2, as every library writes them:
//! `$argon2id$v=19$m=65536,t=3,p=4[,keyid=..][,data=..]$salt$tag`.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::Error;
use crate::argon2::{Input, Params, Variant, Version, hash};
use crate::mem::Arena;
use crate::password::limits::check_parts;
use crate::password::reader::{Reader, encode};
use crate::password::salted::Salted;
use crate::password::scheme::{Floor, SchemeParams, SchemeString, own_costs};
use crate::password::{Context, Limits, PasswordHash, Policy, Report, Scheme};

/// The longest tag, and the longest key identity and data.
const TAG_MAX: usize = 128;
const DATA_MAX: usize = 64;

/// The longest identity of a key in new strings, as the PHC string format has it.
const KEY_ID_MAX: usize = 8;

/// Bytes of the tags that argon2-cffi wrote until 2021, and passlib.
const TAG_OLD: usize = 16;

/// A stored Argon2 hash.
///
/// ```
/// use lanesmith_pwhash::argon2::Params;
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::password::{Context, Limits, StoredArgon2};
///
/// let (mut arena, params) = (Arena::new(), Params::default().memory_kib(64));
/// let text = StoredArgon2::hash(&params, b"correct horse", b"16 random bytes!", &Context::new(), &mut arena)?.to_string();
/// assert!(text.starts_with("$argon2id$v=19$m=64,t=3,p=4$MTYg"));
///
/// let stored: StoredArgon2 = text.parse()?;
/// stored.verify(b"correct horse", &Context::new(), &Limits::default(), &mut arena)?;
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct StoredArgon2 {
    params: Params,
    /// Whether the string names its version: those before 2016 do not.
    names_version: bool,
    key_id: Vec<u8>,
    data: Vec<u8>,
    salted: Salted,
}

impl fmt::Debug for StoredArgon2 {
    // A hash can be attacked: it does not belong into logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredArgon2")
            .field("params", &self.params)
            .field("salt", &self.salted.salt)
            .finish_non_exhaustive()
    }
}

impl StoredArgon2 {
    /// Hashes a new password. Secret and data of the context are Argon2's own; the string contains neither, but the secret's id if it
    /// has one.
    ///
    /// # Errors
    /// If parameters, salt or the length of the id are out of range, or the memory cannot be had.
    pub fn hash(
        params: &Params,
        password: &[u8],
        salt: &[u8],
        context: &Context<'_>,
        arena: &mut Arena<'_>,
    ) -> Result<Self, Error> {
        let input = Input { password, salt, secret: context.secret, data: context.data };
        let key_id = if context.secret.is_empty() { &[][..] } else { context.key_id };
        if key_id.len() > KEY_ID_MAX {
            return Err(Error::Length { what: "id of the secret", bytes: key_id.len(), need: "at most 8" });
        }
        Ok(StoredArgon2 {
            params: *params,
            names_version: params.get_version() == Version::V0x13,
            key_id: key_id.to_vec(),
            data: Vec::new(),
            salted: Salted::new(salt, |tag| hash(params, &input, tag, arena))?,
        })
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The salt.
    pub fn salt(&self) -> &[u8] {
        &self.salted.salt
    }

    /// Which key of the service was used, if the string says so.
    pub fn key_id(&self) -> &[u8] {
        &self.key_id
    }

    /// Whether the limits let it be computed.
    fn admit(&self, limits: &Limits) -> Result<(), Error> {
        self.salted.admit("tag", TAG_OLD, limits)?;
        limits.check(self.params.memory(), self.params.work())?;
        check_parts(self.params.get_lanes())
    }

    /// Whether the password is the one that was stored, with the same secret and data; compared in constant time.
    ///
    /// # Errors
    /// As [`PasswordHash::verify`](PasswordHash::verify); and [`Error::Length`] if data is given and the string
    /// has its own.
    pub fn verify(
        &self,
        password: &[u8],
        context: &Context<'_>,
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        self.admit(limits)?;
        let data = match (&self.data[..], context.data) {
            (own, []) => own,
            ([], given) => given,
            (_, given) => {
                let need = "none, as the string has its own";
                return Err(Error::Length { what: "associated data", bytes: given.len(), need });
            }
        };
        let input = Input { password, salt: &self.salted.salt, secret: context.secret, data };
        self.salted.verify(|tag| hash(&self.params, &input, tag, arena))
    }

    /// Whether new strings have other parameters, or longer salts or tags.
    pub fn needs_rehash(&self, policy: &Params) -> bool {
        self.params != *policy || self.salted.is_short()
    }
}

impl FromStr for StoredArgon2 {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader::bounded(text)?;
        reader.expect("$argon2", "not a string of Argon2")?;
        // The longer name first: one starts with the other.
        let variant = [("id$", Variant::Id), ("i$", Variant::I), ("d$", Variant::D)];
        let variant = variant.into_iter().find(|(name, _)| reader.skip(name));
        let (_, variant) = variant.ok_or_else(|| reader.wrong("neither d, i nor id"))?;
        // A missing version means the first one.
        let names_version = reader.skip("v=");
        let version = if names_version {
            let version = match reader.number()? {
                16 => Version::V0x10,
                19 => Version::V0x13,
                _ => return Err(reader.wrong("the version is neither 16 nor 19")),
            };
            reader.expect("$", "$ is missing after the version")?;
            version
        } else {
            Version::V0x10
        };
        reader.expect("m=", "m= is missing")?;
        let memory = reader.number()?;
        reader.expect(",t=", ",t= is missing")?;
        let passes = reader.number()?;
        reader.expect(",p=", ",p= is missing")?;
        let lanes = reader.number()?;
        let params = Params::default()
            .variant(variant)
            .version(version)
            .memory_kib(memory)
            .passes(passes)
            .lanes(lanes);
        params.check()?;
        let mut optional = |name| -> Result<Vec<u8>, Error> {
            if !reader.skip(name) {
                return Ok(Vec::new());
            }
            let bytes = reader.base64()?;
            reader.length(bytes.len(), 1..=DATA_MAX, "keyid or data that is not of 1 to 64 bytes")?;
            Ok(bytes)
        };
        let (key_id, data) = (optional(",keyid=")?, optional(",data=")?);
        let salted = Salted::read(&mut reader, 4..=TAG_MAX, "a tag that is not of 4 to 128 bytes")?;
        Ok(StoredArgon2 { params, names_version, key_id, data, salted })
    }
}

impl fmt::Display for StoredArgon2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = match self.params.get_variant() {
            Variant::D => "d",
            Variant::I => "i",
            Variant::Id => "id",
        };
        write!(f, "$argon2{variant}$")?;
        if self.names_version {
            write!(f, "v={}$", self.params.get_version() as u32)?;
        }
        let (memory, passes) = (self.params.get_memory_kib(), self.params.get_passes());
        write!(f, "m={memory},t={passes},p={}", self.params.get_lanes())?;
        for (name, bytes) in [("keyid", &self.key_id), ("data", &self.data)] {
            if !bytes.is_empty() {
                write!(f, ",{name}={}", encode(bytes))?;
            }
        }
        write!(f, "{}", self.salted)
    }
}

impl SchemeParams for Params {
    fn usual(scheme: Scheme) -> Self {
        Params::default().variant(match scheme {
            Scheme::Argon2i => Variant::I,
            Scheme::Argon2d => Variant::D,
            _ => Variant::Id,
        })
    }

    fn scheme(&self) -> Scheme {
        match self.get_variant() {
            Variant::Id => Scheme::Argon2id,
            Variant::I => Scheme::Argon2i,
            Variant::D => Scheme::Argon2d,
        }
    }

    own_costs!();

    fn get_time_cost(&self) -> Option<u32> {
        Some(self.get_passes())
    }

    fn get_parallelism(&self) -> u32 {
        self.get_lanes()
    }

    fn with_memory(&self, bytes: u64) -> Result<Policy, Error> {
        let kib = u32::try_from(bytes >> 10).unwrap_or(u32::MAX);
        // As much as is used: a multiple of four blocks a lane.
        let whole = self.get_lanes().max(1).saturating_mul(4);
        Ok(self.memory_kib(kib - kib % whole).into())
    }

    fn with_time_cost(&self, cost: u32) -> Result<Policy, Error> {
        Ok(self.passes(cost).into())
    }

    fn with_parallelism(&self, parts: u32) -> Result<Policy, Error> {
        Ok(self.lanes(parts).into())
    }

    #[cfg(feature = "std")]
    fn cheapest(&self) -> Result<Policy, Error> {
        Policy::from(*self).with_time_cost(1)
    }

    fn at_costs_of(&self, own: &Policy) -> Policy {
        match own {
            Policy::Argon2(own) => self.memory_kib(own.get_memory_kib()).passes(own.get_passes()),
            _ => *self,
        }
        .into()
    }

    fn check(&self) -> Result<(), Error> {
        Self::check(self)
    }

    /// Password Storage Cheat Sheet, 2025.
    fn floor(&self) -> Floor {
        Floor { rows: &[(46, 1), (19, 2), (12, 3), (9, 4), (7, 5)], of_owasp: true }
    }

    fn names_keys(&self) -> bool {
        true
    }

    fn hash(
        &self,
        password: &[u8],
        salt: &[u8],
        context: &Context<'_>,
        arena: &mut Arena<'_>,
    ) -> Result<PasswordHash, Error> {
        Ok(StoredArgon2::hash(self, password, salt, context, arena)?.into())
    }
}

impl SchemeString for StoredArgon2 {
    fn begins(text: &str) -> bool {
        text.starts_with("$argon2")
    }

    fn policy(&self) -> Option<Policy> {
        Some(self.params.into())
    }

    fn salt(&self) -> &[u8] {
        Self::salt(self)
    }

    fn key_id(&self) -> &[u8] {
        Self::key_id(self)
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
        Self::verify(self, password, context, limits, arena)
    }

    fn differs(&self, policy: &Policy) -> bool {
        !matches!(policy, Policy::Argon2(params) if !self.needs_rehash(params))
    }

    fn describe(&self, report: &mut Report) {
        let params = &self.params;
        report.version = Some(params.get_version() as u32);
        report.parameter("m", params.get_memory_kib(), "KiB of memory");
        report.parameter("t", params.get_passes(), "passes over the memory");
        report.parameter("p", params.get_lanes(), "lanes");
        report.hash_bytes = self.salted.hash_len();
        if params.get_version() == Version::V0x10 {
            report.remarks.push("version 1.0, of before 2016: passes after the first are weaker");
        }
        if params.get_variant() == Variant::D {
            report.remarks.push("other programs on the machine may learn addresses, and so the password");
        }
    }
}
