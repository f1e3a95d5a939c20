//! The one backend that the machine runs best, for interfaces whose functions are too small for a table each.

/// The backends that a machine may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Runnable {
    /// [`Scalar`](super::Scalar).
    Scalar,
    /// [`Bmi2`](super::Bmi2).
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
    Bmi2,
    /// [`Adx`](super::Adx).
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
    Adx,
    /// [`Armv8`](super::Armv8).
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    Armv8,
    /// [`Armv8Adk`](super::Armv8Adk).
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    Armv8Adk,
}

/// The backend of the engine that the table of the field prefers here.
#[doc(hidden)]
#[must_use]
#[inline]
pub fn backend_of_choice() -> Runnable {
    use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
    /// What was found, and one more; 0 before.
    static FOUND: AtomicU8 = AtomicU8::new(0);
    match FOUND.load(Relaxed) {
        1 => Runnable::Scalar,
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
        2 => Runnable::Bmi2,
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
        3 => Runnable::Adx,
        #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
        2 => Runnable::Armv8,
        #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
        3 => Runnable::Armv8Adk,
        _ => {
            let found = match crate::FP.auto().name() {
                #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
                "bmi2" => Runnable::Bmi2,
                #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
                "adx" => Runnable::Adx,
                #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
                "armv8" => Runnable::Armv8,
                #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
                "armv8_adk" => Runnable::Armv8Adk,
                _ => Runnable::Scalar,
            };
            FOUND.store(found as u8 + 1, Relaxed);
            found
        }
    }
}

/// Calls a function that is generic over a backend with the one that this machine runs best: `on_backend!(function(arguments))`.
#[doc(hidden)]
#[macro_export]
macro_rules! on_backend {
    ($name:ident($($arg:expr),* $(,)?)) => {
        match $crate::backends::backend_of_choice() {
            $crate::backends::Runnable::Scalar => $name::<$crate::backends::Scalar>($($arg),*),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
            $crate::backends::Runnable::Bmi2 => $name::<$crate::backends::Bmi2>($($arg),*),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
            $crate::backends::Runnable::Adx => $name::<$crate::backends::Adx>($($arg),*),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            $crate::backends::Runnable::Armv8 => $name::<$crate::backends::Armv8>($($arg),*),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            $crate::backends::Runnable::Armv8Adk => $name::<$crate::backends::Armv8Adk>($($arg),*),
        }
    };
}
