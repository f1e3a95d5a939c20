//! The vendor vectors behind the [lane traits](crate::lanes), and the entries of engines.

pub(crate) mod entry;
pub mod scalar;
mod scalar64;
#[cfg(test)]
mod tests;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub(crate) mod transpose;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub mod aarch64;
#[cfg(target_arch = "wasm32")]
pub mod wasm32;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub mod x86_64;

pub use crate::detect::ARCHITECTURE as NAME;
