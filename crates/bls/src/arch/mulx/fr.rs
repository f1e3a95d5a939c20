//! Products in the scalar field, inlined: they are too few to be worth a call. Rows in two passes of carries for either style, which a
//! row of four words leaves no time to tell apart.

use core::arch::asm;

use crate::field::Fr;
use crate::field::arch::{Modular, reduce4};
use crate::generated::scalar::{N0, P};

/// The order of the groups, and what a word is multiplied by to clear it.
const CONSTANTS: [u64; 5] = [P[0], P[1], P[2], P[3], N0];

const ORDER: Modular<4> = Modular::new(P);

/// `t + rdx * [a]` in `t0 t1 t2 t3 u4`.
macro_rules! row {
    ($t0:tt $t1:tt $t2:tt $t3:tt | $u0:tt $u1:tt $u2:tt $u3:tt $u4:tt) => {
        concat!(
            "mulx {",
            $u1,
            "}, {",
            $u0,
            "}, qword ptr [{a}]\n",
            "mulx {",
            $u2,
            "}, {",
            $u4,
            "}, qword ptr [{a} + 8]\n",
            "add {",
            $u1,
            "}, {",
            $u4,
            "}\n",
            "mulx {",
            $u3,
            "}, {",
            $u4,
            "}, qword ptr [{a} + 16]\n",
            "adc {",
            $u2,
            "}, {",
            $u4,
            "}\n",
            "mulx {",
            $u4,
            "}, rdx, qword ptr [{a} + 24]\n",
            "adc {",
            $u3,
            "}, rdx\n",
            "adc {",
            $u4,
            "}, 0\n",
            "add {",
            $t0,
            "}, {",
            $u0,
            "}\n",
            "adc {",
            $t1,
            "}, {",
            $u1,
            "}\n",
            "adc {",
            $t2,
            "}, {",
            $u2,
            "}\n",
            "adc {",
            $t3,
            "}, {",
            $u3,
            "}\n",
            "adc {",
            $u4,
            "}, 0\n",
        )
    };
}

/// Adds the multiple of the order that clears `t0`: what is left is `t1 t2 t3 t4`.
macro_rules! step {
    ($t0:tt $t1:tt $t2:tt $t3:tt $t4:tt | $u0:tt $u1:tt $u2:tt $u3:tt) => {
        concat!(
            "mov rdx, {",
            $t0,
            "}\n",
            "imul rdx, qword ptr [{p} + 32]\n",
            "mulx {",
            $u0,
            "}, {",
            $u1,
            "}, qword ptr [{p}]\n",
            // The lowest word of the sum is zero, and there is a carry unless it was zero before.
            "add {",
            $t0,
            "}, -1\n",
            "mulx {",
            $u1,
            "}, {",
            $t0,
            "}, qword ptr [{p} + 8]\n",
            "adc {",
            $u0,
            "}, {",
            $t0,
            "}\n",
            "mulx {",
            $u2,
            "}, {",
            $t0,
            "}, qword ptr [{p} + 16]\n",
            "adc {",
            $u1,
            "}, {",
            $t0,
            "}\n",
            "mulx {",
            $u3,
            "}, rdx, qword ptr [{p} + 24]\n",
            "adc {",
            $u2,
            "}, rdx\n",
            "adc {",
            $u3,
            "}, 0\n",
            "add {",
            $t1,
            "}, {",
            $u0,
            "}\n",
            "adc {",
            $t2,
            "}, {",
            $u1,
            "}\n",
            "adc {",
            $t3,
            "}, {",
            $u2,
            "}\n",
            "adc {",
            $t4,
            "}, {",
            $u3,
            "}\n",
        )
    };
}

/// Montgomery product of a canonical `a` and any four words `b`: canonical.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
pub(in crate::arch) unsafe fn fr_mul(a: &Fr, b: &Fr) -> Fr {
    let (w0, w1, w2, w3);
    // SAFETY: reads four words at `a` and `b` and five at `CONSTANTS`, writes registers only; the caller's CPU has the instructions.
    unsafe {
        asm!(
            "mov rdx, qword ptr [{b}]",
            "mulx {r1}, {r0}, qword ptr [{a}]",
            "mulx {r2}, {r4}, qword ptr [{a} + 8]",
            "add {r1}, {r4}",
            "mulx {r3}, {r4}, qword ptr [{a} + 16]",
            "adc {r2}, {r4}",
            "mulx {r4}, rdx, qword ptr [{a} + 24]",
            "adc {r3}, rdx",
            "adc {r4}, 0",
            step!("r0" "r1" "r2" "r3" "r4" | "r5" "r6" "r7" "r8"),
            "mov rdx, qword ptr [{b} + 8]",
            row!("r1" "r2" "r3" "r4" | "r5" "r6" "r7" "r8" "r0"),
            step!("r1" "r2" "r3" "r4" "r0" | "r5" "r6" "r7" "r8"),
            "mov rdx, qword ptr [{b} + 16]",
            row!("r2" "r3" "r4" "r0" | "r5" "r6" "r7" "r8" "r1"),
            step!("r2" "r3" "r4" "r0" "r1" | "r5" "r6" "r7" "r8"),
            "mov rdx, qword ptr [{b} + 24]",
            row!("r3" "r4" "r0" "r1" | "r5" "r6" "r7" "r8" "r2"),
            step!("r3" "r4" "r0" "r1" "r2" | "r5" "r6" "r7" "r8"),
            // Below twice the order: less the order, unless that borrows.
            "mov {r5}, {r4}",
            "mov {r6}, {r0}",
            "mov {r7}, {r1}",
            "mov {r8}, {r2}",
            "sub {r5}, qword ptr [{p}]",
            "sbb {r6}, qword ptr [{p} + 8]",
            "sbb {r7}, qword ptr [{p} + 16]",
            "sbb {r8}, qword ptr [{p} + 24]",
            "cmovnc {r4}, {r5}",
            "cmovnc {r0}, {r6}",
            "cmovnc {r1}, {r7}",
            "cmovnc {r2}, {r8}",
            a = in(reg) a,
            b = in(reg) b,
            p = in(reg) &CONSTANTS,
            r0 = out(reg) w1,
            r1 = out(reg) w2,
            r2 = out(reg) w3,
            r3 = out(reg) _,
            r4 = out(reg) w0,
            r5 = out(reg) _,
            r6 = out(reg) _,
            r7 = out(reg) _,
            r8 = out(reg) _,
            out("rdx") _,
            options(pure, readonly, nostack),
        );
    }
    Fr([w0, w1, w2, w3])
}

/// Montgomery reduction of any four words: canonical.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
pub(in crate::arch) unsafe fn fr_reduce(a: &Fr) -> Fr {
    let [mut w0, mut w1, mut w2, mut w3] = a.0;
    // SAFETY: reads five words at `CONSTANTS`, writes registers only; the caller's CPU has the instructions.
    unsafe {
        asm!(
            "xor {r4:e}, {r4:e}",
            step!("r0" "r1" "r2" "r3" "r4" | "r5" "r6" "r7" "r8"),
            "xor {r0:e}, {r0:e}",
            step!("r1" "r2" "r3" "r4" "r0" | "r5" "r6" "r7" "r8"),
            "xor {r1:e}, {r1:e}",
            step!("r2" "r3" "r4" "r0" "r1" | "r5" "r6" "r7" "r8"),
            "xor {r2:e}, {r2:e}",
            step!("r3" "r4" "r0" "r1" "r2" | "r5" "r6" "r7" "r8"),
            p = in(reg) &CONSTANTS,
            r0 = inout(reg) w0 => w1,
            r1 = inout(reg) w1 => w2,
            r2 = inout(reg) w2 => w3,
            r3 = inout(reg) w3 => _,
            r4 = out(reg) w0,
            r5 = out(reg) _,
            r6 = out(reg) _,
            r7 = out(reg) _,
            r8 = out(reg) _,
            out("rdx") _,
            options(pure, readonly, nostack),
        );
    }
    // The order itself comes of its multiples, which are not canonical but may be given.
    Fr(reduce4(&[w0, w1, w2, w3], &ORDER))
}
