//! The operations of this crate: the functions that an engine of each consists of.
//!
//! A whole module of arithmetic is instantiated for each backend; an engine is what that module does for one operation.
//! `bls.fp` to `bls.fp12` exist for races and tests of the arithmetic, the others for callers.

mod signature;

pub use signature::{GroupKernel, SignatureKernel};

use lanesmith_isa::Operation;

use crate::curve::{
    Affine, DecodeError, Encoded, G1Affine, G1Projective, G2Affine, G2Projective, Projective,
};
use crate::field::{Fp, FpDbl, Fr};
use crate::hash_to_curve::ExpandError;
use crate::pairing::{G2Prepared, Gt};
use crate::tower::{Fp2, Fp6, Fp12};

/// `bls.fp`: the base field. Bounds are those of [`backend`](crate::field::backend).
#[derive(Clone, Copy, Debug)]
pub struct FpKernel {
    /// Sum.
    pub add: fn(&Fp, &Fp) -> Fp,
    /// Difference.
    pub sub: fn(&Fp, &Fp) -> Fp,
    /// Product.
    pub mul: fn(&Fp, &Fp) -> Fp,
    /// Square.
    pub sqr: fn(&Fp) -> Fp,
    /// Product without reduction.
    pub mul_wide: fn(&Fp, &Fp) -> FpDbl,
    /// Reduction.
    pub reduce: fn(&FpDbl) -> Fp,
    /// Inverse in constant time.
    pub inv: fn(&Fp) -> Fp,
    /// Inverse of a public value.
    pub inv_vartime: fn(&Fp) -> Fp,
    /// Square root.
    pub sqrt: fn(&Fp) -> Option<Fp>,
}

impl Operation for FpKernel {
    const NAME: &str = "bls.fp";
}

/// `bls.fp2`: the quadratic extension.
#[derive(Clone, Copy, Debug)]
pub struct Fp2Kernel {
    /// Product.
    pub mul: fn(&Fp2, &Fp2) -> Fp2,
    /// Square.
    pub sqr: fn(&Fp2) -> Fp2,
    /// Inverse of a public value.
    pub inv_vartime: fn(&Fp2) -> Fp2,
    /// Square root.
    pub sqrt: fn(&Fp2) -> Option<Fp2>,
}

impl Operation for Fp2Kernel {
    const NAME: &str = "bls.fp2";
}

/// `bls.fp6`: the sextic extension.
#[derive(Clone, Copy, Debug)]
pub struct Fp6Kernel {
    /// Product.
    pub mul: fn(&Fp6, &Fp6) -> Fp6,
    /// Inverse of a public value.
    pub inv_vartime: fn(&Fp6) -> Fp6,
}

impl Operation for Fp6Kernel {
    const NAME: &str = "bls.fp6";
}

/// `bls.fp12`: the field that pairings lead to.
#[derive(Clone, Copy, Debug)]
pub struct Fp12Kernel {
    /// Product.
    pub mul: fn(&Fp12, &Fp12) -> Fp12,
    /// Square.
    pub sqr: fn(&Fp12) -> Fp12,
    /// Square in the cyclotomic subgroup.
    pub cyclotomic_sqr: fn(&Fp12) -> Fp12,
    /// Inverse of a public value.
    pub inv_vartime: fn(&Fp12) -> Fp12,
}

impl Operation for Fp12Kernel {
    const NAME: &str = "bls.fp12";
}

/// `bls.g1` and `bls.g2`: points of one of the groups.
#[derive(Clone, Copy, Debug)]
pub struct PointKernel<F: Encoded> {
    /// Sum.
    pub add: fn(&Projective<F>, &Projective<F>) -> Projective<F>,
    /// Sum with an affine point.
    pub add_affine: fn(&Projective<F>, &Affine<F>) -> Projective<F>,
    /// Double.
    pub dbl: fn(&Projective<F>) -> Projective<F>,
    /// Product with a secret scalar, for points of the group.
    pub mul: fn(&Affine<F>, &Fr) -> Projective<F>,
    /// Product with a public scalar, for points of the group.
    pub mul_vartime: fn(&Projective<F>, &Fr) -> Projective<F>,
    /// Product with a public 64-bit scalar, for any point of the curve.
    pub mul_u64_vartime: fn(&Projective<F>, u64) -> Projective<F>,
    /// Product with a public scalar of any length, most significant byte first, for any point of the curve.
    pub mul_wide_vartime: fn(&Projective<F>, &[u8]) -> Projective<F>,
    /// Whether two points are the same.
    pub equals: fn(&Projective<F>, &Projective<F>) -> bool,
    /// Whether the coordinates satisfy the curve's equation.
    pub is_on_curve: fn(&Affine<F>) -> bool,
    /// Whether a point of the curve is in the group.
    pub in_subgroup: fn(&Affine<F>) -> bool,
    /// To affine coordinates in constant time.
    pub to_affine: fn(&Projective<F>) -> Affine<F>,
    /// To affine coordinates with one inversion for all, in constant time; as many as the shorter slice holds.
    pub batch_to_affine: fn(&[Projective<F>], &mut [Affine<F>]),
    /// The compressed encoding.
    pub to_compressed: fn(&Affine<F>) -> F::Compressed,
    /// The uncompressed encoding.
    pub to_uncompressed: fn(&Affine<F>) -> F::Uncompressed,
    /// Decodes with every check.
    pub from_compressed: fn(&[u8]) -> Result<Affine<F>, DecodeError>,
    /// Decodes with every check but membership in the group.
    pub from_compressed_unchecked: fn(&[u8]) -> Result<Affine<F>, DecodeError>,
    /// Decodes with every check.
    pub from_uncompressed: fn(&[u8]) -> Result<Affine<F>, DecodeError>,
    /// Decodes coordinates that may be off the curve.
    pub from_uncompressed_unchecked: fn(&[u8]) -> Result<Affine<F>, DecodeError>,
}

impl Operation for PointKernel<Fp> {
    const NAME: &str = "bls.g1";
}

impl Operation for PointKernel<Fp2> {
    const NAME: &str = "bls.g2";
}

/// `bls.pairing`: Miller loops and the final exponentiation.
#[derive(Clone, Copy, Debug)]
pub struct PairingKernel {
    /// The product of Miller loops.
    pub miller_loop: fn(&[(G1Affine, G2Affine)]) -> Fp12,
    /// The same with prepared points.
    pub miller_loop_prepared: fn(&[(G1Affine, &G2Prepared)]) -> Fp12,
    /// The lines of a point.
    pub prepare: fn(&G2Affine) -> G2Prepared,
    /// The final exponentiation.
    pub final_exponentiation: fn(&Fp12) -> Gt,
    /// Whether a product of pairings is one.
    pub product_is_one: fn(&[(G1Affine, G2Affine)]) -> bool,
}

impl Operation for PairingKernel {
    const NAME: &str = "bls.pairing";
}

/// `bls.hash`: RFC 9380.
#[derive(Clone, Copy, Debug)]
pub struct HashKernel {
    /// To G1, the random-oracle suite.
    pub to_g1: fn(&[u8], &[u8]) -> Result<G1Projective, ExpandError>,
    /// To G2, the random-oracle suite.
    pub to_g2: fn(&[u8], &[u8]) -> Result<G2Projective, ExpandError>,
    /// To G1, the non-uniform suite.
    pub encode_to_g1: fn(&[u8], &[u8]) -> Result<G1Projective, ExpandError>,
    /// To G2, the non-uniform suite.
    pub encode_to_g2: fn(&[u8], &[u8]) -> Result<G2Projective, ExpandError>,
    /// The map of a field element into G1.
    pub map_to_g1: fn(&Fp) -> G1Projective,
    /// The map of a field element into G2.
    pub map_to_g2: fn(&Fp2) -> G2Projective,
}

impl Operation for HashKernel {
    const NAME: &str = "bls.hash";
}

/// `bls.msm`: sums of many products of public points and scalars.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug)]
pub struct MsmKernel {
    /// In G1.
    pub g1: fn(&[G1Affine], &[Fr]) -> Result<G1Projective, crate::curve::CountError>,
    /// In G2.
    pub g2: fn(&[G2Affine], &[Fr]) -> Result<G2Projective, crate::curve::CountError>,
    /// In G1 with 64-bit scalars, any points of the curve.
    pub g1_u64: fn(&[G1Affine], &[u64]) -> Result<G1Projective, crate::curve::CountError>,
    /// In G2 with 64-bit scalars, any points of the curve.
    pub g2_u64: fn(&[G2Affine], &[u64]) -> Result<G2Projective, crate::curve::CountError>,
    /// The plain sum in G1.
    pub g1_sum: fn(&[G1Affine]) -> G1Projective,
    /// The plain sum in G2.
    pub g2_sum: fn(&[G2Affine]) -> G2Projective,
}

#[cfg(feature = "alloc")]
impl Operation for MsmKernel {
    const NAME: &str = "bls.msm";
}
