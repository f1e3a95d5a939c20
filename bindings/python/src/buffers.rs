//! What functions take and give: bytes of any object, rows of a width, lists of messages, `out=`. What comes back follows what
//! went in: an array of NumPy for an array of NumPy, a column for a column, `bytes` for other memory. Errors name the argument.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PyString, PyTuple};

use crate::errors::{self, Kind, at};
use crate::ffi::arrow::{Chunk, Source, is_column};
use crate::ffi::buffer::{View, fill_bytes, has_memory, overlap};

/// The bytes of an object.
pub enum Data<'py> {
    /// Of `bytes`, which nobody changes.
    Bytes(Bound<'py, PyBytes>),
    /// Of anything else with the buffer protocol.
    View(View),
}

impl<'py> Data<'py> {
    /// Takes `bytes` and everything with contiguous memory.
    ///
    /// # Errors
    /// `TypeError` for `str`, for what has no memory and for items that are no plain numbers, `BufferError` or `ValueError` for
    /// memory with gaps.
    #[inline]
    pub fn of(what: &str, object: &Bound<'py, PyAny>) -> PyResult<Self> {
        match object.cast_exact::<PyBytes>() {
            Ok(bytes) => Ok(Data::Bytes(bytes.clone())),
            Err(_) => View::read(what, object).map(Data::View),
        }
    }

    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Data::Bytes(bytes) => bytes.as_bytes(),
            Data::View(view) => view.bytes(),
        }
    }
}

/// Exactly so many bytes.
///
/// # Errors
/// `LengthError` that names the value.
pub fn array<const N: usize>(py: Python<'_>, what: &str, object: &Bound<'_, PyAny>) -> PyResult<[u8; N]> {
    let data = Data::of(what, object)?;
    let bytes = data.bytes();
    bytes.try_into().map_err(|_| errors::length(py, what, bytes.len(), &N.to_string()))
}

/// Rows of one width, side by side.
pub struct Rows {
    held: Held,
    /// Whether they came as a column of Arrow.
    pub is_column: bool,
}

enum Held {
    View(View),
    Column(Chunk),
    /// Rows that were put together.
    Joined(Vec<u8>),
}

impl Rows {
    /// Takes memory of one dimension whose length is a multiple of the width, or of more whose last dimension has it; a column of
    /// values of that width without nulls; a list of rows. Arrays of NumPy with gaps are copied, columns of one array are not.
    ///
    /// # Errors
    /// `LengthError` for another shape.
    pub fn of(what: &str, object: &Bound<'_, PyAny>, width: usize) -> PyResult<Self> {
        if !has_memory(object) {
            return Self::joined(what, object, width);
        }
        let held = Held::View(contiguous(what, object)?);
        let rows = Rows { held, is_column: false };
        if let Held::View(view) = &rows.held {
            shape(object.py(), view, width, what)?;
        }
        Ok(rows)
    }

    fn joined(what: &str, object: &Bound<'_, PyAny>, width: usize) -> PyResult<Self> {
        let py = object.py();
        let messages = Messages::of(what, object)?;
        let is_column = matches!(messages, Messages::Column(_));
        let rows = messages.bytes();
        if let Some(row) = rows.iter().position(|row| row.len() != width) {
            let (bytes, plural) = (rows[row].len(), if rows[row].len() == 1 { "" } else { "s" });
            let reason = format!("{what}: {bytes} byte{plural}, expected {width}");
            return Err(errors::new(py, Kind::Length, &reason, Some(row)));
        }
        let joined = match &messages {
            Messages::Column(chunks) if chunks.len() == 1 && chunks[0].side_by_side().is_some() => None,
            _ => Some(rows.concat()),
        };
        let held = match (joined, messages) {
            (None, Messages::Column(mut chunks)) => Held::Column(chunks.swap_remove(0)),
            (joined, _) => Held::Joined(joined.unwrap_or_default()),
        };
        Ok(Rows { held, is_column })
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.held {
            Held::View(view) => view.bytes(),
            Held::Column(chunk) => chunk.side_by_side().map_or(&[], |(_, bytes)| bytes),
            Held::Joined(bytes) => bytes,
        }
    }
}

/// The memory of an object, that of an array of NumPy with gaps copied.
fn contiguous(what: &str, object: &Bound<'_, PyAny>) -> PyResult<View> {
    match View::read(what, object) {
        Err(error) if !error.is_instance_of::<PyTypeError>(object.py()) && is_numpy(object)? => {
            let copy = object.py().import("numpy")?.call_method1("ascontiguousarray", (object,))?;
            View::read(what, &copy)
        }
        view => view,
    }
}

fn shape(py: Python<'_>, view: &View, width: usize, what: &str) -> PyResult<()> {
    let reason = match view.rows() {
        Some((_, row)) if row != width => format!("{what}: rows are of {row} bytes, expected {width}"),
        None if !view.bytes().len().is_multiple_of(width) => {
            format!("{what}: {} bytes are no multiple of {width}", view.bytes().len())
        }
        _ => return Ok(()),
    };
    Err(errors::new(py, Kind::Length, &reason, None))
}

/// Memory whose last dimension is a message.
pub struct MessageRows {
    view: View,
    /// How many there are.
    pub count: usize,
    /// Bytes of one.
    pub width: usize,
}

impl MessageRows {
    /// The messages of memory of two dimensions or more, of an array of NumPy whose items are bytes; nothing for an object that is
    /// iterated over: one without memory, an array of NumPy of objects.
    ///
    /// # Errors
    /// `TypeError` for memory of one dimension, which is one message.
    pub fn of(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if !has_memory(object) {
            return Ok(None);
        }
        let kind = numpy_kind(object)?;
        if kind == Some('O') && object.getattr("ndim")?.extract::<usize>()? == 1 {
            return Ok(None);
        }
        let view = contiguous(what, object)?;
        let (count, width) = match (view.rows(), kind) {
            (_, Some('S' | 'V')) if view.item() > 0 => (view.bytes().len() / view.item(), view.item()),
            (Some(rows), _) => rows,
            (None, _) => return Err(single(what)),
        };
        Ok(Some(MessageRows { view, count, width }))
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        self.view.bytes()
    }
}

fn single(what: &str) -> PyErr {
    PyTypeError::new_err(errors::named(what, "a list of messages is needed, or rows, not a single one"))
}

/// Whether an object is an array of NumPy, or of a class made from it. Looks only where NumPy has been imported.
pub fn is_numpy(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if object.is_exact_instance_of::<PyBytes>() {
        return Ok(false);
    }
    // Not kept: a child of `fork` must not wait for a thread that was keeping it.
    let modules = object.py().import("sys")?.getattr("modules")?;
    let Ok(numpy) = modules.get_item("numpy") else { return Ok(false) };
    numpy.getattr("ndarray").map_or(Ok(false), |class| object.is_instance(&class))
}

/// The kind of the items of an array of NumPy (`u`, `S`, `O` ...).
fn numpy_kind(object: &Bound<'_, PyAny>) -> PyResult<Option<char>> {
    if !is_numpy(object)? {
        return Ok(None);
    }
    object.getattr("dtype")?.getattr("kind")?.extract().map(Some)
}

/// Rows of results: in `out` where it is given, else in an array of NumPy where `like` is one, else in `bytes`. `fill` writes
/// them; it is not called where something is wrong.
///
/// # Errors
/// `LengthError` for an `out` of another size or one that shares memory with an input, `BufferError` for one that cannot be
/// written, `TypeError` for one whose items are no plain numbers.
pub fn results<'py>(
    like: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    rows: usize,
    width: usize,
    inputs: &[&[u8]],
    fill: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = like.py();
    let len = rows.checked_mul(width).filter(|len| isize::try_from(*len).is_ok());
    let Some(len) = len else {
        return Err(errors::new(py, Kind::Length, &format!("{rows} rows do not fit into memory"), None));
    };
    let made = match out {
        Some(out) => out.clone(),
        None if is_numpy(like)? => py.import("numpy")?.call_method1("empty", ((rows, width), "uint8"))?,
        None => return fill_bytes(py, len, fill),
    };
    let mut view = View::write("out", &made)?;
    shape(py, &view, width, "out")?;
    if view.bytes().len() != len {
        let reason = format!("out has {} bytes, expected {rows} rows of {width}", view.bytes().len());
        return Err(errors::new(py, Kind::Length, &reason, None));
    }
    if inputs.iter().any(|input| overlap(input, view.bytes())) {
        return Err(errors::new(py, Kind::Overlap, "out shares memory with the input", None));
    }
    fill(view.bytes_mut())?;
    drop(view);
    Ok(made)
}

/// The messages of a list, tuple or other iterable of objects with memory, or of a column of Arrow.
pub enum Messages<'py> {
    /// Of each object.
    List(Vec<Data<'py>>),
    /// Of each array of the column.
    Column(Vec<Chunk>),
}

impl<'py> Messages<'py> {
    /// Takes the memory of each.
    ///
    /// # Errors
    /// `TypeError` that names the first that has none, or for a single message; `InputError` for a null.
    pub fn of(what: &str, object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let data = |(index, item): (usize, Bound<'py, PyAny>)| {
            Data::of("", &item).map_err(|error| at(py, index, error))
        };
        if let Ok(list) = object.cast::<PyList>() {
            return list.iter().enumerate().map(data).collect::<PyResult<_>>().map(Messages::List);
        }
        if let Ok(tuple) = object.cast::<PyTuple>() {
            return tuple.iter().enumerate().map(data).collect::<PyResult<_>>().map(Messages::List);
        }
        if is_column(object)? {
            return Self::column(what, object);
        }
        let items = iterated(what, object)?.enumerate();
        items.map(|(index, item)| data((index, item?))).collect::<PyResult<_>>().map(Messages::List)
    }

    fn column(what: &str, object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let (mut source, mut chunks, mut before) = (Source::of(object)?, Vec::new(), 0);
        while let Some(chunk) = source.next()? {
            if let Some(row) = (0..chunk.len()).find(|row| chunk.has_nulls() && !chunk.is_valid(*row)) {
                let reason = errors::named(what, "a null is no message");
                return Err(errors::new(object.py(), Kind::Input, &reason, Some(before + row)));
            }
            before += chunk.len();
            chunks.push(chunk);
        }
        Ok(Messages::Column(chunks))
    }

    /// The bytes of each.
    pub fn bytes(&self) -> Vec<&[u8]> {
        match self {
            Messages::List(list) => list.iter().map(Data::bytes).collect(),
            Messages::Column(chunks) => {
                chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|row| chunk.value(row))).collect()
            }
        }
    }
}

/// An iterator over what is no single message: `bytes`, `str` and memory of one dimension iterate over something else.
fn iterated<'py>(what: &str, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    let text = object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyString>();
    if text || has_memory(object) && !has_rows(object)? {
        return Err(single(what));
    }
    object.try_iter().map_err(|error| errors::naming(object.py(), what, error))
}

/// Whether the items of memory are messages: rows, or objects of an array of NumPy.
fn has_rows(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let dimensions = object.getattr_opt("ndim")?.map_or(Ok(1), |ndim| ndim.extract::<usize>())?;
    Ok(dimensions > 1 || matches!(numpy_kind(object)?, Some('O' | 'S' | 'V')))
}

/// The messages of a list, tuple or other iterable, some at a time. A list may change meanwhile, as under any iterator.
pub struct Items<'py> {
    from: From<'py>,
    next: usize,
}

enum From<'py> {
    List(Bound<'py, PyList>),
    Other(Bound<'py, PyIterator>),
}

impl<'py> Items<'py> {
    /// Begins with the first.
    ///
    /// # Errors
    /// `TypeError` for what cannot be iterated, and for a single message.
    pub fn of(what: &str, object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let from = match object.cast::<PyList>() {
            Ok(list) => From::List(list.clone()),
            Err(_) => From::Other(iterated(what, object)?),
        };
        Ok(Items { from, next: 0 })
    }

    /// The next messages, at most so many; none at the end.
    ///
    /// # Errors
    /// `TypeError` that names the first that has no memory; what the iterator raises.
    pub fn take(&mut self, most: usize) -> PyResult<Vec<Data<'py>>> {
        let mut taken = Vec::with_capacity(most);
        while taken.len() < most {
            let item = match &mut self.from {
                // Without the interpreter's lock the list may become shorter after its length has been asked for.
                From::List(list) if self.next < list.len() => match list.get_item(self.next) {
                    Ok(item) => item,
                    Err(_) => break,
                },
                From::List(_) => break,
                From::Other(iterator) => match iterator.next() {
                    Some(item) => item?,
                    None => break,
                },
            };
            taken.push(Data::of("", &item).map_err(|error| at(item.py(), self.next, error))?);
            self.next += 1;
        }
        Ok(taken)
    }
}

/// A list of `bytes`, one for each digest.
pub fn list_of<'py, const N: usize>(py: Python<'py>, digests: &[[u8; N]]) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyList::new(py, digests.iter().map(|digest| PyBytes::new(py, digest)))?.into_any())
}

/// Hexadecimal digits.
pub fn hex<'py, const N: usize>(py: Python<'py>, bytes: &[u8; N]) -> Bound<'py, PyString> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(2 * N);
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    PyString::new(py, &text)
}
