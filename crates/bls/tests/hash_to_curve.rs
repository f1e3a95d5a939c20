//! RFC 9380's vectors and blst, for every backend.

mod common;

use common::*;
use lanesmith_bls::curve::{Affine, Encoded, Projective};
use lanesmith_bls::hash_to_curve::{
    ExpandError, MapToCurve, encode_to_curve, expand_message_xmd, hash_to_curve, map_to_curve,
};
use lanesmith_bls::hazmat::{Backend, Field, Fp, Fp2};
use serde_json::Value;

macro_rules! rfc {
    ($file:literal) => {
        include_str!(concat!("../../../testkit/vectors/bls/rfc9380/", $file))
    };
}

/// A field element of the files: `0x..` or `0x..,0x..`, the constant first; as its canonical encoding.
fn bytes(text: &Value) -> Vec<u8> {
    let mut parts: Vec<Vec<u8>> = text
        .as_str()
        .unwrap()
        .split(',')
        .map(|part| hex::decode(part.trim_start_matches("0x")).unwrap())
        .collect();
    parts.reverse();
    parts.concat()
}

fn point<F: Encoded, B: Backend>(value: &Value) -> Affine<F> {
    let bytes = [bytes(&value["x"]), bytes(&value["y"])].concat();
    Affine::from_uncompressed_unchecked::<B>(&bytes).unwrap()
}

fn suite<F: MapToCurve + Encoded, B: Backend>(text: &str) -> usize {
    let file: Value = serde_json::from_str(text).unwrap();
    let dst = file["dst"].as_str().unwrap().as_bytes();
    let uniform = file["randomOracle"].as_bool().unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    for vector in vectors {
        let message = vector["msg"].as_str().unwrap().as_bytes();
        let is = |ours: &Projective<F>, name: &str| {
            let expected = point::<F, B>(&vector[name]);
            assert!(expected.is_on_curve::<B>());
            assert!(ours.to_affine::<B>().equals::<B>(&expected), "{name} of {message:?}");
        };
        if uniform {
            is(&hash_to_curve::<F, B>(message, dst).unwrap(), "P");
            let [u0, u1] = F::hash_to_field::<B, 2>(message, dst).unwrap();
            assert!(u0.equals::<B>(&F::read::<B>(&bytes(&vector["u"][0])).unwrap()));
            is(&map_to_curve::<F, B>(&u0), "Q0");
            is(&map_to_curve::<F, B>(&u1), "Q1");
        } else {
            is(&encode_to_curve::<F, B>(message, dst).unwrap(), "P");
            let [u] = F::hash_to_field::<B, 1>(message, dst).unwrap();
            is(&map_to_curve::<F, B>(&u), "Q");
        }
    }
    vectors.len()
}

fn vectors_of_all_four_suites<B: Backend>() {
    assert_eq!(suite::<Fp, B>(rfc!("BLS12381G1_XMD_SHA-256_SSWU_RO_.json")), 3);
    assert_eq!(suite::<Fp, B>(rfc!("BLS12381G1_XMD_SHA-256_SSWU_NU_.json")), 3);
    assert_eq!(suite::<Fp2, B>(rfc!("BLS12381G2_XMD_SHA-256_SSWU_RO_.json")), 3);
    assert_eq!(suite::<Fp2, B>(rfc!("BLS12381G2_XMD_SHA-256_SSWU_NU_.json")), 3);
}

fn random_messages_and_tags_hash_as_in_blst<B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(1);
    for case in 0..200 {
        let random = |rng: &mut fastrand::Rng, range| -> Vec<u8> {
            let length: usize = rng.usize(range);
            (0..length).map(|_| rng.u8(..)).collect()
        };
        let message = random(&mut rng, 0..200);
        let dst = if case % 3 == 0 { random(&mut rng, 250..400) } else { random(&mut rng, 1..80) };
        let (bytes1, bytes2) = ffi::hash(&message, &dst);
        let ours = hash_to_curve::<Fp, B>(&message, &dst).unwrap();
        assert_eq!(ours.to_affine::<B>().to_compressed::<B>(), bytes1);
        let ours = hash_to_curve::<Fp2, B>(&message, &dst).unwrap();
        assert_eq!(ours.to_affine::<B>().to_compressed::<B>(), bytes2);
    }
}

/// `u` where the map's denominator vanishes (`Z^2*u^4 + Z*u^2 = 0`): zero, and the roots of `-1/Z` where there are any.
fn exceptional_elements_map_to_the_curve<B: Backend>() {
    let check1 = |u: &Fp| assert!(map_to_curve::<Fp, B>(u).to_affine::<B>().is_on_curve::<B>());
    check1(&Fp::ZERO);
    let root = <Fp as MapToCurve>::Z.inv::<B>().neg::<B>().sqrt::<B>();
    root.iter().for_each(check1);
    let check2 = |u: &Fp2| assert!(map_to_curve::<Fp2, B>(u).to_affine::<B>().is_on_curve::<B>());
    check2(&Fp2::ZERO);
    let root = <Fp2 as MapToCurve>::Z.inv::<B>().neg::<B>().sqrt::<B>();
    root.iter().for_each(check2);
}

for_backends! {
    vectors_of_all_four_suites, random_messages_and_tags_hash_as_in_blst, exceptional_elements_map_to_the_curve,
}

#[test]
fn expansion_is_that_of_the_vectors() {
    let mut count = 0;
    for text in [rfc!("expand_message_xmd_SHA256_38.json"), rfc!("expand_message_xmd_SHA256_256.json")] {
        let file: Value = serde_json::from_str(text).unwrap();
        let dst = file["DST"].as_str().unwrap().as_bytes();
        for test in file["tests"].as_array().unwrap() {
            let length = test["len_in_bytes"].as_str().unwrap().trim_start_matches("0x");
            let mut out = vec![0; usize::from_str_radix(length, 16).unwrap()];
            expand_message_xmd(test["msg"].as_str().unwrap().as_bytes(), dst, &mut out).unwrap();
            assert_eq!(hex::encode(&out), test["uniform_bytes"].as_str().unwrap());
            count += 1;
        }
    }
    assert_eq!(count, 20);
}

#[test]
fn expansion_names_what_is_wrong() {
    assert_eq!(expand_message_xmd(b"", b"", &mut [0; 32]), Err(ExpandError::EmptyTag));
    let mut long = vec![0; 8161];
    assert_eq!(expand_message_xmd(b"", b"tag", &mut long), Err(ExpandError::TooLong { asked: 8161 }));
    assert_eq!(expand_message_xmd(b"", b"tag", &mut long[..8160]), Ok(()));
}
