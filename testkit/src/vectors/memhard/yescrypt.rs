//! yescrypt: 1.x, its ROM, and the version of 2014.

use std::sync::LazyLock;

use serde::Deserialize;

use super::super::Bytes;
use super::line_files;

/// A derived key.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Case {
    /// `1.x`, `0.5` and others.
    pub version: String,
    /// Which mode: 0 scrypt, 1 write once, 182 read-write.
    #[serde(default = "read_write")]
    pub flags: u32,
    /// Blocks of memory.
    #[serde(rename = "N")]
    pub n: u64,
    /// Size of a block.
    pub r: u32,
    /// Parts.
    pub p: u32,
    /// Time.
    pub t: u32,
    /// The password.
    pub password: Bytes,
    /// The salt.
    pub salt: Bytes,
    /// The key.
    pub out: Bytes,
}

/// A derived key that needs a ROM.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct RomCase {
    /// What the ROM is made from.
    pub rom_seed: Bytes,
    /// Its blocks, of `rom_r`.
    pub rom_blocks: u64,
    /// Size of its blocks.
    pub rom_r: u32,
    /// Its parts.
    pub rom_p: u32,
    /// What stands at its end.
    pub rom_digest: Bytes,
    /// Blocks of memory.
    #[serde(rename = "N")]
    pub n: u64,
    /// Size of a block.
    pub r: u32,
    /// Parts.
    pub p: u32,
    /// Time.
    pub t: u32,
    /// The password.
    pub password: Bytes,
    /// The salt.
    pub salt: Bytes,
    /// The key.
    pub out: Bytes,
}

const fn read_write() -> u32 {
    182
}

line_files! {
    /// Of 1.x: those of its test program.
    published: Case = "memhard/yescrypt_kdf_published.jsonl";
    /// Of 1.x, made with its reference.
    generated: Case = "memhard/yescrypt_kdf_generated.jsonl";
    /// Of the interface of the Password Hashing Competition, every version.
    competition: Case = "memhard/yescrypt_phs_published.jsonl";
    /// With a ROM.
    with_rom: RomCase = "memhard/yescrypt_rom_generated.jsonl";
}

static TODAY: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let all = published().iter().chain(generated()).chain(competition());
    all.filter(|case| case.version == "1.x").cloned().collect()
});

/// All of version 1.x.
pub fn today() -> &'static [Case] {
    &TODAY
}

/// All of version 0.5.
pub fn of_2014() -> impl Iterator<Item = &'static Case> {
    competition().iter().filter(|case| case.version == "0.5")
}
