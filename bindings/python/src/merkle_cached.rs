//! Merkle trees that keep their nodes.

use lanesmith::sha256::merkle::proof::ProofSource;
use lanesmith::sha256::merkle::{self, Node, TreeError, TreeHasher};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

use crate::buffers::{Rows, array};
use crate::columns;
use crate::errors::Raise;
use crate::fork::Lock;
use crate::merkle::{LARGE, node_list, place};
use crate::numbers;
use crate::threads::{self, Ended, Stopped, Watch};

/// A tree that keeps its nodes: a changed leaf costs one path, not the tree.
///
/// >>> from lanesmith import merkle
/// >>> tree = merkle.CachedTree(bytes(32 * 1000), limit=2**20)
/// >>> tree[500] = b"x" * 32
/// >>> tree.append(b"y" * 32)
/// >>> len(tree), merkle.verify(tree[500], tree.prove(500), 500, tree.root(), limit=2**20)
/// (1001, True)
///
/// Copies are snapshots that share what neither has changed; a pickled tree is its leaves.
//= @final
//= class CachedTree:
//=     def __new__(cls, leaves: _Rows = b"", *, limit: int) -> CachedTree: ...
//=     def copy(self) -> CachedTree: ...
//=     def __copy__(self) -> CachedTree: ...
//=     def __deepcopy__(self, memo: object, /) -> CachedTree: ...
//=     def __getnewargs_ex__(self) -> tuple[tuple[bytes], dict[str, int]]: ...
//=     def root(self) -> bytes: ...
//=     def root_with_length(self, length: int, /) -> bytes: ...
//=     def append(self, leaf: Buffer, /) -> None: ...
//=     def extend(self, leaves: _Rows, /) -> None: ...
//=     def truncate(self, length: int, /) -> None: ...
//=     def prove(self, index: int, /) -> list[bytes]: ...
//=     @property
//=     def limit(self) -> int: ...
//=     def __len__(self) -> int: ...
//=     def __getitem__(self, index: int, /) -> bytes: ...
//=     def __setitem__(self, index: int, leaf: Buffer, /) -> None: ...
#[pyclass(frozen, weakref, module = "lanesmith.merkle", name = "CachedTree")]
pub struct CachedTree(Lock<merkle::CachedTree>);

impl CachedTree {
    fn at(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<usize> {
        let len = self.0.with(py, |tree| tree.len())?;
        columns::place(index, len)?
            .ok_or_else(|| PyIndexError::new_err(format!("leaf {index} of a tree of {len} leaves")))
    }
}

/// Adds leaves to a tree: all, or none where that is stopped. What is added is hashed, so that asking for the root does not take long
/// afterwards.
fn extend(
    watch: &Watch,
    tree: &mut merkle::CachedTree,
    leaves: &[Node],
) -> Result<Result<(), TreeError>, Stopped> {
    if leaves.len() < LARGE {
        return Ok(tree.extend(leaves));
    }
    let before = tree.clone();
    for part in leaves.chunks(LARGE) {
        let done = watch.look().map(|()| tree.extend(part));
        if !matches!(done, Ok(Ok(()))) {
            *tree = before;
            return done;
        }
        tree.update();
    }
    Ok(Ok(()))
}

#[pymethods]
impl CachedTree {
    #[new]
    #[pyo3(signature = (leaves=None, *, limit), text_signature = "(leaves=b'', *, limit)")]
    fn new(
        py: Python<'_>,
        leaves: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = numbers::limit)] limit: u64,
    ) -> PyResult<Self> {
        let rows = leaves.map(|leaves| Rows::of("leaves", leaves, 32)).transpose()?;
        let leaves = rows.as_ref().map_or(&[][..], |rows| rows.bytes().as_chunks::<32>().0);
        let built = threads::watched(py, |watch| {
            let tree = merkle::CachedTree::build_until(TreeHasher::new(), leaves, limit, &|| watch.stops());
            tree.map_err(Ended::Failed)?.ok_or(Ended::Stopped)
        })?;
        Ok(CachedTree(Lock::new(built.raise(py)?)))
    }

    /// A snapshot of the tree, which shares its nodes until one of the two changes them.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(CachedTree(Lock::new(self.0.with(py, |tree| tree.clone())?)))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let _ = memo;
        self.copy(py)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let (leaves, limit) =
            self.0.with(py, |tree| (tree.leaves().copied().collect::<Vec<_>>(), tree.limit()))?;
        let keywords = PyDict::new(py);
        keywords.set_item("limit", limit)?;
        Ok((PyTuple::new(py, [PyBytes::new(py, leaves.as_flattened())])?, keywords))
    }

    /// The root.
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.with(py, |tree| tree.root())?))
    }

    /// The root with a length mixed in: that of an SSZ list.
    #[pyo3(signature = (length, /))]
    fn root_with_length<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::list_length)] length: u64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.with(py, |tree| tree.root_with_length(length))?))
    }

    /// Adds a leaf at the end.
    #[pyo3(signature = (leaf, /))]
    fn append(&self, py: Python<'_>, leaf: &Bound<'_, PyAny>) -> PyResult<()> {
        let leaf = array(py, "leaf", leaf)?;
        self.0.with(py, |tree| tree.push(leaf))?.raise(py)
    }

    /// Adds leaves at the end: rows of 32 bytes, a column of Arrow or a list.
    #[pyo3(signature = (leaves, /))]
    fn extend(&self, py: Python<'_>, leaves: &Bound<'_, PyAny>) -> PyResult<()> {
        let rows = Rows::of("leaves", leaves, 32)?;
        let leaves = rows.bytes().as_chunks::<32>().0;
        self.0.watched(py, |tree, watch| extend(watch, tree, leaves))?.raise(py)
    }

    /// Drops all leaves from a number on.
    #[pyo3(signature = (length, /))]
    fn truncate(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::length)] length: usize,
    ) -> PyResult<()> {
        self.0.with(py, |tree| tree.truncate(length))
    }

    /// The proof of a leaf, as `lanesmith.merkle.prove` gives it.
    #[pyo3(signature = (index, /))]
    fn prove<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let at = self.at(py, index)?;
        let place = place(py, at as u64, self.limit(py)?)?;
        let proof = self.0.with(py, |tree| {
            tree.update();
            tree.prove(place)
        })?;
        node_list(py, &proof.raise(py)?.branch)
    }

    /// The most leaves that it has room for.
    #[getter]
    fn limit(&self, py: Python<'_>) -> PyResult<u64> {
        self.0.with(py, |tree| tree.limit())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.0.with(py, |tree| tree.len())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let at = self.at(py, index)?;
        let leaf = self.0.with(py, |tree| tree.leaf(at).copied())?;
        Ok(PyBytes::new(py, &leaf.unwrap_or_default()))
    }

    fn __setitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>, leaf: &Bound<'_, PyAny>) -> PyResult<()> {
        let (at, leaf) = (self.at(py, index)?, array(py, "leaf", leaf)?);
        self.0.with(py, |tree| tree.set(at, leaf))?.raise(py)
    }
}

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<CachedTree>()
}
