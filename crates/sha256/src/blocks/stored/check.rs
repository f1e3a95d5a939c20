//! Data compared with stored digests: what is bad is named.

use std::io;
use std::ops::Range;
use std::vec;
use std::vec::Vec;

use super::{ReadAt, read_exact, root, rounds};
use crate::blocks::climb::{Climb, parents};
use crate::blocks::format::{BlocksError, Format, Rule};
use crate::blocks::hashing::DIGESTS;
use crate::blocks::verity::places;
use crate::merkle::{Node, TreeHasher};

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bad {
    /// The root is not that of the stored digests, so nothing can be told of the blocks.
    Root {
        /// The root that they have.
        found: Node,
    },
    /// A stored block of hashes, so that nothing can be told of what it covers.
    Hashes {
        /// Its level, that of the data being 0.
        level: usize,
        /// Its number in the level.
        index: u64,
        /// Where it begins.
        offset: u64,
        /// The blocks of data that it covers.
        covers: Range<u64>,
    },
    /// A block of data, or a piece.
    Block {
        /// Its number.
        index: u64,
        /// Where it begins.
        offset: u64,
        /// Its length.
        length: u64,
    },
}

/// A source from some byte on.
struct Behind<'a, S: ?Sized>(&'a S, u64);

impl<S: ReadAt + ?Sized> ReadAt for Behind<'_, S> {
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        self.0.read_at(bytes, self.1 + offset)
    }
}

/// Stored digests.
fn read_digests(
    source: &(impl ReadAt + ?Sized),
    start: u64,
    first: u64,
    count: usize,
) -> io::Result<Vec<Node>> {
    let mut digests = vec![[0; 32]; count];
    read_exact(source, digests.as_flattened_mut(), start + 32 * first)?;
    Ok(digests)
}

/// Compares data with a tree that [`write_blocks`](super::write_blocks) wrote, from its root down: each block that is bad is shown to `found`, in the order of
/// levels, and what lies below a bad block of hashes is passed over. Gives how many there are.
///
/// # Errors
/// As [`root`](super::root); a device that ends too early.
#[expect(clippy::too_many_arguments, reason = "two sources with their lengths, and two answers")]
pub fn check_blocks<S: ReadAt + ?Sized, D: ReadAt + ?Sized>(
    format: &Format,
    hasher: &TreeHasher,
    source: &S,
    length: u64,
    start: u64,
    device: &D,
    is_root: &dyn Fn(&Node) -> bool,
    found: &mut dyn FnMut(Bad),
) -> io::Result<u64> {
    let (count, places) = (format.blocks(length)?, places(format, length, start)?);
    let Some(hash_block) = format.hash_block_size().filter(|_| !places.is_empty()) else {
        let root = root(format, hasher, source, length)?;
        let bad = !is_root(&root);
        if bad {
            found(if count == 1 {
                Bad::Block { index: 0, offset: 0, length }
            } else {
                Bad::Root { found: root }
            });
        }
        return Ok(bad.into());
    };
    let arity = hash_block / 32;
    let upper = format.of_hashes(hash_block);
    let mut bad = 0;
    // Blocks of the level above that are bad or cannot be told, which are those that nothing can be told below.
    let mut unknown: Vec<Range<u64>> = Vec::new();
    for (level, place) in places.iter().enumerate().rev() {
        let blocks = place.digests.div_ceil(arity);
        let part = Behind(device, place.offset);
        let (mut here, mut stop) = (Vec::new(), false);
        rounds(&upper, hasher, &part, blocks * hash_block, 1, |first, digests| {
            let expected = match places.get(level + 1) {
                Some(above) => read_digests(device, above.offset, first, digests.len())?,
                None if digests.first().is_some_and(is_root) => digests.clone(),
                None => {
                    bad += 1;
                    stop = true;
                    digests.first().into_iter().for_each(|root| found(Bad::Root { found: *root }));
                    return Ok(());
                }
            };
            for ((digest, expected), index) in digests.iter().zip(&expected).zip(first..) {
                let told = !is_in(&unknown, index / arity);
                if told && digest == expected {
                    continue;
                }
                add(&mut here, index);
                if told {
                    bad += 1;
                    let below = arity.saturating_pow(level as u32 + 1);
                    let from = index.saturating_mul(below);
                    let covers = from..from.saturating_add(below).min(count);
                    found(Bad::Hashes { level, index, offset: place.offset + index * hash_block, covers });
                }
            }
            Ok(())
        })?;
        if stop {
            return Ok(bad);
        }
        unknown = here;
    }
    rounds(format, hasher, source, length, 1, |first, digests| {
        let expected = read_digests(device, places[0].offset, first, digests.len())?;
        for ((digest, expected), index) in digests.iter().zip(&expected).zip(first..) {
            if digest != expected && !is_in(&unknown, index / arity) {
                bad += 1;
                let size = format.length_of(index, length);
                found(Bad::Block { index, offset: index * format.block_size(), length: size });
            }
        }
        Ok(())
    })?;
    Ok(bad)
}

/// Adds a number that is higher than all so far.
fn add(ranges: &mut Vec<Range<u64>>, number: u64) {
    match ranges.last_mut() {
        Some(last) if last.end == number => last.end += 1,
        _ => ranges.push(number..number + 1),
    }
}

fn is_in(ranges: &[Range<u64>], number: u64) -> bool {
    let after = ranges.partition_point(|range| range.end <= number);
    ranges.get(after).is_some_and(|range| range.contains(&number))
}

/// Which level a list of digests is of, and how many it has: `height` levels above the blocks (pieces of 2^`height` blocks in BitTorrent), or
/// the root alone where the tree is not so high.
///
/// # Errors
/// As [`Format::blocks`].
pub fn list_of(format: &Format, length: u64, height: usize) -> Result<(usize, u64), BlocksError> {
    let levels = format.levels(length)?;
    let height = match format.rule {
        Rule::All => 0,
        _ => height.min(levels.len().saturating_sub(1)),
    };
    Ok((height, levels.get(height).copied().unwrap_or(0)))
}

/// Compares data with a list of digests, one after the other, which [`list_of`] describes: first the list with the root, then the data with
/// the list. Gives how many blocks or pieces are bad.
///
/// # Errors
/// As [`root`](super::root); a list that ends too early.
#[expect(clippy::too_many_arguments, reason = "two sources with their lengths, and two answers")]
pub fn check_list<S: ReadAt + ?Sized, D: ReadAt + ?Sized>(
    format: &Format,
    hasher: &TreeHasher,
    source: &S,
    length: u64,
    height: usize,
    list: &D,
    is_root: &dyn Fn(&Node) -> bool,
    found: &mut dyn FnMut(Bad),
) -> io::Result<u64> {
    let (height, count) = list_of(format, length, height)?;
    let mut climb = Climb::new(format.clone(), *hasher);
    let mut first = 0;
    while first < count {
        let digests = read_digests(list, 0, first, (count - first).min(DIGESTS) as usize)?;
        climb.push(height, &digests, &mut |_, _, _| Ok::<(), io::Error>(()))?;
        first += digests.len() as u64;
    }
    let head = if count == 0 { None } else { climb.finish(&mut |_, _, _| Ok::<(), io::Error>(()))? };
    let head = match head {
        Some(head) => head,
        None => format.root_of_nothing()?,
    };
    if !is_root(&head) {
        found(Bad::Root { found: head });
        return Ok(1);
    }
    let (mut bad, together) = (0, 1_u64 << height.min(62));
    let size = format.block_size().saturating_mul(together);
    rounds(format, hasher, source, length, together, |first, mut digests| {
        for level in 0..height {
            parents(format, hasher, level, &mut digests);
        }
        let first = first / together;
        let expected = read_digests(list, 0, first, digests.len())?;
        for ((digest, expected), index) in digests.iter().zip(&expected).zip(first..) {
            if digest != expected {
                bad += 1;
                let offset = index * size;
                found(Bad::Block { index, offset, length: size.min(length - offset) });
            }
        }
        Ok(())
    })?;
    Ok(bad)
}
