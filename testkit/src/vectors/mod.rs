//! The project's `vectors/` folder, compiled in: typed, parsed once, one module per family. Of the largest files (those of
//! one record a line, and NIST's long messages) only one record of six without feature `all`.
//!
//! Where each file comes from, and under which licence, is in `vectors/SOURCES.md`.

pub mod bls;
pub mod curl;
pub mod memhard;
pub mod sha256;
mod some;

use core::fmt;
use core::ops::Deref;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};

use crate::hex;

/// Parses a file that is compiled in.
///
/// # Panics
/// If it does not have the shape of `T`. The files are constants of the program and the tests of this module parse
/// every one, so no released build gets here.
fn parse<T: Deserialize<'static>>(name: &str, text: &'static str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("vectors/{name}: {error}"))
}

macro_rules! files {
    ($($(#[$doc:meta])* $function:ident: $type:ty = $path:literal;)*) => {$(
        $(#[$doc])*
        pub fn $function() -> &'static $type {
            static PARSED: std::sync::LazyLock<$type> = std::sync::LazyLock::new(|| {
                $crate::vectors::parse($path, include_str!(concat!("../../vectors/", $path)))
            });
            &PARSED
        }
    )*};
}
use files;

/// Bytes that the file writes in hexadecimal.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

/// 32 bytes that the file writes in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Digest(pub [u8; 32]);

/// Bytes that the file writes in base64.
#[derive(Clone, PartialEq, Eq)]
pub struct Base64(pub Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        hex::decode(&text).map(Bytes).ok_or_else(|| D::Error::custom("not hexadecimal"))
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let Bytes(bytes) = Bytes::deserialize(d)?;
        bytes.try_into().map(Digest).map_err(|_| D::Error::custom("not 32 bytes"))
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        hex::decode_base64(&text).map(Base64).ok_or_else(|| D::Error::custom("not base64"))
    }
}

macro_rules! bytes_like {
    ($($name:ident $target:ty),*) => {$(
        impl Deref for $name {
            type Target = $target;
            fn deref(&self) -> &$target {
                &self.0
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(&self.0))
            }
        }
    )*};
}
bytes_like!(Bytes [u8], Digest [u8; 32], Base64 [u8]);

/// The three Wycheproof files share their outer shape.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase", bound = "T: DeserializeOwned")]
struct Wycheproof<T> {
    number_of_tests: usize,
    test_groups: Vec<WycheproofGroup<T>>,
}

#[derive(serde::Deserialize)]
#[serde(bound = "T: DeserializeOwned")]
struct WycheproofGroup<T> {
    tests: Vec<T>,
}
