//! yescrypt on each instruction set.

use lanesmith_isa::lanes::Line;

use crate::yescrypt::Kernel;

// SAFETY: a line is eight words, without padding, aligned to 64.
unsafe impl crate::mem::Plain for Line {}

/// The functions of an engine over a vector type, and `KERNEL`, which names them.
macro_rules! engine {
    ($name:literal, $lanes:ty, $token:ty $(, $features:literal)?) => {
        engine!(@functions $name, $lanes, $token, [$($features)?],
            boxes_in boxes (form: $crate::yescrypt::kernel::Form, x: &mut [lanesmith_isa::lanes::Line],
                boxes: &mut [lanesmith_isa::lanes::Line]),
            own_in own (form: $crate::yescrypt::kernel::Form, rom: &[lanesmith_isa::lanes::Line], steps: u64,
                parts: &mut [$crate::yescrypt::pwx::Own<'_>]),
            shared_in shared (form: $crate::yescrypt::kernel::Form, rom: &[lanesmith_isa::lanes::Line], steps: u64,
                parts: &mut [$crate::yescrypt::pwx::Shared<'_>]),
            classic_in classic (rom: &[lanesmith_isa::lanes::Line], steps: u64,
                x: &mut [lanesmith_isa::lanes::Line], y: &mut [lanesmith_isa::lanes::Line],
                v: &mut [lanesmith_isa::lanes::Line]),
        );

        pub(crate) const KERNEL: $crate::yescrypt::kernel::Kernel =
            $crate::yescrypt::kernel::Kernel { boxes, own, shared, classic };
    };
    (@functions $name:literal, $lanes:ty, $token:ty, $features:tt,
     $($inner:ident $outer:ident ($($argument:ident: $type:ty),*),)*) => {$(
        engine!(@enabled $features
            fn $inner(token: $token, $($argument: $type),*) {
                $crate::yescrypt::kernel::$outer::<$lanes>(token, $($argument),*);
            }
        );

        fn $outer($($argument: $type),*) {
            lanesmith_isa::hit::mark("pwhash.yescrypt", $name);
            let token = <$token as lanesmith_isa::Token>::admitted();
            // SAFETY: the token proves the features.
            #[allow(unused_unsafe, reason = "portable code needs no proof")]
            unsafe {
                $inner(token, $($argument),*)
            }
        }
    )*};
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
pub(crate) mod sse2;

pub(crate) fn best() -> &'static Kernel {
    #[cfg(target_arch = "x86_64")]
    return &sse2::KERNEL;
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
    all.insert(0, ("sse2", sse2::KERNEL));
    all
}
