//! A string for Lyra2, which never had one. The grammar is in `docs/kernels/pwhash-strings.md`.

use core::fmt;
use core::str::FromStr;

use super::phc::Reader;
use super::salted::Salted;
use super::{HASH_MIN, HASH_NEW};
use crate::Error;
use crate::crypt::{Limits, check_parts};
use crate::lyra2::{Bitrate, Edition, Params, Sponge, hash};
use crate::mem::Arena;

/// The longest hash.
const HASH_MAX: usize = 64;

/// A stored Lyra2 hash.
///
/// ```
/// use lanesmith_pwhash::crypt::Limits;
/// use lanesmith_pwhash::lyra2::Params;
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::password::StoredLyra2;
///
/// let mut arena = Arena::new();
/// let params = Params::default().rows(64);
/// let text = StoredLyra2::hash(&params, b"correct horse", b"16 random bytes!", &mut arena)?.to_string();
/// assert!(text.starts_with("$lyra2$v=3$h=blamka,t=1,r=64,c=256,b=12,f=1,p=1$MTYg"));
///
/// let stored: StoredLyra2 = text.parse()?;
/// stored.verify(b"correct horse", &Limits::default(), &mut arena)?;
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct StoredLyra2 {
    params: Params,
    salted: Salted,
}

impl fmt::Debug for StoredLyra2 {
    // A hash can be attacked: it does not belong into logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredLyra2")
            .field("params", &self.params)
            .field("salt", &self.salted.salt)
            .finish_non_exhaustive()
    }
}

/// The names of the permutations.
const SPONGES: [(&str, Sponge); 3] = [
    ("blake2b", Sponge::Blake2b),
    ("blamka", Sponge::BlaMka),
    ("half-round-blamka", Sponge::HalfRoundBlaMka),
];

/// The name of a permutation.
pub(super) fn name(sponge: Sponge) -> &'static str {
    match sponge {
        Sponge::Blake2b => SPONGES[0].0,
        Sponge::BlaMka => SPONGES[1].0,
        Sponge::HalfRoundBlaMka => SPONGES[2].0,
    }
}

impl StoredLyra2 {
    /// Hashes a new password.
    ///
    /// # Errors
    /// If parameters or salt are out of range, or the memory cannot be had.
    pub fn hash(params: &Params, password: &[u8], salt: &[u8], arena: &mut Arena<'_>) -> Result<Self, Error> {
        let salted = Salted::new(salt, |out| hash(params, password, salt, out, arena))?;
        Ok(StoredLyra2 { params: *params, salted })
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The salt.
    pub fn salt(&self) -> &[u8] {
        &self.salted.salt
    }

    /// Bytes of the hash.
    pub(super) fn hash_len(&self) -> usize {
        self.salted.hash_len()
    }

    /// Whether the limits let it be computed.
    pub(super) fn admit(&self, limits: &Limits) -> Result<(), Error> {
        self.salted.admit("hash", HASH_NEW, limits)?;
        limits.check(self.params.memory_bytes(), self.params.work())?;
        check_parts(self.params.threads)
    }

    /// Whether the password is the one that was stored; compared in constant time.
    ///
    /// # Errors
    /// As [`PasswordHash::verify`](super::PasswordHash::verify).
    pub fn verify(&self, password: &[u8], limits: &Limits, arena: &mut Arena<'_>) -> Result<(), Error> {
        self.admit(limits)?;
        self.salted.verify(|out| hash(&self.params, password, &self.salted.salt, out, arena))
    }

    /// Whether new strings have other parameters, or longer salts or hashes.
    pub fn needs_rehash(&self, policy: &Params) -> bool {
        self.params != *policy || self.salted.is_short()
    }
}

impl FromStr for StoredLyra2 {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader::new(text)?;
        reader.expect("$lyra2$v=", "not a string of Lyra2")?;
        let edition = match reader.number()? {
            1 => Edition::April2014,
            3 => Edition::Final,
            _ => return Err(reader.wrong("the version is neither 1 nor 3")),
        };
        reader.expect("$h=", "$h= is missing after the version")?;
        let sponge = SPONGES.into_iter().find(|(name, _)| {
            // One name is not the start of another.
            reader.skip(name)
        });
        let (_, sponge) = sponge.ok_or_else(|| reader.wrong("not blake2b, blamka or half-round-blamka"))?;
        let mut number = |name, what| {
            reader.expect(name, what)?;
            reader.number()
        };
        let params = Params::default()
            .edition(edition)
            .sponge(sponge)
            .passes(number(",t=", ",t= is missing")?)
            .rows(number(",r=", ",r= is missing")?)
            .columns(number(",c=", ",c= is missing")?);
        let bitrate = number(",b=", ",b= is missing")?;
        let params = params.bitrate(match bitrate {
            8 => Bitrate::Words8,
            10 => Bitrate::Words10,
            12 => Bitrate::Words12,
            _ => return Err(reader.wrong("the columns have neither 8, 10 nor 12 words")),
        });
        let mut number = |name, what| {
            reader.expect(name, what)?;
            reader.number()
        };
        let params =
            params.rounds(number(",f=", ",f= is missing")?).threads(number(",p=", ",p= is missing")?);
        params.check()?;
        let wrong = "a hash that is not of 16 to 64 bytes";
        let salted = Salted::read(&mut reader, HASH_MIN..=HASH_MAX, wrong)?;
        Ok(StoredLyra2 { params, salted })
    }
}

impl fmt::Display for StoredLyra2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Params { edition, sponge, bitrate, rounds, columns, rows, passes, threads } = self.params;
        let version = match edition {
            Edition::April2014 => 1,
            Edition::Final => 3,
        };
        write!(f, "$lyra2$v={version}$h={},t={passes},r={rows},c={columns}", name(sponge))?;
        write!(f, ",b={},f={rounds},p={threads}{}", bitrate.words(), self.salted)
    }
}
