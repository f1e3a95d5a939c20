//! What the types of the interface are here, and the one form of a value that callers see.

use core::ffi::c_int;

use lanesmith_bls::Fr;
use lanesmith_bls::curve::{Affine, Projective};
use lanesmith_bls::field::zero_mask;
use lanesmith_bls::hazmat::{Field, Fp, Fp2, Fp6, Fp12};

use super::memory::get;

/// `blst_scalar`: an integer of 256 bits, least significant byte first, at any address.
pub type Scalar = [u8; 32];

/// `blst_p1_affine` and `blst_p2_affine`: infinity is `0, 0`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Flat<F> {
    pub x: F,
    pub y: F,
}

/// `BLST_ERROR`.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Code {
    Success = 0,
    BadEncoding = 1,
    NotOnCurve = 2,
    NotInGroup = 3,
    TypeMismatch = 4,
    VerifyFail = 5,
    KeyIsInfinity = 6,
}

/// A truth value as C has it, a whole register.
#[inline(always)]
pub fn truth(value: bool) -> c_int {
    c_int::from(value)
}

/// All ones if a flag is set.
#[inline(always)]
pub fn mask(flag: c_int) -> u64 {
    let wide = flag as i64 as u64;
    ((wide | wide.wrapping_neg()) >> 63).wrapping_neg()
}

/// The form of a value with every coefficient below the modulus: callers compare limbs.
pub trait Canonical {
    fn canonical(&self) -> Self;
}

/// The limbs in memory, in Montgomery form.
pub fn limbs(a: &Fr) -> [u64; 4] {
    // SAFETY: an element is four limbs, `repr(C)`.
    unsafe { get((&raw const *a).cast()) }
}

/// The element that has these limbs.
pub fn of_limbs(limbs: [u64; 4]) -> Fr {
    // SAFETY: as above, and every value of limbs is one of an element.
    unsafe { get((&raw const limbs).cast()) }
}

/// What is done with canonical values, limb by limb.
pub trait Limbs {
    /// The negative where the mask is all ones, the value where it is zero; canonical.
    fn negated(&self, mask: u64) -> Self;
    /// All limbs or'ed: zero for zero.
    fn any(&self) -> u64;
}

impl Limbs for Fp {
    #[inline(always)]
    fn negated(&self, mask: u64) -> Self {
        self.negate_canonical(mask)
    }
    #[inline(always)]
    fn any(&self) -> u64 {
        self.0.iter().fold(0, |any, limb| any | limb)
    }
}

impl Limbs for Fp2 {
    #[inline(always)]
    fn negated(&self, mask: u64) -> Self {
        Self { c0: self.c0.negated(mask), c1: self.c1.negated(mask) }
    }
    #[inline(always)]
    fn any(&self) -> u64 {
        self.c0.any() | self.c1.any()
    }
}

impl Canonical for Fp {
    #[inline(always)]
    fn canonical(&self) -> Self {
        Fp::canonical(self)
    }
}

impl Canonical for Fp2 {
    #[inline(always)]
    fn canonical(&self) -> Self {
        Self { c0: self.c0.canonical(), c1: self.c1.canonical() }
    }
}

impl Canonical for Fp6 {
    fn canonical(&self) -> Self {
        Self { c0: self.c0.canonical(), c1: self.c1.canonical(), c2: self.c2.canonical() }
    }
}

impl Canonical for Fp12 {
    fn canonical(&self) -> Self {
        Self { c0: self.c0.canonical(), c1: self.c1.canonical() }
    }
}

impl<F: Canonical> Canonical for Projective<F> {
    fn canonical(&self) -> Self {
        Self { x: self.x.canonical(), y: self.y.canonical(), z: self.z.canonical() }
    }
}

impl<F: Canonical> Canonical for Flat<F> {
    fn canonical(&self) -> Self {
        Self { x: self.x.canonical(), y: self.y.canonical() }
    }
}

impl<F: Field + Canonical + Limbs> Flat<F> {
    pub const INFINITY: Self = Self { x: F::ZERO, y: F::ZERO };

    /// All ones at infinity.
    #[inline(always)]
    pub fn infinity_mask(&self) -> u64 {
        zero_mask(&[self.x.any() | self.y.any()])
    }

    /// As the library has points.
    #[inline(always)]
    pub fn affine(&self) -> Affine<F> {
        Affine { x: self.x, y: self.y, infinity: self.infinity_mask() != 0 }
    }

    /// As callers have them.
    #[inline(always)]
    pub fn of(point: &Affine<F>) -> Self {
        if point.infinity { Self::INFINITY } else { Self { x: point.x, y: point.y }.canonical() }
    }

    /// With `Z` one, or zero at infinity, without a branch.
    #[inline(always)]
    pub fn projective(&self) -> Projective<F> {
        Projective { x: self.x, y: self.y, z: F::ONE.select(&F::ZERO, self.infinity_mask()) }
    }
}

/// The point with `Z` one, or zero at infinity; the time tells nothing of the point.
pub fn normal<F: Field, B: lanesmith_bls::hazmat::Backend>(point: &Projective<F>) -> Projective<F> {
    let inverse = point.z.inv::<B>();
    let square = inverse.sqr::<B>();
    Projective {
        x: point.x.mul::<B>(&square),
        y: point.y.mul::<B>(&square).mul::<B>(&inverse),
        z: F::ONE.select(&F::ZERO, point.z.zero_mask()),
    }
}

/// [`normal`] for callers who may see whether `Z` was one: then nothing is to be done.
pub fn flat<F: Field + Canonical + Limbs, B: lanesmith_bls::hazmat::Backend>(
    point: &Projective<F>,
) -> Flat<F> {
    if point.z.sub::<B>(&F::ONE).zero_mask() != 0 {
        return Flat { x: point.x, y: point.y }.canonical();
    }
    let Projective { x, y, .. } = normal::<F, B>(point);
    Flat { x, y }.canonical()
}
