//! The entries of signatures, one module an engine.

use crate::curve::{self, Affine, DecodeError, G1Affine, G2Affine, Projective, batch_to_affine_vartime};
use crate::field::{Backend, Fp, Fr};
use crate::hash_to_curve::{self, ExpandError};
use crate::ops::{GroupKernel, SignatureKernel};
use crate::pairing;
use crate::tower::{Fp2, Fp12};

/// Points that are brought to affine coordinates with one inversion: what stands on the stack.
const GROUP: usize = 32;

fn decode<F: curve::Encoded, B: Backend>(bytes: &[u8]) -> Result<Affine<F>, DecodeError> {
    match bytes.len() {
        length if length == 2 * F::COORDINATE_BYTES => Affine::from_uncompressed::<B>(bytes),
        _ => Affine::from_compressed::<B>(bytes),
    }
}

fn scale_u64<F: curve::Curve, B: Backend>(points: &mut [Affine<F>], scalars: &[u64]) {
    for (points, scalars) in points.chunks_mut(GROUP).zip(scalars.chunks(GROUP)) {
        let mut products = [Projective::INFINITY; GROUP];
        for ((product, point), scalar) in products.iter_mut().zip(points.iter()).zip(scalars) {
            *product = curve::mul_u64_vartime::<F, B>(&point.to_projective(), *scalar);
        }
        let count = points.len().min(scalars.len());
        batch_to_affine_vartime::<F, B>(&products[..count], points);
    }
}

fn msm<F: curve::Curve, B: Backend>(points: &[Affine<F>], scalars: &[Fr]) -> Affine<F> {
    let count = points.len().min(scalars.len());
    // Equally many: there is no other error.
    curve::msm_vartime::<F, B>(&points[..count], &scalars[..count])
        .map_or(Affine::INFINITY, |sum| sum.to_affine_vartime::<B>())
}

fn msm_u64<F: curve::Curve, B: Backend>(points: &[Affine<F>], scalars: &[u64]) -> Affine<F> {
    let count = points.len().min(scalars.len());
    curve::msm_u64_vartime::<F, B>(&points[..count], &scalars[..count])
        .map_or(Affine::INFINITY, |sum| sum.to_affine_vartime::<B>())
}

fn product<B: Backend>(a: &Fp12, b: &Fp12) -> Fp12 {
    B::fp12_mul(a, b)
}

/// The entries of one group, and what they make.
macro_rules! group {
    ($module:ident, $field:ty, $engine:ident, $token:ident, $backend:ty) => {
        mod $module {
            use super::super::*;

            lanesmith_isa::entries! {
                engine $engine with $token;

                SignatureKernel => fn decode(_token, bytes: &[u8]) -> Result<Affine<$field>, DecodeError> {
                    super::super::decode::<$field, $backend>(bytes)
                }
                SignatureKernel => fn in_subgroup(_token, point: &Affine<$field>) -> bool {
                    <$field as curve::Curve>::in_subgroup::<$backend>(point)
                }
                SignatureKernel => fn hash(_token, message: &[u8], dst: &[u8]) -> Result<Affine<$field>, ExpandError> {
                    hash_to_curve::hash_to_curve_affine::<$field, $backend>(message, dst)
                }
                SignatureKernel => fn map(_token, u: &$field) -> Affine<$field> {
                    hash_to_curve::map_to_group::<$field, $backend>(u).to_affine_vartime::<$backend>()
                }
                SignatureKernel => fn multiply(_token, point: &Affine<$field>, scalar: &Fr) -> Affine<$field> {
                    curve::mul::<$field, $backend>(point, scalar).to_affine::<$backend>()
                }
                SignatureKernel => fn sum(_token, points: &[Affine<$field>]) -> Affine<$field> {
                    curve::sum_vartime::<$field, $backend>(points).to_affine_vartime::<$backend>()
                }
                SignatureKernel => fn msm(_token, points: &[Affine<$field>], scalars: &[Fr]) -> Affine<$field> {
                    super::super::msm::<$field, $backend>(points, scalars)
                }
                SignatureKernel => fn msm_u64(_token, points: &[Affine<$field>], scalars: &[u64]) -> Affine<$field> {
                    super::super::msm_u64::<$field, $backend>(points, scalars)
                }
                SignatureKernel => fn scale_u64(_token, points: &mut [Affine<$field>], scalars: &[u64]) {
                    super::super::scale_u64::<$field, $backend>(points, scalars);
                }
            }

            pub(super) const KERNEL: GroupKernel<$field> = GroupKernel {
                decode, in_subgroup, hash, map, multiply, sum, msm, msm_u64, scale_u64,
            };
        }
    };
}

/// The entries of an engine.
macro_rules! engine {
    ($engine:ident, $token:ident, $backend:ty) => {
        pub(crate) mod $engine {
            use super::*;

            group!(g1, Fp, $engine, $token, $backend);
            group!(g2, Fp2, $engine, $token, $backend);

            lanesmith_isa::entries! {
                engine $engine with $token;

                SignatureKernel => fn miller_loop(_token, pairs: &[(G1Affine, G2Affine)]) -> Fp12 {
                    pairing::miller_loop::<$backend>(pairs)
                }
                SignatureKernel => fn product(_token, a: &Fp12, b: &Fp12) -> Fp12 {
                    super::product::<$backend>(a, b)
                }
                SignatureKernel => fn is_one(_token, f: &Fp12) -> bool {
                    pairing::final_exponentiation::<$backend>(f).is_one::<$backend>()
                }
            }

            pub(crate) const KERNEL: SignatureKernel =
                SignatureKernel { g1: g1::KERNEL, g2: g2::KERNEL, miller_loop, product, is_one };
        }
    };
}

engine!(scalar, Portable, crate::arch::Scalar);
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
engine!(bmi2, Bmi2, crate::arch::Bmi2);
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
engine!(adx, Adx, crate::arch::Adx);
