//! What commands on lines share: their options, and a count for people who wait.

use std::cell::OnceCell;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use lanesmith_ordered::lines;
pub use lanesmith_ordered::lines::{BadLine, Done, Empty, name};

use crate::failure::{Failure, Outcome};
use crate::terminal;

/// The option that takes what is empty.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct AllowEmpty {
    /// Accept an input without lines, and take an empty line as an empty record; without this option both are errors
    #[arg(long)]
    allow_empty: bool,
}

impl From<AllowEmpty> for Empty {
    fn from(option: AllowEmpty) -> Self {
        if option.allow_empty { Empty::Taken } else { Empty::Refused }
    }
}

/// How to go through lines.
pub struct Job<'a> {
    /// A file, or `-` for standard input.
    pub input: &'a Path,
    /// Most lines of a batch. If it is one, the work shows its own progress.
    pub batch: usize,
    /// Threads that work on batches.
    pub threads: usize,
    /// Longest line that is read, in bytes.
    pub longest: usize,
}

impl Job<'_> {
    /// [`lines::Job::run`] with a count of lines on the terminal.
    pub fn run(&self, out: &mut dyn Write, work: impl Fn(&[&[u8]]) -> Done + Sync) -> Outcome {
        self.run_with(Empty::Refused, out, |_, lines| work(lines))
    }

    /// [`lines::Job::run_with`] with a count of lines on the terminal.
    pub fn run_with(
        &self,
        empty: Empty,
        out: &mut dyn Write,
        work: impl Fn(u64, &[&[u8]]) -> Done + Sync,
    ) -> Outcome {
        let &Job { input, batch, threads, longest } = self;
        let progress = Progress::new();
        let tell = |lines| progress.at(lines);
        let progress = (batch > 1).then_some(&tell as &dyn Fn(u64));
        Ok(lines::Job { input, batch, threads, longest, progress }.run_with(empty, out, work)?)
    }
}

/// A count of lines for people who wait longer than two seconds.
struct Progress {
    started: Instant,
    spinner: OnceCell<indicatif::ProgressBar>,
}

impl Progress {
    fn new() -> Self {
        Progress { started: Instant::now(), spinner: OnceCell::new() }
    }

    fn at(&self, lines: u64) {
        let elapsed = self.started.elapsed();
        if elapsed > Duration::from_secs(2) {
            let rate = lines as f64 / elapsed.as_secs_f64();
            let spinner = self.spinner.get_or_init(terminal::spinner);
            terminal::tell(spinner, format!("{lines} lines, {rate:.0} per second"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(spinner) = self.spinner.get() {
            spinner.finish_and_clear();
        }
    }
}

/// Threads to use where the user has not said: one for each core.
pub fn threads(asked: Option<usize>) -> Outcome<usize> {
    match asked {
        Some(0) => Err(Failure::usage("--threads 0: at least one thread is needed")),
        Some(n @ 1..=1024) => Ok(n),
        Some(n) => Err(Failure::usage(format!("--threads {n}: at most 1024"))),
        None => Ok(std::thread::available_parallelism().map_or(1, Into::into)),
    }
}
