//! One file per instruction set.

pub(crate) mod scalar;

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod ssse3;

#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;

pub(crate) mod twocats;
pub(crate) mod yescrypt;
