//! What can be wrong with a search, and how one can end without a nonce.

use core::fmt;

use crate::error::Error;
use crate::kernel::RATE;

/// A search that cannot be made.
///
/// ```
/// use lanesmith_curl::pow::Search;
/// let error = Search::transaction(&[b'9'; 2673], 0).unwrap_err();
/// assert_eq!(error.to_string(), "minimum weight magnitude 0, expected 1 to 243");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PowError {
    /// A minimum weight magnitude that asks for nothing, or for more zeros than a hash has trits.
    Weight {
        /// The one asked for.
        found: usize,
    },
    /// Malformed input: a length, a character that is no tryte, a value that is no trit.
    Input(Error),
    /// No trit may be changed.
    NoFreeTrits,
    /// A free trit outside of the block, or named twice or out of order.
    FreeTrit {
        /// Where in the list.
        at: usize,
        /// The trit named.
        trit: usize,
    },
    /// A search on zero threads.
    NoThreads,
    /// An order that only searches for the nonce of a transaction have.
    Order,
    /// A range that ends before it begins, or begins behind the last nonce.
    Range {
        /// First batch.
        from: u64,
        /// The batch after the last.
        to: u64,
        /// How many batches there are.
        batches: u64,
    },
    /// A score that is no positive number, or that no hash of such a message reaches.
    Score {
        /// The one asked for.
        found: f64,
    },
}

impl fmt::Display for PowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PowError::Weight { found } => {
                write!(f, "minimum weight magnitude {found}, expected 1 to {RATE}")
            }
            PowError::Input(e) => e.fmt(f),
            PowError::NoFreeTrits => write!(f, "no free trits: there is nothing to search"),
            PowError::FreeTrit { at, trit } => {
                write!(f, "free trit {at} of the list is {trit}: expected 0 to {}, ascending", RATE - 1)
            }
            PowError::NoThreads => write!(f, "zero threads"),
            PowError::Order => write!(f, "this order is only for nonces of transactions"),
            PowError::Range { from, to, batches } => {
                write!(f, "batches {from} to {to} are no range of the {batches} that there are")
            }
            PowError::Score { found } if *found >= 1e15 => write!(f, "score {found:e} cannot be reached"),
            PowError::Score { found } => write!(f, "score {found} cannot be reached"),
        }
    }
}

impl core::error::Error for PowError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PowError::Input(e) => Some(e),
            _ => None,
        }
    }
}

impl From<Error> for PowError {
    fn from(error: Error) -> Self {
        PowError::Input(error)
    }
}

/// The end of a search that has no nonce.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// The job was cancelled.
    Cancelled {
        /// Everything before this batch has been tried, and so has some of what lies behind. To go on, start here.
        next: u64,
    },
    /// Every nonce of the range was tried.
    Exhausted,
    /// An engine reported a nonce that the plain transform does not confirm: a defect of the engine or the machine.
    Miscomputed {
        /// The engine.
        engine: &'static str,
        /// Where in the order.
        batch: u64,
        /// The lane.
        lane: usize,
    },
    /// The system refused a thread.
    NoThread,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Cancelled { next } => write!(f, "cancelled before batch {next}"),
            Stopped::Exhausted => write!(f, "no nonce in the whole range is good enough"),
            Stopped::Miscomputed { engine, batch, lane } => write!(
                f,
                "engine {engine} reported lane {lane} of batch {batch}, which the plain transform does not confirm"
            ),
            Stopped::NoThread => write!(f, "the system refused a thread"),
        }
    }
}

impl core::error::Error for Stopped {}
