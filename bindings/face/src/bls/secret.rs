//! Secret keys: made, derived, read.

use lanesmith::bls::keys::{KeyPath, PathError};
use lanesmith::bls::signature::{SecretBytes, SecretKey};

use crate::Outcome;
use crate::error::faults;

faults! { PathError => Key }

/// A secret key: 32 bytes that are wiped when dropped.
pub type Secret = SecretBytes<32>;

/// A secret key of 32 bytes.
pub(super) fn secret_of(bytes: &[u8; 32]) -> Outcome<SecretKey> {
    Ok(SecretKey::from_bytes(bytes)?)
}

// JavaScript: bls.generateKey. Python: bls.SecretKey.generate.
/// A secret key, 32 bytes, from material that nobody can guess, 32 bytes or more of it; `info` may be empty.
pub fn bls_generate(material: &[u8], info: &[u8]) -> Outcome<Secret> {
    Ok(SecretKey::generate(material, info)?.to_bytes())
}

// JavaScript: bls.deriveMaster. Python: bls.SecretKey.derive_master.
/// The master key, 32 bytes, of a tree of keys, from a seed of 32 bytes or more (EIP-2333).
pub fn bls_derive_master(seed: &[u8]) -> Outcome<Secret> {
    Ok(SecretKey::derive_master(seed)?.to_bytes())
}

// JavaScript: bls.derivePath. Python: bls.SecretKey.derive_path.
/// The descendant of a key, 32 bytes, along a path such as "m/12381/3600/0/0/0" (EIP-2334).
pub fn bls_derive_path(path: &str, secret: &[u8; 32]) -> Outcome<Secret> {
    Ok(secret_of(secret)?.derive_path(&KeyPath::parse(path)?)?.to_bytes())
}
