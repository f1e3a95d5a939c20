//! The outermost wrapper of every engine: the one place where `#[target_feature]` meets the generic kernel.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512_pass;
#[cfg(feature = "lab")]
pub(crate) mod lab;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;

use lanesmith_isa::Engine;
use lanesmith_isa::engine::Foreign;

use crate::engines::{Kernel, PowKernel};

/// Every engine of this architecture, most preferred first.
pub(crate) const ENGINES: &[Engine<Kernel>] = &[
    #[cfg(target_arch = "x86_64")]
    avx512::ENGINE,
    #[cfg(target_arch = "x86_64")]
    avx512::ENGINE_VL,
    #[cfg(target_arch = "x86_64")]
    avx2::ENGINE,
    #[cfg(target_arch = "x86_64")]
    sse2::ENGINE,
    #[cfg(target_arch = "aarch64")]
    neon::ENGINE,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    simd128::ENGINE,
    scalar::ENGINE,
];

/// Every engine of the nonce search, most preferred first.
pub(crate) const POW_ENGINES: &[Engine<PowKernel>] = &[
    #[cfg(target_arch = "x86_64")]
    avx512::POW,
    #[cfg(target_arch = "x86_64")]
    avx512::POW_VL,
    #[cfg(target_arch = "x86_64")]
    avx2::POW,
    #[cfg(target_arch = "x86_64")]
    sse2::POW,
    #[cfg(target_arch = "aarch64")]
    neon::POW,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    simd128::POW,
    scalar::POW,
];

/// Engines of other architectures.
pub(crate) const FOREIGN: Foreign = &[
    #[cfg(not(target_arch = "x86_64"))]
    ("avx512", "x86_64"),
    #[cfg(not(target_arch = "x86_64"))]
    ("avx512vl", "x86_64"),
    #[cfg(not(target_arch = "x86_64"))]
    ("avx2", "x86_64"),
    #[cfg(not(target_arch = "x86_64"))]
    ("sse2", "x86_64"),
    #[cfg(not(target_arch = "aarch64"))]
    ("neon", "aarch64"),
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    ("simd128", "wasm32 built with simd128"),
];

/// Defines the functions of an engine from lane types and a transform, and its [`Kernel`].
macro_rules! kernel {
    (
        name: $name:literal, token: $token:ty, $(features: $features:literal,)? bits: $bits:ty, bytes: $bytes:ty,
        batch: $batch:literal, one: $one:literal, transform: $transform:expr $(,)?
    ) => {
        lanesmith_isa::Engine::new(
            $name,
            SUMMARY,
            <$token as lanesmith_isa::Token>::FEATURES,
            <$bits as lanesmith_isa::lanes::BitLanes>::BITS,
            {
                use lanesmith_isa::Token;
                use lanesmith_isa::lanes::{BitLanes, Line};

                use $crate::Rounds;
                use $crate::kernel::{self, Layout, Pair, RATE, STATE};
                use $crate::pack::{self, TRYTES};
                use $crate::single::One;

                $(#[target_feature(enable = $features)])?
                fn absorb_inner(token: $token, state: &mut [Line], layout: Layout, block: &[Line]) {
                    let state = kernel::pairs_mut::<$bits>(token, state).first_chunk_mut();
                    let block = kernel::pairs::<$bits>(token, block).first_chunk();
                    kernel::absorb(state.expect("a state"), layout, block.expect("a block"));
                }
                fn absorb(state: &mut [Line], layout: Layout, block: &[Line]) {
                    let token = <$token>::admitted();
                    #[allow(unused_unsafe, reason = "the portable engine needs no features")]
                    // SAFETY: the token proves the features.
                    unsafe { absorb_inner(token, state, layout, block) }
                }
                $(#[target_feature(enable = $features)])?
                fn transform_inner(token: $token, state: &mut [Line], layout: &mut Layout, rounds: Rounds) {
                    let state = kernel::pairs_mut::<$bits>(token, state).first_chunk_mut();
                    let state: &mut [Pair<$bits>; STATE] = state.expect("a state");
                    $transform(state, layout, rounds);
                }
                fn transform(state: &mut [Line], layout: &mut Layout, rounds: Rounds) {
                    lanesmith_isa::hit::mark("curl.hash", $name);
                    let token = <$token>::admitted();
                    #[allow(unused_unsafe, reason = "the portable engine needs no features")]
                    // SAFETY: the token proves the features.
                    unsafe { transform_inner(token, state, layout, rounds) }
                }
                $(#[target_feature(enable = $features)])?
                fn pack_trytes_inner(token: $token, rows: &[&[u8; TRYTES]], planes: &mut [Line]) {
                    pack::pack_trytes::<$bytes>(token, rows, planes);
                }
                fn pack_trytes(rows: &[&[u8; TRYTES]], planes: &mut [Line]) {
                    let token = <$token>::admitted();
                    #[allow(unused_unsafe, reason = "the portable engine needs no features")]
                    // SAFETY: the token proves the features.
                    unsafe { pack_trytes_inner(token, rows, planes) }
                }
                $(#[target_feature(enable = $features)])?
                fn pack_trits_inner(token: $token, rows: &[&[u8; RATE]], planes: &mut [Line]) {
                    pack::pack_trits::<$bytes>(token, rows, planes);
                }
                fn pack_trits(rows: &[&[u8; RATE]], planes: &mut [Line]) {
                    let token = <$token>::admitted();
                    #[allow(unused_unsafe, reason = "the portable engine needs no features")]
                    // SAFETY: the token proves the features.
                    unsafe { pack_trits_inner(token, rows, planes) }
                }
                $(#[target_feature(enable = $features)])?
                fn one_inner(state: &mut One, rounds: Rounds) {
                    state.transform(rounds);
                }
                fn one(state: &mut One, rounds: Rounds) {
                    lanesmith_isa::hit::mark("curl.hash", $name);
                    let _token = <$token>::admitted();
                    #[allow(unused_unsafe, reason = "the portable engine needs no features")]
                    // SAFETY: the token proves the features.
                    unsafe { one_inner(state, rounds) }
                }
                $crate::engines::Kernel {
                    lanes: <$bits>::BITS,
                    cost: $crate::engines::Cost { batch: $batch, one: $one },
                    absorb,
                    transform,
                    pack_trytes,
                    pack_trits,
                    one,
                }
            },
        )
    };
}
use kernel;

/// Defines the functions of an engine of the nonce search from a lane type and its passes, and its [`PowKernel`].
macro_rules! pow_kernel {
    (
        name: $name:literal, summary: $summary:expr, token: $token:ty, $(features: $features:literal,)? bits: $bits:ty,
        saved: |$rounds:ident| $saved:expr, one: $one:expr, many: $many:expr $(,)?
    ) => {
        lanesmith_isa::Engine::new(
            $name,
            $summary,
            <$token as lanesmith_isa::Token>::FEATURES,
            <$bits as lanesmith_isa::lanes::BitLanes>::BITS,
            {
                use lanesmith_isa::Token;
                use lanesmith_isa::lanes::BitLanes;

                use $crate::Rounds;
                #[allow(unused_imports, reason = "for closures of the engine")]
                use $crate::kernel::{self, Layout, Pair, STATE};
                use $crate::pow::Plan;
                use $crate::pow::kernel::{Memory, sweep};

                $(#[target_feature(enable = $features)])?
                fn inner(
                    token: $token,
                    memory: &mut Memory,
                    plan: &Plan,
                    batch: &mut dyn FnMut(usize, &[u64]) -> bool,
                ) {
                    sweep::<$bits>(token, memory, plan, batch, $one, $many);
                }
                fn outer(memory: &mut Memory, plan: &Plan, batch: &mut dyn FnMut(usize, &[u64]) -> bool) {
                    lanesmith_isa::hit::mark("curl.pow", $name);
                    let token = <$token>::admitted();
                    #[allow(unused_unsafe, reason = "the portable engine needs no features")]
                    // SAFETY: the token proves the features.
                    unsafe { inner(token, memory, plan, batch) }
                }
                $crate::engines::PowKernel {
                    lanes: <$bits>::BITS,
                    saved: |$rounds: Rounds| $saved,
                    sweep: outer,
                }
            },
        )
    };
}
use pow_kernel;
