//! Types that any bytes are a value of.

/// A type that any bytes are a value of, without padding.
///
/// # Safety
/// Every bit pattern must be a valid value, there must be no padding, and the alignment must be at most 64.
pub unsafe trait Plain: Copy + Send + Sync + 'static {}

// SAFETY: integers have no padding and no invalid values.
unsafe impl Plain for u8 {}
// SAFETY: the same.
unsafe impl Plain for u32 {}
// SAFETY: the same.
unsafe impl Plain for u64 {}
// SAFETY: an array has no padding between its items.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}
