//! The public functions of the groups, pairings and hashing: each kind of work is a value that follows a choice of engines.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use lanesmith_isa::{Choice, EngineError};

#[cfg(feature = "alloc")]
use crate::curve::CountError;
use crate::curve::{
    Affine, Curve, DecodeError, Encoded, G1Affine, G1Projective, G2Affine, G2Projective, Projective,
};
use crate::field::{Fp, Fr};
use crate::hash_to_curve::ExpandError;
use crate::kernel::many;
#[cfg(feature = "alloc")]
use crate::ops::MsmKernel;
use crate::ops::{HashKernel, PairingKernel, PointKernel};
use crate::pairing::{G2Prepared, Gt};
use crate::tower::{Fp2, Fp12};

/// `auto`, `with_engine` and `by_name`, alike for all.
macro_rules! chosen {
    ($(#[$doc:meta])* $name:ident: $kernel:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name(Choice<$kernel>);

        impl $name {
            /// The engine that costs least on this CPU.
            #[must_use]
            pub const fn auto() -> Self {
                Self(Choice::AUTO)
            }

            /// A chosen engine.
            pub fn with_engine(engine: impl Into<Choice<$kernel>>) -> Self {
                Self(engine.into())
            }

            /// The engine of that name; `auto` is none in particular.
            ///
            /// # Errors
            /// If there is none or this machine cannot run it.
            pub fn by_name(name: &str) -> Result<Self, EngineError> {
                Choice::by_name(name).map(Self)
            }

            /// What is chosen for so much at a time.
            fn kernel(self, units: usize) -> &'static $kernel {
                self.0.step(many::units(units)).engine.kernel()
            }
        }
    };
}

/// The functions of a group.
macro_rules! group {
    ($(#[$doc:meta])* $name:ident: $field:ty) => {
        chosen! { $(#[$doc])* $name: PointKernel<$field> }

        impl $name {
            /// The generator of the group.
            pub const GENERATOR: Affine<$field> = <$field as Curve>::GENERATOR;

            /// The sum of two points.
            pub fn add(self, a: &Projective<$field>, b: &Projective<$field>) -> Projective<$field> {
                (self.kernel(1).add)(a, b)
            }

            /// The sum of a point and an affine point.
            pub fn add_affine(self, a: &Projective<$field>, b: &Affine<$field>) -> Projective<$field> {
                (self.kernel(1).add_affine)(a, b)
            }

            /// The double of a point.
            pub fn dbl(self, a: &Projective<$field>) -> Projective<$field> {
                (self.kernel(1).dbl)(a)
            }

            /// `[k]P` for a point of the group and a secret scalar, in constant time.
            pub fn mul(self, point: &Affine<$field>, k: &Fr) -> Projective<$field> {
                (self.kernel(1).mul)(point, k)
            }

            /// Each point of the group times its secret scalar, in constant time, in a fraction of the time where the CPU has lanes for
            /// it; as many as the shorter slice holds.
            #[cfg(feature = "alloc")]
            pub fn mul_many(
                self,
                points: &[Affine<$field>],
                scalars: &[&Fr],
            ) -> alloc::vec::Vec<Projective<$field>> {
                (self.kernel(points.len()).mul_many)(points, scalars)
            }

            /// `[k]P` for a point of the group and a public scalar.
            pub fn mul_vartime(self, point: &Projective<$field>, k: &Fr) -> Projective<$field> {
                (self.kernel(1).mul_vartime)(point, k)
            }

            /// `[k]P` for any point of the curve and a public 64-bit scalar.
            pub fn mul_u64_vartime(self, point: &Projective<$field>, k: u64) -> Projective<$field> {
                (self.kernel(1).mul_u64_vartime)(point, k)
            }

            /// `[k]P` for any point of the curve and a public scalar of any length, most significant byte first.
            pub fn mul_wide_vartime(self, point: &Projective<$field>, k: &[u8]) -> Projective<$field> {
                (self.kernel(1).mul_wide_vartime)(point, k)
            }

            /// Whether two points are the same.
            pub fn equals(self, a: &Projective<$field>, b: &Projective<$field>) -> bool {
                (self.kernel(1).equals)(a, b)
            }

            /// Whether coordinates satisfy the equation of the curve.
            pub fn is_on_curve(self, point: &Affine<$field>) -> bool {
                (self.kernel(1).is_on_curve)(point)
            }

            /// Whether a point of the curve is in the group.
            pub fn in_subgroup(self, point: &Affine<$field>) -> bool {
                (self.kernel(1).in_subgroup)(point)
            }

            /// In affine coordinates, in constant time.
            pub fn to_affine(self, point: &Projective<$field>) -> Affine<$field> {
                (self.kernel(1).to_affine)(point)
            }

            /// Points in affine coordinates, with one inversion for all, in constant time but for which of them are at infinity;
            /// as many as the shorter slice holds.
            pub fn batch_to_affine(self, points: &[Projective<$field>], out: &mut [Affine<$field>]) {
                (self.kernel(1).batch_to_affine)(points, out);
            }

            /// The compressed encoding.
            pub fn to_compressed(self, point: &Affine<$field>) -> <$field as Encoded>::Compressed {
                (self.kernel(1).to_compressed)(point)
            }

            /// The uncompressed encoding.
            pub fn to_uncompressed(self, point: &Affine<$field>) -> <$field as Encoded>::Uncompressed {
                (self.kernel(1).to_uncompressed)(point)
            }

            /// Decodes a compressed point with every check.
            ///
            /// # Errors
            /// What is wrong with the bytes.
            pub fn from_compressed(self, bytes: &[u8]) -> Result<Affine<$field>, DecodeError> {
                (self.kernel(1).from_compressed)(bytes)
            }

            /// Decodes a compressed point of the curve that need *not* be in the group.
            ///
            /// # Errors
            /// What is wrong with the bytes.
            pub fn from_compressed_unchecked(self, bytes: &[u8]) -> Result<Affine<$field>, DecodeError> {
                (self.kernel(1).from_compressed_unchecked)(bytes)
            }

            /// Decodes an uncompressed point with every check.
            ///
            /// # Errors
            /// What is wrong with the bytes.
            pub fn from_uncompressed(self, bytes: &[u8]) -> Result<Affine<$field>, DecodeError> {
                (self.kernel(1).from_uncompressed)(bytes)
            }

            /// Decodes coordinates that need *not* be on the curve.
            ///
            /// # Errors
            /// What is wrong with the bytes.
            pub fn from_uncompressed_unchecked(self, bytes: &[u8]) -> Result<Affine<$field>, DecodeError> {
                (self.kernel(1).from_uncompressed_unchecked)(bytes)
            }
        }
    };
}

group! {
    /// The group G1, whose points have coordinates in `Fp`.
    ///
    /// ```
    /// use lanesmith_bls::{Fr, G1};
    ///
    /// let g1 = G1::auto();
    /// let point = g1.to_affine(&g1.mul(&G1::GENERATOR, &Fr::from_u64(5)));
    /// let bytes = g1.to_compressed(&point);
    /// assert_eq!(g1.to_compressed(&g1.from_compressed(&bytes)?), bytes);
    /// # Ok::<(), lanesmith_bls::DecodeError>(())
    /// ```
    G1: Fp
}

group! {
    /// The group G2, whose points have coordinates in `Fp2`.
    ///
    /// ```
    /// use lanesmith_bls::{DecodeError, G2};
    ///
    /// let error = G2::auto().from_compressed(&[0; 96]).map(|_| ()).unwrap_err();
    /// assert_eq!(error, DecodeError::CompressionFlag { found: false });
    /// ```
    G2: Fp2
}

chosen! {
    /// Pairings of public points.
    ///
    /// ```
    /// use lanesmith_bls::{Fr, G1, G2, Pairing};
    ///
    /// let (g1, g2) = (G1::auto(), G2::auto());
    /// let a = g1.to_affine(&g1.mul(&G1::GENERATOR, &Fr::from_u64(3)));
    /// let b = g2.to_affine(&g2.mul(&G2::GENERATOR, &Fr::from_u64(3).neg()));
    /// assert!(Pairing::auto().product_is_one(&[(a, G2::GENERATOR), (G1::GENERATOR, b)]));
    /// ```
    Pairing: PairingKernel
}

impl Pairing {
    /// The product of the Miller loops of all pairs; a pair with a point at infinity counts as one.
    pub fn miller_loop(self, pairs: &[(G1Affine, G2Affine)]) -> Fp12 {
        (self.kernel(pairs.len()).miller_loop)(pairs)
    }

    /// The same with prepared points.
    pub fn miller_loop_prepared(self, pairs: &[(G1Affine, &G2Prepared)]) -> Fp12 {
        (self.kernel(1).miller_loop_prepared)(pairs)
    }

    /// The lines of a point of G2, for many pairings with it.
    pub fn prepare(self, point: &G2Affine) -> G2Prepared {
        (self.kernel(1).prepare)(point)
    }

    /// The final exponentiation.
    pub fn final_exponentiation(self, f: &Fp12) -> Gt {
        (self.kernel(1).final_exponentiation)(f)
    }

    /// The product of the pairings.
    pub fn product(self, pairs: &[(G1Affine, G2Affine)]) -> Gt {
        self.final_exponentiation(&self.miller_loop(pairs))
    }

    /// Whether the product of the pairings is one; an empty product is.
    pub fn product_is_one(self, pairs: &[(G1Affine, G2Affine)]) -> bool {
        (self.kernel(pairs.len()).product_is_one)(pairs)
    }
}

chosen! {
    /// Hashing to the groups, RFC 9380; a tag (`dst`) may have any length but zero.
    ///
    /// ```
    /// use lanesmith_bls::{G2, HashToCurve};
    ///
    /// let point = HashToCurve::auto().to_g2(b"message", b"QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_")?;
    /// assert!(G2::auto().in_subgroup(&G2::auto().to_affine(&point)));
    /// # Ok::<(), lanesmith_bls::ExpandError>(())
    /// ```
    HashToCurve: HashKernel
}

impl HashToCurve {
    /// A uniformly distributed point of G1.
    ///
    /// # Errors
    /// If the tag is empty.
    pub fn to_g1(self, message: &[u8], dst: &[u8]) -> Result<G1Projective, ExpandError> {
        (self.kernel(1).to_g1)(message, dst)
    }

    /// A uniformly distributed point of G2.
    ///
    /// # Errors
    /// If the tag is empty.
    pub fn to_g2(self, message: &[u8], dst: &[u8]) -> Result<G2Projective, ExpandError> {
        (self.kernel(1).to_g2)(message, dst)
    }

    /// A point of G1 by the non-uniform suite.
    ///
    /// # Errors
    /// If the tag is empty.
    pub fn encode_to_g1(self, message: &[u8], dst: &[u8]) -> Result<G1Projective, ExpandError> {
        (self.kernel(1).encode_to_g1)(message, dst)
    }

    /// A point of G2 by the non-uniform suite.
    ///
    /// # Errors
    /// If the tag is empty.
    pub fn encode_to_g2(self, message: &[u8], dst: &[u8]) -> Result<G2Projective, ExpandError> {
        (self.kernel(1).encode_to_g2)(message, dst)
    }

    /// The map of a field element into G1.
    pub fn map_to_g1(self, u: &Fp) -> G1Projective {
        (self.kernel(1).map_to_g1)(u)
    }

    /// The map of a field element into G2.
    pub fn map_to_g2(self, u: &Fp2) -> G2Projective {
        (self.kernel(1).map_to_g2)(u)
    }
}

#[cfg(feature = "alloc")]
chosen! {
    /// Sums of many products of public points and public scalars.
    ///
    /// ```
    /// use lanesmith_bls::{Fr, G1, Msm};
    ///
    /// let sum = Msm::auto().g1(&[G1::GENERATOR; 2], &[Fr::from_u64(2), Fr::from_u64(3)])?;
    /// assert!(G1::auto().equals(&sum, &G1::auto().mul(&G1::GENERATOR, &Fr::from_u64(5))));
    /// # Ok::<(), lanesmith_bls::CountError>(())
    /// ```
    Msm: MsmKernel
}

/// Short scalars in four limbs.
#[cfg(feature = "alloc")]
fn wide(scalars: &[u64]) -> Vec<[u64; 4]> {
    scalars.iter().map(|scalar| [*scalar, 0, 0, 0]).collect()
}

#[cfg(feature = "alloc")]
impl Msm {
    /// `sum of [k_i]P_i` for points of G1. Scalars above the order go through [`Fr::from_bytes_reduced`].
    ///
    /// # Errors
    /// If there are not as many scalars as points.
    pub fn g1(self, points: &[G1Affine], scalars: &[Fr]) -> Result<G1Projective, CountError> {
        (self.kernel(points.len()).g1)(points, scalars)
    }

    /// `sum of [k_i]P_i` for points of G2.
    ///
    /// # Errors
    /// If there are not as many scalars as points.
    pub fn g2(self, points: &[G2Affine], scalars: &[Fr]) -> Result<G2Projective, CountError> {
        (self.kernel(points.len()).g2)(points, scalars)
    }

    /// [`Msm::g1`] for any points of the curve and 64-bit scalars.
    ///
    /// # Errors
    /// If there are not as many scalars as points.
    pub fn g1_u64(self, points: &[G1Affine], scalars: &[u64]) -> Result<G1Projective, CountError> {
        self.g1_any(points, &wide(scalars))
    }

    /// [`Msm::g1`] for any points of the curve and any scalars of 256 bits, least significant limb first, which are not reduced. Those that are
    /// all short take less time.
    ///
    /// # Errors
    /// If there are not as many scalars as points.
    pub fn g1_any(self, points: &[G1Affine], scalars: &[[u64; 4]]) -> Result<G1Projective, CountError> {
        (self.kernel(points.len()).g1_any)(points, scalars)
    }

    /// [`Msm::g2`] for any points of the curve and 64-bit scalars.
    ///
    /// # Errors
    /// If there are not as many scalars as points.
    pub fn g2_u64(self, points: &[G2Affine], scalars: &[u64]) -> Result<G2Projective, CountError> {
        self.g2_any(points, &wide(scalars))
    }

    /// [`Msm::g1_any`] in G2.
    ///
    /// # Errors
    /// If there are not as many scalars as points.
    pub fn g2_any(self, points: &[G2Affine], scalars: &[[u64; 4]]) -> Result<G2Projective, CountError> {
        (self.kernel(points.len()).g2_any)(points, scalars)
    }

    /// The sum of points of the curve of G1.
    pub fn g1_sum(self, points: &[G1Affine]) -> G1Projective {
        (self.kernel(1).g1_sum)(points)
    }

    /// The sum of points of the curve of G2.
    pub fn g2_sum(self, points: &[G2Affine]) -> G2Projective {
        (self.kernel(1).g2_sum)(points)
    }
}
