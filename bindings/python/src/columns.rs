//! Columns of Arrow: one function for all operations that map a row to a hash. What comes back follows what went in: an array
//! of pyarrow for one of pyarrow, a Series for a Series, our own column for any other object.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyCapsule, PyList, PySlice, PyString};

use crate::errors::{self, Kind};
use crate::ffi::arrow::{Chunk, Source, Type};
use crate::ffi::arrow_out::{OutChunk, OutType, Results, bit, bitmap};
use crate::threads::{self, Ended, Watch};

/// Rows whose values are gathered at a time.
const GATHER: usize = 2048;

/// A column of results. Arrow's C interface hands it to others without a copy: `pyarrow.chunked_array(column)`,
/// `polars.Series(column)`, DuckDB, DataFusion; what wants a single array (`pyarrow.array`) gets one that is put together where there
/// are several. It is also a sequence of `bytes`, `str` or `bool`, `None` for nulls, and an array for NumPy.
//= @final
//= class Column:
//=     def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
//=     def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
//=     def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
//=     def to_pylist(self) -> list[Any]: ...
//=     def __len__(self) -> int: ...
//=     @overload
//=     def __getitem__(self, index: int, /) -> Any: ...
//=     @overload
//=     def __getitem__(self, index: slice, /) -> list[Any]: ...
//=     def __iter__(self) -> Iterator[Any]: ...
//=     @property
//=     def num_chunks(self) -> int: ...
#[pyclass(frozen, weakref, sequence, module = "lanesmith", name = "Column")]
pub struct Column {
    results: Arc<Results>,
    chunked: bool,
}

#[pymethods]
impl Column {
    /// The capsules of Arrow's PyCapsule interface: all rows in one array.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        self.results.array(py)?.ok_or_else(|| too_long(py, self.results.len()))
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

    /// Number of arrays that the column consists of.
    #[getter]
    fn num_chunks(&self) -> usize {
        self.results.chunks.len()
    }

    /// The values as a list.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.values(py, 0..self.results.len())
    }

    /// The values for NumPy: rows of bytes, an array of `bool`, or objects for text and where there are nulls.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(errors::new(
                py,
                Kind::Input,
                "the values of a column are copied into an array",
                None,
            ));
        }
        let (numpy, results) = (py.import("numpy")?, &self.results);
        let nulls = results.chunks.iter().any(|chunk| chunk.validity.is_some());
        let made = match results.kind {
            OutType::Fixed(width) if !nulls => {
                let bytes: Vec<u8> = results.chunks.iter().flat_map(|chunk| &chunk.values).copied().collect();
                let flat = numpy.call_method1("frombuffer", (PyBytes::new(py, &bytes), "uint8"))?;
                flat.call_method1("reshape", (results.len(), width))?.call_method0("copy")?
            }
            OutType::Verdict if !nulls => numpy.call_method1("array", (self.to_pylist(py)?, "bool"))?,
            _ => numpy.call_method1("array", (self.to_pylist(py)?, "object"))?,
        };
        match dtype {
            Some(dtype) => made.call_method1("astype", (dtype,)),
            None => Ok(made),
        }
    }

    fn __len__(&self) -> usize {
        self.results.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let len = self.results.len();
        if let Ok(slice) = index.cast::<PySlice>() {
            let part = slice.indices(isize::try_from(len).unwrap_or(isize::MAX))?;
            let rows = (0..part.slicelength).map(|i| (part.start + i as isize * part.step) as usize);
            return Ok(self.values(py, rows)?.into_any());
        }
        let Some(row) = place(index, len)? else {
            return Err(PyIndexError::new_err(format!("row {index} of a column of {len} rows")));
        };
        self.value(py, row)
    }

    fn __iter__(slf: &Bound<'_, Self>) -> Rows {
        Rows { column: slf.clone().unbind(), next: AtomicUsize::new(0) }
    }

    fn __repr__(&self) -> String {
        let what = if self.chunked { "chunked" } else { "one array" };
        format!("<lanesmith.Column of {} rows, {what}>", self.results.len())
    }
}

impl Column {
    fn value<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyAny>> {
        let mut at = row;
        for chunk in &self.results.chunks {
            if at >= chunk.len {
                at -= chunk.len;
                continue;
            }
            if !chunk.is_valid(at) {
                break;
            }
            return Ok(match self.results.kind {
                OutType::Fixed(width) => PyBytes::new(py, &chunk.values[at * width..][..width]).into_any(),
                OutType::Text32(width) | OutType::Text64(width) => {
                    let text = String::from_utf8_lossy(&chunk.values[at * width..][..width]);
                    PyString::new(py, &text).into_any()
                }
                OutType::Verdict => PyBool::new(py, bit(&chunk.values, at)).to_owned().into_any(),
            });
        }
        Ok(py.None().into_bound(py))
    }

    fn values<'py>(
        &self,
        py: Python<'py>,
        rows: impl Iterator<Item = usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for row in rows {
            list.append(self.value(py, row)?)?;
        }
        Ok(list)
    }
}

/// The place that an index means, from the end where it is negative, if there is one.
///
/// # Errors
/// `TypeError` for what is no number.
pub fn place(index: &Bound<'_, PyAny>, len: usize) -> PyResult<Option<usize>> {
    let index = match index.extract::<isize>() {
        Ok(index) => index,
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyOverflowError>(index.py()) => {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    let at = if index < 0 { index.checked_add_unsigned(len) } else { Some(index) };
    Ok(at.and_then(|at| usize::try_from(at).ok()).filter(|at| *at < len))
}

/// Iterates over the rows of a column.
#[pyclass(frozen, module = "lanesmith", name = "ColumnIterator")]
struct Rows {
    column: Py<Column>,
    next: AtomicUsize,
}

#[pymethods]
impl Rows {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (column, row) = (self.column.get(), self.next.fetch_add(1, Ordering::Relaxed));
        if row < column.results.len() { column.value(py, row).map(Some) } else { Ok(None) }
    }
}

/// The stream of a column alone: polars would ask for one array first, and chunks are to stay chunks.
#[pyclass(frozen, module = "lanesmith", name = "ColumnStream")]
struct Stream(Arc<Results>);

#[pymethods]
impl Stream {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        self.0.stream(py)
    }
}

fn too_long(py: Python<'_>, rows: usize) -> PyErr {
    let reason = format!("{rows} rows of text in one array: use chunks or large strings");
    errors::new(py, Kind::Length, &reason, None)
}

/// An array of results.
///
/// # Errors
/// `LengthError` for more text than an array can have.
pub fn chunk(
    py: Python<'_>,
    kind: OutType,
    len: usize,
    values: Vec<u8>,
    validity: Option<Vec<u8>>,
) -> PyResult<OutChunk> {
    OutChunk::new(kind, len, values, validity).ok_or_else(|| too_long(py, len))
}

/// The bits of the rows that are not null; nothing where all are there.
pub fn validity(chunk: &Chunk) -> Option<Vec<u8>> {
    chunk.has_nulls().then(|| bitmap((0..chunk.len()).map(|row| chunk.is_valid(row))))
}

/// Hashes the rows of one array into digests of `N` bytes. `rows` hashes values that lie anywhere; `fixed` values of one width
/// that lie side by side, where it can. `slice`: rows that a thread takes at a time.
pub fn map<const N: usize, E: Send>(
    py: Python<'_>,
    chunk: &Chunk,
    (threads, slice): (usize, usize),
    fixed: impl Fn(usize, &[u8], &mut [[u8; N]]) -> bool + Sync,
    rows: impl Fn(usize, &[&[u8]], &mut [[u8; N]], &Watch) -> Result<(), Ended<E>> + Sync,
    raise: impl Fn(E) -> PyErr,
) -> PyResult<Vec<u8>> {
    let mut values = vec![0; chunk.len() * N];
    let (out, _) = values.as_chunks_mut::<N>();
    let done = threads::slices(py, out, threads, slice, |start, out, watch| {
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
            rows(first, &gathered, out, watch)?;
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
        // Signals that came between short arrays.
        object.py().check_signals()?;
    }
    let results = Results { kind: kind(source.kind), chunks };
    finish(object, Column { results: Arc::new(results), chunked: source.chunked })
}

/// That a function which takes columns was given no `out`.
///
/// # Errors
/// `TypeError`, if it was.
pub fn no_out(out: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    match out {
        Some(_) => Err(PyTypeError::new_err("out is for memory and lists, not for Arrow columns")),
        None => Ok(()),
    }
}

/// A column of one array of rows of one width, none of them null.
pub fn of_rows<'py>(like: &Bound<'py, PyAny>, width: usize, values: Vec<u8>) -> PyResult<Bound<'py, PyAny>> {
    let kind = OutType::Fixed(width);
    let chunk = chunk(like.py(), kind, values.len() / width, values, None)?;
    finish(
        like,
        Column { results: Arc::new(Results { kind, chunks: vec![Arc::new(chunk)] }), chunked: false },
    )
}

/// A column of one array of verdicts, nulls where nothing was asked.
pub fn verdicts<'py>(
    like: &Bound<'py, PyAny>,
    chunks: Vec<Vec<Option<bool>>>,
    chunked: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let chunks = chunks.into_iter().map(|rows| {
        let values = bitmap(rows.iter().map(|verdict| *verdict == Some(true)));
        let validity = rows.contains(&None).then(|| bitmap(rows.iter().map(Option::is_some)));
        chunk(like.py(), OutType::Verdict, rows.len(), values, validity).map(Arc::new)
    });
    let results = Results { kind: OutType::Verdict, chunks: chunks.collect::<PyResult<_>>()? };
    finish(like, Column { results: Arc::new(results), chunked })
}

/// The column as an object of the library that the input is of.
fn finish<'py>(like: &Bound<'py, PyAny>, column: Column) -> PyResult<Bound<'py, PyAny>> {
    let py = like.py();
    let module = like.get_type().module()?.to_string_lossy().into_owned();
    let (results, chunked) = (column.results.clone(), column.chunked);
    let column = Bound::new(py, column)?.into_any();
    match module.split('.').next() {
        Some("pyarrow") if chunked => py.import("pyarrow")?.call_method1("chunked_array", (column,)),
        Some("pyarrow") => py.import("pyarrow")?.call_method1("array", (column,)),
        Some("polars") => {
            // The name of an array in a stream goes before one that is given.
            let series = py.import("polars")?.getattr("Series")?.call1((Stream(results),))?;
            series.call_method1("alias", (like.getattr("name")?,))
        }
        Some("pandas") => {
            let values = py.import("pyarrow")?.call_method1("chunked_array", (column,))?;
            let pandas = py.import("pandas")?;
            let array = pandas.getattr("arrays")?.getattr("ArrowExtensionArray")?.call1((values,))?;
            let (Some(index), Some(name)) = (like.getattr_opt("index")?, like.getattr_opt("name")?) else {
                return Ok(array);
            };
            // The rows keep their names, so that the result can be a column of the same frame.
            pandas.getattr("Series")?.call1((array, index, py.None(), name))
        }
        _ => Ok(column),
    }
}
