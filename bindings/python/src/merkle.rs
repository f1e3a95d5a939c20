//! Merkle trees: roots, subtree roots, proofs, a tree that keeps its nodes; logs of RFC 6962.

use lanesmith::sha256::merkle::proof::{ChunkTree, GeneralizedIndex, ProofSource, root_of_branch};
use lanesmith::sha256::merkle::{self, MAX_DEPTH, Node, TreeError, TreeHasher, rfc6962};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::buffers::{Messages, Rows, array, results};
use crate::errors::{self, Kind, Raise};
use crate::fork::Lock;
use crate::threads;

/// Leaves below which a tree stays on one thread.
const LARGE: usize = 1 << 14;

/// A list of `bytes`, one for each node.
pub fn node_list<'py>(py: Python<'py>, nodes: &[Node]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, nodes.iter().map(|node| PyBytes::new(py, node)))
}

fn nodes(py: Python<'_>, what: &str, list: &Bound<'_, PyAny>) -> PyResult<Vec<Node>> {
    let held = Messages::of(list)?;
    let node = |(index, bytes): (usize, &[u8])| {
        bytes.try_into().map_err(|_| {
            let reason = format!("{what}: {} bytes, expected 32", bytes.len());
            errors::new(py, Kind::Length, &reason, Some(index))
        })
    };
    held.bytes().into_iter().enumerate().map(node).collect()
}

/// The root of leaves under a limit, on several threads: roots of equal subtrees, then the tree above them.
fn root_of(leaves: &[Node], limit: Option<u64>, threads: usize) -> Result<Node, TreeError> {
    let hasher = TreeHasher::new();
    if threads <= 1 || leaves.len() < LARGE {
        return hasher.merkleize(leaves, limit);
    }
    // Subtrees of one height, some for each thread; the last one may be smaller, which its limit makes good.
    let height = (leaves.len() / (4 * threads)).max(1).ilog2();
    let size = 1_usize << height;
    if limit.is_some_and(|limit| limit < size as u64) {
        return hasher.merkleize(leaves, limit);
    }
    let mut tops = vec![[0; 32]; leaves.len().div_ceil(size)];
    threads::parts(&mut tops, threads, |start, tops| {
        for (top, leaves) in tops.iter_mut().zip(leaves[start * size..].chunks(size)) {
            *top = hasher.merkleize(leaves, Some(size as u64))?;
        }
        Ok::<(), TreeError>(())
    })?;
    // Errors name the caller's leaves, not the subtrees.
    let width = limit.unwrap_or(leaves.len() as u64);
    if width > 1 << MAX_DEPTH {
        return Err(TreeError::LimitTooLarge { limit: width });
    }
    if leaves.len() as u64 > width {
        return Err(TreeError::TooManyChunks { count: leaves.len() as u64, limit: width });
    }
    above(&hasher, &tops, height, width.next_power_of_two().trailing_zeros())
}

/// The root of a tree of `depth` over the roots of subtrees of a height, where missing subtrees are all zeros.
fn above(hasher: &TreeHasher, tops: &[Node], height: u32, depth: u32) -> Result<Node, TreeError> {
    let mut level = tops.to_vec();
    for at in height..depth {
        if !level.len().is_multiple_of(2) {
            level.push(merkle::zero_hash(at).unwrap_or_default());
        }
        hasher.subtree_roots(&mut level, 1)?;
        level.truncate(level.len() / 2);
    }
    Ok(level[0])
}

/// The root of a Merkle tree over leaves of 32 bytes (SSZ: `merkleize`), padded with zeros to the next power of two of `limit`,
/// of the number of leaves where that is not given. Time depends on the leaves, not on the limit. `threads=0` means all.
///
/// >>> from lanesmith import merkle
/// >>> merkle.root(bytes(32 * 4)).hex()[:8]
/// 'db56114e'
#[pyfunction]
#[pyo3(signature = (leaves, *, limit=None, threads=1))]
fn merkle_root<'py>(
    py: Python<'py>,
    leaves: &Bound<'py, PyAny>,
    limit: Option<u64>,
    threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let threads = threads::count(py, threads)?;
    let rows = Rows::of(leaves, 32)?;
    let leaves = rows.bytes().as_chunks::<32>().0;
    Ok(PyBytes::new(py, &py.detach(|| root_of(leaves, limit, threads)).raise(py)?))
}

/// Roots of subtrees of `2**height` leaves each: `n / 2**height` rows of 32 bytes, in the form of `sha256_nodes`. What workers
/// of a large tree compute, and whose own root at the same depth is the root of the whole.
///
/// >>> from lanesmith import merkle
/// >>> tops = merkle.subtree_roots(bytes(32 * 8), 2)
/// >>> merkle.root(tops) == merkle.root(bytes(32 * 8))
/// True
#[pyfunction]
#[pyo3(signature = (leaves, height, *, out=None, threads=1))]
fn merkle_subtree_roots<'py>(
    leaves: &Bound<'py, PyAny>,
    height: u32,
    out: Option<&Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = leaves.py();
    let threads = threads::count(py, threads)?;
    let rows = Rows::of(leaves, 32)?;
    let bytes = rows.bytes();
    let nodes = bytes.as_chunks::<32>().0;
    let size = 1_usize.checked_shl(height).filter(|size| nodes.len().is_multiple_of(*size));
    let Some(size) = size else {
        let count = nodes.len() as u64;
        return Err(TreeError::NotWholeSubtrees { count, height }).raise(py);
    };
    results(leaves, out, nodes.len() / size, 32, &[bytes], |out| {
        let (out, _) = out.as_chunks_mut::<32>();
        // Small subtrees go through the kernels together, a block of leaves at a time.
        let group = (1 << 12_usize).max(size) / size;
        threads::slices(py, out, threads, (1 << 20) / size, |start, out| {
            let hasher = TreeHasher::new();
            let mut block = Vec::new();
            for (part, out) in out.chunks_mut(group).enumerate() {
                let from = (start + part * group) * size;
                let leaves = &nodes[from..from + out.len() * size];
                if out.len() == 1 {
                    out[0] = hasher.merkleize(leaves, Some(size as u64))?;
                    continue;
                }
                block.clear();
                block.extend_from_slice(leaves);
                let count = hasher.subtree_roots(&mut block, height)?;
                out.copy_from_slice(&block[..count]);
            }
            Ok::<(), TreeError>(())
        })?
        .raise(py)
    })
}

/// The root of a list: the root of its elements with its length mixed in (SSZ).
#[pyfunction]
#[pyo3(signature = (root, length, /))]
fn merkle_mix_in_length<'py>(
    py: Python<'py>,
    root: &Bound<'py, PyAny>,
    length: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &merkle::mix_in_length(&array(py, "root", root)?, length)))
}

/// The root of a tree of zeros of that height: from 0 (a leaf) to 64.
#[pyfunction]
#[pyo3(signature = (height, /))]
fn merkle_zero_hash<'py>(py: Python<'py>, height: u32) -> PyResult<Bound<'py, PyBytes>> {
    match merkle::zero_hash(height) {
        Some(node) => Ok(PyBytes::new(py, &node)),
        None => Err(errors::new(py, Kind::Length, &format!("no tree is {height} levels high"), None)),
    }
}

/// The place of leaf `index` in a tree with room for `limit` leaves.
fn place(py: Python<'_>, index: u64, limit: u64) -> PyResult<GeneralizedIndex> {
    if limit > 1 << MAX_DEPTH {
        Err(TreeError::LimitTooLarge { limit }).raise(py)?;
    }
    let depth = limit.next_power_of_two().trailing_zeros();
    GeneralizedIndex::of_leaf(depth, index).raise(py)
}

/// The proof of one leaf: the siblings on the way to the root, from the bottom, as a list of 32 bytes each.
///
/// >>> from lanesmith import merkle
/// >>> leaves = [bytes([i]) * 32 for i in range(5)]
/// >>> proof = merkle.prove(b"".join(leaves), 3)
/// >>> merkle.verify(leaves[3], proof, 3, merkle.root(b"".join(leaves)), limit=5)
/// True
#[pyfunction]
#[pyo3(signature = (leaves, index, *, limit=None))]
fn merkle_prove<'py>(
    py: Python<'py>,
    leaves: &Bound<'py, PyAny>,
    index: u64,
    limit: Option<u64>,
) -> PyResult<Bound<'py, PyList>> {
    let rows = Rows::of(leaves, 32)?;
    let leaves = rows.bytes().as_chunks::<32>().0;
    if index >= leaves.len() as u64 {
        Err(TreeError::IndexOutOfRange { index, count: leaves.len() as u64 }).raise(py)?;
    }
    let place = place(py, index, limit.unwrap_or(leaves.len() as u64))?;
    let tree = ChunkTree::new(leaves, limit).raise(py)?;
    let proof = py.detach(|| tree.prove(place)).raise(py)?;
    node_list(py, &proof.branch)
}

/// Whether `leaf` is leaf number `index` of the tree with that root and room for `limit` leaves. `False` for another root;
/// an exception for a proof of another length, which cannot be one of this tree.
#[pyfunction]
#[pyo3(signature = (leaf, proof, index, root, *, limit))]
fn merkle_verify(
    py: Python<'_>,
    leaf: &Bound<'_, PyAny>,
    proof: &Bound<'_, PyAny>,
    index: u64,
    root: &Bound<'_, PyAny>,
    limit: u64,
) -> PyResult<bool> {
    let (leaf, root): (Node, Node) = (array(py, "leaf", leaf)?, array(py, "root", root)?);
    let branch = nodes(py, "proof", proof)?;
    Ok(root_of_branch(&leaf, &branch, place(py, index, limit)?).raise(py)? == root)
}

/// A tree that keeps its nodes: a changed leaf costs one path, not the tree.
///
/// >>> from lanesmith import merkle
/// >>> tree = merkle.CachedTree(bytes(32 * 1000), limit=2**20)
/// >>> tree[500] = b"x" * 32
/// >>> tree.append(b"y" * 32)
/// >>> len(tree), merkle.verify(tree[500], tree.prove(500), 500, tree.root(), limit=2**20)
/// (1001, True)
#[pyclass(frozen, module = "lanesmith.merkle", name = "CachedTree")]
pub struct CachedTree(Lock<merkle::CachedTree>);

impl CachedTree {
    fn at(&self, py: Python<'_>, index: isize) -> PyResult<usize> {
        let len = self.0.with(py, |tree| tree.len())?;
        let at = if index < 0 { index.checked_add_unsigned(len) } else { Some(index) };
        at.and_then(|at| usize::try_from(at).ok()).filter(|at| *at < len).ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!("leaf {index} of a tree of {len} leaves"))
        })
    }
}

#[pymethods]
impl CachedTree {
    #[new]
    #[pyo3(signature = (leaves=None, *, limit), text_signature = "(leaves=b'', *, limit)")]
    fn new(py: Python<'_>, leaves: Option<&Bound<'_, PyAny>>, limit: u64) -> PyResult<Self> {
        let rows = leaves.map(|leaves| Rows::of(leaves, 32)).transpose()?;
        let leaves = rows.as_ref().map_or(&[][..], |rows| rows.bytes().as_chunks::<32>().0);
        let tree = py.detach(|| merkle::CachedTree::from_leaves(leaves, limit)).raise(py)?;
        Ok(CachedTree(Lock::new(tree)))
    }

    /// The root.
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.with(py, |tree| tree.root())?))
    }

    /// The root with a length mixed in: that of an SSZ list.
    #[pyo3(signature = (length, /))]
    fn root_with_length<'py>(&self, py: Python<'py>, length: u64) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.with(py, |tree| tree.root_with_length(length))?))
    }

    /// Adds a leaf at the end.
    #[pyo3(signature = (leaf, /))]
    fn append(&self, py: Python<'_>, leaf: &Bound<'_, PyAny>) -> PyResult<()> {
        let leaf = array(py, "leaf", leaf)?;
        self.0.with(py, |tree| tree.push(leaf))?.raise(py)
    }

    /// Adds leaves at the end: rows of 32 bytes.
    #[pyo3(signature = (leaves, /))]
    fn extend(&self, py: Python<'_>, leaves: &Bound<'_, PyAny>) -> PyResult<()> {
        let rows = Rows::of(leaves, 32)?;
        let leaves = rows.bytes().as_chunks::<32>().0;
        self.0.with(py, |tree| tree.extend(leaves))?.raise(py)
    }

    /// Drops all leaves from a number on.
    #[pyo3(signature = (length, /))]
    fn truncate(&self, py: Python<'_>, length: usize) -> PyResult<()> {
        self.0.with(py, |tree| tree.truncate(length))
    }

    /// The proof of a leaf, as `lanesmith.merkle.prove` gives it.
    #[pyo3(signature = (index, /))]
    fn prove<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyList>> {
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

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyBytes>> {
        let at = self.at(py, index)?;
        let leaf = self.0.with(py, |tree| tree.leaf(at).copied())?;
        Ok(PyBytes::new(py, &leaf.unwrap_or_default()))
    }

    fn __setitem__(&self, py: Python<'_>, index: isize, leaf: &Bound<'_, PyAny>) -> PyResult<()> {
        let (at, leaf) = (self.at(py, index)?, array(py, "leaf", leaf)?);
        self.0.with(py, |tree| tree.set(at, leaf))?.raise(py)
    }
}

/// The head of a log of RFC 6962 over entries (a list of bytes-likes).
#[pyfunction]
#[pyo3(signature = (entries, /))]
fn log_root<'py>(py: Python<'py>, entries: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let held = Messages::of(entries)?;
    let entries = held.bytes();
    let root = py.detach(|| rfc6962::tree_head(&leaf_hashes(&entries)));
    Ok(PyBytes::new(py, &root))
}

fn leaf_hashes(entries: &[&[u8]]) -> Vec<Node> {
    entries.iter().map(|entry| rfc6962::leaf_hash(entry)).collect()
}

/// The proof that entry `index` is in the log of RFC 6962: a list of 32 bytes each.
#[pyfunction]
#[pyo3(signature = (entries, index, /))]
fn log_prove<'py>(
    py: Python<'py>,
    entries: &Bound<'py, PyAny>,
    index: usize,
) -> PyResult<Bound<'py, PyList>> {
    let held = Messages::of(entries)?;
    let entries = held.bytes();
    let proof = py.detach(|| rfc6962::prove_inclusion(&leaf_hashes(&entries), index)).raise(py)?;
    node_list(py, &proof)
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
    index: u64,
    size: u64,
    root: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let leaf = rfc6962::leaf_hash(crate::buffers::Data::of(entry)?.bytes());
    let (proof, root) = (nodes(py, "proof", proof)?, array(py, "root", root)?);
    match rfc6962::verify_inclusion(&leaf, index, size, &proof, &root) {
        Err(rfc6962::LogError::RootMismatch { .. }) => Ok(false),
        done => done.raise(py).map(|()| true),
    }
}

/// Adds the names to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<CachedTree>()?;
    module.add_function(wrap_pyfunction!(merkle_root, module)?)?;
    module.add_function(wrap_pyfunction!(merkle_subtree_roots, module)?)?;
    module.add_function(wrap_pyfunction!(merkle_mix_in_length, module)?)?;
    module.add_function(wrap_pyfunction!(merkle_zero_hash, module)?)?;
    module.add_function(wrap_pyfunction!(merkle_prove, module)?)?;
    module.add_function(wrap_pyfunction!(merkle_verify, module)?)?;
    module.add_function(wrap_pyfunction!(log_root, module)?)?;
    module.add_function(wrap_pyfunction!(log_prove, module)?)?;
    module.add_function(wrap_pyfunction!(log_verify, module)?)
}
