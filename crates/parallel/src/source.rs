//! Where lines come from: files, pipes and terminals, read without waiting longer than whoever asks can bear.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::{interrupt, threads};
use anyhow::{Context as _, anyhow};

/// What becomes of an input without a line, and of an empty line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Empty {
    /// Both are faults: they are accidents more often than not.
    Refused,
    /// There is nothing to do, and an empty record.
    Taken,
}

/// What an input is called.
pub fn name(input: &Path) -> String {
    if input == Path::new("-") { "standard input".into() } else { input.display().to_string() }
}

/// How long a line that has been read waits for others to be worked on with it.
const PATIENCE: Duration = Duration::from_millis(40);

/// How often somebody who waits looks whether that still makes sense.
const TICK: Duration = Duration::from_millis(20);

/// Bytes of lines of which a batch takes no more: as many transactions as the widest engine has lanes take a tenth of it.
pub const LARGE: usize = 16 << 20;

/// Bytes read at a time.
const CHUNK: usize = 1 << 18;

/// Lines of a batch without their ends, and the number of the first, from 1.
pub struct Batch {
    pub first: u64,
    pub text: Vec<u8>,
    pub ends: Vec<usize>,
    /// Why no more lines follow those of the batch.
    pub fault: Option<anyhow::Error>,
}

impl Batch {
    pub fn lines(&self) -> Vec<&[u8]> {
        let mut start = 0;
        let line = |end: &usize| {
            let line = &self.text[start..*end];
            start = *end;
            line
        };
        self.ends.iter().map(line).collect()
    }
}

/// Bytes as they come.
enum Input {
    /// A thread reads them, so that nobody waits for what may never come.
    Awaited(Receiver<io::Result<Vec<u8>>>),
    /// They are there, as those of a regular file are, or there is no thread to read them.
    Direct {
        reader: Box<dyn Read + Send>,
        regular: bool,
    },
    Ended,
}

/// What came of waiting for bytes.
enum Come {
    Bytes(Vec<u8>),
    End,
    Fault(io::Error),
    /// Nothing in time.
    Late,
    /// Nobody wants more.
    Stopped,
}

impl Input {
    fn open(path: &Path) -> anyhow::Result<Input> {
        let (mut reader, regular): (Box<dyn Read + Send>, bool) = if path == Path::new("-") {
            (Box::new(io::stdin()), false)
        } else {
            let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            let regular = file.metadata().is_ok_and(|data| data.is_file());
            (Box::new(file), regular)
        };
        if regular {
            return Ok(Input::Direct { reader, regular });
        }
        // The reader goes to the thread only when there is one.
        let (hand_over, taken) = mpsc::channel::<Box<dyn Read + Send>>();
        let (sender, chunks) = mpsc::sync_channel(2);
        let read = move || {
            let Ok(mut reader) = taken.recv() else { return };
            let mut buffer = vec![0; CHUNK];
            loop {
                let chunk = match read_some(&mut reader, &mut buffer) {
                    Ok(0) => return,
                    Ok(count) => Ok(buffer[..count].to_vec()),
                    Err(error) => Err(error),
                };
                let last = chunk.is_err();
                // Whoever wanted it may be gone.
                if sender.send(chunk).is_err() || last {
                    return;
                }
            }
        };
        if threads::detach(read).is_ok() {
            match hand_over.send(reader) {
                Ok(()) => return Ok(Input::Awaited(chunks)),
                Err(mpsc::SendError(back)) => reader = back,
            }
        }
        Ok(Input::Direct { reader, regular })
    }

    /// More bytes, if they come in time; `stop` is asked now and then.
    fn next(&mut self, until: Option<Instant>, stop: &dyn Fn() -> bool) -> Come {
        match self {
            Input::Awaited(chunks) => loop {
                let left = until.map_or(TICK, |until| until.saturating_duration_since(Instant::now()));
                match chunks.recv_timeout(left.min(TICK)) {
                    Ok(Ok(chunk)) => return Come::Bytes(chunk),
                    Ok(Err(error)) => return Come::Fault(error),
                    Err(RecvTimeoutError::Disconnected) => return Come::End,
                    Err(RecvTimeoutError::Timeout) if stop() => return Come::Stopped,
                    Err(RecvTimeoutError::Timeout) if left <= TICK && until.is_some() => return Come::Late,
                    Err(RecvTimeoutError::Timeout) => {}
                }
            },
            // How long it takes cannot be known: what is there goes first.
            Input::Direct { regular: false, .. } if until.is_some() => Come::Late,
            Input::Direct { reader, regular } => {
                let mut buffer = vec![0; CHUNK];
                let count = match regular {
                    true => read_some(reader, &mut buffer),
                    false => interrupt::idle(|| read_some(reader, &mut buffer)),
                };
                match count {
                    Ok(0) => Come::End,
                    Ok(count) => {
                        buffer.truncate(count);
                        Come::Bytes(buffer)
                    }
                    Err(error) => Come::Fault(error),
                }
            }
            Input::Ended => Come::End,
        }
    }
}

fn read_some(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// The lines of an input, batch by batch.
pub struct Source {
    input: Input,
    /// Bytes that have been read, and how many of them are in batches.
    chunk: Vec<u8>,
    used: usize,
    /// The beginning of a line whose end has not been read.
    begun: Vec<u8>,
    /// Number of the next line.
    next: u64,
    longest: usize,
    empty: Empty,
    name: String,
}

impl Source {
    pub fn open(path: &Path, longest: usize, empty: Empty) -> anyhow::Result<Source> {
        let name = name(path);
        let input = Input::open(path)?;
        Ok(Source { input, chunk: Vec::new(), used: 0, begun: Vec::new(), next: 1, longest, empty, name })
    }

    /// Whether waiting for input can be ended.
    pub fn is_patient(&self) -> bool {
        !matches!(self.input, Input::Direct { regular: false, .. })
    }

    /// The next lines, at least one and at most so many; none at the end, and when `stop` says so.
    pub fn read(&mut self, most: usize, stop: &dyn Fn() -> bool) -> Option<Batch> {
        let mut batch = Batch { first: self.next, text: Vec::new(), ends: Vec::new(), fault: None };
        let mut until = None;
        while batch.ends.len() < most && batch.text.len() < LARGE && batch.fault.is_none() {
            if self.line_of_chunk() {
                self.finish_line(&mut batch);
            } else if self.begun.len() > self.longest + 2 {
                // Its end need not be looked for.
                self.finish_line(&mut batch);
            } else {
                match self.input.next(until, stop) {
                    Come::Bytes(chunk) => (self.chunk, self.used) = (chunk, 0),
                    Come::Late => break,
                    Come::Stopped => return None,
                    Come::Fault(error) => {
                        batch.fault = Some(anyhow!(error).context(format!("cannot read {}", self.name)));
                    }
                    Come::End => {
                        self.input = Input::Ended;
                        if !self.begun.is_empty() {
                            self.finish_line(&mut batch);
                        } else if self.next == 1 && self.empty == Empty::Refused {
                            batch.fault = Some(anyhow!("no lines in {}", self.name));
                        }
                        break;
                    }
                }
            }
            if until.is_none() && !batch.ends.is_empty() {
                until = Some(Instant::now() + PATIENCE);
            }
        }
        if batch.fault.is_some() {
            // Nothing after a fault is read, nor missed.
            (self.input, self.empty) = (Input::Ended, Empty::Taken);
            (self.used, self.begun) = (self.chunk.len(), Vec::new());
        }
        (!batch.ends.is_empty() || batch.fault.is_some()).then_some(batch)
    }

    /// Takes from the chunk what belongs to the line; whether that is all of it.
    fn line_of_chunk(&mut self) -> bool {
        // Two more than the longest for the end of the line, one to see that it is too long.
        let most = (self.longest + 3).saturating_sub(self.begun.len()) as u64;
        let taken = (&self.chunk[self.used..]).take(most).read_until(b'\n', &mut self.begun);
        // Reading from memory does not fail.
        self.used += taken.unwrap_or_default();
        self.begun.last() == Some(&b'\n')
    }

    fn finish_line(&mut self, batch: &mut Batch) {
        for end in [b'\n', b'\r'] {
            if self.begun.last() == Some(&end) {
                self.begun.pop();
            }
        }
        let number = self.next;
        if self.begun.len() > self.longest {
            batch.fault = Some(anyhow!("line {number}: longer than {} bytes", self.longest));
        } else if self.begun.is_empty() && self.empty == Empty::Refused {
            batch.fault = Some(anyhow!("line {number}: empty"));
        } else {
            batch.text.append(&mut self.begun);
            batch.ends.push(batch.text.len());
            self.next += 1;
        }
    }
}
