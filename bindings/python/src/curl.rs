//! Curl-P: one message, many, the sponge. Trits, trytes and bytes are in `trits.rs`.

use lanesmith::curl::{self, BatchError, ManyHasher, Message, Rounds, trit};
use lanesmith_face::Fault;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::buffers::{Data, array, is_numpy, results};
use crate::columns;
use crate::errors::{self, Kind, Raise, at};
use crate::ffi::arrow::{Layout, Type, is_column};
use crate::ffi::arrow_out::OutType;
use crate::fork::Lock;
use crate::numbers;
use crate::threads::{self, Ended, Stopped, Watch};

/// The module of Python that has the functions.
pub const OF: &str = "lanesmith.curl";

/// Messages that a thread takes at a time: some 20 ms of transactions.
const SLICE: usize = 4096;
/// Trytes between two looks at signals, whole blocks: some 10 ms where blocks are hashed one after the other.
const PART: usize = DIGEST << 12;
/// Trytes of a digest.
const DIGEST: usize = 81;
/// Trits of a sponge's state.
const STATE: usize = 729;

/// Trytes: text, or bytes of text.
pub enum Trytes<'py> {
    /// Of a `str`.
    Text(Bound<'py, PyString>),
    /// Of bytes.
    Data(Data<'py>),
}

impl<'py> Trytes<'py> {
    /// Takes `str` and everything with memory.
    ///
    /// # Errors
    /// `InputError` for a `str` that UTF-8 cannot hold; as [`Data::of`].
    pub fn of(what: &str, object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let Ok(text) = object.cast::<PyString>() else { return Data::of(what, object).map(Trytes::Data) };
        match text.to_str() {
            Ok(_) => Ok(Trytes::Text(text.clone())),
            Err(_) => {
                let reason = errors::named(what, "half a surrogate pair is no tryte: they are 9 and A to Z");
                Err(errors::new(object.py(), Kind::Input, &reason, None))
            }
        }
    }

    /// The characters.
    pub fn bytes(&self) -> &[u8] {
        match self {
            // `of` has looked; the text is kept as UTF-8 since.
            Trytes::Text(text) => text.to_str().unwrap_or_default().as_bytes(),
            Trytes::Data(data) => data.bytes(),
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
    Rounds::of(rounds)
        .ok_or_else(|| errors::of(py, Kind::Input, Fault::range("rounds", rounds, "27 or 81"), None))
}

/// The Curl-P hash of trytes: 81 trytes, `str` for `str` and `bytes` for bytes.
///
/// Curl-P is broken as a general hash: it is here for what still needs it.
///
/// >>> from lanesmith import curl
/// >>> curl.hash("HELLOWORLD")[:9]
/// 'BXGWEJJWO'
//= @overload
//= def curl_hash(trytes: str, /, *, rounds: _Rounds = 81) -> str: ...
//= @overload
//= def curl_hash(trytes: Buffer, /, *, rounds: _Rounds = 81) -> bytes: ...
#[pyfunction]
#[pyo3(name = "hash", signature = (trytes, /, *, rounds=81))]
pub fn curl_hash<'py>(
    py: Python<'py>,
    trytes: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::rounds)] rounds: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let (rounds, trytes) = (variant(py, rounds)?, Trytes::of("trytes", trytes)?);
    let bytes = trytes.bytes();
    let digest = match bytes.len() {
        len if len < 243 => curl::hash_trytes(rounds, bytes).raise(py)?.into(),
        len if len < PART => py.detach(|| curl::hash_trytes(rounds, bytes)).raise(py)?.into(),
        _ => threads::watched(py, |watch| long_hash(rounds, bytes, watch))?.raise(py)?,
    };
    trytes.like(py, &digest)
}

/// The hash of many trytes.
fn long_hash(rounds: Rounds, trytes: &[u8], watch: &Watch) -> Result<[u8; DIGEST], Ended<curl::Error>> {
    let mut sponge = curl::Curl::new(rounds);
    absorb(&mut sponge, trytes, watch)?.map_err(Ended::Failed)?;
    Ok(sponge.squeeze_trytes())
}

/// Absorbs trytes, of which only the last block may be a part of one.
///
/// # Errors
/// [`Stopped`], half-way.
fn absorb(sponge: &mut curl::Curl, trytes: &[u8], watch: &Watch) -> Result<Result<(), curl::Error>, Stopped> {
    // First all of it, so that the error says where.
    if let Err(error) = trit::check_trytes(trytes) {
        return Ok(Err(error));
    }
    for part in trytes.chunks(PART) {
        watch.look()?;
        if let Err(error) = sponge.absorb_trytes(part) {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}

/// The hash of a transaction of 2673 trytes, and its weight magnitude: the trailing zero trits of the hash.
///
/// >>> from lanesmith import curl
/// >>> curl.transaction_hash("9" * 2673)[1]
/// 243
//= @overload
//= def transaction_hash(trytes: str, /) -> tuple[str, int]: ...
//= @overload
//= def transaction_hash(trytes: Buffer, /) -> tuple[bytes, int]: ...
#[pyfunction]
#[pyo3(signature = (trytes, /))]
pub fn transaction_hash<'py>(
    py: Python<'py>,
    trytes: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, usize)> {
    let trytes = Trytes::of("trytes", trytes)?;
    let bytes = trytes.bytes();
    let (hash, weight) = py.detach(|| curl::transaction_hash(bytes)).raise(py)?;
    Ok((trytes.like(py, hash.as_ref())?, weight))
}

/// Hashes messages that begin at a row: together as long as they are not too long for that.
fn hash_from(
    rounds: Rounds,
    start: usize,
    messages: &[&[u8]],
    out: &mut [[u8; DIGEST]],
    watch: &Watch,
) -> Result<(), Ended<BatchError>> {
    let hasher = ManyHasher::new(rounds);
    let mut at = 0;
    while at < messages.len() {
        if at > 0 {
            watch.look()?;
        }
        let (mut end, mut trytes) = (at, 0);
        while end < messages.len() && trytes < 32 * PART && messages[end].len() < PART {
            trytes += messages[end].len();
            end += 1;
        }
        if end == at {
            end += 1;
            out[at] = long_hash(rounds, messages[at], watch).map_err(|error| match error {
                Ended::Failed(error) => Ended::Failed(BatchError::Message { index: start + at, error }),
                Ended::Stopped => Ended::Stopped,
            })?;
        } else {
            let trytes: Vec<Message<'_>> =
                messages[at..end].iter().map(|trytes| Message::Trytes(trytes)).collect();
            hasher.hash(&mut out[at..end], &trytes).map_err(|error| match error {
                BatchError::Message { index, error } => {
                    Ended::Failed(BatchError::Message { index: start + at + index, error })
                }
                error => Ended::Failed(error),
            })?;
        }
        at = end;
    }
    Ok(())
}

/// Curl-P of many messages of trytes at once.
///
/// A list of `str` or bytes-likes gives a list of the same. An Arrow column of text gives a column of text, one of bytes a
/// column of FixedSizeBinary(81); nulls stay nulls. With `out` (writable memory of `n` rows of 81 bytes) the digests go there.
///
/// >>> from lanesmith import curl
/// >>> [h[:9] for h in curl.hash_many(["HELLOWORLD", "A"])]
/// ['BXGWEJJWO', 'TJVKPMTAM']
//= @overload
//= def curl_hash_many(
//=     messages: list[str] | tuple[str, ...], *, rounds: _Rounds = 81, out: None = None, threads: int = 1
//= ) -> list[str]: ...
//= @overload
//= def curl_hash_many(messages: Column, *, rounds: _Rounds = 81, out: None = None, threads: int = 1) -> Column: ...
//= @overload
//= def curl_hash_many(
//=     messages: Iterable[Trytes], *, rounds: _Rounds = 81, out: _B, threads: int = 1
//= ) -> _B: ...
//= @overload
//= def curl_hash_many(
//=     messages: Arrow | Iterable[Trytes], *, rounds: _Rounds = 81, out: None = None, threads: int = 1
//= ) -> Any: ...
#[pyfunction]
#[pyo3(name = "hash_many", signature = (messages, *, rounds=81, out=None, threads=1))]
pub fn curl_hash_many<'py>(
    messages: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::rounds)] rounds: u32,
    out: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = messages.py();
    let (rounds, threads) = (variant(py, rounds)?, threads::count(py, threads)?);
    let is_list = messages.is_instance_of::<PyList>() || messages.is_instance_of::<PyTuple>();
    if !is_list && !is_numpy(messages)? && is_column(messages)? {
        columns::no_out(out)?;
        return column(messages, rounds, threads);
    }
    if messages.is_instance_of::<PyString>() || messages.is_instance_of::<PyBytes>() {
        return Err(pyo3::exceptions::PyTypeError::new_err(
            "messages: a list of messages is needed, not a single one",
        ));
    }
    let mut held = Vec::new();
    for (index, item) in messages.try_iter()?.enumerate() {
        held.push(Trytes::of("", &item?).map_err(|error| at(py, index, error))?);
    }
    let slices: Vec<&[u8]> = held.iter().map(Trytes::bytes).collect();
    let work = |out: &mut [[u8; DIGEST]]| {
        threads::slices(py, out, threads, SLICE, |start, out, watch| {
            hash_from(rounds, start, &slices[start..start + out.len()], out, watch)
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
        Type { layout: Layout::Var64, .. } => OutType::Text64(DIGEST),
        _ => OutType::Text32(DIGEST),
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
            |start, rows, out, watch| hash_from(rounds, start, rows, out, watch),
            |error| Err::<(), _>(error).raise(py).err().unwrap_or_else(|| PyErr::fetch(py)),
        )?;
        columns::chunk(py, out_type(kind), chunk.len(), values, columns::validity(chunk))
    })
}

/// A Curl-P sponge: absorbs trytes, squeezes blocks of 81.
///
/// >>> from lanesmith import curl
/// >>> sponge = curl.Curl()
/// >>> sponge.absorb("HELLOWORLD")
/// >>> sponge.squeeze() == curl.hash("HELLOWORLD")
/// True
//= @final
//= class Curl:
//=     def __new__(cls, rounds: _Rounds = 81) -> Curl: ...
//=     def absorb(self, trytes: Trytes, /) -> None: ...
//=     def squeeze(self, blocks: int = 1) -> str: ...
//=     def reset(self) -> None: ...
//=     def copy(self) -> Curl: ...
//=     def __copy__(self) -> Curl: ...
//=     def __deepcopy__(self, memo: object, /) -> Curl: ...
//=     def __getnewargs__(self) -> tuple[int]: ...
//=     def __getstate__(self) -> bytes: ...
//=     def __setstate__(self, state: Buffer, /) -> None: ...
//=     @property
//=     def rounds(self) -> int: ...
#[pyclass(frozen, weakref, module = "lanesmith.curl", name = "Curl")]
pub struct Sponge(Lock<curl::Curl>, Rounds);

#[pymethods]
impl Sponge {
    #[new]
    #[pyo3(signature = (rounds=81))]
    fn new(py: Python<'_>, #[pyo3(from_py_with = numbers::rounds)] rounds: u32) -> PyResult<Self> {
        let rounds = variant(py, rounds)?;
        Ok(Sponge(Lock::new(curl::Curl::new(rounds)), rounds))
    }

    /// Absorbs trytes. A call that ends within a block of 81 overwrites only so much of the state: pass whole blocks. If a signal's
    /// handler raises in the middle, nothing is absorbed.
    #[pyo3(signature = (trytes, /))]
    fn absorb(&self, py: Python<'_>, trytes: &Bound<'_, PyAny>) -> PyResult<()> {
        let trytes = Trytes::of("trytes", trytes)?;
        let bytes = trytes.bytes();
        self.0
            .watched(py, |sponge, watch| {
                let mut next = sponge.clone();
                let done = absorb(&mut next, bytes, watch)?;
                if done.is_ok() {
                    *sponge = next;
                }
                Ok(done)
            })?
            .raise(py)
    }

    /// The next blocks of 81 trytes.
    #[pyo3(signature = (blocks=1))]
    fn squeeze<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::blocks)] blocks: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
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

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let _ = memo;
        self.copy(py)
    }

    fn __getnewargs__(&self) -> (usize,) {
        (self.1.count(),)
    }

    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.0.with(py, |sponge| sponge.state())?;
        Ok(PyBytes::new(py, &state.map(i8::cast_unsigned)))
    }

    fn __setstate__(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let state = array::<STATE>(py, "state", state)?.map(u8::cast_signed);
        self.0.with(py, |sponge| sponge.set_state(&state))?.raise(py)
    }

    /// 27 or 81.
    #[getter]
    fn rounds(&self) -> usize {
        self.1.count()
    }
}

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Sponge>()
}
