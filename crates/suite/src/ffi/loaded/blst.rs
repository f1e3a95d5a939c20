//! blst, as programs that link it call it. Layouts are those of its header, of versions 0.3.11 and later.

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::ptr;

use libloading::Library;

use super::interface;

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident $n:literal)*) => {$(
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name([u64; $n]);
    )*};
}

words! {
    /// An element of the base field.
    Fp 6
    /// One of the quadratic extension.
    Fp2 12
    /// One of the extension in which pairings lie.
    Fp12 72
    /// A point of G1.
    P1 18
    /// The same without a denominator.
    P1Affine 12
    /// A point of G2.
    P2 36
    /// The same without a denominator.
    P2Affine 24
}

interface! {
    /// What is raced of blst's interface.
    Blst {
        fp_add = blst_fp_add(a: Fp, b: Fp) -> Fp;
        fp_sub = blst_fp_sub(a: Fp, b: Fp) -> Fp;
        fp_mul = blst_fp_mul(a: Fp, b: Fp) -> Fp;
        fp_sqr = blst_fp_sqr(a: Fp) -> Fp;
        fp_inv = blst_fp_inverse(a: Fp) -> Fp;
        fp_inv_vartime = blst_fp_eucl_inverse(a: Fp) -> Fp;
        fp2_mul = blst_fp2_mul(a: Fp2, b: Fp2) -> Fp2;
        fp2_sqr = blst_fp2_sqr(a: Fp2) -> Fp2;
        fp2_inv = blst_fp2_eucl_inverse(a: Fp2) -> Fp2;
        fp12_mul = blst_fp12_mul(a: Fp12, b: Fp12) -> Fp12;
        fp12_sqr = blst_fp12_sqr(a: Fp12) -> Fp12;
        fp12_cyclotomic_sqr = blst_fp12_cyclotomic_sqr(a: Fp12) -> Fp12;
        fp12_inv = blst_fp12_inverse(a: Fp12) -> Fp12;
        p1_from_affine = blst_p1_from_affine(a: P1Affine) -> P1;
        p2_from_affine = blst_p2_from_affine(a: P2Affine) -> P2;
        p1_to_affine = blst_p1_to_affine(a: P1) -> P1Affine;
        p2_to_affine = blst_p2_to_affine(a: P2) -> P2Affine;
        p1_add = blst_p1_add_or_double(a: P1, b: P1) -> P1;
        p2_add = blst_p2_add_or_double(a: P2, b: P2) -> P2;
        p1_add_affine = blst_p1_add_or_double_affine(a: P1, b: P1Affine) -> P1;
        p2_add_affine = blst_p2_add_or_double_affine(a: P2, b: P2Affine) -> P2;
        p1_double = blst_p1_double(a: P1) -> P1;
        p2_double = blst_p2_double(a: P2) -> P2;
        miller_loop = blst_miller_loop(q: P2Affine, p: P1Affine) -> Fp12;
        final_exp = blst_final_exp(f: Fp12) -> Fp12;
    } raw {
        fp_read = blst_fp_from_bendian(*mut Fp, *const u8);
        fp_write = blst_bendian_from_fp(*mut u8, *const Fp);
        fp_root = blst_fp_sqrt(*mut Fp, *const Fp) -> bool;
        fp2_root = blst_fp2_sqrt(*mut Fp2, *const Fp2) -> bool;
        fp12_is_one = blst_fp12_is_one(*const Fp12) -> bool;
        miller_loops = blst_miller_loop_n(*mut Fp12, *const *const P2Affine, *const *const P1Affine, usize);
        p1_mult = blst_p1_mult(*mut P1, *const P1, *const u8, usize);
        p2_mult = blst_p2_mult(*mut P2, *const P2, *const u8, usize);
        p1_to_bytes = blst_p1_compress(*mut u8, *const P1);
        p2_to_bytes = blst_p2_compress(*mut u8, *const P2);
        p1_affine_to_bytes = blst_p1_affine_compress(*mut u8, *const P1Affine);
        p2_affine_to_bytes = blst_p2_affine_compress(*mut u8, *const P2Affine);
        p1_uncompress = blst_p1_uncompress(*mut P1Affine, *const u8) -> c_int;
        p2_uncompress = blst_p2_uncompress(*mut P2Affine, *const u8) -> c_int;
        p1_read = blst_p1_deserialize(*mut P1Affine, *const u8) -> c_int;
        p2_read = blst_p2_deserialize(*mut P2Affine, *const u8) -> c_int;
        p1_is_in_group = blst_p1_affine_in_g1(*const P1Affine) -> bool;
        p2_is_in_group = blst_p2_affine_in_g2(*const P2Affine) -> bool;
        to_g1 = blst_hash_to_g1(*mut P1, *const u8, usize, *const u8, usize, *const u8, usize);
        to_g2 = blst_hash_to_g2(*mut P2, *const u8, usize, *const u8, usize, *const u8, usize);
        p1s_mult = blst_p1s_mult_pippenger(*mut P1, *const *const P1Affine, usize, *const *const u8, usize, *mut u64);
        p2s_mult = blst_p2s_mult_pippenger(*mut P2, *const *const P2Affine, usize, *const *const u8, usize, *mut u64);
        p1s_scratch = blst_p1s_mult_pippenger_scratch_sizeof(usize) -> usize;
        p2s_scratch = blst_p2s_mult_pippenger_scratch_sizeof(usize) -> usize;
        key_in_g1 = blst_sk_to_pk2_in_g1(*mut u8, *mut P1Affine, *const u8);
        key_in_g2 = blst_sk_to_pk2_in_g2(*mut u8, *mut P2Affine, *const u8);
        sign_in_g2 = blst_sign_pk2_in_g1(*mut u8, *mut P2Affine, *const P2, *const u8);
        sign_in_g1 = blst_sign_pk2_in_g2(*mut u8, *mut P1Affine, *const P1, *const u8);
        pairing_sizeof = blst_pairing_sizeof() -> usize;
        pairing_init = blst_pairing_init(*mut u64, bool, *const u8, usize);
        pairing_aggregate = blst_pairing_chk_n_aggr_pk_in_g1(
            *mut u64, *const P1Affine, bool, *const P2Affine, bool, *const u8, usize, *const u8, usize) -> c_int;
        pairing_mul_n_aggregate = blst_pairing_chk_n_mul_n_aggr_pk_in_g1(
            *mut u64, *const P1Affine, bool, *const P2Affine, bool, *const u8, usize, *const u8, usize, *const u8, usize) -> c_int;
        pairing_commit = blst_pairing_commit(*mut u64);
        pairing_finalverify = blst_pairing_finalverify(*const u64, *const Fp12) -> bool;
    }
}

/// A result that a function writes whole.
fn written<T>(write: impl FnOnce(*mut T)) -> T {
    let mut out = MaybeUninit::uninit();
    write(out.as_mut_ptr());
    // SAFETY: every caller passes a function that writes all of it.
    unsafe { out.assume_init() }
}

/// A result that there need not be: such functions leave it as it is, or written.
fn if_written<T: Copy>(write: impl FnOnce(*mut T) -> bool) -> Option<T> {
    let mut out = MaybeUninit::zeroed();
    // SAFETY: words of any value, all of them zero at first.
    write(out.as_mut_ptr()).then(|| unsafe { out.assume_init() })
}

/// Functions of one group.
macro_rules! group {
    ($n:literal, $point:ident, $affine:ident, $mul:ident = $mult:ident, $compress:ident = $to_bytes:ident,
     $compress_affine:ident = $affine_to_bytes:ident, $decode:ident = $uncompress:ident, $deserialize:ident = $read:ident,
     $in_group:ident = $is_in_group:ident, $hash:ident = $to:ident, $msm:ident = $mult_many:ident, $scratch:ident,
     $public_key:ident = $key:ident, $sign:ident = $sign_raw:ident) => {
        /// A multiple by a scalar below the order, least significant byte first.
        pub fn $mul(&self, point: &$point, scalar: &[u8; 32]) -> $point {
            // SAFETY: it reads a point and 255 bits, and writes a point.
            written(|out| unsafe { (self.$mult)(out, point, scalar.as_ptr(), 255) })
        }

        /// The compressed encoding.
        pub fn $compress(&self, point: &$point) -> Vec<u8> {
            let mut out = vec![0; $n];
            // SAFETY: it reads a point and writes as many bytes.
            unsafe { (self.$to_bytes)(out.as_mut_ptr(), point) };
            out
        }

        /// The same without a denominator.
        pub fn $compress_affine(&self, point: &$affine) -> Vec<u8> {
            let mut out = vec![0; $n];
            // SAFETY: it reads a point and writes as many bytes.
            unsafe { (self.$affine_to_bytes)(out.as_mut_ptr(), point) };
            out
        }

        /// A point of the curve from its compressed encoding.
        pub fn $decode(&self, bytes: &[u8; $n]) -> Option<$affine> {
            // SAFETY: it reads so many bytes and writes a point.
            if_written(|out| unsafe { (self.$uncompress)(out, bytes.as_ptr()) == 0 })
        }

        /// The same from all coordinates.
        pub fn $deserialize(&self, bytes: &[u8; 2 * $n]) -> Option<$affine> {
            // SAFETY: it reads no more than so many bytes and writes a point.
            if_written(|out| unsafe { (self.$read)(out, bytes.as_ptr()) == 0 })
        }

        /// Whether a point is in the group.
        pub fn $in_group(&self, point: &$affine) -> bool {
            // SAFETY: it reads a point.
            unsafe { (self.$is_in_group)(point) }
        }

        /// Hashes a message.
        pub fn $hash(&self, message: &[u8], tag: &[u8]) -> $point {
            let (m, t) = (message.as_ptr(), tag.as_ptr());
            // SAFETY: it reads as many bytes as it is told, none from the null pointer, and writes a point.
            written(|out| unsafe { (self.$to)(out, m, message.len(), t, tag.len(), ptr::null(), 0) })
        }

        /// A sum of products with scalars of 32 bytes, least significant first; the scratch space is made longer where it must be.
        pub fn $msm(&self, points: &[$affine], scalars: &[[u8; 32]], scratch: &mut Vec<u64>) -> $point {
            let count = points.len().min(scalars.len());
            // SAFETY: it computes a number.
            let bytes = unsafe { (self.$scratch)(count) };
            scratch.resize(scratch.len().max(bytes.div_ceil(8)), 0);
            let (p, s) = ([points.as_ptr(), ptr::null()], [scalars.as_ptr().cast(), ptr::null()]);
            // SAFETY: it reads `count` points and scalars, which stand one after the other as the null pointers tell it, works in
            // as much scratch space as it asked for, and writes a point.
            written(|out| unsafe {
                (self.$mult_many)(out, p.as_ptr(), count, s.as_ptr(), 255, scratch.as_mut_ptr());
            })
        }

        /// The public key of a secret one, least significant byte first.
        pub fn $public_key(&self, secret: &[u8; 32]) -> $affine {
            // SAFETY: it reads 32 bytes, writes no encoding where that is null, and a point.
            written(|out| unsafe { (self.$key)(ptr::null_mut(), out, secret.as_ptr()) })
        }

        /// The signature of a hash in this group.
        pub fn $sign(&self, hash: &$point, secret: &[u8; 32]) -> $affine {
            // SAFETY: it reads a point and 32 bytes, writes no encoding where that is null, and a point.
            written(|out| unsafe { (self.$sign_raw)(ptr::null_mut(), out, hash, secret.as_ptr()) })
        }
    };
}

impl Blst {
    /// The element of 48 bytes, most significant first.
    pub fn fp(&self, bytes: &[u8; 48]) -> Fp {
        // SAFETY: it reads 48 bytes and writes the element.
        written(|out| unsafe { (self.fp_read)(out, bytes.as_ptr()) })
    }

    /// Elements one after the other, such as the coefficients of an extension.
    fn coefficients<const N: usize>(&self, elements: &[[u8; 48]]) -> [u64; N] {
        let mut out = [0; N];
        for (words, bytes) in out.chunks_exact_mut(6).zip(elements) {
            words.copy_from_slice(&self.fp(bytes).0);
        }
        out
    }

    /// An element of the quadratic extension, the constant first.
    pub fn fp2(&self, elements: &[[u8; 48]]) -> Fp2 {
        Fp2(self.coefficients(elements))
    }

    /// One of the largest extension.
    pub fn fp12(&self, elements: &[[u8; 48]]) -> Fp12 {
        Fp12(self.coefficients(elements))
    }

    fn bytes(&self, words: &[u64]) -> Vec<u8> {
        let (elements, _) = words.as_chunks::<6>();
        let mut out = vec![0; 48 * elements.len()];
        for (out, element) in out.chunks_exact_mut(48).zip(elements) {
            // SAFETY: it reads an element and writes 48 bytes.
            unsafe { (self.fp_write)(out.as_mut_ptr(), &Fp(*element)) };
        }
        out
    }

    /// 48 bytes.
    pub fn fp_bytes(&self, a: &Fp) -> Vec<u8> {
        self.bytes(&a.0)
    }

    /// 96 bytes.
    pub fn fp2_bytes(&self, a: &Fp2) -> Vec<u8> {
        self.bytes(&a.0)
    }

    /// 576 bytes.
    pub fn fp12_bytes(&self, a: &Fp12) -> Vec<u8> {
        self.bytes(&a.0)
    }

    /// A root.
    pub fn fp_sqrt(&self, a: &Fp) -> Option<Fp> {
        // SAFETY: it reads and writes an element.
        if_written(|out| unsafe { (self.fp_root)(out, a) })
    }

    /// A root.
    pub fn fp2_sqrt(&self, a: &Fp2) -> Option<Fp2> {
        // SAFETY: it reads and writes an element.
        if_written(|out| unsafe { (self.fp2_root)(out, a) })
    }

    /// Whether an element is one.
    pub fn is_one(&self, f: &Fp12) -> bool {
        // SAFETY: it reads the element.
        unsafe { (self.fp12_is_one)(f) }
    }

    /// The product of Miller loops that share their squarings.
    pub fn miller_loop_n(&self, q: &[P2Affine], p: &[P1Affine]) -> Fp12 {
        let (qs, ps) = ([q.as_ptr(), ptr::null()], [p.as_ptr(), ptr::null()]);
        // SAFETY: it reads as many points as the shorter slice has, which stand one after the other as the null pointers tell it,
        // and writes the result.
        written(|out| unsafe { (self.miller_loops)(out, qs.as_ptr(), ps.as_ptr(), q.len().min(p.len())) })
    }

    group!(
        48,
        P1,
        P1Affine,
        p1_mul = p1_mult,
        p1_compress = p1_to_bytes,
        p1_affine_compress = p1_affine_to_bytes,
        p1_decode = p1_uncompress,
        p1_deserialize = p1_read,
        p1_in_group = p1_is_in_group,
        hash_to_g1 = to_g1,
        p1_msm = p1s_mult,
        p1s_scratch,
        public_key_in_g1 = key_in_g1,
        sign_to_g1 = sign_in_g1
    );
    group!(
        96,
        P2,
        P2Affine,
        p2_mul = p2_mult,
        p2_compress = p2_to_bytes,
        p2_affine_compress = p2_affine_to_bytes,
        p2_decode = p2_uncompress,
        p2_deserialize = p2_read,
        p2_in_group = p2_is_in_group,
        hash_to_g2 = to_g2,
        p2_msm = p2s_mult,
        p2s_scratch,
        public_key_in_g2 = key_in_g2,
        sign_to_g2 = sign_in_g2
    );

    /// What checks products of pairings, keys in G1. It keeps a pointer to the tag.
    pub fn pairing(&'static self, tag: &'static [u8]) -> Pairing {
        // SAFETY: it computes a number.
        let bytes = unsafe { (self.pairing_sizeof)() };
        let mut context = vec![0; bytes.div_ceil(8)];
        // SAFETY: it writes as many bytes as it said, and keeps the pointer to the tag, which stays.
        unsafe { (self.pairing_init)(context.as_mut_ptr(), true, tag.as_ptr(), tag.len()) };
        Pairing { library: self, context }
    }
}

/// A context of pairings.
pub struct Pairing {
    library: &'static Blst,
    context: Vec<u64>,
}

impl Pairing {
    /// Takes a key and its message, and a signature if there is one; their groups are looked at where that is asked for.
    pub fn aggregate(
        &mut self,
        key: &P1Affine,
        signature: Option<&P2Affine>,
        check: bool,
        message: &[u8],
    ) -> bool {
        let (context, signature) = (self.context.as_mut_ptr(), signature.map_or(ptr::null(), ptr::from_ref));
        let (m, len) = (message.as_ptr(), message.len());
        // SAFETY: a context that was made for it; it reads the points, none from a null pointer, and as many bytes as it is told.
        let code = unsafe {
            (self.library.pairing_aggregate)(context, key, check, signature, check, m, len, ptr::null(), 0)
        };
        code == 0
    }

    /// The same with a factor of so many bits, least significant byte first.
    pub fn mul_n_aggregate(
        &mut self,
        key: &P1Affine,
        signature: &P2Affine,
        check: bool,
        factor: &[u8],
        message: &[u8],
    ) -> bool {
        let context = self.context.as_mut_ptr();
        let (f, bits, m, len) = (factor.as_ptr(), 8 * factor.len(), message.as_ptr(), message.len());
        // SAFETY: as above, and it reads the bits of the factor.
        let code = unsafe {
            (self.library.pairing_mul_n_aggregate)(
                context,
                key,
                check,
                signature,
                check,
                f,
                bits,
                m,
                len,
                ptr::null(),
                0,
            )
        };
        code == 0
    }

    /// Whether the product is one.
    pub fn verify(mut self) -> bool {
        // SAFETY: a context that was made for it, and no other result to compare with.
        unsafe {
            (self.library.pairing_commit)(self.context.as_mut_ptr());
            (self.library.pairing_finalverify)(self.context.as_ptr(), ptr::null())
        }
    }
}
