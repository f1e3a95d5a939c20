//! `lanesmith sha256`: digests of files, made and checked, in the formats of coreutils' sha256sum.

mod folders;
mod hashing;
mod sums;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::atomic::AtomicBool;

use lanesmith::sha256::{MANY, ManyHasher, STREAM};

use crate::failure::{Failure, Outcome};
use crate::terminal::ByteCount;
use crate::{Context, lines, terminal};
use hashing::{Hashing, Input, Item};
use sums::{Line, Sums};

const AFTER_HELP: &str = "\
Examples:
  # as sha256sum writes them, files in parallel
  lanesmith sha256 *.iso > SHA256SUMS
  lanesmith sha256 --check SHA256SUMS
  lanesmith sha256 --check --quiet --ignore-missing SHA256SUMS
  # all files in folders, sorted by name
  lanesmith sha256 -r photos music > SHA256SUMS
  tar c folder | lanesmith sha256

-r takes every regular file in a folder and below it, hidden ones too. Links
that it meets there are not followed, and pipes and devices are left out.

Files up to 64 KiB are hashed several at a time, on the engines of sha256.many;
--engine then applies to both.

Names with a backslash or an end of line are escaped as sha256sum does it; its
check files are read, and so are those of `sha256sum --tag` and of BSD's tools.
A file that cannot be read, a digest that differs and a malformed line are
reported, the others are still checked, and the exit status is 1, as that of
sha256sum. (It fails for a malformed line only with --strict.)";

/// Print or check SHA-256 digests of files, as sha256sum does
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The files; - for standard input, the default; with -r that is the folder where you are
    #[arg(value_name = "FILE", default_value = "-", default_value_if("recursive", "true", "."))]
    files: Vec<OsString>,
    /// Hash the files in folders, and in folders in them
    #[arg(short, long, conflicts_with = "check")]
    recursive: bool,
    /// Read digests from the files and check them
    #[arg(short, long)]
    check: bool,
    /// Engine (see `lanesmith list sha256.stream`); by default the best. If sha256.many has no engine of that name, files
    /// are hashed one by one
    #[arg(long)]
    engine: Option<String>,
    /// Files hashed at the same time; one for each core by default
    #[arg(long)]
    threads: Option<usize>,
    /// Print lines in BSD format: SHA256 (FILE) = DIGEST
    #[arg(long, conflicts_with = "check")]
    tag: bool,
    /// Mark files as binary, which changes nothing but the mark
    #[arg(short, long, conflicts_with_all = ["check", "tag"])]
    binary: bool,
    /// End lines with NUL and do not escape file names
    #[arg(short, long, conflicts_with = "check")]
    zero: bool,
    /// Do not print OK for files that match
    #[arg(long, requires = "check")]
    quiet: bool,
    /// Print nothing: the exit status says whether all match
    #[arg(long, requires = "check")]
    status: bool,
    /// Skip files that do not exist
    #[arg(long, requires = "check")]
    ignore_missing: bool,
    /// Fail if a line is malformed (always on, accepted for compatibility)
    #[arg(long, requires = "check")]
    strict: bool,
    /// Warn about malformed lines (always on, accepted for compatibility)
    #[arg(short, long, requires = "check")]
    warn: bool,
}

/// Runs the command.
///
/// # Errors
/// An engine that cannot be had; [`Failure::Told`] where a file cannot be read or does not match; output that cannot
/// be written.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let engine = match &args.engine {
        Some(name) => lanesmith::isa::Choice::by_name(name)?.handle(),
        None => STREAM.auto(),
    };
    // A named engine is meant for all files, together or not.
    let many = match &args.engine {
        Some(name) => ManyHasher::by_name(name).ok(),
        None => match STREAM.configured().filter(|_| MANY.configured().is_none()) {
            Some(engine) => ManyHasher::by_name(engine.name()).ok(),
            None => Some(ManyHasher::auto()),
        },
    };
    let hashing = Hashing {
        engine,
        many,
        threads: lines::threads(args.threads)?,
        stop: AtomicBool::new(false),
        progress: ByteCount::default(),
    };
    let good = if args.check {
        let mut good = true;
        for list in &args.files {
            good &= check(list, args, &hashing, context.out).map_err(Failure::of_answers)?;
        }
        good
    } else {
        print(args, &hashing, context.out)?
    };
    if good { Ok(()) } else { Err(Failure::Told) }
}

/// Prints the digests of all files; whether all could be read.
fn print(args: &Args, hashing: &Hashing, out: &mut dyn Write) -> Outcome<bool> {
    // All of standard input goes to the first who asks for it; with several threads that must not be left to chance.
    let first = args.files.iter().position(|name| name == STDIN);
    let items = args.files.iter().enumerate().flat_map(|(i, name)| {
        let input = match first {
            Some(first) if name == STDIN && i != first => Input::Drained,
            _ if name == STDIN => Input::Stdin,
            _ if args.recursive => return folders::files(name),
            _ => Input::File,
        };
        folders::one(Item { name: Cow::Borrowed(name.as_os_str()), input, rest: () })
    });
    let mut good = true;
    hashing.run(items, true, out, |(name, (), result), out| {
        match result {
            Ok(digest) => {
                hashing
                    .progress
                    .pause(|| write_line(out, args, &hex::encode(digest), name.as_encoded_bytes()))?;
            }
            Err(error) => {
                good = false;
                let hint = match error.kind() {
                    io::ErrorKind::IsADirectory => ": -r hashes the files in it",
                    _ => "",
                };
                hashing.tell(out, format_args!("{}: {error}{hint}", shown(&name)))?;
            }
        }
        Ok(())
    })?;
    Ok(good)
}

fn write_line(out: &mut dyn Write, args: &Args, digest: &str, name: &[u8]) -> io::Result<()> {
    let escaped = if args.zero { None } else { sums::escaped(name) };
    if escaped.is_some() {
        out.write_all(b"\\")?;
    }
    let name = escaped.as_deref().unwrap_or(name);
    if args.tag {
        out.write_all(b"SHA256 (")?;
        out.write_all(name)?;
        write!(out, ") = {digest}")?;
    } else {
        write!(out, "{digest} {}", if args.binary { '*' } else { ' ' })?;
        out.write_all(name)?;
    }
    out.write_all(if args.zero { b"\0" } else { b"\n" })
}

/// Checks the files that a list names; whether all of it was good.
fn check(list: &OsStr, args: &Args, hashing: &Hashing, out: &mut dyn Write) -> Outcome<bool> {
    let list_name = if list == STDIN { "standard input".into() } else { shown(list) };
    // Whoever writes a list into a pipe may wait for the verdict on a line before the next.
    let mut together = false;
    let reader: Box<dyn Read + Send> = if list == STDIN {
        Box::new(io::stdin())
    } else {
        match File::open(list) {
            Ok(file) => {
                together = file.metadata().is_ok_and(|data| data.is_file());
                Box::new(file)
            }
            Err(error) => {
                hashing.tell(out, format_args!("{list_name}: {error}"))?;
                return Ok(false);
            }
        }
    };
    let input_of = |name: &OsStr| match name == STDIN {
        false => Input::File,
        true if list == STDIN => Input::Taken,
        true => Input::Stdin,
    };
    let items = Sums::new(reader).map(|line| match line {
        Line::Sum { name, digest } => {
            let name = sums::os_string(name);
            Item { input: input_of(&name), name: Cow::Owned(name), rest: Entry::Sum(digest) }
        }
        Line::Bad { number, why } => Item::nothing(Entry::Bad(number, why)),
        Line::Fault(error) => Item::nothing(Entry::Fault(error)),
    });

    let mut tally = Tally::default();
    hashing.run(items, together, out, |(name, entry, result), out| {
        let expected = match entry {
            Entry::Sum(digest) => digest,
            Entry::Bad(number, why) => {
                tally.bad_lines += 1;
                if !args.status {
                    let why = why.map_or_else(String::new, |why| format!(": {why}"));
                    hashing.tell(
                        out,
                        format_args!("{list_name}: {number}: improperly formatted SHA256 checksum line{why}"),
                    )?;
                }
                return Ok(());
            }
            Entry::Fault(error) => {
                tally.faults += 1;
                return hashing.tell(out, format_args!("{list_name}: {error}"));
            }
        };
        tally.good_lines += 1;
        let verdict = match result {
            Ok(digest) if digest == expected => {
                tally.matched += 1;
                if args.quiet {
                    return Ok(());
                }
                "OK"
            }
            Ok(_) => {
                tally.differing += 1;
                "FAILED"
            }
            Err(error) if args.ignore_missing && error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => {
                tally.unreadable += 1;
                hashing.tell(out, format_args!("{}: {error}", shown(&name)))?;
                "FAILED open or read"
            }
        };
        if !args.status {
            hashing.progress.pause(|| write_verdict(out, name.as_encoded_bytes(), verdict))?;
        }
        Ok(())
    })?;
    for warning in tally.warnings(args) {
        hashing.tell(out, format_args!("{list_name}: {warning}"))?;
    }
    Ok(tally.is_good(args))
}

/// As sha256sum: only an end of line makes it escape the name here.
fn write_verdict(out: &mut dyn Write, name: &[u8], verdict: &str) -> io::Result<()> {
    match sums::escaped(name) {
        Some(escaped) if name.contains(&b'\n') => {
            out.write_all(b"\\")?;
            out.write_all(&escaped)?;
        }
        _ => out.write_all(name)?,
    }
    writeln!(out, ": {verdict}")
}

/// What a line of a list asks for.
enum Entry {
    Sum([u8; 32]),
    /// The number of a line, and what an editor has made of it.
    Bad(u64, Option<String>),
    Fault(io::Error),
}

/// What became of a list.
#[derive(Default)]
struct Tally {
    good_lines: u64,
    bad_lines: u64,
    matched: u64,
    differing: u64,
    unreadable: u64,
    /// Errors in reading the list itself.
    faults: u64,
}

impl Tally {
    fn is_good(&self, args: &Args) -> bool {
        let bad = self.bad_lines + self.differing + self.unreadable + self.faults;
        bad == 0 && self.good_lines > 0 && !(args.ignore_missing && self.matched == 0)
    }

    fn warnings(&self, args: &Args) -> Vec<String> {
        if self.good_lines == 0 {
            return if self.faults > 0 {
                Vec::new()
            } else {
                vec!["no properly formatted checksum lines found".into()]
            };
        }
        if args.status {
            return Vec::new();
        }
        let warning = |count: u64, one: &str, many: &str| {
            (count > 0).then(|| format!("WARNING: {count} {}", if count == 1 { one } else { many }))
        };
        let nothing = args.ignore_missing && self.matched == 0;
        [
            warning(self.bad_lines, "line is improperly formatted", "lines are improperly formatted"),
            warning(self.unreadable, "listed file could not be read", "listed files could not be read"),
            warning(self.differing, "computed checksum did NOT match", "computed checksums did NOT match"),
            nothing.then(|| "no file was verified".into()),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// Name of standard input.
const STDIN: &str = "-";

/// A name in a message: on one line, whatever it is.
fn shown(name: &OsStr) -> String {
    let bytes = name.as_encoded_bytes();
    terminal::plain(&String::from_utf8_lossy(sums::escaped(bytes).as_deref().unwrap_or(bytes)))
}
