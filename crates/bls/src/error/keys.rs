//! What can be wrong with paths of keys and with shares.

use core::num::NonZeroU32;

/// Why text is not a path.
///
/// ```
/// use lanesmith_bls::keys::{KeyPath, PathError};
/// assert_eq!(KeyPath::parse("m/12381/03"), Err(PathError::Level { level: 2 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathError {
    /// It does not begin with `m`.
    Master,
    /// A level is not a decimal integer below 2^32 without leading zeros.
    Level {
        /// Which one, from 1.
        level: usize,
    },
}

impl core::fmt::Display for PathError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Master => f.write_str("the path does not begin with m"),
            Self::Level { level } => {
                write!(f, "level {level} of the path is no decimal integer from 0 to 4294967295")
            }
        }
    }
}

impl core::error::Error for PathError {}

/// Why a key cannot be split or recovered.
///
/// ```
/// use lanesmith_bls::keys::{SharingError, recover_key};
/// assert_eq!(recover_key(&[]).map(drop), Err(SharingError::NoShare));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SharingError {
    /// The threshold is zero or above the number of shares.
    Threshold {
        /// How many shares recover the key.
        threshold: usize,
        /// How many shares there are.
        shares: usize,
    },
    /// There is no share to recover from.
    NoShare,
    /// Two shares have the same index.
    RepeatedIndex {
        /// The index.
        index: NonZeroU32,
    },
    /// What was recovered is no key: the shares do not belong together.
    NoKey,
    /// There is no memory for so many shares.
    Memory {
        /// How many.
        shares: usize,
    },
    /// The source of random numbers gives nothing but zeros: every share would be the key itself.
    Randomness,
}

impl core::fmt::Display for SharingError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Threshold { threshold, shares } => {
                write!(f, "{threshold} of {shares} shares: the threshold is from 1 to the number of shares")
            }
            Self::NoShare => f.write_str("no share to recover from"),
            Self::RepeatedIndex { index } => write!(f, "two shares have index {index}"),
            Self::NoKey => f.write_str("the shares give no key: they do not belong together"),
            Self::Memory { shares } => write!(f, "there is no memory for {shares} shares"),
            Self::Randomness => f.write_str("the source of random numbers gives nothing but zeros"),
        }
    }
}

impl core::error::Error for SharingError {}
