//! The groups G1 and G2: points, their arithmetic, encodings and membership.
//!
//! Both curves are `y^2 = x^3 + b`. One text serves both, generic over the field of the coordinates and over
//! the backend. Formulas:
//!
//! * Secret scalars use homogeneous coordinates with the complete formulas of Renes, Costello and Batina
//!   ([`complete`]): no exceptional case, no branch.
//! * Everything else uses Jacobian coordinates ([`Projective`]), which double cheaper. Their sum has exceptional cases;
//!   they are found by comparison and handled, so that adversarial inputs get right results; the time tells only
//!   whether one was met.
//!
//! # Costs
//!
//! `M`, `S`, `m` and `I` are products, squares, products with a constant and inversions in the field of the coordinates;
//! sums are not counted. A routine is of constant time only if it says so. Counts of whole protocols:
//! `docs/kernels/bls.md`.

#[cfg(feature = "alloc")]
mod buckets;
pub mod complete;
#[cfg(feature = "alloc")]
mod digits;
mod encoding;
mod endomorphism;
#[cfg(feature = "alloc")]
mod msm;
mod multiply;
mod point;
mod uniform;

#[cfg(feature = "alloc")]
pub use buckets::sum_vartime;
pub use complete::Complete;
#[cfg(feature = "alloc")]
pub(crate) use digits::{Part, Sorted, bits, signed_digit};
pub use encoding::Encoded;
pub use endomorphism::{Curve, Endomorphic};
#[cfg(feature = "alloc")]
pub use msm::{digits_sum_vartime, msm_any_vartime, msm_factor_vartime, msm_vartime};
#[cfg(feature = "alloc")]
pub(crate) use multiply::{TABLE, WINDOW, booth};
pub use multiply::{
    digits_base_x, mul, mul_bits, mul_complete, mul_factor_vartime, mul_u64_vartime, mul_vartime,
    mul_wide_vartime,
};
pub use point::{Affine, Projective, batch_to_affine, batch_to_affine_vartime};

#[cfg(feature = "alloc")]
pub use crate::error::CountError;
pub use crate::error::DecodeError;
use crate::field::Fp;
use crate::tower::Fp2;

/// A point of the curve over `Fp`, affine.
pub type G1Affine = Affine<Fp>;
/// A point of the curve over `Fp`, in Jacobian coordinates.
pub type G1Projective = Projective<Fp>;
/// A point of the curve over `Fp2`, affine.
pub type G2Affine = Affine<Fp2>;
/// A point of the curve over `Fp2`, in Jacobian coordinates.
pub type G2Projective = Projective<Fp2>;
