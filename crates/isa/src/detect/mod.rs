//! What this CPU has, and what its operating system lets programs use of it.

use core::sync::atomic::{AtomicU32, Ordering};

use crate::feature::{Feature, FeatureSet, Found};

#[allow(unsafe_code)]
mod arch;

pub use arch::NAME as ARCHITECTURE;
pub(crate) use arch::{TELLER, Teller, Told, identity};

/// Whether a feature can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Present and enabled.
    Usable,
    /// The CPU has it; the operating system or hypervisor has not enabled its register state (XSAVE), so using
    /// it would end in an illegal instruction.
    DisabledBySystem,
    /// The CPU does not have it.
    Missing,
    /// It belongs to another architecture.
    OtherArchitecture,
}

// Words of 32 bits, because Cortex-M and many a RISC-V have no wider atomics.
const KNOWN: u32 = 1 << 31;
static USABLE: AtomicU32 = AtomicU32::new(0);
static PRESENT: AtomicU32 = AtomicU32::new(0);

/// The features that this process may use. Detected once, then a load.
///
/// ```
/// use lanesmith_isa::{Feature, detect};
/// #[cfg(target_arch = "x86_64")]
/// assert!(detect::features().has(Feature::Sse2));
/// ```
#[inline(always)]
pub fn features() -> FeatureSet {
    if let Some(built) = arch::BUILT {
        return built;
    }
    let bits = USABLE.load(Ordering::Relaxed);
    if bits & KNOWN != 0 { FeatureSet::from_bits(bits & !KNOWN) } else { look().usable }
}

/// The features that every process of this program has, because it was compiled for them.
pub(crate) const BUILT: FeatureSet = match arch::BUILT {
    Some(built) => built,
    None => FeatureSet::EMPTY,
};

/// What [`features`] gave the first time; nothing before that.
#[inline(always)]
pub(crate) fn known() -> FeatureSet {
    arch::BUILT.unwrap_or_else(|| FeatureSet::from_bits(USABLE.load(Ordering::Relaxed) & !KNOWN))
}

/// The features that the CPU reports, usable or not.
pub fn present() -> FeatureSet {
    // What is present is written before it is known what is usable, so whoever sees the one sees the other.
    if USABLE.load(Ordering::Acquire) & KNOWN == 0 {
        return look().present;
    }
    FeatureSet::from_bits(PRESENT.load(Ordering::Relaxed) & !KNOWN)
}

/// Whether one feature can be used here, and if not, why.
pub fn status(feature: Feature) -> Status {
    if feature.architecture() != ARCHITECTURE {
        Status::OtherArchitecture
    } else if features().has(feature) {
        Status::Usable
    } else if present().has(feature) {
        Status::DisabledBySystem
    } else {
        Status::Missing
    }
}

#[cold]
fn look() -> Found {
    let found = arch::detect();
    PRESENT.store(found.present.to_bits() | KNOWN, Ordering::Relaxed);
    USABLE.store(found.usable.to_bits() | KNOWN, Ordering::Release);
    found
}
