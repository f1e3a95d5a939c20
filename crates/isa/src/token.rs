//! Zero-sized proofs that an instruction set may be used.
//!
//! A token can be had only by detection, and the safe entry of an engine asks for one: code that holds an [`Avx2`]
//! has run the check. Several tokens exist beside each other because the extensions are independent: SHA-NI came
//! to CPUs without AVX, ADX to CPUs without SHA-NI.

use crate::detect;
use crate::feature::{Feature, FeatureSet};

/// A proof that [`Self::FEATURES`] may be used in this process.
pub trait Token: Copy + Send + Sync + 'static {
    /// What the token stands for.
    const FEATURES: FeatureSet;

    /// The token, where this CPU and operating system give all its features.
    fn detect() -> Option<Self>;

    /// The token inside an engine that a table has already admitted.
    ///
    /// # Panics
    /// If the features are missing, which [`Handle`](crate::Handle) rules out: it is never given out then.
    #[inline(always)]
    fn admitted() -> Self {
        match Self::detect() {
            Some(token) => token,
            None => missing(Self::FEATURES),
        }
    }
}

#[cold]
fn missing(need: FeatureSet) -> ! {
    panic!("engine entered without its CPU features: {}", detect::features().missing_from(need))
}

/// The token of portable code: always there.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Token for Portable {
    const FEATURES: FeatureSet = FeatureSet::EMPTY;
    #[inline(always)]
    fn detect() -> Option<Self> {
        Some(Portable)
    }
}

macro_rules! tokens {
    ($($(#[$doc:meta])* $name:ident: $($feature:ident)+;)*) => {$(
        $(#[$doc])*
        ///
        /// ```
        #[doc = concat!("use lanesmith_isa::token::{Token, ", stringify!($name), "};")]
        #[doc = concat!("match ", stringify!($name), "::detect() {")]
        ///     Some(token) => println!("usable: {token:?}"),
        #[doc = concat!("    None => println!(\"needs {}\", ", stringify!($name), "::FEATURES),")]
        /// }
        /// ```
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());

        impl Token for $name {
            const FEATURES: FeatureSet = FeatureSet::of(&[$(Feature::$feature),+]);
            #[inline(always)]
            fn detect() -> Option<Self> {
                detect::features().covers(Self::FEATURES).then_some($name(()))
            }
        }
    )*};
}

tokens! {
    /// SSE2, the floor of x86-64.
    Sse2: Sse2;
    /// SSSE3 and below.
    Ssse3: Sse2 Ssse3;
    /// MULX and the other flag-free instructions of general registers.
    Bmi2: Bmi1 Bmi2;
    /// AVX2 and below.
    Avx2: Sse2 Ssse3 Sse41 Avx Avx2;
    /// AVX2 with the BMI extensions of general registers.
    Avx2Bmi2: Sse2 Ssse3 Sse41 Avx Avx2 Bmi1 Bmi2;
    /// The AVX-512 of every server core since Skylake-SP: F, BW, DQ, VL.
    Avx512: Sse2 Ssse3 Sse41 Avx Avx2 Bmi1 Bmi2 Avx512F Avx512Bw Avx512Dq Avx512Vl;
    /// AVX-512 with byte permutes and funnel shifts (Ice Lake, Zen 4 and later).
    Avx512Vbmi2: Sse2 Ssse3 Sse41 Avx Avx2 Bmi1 Bmi2 Avx512F Avx512Bw Avx512Dq Avx512Vl Avx512Vbmi Avx512Vbmi2;
    /// AVX-512 with 52-bit multiply-add.
    Ifma: Sse2 Ssse3 Sse41 Avx Avx2 Bmi1 Bmi2 Avx512F Avx512Bw Avx512Dq Avx512Vl Avx512Ifma;
    /// SHA-NI with the shuffles and blends that every use of it needs.
    Shani: Sse2 Ssse3 Sse41 Sha;
    /// MULX with two carry chains.
    Adx: Bmi1 Bmi2 Adx;
    /// Armv8 SIMD.
    Neon: Neon;
    /// Armv8 SHA-256 rounds.
    ArmSha2: Neon ArmSha2;
    /// Armv8.2 SHA-3 extension (EOR3, BCAX).
    ArmSha3: Neon ArmSha3;
    /// WebAssembly SIMD.
    Simd128: Simd128;
}
