//! SHA-256: an object as hashlib's, one message, many messages, the nodes of trees.

use lanesmith::sha256::{LengthError, ManyHasher, NodeHasher, Sha256, sha256 as digest_of};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::buffers::{Data, Items, MessageRows, Messages, Rows, hex, is_numpy, results};
use crate::columns;
use crate::errors::{self, Kind, Raise};
use crate::ffi::arrow::{Chunk, is_column};
use crate::ffi::arrow_out::OutType;
use crate::ffi::buffer::has_memory;
use crate::fork::Lock;
use crate::numbers;
use crate::threads::{self, DETACH, Ended, LONG, Stopped, Watch};

/// The module of Python that has the functions.
pub const OF: &str = "lanesmith";

/// Rows that a thread takes at a time.
const SLICE: usize = 1 << 18;
/// Bytes of messages that are hashed together.
const TOGETHER: usize = 8 * LONG;
/// Messages of a list that are hashed together, for each thread.
const PART: usize = 2048;

/// An argument that may be missing, which is something else than `None`: that has no bytes.
pub enum Given<'a, 'py> {
    Nothing,
    Object(Borrowed<'a, 'py, PyAny>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Given<'a, 'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Given::Object(object))
    }
}

/// A SHA-256 hashing object, as those of hashlib: made by `lanesmith.sha256()`.
///
/// Threads may share one: updates wait for each other, and each is whole.
///
/// >>> import lanesmith
/// >>> h = lanesmith.Sha256(b"a")
/// >>> h.update(b"bc")
/// >>> h.hexdigest()[:8]
/// 'ba7816bf'
//= @final
//= class Sha256:
//=     # Properties, as the protocols of `hmac.new` and `hashlib.file_digest` have them.
//=     @property
//=     def name(self) -> str:
//=         """The name of the algorithm, as hashlib spells it."""
//=     @property
//=     def digest_size(self) -> int:
//=         """Bytes of a digest."""
//=     @property
//=     def block_size(self) -> int:
//=         """Bytes of a block."""
//=     def __new__(cls, data: Buffer = b"", *, usedforsecurity: bool = True) -> Sha256: ...
//=     def update(self, data: Buffer, /) -> None: ...
//=     def digest(self) -> bytes: ...
//=     def hexdigest(self) -> str: ...
//=     def copy(self) -> Sha256: ...
//=     def __copy__(self) -> Sha256: ...
#[pyclass(frozen, weakref, module = "lanesmith", name = "Sha256")]
pub struct Hasher(Lock<Sha256>);

/// Adds bytes to what is hashed, and looks at signals where they are many.
///
/// # Errors
/// [`Stopped`], half-way.
pub fn update(watch: &Watch, bytes: &[u8], mut add: impl FnMut(&[u8])) -> Result<(), Stopped> {
    for part in bytes.chunks(LONG) {
        watch.look()?;
        add(part);
    }
    Ok(())
}

fn hash_one(py: Python<'_>, bytes: &[u8]) -> PyResult<[u8; 32]> {
    match bytes.len() {
        len if len < DETACH => Ok(digest_of(bytes)),
        len if len < LONG => Ok(py.detach(|| digest_of(bytes))),
        _ => threads::watched_only(py, |watch| long_digest(watch, bytes)),
    }
}

fn long_digest(watch: &Watch, bytes: &[u8]) -> Result<[u8; 32], Stopped> {
    let mut hasher = Sha256::new();
    update(watch, bytes, |part| hasher.update(part))?;
    Ok(hasher.finalize())
}

impl Hasher {
    fn of(py: Python<'_>, data: &Given<'_, '_>) -> PyResult<Self> {
        let hasher = Hasher(Lock::new(Sha256::new()));
        if let Given::Object(data) = data {
            hasher.update(py, data)?;
        }
        Ok(hasher)
    }

    fn value(&self, py: Python<'_>) -> PyResult<[u8; 32]> {
        Ok(self.0.with_attached(py, |state| state.clone())?.finalize())
    }
}

#[pymethods]
impl Hasher {
    /// The name of the algorithm, as hashlib spells it.
    #[classattr]
    #[expect(non_upper_case_globals, reason = "as hashlib spells it")]
    const name: &'static str = "sha256";
    /// Bytes of a digest.
    #[classattr]
    #[expect(non_upper_case_globals, reason = "as hashlib spells it")]
    const digest_size: usize = 32;
    /// Bytes of a block.
    #[classattr]
    #[expect(non_upper_case_globals, reason = "as hashlib spells it")]
    const block_size: usize = 64;

    #[new]
    #[pyo3(signature = (data=Given::Nothing, *, usedforsecurity=true), text_signature = "(data=b'', *, usedforsecurity=True)")]
    fn new(py: Python<'_>, data: Given<'_, '_>, usedforsecurity: bool) -> PyResult<Self> {
        let _ = usedforsecurity;
        Hasher::of(py, &data)
    }

    /// Adds bytes to the message: of `bytes`, `bytearray`, `memoryview`, `mmap`, arrays. Other threads run while 2 KiB or more
    /// are hashed. If a signal's handler raises in the middle, nothing is added.
    #[pyo3(signature = (data, /))]
    fn update(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let data = Data::of("data", data)?;
        let bytes = data.bytes();
        match bytes.len() {
            len if len < DETACH => self.0.with_attached(py, |state| state.update(bytes)),
            len if len < LONG => self.0.with(py, |state| state.update(bytes)),
            _ => self.0.watched(py, |state, watch| {
                let mut next = state.clone();
                update(watch, bytes, |part| next.update(part))?;
                *state = next;
                Ok(())
            }),
        }
    }

    /// The digest of the message so far: 32 bytes.
    fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.value(py)?))
    }

    /// The digest in hexadecimal.
    fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        Ok(hex(py, &self.value(py)?))
    }

    /// Another object that goes on from the same message.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Hasher(Lock::new(self.0.with_attached(py, |state| state.clone())?)))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __repr__(&self) -> &'static str {
        "<sha256 lanesmith.Sha256 object>"
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(pyo3::exceptions::PyTypeError::new_err("cannot pickle 'lanesmith.Sha256' object"))
    }
}

/// A SHA-256 hashing object, as `hashlib.sha256()` gives it; also for `hmac.new(key, message, lanesmith.sha256)`.
///
/// >>> import lanesmith
/// >>> lanesmith.sha256(b"abc").hexdigest()[:8]
/// 'ba7816bf'
//= def sha256(data: Buffer = b"", *, usedforsecurity: bool = True) -> Sha256: ...
#[pyfunction]
#[pyo3(signature = (data=Given::Nothing, *, usedforsecurity=true), text_signature = "(data=b'', *, usedforsecurity=True)")]
pub fn sha256(py: Python<'_>, data: Given<'_, '_>, usedforsecurity: bool) -> PyResult<Hasher> {
    let _ = usedforsecurity;
    Hasher::of(py, &data)
}

/// The SHA-256 digest of one message: 32 bytes. The fastest way for short messages.
///
/// >>> import lanesmith
/// >>> lanesmith.sha256_digest(b"abc").hex()[:8]
/// 'ba7816bf'
//= def sha256_digest(data: Buffer) -> bytes: ...
#[pyfunction]
#[pyo3(signature = (data))]
pub fn sha256_digest<'py>(py: Python<'py>, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    if let Ok(bytes) = data.cast_exact::<PyBytes>() {
        let bytes = bytes.as_bytes();
        if bytes.len() < DETACH {
            return Ok(PyBytes::new(py, &digest_of(bytes)));
        }
    }
    let data = Data::of("data", data)?;
    Ok(PyBytes::new(py, &hash_one(py, data.bytes())?))
}

/// Hashes rows of one width that lie side by side.
fn hash_rows(bytes: &[u8], width: usize, out: &mut [[u8; 32]]) -> Result<(), LengthError> {
    if width == 64 {
        return NodeHasher::auto().hash(out, bytes.as_chunks::<64>().0);
    }
    if width == 0 {
        out.fill(digest_of(b""));
        return Ok(());
    }
    for (out, rows) in out.chunks_mut(1024).zip(bytes.chunks(1024 * width)) {
        let rows: Vec<&[u8]> = rows.chunks_exact(width).collect();
        ManyHasher::auto().hash(out, &rows)?;
    }
    Ok(())
}

/// Hashes messages of any lengths, together as long as they are not too many bytes for that.
fn hash_messages(messages: &[&[u8]], out: &mut [[u8; 32]], watch: &Watch) -> Result<(), Ended<LengthError>> {
    let mut at = 0;
    while at < messages.len() {
        if at > 0 {
            watch.look()?;
        }
        let (mut end, mut bytes) = (at, 0);
        while end < messages.len() && bytes < TOGETHER && messages[end].len() < LONG {
            bytes += messages[end].len();
            end += 1;
        }
        if end == at {
            out[at] = long_digest(watch, messages[at])?;
            end += 1;
        } else {
            ManyHasher::auto().hash(&mut out[at..end], &messages[at..end]).map_err(Ended::Failed)?;
        }
        at = end;
    }
    Ok(())
}

/// SHA-256 of pairs of nodes: the parents of a level of a Merkle tree, or of any messages of 64 bytes.
///
/// `pairs` is memory of `n` rows of 64 bytes: an array of shape `(n, 64)`, or flat; or a column of Arrow. The result has `n` rows of
/// 32 bytes: in `out` if it is given, an array of NumPy if `pairs` is one, a column for a column, else `bytes`. `threads=0` means all.
///
/// >>> import lanesmith
/// >>> lanesmith.sha256_nodes(bytes(128)).hex()[:8]
/// 'f5a5fd42'
//= # An array of NumPy comes back for an array of NumPy: for the checker, `Any`.
//= def sha256_nodes(pairs: _Rows, *, out: Buffer | None = None, threads: int = 1) -> Any: ...
#[pyfunction]
#[pyo3(signature = (pairs, *, out=None, threads=1))]
pub fn sha256_nodes<'py>(
    pairs: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    if !has_memory(pairs) && !is_list(pairs) && is_column(pairs)? {
        columns::no_out(out)?;
        return column(pairs, threads, Some(64));
    }
    let rows = Rows::of("pairs", pairs, 64)?;
    let bytes = rows.bytes();
    rows_into(pairs, bytes, bytes.len() / 64, 64, out, threads)
}

/// Digests of rows of one width, in the form of what they are like.
fn rows_into<'py>(
    like: &Bound<'py, PyAny>,
    bytes: &[u8],
    count: usize,
    width: usize,
    out: Option<&Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = like.py();
    let threads = threads::count(py, threads)?;
    // So that a slice of long rows is not too many bytes.
    let slice = SLICE.min(TOGETHER / width.max(1)).max(1);
    results(like, out, count, 32, &[bytes], |out| {
        let (out, _) = out.as_chunks_mut::<32>();
        threads::slices(py, out, threads, slice, |start, out, watch| {
            let rows = &bytes[start * width..(start + out.len()) * width];
            if width < LONG {
                return hash_rows(rows, width, out).map_err(Ended::Failed);
            }
            hash_messages(&rows.chunks_exact(width).collect::<Vec<_>>(), out, watch)
        })?
        .raise(py)
    })
}

fn is_list(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()
}

/// SHA-256 of many messages at once, of any lengths.
///
/// | messages | result |
/// | --- | --- |
/// | list, tuple or other iterable of bytes-likes | list of `bytes` |
/// | memory of two dimensions or more: the last is a message | rows of 32 bytes, as `sha256_nodes` gives them |
/// | array of NumPy of any layout, also of bytes (`S32`, `V32`) or objects | array of shape `(n, 32)` |
/// | Arrow column (Binary, FixedSizeBinary, String and their kin, dictionaries of them) | Arrow column of FixedSizeBinary(32), nulls stay nulls |
///
/// With `out` (writable memory of `n` rows of 32 bytes) the digests go there. An array or ChunkedArray of pyarrow comes back as
/// such, a Series of polars or pandas too; other objects with Arrow's C interface give a `lanesmith.Column`. Arrays of NumPy with gaps
/// are copied first. Memory of one dimension is one message, and refused.
///
/// >>> import lanesmith
/// >>> [d.hex()[:8] for d in lanesmith.sha256_many([b"abc", b""])]
/// ['ba7816bf', 'e3b0c442']
//= # Functions of many rows: a list for a list; a `Column` for a `Column`, which also keeps checkers from taking the first overload where
//= # they do not know the argument; and `Any` for what comes back as an object of its own library.
//= @overload
//= def sha256_many(messages: list[Any] | tuple[Any, ...], *, out: None = None, threads: int = 1) -> list[bytes]: ...
//= @overload
//= def sha256_many(messages: Column, *, out: None = None, threads: int = 1) -> Column: ...
//= @overload
//= def sha256_many(messages: Iterable[Any] | Buffer, *, out: _B, threads: int = 1) -> _B: ...
//= @overload
//= def sha256_many(messages: Arrow | Buffer | Iterable[Any], *, out: None = None, threads: int = 1) -> Any: ...
#[pyfunction]
#[pyo3(signature = (messages, *, out=None, threads=1))]
pub fn sha256_many<'py>(
    messages: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = messages.py();
    if !is_list(messages) {
        if let Some(rows) = MessageRows::of("messages", messages)? {
            return rows_into(messages, rows.bytes(), rows.count, rows.width, out, threads);
        }
        if !has_memory(messages) && is_column(messages)? {
            columns::no_out(out)?;
            return column(messages, threads, None);
        }
    }
    let threads = threads::count(py, threads)?;
    let hash = |slices: &[&[u8]], out: &mut [[u8; 32]]| {
        threads::slices(py, out, threads, SLICE / 4, |start, out, watch| {
            hash_messages(&slices[start..start + out.len()], out, watch)
        })?
        .raise(py)
    };
    if out.is_some() || is_numpy(messages)? {
        let held = Messages::of("messages", messages)?;
        let slices = held.bytes();
        return results(messages, out, slices.len(), 32, &slices, |out| {
            hash(&slices, out.as_chunks_mut::<32>().0)
        });
    }
    // A part at a time, so that its messages and digests are in the cache when they are needed again.
    let mut iterator = Items::of("messages", messages)?;
    let digests = PyList::empty(py);
    let mut out = vec![[0; 32]; PART * threads];
    loop {
        let held = iterator.take(PART * threads)?;
        let slices: Vec<&[u8]> = held.iter().map(Data::bytes).collect();
        if slices.is_empty() {
            return Ok(digests.into_any());
        }
        let out = &mut out[..slices.len()];
        hash(&slices, out)?;
        for digest in out {
            digests.append(PyBytes::new(py, digest))?;
        }
        // Signals that came between the parts.
        py.check_signals()?;
    }
}

/// The digests of a column; of rows of one width if that is asked for.
fn column<'py>(
    messages: &Bound<'py, PyAny>,
    threads: usize,
    width: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = messages.py();
    let threads = threads::count(py, threads)?;
    let kind = OutType::Fixed(32);
    let mut before = 0;
    columns::column(
        messages,
        |_| kind,
        |_, chunk| {
            let other = |row: &usize| chunk.is_valid(*row) && Some(chunk.value(*row).len()) != width;
            if width.is_some()
                && chunk.side_by_side().map(|(width, _)| width) != width
                && let Some(row) = (0..chunk.len()).find(other)
            {
                let reason = format!("pairs: {} bytes, expected 64", chunk.value(row).len());
                return Err(errors::new(py, Kind::Length, &reason, Some(before + row)));
            }
            before += chunk.len();
            let values = digests(py, chunk, threads)?;
            columns::chunk(py, kind, chunk.len(), values, columns::validity(chunk))
        },
    )
}

fn digests(py: Python<'_>, chunk: &Chunk, threads: usize) -> PyResult<Vec<u8>> {
    columns::map::<32, LengthError>(
        py,
        chunk,
        (threads, SLICE / 4),
        |width, bytes, out| width == 64 && hash_rows(bytes, width, out).is_ok(),
        |_, rows, out, watch| hash_messages(rows, out, watch),
        |error| Err::<(), _>(error).raise(py).err().unwrap_or_else(|| PyErr::fetch(py)),
    )
}

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Hasher>()
}
