//! Memory that an arena owns, from the allocator.

use core::ptr::NonNull;

use alloc::alloc::{Layout, alloc_zeroed, dealloc};

use super::{ArenaOptions, MemoryError};

/// A region: initialised, aligned to [`ALIGN`] at least, owned.
pub(super) struct Region {
    start: NonNull<u8>,
    layout: Layout,
}

/// Alignment of every region.
pub(super) const ALIGN: usize = 4096;

// SAFETY: a region is plain memory that it alone owns.
unsafe impl Send for Region {}
// SAFETY: the same.
unsafe impl Sync for Region {}

impl Region {
    pub(super) fn new(bytes: usize, _options: &ArenaOptions) -> Result<Self, MemoryError> {
        let layout = Layout::from_size_align(bytes.max(1), ALIGN)
            .map_err(|_| MemoryError::TooLarge { count: bytes, size: 1 })?;
        // SAFETY: the size is not zero.
        let start = unsafe { alloc_zeroed(layout) };
        let start = NonNull::new(start).ok_or(MemoryError::Refused { bytes })?;
        Ok(Region { start, layout })
    }

    pub(super) fn len(&self) -> usize {
        self.layout.size()
    }

    pub(super) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the region is owned, initialised by `alloc_zeroed`, and borrowed as long as the slice lives.
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.layout.size()) }
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: allocated by `new` with this layout.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}
