//! Why memory could not be had.

use core::fmt;

use crate::sizes::Bytes;

/// Why memory could not be had; nothing was computed.
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
    /// The system has no (free) reserved huge pages, which [`HugePages::Explicit`](super::HugePages::Explicit) asks
    /// for.
    NoHugePages {
        /// How many bytes were asked for.
        bytes: usize,
    },
    /// A region of the caller's, or what is left of a [`Space`](super::Space), is too small.
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
