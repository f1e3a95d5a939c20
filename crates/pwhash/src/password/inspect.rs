//! What a stored string means and costs.

use alloc::vec::Vec;
use core::fmt;

use super::{HASH_MIN, PasswordHash, Scheme, lyra2};
use crate::Error;
use crate::argon2::{Variant, Version};
use crate::crypt::Limits;
use crate::twocats;
use crate::yescrypt::Mode;

/// A parameter of a stored string.
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
    fn parameter(&mut self, name: &'static str, value: impl Into<u64>, meaning: &'static str) {
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
        let scheme = match self {
            PasswordHash::Legacy(stored) => StoredScheme::Legacy(stored.name()),
            _ => StoredScheme::Ours(self.policy().unwrap_or_default().scheme()),
        };
        let mut report = Report {
            scheme,
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
        match self {
            PasswordHash::Legacy(stored) => {
                report.parameters = stored.parameters();
                [report.salt_bytes, report.hash_bytes] = stored.lengths();
                report.remarks.push("of another library: to be made anew when its password is there");
                // Its scheme is what it is: no advice on costs.
                return report;
            }
            PasswordHash::Argon2(stored) => {
                let params = stored.params();
                report.version = Some(params.get_version() as u32);
                report.parameter("m", params.get_memory_kib(), "KiB of memory");
                report.parameter("t", params.get_passes(), "passes over the memory");
                report.parameter("p", params.get_lanes(), "lanes");
                report.hash_bytes = stored.hash_len();
                if params.get_version() == Version::V0x10 {
                    report.remarks.push("version 1.0, of before 2016: passes after the first are weaker");
                }
                if params.get_variant() == Variant::D {
                    report
                        .remarks
                        .push("other programs on the machine may learn addresses, and so the password");
                }
            }
            PasswordHash::Scrypt(stored) => {
                let params = stored.params();
                report.parameter("N", params.n(), "entries of the table");
                report.parameter("r", params.r(), "units of 128 bytes in an entry");
                report.parameter("p", params.p(), "tables, one after the other");
                report.hash_bytes = stored.hash_len();
            }
            PasswordHash::Crypt(stored) => {
                let params = stored.setting().params();
                report.function = Some(match params.mode() {
                    Mode::Scrypt => "scrypt",
                    Mode::WriteOnce => "write-once",
                    Mode::ReadWrite => "read-write",
                });
                report.parameter("N", params.n(), "blocks of memory");
                report.parameter("r", params.r(), "units of 128 bytes in a block");
                report.parameter("p", params.p(), "parts");
                report.parameter("t", params.t(), "more steps for the same memory");
                if let Some(blocks) = stored.setting().rom_blocks() {
                    report.parameter("NROM", blocks, "blocks of the ROM");
                    report.remarks.push("cannot be verified without its ROM");
                }
            }
            PasswordHash::Lyra2(stored) => {
                let params = stored.params();
                report.version = Some(if params.edition == crate::lyra2::Edition::April2014 { 1 } else { 3 });
                report.function = Some(lyra2::name(params.sponge));
                report.parameter("t", params.passes, "passes over the memory");
                report.parameter("r", params.rows, "rows");
                report.parameter("c", params.columns, "columns");
                report.parameter("b", params.bitrate.words() as u64, "words of 64 bits in a column");
                report.parameter("f", params.rounds, "rounds of the reduced permutation");
                report.parameter("p", params.threads, "threads");
                report.hash_bytes = stored.hash_len();
            }
            PasswordHash::TwoCats(stored) => {
                let params = stored.params();
                let first = params.edition == twocats::Edition::Phc2014;
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
                    report.parameter(
                        "r",
                        u64::from(params.resistant),
                        "1 if no address depends on the password",
                    );
                }
                if params.overwrite == 0 {
                    report.remarks.push("can be raised to more memory without the password");
                }
            }
        }
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
        report.remarks.extend(self.policy().map(|policy| policy.remarks()).unwrap_or_default());
        report
    }
}
