//! Memory of the caller: values, bytes, lists.

use core::slice;

/// The value at a place.
///
/// # Safety
/// As `ffi` asks.
#[inline(always)]
pub unsafe fn get<T: Copy>(at: *const T) -> T {
    // SAFETY: the caller's promise.
    unsafe { at.read() }
}

/// The value where it stands: a copy would be read by pairs of words, which must wait until words that the caller has just stored have
/// reached the cache.
///
/// # Safety
/// As `ffi` asks; and nothing is written to any place of the caller's while the reference is in use.
#[inline(always)]
pub unsafe fn at<'a, T>(place: *const T) -> &'a T {
    // SAFETY: the caller's promise.
    unsafe { &*place }
}

/// The value at a place, if there is one.
///
/// # Safety
/// As `ffi` asks.
#[inline(always)]
pub unsafe fn get_if<T: Copy>(at: *const T) -> Option<T> {
    // SAFETY: the caller's promise.
    (!at.is_null()).then(|| unsafe { at.read() })
}

/// Writes a value.
///
/// # Safety
/// As `ffi` asks.
#[inline(always)]
pub unsafe fn put<T>(at: *mut T, value: T) {
    // SAFETY: the caller's promise.
    unsafe { at.write(value) }
}

/// Bytes of the caller; none at null.
///
/// # Safety
/// As `ffi` asks.
#[inline(always)]
pub unsafe fn bytes<'a>(at: *const u8, len: usize) -> &'a [u8] {
    if at.is_null() || len == 0 {
        &[]
    } else {
        // SAFETY: not null; the rest is the caller's promise.
        unsafe { slice::from_raw_parts(at, len) }
    }
}

/// As many bytes as an array has.
///
/// # Safety
/// As `ffi` asks.
#[inline(always)]
pub unsafe fn array<const N: usize>(at: *const u8) -> [u8; N] {
    // SAFETY: the caller's promise; an array of bytes has no alignment.
    unsafe { at.cast::<[u8; N]>().read() }
}

/// Writes bytes.
///
/// # Safety
/// As `ffi` asks.
#[inline(always)]
pub unsafe fn put_bytes(at: *mut u8, bytes: &[u8]) {
    // SAFETY: the caller's promise; what is written is memory of this library.
    unsafe { at.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) }
}

/// A list of pointers, where NULL means the place behind the one before. What stands after a NULL is never read.
#[derive(Clone, Copy)]
pub struct List<T> {
    next: *const *const T,
    last: *const T,
    /// How far apart elements are that have no pointer of their own.
    stride: usize,
}

impl<T> List<T> {
    /// A list of values.
    pub fn new(list: *const *const T) -> Self {
        Self::strided(list, 1)
    }

    /// A list of runs of so many values.
    pub fn strided(list: *const *const T, stride: usize) -> Self {
        Self { next: list, last: core::ptr::null(), stride }
    }

    /// The next place.
    ///
    /// # Safety
    /// The list has another element.
    #[inline(always)]
    pub unsafe fn next(&mut self) -> *const T {
        // SAFETY: an element is there; behind a NULL, it stands in the memory that the last pointer points into.
        unsafe {
            let own = self.next.read();
            if own.is_null() {
                self.last = self.last.wrapping_add(self.stride);
            } else {
                self.last = own;
                self.next = self.next.add(1);
            }
        }
        self.last
    }
}
