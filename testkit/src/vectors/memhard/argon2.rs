//! Argon2: RFC 9106, the reference's known answers, generated cases, and strings.

use std::sync::LazyLock;

use serde::Deserialize;

use super::super::{Bytes, parse};

/// A hash.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Case {
    /// Where it comes from, or what it tests.
    pub note: String,
    /// `d`, `i` or `id`.
    #[serde(rename = "type")]
    pub variant: String,
    /// 16 or 19.
    pub version: u32,
    /// Memory in KiB.
    pub m_kib: u32,
    /// Passes.
    pub t: u32,
    /// Lanes.
    pub p: u32,
    /// The password.
    pub password: Bytes,
    /// The salt.
    pub salt: Bytes,
    /// The secret key.
    pub secret: Bytes,
    /// Associated data.
    pub ad: Bytes,
    /// The tag.
    pub tag: Bytes,
}

/// The hash of any length, H'.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct HPrime {
    /// What is hashed.
    pub input: Bytes,
    /// The digest.
    pub output: Bytes,
}

/// A string of a password.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Valid {
    /// The string.
    pub string: String,
    /// Its password.
    pub password: Bytes,
    /// What it tests.
    pub note: String,
    /// What libargon2 says of it.
    pub libargon2: String,
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

#[derive(Deserialize)]
struct File {
    rfc9106: Vec<Case>,
    reference_kats: Vec<Case>,
    generated: Vec<Case>,
    h_prime: Vec<HPrime>,
    phc_valid: Vec<Valid>,
    phc_invalid: Vec<Invalid>,
}

static FILE: LazyLock<File> =
    LazyLock::new(|| parse("memhard/argon2.json", include_str!("../../../vectors/memhard/argon2.json")));

static CASES: LazyLock<Vec<Case>> =
    LazyLock::new(|| [&FILE.rfc9106[..], &FILE.reference_kats, &FILE.generated].concat());

/// All hashes: those of RFC 9106 first, then the reference's, then the generated ones.
pub fn cases() -> &'static [Case] {
    &CASES
}

/// Digests of any length.
pub fn h_prime() -> &'static [HPrime] {
    &FILE.h_prime
}

/// Strings that a password belongs to.
pub fn valid_strings() -> &'static [Valid] {
    &FILE.phc_valid
}

/// Strings that are to be refused.
pub fn invalid_strings() -> &'static [Invalid] {
    &FILE.phc_invalid
}
