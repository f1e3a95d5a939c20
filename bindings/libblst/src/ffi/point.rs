//! Points of both groups: arithmetic, comparison, products, encodings.

use core::ffi::c_int;

use lanesmith_bls::DecodeError;
use lanesmith_bls::curve::{Affine, Complete, Encoded, Projective, mul_bits, mul_complete};
use lanesmith_bls::hazmat::{Backend, Field, Fp, Fp2};

use super::memory::{at, bytes, get, put, put_bytes};
use super::scalar::{below_order, limbs_of, wiped};
use super::values::{Canonical, Code, Flat, Limbs, flat, mask, normal, truth};

/// A field that one of the groups is over.
pub trait Group: Encoded + Canonical + Limbs {
    /// Below so many bits a product is right for every point of the curve; above, by the endomorphism, for those of the group.
    const SHORT: usize;
    /// Bytes of a coordinate.
    const BYTES: usize;
}

impl Group for Fp {
    const SHORT: usize = 176;
    const BYTES: usize = 48;
}

impl Group for Fp2 {
    const SHORT: usize = 144;
    const BYTES: usize = 96;
}

/// Whether a Jacobian point is in the group.
pub fn in_group<F: Group, B: Backend>(point: &Projective<F>) -> bool {
    F::in_subgroup::<B>(&point.to_affine_vartime::<B>())
}

/// `[k]P`, in constant time. The scalar has `bits` bits, least significant byte first.
///
/// # Safety
/// The scalar has as many bytes as `bits` need.
pub unsafe fn product<F: Group, B: Backend>(
    point: &Projective<F>,
    scalar: *const u8,
    bits: usize,
) -> Projective<F> {
    // SAFETY: the caller's promise.
    let scalar = unsafe { bytes(scalar, bits.div_ceil(8)) };
    if bits >= F::SHORT && bits <= 256 {
        let mut padded = [0; 32];
        padded[..scalar.len()].copy_from_slice(scalar);
        let limbs = wiped(padded, limbs_of);
        if below_order(&limbs) {
            return wiped(limbs, |limbs| {
                let mut k = lanesmith_bls::Fr::from_limbs_reduced(limbs);
                let product = mul_complete::<F, B>(&Complete::from_projective::<B>(point), &k);
                k.wipe();
                product
            });
        }
    }
    mul_bits::<F, B>(point, scalar, bits)
}

/// The uncompressed bytes of a finite point, and whether `y` is the larger one.
pub fn plain_bytes<F: Group, B: Backend>(point: &Flat<F>) -> (F::Uncompressed, bool) {
    let mut out = F::UNCOMPRESSED_ZERO;
    let (x, y) = out.as_mut().split_at_mut(F::BYTES);
    point.x.write::<B>(x);
    point.y.write::<B>(y);
    (out, point.y.larger_mask::<B>() != 0)
}

fn code(error: &DecodeError) -> Code {
    match error {
        DecodeError::NotOnCurve => Code::NotOnCurve,
        DecodeError::NotInSubgroup => Code::NotInGroup,
        _ => Code::BadEncoding,
    }
}

/// The point of a compressed or, where that is allowed, an uncompressed encoding, on the curve; and its code, which tells of `x = 0`.
///
/// # Safety
/// As many bytes are there as the first one says.
pub unsafe fn decode<F: Group, B: Backend>(at: *const u8, plain: bool) -> Result<(Flat<F>, Code), Code> {
    // SAFETY: the caller's promise.
    let compressed = unsafe { get(at) } & 0x80 != 0;
    let point = if compressed {
        // SAFETY: likewise.
        Affine::<F>::from_compressed_unchecked::<B>(unsafe { bytes(at, F::BYTES) }).map_err(|e| code(&e))?
    } else if plain {
        // SAFETY: likewise.
        let point = Affine::<F>::from_uncompressed_unchecked::<B>(unsafe { bytes(at, 2 * F::BYTES) });
        point
            .map_err(|e| code(&e))
            .and_then(|p| if p.is_on_curve::<B>() { Ok(p) } else { Err(Code::NotOnCurve) })?
    } else {
        return Err(Code::BadEncoding);
    };
    // No point with x = 0 is in a group.
    let outside = !point.infinity && point.x.is_zero();
    Ok((Flat::of(&point), if outside { Code::NotInGroup } else { Code::Success }))
}

/// Decodes for a caller.
///
/// # Safety
/// As `ffi` asks.
unsafe fn put_decoded<F: Group, B: Backend>(out: *mut Flat<F>, at: *const u8, plain: bool) -> Code {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        match decode::<F, B>(at, plain) {
            Ok((point, code)) => {
                put(out, point);
                code
            }
            Err(code) => code,
        }
    }
}

/// A generator of `blst.h`: an affine point, and a Jacobian one with what stands behind.
const fn generator<F: Group>(y: F) -> Projective<F> {
    Projective { x: F::GENERATOR.x, y, z: F::ONE }
}

/// The negative of a canonical element that is not zero.
const fn negative(a: &Fp) -> Fp {
    Fp(lanesmith_bls::field::limbs::limbs_sub(&Fp::MODULUS, &a.0).0)
}

const fn negative2(a: &Fp2) -> Fp2 {
    Fp2 { c0: negative(&a.c0), c1: negative(&a.c1) }
}

/// The generators and their negatives.
#[unsafe(no_mangle)]
pub static BLS12_381_G1: Projective<Fp> = generator(<Fp as lanesmith_bls::curve::Curve>::GENERATOR.y);
#[unsafe(no_mangle)]
pub static BLS12_381_NEG_G1: Projective<Fp> =
    generator(negative(&<Fp as lanesmith_bls::curve::Curve>::GENERATOR.y));
#[unsafe(no_mangle)]
pub static BLS12_381_G2: Projective<Fp2> = generator(<Fp2 as lanesmith_bls::curve::Curve>::GENERATOR.y);
#[unsafe(no_mangle)]
pub static BLS12_381_NEG_G2: Projective<Fp2> =
    generator(negative2(&<Fp2 as lanesmith_bls::curve::Curve>::GENERATOR.y));

/// The functions of one group.
macro_rules! points {
    ($field:ty, $generator:ident,
        $add:ident $add_or_double:ident $add_affine:ident $add_or_double_affine:ident $double:ident
        $mult:ident $unchecked_mult:ident $cneg:ident $to_affine:ident $from_affine:ident $from_jacobian:ident
        $on_curve:ident $in_group:ident $is_equal:ident $is_inf:ident $of_generator:ident
        $affine_on_curve:ident $affine_in_group:ident $affine_is_equal:ident $affine_is_inf:ident $affine_generator:ident
        $serialize:ident $compress:ident $affine_serialize:ident $affine_compress:ident $uncompress:ident $deserialize:ident
        $sizeof:ident $affine_sizeof:ident) => {
        exported! {
            fn $add(out: *mut Projective<$field>, a: *const Projective<$field>, b: *const Projective<$field>) {
                put(out, at(a).add_uniform::<B>(at(b)).canonical())
            }
            fn $add_or_double(out: *mut Projective<$field>, a: *const Projective<$field>, b: *const Projective<$field>) {
                put(out, at(a).add_uniform::<B>(at(b)).canonical())
            }
            fn $add_affine(out: *mut Projective<$field>, a: *const Projective<$field>, b: *const Flat<$field>) {
                put(out, at(a).add_affine_uniform::<B>(&at(b).affine()).canonical())
            }
            fn $add_or_double_affine(out: *mut Projective<$field>, a: *const Projective<$field>, b: *const Flat<$field>) {
                put(out, at(a).add_affine_uniform::<B>(&at(b).affine()).canonical())
            }
            fn $double(out: *mut Projective<$field>, a: *const Projective<$field>) {
                put(out, at(a).dbl::<B>().canonical())
            }
            fn $mult(out: *mut Projective<$field>, p: *const Projective<$field>, scalar: *const u8, nbits: usize) {
                if nbits == 0 {
                    put(out, Projective { x: Field::ZERO, y: Field::ZERO, z: Field::ZERO })
                } else {
                    put(out, product::<$field, B>(at(p), scalar, nbits).canonical())
                }
            }
            fn $unchecked_mult(out: *mut Projective<$field>, p: *const Projective<$field>, scalar: *const u8, nbits: usize) {
                if nbits == 0 {
                    put(out, Projective { x: Field::ZERO, y: Field::ZERO, z: Field::ZERO })
                } else {
                    put(out, mul_bits::<$field, B>(at(p), bytes(scalar, nbits.div_ceil(8)), nbits).canonical())
                }
            }
            fn $cneg(p: *mut Projective<$field>, flag: c_int) {
                let y = &raw mut (*p).y;
                put(y, at(y).negated(mask(flag)))
            }
            fn $to_affine(out: *mut Flat<$field>, a: *const Projective<$field>) { put(out, flat::<$field, B>(at(a))) }
            fn $from_affine(out: *mut Projective<$field>, a: *const Flat<$field>) { put(out, at(a).projective()) }
            fn $from_jacobian(out: *mut Projective<$field>, a: *const Projective<$field>) {
                put(out, normal::<$field, B>(at(a)).canonical())
            }
            fn $on_curve(p: *const Projective<$field>) -> c_int { truth(at(p).is_on_curve::<B>()) }
            fn $in_group(p: *const Projective<$field>) -> c_int { truth(in_group::<$field, B>(at(p))) }
            fn $is_equal(a: *const Projective<$field>, b: *const Projective<$field>) -> c_int {
                truth(at(a).equals_uniform::<B>(at(b)))
            }
            fn $is_inf(a: *const Projective<$field>) -> c_int { truth(at(a).z.zero_mask() != 0) }
            fn $of_generator() -> *const Projective<$field> { &raw const $generator }
            fn $affine_on_curve(p: *const Flat<$field>) -> c_int { truth(at(p).affine().is_on_curve::<B>()) }
            fn $affine_in_group(p: *const Flat<$field>) -> c_int {
                truth(lanesmith_bls::curve::Curve::in_subgroup::<B>(&at(p).affine()))
            }
            fn $affine_is_equal(a: *const Flat<$field>, b: *const Flat<$field>) -> c_int {
                let (a, b) = (at(a), at(b));
                truth(a.x.sub::<B>(&b.x).zero_mask() & a.y.sub::<B>(&b.y).zero_mask() != 0)
            }
            fn $affine_is_inf(a: *const Flat<$field>) -> c_int { truth(at(a).infinity_mask() != 0) }
            fn $affine_generator() -> *const Flat<$field> { (&raw const $generator).cast() }
            fn $serialize(out: *mut u8, a: *const Projective<$field>) {
                let point = at(a);
                let point = if point.is_infinity() { Flat::INFINITY } else { flat::<$field, B>(point) };
                put_bytes(out, &point.affine().to_uncompressed::<B>())
            }
            fn $compress(out: *mut u8, a: *const Projective<$field>) {
                let point = at(a);
                let point = if point.is_infinity() { Flat::INFINITY } else { flat::<$field, B>(point) };
                put_bytes(out, &point.affine().to_compressed::<B>())
            }
            fn $affine_serialize(out: *mut u8, a: *const Flat<$field>) {
                put_bytes(out, &at(a).affine().to_uncompressed::<B>())
            }
            fn $affine_compress(out: *mut u8, a: *const Flat<$field>) {
                put_bytes(out, &at(a).affine().to_compressed::<B>())
            }
            fn $uncompress(out: *mut Flat<$field>, input: *const u8) -> Code {
                put_decoded::<$field, B>(out, input, false)
            }
            fn $deserialize(out: *mut Flat<$field>, input: *const u8) -> Code {
                put_decoded::<$field, B>(out, input, true)
            }
            fn $sizeof() -> usize { size_of::<Projective<$field>>() }
            fn $affine_sizeof() -> usize { size_of::<Flat<$field>>() }
        }
    };
}

points! {
    Fp, BLS12_381_G1,
    blst_p1_add blst_p1_add_or_double blst_p1_add_affine blst_p1_add_or_double_affine blst_p1_double
    blst_p1_mult blst_p1_unchecked_mult blst_p1_cneg blst_p1_to_affine blst_p1_from_affine blst_p1_from_jacobian
    blst_p1_on_curve blst_p1_in_g1 blst_p1_is_equal blst_p1_is_inf blst_p1_generator
    blst_p1_affine_on_curve blst_p1_affine_in_g1 blst_p1_affine_is_equal blst_p1_affine_is_inf blst_p1_affine_generator
    blst_p1_serialize blst_p1_compress blst_p1_affine_serialize blst_p1_affine_compress blst_p1_uncompress blst_p1_deserialize
    blst_p1_sizeof blst_p1_affine_sizeof
}
points! {
    Fp2, BLS12_381_G2,
    blst_p2_add blst_p2_add_or_double blst_p2_add_affine blst_p2_add_or_double_affine blst_p2_double
    blst_p2_mult blst_p2_unchecked_mult blst_p2_cneg blst_p2_to_affine blst_p2_from_affine blst_p2_from_jacobian
    blst_p2_on_curve blst_p2_in_g2 blst_p2_is_equal blst_p2_is_inf blst_p2_generator
    blst_p2_affine_on_curve blst_p2_affine_in_g2 blst_p2_affine_is_equal blst_p2_affine_is_inf blst_p2_affine_generator
    blst_p2_serialize blst_p2_compress blst_p2_affine_serialize blst_p2_affine_compress blst_p2_uncompress blst_p2_deserialize
    blst_p2_sizeof blst_p2_affine_sizeof
}
