//! What can go wrong.

use core::fmt;

use crate::mem::{MemoryError, Stopped};

/// Why a hash was not computed, or a password not accepted.
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
        /// Of what.
        what: &'static str,
        /// How much it asks for.
        value: u64,
        /// How much is allowed.
        limit: u64,
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
                write!(f, "the {what} has {bytes} bytes: it must have {need}")
            }
            Error::Malformed { at, what } => write!(f, "malformed string at byte {at}: {what}"),
            Error::OverLimit { what, value, limit } => {
                write!(f, "the string asks for {what} of {value}, more than the limit of {limit}")
            }
            Error::WrongPassword => f.write_str("wrong password"),
            Error::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Error::Memory(error) => Some(error),
            _ => None,
        }
    }
}

impl From<MemoryError> for Error {
    fn from(error: MemoryError) -> Self {
        Error::Memory(error)
    }
}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Error::Interrupted
    }
}
