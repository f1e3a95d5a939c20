//! Where keys come from: KeyGen, trees of keys (EIP-2333, EIP-2334), shares.

mod derive;
mod keygen;
mod sharing;

pub use derive::{KeyPath, PathError};
pub use keygen::Draft;
pub use sharing::{Commitments, Share, SharingError, recover_key, recover_signature, split};
