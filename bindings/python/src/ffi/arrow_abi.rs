//! The structures of Arrow's C interfaces, which capsules of Python hold.
//!
//! Source: the Arrow project's "C data interface", "C stream interface" and "PyCapsule interface".

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;

/// Name of a capsule.
pub const SCHEMA: &CStr = c"arrow_schema";
/// Name of a capsule.
pub const ARRAY: &CStr = c"arrow_array";
/// Name of a capsule.
pub const STREAM: &CStr = c"arrow_array_stream";

/// The interface's structure of that name.
#[repr(C)]
pub struct ArrowSchema {
    pub format: *const c_char,
    pub name: *const c_char,
    pub metadata: *const c_char,
    pub flags: i64,
    pub n_children: i64,
    pub children: *mut *mut ArrowSchema,
    pub dictionary: *mut ArrowSchema,
    pub release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    pub private_data: *mut c_void,
}

/// The interface's structure of that name.
#[repr(C)]
pub struct ArrowArray {
    pub length: i64,
    pub null_count: i64,
    pub offset: i64,
    pub n_buffers: i64,
    pub n_children: i64,
    pub buffers: *mut *const c_void,
    pub children: *mut *mut ArrowArray,
    pub dictionary: *mut ArrowArray,
    pub release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    pub private_data: *mut c_void,
}

/// The interface's structure of that name.
#[repr(C)]
pub struct ArrowArrayStream {
    pub get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    pub get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    pub get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    pub release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    pub private_data: *mut c_void,
}

/// What the three structures have in common: empty ones, and that a `release` which is set is called once.
macro_rules! releasable {
    ($($name:ident)*) => {$(
        // SAFETY: the interface wants structures that any thread may use and release, one at a time.
        unsafe impl Send for $name {}
        // SAFETY: nothing changes through a shared reference.
        unsafe impl Sync for $name {}

        impl $name {
            /// A released one.
            pub fn empty() -> Self {
                // SAFETY: null pointers, zeros and `None` are what the interface calls a released structure.
                unsafe { std::mem::zeroed() }
            }

            /// Takes the structure out of a capsule, which then holds a released one.
            pub fn take(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<Self> {
                // SAFETY: checks that it is a capsule of the name, and raises if not.
                let pointer = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr()) };
                if pointer.is_null() {
                    return Err(PyErr::fetch(capsule.py()));
                }
                // SAFETY: a capsule of that name holds such a structure; moving it out leaves a released one.
                let taken = unsafe { ptr::replace(pointer.cast::<$name>(), Self::empty()) };
                if taken.release.is_none() {
                    return Err(PyTypeError::new_err("the Arrow capsule has been consumed before"));
                }
                Ok(taken)
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: `release` is set, so nobody has called it; the owner sets it to null.
                    unsafe { release(self) }
                }
            }
        }
    )*};
}
releasable!(ArrowSchema ArrowArray ArrowArrayStream);
