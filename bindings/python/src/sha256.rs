//! SHA-256: an object as hashlib's, one message, many messages, the nodes of trees.

use lanesmith::sha256::{LengthError, ManyHasher, NodeHasher, Sha256, sha256 as digest_of};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::buffers::{Data, Items, Messages, Rows, hex, results};
use crate::columns;
use crate::errors::Raise;
use crate::ffi::arrow::is_column;
use crate::ffi::arrow_out::{OutChunk, OutType};
use crate::ffi::buffer::View;
use crate::fork::Lock;
use crate::threads::{self, DETACH};

/// Rows between two looks at signals, for each thread.
const SLICE: usize = 1 << 18;
/// Messages of a list that are hashed together, for each thread.
const PART: usize = 2048;

/// An argument that may be missing, which is something else than `None`: that has no bytes.
enum Given<'a, 'py> {
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
#[pyclass(frozen, module = "lanesmith", name = "Sha256")]
pub struct Hasher(Lock<Sha256>);

impl Hasher {
    fn of(py: Python<'_>, data: &Given<'_, '_>) -> PyResult<Self> {
        let mut hasher = Sha256::new();
        if let Given::Object(data) = data {
            let data = Data::of(data)?;
            let bytes = data.bytes();
            match bytes.len() < DETACH {
                true => hasher.update(bytes),
                false => py.detach(|| hasher.update(bytes)),
            }
        }
        Ok(Hasher(Lock::new(hasher)))
    }

    fn with<R: Send>(
        &self,
        py: Python<'_>,
        long: bool,
        work: impl FnOnce(&mut Sha256) -> R + Send,
    ) -> PyResult<R> {
        if long { self.0.with(py, work) } else { self.0.with_attached(py, work) }
    }

    fn value(&self, py: Python<'_>) -> PyResult<[u8; 32]> {
        Ok(self.with(py, false, |state| state.clone())?.finalize())
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
    /// are hashed.
    #[pyo3(signature = (data, /))]
    fn update(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let data = Data::of(data)?;
        let bytes = data.bytes();
        self.with(py, bytes.len() >= DETACH, |state| state.update(bytes))
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
        Ok(Hasher(Lock::new(self.with(py, false, |state| state.clone())?)))
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
#[pyfunction]
#[pyo3(signature = (data=Given::Nothing, *, usedforsecurity=true), text_signature = "(data=b'', *, usedforsecurity=True)")]
fn sha256(py: Python<'_>, data: Given<'_, '_>, usedforsecurity: bool) -> PyResult<Hasher> {
    let _ = usedforsecurity;
    Hasher::of(py, &data)
}

/// The SHA-256 digest of one message: 32 bytes. The fastest way for short messages.
///
/// >>> import lanesmith
/// >>> lanesmith.sha256_digest(b"abc").hex()[:8]
/// 'ba7816bf'
#[pyfunction]
#[pyo3(signature = (data, /))]
fn sha256_digest<'py>(py: Python<'py>, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    if let Ok(bytes) = data.cast_exact::<PyBytes>() {
        let bytes = bytes.as_bytes();
        if bytes.len() < DETACH {
            return Ok(PyBytes::new(py, &digest_of(bytes)));
        }
    }
    let data = Data::of(data)?;
    let bytes = data.bytes();
    let digest = if bytes.len() < DETACH { digest_of(bytes) } else { py.detach(|| digest_of(bytes)) };
    Ok(PyBytes::new(py, &digest))
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

/// SHA-256 of pairs of nodes: the parents of a level of a Merkle tree, or of any messages of 64 bytes.
///
/// `pairs` is memory of `n` rows of 64 bytes: an array of shape `(n, 64)`, or flat. The result has `n` rows of 32 bytes: in
/// `out` if it is given, an array of NumPy if `pairs` is one, else `bytes`. `threads=0` means all.
///
/// >>> import lanesmith
/// >>> lanesmith.sha256_nodes(bytes(128)).hex()[:8]
/// 'f5a5fd42'
#[pyfunction]
#[pyo3(signature = (pairs, *, out=None, threads=1))]
fn sha256_nodes<'py>(
    pairs: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    rows_of(pairs, 64, out, threads)
}

fn rows_of<'py>(
    data: &Bound<'py, PyAny>,
    width: usize,
    out: Option<&Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = data.py();
    let threads = threads::count(py, threads)?;
    let rows = Rows::of(data, width)?;
    let bytes = rows.bytes();
    results(data, out, bytes.len() / width, 32, &[bytes], |out| {
        let (out, _) = out.as_chunks_mut::<32>();
        threads::slices(py, out, threads, SLICE, |start, out| {
            hash_rows(&bytes[start * width..(start + out.len()) * width], width, out)
        })?
        .raise(py)
    })
}

/// SHA-256 of many messages at once, of any lengths.
///
/// | messages | result |
/// | --- | --- |
/// | list, tuple or other iterable of bytes-likes | list of `bytes` |
/// | memory of two dimensions, one message a row | rows of 32 bytes, as `sha256_nodes` gives them |
/// | Arrow column (Binary, FixedSizeBinary, String and their kin) | Arrow column of FixedSizeBinary(32), nulls stay nulls |
///
/// With `out` (writable memory of `n` rows of 32 bytes) the digests go there. An array or ChunkedArray of pyarrow comes back as
/// such, a Series of polars too; other objects with Arrow's C interface give a `lanesmith.Column`.
///
/// >>> import lanesmith
/// >>> [d.hex()[:8] for d in lanesmith.sha256_many([b"abc", b""])]
/// ['ba7816bf', 'e3b0c442']
#[pyfunction]
#[pyo3(signature = (messages, *, out=None, threads=1))]
fn sha256_many<'py>(
    messages: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = messages.py();
    let is_list = messages.is_instance_of::<PyList>() || messages.is_instance_of::<PyTuple>();
    if !is_list && is_column(messages)? {
        if out.is_some() {
            return Err(pyo3::exceptions::PyTypeError::new_err(
                "out is for memory and lists, not for Arrow columns",
            ));
        }
        return column(messages, threads);
    }
    if !is_list
        && let Ok(view) = View::shaped(messages)
        && let Some(width) = view.row()
    {
        if width == 0 {
            return Err(crate::errors::length(py, "the rows", 0, "1 or more"));
        }
        drop(view);
        return rows_of(messages, width, out, threads);
    }
    let threads = threads::count(py, threads)?;
    let hash = |slices: &[&[u8]], out: &mut [[u8; 32]]| {
        threads::slices(py, out, threads, SLICE / 4, |start, out| {
            ManyHasher::auto().hash(out, &slices[start..start + out.len()])
        })?
        .raise(py)
    };
    if out.is_some() {
        let held = Messages::of(messages)?;
        let slices = held.bytes();
        return results(messages, out, slices.len(), 32, &slices, |out| {
            hash(&slices, out.as_chunks_mut::<32>().0)
        });
    }
    // A part at a time, so that its messages and digests are in the cache when they are needed again.
    let mut iterator = Items::of(messages)?;
    let digests = PyList::empty(py);
    let mut out = vec![[0; 32]; PART * threads];
    loop {
        let held = iterator.take(PART * threads)?;
        let slices = held.bytes();
        if slices.is_empty() {
            return Ok(digests.into_any());
        }
        let out = &mut out[..slices.len()];
        hash(&slices, out)?;
        for digest in out {
            digests.append(PyBytes::new(py, digest))?;
        }
    }
}

fn column<'py>(messages: &Bound<'py, PyAny>, threads: usize) -> PyResult<Bound<'py, PyAny>> {
    let py = messages.py();
    let threads = threads::count(py, threads)?;
    columns::column(
        messages,
        |_| OutType::Fixed(32),
        |_, chunk| {
            let values = columns::map::<32, LengthError>(
                py,
                chunk,
                (threads, SLICE / 4),
                |width, bytes, out| width == 64 && hash_rows(bytes, width, out).is_ok(),
                |_, rows, out| ManyHasher::auto().hash(out, rows),
                |error| Err::<(), _>(error).raise(py).err().unwrap_or_else(|| PyErr::fetch(py)),
            )?;
            Ok(OutChunk { len: chunk.len(), values, offsets: vec![], validity: columns::validity(chunk) })
        },
    )
}

/// Adds the names to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Hasher>()?;
    module.add_function(wrap_pyfunction!(sha256, module)?)?;
    module.add_function(wrap_pyfunction!(sha256_digest, module)?)?;
    module.add_function(wrap_pyfunction!(sha256_nodes, module)?)?;
    module.add_function(wrap_pyfunction!(sha256_many, module)?)
}
