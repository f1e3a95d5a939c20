//! The configurations of PCurl's design space on each platform.

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
use lanesmith_isa::arch::aarch64::neon::{N128, N128Sha3};
use lanesmith_isa::arch::scalar::Words;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use lanesmith_isa::arch::wasm32::simd128::W128;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
use lanesmith_isa::arch::x86_64::{avx2::X256, avx512::X256T, avx512::X512, sse2::X128};
use lanesmith_isa::lanes::{BitLanes, Line};
use lanesmith_isa::{Engine, Token};

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
use crate::kernel::lab::AndnB3;
use crate::kernel::lab::{AndnC4, AndnC5, Circuit, Memory, OrnC4, double_lut, double_ptr, short_ptr};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
use crate::kernel::lab::{AndnT2, OrnT2};
use crate::kernel::{Layout, Pair, STATE, pairs_mut, sliced};
use crate::ops::LabKernel;
use crate::rounds::Rounds;

/// One configuration.
macro_rules! configuration {
    ($name:expr, $v:ty, $token:ident, $c:ty, $memory:ident, |$state:ident, $layout:ident, $rounds:ident| $body:expr) => {
        Engine::new(
            $name,
            "configuration of PCurl's design space",
            <lanesmith_isa::token::$token as Token>::FEATURES,
            <$v as BitLanes>::BITS,
            {
                lanesmith_isa::entries! {
                    engine $name, with $token;
                    LabKernel => fn transform(token, memory: &mut [Line], $layout: &mut Layout, $rounds: Rounds) {
                        let $state: &mut [Pair<$v>] = pairs_mut::<$v>(token, memory);
                        $body
                    }
                }
                LabKernel { code: <$c as Circuit>::CODE, memory: Memory::$memory, transform }
            },
        )
    };
}

/// All configurations of some platforms: every circuit with every unwinding on both kinds of memory, and in place the
/// smallest circuit with one to four rounds fused, or more where there is a pass for it.
macro_rules! configurations {
    ($(#[$there:meta] $p:literal $v:ty, $token:ident {
        $($cvt:literal $circuit:literal $c:ty),*; in place $small:literal $(, $more:literal $pass:expr)?
    })*) => {
        &[$(
            $(
                #[$there]
                configuration!(concat!($p, "_", $cvt, "_", $circuit, "_ptr_u2_ss"), $v, $token, $c, Short,
                    |s, _layout, rounds| short_ptr::<$v, $c, 2>(s, rounds)),
                #[$there]
                configuration!(concat!($p, "_", $cvt, "_", $circuit, "_ptr_u4_ss"), $v, $token, $c, Short,
                    |s, _layout, rounds| short_ptr::<$v, $c, 4>(s, rounds)),
                #[$there]
                configuration!(concat!($p, "_", $cvt, "_", $circuit, "_ptr_u8_ss"), $v, $token, $c, Short,
                    |s, _layout, rounds| short_ptr::<$v, $c, 8>(s, rounds)),
                #[$there]
                configuration!(concat!($p, "_", $cvt, "_", $circuit, "_ptr_u2_sd"), $v, $token, $c, Double,
                    |s, _layout, rounds| double_ptr::<$v, $c, 2>(s, rounds)),
                #[$there]
                configuration!(concat!($p, "_", $cvt, "_", $circuit, "_ptr_u4_sd"), $v, $token, $c, Double,
                    |s, _layout, rounds| double_ptr::<$v, $c, 4>(s, rounds)),
                #[$there]
                configuration!(concat!($p, "_", $cvt, "_", $circuit, "_ptr_u8_sd"), $v, $token, $c, Double,
                    |s, _layout, rounds| double_ptr::<$v, $c, 8>(s, rounds)),
                #[$there]
                configuration!(concat!($p, "_", $cvt, "_", $circuit, "_lut_u1_sd"), $v, $token, $c, Double,
                    |s, _layout, rounds| double_lut::<$v, $c, 1>(s, rounds)),
                #[$there]
                configuration!(concat!($p, "_", $cvt, "_", $circuit, "_lut_u2_sd"), $v, $token, $c, Double,
                    |s, _layout, rounds| double_lut::<$v, $c, 2>(s, rounds)),
                #[$there]
                configuration!(concat!($p, "_", $cvt, "_", $circuit, "_lut_u4_sd"), $v, $token, $c, Double,
                    |s, _layout, rounds| double_lut::<$v, $c, 4>(s, rounds)),
                #[$there]
                configuration!(concat!($p, "_", $cvt, "_", $circuit, "_lut_u8_sd"), $v, $token, $c, Double,
                    |s, _layout, rounds| double_lut::<$v, $c, 8>(s, rounds)),
            )*
            #[$there]
            configuration!(concat!($p, "_andn_", $small, "_ptr_f1_ip"), $v, $token, AndnC4, InPlace,
                |s, layout, rounds| sliced::transform_by::<$v, 1>(state(s), layout, rounds)),
            #[$there]
            configuration!(concat!($p, "_andn_", $small, "_ptr_f2_ip"), $v, $token, AndnC4, InPlace,
                |s, layout, rounds| sliced::transform_by::<$v, 2>(state(s), layout, rounds)),
            #[$there]
            configuration!(concat!($p, "_andn_", $small, "_ptr_f3_ip"), $v, $token, AndnC4, InPlace,
                |s, layout, rounds| sliced::transform_by::<$v, 3>(state(s), layout, rounds)),
            #[$there]
            configuration!(concat!($p, "_andn_", $small, "_ptr_f4_ip"), $v, $token, AndnC4, InPlace,
                |s, layout, rounds| sliced::transform_by::<$v, 4>(state(s), layout, rounds)),
            $(
                #[$there]
                configuration!(concat!($p, "_andn_", $small, "_ptr_", $more, "_ip"), $v, $token, AndnC4, InPlace,
                    |s, layout, rounds| $pass(state(s), layout, rounds)),
            )?
        )*]
    };
}

#[inline(always)]
fn state<V>(memory: &mut [Pair<V>]) -> &mut [Pair<V>; STATE] {
    memory.first_chunk_mut().expect("a state")
}

pub(crate) const CONFIGURATIONS: &[Engine<LabKernel>] = configurations! {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
    "avx512" X512, Avx512 {
        "andn" "c4" AndnC4, "andn" "t2" AndnT2, "orn" "c4" OrnC4, "orn" "t2" OrnT2, "andn" "c5" AndnC5;
        in place "t2", "f5" super::avx512::transform_by_passes
    }
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
    "avx512vl" X256T, Avx512 {
        "andn" "c4" AndnC4, "andn" "t2" AndnT2, "orn" "c4" OrnC4, "orn" "t2" OrnT2, "andn" "c5" AndnC5;
        in place "t2", "f5" super::avx512vl::transform_by_passes
    }
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
    "avx2" X256, Avx2 { "andn" "c4" AndnC4, "orn" "c4" OrnC4, "andn" "c5" AndnC5; in place "c4" }
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
    "sse2" X128, Sse2 { "andn" "c4" AndnC4, "orn" "c4" OrnC4, "andn" "c5" AndnC5; in place "c4" }
    // The same platform on CPUs that have BCAX.
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    "neon" N128Sha3, ArmSha3 { "andn" "b3" AndnB3; in place "b3" }
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    "neon" N128, Neon { "andn" "c4" AndnC4, "orn" "c4" OrnC4, "andn" "c5" AndnC5; in place "c4" }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    "simd128" W128, Simd128 {
        "andn" "c4" AndnC4, "orn" "c4" OrnC4, "andn" "c5" AndnC5; in place "c4"
    }
    #[cfg(all())]
    "64" Words<1>, Portable { "andn" "c4" AndnC4, "orn" "c4" OrnC4, "andn" "c5" AndnC5; in place "c4" }
};
