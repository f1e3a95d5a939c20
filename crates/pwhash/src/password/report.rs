//! What a stored string means and costs.

use alloc::vec::Vec;
use core::fmt;

use super::{HASH_MIN, Limits, PasswordHash, Scheme};
use crate::Error;

/// A parameter of a stored string.
///
/// ```
/// use lanesmith_pwhash::password::PasswordHash;
/// let text = "$scrypt$ln=4,r=1,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI";
/// let report = text.parse::<PasswordHash>()?.report();
/// let told: Vec<_> = report.parameters.iter().map(|one| format!("{}={}", one.name, one.value)).collect();
/// assert_eq!(told, ["N=16", "r=1", "p=1"]);
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    /// Its name in the scheme's specification.
    pub name: &'static str,
    /// Its value.
    pub value: u64,
    /// What it is.
    pub meaning: &'static str,
}

/// What a stored string is: of a scheme that new ones are made in, or one that is only read.
///
/// ```
/// use lanesmith_pwhash::password::{PasswordHash, Scheme, StoredScheme};
/// let text = "$scrypt$ln=4,r=1,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI";
/// let report = text.parse::<PasswordHash>()?.report();
/// assert_eq!(report.scheme, StoredScheme::Ours(Scheme::Scrypt));
/// assert_eq!(report.scheme.name(), "scrypt");
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoredScheme {
    /// A scheme of ours.
    Ours(Scheme),
    /// A string of another library, by [its name](super::StoredLegacy::name).
    Legacy(&'static str),
}

impl StoredScheme {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            StoredScheme::Ours(scheme) => scheme.name(),
            StoredScheme::Legacy(name) => name,
        }
    }
}

impl fmt::Display for StoredScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a stored string means and costs: [`PasswordHash::report`].
///
/// ```
/// use lanesmith_pwhash::password::PasswordHash;
/// let text = "$scrypt$ln=4,r=1,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI";
/// let report = text.parse::<PasswordHash>()?.report();
/// assert_eq!((report.salt_bytes, report.hash_bytes), (8, 32));
/// assert!(report.remarks.contains(&"below OWASP's floor for new hashes: cheap to attack"));
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The scheme.
    pub scheme: StoredScheme,
    /// The version that the string says or stands for, where a scheme has several.
    pub version: Option<u32>,
    /// The permutation, hash function or mode, where a scheme has several.
    pub function: Option<&'static str>,
    /// The parameters, in the order of the string.
    pub parameters: Vec<Parameter>,
    /// Bytes of the salt.
    pub salt_bytes: usize,
    /// Bytes of the hash.
    pub hash_bytes: usize,
    /// Bytes of memory that a hash takes; 0 where it fills none.
    pub memory: u64,
    /// Bytes that a hash fills or mixes, each time counted.
    pub traffic: u64,
    /// The time that a hash takes, as [`Limits`] count it: that in which Argon2id fills so many bytes.
    pub work: u64,
    /// What should be known before the string is relied upon.
    pub remarks: Vec<&'static str>,
}

impl Report {
    /// One more parameter.
    pub(super) fn parameter(&mut self, name: &'static str, value: impl Into<u64>, meaning: &'static str) {
        self.parameters.push(Parameter { name, value: value.into(), meaning });
    }
}

impl PasswordHash {
    /// What the string means and costs.
    ///
    /// ```
    /// use lanesmith_pwhash::password::PasswordHash;
    /// let text = "$y$j9T$LdJMENpBABJJ3hIHjB1Bi.$u2OTvjfFNnWXgGAOFvgB1vH5NgjtzZuf1aX1t4YvTE.";
    /// let report = text.parse::<PasswordHash>()?.report();
    /// assert_eq!(report.function, Some("read-write"));
    /// assert_eq!((report.parameters[0].name, report.parameters[0].value), ("N", 4096));
    /// assert_eq!(report.memory >> 20, 16);
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    pub fn report(&self) -> Report {
        let mut report = Report {
            scheme: self.string().scheme(),
            version: None,
            function: None,
            parameters: Vec::new(),
            salt_bytes: self.salt().len(),
            hash_bytes: 32,
            memory: self.memory(),
            traffic: self.policy().map_or(0, |policy| policy.traffic()),
            work: self.work(),
            remarks: Vec::new(),
        };
        self.string().describe(&mut report);
        let Some(policy) = self.policy() else {
            // It is what it is: no advice on costs.
            return report;
        };
        if report.salt_bytes < 16 {
            report.remarks.push("a short salt: 16 bytes are recommended");
        }
        let most = Limits { memory: u64::MAX, work: u64::MAX, short_hashes: false };
        match self.admit(&most) {
            Err(Error::Length { .. }) if report.hash_bytes < HASH_MIN => {
                report.remarks.push("refused by verify: the hash is shorter than 16 bytes");
            }
            Err(Error::Length { .. }) => {
                report.remarks.push("a short hash, maybe cut off: verify takes it only if asked to");
            }
            Err(Error::Parameter { .. }) => report.remarks.push("refused by verify: more than 256 parts"),
            _ => {}
        }
        report.remarks.extend(policy.remarks());
        report
    }
}
