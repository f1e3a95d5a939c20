//! Records on lines: read in batches, worked on by several threads, written in order, in constant memory.
//!
//! What has been read is answered within a tenth of a second, if the work takes no longer: a batch that does not fill up is
//! worked on as it is. An input without a line and an empty line are faults unless the command takes them ([`Empty`]).

mod source;

use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lanesmith_ordered::{Panicked, threads};

use crate::failure::{Failure, Outcome};
use crate::{interrupt, terminal};
use source::{Batch, Source, TICK};

/// A line that cannot be used: what was wrong with it.
pub struct BadLine {
    /// Index within the batch.
    pub index: usize,
    /// What was wrong.
    pub reason: String,
}

/// What became of a batch of lines: the text for all of them, or for those before the first bad one.
pub struct Done {
    /// Lines of output.
    pub text: Vec<u8>,
    /// The line at which work ended.
    pub bad: Option<BadLine>,
}

/// What becomes of an input without a line, and of an empty line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Empty {
    /// Both are faults: they are accidents more often than not.
    Refused,
    /// There is nothing to do, and an empty record.
    Taken,
}

/// The option that takes what is empty.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct AllowEmpty {
    /// Take an input without lines as no records, and an empty line as an empty record: without this, both are errors
    #[arg(long)]
    allow_empty: bool,
}

impl From<AllowEmpty> for Empty {
    fn from(option: AllowEmpty) -> Self {
        if option.allow_empty { Empty::Taken } else { Empty::Refused }
    }
}

/// What an input is called.
pub fn name(input: &Path) -> String {
    if input == Path::new("-") { "standard input".into() } else { input.display().to_string() }
}

/// How to go through lines.
pub struct Job<'a> {
    /// A file, or `-` for standard input.
    pub input: &'a Path,
    /// Most lines of a batch. If it is one, the work shows its own progress.
    pub batch: usize,
    /// Threads that work on batches.
    pub threads: usize,
    /// Longest line that is read, in bytes: a longer one is a bad line, not a way to fill memory.
    pub longest: usize,
}

struct Finished {
    first: u64,
    count: usize,
    /// Of the lines.
    bytes: usize,
    done: Done,
    fault: Option<anyhow::Error>,
}

impl Job<'_> {
    /// Applies `work` to all lines and writes what it gives. What is empty is refused.
    ///
    /// # Errors
    /// The first bad line, by number, after the output of all lines before it; input that cannot be read; output that
    /// cannot be written; Ctrl-C.
    pub fn run(&self, out: &mut dyn Write, work: impl Fn(&[&[u8]]) -> Done + Sync) -> Outcome {
        self.run_with(Empty::Refused, out, |_, lines| work(lines))
    }

    /// The same with a word on what is empty, for work that also wants the number of the first line of a batch, from 1.
    ///
    /// # Errors
    /// As [`Job::run`].
    pub fn run_with(
        &self,
        empty: Empty,
        out: &mut dyn Write,
        work: impl Fn(u64, &[&[u8]]) -> Done + Sync,
    ) -> Outcome {
        interrupt::catch();
        let source = Source::open(self.input, self.longest, empty)?;
        // Whoever waits for input without an end must do so alone.
        let threads = if source.is_patient() { self.threads } else { 1 };
        let mut writer = Writer { out, progress: (self.batch > 1).then(Progress::new) };
        let apply = |batch: Batch| {
            let (first, count, bytes) = (batch.first, batch.ends.len(), batch.text.len());
            let none = Done { text: Vec::new(), bad: None };
            let (done, fault) = match catch_unwind(AssertUnwindSafe(|| work(first, &batch.lines()))) {
                Ok(done) => (done, batch.fault),
                Err(panic) => {
                    let lines = format!("lines {first} to {}", first + count as u64 - 1);
                    (none, Some(anyhow::Error::new(Panicked::new(&*panic)).context(lines)))
                }
            };
            Finished { first, count, bytes, done, fault }
        };
        let shared = Shared::new(source, 2 * threads + 1);
        let worked = threads > 1 && self.together(threads, &shared, &apply, &mut writer)?;
        if !worked {
            // Without threads, so that it works where there are none.
            let mut source = shared.source();
            while let Some(batch) = source.1.read(self.batch, &interrupt::asked) {
                writer.finish(apply(batch))?;
            }
        }
        if interrupt::asked() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Works on several threads; on fewer where the system refuses some, and not at all where it refuses all.
    fn together(
        &self,
        threads: usize,
        shared: &Shared,
        apply: &(dyn Fn(Batch) -> Finished + Sync),
        writer: &mut Writer<'_>,
    ) -> Outcome<bool> {
        std::thread::scope(|scope| {
            // At the end of this closure, whichever way it ends, so that the threads end too.
            let _close = Close(shared);
            let (results, finished) = mpsc::channel();
            for started in 0..threads {
                let results = results.clone();
                let work = move || {
                    while let Some((number, batch)) = shared.take(self.batch) {
                        if results.send((number, apply(batch))).is_err() {
                            return;
                        }
                    }
                };
                match threads::start(scope, work) {
                    Ok(_) => {}
                    Err(_) if started > 0 => break,
                    Err(_) => return Ok(false),
                }
            }
            drop(results);
            let (mut early, mut next) = (BTreeMap::new(), 0);
            loop {
                match finished.recv_timeout(TICK) {
                    Ok((number, done)) => drop(early.insert(number, done)),
                    Err(RecvTimeoutError::Disconnected) => return Ok(true),
                    Err(RecvTimeoutError::Timeout) if interrupt::asked() => return Ok(true),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                while let Some(done) = early.remove(&next) {
                    next += 1;
                    let bytes = done.bytes;
                    writer.finish(done)?;
                    shared.leave(bytes);
                }
            }
        })
    }
}

/// What threads share: the lines, and how many of them are under way.
struct Shared {
    /// With the number of the next batch.
    source: Mutex<(u64, Source)>,
    load: Mutex<Load>,
    change: Condvar,
    batches: usize,
}

/// What has been read and not been written yet.
#[derive(Default)]
struct Load {
    batches: usize,
    bytes: usize,
    /// Nobody wants more.
    closed: bool,
}

/// Bytes of lines under way at which no more are read: what the work makes of them takes a few times as many.
const MEMORY: usize = 4 * source::LARGE;

impl Shared {
    fn new(source: Source, batches: usize) -> Self {
        Shared { source: Mutex::new((0, source)), load: Mutex::default(), change: Condvar::new(), batches }
    }

    fn source(&self) -> MutexGuard<'_, (u64, Source)> {
        self.source.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn load(&self) -> MutexGuard<'_, Load> {
        self.load.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next batch and its number, once there is room for it.
    fn take(&self, most: usize) -> Option<(u64, Batch)> {
        let mut source = self.source();
        let full = |load: &mut Load| !load.closed && (load.batches >= self.batches || load.bytes >= MEMORY);
        let load = self.change.wait_while(self.load(), full).unwrap_or_else(PoisonError::into_inner);
        if load.closed {
            return None;
        }
        drop(load);
        let batch = source.1.read(most, &|| self.load().closed)?;
        let mut load = self.load();
        load.batches += 1;
        load.bytes += batch.text.len();
        let number = source.0;
        source.0 += 1;
        Some((number, batch))
    }

    /// A batch has been written.
    fn leave(&self, bytes: usize) {
        let mut load = self.load();
        load.batches -= 1;
        load.bytes -= bytes;
        self.change.notify_all();
    }
}

/// Ends the work of all threads.
struct Close<'a>(&'a Shared);

impl Drop for Close<'_> {
    fn drop(&mut self) {
        self.0.load().closed = true;
        self.0.change.notify_all();
    }
}

/// Writes what was done, in order.
struct Writer<'a> {
    out: &'a mut dyn Write,
    progress: Option<Progress>,
}

impl Writer<'_> {
    fn finish(&mut self, finished: Finished) -> Outcome {
        self.out.write_all(&finished.done.text)?;
        // Whoever watches sees what there is.
        self.out.flush()?;
        if let Some(bad) = finished.done.bad {
            return Err(Failure::input(format!(
                "line {}: {}",
                finished.first + bad.index as u64,
                bad.reason
            )));
        }
        if let Some(fault) = finished.fault {
            return Err(Failure::Input(fault));
        }
        if interrupt::asked() {
            return Err(Failure::Interrupted);
        }
        if let Some(progress) = &self.progress {
            progress.at(finished.first + finished.count as u64 - 1);
        }
        Ok(())
    }
}

/// A count of lines for people who wait longer than two seconds.
struct Progress {
    started: Instant,
    spinner: std::cell::OnceCell<indicatif::ProgressBar>,
}

impl Progress {
    fn new() -> Self {
        Progress { started: Instant::now(), spinner: std::cell::OnceCell::new() }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of that text.
    fn file(text: &[u8]) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text).unwrap();
        file
    }

    fn echo(lines: &[&[u8]]) -> Done {
        Done { text: lines.iter().flat_map(|line| [line, &b"\n"[..]].concat()).collect(), bad: None }
    }

    /// What was written and how it ended.
    fn run(
        text: &[u8],
        threads: usize,
        batch: usize,
        work: impl Fn(&[&[u8]]) -> Done + Sync,
    ) -> (Vec<u8>, Outcome) {
        let file = file(text);
        let mut out = Vec::new();
        let job = Job { input: file.path(), batch, threads, longest: 1 << 20 };
        let outcome = job.run(&mut out, work);
        (out, outcome)
    }

    fn numbers(count: usize) -> Vec<u8> {
        (0..count).flat_map(|i| format!("{i}\n").into_bytes()).collect()
    }

    #[test]
    fn work_goes_on_with_the_threads_that_the_system_allows() {
        let text = numbers(10_000);
        for allowed in 0..4 {
            let (out, outcome) = threads::with_at_most(allowed, || run(&text, 64, 7, echo));
            assert!(outcome.is_ok() && out == text, "{allowed} threads");
        }
    }

    #[test]
    fn work_that_panics_is_an_error_after_the_output_before_it_and_not_waited_for() {
        for threads in [1, 2, 8] {
            let (out, outcome) = run(&numbers(1000), threads, 10, |lines| {
                assert!(!lines.contains(&&b"500"[..]), "on purpose");
                echo(lines)
            });
            let Err(Failure::Input(error)) = outcome else { panic!("{outcome:?}") };
            assert_eq!(out, numbers(500), "{threads} threads");
            let told = format!("{error:#}");
            assert!(told.contains("lines 501 to 510") && told.contains("on purpose"), "{told}");
        }
    }

    #[test]
    fn bytes_under_way_are_limited_however_long_the_lines_and_many_the_threads() {
        use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
        let line = [&[b'x'; 1 << 20][..], b"\n"].concat();
        let (held, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (_, outcome) = run(&line.repeat(300), 8, 512, |lines| {
            let bytes = lines.iter().map(|line| line.len()).sum();
            most.fetch_max(held.fetch_add(bytes, SeqCst) + bytes, SeqCst);
            std::thread::sleep(Duration::from_millis(20));
            held.fetch_sub(bytes, SeqCst);
            echo(&[])
        });
        outcome.unwrap();
        assert!(most.into_inner() <= MEMORY + source::LARGE + (1 << 20));
    }

    #[test]
    fn what_is_empty_is_refused_unless_it_is_taken() {
        for threads in [1, 3] {
            let refused = |text: &[u8]| match run(text, threads, 2, echo) {
                (out, Err(Failure::Input(error))) => (out, error.to_string()),
                other => panic!("{other:?}"),
            };
            assert!(refused(b"").1.starts_with("no lines in "));
            assert_eq!(refused(b"a\nb\nc\n\nd\n"), (b"a\nb\nc\n".to_vec(), "line 4: empty".into()));
            assert_eq!(refused(b"\r\n").1, "line 1: empty");
            for text in [&b""[..], b"\n", b"a\n\n"] {
                let (file, mut out) = (file(text), Vec::new());
                let job = Job { input: file.path(), batch: 2, threads, longest: 9 };
                job.run_with(Empty::Taken, &mut out, |_, lines| echo(lines)).unwrap();
                assert_eq!(out, text);
            }
        }
    }

    #[test]
    fn lines_of_every_length_around_the_longest_and_the_size_of_a_read_are_whole() {
        let longest = (1 << 18) + 5;
        for length in [1, (1 << 18) - 1, 1 << 18, longest - 1, longest, longest + 1, longest + 2, longest + 3]
        {
            for end in [&b""[..], b"\n", b"\r\n"] {
                let line = vec![b'x'; length];
                let file = file(&[&b"first\n"[..], &line, end].concat());
                let mut out = Vec::new();
                let job = Job { input: file.path(), batch: 5, threads: 1, longest };
                let outcome = job.run(&mut out, echo);
                match length <= longest {
                    true => assert!(outcome.is_ok() && out == [&b"first\n"[..], &line, b"\n"].concat()),
                    false => {
                        let Err(Failure::Input(error)) = outcome else { panic!("{length}: {outcome:?}") };
                        assert_eq!(error.to_string(), format!("line 2: longer than {longest} bytes"));
                        assert_eq!(out, b"first\n");
                    }
                }
            }
        }
    }
}
