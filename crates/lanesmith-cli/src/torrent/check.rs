//! `lanesmith torrent check`: whether a folder has what a torrent says.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Error};
use lanesmith::sha256::blocks::stored;
use lanesmith::sha256::blocks::{Format, TreeHasher};

use super::meta::{Entry, Torrent};
use crate::failure::{Failure, Outcome};
use crate::tree::{How, Report, Source};
use crate::{Context, lines};

const AFTER_HELP: &str = "\
Examples:
  lanesmith torrent check film.torrent downloads
  lanesmith torrent check --json film.torrent downloads

The folder is the one that the files were saved in: a torrent of one file is
FOLDER/NAME, one of several lies in FOLDER/NAME/. Each piece that is bad is a
line with its number in the file and where it begins; so is a file that is
missing or of another length. The torrent is of version 2, or a hybrid, of
which the trees of version 2 are compared. Symbolic links are not followed.

A torrent that cannot be right is refused before anything is read: names that
lead out of the folder, links, piece layers of another length than the files
have, a hybrid whose two versions have different files.";

/// Compare files with a torrent, and name the pieces that are bad
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The torrent
    #[arg(value_name = "TORRENT")]
    torrent: PathBuf,
    /// The folder that its files were saved in
    #[arg(value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    #[command(flatten)]
    how: How,
}

/// Longest torrent, in bytes: one of a million files, or of 2 TiB in pieces of 1 MiB.
const LONGEST: u64 = 128 << 20;

/// Reads a torrent.
fn read(path: &Path) -> Outcome<Torrent> {
    let name = lines::name(path);
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > LONGEST {
        return Err(Failure::input(format!(
            "{name}: more than {} MiB, too long for a torrent",
            LONGEST >> 20
        )));
    }
    Ok(Torrent::read(&bytes).with_context(|| name)?)
}

/// Runs the command.
///
/// # Errors
/// A torrent that is none or cannot be right; [`Failure::Told`] where files are not as it says.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let hasher = args.how.hasher()?;
    let torrent = read(&args.torrent)?;
    let mut good = true;
    for entry in &torrent.files {
        match file(&torrent, entry, &args.folder, &hasher, args.how.json, context.out) {
            Ok(()) => {}
            Err(Failure::Told) => good = false,
            Err(failure) => return Err(failure),
        }
    }
    if good { Ok(()) } else { Err(Failure::Told) }
}

/// Where a file is, as long as no link is on the way.
fn place(torrent: &Torrent, entry: &Entry, folder: &Path) -> io::Result<PathBuf> {
    let mut path = folder.to_path_buf();
    let above = (!torrent.is_single()).then_some(&torrent.name);
    for part in above.into_iter().chain(&entry.path) {
        path.push(part);
        if path.symlink_metadata()?.is_symlink() {
            let what = format!("{} is a symbolic link, which is not followed", lines::name(&path));
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
    }
    Ok(path)
}

fn file(
    torrent: &Torrent,
    entry: &Entry,
    folder: &Path,
    hasher: &TreeHasher,
    json: bool,
    out: &mut dyn Write,
) -> Outcome {
    let name = match torrent.is_single() {
        true => torrent.name.clone(),
        false => format!("{}/{}", torrent.name, entry.path.join("/")),
    };
    let mut report = Report::new(out, json, &name, &name, "piece");
    let path = match place(torrent, entry, folder) {
        Ok(path) => path,
        Err(error)
            if error.kind() == io::ErrorKind::NotFound || error.kind() == io::ErrorKind::NotADirectory =>
        {
            report.other(false, "missing");
            return report.finish();
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            report.other(false, &error.to_string());
            return report.finish();
        }
        Err(error) => return Err(Failure::Input(Error::new(error).context(format!("cannot read {name}")))),
    };
    let source = Source::open(&path)?;
    if source.length() != entry.length {
        report.other(false, &format!("{} bytes where the torrent says {}", source.length(), entry.length));
        return report.finish();
    }
    let Some(root) = entry.root else { return report.finish() };
    let (format, height) = (Format::bittorrent(), torrent.piece_length.trailing_zeros() as usize - 14);
    let layer = torrent.layers.get(&root).filter(|_| entry.length > torrent.piece_length);
    // A file of one piece has its root for a piece layer.
    let list = layer.map_or(&root[..], |layer| layer);
    let mut found = |bad| report.bad(&bad, source.progress());
    let checked = stored::check_list(
        &format,
        hasher,
        &source,
        entry.length,
        height,
        list,
        &|found| *found == root,
        &mut found,
    );
    checked.map_err(|error| source.failed(error))?;
    source.unchanged()?;
    drop(source);
    report.finish()
}
