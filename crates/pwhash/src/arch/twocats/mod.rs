//! TwoCats on each instruction set.

/// The entry of an engine, its vectors by the number of lanes, and `KERNEL`, which names it.
macro_rules! engine {
    ($engine:ident, $token:ident, $($lanes:literal: $words:ty, $vectors:literal;)+) => {
        lanesmith_isa::entries! {
            engine $engine with $token;

            $crate::ops::TwoCatsKernel => fn mix(token, work: &mut $crate::kernel::twocats::Mix<'_>) -> u32 {
                match work.lanes {
                    $($lanes => $crate::kernel::twocats::mix::<$words, $vectors>(token, work),)+
                    _ => $crate::arch::twocats::scalar::few(work),
                }
            }
        }

        pub(crate) const KERNEL: $crate::ops::TwoCatsKernel = $crate::ops::TwoCatsKernel { mix };
    };
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) mod neon;
pub(crate) mod scalar;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod x86;
