//! For users of the `tree_hash` crate: its roots, by our kernels.
//!
//! That crate hashes one node at a time inside its own types, with no way to put another hash under them. So this
//! module has the same functions and the same [`MerkleHasher`] under the same names, to be called in their stead:
//! from a hand-written `TreeHash` implementation of a list or vector type, which is where the time goes.
//!
//! ```
//! use ::tree_hash::{Hash256, PackedEncoding, TreeHash, TreeHashType};
//! use lanesmith_sha256::merkle::tree_hash::list_root;
//!
//! /// `List[uint64, 2**40]`
//! struct Balances(Vec<u64>);
//!
//! impl TreeHash for Balances {
//!     fn tree_hash_type() -> TreeHashType {
//!         TreeHashType::List
//!     }
//!     fn tree_hash_packed_encoding(&self) -> PackedEncoding {
//!         unreachable!("a list is never packed")
//!     }
//!     fn tree_hash_packing_factor() -> usize {
//!         unreachable!("a list is never packed")
//!     }
//!     fn tree_hash_root(&self) -> Hash256 {
//!         list_root(&self.0, 1 << 40).expect("the list is within its limit")
//!     }
//! }
//!
//! let root = Balances(vec![32_000_000_000; 100]).tree_hash_root();
//! # let bytes: Vec<u8> = [32_000_000_000_u64; 100].iter().flat_map(|balance| balance.to_le_bytes()).collect();
//! # assert_eq!(root, ::tree_hash::mix_in_length(&::tree_hash::merkle_root(&bytes, 1 << 38), 100));
//! ```

use alloc::vec::Vec;

use ::tree_hash::{Hash256, TreeHash, TreeHashType};

use super::{TreeError, TreeHasher};

/// As `tree_hash::merkle_root`: root over bytes cut into chunks, for at least `minimum_leaf_count` of them.
///
/// ```
/// use lanesmith_sha256::merkle::tree_hash::merkle_root;
/// assert_eq!(merkle_root(&[7; 1000], 64)?, ::tree_hash::merkle_root(&[7; 1000], 64));
/// # Ok::<(), lanesmith_sha256::merkle::TreeError>(())
/// ```
///
/// # Errors
/// [`TreeError::LimitTooLarge`] for a `minimum_leaf_count` above 2^62.
pub fn merkle_root(bytes: &[u8], minimum_leaf_count: usize) -> Result<Hash256, TreeError> {
    let leaves = bytes.len().div_ceil(32).max(minimum_leaf_count) as u64;
    TreeHasher::new().merkleize_bytes(bytes, Some(leaves)).map(Hash256::from)
}

/// Root of an SSZ `Vector[T, N]` of all these values.
///
/// ```
/// use lanesmith_sha256::merkle::tree_hash::{merkle_root, vector_root};
/// assert_eq!(vector_root(&[1_u16; 40])?, merkle_root(&[1, 0].repeat(40), 0)?);
/// # Ok::<(), lanesmith_sha256::merkle::TreeError>(())
/// ```
///
/// # Errors
/// None that memory has room for.
pub fn vector_root<T: TreeHash>(values: &[T]) -> Result<Hash256, TreeError> {
    root_of(values, values.len())
}

/// Root of an SSZ `List[T, limit]` of these values, their number mixed in.
///
/// ```
/// use lanesmith_sha256::merkle::{TreeError, tree_hash::list_root};
/// assert!(list_root(&[true, false], 2).is_ok());
/// assert_eq!(list_root(&[true, false], 1), Err(TreeError::TooManyChunks { count: 2, limit: 1 }));
/// # Ok::<(), TreeError>(())
/// ```
///
/// # Errors
/// [`TreeError::TooManyChunks`], here counting values, and [`TreeError::LimitTooLarge`].
pub fn list_root<T: TreeHash>(values: &[T], limit: usize) -> Result<Hash256, TreeError> {
    if values.len() > limit {
        return Err(TreeError::TooManyChunks { count: values.len() as u64, limit: limit as u64 });
    }
    let root = root_of(values, limit)?;
    Ok(Hash256::from(super::mix_in_length(&root.0, values.len() as u64)))
}

fn root_of<T: TreeHash>(values: &[T], limit: usize) -> Result<Hash256, TreeError> {
    match T::tree_hash_type() {
        TreeHashType::Basic => {
            let packed: Vec<u8> = values.iter().flat_map(|value| value.tree_hash_packed_encoding()).collect();
            merkle_root(&packed, limit.div_ceil(T::tree_hash_packing_factor().max(1)))
        }
        TreeHashType::Vector | TreeHashType::List | TreeHashType::Container => {
            let mut roots: Vec<_> = values.iter().map(|value| value.tree_hash_root().0).collect();
            TreeHasher::new().merkleize_in_place(&mut roots, Some(limit as u64)).map(Hash256::from)
        }
    }
}

/// As `tree_hash::MerkleHasher`: takes bytes piece by piece. It keeps them until the end, to hash them together.
///
/// ```
/// use lanesmith_sha256::merkle::tree_hash::{MerkleHasher, merkle_root};
///
/// let mut hasher = MerkleHasher::with_leaves(3);
/// hasher.write(&[1; 50])?;
/// hasher.write(&[1; 20])?;
/// assert_eq!(hasher.finish()?, merkle_root(&[1; 70], 3)?);
/// # Ok::<(), lanesmith_sha256::merkle::TreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MerkleHasher {
    bytes: Vec<u8>,
    leaves: u64,
}

impl MerkleHasher {
    /// For a tree of that many leaves, rounded up to a power of two.
    pub fn with_leaves(leaves: usize) -> Self {
        MerkleHasher {
            bytes: Vec::new(),
            leaves: (leaves as u64).checked_next_power_of_two().unwrap_or(u64::MAX),
        }
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// [`TreeError::TooManyChunks`] if they need more leaves than there are; nothing is appended then.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), TreeError> {
        let count = (self.bytes.len() + bytes.len()).div_ceil(32) as u64;
        if count > self.leaves {
            return Err(TreeError::TooManyChunks { count, limit: self.leaves });
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// The root.
    ///
    /// # Errors
    /// [`TreeError::LimitTooLarge`] for more than 2^62 leaves.
    pub fn finish(self) -> Result<Hash256, TreeError> {
        TreeHasher::new().merkleize_bytes(&self.bytes, Some(self.leaves)).map(Hash256::from)
    }
}
