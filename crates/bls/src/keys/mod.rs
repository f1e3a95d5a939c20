//! Where keys come from: KeyGen, trees of keys (EIP-2333, EIP-2334), shares, keystores (EIP-2335).

mod derive;
mod keygen;
#[cfg(feature = "keystore")]
pub mod keystore;
mod sharing;

pub use crate::error::{PathError, SharingError};
pub use derive::KeyPath;
pub use keygen::Draft;
pub use sharing::{
    Commitments, Share, recover_key, recover_key_until, recover_signature, recover_signature_until, split,
};
