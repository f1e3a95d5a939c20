//! Lyra2: the final version, and the one of April 2014.

use serde::Deserialize;

use super::super::Bytes;
use super::line_files;

/// A hash.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Case {
    /// `blake2b`, `blamka` or `half-round-blamka`.
    pub sponge: String,
    /// Columns.
    pub ncols: u32,
    /// Threads.
    pub threads: u32,
    /// Rounds of the reduced permutation.
    pub rounds: u32,
    /// 64-bit words of a column.
    pub bitrate_words: u32,
    /// Time cost.
    pub t: u32,
    /// Rows.
    pub rows: u32,
    /// The password.
    pub password: Bytes,
    /// The salt.
    pub salt: Bytes,
    /// The hash.
    pub out: Bytes,
}

line_files! {
    /// Version 1, of April 2014.
    v1: Case = "memhard/lyra2_v1_2014.jsonl";
    /// The final version, published with lyra2-java.
    v3_published: Case = "memhard/lyra2_v3_published.jsonl";
    /// The final version, made with its reference.
    v3_generated: Case = "memhard/lyra2_v3_generated.jsonl";
}
