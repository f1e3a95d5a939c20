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
    /// More bytes of derived key than the standard allows.
    KeyTooLong {
        /// How many were asked for.
        bytes: usize,
        /// How many it may have.
        most: u64,
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
            LengthError::KeyTooLong { bytes, most } => {
                write!(f, "{bytes} bytes of key are asked for, at most {most} can be derived")
            }
            LengthError::NotAtBlock { length } => {
                write!(f, "no midstate after {length} bytes: that is not a multiple of 64")
            }
        }
    }
}

impl core::error::Error for LengthError {}
