//! Why a race could not be run.

use std::fmt;
use std::io;

/// Any error, as a case that cannot be set up gives it.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Why a race could not be run.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A case did not make its contenders.
    SetUp {
        /// The operation and the case.
        case: String,
        /// What its function said.
        source: BoxError,
    },
    /// A case made other contenders in one thread than in another.
    OtherContenders {
        /// The operation and the case.
        case: String,
        /// The contender that is missing, or not run, in some thread.
        contender: String,
    },
    /// The system refused a thread.
    Thread(io::Error),
    /// A thread panicked.
    EndedEarly,
    /// A contender of a [sequence](crate::sequence) gave a wrong output.
    WrongOutput {
        /// What was sampled.
        title: String,
        /// The contender.
        contender: String,
        /// How its output differs.
        reason: String,
    },
    /// Someone asked a [sequence](crate::sequence) to stop.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::SetUp { case, .. } => write!(f, "cannot set up {case}"),
            Error::OtherContenders { case, contender } => {
                write!(f, "{case} has the contender {contender} in one thread and not in another")
            }
            Error::Thread(_) => f.write_str("cannot start a thread"),
            Error::EndedEarly => f.write_str("a thread of the race ended early"),
            Error::WrongOutput { title, contender, reason } => write!(f, "{contender} of {title}: {reason}"),
            Error::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::SetUp { source, .. } => Some(source.as_ref()),
            Error::Thread(source) => Some(source),
            _ => None,
        }
    }
}
