//! What an engine does for signatures: whole operations on points, so that a call costs nothing beside its work.

use lanesmith_isa::Operation;

use crate::curve::{Affine, DecodeError, G1Affine, G2Affine};
use crate::field::{Fp, Fr};
use crate::hash_to_curve::ExpandError;
use crate::tower::{Fp2, Fp12};

/// `bls.signature`: everything that signing and verifying do with points of both groups.
#[derive(Clone, Copy, Debug)]
pub struct SignatureKernel {
    /// In G1.
    pub g1: GroupKernel<Fp>,
    /// In G2.
    pub g2: GroupKernel<Fp2>,
    /// The product of the Miller loops of all pairs.
    pub miller_loop: fn(&[(G1Affine, G2Affine)]) -> Fp12,
    /// The product of two results of Miller loops.
    pub product: fn(&Fp12, &Fp12) -> Fp12,
    /// Whether the final exponentiation leads to one.
    pub is_one: fn(&Fp12) -> bool,
}

impl Operation for SignatureKernel {
    const NAME: &str = "bls.signature";
}

/// What is done in one of the groups. All but [`GroupKernel::multiply`] takes time that depends on the values.
#[derive(Clone, Copy, Debug)]
pub struct GroupKernel<F> {
    /// Decodes a point, compressed or not by its length, with every check.
    pub decode: fn(&[u8]) -> Result<Affine<F>, DecodeError>,
    /// Whether a point of the curve is in the group.
    pub in_subgroup: fn(&Affine<F>) -> bool,
    /// Hashes a message with a tag to a point of the group.
    pub hash: fn(message: &[u8], dst: &[u8]) -> Result<Affine<F>, ExpandError>,
    /// The map of a field element to the group.
    pub map: fn(&F) -> Affine<F>,
    /// A point of the group times a secret scalar, in constant time.
    pub multiply: fn(&Affine<F>, &Fr) -> Affine<F>,
    /// The sum of points of the curve.
    pub sum: fn(&[Affine<F>]) -> Affine<F>,
    /// The sum of points of the group times scalars, as many as the shorter slice holds.
    pub msm: fn(&[Affine<F>], &[Fr]) -> Affine<F>,
    /// The sum of points of the curve times short scalars, as many as the shorter slice holds.
    pub msm_u64: fn(&[Affine<F>], &[u64]) -> Affine<F>,
    /// Each point of the curve times a short scalar of its own.
    pub scale_u64: fn(&mut [Affine<F>], &[u64]),
}
