//! Which tree the command line asks for, and how its root is written.

use anyhow::anyhow;
use base64ct::{Base64, Encoding as _};
use clap::ValueEnum;
use lanesmith::sha256::blocks::{Format, Kind, Node};
use serde::Serialize;

use super::Source;
use crate::failure::{Failure, Outcome};
use crate::machine;

/// A format, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Name {
    /// BitTorrent v2
    Btv2,
    /// fs-verity of Linux
    Fsverity,
    /// dm-verity of Linux
    DmVerity,
    /// Tree hash of AWS Glacier
    Glacier,
    /// Composite checksum of S3
    S3,
    /// Transparency log over blocks
    Rfc6962,
}

/// Which tree.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Which tree
    #[arg(long, value_enum)]
    pub format: Name,
    /// Salt in hexadecimal; - for none (fsverity, dm-verity)
    #[arg(long, value_name = "HEX", value_parser = salt)]
    salt: Option<Salt>,
    /// Bytes of a block, as 4096 or 16KiB; of dm-verity a block of data, of s3 a part
    #[arg(long, alias = "data-block-size", value_name = "SIZE", value_parser = machine::bytes)]
    block_size: Option<u64>,
    /// Bytes of a block of hashes (dm-verity); as --block-size by default
    #[arg(long, value_name = "SIZE", value_parser = machine::bytes)]
    hash_block_size: Option<u64>,
    /// Take only so many blocks from the beginning (dm-verity); by default all of the file
    #[arg(long, value_name = "N")]
    data_blocks: Option<u64>,
}

/// A salt as it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Salt(Vec<u8>);

fn salt(text: &str) -> Result<Salt, String> {
    match text {
        "-" => Ok(Salt(Vec::new())),
        text => hex::decode(text).map(Salt).map_err(|e| e.to_string()),
    }
}

/// What JSON says of a format.
#[derive(Serialize)]
pub struct Shown<'a> {
    format: Name,
    block_size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash_block_size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    salt: Option<String>,
    #[serde(skip)]
    of: std::marker::PhantomData<&'a ()>,
}

impl Options {
    /// The format, with this salt where none was given.
    ///
    /// # Errors
    /// Sizes and salts that it does not have.
    pub fn format(&self, salt: Option<&[u8]>) -> Outcome<Format> {
        let given = self.salt.as_ref().map(|salt| &salt.0[..]);
        let salt = given.or(salt).unwrap_or_default();
        if given.is_some() && !matches!(self.format, Name::Fsverity | Name::DmVerity) {
            return Err(Failure::usage("--salt belongs to --format fsverity and dm-verity"));
        }
        if self.format != Name::DmVerity && (self.hash_block_size.is_some() || self.data_blocks.is_some()) {
            return Err(Failure::usage("--hash-block-size and --data-blocks belong to --format dm-verity"));
        }
        let name = self.format.to_possible_value();
        let name = name.as_ref().map_or("", |value| value.get_name());
        Format::named(name, self.block_size, self.hash_block_size, salt).map_err(Failure::usage)
    }

    /// Whether what a superblock says is what was asked for, as far as anything was.
    ///
    /// # Errors
    /// Says what differs.
    pub fn agrees(&self, format: &Format) -> Outcome {
        let differs = |what: &str, there: String, asked: String| {
            Err(Failure::input(format!("the superblock says {what} {there}, not {asked}")))
        };
        let sizes = [
            ("--block-size", format.block_size(), self.block_size),
            ("--hash-block-size", format.hash_block_size().unwrap_or_default(), self.hash_block_size),
        ];
        for (what, there, asked) in sizes {
            if let Some(asked) = asked.filter(|asked| *asked != there) {
                return differs(what, there.to_string(), asked.to_string());
            }
        }
        match &self.salt {
            Some(Salt(salt)) if salt != format.salt() => {
                let text = |salt: &[u8]| if salt.is_empty() { "-".into() } else { hex::encode(salt) };
                differs("--salt", text(format.salt()), text(salt))
            }
            _ => Ok(()),
        }
    }

    /// How many bytes of a file the tree is over.
    ///
    /// # Errors
    /// More blocks than it has.
    pub fn covered(&self, source: &Source) -> Outcome<u64> {
        let Some(blocks) = self.data_blocks else { return Ok(source.length()) };
        let size = self.block_size.unwrap_or(4096);
        blocks.checked_mul(size).filter(|length| *length <= source.length()).ok_or_else(|| {
            Failure::input(format!(
                "{}: {} bytes are fewer than {blocks} blocks of {size}",
                source.name(),
                source.length()
            ))
        })
    }

    /// How many blocks were asked for.
    pub fn data_blocks(&self) -> Option<u64> {
        self.data_blocks
    }

    /// What stands between a root and the name of the file, as other tools have it.
    pub fn gap(&self) -> &'static str {
        if self.format == Name::Fsverity { " " } else { "  " }
    }

    /// What JSON says of the format.
    pub fn shown(&self, format: &Format) -> Shown<'_> {
        let salted = matches!(format.kind(), Kind::FsVerity | Kind::DmVerity);
        Shown {
            format: self.format,
            block_size: format.block_size(),
            hash_block_size: (format.kind() == Kind::DmVerity).then(|| format.hash_block_size()).flatten(),
            salt: salted.then(|| hex::encode(format.salt())),
            of: std::marker::PhantomData,
        }
    }

    /// A root as the format's tools write it.
    pub fn text(&self, format: &Format, length: u64, root: &Node) -> String {
        match format.kind() {
            Kind::FsVerity => format!("sha256:{}", hex::encode(format.told(length, root))),
            Kind::S3 => {
                format!("{}-{}", Base64::encode_string(root), format.blocks(length).unwrap_or_default())
            }
            _ => hex::encode(root),
        }
    }
}

/// A root as it was given, to be compared.
#[derive(Clone, Debug)]
pub struct Expected(String);

impl Expected {
    /// Reads the root of a format.
    ///
    /// # Errors
    /// What is no root of it.
    pub fn new(format: Name, text: &str) -> Outcome<Expected> {
        let refused = |why: &str| Err(Failure::Usage(anyhow!("--root {text}: {why}")));
        if format == Name::S3 {
            let (digest, parts) = text.split_once('-').unwrap_or((text, ""));
            let mut bytes = [0; 32];
            let whole = Base64::decode(digest, &mut bytes).is_ok_and(|bytes| bytes.len() == 32);
            if !whole || parts.parse::<u64>().is_err() {
                return refused("a checksum of S3 is 32 bytes in base64, a dash and the number of parts");
            }
            return Ok(Expected(text.to_owned()));
        }
        let prefix = if format == Name::Fsverity { "sha256:" } else { "" };
        let digits = text.strip_prefix(prefix).unwrap_or(text);
        if digits.len() != 64 || !digits.bytes().all(|c| c.is_ascii_hexdigit()) {
            return refused("64 hexadecimal digits are needed");
        }
        Ok(Expected(format!("{prefix}{}", digits.to_ascii_lowercase())))
    }

    /// Whether it is that root.
    pub fn is(&self, text: &str) -> bool {
        self.0 == text
    }
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
