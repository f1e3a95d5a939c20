//! Merkle trees: roots, subtree roots, proofs. Trees that keep their nodes are in `merkle_cached.rs`, logs of RFC 6962 in
//! `merkle_log.rs`.

use lanesmith::sha256::merkle::proof::{ChunkTree, GeneralizedIndex, ProofSource, root_of_branch};
use lanesmith::sha256::merkle::{self, MAX_DEPTH, Node, TreeError, TreeHasher};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::buffers::{Messages, Rows, array, results};
use crate::columns;
use crate::errors::{self, Kind, Raise};
use crate::numbers;
use crate::threads::{self, Ended, Watch};

/// The module of Python that has the functions.
pub const OF: &str = "lanesmith.merkle";

/// Leaves below which a tree stays on one thread, and which are hashed between two looks at signals.
pub const LARGE: usize = 1 << 14;

/// A list of `bytes`, one for each node.
pub fn node_list<'py>(py: Python<'py>, nodes: &[Node]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, nodes.iter().map(|node| PyBytes::new(py, node)))
}

/// The nodes of a list or column.
pub fn nodes(py: Python<'_>, what: &str, list: &Bound<'_, PyAny>) -> PyResult<Vec<Node>> {
    let held = Messages::of(what, list)?;
    let node = |(index, bytes): (usize, &[u8])| {
        bytes.try_into().map_err(|_| {
            let reason = format!("{what}: {} bytes, expected 32", bytes.len());
            errors::new(py, Kind::Length, &reason, Some(index))
        })
    };
    held.bytes().into_iter().enumerate().map(node).collect()
}

/// The root of leaves under a limit, on several threads: roots of equal subtrees, then the tree above them.
fn root_of(
    watch: &Watch,
    leaves: &[Node],
    limit: Option<u64>,
    threads: usize,
) -> Result<Node, Ended<TreeError>> {
    let hasher = TreeHasher::new();
    // Subtrees of one height, some for each thread; the last one may be smaller, which its limit makes good.
    let height = (leaves.len() / (4 * threads)).clamp(1, LARGE).ilog2();
    let size = 1_usize << height;
    if leaves.len() < LARGE || limit.is_some_and(|limit| limit < size as u64) {
        return hasher.merkleize(leaves, limit).map_err(Ended::Failed);
    }
    // Errors name the caller's leaves, not the subtrees.
    let width = limit.unwrap_or(leaves.len() as u64);
    if width > 1 << MAX_DEPTH {
        return Err(Ended::Failed(TreeError::LimitTooLarge { limit: width }));
    }
    if leaves.len() as u64 > width {
        return Err(Ended::Failed(TreeError::TooManyChunks { count: leaves.len() as u64, limit: width }));
    }
    let mut tops = vec![[0; 32]; leaves.len().div_ceil(size)];
    threads::share(watch, &mut tops, threads, 16, |start, tops, watch| {
        for (top, leaves) in tops.iter_mut().zip(leaves[start * size..].chunks(size)) {
            *top = hasher.merkleize(leaves, Some(size as u64)).map_err(Ended::Failed)?;
            watch.look()?;
        }
        Ok(())
    })?;
    above(watch, &hasher, tops, height, width.next_power_of_two().trailing_zeros())
}

/// The root of a tree of `depth` over the roots of subtrees of a height, where missing subtrees are all zeros.
fn above(
    watch: &Watch,
    hasher: &TreeHasher,
    mut level: Vec<Node>,
    height: u32,
    depth: u32,
) -> Result<Node, Ended<TreeError>> {
    for at in height..depth {
        watch.look()?;
        if !level.len().is_multiple_of(2) {
            level.push(merkle::zero_hash(at).unwrap_or_default());
        }
        hasher.subtree_roots(&mut level, 1).map_err(Ended::Failed)?;
        level.truncate(level.len() / 2);
    }
    Ok(level[0])
}

/// The same, detached from the interpreter where it takes long.
fn root_detached(py: Python<'_>, leaves: &[Node], limit: Option<u64>, threads: usize) -> PyResult<Node> {
    match leaves.len() < LARGE {
        true => py.detach(|| merkle::merkleize(leaves, limit)).raise(py),
        false => threads::watched(py, |watch| root_of(watch, leaves, limit, threads))?.raise(py),
    }
}

/// The root of a Merkle tree over leaves of 32 bytes (SSZ: `merkleize`), padded with zeros to the next power of two of `limit`,
/// of the number of leaves where that is not given. Time depends on the leaves, not on the limit. `threads=0` means all.
///
/// Leaves are memory of rows of 32 bytes, a column of Arrow such as `sha256_many` gives for one, or a list of 32 bytes each.
///
/// >>> from lanesmith import merkle
/// >>> merkle.root(bytes(32 * 4)).hex()[:8]
/// 'db56114e'
//= def merkle_root(leaves: _Rows, *, limit: int | None = None, threads: int = 1) -> bytes: ...
#[pyfunction]
#[pyo3(name = "root", signature = (leaves, *, limit=None, threads=1))]
pub fn merkle_root<'py>(
    py: Python<'py>,
    leaves: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::some_limit)] limit: Option<u64>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let threads = threads::count(py, threads)?;
    let rows = Rows::of("leaves", leaves, 32)?;
    Ok(PyBytes::new(py, &root_detached(py, rows.bytes().as_chunks::<32>().0, limit, threads)?))
}

/// The root of a tree from the roots of its subtrees of `2**height` leaves, in order: what is left to do when workers have computed
/// the subtrees. `limit` counts leaves. The roots are a list of 32 bytes each, memory of rows of 32 bytes, or a column of Arrow.
///
/// >>> from lanesmith import merkle
/// >>> leaves = b"".join(bytes([i]) * 32 for i in range(12))
/// >>> parts = [merkle.root(leaves[i : i + 128], limit=4) for i in range(0, len(leaves), 128)]
/// >>> merkle.combine(parts, 2) == merkle.root(leaves)
/// True
//= def merkle_combine(roots: _Rows, height: int, *, limit: int | None = None) -> bytes: ...
#[pyfunction]
#[pyo3(name = "combine", signature = (roots, height, *, limit=None))]
pub fn merkle_combine<'py>(
    py: Python<'py>,
    roots: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::height)] height: u32,
    #[pyo3(from_py_with = numbers::some_limit)] limit: Option<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let rows = Rows::of("roots", roots, 32)?;
    let roots = rows.bytes().as_chunks::<32>().0;
    if height > MAX_DEPTH {
        let reason = format!("height is {height}: no tree is higher than {MAX_DEPTH}");
        return Err(errors::new(py, Kind::Length, &reason, None));
    }
    // Neither can overflow: there are fewer than 2^59 roots in memory.
    let leaves = (roots.len() as u128) << height;
    let width = limit.map_or(leaves, u128::from);
    if width > 1 << MAX_DEPTH {
        let limit = u64::try_from(width).unwrap_or(u64::MAX);
        Err(TreeError::LimitTooLarge { limit }).raise(py)?;
    }
    let depth = (width as u64).next_power_of_two().trailing_zeros();
    if leaves > 1 << depth.max(height) {
        let limit = limit.unwrap_or_default();
        let reason =
            format!("{} subtrees of height {height} do not fit a tree limited to {limit}", roots.len());
        return Err(errors::new(py, Kind::Length, &reason, None));
    }
    let root = match roots {
        [] => merkle::zero_hash(depth).unwrap_or_default(),
        roots => {
            let level = roots.to_vec();
            let work = |watch: &Watch| above(watch, &TreeHasher::new(), level, height, depth);
            threads::watched(py, work)?.raise(py)?
        }
    };
    Ok(PyBytes::new(py, &root))
}

/// Roots of subtrees of `2**height` leaves each: `n / 2**height` rows of 32 bytes, in the form of `sha256_nodes`. What workers
/// of a large tree compute, and whose own root at the same depth is the root of the whole. A column for a column.
///
/// >>> from lanesmith import merkle
/// >>> tops = merkle.subtree_roots(bytes(32 * 8), 2)
/// >>> merkle.root(tops) == merkle.root(bytes(32 * 8))
/// True
//= def merkle_subtree_roots(leaves: _Rows, height: int, *, out: Buffer | None = None, threads: int = 1) -> Any: ...
#[pyfunction]
#[pyo3(name = "subtree_roots", signature = (leaves, height, *, out=None, threads=1))]
pub fn merkle_subtree_roots<'py>(
    leaves: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::height)] height: u32,
    out: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = leaves.py();
    let threads = threads::count(py, threads)?;
    let rows = Rows::of("leaves", leaves, 32)?;
    let bytes = rows.bytes();
    let nodes = bytes.as_chunks::<32>().0;
    let size = 1_usize.checked_shl(height).filter(|size| nodes.len().is_multiple_of(*size));
    let Some(size) = size else {
        let count = nodes.len() as u64;
        return Err(TreeError::NotWholeSubtrees { count, height }).raise(py);
    };
    let fill = |out: &mut [u8]| {
        let (out, _) = out.as_chunks_mut::<32>();
        // Small subtrees go through the kernels together, a block of leaves at a time.
        let group = (1 << 12_usize).max(size) / size;
        threads::slices(py, out, threads, (1 << 20) / size, |start, out, watch| {
            let hasher = TreeHasher::new();
            let mut block = Vec::new();
            for (part, out) in out.chunks_mut(group).enumerate() {
                let from = (start + part * group) * size;
                let leaves = &nodes[from..from + out.len() * size];
                if out.len() == 1 {
                    out[0] = root_of(watch, leaves, Some(size as u64), 1)?;
                    continue;
                }
                block.clear();
                block.extend_from_slice(leaves);
                let count = hasher.subtree_roots(&mut block, height).map_err(Ended::Failed)?;
                out.copy_from_slice(&block[..count]);
            }
            Ok(())
        })?
        .raise(py)
    };
    let count = nodes.len() / size;
    if rows.is_column {
        columns::no_out(out)?;
        let mut roots = vec![0; 32 * count];
        fill(&mut roots)?;
        return columns::of_rows(leaves, 32, roots);
    }
    results(leaves, out, count, 32, &[bytes], fill)
}

/// The root of a list: the root of its elements with its length mixed in (SSZ).
//= def merkle_mix_in_length(root: Buffer, length: int, /) -> bytes: ...
#[pyfunction]
#[pyo3(name = "mix_in_length", signature = (root, length, /))]
pub fn merkle_mix_in_length<'py>(
    py: Python<'py>,
    root: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::list_length)] length: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &merkle::mix_in_length(&array(py, "root", root)?, length)))
}

/// The root of a tree of zeros of that height: from 0 (a leaf) to 64.
//= def merkle_zero_hash(height: int, /) -> bytes: ...
#[pyfunction]
#[pyo3(name = "zero_hash", signature = (height, /))]
pub fn merkle_zero_hash<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = numbers::height)] height: u32,
) -> PyResult<Bound<'py, PyBytes>> {
    match merkle::zero_hash(height) {
        Some(node) => Ok(PyBytes::new(py, &node)),
        None => Err(errors::new(py, Kind::Range, &format!("no tree is {height} levels high"), None)),
    }
}

/// The place of leaf `index` in a tree with room for `limit` leaves.
pub fn place(py: Python<'_>, index: u64, limit: u64) -> PyResult<GeneralizedIndex> {
    if limit > 1 << MAX_DEPTH {
        Err(TreeError::LimitTooLarge { limit }).raise(py)?;
    }
    if index >= limit {
        let reason = format!("index is {index}: a tree with room for {limit} leaves has no such leaf");
        return Err(errors::new(py, Kind::Proof, &reason, None));
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
//= def merkle_prove(leaves: _Rows, index: int, *, limit: int | None = None) -> list[bytes]: ...
#[pyfunction]
#[pyo3(name = "prove", signature = (leaves, index, *, limit=None))]
pub fn merkle_prove<'py>(
    py: Python<'py>,
    leaves: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::index)] index: u64,
    #[pyo3(from_py_with = numbers::some_limit)] limit: Option<u64>,
) -> PyResult<Bound<'py, PyList>> {
    let rows = Rows::of("leaves", leaves, 32)?;
    let leaves = rows.bytes().as_chunks::<32>().0;
    let count = leaves.len() as u64;
    if index >= count {
        Err(TreeError::IndexOutOfRange { index, count }).raise(py)?;
    }
    let place = place(py, index, limit.unwrap_or(count))?;
    let tree = ChunkTree::new(leaves, limit).raise(py)?;
    if leaves.len() < LARGE {
        return node_list(py, &py.detach(|| tree.prove(place)).raise(py)?.branch);
    }
    let branch = threads::watched(py, |watch| {
        let sibling = |height: u32| {
            let start = ((index >> height) ^ 1) << height;
            if start >= count {
                return Ok(merkle::zero_hash(height).unwrap_or_default());
            }
            let end = (start + (1 << height)).min(count);
            root_of(watch, &leaves[start as usize..end as usize], Some(1 << height), 1)
        };
        (0..place.depth()).map(sibling).collect::<Result<Vec<Node>, _>>()
    })?;
    node_list(py, &branch.raise(py)?)
}

/// Whether `leaf` is leaf number `index` of the tree with that root and room for `limit` leaves. `False` for another root;
/// an exception for a proof of another length, which cannot be one of this tree.
//= def merkle_verify(leaf: Buffer, proof: Arrow | Iterable[Buffer], index: int, root: Buffer, *, limit: int) -> bool: ...
#[pyfunction]
#[pyo3(name = "verify", signature = (leaf, proof, index, root, *, limit))]
pub fn merkle_verify(
    py: Python<'_>,
    leaf: &Bound<'_, PyAny>,
    proof: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::index)] index: u64,
    root: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::limit)] limit: u64,
) -> PyResult<bool> {
    let (leaf, root): (Node, Node) = (array(py, "leaf", leaf)?, array(py, "root", root)?);
    let branch = nodes(py, "proof", proof)?;
    Ok(root_of_branch(&leaf, &branch, place(py, index, limit)?).raise(py)? == root)
}

/// The root over ids of transactions as Bitcoin's blocks have it, in the order of bytes in memory. The ids are a list of 32 bytes each,
/// memory of rows of 32 bytes, or a column of Arrow; there is at least one.
//= def bitcoin_root(ids: _Rows, /) -> bytes: ...
#[pyfunction]
#[pyo3(signature = (ids, /))]
pub fn bitcoin_root<'py>(py: Python<'py>, ids: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let rows = Rows::of("ids", ids, 32)?;
    let root = py.detach(|| lanesmith_face::merkle::bitcoin_root(rows.bytes().as_chunks::<32>().0));
    Ok(PyBytes::new(py, &root.map_err(|fault| errors::of(py, Kind::Length, fault, None))?))
}

/// The proof of the node at a generalized index of SSZ: 1 is the root, the children of i are 2i and 2i + 1. A list of 32 bytes each.
///
/// >>> from lanesmith import merkle
/// >>> leaves = bytes(32 * 4)
/// >>> merkle.node_root(bytes(32), merkle.prove_node(leaves, 5), 5) == merkle.root(leaves)
/// True
//= def merkle_prove_node(leaves: _Rows, index: int, *, limit: int | None = None) -> list[bytes]: ...
#[pyfunction]
#[pyo3(name = "prove_node", signature = (leaves, index, *, limit=None))]
pub fn merkle_prove_node<'py>(
    py: Python<'py>,
    leaves: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::index)] index: u64,
    #[pyo3(from_py_with = numbers::some_limit)] limit: Option<u64>,
) -> PyResult<Bound<'py, PyList>> {
    let rows = Rows::of("leaves", leaves, 32)?;
    let tree = ChunkTree::new(rows.bytes().as_chunks::<32>().0, limit).raise(py)?;
    let place = GeneralizedIndex::new(index).raise(py)?;
    node_list(py, &py.detach(|| tree.prove(place)).raise(py)?.branch)
}

/// The root that a node, its proof and its generalized index lead to.
//= def merkle_node_root(node: Buffer, proof: Arrow | Iterable[Buffer], index: int) -> bytes: ...
#[pyfunction]
#[pyo3(name = "node_root", signature = (node, proof, index))]
pub fn merkle_node_root<'py>(
    py: Python<'py>,
    node: &Bound<'py, PyAny>,
    proof: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::index)] index: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let (node, branch) = (array(py, "node", node)?, nodes(py, "proof", proof)?);
    let place = GeneralizedIndex::new(index).raise(py)?;
    Ok(PyBytes::new(py, &root_of_branch(&node, &branch, place).raise(py)?))
}
