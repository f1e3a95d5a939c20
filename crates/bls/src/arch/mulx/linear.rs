//! Sums and differences of single width, inlined. In assembly because the compiler neither keeps a carry in the flag over six words
//! nor leaves a selection by mask alone: it made a branch of it, on a secret bit.
//!
//! The constants come by address, in a register that then takes the last word of the second result. A symbol in the text, which is
//! inlined into other crates, would be one that a shared object lets others replace: linkers refuse to address it from `rip` there.

use core::arch::asm;

use crate::field::Fp;
use crate::generated::field::P2;

/// Sum of loose values: loose.
#[inline(always)]
pub(in crate::arch) fn add(a: &Fp, b: &Fp) -> Fp {
    let (s0, s1, s2, s3, s4, s5);
    // SAFETY: reads six words at `a`, `b` and `LESS_TWO_P`, writes registers only; baseline instructions.
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
            // The sum less 2p, taken if it carries.
            "mov {a}, {s0}",
            "mov {b}, {s1}",
            "mov {t2}, {s2}",
            "mov {t3}, {s3}",
            "mov {t4}, {s4}",
            "add {a}, qword ptr [{n}]",
            "adc {b}, qword ptr [{n} + 8]",
            "adc {t2}, qword ptr [{n} + 16]",
            "adc {t3}, qword ptr [{n} + 24]",
            "adc {t4}, qword ptr [{n} + 32]",
            "mov {n}, qword ptr [{n} + 40]",
            "adc {n}, {s5}",
            "cmovc {s0}, {a}",
            "cmovc {s1}, {b}",
            "cmovc {s2}, {t2}",
            "cmovc {s3}, {t3}",
            "cmovc {s4}, {t4}",
            "cmovc {s5}, {n}",
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
            n = inout(reg) &LESS_TWO_P => _,
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
            "add {a}, qword ptr [{p2}]",
            "adc {b}, qword ptr [{p2} + 8]",
            "adc {t2}, qword ptr [{p2} + 16]",
            "adc {t3}, qword ptr [{p2} + 24]",
            "adc {t4}, qword ptr [{p2} + 32]",
            "mov {p2}, qword ptr [{p2} + 40]",
            "adc {p2}, {d5}",
            "test {mask}, {mask}",
            "cmovnz {d0}, {a}",
            "cmovnz {d1}, {b}",
            "cmovnz {d2}, {t2}",
            "cmovnz {d3}, {t3}",
            "cmovnz {d4}, {t4}",
            "cmovnz {d5}, {p2}",
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
            mask = out(reg) _,
            p2 = inout(reg) &P2 => _,
            options(pure, readonly, nostack),
        );
    }
    Fp([d0, d1, d2, d3, d4, d5])
}

/// `2^384 - 2p`: adding it takes `2p` away, and an addition, unlike a subtraction, may have the constant on either side.
const LESS_TWO_P: [u64; 6] = {
    let mut words = [0; 6];
    let (mut at, mut carry) = (0, true);
    while at < 6 {
        (words[at], carry) = (!P2[at]).overflowing_add(carry as u64);
        at += 1;
    }
    words
};
