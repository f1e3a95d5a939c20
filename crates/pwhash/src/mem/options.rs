//! How an arena gets its memory.

/// Whether to use pages of 2 MiB and more.
///
/// ```
/// use lanesmith_pwhash::mem::{Arena, ArenaOptions, HugePages};
/// // Ordinary pages, where others need the huge ones.
/// let options = ArenaOptions::default().huge_pages(HugePages::Never);
/// Arena::with_options(options).reserve(1 << 20)?;
/// # Ok::<(), lanesmith_pwhash::mem::MemoryError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum HugePages {
    /// Ordinary pages only.
    Never,
    /// Asks for them from 2 MiB up (`MADV_HUGEPAGE`); ordinary pages where the system has none.
    #[default]
    Advise,
    /// Reserved ones (`MAP_HUGETLB`), or an error.
    Explicit,
}

/// How an arena gets its memory.
///
/// ```
/// use lanesmith_pwhash::mem::{Arena, ArenaOptions};
/// let arena = Arena::with_options(ArenaOptions::default());
/// assert_eq!((arena.capacity(), arena.is_locked()), (0, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArenaOptions {
    /// Which pages.
    pub huge_pages: HugePages,
    /// Keeps it out of the swap, where the system and the process's limits allow (best effort: see
    /// [`Arena::is_locked`](super::Arena::is_locked)).
    pub lock: bool,
    /// Keeps it out of core dumps, where the system can.
    pub dont_dump: bool,
}

impl Default for ArenaOptions {
    fn default() -> Self {
        ArenaOptions { huge_pages: HugePages::Advise, lock: false, dont_dump: true }
    }
}

impl ArenaOptions {
    /// Which pages.
    #[must_use]
    pub const fn huge_pages(mut self, huge_pages: HugePages) -> Self {
        self.huge_pages = huge_pages;
        self
    }

    /// Whether to keep it out of the swap.
    #[must_use]
    pub const fn lock(mut self, lock: bool) -> Self {
        self.lock = lock;
        self
    }

    /// Whether to keep it out of core dumps.
    #[must_use]
    pub const fn dont_dump(mut self, dont_dump: bool) -> Self {
        self.dont_dump = dont_dump;
        self
    }
}
