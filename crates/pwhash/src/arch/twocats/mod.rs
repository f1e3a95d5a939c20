//! TwoCats on each instruction set.

use crate::twocats::Kernel;

/// The function of an engine, its vectors by the number of lanes, and `KERNEL`, which names it.
macro_rules! engine {
    ($name:literal, $token:ty, [$($features:literal)?], $($lanes:literal: $words:ty, $vectors:literal;)+) => {
        engine!(@enabled [$($features)?]
            fn mix_in(token: $token, work: &mut $crate::twocats::mix::Mix<'_>) -> u32 {
                match work.lanes {
                    $($lanes => $crate::twocats::mix::mix::<$words, $vectors>(token, work),)+
                    _ => $crate::arch::twocats::scalar::few(work),
                }
            }
        );

        fn mix(work: &mut $crate::twocats::mix::Mix<'_>) -> u32 {
            lanesmith_isa::hit::mark("pwhash.twocats", $name);
            let token = <$token as lanesmith_isa::Token>::admitted();
            // SAFETY: the token proves the features.
            #[allow(unused_unsafe, reason = "portable code needs no proof")]
            unsafe {
                mix_in(token, work)
            }
        }

        pub(crate) const KERNEL: $crate::twocats::Kernel = $crate::twocats::Kernel { mix };
    };
    (@enabled [] $function:item) => {
        $function
    };
    (@enabled [$features:literal] $function:item) => {
        #[target_feature(enable = $features)]
        $function
    };
}

#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod scalar;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86;

pub(crate) fn best() -> &'static Kernel {
    #[cfg(target_arch = "x86_64")]
    {
        use lanesmith_isa::Token;
        if lanesmith_isa::token::Avx2::detect().is_some() {
            return &x86::avx2::KERNEL;
        }
        return &x86::sse2::KERNEL;
    }
    #[cfg(target_arch = "aarch64")]
    return &neon::KERNEL;
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    &scalar::KERNEL
}

/// Every engine that can run here, by name.
pub(crate) fn engines() -> alloc::vec::Vec<(&'static str, Kernel)> {
    let mut all = alloc::vec![("scalar", scalar::KERNEL)];
    #[cfg(target_arch = "aarch64")]
    all.insert(0, ("neon", neon::KERNEL));
    #[cfg(target_arch = "x86_64")]
    {
        use lanesmith_isa::Token;
        use lanesmith_isa::token::{Avx2, Avx512, Sse2, Ssse3};
        all.extend(
            [
                (Sse2::detect().is_some(), "sse2", x86::sse2::KERNEL),
                (Ssse3::detect().is_some(), "ssse3", x86::ssse3::KERNEL),
                (Avx2::detect().is_some(), "avx2", x86::avx2::KERNEL),
                (Avx512::detect().is_some(), "avx512", x86::avx512::KERNEL),
            ]
            .into_iter()
            .filter(|x| x.0)
            .map(|x| (x.1, x.2)),
        );
    }
    all
}
