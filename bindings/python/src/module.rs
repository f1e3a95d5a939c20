//! Functions under the names that users see: all are in one module here, whose names say the family (`merkle_root`); users, `pickle`
//! and `help` know them by the module and the name that the Python files give them (`lanesmith.merkle.root`).

use pyo3::prelude::*;
use pyo3::types::PyCFunction;

/// Adds a function under a name of its own here, as one of the module `of`.
pub fn add(
    module: &Bound<'_, PyModule>,
    of: &str,
    name: &str,
    function: Bound<'_, PyCFunction>,
) -> PyResult<()> {
    function.setattr("__module__", of)?;
    module.add(name, function)
}
