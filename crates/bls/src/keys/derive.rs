//! Trees of keys: EIP-2333 derivation and EIP-2334 paths.

use alloc::vec;
use alloc::vec::Vec;

use lanesmith_sha256::{Hkdf, ManyHasher, Sha256};

use crate::error::PathError;
use crate::mem;
use crate::signature::{SecretBytes, SecretKey, SignatureError};

/// Chunks of a Lamport key.
const CHUNKS: usize = 255;

impl SecretKey {
    /// The master key of a tree, from a seed of at least 32 bytes (EIP-2333).
    ///
    /// # Errors
    /// If the seed is shorter.
    pub fn derive_master(seed: &[u8]) -> Result<Self, SignatureError> {
        Self::generate(seed, b"")
    }

    /// The child of a key (EIP-2333). Children are hardened: a child tells nothing of its parent.
    ///
    /// # Errors
    /// None that happens: the material is 32 bytes.
    pub fn derive_child(&self, index: u32) -> Result<Self, SignatureError> {
        Self::derive_child_of(&self.to_bytes(), index)
    }

    /// The child of 32 bytes, most significant first, which need not be a key: for interfaces that never look.
    ///
    /// # Errors
    /// As [`SecretKey::derive_child`].
    #[doc(hidden)]
    pub fn derive_child_of(parent: &[u8; 32], index: u32) -> Result<Self, SignatureError> {
        let mut material = lamport_public_key(parent, index);
        let child = Self::generate(&material, b"");
        mem::wipe_bytes(&mut material);
        child
    }

    /// The descendant of a master key along a path.
    ///
    /// # Errors
    /// As [`SecretKey::derive_child`].
    pub fn derive_path(&self, path: &KeyPath) -> Result<Self, SignatureError> {
        let mut key = self.clone();
        for index in &path.0 {
            key = key.derive_child(*index)?;
        }
        Ok(key)
    }
}

/// The compressed Lamport key: a hash over the hashes of two times 255 secret chunks.
fn lamport_public_key(parent: &[u8; 32], index: u32) -> [u8; 32] {
    let salt = index.to_be_bytes();
    let mut flipped = SecretBytes::new([0; 32]);
    // In its place: what is returned by value may leave a copy behind.
    flipped.iter_mut().zip(parent).for_each(|(flipped, byte)| *flipped = !byte);
    let mut chunks = vec![[0; 32]; CHUNKS];
    let mut digests = vec![[0; 32]; CHUNKS];
    let mut hasher = Sha256::new();
    for material in [parent, &*flipped] {
        // As many bytes as HKDF can give.
        let expanded = Hkdf::extract(&salt, material).expand(b"", chunks.as_flattened_mut());
        let messages: Vec<&[u8]> = chunks.iter().map(<[u8; 32]>::as_slice).collect();
        let hashed = expanded.and_then(|()| ManyHasher::auto().hash_secrets(&mut digests, &messages));
        if hashed.is_ok() {
            hasher.update(digests.as_flattened());
        }
    }
    // Digests too: the child is made of them.
    mem::wipe_bytes(chunks.as_flattened_mut());
    mem::wipe_bytes(digests.as_flattened_mut());
    hasher.finalize()
}

/// A path in a tree of keys, such as `m/12381/3600/0/0/0` (EIP-2334).
///
/// ```
/// use lanesmith_bls::keys::KeyPath;
/// assert_eq!(KeyPath::parse("m/12381/3600/7/0/0")?, KeyPath::signing(7));
/// assert!(KeyPath::parse("m/12381/3600/07").is_err());
/// # Ok::<(), lanesmith_bls::keys::PathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeyPath(Vec<u32>);

impl KeyPath {
    /// Reads `m/12381/3600/0/0`.
    ///
    /// # Errors
    /// Which level is wrong.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        let mut levels = text.split('/');
        if levels.next() != Some("m") {
            return Err(PathError::Master);
        }
        let read = |(at, text): (usize, &str)| {
            let plain =
                text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
            text.parse().ok().filter(|_| plain).ok_or(PathError::Level { level: at + 1 })
        };
        levels.enumerate().map(read).collect::<Result<_, _>>().map(Self)
    }

    /// The key by which validator `index` of Ethereum is withdrawn: `m/12381/3600/index/0`.
    pub fn withdrawal(index: u32) -> Self {
        Self(vec![12381, 3600, index, 0])
    }

    /// The key with which validator `index` of Ethereum signs: `m/12381/3600/index/0/0`.
    pub fn signing(index: u32) -> Self {
        Self(vec![12381, 3600, index, 0, 0])
    }

    /// The indices below the master key.
    pub fn indices(&self) -> &[u32] {
        &self.0
    }
}

impl core::fmt::Display for KeyPath {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("m")?;
        self.0.iter().try_for_each(|index| write!(f, "/{index}"))
    }
}
