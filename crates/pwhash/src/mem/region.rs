//! Memory that an arena owns: from the system where that is known, else from the allocator.

use core::ptr::NonNull;

use super::{ArenaOptions, MemoryError};

/// Alignment of every region.
pub(super) const ALIGN: usize = 4096;

/// The size of huge pages, and the least size for which they are asked for.
pub(super) const HUGE: usize = 2 << 20;

/// A region: initialised, aligned to [`ALIGN`] at least, owned.
pub(super) struct Region {
    start: NonNull<u8>,
    len: usize,
    /// What to give back.
    held: Held,
    locked: bool,
}

// SAFETY: a region is plain memory that it alone owns.
unsafe impl Send for Region {}
// SAFETY: the same.
unsafe impl Sync for Region {}

#[cfg(feature = "std")]
/// How many bytes a region for `bytes` takes from the system at most.
pub(super) fn cost(bytes: usize) -> usize {
    if bytes < HUGE { bytes.next_multiple_of(ALIGN) } else { bytes.saturating_add(2 * HUGE) }
}

impl Region {
    pub(super) fn new(bytes: usize, options: &ArenaOptions) -> Result<Self, MemoryError> {
        let too_large = MemoryError::TooLarge { count: bytes, size: 1 };
        if bytes > isize::MAX as usize - 2 * HUGE {
            return Err(too_large);
        }
        let len = bytes.max(1).next_multiple_of(if bytes < HUGE { ALIGN } else { HUGE });
        let (start, held) = Held::new(len, options)?;
        let locked = held.advise(start, len, options);
        Ok(Region { start, len, held, locked })
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// How many bytes it takes from the system, with what aligning it costs.
    #[cfg(feature = "std")]
    pub(super) fn footprint(&self) -> usize {
        self.held.bytes()
    }

    pub(super) fn is_locked(&self) -> bool {
        self.locked
    }

    pub(super) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the region is owned, zeroed when made, and borrowed as long as the slice lives.
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        self.held.give_back();
    }
}

#[cfg(not(all(unix, feature = "std")))]
use heap::Held;
#[cfg(all(unix, feature = "std"))]
use map::Held;

/// Anonymous maps.
#[cfg(all(unix, feature = "std"))]
mod map {
    use core::ffi::c_void;
    use core::ptr::{NonNull, null_mut};

    use rustix::mm;

    use super::{ArenaOptions, HUGE, MemoryError};
    use crate::mem::HugePages;

    /// A map.
    pub(super) struct Held {
        start: *mut c_void,
        len: usize,
    }

    impl Held {
        /// A map and a place in it for `len` bytes, at the start of a huge page if they fill one.
        pub(super) fn new(len: usize, options: &ArenaOptions) -> Result<(NonNull<u8>, Held), MemoryError> {
            let explicit = options.huge_pages == HugePages::Explicit;
            let (size, flags) = match explicit {
                true => (len.next_multiple_of(HUGE), huge_flags()?),
                false if len < HUGE => (len, mm::MapFlags::PRIVATE),
                false => (len + HUGE, mm::MapFlags::PRIVATE),
            };
            let protection = mm::ProtFlags::READ | mm::ProtFlags::WRITE;
            // SAFETY: a new map at a place that the system chooses touches no other memory.
            let start = unsafe { mm::mmap_anonymous(null_mut(), size, protection, flags) };
            let refused = match explicit {
                true => MemoryError::NoHugePages { bytes: len },
                false => MemoryError::Refused { bytes: len },
            };
            let held = Held { start: start.map_err(|_| refused)?, len: size };
            let skip = if len < HUGE { 0 } else { held.start.cast::<u8>().align_offset(HUGE) };
            // The map is longer than needed by as much as is skipped at most; an explicit one is aligned.
            debug_assert!(skip + len <= size);
            let place = NonNull::new(held.start.cast::<u8>().wrapping_add(skip)).ok_or(refused)?;
            Ok((place, held))
        }

        /// Tells the system how the memory is used; says whether it is locked.
        pub(super) fn advise(&self, start: NonNull<u8>, len: usize, options: &ArenaOptions) -> bool {
            let start = start.as_ptr().cast::<c_void>();
            // What the system does not know, or does not allow, it refuses, and nothing is lost.
            #[cfg(any(target_os = "linux", target_os = "android"))]
            {
                if options.huge_pages == HugePages::Advise && len >= HUGE {
                    // SAFETY: the pages belong to this map; the advice changes no contents.
                    let _ = unsafe { mm::madvise(start, len, mm::Advice::LinuxHugepage) };
                }
                if options.huge_pages == HugePages::Never && len >= HUGE {
                    // SAFETY: the same.
                    let _ = unsafe { mm::madvise(start, len, mm::Advice::LinuxNoHugepage) };
                }
                if options.dont_dump {
                    // SAFETY: the same.
                    let _ = unsafe { mm::madvise(start, len, mm::Advice::LinuxDontDump) };
                }
            }
            // SAFETY: the pages belong to this map; unmapping unlocks them.
            options.lock && unsafe { mm::mlock(start, len) }.is_ok()
        }

        /// All that is mapped.
        pub(super) fn bytes(&self) -> usize {
            self.len
        }

        pub(super) fn give_back(&mut self) {
            // SAFETY: the map is ours, and its region, which alone referred to it, is being dropped.
            let _ = unsafe { mm::munmap(self.start, self.len) };
        }
    }

    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn huge_flags() -> Result<mm::MapFlags, MemoryError> {
        Ok(mm::MapFlags::PRIVATE | mm::MapFlags::HUGETLB | mm::MapFlags::HUGE_2MB)
    }

    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    fn huge_flags() -> Result<mm::MapFlags, MemoryError> {
        Err(MemoryError::NoHugePages { bytes: HUGE })
    }
}

/// Memory of the global allocator.
#[cfg(not(all(unix, feature = "std")))]
mod heap {
    use core::ptr::NonNull;

    use alloc::alloc::{Layout, alloc_zeroed, dealloc};

    use super::{ALIGN, ArenaOptions, MemoryError};
    use crate::mem::HugePages;

    /// An allocation.
    pub(super) struct Held {
        start: NonNull<u8>,
        layout: Layout,
    }

    impl Held {
        pub(super) fn new(len: usize, options: &ArenaOptions) -> Result<(NonNull<u8>, Held), MemoryError> {
            if options.huge_pages == HugePages::Explicit {
                return Err(MemoryError::NoHugePages { bytes: len });
            }
            let layout = Layout::from_size_align(len, ALIGN)
                .map_err(|_| MemoryError::TooLarge { count: len, size: 1 })?;
            // SAFETY: the size is not zero.
            let start = unsafe { alloc_zeroed(layout) };
            let start = NonNull::new(start).ok_or(MemoryError::Refused { bytes: len })?;
            Ok((start, Held { start, layout }))
        }

        pub(super) fn advise(&self, _start: NonNull<u8>, _len: usize, _options: &ArenaOptions) -> bool {
            false
        }

        /// All that is allocated.
        #[cfg(feature = "std")]
        pub(super) fn bytes(&self) -> usize {
            self.layout.size()
        }

        pub(super) fn give_back(&mut self) {
            // SAFETY: allocated by `new` with this layout; the region, which alone referred to it, is being dropped.
            unsafe { dealloc(self.start.as_ptr(), self.layout) };
        }
    }
}
