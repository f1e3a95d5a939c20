//! Sums without correction, inlined.

use core::arch::asm;

use crate::field::Fp;

/// Sum without correction.
#[inline(always)]
pub(in crate::arch) fn add_raw(a: &Fp, b: &Fp) -> Fp {
    let [mut s0, mut s1, mut s2, mut s3, mut s4, mut s5] = a.0;
    // SAFETY: reads six words at `b`, writes registers only; baseline instructions.
    unsafe {
        asm!(
            "add {s0}, qword ptr [{b}]",
            "adc {s1}, qword ptr [{b} + 8]",
            "adc {s2}, qword ptr [{b} + 16]",
            "adc {s3}, qword ptr [{b} + 24]",
            "adc {s4}, qword ptr [{b} + 32]",
            "adc {s5}, qword ptr [{b} + 40]",
            b = in(reg) b,
            s0 = inout(reg) s0,
            s1 = inout(reg) s1,
            s2 = inout(reg) s2,
            s3 = inout(reg) s3,
            s4 = inout(reg) s4,
            s5 = inout(reg) s5,
            options(pure, readonly, nostack),
        );
    }
    Fp([s0, s1, s2, s3, s4, s5])
}
