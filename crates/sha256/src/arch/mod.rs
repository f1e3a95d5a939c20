//! One file per instruction set: the functions of its engines, which carry `#[target_feature]` and nothing else.

#[allow(unused_macros, unused_imports, reason = "not every architecture has vectors")]
mod lanes;
pub(crate) mod scalar;

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512vl;
#[cfg(target_arch = "x86_64")]
pub(crate) mod shani;
#[cfg(target_arch = "x86_64")]
mod shani_asm;
#[cfg(target_arch = "x86_64")]
mod shani_node;
#[cfg(target_arch = "x86_64")]
pub(crate) mod ssse3;

#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
#[cfg(target_arch = "aarch64")]
pub(crate) mod sha2;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod simd128;
