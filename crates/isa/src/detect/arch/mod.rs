//! What each architecture is asked, and how.

#[cfg(target_arch = "x86_64")]
mod x86_64;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::{detect, identity};

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::{detect, identity};

// The other architectures test it.
#[cfg(any(test, target_arch = "aarch64"))]
mod midr;

#[cfg(target_arch = "arm")]
mod arm;
#[cfg(target_arch = "arm")]
pub(crate) use arm::detect;

#[cfg(target_arch = "wasm32")]
mod wasm32;
#[cfg(target_arch = "wasm32")]
pub(crate) use wasm32::{BUILT, detect};

/// The features where they are known when a program is built.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) const BUILT: Option<crate::feature::FeatureSet> = None;

/// Who tells which CPU this is.
#[allow(dead_code, reason = "each target has one of them")]
pub(crate) enum Teller {
    /// The CPU, or the system.
    Asked,
    /// The build: nobody could be asked in WebAssembly.
    WebAssembly,
    /// The build: 32-bit Arm, whose kinds are not told apart.
    Armv7,
    /// Nobody.
    Nobody,
}

/// Who tells it on this target.
pub(crate) const TELLER: Teller = if cfg!(target_arch = "wasm32") {
    Teller::WebAssembly
} else if cfg!(target_arch = "arm") {
    Teller::Armv7
} else if cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
    Teller::Asked
} else {
    Teller::Nobody
};

/// What CPUID or MIDR_EL1 tells: vendor, brand, family, model, stepping.
pub(crate) type Told = ([u8; 12], [u8; 48], u32, u32, u32);

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

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn identity() -> Option<Told> {
    None
}
