//! What each architecture is asked, and how.

#[cfg(target_arch = "x86_64")]
mod x86_64;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::{detect, identity};

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::detect;

#[cfg(target_arch = "arm")]
mod arm;
#[cfg(target_arch = "arm")]
pub(crate) use arm::detect;

#[cfg(target_arch = "wasm32")]
mod wasm32;
#[cfg(target_arch = "wasm32")]
pub(crate) use wasm32::{BUILT, detect};

/// What may be used, where that is decided when a program is built.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) const BUILT: Option<crate::feature::FeatureSet> = None;

/// Whether the CPU says which one it is.
pub(crate) const IDENTIFIES: bool = cfg!(target_arch = "x86_64");

/// What CPUID tells: vendor, brand, family, model, stepping.
pub(crate) type Cpuid = ([u8; 12], [u8; 48], u32, u32, u32);

/// The architecture that this program was compiled for, as Rust names it.
pub const NAME: &str = if cfg!(target_arch = "x86_64") {
    "x86_64"
} else if cfg!(target_arch = "aarch64") {
    "aarch64"
} else if cfg!(target_arch = "arm") {
    "arm"
} else if cfg!(target_arch = "wasm32") {
    "wasm32"
} else {
    "other"
};

#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    target_arch = "arm",
    target_arch = "wasm32"
)))]
pub(crate) fn detect() -> crate::feature::Found {
    use crate::feature::{FeatureSet, Found};
    Found { usable: FeatureSet::EMPTY, present: FeatureSet::EMPTY }
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn identity() -> Option<Cpuid> {
    None
}
