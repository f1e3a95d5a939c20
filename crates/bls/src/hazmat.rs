//! The raw kernels that engines consist of, the backends, and the arithmetic below the public functions: for races, tables of
//! figures and tests.
//!
//! **Take care.** Nothing here checks what it is given. A point may be off the curve or outside its group, an element of the field
//! has bounds that only [`backend`] names, and what has `_vartime` in its name tells a secret by its time. [`signature`] and the
//! types at the root check all of it.
//!
//! ```text
//!   signature   keys   drand   eip2537        G1  G2  Pairing  HashToCurve  Msm
//!                  |                              |
//!            SignatureKernel  -- composed of -->  PointKernel  HashKernel  MsmKernel  PairingKernel
//!                                                 |               of an engine: one of the tables
//!            Fp12Kernel  Fp6Kernel  Fp2Kernel  FpKernel
//!                                                 |
//!            curve, pairing, hash_to_curve, tower, field:  one text, generic over a Backend
//!                                                 |
//!            Scalar   Bmi2   Adx                  backends: the arithmetic of a field
//! ```
//!
//! ```
//! use lanesmith_bls::FP;
//! use lanesmith_bls::hazmat::{Field, Fp, Scalar};
//!
//! let scalar = FP.by_name("scalar")?;
//! let two = (scalar.kernel().add)(&Fp::ONE, &Fp::ONE);
//! assert!((scalar.kernel().sqr)(&two).equals::<Scalar>(&two.dbl::<Scalar>()));
//! # Ok::<(), lanesmith_bls::EngineError>(())
//! ```
//!
//! [`signature`]: crate::signature

pub use crate::arch::*;
pub use crate::field::{Backend, Field, Fp, FpDbl, Fr, backend, fp};
pub use crate::kernel::many;
pub use crate::ops::*;
pub use crate::tower::{Fp2, Fp2Dbl, Fp6, Fp6Dbl, Fp12};

/// The backends that a machine may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Runnable {
    /// [`Scalar`].
    Scalar,
    /// [`Bmi2`].
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
    Bmi2,
    /// [`Adx`].
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
    Adx,
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
        _ => {
            let found = match crate::FP.auto().name() {
                #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
                "bmi2" => Runnable::Bmi2,
                #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
                "adx" => Runnable::Adx,
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
        match $crate::hazmat::backend_of_choice() {
            $crate::hazmat::Runnable::Scalar => $name::<$crate::hazmat::Scalar>($($arg),*),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
            $crate::hazmat::Runnable::Bmi2 => $name::<$crate::hazmat::Bmi2>($($arg),*),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
            $crate::hazmat::Runnable::Adx => $name::<$crate::hazmat::Adx>($($arg),*),
        }
    };
}
