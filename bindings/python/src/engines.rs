//! Engines: which there are, which are chosen, choosing others; profiles; the CPU.

use std::path::PathBuf;

use lanesmith::isa::detect::{self, Status};
use lanesmith::isa::{Feature, Origin, Selection};
use lanesmith::profile::{Cpu, Profile};
use lanesmith::{configure, registry, table};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::Raise;

/// An engine as Python is told of it: operation, name, lanes, summary, reason why it cannot run, whether it is chosen.
type Row = (&'static str, &'static str, usize, &'static str, Option<String>, bool);

/// Every engine of every operation.
//= def engine_rows() -> list[tuple[str, str, int, str, str | None, bool]]: ...
#[pyfunction]
pub fn engine_rows() -> Vec<Row> {
    let rows = registry().flat_map(|table| {
        let (op, chosen) = (table.op(), table.auto_name());
        table.infos().map(move |info| {
            let reason = info.refusal().map(|reason| reason.to_string());
            (op, info.name, info.lanes, info.summary, reason, info.name == chosen)
        })
    });
    rows.collect()
}

/// The operations: name, what is chosen (`auto` where that depends on the count), and who chose: `table`, `measured` or
/// `configured`.
//= def operation_rows() -> list[tuple[str, str, str]]: ...
#[pyfunction]
pub fn operation_rows() -> Vec<(&'static str, &'static str, &'static str)> {
    let origin = |origin| match origin {
        Origin::Table => "table",
        Origin::Measured => "measured",
        Origin::Configured => "configured",
    };
    registry().map(|table| (table.op(), table.auto_name(), origin(table.origin()))).collect()
}

/// Chooses engines by text such as `sha256.nodes=avx2,*=scalar`, for the whole process; all or nothing.
///
/// >>> import lanesmith
/// >>> lanesmith.configure("sha256.*=scalar")
/// >>> lanesmith.configure("sha256.*=auto")
//= def configure(selection: str, /) -> None: ...
#[pyfunction]
#[pyo3(name = "configure", signature = (selection, /))]
pub fn configure_text(py: Python<'_>, selection: &str) -> PyResult<()> {
    configure(&Selection::parse(selection).raise(py)?).raise(py)
}

/// Chooses as `LANESMITH_ENGINE` and `LANESMITH_PROFILE` say. Nothing reads them otherwise.
//= def init_from_env() -> None: ...
#[pyfunction]
pub fn init_from_env(py: Python<'_>) -> PyResult<()> {
    lanesmith::init_from_env().raise(py)
}

/// Brings back choices that `operation_rows` told.
//= def restore(rows: Sequence[tuple[str, str]], /) -> None: ...
#[pyfunction]
#[pyo3(signature = (rows, /))]
pub fn restore(py: Python<'_>, rows: Vec<(String, String)>) -> PyResult<()> {
    for (op, engine) in rows {
        if let Some(table) = table(&op) {
            table.configure(&engine).raise(py)?;
        }
    }
    Ok(())
}

/// Applies a profile of this machine that `lanesmith tune -o FILE` measured: as a whole, or not at all.
//= def load_profile(path: str | os.PathLike[str], /) -> None: ...
#[pyfunction]
#[pyo3(signature = (path, /))]
pub fn load_profile(py: Python<'_>, path: PathBuf) -> PyResult<()> {
    Profile::load(&path).raise(py)?.apply().raise(py)
}

/// The CPU: `model`, `architecture`, `threads`, and the features that programs may use (`features`), that the operating system
/// has disabled (`disabled`) and that it lacks (`missing`).
///
/// >>> import lanesmith
/// >>> sorted(lanesmith.cpu())
/// ['architecture', 'disabled', 'features', 'missing', 'model', 'threads']
//= def cpu() -> dict[str, Any]: ...
#[pyfunction]
pub fn cpu(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let here = Cpu::here();
    let with = |status: Status| -> Vec<&'static str> {
        Feature::ALL.iter().filter(|f| detect::status(**f) == status).map(|f| f.name()).collect()
    };
    let dict = PyDict::new(py);
    dict.set_item("model", here.model)?;
    dict.set_item("architecture", here.architecture)?;
    dict.set_item("threads", std::thread::available_parallelism().map_or(1, Into::into))?;
    dict.set_item("features", with(Status::Usable))?;
    dict.set_item("disabled", with(Status::DisabledBySystem))?;
    dict.set_item("missing", with(Status::Missing))?;
    Ok(dict)
}
