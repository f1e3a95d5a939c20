//! Trits, trytes and bytes: translations into each other.

use std::time::{Duration, Instant};

use lanesmith::curl::{self, Curl, hash_trits, trit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::buffers::Data;
use crate::curl::{Trytes, text, variant};
use crate::errors::{self, Kind, Raise};
use crate::numbers;
use crate::threads::{self, Ended, Watch};

/// The module of Python that has the functions.
pub const OF: &str = "lanesmith.curl";

/// Text or bytes that are translated piece by piece, detached from the interpreter and looking at signals. Every piece has a whole number
/// of groups, so that the pieces of the result stand side by side as those of one translation would.
///
/// # Errors
/// The library's, with its place in the whole.
fn translated(
    py: Python<'_>,
    input: &[u8],
    translate: impl Fn(&[u8]) -> Result<Vec<u8>, curl::Error> + Sync,
) -> PyResult<Vec<u8>> {
    // Divisible by the groups of all encodings: 2 trytes (b1t6), 3 bytes and 5 trytes (t5b1).
    const PIECE: usize = 30 << 14;
    if input.len() < threads::DETACH {
        return translate(input).raise(py);
    }
    let work = |watch: &Watch| {
        let mut all = Vec::new();
        for (number, piece) in input.chunks(PIECE).enumerate() {
            watch.look()?;
            all.extend(translate(piece).map_err(|error| Ended::Failed(moved(error, number * PIECE)))?);
        }
        Ok(all)
    };
    threads::watched(py, work)?.raise(py)
}

/// The same error, further on in the input.
fn moved(error: curl::Error, by: usize) -> curl::Error {
    match error {
        curl::Error::Tryte { at, byte } => curl::Error::Tryte { at: at + by, byte },
        curl::Error::T5b1 { at, byte } => curl::Error::T5b1 { at: at + by, byte },
        curl::Error::B1t6 { at, value } => curl::Error::B1t6 { at: at + by, value },
        error => error,
    }
}

/// Items that Python's objects are made of or read from between two looks at the clock.
const ITEMS: usize = 1 << 13;

/// The time between two moments in which other threads may run, longer than the interpreter's switch interval (5 ms): a thread that has
/// waited for so long asks for the lock, and is then given it. Where the lock is let go more often than that, no thread ever comes to ask,
/// and whoever lets it go mostly has it back before anybody else has woken up.
const BREATH: Duration = Duration::from_millis(6);

/// Work that makes or reads Python's objects.
struct Breath(Instant);

impl Breath {
    fn new() -> Self {
        Breath(Instant::now())
    }

    /// Lets other threads run and looks at signals, if it is time to.
    fn breathe(&mut self, py: Python<'_>) -> PyResult<()> {
        if self.0.elapsed() < BREATH {
            return Ok(());
        }
        py.detach(|| ());
        self.0 = Instant::now();
        py.check_signals()
    }
}

/// The trits of trytes: a list of -1, 0 and 1, three for each.
//= def trytes_to_trits(trytes: Trytes, /) -> list[int]: ...
#[pyfunction]
#[pyo3(signature = (trytes, /))]
pub fn trytes_to_trits<'py>(py: Python<'py>, trytes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    let trytes = Trytes::of("trytes", trytes)?;
    let trits = translated(py, trytes.bytes(), |trytes| {
        Ok(trit::trytes_to_trits(trytes)?.into_iter().map(i8::cast_unsigned).collect())
    })?;
    let (list, mut breath) = (PyList::empty(py), Breath::new());
    for part in trits.chunks(ITEMS) {
        for trit in part {
            list.append(trit.cast_signed())?;
        }
        if part.len() == ITEMS {
            breath.breathe(py)?;
        }
    }
    Ok(list)
}

/// The trytes of trits, a multiple of three.
//= def trits_to_trytes(trits: Iterable[int], /) -> str: ...
#[pyfunction]
#[pyo3(signature = (trits, /))]
pub fn trits_to_trytes<'py>(py: Python<'py>, trits: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let read = read(py, trits)?;
    text(py, &py.detach(|| trit::trits_to_trytes(&read)).raise(py)?)
}

/// The Curl-P hash of trits: 243 of them.
//= def curl_hash_trits(trits: Iterable[int], /, *, rounds: _Rounds = 81) -> list[int]: ...
#[pyfunction]
#[pyo3(name = "hash_trits", signature = (trits, /, *, rounds=81))]
pub fn curl_hash_trits(
    py: Python<'_>,
    trits: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::rounds)] rounds: u32,
) -> PyResult<Vec<i8>> {
    let (read, rounds) = (read(py, trits)?, variant(py, rounds)?);
    Ok(py.detach(|| hash_trits(rounds, &read)).raise(py)?.to_vec())
}

/// One transform of a state of 729 trits: the state after it.
//= def curl_permute(state: Iterable[int], /, *, rounds: _Rounds = 81) -> list[int]: ...
#[pyfunction]
#[pyo3(name = "permute", signature = (state, /, *, rounds=81))]
pub fn curl_permute(
    py: Python<'_>,
    state: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::rounds)] rounds: u32,
) -> PyResult<Vec<i8>> {
    let read = read(py, state)?;
    let state: &[i8; 729] =
        read.as_slice().try_into().map_err(|_| errors::length(py, "state", read.len(), "729"))?;
    let mut curl = Curl::new(variant(py, rounds)?);
    curl.set_state(state).raise(py)?;
    curl.permute();
    Ok(curl.state().to_vec())
}

/// Trits as numbers.
fn read(py: Python<'_>, trits: &Bound<'_, PyAny>) -> PyResult<Vec<i8>> {
    let (mut read, mut breath) = (Vec::new(), Breath::new());
    for (at, trit) in trits.try_iter()?.enumerate() {
        let trit = trit?;
        let value = trit.extract::<i64>().map_err(|error| {
            let plain = error.is_instance_of::<pyo3::exceptions::PyOverflowError>(py);
            if plain { wrong_trit(py, at, &trit) } else { errors::at(py, at, error) }
        })?;
        read.push(i8::try_from(value).map_err(|_| wrong_trit(py, at, &trit))?);
        if at % ITEMS == ITEMS - 1 {
            breath.breathe(py)?;
        }
    }
    Ok(read)
}

fn wrong_trit(py: Python<'_>, at: usize, trit: &Bound<'_, PyAny>) -> PyErr {
    errors::new(py, Kind::Tryte, &format!("trit {at} is {trit}, not -1, 0 or 1"), None)
}

/// Bytes as trytes (b1t6): two for each.
//= def b1t6_encode(data: Buffer, /) -> str: ...
#[pyfunction]
#[pyo3(signature = (data, /))]
pub fn b1t6_encode<'py>(py: Python<'py>, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let data = Data::of("data", data)?;
    text(py, &translated(py, data.bytes(), |bytes| Ok(trit::b1t6_encode(bytes)))?)
}

/// The bytes that trytes stand for (b1t6).
//= def b1t6_decode(trytes: Trytes, /) -> bytes: ...
#[pyfunction]
#[pyo3(signature = (trytes, /))]
pub fn b1t6_decode<'py>(py: Python<'py>, trytes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let trytes = Trytes::of("trytes", trytes)?;
    let bytes = trytes.bytes();
    if !bytes.len().is_multiple_of(2) {
        // Of the whole, not of its last piece.
        let (found, expected) = (bytes.len(), "an even number");
        Err(curl::Error::Length { unit: "trytes", found, expected }).raise(py)?;
    }
    Ok(PyBytes::new(py, &translated(py, bytes, trit::b1t6_decode)?))
}

/// Trits in t5b1 encoding, five a byte, as trytes. `trits` says how many they are: a multiple of three.
//= def t5b1_decode(data: Buffer, trits: int, /) -> str: ...
#[pyfunction]
#[pyo3(signature = (data, trits, /))]
pub fn t5b1_decode<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::trits)] trits: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let data = Data::of("data", data)?;
    let bytes = data.bytes();
    let decoded = py.detach(|| trit::t5b1_decode(bytes, trits)).raise(py)?;
    text(py, &py.detach(|| trit::trits_to_trytes(&decoded)).raise(py)?)
}

/// Trytes in t5b1 encoding.
//= def t5b1_encode(trytes: Trytes, /) -> bytes: ...
#[pyfunction]
#[pyo3(signature = (trytes, /))]
pub fn t5b1_encode<'py>(py: Python<'py>, trytes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let trytes = Trytes::of("trytes", trytes)?;
    let encode = |trytes: &[u8]| trit::t5b1_encode(&trit::trytes_to_trits(trytes)?);
    Ok(PyBytes::new(py, &translated(py, trytes.bytes(), encode)?))
}
