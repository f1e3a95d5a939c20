//! Searches for nonces: those that have threads of their own, and those that run in parts on the thread that calls.

use std::sync::Arc;

use lanesmith::curl::pow::{Found, Job, Search, Stopped, tip12};
use napi::bindgen_prelude::{Object, Uint8Array, Uint8ArraySlice};
use napi::{Env, JsDeferred};
use napi_derive::napi;

use crate::bytes::{EXACT, size, whole};
use crate::fault::{Fault, Result, Status, caught, run};

/// The most threads that a search takes.
const MOST_THREADS: u64 = 1024;

/// A search and what is known of it.
struct Open {
    search: Search,
    job: Job,
    tip12: bool,
}

/// A nonce, or how else a search ended.
#[napi(object)]
#[derive(Default)]
pub struct End {
    /// `found`, `cancelled`, `exhausted` or `failed`.
    pub end: String,
    /// The nonce.
    pub nonce: Option<Uint8Array>,
    /// Trailing zero trits of the hash.
    pub weight: Option<u32>,
    /// Where it was.
    pub batch: Option<f64>,
    /// Where in the batch.
    pub lane: Option<u32>,
    /// Everything before this batch has been tried.
    pub next: Option<f64>,
    /// What went wrong, for programs.
    pub code: Option<String>,
    /// And for people.
    pub message: Option<String>,
}

impl End {
    fn of(outcome: core::result::Result<Found, Stopped>, tip12: bool) -> Self {
        let end = |end: &str| End { end: end.into(), ..End::default() };
        match outcome {
            Ok(found) => End {
                nonce: Some(Uint8Array::from(match tip12 {
                    true => tip12::nonce(&found).to_vec(),
                    false => found.nonce().to_vec(),
                })),
                weight: Some(found.weight as u32),
                batch: Some(found.batch as f64),
                lane: Some(found.lane as u32),
                ..end("found")
            },
            Err(Stopped::Cancelled { next }) => End { next: Some(next as f64), ..end("cancelled") },
            Err(Stopped::Exhausted) => end("exhausted"),
            Err(Stopped::NoThread) => End::failed(&Fault::new(Status::Worker, Stopped::NoThread)),
            Err(stopped) => End::failed(&Fault::new(Status::Internal, stopped)),
        }
    }

    fn failed(fault: &Fault) -> Self {
        let (code, message) = (Some(fault.code()), Some(fault.message.clone()));
        End { end: "failed".into(), code, message, ..End::default() }
    }
}

/// A job as JavaScript gives it: a transaction and its weight, or a message of TIP-12 and its score.
fn open(tip12: bool, bytes: &[u8], aim: f64) -> core::result::Result<Search, Fault> {
    Ok(match tip12 {
        true => tip12::search(bytes, aim)?,
        false => Search::transaction(bytes, size("weight", aim)?)?,
    })
}

/// A search of the calling thread, in parts.
#[napi]
pub struct PartialSearch(Open);

#[napi]
impl PartialSearch {
    /// Opens it.
    #[napi(factory)]
    pub fn open(tip12: bool, bytes: Uint8ArraySlice<'_>, aim: f64) -> Result<Self> {
        run(|| Ok(PartialSearch(Open { search: open(tip12, &bytes, aim)?, job: Job::new(), tip12 })))
    }

    /// The trailing zeros looked for.
    #[napi]
    pub fn weight(&self) -> u32 {
        self.0.search.weight() as u32
    }

    /// Searches batches: the first hit of them, or `null`.
    #[napi]
    pub fn run(&self, from: f64, to: f64) -> Result<Option<End>> {
        run(|| {
            let range = whole("from", from, EXACT)?..whole("to", to, EXACT)?;
            let search = self.0.search.clone().within(range)?;
            match search.run(&self.0.job) {
                Err(Stopped::Exhausted) => Ok(None),
                Err(stopped) => Err(Fault::new(Status::Internal, stopped)),
                found => Ok(Some(End::of(found, self.0.tip12))),
            }
        })
    }

    /// Nonces tried so far.
    #[napi]
    pub fn attempts(&self) -> f64 {
        self.0.job.attempts() as f64
    }
}

/// A search that runs on threads of its own. Where its object is collected, as at the end of a Worker, it ends too.
#[napi]
pub struct SearchRun(Arc<Open>);

impl Drop for SearchRun {
    fn drop(&mut self) {
        self.0.job.cancel();
    }
}

/// What settles the promise of a search.
type Deferred = JsDeferred<End, Box<dyn FnOnce(Env) -> napi::Result<End> + Send>>;

#[napi]
impl SearchRun {
    /// Makes it; nothing runs yet.
    #[napi(factory)]
    pub fn open(
        tip12: bool,
        bytes: Uint8ArraySlice<'_>,
        aim: f64,
        start: f64,
        end: f64,
        threads: f64,
    ) -> Result<Self> {
        run(|| {
            let threads = match whole("threads", threads, MOST_THREADS)? {
                0 => std::thread::available_parallelism().map_or(1, usize::from),
                threads => threads as usize,
            };
            let range = whole("start", start, EXACT)?..whole("end", end, EXACT)?;
            let search = open(tip12, &bytes, aim)?.with_threads(threads)?.within(range)?;
            Ok(SearchRun(Arc::new(Open { search, job: Job::new(), tip12 })))
        })
    }

    /// Runs it: a promise that resolves in every case. The threads are not those of libuv, of which there are four for
    /// everything.
    #[napi]
    pub fn begin<'env>(&self, env: &'env Env) -> napi::Result<Object<'env>> {
        let (deferred, promise): (Deferred, Object<'env>) = env.create_deferred()?;
        let open = self.0.clone();
        let settle = deferred.clone();
        let work = move || {
            let end = match caught(|| Ok(open.search.run(&open.job))) {
                Ok(outcome) => End::of(outcome, open.tip12),
                Err(fault) => End::failed(&fault),
            };
            deferred.resolve(Box::new(|_| Ok(end)));
        };
        if std::thread::Builder::new().name("lanesmith-search".into()).spawn(work).is_err() {
            settle.resolve(Box::new(|_| Ok(End::of(Err(Stopped::NoThread), false))));
        }
        Ok(promise)
    }

    /// The trailing zeros looked for.
    #[napi]
    pub fn weight(&self) -> u32 {
        self.0.search.weight() as u32
    }

    /// Nonces tried so far.
    #[napi]
    pub fn attempts(&self) -> f64 {
        self.0.job.attempts() as f64
    }

    /// Ends it, now and for good.
    #[napi]
    pub fn cancel(&self) {
        self.0.job.cancel();
    }
}

/// Trailing zeros of a message of TIP-12 with its nonce.
#[napi]
pub fn tip12_zeros(message: Uint8ArraySlice<'_>) -> Result<u32> {
    run(|| Ok(tip12::trailing_zeros(&message)? as u32))
}
