//! HMAC, HKDF and PBKDF2 of the RustCrypto crates on our hash.

use digest::{Digest, FixedOutputReset};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac, SimpleHmac};
use lanesmith_sha256::Sha256;
use lanesmith_testkit::vectors::sha256::{self as vectors, Verdict};

fn tag(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length");
    mac.update(message);
    mac.finalize().into_bytes().to_vec()
}

#[test]
fn hmac_of_rfc_4231() {
    for v in vectors::hmac() {
        assert_eq!(tag(&v.key.0, &v.msg.0)[..v.tag.0.len()], v.tag.0);
    }
}

#[test]
fn hmac_verdicts_of_wycheproof() {
    for v in vectors::wycheproof_hmac() {
        let mut mac = Hmac::<Sha256>::new_from_slice(&v.key.0).expect("any length");
        mac.update(&v.msg.0);
        let verified = mac.verify_truncated_left(&v.tag.0).is_ok();
        assert_eq!(verified, v.result != Verdict::Invalid, "test {}", v.tc_id);
    }
}

#[test]
fn hmac_over_blocks_and_over_the_whole_hash_agree() {
    let mut simple = SimpleHmac::<Sha256>::new_from_slice(b"key").expect("any length");
    simple.update(&[7; 200]);
    assert_eq!(simple.finalize().into_bytes().to_vec(), tag(b"key", &[7; 200]));
}

#[test]
fn hkdf_of_rfc_5869() {
    for v in vectors::hkdf() {
        let salt = (!v.salt.0.is_empty()).then_some(&v.salt.0[..]);
        let (prk, hkdf) = Hkdf::<Sha256>::extract(salt, &v.ikm.0);
        let mut okm = vec![0; v.length];
        hkdf.expand(&v.info.0, &mut okm).expect("not too long");
        assert_eq!((prk.to_vec(), okm), (v.prk.0.clone(), v.okm.0.clone()));
    }
}

#[test]
fn hkdf_verdicts_of_wycheproof() {
    for v in vectors::wycheproof_hkdf() {
        let mut okm = vec![0; v.size];
        let expanded = Hkdf::<Sha256>::new(Some(&v.salt.0), &v.ikm.0).expand(&v.info.0, &mut okm);
        match v.result {
            Verdict::Invalid => assert!(expanded.is_err(), "test {}", v.tc_id),
            _ => assert_eq!(okm, v.okm.0, "test {}", v.tc_id),
        }
    }
}

#[test]
fn pbkdf2_of_rfc_7914_and_wycheproof() {
    for v in vectors::pbkdf2().iter().chain(vectors::wycheproof_pbkdf2().iter().map(|t| &t.case)) {
        let mut key = vec![0; v.dk_len];
        pbkdf2::pbkdf2_hmac::<Sha256>(&v.password.0, &v.salt.0, v.iterations, &mut key);
        assert_eq!(key, v.dk.0);
    }
}

#[test]
fn a_hasher_can_be_finalized_and_used_again() {
    let mut hasher = <Sha256 as Digest>::new();
    Digest::update(&mut hasher, b"abc");
    let first = hasher.finalize_fixed_reset();
    Digest::update(&mut hasher, b"abc");
    assert_eq!(first, Digest::finalize(hasher));
}

#[test]
fn taken_apart_and_put_together_a_hasher_goes_on_where_it_was() {
    use digest::block_api::CoreProxy;
    for length in [0, 1, 63, 64, 65, 200] {
        let mut hasher = Sha256::new();
        hasher.update(vec![3; length]);
        let (core, buffer) = hasher.clone().decompose();
        let mut again = Sha256::compose(core, buffer);
        hasher.update(b"more");
        again.update(b"more");
        assert_eq!(again.finalize(), hasher.finalize());
    }
}

#[test]
fn object_identifiers_are_those_of_nist() {
    use digest::const_oid::AssociatedOid;
    assert_eq!(Sha256::OID.to_string(), "2.16.840.1.101.3.4.2.1");
    assert_eq!(lanesmith_sha256::Sha224::OID.to_string(), "2.16.840.1.101.3.4.2.4");
}

#[test]
fn sha224_goes_through_the_traits() {
    use lanesmith_sha256::{Sha224, sha224};
    let mut hasher = Sha224::default();
    Digest::update(&mut hasher, b"abc");
    assert_eq!(hasher.finalize_fixed_reset().to_vec(), sha224("abc"));
    assert_eq!(Digest::finalize(hasher).to_vec(), sha224(""));
}
