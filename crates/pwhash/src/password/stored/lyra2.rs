//! A string for Lyra2, which never had one. The grammar is in `design::strings`.

use core::fmt;
use core::str::FromStr;

use crate::Error;
use crate::lyra2::{Bitrate, Edition, Params, Sponge, hash};
use crate::mem::{Arena, Secret};
use crate::password::limits::check_parts;
use crate::password::reader::Reader;
use crate::password::salted::Salted;
use crate::password::scheme::{Floor, SchemeParams, SchemeString, own_costs};
use crate::password::{Context, HASH_MIN, HASH_NEW, Limits, PasswordHash, Policy, Report, Scheme};

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
fn name(sponge: Sponge) -> &'static str {
    match sponge {
        Sponge::Blake2b => SPONGES[0].0,
        Sponge::BlaMka => SPONGES[1].0,
        Sponge::HalfRoundBlaMka => SPONGES[2].0,
    }
}

/// How strings number the editions.
fn version(edition: Edition) -> u32 {
    match edition {
        Edition::April2014 => 1,
        Edition::Final => 3,
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

    /// Whether the limits let it be computed.
    fn admit(&self, limits: &Limits) -> Result<(), Error> {
        self.salted.admit("hash", HASH_NEW, limits)?;
        limits.check(self.params.memory(), self.params.work())?;
        check_parts(self.params.threads)
    }

    /// Whether the password is the one that was stored; compared in constant time.
    ///
    /// # Errors
    /// As [`PasswordHash::verify`](PasswordHash::verify).
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
        let mut reader = Reader::bounded(text)?;
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
        let version = version(edition);
        write!(f, "$lyra2$v={version}$h={},t={passes},r={rows},c={columns}", name(sponge))?;
        write!(f, ",b={},f={rounds},p={threads}{}", bitrate.words(), self.salted)
    }
}

impl SchemeParams for Params {
    fn usual(_: Scheme) -> Self {
        Params::default()
    }

    fn scheme(&self) -> Scheme {
        Scheme::Lyra2
    }

    own_costs!();

    fn get_time_cost(&self) -> Option<u32> {
        Some(self.passes)
    }

    fn get_parallelism(&self) -> u32 {
        self.threads
    }

    fn with_memory(&self, bytes: u64) -> Result<Policy, Error> {
        let row = self.rows(1).memory().max(1);
        let rows = u32::try_from(bytes / row).unwrap_or(u32::MAX);
        let whole = if self.threads > 1 { self.threads.saturating_mul(2) } else { 1 };
        Ok(self.rows(rows - rows % whole).into())
    }

    fn with_time_cost(&self, cost: u32) -> Result<Policy, Error> {
        Ok(self.passes(cost).into())
    }

    fn with_parallelism(&self, parts: u32) -> Result<Policy, Error> {
        let whole = if parts > 1 { parts.saturating_mul(2) } else { 1 };
        Ok(self.threads(parts).rows(self.rows - self.rows % whole).into())
    }

    #[cfg(feature = "std")]
    fn cheapest(&self) -> Result<Policy, Error> {
        Policy::from(*self).with_time_cost(1)
    }

    fn at_costs_of(&self, own: &Policy) -> Policy {
        match own {
            Policy::Lyra2(own) => self.rows(own.rows).passes(own.passes),
            _ => *self,
        }
        .into()
    }

    fn check(&self) -> Result<(), Error> {
        Self::check(self)
    }

    /// As much as is filled and mixed in OWASP's rows of Argon2.
    fn floor(&self) -> Floor {
        Floor { rows: &[(16, 1)], of_owasp: false }
    }

    fn hash(
        &self,
        password: &[u8],
        salt: &[u8],
        context: &Context<'_>,
        arena: &mut Arena<'_>,
    ) -> Result<PasswordHash, Error> {
        let mut place = Secret::new([0; 32]);
        Ok(StoredLyra2::hash(self, context.mixed(password, &mut place), salt, arena)?.into())
    }
}

impl SchemeString for StoredLyra2 {
    fn begins(text: &str) -> bool {
        text.starts_with("$lyra2$")
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
        !matches!(policy, Policy::Lyra2(params) if !self.needs_rehash(params))
    }

    fn describe(&self, report: &mut Report) {
        let params = &self.params;
        report.version = Some(version(params.edition));
        report.function = Some(name(params.sponge));
        report.parameter("t", params.passes, "passes over the memory");
        report.parameter("r", params.rows, "rows");
        report.parameter("c", params.columns, "columns");
        report.parameter("b", params.bitrate.words() as u64, "words of 64 bits in a column");
        report.parameter("f", params.rounds, "rounds of the reduced permutation");
        report.parameter("p", params.threads, "threads");
        report.hash_bytes = self.salted.hash_len();
    }
}
