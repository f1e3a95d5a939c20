//! Logs of RFC 6962.

use lanesmith::sha256::merkle::{Node, rfc6962};
use lanesmith::sha256::{LengthError, Sha256};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::buffers::{Data, Messages, array};
use crate::errors::Raise;
use crate::merkle::{LARGE, node_list, nodes};
use crate::numbers;
use crate::sha256::update;
use crate::threads::{self, Ended, LONG, Stopped, Watch};

/// The module of Python that has the functions.
pub const OF: &str = "lanesmith.merkle";

/// The head of a log of RFC 6962 over entries (a list of bytes-likes, or a column of Arrow).
//= def log_root(entries: Arrow | Iterable[Buffer], /) -> bytes: ...
#[pyfunction]
#[pyo3(signature = (entries, /))]
pub fn log_root<'py>(py: Python<'py>, entries: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let held = Messages::of("entries", entries)?;
    let leaves = leaf_hashes(py, &held.bytes())?;
    // Heads of equal parts, then the tree above them, which has the same shape.
    let mut tops = vec![[0; 32]; leaves.len().div_ceil(LARGE)];
    let root = threads::watched_only(py, |watch| {
        for (top, leaves) in tops.iter_mut().zip(leaves.chunks(LARGE)) {
            *top = rfc6962::tree_head(leaves);
            watch.look()?;
        }
        Ok(rfc6962::tree_head(&tops))
    })?;
    Ok(PyBytes::new(py, &root))
}

fn leaf_hashes(py: Python<'_>, entries: &[&[u8]]) -> PyResult<Vec<Node>> {
    let mut hashes = vec![[0; 32]; entries.len()];
    let hash = |entry: &[u8], watch: &Watch| {
        if entry.len() < LONG {
            return Ok(rfc6962::leaf_hash(entry));
        }
        // As the RFC has it.
        let mut hasher = Sha256::new();
        hasher.update([0]);
        update(watch, entry, |part| hasher.update(part))?;
        Ok::<Node, Stopped>(hasher.finalize())
    };
    threads::slices(py, &mut hashes, 1, LARGE, |start, out, watch| {
        let mut bytes = 0;
        for (out, entry) in out.iter_mut().zip(&entries[start..]) {
            *out = hash(entry, watch)?;
            bytes += entry.len();
            if bytes > LONG {
                bytes = 0;
                watch.look()?;
            }
        }
        Ok::<(), Ended<LengthError>>(())
    })?
    .raise(py)?;
    Ok(hashes)
}

/// The hash of an entry of a log of RFC 6962.
//= def log_leaf(entry: Buffer, /) -> bytes: ...
#[pyfunction]
#[pyo3(signature = (entry, /))]
pub fn log_leaf<'py>(py: Python<'py>, entry: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &leaf_hashes(py, &[Data::of("entry", entry)?.bytes()])?[0]))
}

/// The proof that entry `index` is in the log of RFC 6962: a list of 32 bytes each.
//= def log_prove(entries: Arrow | Iterable[Buffer], index: int, /) -> list[bytes]: ...
#[pyfunction]
#[pyo3(signature = (entries, index, /))]
pub fn log_prove<'py>(
    py: Python<'py>,
    entries: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::place)] index: usize,
) -> PyResult<Bound<'py, PyList>> {
    let held = Messages::of("entries", entries)?;
    let leaves = leaf_hashes(py, &held.bytes())?;
    node_list(py, &py.detach(|| rfc6962::prove_inclusion(&leaves, index)).raise(py)?)
}

/// Whether `entry` is entry number `index` of the log of `size` entries with that head (RFC 6962).
///
/// >>> from lanesmith import merkle
/// >>> log = [b"a", b"b", b"c"]
/// >>> merkle.log_verify(b"b", merkle.log_prove(log, 1), 1, 3, merkle.log_root(log))
/// True
//= def log_verify(entry: Buffer, proof: Arrow | Iterable[Buffer], index: int, size: int, root: Buffer, /) -> bool: ...
#[pyfunction]
#[pyo3(signature = (entry, proof, index, size, root, /))]
pub fn log_verify(
    py: Python<'_>,
    entry: &Bound<'_, PyAny>,
    proof: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::index)] index: u64,
    #[pyo3(from_py_with = numbers::size)] size: u64,
    root: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let leaf = leaf_hashes(py, &[Data::of("entry", entry)?.bytes()])?[0];
    let (proof, root) = (nodes(py, "proof", proof)?, array(py, "root", root)?);
    match rfc6962::verify_inclusion(&leaf, index, size, &proof, &root) {
        Err(rfc6962::LogError::RootMismatch { .. }) => Ok(false),
        done => done.raise(py).map(|()| true),
    }
}

/// The proof that the log of the first `size` entries is a beginning of this one (RFC 6962): a list of 32 bytes each.
//= def log_consistency(entries: Arrow | Iterable[Buffer], size: int, /) -> list[bytes]: ...
#[pyfunction]
#[pyo3(signature = (entries, size, /))]
pub fn log_consistency<'py>(
    py: Python<'py>,
    entries: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::size)] size: u64,
) -> PyResult<Bound<'py, PyList>> {
    let held = Messages::of("entries", entries)?;
    let leaves = leaf_hashes(py, &held.bytes())?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    node_list(py, &py.detach(|| rfc6962::prove_consistency(&leaves, size)).raise(py)?)
}

/// Whether the log of `size` entries with head `root` is a beginning of the one of `new_size` entries with head `new_root` (RFC 6962).
///
/// >>> from lanesmith import merkle
/// >>> log = [b"a", b"b", b"c"]
/// >>> old, new = merkle.log_root(log[:2]), merkle.log_root(log)
/// >>> merkle.log_verify_consistency(merkle.log_consistency(log, 2), 2, old, 3, new)
/// True
//= def log_verify_consistency(
//=     proof: Arrow | Iterable[Buffer], size: int, root: Buffer, new_size: int, new_root: Buffer, /
//= ) -> bool: ...
#[pyfunction]
#[pyo3(signature = (proof, size, root, new_size, new_root, /))]
pub fn log_verify_consistency(
    py: Python<'_>,
    proof: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::size)] size: u64,
    root: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::size)] new_size: u64,
    new_root: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let (proof, root) = (nodes(py, "proof", proof)?, array(py, "root", root)?);
    let new_root = array(py, "new_root", new_root)?;
    match rfc6962::verify_consistency(size, new_size, &proof, &root, &new_root) {
        Err(rfc6962::LogError::RootMismatch { .. } | rfc6962::LogError::OldRootMismatch { .. }) => Ok(false),
        done => done.raise(py).map(|()| true),
    }
}
