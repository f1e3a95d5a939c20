//! Keys and signatures of BLS12-381 that were decoded once.

use lanesmith_face::bls::{Key, Sig};
use napi_derive::napi;

/// A public key in memory.
#[napi]
pub struct BlsKey(pub(crate) Key);

/// A signature in memory.
#[napi]
pub struct BlsSignature(pub(crate) Sig);
