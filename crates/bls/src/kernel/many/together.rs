//! How an engine does many at once: one by one, or in lanes.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{FEW, Laned, Lanes, miller, points, secret, sums};
use crate::curve::{self, Affine, G1Affine, G2Affine, Projective};
use crate::error::{CountError, DecodeError};
use crate::field::{Backend, Fr};
use crate::hash_to_curve;
use crate::pairing;
use crate::tower::Fp12;

/// What is done for many at once. `B` does what is left over, and what is one thing only.
pub trait Together {
    /// The product of the Miller loops of all pairs.
    fn miller_loop<B: Backend>(pairs: &[(G1Affine, G2Affine)]) -> Fp12;
    /// Whether each point of the curve is in the group.
    fn in_subgroup<F: Laned, B: Backend>(points: &[Affine<F>]) -> Vec<bool>;
    /// Decodes compressed points with every check.
    fn from_compressed<F: Laned, B: Backend>(encodings: &[&[u8]]) -> Vec<Result<Affine<F>, DecodeError>>;
    /// The second half of hashing to the curve.
    fn map_pairs<F: Laned, B: Backend>(pairs: &[[F; 2]]) -> Vec<Affine<F>>;
    /// Each point of the group times its [factor](curve::mul_factor_vartime), in place; as many as the shorter slice holds.
    fn scale<F: Laned, B: Backend>(points: &mut [Affine<F>], factors: &[u64]);
    /// The sum of points of the group times their factors, as many as the shorter slice holds.
    fn sum_scaled<F: Laned, B: Backend>(points: &[Affine<F>], factors: &[u64]) -> Projective<F>;
    /// Each point of the group times its secret scalar, in constant time but for points at infinity; as many as the shorter slice holds.
    fn mul<F: Laned, B: Backend>(points: &[Affine<F>], scalars: &[&Fr]) -> Vec<Projective<F>>;
    /// The sum of points of the group times public scalars.
    ///
    /// # Errors
    /// If there are not as many scalars as points.
    fn msm<F: Laned, B: Backend>(points: &[Affine<F>], scalars: &[Fr]) -> Result<Projective<F>, CountError>;
    /// The sum of points of the curve times scalars of up to 256 bits.
    ///
    /// # Errors
    /// If there are not as many scalars as points.
    fn msm_any<F: Laned, B: Backend>(
        points: &[Affine<F>],
        scalars: &[[u64; 4]],
    ) -> Result<Projective<F>, CountError>;
}

/// What becomes of each item. A loop and not `collect`, which is compiled as a dozen functions for every engine and field.
fn each<T, U>(items: &[T], become_of: impl Fn(&T) -> U) -> Vec<U> {
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        out.push(become_of(item));
    }
    out
}

/// Engines of one lane.
#[derive(Clone, Copy, Debug)]
pub struct OneByOne;

impl Together for OneByOne {
    fn miller_loop<B: Backend>(pairs: &[(G1Affine, G2Affine)]) -> Fp12 {
        pairing::miller_loop::<B>(pairs)
    }
    fn in_subgroup<F: Laned, B: Backend>(points: &[Affine<F>]) -> Vec<bool> {
        each(points, |point| F::in_subgroup::<B>(point))
    }
    fn from_compressed<F: Laned, B: Backend>(encodings: &[&[u8]]) -> Vec<Result<Affine<F>, DecodeError>> {
        each(encodings, |bytes| Affine::from_compressed::<B>(bytes))
    }
    fn map_pairs<F: Laned, B: Backend>(pairs: &[[F; 2]]) -> Vec<Affine<F>> {
        points::to_affine::<F, B>(&each(pairs, |[u0, u1]| hash_to_curve::map_pair_to_group::<F, B>(u0, u1)))
    }
    fn scale<F: Laned, B: Backend>(points: &mut [Affine<F>], factors: &[u64]) {
        let mut products = Vec::with_capacity(points.len());
        for (point, factor) in points.iter().zip(factors) {
            products.push(curve::mul_factor_vartime::<F, B>(&point.to_projective(), *factor));
        }
        curve::batch_to_affine_vartime::<F, B>(&products, points);
    }
    fn sum_scaled<F: Laned, B: Backend>(points: &[Affine<F>], factors: &[u64]) -> Projective<F> {
        curve::msm_factor_vartime::<F, B>(points, factors)
    }
    fn mul<F: Laned, B: Backend>(points: &[Affine<F>], scalars: &[&Fr]) -> Vec<Projective<F>> {
        let mut products = Vec::with_capacity(points.len());
        for (point, scalar) in points.iter().zip(scalars) {
            products.push(curve::mul::<F, B>(point, scalar));
        }
        products
    }
    fn msm<F: Laned, B: Backend>(points: &[Affine<F>], scalars: &[Fr]) -> Result<Projective<F>, CountError> {
        curve::msm_vartime::<F, B>(points, scalars)
    }
    fn msm_any<F: Laned, B: Backend>(
        points: &[Affine<F>],
        scalars: &[[u64; 4]],
    ) -> Result<Projective<F>, CountError> {
        curve::msm_any_vartime::<F, B>(points, scalars)
    }
}

/// Engines of eight lanes.
#[derive(Clone, Copy, Debug)]
pub struct InLanes<M>(PhantomData<M>);

impl<M: Lanes> Together for InLanes<M> {
    fn miller_loop<B: Backend>(pairs: &[(G1Affine, G2Affine)]) -> Fp12 {
        miller::miller_loop::<M, B>(pairs)
    }
    fn in_subgroup<F: Laned, B: Backend>(points: &[Affine<F>]) -> Vec<bool> {
        points::in_subgroup::<F, M, B>(points)
    }
    fn from_compressed<F: Laned, B: Backend>(encodings: &[&[u8]]) -> Vec<Result<Affine<F>, DecodeError>> {
        points::from_compressed::<F, M, B>(encodings)
    }
    fn map_pairs<F: Laned, B: Backend>(pairs: &[[F; 2]]) -> Vec<Affine<F>> {
        points::map_pairs::<F, M, B>(pairs)
    }
    fn scale<F: Laned, B: Backend>(points: &mut [Affine<F>], factors: &[u64]) {
        points::scale::<F, M, B>(points, factors);
    }
    fn sum_scaled<F: Laned, B: Backend>(points: &[Affine<F>], factors: &[u64]) -> Projective<F> {
        // A few are not worth a pass.
        if points.len() < FEW {
            return curve::msm_factor_vartime::<F, B>(points, factors);
        }
        sums::msm_factor::<F, M, B>(points, factors)
    }
    fn mul<F: Laned, B: Backend>(points: &[Affine<F>], scalars: &[&Fr]) -> Vec<Projective<F>> {
        secret::mul::<F, M, B>(points, scalars)
    }
    fn msm<F: Laned, B: Backend>(points: &[Affine<F>], scalars: &[Fr]) -> Result<Projective<F>, CountError> {
        if points.len() < FEW || points.len() != scalars.len() {
            return curve::msm_vartime::<F, B>(points, scalars);
        }
        Ok(sums::msm::<F, M, B>(points, scalars))
    }
    fn msm_any<F: Laned, B: Backend>(
        points: &[Affine<F>],
        scalars: &[[u64; 4]],
    ) -> Result<Projective<F>, CountError> {
        if points.len() < FEW || points.len() != scalars.len() {
            return curve::msm_any_vartime::<F, B>(points, scalars);
        }
        Ok(sums::msm_any::<F, M, B>(points, scalars))
    }
}
