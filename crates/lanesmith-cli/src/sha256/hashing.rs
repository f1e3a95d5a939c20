//! Files hashed in parallel, small ones together, and shown in their order.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use lanesmith::isa::Handle;
use lanesmith::sha256::hazmat::StreamKernel;
use lanesmith::sha256::{ManyHasher, Sha256};
use lanesmith_parallel::{Batch, Event, Worker, in_order};

use crate::failure::Outcome;
use crate::terminal::ByteCount;

/// Where the bytes come from.
pub enum Input {
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
pub struct Item<'a, T> {
    pub name: Cow<'a, OsStr>,
    pub input: Input,
    pub rest: T,
}

impl<T> Item<'_, T> {
    pub fn nothing(rest: T) -> Self {
        Item { name: Cow::Owned(OsString::new()), input: Input::None, rest }
    }
}

/// The name of a file, what goes with it, and its digest.
pub type Hashed<'a, T> = (Cow<'a, OsStr>, T, io::Result<[u8; 32]>);

/// How files are hashed.
pub struct Hashing {
    pub engine: Handle<StreamKernel>,
    /// What hashes small files together.
    pub many: Option<ManyHasher>,
    pub threads: usize,
    /// Nobody wants the rest.
    pub stop: AtomicBool,
    pub progress: ByteCount,
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
    pub fn run<'a, T: Send>(
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
    pub fn tell(&self, out: &mut dyn Write, message: std::fmt::Arguments<'_>) -> Outcome {
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
