//! Contexts of pairings: what they answer, in which order they look, and that they are nothing but memory.

use std::ptr::null;

use blst::*;
use fastrand::Rng;

use crate::values::*;

const WORDS: usize = 3192 / 8;
type Memory = [u64; WORDS];

const TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_";

/// What a signer sends.
#[derive(Clone, Copy)]
struct Signed<K, S> {
    key: K,
    message: [u8; 8],
    signature: S,
}

/// One side of either library: `0` is blst's.
fn of(memory: &mut Memory) -> *mut blst_pairing {
    memory.as_mut_ptr().cast()
}

/// The tests of one variant.
macro_rules! variant {
    ($module:ident, $keys:ident, $signatures:ident, $key:ident, $signature:ident, $to_pk:ident $sign:ident $hash:ident $encode:ident,
        $aggregate:ident $checked:ident $multiplied:ident $checked_multiplied:ident $verify:ident $aggregate_in:ident $aggregated:ident,
        $other:ident, $other_key:ident, $other_signature:ident) => {
        mod $module {
            use super::*;

            fn signed(rng: &mut Rng, uniformly: bool, augmentation: &[u8]) -> Signed<$key, $signature> {
                let (mut secret, message) = (blst_scalar { b: bytes(rng) }, bytes::<8>(rng));
                secret.b[31] = 0x11;
                let (mut key, mut point) = (Zero::zero(), Zero::zero());
                unsafe {
                    $to_pk(&mut key, &secret);
                    let to = if uniformly { $hash } else { $encode };
                    let (aug, aug_len) = (augmentation.as_ptr(), augmentation.len());
                    to(&mut point, message.as_ptr(), 8, TAG.as_ptr(), TAG.len(), aug, aug_len);
                    $sign(&mut point, &point, &secret);
                }
                Signed { key: $keys::affine(&key), message, signature: $signatures::affine(&point) }
            }

            fn starts(uniformly: bool) -> [Memory; 2] {
                both!(blst_pairing_init 4).map(|init| {
                    let mut memory = [!0; WORDS];
                    unsafe { init(of(&mut memory), uniformly, TAG.as_ptr(), TAG.len()) };
                    memory
                })
            }

            #[test]
            fn one_signature_at_once() {
                let rng = &mut Rng::with_seed(71);
                for uniformly in [true, false] {
                    let good = signed(rng, uniformly, b"aug");
                    let other = signed(rng, uniformly, b"aug");
                    let check = |key: *const $key, signature: *const $signature, message: &[u8], dst: &[u8]| {
                        same!($verify 9, |f| f(key, signature, uniformly, message.as_ptr(), message.len(), dst.as_ptr(), dst.len(), b"aug".as_ptr(), 3))
                    };
                    assert_eq!(check(&good.key, &good.signature, &good.message, TAG), BLST_ERROR::BLST_SUCCESS);
                    assert_eq!(check(&good.key, &good.signature, &other.message, TAG), BLST_ERROR::BLST_VERIFY_FAIL);
                    check(&good.key, &other.signature, &good.message, TAG);
                    check(&other.key, &good.signature, &good.message, TAG);
                    check(&good.key, &good.signature, &good.message, b"");
                    check(&good.key, &Zero::zero(), &good.message, TAG);
                    check(&Zero::zero(), &good.signature, &good.message, TAG);
                    check(&Zero::zero(), &Zero::zero(), &good.message, TAG);
                    check(&$keys::outside(rng), &good.signature, &good.message, TAG);
                    check(&good.key, &$signatures::outside(rng), &good.message, TAG);
                    check(&Zero::zero(), &$signatures::outside(rng), &good.message, TAG);
                    check(null(), &good.signature, &good.message, TAG);
                    check(&good.key, null(), &good.message, TAG);
                }
            }

            /// What both libraries answer to the same calls, in the same order.
            #[test]
            fn any_calls_in_any_order() {
                let rng = &mut Rng::with_seed(72);
                for round in 0..40 {
                    let uniformly = round % 3 != 0;
                    let mut contexts = [starts(uniformly), starts(uniformly)];
                    for _ in 0..rng.usize(1..24) {
                        let mut s = signed(rng, uniformly, b"");
                        match rng.u32(0..40) {
                            0 => s.key = $keys::outside(rng),
                            1 => s.key = Zero::zero(),
                            2 => s.signature = $signatures::outside(rng),
                            3 => s.signature = Zero::zero(),
                            4 => s.message[0] ^= 1,
                            _ => {}
                        }
                        let key = if rng.u32(0..20) == 0 { null() } else { &raw const s.key };
                        let signature = if rng.u32(0..20) == 0 { null() } else { &raw const s.signature };
                        let (checks, factor) = ((rng.bool(), rng.bool()), bytes::<32>(rng));
                        let nbits = [0usize, 1, 7, 32, 63, 64, 65, 128, 200][rng.usize(0..9)];
                        let mut factor: Vec<u8> = factor[..nbits.div_ceil(8usize)].to_vec();
                        if let Some(last) = factor.last_mut() {
                            *last &= 0xff >> ((8 - nbits % 8) % 8);
                            *last |= 1;
                        }
                        let (message, len) = (s.message.as_ptr(), 8);
                        let which = usize::from(rng.u32(0..4) == 0);
                        let pair = &mut contexts[which];
                        let (kind, merges) = (rng.u32(0..12), rng.u32(0..30) == 0);
                        let mut side = 0;
                        let mut next = || { side += 1; of(unsafe { &mut *(&raw mut pair[side - 1]) }) };
                        match kind {
                            0..2 => { same!($aggregate 7, |f| f(next(), key, signature, message, len, null(), 0)); }
                            2..4 => { same!($checked 9, |f| f(next(), key, checks.0, signature, checks.1, message, len, null(), 0)); }
                            4..6 => { same!($multiplied 9, |f| f(next(), key, signature, factor.as_ptr(), nbits, message, len, null(), 0)); }
                            6..9 => { same!($checked_multiplied 11, |f| f(next(), key, checks.0, signature, checks.1, factor.as_ptr(), nbits, message, len, null(), 0)); }
                            9 => {
                                let (mut key, mut signature): ($other_key, $other_signature) = (Zero::zero(), Zero::zero());
                                let _ = (&mut key, &mut signature);
                                same!($other 7, |f| f(next(), &key, &signature, message, len, null(), 0));
                            }
                            10 => { same!(blst_pairing_commit 1, |f| f(next())); }
                            _ => {
                                let (q, p) = if rng.bool() { (g2::affine(&g2::point(rng)), g1::affine(&g1::point(rng))) } else { (Zero::zero(), Zero::zero()) };
                                same!(blst_pairing_raw_aggregate 3, |f| f(next(), &q, &p));
                            }
                        }
                        if merges {
                            let [a, b] = &mut contexts;
                            let mut side = 0;
                            same!(blst_pairing_merge 2, |f| { side += 1; f(of(&mut a[side - 1]), of(&mut b[side - 1])) });
                        }
                        let mut side = 0;
                        same!(blst_pairing_finalverify 2, |f| { side += 1; f(of(&mut contexts[0][side - 1]), null()) });
                    }
                    let [a, b] = &mut contexts;
                    for contexts in [&mut *a, &mut *b] {
                        let mut side = 0;
                        same!(blst_pairing_commit 1, |f| { side += 1; f(of(&mut contexts[side - 1])) });
                        side = 0;
                        same!(blst_pairing_finalverify 2, |f| { side += 1; f(of(&mut contexts[side - 1]), null()) });
                    }
                    let mut side = 0;
                    same!(blst_pairing_merge 2, |f| { side += 1; f(of(&mut a[side - 1]), of(&mut b[side - 1])) });
                    side = 0;
                    same!(blst_pairing_finalverify 2, |f| { side += 1; f(of(&mut a[side - 1]), null()) });
                    side = 0;
                    same!(blst_pairing_as_fp12 1, |f| {
                        side += 1;
                        let out = f(of(&mut a[side - 1]));
                        let mut power: blst_fp12 = Zero::zero();
                        // Where nothing was committed, blst gives what was there.
                        let committed = a[side - 1][0] & 0x20 != 0;
                        if committed { blst_final_exp(&mut power, out) }
                        power
                    });
                }
            }

            #[test]
            fn batches_are_verified() {
                let rng = &mut Rng::with_seed(73);
                for count in [1, 2, 7, 8, 9, 17] {
                    let all: Vec<_> = (0..count).map(|_| signed(rng, true, b"")).collect();
                    for bad in [None, Some(rng.usize(0..count))] {
                        let verified = {
                            let factors: Vec<[u8; 8]> = all.iter().map(|_| bytes(rng)).collect();
                            let mut contexts = starts(true);
                            let mut side = 0;
                            same!($checked_multiplied 11, |f| {
                                let context = of(&mut contexts[side]);
                                side += 1;
                                for (i, (s, factor)) in all.iter().zip(&factors).enumerate() {
                                    let mut message = s.message;
                                    message[7] ^= u8::from(bad == Some(i));
                                    let code = f(context, &s.key, true, &s.signature, true, factor.as_ptr(), 64, message.as_ptr(), 8, null(), 0);
                                    assert_eq!(code, BLST_ERROR::BLST_SUCCESS);
                                }
                            });
                            side = 0;
                            same!(blst_pairing_commit 1, |f| { side += 1; f(of(&mut contexts[side - 1])) });
                            side = 0;
                            same!(blst_pairing_finalverify 2, |f| { side += 1; f(of(&mut contexts[side - 1]), null()) })
                        };
                        assert_eq!(verified, bad.is_none(), "{count}");
                    }
                }
            }

            #[test]
            fn a_signature_that_is_given_at_the_end() {
                let rng = &mut Rng::with_seed(74);
                let good = signed(rng, true, b"");
                for signature in [good.signature, signed(rng, true, b"").signature] {
                    let mut contexts = starts(true);
                    let mut side = 0;
                    same!($aggregate 7, |f| { side += 1; f(of(&mut contexts[side - 1]), &good.key, null(), good.message.as_ptr(), 8, null(), 0) });
                    side = 0;
                    same!(blst_pairing_commit 1, |f| { side += 1; f(of(&mut contexts[side - 1])) });
                    let given = both!($aggregated 2).map(|f| { let mut out = Zero::zero(); unsafe { f(&mut out, &signature) }; out });
                    side = 0;
                    same!(blst_pairing_finalverify 2, |f| { side += 1; f(of(&mut contexts[side - 1]), &given[side - 1]) });
                }
            }

            #[test]
            fn encoded_points_into_sums() {
                let rng = &mut Rng::with_seed(75);
                let a = $keys::point(rng);
                for point in $keys::kinds(rng) {
                    const LENGTH: usize = size_of::<$key>();
                    let (mut plain, mut short) = ([0u8; LENGTH], [0u8; LENGTH]);
                    unsafe { encoded!($keys, plain, short, point) };
                    let mut broken = plain;
                    broken[0] ^= 0x20;
                    let mut off = plain;
                    off[LENGTH - 1] ^= 1;
                    let mut axis = [0u8; LENGTH];
                    axis[0] = 0x80;
                    for wire in [plain, short, broken, off, axis] {
                        same!($aggregate_in 3, |f| { let mut out = a; let p = &raw mut out; let code = f(p, p, wire.as_ptr()); (code, out) });
                        same!($aggregate_in 3, |f| { let mut out = a; let code = f(&mut out, null(), wire.as_ptr()); (code, out) });
                        same!($aggregate_in 3, |f| { let mut out = a; let code = f(&mut out, &point, wire.as_ptr()); (code, out) });
                    }
                }
            }
        }
    };
}

macro_rules! encoded {
    (g1, $plain:ident, $short:ident, $point:ident) => {{
        blst_p1_serialize($plain.as_mut_ptr(), &$point);
        blst_p1_compress($short.as_mut_ptr(), &$point);
    }};
    (g2, $plain:ident, $short:ident, $point:ident) => {{
        blst_p2_serialize($plain.as_mut_ptr(), &$point);
        blst_p2_compress($short.as_mut_ptr(), &$point);
    }};
}

variant! { keys_in_g1, g1, g2, blst_p1_affine, blst_p2_affine,
blst_sk_to_pk_in_g1 blst_sign_pk_in_g1 blst_hash_to_g2 blst_encode_to_g2,
blst_pairing_aggregate_pk_in_g1 blst_pairing_chk_n_aggr_pk_in_g1 blst_pairing_mul_n_aggregate_pk_in_g1
blst_pairing_chk_n_mul_n_aggr_pk_in_g1 blst_core_verify_pk_in_g1 blst_aggregate_in_g1 blst_aggregated_in_g2,
blst_pairing_aggregate_pk_in_g2, blst_p2_affine, blst_p1_affine }
variant! { keys_in_g2, g2, g1, blst_p2_affine, blst_p1_affine,
blst_sk_to_pk_in_g2 blst_sign_pk_in_g2 blst_hash_to_g1 blst_encode_to_g1,
blst_pairing_aggregate_pk_in_g2 blst_pairing_chk_n_aggr_pk_in_g2 blst_pairing_mul_n_aggregate_pk_in_g2
blst_pairing_chk_n_mul_n_aggr_pk_in_g2 blst_core_verify_pk_in_g2 blst_aggregate_in_g2 blst_aggregated_in_g1,
blst_pairing_aggregate_pk_in_g1, blst_p1_affine, blst_p2_affine }

#[test]
fn the_size_that_programs_declare_themselves() {
    same!(blst_pairing_sizeof 0, |f| f());
    assert_eq!(unsafe { both!(blst_pairing_sizeof 0)[1]() }, 3192);
}

#[test]
fn a_tag_behind_the_context_moves_with_it() {
    for (init, tag) in both!(blst_pairing_init 4).into_iter().zip(both!(blst_pairing_get_dst 1)) {
        let mut memory = vec![0u64; WORDS + 6];
        unsafe {
            let base = memory.as_mut_ptr();
            init(base.cast(), true, base.add(WORDS).cast(), 43);
            assert_eq!(tag(base.cast()), base.add(WORDS).cast());
            // Nothing in it points into it.
            let inside = base as u64..base.add(WORDS + 6) as u64;
            assert!(!memory[..WORDS].iter().any(|word| inside.contains(word)));
            let moved = memory.clone();
            assert_eq!(tag(moved.as_ptr().cast()), moved.as_ptr().add(WORDS).cast());
            init(base.cast(), true, TAG.as_ptr(), 43);
            assert_eq!(tag(base.cast()), TAG.as_ptr());
            init(base.cast(), true, null(), 0);
            assert_eq!(tag(base.cast()), null());
        }
    }
}

/// A batch in two hundred threads, with contexts that are moved at every call and merged at the end.
#[test]
fn contexts_are_memory_that_threads_hand_around() {
    let [_, init] = both!(blst_pairing_init 4);
    let [_, aggregate] = both!(blst_pairing_aggregate_pk_in_g1 7);
    let [_, commit] = both!(blst_pairing_commit 1);
    let [_, merge] = both!(blst_pairing_merge 2);
    let [_, verify] = both!(blst_pairing_finalverify 2);
    let threads: Vec<_> = (0..200)
        .map(|seed| {
            std::thread::Builder::new()
                .stack_size(256 << 10)
                .spawn(move || {
                    let rng = &mut Rng::with_seed(seed);
                    let mut context = Box::new([0u64; WORDS]);
                    unsafe {
                        init(context.as_mut_ptr().cast(), true, TAG.as_ptr(), TAG.len());
                        for _ in 0..2 {
                            let (secret, message) = (scalar(rng), bytes::<8>(rng));
                            let (mut key, mut point) = (Zero::zero(), Zero::zero());
                            blst_sk_to_pk_in_g1(&mut key, &secret);
                            blst_hash_to_g2(
                                &mut point,
                                message.as_ptr(),
                                8,
                                TAG.as_ptr(),
                                TAG.len(),
                                null(),
                                0,
                            );
                            blst_sign_pk_in_g1(&mut point, &point, &secret);
                            let (key, signature) = (g1::affine(&key), g2::affine(&point));
                            if blst_p1_affine_is_inf(&key) {
                                continue;
                            }
                            // To another place, as bytes.
                            context = Box::new(*context);
                            let code = aggregate(
                                context.as_mut_ptr().cast(),
                                &key,
                                &signature,
                                message.as_ptr(),
                                8,
                                null(),
                                0,
                            );
                            assert_eq!(code, BLST_ERROR::BLST_SUCCESS);
                        }
                        context = Box::new(*context);
                        commit(context.as_mut_ptr().cast());
                    }
                    context
                })
                .unwrap()
        })
        .collect();
    let mut contexts = threads.into_iter().map(|thread| thread.join().unwrap());
    let mut whole = contexts.next().unwrap();
    unsafe {
        for mut part in contexts {
            assert_eq!(merge(whole.as_mut_ptr().cast(), part.as_mut_ptr().cast()), BLST_ERROR::BLST_SUCCESS);
        }
        // As often as one likes, and from many threads.
        let memory: &Memory = &whole;
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| assert!(verify(memory.as_ptr().cast(), null())));
            }
        });
    }
}

#[test]
fn a_context_of_another_library_is_refused() {
    let [theirs, _] = both!(blst_pairing_init 4);
    let [_, ours] = both!(blst_pairing_init 4);
    let [_, merge] = both!(blst_pairing_merge 2);
    let [_, commit] = both!(blst_pairing_commit 1);
    let [_, verify] = both!(blst_pairing_finalverify 2);
    let (mut a, mut b) = ([0u64; WORDS], [0u64; WORDS]);
    unsafe {
        theirs(of(&mut a), true, TAG.as_ptr(), TAG.len());
        ours(of(&mut b), true, TAG.as_ptr(), TAG.len());
        assert_eq!(merge(of(&mut b), of(&mut a)), BLST_ERROR::BLST_AGGR_TYPE_MISMATCH);
        commit(of(&mut a));
        assert!(!verify(of(&mut a), null()));
    }
}
