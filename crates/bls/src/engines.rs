//! The engine tables: which implementations there are of each operation. What they cost stands in `costs/`: rows of plain carries
//! are ahead on Intel and Zen 5, two interleaved chains of carries on Zen 4 (`docs/kernels/bls-field.md`); on Arm it depends on how
//! often a core can multiply (`docs/kernels/armv8.md`).
//!
//! ```
//! use lanesmith_bls::{EngineError, Handle, PAIRING, Pairing};
//! let scalar: Handle<_> = PAIRING.by_name("scalar")?;
//! let pairing = Pairing::with_engine(scalar);
//! # Ok::<(), EngineError>(())
//! ```

use lanesmith_isa::{AnyTable, table};

use crate::arch::*;
use crate::costs::CPUS;
use crate::field::Fp;
use crate::ops::*;
use crate::tower::Fp2;

/// One table an operation, one row an engine for all of them: engines differ in the field below, so that what is cheapest for a
/// verification is for everything else, and costs are those of a verification. An engine that computes for many at once says so
/// by its lanes; tables are planned by count.
macro_rules! engines {
    // What is done for many at once has an engine more.
    ($(#[$doc:meta])* $name:ident: many $kernel:ty) => {
        table! {
            $(#[$doc])*
            pub static $name: planned $kernel, CPUS;
            x86_64 {
                avx512ifma: Ifma, 8, "AVX-512 IFMA, eight at a time", avx512ifma::$name;
                bmi2: Bmi2, 1, "MULX, carries in two passes of ADC", bmi2::$name;
                adx: Adx, 1, "MULX, two chains of carries (ADCX, ADOX)", adx::$name;
            }
            aarch64 {
                armv8: Neon, 1, "general registers, 27 pairs of multiplications a product", armv8::$name;
                armv8_adk: Neon, 1, "general registers, 18 pairs of multiplications a product", armv8_adk::$name;
            }
            portable {
                scalar: Portable, 1, "general registers", scalar::$name;
            }
        }
    };
    ($(#[$doc:meta])* $name:ident: $kernel:ty) => {
        table! {
            $(#[$doc])*
            pub static $name: planned $kernel, CPUS;
            x86_64 {
                bmi2: Bmi2, 1, "MULX, carries in two passes of ADC", bmi2::$name;
                adx: Adx, 1, "MULX, two chains of carries (ADCX, ADOX)", adx::$name;
            }
            aarch64 {
                armv8: Neon, 1, "general registers, 27 pairs of multiplications a product", armv8::$name;
                armv8_adk: Neon, 1, "general registers, 18 pairs of multiplications a product", armv8_adk::$name;
            }
            portable {
                scalar: Portable, 1, "general registers", scalar::$name;
            }
        }
    };
}

engines! {
    /// The engines of the base field.
    FP: FpKernel
}
engines! {
    /// The engines of `Fp2`.
    FP2: Fp2Kernel
}
engines! {
    /// The engines of `Fp6`.
    FP6: Fp6Kernel
}
engines! {
    /// The engines of `Fp12`.
    FP12: Fp12Kernel
}
engines! {
    /// The engines of points of G1.
    G1_POINTS: many PointKernel<Fp>
}
engines! {
    /// The engines of points of G2.
    G2_POINTS: many PointKernel<Fp2>
}
engines! {
    /// The engines of pairings.
    PAIRING: many PairingKernel
}
engines! {
    /// The engines of hashing to the curves.
    HASH: many HashKernel
}
#[cfg(feature = "alloc")]
engines! {
    /// The engines of sums of many products.
    MSM: many MsmKernel
}

#[cfg(feature = "alloc")]
engines! {
    /// The engines of signatures.
    SIGNATURE: many SignatureKernel
}

/// The tables of the crate: every one with the feature `arithmetic`, else that of signatures. What is in no list, a linker
/// leaves out where nobody uses it.
pub static TABLES: &[&dyn AnyTable] = &[
    #[cfg(feature = "arithmetic")]
    &FP,
    #[cfg(feature = "arithmetic")]
    &FP2,
    #[cfg(feature = "arithmetic")]
    &FP6,
    #[cfg(feature = "arithmetic")]
    &FP12,
    #[cfg(feature = "arithmetic")]
    &G1_POINTS,
    #[cfg(feature = "arithmetic")]
    &G2_POINTS,
    #[cfg(feature = "arithmetic")]
    &PAIRING,
    #[cfg(feature = "arithmetic")]
    &HASH,
    #[cfg(all(feature = "arithmetic", feature = "alloc"))]
    &MSM,
    #[cfg(feature = "alloc")]
    &SIGNATURE,
];
