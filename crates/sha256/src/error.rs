//! What can be wrong with lengths.

use core::fmt;

/// A length that does not fit the operation; nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LengthError {
    /// Two slices that go together have different lengths.
    Mismatch {
        /// What the first slice holds.
        what: &'static str,
        /// Its length.
        given: usize,
        /// The length of the slice it goes with.
        needed: usize,
    },
    /// A level of a tree that is to be paired has an odd number of nodes.
    OddNodes {
        /// How many.
        nodes: usize,
    },
    /// A midstate exists only after whole blocks of 64 bytes.
    NotAtBlock {
        /// Bytes of message so far.
        length: u64,
    },
    /// A derived key may have at most `(2^32 - 1) * 32` bytes.
    KeyTooLong {
        /// How many were asked for.
        bytes: usize,
    },
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LengthError::Mismatch { what, given, needed } => {
                write!(f, "{given} {what} given where {needed} are needed")
            }
            LengthError::OddNodes { nodes } => {
                write!(f, "{nodes} nodes cannot be paired: an even number is needed")
            }
            LengthError::KeyTooLong { bytes } => {
                write!(f, "a key of {bytes} bytes is longer than PBKDF2 allows")
            }
            LengthError::NotAtBlock { length } => {
                write!(f, "no midstate after {length} bytes: that is not a multiple of 64")
            }
        }
    }
}

impl core::error::Error for LengthError {}
