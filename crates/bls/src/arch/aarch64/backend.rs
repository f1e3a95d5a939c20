//! The functions made of the kernels.

/// Calls a kernel whose result is in registers, so that the compiler stores it where it belongs or uses it at once.
///
/// Kernels have a convention of their own: operands in `x1` and `x2`, the address of the constants in `x4`; results in `x5` to `x10`, of `Fp2`
/// the second coefficient in `x11` to `x16`. They keep `x18`, `x19`, `x29`, the stack pointer and all vectors, and clobber the other
/// general registers and the flags. They write nothing but their own frame.
macro_rules! words {
    ($kernel:path, $a:expr, $b:expr) => {{
        let (w0, w1, w2, w3, w4, w5): (u64, u64, u64, u64, u64, u64);
        // SAFETY: the kernel reads its operands within their types and writes nothing but its own frame, whatever the values are. Every
        // register that it clobbers is named. Its instructions are those of every 64-bit Arm.
        unsafe {
            words!(@call $kernel, $a, $b;
                out("x5") w0, out("x6") w1, out("x7") w2, out("x8") w3, out("x9") w4, out("x10") w5,
                out("x11") _, out("x12") _, out("x13") _, out("x14") _, out("x15") _, out("x16") _);
        }
        Fp([w0, w1, w2, w3, w4, w5])
    }};
    (twice $kernel:path, $a:expr, $b:expr) => {{
        let (w0, w1, w2, w3, w4, w5): (u64, u64, u64, u64, u64, u64);
        let (v0, v1, v2, v3, v4, v5): (u64, u64, u64, u64, u64, u64);
        // SAFETY: as above.
        unsafe {
            words!(@call $kernel, $a, $b;
                out("x5") w0, out("x6") w1, out("x7") w2, out("x8") w3, out("x9") w4, out("x10") w5,
                out("x11") v0, out("x12") v1, out("x13") v2, out("x14") v3, out("x15") v4, out("x16") v5);
        }
        Fp2 { c0: Fp([w0, w1, w2, w3, w4, w5]), c1: Fp([v0, v1, v2, v3, v4, v5]) }
    }};
    (@call $kernel:path, $a:expr, $b:expr; $($out:tt)*) => {
        asm!(
            "bl {kernel}",
            kernel = sym $kernel,
            out("x0") _,
            inout("x1") $a => _,
            inout("x2") $b => _,
            out("x3") _,
            inout("x4") &CONSTANTS => _,
            $($out)*,
            out("x17") _,
            out("x20") _,
            out("x21") _,
            out("x22") _,
            out("x23") _,
            out("x24") _,
            out("x25") _,
            out("x26") _,
            out("x27") _,
            out("x28") _,
            out("x30") _,
            options(pure, readonly),
        )
    };
}

/// Calls a kernel whose result is in memory: its address in `x0`, the operands in `x1`, `x2`, `x3`; otherwise as above. The result
/// overlaps no operand.
macro_rules! stored {
    ($kernel:path, $type:ty, $a:expr, $b:expr, $c:expr) => {{
        let mut out = MaybeUninit::<$type>::uninit();
        // SAFETY: the kernel reads its operands within their types and writes all of the result and its own frame, whatever the values are.
        // Every register that it clobbers is named. Its instructions are those of every 64-bit Arm.
        unsafe {
            asm!(
                "bl {kernel}",
                kernel = sym $kernel,
                inout("x0") out.as_mut_ptr() => _,
                inout("x1") $a => _,
                inout("x2") $b => _,
                inout("x3") $c => _,
                inout("x4") &CONSTANTS => _,
                out("x5") _,
                out("x6") _,
                out("x7") _,
                out("x8") _,
                out("x9") _,
                out("x10") _,
                out("x11") _,
                out("x12") _,
                out("x13") _,
                out("x14") _,
                out("x15") _,
                out("x16") _,
                out("x17") _,
                out("x20") _,
                out("x21") _,
                out("x22") _,
                out("x23") _,
                out("x24") _,
                out("x25") _,
                out("x26") _,
                out("x27") _,
                out("x28") _,
                out("x30") _,
            );
            out.assume_init()
        }
    }};
}

/// Makes a [`Backend`](crate::field::Backend) of a file of kernels.
macro_rules! aarch64_backend {
    ($backend:ident, $kernels:ident) => {
        use core::arch::asm;
        use core::mem::MaybeUninit;

        use super::aarch64::generated::$kernels as kernels;
        use super::constants::CONSTANTS;
        use crate::field::{Backend, Fp, FpDbl};
        use crate::tower::{Compressed, Fp2, Fp2Dbl, Fp6, Fp6Dbl, Fp12};

        impl Backend for $backend {
            #[inline(always)]
            fn fp_add(a: &Fp, b: &Fp) -> Fp {
                super::aarch64::add(a, b)
            }

            #[inline(always)]
            fn fp_add_raw(a: &Fp, b: &Fp) -> Fp {
                super::aarch64::add_raw(a, b)
            }

            #[inline(always)]
            fn fp_sub(a: &Fp, b: &Fp) -> Fp {
                super::aarch64::sub(a, b)
            }

            #[inline(always)]
            fn wide_add(a: &FpDbl, b: &FpDbl) -> FpDbl {
                super::aarch64::wide_add(a, b)
            }

            #[inline(always)]
            fn wide_sub(a: &FpDbl, b: &FpDbl) -> FpDbl {
                super::aarch64::wide_sub(a, b)
            }

            #[inline(always)]
            fn fp_mul(a: &Fp, b: &Fp) -> Fp {
                words!(kernels::fp_mul, a, b)
            }

            #[inline(always)]
            fn fp_sqr(a: &Fp) -> Fp {
                words!(kernels::fp_sqr, a, 0u64)
            }

            #[inline(always)]
            fn fp_sqr_n(a: &Fp, n: u32) -> Fp {
                words!(kernels::fp_sqr_n, a, u64::from(n.max(1)))
            }

            #[inline(always)]
            fn fp_mul_wide(a: &Fp, b: &Fp) -> FpDbl {
                stored!(kernels::fp_mul_wide, FpDbl, a, b, 0u64)
            }

            #[inline(always)]
            fn fp_sqr_wide(a: &Fp) -> FpDbl {
                stored!(kernels::fp_sqr_wide, FpDbl, a, 0u64, 0u64)
            }

            #[inline(always)]
            fn fp_reduce(t: &FpDbl) -> Fp {
                words!(kernels::fp_reduce, t, 0u64)
            }

            #[inline(always)]
            fn fp_reduce_tight(t: &FpDbl) -> Fp {
                words!(kernels::fp_reduce_tight, t, 0u64)
            }

            #[inline(always)]
            fn fp2_mul(a: &Fp2, b: &Fp2) -> Fp2 {
                words!(twice kernels::fp2_mul, a, b)
            }

            #[inline(always)]
            fn fp2_sqr(a: &Fp2) -> Fp2 {
                words!(twice kernels::fp2_sqr, a, 0u64)
            }

            #[inline(always)]
            fn fp2_mul_wide(a: &Fp2, b: &Fp2) -> Fp2Dbl {
                stored!(kernels::fp2_mul_wide, Fp2Dbl, a, b, 0u64)
            }

            #[inline(always)]
            fn fp2_sqr_wide(a: &Fp2) -> Fp2Dbl {
                stored!(kernels::fp2_sqr_wide, Fp2Dbl, a, 0u64, 0u64)
            }

            #[inline(always)]
            fn fp6_mul_wide(a: &Fp6, b: &Fp6) -> Fp6Dbl {
                stored!(kernels::fp6_mul_wide, Fp6Dbl, a, b, 0u64)
            }

            #[inline(always)]
            fn fp6_mul_by_01_wide(x: &Fp6, a: &Fp2, b: &Fp2) -> Fp6Dbl {
                stored!(kernels::fp6_mul_by_01_wide, Fp6Dbl, x, a, b)
            }

            #[inline(always)]
            fn fp6_mul_by_12_wide(x: &Fp6, b: &Fp2, c: &Fp2) -> Fp6Dbl {
                stored!(kernels::fp6_mul_by_12_wide, Fp6Dbl, x, b, c)
            }

            #[inline(always)]
            fn fp6_mul_by_1_wide(x: &Fp6, c: &Fp2) -> Fp6Dbl {
                stored!(kernels::fp6_mul_by_1_wide, Fp6Dbl, x, c, 0u64)
            }

            #[inline(always)]
            fn fp12_mul(a: &Fp12, b: &Fp12) -> Fp12 {
                stored!(kernels::fp12_mul, Fp12, a, b, 0u64)
            }

            #[inline(always)]
            fn fp12_sqr(a: &Fp12) -> Fp12 {
                stored!(kernels::fp12_sqr, Fp12, a, 0u64, 0u64)
            }

            #[inline(always)]
            fn fp12_cyclotomic_sqr(a: &Fp12) -> Fp12 {
                stored!(kernels::fp12_cyclotomic_sqr, Fp12, a, 0u64, 0u64)
            }

            #[inline(always)]
            fn fp12_compressed_sqr(a: &Compressed) -> Compressed {
                stored!(kernels::fp12_compressed_sqr, Compressed, a, 0u64, 0u64)
            }
        }
    };
}
