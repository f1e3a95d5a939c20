//! Sums and differences, inlined. In assembly because the compiler keeps a carry in a register instead of the flag, and leaves no
//! selection by mask alone.

use core::arch::asm;

use crate::field::{Fp, FpDbl};
use crate::generated::field::P2;

/// Sum of loose values: loose.
#[inline(always)]
pub(in crate::arch) fn add(a: &Fp, b: &Fp) -> Fp {
    let [mut s0, mut s1, mut s2, mut s3, mut s4, mut s5] = a.0;
    let [b0, b1, b2, b3, b4, b5] = b.0;
    // SAFETY: reads six words at `P2`, writes registers only; baseline instructions.
    unsafe {
        asm!(
            "adds {s0}, {s0}, {t0}",
            "adcs {s1}, {s1}, {t1}",
            "adcs {s2}, {s2}, {t2}",
            "adcs {s3}, {s3}, {t3}",
            "adcs {s4}, {s4}, {t4}",
            "adc {s5}, {s5}, {t5}",
            // The sum less 2p, unless that borrows.
            "ldp {t0}, {t1}, [{p2}]",
            "ldp {t2}, {t3}, [{p2}, #16]",
            "ldp {t4}, {t5}, [{p2}, #32]",
            "subs {t0}, {s0}, {t0}",
            "sbcs {t1}, {s1}, {t1}",
            "sbcs {t2}, {s2}, {t2}",
            "sbcs {t3}, {s3}, {t3}",
            "sbcs {t4}, {s4}, {t4}",
            "sbcs {t5}, {s5}, {t5}",
            "csel {s0}, {s0}, {t0}, lo",
            "csel {s1}, {s1}, {t1}, lo",
            "csel {s2}, {s2}, {t2}, lo",
            "csel {s3}, {s3}, {t3}, lo",
            "csel {s4}, {s4}, {t4}, lo",
            "csel {s5}, {s5}, {t5}, lo",
            s0 = inout(reg) s0,
            s1 = inout(reg) s1,
            s2 = inout(reg) s2,
            s3 = inout(reg) s3,
            s4 = inout(reg) s4,
            s5 = inout(reg) s5,
            t0 = inout(reg) b0 => _,
            t1 = inout(reg) b1 => _,
            t2 = inout(reg) b2 => _,
            t3 = inout(reg) b3 => _,
            t4 = inout(reg) b4 => _,
            t5 = inout(reg) b5 => _,
            p2 = in(reg) &P2,
            options(pure, readonly, nostack),
        );
    }
    Fp([s0, s1, s2, s3, s4, s5])
}

/// Sum without correction.
#[inline(always)]
pub(in crate::arch) fn add_raw(a: &Fp, b: &Fp) -> Fp {
    let [mut s0, mut s1, mut s2, mut s3, mut s4, mut s5] = a.0;
    let [b0, b1, b2, b3, b4, b5] = b.0;
    // SAFETY: registers only; baseline instructions.
    unsafe {
        asm!(
            "adds {s0}, {s0}, {t0}",
            "adcs {s1}, {s1}, {t1}",
            "adcs {s2}, {s2}, {t2}",
            "adcs {s3}, {s3}, {t3}",
            "adcs {s4}, {s4}, {t4}",
            "adc {s5}, {s5}, {t5}",
            s0 = inout(reg) s0,
            s1 = inout(reg) s1,
            s2 = inout(reg) s2,
            s3 = inout(reg) s3,
            s4 = inout(reg) s4,
            s5 = inout(reg) s5,
            t0 = in(reg) b0,
            t1 = in(reg) b1,
            t2 = in(reg) b2,
            t3 = in(reg) b3,
            t4 = in(reg) b4,
            t5 = in(reg) b5,
            options(pure, nomem, nostack),
        );
    }
    Fp([s0, s1, s2, s3, s4, s5])
}

/// Difference of loose values: loose.
#[inline(always)]
pub(in crate::arch) fn sub(a: &Fp, b: &Fp) -> Fp {
    let [mut d0, mut d1, mut d2, mut d3, mut d4, mut d5] = a.0;
    let [b0, b1, b2, b3, b4, b5] = b.0;
    // SAFETY: reads six words at `P2`, writes registers only; baseline instructions.
    unsafe {
        asm!(
            "subs {d0}, {d0}, {t0}",
            "sbcs {d1}, {d1}, {t1}",
            "sbcs {d2}, {d2}, {t2}",
            "sbcs {d3}, {d3}, {t3}",
            "sbcs {d4}, {d4}, {t4}",
            "sbcs {d5}, {d5}, {t5}",
            // 2p more if that borrowed.
            "ldp {t0}, {t1}, [{p2}]",
            "ldp {t2}, {t3}, [{p2}, #16]",
            "ldp {t4}, {t5}, [{p2}, #32]",
            "csel {t0}, {t0}, xzr, lo",
            "csel {t1}, {t1}, xzr, lo",
            "csel {t2}, {t2}, xzr, lo",
            "csel {t3}, {t3}, xzr, lo",
            "csel {t4}, {t4}, xzr, lo",
            "csel {t5}, {t5}, xzr, lo",
            "adds {d0}, {d0}, {t0}",
            "adcs {d1}, {d1}, {t1}",
            "adcs {d2}, {d2}, {t2}",
            "adcs {d3}, {d3}, {t3}",
            "adcs {d4}, {d4}, {t4}",
            "adc {d5}, {d5}, {t5}",
            d0 = inout(reg) d0,
            d1 = inout(reg) d1,
            d2 = inout(reg) d2,
            d3 = inout(reg) d3,
            d4 = inout(reg) d4,
            d5 = inout(reg) d5,
            t0 = inout(reg) b0 => _,
            t1 = inout(reg) b1 => _,
            t2 = inout(reg) b2 => _,
            t3 = inout(reg) b3 => _,
            t4 = inout(reg) b4 => _,
            t5 = inout(reg) b5 => _,
            p2 = in(reg) &P2,
            options(pure, readonly, nostack),
        );
    }
    Fp([d0, d1, d2, d3, d4, d5])
}

/// A chain over twelve words, in registers of which the results take those of the first operand.
macro_rules! wide {
    ($a:ident, $b:ident; $first:literal, $next:literal, $last:literal) => {{
        let [mut a0, mut a1, mut a2, mut a3, mut a4, mut a5, mut a6, mut a7, mut a8, mut a9, mut a10, mut a11] = $a.0;
        // SAFETY: reads the twelve words of the second operand, writes registers only; baseline instructions.
        unsafe {
            asm!(
                "ldp {t0}, {t1}, [{b}]",
                "ldp {t2}, {t3}, [{b}, #16]",
                concat!($first, " {a0}, {a0}, {t0}"),
                "ldp {t4}, {t5}, [{b}, #32]",
                concat!($next, " {a1}, {a1}, {t1}"),
                concat!($next, " {a2}, {a2}, {t2}"),
                "ldp {t0}, {t1}, [{b}, #48]",
                concat!($next, " {a3}, {a3}, {t3}"),
                concat!($next, " {a4}, {a4}, {t4}"),
                "ldp {t2}, {t3}, [{b}, #64]",
                concat!($next, " {a5}, {a5}, {t5}"),
                concat!($next, " {a6}, {a6}, {t0}"),
                "ldp {t4}, {t5}, [{b}, #80]",
                concat!($next, " {a7}, {a7}, {t1}"),
                concat!($next, " {a8}, {a8}, {t2}"),
                concat!($next, " {a9}, {a9}, {t3}"),
                concat!($next, " {a10}, {a10}, {t4}"),
                concat!($last, " {a11}, {a11}, {t5}"),
                a0 = inout(reg) a0,
                a1 = inout(reg) a1,
                a2 = inout(reg) a2,
                a3 = inout(reg) a3,
                a4 = inout(reg) a4,
                a5 = inout(reg) a5,
                a6 = inout(reg) a6,
                a7 = inout(reg) a7,
                a8 = inout(reg) a8,
                a9 = inout(reg) a9,
                a10 = inout(reg) a10,
                a11 = inout(reg) a11,
                t0 = out(reg) _,
                t1 = out(reg) _,
                t2 = out(reg) _,
                t3 = out(reg) _,
                t4 = out(reg) _,
                t5 = out(reg) _,
                b = in(reg) $b,
                options(pure, readonly, nostack),
            );
        }
        FpDbl([a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11])
    }};
}

/// Sum modulo `2^768`.
#[inline(always)]
pub(in crate::arch) fn wide_add(a: &FpDbl, b: &FpDbl) -> FpDbl {
    wide!(a, b; "adds", "adcs", "adc")
}

/// Difference modulo `2^768`.
#[inline(always)]
pub(in crate::arch) fn wide_sub(a: &FpDbl, b: &FpDbl) -> FpDbl {
    wide!(a, b; "subs", "sbcs", "sbc")
}
