//! The entries of all operations, written once for every backend.

/// Makes the entries of an engine and the constants with its kernels: its name, its token, the backend of one element, and how it does
/// many at once.
macro_rules! backend_entries {
    ($engine:ident, $token:ident, $backend:ident, $many:ty) => {
        use crate::curve;
        #[cfg(feature = "alloc")]
        use crate::curve::CountError;
        use crate::field::Field as _;
        #[cfg(feature = "alloc")]
        use crate::field::Fr;
        use crate::hash_to_curve::{self, ExpandError};
        #[cfg(feature = "alloc")]
        use crate::hash_to_curve::MapToCurve as _;
        #[cfg(feature = "alloc")]
        use crate::kernel::many::Together as _;
        use crate::ops;
        use crate::pairing::{self, G2Prepared, Gt};

        lanesmith_isa::entries! {
            engine $engine with $token;

            ops::FpKernel => fn add(_token, a: &Fp, b: &Fp) -> Fp { <$backend as Backend>::fp_add(a, b) }
            ops::FpKernel => fn sub(_token, a: &Fp, b: &Fp) -> Fp { <$backend as Backend>::fp_sub(a, b) }
            ops::FpKernel => fn mul(_token, a: &Fp, b: &Fp) -> Fp { <$backend as Backend>::fp_mul(a, b) }
            ops::FpKernel => fn sqr(_token, a: &Fp) -> Fp { <$backend as Backend>::fp_sqr(a) }
            ops::FpKernel => fn mul_wide(_token, a: &Fp, b: &Fp) -> FpDbl { <$backend as Backend>::fp_mul_wide(a, b) }
            ops::FpKernel => fn reduce(_token, t: &FpDbl) -> Fp { <$backend as Backend>::fp_reduce(t) }
            ops::FpKernel => fn inv(_token, a: &Fp) -> Fp { a.inv::<$backend>() }
            ops::FpKernel => fn inv_vartime(_token, a: &Fp) -> Fp { a.inv_vartime::<$backend>() }
            ops::FpKernel => fn sqrt(_token, a: &Fp) -> Option<Fp> { a.sqrt::<$backend>() }

            ops::Fp2Kernel => fn mul2(_token, a: &Fp2, b: &Fp2) -> Fp2 { <$backend as Backend>::fp2_mul(a, b) }
            ops::Fp2Kernel => fn sqr2(_token, a: &Fp2) -> Fp2 { <$backend as Backend>::fp2_sqr(a) }
            ops::Fp2Kernel => fn inv2_vartime(_token, a: &Fp2) -> Fp2 { a.inv_vartime::<$backend>() }
            ops::Fp2Kernel => fn sqrt2(_token, a: &Fp2) -> Option<Fp2> { a.sqrt::<$backend>() }

            ops::Fp6Kernel => fn mul6(_token, a: &Fp6, b: &Fp6) -> Fp6 { a.mul::<$backend>(b) }
            ops::Fp6Kernel => fn inv6_vartime(_token, a: &Fp6) -> Fp6 { a.inv_vartime::<$backend>() }

            ops::Fp12Kernel => fn mul12(_token, a: &Fp12, b: &Fp12) -> Fp12 { <$backend as Backend>::fp12_mul(a, b) }
            ops::Fp12Kernel => fn sqr12(_token, a: &Fp12) -> Fp12 { <$backend as Backend>::fp12_sqr(a) }
            ops::Fp12Kernel => fn cyclotomic_sqr12(_token, a: &Fp12) -> Fp12 {
                <$backend as Backend>::fp12_cyclotomic_sqr(a)
            }
            ops::Fp12Kernel => fn inv12_vartime(_token, a: &Fp12) -> Fp12 { a.inv_vartime::<$backend>() }

            ops::PairingKernel => fn miller_loop(_token, pairs: &[(curve::G1Affine, curve::G2Affine)]) -> Fp12 {
                #[cfg(feature = "alloc")]
                return <$many>::miller_loop::<$backend>(pairs);
                #[cfg(not(feature = "alloc"))]
                pairing::miller_loop::<$backend>(pairs)
            }
            ops::PairingKernel => fn miller_loop_prepared(
                _token,
                pairs: &[(curve::G1Affine, &G2Prepared)],
            ) -> Fp12 {
                pairing::miller_loop_prepared::<$backend>(pairs)
            }
            ops::PairingKernel => fn prepare(_token, q: &curve::G2Affine) -> G2Prepared {
                G2Prepared::new::<$backend>(q)
            }
            ops::PairingKernel => fn final_exponentiation(_token, f: &Fp12) -> Gt {
                pairing::final_exponentiation::<$backend>(f)
            }
            ops::PairingKernel => fn product_is_one(_token, pairs: &[(curve::G1Affine, curve::G2Affine)]) -> bool {
                #[cfg(feature = "alloc")]
                let product = <$many>::miller_loop::<$backend>(pairs);
                #[cfg(not(feature = "alloc"))]
                let product = pairing::miller_loop::<$backend>(pairs);
                pairing::final_exponentiation::<$backend>(&product).is_one::<$backend>()
            }
            ops::PairingKernel => fn is_one(_token, f: &Fp12) -> bool {
                pairing::final_exponentiation::<$backend>(f).is_one::<$backend>()
            }

            ops::HashKernel => fn hash_to_g1(_token, message: &[u8], dst: &[u8]) -> Result<curve::G1Projective, ExpandError> {
                hash_to_curve::hash_to_curve::<Fp, $backend>(message, dst)
            }
            ops::HashKernel => fn hash_to_g2(_token, message: &[u8], dst: &[u8]) -> Result<curve::G2Projective, ExpandError> {
                hash_to_curve::hash_to_curve::<Fp2, $backend>(message, dst)
            }
            ops::HashKernel => fn encode_to_g1(_token, message: &[u8], dst: &[u8]) -> Result<curve::G1Projective, ExpandError> {
                hash_to_curve::encode_to_curve::<Fp, $backend>(message, dst)
            }
            ops::HashKernel => fn encode_to_g2(_token, message: &[u8], dst: &[u8]) -> Result<curve::G2Projective, ExpandError> {
                hash_to_curve::encode_to_curve::<Fp2, $backend>(message, dst)
            }
            ops::HashKernel => fn map_to_g1(_token, u: &Fp) -> curve::G1Projective {
                hash_to_curve::map_to_group::<Fp, $backend>(u)
            }
            ops::HashKernel => fn map_to_g2(_token, u: &Fp2) -> curve::G2Projective {
                hash_to_curve::map_to_group::<Fp2, $backend>(u)
            }
        }

        #[cfg(feature = "alloc")]
        lanesmith_isa::entries! {
            engine $engine with $token;

            ops::MsmKernel => fn msm_g1(_token, points: &[curve::G1Affine], scalars: &[Fr]) -> Result<curve::G1Projective, CountError> {
                <$many>::msm::<Fp, $backend>(points, scalars)
            }
            ops::MsmKernel => fn msm_g2(_token, points: &[curve::G2Affine], scalars: &[Fr]) -> Result<curve::G2Projective, CountError> {
                <$many>::msm::<Fp2, $backend>(points, scalars)
            }
            ops::MsmKernel => fn msm_g1_any(_token, points: &[curve::G1Affine], scalars: &[[u64; 4]]) -> Result<curve::G1Projective, CountError> {
                <$many>::msm_any::<Fp, $backend>(points, scalars)
            }
            ops::MsmKernel => fn msm_g2_any(_token, points: &[curve::G2Affine], scalars: &[[u64; 4]]) -> Result<curve::G2Projective, CountError> {
                <$many>::msm_any::<Fp2, $backend>(points, scalars)
            }
            ops::MsmKernel => fn scaled_g1(_token, points: &[curve::G1Affine], factors: &[u64]) -> curve::G1Projective {
                <$many>::sum_scaled::<Fp, $backend>(points, factors)
            }
            ops::MsmKernel => fn scaled_g2(_token, points: &[curve::G2Affine], factors: &[u64]) -> curve::G2Projective {
                <$many>::sum_scaled::<Fp2, $backend>(points, factors)
            }
            ops::HashKernel => fn fields_of_g1(_token, message: &[u8], dst: &[u8]) -> Result<[Fp; 2], ExpandError> {
                Fp::hash_to_field::<$backend, 2>(message, dst)
            }
            ops::HashKernel => fn fields_of_g2(_token, message: &[u8], dst: &[u8]) -> Result<[Fp2; 2], ExpandError> {
                Fp2::hash_to_field::<$backend, 2>(message, dst)
            }
            ops::HashKernel => fn fields_to_g1(_token, fields: &[[Fp; 2]]) -> alloc::vec::Vec<curve::G1Affine> {
                <$many>::map_pairs::<Fp, $backend>(fields)
            }
            ops::HashKernel => fn fields_to_g2(_token, fields: &[[Fp2; 2]]) -> alloc::vec::Vec<curve::G2Affine> {
                <$many>::map_pairs::<Fp2, $backend>(fields)
            }
            ops::MsmKernel => fn sum_g1(_token, points: &[curve::G1Affine]) -> curve::G1Projective {
                curve::sum_vartime::<Fp, $backend>(points)
            }
            ops::MsmKernel => fn sum_g2(_token, points: &[curve::G2Affine]) -> curve::G2Projective {
                curve::sum_vartime::<Fp2, $backend>(points)
            }
        }

        #[allow(dead_code, reason = "an engine for many is in no table of the fields")]
        pub(crate) const FP: ops::FpKernel =
            ops::FpKernel { add, sub, mul, sqr, mul_wide, reduce, inv, inv_vartime, sqrt };
        #[allow(dead_code, reason = "as above")]
        pub(crate) const FP2: ops::Fp2Kernel =
            ops::Fp2Kernel { mul: mul2, sqr: sqr2, inv_vartime: inv2_vartime, sqrt: sqrt2 };
        #[allow(dead_code, reason = "as above")]
        pub(crate) const FP6: ops::Fp6Kernel = ops::Fp6Kernel { mul: mul6, inv_vartime: inv6_vartime };
        #[allow(dead_code, reason = "as above; signatures have its product")]
        pub(crate) const FP12: ops::Fp12Kernel = ops::Fp12Kernel {
            mul: mul12,
            sqr: sqr12,
            cyclotomic_sqr: cyclotomic_sqr12,
            inv_vartime: inv12_vartime,
        };
        pub(crate) const PAIRING: ops::PairingKernel = ops::PairingKernel {
            miller_loop,
            miller_loop_prepared,
            prepare,
            final_exponentiation,
            product_is_one,
            is_one,
        };
        pub(crate) const HASH: ops::HashKernel = ops::HashKernel {
            to_g1: hash_to_g1,
            to_g2: hash_to_g2,
            encode_to_g1,
            encode_to_g2,
            map_to_g1,
            map_to_g2,
            #[cfg(feature = "alloc")]
            fields_of_g1,
            #[cfg(feature = "alloc")]
            fields_of_g2,
            #[cfg(feature = "alloc")]
            fields_to_g1,
            #[cfg(feature = "alloc")]
            fields_to_g2,
        };
        #[cfg(feature = "alloc")]
        pub(crate) const MSM: ops::MsmKernel = ops::MsmKernel {
            g1: msm_g1,
            g2: msm_g2,
            g1_any: msm_g1_any,
            g2_any: msm_g2_any,
            g1_scaled: scaled_g1,
            g2_scaled: scaled_g2,
            g1_sum: sum_g1,
            g2_sum: sum_g2,
        };
        pub(crate) use g1::G1_POINTS;
        pub(crate) use g2::G2_POINTS;

        #[cfg(feature = "alloc")]
        pub(crate) const SIGNATURE: ops::SignatureKernel =
            ops::SignatureKernel::of((&G1_POINTS, &G2_POINTS), &HASH, &MSM, &PAIRING, &FP12);

        backend_entries!(@points g1, G1_POINTS, $engine, $token, $backend, Fp, $many);
        backend_entries!(@points g2, G2_POINTS, $engine, $token, $backend, Fp2, $many);
    };
    (@points $module:ident, $name:ident, $engine:ident, $token:ident, $backend:ident, $field:ident, $many:ty) => {
        mod $module {
            use super::{$backend, $field};
            use crate::curve::{self, Curve as _, DecodeError, Encoded};
            use crate::field::Fr;
            #[cfg(feature = "alloc")]
            use crate::kernel::many::Together as _;
            use crate::ops::PointKernel;

            type Affine = curve::Affine<$field>;
            type Projective = curve::Projective<$field>;

            lanesmith_isa::entries! {
                engine $engine with $token;

                PointKernel<$field> => fn add(_token, a: &Projective, b: &Projective) -> Projective {
                    a.add::<$backend>(b)
                }
                PointKernel<$field> => fn add_affine(_token, a: &Projective, b: &Affine) -> Projective {
                    a.add_affine::<$backend>(b)
                }
                PointKernel<$field> => fn dbl(_token, a: &Projective) -> Projective { a.dbl::<$backend>() }
                PointKernel<$field> => fn mul(_token, p: &Affine, k: &Fr) -> Projective {
                    curve::mul::<$field, $backend>(p, k)
                }
                PointKernel<$field> => fn mul_vartime(_token, p: &Projective, k: &Fr) -> Projective {
                    curve::mul_vartime::<$field, $backend>(p, k)
                }
                PointKernel<$field> => fn mul_u64_vartime(_token, p: &Projective, k: u64) -> Projective {
                    curve::mul_u64_vartime::<$field, $backend>(p, k)
                }
                PointKernel<$field> => fn mul_wide_vartime(_token, p: &Projective, k: &[u8]) -> Projective {
                    curve::mul_wide_vartime::<$field, $backend>(p, k)
                }
                PointKernel<$field> => fn equals(_token, a: &Projective, b: &Projective) -> bool {
                    a.equals::<$backend>(b)
                }
                PointKernel<$field> => fn is_on_curve(_token, p: &Affine) -> bool { p.is_on_curve::<$backend>() }
                PointKernel<$field> => fn in_subgroup(_token, p: &Affine) -> bool {
                    $field::in_subgroup::<$backend>(p)
                }
                PointKernel<$field> => fn to_affine(_token, p: &Projective) -> Affine { p.to_affine::<$backend>() }
                PointKernel<$field> => fn to_affine_vartime(_token, p: &Projective) -> Affine {
                    p.to_affine_vartime::<$backend>()
                }
                PointKernel<$field> => fn batch_to_affine(_token, points: &[Projective], out: &mut [Affine]) {
                    curve::batch_to_affine::<$field, $backend>(points, out);
                }
                PointKernel<$field> => fn batch_to_affine_vartime(_token, points: &[Projective], out: &mut [Affine]) {
                    curve::batch_to_affine_vartime::<$field, $backend>(points, out);
                }
                PointKernel<$field> => fn to_compressed(_token, p: &Affine) -> <$field as Encoded>::Compressed {
                    p.to_compressed::<$backend>()
                }
                PointKernel<$field> => fn to_uncompressed(_token, p: &Affine) -> <$field as Encoded>::Uncompressed {
                    p.to_uncompressed::<$backend>()
                }
                PointKernel<$field> => fn from_compressed(_token, bytes: &[u8]) -> Result<Affine, DecodeError> {
                    Affine::from_compressed::<$backend>(bytes)
                }
                PointKernel<$field> => fn from_compressed_unchecked(_token, bytes: &[u8]) -> Result<Affine, DecodeError> {
                    Affine::from_compressed_unchecked::<$backend>(bytes)
                }
                PointKernel<$field> => fn from_uncompressed(_token, bytes: &[u8]) -> Result<Affine, DecodeError> {
                    Affine::from_uncompressed::<$backend>(bytes)
                }
                PointKernel<$field> => fn from_uncompressed_unchecked(_token, bytes: &[u8]) -> Result<Affine, DecodeError> {
                    Affine::from_uncompressed_unchecked::<$backend>(bytes)
                }
            }

            #[cfg(feature = "alloc")]
            lanesmith_isa::entries! {
                engine $engine with $token;

                PointKernel<$field> => fn in_subgroup_many(_token, points: &[Affine]) -> alloc::vec::Vec<bool> {
                    <$many>::in_subgroup::<$field, $backend>(points)
                }
                PointKernel<$field> => fn from_compressed_many(
                    _token,
                    encodings: &[&[u8]],
                ) -> alloc::vec::Vec<Result<Affine, DecodeError>> {
                    <$many>::from_compressed::<$field, $backend>(encodings)
                }
                PointKernel<$field> => fn mul_many(_token, points: &[Affine], scalars: &[&Fr]) -> alloc::vec::Vec<Projective> {
                    <$many>::mul::<$field, $backend>(points, scalars)
                }
                PointKernel<$field> => fn scale_vartime(_token, points: &mut [Affine], factors: &[u64]) {
                    <$many>::scale::<$field, $backend>(points, factors);
                }
            }

            pub(crate) const $name: PointKernel<$field> = PointKernel {
                add,
                add_affine,
                dbl,
                mul,
                mul_vartime,
                mul_u64_vartime,
                mul_wide_vartime,
                equals,
                is_on_curve,
                in_subgroup,
                to_affine,
                to_affine_vartime,
                batch_to_affine,
                batch_to_affine_vartime,
                to_compressed,
                to_uncompressed,
                from_compressed,
                from_compressed_unchecked,
                from_uncompressed,
                from_uncompressed_unchecked,
                #[cfg(feature = "alloc")]
                in_subgroup_many,
                #[cfg(feature = "alloc")]
                from_compressed_many,
                #[cfg(feature = "alloc")]
                mul_many,
                #[cfg(feature = "alloc")]
                scale_vartime,
            };
        }
    };
}
