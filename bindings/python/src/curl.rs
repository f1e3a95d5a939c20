//! Curl-P: one message, many, the sponge; trits, trytes and bytes.

use lanesmith::curl::{self, BatchError, ManyHasher, Message, Rounds, trit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::buffers::{Data, at, results};
use crate::columns;
use crate::errors::{self, Kind, Raise};
use crate::ffi::arrow::{Layout, Type, is_column};
use crate::ffi::arrow_out::{OutChunk, OutType};
use crate::fork::Lock;
use crate::threads;

/// Messages between two looks at signals, for each thread: some 20 ms of transactions.
const SLICE: usize = 4096;
/// Trytes of a digest.
const DIGEST: usize = 81;

/// Trytes: text, or bytes of text.
pub enum Trytes<'py> {
    /// Of a `str`.
    Text(Bound<'py, PyString>),
    /// Of bytes.
    Data(Data<'py>),
}

impl<'py> Trytes<'py> {
    /// Takes `str` and everything with memory.
    pub fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        match object.cast::<PyString>() {
            Ok(text) => Ok(Trytes::Text(text.clone())),
            Err(_) => Data::of(object).map(Trytes::Data),
        }
    }

    /// The characters. A `str` that UTF-8 cannot hold is none.
    pub fn bytes(&self) -> PyResult<&[u8]> {
        match self {
            Trytes::Text(text) => Ok(text.to_str()?.as_bytes()),
            Trytes::Data(data) => Ok(data.bytes()),
        }
    }

    /// A result in the form of the input.
    fn like(&self, py: Python<'py>, trytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Trytes::Text(_) => text(py, trytes),
            Trytes::Data(_) => Ok(PyBytes::new(py, trytes).into_any()),
        }
    }
}

/// Trytes as `str`.
pub fn text<'py>(py: Python<'py>, trytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    // ASCII, all of them.
    Ok(PyString::new(py, &String::from_utf8_lossy(trytes)).into_any())
}

/// 27 or 81.
pub fn variant(py: Python<'_>, rounds: u32) -> PyResult<Rounds> {
    Rounds::of(rounds).ok_or_else(|| {
        errors::new(py, Kind::Input, &format!("rounds is {rounds}: it must be 27 or 81"), None)
    })
}

/// The Curl-P hash of trytes: 81 trytes, `str` for `str` and `bytes` for bytes.
///
/// Curl-P is broken as a general hash: it is here for what still needs it.
///
/// >>> from lanesmith import curl
/// >>> curl.hash("HELLOWORLD")[:9]
/// 'BXGWEJJWO'
#[pyfunction]
#[pyo3(signature = (trytes, /, *, rounds=81))]
fn curl_hash<'py>(py: Python<'py>, trytes: &Bound<'py, PyAny>, rounds: u32) -> PyResult<Bound<'py, PyAny>> {
    let (rounds, trytes) = (variant(py, rounds)?, Trytes::of(trytes)?);
    let bytes = trytes.bytes()?;
    let digest = match bytes.len() < 243 {
        true => curl::hash_trytes(rounds, bytes),
        false => py.detach(|| curl::hash_trytes(rounds, bytes)),
    };
    trytes.like(py, digest.raise(py)?.as_ref())
}

/// The hash of a transaction of 2673 trytes, and its weight magnitude: the trailing zero trits of the hash.
///
/// >>> from lanesmith import curl
/// >>> curl.transaction_hash("9" * 2673)[1]
/// 243
#[pyfunction]
#[pyo3(signature = (trytes, /))]
fn transaction_hash<'py>(
    py: Python<'py>,
    trytes: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, usize)> {
    let trytes = Trytes::of(trytes)?;
    let bytes = trytes.bytes()?;
    let (hash, weight) = py.detach(|| curl::transaction_hash(bytes)).raise(py)?;
    Ok((trytes.like(py, hash.as_ref())?, weight))
}

/// Hashes messages that begin at a row.
fn hash_from(
    rounds: Rounds,
    start: usize,
    messages: &[&[u8]],
    out: &mut [[u8; DIGEST]],
) -> Result<(), BatchError> {
    let messages: Vec<Message<'_>> = messages.iter().map(|trytes| Message::Trytes(trytes)).collect();
    ManyHasher::new(rounds).hash(out, &messages).map_err(|error| match error {
        BatchError::Message { index, error } => BatchError::Message { index: start + index, error },
        error => error,
    })
}

/// Curl-P of many messages of trytes at once.
///
/// A list of `str` or bytes-likes gives a list of the same. An Arrow column of text gives a column of text, one of bytes a
/// column of FixedSizeBinary(81); nulls stay nulls. With `out` (writable memory of `n` rows of 81 bytes) the digests go there.
///
/// >>> from lanesmith import curl
/// >>> [h[:9] for h in curl.hash_many(["HELLOWORLD", "A"])]
/// ['BXGWEJJWO', 'TJVKPMTAM']
#[pyfunction]
#[pyo3(signature = (messages, *, rounds=81, out=None, threads=1))]
fn curl_hash_many<'py>(
    messages: &Bound<'py, PyAny>,
    rounds: u32,
    out: Option<&Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = messages.py();
    let (rounds, threads) = (variant(py, rounds)?, threads::count(py, threads)?);
    let is_list = messages.is_instance_of::<PyList>() || messages.is_instance_of::<PyTuple>();
    if !is_list && is_column(messages)? {
        if out.is_some() {
            return Err(pyo3::exceptions::PyTypeError::new_err("out is for lists, not for Arrow columns"));
        }
        return column(messages, rounds, threads);
    }
    if messages.is_instance_of::<PyString>() || messages.is_instance_of::<PyBytes>() {
        return Err(pyo3::exceptions::PyTypeError::new_err("a list of messages is needed, not a single one"));
    }
    let mut held = Vec::new();
    for (index, item) in messages.try_iter()?.enumerate() {
        held.push(Trytes::of(&item?).map_err(|error| at(py, index, error))?);
    }
    let slices = held.iter().map(Trytes::bytes).collect::<PyResult<Vec<_>>>()?;
    let work = |out: &mut [[u8; DIGEST]]| {
        threads::slices(py, out, threads, SLICE, |start, out| {
            hash_from(rounds, start, &slices[start..start + out.len()], out)
        })?
        .raise(py)
    };
    if out.is_some() {
        return results(messages, out, slices.len(), DIGEST, &slices, |out| work(out.as_chunks_mut().0));
    }
    let mut digests = vec![[0; DIGEST]; slices.len()];
    work(&mut digests)?;
    let list = held.iter().zip(&digests).map(|(message, digest)| message.like(py, digest));
    Ok(PyList::new(py, list.collect::<PyResult<Vec<_>>>()?)?.into_any())
}

fn out_type(kind: Type) -> OutType {
    match kind {
        Type { text: false, .. } => OutType::Fixed(DIGEST),
        Type { layout: Layout::Var64, .. } => OutType::Text64,
        _ => OutType::Text32,
    }
}

fn column<'py>(messages: &Bound<'py, PyAny>, rounds: Rounds, threads: usize) -> PyResult<Bound<'py, PyAny>> {
    let py = messages.py();
    columns::column(messages, out_type, |kind, chunk| {
        let values = columns::map::<DIGEST, BatchError>(
            py,
            chunk,
            (threads, SLICE),
            |_, _, _| false,
            |start, rows, out| hash_from(rounds, start, rows, out),
            |error| Err::<(), _>(error).raise(py).err().unwrap_or_else(|| PyErr::fetch(py)),
        )?;
        let ends = (0..=chunk.len()).map(|row| row * DIGEST);
        let offsets = match out_type(kind) {
            OutType::Text64 => ends.flat_map(|end| (end as i64).to_ne_bytes()).collect(),
            OutType::Text32 if i32::try_from(chunk.len() * DIGEST).is_err() => {
                let reason =
                    format!("{} rows of text in one array: use chunks or large strings", chunk.len());
                return Err(errors::new(py, Kind::Length, &reason, None));
            }
            OutType::Text32 => ends.flat_map(|end| (end as i32).to_ne_bytes()).collect(),
            _ => Vec::new(),
        };
        Ok(OutChunk { len: chunk.len(), values, offsets, validity: columns::validity(chunk) })
    })
}

/// A Curl-P sponge: absorbs trytes, squeezes blocks of 81.
///
/// >>> from lanesmith import curl
/// >>> sponge = curl.Curl()
/// >>> sponge.absorb("HELLOWORLD")
/// >>> sponge.squeeze() == curl.hash("HELLOWORLD")
/// True
#[pyclass(frozen, module = "lanesmith.curl", name = "Curl")]
pub struct Sponge(Lock<curl::Curl>, Rounds);

#[pymethods]
impl Sponge {
    #[new]
    #[pyo3(signature = (rounds=81))]
    fn new(py: Python<'_>, rounds: u32) -> PyResult<Self> {
        let rounds = variant(py, rounds)?;
        Ok(Sponge(Lock::new(curl::Curl::new(rounds)), rounds))
    }

    /// Absorbs trytes. A call that ends within a block of 81 overwrites only so much of the state: pass whole blocks.
    #[pyo3(signature = (trytes, /))]
    fn absorb(&self, py: Python<'_>, trytes: &Bound<'_, PyAny>) -> PyResult<()> {
        let trytes = Trytes::of(trytes)?;
        let bytes = trytes.bytes()?;
        self.0.with(py, |sponge| sponge.absorb_trytes(bytes))?.raise(py)
    }

    /// The next blocks of 81 trytes.
    #[pyo3(signature = (blocks=1))]
    fn squeeze<'py>(&self, py: Python<'py>, blocks: u16) -> PyResult<Bound<'py, PyAny>> {
        let squeeze = |sponge: &mut curl::Curl| (0..blocks).flat_map(|_| sponge.squeeze_trytes()).collect();
        let trytes: Vec<u8> = self.0.with(py, squeeze)?;
        text(py, &trytes)
    }

    /// Back to all zeros.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.0.with(py, |sponge| sponge.reset())
    }

    /// Another sponge in the same state.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Sponge(Lock::new(self.0.with(py, |sponge| sponge.clone())?), self.1))
    }

    /// 27 or 81.
    #[getter]
    fn rounds(&self) -> usize {
        self.1.count()
    }
}

/// The trits of trytes: a list of -1, 0 and 1, three for each.
#[pyfunction]
#[pyo3(signature = (trytes, /))]
fn trytes_to_trits(py: Python<'_>, trytes: &Bound<'_, PyAny>) -> PyResult<Vec<i8>> {
    trit::trytes_to_trits(Trytes::of(trytes)?.bytes()?).raise(py)
}

/// The trytes of trits, a multiple of three.
#[pyfunction]
#[pyo3(signature = (trits, /))]
fn trits_to_trytes<'py>(py: Python<'py>, trits: Vec<i8>) -> PyResult<Bound<'py, PyAny>> {
    text(py, &trit::trits_to_trytes(&trits).raise(py)?)
}

/// Bytes as trytes (b1t6): two for each.
#[pyfunction]
#[pyo3(signature = (data, /))]
fn b1t6_encode<'py>(py: Python<'py>, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    text(py, &trit::b1t6_encode(Data::of(data)?.bytes()))
}

/// The bytes that trytes stand for (b1t6).
#[pyfunction]
#[pyo3(signature = (trytes, /))]
fn b1t6_decode<'py>(py: Python<'py>, trytes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &trit::b1t6_decode(Trytes::of(trytes)?.bytes()?).raise(py)?))
}

/// Trits in t5b1 encoding, five a byte, as trytes. `trits` says how many they are: a multiple of three.
#[pyfunction]
#[pyo3(signature = (data, trits, /))]
fn t5b1_decode<'py>(py: Python<'py>, data: &Bound<'py, PyAny>, trits: usize) -> PyResult<Bound<'py, PyAny>> {
    let decoded = trit::t5b1_decode(Data::of(data)?.bytes(), trits).raise(py)?;
    text(py, &trit::trits_to_trytes(&decoded).raise(py)?)
}

/// Trytes in t5b1 encoding.
#[pyfunction]
#[pyo3(signature = (trytes, /))]
fn t5b1_encode<'py>(py: Python<'py>, trytes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let trits = trit::trytes_to_trits(Trytes::of(trytes)?.bytes()?).raise(py)?;
    Ok(PyBytes::new(py, &trit::t5b1_encode(&trits).raise(py)?))
}

/// Adds the names to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Sponge>()?;
    module.add_function(wrap_pyfunction!(curl_hash, module)?)?;
    module.add_function(wrap_pyfunction!(curl_hash_many, module)?)?;
    module.add_function(wrap_pyfunction!(transaction_hash, module)?)?;
    module.add_function(wrap_pyfunction!(trytes_to_trits, module)?)?;
    module.add_function(wrap_pyfunction!(trits_to_trytes, module)?)?;
    module.add_function(wrap_pyfunction!(b1t6_encode, module)?)?;
    module.add_function(wrap_pyfunction!(b1t6_decode, module)?)?;
    module.add_function(wrap_pyfunction!(t5b1_encode, module)?)?;
    module.add_function(wrap_pyfunction!(t5b1_decode, module)?)
}
