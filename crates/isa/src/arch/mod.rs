//! The only place of this crate that names an instruction set: detection, and the vendor vectors behind the
//! [lane traits](crate::lanes).

pub mod scalar;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub(crate) mod transpose;

#[cfg(target_arch = "x86_64")]
pub mod x86_64;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::detect::{detect, identity};

#[cfg(target_arch = "aarch64")]
pub mod aarch64;
#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::detect::detect;

#[cfg(target_arch = "wasm32")]
pub mod wasm32;
#[cfg(target_arch = "wasm32")]
pub(crate) use wasm32::detect;

/// The architecture that this program was compiled for, as Rust names it.
pub const NAME: &str = if cfg!(target_arch = "x86_64") {
    "x86_64"
} else if cfg!(target_arch = "aarch64") {
    "aarch64"
} else if cfg!(target_arch = "wasm32") {
    "wasm32"
} else {
    "other"
};

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32")))]
pub(crate) fn detect() -> crate::detect::Found {
    use crate::feature::FeatureSet;
    crate::detect::Found { usable: FeatureSet::EMPTY, present: FeatureSet::EMPTY }
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn identity() -> crate::cpu::Identity {
    crate::cpu::Identity::UNKNOWN
}
