//! Memory of Python objects through the buffer protocol.
//!
//! `PyBUF_SIMPLE` takes what hashlib takes: any contiguous memory, whatever its items are. PyO3's own `PyBuffer<u8>` refuses
//! items other than bytes and accepts memory with gaps.

use std::ffi::c_int;

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
    fn get(object: &Bound<'_, PyAny>, flags: c_int) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(pyo3::exceptions::PyTypeError::new_err("Strings must be encoded before hashing"));
        }
        // SAFETY: all zeros is a valid empty `Py_buffer`: its fields are integers and pointers that may be null.
        let mut raw: Box<ffi::Py_buffer> = Box::new(unsafe { std::mem::zeroed() });
        // SAFETY: the object is alive, the structure is ours, and the interpreter is attached (`Bound`).
        if unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), &mut *raw, flags) } != 0 {
            return Err(PyErr::fetch(object.py()));
        }
        Ok(View { raw })
    }

    /// Bytes to read.
    pub fn read(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::get(object, ffi::PyBUF_SIMPLE)
    }

    /// Bytes to read, with the shape of the array.
    pub fn shaped(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::get(object, ffi::PyBUF_C_CONTIGUOUS)
    }

    /// Bytes to write, with the shape of the array.
    pub fn write(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::get(object, ffi::PyBUF_C_CONTIGUOUS | ffi::PyBUF_WRITABLE)
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

    /// Bytes in a row (the last dimension) where the memory has two dimensions or more.
    pub fn row(&self) -> Option<usize> {
        let dimensions = usize::try_from(self.raw.ndim).unwrap_or(0);
        if dimensions < 2 || self.raw.shape.is_null() {
            return None;
        }
        // SAFETY: a view with `PyBUF_ND` has `ndim` entries at `shape`.
        let last = unsafe { *self.raw.shape.add(dimensions - 1) };
        Some(
            usize::try_from(last)
                .unwrap_or(0)
                .saturating_mul(usize::try_from(self.raw.itemsize).unwrap_or(0)),
        )
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
