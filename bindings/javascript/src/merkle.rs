//! SHA-256 and Merkle trees.

use lanesmith::sha256::LengthError;
use lanesmith::sha256::merkle::TreeError;
use lanesmith::sha256::merkle::proof::ProofError;
use lanesmith::sha256::merkle::rfc6962::LogError;

use crate::Fault;
use crate::fault::faults;

faults! { LengthError => "LENGTH", TreeError => "TREE", ProofError => "TREE", LogError => "TREE" }

/// Yes, or no where a proof only leads to another root.
pub fn verdict(done: Result<(), LogError>) -> Result<bool, Fault> {
    match done {
        Ok(()) => Ok(true),
        Err(LogError::RootMismatch { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
