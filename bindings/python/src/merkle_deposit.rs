//! The tree of Ethereum's deposit contract and its snapshots (EIP-4881).

use lanesmith::sha256::merkle::Node;
use lanesmith::sha256::merkle::deposit::{self, DepositError, DepositSnapshot, ExecutionBlock};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::buffers::{Rows, array};
use crate::errors::{self, Kind, Raise};
use crate::fork::Lock;
use crate::merkle::node_list;
use crate::numbers;

/// The tree of Ethereum's deposit contract: 2**32 places, the count of deposits mixed into the root. Finalized deposits can be
/// forgotten; a snapshot of some hashes stands for them (EIP-4881).
///
/// >>> from lanesmith import merkle
/// >>> tree = merkle.DepositTree()
/// >>> tree.extend(b"".join(bytes([i]) * 32 for i in range(100)))
/// >>> tree.finalize(70, block_hash=bytes(32), block_height=1234)
/// >>> other = merkle.DepositTree.from_snapshot(tree.snapshot())
/// >>> other.extend(b"".join(bytes([i]) * 32 for i in range(70, 100)))
/// >>> len(other), other.root() == tree.root()
/// (100, True)
/// >>> merkle.verify(bytes([80]) * 32, other.prove(80), 80, tree.root(), limit=2**33)
/// True
//= @final
//= class DepositTree:
//=     def __new__(cls) -> DepositTree: ...
//=     @staticmethod
//=     def from_snapshot(snapshot: DepositSnapshot | Mapping[str, Any], /) -> DepositTree: ...
//=     def append(self, deposit_data_root: Buffer, /) -> None: ...
//=     def extend(self, deposit_data_roots: _Rows, /) -> None: ...
//=     def root(self) -> bytes: ...
//=     def prove(self, index: int, /) -> list[bytes]: ...
//=     def finalize(self, count: int, *, block_hash: Buffer | str, block_height: int) -> None: ...
//=     def snapshot(self) -> DepositSnapshot: ...
//=     @property
//=     def finalized(self) -> int: ...
//=     def __len__(self) -> int: ...
#[pyclass(frozen, weakref, module = "lanesmith.merkle", name = "DepositTree")]
pub struct DepositTree(Lock<deposit::DepositTree>);

/// Deposits that are added between two looks at signals.
const PART: usize = 1 << 14;

/// A node: 32 bytes, or `0x` and hexadecimal as Ethereum's interfaces write it.
fn node_of(what: &str, value: &Bound<'_, PyAny>) -> PyResult<Node> {
    let py = value.py();
    let Ok(text) = value.cast::<PyString>() else { return array(py, what, value) };
    let wrong = |_| errors::new(py, Kind::Input, &format!("{what} is not hexadecimal"), None);
    let digits = text.to_str().map_err(wrong)?.strip_prefix("0x").unwrap_or_default().as_bytes();
    let digit = |c: u8| char::from(c).to_digit(16);
    let mut node = [0; 32];
    for (byte, pair) in node.iter_mut().zip(digits.as_chunks::<2>().0) {
        match (digit(pair[0]), digit(pair[1])) {
            (Some(high), Some(low)) => *byte = (high << 4 | low) as u8,
            _ => return Err(errors::new(py, Kind::Input, &format!("{what} is not hexadecimal"), None)),
        }
    }
    if digits.len() == 64 {
        return Ok(node);
    }
    Err(errors::new(py, Kind::Length, &format!("{what} is not 0x and 64 hexadecimal digits"), None))
}

/// A number, or its decimal digits as Ethereum's interfaces write it.
fn number_of(what: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let Ok(text) = value.cast::<PyString>() else { return numbers::number(what, value, u64::MAX) };
    text.to_str().ok().and_then(|text| text.parse().ok()).ok_or_else(|| {
        errors::new(value.py(), Kind::Input, &format!("{what} is no number below 2**64"), None)
    })
}

#[pymethods]
impl DepositTree {
    #[new]
    fn new() -> Self {
        DepositTree(Lock::new(deposit::DepositTree::new()))
    }

    /// The tree of the deposits that a snapshot stands for: a mapping with the fields of EIP-4881, as `snapshot` gives it (bytes and
    /// numbers) or as Ethereum's Beacon API does (`0x` and hexadecimal, decimal digits). That its hashes lead to its root is checked.
    #[staticmethod]
    #[pyo3(signature = (snapshot, /))]
    fn from_snapshot(py: Python<'_>, snapshot: &Bound<'_, PyAny>) -> PyResult<Self> {
        let node = |name| node_of(name, &snapshot.get_item(name)?);
        let number = |name| number_of(name, &snapshot.get_item(name)?);
        let mut finalized = Vec::new();
        for item in snapshot.get_item("finalized")?.try_iter()? {
            finalized.push(node_of("a hash of finalized", &item?)?);
        }
        let block =
            ExecutionBlock { hash: node("execution_block_hash")?, height: number("execution_block_height")? };
        let (deposit_root, deposit_count) = (node("deposit_root")?, number("deposit_count")?);
        let snapshot = DepositSnapshot { finalized, deposit_root, deposit_count, block };
        deposit::DepositTree::from_snapshot(&snapshot).raise(py).map(|tree| DepositTree(Lock::new(tree)))
    }

    /// Adds a deposit: the hash tree root of its `DepositData`.
    #[pyo3(signature = (deposit_data_root, /))]
    fn append(&self, py: Python<'_>, deposit_data_root: &Bound<'_, PyAny>) -> PyResult<()> {
        let root = array(py, "deposit data root", deposit_data_root)?;
        self.0.with(py, |tree| tree.push(root))?.raise(py)
    }

    /// Adds deposits: rows of 32 bytes, a column of Arrow or a list. If a signal's handler raises in the middle of many, none is added.
    #[pyo3(signature = (deposit_data_roots, /))]
    fn extend(&self, py: Python<'_>, deposit_data_roots: &Bound<'_, PyAny>) -> PyResult<()> {
        let rows = Rows::of("deposit data roots", deposit_data_roots, 32)?;
        let roots = rows.bytes().as_chunks::<32>().0;
        let push = |tree: &mut deposit::DepositTree, roots: &[Node]| {
            roots.iter().try_for_each(|root| tree.push(*root))
        };
        if roots.len() <= PART {
            return self.0.with(py, |tree| push(tree, roots))?.raise(py);
        }
        self.0
            .watched(py, |tree, watch| {
                let mut next = tree.clone();
                for part in roots.chunks(PART) {
                    watch.look()?;
                    if let Err(error) = push(&mut next, part) {
                        return Ok(Err(error));
                    }
                }
                *tree = next;
                Ok(Ok::<(), DepositError>(()))
            })?
            .raise(py)
    }

    /// The root with the count mixed in: what the contract's `get_deposit_root` gives.
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.with(py, |tree| tree.root())?))
    }

    /// The proof of a deposit that is not finalized: 33 nodes, the last of them the count, for
    /// `lanesmith.merkle.verify(..., limit=2**33)`.
    #[pyo3(signature = (index, /))]
    fn prove<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::index)] index: u64,
    ) -> PyResult<Bound<'py, PyList>> {
        node_list(py, &self.0.with(py, |tree| tree.prove(index))?.raise(py)?.branch)
    }

    /// Marks the first `count` deposits, those up to that block of the execution chain, as final, and forgets what only they
    /// needed.
    #[pyo3(signature = (count, *, block_hash, block_height))]
    fn finalize(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::count)] count: u64,
        block_hash: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = numbers::block_height)] block_height: u64,
    ) -> PyResult<()> {
        let block = ExecutionBlock { hash: node_of("block_hash", block_hash)?, height: block_height };
        self.0.with(py, |tree| tree.finalize(count, block))?.raise(py)
    }

    /// What stands for the finalized deposits: a dictionary with the fields of EIP-4881.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let snapshot = self.0.with(py, |tree| tree.snapshot())?.raise(py)?;
        let fields = PyDict::new(py);
        fields.set_item("finalized", node_list(py, &snapshot.finalized)?)?;
        fields.set_item("deposit_root", PyBytes::new(py, &snapshot.deposit_root))?;
        fields.set_item("deposit_count", snapshot.deposit_count)?;
        fields.set_item("execution_block_hash", PyBytes::new(py, &snapshot.block.hash))?;
        fields.set_item("execution_block_height", snapshot.block.height)?;
        Ok(fields)
    }

    /// The number of finalized deposits.
    #[getter]
    fn finalized(&self, py: Python<'_>) -> PyResult<u64> {
        self.0.with(py, |tree| tree.finalized())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(usize::try_from(self.0.with(py, |tree| tree.count())?).unwrap_or(usize::MAX))
    }
}

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<DepositTree>()
}
