//! BLS signatures (draft-irtf-cfrg-bls-signature): small keys or small signatures, three modes, aggregates, batches.
//!
//! A [`PublicKey`] or a [`Signature`] in hand has been checked: it is a point of the group of prime order, and a key is not
//! at infinity. There is no way to have one that was not checked, so that nothing checks twice. [`Scheme`] does
//! the rest; [`ethereum`] has the functions of the consensus specification, on bytes.

mod batch;
pub mod ethereum;
pub(crate) mod key;
mod rows;
mod scheme;
mod variant;

pub use crate::engines::SIGNATURE;
pub use crate::error::{SignatureError, SignatureErrorKind};
pub use crate::ops::{GroupKernel, SignatureKernel};
pub use batch::{Accumulator, Entry, expand_seed};
pub use key::{PublicKey, SecretBytes, SecretKey, Signature};
pub use rows::{Given, Row};
pub use scheme::{Mode, Proof, Scheme};
pub use variant::{Group, MinPk, MinSig, Variant};
