//! Files as trees: roots, digests of blocks, and which blocks are bad.

use lanesmith::sha256::Workers;
use lanesmith::sha256::blocks::{BlockTree, BlocksError, Format, Node, RootHasher, TreeHasher};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffers::{Data, Rows, array};
use crate::errors::{self, Kind, Raise};
use crate::numbers;
use crate::threads::{self, Ended, Watch};

/// As users know it.
pub const OF: &str = "lanesmith.merkle";

/// Bytes that are hashed between two looks at signals.
const PART: usize = 16 << 20;

/// The format of a name.
fn format_of(
    py: Python<'_>,
    name: &str,
    block_size: Option<u64>,
    hash_block_size: Option<u64>,
    salt: Option<&Bound<'_, PyAny>>,
) -> PyResult<Format> {
    let salt = salt.map(|salt| Data::of("salt", salt)).transpose()?;
    Format::named(name, block_size, hash_block_size, salt.as_ref().map_or(&[][..], Data::bytes)).raise(py)
}

/// Data in parts of whole blocks.
fn parts<'d>(format: &Format, data: &'d [u8]) -> impl Iterator<Item = &'d [u8]> {
    let block = format.block_size().min(usize::MAX as u64) as usize;
    data.chunks((PART / block).max(1).saturating_mul(block))
}

fn hasher(threads: usize) -> TreeHasher {
    TreeHasher::new().on(Workers::threads(threads))
}

/// The root of a file as a tree, as the tools of the format tell it.
///
/// `format` is `btv2` (pieces root of BitTorrent v2), `fsverity` (what `fsverity digest` prints), `dm-verity` (root hash of `veritysetup
/// format`), `glacier` (tree hash of AWS Glacier), `s3` (composite checksum of an upload in parts of `block_size`) or `rfc6962`. `salt` belongs
/// to `fsverity` and `dm-verity`, `hash_block_size` to `dm-verity`. `threads=0` means all.
///
/// >>> from lanesmith import merkle
/// >>> merkle.file_root(b"", format="fsverity").hex()[:8]
/// '3d248ca5'
//= def merkle_file_root(
//=     data: Buffer,
//=     *,
//=     format: str,
//=     block_size: int | None = None,
//=     hash_block_size: int | None = None,
//=     salt: Buffer | None = None,
//=     threads: int = 1,
//= ) -> bytes: ...
#[pyfunction]
#[pyo3(name = "file_root", signature = (data, *, format, block_size=None, hash_block_size=None, salt=None, threads=1))]
pub fn merkle_file_root<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    format: &str,
    #[pyo3(from_py_with = numbers::some_limit)] block_size: Option<u64>,
    #[pyo3(from_py_with = numbers::some_limit)] hash_block_size: Option<u64>,
    salt: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let threads = threads::count(py, threads)?;
    let format = format_of(py, format, block_size, hash_block_size, salt)?;
    let data = Data::of("data", data)?;
    let bytes = data.bytes();
    format.blocks(bytes.len() as u64).raise(py)?;
    let root = threads::watched(py, |watch| -> Result<Node, Ended<BlocksError>> {
        let mut root = RootHasher::with(format.clone(), hasher(threads));
        for part in parts(&format, bytes) {
            watch.look()?;
            root.update(part);
        }
        root.finalize().map_err(Ended::Failed)
    })?
    .raise(py)?;
    Ok(PyBytes::new(py, &format.told(bytes.len() as u64, &root)))
}

/// The digests of all blocks of data.
fn digests_of(
    watch: &Watch,
    format: &Format,
    data: &[u8],
    threads: usize,
) -> Result<Vec<Node>, Ended<BlocksError>> {
    let mut all = Vec::new();
    // A part of an upload may be empty, and is one.
    let empty = data.is_empty().then_some(data);
    for part in parts(format, data).chain(empty) {
        watch.look()?;
        let tree = BlockTree::with(format.clone(), hasher(threads), part).map_err(Ended::Failed)?;
        all.extend_from_slice(tree.level(0).unwrap_or_default());
    }
    Ok(all)
}

/// The digests of the blocks of a file, 32 bytes each, one after the other. `data` may be a part of a file that begins at a block, so that a
/// file can be hashed while it is read.
///
/// >>> from lanesmith import merkle
/// >>> data = bytes(100_000)
/// >>> parts = [merkle.file_digests(data[i : i + 32_768], format="btv2") for i in range(0, len(data), 32_768)]
/// >>> root = merkle.file_root_of_digests(b"".join(parts), len(data), format="btv2")
/// >>> root == merkle.file_root(data, format="btv2")
/// True
//= def merkle_file_digests(
//=     data: Buffer,
//=     *,
//=     format: str,
//=     block_size: int | None = None,
//=     hash_block_size: int | None = None,
//=     salt: Buffer | None = None,
//=     threads: int = 1,
//= ) -> bytes: ...
#[pyfunction]
#[pyo3(name = "file_digests", signature = (data, *, format, block_size=None, hash_block_size=None, salt=None, threads=1))]
pub fn merkle_file_digests<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    format: &str,
    #[pyo3(from_py_with = numbers::some_limit)] block_size: Option<u64>,
    #[pyo3(from_py_with = numbers::some_limit)] hash_block_size: Option<u64>,
    salt: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let threads = threads::count(py, threads)?;
    let format = format_of(py, format, block_size, hash_block_size, salt)?;
    let data = Data::of("data", data)?;
    let bytes = data.bytes();
    format.blocks(bytes.len() as u64).raise(py)?;
    let digests = threads::watched(py, |watch| digests_of(watch, &format, bytes, threads))?.raise(py)?;
    Ok(PyBytes::new(py, digests.as_flattened()))
}

/// The root of a file of `length` bytes from the digests of its blocks.
//= def merkle_file_root_of_digests(
//=     digests: _Rows,
//=     length: int,
//=     *,
//=     format: str,
//=     block_size: int | None = None,
//=     hash_block_size: int | None = None,
//=     salt: Buffer | None = None,
//= ) -> bytes: ...
#[pyfunction]
#[pyo3(name = "file_root_of_digests", signature = (digests, length, *, format, block_size=None, hash_block_size=None, salt=None))]
pub fn merkle_file_root_of_digests<'py>(
    py: Python<'py>,
    digests: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::list_length)] length: u64,
    format: &str,
    #[pyo3(from_py_with = numbers::some_limit)] block_size: Option<u64>,
    #[pyo3(from_py_with = numbers::some_limit)] hash_block_size: Option<u64>,
    salt: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let format = format_of(py, format, block_size, hash_block_size, salt)?;
    let rows = Rows::of("digests", digests, 32)?;
    let tree = py.detach(|| {
        BlockTree::from_digests(format, TreeHasher::new(), length, rows.bytes().as_chunks::<32>().0)
    });
    let tree = tree.raise(py)?;
    Ok(PyBytes::new(py, &tree.format().told(length, &tree.root())))
}

/// The numbers of the blocks of a file that are not those of the root and of the digests of its blocks: none if all is well. Digests that are
/// not those of the root are a `ProofError`.
///
/// >>> from lanesmith import merkle
/// >>> data = bytearray(100_000)
/// >>> digests = merkle.file_digests(data, format="btv2")
/// >>> root = merkle.file_root(data, format="btv2")
/// >>> data[20_000] = 1
/// >>> merkle.file_check(data, digests, root, format="btv2")
/// [1]
//= def merkle_file_check(
//=     data: Buffer,
//=     digests: _Rows,
//=     root: Buffer,
//=     *,
//=     format: str,
//=     block_size: int | None = None,
//=     hash_block_size: int | None = None,
//=     salt: Buffer | None = None,
//=     threads: int = 1,
//= ) -> list[int]: ...
#[pyfunction]
#[pyo3(name = "file_check", signature = (data, digests, root, *, format, block_size=None, hash_block_size=None, salt=None, threads=1))]
#[expect(clippy::too_many_arguments, reason = "as users see them")]
pub fn merkle_file_check(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    digests: &Bound<'_, PyAny>,
    root: &Bound<'_, PyAny>,
    format: &str,
    #[pyo3(from_py_with = numbers::some_limit)] block_size: Option<u64>,
    #[pyo3(from_py_with = numbers::some_limit)] hash_block_size: Option<u64>,
    salt: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Vec<usize>> {
    let threads = threads::count(py, threads)?;
    let format = format_of(py, format, block_size, hash_block_size, salt)?;
    let (data, rows) = (Data::of("data", data)?, Rows::of("digests", digests, 32)?);
    let (bytes, expected) = (data.bytes(), rows.bytes().as_chunks::<32>().0);
    let root: Node = array(py, "root", root)?;
    let length = bytes.len() as u64;
    let tree = BlockTree::from_digests(format.clone(), TreeHasher::new(), length, expected).raise(py)?;
    if format.told(length, &tree.root()) != root {
        return Err(errors::new(py, Kind::Proof, "the digests are not those of the root", None));
    }
    let found = threads::watched(py, |watch| digests_of(watch, &format, bytes, threads))?.raise(py)?;
    let pairs = found.iter().zip(expected).enumerate();
    Ok(pairs.filter(|(_, (found, expected))| found != expected).map(|(index, _)| index).collect())
}
