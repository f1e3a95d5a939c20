//! From the digests of blocks to the root, level by level, while they come.

use alloc::vec::Vec;
use core::convert::Infallible;

use super::format::{Format, Rule};
use super::prefix::LANES;
use crate::merkle::rfc6962::hash_pairs;
use crate::merkle::{Node, TreeHasher, zero_hash};
use crate::{Sha256, sha256};

/// Digests that wait at a level before those above them are computed, where they are joined in pairs.
const PAIRS: usize = 1 << 11;

/// What has come, level by level.
#[derive(Clone, Debug)]
pub(crate) struct Climb {
    pub(crate) format: Format,
    pub(crate) hasher: TreeHasher,
    levels: Vec<Level>,
    /// Where all digests of the first level are one message.
    all: Sha256,
}

#[derive(Clone, Debug, Default)]
struct Level {
    /// Digests without a parent so far.
    waiting: Vec<Node>,
    /// How many there have been.
    count: u64,
}

/// What sees each digest of each level, in order: the level, from that of the blocks on, the number of the first, and the
/// digests.
pub(crate) type Sink<'s, E> = dyn FnMut(usize, u64, &[Node]) -> Result<(), E> + 's;

impl Climb {
    pub(crate) fn new(format: Format, hasher: TreeHasher) -> Self {
        Climb { format, hasher, levels: Vec::new(), all: Sha256::new() }
    }

    /// The next digests of a level.
    pub(crate) fn push<E>(&mut self, level: usize, nodes: &[Node], sink: &mut Sink<'_, E>) -> Result<(), E> {
        while self.levels.len() <= level {
            self.levels.push(Level::default());
        }
        let here = &mut self.levels[level];
        sink(level, here.count, nodes)?;
        here.count += nodes.len() as u64;
        if self.format.rule == Rule::All {
            if level == 0 {
                self.all.update(nodes.as_flattened());
            }
            return Ok(());
        }
        here.waiting.extend_from_slice(nodes);
        let arity = self.format.arity() as usize;
        let enough = match self.format.rule {
            Rule::Blocks(_) => LANES * arity,
            _ => PAIRS,
        };
        if here.waiting.len() >= enough {
            let whole = here.waiting.len() / arity * arity;
            self.raise(level, whole, sink)?;
        }
        Ok(())
    }

    /// The next digests of blocks, which nobody else is to see.
    pub(crate) fn add(&mut self, nodes: &[Node]) {
        let done: Result<(), Infallible> = self.push(0, nodes, &mut |_, _, _| Ok(()));
        debug_assert!(done.is_ok());
    }

    /// Computes the parents of the first digests that wait at a level: a multiple of the arity, or all.
    fn raise<E>(&mut self, level: usize, take: usize, sink: &mut Sink<'_, E>) -> Result<(), E> {
        let here = &mut self.levels[level].waiting;
        let rest = here.split_off(take);
        let mut nodes = core::mem::replace(here, rest);
        parents(&self.format, &self.hasher, level, &mut nodes);
        self.push(level + 1, &nodes, sink)
    }

    /// The root; nothing where nothing came.
    pub(crate) fn finish<E>(mut self, sink: &mut Sink<'_, E>) -> Result<Option<Node>, E> {
        if self.format.rule == Rule::All {
            let root = self.all.digest();
            self.push(1, &[root], sink)?;
            return Ok(Some(root));
        }
        let mut level = 0;
        while let Some(here) = self.levels.get(level) {
            match (here.count, &here.waiting[..]) {
                (1, [root]) => return Ok(Some(*root)),
                (_, []) => {}
                (_, waiting) => {
                    let take = waiting.len();
                    self.raise(level, take, sink)?;
                }
            }
            level += 1;
        }
        Ok(None)
    }
}

/// Replaces digests of a level by those of the next. The first must be the first of a group; of the last group some may be
/// missing, and are taken to be so in the whole level.
pub(crate) fn parents(format: &Format, hasher: &TreeHasher, level: usize, nodes: &mut Vec<Node>) {
    let (pairs, alone) = (nodes.len() / 2, nodes.len() % 2);
    match format.rule {
        Rule::PairsWithZeros => {
            if alone == 1 {
                // No level is higher than lengths of 64 bits make it.
                nodes.push(zero_hash(level as u32).unwrap_or_default());
            }
            let count = hasher.level_in_place(nodes);
            nodes.truncate(count);
        }
        Rule::PairsCarried | Rule::LogPairs => {
            let last = nodes.last().copied();
            if format.rule == Rule::LogPairs {
                hash_pairs(hasher, nodes);
            } else {
                hasher.level_in_place(&mut nodes[..2 * pairs]);
            }
            nodes.truncate(pairs);
            nodes.extend(last.filter(|_| alone == 1));
        }
        Rule::Blocks(size) => {
            let mut out = alloc::vec![[0; 32]; nodes.len().div_ceil(size / 32)];
            nodes.resize(out.len() * (size / 32), [0; 32]);
            format.prefix.hash(hasher.messages(), &mut out, nodes.as_flattened(), size);
            *nodes = out;
        }
        Rule::All => {
            let root = sha256(nodes.as_flattened());
            nodes.clear();
            nodes.push(root);
        }
    }
}
