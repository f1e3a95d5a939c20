//! Hashing to the curves, RFC 9380: the suites `BLS12381G1_XMD:SHA-256_SSWU_RO_`, `..._NU_`, and the same for G2.
//!
//! No branch depends on the message except where two independent hashes meet in one point, which does not happen. Costs are in
//! the field of the coordinates: products M, products with constants m, squares S, and *powers* to `(p - 3)/4` in `Fp`.

mod expand;
mod isogeny;
mod sswu;

pub use expand::{expand_message_xmd, expand_parts};
pub use sswu::{Isogenous, MapToCurve};

pub use crate::error::ExpandError;

use crate::curve::{Affine, Endomorphic, Projective};
use crate::field::Backend;

/// The random-oracle suites: a uniformly distributed point of the group. RFC 9380, section 3, `hash_to_curve`: two maps to the
/// isogenous curve, one sum there, one isogeny, the cofactor. G1: 2 powers; G2: 4.
///
/// # Errors
/// If `dst` is empty.
pub fn hash_to_curve<F: MapToCurve, B: Backend>(
    message: &[u8],
    dst: &[u8],
) -> Result<Projective<F>, ExpandError> {
    let [u0, u1] = F::hash_to_field::<B, 2>(message, dst)?;
    Ok(map_pair_to_group::<F, B>(&u0, &u1))
}

/// The second half of [`hash_to_curve`]: from two field elements to the group; of one message, or of messages in lanes.
pub fn map_pair_to_group<F: Isogenous + Endomorphic, B: Backend>(u0: &F, u1: &F) -> Projective<F> {
    let (q0, q1) = (F::map_to_isogenous::<B>(u0), F::map_to_isogenous::<B>(u1));
    F::clear_cofactor::<B>(&isogeny::sum::<F, B>(&q0, &q1))
}

/// The non-uniform suites: a point of the group from one map. RFC 9380, section 3, `encode_to_curve`.
///
/// # Errors
/// If `dst` is empty.
pub fn encode_to_curve<F: MapToCurve, B: Backend>(
    message: &[u8],
    dst: &[u8],
) -> Result<Projective<F>, ExpandError> {
    let [u] = F::hash_to_field::<B, 1>(message, dst)?;
    Ok(map_to_group::<F, B>(&u))
}

/// The map of a field element to the group: `map_to_curve` and `clear_cofactor` (EIP-2537's map operations). RFC 9380, sections
/// 6.6.3 and 7.
pub fn map_to_group<F: MapToCurve, B: Backend>(u: &F) -> Projective<F> {
    F::clear_cofactor::<B>(&map_to_curve::<F, B>(u))
}

/// The map of a field element to the curve, not to the group (RFC 9380's `map_to_curve`).
pub fn map_to_curve<F: Isogenous, B: Backend>(u: &F) -> Projective<F> {
    isogeny::apply::<F, B>(&F::map_to_isogenous::<B>(u))
}

/// [`hash_to_curve`] in affine coordinates, which cost an inversion.
///
/// # Errors
/// If `dst` is empty.
pub fn hash_to_curve_affine<F: MapToCurve, B: Backend>(
    message: &[u8],
    dst: &[u8],
) -> Result<Affine<F>, ExpandError> {
    Ok(hash_to_curve::<F, B>(message, dst)?.to_affine_vartime::<B>())
}
