//! Files as trees: data are cut into blocks, the blocks are hashed many at a time, and their digests are joined to one root.
//!
//! One long message is bound by how long SHA-256 takes for a block after the other. The blocks of a tree are independent, so they
//! fill all lanes of the widest engine.
//!
//! | format | blocks | joined | source |
//! | --- | --- | --- | --- |
//! | [`Format::bittorrent`] | 16 KiB | in pairs, filled up with zeros | BEP 52 |
//! | [`Format::fs_verity`] | 1 to 64 KiB, salted | in blocks of hashes | Linux, `Documentation/filesystems/fsverity.rst` |
//! | [`Format::dm_verity`] | 512 bytes to 512 KiB, salted | in blocks of hashes | cryptsetup, "DMVerity" |
//! | [`Format::glacier`] | 1 MiB | in pairs | Amazon S3 Glacier, "Computing Checksums" |
//! | [`Format::s3`] | parts of an upload | all at once | Amazon S3, "Checking object integrity" |
//! | [`Format::rfc6962`] | any | in pairs, behind a byte that tells leaves from nodes | RFC 6962 |
//!
//! [`RootHasher`] takes data that come in pieces, [`BlockTree`] keeps all digests in memory, checks blocks and hashes changed ones
//! again.
#![cfg_attr(feature = "std", doc = "[`stored`] does the same with files of any size in a few MiB of memory.")]
//! [`verity`] reads and writes what stands beside the trees of Linux.
//!
//! ```
//! use lanesmith_sha256::blocks::{Format, verity};
//! let format = Format::fs_verity(4096, &[])?;
//! let digest = verity::fs_verity_digest(&format, 0, &format.root(b"")?);
//! assert_eq!(digest[..4], [0x3d, 0x24, 0x8c, 0xa5]);
//! # Ok::<(), lanesmith_sha256::blocks::BlocksError>(())
//! ```

mod climb;
mod format;
mod hashing;
mod prefix;
#[cfg(feature = "std")]
pub mod stored;
mod tree;
pub mod verity;

pub use crate::merkle::{Node, TreeHasher};
pub use format::{BlocksError, Format, Kind};
pub use hashing::RootHasher;
pub use tree::BlockTree;
