//! `lanesmith tree write`: hash devices, Merkle trees and lists of digests, there whole or not at all.

use std::io;
use std::path::PathBuf;

use anyhow::Error;
use lanesmith::sha256::blocks::stored::{self, WriteAt};
use lanesmith::sha256::blocks::verity::{self, Superblock};
use lanesmith::sha256::blocks::{Format, Kind};
use serde::Serialize;

use super::options::{Name, Shown};
use super::{FORMATS, How, Options, Source};
use crate::failure::{Failure, Outcome};
use crate::files::Pending;
use crate::terminal::plain;
use crate::{Context, interrupt, lines, machine};

const EXAMPLES: &str = "\
Examples:
  # what `veritysetup format disk.img disk.hash` does
  lanesmith tree write --format dm-verity -o disk.hash disk.img
  lanesmith tree write --format fsverity -o app.tree app.apk
  # the piece layer of a torrent, 32 bytes a piece
  lanesmith tree write --format btv2 --piece-length 1MiB -o film.pieces \\
    film.mkv

What is written, and `check` reads:
  dm-verity  a hash device: superblock, then levels from the top
  fsverity   the Merkle tree, as `fsverity digest --out-merkle-tree` writes it
  btv2       the piece layer of pieces of --piece-length
  others     the digests of all blocks, 32 bytes each

The file is there whole or not at all. Of dm-verity the lines are those of
`veritysetup format`; of others the root stands first on the line.";

/// Write the tree of a file
#[derive(Debug, clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{FORMATS}"))]
pub struct Args {
    #[command(flatten)]
    options: Options,
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where the tree is written
    #[arg(short, long, value_name = "TREE")]
    output: PathBuf,
    /// Bytes of a piece, a power of two from 16 KiB (btv2); 16 KiB by default
    #[arg(long, value_name = "SIZE", value_parser = machine::bytes)]
    piece_length: Option<u64>,
    /// UUID of the hash device (dm-verity); one of chance by default
    #[arg(long, value_name = "UUID", value_parser = uuid)]
    uuid: Option<[u8; 16]>,
    #[command(flatten)]
    how: How,
}

fn uuid(text: &str) -> Result<[u8; 16], String> {
    let mut uuid = [0; 16];
    let digits: String = text.chars().filter(|c| *c != '-').collect();
    let grouped = text.len() == 36 && text.split('-').map(str::len).eq([8, 4, 4, 4, 12]);
    match grouped && hex::decode_to_slice(&digits, &mut uuid).is_ok() {
        true => Ok(uuid),
        false => Err("not a UUID such as 00112233-4455-6677-8899-aabbccddeeff".into()),
    }
}

fn uuid_text(uuid: &[u8; 16]) -> String {
    let text = hex::encode(uuid);
    format!("{}-{}-{}-{}-{}", &text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..])
}

/// How many levels a piece is above the blocks.
pub fn height_of(name: Name, piece_length: Option<u64>) -> Outcome<usize> {
    let Some(length) = piece_length else { return Ok(0) };
    if name != Name::Btv2 {
        return Err(Failure::usage("--piece-length belongs to --format btv2"));
    }
    height_of_pieces(length)
}

/// How many levels pieces of that length are above the blocks of BitTorrent.
///
/// # Errors
/// A length that pieces do not have.
pub fn height_of_pieces(length: u64) -> Outcome<usize> {
    match length.is_power_of_two() && (16 << 10..=1 << 30).contains(&length) {
        true => Ok((length.trailing_zeros() - 14) as usize),
        false => Err(Failure::usage(format!(
            "--piece-length {length}: a power of two from 16 KiB to 1 GiB is needed"
        ))),
    }
}

/// What is written, and whether it was writing that failed.
struct Device<'a> {
    pending: &'a mut Pending,
    end: u64,
    failed: bool,
}

impl WriteAt for Device<'_> {
    fn write_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.end = self.end.max(offset + bytes.len() as u64);
        let done = self.pending.file().write_at(bytes, offset);
        self.failed |= done.is_err();
        done
    }
}

/// What `write --json` prints.
#[derive(Serialize)]
struct Written<'a> {
    file: String,
    tree: String,
    #[serde(flatten)]
    options: Shown<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uuid: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece_length: Option<u64>,
    length: u64,
    tree_length: u64,
    root: String,
}

fn of_chance<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|e| Error::new(io::Error::other(e.to_string())).context("no randomness"))?;
    Ok(bytes)
}

/// Runs the command.
///
/// # Errors
/// A file without a tree, output that cannot be written.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let (options, hasher) = (&args.options, args.how.hasher()?);
    let height = height_of(options.format, args.piece_length)?;
    if options.format != Name::DmVerity && args.uuid.is_some() {
        return Err(Failure::usage("--uuid belongs to --format dm-verity"));
    }
    let salt = of_chance::<32>()?;
    let format = options.format((options.format == Name::DmVerity).then_some(&salt))?;
    let source = Source::open(&args.file)?;
    let length = options.covered(&source)?;
    let blocks = format.blocks(length).map_err(|e| Failure::input(format!("{}: {e}", source.name())))?;
    let uuid = match args.uuid {
        Some(uuid) => uuid,
        None => {
            // Version 4, as that of chance is.
            let mut uuid = of_chance::<16>()?;
            (uuid[6], uuid[8]) = (uuid[6] & 0x0f | 0x40, uuid[8] & 0x3f | 0x80);
            uuid
        }
    };
    interrupt::catch();
    let mut pending = Pending::new(&args.output)?;
    let mut device = Device { pending: &mut pending, end: 0, failed: false };
    let written = write(&format, &hasher, &source, length, height, blocks, uuid, &mut device);
    let (failed, end) = (device.failed, device.end);
    let root = written.map_err(|error| match failed {
        true => Failure::Input(Error::new(error).context(format!("cannot write {}", args.output.display()))),
        false => source.failed(error),
    })?;
    source.unchanged()?;
    pending.finish()?;
    let (text, name) = (options.text(&format, length, &root), source.name());
    // What is shown of its progress goes with it.
    drop(source);
    let is_dm = format.kind() == Kind::DmVerity;
    if args.how.json {
        let written = Written {
            file: name,
            tree: lines::name(&args.output),
            options: options.shown(&format),
            uuid: is_dm.then(|| uuid_text(&uuid)),
            piece_length: args.piece_length,
            length,
            tree_length: end,
            root: text,
        };
        serde_json::to_writer_pretty(&mut *context.out, &written)?;
        return Ok(writeln!(context.out)?);
    }
    if !is_dm {
        return Ok(writeln!(context.out, "{text}{}{}", options.gap(), plain(&name))?);
    }
    let hash_block = format.hash_block_size().unwrap_or_default();
    let start = hash_block.max(verity::SUPERBLOCK as u64);
    let salt = if format.salt().is_empty() { "-".into() } else { hex::encode(format.salt()) };
    // The lines of veritysetup, which scripts read.
    writeln!(context.out, "VERITY header information for {}", plain(&args.output.display().to_string()))?;
    writeln!(context.out, "UUID:            \t{}", uuid_text(&uuid))?;
    writeln!(context.out, "Hash type:       \t1")?;
    writeln!(context.out, "Data blocks:     \t{blocks}")?;
    writeln!(context.out, "Data block size: \t{}", format.block_size())?;
    writeln!(context.out, "Hash blocks:     \t{}", (end - start) / hash_block)?;
    writeln!(context.out, "Hash block size: \t{hash_block}")?;
    writeln!(context.out, "Hash algorithm:  \tsha256")?;
    writeln!(context.out, "Salt:            \t{salt}")?;
    writeln!(context.out, "Root hash:      \t{text}")?;
    Ok(writeln!(context.out, "Hash device size: \t{end} [bytes]")?)
}

#[expect(clippy::too_many_arguments, reason = "all that is known of the tree")]
fn write(
    format: &Format,
    hasher: &lanesmith::sha256::blocks::TreeHasher,
    source: &Source,
    length: u64,
    height: usize,
    blocks: u64,
    uuid: [u8; 16],
    device: &mut Device<'_>,
) -> io::Result<lanesmith::sha256::blocks::Node> {
    match format.kind() {
        Kind::DmVerity => {
            let superblock = Superblock { format: format.clone(), data_blocks: blocks, uuid };
            let start = superblock.start();
            let mut first = superblock.to_bytes().to_vec();
            first.resize(start as usize, 0);
            device.write_at(&first, 0)?;
            stored::write_blocks(format, hasher, source, length, start, device)
        }
        Kind::FsVerity => stored::write_blocks(format, hasher, source, length, 0, device),
        _ => {
            let (height, _) = stored::list_of(format, length, height)?;
            stored::levels(format, hasher, source, length, &mut |level, first, digests| {
                if level == height { device.write_at(digests.as_flattened(), 32 * first) } else { Ok(()) }
            })
        }
    }
}
