//! blst, whose functions are foreign, as safe functions.

use lanesmith_bls::curve::{Affine, Encoded, G1Affine, G2Affine, Projective};
use lanesmith_bls::hazmat::{Fp, Fp2};

use super::{blst_fp, blst_fp2, residue, residue2};

macro_rules! functions {
    ($($name:ident = $function:ident($($arg:ident: $type:ident),*) -> $out:ident;)*) => {$(
        /// As blst's function of the same name.
        pub fn $name($($arg: &blst::$type),*) -> blst::$out {
            let mut out = blst::$out::default();
            // SAFETY: blst reads its operands and writes its result.
            unsafe { blst::$function(&mut out, $($arg),*) };
            out
        }
    )*};
}

functions! {
    fp2_mul = blst_fp2_mul(a: blst_fp2, b: blst_fp2) -> blst_fp2;
    fp2_sqr = blst_fp2_sqr(a: blst_fp2) -> blst_fp2;
    fp2_add = blst_fp2_add(a: blst_fp2, b: blst_fp2) -> blst_fp2;
    fp2_sub = blst_fp2_sub(a: blst_fp2, b: blst_fp2) -> blst_fp2;
    fp12_mul = blst_fp12_mul(a: blst_fp12, b: blst_fp12) -> blst_fp12;
    fp12_sqr = blst_fp12_sqr(a: blst_fp12) -> blst_fp12;
    fp12_cyclotomic_sqr = blst_fp12_cyclotomic_sqr(a: blst_fp12) -> blst_fp12;
    fp12_inverse = blst_fp12_inverse(a: blst_fp12) -> blst_fp12;
    final_exp = blst_final_exp(a: blst_fp12) -> blst_fp12;
}

/// Whether there is a square root.
pub fn fp2_is_square(a: &blst::blst_fp2) -> bool {
    // SAFETY: blst reads its operand and writes its result.
    unsafe { blst::blst_fp2_sqrt(&mut blst::blst_fp2::default(), a) }
}

/// Frobenius, `power` times.
pub fn fp12_frobenius(a: &blst::blst_fp12, power: usize) -> blst::blst_fp12 {
    let mut out = blst::blst_fp12::default();
    // SAFETY: blst reads its operand and writes its result.
    unsafe { blst::blst_fp12_frobenius_map(&mut out, a, power) };
    out
}

/// The product of the pairings.
pub fn pairing(pairs: &[(G1Affine, G2Affine)]) -> blst::blst_fp12 {
    let mut product: Option<blst::blst_fp12> = None;
    for (p, q) in pairs.iter().filter(|(p, q)| !p.infinity && !q.infinity) {
        let p = blst::blst_p1_affine { x: blst_fp(&p.x), y: blst_fp(&p.y) };
        let q = blst::blst_p2_affine { x: blst_fp2(&q.x), y: blst_fp2(&q.y) };
        let mut f = blst::blst_fp12::default();
        // SAFETY: blst reads its operands and writes its result.
        unsafe { blst::blst_miller_loop(&mut f, &q, &p) };
        product = Some(product.map_or(f, |product| fp12_mul(&product, &f)));
    }
    final_exp(&product.expect("a pair"))
}

/// Hashes to both groups, compressed.
pub fn hash(message: &[u8], dst: &[u8]) -> ([u8; 48], [u8; 96]) {
    let (mut one, mut two) = (blst::blst_p1::default(), blst::blst_p2::default());
    let (mut bytes1, mut bytes2) = ([0; 48], [0; 96]);
    let none = core::ptr::null();
    let (m, d) = (message.as_ptr(), dst.as_ptr());
    // SAFETY: pointers and lengths are those of slices; the outputs are as long as the encodings.
    unsafe {
        blst::blst_hash_to_g1(&mut one, m, message.len(), d, dst.len(), none, 0);
        blst::blst_p1_compress(bytes1.as_mut_ptr(), &one);
        blst::blst_hash_to_g2(&mut two, m, message.len(), d, dst.len(), none, 0);
        blst::blst_p2_compress(bytes2.as_mut_ptr(), &two);
    }
    (bytes1, bytes2)
}

/// What blst has for one of the groups.
pub trait Peer: Encoded {
    /// A random coordinate.
    fn random(rng: &mut fastrand::Rng) -> Self;
    /// The sum, compressed.
    fn peer_add(a: &Projective<Self>, b: &Projective<Self>) -> Vec<u8>;
    /// The product with a scalar, least significant byte first, compressed.
    fn peer_mul(point: &Affine<Self>, scalar: &[u8], bits: usize) -> Vec<u8>;
    /// Membership.
    fn in_subgroup(point: &Affine<Self>) -> bool;
    /// RFC 9380's effective cofactor in hexadecimal.
    fn cofactor() -> &'static str;
}

macro_rules! peer {
    ($field:ty, $to:ident, $point:ident, $affine:ident, $zero:expr, $add:ident, $mul:ident, $compress:ident,
     $from_affine:ident, $check:ident, $random:expr, $cofactor:expr) => {
        impl Peer for $field {
            fn random(rng: &mut fastrand::Rng) -> Self {
                $random(rng)
            }
            fn peer_add(a: &Projective<Self>, b: &Projective<Self>) -> Vec<u8> {
                let point = |p: &Projective<Self>| blst::$point { x: $to(&p.x), y: $to(&p.y), z: $to(&p.z) };
                let (mut sum, mut out) = (blst::$point::default(), $zero);
                // SAFETY: blst reads its operands and writes its results, of the sizes that it expects.
                unsafe {
                    blst::$add(&mut sum, &point(a), &point(b));
                    blst::$compress(out.as_mut_ptr(), &sum);
                }
                out.to_vec()
            }
            fn peer_mul(p: &Affine<Self>, scalar: &[u8], bits: usize) -> Vec<u8> {
                let affine = blst::$affine { x: $to(&p.x), y: $to(&p.y) };
                let (mut point, mut product, mut out) =
                    (blst::$point::default(), blst::$point::default(), $zero);
                // SAFETY: blst reads its operands and writes its results, of the sizes that it expects.
                unsafe {
                    blst::$from_affine(&mut point, &affine);
                    blst::$mul(&mut product, &point, scalar.as_ptr(), bits);
                    blst::$compress(out.as_mut_ptr(), &product);
                }
                out.to_vec()
            }
            fn in_subgroup(p: &Affine<Self>) -> bool {
                // SAFETY: blst reads its operand.
                unsafe { blst::$check(&blst::$affine { x: $to(&p.x), y: $to(&p.y) }) }
            }
            fn cofactor() -> &'static str {
                $cofactor
            }
        }
    };
}

peer!(
    Fp,
    blst_fp,
    blst_p1,
    blst_p1_affine,
    [0u8; 48],
    blst_p1_add_or_double,
    blst_p1_mult,
    blst_p1_compress,
    blst_p1_from_affine,
    blst_p1_affine_in_g1,
    |rng| residue(rng, 2),
    "d201000000010001"
);
peer!(
    Fp2,
    blst_fp2,
    blst_p2,
    blst_p2_affine,
    [0u8; 96],
    blst_p2_add_or_double,
    blst_p2_mult,
    blst_p2_compress,
    blst_p2_from_affine,
    blst_p2_affine_in_g2,
    residue2,
    "bc69f08f2ee75b3584c6a0ea91b352888e2a8e9145ad7689986ff031508ffe1329c2f178731db956d82bf015d1212b02ec0ec69d7477c1ae954cbc06689f6a359894c0adebbf6b4e8020005aaa95551"
);
