//! The vendor vectors behind the [lane traits](crate::lanes), and the entries of engines.

pub(crate) mod entry;
pub mod scalar;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub(crate) mod transpose;

#[cfg(target_arch = "aarch64")]
pub mod aarch64;
#[cfg(target_arch = "wasm32")]
pub mod wasm32;
#[cfg(target_arch = "x86_64")]
pub mod x86_64;

pub use crate::detect::ARCHITECTURE as NAME;
