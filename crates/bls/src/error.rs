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
///
/// ```
/// use lanesmith_bls::{DecodeError, G1};
/// let error = G1::auto().from_compressed(&[0; 47]).map(drop);
/// assert_eq!(error, Err(DecodeError::Length { found: 47, expected: 48 }));
/// ```
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
///
/// ```
/// use lanesmith_bls::{CountError, Fr, G1, Msm};
/// let error = Msm::auto().g1(&[G1::GENERATOR; 2], &[Fr::ONE]).map(drop);
/// assert_eq!(error, Err(CountError { points: 2, scalars: 1 }));
/// ```
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
///
/// ```
/// use lanesmith_bls::{ExpandError, HashToCurve};
/// assert_eq!(HashToCurve::auto().to_g1(b"message", b"").map(drop), Err(ExpandError::EmptyTag));
/// ```
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
