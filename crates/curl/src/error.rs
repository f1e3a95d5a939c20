//! What can be wrong with input.

use core::fmt;

/// Malformed input. Positions count from 0 in the units of the input.
///
/// ```
/// use lanesmith_curl::{Rounds, hash_trytes};
/// let error = hash_trytes(Rounds::P81, b"ABC+").unwrap_err();
/// assert_eq!(error.to_string(), "tryte 3 is '+', not one of 9 and A to Z");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A value other than -1, 0 and +1.
    Trit {
        /// Where.
        at: usize,
        /// The value found.
        value: i8,
    },
    /// A character other than `9` and `A` to `Z`.
    Tryte {
        /// Where.
        at: usize,
        /// The byte found.
        byte: u8,
    },
    /// A byte that stands for no five trits (0x7a to 0x86), or a last one with more trits than the length allows.
    T5b1 {
        /// Where.
        at: usize,
        /// The byte found.
        byte: u8,
    },
    /// A pair of trytes that stands for no byte.
    B1t6 {
        /// Index of the first tryte of the pair.
        at: usize,
        /// The pair's value, outside -128 to 127.
        value: i16,
    },
    /// A length that the function cannot take.
    Length {
        /// What was measured: `trits`, `trytes`, `bytes`.
        unit: &'static str,
        /// The length found.
        found: usize,
        /// What it should be.
        expected: &'static str,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Trit { at, value } => write!(f, "trit {at} is {value}, not -1, 0 or 1"),
            Error::Tryte { at, byte } => {
                write!(f, "tryte {at} is '{}', not one of 9 and A to Z", byte.escape_ascii())
            }
            Error::T5b1 { at, byte } => {
                write!(f, "byte {at} is {byte:#04x}, which stands for no group of trits")
            }
            Error::B1t6 { at, value } => {
                write!(f, "trytes {at} and {} stand for {value}, outside -128 to 127", at + 1)
            }
            Error::Length { unit, found, expected } => write!(f, "{found} {unit}, expected {expected}"),
        }
    }
}

impl core::error::Error for Error {}

/// What is wrong with a batch; nothing has been hashed then.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// A message is malformed.
    Message {
        /// Which, counted from 0.
        index: usize,
        /// What is wrong.
        error: Error,
    },
    /// There are not as many places for digests as blocks to be squeezed.
    Places {
        /// Places given.
        given: usize,
        /// Places needed.
        needed: usize,
    },
    /// The digests would not fit into memory.
    TooMany {
        /// How many messages.
        messages: usize,
        /// Blocks to be squeezed from each.
        blocks: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Message { index, error } => write!(f, "message {index}: {error}"),
            BatchError::Places { given, needed } => {
                write!(f, "{given} places for digests given where {needed} are needed")
            }
            BatchError::TooMany { messages, blocks } => {
                write!(f, "{blocks} blocks of each of {messages} messages do not fit into memory")
            }
        }
    }
}

impl core::error::Error for BatchError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            BatchError::Message { error, .. } => Some(error),
            _ => None,
        }
    }
}
