//! Hashing to the groups, and SHA-256.

use lanesmith_bls::curve::Projective;
use lanesmith_bls::hash_to_curve::{MapToCurve, expand_parts, map_pair_to_group, map_to_group};
use lanesmith_bls::hazmat::{Backend, Fp, Fp2};

use super::memory::{bytes, get, get_if, put, put_bytes};
use super::values::Canonical as _;

/// What [`expand_parts`] gives at most.
const MOST: usize = 255 * 32;

/// What a point of G2 takes.
const USUAL: usize = 256;

/// Writes the expansion of a message, made in a room of its own: the caller's may hold the message.
///
/// # Safety
/// As `ffi` asks.
unsafe fn put_expanded(out: *mut u8, room: &mut [u8], message: &[u8], tag: &[u8]) {
    if expand_parts(&[message], tag, room).is_ok() {
        // SAFETY: the caller's promise.
        unsafe { put_bytes(out, room) }
    }
}

/// A field with a map to its curve.
pub trait Hashed: MapToCurve {
    /// Two elements from uniform bytes, 64 for each coefficient.
    fn pair<B: Backend>(uniform: &[[u8; 64]; 4]) -> [Self; 2];
    /// Coefficients of an element.
    const DEGREE: usize;
}

impl Hashed for Fp {
    fn pair<B: Backend>(uniform: &[[u8; 64]; 4]) -> [Self; 2] {
        [Self::from_bytes_wide::<B>(&uniform[0]), Self::from_bytes_wide::<B>(&uniform[1])]
    }
    const DEGREE: usize = 1;
}

impl Hashed for Fp2 {
    fn pair<B: Backend>(uniform: &[[u8; 64]; 4]) -> [Self; 2] {
        let of = |bytes: &[u8; 64]| Fp::from_bytes_wide::<B>(bytes);
        let [a, b, c, d] = uniform;
        [Self { c0: of(a), c1: of(b) }, Self { c0: of(c), c1: of(d) }]
    }
    const DEGREE: usize = 2;
}

/// A message in two parts and a tag, which may be empty.
#[derive(Clone, Copy)]
pub struct Message<'a> {
    pub augmentation: &'a [u8],
    pub message: &'a [u8],
    pub tag: &'a [u8],
}

impl Message<'_> {
    /// To the group: uniformly (`hash_to_curve`), or by one map (`encode_to_curve`).
    pub fn point<F: Hashed, B: Backend>(&self, uniformly: bool) -> Projective<F> {
        let mut uniform = [[0u8; 64]; 4];
        let elements = if uniformly { 2 } else { 1 };
        let room = &mut uniform.as_flattened_mut()[..64 * F::DEGREE * elements];
        // As many bytes as that are never too many.
        let _ = expand_parts(&[self.augmentation, self.message], self.tag, room);
        let [u0, u1] = F::pair::<B>(&uniform);
        if uniformly { map_pair_to_group::<F, B>(&u0, &u1) } else { map_to_group::<F, B>(&u0) }
    }
}

/// The parts of a caller's message.
///
/// # Safety
/// As `ffi` asks.
pub unsafe fn message<'a>(
    msg: (*const u8, usize),
    dst: (*const u8, usize),
    aug: (*const u8, usize),
) -> Message<'a> {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        Message { augmentation: bytes(aug.0, aug.1), message: bytes(msg.0, msg.1), tag: bytes(dst.0, dst.1) }
    }
}

/// The functions of one group.
macro_rules! hashes {
    ($field:ty, $map:ident $encode:ident $hash:ident) => {
        exported! {
            fn $map(out: *mut Projective<$field>, u: *const $field, v: *const $field) {
                let u = get(u);
                let point = match get_if(v) {
                    None => map_to_group::<$field, B>(&u),
                    Some(v) => map_pair_to_group::<$field, B>(&u, &v),
                };
                put(out, point.canonical())
            }
            fn $encode(
                out: *mut Projective<$field>,
                msg: *const u8, msg_len: usize,
                dst: *const u8, dst_len: usize,
                aug: *const u8, aug_len: usize,
            ) {
                let message = message((msg, msg_len), (dst, dst_len), (aug, aug_len));
                put(out, message.point::<$field, B>(false).canonical())
            }
            fn $hash(
                out: *mut Projective<$field>,
                msg: *const u8, msg_len: usize,
                dst: *const u8, dst_len: usize,
                aug: *const u8, aug_len: usize,
            ) {
                let message = message((msg, msg_len), (dst, dst_len), (aug, aug_len));
                put(out, message.point::<$field, B>(true).canonical())
            }
        }
    };
}

hashes! { Fp, blst_map_to_g1 blst_encode_to_g1 blst_hash_to_g1 }
hashes! { Fp2, blst_map_to_g2 blst_encode_to_g2 blst_hash_to_g2 }

exported! {
    fn blst_expand_message_xmd(
        out: *mut u8, out_len: usize,
        msg: *const u8, msg_len: usize,
        dst: *const u8, dst_len: usize,
    ) {
        let (message, tag) = (bytes(msg, msg_len), bytes(dst, dst_len));
        // What hashing to a group asks for, or all that there can be: that takes longer to clear. More is not written.
        if out_len <= USUAL {
            put_expanded(out, &mut [0; USUAL][..out_len], message, tag)
        } else if out_len <= MOST {
            put_expanded(out, &mut [0; MOST][..out_len], message, tag)
        }
    }
    fn blst_sha256(out: *mut u8, msg: *const u8, msg_len: usize) {
        put_bytes(out, &lanesmith_sha256::sha256(bytes(msg, msg_len)))
    }
}
