//! Secrets from standard input and the terminal, in memory that is wiped.

use std::io::{self, IsTerminal, Write as _};

use anyhow::Context as _;
use zeroize::{Zeroize, Zeroizing};

use super::prompt::Hidden;
use crate::failure::{Failure, Outcome};
use crate::interrupt;

/// The first line of bytes, without its end (`\n` or `\r\n`). A lone `\r` at the end belongs to it.
pub fn first_line(bytes: &[u8]) -> &[u8] {
    match bytes.iter().position(|&byte| byte == b'\n') {
        Some(end) => bytes[..end].strip_suffix(b"\r").unwrap_or(&bytes[..end]),
        None => bytes,
    }
}

/// Longest line, in bytes.
const LONGEST: usize = 1 << 20;

/// Lines of standard input, one at a time in a buffer that never moves; what was read is wiped.
pub struct Lines {
    buffer: Zeroizing<Vec<u8>>,
    /// How much of the buffer holds input.
    filled: usize,
    /// How much of it was handed out.
    taken: usize,
    number: u64,
    ended: bool,
    /// The question that the next line answers.
    hidden: Option<Hidden>,
}

impl Default for Lines {
    fn default() -> Self {
        Self::new()
    }
}

impl Lines {
    /// From standard input.
    pub fn new() -> Self {
        let buffer = Zeroizing::new(vec![0; LONGEST + 2]);
        Lines { buffer, filled: 0, taken: 0, number: 0, ended: false, hidden: None }
    }

    /// The number of the last line, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line without its end (`\n` or `\r\n`; a lone `\r` belongs to the line); none at the end of the input.
    ///
    /// # Errors
    /// Input that cannot be read, a line longer than 1 MiB; Ctrl-C.
    pub fn read(&mut self) -> Outcome<Option<&[u8]>> {
        // What was handed out goes, what follows it moves to the front.
        self.buffer.copy_within(self.taken..self.filled, 0);
        let rest = self.filled - self.taken;
        self.buffer[rest..self.filled].zeroize();
        (self.taken, self.filled) = (0, rest);
        let mut seen = 0;
        let end = loop {
            if let Some(at) = self.buffer[seen..self.filled].iter().position(|&c| c == b'\n') {
                break seen + at;
            }
            seen = self.filled;
            if self.filled == self.buffer.len() {
                let line = self.number + 1;
                return Err(Failure::usage(format!("line {line}: longer than {LONGEST} bytes")));
            }
            let count = match self.ended {
                true => 0,
                false => system::read(&mut self.buffer[seen..], self.hidden.as_mut())?,
            };
            self.filled += count;
            if count == 0 {
                self.ended = true;
                if seen == 0 {
                    return Ok(None);
                }
                break seen;
            }
        };
        self.number += 1;
        self.taken = (end + 1).min(self.filled);
        Ok(Some(first_line(&self.buffer[..self.taken])))
    }

    /// Whether something follows the last line that is there by now: what a program writes later is not waited for.
    ///
    /// # Errors
    /// Input that cannot be read.
    pub fn more(&mut self) -> Outcome<bool> {
        while !self.ended && self.taken == self.filled && system::ready()? {
            // There is room: a line that was read leaves it.
            (self.taken, self.filled) = (0, 0);
            self.filled = system::read(&mut self.buffer, None)?;
            self.ended = self.filled == 0;
        }
        Ok(self.taken < self.filled)
    }
}

/// Whether a person types.
pub fn interactive() -> bool {
    io::stdin().is_terminal()
}

/// One password: asked for without echo where a person types, else the one line that there is.
///
/// # Errors
/// Input that cannot be read, is empty or has more than a line; Ctrl-C.
pub fn password(question: &str) -> Outcome<Zeroizing<Vec<u8>>> {
    if interactive() {
        return ask(question);
    }
    let mut lines = Lines::new();
    let Some(line) = lines.read()? else {
        return Err(Failure::usage("no password: standard input is empty"));
    };
    let line = Zeroizing::new(line.to_vec());
    match lines.more()? {
        false => Ok(line),
        true => Err(Failure::usage("one password is needed, and standard input has more than one line")),
    }
}

/// Asks for a password without echo.
///
/// # Errors
/// Ctrl-C, which gives the echo back; no terminal; nothing typed before its end.
pub fn ask(question: &str) -> Outcome<Zeroizing<Vec<u8>>> {
    interrupt::catch();
    let hidden = Hidden::new(question).context("cannot hide what is typed")?;
    let mut lines = Lines { hidden: Some(hidden), ..Lines::new() };
    let line = lines.read().map(|line| line.map(|line| Zeroizing::new(line.to_vec())));
    drop(lines);
    let _ = writeln!(io::stderr());
    line?.ok_or_else(|| Failure::usage("no password was typed"))
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::os::fd::AsFd;

    use anyhow::Context as _;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::{Errno, read as read_fd};

    use super::{Failure, Hidden, Outcome, interrupt};

    /// Whether input, or its end, is there without waiting.
    pub fn ready() -> Outcome<bool> {
        let stdin = io::stdin();
        let mut ready = [PollFd::new(&stdin, PollFlags::IN)];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        Ok(poll(&mut ready, Some(&now)).is_ok_and(|count| count > 0))
    }

    /// Reads past the buffer of the standard library, which nobody wipes; Ctrl-C ends the wait.
    pub fn read(place: &mut [u8], mut hidden: Option<&mut Hidden>) -> Outcome<usize> {
        let stdin = io::stdin();
        let patience = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
        loop {
            if interrupt::asked() {
                return Err(Failure::Interrupted);
            }
            if let Some(hidden) = &mut hidden {
                hidden.look().context("cannot hide what is typed")?;
            }
            let mut ready = [PollFd::new(&stdin, PollFlags::IN)];
            let result = match poll(&mut ready, Some(&patience)) {
                Ok(0) | Err(Errno::INTR) => continue,
                Ok(_) => read_fd(stdin.as_fd(), &mut *place),
                Err(error) => Err(error),
            };
            match result {
                Err(Errno::INTR | Errno::AGAIN) => {}
                Ok(count) => return Ok(count),
                Err(error) => {
                    let error = anyhow::Error::new(io::Error::from(error));
                    return Err(Failure::Input(error.context("cannot read standard input")));
                }
            }
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::io::{self, Read};

    use super::{Hidden, Outcome, interrupt};

    /// Cannot be asked without waiting.
    pub fn ready() -> Outcome<bool> {
        Ok(false)
    }

    pub fn read(place: &mut [u8], _: Option<&mut Hidden>) -> Outcome<usize> {
        let read = interrupt::idle(|| io::stdin().read(place));
        read.map_err(|error| anyhow::Error::new(error).context("cannot read standard input").into())
    }
}
