//! Records on lines: read in batches, worked on by several threads, written in order, in constant memory.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};

use crate::failure::{Failure, Outcome};
use crate::{interrupt, terminal};

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

/// How to go through lines.
pub struct Job<'a> {
    /// A file, or `-` for standard input.
    pub input: &'a Path,
    /// Lines of a batch. If it is one, what becomes of it is flushed at once, and the work shows its own progress.
    pub batch: usize,
    /// Threads that work on batches.
    pub threads: usize,
    /// Longest line that is read, in bytes: a longer one is a bad line, not a way to fill memory.
    pub longest: usize,
}

/// Lines of a batch without their ends, and the number of the first, from 1.
struct Batch {
    first: u64,
    text: Vec<u8>,
    ends: Vec<usize>,
    /// Why no more lines follow those of the batch.
    fault: Option<anyhow::Error>,
}

impl Batch {
    fn lines(&self) -> Vec<&[u8]> {
        let mut start = 0;
        let line = |end: &usize| {
            let line = &self.text[start..*end];
            start = *end;
            line
        };
        self.ends.iter().map(line).collect()
    }
}

struct Finished {
    first: u64,
    count: usize,
    done: Done,
    fault: Option<anyhow::Error>,
}

impl Job<'_> {
    /// Applies `work` to all lines and writes what it gives.
    ///
    /// # Errors
    /// The first bad line, by number, after the output of all lines before it; input that cannot be read; output that
    /// cannot be written; Ctrl-C.
    pub fn run(&self, out: &mut dyn Write, work: impl Fn(&[&[u8]]) -> Done + Sync) -> Outcome {
        self.run_numbered(out, |_, lines| work(lines))
    }

    /// [`Job::run`] for work that also wants the number of the first line of a batch, from 1.
    ///
    /// # Errors
    /// As there.
    pub fn run_numbered(&self, out: &mut dyn Write, work: impl Fn(u64, &[&[u8]]) -> Done + Sync) -> Outcome {
        let reader = open(self.input)?;
        interrupt::catch();
        let progress = Progress::new();
        let apply = |batch: Batch| Finished {
            first: batch.first,
            count: batch.ends.len(),
            done: work(batch.first, &batch.lines()),
            fault: batch.fault,
        };
        let mut source = Source { reader, next: 1, longest: self.longest, name: name(self.input) };
        if self.threads == 1 {
            // Without threads, so that it works where there are none.
            loop {
                // One line at a time: what was found is out before the next is waited for.
                let batch = match self.batch {
                    1 => interrupt::idle(|| source.read(1)),
                    most => source.read(most),
                };
                let Some(batch) = batch else { return Ok(()) };
                finish(apply(batch), out, (self.batch > 1).then_some(&progress))?;
                if self.batch == 1 {
                    out.flush()?;
                }
            }
        }
        let (batches, queue) = mpsc::sync_channel::<(u64, Batch)>(self.threads);
        let (results, finished) = mpsc::channel::<(u64, Finished)>();
        // As many batches as there are permits are in memory.
        let (permits, permit) = mpsc::channel::<()>();
        for _ in 0..2 * self.threads + 1 {
            let _ = permits.send(());
        }
        let queue = Mutex::new(queue);
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for number in 0.. {
                    // Either side is gone when the work has ended early.
                    if permit.recv().is_err() {
                        return;
                    }
                    let Some(batch) = source.read(self.batch) else { return };
                    if batches.send((number, batch)).is_err() {
                        return;
                    }
                }
            });
            for _ in 0..self.threads {
                let (results, queue, apply) = (results.clone(), &queue, &apply);
                scope.spawn(move || {
                    loop {
                        let next = queue.lock().map_err(drop).and_then(|q| q.recv().map_err(drop));
                        let Ok((number, batch)) = next else { return };
                        if results.send((number, apply(batch))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(results);
            let verdict = in_order(finished, |done| {
                finish(done, out, Some(&progress))?;
                let _ = permits.send(());
                Ok(())
            });
            drop(permits);
            if let (Err(failure), true) = (&verdict, self.input == Path::new("-")) {
                // The reader may wait for input that never comes; it must not hold up the end.
                failure.report();
                std::process::exit(failure.status());
            }
            // Lets the reader find out that nobody wants more.
            while queue.lock().is_ok_and(|queue| queue.recv().is_ok()) {}
            verdict
        })
    }
}

/// Calls `each` with the results in the order of their numbers.
fn in_order(finished: mpsc::Receiver<(u64, Finished)>, mut each: impl FnMut(Finished) -> Outcome) -> Outcome {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (number, done) in finished {
        waiting.insert(number, done);
        while let Some(done) = waiting.remove(&next) {
            next += 1;
            each(done)?;
        }
    }
    Ok(())
}

fn finish(finished: Finished, out: &mut dyn Write, progress: Option<&Progress>) -> Outcome {
    out.write_all(&finished.done.text)?;
    if let Some(bad) = finished.done.bad {
        out.flush()?;
        return Err(Failure::input(format!("line {}: {}", finished.first + bad.index as u64, bad.reason)));
    }
    if let Some(fault) = finished.fault {
        out.flush()?;
        return Err(Failure::Input(fault));
    }
    if interrupt::asked() {
        out.flush()?;
        return Err(Failure::Interrupted);
    }
    if let Some(progress) = progress {
        progress.at(finished.first + finished.count as u64 - 1);
    }
    Ok(())
}

fn name(input: &Path) -> String {
    if input == Path::new("-") { "standard input".into() } else { input.display().to_string() }
}

fn open(input: &Path) -> anyhow::Result<Box<dyn BufRead + Send>> {
    if input == Path::new("-") {
        return Ok(Box::new(BufReader::with_capacity(1 << 18, io::stdin())));
    }
    let file = File::open(input).with_context(|| format!("cannot read {}", input.display()))?;
    Ok(Box::new(BufReader::with_capacity(1 << 18, file)))
}

struct Source {
    reader: Box<dyn BufRead + Send>,
    next: u64,
    longest: usize,
    name: String,
}

impl Source {
    /// The next lines; none at the end.
    fn read(&mut self, most: usize) -> Option<Batch> {
        let mut batch = Batch { first: self.next, text: Vec::new(), ends: Vec::new(), fault: None };
        while batch.ends.len() < most {
            let start = batch.text.len();
            // Two more for the end of the line, one to see that it is too long.
            let mut limited = (&mut self.reader).take(self.longest as u64 + 3);
            match limited.read_until(b'\n', &mut batch.text) {
                Ok(0) => break,
                Ok(_) => {}
                Err(e) => {
                    batch.text.truncate(start);
                    batch.fault = Some(anyhow!(e).context(format!("cannot read {}", self.name)));
                    break;
                }
            }
            for end in [b'\n', b'\r'] {
                if batch.text.len() > start && batch.text.last() == Some(&end) {
                    batch.text.pop();
                }
            }
            if batch.text.len() - start > self.longest {
                batch.text.truncate(start);
                let number = self.next;
                batch.fault = Some(anyhow!("line {number}: longer than {} bytes", self.longest));
                break;
            }
            batch.ends.push(batch.text.len());
            self.next += 1;
        }
        let empty = batch.ends.is_empty() && batch.fault.is_none();
        if batch.fault.is_some() {
            // Nothing after a fault is read.
            self.reader = Box::new(io::empty());
        }
        (!empty).then_some(batch)
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
            self.spinner
                .get_or_init(terminal::spinner)
                .set_message(format!("{lines} lines, {rate:.0} per second"));
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
