//! What kernels leave alone: registers that belong to the caller or to the system, and the stack pointer.

use core::arch::naked_asm;

use super::super::constants::{CONSTANTS, Constants};
use super::generated::{differences, karatsuba};

type Kernel = unsafe extern "C" fn();

/// What registers were before and after a call: `x18`, `x19`, `x29`, the stack pointer, `d8` to `d15`.
type Kept = [u64; 12];

/// Fills the registers that a kernel must keep, calls it with the operands of its convention, and stores what they are before and
/// after. `x18` is not filled: systems that use it would not have it changed.
///
/// # Safety
/// The operands are as the kernel wants them, `seen` is valid for writes.
#[unsafe(naked)]
unsafe extern "C" fn observed(
    operands: &[*const u64; 4],
    constants: &Constants,
    kernel: Kernel,
    seen: *mut [Kept; 2],
) {
    naked_asm!(
        "stp x29, x30, [sp, #-176]!",
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
        "stp d8, d9, [sp, #96]",
        "stp d10, d11, [sp, #112]",
        "stp d12, d13, [sp, #128]",
        "stp d14, d15, [sp, #144]",
        "str x3, [sp, #160]",
        "mov x19, #0x1919",
        "mov x29, #0x2929",
        "fmov d8, x19",
        "fmov d9, x29",
        "fmov d10, x3",
        "fmov d11, x19",
        "fmov d12, x29",
        "fmov d13, x3",
        "fmov d14, x19",
        "fmov d15, x29",
        "mov x9, x3",
        "bl 3f",
        "mov x5, x2",
        "mov x4, x1",
        "mov x6, x0",
        "ldp x0, x1, [x6]",
        "ldp x2, x3, [x6, #16]",
        "blr x5",
        "ldr x9, [sp, #160]",
        "add x9, x9, #96",
        "bl 3f",
        "ldp x19, x20, [sp, #16]",
        "ldp x21, x22, [sp, #32]",
        "ldp x23, x24, [sp, #48]",
        "ldp x25, x26, [sp, #64]",
        "ldp x27, x28, [sp, #80]",
        "ldp d8, d9, [sp, #96]",
        "ldp d10, d11, [sp, #112]",
        "ldp d12, d13, [sp, #128]",
        "ldp d14, d15, [sp, #144]",
        "ldp x29, x30, [sp], #176",
        "ret",
        "3:",
        "stp x18, x19, [x9]",
        "mov x10, sp",
        "stp x29, x10, [x9, #16]",
        "stp d8, d9, [x9, #32]",
        "stp d10, d11, [x9, #48]",
        "stp d12, d13, [x9, #64]",
        "stp d14, d15, [x9, #80]",
        "ret",
    )
}

macro_rules! all {
    ($module:ident: $($name:ident)*) => { [$((concat!(stringify!($module), "::", stringify!($name)), $module::$name as Kernel)),*] };
}

#[test]
fn kernels_keep_what_is_not_theirs() {
    macro_rules! each {
        ($module:ident) => {
            all!($module: fp_mul fp_sqr fp_sqr_n fp_mul_wide fp_sqr_wide fp_reduce fp_reduce_tight fp2_mul fp2_sqr
                fp2_mul_wide fp2_sqr_wide fp6_mul_wide fp6_mul_by_01_wide fp6_mul_by_12_wide fp6_mul_by_1_wide fp12_mul
                fp12_sqr fp12_cyclotomic_sqr fp12_compressed_sqr)
        };
    }
    let words = |seed: u64| -> [u64; 72] {
        core::array::from_fn(|i| {
            (seed + i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> if i % 6 == 5 { 4 } else { 0 }
        })
    };
    let [a, b, c] = [1, 2, 3].map(words);
    for (name, kernel) in each!(karatsuba).into_iter().chain(each!(differences)) {
        let mut out = [0u64; 144];
        let mut seen = [[1; 12], [2; 12]];
        let count = core::ptr::without_provenance(3);
        let second = if name.ends_with("fp_sqr_n") { count } else { b.as_ptr() };
        let operands = [out.as_mut_ptr().cast_const(), a.as_ptr(), second, c.as_ptr()];
        // SAFETY: operands and result are as large as those of the largest kernel.
        unsafe { observed(&operands, &CONSTANTS, kernel, &mut seen) };
        assert_eq!(seen[0], seen[1], "{name}");
        assert_eq!(seen[0][1..3], [0x1919, 0x2929], "{name}");
    }
}
