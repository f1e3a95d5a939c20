//! Backends of the field: the only folder with `unsafe` and with the names of instruction sets.

// First, because their macros are visible only below.
#[macro_use]
mod entries;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
#[macro_use]
mod mulx;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
#[macro_use]
mod aarch64;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod adx;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) mod armv8;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) mod armv8_adk;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod avx512ifma;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod bmi2;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")
))]
mod constants;
mod octets;
mod preferred;
pub(crate) mod scalar;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub use adx::Adx;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub use armv8::Armv8;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub use armv8_adk::Armv8Adk;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub use bmi2::Bmi2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub use octets::Ifma8;
pub use octets::Words8;
#[doc(hidden)]
pub use preferred::{Runnable, backend_of_choice};
pub use scalar::Scalar;
