//! Logs of RFC 6962.

use lanesmith::sha256::merkle::{Node, rfc6962};
use lanesmith::sha256::{LengthError, Sha256};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::buffers::{Data, Messages, array};
use crate::errors::Raise;
use crate::merkle::{LARGE, node_list, nodes};
use crate::module;
use crate::numbers;
use crate::sha256::update;
use crate::threads::{self, Ended, LONG, Stopped, Watch};

/// The head of a log of RFC 6962 over entries (a list of bytes-likes, or a column of Arrow).
#[pyfunction]
#[pyo3(signature = (entries, /))]
fn log_root<'py>(py: Python<'py>, entries: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
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

/// The proof that entry `index` is in the log of RFC 6962: a list of 32 bytes each.
#[pyfunction]
#[pyo3(signature = (entries, index, /))]
fn log_prove<'py>(
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
#[pyfunction]
#[pyo3(signature = (entry, proof, index, size, root, /))]
fn log_verify(
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

/// Adds the names to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    const OF: &str = "lanesmith.merkle";
    module::add(module, OF, "log_root", wrap_pyfunction!(log_root, module)?)?;
    module::add(module, OF, "log_prove", wrap_pyfunction!(log_prove, module)?)?;
    module::add(module, OF, "log_verify", wrap_pyfunction!(log_verify, module)?)
}
