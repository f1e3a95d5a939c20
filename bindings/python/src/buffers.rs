//! What functions take and give: bytes of any object, rows of a width, lists of messages, `out=`. What comes back follows what
//! went in: an array of NumPy for an array of NumPy, `bytes` for other memory.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PyString, PyTuple};

use crate::errors::{self, Kind};
use crate::ffi::buffer::{View, fill_bytes, overlap};

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
    /// `TypeError` for `str` and for what has no memory, `BufferError` or `ValueError` for memory with gaps.
    #[inline]
    pub fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        match object.cast_exact::<PyBytes>() {
            Ok(bytes) => Ok(Data::Bytes(bytes.clone())),
            Err(_) => View::read(object).map(Data::View),
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
    let data = Data::of(object)?;
    let bytes = data.bytes();
    bytes.try_into().map_err(|_| errors::length(py, what, bytes.len(), &N.to_string()))
}

/// Memory that holds rows of one width.
pub struct Rows(View);

impl Rows {
    /// Takes memory of one dimension whose length is a multiple of the width, or of more whose last dimension has it.
    ///
    /// # Errors
    /// `LengthError` for another shape.
    pub fn of(object: &Bound<'_, PyAny>, width: usize) -> PyResult<Self> {
        let view = View::shaped(object)?;
        shape(object.py(), &view, width, "the rows")?;
        Ok(Rows(view))
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }
}

fn shape(py: Python<'_>, view: &View, width: usize, what: &str) -> PyResult<()> {
    let reason = match view.row() {
        Some(row) if row != width => format!("{what} are of {row} bytes, expected {width}"),
        _ if !view.bytes().len().is_multiple_of(width) => {
            format!("{what}: {} bytes are no multiple of {width}", view.bytes().len())
        }
        _ => return Ok(()),
    };
    Err(errors::new(py, Kind::Length, &reason, None))
}

/// Whether an object is an array of NumPy. Looks only where NumPy has been imported.
fn is_numpy(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let class = object.get_type();
    Ok(class.module()?.to_string_lossy().starts_with("numpy") && object.hasattr("__array_interface__")?)
}

/// Rows of results: in `out` where it is given, else in an array of NumPy where `like` is one, else in `bytes`. `fill` writes
/// them; it is not called where something is wrong.
///
/// # Errors
/// `LengthError` for an `out` of another size or one that shares memory with an input, `BufferError` for one that cannot be
/// written.
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
    let mut view = View::write(&made)?;
    shape(py, &view, width, "out: rows")?;
    if view.bytes().len() != len {
        let reason = format!("out has {} bytes, expected {rows} rows of {width}", view.bytes().len());
        return Err(errors::new(py, Kind::Length, &reason, None));
    }
    if inputs.iter().any(|input| overlap(input, view.bytes())) {
        return Err(errors::new(py, Kind::Length, "out shares memory with the input", None));
    }
    fill(view.bytes_mut())?;
    drop(view);
    Ok(made)
}

/// The messages of a list, tuple or other iterable of objects with memory.
pub struct Messages<'py>(Vec<Data<'py>>);

impl<'py> Messages<'py> {
    /// Takes the memory of each.
    ///
    /// # Errors
    /// `TypeError` that names the first that has none; for a single `bytes` or `str`, which iterate over something else.
    pub fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let data = |(index, item): (usize, Bound<'py, PyAny>)| {
            Data::of(&item).map_err(|error| at(object.py(), index, error))
        };
        if let Ok(list) = object.cast::<PyList>() {
            return list.iter().enumerate().map(data).collect::<PyResult<_>>().map(Messages);
        }
        if let Ok(tuple) = object.cast::<PyTuple>() {
            return tuple.iter().enumerate().map(data).collect::<PyResult<_>>().map(Messages);
        }
        if object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("a list of messages is needed, not a single one"));
        }
        let items = object.try_iter()?.enumerate();
        items.map(|(index, item)| data((index, item?))).collect::<PyResult<_>>().map(Messages)
    }

    /// The bytes of each.
    pub fn bytes(&self) -> Vec<&[u8]> {
        self.0.iter().map(Data::bytes).collect()
    }
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
    /// `TypeError` for what cannot be iterated, and for a single `bytes` or `str`, which iterate over something else.
    pub fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("a list of messages is needed, not a single one"));
        }
        let from = match object.cast::<PyList>() {
            Ok(list) => From::List(list.clone()),
            Err(_) => From::Other(object.try_iter()?),
        };
        Ok(Items { from, next: 0 })
    }

    /// The next messages, at most so many; none at the end.
    ///
    /// # Errors
    /// `TypeError` that names the first that has no memory; what the iterator raises.
    pub fn take(&mut self, most: usize) -> PyResult<Messages<'py>> {
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
            taken.push(Data::of(&item).map_err(|error| at(item.py(), self.next, error))?);
            self.next += 1;
        }
        Ok(Messages(taken))
    }
}

/// The same error with the row in front.
pub fn at(py: Python<'_>, index: usize, error: PyErr) -> PyErr {
    let text = error.value(py).str().map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
    PyErr::from_type(error.get_type(py), format!("row {index}: {text}"))
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
