//! One file per instruction set: the functions of its engines, which carry `#[target_feature]` and nothing else.

#[allow(unused_macros, unused_imports, reason = "not every architecture has vectors")]
mod lanes;
#[cfg_attr(
    all(target_arch = "wasm32", target_feature = "simd128"),
    allow(dead_code, reason = "modules with SIMD have a scalar engine of PBKDF2 alone")
)]
pub(crate) mod scalar;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod avx512;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod avx512vl;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod shani;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
mod shani_asm;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
mod shani_node;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
mod shani_state;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod ssse3;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) mod neon;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) mod sha2;

#[cfg(all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")))]
pub(crate) mod arm_neon;
#[cfg(all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")))]
mod arm_neon_asm;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod simd128;
