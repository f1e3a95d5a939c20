//! TwoCats, both editions; SkinnyCat.

use serde::{Deserialize, Deserializer};

use super::super::Bytes;
use super::line_files;

/// A hash.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Case {
    /// `2014-phc` or `2015-final`.
    pub version: String,
    /// `full`, `client`, `server` or `update`.
    pub op: String,
    /// The hash function.
    pub hash: String,
    /// The password.
    #[serde(deserialize_with = "or_none")]
    pub password: Bytes,
    /// The salt.
    #[serde(deserialize_with = "or_none")]
    pub salt: Bytes,
    /// What else is hashed.
    #[serde(deserialize_with = "or_none")]
    pub data: Bytes,
    /// The first level that counts.
    #[serde(deserialize_with = "or_none")]
    pub start_mem_cost: u8,
    /// The last level.
    #[serde(deserialize_with = "or_none")]
    pub stop_mem_cost: u8,
    /// Of 2014.
    #[serde(default)]
    pub time_cost: u8,
    /// Multiplications.
    pub multiplies: u8,
    /// Lanes.
    pub lanes: u8,
    /// Parts.
    pub parallelism: u8,
    /// Bytes of a block.
    pub block_size: u32,
    /// Bytes of a sub-block.
    pub sub_block_size: u32,
    /// What is overwritten.
    pub overwrite_cost: u8,
    /// Of 2015.
    #[serde(default)]
    pub side_channel_resistant: bool,
    /// The hash that `server` and `update` start from.
    #[serde(default)]
    pub in_hash: Bytes,
    /// The hash.
    pub out: Bytes,
}

/// A hash of a function that chooses its parameters.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Simple {
    /// The password.
    pub password: Bytes,
    /// The salt.
    pub salt: Bytes,
    /// Of `PHS` alone.
    #[serde(default)]
    pub time_cost: u8,
    /// The level.
    pub mem_cost: u8,
    /// The hash.
    pub out: Bytes,
}

/// A value that the functions which continue from a hash do not have.
fn or_none<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(d: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(d)?.unwrap_or_default())
}

line_files! {
    /// Published with both editions.
    published: Case = "memhard/twocats_published.jsonl";
    /// Made with the reference of both editions.
    generated: Case = "memhard/twocats_generated.jsonl";
    /// The interface of the Password Hashing Competition in April 2014.
    phs_2014: Simple = "memhard/twocats_phs_2014.jsonl";
    /// SkinnyCat. (The program that wrote the file took BLAKE2s where it says SHA-256 as well.)
    skinny_cat: Simple = "memhard/skinnycat_published.jsonl";
}
