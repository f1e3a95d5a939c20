//! Sums and differences of single width, inlined. In assembly because the compiler neither keeps a carry in the flag over six words
//! nor leaves a selection by mask alone: it made a branch of it, on a secret bit.

use core::arch::asm;

use crate::field::Fp;
use crate::generated::field::P2;

/// Sum of loose values: loose.
#[inline(always)]
pub(in crate::arch) fn add(a: &Fp, b: &Fp) -> Fp {
    let (s0, s1, s2, s3, s4, s5);
    // SAFETY: reads six words at `a`, `b` and `P2`, writes registers only; baseline instructions.
    unsafe {
        asm!(
            "mov {s0}, qword ptr [{a}]",
            "mov {s1}, qword ptr [{a} + 8]",
            "mov {s2}, qword ptr [{a} + 16]",
            "mov {s3}, qword ptr [{a} + 24]",
            "mov {s4}, qword ptr [{a} + 32]",
            "mov {s5}, qword ptr [{a} + 40]",
            "add {s0}, qword ptr [{b}]",
            "adc {s1}, qword ptr [{b} + 8]",
            "adc {s2}, qword ptr [{b} + 16]",
            "adc {s3}, qword ptr [{b} + 24]",
            "adc {s4}, qword ptr [{b} + 32]",
            "adc {s5}, qword ptr [{b} + 40]",
            // The sum less 2p, taken unless it borrows.
            "mov {a}, {s0}",
            "mov {b}, {s1}",
            "mov {t2}, {s2}",
            "mov {t3}, {s3}",
            "mov {t4}, {s4}",
            "mov {t5}, {s5}",
            "sub {a}, qword ptr [rip + {p2}]",
            "sbb {b}, qword ptr [rip + {p2} + 8]",
            "sbb {t2}, qword ptr [rip + {p2} + 16]",
            "sbb {t3}, qword ptr [rip + {p2} + 24]",
            "sbb {t4}, qword ptr [rip + {p2} + 32]",
            "sbb {t5}, qword ptr [rip + {p2} + 40]",
            "cmovnc {s0}, {a}",
            "cmovnc {s1}, {b}",
            "cmovnc {s2}, {t2}",
            "cmovnc {s3}, {t3}",
            "cmovnc {s4}, {t4}",
            "cmovnc {s5}, {t5}",
            a = inout(reg) a => _,
            b = inout(reg) b => _,
            s0 = out(reg) s0,
            s1 = out(reg) s1,
            s2 = out(reg) s2,
            s3 = out(reg) s3,
            s4 = out(reg) s4,
            s5 = out(reg) s5,
            t2 = out(reg) _,
            t3 = out(reg) _,
            t4 = out(reg) _,
            t5 = out(reg) _,
            p2 = sym TWO_P,
            options(pure, readonly, nostack),
        );
    }
    Fp([s0, s1, s2, s3, s4, s5])
}

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

/// Difference of loose values: loose.
#[inline(always)]
pub(in crate::arch) fn sub(a: &Fp, b: &Fp) -> Fp {
    let (d0, d1, d2, d3, d4, d5);
    // SAFETY: reads six words at `a`, `b` and `P2`, writes registers only; baseline instructions.
    unsafe {
        asm!(
            "mov {d0}, qword ptr [{a}]",
            "mov {d1}, qword ptr [{a} + 8]",
            "mov {d2}, qword ptr [{a} + 16]",
            "mov {d3}, qword ptr [{a} + 24]",
            "mov {d4}, qword ptr [{a} + 32]",
            "mov {d5}, qword ptr [{a} + 40]",
            "sub {d0}, qword ptr [{b}]",
            "sbb {d1}, qword ptr [{b} + 8]",
            "sbb {d2}, qword ptr [{b} + 16]",
            "sbb {d3}, qword ptr [{b} + 24]",
            "sbb {d4}, qword ptr [{b} + 32]",
            "sbb {d5}, qword ptr [{b} + 40]",
            "sbb {mask}, {mask}",
            // The difference and 2p, taken if it borrowed.
            "mov {a}, {d0}",
            "mov {b}, {d1}",
            "mov {t2}, {d2}",
            "mov {t3}, {d3}",
            "mov {t4}, {d4}",
            "mov {t5}, {d5}",
            "add {a}, qword ptr [rip + {p2}]",
            "adc {b}, qword ptr [rip + {p2} + 8]",
            "adc {t2}, qword ptr [rip + {p2} + 16]",
            "adc {t3}, qword ptr [rip + {p2} + 24]",
            "adc {t4}, qword ptr [rip + {p2} + 32]",
            "adc {t5}, qword ptr [rip + {p2} + 40]",
            "test {mask}, {mask}",
            "cmovnz {d0}, {a}",
            "cmovnz {d1}, {b}",
            "cmovnz {d2}, {t2}",
            "cmovnz {d3}, {t3}",
            "cmovnz {d4}, {t4}",
            "cmovnz {d5}, {t5}",
            a = inout(reg) a => _,
            b = inout(reg) b => _,
            d0 = out(reg) d0,
            d1 = out(reg) d1,
            d2 = out(reg) d2,
            d3 = out(reg) d3,
            d4 = out(reg) d4,
            d5 = out(reg) d5,
            t2 = out(reg) _,
            t3 = out(reg) _,
            t4 = out(reg) _,
            t5 = out(reg) _,
            mask = out(reg) _,
            p2 = sym TWO_P,
            options(pure, readonly, nostack),
        );
    }
    Fp([d0, d1, d2, d3, d4, d5])
}

/// `2p`, at an address.
static TWO_P: [u64; 6] = P2;
