//! What can go wrong.

use alloc::string::ToString;
use core::fmt;

use crate::sizes::{Bytes, Size};

/// Why a hash was not computed, or a password not accepted.
///
/// ```
/// use lanesmith_pwhash::Error;
/// use lanesmith_pwhash::argon2::Params;
/// let error = Params::default().passes(0).check().unwrap_err();
/// assert!(matches!(error, Error::Parameter { value: 0, .. }));
/// assert_eq!(error.to_string(), "t (passes) is 0: it must be at least 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The memory could not be had.
    Memory(MemoryError),
    /// A parameter is outside of what the function is defined for.
    Parameter {
        /// Its name in the function's specification.
        name: &'static str,
        /// What was given.
        value: u64,
        /// What it must be.
        need: &'static str,
    },
    /// An input or output has a length that the function is not defined for.
    Length {
        /// Which input.
        what: &'static str,
        /// Its length in bytes.
        bytes: usize,
        /// What it must be.
        need: &'static str,
    },
    /// A stored string does not follow its grammar.
    Malformed {
        /// Offset in bytes of what is wrong.
        at: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// A stored string asks for more than the caller's limits allow.
    OverLimit {
        /// Of what: "memory" or "work".
        what: &'static str,
        /// How many bytes it asks for.
        value: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// A stored string is recognised, but not verified here.
    Unsupported {
        /// What it is.
        scheme: &'static str,
        /// Why it is not verified.
        why: &'static str,
    },
    /// None of the secrets that were given can be the one that the string was made with.
    UnknownKey {
        /// Which one it must have been.
        need: &'static str,
    },
    /// The password is not the one that was stored.
    WrongPassword,
    /// The hash was [to stop](crate::mem::Arena::interrupt_when): its memory is wiped.
    Interrupted,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Memory(error) => error.fmt(f),
            Error::Parameter { name, value, need } => write!(f, "{name} is {value}: it must be {need}"),
            Error::Length { what, bytes, need } => {
                write!(f, "the {what} has {}: it must have {need}", Bytes(*bytes))
            }
            Error::Malformed { at, what } => write!(f, "malformed string at byte {at}: {what}"),
            Error::OverLimit { what, value, limit } => {
                let [mut asks, mut most] = [value, limit].map(|bytes| Size(*bytes).to_string());
                if asks == most {
                    [asks, most] = [value, limit].map(|bytes| Bytes(*bytes as usize).to_string());
                }
                write!(f, "the string asks for {asks} of {what}, more than the limit of {most}")
            }
            Error::Unsupported { scheme, why } => {
                write!(f, "a string of {scheme}, which is not verified here: {why}")
            }
            Error::UnknownKey { need } => write!(f, "the string needs a secret that was not given: {need}"),
            Error::WrongPassword => f.write_str("wrong password"),
            Error::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            // What the error says is the whole message already.
            Error::Memory(error) => error.source(),
            _ => None,
        }
    }
}

#[cfg(feature = "legacy")]
impl Error {
    /// The same of a string that stands so many bytes behind the start of the one that was given.
    pub(crate) fn behind(self, bytes: usize) -> Self {
        match self {
            Error::Malformed { at, what } => Error::Malformed { at: at + bytes, what },
            error => error,
        }
    }
}

impl From<MemoryError> for Error {
    fn from(error: MemoryError) -> Self {
        Error::Memory(error)
    }
}

/// Why memory could not be had; nothing was computed.
///
/// ```
/// use lanesmith_pwhash::mem::{Arena, MemoryError};
/// let mut memory = [0; 64];
/// let refused = Arena::borrowed(&mut memory).reserve(1 << 20);
/// assert!(matches!(refused, Err(MemoryError::TooSmall { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemoryError {
    /// More than the address space can hold.
    TooLarge {
        /// How many items.
        count: usize,
        /// Of how many bytes each.
        size: usize,
    },
    /// The system refused.
    Refused {
        /// How many bytes were asked for.
        bytes: usize,
    },
    /// The system has no (free) reserved huge pages, which [`HugePages::Explicit`](crate::mem::HugePages::Explicit) asks
    /// for.
    NoHugePages {
        /// How many bytes were asked for.
        bytes: usize,
    },
    /// A region of the caller's, or what is left of a [`Space`](crate::mem::Space), is too small.
    TooSmall {
        /// Bytes there are.
        given: usize,
        /// Bytes needed.
        needed: usize,
    },
    /// More than a pool may ever use.
    OverBudget {
        /// Bytes needed.
        needed: usize,
        /// The pool's budget.
        budget: usize,
    },
    /// All of a pool's places or its whole budget are in use at the moment.
    Busy,
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryError::TooLarge { count, size } => {
                write!(f, "{count} items of {} do not fit into the address space", Bytes(*size))
            }
            MemoryError::Refused { bytes } => write!(f, "the system refused {} of memory", Bytes(*bytes)),
            MemoryError::NoHugePages { bytes } => {
                write!(f, "the system has no reserved huge pages free for {}", Bytes(*bytes))
            }
            MemoryError::TooSmall { given, needed } => {
                write!(f, "a region of {} where {needed} are needed", Bytes(*given))
            }
            MemoryError::OverBudget { needed, budget } => {
                write!(f, "more than the pool's budget of {}: {needed}", Bytes(*budget))
            }
            MemoryError::Busy => f.write_str("all memory of the pool is in use"),
        }
    }
}

impl core::error::Error for MemoryError {}
