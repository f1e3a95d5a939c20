/// Instantiates all kernels in one style and makes a [`Backend`](crate::field::Backend) of them.
///
/// `reduce` says how products reduce (see `prog!`); it must be `standard` or `rho4`, whose results are loose for every
/// admitted input. `chain` and `last` may be `rho5`: in chains of squares the operand is loose, and the last layers
/// normalise their results.
macro_rules! backend {
    ($backend:ident, $style:ident, reduce: $how:ident, chain: $chain:ident, last: $last:ident) => {
        use core::arch::naked_asm;

        use super::mulx::CONSTANTS;
        use crate::field::{Backend, Fp, FpDbl};
        use crate::tower::{Fp2, Fp2Dbl, Fp6, Fp6Dbl, Fp12};

        kernels! {
            fp_mul(a: &Fp, b: &Fp) -> Fp = fp_mul!($style $how);
            fp_sqr(a: &Fp) -> Fp = fp_sqr!($style $how);
            fp_sqr_n(a: &Fp, n: u32) -> Fp = fp_sqr_n!($style $chain);
            fp_mul_wide(a: &Fp, b: &Fp) -> FpDbl = fp_mul_wide!($style);
            fp_sqr_wide(a: &Fp) -> FpDbl = fp_sqr_wide!($style);
            fp_reduce(t: &FpDbl) -> Fp = fp_reduce!($style $how);
            fp_reduce_tight(t: &FpDbl) -> Fp = fp_reduce_tight!($style $last);
            fp2_mul(a: &Fp2, b: &Fp2) -> Fp2 = fp2_mul!($style $how);
            fp2_sqr(a: &Fp2) -> Fp2 = fp2_sqr!($style $how);
            fp2_mul_wide(a: &Fp2, b: &Fp2) -> Fp2Dbl = fp2_mul_wide!($style);
            fp2_sqr_wide(a: &Fp2) -> Fp2Dbl = fp2_sqr_wide!($style);
            fp6_pre(a: &Fp6) -> [Fp2; 3] = fp6_pre!();
            fp6_post(v: &[Fp2Dbl; 3], m: &[Fp2Dbl; 3]) -> Fp6Dbl = fp6_post!();
            fp6_mul_wide(a: &Fp6, b: &Fp6) -> Fp6Dbl = fp6_mul_wide!(), pre fp6_pre, mul fp2_mul_wide, post fp6_post;
            fp12_post(aa: &Fp6Dbl, bb: &Fp6Dbl, m: &Fp6Dbl) -> Fp12 = fp12_post!($style $last);
            fp12_sqr_post(ab: &Fp6Dbl, m: &Fp6Dbl) -> Fp12 = fp12_sqr_post!($style $last);
            fp12_mul(a: &Fp12, b: &Fp12) -> Fp12 = fp12_mul!(), mul fp6_mul_wide, post fp12_post;
            fp12_sqr(a: &Fp12) -> Fp12 = fp12_sqr!(), mul fp6_mul_wide, post fp12_sqr_post;
            fp12_cyclotomic_sqr(a: &Fp12) -> Fp12 = fp12_cyclotomic_sqr!($style $how), sqr fp2_sqr_wide;
        }

        impl Backend for $backend {
            methods! {
                fp_mul(a: &Fp, b: &Fp) -> Fp;
                fp_sqr(a: &Fp) -> Fp;
                fp_mul_wide(a: &Fp, b: &Fp) -> FpDbl;
                fp_sqr_wide(a: &Fp) -> FpDbl;
                fp_reduce(t: &FpDbl) -> Fp;
                fp_reduce_tight(t: &FpDbl) -> Fp;
                fp2_mul(a: &Fp2, b: &Fp2) -> Fp2;
                fp2_sqr(a: &Fp2) -> Fp2;
                fp2_mul_wide(a: &Fp2, b: &Fp2) -> Fp2Dbl;
                fp2_sqr_wide(a: &Fp2) -> Fp2Dbl;
                fp6_pre(a: &Fp6) -> [Fp2; 3];
                fp6_post(v: &[Fp2Dbl; 3], m: &[Fp2Dbl; 3]) -> Fp6Dbl;
                fp6_mul_wide(a: &Fp6, b: &Fp6) -> Fp6Dbl;
                fp12_post(aa: &Fp6Dbl, bb: &Fp6Dbl, m: &Fp6Dbl) -> Fp12;
                fp12_sqr_post(ab: &Fp6Dbl, m: &Fp6Dbl) -> Fp12;
                fp12_mul(a: &Fp12, b: &Fp12) -> Fp12;
                fp12_sqr(a: &Fp12) -> Fp12;
                fp12_cyclotomic_sqr(a: &Fp12) -> Fp12;
            }

            #[inline(always)]
            fn fp_sqr_n(a: &Fp, n: u32) -> Fp {
                assert!(n >= 1);
                // SAFETY: as `methods!` says; `n` is at least 1.
                unsafe { fp_sqr_n(a, n) }
            }
        }
    };
}

/// Naked functions of the System V convention: the address of the result in `rdi` (returned in `rax`), the operands in `rsi`,
/// `rdx`, `rcx`. They keep `rbx`, `rbp`, `r12` to `r15`; they clobber the other general registers and the flags, and no others.
///
/// # Safety
/// The CPU has the instructions of the style.
macro_rules! kernels {
    ($($name:ident($($arg:ident: $type:ty),*) -> $out:ty = $text:expr $(, $label:ident $callee:ident)*;)*) => {$(
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $name($($arg: $type),*) -> $out {
            // The comment uses `c` in the kernels that do not.
            naked_asm!(concat!("// {c}\n", $text), c = sym CONSTANTS, $($label = sym $callee),*)
        }
    )*};
}

/// The methods of the backend that are kernels.
macro_rules! methods {
    ($($name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => {$(
        #[inline(always)]
        fn $name($($arg: $type),*) -> $out {
            // SAFETY: the kernel reads its operands and writes its result within their types, whatever their values are.
            // A backend is instantiated behind its token; on a CPU without the instructions the first row faults
            // (invalid opcode) and does nothing else.
            unsafe { $name($($arg),*) }
        }
    )*};
}
