//! The points as groups of the crate `group`. Its encodings are those of ZCash and Ethereum.

use group::prime::{PrimeCurve, PrimeGroup};
use group::{Curve, CurveAffine, Group, GroupEncoding, UncompressedEncoding};
use rand_core::TryRng;
use subtle::{Choice, CtOption};

use crate::arch::Scalar;
use crate::curve::{G1Affine, G1Projective, G2Affine, G2Projective};
use crate::field::Fr;
use crate::{G1, G2, HashToCurve};

/// The bytes of a point.
///
/// ```
/// use group::{Group, GroupEncoding};
/// use lanesmith_bls::G1Projective;
/// let bytes = G1Projective::generator().to_bytes();
/// assert_eq!(bytes.0[0], 0x97);
/// assert!(bool::from(G1Projective::from_bytes(&bytes).is_some()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes<const N: usize>(pub [u8; N]);

impl<const N: usize> Default for Bytes<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> AsRef<[u8]> for Bytes<N> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<const N: usize> AsMut<[u8]> for Bytes<N> {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

/// What points are hashed with where a random one is asked for.
const RANDOM_TAG: &[u8] = b"LANESMITH-RANDOM-POINT-OF-BLS12-381";

/// Of a result: a value where there is none.
fn option<T, E>(result: Result<T, E>, otherwise: T) -> CtOption<T> {
    let is_some = Choice::from(u8::from(result.is_ok()));
    CtOption::new(result.unwrap_or(otherwise), is_some)
}

macro_rules! group {
    ($affine:ty, $projective:ty, $group:ident, $hash:ident, $compressed:literal, $uncompressed:literal) => {
        operator!(Add::add, AddAssign::add_assign, $projective, $projective, |a, b| {
            $group::auto().add(a, b)
        });
        operator!(Sub::sub, SubAssign::sub_assign, $projective, $projective, |a, b: &$projective| {
            $group::auto().add(a, &<$projective>::neg::<Scalar>(b))
        });
        operator!(Add::add, AddAssign::add_assign, $projective, $affine, |a, b| {
            $group::auto().add_affine(a, b)
        });
        operator!(Sub::sub, SubAssign::sub_assign, $projective, $affine, |a, b: &$affine| {
            $group::auto().add_affine(a, &<$affine>::neg::<Scalar>(b))
        });
        operator!(Mul::mul, MulAssign::mul_assign, $projective, Fr, |point, scalar| {
            let group = $group::auto();
            group.mul(&group.to_affine(point), scalar)
        });
        negative!($projective, <$projective>::neg::<Scalar>);
        negative!($affine, <$affine>::neg::<Scalar>);
        of_many!(Sum::sum, $projective, <$projective>::INFINITY, |a, b| $group::auto().add(a, b));

        impl core::ops::Mul<Fr> for $affine {
            type Output = $projective;
            fn mul(self, scalar: Fr) -> $projective {
                $group::auto().mul(&self, &scalar)
            }
        }

        impl core::ops::Mul<&Fr> for $affine {
            type Output = $projective;
            fn mul(self, scalar: &Fr) -> $projective {
                $group::auto().mul(&self, scalar)
            }
        }

        impl From<$affine> for $projective {
            fn from(point: $affine) -> Self {
                point.to_projective()
            }
        }

        impl From<$projective> for $affine {
            fn from(point: $projective) -> Self {
                $group::auto().to_affine(&point)
            }
        }

        impl PartialEq for $projective {
            fn eq(&self, other: &Self) -> bool {
                $group::auto().equals(self, other)
            }
        }
        impl Eq for $projective {}

        impl PartialEq for $affine {
            fn eq(&self, other: &Self) -> bool {
                self.equals::<Scalar>(other)
            }
        }
        impl Eq for $affine {}

        impl Group for $projective {
            type Scalar = Fr;

            /// A point whose discrete logarithm nobody knows.
            fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
                loop {
                    let mut bytes = [0; 64];
                    rng.try_fill_bytes(&mut bytes)?;
                    match HashToCurve::auto().$hash(&bytes, RANDOM_TAG) {
                        Ok(point) if !point.is_infinity() => return Ok(point),
                        _ => {}
                    }
                }
            }
            fn identity() -> Self {
                Self::INFINITY
            }
            fn generator() -> Self {
                $group::GENERATOR.to_projective()
            }
            fn is_identity(&self) -> Choice {
                Choice::from(u8::from(self.is_infinity()))
            }
            fn double(&self) -> Self {
                $group::auto().dbl(self)
            }
            fn mul_by_generator(scalar: &Fr) -> Self {
                $group::auto().mul(&$group::GENERATOR, scalar)
            }
        }

        impl Curve for $projective {
            type Affine = $affine;

            fn batch_normalize(p: &[Self], q: &mut [$affine]) {
                assert_eq!(p.len(), q.len(), "as many places as points");
                $group::auto().batch_to_affine(p, q);
            }
            fn to_affine(&self) -> $affine {
                $group::auto().to_affine(self)
            }
        }

        impl CurveAffine for $affine {
            type Curve = $projective;
            type Scalar = Fr;

            fn identity() -> Self {
                Self::INFINITY
            }
            fn generator() -> Self {
                $group::GENERATOR
            }
            fn is_identity(&self) -> Choice {
                Choice::from(u8::from(self.infinity))
            }
            fn to_curve(&self) -> $projective {
                self.to_projective()
            }
        }

        impl GroupEncoding for $affine {
            type Repr = Bytes<$compressed>;

            fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
                option($group::auto().from_compressed(&bytes.0), Self::INFINITY)
            }
            fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
                option($group::auto().from_compressed_unchecked(&bytes.0), Self::INFINITY)
            }
            fn to_bytes(&self) -> Self::Repr {
                Bytes($group::auto().to_compressed(self))
            }
        }

        impl GroupEncoding for $projective {
            type Repr = Bytes<$compressed>;

            fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
                let point = $group::auto().from_compressed(&bytes.0);
                option(point.map(|point| point.to_projective()), Self::INFINITY)
            }
            fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
                let point = $group::auto().from_compressed_unchecked(&bytes.0);
                option(point.map(|point| point.to_projective()), Self::INFINITY)
            }
            fn to_bytes(&self) -> Self::Repr {
                <$affine>::from(*self).to_bytes()
            }
        }

        impl UncompressedEncoding for $affine {
            type Uncompressed = Bytes<$uncompressed>;

            fn from_uncompressed(bytes: &Self::Uncompressed) -> CtOption<Self> {
                option($group::auto().from_uncompressed(&bytes.0), Self::INFINITY)
            }
            fn from_uncompressed_unchecked(bytes: &Self::Uncompressed) -> CtOption<Self> {
                option($group::auto().from_uncompressed_unchecked(&bytes.0), Self::INFINITY)
            }
            fn to_uncompressed(&self) -> Self::Uncompressed {
                Bytes($group::auto().to_uncompressed(self))
            }
        }

        impl PrimeGroup for $projective {}
        impl PrimeCurve for $projective {}
    };
}

group!(G1Affine, G1Projective, G1, to_g1, 48, 96);
group!(G2Affine, G2Projective, G2, to_g2, 96, 192);
