//! `lanesmith pow`: nonces of proof of work.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Subcommand, ValueEnum};
use indicatif::{HumanCount, ProgressBar};
use lanesmith::curl::pow::{Found, Job, Progress, Search, Stopped, tip12};
use lanesmith::curl::{ManyHasher, Message, POW, PowEngine, Rounds, TRANSACTION, pow, trit};

use crate::failure::{Failure, Outcome};
use crate::lines::{self, BadLine, Done};
use crate::{Context, interrupt, terminal};

/// Proof of work by Curl-P: search nonces, check them
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
  lanesmith pow search --mwm 14 transactions.txt           each transaction with its nonce
  lanesmith pow search --mwm 9 --threads 1 --timeout 60 -
  lanesmith pow search --mwm 12 --order iri transactions.txt

A line is 2673 trytes; whatever nonce it has is replaced. A line that is no transaction, or for which the time is up,
ends the work: it is named by its number on standard error, and the exit status is 1.";

/// Search the nonce of each transaction: a line of 2673 trytes in, the same with its nonce out
#[derive(Debug, clap::Args)]
#[command(after_help = SEARCH_EXAMPLES)]
struct SearchArgs {
    /// The transactions; - for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Minimum weight magnitude: trailing zero trits of the hash (14 on the main network was usual, 9 on test networks)
    #[arg(long, value_name = "N", value_parser = weight)]
    mwm: usize,
    /// Order of the search; `iri` finds the nonces of IRI's PearlDiver with one worker
    #[arg(long, value_enum, default_value = "fast")]
    order: Order,
    #[command(flatten)]
    how: How,
}

const TIP12_EXAMPLES: &str = "\
Examples:
  echo 48656c6c6f2c20576f726c6421 | lanesmith pow tip12 --score 900
  lanesmith pow tip12 --score 4000 --threads 2 messages.txt";

/// Search the nonce of each message of TIP-12: a line of hex without nonce in, the same with its eight bytes out
#[derive(Debug, clap::Args)]
#[command(after_help = TIP12_EXAMPLES)]
struct Tip12Args {
    /// The messages in hexadecimal; - for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Score to reach: 3^zeros / length
    #[arg(long, value_name = "S", value_parser = score)]
    score: f64,
    #[command(flatten)]
    how: How,
}

/// Check the work of each transaction: a line of 2673 trytes in, its weight and `valid` or `invalid` out
#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// The transactions; - for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Minimum weight magnitude
    #[arg(long, value_name = "N", value_parser = weight)]
    mwm: usize,
    /// Threads; all cores by default
    #[arg(long)]
    threads: Option<usize>,
}

#[derive(Debug, clap::Args)]
struct How {
    /// Threads of each search; all cores by default
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Engine (see `lanesmith list curl.pow`)
    #[arg(long, value_name = "E")]
    engine: Option<String>,
    /// Seconds after which the search for one nonce is given up
    #[arg(long, value_name = "S", value_parser = timeout)]
    timeout: Option<Duration>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Order {
    /// What costs least
    Fast,
    /// As IRI
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
        Command::Check(args) => check(args, context),
    }
}

/// How nonces are searched, ready to use.
struct Searcher {
    engine: Option<PowEngine>,
    threads: usize,
    timeout: Option<Duration>,
}

impl How {
    fn resolve(&self) -> Outcome<Searcher> {
        let engine = self.engine.as_ref().map(|name| POW.by_name(name)).transpose()?;
        Ok(Searcher { engine, threads: lines::threads(self.threads)?, timeout: self.timeout })
    }
}

impl Searcher {
    fn run(&self, search: Search) -> Result<Found, String> {
        let mut search = search.with_threads(self.threads).map_err(|e| e.to_string())?;
        if let Some(engine) = self.engine {
            search = search.with_engine(engine);
        }
        let (job, started) = (Job::new(), Instant::now());
        let mut display = Display::default();
        let found = search.run_watched(&job, &mut || {
            let elapsed = started.elapsed();
            if self.timeout.is_some_and(|limit| elapsed >= limit) {
                job.cancel();
            }
            display.show(elapsed, || Progress {
                attempts: job.attempts(),
                seconds: elapsed.as_secs_f64(),
                weight: search.weight(),
            });
        });
        drop(display);
        found.map_err(|stopped| match (stopped, self.timeout) {
            (Stopped::Cancelled { .. }, Some(limit)) => {
                let attempts = HumanCount(job.attempts());
                format!("no nonce within {} s ({attempts} attempts)", limit.as_secs_f64())
            }
            (stopped, _) => stopped.to_string(),
        })
    }

    /// One line at a time, each with all threads.
    fn lines(
        &self,
        file: &std::path::Path,
        longest: usize,
        context: &mut Context<'_>,
        work: impl Fn(&[u8]) -> Result<Vec<u8>, String> + Sync,
    ) -> Outcome {
        interrupt::end_at_once();
        let job = lines::Job { input: file, batch: 1, threads: 1, longest };
        job.run(context.out, |lines| {
            let mut done = Done { text: Vec::new(), bad: None };
            for (index, line) in lines.iter().enumerate() {
                match work(line) {
                    Ok(text) => {
                        done.text.extend(text);
                        done.text.push(b'\n');
                    }
                    Err(reason) => {
                        done.bad = Some(BadLine { index, reason });
                        break;
                    }
                }
            }
            done
        })
    }
}

/// Progress for people who wait longer than a second.
#[derive(Default)]
struct Display {
    spinner: Option<ProgressBar>,
    next: Duration,
}

impl Display {
    fn show(&mut self, elapsed: Duration, progress: impl FnOnce() -> Progress) {
        let first = Duration::from_secs(1);
        if elapsed < self.next.max(first) {
            return;
        }
        self.next = elapsed + Duration::from_millis(200);
        let p = progress();
        self.spinner.get_or_insert_with(terminal::spinner).set_message(format!(
            "weight {}: {} attempts, {:.2} M/s, {:.0} s; in the mean {:.1} s, 99 of 100 within {:.1} s",
            p.weight,
            HumanCount(p.attempts),
            p.rate() / 1e6,
            p.seconds,
            p.mean_seconds(),
            p.p99_seconds(),
        ));
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
    }
}

fn search(args: &SearchArgs, context: &mut Context<'_>) -> Outcome {
    let searcher = args.how.resolve()?;
    let order = match args.order {
        Order::Fast => pow::Order::Fast,
        Order::Iri => pow::Order::Iri,
    };
    searcher.lines(&args.file, TRANSACTION, context, |line| {
        let search = Search::transaction(line, args.mwm).and_then(|s| s.with_order(order));
        let found = searcher.run(search.map_err(|e| e.to_string())?)?;
        let nonce = found.nonce();
        Ok([&line[..TRANSACTION - nonce.len()], &nonce].concat())
    })
}

/// Longest line of a message: that of the largest one that the network takes (32 KiB) and more.
const LONGEST: usize = 1 << 20;

fn messages(args: &Tip12Args, context: &mut Context<'_>) -> Outcome {
    let searcher = args.how.resolve()?;
    searcher.lines(&args.file, LONGEST, context, |line| {
        let mut message = hex::decode(line).map_err(|e| e.to_string())?;
        let found = searcher.run(tip12::search(&message, args.score).map_err(|e| e.to_string())?)?;
        message.extend(tip12::nonce(&found));
        Ok(hex::encode(message).into_bytes())
    })
}

fn check(args: &CheckArgs, context: &mut Context<'_>) -> Outcome {
    let hasher = ManyHasher::new(Rounds::P81);
    let job = lines::Job {
        input: &args.file,
        batch: hasher.lanes(),
        threads: lines::threads(args.threads)?,
        longest: TRANSACTION,
    };
    let (valid, invalid) = (std::sync::atomic::AtomicU64::new(0), std::sync::atomic::AtomicU64::new(0));
    let count = |counter: &std::sync::atomic::AtomicU64| {
        counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    job.run(context.out, |lines| {
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
        for hash in hasher.hash(&messages).unwrap_or_default() {
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
