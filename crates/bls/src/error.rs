//! What can be wrong: with points, tags, keys, signatures, calls of precompiled contracts. Each is exported where it may be met.

#[cfg(feature = "alloc")]
mod keys;
#[cfg(feature = "keystore")]
mod keystore;
#[cfg(feature = "alloc")]
mod precompile;
#[cfg(feature = "alloc")]
mod signature;

#[cfg(feature = "alloc")]
pub use keys::{PathError, SharingError};
#[cfg(feature = "keystore")]
pub use keystore::KeystoreError;
#[cfg(feature = "alloc")]
pub use precompile::PrecompileError;
#[cfg(feature = "alloc")]
pub use signature::{SignatureError, SignatureErrorKind};

/// Why bytes are not a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The number of bytes is not that of the encoding.
    Length {
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// The compression flag (bit 7 of the first byte) is not that of the encoding asked for.
    CompressionFlag {
        /// Whether it is set.
        found: bool,
    },
    /// The infinity flag (bit 6) is set and another bit too.
    InfinityNotZero,
    /// The sign flag (bit 5) is set in an uncompressed encoding.
    SignFlag,
    /// A coordinate is not below the modulus.
    NotCanonical {
        /// Which of the 48-byte integers, from the start.
        index: usize,
    },
    /// No point of the curve has these coordinates.
    NotOnCurve,
    /// The point is on the curve, but not in the group of prime order.
    NotInSubgroup,
}

impl core::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Length { found, expected } => write!(f, "{found} bytes, a point has {expected}"),
            Self::CompressionFlag { found: false } => {
                f.write_str("the compression flag (bit 7 of byte 0) is not set")
            }
            Self::CompressionFlag { found: true } => {
                f.write_str("the compression flag (bit 7 of byte 0) is set in an uncompressed point")
            }
            Self::InfinityNotZero => {
                f.write_str("the infinity flag (bit 6 of byte 0) is set, but the other bits are not all zero")
            }
            Self::SignFlag => f.write_str("the sign flag (bit 5 of byte 0) is set in an uncompressed point"),
            Self::NotCanonical { index } => {
                write!(f, "the integer at byte {} is not below the modulus", index * 48)
            }
            Self::NotOnCurve => f.write_str("the point is not on the curve"),
            Self::NotInSubgroup => f.write_str("the point is not in the subgroup of prime order"),
        }
    }
}

impl core::error::Error for DecodeError {}

/// There are not as many scalars as points.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountError {
    /// How many points.
    pub points: usize,
    /// How many scalars.
    pub scalars: usize,
}

#[cfg(feature = "alloc")]
impl core::fmt::Display for CountError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} points, but {} scalars", self.points, self.scalars)
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for CountError {}

/// Why a message cannot be hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpandError {
    /// The domain separation tag is empty, which RFC 9380 forbids.
    EmptyTag,
    /// More bytes are asked for than 255 hashes have.
    TooLong {
        /// How many.
        asked: usize,
    },
}

impl core::fmt::Display for ExpandError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::EmptyTag => f.write_str("the domain separation tag is empty"),
            Self::TooLong { asked } => write!(f, "{asked} bytes asked for, there are at most 8160"),
        }
    }
}

impl core::error::Error for ExpandError {}
