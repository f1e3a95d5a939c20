//! yescrypt on each instruction set.

use lanesmith_isa::lanes::Line;

// SAFETY: a line is eight words, without padding, aligned to 64.
unsafe impl crate::mem::Plain for Line {}

/// The entries of an engine over a vector type, and `KERNEL`, which names them.
macro_rules! engine {
    ($engine:ident, $token:ident, $lane:ty) => {
        lanesmith_isa::entries! {
            engine $engine with $token;

            $crate::ops::YescryptKernel => fn boxes(
                token, form: $crate::kernel::yescrypt::Form, x: &mut [lanesmith_isa::lanes::Line],
                boxes: &mut [lanesmith_isa::lanes::Line],
            ) {
                $crate::kernel::yescrypt::boxes::<$lane>(token, form, x, boxes);
            }
            $crate::ops::YescryptKernel => fn own(
                token, form: $crate::kernel::yescrypt::Form, course: &$crate::kernel::yescrypt::Course<'_>,
                parts: &mut [$crate::kernel::yescrypt::pwx::Own<'_>],
            ) {
                $crate::kernel::yescrypt::own::<$lane>(token, form, course, parts);
            }
            $crate::ops::YescryptKernel => fn shared(
                token, form: $crate::kernel::yescrypt::Form, course: &$crate::kernel::yescrypt::Course<'_>,
                parts: &mut [$crate::kernel::yescrypt::pwx::Shared<'_>],
            ) {
                $crate::kernel::yescrypt::shared::<$lane>(token, form, course, parts);
            }
            $crate::ops::YescryptKernel => fn classic(
                token, course: &$crate::kernel::yescrypt::Course<'_>, x: &mut [lanesmith_isa::lanes::Line],
                y: &mut [lanesmith_isa::lanes::Line], v: &mut [lanesmith_isa::lanes::Line],
            ) {
                $crate::kernel::yescrypt::classic::<$lane>(token, course, x, y, v);
            }
        }

        pub(crate) const KERNEL: $crate::ops::YescryptKernel =
            $crate::ops::YescryptKernel { boxes, own, shared, classic };
    };
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) mod neon;
pub(crate) mod scalar;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod x86;
