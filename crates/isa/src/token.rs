//! Zero-sized proofs that an instruction set may be used.
//!
//! A token can be had only by detection, and the safe entry of an engine asks for one: code that holds an [`Avx2`]
//! has run the check. Several tokens exist beside each other because the extensions are independent: SHA-NI came
//! to CPUs without AVX, ADX to CPUs without SHA-NI.

use crate::detect;
use crate::feature::FeatureSet;

/// A proof that [`Self::FEATURES`] may be used in this process.
pub trait Token: Copy + Send + Sync + 'static {
    /// What the token stands for.
    const FEATURES: FeatureSet;

    /// The token, where this CPU and operating system give all its features.
    fn detect() -> Option<Self>;

    /// The token, if it has been found out already that this process may use its features: one load, no call. `None` says
    /// nothing.
    fn known() -> Option<Self>;

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
    #[inline(always)]
    fn known() -> Option<Self> {
        Some(Portable)
    }
}

/// Declares the tokens, and from the same lines the hidden macro by which [`entries!`](crate::entries) puts
/// `#[target_feature]` on a function: the features that a token proves and those that are enabled cannot differ.
macro_rules! tokens {
    ($d:tt $($(#[$doc:meta])* $arch:literal $name:ident = $features:literal;)*) => {
        $(
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
                const FEATURES: FeatureSet = FeatureSet::enabled_by($arch, $features);
                #[inline(always)]
                fn detect() -> Option<Self> {
                    detect::features().covers(Self::FEATURES).then_some($name(()))
                }
                #[inline(always)]
                fn known() -> Option<Self> {
                    detect::known().covers(Self::FEATURES).then_some($name(()))
                }
            }

            impl From<$name> for Portable {
                #[inline(always)]
                fn from(_: $name) -> Self {
                    Portable
                }
            }
        )*

        /// Compiles a function for the features of a token: `enabled! { Avx2 fn f(token: Avx2) { .. } }` is that function
        /// with `#[target_feature]`. For what the [`entries!`](crate::entries) of an engine call and must not inline.
        #[macro_export]
        macro_rules! enabled {
            (Portable $d($d item:tt)*) => { $d($d item)* };
            $(
                ($name $d($d item:tt)*) => {
                    // On 32-bit Arm that attribute is not stable: what runs there is assembly, and what surrounds it needs no feature.
                    #[cfg_attr(not(target_arch = "arm"), target_feature(enable = $features))]
                    $d($d item)*
                };
            )*
            ($d other:ident $d($d item:tt)*) => {
                compile_error!(concat!("lanesmith_isa::token has no `", stringify!($d other), "`"));
            };
        }
    };
}

tokens! {
    $
    /// SSE2, the floor of x86-64.
    "x86_64" Sse2 = "sse2";
    /// SSSE3 and below.
    "x86_64" Ssse3 = "sse2,ssse3";
    /// AVX2 and below.
    "x86_64" Avx2 = "avx2";
    /// AVX2 with the BMI extensions of general registers.
    "x86_64" Avx2Bmi2 = "avx2,bmi1,bmi2";
    /// The AVX-512 of every server core since Skylake-SP: F, BW, DQ, VL.
    "x86_64" Avx512 = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2";
    /// AVX-512 with 52-bit multiply-add, and the MULX and carry chains that every CPU with it has for single numbers.
    "x86_64" Ifma = "avx512ifma,avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,adx";
    /// SHA-NI with the shuffles and blends that every use of it needs.
    "x86_64" Shani = "sha,sse2,ssse3,sse4.1";
    /// MULX.
    "x86_64" Bmi2 = "bmi1,bmi2";
    /// MULX with two carry chains.
    "x86_64" Adx = "bmi1,bmi2,adx";
    /// SIMD of Armv8, and of Armv7 where the system gives it.
    "aarch64" Neon = "neon";
    /// Armv8 SHA-256 rounds.
    "aarch64" ArmSha2 = "neon,sha2";
    /// Armv8.2 SHA-3 extension (EOR3, BCAX).
    "aarch64" ArmSha3 = "neon,sha3";
    /// WebAssembly SIMD.
    "wasm32" Simd128 = "simd128";
}

impl From<ArmSha3> for Neon {
    #[inline(always)]
    fn from(_: ArmSha3) -> Self {
        Neon(())
    }
}
