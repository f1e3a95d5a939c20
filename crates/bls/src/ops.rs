//! The operations of this crate: the functions that an engine of each consists of.
//!
//! A whole module of arithmetic is instantiated for each backend; an engine is what that module does for one operation.
//! `bls.fp` to `bls.fp12` exist for races and tests of the arithmetic, the others for callers. `bls.signature` has no functions
//! of its own: it is composed of those of the others.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use lanesmith_isa::Operation;

#[cfg(feature = "alloc")]
use crate::curve::CountError;
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
    /// To affine coordinates, for public points.
    pub to_affine_vartime: fn(&Projective<F>) -> Affine<F>,
    /// To affine coordinates with one inversion for all, in constant time; as many as the shorter slice holds.
    pub batch_to_affine: fn(&[Projective<F>], &mut [Affine<F>]),
    /// The same for public points.
    pub batch_to_affine_vartime: fn(&[Projective<F>], &mut [Affine<F>]),
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
    /// Whether each of many points of the curve is in the group.
    #[cfg(feature = "alloc")]
    pub in_subgroup_many: fn(&[Affine<F>]) -> Vec<bool>,
    /// Decodes many compressed points with every check.
    #[cfg(feature = "alloc")]
    pub from_compressed_many: fn(&[&[u8]]) -> Vec<Result<Affine<F>, DecodeError>>,
    /// Each point of the group times a secret scalar of its own, in constant time but for points at infinity; as many as the shorter
    /// slice holds.
    #[cfg(feature = "alloc")]
    pub mul_many: fn(&[Affine<F>], &[&Fr]) -> Vec<Projective<F>>,
    /// Each point of the group times a [factor](crate::curve::mul_factor_vartime) of its own, as many as the shorter slice holds.
    #[cfg(feature = "alloc")]
    pub scale_vartime: fn(&mut [Affine<F>], &[u64]),
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
    /// Whether the final exponentiation of a product of Miller loops leads to one.
    pub is_one: fn(&Fp12) -> bool,
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
    /// The first half of `to_g1`: two elements of the field.
    #[cfg(feature = "alloc")]
    pub fields_of_g1: fn(&[u8], &[u8]) -> Result<[Fp; 2], ExpandError>,
    /// The first half of `to_g2`.
    #[cfg(feature = "alloc")]
    pub fields_of_g2: fn(&[u8], &[u8]) -> Result<[Fp2; 2], ExpandError>,
    /// The second half, for many messages.
    #[cfg(feature = "alloc")]
    pub fields_to_g1: fn(&[[Fp; 2]]) -> Vec<G1Affine>,
    /// The second half, for many messages.
    #[cfg(feature = "alloc")]
    pub fields_to_g2: fn(&[[Fp2; 2]]) -> Vec<G2Affine>,
}

impl Operation for HashKernel {
    const NAME: &str = "bls.hash";
}

/// `bls.msm`: sums of many products of public points and scalars.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug)]
pub struct MsmKernel {
    /// In G1.
    pub g1: fn(&[G1Affine], &[Fr]) -> Result<G1Projective, CountError>,
    /// In G2.
    pub g2: fn(&[G2Affine], &[Fr]) -> Result<G2Projective, CountError>,
    /// In G1 with scalars of up to 256 bits, any points of the curve.
    pub g1_any: fn(&[G1Affine], &[[u64; 4]]) -> Result<G1Projective, CountError>,
    /// In G2 with scalars of up to 256 bits, any points of the curve.
    pub g2_any: fn(&[G2Affine], &[[u64; 4]]) -> Result<G2Projective, CountError>,
    /// In G1 with [factors](crate::curve::mul_factor_vartime), points of the group, as many as the shorter slice holds.
    pub g1_scaled: fn(&[G1Affine], &[u64]) -> G1Projective,
    /// In G2 with factors.
    pub g2_scaled: fn(&[G2Affine], &[u64]) -> G2Projective,
    /// The plain sum in G1.
    pub g1_sum: fn(&[G1Affine]) -> G1Projective,
    /// The plain sum in G2.
    pub g2_sum: fn(&[G2Affine]) -> G2Projective,
}

#[cfg(feature = "alloc")]
impl Operation for MsmKernel {
    const NAME: &str = "bls.msm";
}

/// `bls.signature`: everything that signing and verifying do with points of both groups.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug)]
pub struct SignatureKernel {
    /// In G1.
    pub g1: GroupKernel<Fp>,
    /// In G2.
    pub g2: GroupKernel<Fp2>,
    /// [`PairingKernel::miller_loop`].
    pub miller_loop: fn(&[(G1Affine, G2Affine)]) -> Fp12,
    /// [`Fp12Kernel::mul`]: the product of two results of Miller loops.
    pub product: fn(&Fp12, &Fp12) -> Fp12,
    /// [`PairingKernel::is_one`].
    pub is_one: fn(&Fp12) -> bool,
}

#[cfg(feature = "alloc")]
impl Operation for SignatureKernel {
    const NAME: &str = "bls.signature";
}

#[cfg(feature = "alloc")]
impl SignatureKernel {
    /// Composed of the other operations of an engine.
    pub(crate) const fn of(
        (g1, g2): (&PointKernel<Fp>, &PointKernel<Fp2>),
        hash: &HashKernel,
        sums: &MsmKernel,
        pairing: &PairingKernel,
        fp12: &Fp12Kernel,
    ) -> Self {
        Self {
            g1: GroupKernel::of(
                g1,
                (hash.to_g1, hash.map_to_g1, hash.fields_of_g1, hash.fields_to_g1),
                (sums.g1, sums.g1_scaled, sums.g1_sum),
            ),
            g2: GroupKernel::of(
                g2,
                (hash.to_g2, hash.map_to_g2, hash.fields_of_g2, hash.fields_to_g2),
                (sums.g2, sums.g2_scaled, sums.g2_sum),
            ),
            miller_loop: pairing.miller_loop,
            product: fp12.mul,
            is_one: pairing.is_one,
        }
    }
}

/// What signatures need in one of the groups: functions of [`PointKernel`], [`HashKernel`] and [`MsmKernel`]. One by one rather
/// than those whole, because what a table names is linked into every program that uses the table: one that only verifies would
/// get all arithmetic. What is done with a signature is a method, made of these; all but [`GroupKernel::multiply`] and [`GroupKernel::multiply_many`] takes time
/// that depends on the values.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug)]
pub struct GroupKernel<F> {
    /// [`PointKernel::from_compressed`].
    pub from_compressed: fn(&[u8]) -> Result<Affine<F>, DecodeError>,
    /// [`PointKernel::from_uncompressed`].
    pub from_uncompressed: fn(&[u8]) -> Result<Affine<F>, DecodeError>,
    /// [`PointKernel::in_subgroup`].
    pub in_subgroup: fn(&Affine<F>) -> bool,
    /// [`PointKernel::mul`].
    pub mul: fn(&Affine<F>, &Fr) -> Projective<F>,
    /// [`PointKernel::mul_many`].
    pub mul_many: fn(&[Affine<F>], &[&Fr]) -> Vec<Projective<F>>,
    /// [`PointKernel::batch_to_affine`].
    pub batch_to_affine: fn(&[Projective<F>], &mut [Affine<F>]),
    /// [`PointKernel::in_subgroup_many`].
    pub in_subgroup_many: fn(&[Affine<F>]) -> Vec<bool>,
    /// [`PointKernel::from_compressed_many`].
    pub from_compressed_many: fn(&[&[u8]]) -> Vec<Result<Affine<F>, DecodeError>>,
    /// [`PointKernel::scale_vartime`].
    pub scale_vartime: fn(&mut [Affine<F>], &[u64]),
    /// [`PointKernel::to_affine`].
    pub to_affine: fn(&Projective<F>) -> Affine<F>,
    /// [`PointKernel::to_affine_vartime`].
    pub to_affine_vartime: fn(&Projective<F>) -> Affine<F>,
    /// [`HashKernel::to_g1`] or [`HashKernel::to_g2`].
    pub hash_to_curve: fn(&[u8], &[u8]) -> Result<Projective<F>, ExpandError>,
    /// [`HashKernel::map_to_g1`] or [`HashKernel::map_to_g2`].
    pub map_to_group: fn(&F) -> Projective<F>,
    /// [`HashKernel::fields_of_g1`] or [`HashKernel::fields_of_g2`].
    pub fields_of: fn(&[u8], &[u8]) -> Result<[F; 2], ExpandError>,
    /// [`HashKernel::fields_to_g1`] or [`HashKernel::fields_to_g2`].
    pub fields_to_group: fn(&[[F; 2]]) -> Vec<Affine<F>>,
    /// [`MsmKernel::g1`] or [`MsmKernel::g2`].
    pub msm_vartime: fn(&[Affine<F>], &[Fr]) -> Result<Projective<F>, CountError>,
    /// [`MsmKernel::g1_scaled`] or [`MsmKernel::g2_scaled`].
    pub sum_scaled_vartime: fn(&[Affine<F>], &[u64]) -> Projective<F>,
    /// [`MsmKernel::g1_sum`] or [`MsmKernel::g2_sum`].
    pub sum_vartime: fn(&[Affine<F>]) -> Projective<F>,
}

/// [`HashKernel`] in one group.
#[cfg(feature = "alloc")]
type Hash<F> = (
    fn(&[u8], &[u8]) -> Result<Projective<F>, ExpandError>,
    fn(&F) -> Projective<F>,
    fn(&[u8], &[u8]) -> Result<[F; 2], ExpandError>,
    fn(&[[F; 2]]) -> Vec<Affine<F>>,
);

/// [`MsmKernel`] in one group.
#[cfg(feature = "alloc")]
type Sums<F> = (
    fn(&[Affine<F>], &[Fr]) -> Result<Projective<F>, CountError>,
    fn(&[Affine<F>], &[u64]) -> Projective<F>,
    fn(&[Affine<F>]) -> Projective<F>,
);

#[cfg(feature = "alloc")]
impl<F: Encoded> GroupKernel<F> {
    const fn of(points: &PointKernel<F>, hash: Hash<F>, sums: Sums<F>) -> Self {
        Self {
            from_compressed: points.from_compressed,
            from_uncompressed: points.from_uncompressed,
            in_subgroup: points.in_subgroup,
            mul: points.mul,
            mul_many: points.mul_many,
            batch_to_affine: points.batch_to_affine,
            in_subgroup_many: points.in_subgroup_many,
            from_compressed_many: points.from_compressed_many,
            scale_vartime: points.scale_vartime,
            to_affine: points.to_affine,
            to_affine_vartime: points.to_affine_vartime,
            hash_to_curve: hash.0,
            map_to_group: hash.1,
            fields_of: hash.2,
            fields_to_group: hash.3,
            msm_vartime: sums.0,
            sum_scaled_vartime: sums.1,
            sum_vartime: sums.2,
        }
    }

    /// Decodes a point, compressed or not by its length, with every check.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn decode(&self, bytes: &[u8]) -> Result<Affine<F>, DecodeError> {
        match bytes.len() {
            length if length == 2 * F::COORDINATE_BYTES => (self.from_uncompressed)(bytes),
            _ => (self.from_compressed)(bytes),
        }
    }

    /// [`GroupKernel::decode`] of many.
    pub fn decode_many(&self, encodings: &[&[u8]]) -> Vec<Result<Affine<F>, DecodeError>> {
        // What is not compressed is refused at once, and decoded by itself.
        let mut points = (self.from_compressed_many)(encodings);
        for (point, bytes) in points.iter_mut().zip(encodings) {
            if bytes.len() == 2 * F::COORDINATE_BYTES {
                *point = (self.from_uncompressed)(bytes);
            }
        }
        points
    }

    /// Hashes a message with a tag to a point of the group.
    ///
    /// # Errors
    /// If the tag is empty.
    pub fn hash(&self, message: &[u8], dst: &[u8]) -> Result<Affine<F>, ExpandError> {
        Ok((self.to_affine_vartime)(&(self.hash_to_curve)(message, dst)?))
    }

    /// The map of a field element to the group.
    pub fn map(&self, u: &F) -> Affine<F> {
        (self.to_affine_vartime)(&(self.map_to_group)(u))
    }

    /// A point of the group times a secret scalar, in constant time.
    pub fn multiply(&self, point: &Affine<F>, scalar: &Fr) -> Affine<F> {
        (self.to_affine)(&(self.mul)(point, scalar))
    }

    /// Each point of the group times a secret scalar of its own, in constant time; as many as the shorter slice holds.
    pub fn multiply_many(&self, points: &[Affine<F>], scalars: &[&Fr]) -> Vec<Affine<F>> {
        let mut products = (self.mul_many)(points, scalars);
        let mut out = alloc::vec![Affine::INFINITY; products.len()];
        (self.batch_to_affine)(&products, &mut out);
        // The last coordinate tells of the scalar.
        products.fill(Projective::INFINITY);
        core::hint::black_box(&products);
        out
    }

    /// The sum of points of the curve.
    pub fn sum(&self, points: &[Affine<F>]) -> Affine<F> {
        (self.to_affine_vartime)(&(self.sum_vartime)(points))
    }

    /// The sum of points of the group times scalars, as many as the shorter slice holds.
    pub fn msm(&self, points: &[Affine<F>], scalars: &[Fr]) -> Affine<F> {
        let count = points.len().min(scalars.len());
        // Equally many: there is no other error.
        (self.msm_vartime)(&points[..count], &scalars[..count])
            .map_or(Affine::INFINITY, |sum| (self.to_affine_vartime)(&sum))
    }

    /// The sum of points of the group times [factors](crate::curve::mul_factor_vartime), as many as the shorter slice holds.
    pub fn sum_scaled(&self, points: &[Affine<F>], factors: &[u64]) -> Affine<F> {
        (self.to_affine_vartime)(&(self.sum_scaled_vartime)(points, factors))
    }
}
