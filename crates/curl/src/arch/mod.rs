//! One file per instruction set: the entries of its engines.

#[cfg(all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")))]
pub(crate) mod arm_neon;
#[cfg(all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")))]
mod arm_neon_pass;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod avx512;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
mod avx512_pass;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod avx512vl;
pub(crate) mod clock;
#[cfg(feature = "lab")]
pub(crate) mod lab;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) mod neon;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) mod neon_sha3;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(crate) mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod simd128;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod sse2;

/// The functions of an engine of `curl.hash` over lane types, given its transform. The token of the lane types is the engine's, or
/// that of portable code.
macro_rules! hash {
    ($engine:ident, $token:ident, $bits:ty, $bytes:ty, $transform:expr) => {{
        use lanesmith_isa::lanes::Line;

        use $crate::kernel::pack::{self, TRYTES};
        use $crate::kernel::single::One;
        use $crate::kernel::{Layout, Pair, RATE, STATE, pairs, pairs_mut, sliced};
        use $crate::ops::CurlKernel;
        use $crate::rounds::Rounds;

        lanesmith_isa::entries! {
            engine $engine with $token;

            CurlKernel => fn absorb(token, state: &mut [Line], layout: Layout, block: &[Line]) {
                let state = pairs_mut::<$bits>(token.into(), state).first_chunk_mut();
                let block = pairs::<$bits>(token.into(), block).first_chunk();
                sliced::absorb(state.expect("a state"), layout, block.expect("a block"));
            }
            CurlKernel => fn transform(token, state: &mut [Line], layout: &mut Layout, rounds: Rounds) {
                let state: Option<&mut [Pair<$bits>; STATE]> = pairs_mut::<$bits>(token.into(), state).first_chunk_mut();
                $transform(state.expect("a state"), layout, rounds);
            }
            CurlKernel => fn pack_trytes(token, rows: &[&[u8; TRYTES]], planes: &mut [Line]) {
                pack::pack_trytes::<$bytes, _>(token.into(), rows, planes);
            }
            CurlKernel => fn pack_trits(token, rows: &[&[u8; RATE]], planes: &mut [Line]) {
                pack::pack_trits::<$bytes, _>(token.into(), rows, planes);
            }
            CurlKernel => fn one(_token, state: &mut One, rounds: Rounds) {
                state.transform(rounds);
            }
        }
        CurlKernel { absorb, transform, pack_trytes, pack_trits, one }
    }};
}
use hash;

/// The functions of an engine of the nonce search over a lane type: the first and last rounds that it saves, a round in
/// place, and so many rounds from one state into another.
macro_rules! pow {
    ($engine:ident, $token:ident, $bits:ty, $saved:expr, $one:expr, $many:expr) => {{
        use $crate::kernel::pow::{Memory, Plan, sweep};
        use $crate::ops::PowKernel;

        lanesmith_isa::entries! {
            engine $engine with $token;

            PowKernel => fn all(token, memory: &mut Memory, plan: &Plan, batch: &mut dyn FnMut(usize, &[u64]) -> bool) {
                sweep::<$bits>(token.into(), memory, plan, batch, $one, $many);
            }
        }
        PowKernel { saved: $saved, sweep: all }
    }};
}
use pow;
