//! What a backend of the field may supply.
//!
//! All mathematics above the field is generic over a [`Backend`]: a zero-sized type whose functions are the arithmetic.
//! Only a few are required; each of the others has a default written from more basic ones, and a backend overrides
//! those that it can do better. One backend is one instantiation of the whole family.
//!
//! # Representation
//!
//! [`Fp`] is six 64-bit limbs, least significant first, in Montgomery form: the limbs hold `x * R mod p` for
//! `R = 2^384`. The residue need not be canonical. Three bounds are used, and nothing checks them at run time:
//!
//! * **loose**: `[0, 2p)`. What every `fp_` and `fp2_` function accepts and returns unless it says otherwise.
//! * **tight**: `[0, p + 2^330)`. What [`Backend::fp_reduce_tight`] returns; all coefficients of an `Fp12` are tight.
//! * **raw**: any unsigned 384-bit value, `[0, 9.84p)`: sums without correction ([`Backend::fp_add_raw`]), accepted by
//!   wide products only. Eight tight or four loose values may be summed.
//!
//! [`FpDbl`] is twelve 64-bit limbs, an integer modulo `2^768` read as two's complement. Sums, differences and products
//! of wide values wrap, and only the last value of a computation, the one that is reduced, must lie in the range that
//! the reduction names. (`2^768` is `96.9 p^2`, `p * R` is `9.84 p^2`.)
//!
//! `Fp2` is `c0 + c1*u` with `u^2 = -1`; `Fp6` is `Fp2[v]/(v^3 - xi)` with `xi = 1 + u`; `Fp12` is `Fp6[w]/(w^2 - v)`.
//! All types are `#[repr(C)]` and hold nothing but limbs.
//!
//! # Aliasing and time
//!
//! Results are returned by value. A kernel in assembly declares the same signature as `extern "sysv64"`
//! (`unsafe extern "sysv64" fn(a: &Fp, b: &Fp) -> Fp`): the System V convention passes the address of the result in
//! `rdi` (to be returned in `rax`), `a` in `rsi`, `b` in `rdx`, so that nothing is copied. The result never overlaps an
//! operand, so it may be written before the last operand has been read. Operands may be the same value.
//! Every function takes the same time for all values of its operands, and looks nothing up by a value.

use crate::field::{Fp, FpDbl, Fr, fp};
use crate::tower::{Compressed, Fp2, Fp2Dbl, Fp6, Fp6Dbl, Fp12, fp2, fp6, fp12, maps};

/// The arithmetic of one engine; see the [module](self) for representation, bounds and aliasing.
pub trait Backend: Copy + Send + Sync + 'static {
    // ---- Fp -------------------------------------------------------------------------------------------------------

    /// Montgomery product `a * b / R`. Operands: the product of their bounds may be up to `8p^2` (loose times loose, or
    /// a sum of two loose values times a loose one). Result: loose.
    fn fp_mul(a: &Fp, b: &Fp) -> Fp;

    /// Montgomery square. Operand: below `2.9p`. Result: loose.
    fn fp_sqr(a: &Fp) -> Fp {
        Self::fp_mul(a, a)
    }

    /// `n` squarings in a row, `n >= 1`: the backbone of square roots. Operand and result: loose.
    fn fp_sqr_n(a: &Fp, n: u32) -> Fp {
        let mut x = Self::fp_sqr(a);
        for _ in 1..n {
            x = Self::fp_sqr(&x);
        }
        x
    }

    /// Sum. Operands and result: loose.
    #[inline(always)]
    fn fp_add(a: &Fp, b: &Fp) -> Fp {
        fp::add(a, b)
    }

    /// Sum without correction; the exact sum must stay below `2^384`. Result: raw.
    #[inline(always)]
    fn fp_add_raw(a: &Fp, b: &Fp) -> Fp {
        fp::add_raw(a, b)
    }

    /// Double. Operand and result: loose.
    #[inline(always)]
    fn fp_dbl(a: &Fp) -> Fp {
        Self::fp_add(a, a)
    }

    /// Difference. Operands and result: loose.
    #[inline(always)]
    fn fp_sub(a: &Fp, b: &Fp) -> Fp {
        fp::sub(a, b)
    }

    /// Negative. Operand: loose. Result: loose (`2p - a`, or 0 for 0).
    #[inline(always)]
    fn fp_neg(a: &Fp) -> Fp {
        Self::fp_sub(&Fp::ZERO, a)
    }

    // ---- Fr -------------------------------------------------------------------------------------------------------

    /// Product in the scalar field. Operands: `a` canonical, `b` any four words. Result: canonical.
    #[inline(always)]
    fn fr_mul(a: &Fr, b: &Fr) -> Fr {
        a.mul(b)
    }

    /// Montgomery reduction in the scalar field: limbs that are the integer. Operand and result: canonical.
    #[inline(always)]
    fn fr_reduce(a: &Fr) -> Fr {
        a.reduced()
    }

    // ---- double width ---------------------------------------------------------------------------------------------

    /// The exact product of two raw values, modulo `2^768`.
    fn fp_mul_wide(a: &Fp, b: &Fp) -> FpDbl;

    /// The exact square of a raw value.
    fn fp_sqr_wide(a: &Fp) -> FpDbl {
        Self::fp_mul_wide(a, a)
    }

    /// Sum modulo `2^768`.
    #[inline(always)]
    fn wide_add(a: &FpDbl, b: &FpDbl) -> FpDbl {
        fp::wide_add(a, b)
    }

    /// Difference modulo `2^768`.
    #[inline(always)]
    fn wide_sub(a: &FpDbl, b: &FpDbl) -> FpDbl {
        fp::wide_sub(a, b)
    }

    /// Montgomery reduction `t / R`. Operand: `0 <= t < 9.8 p^2`. Result: loose.
    fn fp_reduce(t: &FpDbl) -> Fp;

    /// Montgomery reduction of a signed value. Operand: `-20 p^2 < t < 20 p^2`. Result: tight.
    ///
    /// The reduction gives a value in `(t/R, t/R + p)`, that is in `(-2.04p, 3.04p)`; `3p` is added and the multiple of
    /// `p` that the top limb shows is subtracted ([`fp::tighten`]).
    fn fp_reduce_tight(t: &FpDbl) -> Fp;

    // ---- Fp2 ------------------------------------------------------------------------------------------------------

    /// Product. Operands and result: loose.
    fn fp2_mul(a: &Fp2, b: &Fp2) -> Fp2 {
        fp2::mul::<Self>(a, b)
    }

    /// Square. Operand and result: loose.
    fn fp2_sqr(a: &Fp2) -> Fp2 {
        fp2::sqr::<Self>(a)
    }

    /// Sum, coefficient by coefficient. Operands and result: loose.
    #[inline(always)]
    fn fp2_add(a: &Fp2, b: &Fp2) -> Fp2 {
        Fp2 { c0: Self::fp_add(&a.c0, &b.c0), c1: Self::fp_add(&a.c1, &b.c1) }
    }

    /// Sum without correction. Result: raw.
    #[inline(always)]
    fn fp2_add_raw(a: &Fp2, b: &Fp2) -> Fp2 {
        Fp2 { c0: Self::fp_add_raw(&a.c0, &b.c0), c1: Self::fp_add_raw(&a.c1, &b.c1) }
    }

    /// Difference. Operands and result: loose.
    #[inline(always)]
    fn fp2_sub(a: &Fp2, b: &Fp2) -> Fp2 {
        Fp2 { c0: Self::fp_sub(&a.c0, &b.c0), c1: Self::fp_sub(&a.c1, &b.c1) }
    }

    /// Product with `xi = 1 + u`. Operand and result: loose.
    #[inline(always)]
    fn fp2_mul_xi(a: &Fp2) -> Fp2 {
        Fp2 { c0: Self::fp_sub(&a.c0, &a.c1), c1: Self::fp_add(&a.c0, &a.c1) }
    }

    /// Product without reduction. Operands: raw with `c0 + c1 < 2^384` (both sides). Result: modulo `2^768`, standing for
    /// the integers `a0*b0 - a1*b1` and `a0*b1 + a1*b0`.
    fn fp2_mul_wide(a: &Fp2, b: &Fp2) -> Fp2Dbl {
        fp2::mul_wide::<Self>(a, b)
    }

    /// Square without reduction. Operand: loose (each coefficient below `2p`). Result: modulo `2^768`, standing for
    /// `a0^2 - a1^2` and `2*a0*a1`.
    fn fp2_sqr_wide(a: &Fp2) -> Fp2Dbl {
        fp2::sqr_wide::<Self>(a)
    }

    // ---- Fp6 ------------------------------------------------------------------------------------------------------

    /// The operand sums of Karatsuba's product in `Fp6`: `(a1 + a2, a0 + a1, a0 + a2)`, without correction.
    fn fp6_pre(a: &Fp6) -> [Fp2; 3] {
        fp6::pre::<Self>(a)
    }

    /// From the six products of Karatsuba's method to the product in `Fp6`, all modulo `2^768`:
    ///
    /// `v = [a0*b0, a1*b1, a2*b2]`, `m = [(a1+a2)(b1+b2), (a0+a1)(b0+b1), (a0+a2)(b0+b2)]`;
    /// `c0 = v0 + xi*(m0 - v1 - v2)`, `c1 = m1 - v0 - v1 + xi*v2`, `c2 = m2 - v0 - v2 + v1`,
    /// where `xi*(x + y*u) = (x - y) + (x + y)*u`.
    fn fp6_post(v: &[Fp2Dbl; 3], m: &[Fp2Dbl; 3]) -> Fp6Dbl {
        fp6::post::<Self>(v, m)
    }

    /// Product without reduction, six [`Backend::fp2_mul_wide`]. Operands: coefficients below `2p + 2^332` (tight, or the
    /// sum of two tight values). For tight operands the result stands for integers in `(-7p^2, 8p^2)`.
    fn fp6_mul_wide(a: &Fp6, b: &Fp6) -> Fp6Dbl {
        fp6::mul_wide::<Self>(a, b)
    }

    /// Product with `a + b*v` without reduction, five [`Backend::fp2_mul_wide`]. The coefficients of `x` below `2p + 2^332`,
    /// those of `a` and `b` and the sums of both below `4.9p`.
    fn fp6_mul_by_01_wide(x: &Fp6, a: &Fp2, b: &Fp2) -> Fp6Dbl {
        fp6::mul_by_01::<Self>(x, a, b)
    }

    /// Product with `b*v + c*v^2` without reduction, five [`Backend::fp2_mul_wide`]; bounds as above.
    fn fp6_mul_by_12_wide(x: &Fp6, b: &Fp2, c: &Fp2) -> Fp6Dbl {
        fp6::mul_by_12::<Self>(x, b, c)
    }

    /// Product with `c*v` without reduction, three [`Backend::fp2_mul_wide`]; bounds as above.
    fn fp6_mul_by_1_wide(x: &Fp6, c: &Fp2) -> Fp6Dbl {
        fp6::mul_by_1::<Self>(x, c)
    }

    // ---- Fp12 -----------------------------------------------------------------------------------------------------

    /// The last layer of a product in `Fp12`: from `aa = a0*b0`, `bb = a1*b1` and `m = (a0+a1)(b0+b1)` (in `Fp6`, wide)
    /// to `c0 = aa + v*bb`, `c1 = m - aa - bb`, where `v*(x0 + x1*v + x2*v^2) = xi*x2 + x0*v + x1*v^2`; all twelve
    /// values reduced to tight ones.
    fn fp12_post(aa: &Fp6Dbl, bb: &Fp6Dbl, m: &Fp6Dbl) -> Fp12 {
        fp12::post::<Self>(aa, bb, m)
    }

    /// The last layer of a squaring in `Fp12`: from `ab = a0*a1` and `m = (a0 + a1)(a0 + v*a1)` to
    /// `c0 = m - ab - v*ab`, `c1 = 2*ab`, all twelve values reduced to tight ones.
    fn fp12_sqr_post(ab: &Fp6Dbl, m: &Fp6Dbl) -> Fp12 {
        fp12::sqr_post::<Self>(ab, m)
    }

    /// Product. Operands and result: tight.
    fn fp12_mul(a: &Fp12, b: &Fp12) -> Fp12 {
        fp12::mul::<Self>(a, b)
    }

    /// Square. Operand and result: tight.
    fn fp12_sqr(a: &Fp12) -> Fp12 {
        fp12::sqr::<Self>(a)
    }

    /// The last layer of the square in `Fp4 = Fp2[s]/(s^2 - xi)` that cyclotomic squarings consist of: from the wide
    /// squares `[a^2, b^2, (a+b)^2]` to the *wide* `(a^2 + xi*b^2, (a+b)^2 - a^2 - b^2)`.
    fn fp4_sqr_post(aa: &Fp2Dbl, bb: &Fp2Dbl, m: &Fp2Dbl) -> [Fp2Dbl; 2] {
        fp12::fp4_sqr_post::<Self>(aa, bb, m)
    }

    /// `3*t - 2*z` with `t` reduced from its wide form: half of the outputs of a cyclotomic squaring.
    /// Operands: `-4.5 p^2 < t < 5.5 p^2`, `z` tight. Result: tight.
    fn fp2_triple_minus(t: &Fp2Dbl, z: &Fp2) -> Fp2 {
        fp12::triple_minus::<Self>(t, z)
    }

    /// `3*t + 2*z`, the other half. Operands: `-6.5 p^2 < t < 6.5 p^2`, `z` tight. Result: tight.
    fn fp2_triple_plus(t: &Fp2Dbl, z: &Fp2) -> Fp2 {
        fp12::triple_plus::<Self>(t, z)
    }

    /// Square of an element of the cyclotomic subgroup (Granger and Scott). Operand and result: tight.
    fn fp12_cyclotomic_sqr(a: &Fp12) -> Fp12 {
        fp12::cyclotomic_sqr::<Self>(a)
    }

    /// Square of a compressed element of the cyclotomic subgroup (Karabina). Coefficients tight.
    fn fp12_compressed_sqr(a: &Compressed) -> Compressed {
        maps::compressed_sqr::<Self>(a)
    }
}
