//! Curl-P and its proof of work.

use alloc::vec::Vec;

use lanesmith::curl::pow::PowError;
use lanesmith::curl::{BatchError, Error, Rounds};

use crate::Fault;

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let code = if matches!(error, Error::Length { .. }) { "LENGTH" } else { "TRYTE" };
        Fault::new(code, error)
    }
}

impl From<BatchError> for Fault {
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::Message { index, .. } => Fault::new("TRYTE", error).at(index),
            _ => Fault::new("LENGTH", error),
        }
    }
}

impl From<PowError> for Fault {
    fn from(error: PowError) -> Self {
        match error {
            PowError::Input(error) => error.into(),
            error => Fault::new("RANGE", error),
        }
    }
}

/// How many rounds: 27 or 81.
pub fn rounds(count: u32) -> Result<Rounds, Fault> {
    match count {
        27 => Ok(Rounds::P27),
        81 => Ok(Rounds::P81),
        _ => Err(Fault::new("RANGE", format_args!("{count} rounds: there are 27 or 81"))),
    }
}

/// Trits of an `Int8Array`, which crosses as bytes.
pub fn signed(trits: &[u8]) -> Vec<i8> {
    trits.iter().map(|trit| trit.cast_signed()).collect()
}
