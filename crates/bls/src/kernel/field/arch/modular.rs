//! Sums and differences modulo a number below half of what their words can hold, inlined. In assembly on x86-64, because the compiler
//! needs a mask and three instructions for every word that it selects, where one does: and it made a branch of a mask that it could see
//! through, on a secret bit.
//!
//! The constants come by address, in a register that then takes the last word of the second result. A symbol in the text, which is
//! inlined into other crates, would be one that a shared object lets others replace: linkers refuse to address it from `rip` there.

/// A modulus in the two forms that the functions here take.
pub struct Modular<const N: usize> {
    /// Itself.
    pub modulus: [u64; N],
    /// `2^(64 N)` less it: adding that takes the modulus away, and an addition, unlike a subtraction, may have the constant on
    /// either side. Only the assembly takes it.
    #[allow(dead_code)]
    pub less: [u64; N],
}

impl<const N: usize> Modular<N> {
    /// Of a modulus.
    pub const fn new(modulus: [u64; N]) -> Self {
        let mut less = [0; N];
        let (mut at, mut carry) = (0, true);
        while at < N {
            (less[at], carry) = (!modulus[at]).overflowing_add(carry as u64);
            at += 1;
        }
        Self { modulus, less }
    }
}

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(miri)))]
macro_rules! functions {
    ($add:ident $double:ident $sub:ident $negate:ident $reduce:ident $n:literal: $s0:ident $s1:ident, $($s:ident $t:ident $at:literal)*, $last:ident $end:literal) => {
        /// The sum of values below the modulus, below it too.
        #[inline(always)]
        pub fn $add(x: &[u64; $n], y: &[u64; $n], m: &Modular<$n>) -> [u64; $n] {
            // In registers: a value that was just computed is not stored first.
            let [mut $s0, mut $s1, $(mut $s,)* mut $last] = *x;
            // SAFETY: reads so many words at `y` and `less`, writes registers only; baseline instructions.
            unsafe {
                core::arch::asm!(
                    "add {s0}, qword ptr [{b}]",
                    "adc {s1}, qword ptr [{b} + 8]",
                    $(concat!("adc {", stringify!($s), "}, qword ptr [{b} + ", $at, "]"),)*
                    concat!("adc {last}, qword ptr [{b} + ", $end, "]"),
                    // The sum less the modulus, taken if it carries.
                    "mov {a}, {s0}",
                    "mov {b}, {s1}",
                    $(concat!("mov {", stringify!($t), "}, {", stringify!($s), "}"),)*
                    "add {a}, qword ptr [{m}]",
                    "adc {b}, qword ptr [{m} + 8]",
                    $(concat!("adc {", stringify!($t), "}, qword ptr [{m} + ", $at, "]"),)*
                    concat!("mov {m}, qword ptr [{m} + ", $end, "]"),
                    "adc {m}, {last}",
                    "cmovc {s0}, {a}",
                    "cmovc {s1}, {b}",
                    $(concat!("cmovc {", stringify!($s), "}, {", stringify!($t), "}"),)*
                    "cmovc {last}, {m}",
                    a = out(reg) _,
                    b = inout(reg) y => _,
                    m = inout(reg) &m.less => _,
                    s0 = inout(reg) $s0,
                    s1 = inout(reg) $s1,
                    $($s = inout(reg) $s, $t = out(reg) _,)*
                    last = inout(reg) $last,
                    options(pure, readonly, nostack),
                );
            }
            [$s0, $s1, $($s,)* $last]
        }

        /// Twice a value below the modulus, below it too.
        #[inline(always)]
        pub fn $double(x: &[u64; $n], m: &Modular<$n>) -> [u64; $n] {
            let [mut $s0, mut $s1, $(mut $s,)* mut $last] = *x;
            // SAFETY: reads so many words at `less`, writes registers only; baseline instructions.
            unsafe {
                core::arch::asm!(
                    "add {s0}, {s0}",
                    "adc {s1}, {s1}",
                    $(concat!("adc {", stringify!($s), "}, {", stringify!($s), "}"),)*
                    "adc {last}, {last}",
                    // The double less the modulus, taken if it carries.
                    "mov {t0}, {s0}",
                    "mov {t1}, {s1}",
                    $(concat!("mov {", stringify!($t), "}, {", stringify!($s), "}"),)*
                    "add {t0}, qword ptr [{m}]",
                    "adc {t1}, qword ptr [{m} + 8]",
                    $(concat!("adc {", stringify!($t), "}, qword ptr [{m} + ", $at, "]"),)*
                    concat!("mov {m}, qword ptr [{m} + ", $end, "]"),
                    "adc {m}, {last}",
                    "cmovc {s0}, {t0}",
                    "cmovc {s1}, {t1}",
                    $(concat!("cmovc {", stringify!($s), "}, {", stringify!($t), "}"),)*
                    "cmovc {last}, {m}",
                    m = inout(reg) &m.less => _,
                    s0 = inout(reg) $s0,
                    s1 = inout(reg) $s1,
                    t0 = out(reg) _,
                    t1 = out(reg) _,
                    $($s = inout(reg) $s, $t = out(reg) _,)*
                    last = inout(reg) $last,
                    options(pure, readonly, nostack),
                );
            }
            [$s0, $s1, $($s,)* $last]
        }

        /// The difference of values below the modulus, below it too.
        #[inline(always)]
        pub fn $sub(x: &[u64; $n], y: &[u64; $n], m: &Modular<$n>) -> [u64; $n] {
            let ($s0, $s1, $($s,)* $last);
            // SAFETY: reads so many words at `x`, `y` and `modulus`, writes registers only; baseline instructions.
            unsafe {
                core::arch::asm!(
                    "mov {s0}, qword ptr [{a}]",
                    "mov {s1}, qword ptr [{a} + 8]",
                    $(concat!("mov {", stringify!($s), "}, qword ptr [{a} + ", $at, "]"),)*
                    concat!("mov {last}, qword ptr [{a} + ", $end, "]"),
                    "sub {s0}, qword ptr [{b}]",
                    "sbb {s1}, qword ptr [{b} + 8]",
                    $(concat!("sbb {", stringify!($s), "}, qword ptr [{b} + ", $at, "]"),)*
                    concat!("sbb {last}, qword ptr [{b} + ", $end, "]"),
                    "sbb {mask}, {mask}",
                    // The modulus where it borrowed, else nothing.
                    "mov {a}, qword ptr [{m}]",
                    "mov {b}, qword ptr [{m} + 8]",
                    $(concat!("mov {", stringify!($t), "}, qword ptr [{m} + ", $at, "]"),)*
                    "and {a}, {mask}",
                    "and {b}, {mask}",
                    $(concat!("and {", stringify!($t), "}, {mask}"),)*
                    concat!("and {mask}, qword ptr [{m} + ", $end, "]"),
                    "add {s0}, {a}",
                    "adc {s1}, {b}",
                    $(concat!("adc {", stringify!($s), "}, {", stringify!($t), "}"),)*
                    "adc {last}, {mask}",
                    a = inout(reg) x => _,
                    b = inout(reg) y => _,
                    m = in(reg) &m.modulus,
                    s0 = out(reg) $s0,
                    s1 = out(reg) $s1,
                    $($s = out(reg) $s, $t = out(reg) _,)*
                    last = out(reg) $last,
                    mask = out(reg) _,
                    options(pure, readonly, nostack),
                );
            }
            [$s0, $s1, $($s,)* $last]
        }

        /// The negative of a value below the modulus where `mask` is all ones, the value where it is zero; below the modulus too.
        #[inline(always)]
        pub fn $negate(x: &[u64; $n], mask: u64, m: &Modular<$n>) -> [u64; $n] {
            let [mut $s0, mut $s1, $(mut $s,)* mut $last] = *x;
            // SAFETY: reads so many words at `modulus`, writes registers only; baseline instructions.
            unsafe {
                core::arch::asm!(
                    // Zero is its own negative.
                    "mov {t0}, {s0}",
                    "or {t0}, {s1}",
                    $(concat!("or {t0}, {", stringify!($s), "}"),)*
                    "or {t0}, {last}",
                    "neg {t0}",
                    "sbb {t0}, {t0}",
                    "and {mask}, {t0}",
                    // The modulus less the value, taken where the mask is left.
                    "mov {t0}, qword ptr [{m}]",
                    "mov {t1}, qword ptr [{m} + 8]",
                    $(concat!("mov {", stringify!($t), "}, qword ptr [{m} + ", $at, "]"),)*
                    concat!("mov {m}, qword ptr [{m} + ", $end, "]"),
                    "sub {t0}, {s0}",
                    "sbb {t1}, {s1}",
                    $(concat!("sbb {", stringify!($t), "}, {", stringify!($s), "}"),)*
                    "sbb {m}, {last}",
                    "test {mask}, {mask}",
                    "cmovnz {s0}, {t0}",
                    "cmovnz {s1}, {t1}",
                    $(concat!("cmovnz {", stringify!($s), "}, {", stringify!($t), "}"),)*
                    "cmovnz {last}, {m}",
                    mask = inout(reg) mask => _,
                    m = inout(reg) &m.modulus => _,
                    s0 = inout(reg) $s0,
                    s1 = inout(reg) $s1,
                    t0 = out(reg) _,
                    t1 = out(reg) _,
                    $($s = inout(reg) $s, $t = out(reg) _,)*
                    last = inout(reg) $last,
                    options(pure, readonly, nostack),
                );
            }
            [$s0, $s1, $($s,)* $last]
        }

        /// What is below twice the modulus, below it.
        #[inline(always)]
        pub fn $reduce(x: &[u64; $n], m: &Modular<$n>) -> [u64; $n] {
            let [mut $s0, mut $s1, $(mut $s,)* mut $last] = *x;
            // SAFETY: reads so many words at `less`, writes registers only; baseline instructions.
            unsafe {
                core::arch::asm!(
                    "mov {t0}, {s0}",
                    "mov {t1}, {s1}",
                    $(concat!("mov {", stringify!($t), "}, {", stringify!($s), "}"),)*
                    // Less the modulus, taken if it carries.
                    "add {t0}, qword ptr [{m}]",
                    "adc {t1}, qword ptr [{m} + 8]",
                    $(concat!("adc {", stringify!($t), "}, qword ptr [{m} + ", $at, "]"),)*
                    concat!("mov {m}, qword ptr [{m} + ", $end, "]"),
                    "adc {m}, {last}",
                    "cmovc {s0}, {t0}",
                    "cmovc {s1}, {t1}",
                    $(concat!("cmovc {", stringify!($s), "}, {", stringify!($t), "}"),)*
                    "cmovc {last}, {m}",
                    m = inout(reg) &m.less => _,
                    s0 = inout(reg) $s0,
                    s1 = inout(reg) $s1,
                    t0 = out(reg) _,
                    t1 = out(reg) _,
                    $($s = inout(reg) $s, $t = out(reg) _,)*
                    last = inout(reg) $last,
                    options(pure, readonly, nostack),
                );
            }
            [$s0, $s1, $($s,)* $last]
        }
    };
}

#[cfg(not(all(target_arch = "x86_64", target_pointer_width = "64", not(miri))))]
macro_rules! functions {
    ($add:ident $double:ident $sub:ident $negate:ident $reduce:ident $n:literal: $($rest:tt)*) => {
        /// The sum of values below the modulus, below it too.
        #[inline]
        pub fn $add(x: &[u64; $n], y: &[u64; $n], m: &Modular<$n>) -> [u64; $n] {
            crate::field::limbs::limbs_sub_if_not_less(&crate::field::limbs::limbs_add(x, y).0, &m.modulus)
        }

        /// Twice a value below the modulus, below it too.
        #[inline]
        pub fn $double(x: &[u64; $n], m: &Modular<$n>) -> [u64; $n] {
            $add(x, x, m)
        }

        /// The difference of values below the modulus, below it too.
        #[inline]
        pub fn $sub(x: &[u64; $n], y: &[u64; $n], m: &Modular<$n>) -> [u64; $n] {
            let (difference, borrow) = crate::field::limbs::limbs_sub(x, y);
            // The barrier keeps the mask from becoming a branch: seen in object code without it.
            let mask = super::opaque((borrow as u64).wrapping_neg());
            crate::field::limbs::limbs_add(&difference, &m.modulus.map(|limb| limb & mask)).0
        }

        /// The negative of a value below the modulus where `mask` is all ones, the value where it is zero; below the modulus too.
        #[inline]
        pub fn $negate(x: &[u64; $n], mask: u64, m: &Modular<$n>) -> [u64; $n] {
            // Zero is its own negative. The complement and the modulus plus one are the modulus less the value.
            let mask = super::opaque(mask & !crate::field::limbs::zero_mask(x));
            let (complement, modulus) = (x.map(|limb| limb ^ mask), m.modulus.map(|limb| limb & mask));
            let mut out = [0; $n];
            let mut carry = mask & 1 != 0;
            for (out, (a, b)) in out.iter_mut().zip(complement.iter().zip(&modulus)) {
                (*out, carry) = crate::field::limbs::adc(*a, *b, carry);
            }
            out
        }

        /// What is below twice the modulus, below it.
        #[inline]
        pub fn $reduce(x: &[u64; $n], m: &Modular<$n>) -> [u64; $n] {
            crate::field::limbs::limbs_sub_if_not_less(x, &m.modulus)
        }
    };
}

functions! { add4 double4 sub4 negate4 reduce4 4: s0 s1, s2 t2 16, s3 24 }
functions! { add6 double6 sub6 negate6 reduce6 6: s0 s1, s2 t2 16 s3 t3 24 s4 t4 32, s5 40 }
