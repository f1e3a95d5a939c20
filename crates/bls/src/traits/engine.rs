//! [`Bls12`] as an engine of the crate `pairing`.

use alloc::vec::Vec;

use ::pairing::{Engine, MillerLoopResult, MultiMillerLoop, PairingCurveAffine};
use group::{CurveAffine, Group};
use rand_core::TryRng;
use subtle::Choice;

use lanesmith_isa::Choice as Engines;

use crate::arch::Scalar;
use crate::curve::{G1Affine, G1Projective, G2Affine, G2Projective};
use crate::field::{Field, Fr};
use crate::ops::Fp12Kernel;
use crate::tower::{Fp6, Fp12};
use crate::{G2Prepared, Gt, Pairing};

/// The pairing of BLS12-381.
///
/// ```
/// use group::{CurveAffine, Group};
/// use lanesmith_bls::traits::Bls12;
/// use lanesmith_bls::{Fr, G1Affine, G2Affine};
/// use pairing::Engine;
/// let (p, q, k) = (G1Affine::generator(), G2Affine::generator(), Fr::from_u64(5));
/// assert_eq!(Bls12::pairing(&(p * k).into(), &q), Bls12::pairing(&p, &q) * k);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bls12;

/// What comes out of a Miller loop.
///
/// ```
/// use group::{CurveAffine, Group};
/// use lanesmith_bls::traits::Bls12;
/// use lanesmith_bls::{G1Affine, G2Affine, G2Prepared};
/// use pairing::{MillerLoopResult, MultiMillerLoop};
/// let (p, q) = (G1Affine::generator(), G2Prepared::from(G2Affine::generator()));
/// let product = Bls12::multi_miller_loop(&[(&p, &q), (&-p, &q)]).final_exponentiation();
/// assert!(bool::from(product.is_identity()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MillerLoop(pub Fp12);

impl Default for MillerLoop {
    fn default() -> Self {
        Self(Fp12::ONE)
    }
}

operator!(Add::add, AddAssign::add_assign, MillerLoop, MillerLoop, |a: &MillerLoop, b: &MillerLoop| {
    MillerLoop((kernel().mul)(&a.0, &b.0))
});

/// The arithmetic of the chosen engine.
fn kernel() -> &'static Fp12Kernel {
    Engines::<Fp12Kernel>::AUTO.step(1).engine.kernel()
}

impl MillerLoopResult for MillerLoop {
    type Gt = Gt;

    fn final_exponentiation(&self) -> Gt {
        Pairing::auto().final_exponentiation(&self.0)
    }
}

operator!(Add::add, AddAssign::add_assign, Gt, Gt, product);
operator!(Sub::sub, SubAssign::sub_assign, Gt, Gt, |a: &Gt, b: &Gt| product(a, &Gt::inv::<Scalar>(b)));
operator!(Mul::mul, MulAssign::mul_assign, Gt, Fr, power);
negative!(Gt, Gt::inv::<Scalar>);
of_many!(Sum::sum, Gt, Gt(Fp12::ONE), product);

fn product(a: &Gt, b: &Gt) -> Gt {
    Gt((kernel().mul)(&a.0, &b.0))
}

impl PartialEq for Gt {
    fn eq(&self, other: &Self) -> bool {
        self.equals::<Scalar>(other)
    }
}
impl Eq for Gt {}

/// The power, in constant time: a square and a product for each bit.
fn power(base: &Gt, scalar: &Fr) -> Gt {
    let kernel = kernel();
    let mut limbs = scalar.to_limbs();
    let mut sum = Fp12::ONE;
    for bit in (0..255).rev() {
        sum = (kernel.sqr)(&sum);
        let more = (kernel.mul)(&sum, &base.0);
        let mask = (limbs[bit / 64] >> (bit % 64) & 1).wrapping_neg();
        sum = Fp12 { c0: select(&sum.c0, &more.c0, mask), c1: select(&sum.c1, &more.c1, mask) };
    }
    crate::mem::wipe(&mut limbs);
    Gt(sum)
}

fn select(a: &Fp6, b: &Fp6, mask: u64) -> Fp6 {
    Fp6 { c0: a.c0.select(&b.c0, mask), c1: a.c1.select(&b.c1, mask), c2: a.c2.select(&b.c2, mask) }
}

/// The group that pairings lead to, written as a sum as the traits have it.
impl Group for Gt {
    type Scalar = Fr;

    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        loop {
            let scalar = <Fr as ff::Field>::try_random(rng)?;
            if !scalar.is_zero() {
                return Ok(power(&Self::generator(), &scalar));
            }
        }
    }
    fn identity() -> Self {
        Self(Fp12::ONE)
    }
    fn generator() -> Self {
        Bls12::pairing(&G1Affine::generator(), &G2Affine::generator())
    }
    fn is_identity(&self) -> Choice {
        Choice::from(u8::from(self.is_one::<Scalar>()))
    }
    fn double(&self) -> Self {
        Gt((kernel().sqr)(&self.0))
    }
}

impl Engine for Bls12 {
    type Fr = Fr;
    type G1 = G1Projective;
    type G1Affine = G1Affine;
    type G2 = G2Projective;
    type G2Affine = G2Affine;
    type Gt = Gt;

    fn pairing(p: &G1Affine, q: &G2Affine) -> Gt {
        Pairing::auto().product(&[(*p, *q)])
    }
}

impl PairingCurveAffine for G1Affine {
    type Pair = G2Affine;
    type PairingResult = Gt;

    fn pairing_with(&self, other: &G2Affine) -> Gt {
        Bls12::pairing(self, other)
    }
}

impl PairingCurveAffine for G2Affine {
    type Pair = G1Affine;
    type PairingResult = Gt;

    fn pairing_with(&self, other: &G1Affine) -> Gt {
        Bls12::pairing(other, self)
    }
}

impl From<G2Affine> for G2Prepared {
    fn from(point: G2Affine) -> Self {
        Pairing::auto().prepare(&point)
    }
}

impl MultiMillerLoop for Bls12 {
    type G2Prepared = G2Prepared;
    type Result = MillerLoop;

    fn multi_miller_loop(terms: &[(&G1Affine, &G2Prepared)]) -> MillerLoop {
        let pairs: Vec<_> = terms.iter().map(|(p, q)| (**p, *q)).collect();
        MillerLoop(Pairing::auto().miller_loop_prepared(&pairs))
    }
}
