//! Nonce searches of Curl-P: watched, cancelled, ended by Ctrl-C.

use std::time::Instant;

use lanesmith::curl::pow::{self, Job, Order, Stopped, tip12};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::buffers::{Data, array};
use crate::curl::{Trytes, text};
use crate::errors::{self, Kind, Raise};
use crate::numbers;
use crate::threads::{self, Watch};

/// The module of Python that has the functions.
pub const OF: &str = "lanesmith.curl";

/// A nonce that is good enough.
//= @final
//= class Found:
//=     @property
//=     def nonce(self) -> Any: ...
//=     @property
//=     def weight(self) -> int: ...
//=     @property
//=     def batch(self) -> int: ...
//=     @property
//=     def attempts(self) -> int: ...
//=     @property
//=     def seconds(self) -> float: ...
//=     @staticmethod
//=     def _restore(
//=         block: Buffer,
//=         weight: int,
//=         batch: int,
//=         lane: int,
//=         tip12: bool,
//=         attempts: int,
//=         seconds: float,
//=         /,
//=     ) -> Found: ...
//=     def __copy__(self) -> Found: ...
//=     def __deepcopy__(self, memo: object, /) -> Found: ...
#[pyclass(frozen, weakref, module = "lanesmith.curl", name = "Found")]
pub struct Found {
    found: pow::Found,
    tip12: bool,
    attempts: u64,
    seconds: f64,
}

#[pymethods]
impl Found {
    /// The nonce: 27 trytes (`str`) of a transaction, 8 bytes of a message of TIP-12.
    #[getter]
    fn nonce<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.tip12 {
            true => Ok(PyBytes::new(py, &tip12::nonce(&self.found)).into_any()),
            false => text(py, &self.found.nonce()),
        }
    }

    /// Trailing zero trits of the hash: what was asked for, or more.
    #[getter]
    fn weight(&self) -> usize {
        self.found.weight
    }

    /// Where in the order: how many batches of 64 attempts come before.
    #[getter]
    fn batch(&self) -> u64 {
        self.found.batch
    }

    /// Nonces that were tried.
    #[getter]
    fn attempts(&self) -> u64 {
        self.attempts
    }

    /// Seconds that it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, memo: &Bound<'_, PyAny>) -> Py<Self> {
        let _ = memo;
        slf
    }

    /// What `pickle` makes it of again.
    #[staticmethod]
    #[pyo3(signature = (block, weight, batch, lane, tip12, attempts, seconds, /))]
    #[expect(clippy::too_many_arguments, reason = "all that it holds")]
    fn _restore(
        py: Python<'_>,
        block: &Bound<'_, PyAny>,
        weight: usize,
        batch: u64,
        lane: usize,
        tip12: bool,
        attempts: u64,
        seconds: f64,
    ) -> PyResult<Self> {
        let block = array::<243>(py, "block", block)?.map(u8::cast_signed);
        Ok(Found { found: pow::Found { block, weight, batch, lane }, tip12, attempts, seconds })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, it) = (slf.py(), slf.get());
        let block = PyBytes::new(py, &it.found.block.map(i8::cast_unsigned));
        let found =
            (block, it.found.weight, it.found.batch, it.found.lane, it.tip12, it.attempts, it.seconds);
        Ok((slf.get_type().getattr("_restore")?, found.into_pyobject(py)?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let nonce = self.nonce(py)?.repr()?.to_string();
        Ok(format!("Found(nonce={nonce}, weight={}, batch={})", self.found.weight, self.found.batch))
    }
}

/// A search for the nonce of a transaction (2673 trytes) whose hash ends in `weight` zero trits.
///
/// The nonce found is the first in a fixed order, whatever the engine and the number of threads; `start` and `stop` count
/// batches of 64 attempts in it, so that machines share a search by ranges.
///
/// >>> from lanesmith import curl
/// >>> found = curl.Search("A" * 2673, 5).run()
/// >>> curl.transaction_hash("A" * 2646 + found.nonce)[1] >= 5
/// True
//= @final
//= class Search:
//=     def __new__(
//=         cls,
//=         transaction: Trytes,
//=         weight: int,
//=         *,
//=         threads: int = 1,
//=         order: Literal["fast", "iri"] = "fast",
//=         start: int = 0,
//=         stop: int | None = None,
//=     ) -> Search: ...
//=     @staticmethod
//=     def tip12(
//=         message: Buffer, score: float, *, threads: int = 1, start: int = 0, stop: int | None = None
//=     ) -> Search: ...
//=     def run(self, progress: Callable[[int, float], object] | None = None, interval: float = 0.5) -> Found: ...
//=     def cancel(self) -> None: ...
//=     @property
//=     def cancelled(self) -> bool: ...
//=     @property
//=     def attempts(self) -> int: ...
//=     @property
//=     def range(self) -> tuple[int, int]: ...
//=     @property
//=     def engine(self) -> str: ...
#[pyclass(frozen, weakref, module = "lanesmith.curl", name = "Search")]
pub struct Search {
    search: pow::Search,
    job: Job,
    tip12: bool,
}

fn narrowed(
    py: Python<'_>,
    search: pow::Search,
    threads: usize,
    start: u64,
    stop: Option<u64>,
) -> PyResult<pow::Search> {
    let search = search.with_threads(threads::count(py, threads)?).raise(py)?;
    let end = search.range().end;
    let stop = stop.map_or(end, |stop| stop.min(end));
    search.within(start..stop).raise(py)
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (transaction, weight, *, threads=1, order="fast", start=0, stop=None))]
    fn new(
        py: Python<'_>,
        transaction: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = numbers::weight)] weight: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        order: &str,
        #[pyo3(from_py_with = numbers::start)] start: u64,
        #[pyo3(from_py_with = numbers::some_stop)] stop: Option<u64>,
    ) -> PyResult<Self> {
        let order = match order {
            "fast" => Order::Fast,
            "iri" => Order::Iri,
            other => {
                let reason = format!("order is {other:?}: it must be 'fast' or 'iri'");
                return Err(errors::new(py, Kind::Input, &reason, None));
            }
        };
        let transaction = Trytes::of("transaction", transaction)?;
        let search = pow::Search::transaction(transaction.bytes(), weight).raise(py)?;
        let search = search.with_order(order).raise(py)?;
        Ok(Search { search: narrowed(py, search, threads, start, stop)?, job: Job::new(), tip12: false })
    }

    /// A search for the nonce of a message of TIP-12, given without it, that brings it to a score.
    ///
    /// >>> from lanesmith import curl
    /// >>> found = curl.Search.tip12(b"Hello, World!", 100.0).run()
    /// >>> curl.tip12_score(b"Hello, World!" + found.nonce) >= 100
    /// True
    #[staticmethod]
    #[pyo3(signature = (message, score, *, threads=1, start=0, stop=None))]
    fn tip12(
        py: Python<'_>,
        message: &Bound<'_, PyAny>,
        score: f64,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        #[pyo3(from_py_with = numbers::start)] start: u64,
        #[pyo3(from_py_with = numbers::some_stop)] stop: Option<u64>,
    ) -> PyResult<Self> {
        let search = tip12::search(Data::of("message", message)?.bytes(), score).raise(py)?;
        Ok(Search { search: narrowed(py, search, threads, start, stop)?, job: Job::new(), tip12: true })
    }

    /// Runs the search. `progress(attempts, seconds)` is called every `interval` seconds. Ctrl-C ends it within 0.1 s; so does
    /// `cancel()` from another thread, which raises `SearchError` with the batch at which to go on as `next`.
    #[pyo3(signature = (progress=None, interval=0.5))]
    fn run(&self, py: Python<'_>, progress: Option<Py<PyAny>>, interval: f64) -> PyResult<Found> {
        let begin = Instant::now();
        let mut told = begin;
        let before = self.job.attempts();
        let attempts = || self.job.attempts() - before;
        let watch = Watch::new();
        let tell = |progress: &Py<PyAny>, now: Instant| {
            Python::attach(|py| progress.call1(py, (attempts(), (now - begin).as_secs_f64()))).map(drop)
        };
        let mut look = |_: pow::Progress| {
            let now = Instant::now();
            if let Some(progress) = progress.as_ref().filter(|_| (now - told).as_secs_f64() >= interval) {
                told = now;
                if let Err(error) = tell(progress, now) {
                    watch.stop(error);
                }
            }
            if watch.stops() {
                self.job.cancel();
            }
        };
        let ended = py.detach(|| self.search.run_watched(&self.job, &mut look));
        let ended = watch.finish(ended.map_err(threads::Ended::Failed))?;
        match ended {
            Ok(found) => Ok(Found {
                found,
                tip12: self.tip12,
                attempts: attempts(),
                seconds: begin.elapsed().as_secs_f64(),
            }),
            Err(stopped @ Stopped::Cancelled { next }) => {
                let error = errors::new(py, Kind::Search, &stopped.to_string(), None);
                error.value(py).setattr("next", next)?;
                Err(error)
            }
            Err(stopped) => Err(errors::new(py, Kind::Search, &stopped.to_string(), None)),
        }
    }

    /// Ends the search, now and for good, from any thread.
    fn cancel(&self) {
        self.job.cancel();
    }

    /// Whether it was cancelled.
    #[getter]
    fn cancelled(&self) -> bool {
        self.job.is_cancelled()
    }

    /// Nonces tried so far.
    #[getter]
    fn attempts(&self) -> u64 {
        self.job.attempts()
    }

    /// First batch of the range and the one after the last.
    #[getter]
    fn range(&self) -> (u64, u64) {
        let range = self.search.range();
        (range.start, range.end)
    }

    /// The engine that it runs on.
    #[getter]
    fn engine(&self) -> &'static str {
        self.search.engine().name()
    }
}

/// The score of a message of TIP-12 with its nonce: `3**zeros / length`.
//= def tip12_score(message: Buffer, /) -> float: ...
#[pyfunction]
#[pyo3(signature = (message, /))]
pub fn tip12_score(py: Python<'_>, message: &Bound<'_, PyAny>) -> PyResult<f64> {
    tip12::score(Data::of("message", message)?.bytes()).raise(py)
}

/// Attempts that a search of a weight takes in the mean: `3**weight`.
//= def mean_attempts(weight: int, /) -> float: ...
#[pyfunction]
#[pyo3(signature = (weight, /))]
pub fn mean_attempts(#[pyo3(from_py_with = numbers::weight)] weight: usize) -> f64 {
    pow::mean_attempts(weight.min(pow::MAX_WEIGHT))
}

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Search>()?;
    module.add_class::<Found>()
}
