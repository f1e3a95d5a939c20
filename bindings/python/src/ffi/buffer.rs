//! Memory of Python objects through the buffer protocol.
//!
//! Any contiguous memory is taken, as by hashlib. PyO3's own `PyBuffer<u8>` refuses items other than bytes and accepts memory with
//! gaps. Items may be numbers of any kind, but nothing that points elsewhere: the addresses of Python objects are
//! no message, and must not be written over.

use std::ffi::{CStr, c_int};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{self, Kind};

/// A view of an object's memory, held until it is dropped.
pub struct View {
    // Boxed: some exporters keep pointers into the structure, so it must not move.
    raw: Box<ffi::Py_buffer>,
}

// SAFETY: the memory stays where it is while the view is held, and the view itself is released only with the interpreter
// attached (`Drop`).
unsafe impl Send for View {}
// SAFETY: nothing changes through a shared view.
unsafe impl Sync for View {}

impl View {
    fn get(what: &str, object: &Bound<'_, PyAny>, more: c_int) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            let reason =
                "strings must be encoded first: text.encode(), or bytes.fromhex(text) if it is hexadecimal";
            return Err(PyTypeError::new_err(errors::named(what, reason)));
        }
        // SAFETY: all zeros is a valid empty `Py_buffer`: its fields are integers and pointers that may be null.
        let mut raw: Box<ffi::Py_buffer> = Box::new(unsafe { std::mem::zeroed() });
        // A memoryview tells its format only to those who ask for its shape as well.
        let flags = ffi::PyBUF_C_CONTIGUOUS | ffi::PyBUF_FORMAT | more;
        // SAFETY: the object is alive, the structure is ours, and the interpreter is attached (`Bound`).
        if unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), &mut *raw, flags) } != 0 {
            return Err(errors::naming(object.py(), what, PyErr::fetch(object.py())));
        }
        let view = View { raw };
        if view.raw.format.is_null() {
            return Ok(view);
        }
        // SAFETY: not null, so a C string of the exporter's for as long as the view is held.
        let format = unsafe { CStr::from_ptr(view.raw.format) };
        match is_plain(format.to_bytes()) {
            true => Ok(view),
            false => {
                let reason =
                    format!("items of format {format:?} are no plain numbers or bytes: convert them first");
                Err(PyTypeError::new_err(errors::named(what, &reason)))
            }
        }
    }

    /// Bytes to read.
    pub fn read(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::get(what, object, 0)
    }

    /// Bytes to write.
    pub fn write(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::get(what, object, ffi::PyBUF_WRITABLE)
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        let len = usize::try_from(self.raw.len).unwrap_or(0);
        if len == 0 || self.raw.buf.is_null() {
            return &[];
        }
        // SAFETY: the exporter promises `len` contiguous bytes at `buf` while the view is held. That Python code in another
        // thread writes to them meanwhile is a race of the caller's, as it is with hashlib; the module says so.
        unsafe { std::slice::from_raw_parts(self.raw.buf.cast(), len) }
    }

    /// The bytes, to write. Only for a view that was asked for by [`View::write`].
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        let len = usize::try_from(self.raw.len).unwrap_or(0);
        if len == 0 || self.raw.buf.is_null() || self.raw.readonly != 0 {
            return &mut [];
        }
        // SAFETY: as in `bytes`; the memory is writable. That no other slice of ours shows the same bytes is seen to by
        // `overlap`, which every function with an `out` asks first.
        unsafe { std::slice::from_raw_parts_mut(self.raw.buf.cast(), len) }
    }

    /// Bytes of an item.
    pub fn item(&self) -> usize {
        usize::try_from(self.raw.itemsize).unwrap_or(0)
    }

    /// The number of rows and the bytes of one (the last dimension) where the memory has two dimensions or more.
    pub fn rows(&self) -> Option<(usize, usize)> {
        let dimensions = usize::try_from(self.raw.ndim).unwrap_or(0);
        if dimensions < 2 || self.raw.shape.is_null() {
            return None;
        }
        // SAFETY: a view with `PyBUF_ND` has `ndim` entries at `shape`.
        let shape = unsafe { std::slice::from_raw_parts(self.raw.shape, dimensions) };
        let size = |entry: &isize| usize::try_from(*entry).unwrap_or(0);
        let (last, others) = shape.split_last()?;
        let rows = others.iter().map(size).fold(1, usize::saturating_mul);
        Some((rows, size(last).saturating_mul(self.item())))
    }
}

/// Whether an object has memory at all.
pub fn has_memory(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the object is alive and the interpreter attached (`Bound`).
    unsafe { ffi::PyObject_CheckBuffer(object.as_ptr()) != 0 }
}

/// Whether a format (`struct`'s language, as the buffer protocol extends it) is of one number, or of bytes.
fn is_plain(format: &[u8]) -> bool {
    let item = match format {
        [b'@' | b'=' | b'<' | b'>' | b'!' | b'^', item @ ..] => item,
        item => item,
    };
    let digits = item.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match &item[digits..] {
        b"s" | b"x" => true,
        [b'Z', b'f' | b'd' | b'g'] => digits == 0,
        [one] => digits == 0 && b"?cbBhHiIlLqQnNefdg".contains(one),
        _ => false,
    }
}

/// Whether two slices share bytes.
pub fn overlap(one: &[u8], other: &[u8]) -> bool {
    let (a, b) = (one.as_ptr_range(), other.as_ptr_range());
    !one.is_empty() && !other.is_empty() && a.start < b.end && b.start < a.end
}

impl Drop for View {
    fn drop(&mut self) {
        Python::attach(|_| {
            // SAFETY: the view is held and released once; the interpreter is attached.
            unsafe { ffi::PyBuffer_Release(&mut *self.raw) }
        });
    }
}

/// A fresh `bytes` object of so many bytes, filled by a function: no copy afterwards.
///
/// # Errors
/// [`MemoryError`](pyo3::exceptions::PyMemoryError), and what the function ends in.
pub fn fill_bytes<'py>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    if isize::try_from(len).is_err() {
        return Err(errors::new(py, Kind::Length, &format!("{len} bytes do not fit into memory"), None));
    }
    // Large results from fresh pages are zero already; PyO3's `new_with` would write them once more.
    Ok(pyo3::types::PyBytes::new_with(py, len, fill)?.into_any())
}
