//! `lanesmith torrent create`: a torrent of a file or a folder, of version 2 or a hybrid.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Error, anyhow, bail};
use bendy::encoding::Encoder;
use bendy::value::Value;
use lanesmith::sha256::blocks::stored::{self, ReadAt};
use lanesmith::sha256::blocks::{Format, TreeHasher};
use lanesmith::sha256::sha256;
use serde::Serialize;
use sha1::{Digest as _, Sha1};
use walkdir::WalkDir;

use super::meta;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::terminal::plain;
use crate::tree::{How, Source, height_of_pieces};
use crate::{Context, interrupt, lines, machine};

const AFTER_HELP: &str = "\
Examples:
  lanesmith torrent create -o film.torrent film.mkv
  lanesmith torrent create --hybrid --piece-length 1MiB -o set.torrent folder
  lanesmith torrent create --announce https://tracker.example/announce \\
    --private -o set.torrent folder

All regular files in the folder and below it are taken, hidden ones too; a
symbolic link, a device or a name that is no UTF-8 is an error. The same files
and options give the same torrent: no date and no name of a machine is in it.
The info hash stands first on the line.";

/// Write a torrent of a file or folder
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The file or folder
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Where the torrent is written
    #[arg(short, long, value_name = "TORRENT")]
    output: PathBuf,
    /// Bytes of a piece, a power of two from 16 KiB; by default some 1000 pieces, of at most 16 MiB
    #[arg(long, value_name = "SIZE", value_parser = machine::bytes)]
    piece_length: Option<u64>,
    /// Add the SHA-1 pieces of version 1, for clients that know no other
    #[arg(long)]
    hybrid: bool,
    /// Address of a tracker; several are tried in order
    #[arg(long, value_name = "URL")]
    announce: Vec<String>,
    /// Ask clients to use the trackers alone
    #[arg(long)]
    private: bool,
    /// A comment
    #[arg(long, value_name = "TEXT")]
    comment: Option<String>,
    #[command(flatten)]
    how: How,
}

/// What `create --json` prints.
#[derive(Serialize)]
struct Created<'a> {
    torrent: String,
    name: &'a str,
    files: usize,
    length: u64,
    piece_length: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    info_hash_v1: Option<String>,
    info_hash_v2: String,
}

fn dict<const N: usize>(pairs: [(&str, Value<'static>); N]) -> BTreeMap<Cow<'static, [u8]>, Value<'static>> {
    pairs.into_iter().map(|(key, value)| (key.as_bytes().to_vec().into(), value)).collect()
}

fn text(text: &str) -> Value<'static> {
    Value::Bytes(text.as_bytes().to_vec().into())
}

fn int(number: u64) -> Value<'static> {
    // Lengths of files and pieces are below 2^63.
    Value::Integer(number.min(i64::MAX as u64) as i64)
}

/// A file: its path in the torrent, and where it is.
struct Found {
    path: Vec<String>,
    at: PathBuf,
}

/// The files of a folder in the order of the file tree, or the one file.
fn find(path: &Path, name: &str) -> anyhow::Result<Vec<Found>> {
    let data = path.metadata().with_context(|| format!("cannot read {}", lines::name(path)))?;
    if !data.is_dir() {
        return Ok(vec![Found { path: vec![name.to_owned()], at: path.into() }]);
    }
    let mut files = Vec::new();
    for entry in WalkDir::new(path).min_depth(1) {
        let entry = entry.map_err(|error| Error::new(error).context("cannot look into the folder"))?;
        let (kind, shown) = (entry.file_type(), lines::name(entry.path()));
        if kind.is_dir() {
            continue;
        }
        if !kind.is_file() {
            bail!("{shown}: neither a file nor a folder: a torrent has nothing else");
        }
        let below = entry.path().strip_prefix(path).map_err(|_| anyhow!("{shown}: not below the folder"))?;
        let parts = below.iter().map(|part| meta::safe(part.as_encoded_bytes(), &shown));
        let path: Vec<String> = parts.collect::<anyhow::Result<_>>()?;
        if path.len() >= meta::DEEPEST {
            bail!("{shown}: in more than {} folders", meta::DEEPEST);
        }
        files.push(Found { path, at: entry.path().into() });
    }
    if files.is_empty() {
        bail!("{}: no file in it", lines::name(path));
    }
    files.sort_by(|a, b| a.path.iter().map(String::as_bytes).cmp(b.path.iter().map(String::as_bytes)));
    Ok(files)
}

/// Pieces of version 1, over all files one after the other.
struct Old {
    piece_length: u64,
    hasher: Sha1,
    filled: u64,
    pieces: Vec<u8>,
    files: Vec<Value<'static>>,
}

impl Old {
    fn add(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) =
                bytes.split_at((self.piece_length - self.filled).min(bytes.len() as u64) as usize);
            self.hasher.update(now);
            self.filled += now.len() as u64;
            bytes = later;
            if self.filled == self.piece_length {
                self.end();
            }
        }
    }

    fn end(&mut self) {
        if self.filled > 0 {
            self.pieces.extend_from_slice(&self.hasher.finalize_reset());
            self.filled = 0;
        }
    }

    /// Fills the piece with zeros, as a file of its own, so that the next file begins with a piece.
    fn fill(&mut self) {
        if self.filled == 0 {
            return;
        }
        let missing = self.piece_length - self.filled;
        self.files.push(Value::Dict(dict([
            ("attr", text("p")),
            ("length", int(missing)),
            ("path", Value::List(vec![text(".pad"), text(&missing.to_string())])),
        ])));
        let zeros = vec![0; 1 << 14];
        let mut left = missing;
        while left > 0 {
            let part = left.min(zeros.len() as u64);
            self.add(&zeros[..part as usize]);
            left -= part;
        }
    }

    fn read(&mut self, source: &Source) -> io::Result<()> {
        let mut buffer = vec![0; 1 << 20];
        let mut at = 0;
        while at < source.length() {
            let part = (source.length() - at).min(buffer.len() as u64) as usize;
            let count = source.read_at(&mut buffer[..part], at)?;
            if count == 0 {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, format!("it ends at byte {at}")));
            }
            self.add(&buffer[..count]);
            at += count as u64;
        }
        Ok(())
    }
}

/// Runs the command.
///
/// # Errors
/// What cannot be in a torrent, files that cannot be read, output that cannot be written.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    interrupt::catch();
    let hasher = args.how.hasher()?;
    files::probe(&args.output)?;
    let absolute = std::path::absolute(&args.path)
        .with_context(|| format!("cannot read {}", lines::name(&args.path)))?;
    let name =
        absolute.file_name().ok_or_else(|| Failure::usage("a path without a name: a torrent has one"))?;
    let name = meta::safe(name.as_encoded_bytes(), &lines::name(&args.path))?;
    let found = find(&args.path, &name)?;
    let mut sources = Vec::with_capacity(found.len());
    for file in &found {
        let data = file.at.metadata().with_context(|| format!("cannot read {}", lines::name(&file.at)))?;
        sources.push(data.len());
    }
    let total = sources.iter().fold(0_u64, |sum, length| sum.saturating_add(*length));
    let piece_length = match args.piece_length {
        Some(length) => length,
        None => (total / 1000).next_power_of_two().clamp(16 << 10, 16 << 20),
    };
    let height = height_of_pieces(piece_length)?;
    let single = found.len() == 1 && found[0].path == [name.as_str()] && !args.path.is_dir();
    let built = build(&found, &hasher, height, piece_length, args.hybrid)?;
    let mut info = dict([
        ("file tree", Value::Dict(built.tree)),
        ("meta version", int(2)),
        ("name", text(&name)),
        ("piece length", int(piece_length)),
    ]);
    if let Some(old) = built.old {
        info.extend(dict([("pieces", Value::Bytes(old.pieces.into()))]));
        match single {
            true => info.extend(dict([("length", int(built.length))])),
            false => info.extend(dict([("files", Value::List(old.files))])),
        }
    }
    if args.private {
        info.extend(dict([("private", int(1))]));
    }
    let info = Value::Dict(info);
    let raw = bencode(&info)?;
    let mut torrent = dict([
        ("created by", text("lanesmith")),
        ("info", info),
        ("piece layers", Value::Dict(built.layers)),
    ]);
    if let Some(first) = args.announce.first() {
        torrent.extend(dict([("announce", text(first))]));
        if args.announce.len() > 1 {
            let tiers = args.announce.iter().map(|url| Value::List(vec![text(url)])).collect();
            torrent.extend(dict([("announce-list", Value::List(tiers))]));
        }
    }
    if let Some(comment) = &args.comment {
        torrent.extend(dict([("comment", text(comment))]));
    }
    files::write(&args.output, &bencode(&Value::Dict(torrent))?)?;
    let (v1, v2) = (args.hybrid.then(|| hex::encode(Sha1::digest(&raw))), hex::encode(sha256(&raw)));
    if args.how.json {
        let created = Created {
            torrent: lines::name(&args.output),
            name: &name,
            files: found.len(),
            length: built.length,
            piece_length,
            info_hash_v1: v1,
            info_hash_v2: v2,
        };
        serde_json::to_writer_pretty(&mut *context.out, &created)?;
        return Ok(writeln!(context.out)?);
    }
    Ok(writeln!(context.out, "{v2}  {}", plain(&lines::name(&args.output)))?)
}

fn bencode(value: &Value<'_>) -> Outcome<Vec<u8>> {
    let mut encoder = Encoder::new().with_max_depth(2 * meta::DEEPEST);
    let encoded = encoder.emit(value).and_then(|()| encoder.get_output());
    encoded.map_err(|e| Failure::input(format!("bencode: {e}")))
}

/// What is known of the files when they have been read.
struct Built {
    tree: BTreeMap<Cow<'static, [u8]>, Value<'static>>,
    layers: BTreeMap<Cow<'static, [u8]>, Value<'static>>,
    old: Option<Old>,
    length: u64,
}

fn build(
    found: &[Found],
    hasher: &TreeHasher,
    height: usize,
    piece_length: u64,
    hybrid: bool,
) -> Outcome<Built> {
    let format = Format::bittorrent();
    let mut built = Built { tree: BTreeMap::new(), layers: BTreeMap::new(), old: None, length: 0 };
    let mut old = Old { piece_length, hasher: Sha1::new(), filled: 0, pieces: Vec::new(), files: Vec::new() };
    for Found { path, at } in found {
        let source = Source::open(at)?;
        let length = source.length();
        built.length = built.length.saturating_add(length);
        let mut entry = dict([("length", int(length))]);
        if length > 0 {
            let mut layer = Vec::new();
            let root = stored::levels(&format, hasher, &source, length, &mut |level, _, digests| {
                if level == height {
                    layer.extend_from_slice(digests.as_flattened());
                }
                Ok(())
            });
            let root = root.map_err(|error| source.failed(error))?;
            entry.extend(dict([("pieces root", Value::Bytes(root.to_vec().into()))]));
            if length > piece_length {
                built.layers.insert(root.to_vec().into(), Value::Bytes(layer.into()));
            }
        }
        if hybrid {
            old.fill();
            old.read(&source).map_err(|error| source.failed(error))?;
            let parts = path.iter().map(|part| text(part)).collect();
            old.files.push(Value::Dict(dict([("length", int(length)), ("path", Value::List(parts))])));
        }
        source.unchanged()?;
        insert(&mut built.tree, path, Value::Dict(dict([("", Value::Dict(entry))])));
    }
    // The last file ends with a piece too, as libtorrent has it.
    if found.len() > 1 {
        old.fill();
    }
    old.end();
    built.old = hybrid.then_some(old);
    Ok(built)
}

/// Puts a file at its place in the tree of folders.
fn insert(tree: &mut BTreeMap<Cow<'static, [u8]>, Value<'static>>, path: &[String], entry: Value<'static>) {
    let [first, rest @ ..] = path else { return };
    let key = first.as_bytes().to_vec().into();
    if rest.is_empty() {
        tree.insert(key, entry);
    } else if let Value::Dict(below) = tree.entry(key).or_insert_with(|| Value::Dict(BTreeMap::new())) {
        insert(below, rest, entry);
    }
}
