//! scrypt: RFC 7914, EIP-2335, generated cases, and strings.

use std::sync::LazyLock;

use serde::Deserialize;

use super::super::{Bytes, parse};
use super::line_files;

/// A derived key.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Case {
    /// Where it comes from, or what it tests.
    #[serde(default)]
    pub note: String,
    /// The password.
    pub password: Bytes,
    /// The salt.
    pub salt: Bytes,
    /// Cost, a power of two.
    #[serde(rename = "N")]
    pub n: u64,
    /// Block size.
    pub r: u32,
    /// Lanes.
    pub p: u32,
    /// The key.
    #[serde(alias = "out")]
    pub dk: Bytes,
}

/// A string of a password.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Valid {
    /// The string.
    pub string: String,
    /// Its password.
    pub password: Bytes,
}

/// A string that is none.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Invalid {
    /// The string.
    pub string: String,
    /// What is wrong.
    pub reason: String,
}

/// One step of RFC 7914: sections 8 (Salsa20/8), 9 (BlockMix) and 10 (ROMix).
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Step {
    /// What goes in.
    pub input: Bytes,
    /// What comes out.
    pub output: Bytes,
}

/// The steps.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Components {
    /// Salsa20/8.
    pub salsa20_8: Step,
    /// BlockMix with r = 1.
    pub block_mix: Step,
}

#[derive(Deserialize)]
struct File {
    rfc7914: Vec<Case>,
    components: Components,
    generated: Vec<Case>,
    phc_valid: Vec<Valid>,
    phc_invalid: Vec<Invalid>,
}

static FILE: LazyLock<File> =
    LazyLock::new(|| parse("memhard/scrypt.json", include_str!("../../../vectors/memhard/scrypt.json")));

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| [&FILE.rfc7914[..], &FILE.generated].concat());

/// RFC 7914 (the last of whose four takes 1 GiB), then generated cases.
pub fn cases() -> &'static [Case] {
    &CASES
}

/// The steps of RFC 7914.
pub fn components() -> &'static Components {
    &FILE.components
}

/// PHC strings that a password belongs to.
pub fn valid_strings() -> &'static [Valid] {
    &FILE.phc_valid
}

/// PHC strings that are to be refused.
pub fn invalid_strings() -> &'static [Invalid] {
    &FILE.phc_invalid
}

line_files! {
    /// Odd r, p and lengths, generated with OpenSSL.
    generated: Case = "memhard/scrypt_generated.jsonl";
}
