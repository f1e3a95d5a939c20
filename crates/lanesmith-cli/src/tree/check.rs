//! `lanesmith tree check`: which blocks of a file are not those of its tree.

use std::path::PathBuf;

use lanesmith::sha256::blocks::stored::{self, ReadAt};
use lanesmith::sha256::blocks::verity::{self, SUPERBLOCK, Superblock};
use lanesmith::sha256::blocks::{Format, Kind, TreeHasher};

use super::options::Expected;
use super::write::height_of;
use super::{FORMATS, How, Options, Report, Source};
use crate::failure::{Failure, Outcome};
use crate::{Context, machine};

const EXAMPLES: &str = "\
Examples:
  # what `veritysetup verify disk.img disk.hash $ROOT` does, and all bad blocks
  lanesmith tree check --format dm-verity --root $ROOT --tree disk.hash \\
    disk.img
  lanesmith tree check --format fsverity --root $ROOT --tree app.tree app.apk
  lanesmith tree check --format s3 --root $ROOT backup.tar
  lanesmith tree check --format btv2 --root $ROOT --tree film.pieces \\
    --piece-length 1MiB film.mkv

The tree is what `lanesmith tree write` writes. It is compared with the root
first, and then the file with the tree. Each bad block is a line (with --json
an object on a line) with its number and where it begins. Without --tree the
roots alone are compared.

Of the superblock of dm-verity all is looked at but the UUID, which no digest
covers; --salt and the sizes, if given, must be those of the superblock.";

/// Compare a file with its tree, and name the blocks that are bad
#[derive(Debug, clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{FORMATS}"))]
pub struct Args {
    #[command(flatten)]
    options: Options,
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The root, as `lanesmith tree root` prints it
    #[arg(long, value_name = "ROOT")]
    root: String,
    /// The tree: a hash device, a Merkle tree, or a list of digests
    #[arg(long, value_name = "TREE")]
    tree: Option<PathBuf>,
    /// Bytes of a piece of the list (btv2); 16 KiB by default
    #[arg(long, value_name = "SIZE", value_parser = machine::bytes, requires = "tree")]
    piece_length: Option<u64>,
    #[command(flatten)]
    how: How,
}

/// Runs the command.
///
/// # Errors
/// [`Failure::Told`] where something is bad; files that cannot be read.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let (options, hasher) = (&args.options, args.how.hasher()?);
    let expected = Expected::new(options.format, &args.root)?;
    let height = height_of(options.format, args.piece_length)?;
    let mut format = options.format(None)?;
    let source = Source::open(&args.file)?;
    let tree = args.tree.as_deref().map(Source::open).transpose()?;
    let (data_name, json) = (source.name(), args.how.json);
    let tree_name = tree.as_ref().map_or_else(|| data_name.clone(), Source::name);
    let unit = if height > 0 { "piece" } else { "block" };
    let mut report = Report::new(&mut *context.out, json, &data_name, &tree_name, unit);
    let superblock = match &tree {
        Some(tree) if format.kind() == Kind::DmVerity => match superblock(tree)? {
            Ok(superblock) => {
                options.agrees(&superblock.format)?;
                format = superblock.format.clone();
                Some(superblock)
            }
            Err(why) => {
                report.other(true, &why);
                return report.finish();
            }
        },
        _ => None,
    };
    let job = Job { options, hasher, format, source: &source, expected: &expected };
    match &tree {
        None => job.root_alone(&mut report)?,
        Some(tree) => job.with_tree(tree, superblock.as_ref(), height, &mut report)?,
    }
    source.unchanged()?;
    tree.iter().try_for_each(Source::unchanged)?;
    report.finish()
}

/// The superblock of a hash device, or why there is none.
fn superblock(tree: &Source) -> Outcome<Result<Superblock, String>> {
    let mut bytes = [0; SUPERBLOCK];
    if tree.length() < SUPERBLOCK as u64 {
        return Ok(Err(format!("{} bytes are too few for a superblock", tree.length())));
    }
    let read = tree.read_at(&mut bytes, 0).map_err(|error| tree.failed(error))?;
    if read < SUPERBLOCK {
        return Ok(Err("it ends within the superblock".into()));
    }
    let superblock = Superblock::from_bytes(&bytes);
    let superblock = match superblock {
        Ok(superblock) => superblock,
        Err(error) => return Ok(Err(error.to_string())),
    };
    // What fills its block is not hashed, and must be zeros.
    let mut rest = vec![0; (superblock.start() as usize).saturating_sub(SUPERBLOCK)];
    let count = tree.read_at(&mut rest, SUPERBLOCK as u64).map_err(|error| tree.failed(error))?;
    match rest[..count].iter().position(|byte| *byte != 0) {
        Some(at) => Ok(Err(format!("byte {} behind the superblock is not zero", SUPERBLOCK + at))),
        None => Ok(Ok(superblock)),
    }
}

/// What is checked.
struct Job<'a> {
    options: &'a Options,
    hasher: TreeHasher,
    format: Format,
    source: &'a Source,
    expected: &'a Expected,
}

impl Job<'_> {
    fn root_alone(&self, report: &mut Report<'_>) -> Outcome {
        let length = self.options.covered(self.source)?;
        let root = stored::root(&self.format, &self.hasher, self.source, length)
            .map_err(|error| self.source.failed(error))?;
        let found = self.options.text(&self.format, length, &root);
        if !self.expected.is(&found) {
            report.other(false, &format!("the root is {found}, not {}", self.expected));
        }
        Ok(())
    }

    fn with_tree(
        &self,
        tree: &Source,
        superblock: Option<&Superblock>,
        height: usize,
        report: &mut Report<'_>,
    ) -> Outcome {
        let (format, source) = (&self.format, self.source);
        let bad = |error| Failure::input(format!("{}: {error}", source.name()));
        let start = superblock.map_or(0, Superblock::start);
        let length = match superblock {
            Some(superblock) => superblock.length().map_err(bad)?,
            None => source.length(),
        };
        let asked = self.options.data_blocks();
        if let (Some(superblock), Some(asked)) = (superblock, asked)
            && superblock.data_blocks != asked
        {
            report
                .other(true, &format!("the superblock says {} blocks, not {asked}", superblock.data_blocks));
            return Ok(());
        }
        let blocks = format.block_size();
        if source.length() < length {
            let (there, missing) = (source.length(), source.length() / blocks);
            report.other(
                false,
                &format!("{there} bytes where the tree covers {length}: block {missing} and what follows is missing"),
            );
            return Ok(());
        }
        if source.is_regular() && source.length() > length && asked.is_none() {
            let there = source.length();
            report.other(
                false,
                &format!("{there} bytes where the tree covers {length}: the others are not covered"),
            );
        }
        let needed = match format.hash_block_size() {
            Some(_) => {
                let places = verity::places(format, length, start).map_err(bad)?;
                verity::end(format, &places, start)
            }
            None => 32 * stored::list_of(format, length, height).map_err(bad)?.1,
        };
        if tree.length() < needed || tree.is_regular() && tree.length() > needed {
            report.other(true, &format!("{} bytes where the tree has {needed}", tree.length()));
            return Ok(());
        }
        let is_root = |root: &_| self.expected.is(&self.options.text(format, length, root));
        let hasher = &self.hasher;
        let mut found = |bad| report.bad(&bad, source.progress());
        let checked = match format.hash_block_size() {
            Some(_) => {
                stored::check_blocks(format, hasher, source, length, start, tree, &is_root, &mut found)
            }
            None => stored::check_list(format, hasher, source, length, height, tree, &is_root, &mut found),
        };
        checked.map(drop).map_err(|error| source.failed(error))
    }
}
