//! Verification: keys, messages and signatures into a context, and at once.

use core::ffi::c_int;

use lanesmith_bls::curve::{Curve, Projective, mul_bits, mul_u64_vartime};
use lanesmith_bls::hazmat::{Backend, Fp, Fp2};
use lanesmith_bls::{G1Affine, G2Affine, Pairing};

use super::context::{Context, Held};
use super::hash::{Hashed, Message, message};
use super::memory::{bytes, get, get_if, put};
use super::miller::{G1, G2};
use super::point::{Group, decode};
use super::values::{Canonical as _, Code, Flat, flat};

/// Which group keys are in.
trait Variant {
    type Key: Group;
    type Signature: Group + Hashed;
    const KIND: u32;
    /// The side of a pair in G1, which is cheaper to multiply, is the key; else it is the hash.
    const KEY_IN_G1: bool;

    fn pair(key: Flat<Self::Key>, hash: Flat<Self::Signature>) -> (Flat<Fp>, Flat<Fp2>);
    /// The pair of a signature and the negative of the generator of keys.
    fn closing<B: Backend>(signature: Flat<Self::Signature>) -> (G1Affine, G2Affine);
}

struct KeysInG1;
struct KeysInG2;

impl Variant for KeysInG1 {
    type Key = Fp;
    type Signature = Fp2;
    const KIND: u32 = Context::KEYS_IN_G1;
    const KEY_IN_G1: bool = true;

    fn pair(key: Flat<Fp>, hash: Flat<Fp2>) -> (Flat<Fp>, Flat<Fp2>) {
        (key, hash)
    }
    fn closing<B: Backend>(signature: Flat<Fp2>) -> (G1Affine, G2Affine) {
        (G1.neg::<B>(), signature.affine())
    }
}

impl Variant for KeysInG2 {
    type Key = Fp2;
    type Signature = Fp;
    const KIND: u32 = Context::KEYS_IN_G2;
    const KEY_IN_G1: bool = false;

    fn pair(key: Flat<Fp2>, hash: Flat<Fp>) -> (Flat<Fp>, Flat<Fp2>) {
        (hash, key)
    }
    fn closing<B: Backend>(signature: Flat<Fp>) -> (G1Affine, G2Affine) {
        (signature.affine(), G2.neg::<B>())
    }
}

/// A public factor of so many bits.
#[derive(Clone, Copy)]
struct Factor<'a> {
    bytes: &'a [u8],
    bits: usize,
}

impl Factor<'_> {
    fn times<F: Group, B: Backend>(self, point: &Projective<F>) -> Projective<F> {
        if self.bits > 64 {
            return mul_bits::<F, B>(point, self.bytes, self.bits);
        }
        let value = self.bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
        mul_u64_vartime::<F, B>(point, value & u64::MAX >> (64 - self.bits))
    }
}

/// What is added to a context, or verified.
struct Statement<'a, V: Variant> {
    key: Option<Flat<V::Key>>,
    check_key: bool,
    signature: Option<Flat<V::Signature>>,
    check_signature: bool,
    factor: Option<Factor<'a>>,
}

impl<V: Variant> Statement<'_, V> {
    /// The signature, unless there is none or it is at infinity, and after its check.
    fn signed<B: Backend>(&self) -> Result<Option<Flat<V::Signature>>, Code> {
        let signature = self.signature.filter(|signature| signature.infinity_mask() == 0);
        match signature {
            Some(s) if self.check_signature && !V::Signature::in_subgroup::<B>(&s.affine()) => {
                Err(Code::NotInGroup)
            }
            _ => Ok(signature),
        }
    }

    /// The key, if there is one, after its checks.
    fn key<B: Backend>(&self) -> Result<Option<Flat<V::Key>>, Code> {
        match self.key {
            Some(key) if key.infinity_mask() != 0 => Err(Code::KeyIsInfinity),
            Some(key) if self.check_key && !V::Key::in_subgroup::<B>(&key.affine()) => Err(Code::NotInGroup),
            key => Ok(key),
        }
    }

    /// Adds it. A signature stays added where the key is refused.
    fn add<B: Backend>(&self, held: Held, message: &Message<'_>) -> Result<(), Code> {
        if held.has(Context::KEYS_IN_G1 | Context::KEYS_IN_G2) && !held.has(V::KIND) {
            return Err(Code::TypeMismatch);
        }
        held.set(V::KIND);
        if let Some(signature) = self.signed::<B>()? {
            let point = signature.projective();
            let point = self.factor.map_or(point, |factor| factor.times::<_, B>(&point));
            let sum = held.signature::<V::Signature>().map_or(point, |sum| sum.add_uniform::<B>(&point));
            held.set_signature(sum.canonical());
        }
        let Some(mut key) = self.key::<B>()? else {
            return Ok(());
        };
        let mut hash = message.point::<V::Signature, B>(held.uniform());
        if let Some(factor) = self.factor {
            if V::KEY_IN_G1 {
                key = flat::<_, B>(&factor.times::<_, B>(&key.projective()));
            } else {
                hash = factor.times::<_, B>(&hash);
            }
        }
        let (p, q) = V::pair(key, flat::<_, B>(&hash));
        held.pair::<B>(p, q);
        Ok(())
    }

    /// Whether it is true, without a context: both pairs share a loop.
    fn verify<B: Backend>(&self, message: &Message<'_>, uniformly: bool) -> Result<(), Code> {
        let signature = self.signed::<B>()?;
        let key = self.key::<B>()?.ok_or(Code::VerifyFail)?;
        let (p, q) = V::pair(key, flat::<_, B>(&message.point::<V::Signature, B>(uniformly)));
        let pairs = [(p.affine(), q.affine()), V::closing::<B>(signature.unwrap_or(Flat::INFINITY))];
        if Pairing::auto().product_is_one(&pairs) { Ok(()) } else { Err(Code::VerifyFail) }
    }
}

fn code(result: Result<(), Code>) -> Code {
    result.err().unwrap_or(Code::Success)
}

/// The functions of one variant.
macro_rules! variant {
    ($variant:ty, $key:ty, $signature:ty,
        $aggregate:ident $checked:ident $multiplied:ident $checked_multiplied:ident $verify:ident) => {
        exported! {
            fn $aggregate(
                ctx: *mut Context, pk: *const Flat<$key>, sig: *const Flat<$signature>,
                msg: *const u8, msg_len: usize, aug: *const u8, aug_len: usize,
            ) -> Code {
                add::<$variant, B>(ctx, (pk, 0), (sig, 1), (core::ptr::null(), 0), (msg, msg_len), (aug, aug_len))
            }
            fn $checked(
                ctx: *mut Context, pk: *const Flat<$key>, pk_grpchk: c_int,
                sig: *const Flat<$signature>, sig_grpchk: c_int,
                msg: *const u8, msg_len: usize, aug: *const u8, aug_len: usize,
            ) -> Code {
                let none = (core::ptr::null(), 0);
                add::<$variant, B>(ctx, (pk, pk_grpchk), (sig, sig_grpchk), none, (msg, msg_len), (aug, aug_len))
            }
            fn $multiplied(
                ctx: *mut Context, pk: *const Flat<$key>, sig: *const Flat<$signature>,
                scalar: *const u8, nbits: usize,
                msg: *const u8, msg_len: usize, aug: *const u8, aug_len: usize,
            ) -> Code {
                add::<$variant, B>(ctx, (pk, 0), (sig, 1), (scalar, nbits), (msg, msg_len), (aug, aug_len))
            }
            fn $checked_multiplied(
                ctx: *mut Context, pk: *const Flat<$key>, pk_grpchk: c_int,
                sig: *const Flat<$signature>, sig_grpchk: c_int,
                scalar: *const u8, nbits: usize,
                msg: *const u8, msg_len: usize, aug: *const u8, aug_len: usize,
            ) -> Code {
                let scalar = (scalar, nbits);
                add::<$variant, B>(ctx, (pk, pk_grpchk), (sig, sig_grpchk), scalar, (msg, msg_len), (aug, aug_len))
            }
            fn $verify(
                pk: *const Flat<$key>, sig: *const Flat<$signature>, hash_or_encode: c_int,
                msg: *const u8, msg_len: usize, dst: *const u8, dst_len: usize, aug: *const u8, aug_len: usize,
            ) -> Code {
                let message = message((msg, msg_len), (dst, dst_len), (aug, aug_len));
                let (key, signature) = (get_if(pk), get_if(sig));
                let statement =
                    Statement::<$variant> { key, check_key: true, signature, check_signature: true, factor: None };
                code(statement.verify::<B>(&message, hash_or_encode != 0))
            }
        }
    };
}

/// Adds to a context of the caller's.
///
/// # Safety
/// As `ffi` asks.
unsafe fn add<V: Variant, B: Backend>(
    ctx: *mut Context,
    (pk, check_key): (*const Flat<V::Key>, c_int),
    (sig, check_signature): (*const Flat<V::Signature>, c_int),
    (scalar, bits): (*const u8, usize),
    msg: (*const u8, usize),
    aug: (*const u8, usize),
) -> Code {
    // SAFETY: the caller's promise is passed on; what is made of it goes before the function ends.
    unsafe {
        let Some(held) = Held::of(ctx) else {
            return Code::TypeMismatch;
        };
        let factor = Factor { bytes: bytes(scalar, bits.div_ceil(8)), bits };
        let statement = Statement::<V> {
            key: get_if(pk),
            check_key: check_key != 0,
            signature: get_if(sig),
            check_signature: check_signature != 0,
            factor: (bits != 0 && !scalar.is_null()).then_some(factor),
        };
        code(statement.add::<B>(held, &message(msg, held.tag(), aug)))
    }
}

variant! { KeysInG1, Fp, Fp2,
blst_pairing_aggregate_pk_in_g1 blst_pairing_chk_n_aggr_pk_in_g1 blst_pairing_mul_n_aggregate_pk_in_g1
blst_pairing_chk_n_mul_n_aggr_pk_in_g1 blst_core_verify_pk_in_g1 }
variant! { KeysInG2, Fp2, Fp,
blst_pairing_aggregate_pk_in_g2 blst_pairing_chk_n_aggr_pk_in_g2 blst_pairing_mul_n_aggregate_pk_in_g2
blst_pairing_chk_n_mul_n_aggr_pk_in_g2 blst_core_verify_pk_in_g2 }

/// Adds an encoded point of the group to a sum.
///
/// # Safety
/// As `ffi` asks.
unsafe fn add_encoded<F: Group, B: Backend>(
    out: *mut Projective<F>,
    sum: *const Projective<F>,
    wire: *const u8,
) -> Code {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        let point = match decode::<F, B>(wire, true) {
            Ok((point, Code::Success)) => point.affine(),
            Ok((_, code)) | Err(code) => return code,
        };
        if point.infinity {
            // A sum is not even copied.
            if sum.is_null() {
                put(out, Projective { x: F::ZERO, y: F::ZERO, z: F::ZERO });
            }
        } else if !F::in_subgroup::<B>(&point) {
            return Code::NotInGroup;
        } else {
            let sum = if sum.is_null() { Projective::INFINITY } else { get(sum) };
            put(out, sum.add_affine_uniform::<B>(&point).canonical());
        }
        Code::Success
    }
}

exported! {
    fn blst_aggregate_in_g1(out: *mut Projective<Fp>, sum: *const Projective<Fp>, wire: *const u8) -> Code {
        add_encoded::<Fp, B>(out, sum, wire)
    }
    fn blst_aggregate_in_g2(out: *mut Projective<Fp2>, sum: *const Projective<Fp2>, wire: *const u8) -> Code {
        add_encoded::<Fp2, B>(out, sum, wire)
    }
}
