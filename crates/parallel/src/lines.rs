//! Records on lines: read in batches, worked on by several threads, written in order, in constant memory.
//!
//! What has been read is answered within a tenth of a second, if the work takes no longer: a batch that does not fill up is
//! worked on as it is. An input without a line and an empty line are faults unless the command takes them ([`Empty`]).
//!
//! ```
//! use std::path::Path;
//! use lanesmith_parallel::lines::{Done, Ended, Job};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("lines");
//! # std::fs::write(&path, "one\ntwo\n")?;
//! let job = Job { input: &path, batch: 512, threads: 4, longest: 1 << 16 };
//! let mut lengths = Vec::new();
//! job.run(&mut lengths, |lines| {
//!     let text = lines.iter().map(|line| format!("{}\n", line.len())).collect::<String>();
//!     Done { text: text.into_bytes(), bad: None }
//! })?;
//! assert_eq!(lengths, b"3\n3\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use anyhow::anyhow;

use crate::ordered::in_order_within;
use crate::permits::{Bounds, Permits};
use crate::source::{self, Batch, Source};
pub use crate::source::{Empty, name};
use crate::{Event, Panicked, Worker, interrupt};

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

/// Why a job ended early.
#[derive(Debug)]
pub enum Ended {
    /// A bad line, by number, input that cannot be read, or a worker that panicked.
    Input(anyhow::Error),
    /// Output that cannot be written.
    Output(io::Error),
    /// Ctrl-C.
    Interrupted,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Input(error) => write!(f, "{error:#}"),
            Ended::Output(error) => write!(f, "cannot write the output: {error}"),
            Ended::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for Ended {}

impl From<Panicked> for Ended {
    fn from(panicked: Panicked) -> Self {
        Ended::Input(panicked.into())
    }
}

/// How to go through lines.
pub struct Job<'a> {
    /// A file, or `-` for standard input.
    pub input: &'a Path,
    /// Most lines of a batch.
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
    pub fn run(&self, out: &mut dyn Write, work: impl Fn(&[&[u8]]) -> Done + Sync) -> Result<(), Ended> {
        self.run_with(Empty::Refused, out, None, |_, lines| work(lines))
    }

    /// [`Job::run`] with a word on what is empty, for work that also wants the number of the first line of a batch, from 1.
    /// `progress` is told how many lines have been written.
    ///
    /// # Errors
    /// As [`Job::run`].
    pub fn run_with(
        &self,
        empty: Empty,
        out: &mut dyn Write,
        progress: Option<&dyn Fn(u64)>,
        work: impl Fn(u64, &[&[u8]]) -> Done + Sync,
    ) -> Result<(), Ended> {
        interrupt::catch();
        let mut source = Source::open(self.input, self.longest, empty).map_err(Ended::Input)?;
        // Whoever waits for input without an end must do so alone.
        let threads = if source.is_patient() { self.threads } else { 1 };
        let mut writer = Writer { out, progress };
        let bounds = Bounds { items: Permits::new(2 * threads + 1), bytes: Permits::new(MEMORY) };
        let stop = || interrupt::asked() || bounds.bytes.has_ended();
        let most = self.batch;
        let batches = std::iter::from_fn(|| {
            // One thread at a time waits here: the others wait for it.
            let wanted = bounds.bytes.take(0);
            let batch = wanted.then(|| source.read(most, &stop))??;
            bounds.bytes.take(batch.text.len()).then_some(batch)
        });
        in_order_within(
            &bounds,
            threads,
            batches,
            || Apply(&work),
            |event| match event {
                Event::Done(finished) => {
                    let bytes = finished.bytes;
                    writer.finish(finished)?;
                    bounds.bytes.put(bytes);
                    Ok::<(), Ended>(())
                }
                Event::Waiting => Ok(()),
            },
        )?;
        if interrupt::asked() { Err(Ended::Interrupted) } else { Ok(()) }
    }
}

/// Bytes of lines under way at which no more are read: what the work makes of them takes a few times as many.
const MEMORY: usize = 4 * source::LARGE;

/// What one thread does with batches. If it panics, that is the fault of the lines it had, in their order.
struct Apply<'a, F>(&'a F);

impl<F: Fn(u64, &[&[u8]]) -> Done> Worker<Batch, Finished> for Apply<'_, F> {
    fn take(&mut self, number: usize, batch: Batch, emit: &mut dyn FnMut(crate::Batch<Finished>)) {
        let (first, count, bytes) = (batch.first, batch.ends.len(), batch.text.len());
        let none = Done { text: Vec::new(), bad: None };
        let (done, fault) = match catch_unwind(AssertUnwindSafe(|| self.0(first, &batch.lines()))) {
            Ok(done) => (done, batch.fault),
            Err(panic) => {
                let lines = format!("lines {first} to {}", first + count as u64 - 1);
                (none, Some(anyhow::Error::new(Panicked::new(&*panic)).context(lines)))
            }
        };
        emit(vec![(number, Finished { first, count, bytes, done, fault })]);
    }

    fn finish(&mut self, _: &mut dyn FnMut(crate::Batch<Finished>)) {}
}

/// Writes what was done, in order.
struct Writer<'a> {
    out: &'a mut dyn Write,
    progress: Option<&'a dyn Fn(u64)>,
}

impl Writer<'_> {
    fn finish(&mut self, finished: Finished) -> Result<(), Ended> {
        // Whoever watches sees what there is.
        self.out.write_all(&finished.done.text).and_then(|()| self.out.flush()).map_err(Ended::Output)?;
        if let Some(bad) = finished.done.bad {
            let line = finished.first + bad.index as u64;
            return Err(Ended::Input(anyhow!("line {line}: {}", bad.reason)));
        }
        if let Some(fault) = finished.fault {
            return Err(Ended::Input(fault));
        }
        if interrupt::asked() {
            return Err(Ended::Interrupted);
        }
        if let Some(progress) = self.progress {
            progress(finished.first + finished.count as u64 - 1);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads;
    use std::time::Duration;

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
    ) -> (Vec<u8>, Result<(), Ended>) {
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
            let Err(Ended::Input(error)) = outcome else { panic!("{outcome:?}") };
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

    /// Somebody waits for room then, which only results that are taken would make.
    #[test]
    fn output_that_fails_or_panics_ends_work_whose_bytes_under_way_are_as_many_as_may_be() {
        struct Broken(bool);
        impl Write for Broken {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                std::thread::sleep(Duration::from_millis(100));
                assert!(!self.0, "on purpose");
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let file = file(&[&[b'x'; 1 << 20][..], b"\n"].concat().repeat(150));
        for panics in [false, true] {
            let job = Job { input: file.path(), batch: 1 << 10, threads: 8, longest: 1 << 20 };
            let ended = catch_unwind(|| job.run(&mut Broken(panics), |_| echo(&[b"x"])));
            match ended {
                Ok(outcome) => assert!(!panics && matches!(outcome, Err(Ended::Output(_)))),
                Err(_) => assert!(panics),
            }
        }
    }

    #[test]
    fn what_is_empty_is_refused_unless_it_is_taken() {
        for threads in [1, 3] {
            let refused = |text: &[u8]| match run(text, threads, 2, echo) {
                (out, Err(Ended::Input(error))) => (out, error.to_string()),
                other => panic!("{other:?}"),
            };
            assert!(refused(b"").1.starts_with("no lines in "));
            assert_eq!(refused(b"a\nb\nc\n\nd\n"), (b"a\nb\nc\n".to_vec(), "line 4: empty".into()));
            assert_eq!(refused(b"\r\n").1, "line 1: empty");
            for text in [&b""[..], b"\n", b"a\n\n"] {
                let (file, mut out) = (file(text), Vec::new());
                let job = Job { input: file.path(), batch: 2, threads, longest: 9 };
                job.run_with(Empty::Taken, &mut out, None, |_, lines| echo(lines)).unwrap();
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
                        let Err(Ended::Input(error)) = outcome else { panic!("{length}: {outcome:?}") };
                        assert_eq!(error.to_string(), format!("line 2: longer than {longest} bytes"));
                        assert_eq!(out, b"first\n");
                    }
                }
            }
        }
    }
}
