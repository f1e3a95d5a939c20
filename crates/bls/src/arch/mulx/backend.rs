/// Instantiates all kernels in one style and makes a [`Backend`](crate::field::Backend) of them.
///
/// `reduce` says how products reduce (see `prog!`); it must be `standard` or `rho4`, whose results are loose for every
/// admitted input. `chain` and `last` may be `rho5`: in chains of squares the operand is loose, and the last layers
/// normalise their results.
macro_rules! backend {
    ($backend:ident, $style:ident, reduce: $how:ident, chain: $chain:ident, last: $last:ident) => {
        use core::arch::{asm, naked_asm};

        use super::constants::CONSTANTS;
        use crate::field::{Backend, Fp, FpDbl};
        use crate::tower::{Compressed, Fp2, Fp2Dbl, Fp6, Fp6Dbl, Fp12};

        kernels! {
            fp_mul() = fp_mul!($style $how);
            fp_sqr() = fp_sqr!($style $how);
            fp_sqr_n() = fp_sqr_n!($style $chain);
            fp_mul_wide(a: &Fp, b: &Fp) -> FpDbl = fp_mul_wide!($style);
            fp_sqr_wide(a: &Fp) -> FpDbl = fp_sqr_wide!($style);
            fp_reduce() = fp_reduce!($style $how);
            fp_reduce_tight() = fp_reduce_tight!($style $last);
            wide_add(a: &FpDbl, b: &FpDbl) -> FpDbl = wide_add!();
            wide_sub(a: &FpDbl, b: &FpDbl) -> FpDbl = wide_sub!();
            fp2_mul() = fp2_mul!($style $how);
            fp2_sqr() = fp2_sqr!($style $how);
            fp2_mul_wide(a: &Fp2, b: &Fp2) -> Fp2Dbl = fp2_mul_wide!($style);
            fp2_sqr_wide(a: &Fp2) -> Fp2Dbl = fp2_sqr_wide!($style);
            fp6_pre(a: &Fp6) -> Fp6 = fp6_pre!();
            fp6_post(v: &[Fp2Dbl; 3], m: &[Fp2Dbl; 3]) -> Fp6Dbl = fp6_post!();
            fp6_mul_wide(a: &Fp6, b: &Fp6) -> Fp6Dbl = fp6_mul_wide!(), pre fp6_pre, mul fp2_mul_wide, post fp6_post;
            fp6_mul_by_01_wide(x: &Fp6, a: &Fp2, b: &Fp2) -> Fp6Dbl = fp6_mul_by_01!(), mul fp2_mul_wide;
            fp6_mul_by_12_wide(x: &Fp6, b: &Fp2, c: &Fp2) -> Fp6Dbl = fp6_mul_by_12!(), mul fp2_mul_wide;
            fp6_mul_by_1_wide(x: &Fp6, c: &Fp2) -> Fp6Dbl = fp6_mul_by_1!(), mul fp2_mul_wide;
            fp12_post(aa: &Fp6Dbl, bb: &Fp6Dbl, m: &Fp6Dbl) -> Fp12 = fp12_post!($style $last);
            fp12_sqr_post(ab: &Fp6Dbl, m: &Fp6Dbl) -> Fp12 = fp12_sqr_post!($style $last);
            fp12_mul(a: &Fp12, b: &Fp12) -> Fp12 = fp12_mul!(), mul fp6_mul_wide, post fp12_post;
            fp12_sqr(a: &Fp12) -> Fp12 = fp12_sqr!(), mul fp6_mul_wide, post fp12_sqr_post;
            fp12_cyclotomic_sqr(a: &Fp12) -> Fp12 = fp12_cyclotomic_sqr!($style $how), sqr fp2_sqr_wide;
            fp12_compressed_sqr(a: &Compressed) -> Compressed = fp12_compressed_sqr!($style $how), sqr fp2_sqr_wide;
        }

        impl Backend for $backend {
            methods! {
                wide_add(a: &FpDbl, b: &FpDbl) -> FpDbl;
                wide_sub(a: &FpDbl, b: &FpDbl) -> FpDbl;
                fp_mul_wide(a: &Fp, b: &Fp) -> FpDbl;
                fp_sqr_wide(a: &Fp) -> FpDbl;
                fp2_mul_wide(a: &Fp2, b: &Fp2) -> Fp2Dbl;
                fp2_sqr_wide(a: &Fp2) -> Fp2Dbl;
                fp6_post(v: &[Fp2Dbl; 3], m: &[Fp2Dbl; 3]) -> Fp6Dbl;
                fp6_mul_wide(a: &Fp6, b: &Fp6) -> Fp6Dbl;
                fp6_mul_by_01_wide(x: &Fp6, a: &Fp2, b: &Fp2) -> Fp6Dbl;
                fp6_mul_by_12_wide(x: &Fp6, b: &Fp2, c: &Fp2) -> Fp6Dbl;
                fp6_mul_by_1_wide(x: &Fp6, c: &Fp2) -> Fp6Dbl;
                fp12_post(aa: &Fp6Dbl, bb: &Fp6Dbl, m: &Fp6Dbl) -> Fp12;
                fp12_sqr_post(ab: &Fp6Dbl, m: &Fp6Dbl) -> Fp12;
                fp12_mul(a: &Fp12, b: &Fp12) -> Fp12;
                fp12_sqr(a: &Fp12) -> Fp12;
                fp12_cyclotomic_sqr(a: &Fp12) -> Fp12;
                fp12_compressed_sqr(a: &Compressed) -> Compressed;
            }

            #[inline(always)]
            fn fp6_pre(a: &Fp6) -> [Fp2; 3] {
                // SAFETY: as `methods!` says.
                let Fp6 { c0, c1, c2 } = unsafe { fp6_pre(a) };
                [c0, c1, c2]
            }

            #[inline(always)]
            fn fp_add_raw(a: &Fp, b: &Fp) -> Fp {
                super::mulx::add_raw(a, b)
            }

            #[inline(always)]
            fn fr_mul(a: &crate::field::Fr, b: &crate::field::Fr) -> crate::field::Fr {
                // SAFETY: a backend is instantiated behind its token, which says that the CPU has the instructions.
                unsafe { super::mulx::fr_mul(a, b) }
            }

            #[inline(always)]
            fn fr_reduce(a: &crate::field::Fr) -> crate::field::Fr {
                // SAFETY: as above.
                unsafe { super::mulx::fr_reduce(a) }
            }

            #[inline(always)]
            fn fp2_mul(a: &Fp2, b: &Fp2) -> Fp2 {
                words!(fp2_mul(a, b) twice)
            }

            #[inline(always)]
            fn fp2_sqr(a: &Fp2) -> Fp2 {
                words!(fp2_sqr(a, 0u64) twice)
            }

            #[inline(always)]
            fn fp_mul(a: &Fp, b: &Fp) -> Fp {
                words!(fp_mul(a, b))
            }

            #[inline(always)]
            fn fp_sqr(a: &Fp) -> Fp {
                words!(fp_sqr(a, ()))
            }

            #[inline(always)]
            fn fp_sqr_n(a: &Fp, n: u32) -> Fp {
                words!(fp_sqr_n(a, n.max(1)))
            }

            #[inline(always)]
            fn fp_reduce(t: &FpDbl) -> Fp {
                words!(fp_reduce(t, ()))
            }

            #[inline(always)]
            fn fp_reduce_tight(t: &FpDbl) -> Fp {
                words!(fp_reduce_tight(t, ()))
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
    ($($name:ident($($arg:ident: $type:ty),*) $(-> $out:ty)? = $text:expr $(, $label:ident $callee:ident)*;)*) => {$(
        #[allow(improper_ctypes_definitions, reason = "an array in memory is what a struct of its elements is")]
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $name($($arg: $type),*) $(-> $out)? {
            // The comment uses `c` in the kernels that do not.
            naked_asm!(concat!("// {c}\n", $text), c = sym CONSTANTS, $($label = sym $callee),*)
        }
    )*};
}

/// Calls a kernel that returns an [`Fp`](crate::field::Fp) in registers, so that the compiler stores it where it belongs: what
/// a function returns in memory it copies by pairs of words, which must wait until words just stored have reached the cache.
///
/// These kernels have a convention of their own: operands in `rsi` and `rdx`, result in `r11`, `rax`, `rcx`, `rdi`, `r8`, `r9` (of `Fp2`: that
/// is `c1`, and `c0` is in `rdx`, `rsi`, `r10`, `r12`, `r13`, `r14`); they keep
/// `rbx` and `rbp` and clobber the other general registers and the flags, and no others.
macro_rules! words {
    ($name:ident($a:ident, ())) => { words!($name($a, 0u64)) };
    ($name:ident($a:ident, $b:expr)) => {{
        let (w0, w1, w2, w3, w4, w5);
        // SAFETY: the kernel reads its operands within their types and writes nothing but its own frame, whatever the
        // values are. Every register that it clobbers is named. A backend is instantiated behind its token; on a CPU without
        // the instructions the first row faults (invalid opcode) and does nothing else.
        unsafe {
            asm!(
                "call {kernel}",
                kernel = sym $name,
                inout("rsi") $a => _,
                inout("rdx") $b => _,
                out("r11") w0,
                out("rax") w1,
                out("rcx") w2,
                out("rdi") w3,
                out("r8") w4,
                out("r9") w5,
                out("r10") _,
                out("r12") _,
                out("r13") _,
                out("r14") _,
                out("r15") _,
                options(pure, readonly),
            );
        }
        Fp([w0, w1, w2, w3, w4, w5])
    }};
    ($name:ident($a:ident, $b:expr) twice) => {{
        let (w0, w1, w2, w3, w4, w5);
        let (v0, v1, v2, v3, v4, v5);
        // SAFETY: as above.
        unsafe {
            asm!(
                "call {kernel}",
                kernel = sym $name,
                inout("rsi") $a => v1,
                inout("rdx") $b => v0,
                out("r11") w0,
                out("rax") w1,
                out("rcx") w2,
                out("rdi") w3,
                out("r8") w4,
                out("r9") w5,
                out("r10") v2,
                out("r12") v3,
                out("r13") v4,
                out("r14") v5,
                out("r15") _,
                options(pure, readonly),
            );
        }
        Fp2 { c0: Fp([v0, v1, v2, v3, v4, v5]), c1: Fp([w0, w1, w2, w3, w4, w5]) }
    }};
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
