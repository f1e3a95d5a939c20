//! Types that any bytes are a value of.

/// A type that any bytes are a value of, without padding.
///
/// ```
/// use lanesmith_pwhash::mem::{Plain, wipe};
/// fn spent<T: Plain>(mut key: T) -> T {
///     wipe(core::slice::from_mut(&mut key));
///     key
/// }
/// assert_eq!(spent([7u64; 4]), [0; 4]);
/// ```
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

/// The bytes of items.
pub(crate) fn bytes_of_mut<T: Plain>(items: &mut [T]) -> &mut [u8] {
    // SAFETY: plain items have no padding, any bytes are a value of theirs, and they are borrowed as long as the bytes.
    unsafe { core::slice::from_raw_parts_mut(items.as_mut_ptr().cast(), size_of_val(items)) }
}

/// Says that a `repr(C)` struct of plain fields without padding is plain; the sum of the fields' sizes is compared at
/// compile time with the struct's.
macro_rules! plain {
    ($name:ident { $($field:ident: $type:ty),+ $(,)? }) => {
        #[derive(Clone, Copy)]
        #[repr(C)]
        struct $name { $($field: $type),+ }
        const _: () = {
            const fn is_plain<T: $crate::mem::Plain>() -> usize { size_of::<T>() }
            assert!(size_of::<$name>() == 0 $(+ is_plain::<$type>())+, "padding");
        };
        // It stands in the files that use this, and is sound wherever that is: fields are checked above.
        #[allow(unsafe_code)]
        // SAFETY: all fields are plain, the layout is C's, and there is no padding as their sizes add up.
        unsafe impl $crate::mem::Plain for $name {}
    };
}
pub(crate) use plain;
