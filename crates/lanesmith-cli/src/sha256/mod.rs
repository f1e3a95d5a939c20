//! `lanesmith sha256`: digests of files, made and checked, in the formats of coreutils' sha256sum.
//!
//! Long because hashing and checking share one way of reading, and mirror the options of sha256sum.

mod folders;
mod sums;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use lanesmith::isa::Handle;
use lanesmith::sha256::hazmat::StreamKernel;
use lanesmith::sha256::{MANY, ManyHasher, STREAM, Sha256};
use lanesmith_ordered::{Batch, Event, Worker, in_order};

use crate::failure::{Failure, Outcome};
use crate::terminal::ByteCount;
use crate::{Context, lines, terminal};
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
        Line::Bad { number } => Item::nothing(Entry::Bad(number)),
        Line::Fault(error) => Item::nothing(Entry::Fault(error)),
    });

    let mut tally = Tally::default();
    hashing.run(items, together, out, |(name, entry, result), out| {
        let expected = match entry {
            Entry::Sum(digest) => digest,
            Entry::Bad(number) => {
                tally.bad_lines += 1;
                if !args.status {
                    hashing.tell(
                        out,
                        format_args!("{list_name}: {number}: improperly formatted SHA256 checksum line"),
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
    Bad(u64),
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

/// Where the bytes come from.
enum Input {
    File,
    Stdin,
    /// Standard input, which somebody else reads to its end.
    Drained,
    /// Standard input, which is the list being checked.
    Taken,
    /// A folder that cannot be looked into.
    Unreadable(io::Error),
    /// Nothing is to be read.
    None,
}

/// Something to hash, and what goes with it.
struct Item<'a, T> {
    name: Cow<'a, OsStr>,
    input: Input,
    rest: T,
}

impl<T> Item<'_, T> {
    fn nothing(rest: T) -> Self {
        Item { name: Cow::Owned(OsString::new()), input: Input::None, rest }
    }
}

/// The name of a file, what goes with it, and its digest.
type Hashed<'a, T> = (Cow<'a, OsStr>, T, io::Result<[u8; 32]>);

/// How files are hashed.
struct Hashing {
    engine: Handle<StreamKernel>,
    /// What hashes small files together.
    many: Option<ManyHasher>,
    threads: usize,
    /// Nobody wants the rest.
    stop: AtomicBool,
    progress: ByteCount,
}

/// Longest file, in bytes, that waits for others to be hashed with it.
const SMALL: usize = 1 << 16;

/// Bytes read at a time: as many of the longest small files as the widest engine has lanes, each with room for the byte
/// by which it would be too long.
const BUFFER: usize = 16 * (SMALL + 1);

/// Most files that are hashed together: lanes that short ones leave early are filled again.
const TOGETHER: usize = 64;

impl Hashing {
    /// Hashes the items and shows them to `each` in their order.
    fn run<'a, T: Send>(
        &self,
        items: impl Iterator<Item = Item<'a, T>> + Send,
        together: bool,
        out: &mut dyn Write,
        mut each: impl FnMut(Hashed<'a, T>, &mut dyn Write) -> Outcome,
    ) -> Outcome {
        let many = self.many.filter(|_| together);
        let hasher = || Hasher { hashing: self, many, buffer: vec![0; BUFFER], used: 0, held: Vec::new() };
        in_order(self.threads, items, hasher, |event| {
            let done = match event {
                Event::Done(hashed) => each(hashed, out),
                // Whoever watches sees what there is.
                Event::Waiting => out.flush().map_err(Into::into),
            };
            if done.is_err() {
                self.stop.store(true, Ordering::Relaxed);
            }
            done
        })
    }

    /// Reads until the buffer is full or nothing is left.
    fn fill(&self, reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            if self.stop.load(Ordering::Relaxed) {
                return Err(io::Error::other("nobody wants the rest"));
            }
            match reader.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(count) => {
                    filled += count;
                    self.progress.add(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    /// A message on standard error, after the output before it.
    fn tell(&self, out: &mut dyn Write, message: std::fmt::Arguments<'_>) -> Outcome {
        out.flush()?;
        self.progress.pause(|| {
            // Nobody is left to tell if standard error is gone.
            let _ = writeln!(io::stderr(), "lanesmith: {message}");
        });
        Ok(())
    }
}

/// What hashes on one thread.
struct Hasher<'h, 'a, T> {
    hashing: &'h Hashing,
    many: Option<ManyHasher>,
    buffer: Vec<u8>,
    /// Bytes of the buffer that belong to files held back.
    used: usize,
    held: Vec<Held<'a, T>>,
}

/// A small file that is in the buffer.
struct Held<'a, T> {
    number: usize,
    name: Cow<'a, OsStr>,
    rest: T,
    length: usize,
}

impl<'a, T> Worker<Item<'a, T>, Hashed<'a, T>> for Hasher<'_, 'a, T> {
    fn take(
        &mut self,
        number: usize,
        Item { name, input, rest }: Item<'a, T>,
        emit: &mut dyn FnMut(Batch<Hashed<'a, T>>),
    ) {
        let digest = match input {
            Input::File => match File::open(&name) {
                Ok(mut file) if self.many.is_some() && is_small(&file) => {
                    match self.read_small(&mut file, emit) {
                        Ok(length) if length <= SMALL => {
                            self.used += length;
                            self.held.push(Held { number, name, rest, length });
                            if self.held.len() == TOGETHER {
                                self.finish(emit);
                            }
                            return;
                        }
                        // It was not as long when it was asked for its length; those before it go first.
                        Ok(length) => {
                            let mut hasher = Sha256::with_engine(self.hashing.engine);
                            hasher.update(&self.buffer[self.used..][..length]);
                            self.finish(emit);
                            self.digest(&mut file, hasher)
                        }
                        Err(error) => Err(error),
                    }
                }
                Ok(mut file) => self.alone(&mut file, emit),
                Err(error) => Err(error),
            },
            Input::Stdin => self.alone(&mut io::stdin().lock(), emit),
            Input::Drained | Input::None => self.alone(&mut io::empty(), emit),
            Input::Unreadable(error) => Err(error),
            Input::Taken => Err(io::Error::other("standard input is the list itself")),
        };
        emit(vec![(number, (name, rest, digest))]);
    }

    fn finish(&mut self, emit: &mut dyn FnMut(Batch<Hashed<'a, T>>)) {
        let Some(many) = self.many.filter(|_| !self.held.is_empty()) else { return };
        let mut left = &self.buffer[..self.used];
        let messages: Vec<&[u8]> = self
            .held
            .iter()
            .map(|held| {
                let (message, others) = left.split_at(held.length);
                left = others;
                message
            })
            .collect();
        let mut digests = vec![[0; 32]; messages.len()];
        let done = many.hash(&mut digests, &messages).map_err(io::Error::other);
        let result = |digest| match &done {
            Ok(()) => Ok(digest),
            Err(error) => Err(io::Error::other(error.to_string())),
        };
        let held = self.held.drain(..).zip(digests);
        emit(held.map(|(held, digest)| (held.number, (held.name, held.rest, result(digest)))).collect());
        self.used = 0;
    }
}

impl<'a, T> Hasher<'_, 'a, T> {
    /// Reads a file behind those held back. If it is longer than [`SMALL`], one byte more than that is read.
    fn read_small(
        &mut self,
        file: &mut File,
        emit: &mut dyn FnMut(Batch<Hashed<'a, T>>),
    ) -> io::Result<usize> {
        if self.buffer.len() - self.used <= SMALL {
            self.finish(emit);
        }
        self.hashing.fill(file, &mut self.buffer[self.used..][..SMALL + 1])
    }

    /// Something of any length, for which nobody shall wait.
    fn alone(
        &mut self,
        reader: &mut dyn Read,
        emit: &mut dyn FnMut(Batch<Hashed<'a, T>>),
    ) -> io::Result<[u8; 32]> {
        self.finish(emit);
        self.digest(reader, Sha256::with_engine(self.hashing.engine))
    }

    fn digest(&mut self, reader: &mut dyn Read, mut hasher: Sha256) -> io::Result<[u8; 32]> {
        loop {
            let count = self.hashing.fill(reader, &mut self.buffer)?;
            hasher.update(&self.buffer[..count]);
            // A terminal that said that this is the end is not asked again.
            if count < self.buffer.len() {
                return Ok(hasher.finalize());
            }
        }
    }
}

/// Whether it is a regular file and, as far as is known, a small one.
fn is_small(file: &File) -> bool {
    file.metadata().is_ok_and(|data| data.is_file() && data.len() <= SMALL as u64)
}
