//! Why nothing was found.

use core::fmt;

use lanesmith_isa::{CostsError, EngineError};
use lanesmith_race::BoxError;

/// Why an operation could not be tuned.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The race: a wrong output, or the hooks stopped it.
    Race(lanesmith_race::Error),
    /// A contender cannot be made.
    Contender {
        /// The operation.
        op: &'static str,
        /// Why.
        source: BoxError,
    },
    /// Measured costs are refused.
    Costs(CostsError),
    /// An engine is refused.
    Engine(EngineError),
}

impl From<lanesmith_race::Error> for Error {
    fn from(error: lanesmith_race::Error) -> Self {
        Error::Race(error)
    }
}

impl From<CostsError> for Error {
    fn from(error: CostsError) -> Self {
        Error::Costs(error)
    }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Self {
        Error::Engine(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Race(error) => error.fmt(f),
            Error::Contender { op, source } => write!(f, "{op}: {source}"),
            Error::Costs(error) => error.fmt(f),
            Error::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
