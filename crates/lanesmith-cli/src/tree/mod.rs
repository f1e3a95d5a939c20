//! `lanesmith tree`: roots and trees over the blocks of files, in the formats of BitTorrent v2, fs-verity, dm-verity, Glacier, S3 and
//! RFC 6962.

mod check;
mod options;
mod report;
mod source;
mod write;

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use lanesmith::parallel::Workers;
use lanesmith::sha256::blocks::{Node, RootHasher, TreeHasher, stored};
use serde::Serialize;

use crate::failure::{Failure, Outcome};
use crate::terminal::{ByteCount, plain};
use crate::{Context, lines};
pub use options::Options;
pub use report::Report;
pub use source::Source;
pub use write::height_of_pieces;

/// Roots and trees over the blocks of files: BitTorrent v2, fs-verity, dm-verity, Glacier, S3, RFC 6962
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Root(RootArgs),
    Write(write::Args),
    Check(check::Args),
}

/// What the formats are, in the long help of each command.
const FORMATS: &str = "\
Formats, all with SHA-256:
  btv2       BitTorrent v2: the pieces root of a file
  fsverity   fs-verity: the line of `fsverity digest`
  dm-verity  dm-verity, format 1: the root hash of `veritysetup format`;
             without --salt `root` takes none, and `write` one of chance
  glacier    the tree hash of AWS Glacier
  s3         the composite checksum of an upload to S3, BASE64-PARTS; parts are
             of --block-size, 8 MiB by default as in the aws command
  rfc6962    RFC 6962 over blocks, of 4 KiB by default";

const ROOT_EXAMPLES: &str = "\
Examples:
  lanesmith tree root --format fsverity app.apk
  lanesmith tree root --format dm-verity --salt 00ff --block-size 4096 disk.img
  lanesmith tree root --format s3 --block-size 16MiB backup.tar
  lanesmith tree root --format btv2 --json film.mkv
  tar c folder | lanesmith tree root --format glacier

The root stands first on the line, then the name of the file.";

/// Print the roots of files
#[derive(Debug, clap::Args)]
#[command(after_long_help = format!("{ROOT_EXAMPLES}\n\n{FORMATS}"))]
struct RootArgs {
    #[command(flatten)]
    options: Options,
    /// The files; - for standard input, the default
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    how: How,
}

/// How it is done and told.
#[derive(Debug, clap::Args)]
pub struct How {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Engine (see `lanesmith list sha256.many`); by default the best for each count of blocks
    #[arg(long)]
    engine: Option<String>,
    /// Threads that hash; one for each core by default
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl How {
    /// Who hashes, and on which engines.
    ///
    /// # Errors
    /// An engine that cannot be had, a number of threads that cannot be.
    pub fn hasher(&self) -> Outcome<TreeHasher> {
        let hasher = match &self.engine {
            Some(name) => TreeHasher::by_name(name)?,
            None => TreeHasher::new(),
        };
        Ok(hasher.on(Workers::threads(lines::threads(self.threads)?)))
    }
}

/// Runs the command.
///
/// # Errors
/// Options that do not go together, input that cannot be read or has no tree, blocks that are bad.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    match &args.command {
        Command::Root(args) => crate::at_once(|| root(args, context)),
        Command::Write(args) => write::run(args, context),
        Command::Check(args) => crate::at_once(|| check::run(args, context)).map_err(Failure::of_answers),
    }
}

/// What `root --json` prints of a file.
#[derive(Serialize)]
struct Root<'a> {
    file: String,
    #[serde(flatten)]
    options: options::Shown<'a>,
    length: u64,
    root: String,
}

fn root(args: &RootArgs, context: &mut Context<'_>) -> Outcome {
    let hasher = args.how.hasher()?;
    let format = args.options.format(None)?;
    let mut roots = Vec::new();
    for path in &args.files {
        let name = lines::name(path);
        let (root, length) = match pipe(path)? {
            Some(input) => of_pipe(RootHasher::with(format.clone(), hasher), input, &name)?,
            None => {
                let source = Source::open(path)?;
                let length = args.options.covered(&source)?;
                let root =
                    stored::root(&format, &hasher, &source, length).map_err(|error| source.failed(error))?;
                source.unchanged()?;
                (root, length)
            }
        };
        let text = args.options.text(&format, length, &root);
        if args.how.json {
            roots.push(Root { file: name, options: args.options.shown(&format), length, root: text });
        } else {
            writeln!(context.out, "{text}{}{}", args.options.gap(), plain(&name))?;
        }
    }
    if args.how.json {
        serde_json::to_writer_pretty(&mut *context.out, &roots)?;
        writeln!(context.out)?;
    }
    Ok(())
}

/// What can be read only once, from its beginning.
fn pipe(path: &Path) -> Outcome<Option<Box<dyn Read>>> {
    if path == Path::new("-") {
        return Ok(Some(Box::new(io::stdin().lock())));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;

        use anyhow::Context as _;

        let file_type = path.metadata().map(|data| data.file_type());
        if file_type.is_ok_and(|kind| kind.is_fifo() || kind.is_char_device()) {
            let file =
                std::fs::File::open(path).with_context(|| format!("cannot read {}", lines::name(path)))?;
            return Ok(Some(Box::new(file)));
        }
    }
    Ok(None)
}

fn of_pipe(mut root: RootHasher, mut input: Box<dyn Read>, name: &str) -> Outcome<(Node, u64)> {
    use anyhow::Context as _;
    let progress = ByteCount::default();
    let mut buffer = vec![0; 1 << 20];
    loop {
        match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                root.update(&buffer[..count]);
                progress.add(count);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                return Err(Err::<(), _>(error)
                    .with_context(|| format!("cannot read {name}"))
                    .unwrap_err()
                    .into());
            }
        }
    }
    let length = root.length();
    let root = root.finalize().map_err(|error| Failure::input(format!("{name}: {error}")))?;
    Ok((root, length))
}
