//! The arithmetic, by mathematics: generic over the backend of the field, without instruction sets.

pub mod curve;
pub mod field;
pub(crate) mod generated;
pub mod hash_to_curve;
pub mod many;
pub mod pairing;
pub mod tower;
