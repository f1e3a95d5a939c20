//! Columns of Arrow: one function for all operations that map a row to a hash. What comes back follows what went in: an array
//! of pyarrow for one of pyarrow, a Series for a Series, our own column for any other object.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::errors::{self, Kind};
use crate::ffi::arrow::{Chunk, Source, Type};
use crate::ffi::arrow_out::{OutChunk, OutType, Results};
use crate::threads;

/// Rows whose values are gathered at a time.
const GATHER: usize = 2048;

/// A column of results that knows Arrow's C interface: `pyarrow.array(column)`, `polars.Series(column)`, DuckDB, DataFusion and
/// others take it without a copy.
#[pyclass(frozen, module = "lanesmith", name = "Column")]
pub struct Column {
    results: Arc<Results>,
    chunked: bool,
}

#[pymethods]
impl Column {
    /// The capsules of Arrow's PyCapsule interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        if self.results.chunks.len() > 1 {
            let reason = format!("the column has {} chunks: use its stream", self.results.chunks.len());
            return Err(errors::new(py, Kind::Length, &reason, None));
        }
        self.results.array(py)
    }

    /// The capsule of Arrow's PyCapsule interface for streams.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        self.results.stream(py)
    }

    /// Rows.
    fn __len__(&self) -> usize {
        self.results.chunks.iter().map(|chunk| chunk.len).sum()
    }

    /// Number of arrays that the column consists of.
    #[getter]
    fn num_chunks(&self) -> usize {
        self.results.chunks.len()
    }

    fn __repr__(&self) -> String {
        let what = if self.chunked { "chunked" } else { "one array" };
        format!("<lanesmith.Column of {} rows, {what}>", self.__len__())
    }
}

/// The bits of the rows that are not null; nothing where all are there.
pub fn validity(chunk: &Chunk) -> Option<Vec<u8>> {
    chunk.has_nulls().then(|| {
        let mut bits = vec![0; chunk.len().div_ceil(8)];
        for row in (0..chunk.len()).filter(|row| chunk.is_valid(*row)) {
            bits[row / 8] |= 1 << (row % 8);
        }
        bits
    })
}

/// Hashes the rows of one array into digests of `N` bytes. `rows` hashes values that lie anywhere; `fixed` values of one width
/// that lie side by side, where it can. `slice`: rows of a thread between two looks at signals.
pub fn map<const N: usize, E: Send>(
    py: Python<'_>,
    chunk: &Chunk,
    (threads, slice): (usize, usize),
    fixed: impl Fn(usize, &[u8], &mut [[u8; N]]) -> bool + Sync,
    rows: impl Fn(usize, &[&[u8]], &mut [[u8; N]]) -> Result<(), E> + Sync,
    raise: impl Fn(E) -> PyErr,
) -> PyResult<Vec<u8>> {
    let mut values = vec![0; chunk.len() * N];
    let (out, _) = values.as_chunks_mut::<N>();
    let done = threads::slices(py, out, threads, slice, |start, out| {
        if let Some((width, bytes)) = chunk.side_by_side()
            && fixed(width, &bytes[start * width..(start + out.len()) * width], out)
        {
            return Ok(());
        }
        let mut gathered = Vec::with_capacity(GATHER);
        for (part, out) in out.chunks_mut(GATHER).enumerate() {
            let first = start + part * GATHER;
            gathered.clear();
            gathered.extend((first..first + out.len()).map(|row| chunk.value(row)));
            rows(first, &gathered, out)?;
        }
        Ok(())
    })?;
    done.map_err(raise)?;
    Ok(values)
}

/// Maps a column, array by array, and gives the result the form that the input had.
///
/// # Errors
/// As the function that maps; `TypeError` for a column of another type.
pub fn column<'py>(
    object: &Bound<'py, PyAny>,
    kind: impl Fn(Type) -> OutType,
    mut work: impl FnMut(Type, &Chunk) -> PyResult<OutChunk>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut source = Source::of(object)?;
    let mut chunks = Vec::new();
    while let Some(chunk) = source.next()? {
        chunks.push(Arc::new(work(source.kind, &chunk)?));
    }
    let results = Results { kind: kind(source.kind), chunks };
    finish(object, Column { results: Arc::new(results), chunked: source.chunked })
}

/// A column of one array of verdicts, nulls where nothing was asked.
pub fn verdicts<'py>(
    like: &Bound<'py, PyAny>,
    chunks: Vec<Vec<Option<bool>>>,
    chunked: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let chunks = chunks.into_iter().map(|rows| {
        let bits = |of: &dyn Fn(&Option<bool>) -> bool| {
            let mut bits = vec![0_u8; rows.len().div_ceil(8)];
            for (row, _) in rows.iter().enumerate().filter(|(_, verdict)| of(verdict)) {
                bits[row / 8] |= 1 << (row % 8);
            }
            bits
        };
        let validity = rows.contains(&None).then(|| bits(&|verdict| verdict.is_some()));
        Arc::new(OutChunk {
            len: rows.len(),
            values: bits(&|verdict| *verdict == Some(true)),
            offsets: vec![],
            validity,
        })
    });
    let results = Results { kind: OutType::Verdict, chunks: chunks.collect() };
    finish(like, Column { results: Arc::new(results), chunked })
}

/// The column as an object of the library that the input is of.
fn finish<'py>(like: &Bound<'py, PyAny>, column: Column) -> PyResult<Bound<'py, PyAny>> {
    let py = like.py();
    let chunked = column.chunked;
    let column = Bound::new(py, column)?.into_any();
    let module = like.get_type().module()?.to_string_lossy().into_owned();
    match module.split('.').next() {
        Some("pyarrow") if chunked => py.import("pyarrow")?.call_method1("chunked_array", (column,)),
        Some("pyarrow") => py.import("pyarrow")?.call_method1("array", (column,)),
        Some("polars") => {
            // The name of an array in a stream goes before one that is given.
            let series = py.import("polars")?.getattr("Series")?.call1((column,))?;
            series.call_method1("alias", (like.getattr("name")?,))
        }
        _ => Ok(column),
    }
}
