//! A tree in memory: blocks are checked against it, and those that change are hashed again.

use alloc::vec;
use alloc::vec::Vec;
use core::convert::Infallible;

use super::climb::{Climb, parents};
use super::format::{BlocksError, Format, Rule};
use crate::merkle::{Node, TreeHasher};
use crate::sha256;

/// All digests over the blocks of data.
///
/// ```
/// use lanesmith_sha256::blocks::{BlockTree, Format};
/// let mut data = vec![0; 100_000];
/// let mut tree = BlockTree::new(Format::dm_verity(4096, 4096, b"salt")?, &data[..81_920])?;
/// data[5000] = 1;
/// assert_eq!(tree.check(0, &data[..81_920])?, [1]);
///
/// // Block 1 only is hashed again, and the blocks of hashes above it.
/// tree.replace(&[(1, &data[4096..8192])])?;
/// assert_eq!(tree.root(), Format::dm_verity(4096, 4096, b"salt")?.root(&data[..81_920])?);
/// # Ok::<(), lanesmith_sha256::blocks::BlocksError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlockTree {
    format: Format,
    hasher: TreeHasher,
    length: u64,
    /// Digests of blocks first, the root last.
    levels: Vec<Vec<Node>>,
}

impl BlockTree {
    /// The tree over data.
    ///
    /// # Errors
    /// As [`Format::blocks`].
    pub fn new(format: Format, data: &[u8]) -> Result<Self, BlocksError> {
        Self::with(format, TreeHasher::new(), data)
    }

    /// The same on chosen engines and by chosen workers.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with(format: Format, hasher: TreeHasher, data: &[u8]) -> Result<Self, BlocksError> {
        let length = data.len() as u64;
        let mut leaves = vec![[0; 32]; format.blocks(length)? as usize];
        format.leaves(&hasher, &mut leaves, data);
        Self::from_digests(format, hasher, length, &leaves)
    }

    /// The tree over data of so many bytes whose blocks have these digests. Whoever has them from others compares the root.
    ///
    /// # Errors
    /// [`BlocksError::Digests`] if there are not as many as blocks, and as [`Format::blocks`].
    pub fn from_digests(
        format: Format,
        hasher: TreeHasher,
        length: u64,
        digests: &[Node],
    ) -> Result<Self, BlocksError> {
        let (given, needed) = (digests.len() as u64, format.blocks(length)?);
        if given != needed {
            return Err(BlocksError::Digests { given, needed });
        }
        let mut levels: Vec<Vec<Node>> = Vec::new();
        let mut see = |level: usize, _, nodes: &[Node]| {
            levels.resize(levels.len().max(level + 1), Vec::new());
            levels[level].extend_from_slice(nodes);
            Ok::<(), Infallible>(())
        };
        let mut climb = Climb::new(format.clone(), hasher);
        if needed > 0 {
            let Ok(()) = climb.push(0, digests, &mut see);
            let Ok(_) = climb.finish(&mut see);
        }
        Ok(BlockTree { format, hasher, length, levels })
    }

    /// The format.
    pub fn format(&self) -> &Format {
        &self.format
    }

    /// Bytes of data.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The root.
    pub fn root(&self) -> Node {
        match self.levels.last().map(|level| &level[..]) {
            Some([root]) => *root,
            // There is no block, and for formats without a root of nothing no such tree.
            _ => self.format.root_of_nothing().unwrap_or_default(),
        }
    }

    /// The digests of a level: 0 is that of the blocks, the last one has the root alone.
    pub fn level(&self, level: usize) -> Option<&[Node]> {
        self.levels.get(level).map(|nodes| &nodes[..])
    }

    /// How many levels there are, the root's among them.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    fn leaves(&self) -> &[Node] {
        self.level(0).unwrap_or_default()
    }

    /// The numbers of the blocks of `data` that are not those of the tree. The data begin at the block `first` and end with a block.
    ///
    /// # Errors
    /// [`BlocksError::NoBlock`] and [`BlocksError::BlockLength`] if they do not.
    pub fn check(&self, first: u64, data: &[u8]) -> Result<Vec<u64>, BlocksError> {
        let blocks = self.leaves().len() as u64;
        if first >= blocks {
            return Err(BlocksError::NoBlock { index: first, blocks });
        }
        let size = self.format.block_size();
        let count = (data.len() as u64).div_ceil(size).max(1);
        let last = first.saturating_add(count - 1);
        if last >= blocks {
            return Err(BlocksError::NoBlock { index: last, blocks });
        }
        let needed = self.format.length_of(last, self.length);
        let given = data.len() as u64 - (count - 1) * size;
        if given != needed {
            return Err(BlocksError::BlockLength { index: last, given: given as usize, needed });
        }
        let mut found = vec![[0; 32]; count as usize];
        self.format.leaves(&self.hasher, &mut found, data);
        let expected = &self.leaves()[first as usize..][..count as usize];
        let pairs = found.iter().zip(expected).zip(first..);
        Ok(pairs.filter(|((found, expected), _)| found != expected).map(|(_, number)| number).collect())
    }

    /// Takes other data for some blocks, each as long as it was, hashes them and what stands above them, and gives the root.
    ///
    /// # Errors
    /// As [`check`](Self::check); nothing is changed then.
    pub fn replace(&mut self, changes: &[(u64, &[u8])]) -> Result<Node, BlocksError> {
        let blocks = self.leaves().len() as u64;
        for &(index, data) in changes {
            if index >= blocks {
                return Err(BlocksError::NoBlock { index, blocks });
            }
            let needed = self.format.length_of(index, self.length);
            if data.len() as u64 != needed {
                return Err(BlocksError::BlockLength { index, given: data.len(), needed });
            }
        }
        let mut dirty = Vec::with_capacity(changes.len());
        for &(index, data) in changes {
            let place = core::slice::from_mut(&mut self.levels[0][index as usize]);
            self.format.leaves(&self.hasher, place, data);
            dirty.push(index as usize);
        }
        for level in 1..self.levels.len() {
            let arity = self.format.arity().min(usize::MAX as u64) as usize;
            dirty.iter_mut().for_each(|index| *index /= arity);
            dirty.sort_unstable();
            dirty.dedup();
            let (below, above) = self.levels.split_at_mut(level);
            let (below, above) = (&below[level - 1], &mut above[0]);
            for &index in &dirty {
                if self.format.rule == Rule::All {
                    above[0] = sha256(below.as_flattened());
                    continue;
                }
                let from = index * arity;
                let mut group = below[from..below.len().min(from + arity)].to_vec();
                parents(&self.format, &self.hasher, level - 1, &mut group);
                above[index] = group[0];
            }
        }
        Ok(self.root())
    }
}
