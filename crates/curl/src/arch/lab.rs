//! The configurations of PCurl's design space on each platform.

use lanesmith_isa::arch::scalar::Words;
#[cfg(target_arch = "x86_64")]
use lanesmith_isa::arch::x86_64::{avx2::X256, avx512::X256T, avx512::X512, sse2::X128};
use lanesmith_isa::lanes::{BitLanes, Line};
use lanesmith_isa::token::Portable;
#[cfg(target_arch = "x86_64")]
use lanesmith_isa::token::{Avx2, Avx512, Sse2};
use lanesmith_isa::{Engine, Token};

use crate::Rounds;
use crate::kernel::{self, Layout, Pair};
use crate::lab::pcurl::{
    AndnC4, AndnC5, AndnT2, Circuit, LabKernel, Memory, OrnC4, OrnT2, double_lut, double_ptr, short_ptr,
};

/// One configuration.
macro_rules! entry {
    ($name:expr, $v:ty, $token:ty, ($($features:literal)?), $c:ty, $memory:ident, |$state:ident, $layout:ident, $rounds:ident| $body:expr) => {
        Engine::new(
            $name,
            "configuration of PCurl's design space",
            <$token as Token>::FEATURES,
            <$v as BitLanes>::BITS,
            {
                $(#[target_feature(enable = $features)])?
                fn inner(token: $token, memory: &mut [Line], $layout: &mut Layout, $rounds: Rounds) {
                    let $state: &mut [Pair<$v>] = kernel::pairs_mut::<$v>(token, memory);
                    $body
                }
                fn transform(memory: &mut [Line], layout: &mut Layout, rounds: Rounds) {
                    lanesmith_isa::hit::mark("curl.lab", $name);
                    let token = <$token>::admitted();
                    #[allow(unused_unsafe, reason = "the portable platform needs no features")]
                    // SAFETY: the token proves the features.
                    unsafe {
                        inner(token, memory, layout, rounds)
                    }
                }
                LabKernel {
                    code: <$c as Circuit>::CODE,
                    memory: Memory::$memory,
                    lanes: <$v as BitLanes>::BITS,
                    transform,
                }
            },
        )
    };
}

/// All configurations of some platforms: every circuit with every unwinding on both kinds of memory.
macro_rules! configurations {
    ($({ $p:literal, $v:ty, $token:ty, $features:tt,
         circuits: [$($cvt:literal $circuit:literal $c:ty),*],
         fused: $small:literal [$($f:literal $pass:expr),*] })*) => {
        &[$(
            $(
                entry!(concat!($p, "_", $cvt, "_", $circuit, "_ptr_u2_ss"), $v, $token, $features, $c, Short,
                    |s, _layout, rounds| short_ptr::<$v, $c, 2>(s, rounds)),
                entry!(concat!($p, "_", $cvt, "_", $circuit, "_ptr_u4_ss"), $v, $token, $features, $c, Short,
                    |s, _layout, rounds| short_ptr::<$v, $c, 4>(s, rounds)),
                entry!(concat!($p, "_", $cvt, "_", $circuit, "_ptr_u8_ss"), $v, $token, $features, $c, Short,
                    |s, _layout, rounds| short_ptr::<$v, $c, 8>(s, rounds)),
                entry!(concat!($p, "_", $cvt, "_", $circuit, "_ptr_u2_sd"), $v, $token, $features, $c, Double,
                    |s, _layout, rounds| double_ptr::<$v, $c, 2>(s, rounds)),
                entry!(concat!($p, "_", $cvt, "_", $circuit, "_ptr_u4_sd"), $v, $token, $features, $c, Double,
                    |s, _layout, rounds| double_ptr::<$v, $c, 4>(s, rounds)),
                entry!(concat!($p, "_", $cvt, "_", $circuit, "_ptr_u8_sd"), $v, $token, $features, $c, Double,
                    |s, _layout, rounds| double_ptr::<$v, $c, 8>(s, rounds)),
                entry!(concat!($p, "_", $cvt, "_", $circuit, "_lut_u1_sd"), $v, $token, $features, $c, Double,
                    |s, _layout, rounds| double_lut::<$v, $c, 1>(s, rounds)),
            )*
            $(
                entry!(concat!($p, "_andn_", $small, "_ptr_", $f, "_ip"), $v, $token, $features, AndnC4, InPlace,
                    |s, layout, rounds| $pass(s.first_chunk_mut().expect("a state"), layout, rounds)),
            )*
        )*]
    };
}

pub(crate) const CONFIGURATIONS: &[Engine<LabKernel>] = CONFIGURATIONS_HERE;

#[cfg(target_arch = "x86_64")]
const CONFIGURATIONS_HERE: &[Engine<LabKernel>] = configurations! {
    { "avx512", X512, Avx512, ("avx512f,avx512bw,avx512dq,avx512vl"),
      circuits: ["andn" "c4" AndnC4, "andn" "t2" AndnT2, "orn" "c4" OrnC4, "orn" "t2" OrnT2, "andn" "c5" AndnC5],
      fused: "t2" ["f1" kernel::transform_by::<X512, 1>, "f2" kernel::transform_by::<X512, 2>,
                   "f3" kernel::transform_by::<X512, 3>, "f5" super::avx512::transform_512] }
    { "avx512vl", X256T, Avx512, ("avx512f,avx512bw,avx512dq,avx512vl"),
      circuits: ["andn" "c4" AndnC4, "andn" "t2" AndnT2, "orn" "c4" OrnC4, "orn" "t2" OrnT2, "andn" "c5" AndnC5],
      fused: "t2" ["f1" kernel::transform_by::<X256T, 1>, "f2" kernel::transform_by::<X256T, 2>,
                   "f3" kernel::transform_by::<X256T, 3>, "f5" super::avx512::transform_256] }
    { "avx2", X256, Avx2, ("avx2"),
      circuits: ["andn" "c4" AndnC4, "orn" "c4" OrnC4, "andn" "c5" AndnC5],
      fused: "c4" ["f1" kernel::transform_by::<X256, 1>, "f2" kernel::transform_by::<X256, 2>,
                   "f3" kernel::transform_by::<X256, 3>] }
    { "sse2", X128, Sse2, ("sse2"),
      circuits: ["andn" "c4" AndnC4, "orn" "c4" OrnC4, "andn" "c5" AndnC5],
      fused: "c4" ["f1" kernel::transform_by::<X128, 1>, "f2" kernel::transform_by::<X128, 2>,
                   "f3" kernel::transform_by::<X128, 3>] }
    { "64", Words<1>, Portable, (),
      circuits: ["andn" "c4" AndnC4, "orn" "c4" OrnC4, "andn" "c5" AndnC5],
      fused: "c4" ["f1" kernel::transform_by::<Words<1>, 1>, "f2" kernel::transform_by::<Words<1>, 2>,
                   "f3" kernel::transform_by::<Words<1>, 3>] }
};

#[cfg(target_arch = "aarch64")]
const CONFIGURATIONS_HERE: &[Engine<LabKernel>] = {
    use lanesmith_isa::arch::aarch64::neon::N128;
    use lanesmith_isa::token::Neon;
    configurations! {
        { "neon", N128, Neon, ("neon"),
          circuits: ["andn" "c4" AndnC4, "orn" "c4" OrnC4, "andn" "c5" AndnC5],
          fused: "c4" ["f1" kernel::transform_by::<N128, 1>, "f2" kernel::transform_by::<N128, 2>,
                       "f3" kernel::transform_by::<N128, 3>] }
        { "64", Words<1>, Portable, (),
          circuits: ["andn" "c4" AndnC4, "orn" "c4" OrnC4, "andn" "c5" AndnC5],
          fused: "c4" ["f1" kernel::transform_by::<Words<1>, 1>, "f2" kernel::transform_by::<Words<1>, 2>,
                       "f3" kernel::transform_by::<Words<1>, 3>] }
    }
};

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const CONFIGURATIONS_HERE: &[Engine<LabKernel>] = configurations! {
    { "64", Words<1>, Portable, (),
      circuits: ["andn" "c4" AndnC4, "orn" "c4" OrnC4, "andn" "c5" AndnC5],
      fused: "c4" ["f1" kernel::transform_by::<Words<1>, 1>, "f2" kernel::transform_by::<Words<1>, 2>,
                   "f3" kernel::transform_by::<Words<1>, 3>] }
};
