//! Searches for nonces.

use std::time::{Duration, Instant};

use lanesmith::curl::pow::{self, Job, Stopped};

use lanesmith_face::{Fault, Outcome};

/// The most threads that a search takes.
const MOST_THREADS: u32 = 1024;

/// A search for the nonce of a transaction, and the means to end it.
pub struct Search {
    search: pow::Search,
    /// Watched and cancelled from any thread.
    pub job: Job,
}

/// How a search ended.
pub struct Ended {
    /// What was found, or why nothing was.
    pub found: Result<pow::Found, Stopped>,
    /// Nonces that this run tried.
    pub attempts: u64,
}

impl Search {
    /// A search in batches `start..end` of the order; an end of 0 is that of the order.
    pub fn new(transaction: &[u8], weight: u32, threads: u32, start: u64, end: u64) -> Outcome<Self> {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            1..=MOST_THREADS => threads as usize,
            _ => {
                return Err(Fault::range("threads", threads, format_args!("from 0 (all) to {MOST_THREADS}")));
            }
        };
        let search = pow::Search::transaction(transaction, weight as usize)?.with_threads(threads)?;
        let end = if end == 0 { u64::MAX } else { end };
        Ok(Search { search: search.within(start..end)?, job: Job::new() })
    }

    /// Runs it; `progress` is called about every `interval` with attempts and seconds, and ends the search by `false`.
    pub fn run(&self, interval: Duration, progress: &mut dyn FnMut(u64, f64) -> bool) -> Ended {
        let before = self.job.attempts();
        let mut told = Instant::now();
        let found = self.search.run_watched(&self.job, &mut |now| {
            if told.elapsed() >= interval && !self.job.is_cancelled() {
                told = Instant::now();
                if !progress(now.attempts - before, now.seconds) {
                    self.job.cancel();
                }
            }
        });
        Ended { found, attempts: self.job.attempts() - before }
    }
}
