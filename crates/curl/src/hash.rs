//! A hash as 81 trytes.

use core::fmt;
use core::ops::Deref;
use core::str::FromStr;

use crate::error::Error;
use crate::kernel::pack::TRYTES;
use crate::trit;

/// A hash of Curl-P: 81 trytes, shown as they are.
///
/// ```
/// use lanesmith_curl::{Hash, Rounds, hash_trytes};
/// let hash = hash_trytes(Rounds::P81, b"HELLO")?;
/// let shown = hash.to_string();
/// assert_eq!(shown.len(), 81);
/// assert_eq!(shown.parse(), Ok(hash));
/// assert_eq!(Hash::from([b'9'; 81]).weight(), 243);
/// # Ok::<(), lanesmith_curl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash([u8; TRYTES]);

impl Hash {
    /// The trytes.
    pub const fn trytes(&self) -> &[u8; TRYTES] {
        &self.0
    }

    /// Weight magnitude: the number of trailing zero trits.
    pub fn weight(&self) -> usize {
        let zeros = self.0.iter().rev().take_while(|tryte| **tryte == b'9').count();
        let next = self.0.iter().rev().nth(zeros);
        3 * zeros + next.map_or(0, |tryte| trit::trailing_zeros(&trit::trits_of(*tryte)))
    }
}

impl From<[u8; TRYTES]> for Hash {
    /// The trytes are taken as they are, such as [`hash_many`](crate::hash_many) writes them.
    fn from(trytes: [u8; TRYTES]) -> Self {
        Hash(trytes)
    }
}

impl From<Hash> for [u8; TRYTES] {
    fn from(hash: Hash) -> Self {
        hash.0
    }
}

impl TryFrom<&[u8]> for Hash {
    type Error = Error;

    fn try_from(trytes: &[u8]) -> Result<Self, Error> {
        let wrong = Error::Length { unit: "trytes", found: trytes.len(), expected: "81 of a hash" };
        let hash = trytes.try_into().map_err(|_| wrong)?;
        trit::check_trytes(trytes)?;
        Ok(Hash(hash))
    }
}

impl FromStr for Hash {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        text.as_bytes().try_into()
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(core::str::from_utf8(&self.0).unwrap_or("(no trytes)"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

impl Deref for Hash {
    type Target = [u8; TRYTES];

    fn deref(&self) -> &[u8; TRYTES] {
        &self.0
    }
}

impl AsRef<[u8]> for Hash {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl PartialEq<[u8; TRYTES]> for Hash {
    fn eq(&self, other: &[u8; TRYTES]) -> bool {
        self.0 == *other
    }
}

impl PartialEq<Hash> for [u8; TRYTES] {
    fn eq(&self, other: &Hash) -> bool {
        *self == other.0
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Hash {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Hash {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Trytes;

        impl serde::de::Visitor<'_> for Trytes {
            type Value = Hash;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("81 trytes")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Hash, E> {
                text.parse().map_err(E::custom)
            }
        }

        from.deserialize_str(Trytes)
    }
}
