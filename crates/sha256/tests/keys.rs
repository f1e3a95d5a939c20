//! HMAC, HKDF and PBKDF2 by our own functions: vectors, limits, and what they leave in memory.

use core::num::NonZeroU32;

use lanesmith_sha256::{
    HKDF_MAX, Hkdf, Hmac, HmacKey, LengthError, Pbkdf2Job, hkdf, hmac, hmac_many, pbkdf2,
};
use lanesmith_testkit::mem::{bytes_after_drop, shows};
use lanesmith_testkit::reference::sha256 as reference;
use lanesmith_testkit::vectors::sha256::{self as vectors, Verdict};

#[test]
fn hmac_of_rfc_4231() {
    for v in vectors::hmac() {
        assert_eq!(hmac(&v.key.0, &v.msg.0)[..v.tag.0.len()], v.tag.0);
    }
}

#[test]
fn hmac_verdicts_of_wycheproof() {
    for v in vectors::wycheproof_hmac() {
        let tag = HmacKey::new(&v.key.0).mac(&v.msg.0);
        assert_eq!(tag[..v.tag.0.len()] == v.tag.0, v.result != Verdict::Invalid, "test {}", v.tc_id);
    }
}

#[test]
fn hmac_equals_the_reference_at_every_length_of_key_around_a_block() {
    for len in 0..200 {
        let key = vectors::generate(21, len);
        assert_eq!(hmac(&key, &key), reference::hmac(&key, &key), "{len} bytes");
    }
}

#[test]
fn tags_under_one_key_equal_one_by_one() {
    let bytes = vectors::generate(22, 300);
    let key = HmacKey::new(&bytes[..70]);
    for n in 0..=40 {
        let messages: Vec<&[u8]> = (0..n).map(|i| &bytes[i..][..(53 * i) % 250]).collect();
        let mut tags = vec![[0; 32]; n];
        key.mac_many(&mut tags, &messages).unwrap();
        assert!(tags.iter().zip(&messages).all(|(tag, message)| *tag == key.mac(message)), "{n} messages");
    }
}

#[test]
fn a_tag_with_any_bit_changed_is_refused() {
    let key = HmacKey::new(b"key");
    let tag = key.mac(b"message");
    assert!(key.verify(b"message", &tag).is_ok());
    for bit in 0..256 {
        let mut forged = tag;
        forged[bit / 8] ^= 1 << (bit % 8);
        assert!(key.verify(b"message", &forged).is_err(), "bit {bit}");
    }
}

#[test]
fn counts_that_differ_are_refused_and_nothing_is_written() {
    let mut out = [[7; 32]; 2];
    let keys = LengthError::Mismatch { what: "keys", given: 1, needed: 2 };
    assert_eq!(hmac_many(&mut out, &[b"k"], &[b"a", b"b"]), Err(keys));
    let places = LengthError::Mismatch { what: "places for digests", given: 2, needed: 1 };
    assert_eq!(hmac_many(&mut out, &[b"k"], &[b"a"]), Err(places));
    assert_eq!(out, [[7; 32]; 2]);
}

#[test]
fn hkdf_of_rfc_5869() {
    for v in vectors::hkdf() {
        let mut okm = vec![0; v.length];
        hkdf(&v.salt.0, &v.ikm.0, &v.info.0, &mut okm).unwrap();
        assert_eq!((hmac(&v.salt.0, &v.ikm.0).to_vec(), okm), (v.prk.0.clone(), v.okm.0.clone()));
        let mut again = vec![0; v.length];
        Hkdf::of_key(&v.prk.0).expand(&v.info.0, &mut again).unwrap();
        assert_eq!(again, v.okm.0);
    }
}

#[test]
fn hkdf_verdicts_of_wycheproof() {
    for v in vectors::wycheproof_hkdf() {
        let mut okm = vec![0; v.size];
        let expanded = hkdf(&v.salt.0, &v.ikm.0, &v.info.0, &mut okm);
        match v.result {
            Verdict::Invalid => assert!(expanded.is_err(), "test {}", v.tc_id),
            _ => assert_eq!(okm, v.okm.0, "test {}", v.tc_id),
        }
    }
}

#[test]
fn hkdf_gives_255_blocks_and_no_byte_more() {
    let mut out = vec![7; HKDF_MAX + 1];
    let error = LengthError::KeyTooLong { bytes: HKDF_MAX + 1, most: HKDF_MAX as u64 };
    assert_eq!(hkdf(b"", b"secret", b"", &mut out), Err(error));
    assert!(out.iter().all(|byte| *byte == 7));
    assert!(hkdf(b"", b"secret", b"", &mut out[..HKDF_MAX]).is_ok());
}

#[test]
fn an_expansion_is_the_chain_of_macs_of_the_rfc_for_every_length_of_context() {
    let bytes = vectors::generate(23, 300);
    let key = &bytes[..32];
    for length in 0..=260 {
        let info = &bytes[..length];
        let (mut last, mut chain) = (Vec::new(), Vec::new());
        for number in 1..=4 {
            last = reference::hmac(key, &[&last, info, &[number]].concat()).to_vec();
            chain.extend_from_slice(&last);
        }
        let mut out = [0; 100];
        Hkdf::of_key(key).expand(info, &mut out).unwrap();
        assert_eq!(out[..], chain[..100], "{length} bytes of context");
    }
}

#[test]
fn many_extractions_equal_one_by_one() {
    let mut keys = [[0; 32]; 3];
    Hkdf::extract_many(&mut keys, &[b"a", b"", b"c"], &[b"x", b"y", b"z"]).unwrap();
    assert_eq!(keys, [hmac(b"a", b"x"), hmac(b"", b"y"), hmac(b"c", b"z")]);
}

/// The two chaining values of a key, as a search for them would know them.
fn secrets_of(key: &[u8]) -> Vec<u8> {
    [0x36_u8, 0x5c]
        .iter()
        .flat_map(|pad| {
            let mut state = reference::initial();
            let mut block = [*pad; 64];
            block.iter_mut().zip(key).for_each(|(b, k)| *b ^= k);
            reference::compress(&mut state, &block);
            state.map(u32::to_ne_bytes).concat()
        })
        .collect()
}

#[test]
fn a_key_is_gone_from_memory_after_drop() {
    let secrets = secrets_of(b"a key");
    assert!(shows(&bytes_after_drop(core::mem::ManuallyDrop::new(HmacKey::new(b"a key"))), &secrets));
    assert!(!shows(&bytes_after_drop(HmacKey::new(b"a key")), &secrets));
    assert!(!shows(&bytes_after_drop(Hmac::new(&HmacKey::new(b"a key"))), &secrets));
    assert!(!shows(&bytes_after_drop(Hkdf::of_key(b"a key")), &secrets));
    #[cfg(feature = "traits")]
    {
        use hmac::KeyInit;
        let theirs = hmac::Hmac::<lanesmith_sha256::Sha256>::new_from_slice(b"a key").unwrap();
        assert!(!shows(&bytes_after_drop(theirs), &secrets));
    }
}

#[test]
fn no_debug_output_shows_a_secret() {
    let mut out = [0; 4];
    let job = Pbkdf2Job { password: b"hunter2", salt: b"salt", out: &mut out };
    assert_eq!(format!("{job:?}"), "Pbkdf2Job { key_bytes: 4, .. }");
    assert_eq!(format!("{:?}", HmacKey::new(b"hunter2")), "HmacKey { .. }");
    let mut hasher = lanesmith_sha256::Sha256::new();
    hasher.update([1; 64]);
    assert_eq!(format!("{:?}", hasher.midstate().unwrap()), "Midstate { length: 64, .. }");
}

#[test]
fn pbkdf2_ends_where_it_is_told_to_stop_and_leaves_zeros() {
    use core::cell::Cell;
    use lanesmith_isa::Choice;
    use lanesmith_sha256::pbkdf2_many_until;
    // Many iterations, a long key, a long salt: what takes minutes, or would not be asked in.
    let (salt, mut long) = (vec![7; 4 << 20], vec![1; 4 << 20]);
    for (salt, out, iterations) in [
        (&salt[..1], &mut [1; 40][..], NonZeroU32::MAX),
        (&salt[..1], &mut long[..], NonZeroU32::MIN),
        (&salt[..], &mut [1; 32][..], NonZeroU32::MIN),
    ] {
        for questions in [0, 1, 3] {
            let asked = Cell::new(0);
            let stop = || asked.replace(asked.get() + 1) >= questions;
            let mut jobs = [Pbkdf2Job { password: b"password", salt, out }];
            assert_eq!(pbkdf2_many_until(Choice::AUTO, &mut jobs, iterations, &stop), Ok(false));
            assert!(jobs[0].out.iter().all(|&byte| byte == 0));
            jobs[0].out.fill(1);
        }
    }
}

#[test]
fn pbkdf2_in_several_goes_equals_the_reference() {
    // More iterations than lie between two questions.
    let (mut ours, mut theirs) = ([0; 40], [0; 40]);
    let iterations = NonZeroU32::new(10_000).unwrap();
    pbkdf2(b"password", b"salt", iterations, &mut ours).unwrap();
    pbkdf2_reference(&mut theirs, iterations.get());
    assert_eq!(ours, theirs);
}

/// By the standard's words, from `hmac`.
fn pbkdf2_reference(out: &mut [u8], iterations: u32) {
    for (out, number) in out.chunks_mut(32).zip(1_u32..) {
        let mut u = hmac(b"password", &[b"salt", &number.to_be_bytes()[..]].concat());
        let mut sum = u;
        for _ in 1..iterations {
            u = hmac(b"password", &u);
            sum.iter_mut().zip(u).for_each(|(sum, byte)| *sum ^= byte);
        }
        out.copy_from_slice(&sum[..out.len()]);
    }
}

#[test]
fn one_key_of_pbkdf2_equals_the_vectors() {
    for v in vectors::pbkdf2() {
        let mut key = vec![0; v.dk_len];
        pbkdf2(&v.password.0, &v.salt.0, NonZeroU32::new(v.iterations).unwrap(), &mut key).unwrap();
        assert_eq!(key, v.dk.0);
    }
}

#[test]
fn a_password_is_verified_and_every_other_key_refused() {
    use core::num::NonZeroU32;
    use lanesmith_sha256::{LengthError, PBKDF2_VERIFY_MAX, pbkdf2, pbkdf2_verify};
    let iterations = NonZeroU32::new(3).unwrap();
    for length in [1, 16, 31, 32, 33, 64, PBKDF2_VERIFY_MAX] {
        let mut key = vec![0; length];
        pbkdf2(b"password", b"salt", iterations, &mut key).unwrap();
        let verify =
            |password: &[u8], salt: &[u8], key: &[u8]| pbkdf2_verify(password, salt, iterations, key);
        assert_eq!(verify(b"password", b"salt", &key), Ok(true), "{length} bytes");
        assert_eq!(verify(b"passwort", b"salt", &key), Ok(false), "{length} bytes");
        assert_eq!(verify(b"password", b"pepper", &key), Ok(false), "{length} bytes");
        for bit in 0..8 * length {
            key[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(verify(b"password", b"salt", &key), Ok(false), "bit {bit} of {length} bytes");
            key[bit / 8] ^= 1 << (bit % 8);
        }
    }
    assert_eq!(pbkdf2_verify(b"password", b"salt", iterations, b""), Ok(false), "no key is no key");
    let long = pbkdf2_verify(b"password", b"salt", iterations, &[0; PBKDF2_VERIFY_MAX + 1]);
    assert_eq!(long, Err(LengthError::KeyTooLong { bytes: 257, most: 256 }));
}
