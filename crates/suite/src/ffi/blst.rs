//! What blst exports as C functions alone: SHA-256, and its arithmetic below signatures.

use std::mem::MaybeUninit;

/// SHA-256 of blst.
#[cfg(feature = "sha256")]
pub fn sha256(message: &[u8]) -> [u8; 32] {
    let mut digest = [0; 32];
    // SAFETY: it writes 32 bytes to the first pointer and reads as many as it is told from the second.
    unsafe { blst::blst_sha256(digest.as_mut_ptr(), message.as_ptr(), message.len()) };
    digest
}

/// Functions that write one result and read their operands.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $function:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name($($arg: &$type),*) -> $out {
            let mut out = MaybeUninit::<$out>::uninit();
            // SAFETY: it reads its operands, which are valid, and writes all of the result.
            unsafe {
                $function(out.as_mut_ptr(), $($arg),*);
                out.assume_init()
            }
        }
    )*};
}

#[cfg(feature = "bls")]
pub use bls::*;

#[cfg(feature = "bls")]
mod bls {
    use std::ptr;

    use blst::*;

    use super::MaybeUninit;

    functions! {
        fp_add = blst_fp_add(a: blst_fp, b: blst_fp) -> blst_fp;
        fp_sub = blst_fp_sub(a: blst_fp, b: blst_fp) -> blst_fp;
        fp_mul = blst_fp_mul(a: blst_fp, b: blst_fp) -> blst_fp;
        fp_sqr = blst_fp_sqr(a: blst_fp) -> blst_fp;
        fp_inv = blst_fp_inverse(a: blst_fp) -> blst_fp;
        fp_inv_vartime = blst_fp_eucl_inverse(a: blst_fp) -> blst_fp;
        fp2_mul = blst_fp2_mul(a: blst_fp2, b: blst_fp2) -> blst_fp2;
        fp2_sqr = blst_fp2_sqr(a: blst_fp2) -> blst_fp2;
        fp2_inv = blst_fp2_eucl_inverse(a: blst_fp2) -> blst_fp2;
        fp12_mul = blst_fp12_mul(a: blst_fp12, b: blst_fp12) -> blst_fp12;
        fp12_sqr = blst_fp12_sqr(a: blst_fp12) -> blst_fp12;
        fp12_cyclotomic_sqr = blst_fp12_cyclotomic_sqr(a: blst_fp12) -> blst_fp12;
        fp12_inv = blst_fp12_inverse(a: blst_fp12) -> blst_fp12;
        p1_from_affine = blst_p1_from_affine(a: blst_p1_affine) -> blst_p1;
        p2_from_affine = blst_p2_from_affine(a: blst_p2_affine) -> blst_p2;
        p1_add = blst_p1_add(a: blst_p1, b: blst_p1) -> blst_p1;
        p2_add = blst_p2_add(a: blst_p2, b: blst_p2) -> blst_p2;
        p1_add_affine = blst_p1_add_affine(a: blst_p1, b: blst_p1_affine) -> blst_p1;
        p2_add_affine = blst_p2_add_affine(a: blst_p2, b: blst_p2_affine) -> blst_p2;
        p1_double = blst_p1_double(a: blst_p1) -> blst_p1;
        p2_double = blst_p2_double(a: blst_p2) -> blst_p2;
        miller_loop = blst_miller_loop(q: blst_p2_affine, p: blst_p1_affine) -> blst_fp12;
        final_exp = blst_final_exp(f: blst_fp12) -> blst_fp12;
    }

    /// The element of 48 bytes, most significant first.
    pub fn fp(bytes: &[u8; 48]) -> blst_fp {
        let mut out = blst_fp::default();
        // SAFETY: it reads 48 bytes and writes the element.
        unsafe { blst_fp_from_bendian(&mut out, bytes.as_ptr()) };
        out
    }

    /// The 48 bytes of an element.
    pub fn fp_bytes(a: &blst_fp) -> [u8; 48] {
        let mut out = [0; 48];
        // SAFETY: it writes 48 bytes.
        unsafe { blst_bendian_from_fp(out.as_mut_ptr(), a) };
        out
    }

    /// A root.
    pub fn fp_sqrt(a: &blst_fp) -> Option<blst_fp> {
        let mut out = blst_fp::default();
        // SAFETY: it reads and writes an element.
        unsafe { blst_fp_sqrt(&mut out, a) }.then_some(out)
    }

    /// A root.
    pub fn fp2_sqrt(a: &blst_fp2) -> Option<blst_fp2> {
        let mut out = blst_fp2::default();
        // SAFETY: it reads and writes an element.
        unsafe { blst_fp2_sqrt(&mut out, a) }.then_some(out)
    }

    /// Whether an element is one.
    pub fn is_one(f: &blst_fp12) -> bool {
        // SAFETY: it reads the element.
        unsafe { blst_fp12_is_one(f) }
    }

    /// The product of Miller loops that share their squarings.
    pub fn miller_loop_n(q: &[blst_p2_affine], p: &[blst_p1_affine]) -> blst_fp12 {
        let mut out = MaybeUninit::uninit();
        let (qs, ps) = ([q.as_ptr(), ptr::null()], [p.as_ptr(), ptr::null()]);
        // SAFETY: it reads as many points as the shorter slice has, which stand one after the other as a null pointer after
        // the first tells it, and writes the result.
        unsafe {
            blst_miller_loop_n(out.as_mut_ptr(), qs.as_ptr(), ps.as_ptr(), q.len().min(p.len()));
            out.assume_init()
        }
    }

    macro_rules! group {
        ($bytes:literal, $point:ty, $affine:ty, $mul:ident = $blst_mul:ident, $compress:ident = $blst_compress:ident,
         $decode:ident = $blst_decode:ident, $deserialize:ident = $blst_deserialize:ident, $in_group:ident = $blst_in_group:ident,
         $hash:ident = $blst_hash:ident, $msm:ident = $blst_msm:ident, $scratch:ident) => {
            /// A point times 255 bits, in constant time.
            pub fn $mul(point: &$point, scalar: &[u8; 32]) -> $point {
                let mut out = MaybeUninit::uninit();
                // SAFETY: it reads the point and 255 bits and writes a point.
                unsafe {
                    $blst_mul(out.as_mut_ptr(), point, scalar.as_ptr(), 255);
                    out.assume_init()
                }
            }

            /// The compressed encoding.
            pub fn $compress(point: &$point) -> Vec<u8> {
                let mut out = vec![0; $bytes];
                // SAFETY: it writes so many bytes.
                unsafe { $blst_compress(out.as_mut_ptr(), point) };
                out
            }

            /// Decodes a compressed point; whether it is in the group is not looked at.
            pub fn $decode(bytes: &[u8; $bytes]) -> Option<$affine> {
                let mut out = <$affine>::default();
                // SAFETY: it reads so many bytes and writes a point.
                let error = unsafe { $blst_decode(&mut out, bytes.as_ptr()) };
                (error == BLST_ERROR::BLST_SUCCESS).then_some(out)
            }

            /// Decodes an uncompressed point; whether it is in the group is not looked at.
            pub fn $deserialize(bytes: &[u8; 2 * $bytes]) -> Option<$affine> {
                let mut out = <$affine>::default();
                // SAFETY: it reads no more than so many bytes and writes a point.
                let error = unsafe { $blst_deserialize(&mut out, bytes.as_ptr()) };
                (error == BLST_ERROR::BLST_SUCCESS).then_some(out)
            }

            /// Whether a point is in the group.
            pub fn $in_group(point: &$affine) -> bool {
                // SAFETY: it reads the point.
                unsafe { $blst_in_group(point) }
            }

            /// Hashes a message.
            pub fn $hash(message: &[u8], dst: &[u8]) -> $point {
                let mut out = MaybeUninit::uninit();
                let (m, d) = (message.as_ptr(), dst.as_ptr());
                // SAFETY: it reads as many bytes as it is told, none from the null pointer, and writes a point.
                unsafe {
                    $blst_hash(out.as_mut_ptr(), m, message.len(), d, dst.len(), ptr::null(), 0);
                    out.assume_init()
                }
            }

            /// A sum of products with scalars of 32 bytes, least significant first; the scratch space is made longer where
            /// it must be.
            pub fn $msm(points: &[$affine], scalars: &[[u8; 32]], scratch: &mut Vec<u64>) -> $point {
                let count = points.len().min(scalars.len());
                // SAFETY: it computes a number.
                let bytes = unsafe { $scratch(count) };
                scratch.resize(scratch.len().max(bytes.div_ceil(8)), 0);
                let mut out = MaybeUninit::uninit();
                let (p, s) = ([points.as_ptr(), ptr::null()], [scalars.as_ptr().cast(), ptr::null()]);
                // SAFETY: it reads `count` points and scalars, which stand one after the other, works in as much scratch
                // space as it asked for, and writes a point.
                unsafe {
                    $blst_msm(out.as_mut_ptr(), p.as_ptr(), count, s.as_ptr(), 255, scratch.as_mut_ptr());
                    out.assume_init()
                }
            }
        };
    }

    group!(
        48,
        blst_p1,
        blst_p1_affine,
        p1_mul = blst_p1_mult,
        p1_compress = blst_p1_compress,
        p1_decode = blst_p1_uncompress,
        p1_deserialize = blst_p1_deserialize,
        p1_in_group = blst_p1_affine_in_g1,
        hash_to_g1 = blst_hash_to_g1,
        p1_msm = blst_p1s_mult_pippenger,
        blst_p1s_mult_pippenger_scratch_sizeof
    );
    group!(
        96,
        blst_p2,
        blst_p2_affine,
        p2_mul = blst_p2_mult,
        p2_compress = blst_p2_compress,
        p2_decode = blst_p2_uncompress,
        p2_deserialize = blst_p2_deserialize,
        p2_in_group = blst_p2_affine_in_g2,
        hash_to_g2 = blst_hash_to_g2,
        p2_msm = blst_p2s_mult_pippenger,
        blst_p2s_mult_pippenger_scratch_sizeof
    );

    /// Verifies a signature as blst's own function does: both points are looked for in their groups each time.
    pub fn core_verify(key: &blst_p1_affine, signature: &blst_p2_affine, message: &[u8], dst: &[u8]) -> bool {
        let (m, d) = (message.as_ptr(), dst.as_ptr());
        // SAFETY: it reads both points and as many bytes as it is told, none from the null pointer.
        let error = unsafe {
            blst_core_verify_pk_in_g1(key, signature, true, m, message.len(), d, dst.len(), ptr::null(), 0)
        };
        error == BLST_ERROR::BLST_SUCCESS
    }
}
