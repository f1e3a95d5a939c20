//! `lanesmith passwd`: stored passwords and keys from passwords.

mod calibrate;
pub mod case;
mod costs;
mod hash;
mod inspect;
mod kdf;
mod prompt;
pub mod secrets;
mod units;
mod verify;

use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Subcommand;
use indicatif::ProgressBar;
use lanesmith::parallel::Workers;
use lanesmith::pwhash::mem::Arena;

use crate::failure::{Failure, Outcome};
use crate::{Context, interrupt, lines, terminal};

const AFTER_HELP: &str = "\
Examples:
  lanesmith passwd hash
      # asks for a password, prints a string to store
  lanesmith passwd hash --scheme yescrypt < passwords.txt
      # one string for each line
  lanesmith passwd verify --file stored.txt && echo welcome
  NEW=$(lanesmith passwd verify --rehash --file stored.txt < password.txt)
  lanesmith passwd calibrate --time 250ms --memory 64MiB
  lanesmith passwd inspect \"$STRING\"
  lanesmith passwd needs-rehash --file stored.txt --memory 64MiB

Passwords are typed without echo or are lines of standard input, never
arguments, which every program on the machine can read. The end of a line (\\n
or \\r\\n) does not belong to the password; all other bytes do, text or not, and
so does a \\r that no \\n follows.
Memory that held one is wiped before it is used for anything else.

Exit status:
  0  done; verify: the password is right; needs-rehash: yes
  1  verify: the password is wrong; needs-rehash: no; kdf: a line that cannot
     be read, or another result
  2  no answer: a string, parameter or option that cannot be used, memory that
     cannot be had; verify and needs-rehash: a file that cannot be read, output
     that cannot be written
  130  interrupted by Ctrl-C: the hash under way stops, and its memory is wiped";

/// Store and verify passwords, derive keys from them: Argon2, yescrypt, scrypt, Lyra2, TwoCats
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Hash(hash::Args),
    Verify(verify::Args),
    NeedsRehash(verify::RehashArgs),
    Inspect(inspect::Args),
    Calibrate(calibrate::Args),
    Kdf(kdf::Args),
}

/// Runs the command.
///
/// # Errors
/// As the exit statuses in the help say.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    interrupt::catch();
    match &args.command {
        Command::Hash(args) => hash::run(args, context),
        Command::Verify(args) => verify::run(args, context).map_err(answered),
        Command::NeedsRehash(args) => verify::needs_rehash(args, context).map_err(answered),
        Command::Inspect(args) => inspect::run(args, context),
        Command::Calibrate(args) => calibrate::run(args, context),
        Command::Kdf(args) => kdf::run(args, context),
    }
}

/// A failure of a command whose status is an answer: what the system refused must not pass for "no".
fn answered(failure: Failure) -> Failure {
    match failure.of_answers() {
        Failure::Input(error) => Failure::Usage(error),
        failure => failure,
    }
}

/// A salt for a new string.
fn new_salt() -> Outcome<[u8; 16]> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|e| anyhow!("no random bytes for a salt: {e}"))?;
    Ok(salt)
}

/// Who computes a hash.
#[derive(Debug, clap::Args)]
struct Threads {
    /// Threads that compute a hash, no more than it has parts (lanes of argon2, p of twocats); all cores by default
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl Threads {
    fn workers(&self) -> Outcome<Workers<'static>> {
        lines::threads(self.threads).map(Workers::threads)
    }
}

/// Work on one password after the other, shown to people who wait longer than two seconds.
struct Work {
    started: Instant,
    done: u64,
    spinner: Option<ProgressBar>,
}

impl Work {
    fn new() -> Self {
        Work { started: Instant::now(), done: 0, spinner: None }
    }

    /// Memory for hashes, which Ctrl-C stops half-way.
    fn arena(workers: Workers<'static>) -> Arena<'static> {
        let mut arena = Arena::new();
        arena.interrupt_when(interrupt::asked);
        arena.compute_on(workers);
        arena
    }

    /// One password. Ctrl-C ends the command.
    fn one<R>(&mut self, work: impl FnOnce() -> R) -> Outcome<R> {
        let elapsed = self.started.elapsed();
        if elapsed > Duration::from_secs(2) && self.done > 0 {
            let rate = self.done as f64 / elapsed.as_secs_f64();
            let message = format!("{} passwords, {rate:.1} per second", self.done);
            self.spinner.get_or_insert_with(terminal::spinner).set_message(message);
        }
        let result = match &self.spinner {
            Some(_) => work(),
            None => terminal::with_spinner("hashing".into(), work),
        };
        self.done += 1;
        if interrupt::asked() { Err(Failure::Interrupted) } else { Ok(result) }
    }

    /// Takes the progress off the terminal while `write` writes.
    fn pause<R>(&self, write: impl FnOnce() -> R) -> R {
        match &self.spinner {
            Some(spinner) => spinner.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
    }
}
