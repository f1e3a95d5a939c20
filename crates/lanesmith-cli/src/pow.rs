//! `lanesmith pow`: nonces of proof of work.

mod progress;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::{Subcommand, ValueEnum};
use indicatif::HumanCount;
use lanesmith::curl::hazmat::PowEngine;
use lanesmith::curl::pow::{Found, Job, Search, Stopped, tip12};
use lanesmith::curl::{ManyHasher, Message, POW, Rounds, TRANSACTION, pow, trit};
use serde::Serialize;

use crate::failure::{Failure, Outcome};
use crate::lines::{self, AllowEmpty, BadLine, Done};
use crate::{Context, interrupt};
use progress::Display;

/// Proof of work by Curl-P: find nonces, check them
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Search(SearchArgs),
    Tip12(Tip12Args),
    Check(CheckArgs),
}

const SEARCH_EXAMPLES: &str = "\
Examples:
  # each transaction with its nonce
  lanesmith pow search --mwm 14 transactions.txt
  lanesmith pow search --mwm 9 --threads 1 --timeout 60 - < transactions.txt
  lanesmith pow search --mwm 12 --order iri transactions.txt
  # resume a search that was stopped
  lanesmith pow search --mwm 14 --start 8640 rest.txt

A line is 2673 trytes; the nonce that it has is replaced. A malformed line, or
a search that runs out of time, ends the work: an error on standard error names
the line by its number, and the exit status is 1. An input without lines is an
error too, unless --allow-empty is given. A search that is stopped by the time
limit or by Ctrl-C says how far it got: --start with that number resumes it
there, and it finds the same nonce.";

/// Find a nonce for each transaction: a line of 2673 trytes in, the same with its nonce out
#[derive(Debug, clap::Args)]
#[command(after_long_help = SEARCH_EXAMPLES)]
struct SearchArgs {
    /// The transactions; - for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Minimum weight magnitude: trailing zero trits of the hash (usually 14 on the main network, 9 on test networks)
    #[arg(long, value_name = "N", value_parser = weight)]
    mwm: usize,
    /// Order of the search
    #[arg(long, value_enum, default_value = "fast")]
    order: Order,
    #[command(flatten)]
    how: How,
}

const TIP12_EXAMPLES: &str = "\
Examples:
  echo 48656c6c6f2c20576f726c6421 | lanesmith pow tip12 --score 900
  lanesmith pow tip12 --score 4000 --threads 2 messages.txt
  lanesmith pow tip12 --score 4000 --timeout 60 --json messages.txt

A malformed line, or a search that runs out of time, ends the work: an error on
standard error names the line by its number, and the exit status is 1. A search
that is stopped says how far it got: --start with that number resumes it there.";

/// Find a nonce for each TIP-12 message: a line of hexadecimal without nonce in, the same with its nonce out
#[derive(Debug, clap::Args)]
#[command(after_long_help = TIP12_EXAMPLES)]
struct Tip12Args {
    /// The messages in hexadecimal; - for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Score to reach: 3^(trailing zero trits of the hash) / (bytes of the message with its nonce)
    #[arg(long, value_name = "S", value_parser = score)]
    score: f64,
    #[command(flatten)]
    how: How,
}

/// Check the work of each transaction: a line of 2673 trytes in, its weight and 'valid' or 'invalid' out
#[derive(Debug, clap::Args)]
#[command(
    after_long_help = "Examples:\n  lanesmith pow check --mwm 14 transactions.txt\n  zcat dump.gz | lanesmith pow check --mwm 9 --threads 2\n\nThe exit status is 0 if all are valid, 1 if one is not or is no transaction."
)]
struct CheckArgs {
    /// The transactions; - for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Minimum weight magnitude: trailing zero trits that a valid hash has at least
    #[arg(long, value_name = "N", value_parser = weight)]
    mwm: usize,
    /// Threads; all cores by default
    #[arg(long)]
    threads: Option<usize>,
    #[command(flatten)]
    empty: AllowEmpty,
}

#[derive(Debug, clap::Args)]
struct How {
    /// Threads of each search; all cores by default
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Engine (see `lanesmith list curl.pow`)
    #[arg(long, value_name = "E")]
    engine: Option<String>,
    /// Give up the search for a nonce after this many seconds
    #[arg(long, value_name = "S", value_parser = timeout)]
    timeout: Option<Duration>,
    /// Where the search for the first line begins, in batches of 64 attempts: the number that a stopped search printed
    #[arg(long, value_name = "OFFSET", default_value_t = 0)]
    start: u64,
    /// Print one JSON object per line, also for a search that was stopped
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    empty: AllowEmpty,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Order {
    /// The fastest
    Fast,
    /// That of IRI's PearlDiver with one worker: finds the same nonces
    Iri,
}

fn weight(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if (1..=pow::MAX_WEIGHT).contains(&n) => Ok(n),
        Ok(_) => Err(format!("not between 1 and {}", pow::MAX_WEIGHT)),
        Err(e) => Err(format!("{e}")),
    }
}

fn score(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(score) if score > 0.0 && score.is_finite() => Ok(score),
        Ok(_) => Err("not a positive number".into()),
        Err(e) => Err(format!("{e}")),
    }
}

fn timeout(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|e| format!("{e}"))?;
    if seconds > 0.0 && seconds <= 1e9 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("not between 0 and 1000000000 seconds".into())
    }
}

/// Runs the command.
///
/// # Errors
/// A line that is no message, an engine that cannot be had, work that is not valid, time that is up, input or output
/// that fails, Ctrl-C.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    match &args.command {
        Command::Search(args) => search(args, context),
        Command::Tip12(args) => messages(args, context),
        Command::Check(args) => check(args, context).map_err(Failure::of_answers),
    }
}

/// How nonces are searched, ready to use.
struct Searcher {
    engine: Option<PowEngine>,
    threads: usize,
    timeout: Option<Duration>,
    start: u64,
    json: bool,
    empty: AllowEmpty,
}

impl How {
    fn resolve(&self) -> Outcome<Searcher> {
        let engine = self.engine.as_ref().map(|name| POW.by_name(name)).transpose()?;
        let threads = lines::threads(self.threads)?;
        let (timeout, start, json, empty) = (self.timeout, self.start, self.json, self.empty);
        Ok(Searcher { engine, threads, timeout, start, json, empty })
    }
}

/// What a search took.
#[derive(Clone, Copy, Debug, Serialize)]
struct Spent {
    attempts: u64,
    seconds: f64,
}

/// A search that was stopped: where to go on.
#[derive(Debug, Serialize)]
struct Pause {
    line: u64,
    /// `timeout` or `interrupt`.
    stopped: &'static str,
    next: u64,
    #[serde(flatten)]
    spent: Spent,
}

impl std::fmt::Display for Pause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (attempts, seconds) = (HumanCount(self.spent.attempts), self.spent.seconds);
        write!(f, "no nonce within {seconds:.1} s ({attempts} attempts); to go on: --start {}", self.next)
    }
}

/// A nonce that was found, for `--json`.
#[derive(Serialize)]
struct Report<T> {
    line: u64,
    #[serde(flatten)]
    result: T,
    weight: usize,
    batch: u64,
    #[serde(flatten)]
    spent: Spent,
}

/// How a search ended without a nonce.
enum End {
    Paused(Pause),
    Refused(String),
}

impl From<pow::PowError> for End {
    fn from(error: pow::PowError) -> Self {
        End::Refused(error.to_string())
    }
}

impl Searcher {
    fn run(&self, line: u64, search: Search) -> Result<(Found, Spent), End> {
        let mut search = search.with_threads(self.threads)?;
        if let Some(engine) = self.engine {
            search = search.with_engine(engine);
        }
        if line == 1 {
            search = search.within(self.start..u64::MAX)?;
        }
        let (job, started) = (Job::new(), Instant::now());
        let mut display = Display::default();
        let found = search.run_watched(&job, &mut |progress| {
            let elapsed = started.elapsed();
            if interrupt::asked() || self.timeout.is_some_and(|limit| elapsed >= limit) {
                job.cancel();
            }
            display.show(elapsed, || progress);
        });
        drop(display);
        let spent = Spent { attempts: job.attempts(), seconds: started.elapsed().as_secs_f64() };
        match found {
            Ok(found) => Ok((found, spent)),
            Err(Stopped::Cancelled { next }) => {
                let stopped = if interrupt::asked() { "interrupt" } else { "timeout" };
                Err(End::Paused(Pause { line, stopped, next, spent }))
            }
            Err(stopped) => Err(End::Refused(stopped.to_string())),
        }
    }

    /// One line at a time, each with all threads: `search` makes the search of a line, `found` what is printed of its
    /// nonce, as text and as JSON.
    fn lines<T: Serialize>(
        &self,
        file: &Path,
        longest: usize,
        context: &mut Context<'_>,
        search: impl Fn(&[u8]) -> Result<Search, String> + Sync,
        found: impl Fn(&[u8], &Found) -> (String, T) + Sync,
    ) -> Outcome {
        let job = lines::Job { input: file, batch: 1, threads: 1, longest };
        let number = AtomicU64::new(0);
        lines::run(&job, self.empty.into(), context.out, |_, lines| {
            let mut done = Done { text: Vec::new(), bad: None };
            for (index, line) in lines.iter().enumerate() {
                let number = number.fetch_add(1, Relaxed) + 1;
                match search(line).map_err(End::Refused).and_then(|search| self.run(number, search)) {
                    Ok((nonce, spent)) => {
                        let (text, result) = found(line, &nonce);
                        let (weight, batch) = (nonce.weight, nonce.batch);
                        done.text.extend(
                            if self.json {
                                json(&Report { line: number, result, weight, batch, spent })
                            } else {
                                text
                            }
                            .bytes(),
                        );
                        done.text.push(b'\n');
                    }
                    Err(End::Paused(pause)) => {
                        if self.json {
                            done.text.extend(json(&pause).bytes());
                            done.text.push(b'\n');
                        }
                        if interrupt::asked() {
                            // The command ends with the status of Ctrl-C, which says nothing by itself.
                            let _ = writeln!(io::stderr(), "lanesmith: line {number}: {pause}");
                        } else {
                            done.bad = Some(BadLine { index, reason: pause.to_string() });
                        }
                        break;
                    }
                    Err(End::Refused(reason)) => {
                        done.bad = Some(BadLine { index, reason });
                        break;
                    }
                }
            }
            done
        })
    }
}

fn json(value: &impl Serialize) -> String {
    // Plain records of numbers and strings: nothing that serialising could refuse.
    serde_json::to_string(value).unwrap_or_default()
}

fn search(args: &SearchArgs, context: &mut Context<'_>) -> Outcome {
    let searcher = args.how.resolve()?;
    let order = match args.order {
        Order::Fast => pow::Order::Fast,
        Order::Iri => pow::Order::Iri,
    };
    #[derive(Serialize)]
    struct Transaction {
        trytes: String,
        nonce: String,
    }
    let search = |line: &[u8]| {
        Search::transaction(line, args.mwm).and_then(|s| s.with_order(order)).map_err(|e| e.to_string())
    };
    searcher.lines(&args.file, LONGEST_TRANSACTION, context, search, |line, found| {
        // The search has seen that they are trytes.
        let text = |trytes: &[u8]| String::from_utf8_lossy(trytes).into_owned();
        let nonce = text(&found.nonce());
        let trytes = text(&line[..TRANSACTION - nonce.len()]) + &nonce;
        (trytes.clone(), Transaction { trytes, nonce })
    })
}

/// Longest line of a transaction: what spreadsheets make of one in UTF-16, so that it is named for what it is.
const LONGEST_TRANSACTION: usize = 2 * TRANSACTION + 8;

/// Longest line of a message: that of the largest one that the network takes (32 KiB) and more.
const LONGEST: usize = 1 << 20;

fn messages(args: &Tip12Args, context: &mut Context<'_>) -> Outcome {
    let searcher = args.how.resolve()?;
    #[derive(Serialize)]
    struct Message {
        message: String,
        nonce: String,
    }
    let search = |line: &[u8]| {
        let message = hex::decode(line).map_err(|e| e.to_string())?;
        tip12::search(&message, args.score).map_err(|e| e.to_string())
    };
    searcher.lines(&args.file, LONGEST, context, search, |line, found| {
        let nonce = hex::encode(tip12::nonce(found));
        let message = String::from_utf8_lossy(line).to_lowercase() + &nonce;
        (message.clone(), Message { message, nonce })
    })
}

fn check(args: &CheckArgs, context: &mut Context<'_>) -> Outcome {
    let hasher = ManyHasher::new(Rounds::P81);
    let job = lines::Job {
        input: &args.file,
        batch: hasher.lanes(),
        threads: lines::threads(args.threads)?,
        longest: LONGEST_TRANSACTION,
    };
    let (valid, invalid) = (std::sync::atomic::AtomicU64::new(0), std::sync::atomic::AtomicU64::new(0));
    let count = |counter: &std::sync::atomic::AtomicU64| {
        counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    lines::run(&job, args.empty.into(), context.out, |_, lines| {
        let mut done = Done { text: Vec::new(), bad: None };
        let reason = |line: &[u8]| match trit::check_trytes(line) {
            Err(e) => Some(e.to_string()),
            Ok(()) if line.len() != TRANSACTION => {
                Some(format!("{} trytes, expected {TRANSACTION} of a transaction", line.len()))
            }
            Ok(()) => None,
        };
        done.bad =
            lines.iter().enumerate().find_map(|(index, line)| Some(BadLine { index, reason: reason(line)? }));
        let good = &lines[..done.bad.as_ref().map_or(lines.len(), |bad| bad.index)];
        let messages: Vec<_> = good.iter().map(|line| Message::Trytes(line)).collect();
        for hash in hasher.hash_to_vec(&messages).unwrap_or_default() {
            let weight = trit::trailing_zeros(&trit::trytes_to_trits(&hash).unwrap_or_default());
            let verdict = if weight >= args.mwm { "valid" } else { "invalid" };
            count(if weight >= args.mwm { &valid } else { &invalid });
            done.text.extend(format!("{weight} {verdict}\n").into_bytes());
        }
        done
    })?;
    match invalid.into_inner() {
        0 => Ok(()),
        invalid => {
            let all = invalid + valid.into_inner();
            Err(Failure::input(format!("{invalid} of {all} transactions have less weight than {}", args.mwm)))
        }
    }
}
