//! RFC 9380's vectors and blst, for every backend.

mod common;

use common::*;
use lanesmith_bls::curve::{Affine, Encoded};
use lanesmith_bls::hash_to_curve::{
    ExpandError, Isogenous, MapToCurve, expand_message_xmd, hash_to_curve, map_to_curve,
};
use lanesmith_bls::hazmat::{Backend, Field, Fp, Fp2};
use lanesmith_sha256::sha256;
use lanesmith_testkit::vectors::bls::{self as vectors, HashSuite, Point};
use serde_json::Value;

macro_rules! rfc {
    ($file:literal) => {
        include_str!(concat!("../../../testkit/vectors/bls/rfc9380/", $file))
    };
}

fn intermediate_values<F: MapToCurve + Encoded, B: Backend>(uniform: &HashSuite, other: &HashSuite) {
    let point = |point: &Point| {
        let point = Affine::<F>::from_uncompressed_unchecked::<B>(&point.to_uncompressed()).unwrap();
        assert!(point.is_on_curve::<B>());
        point
    };
    let element = |bytes: &[u8]| F::read::<B>(bytes).unwrap();
    for v in &uniform.vectors {
        let u = F::hash_to_field::<B, 2>(v.msg.as_bytes(), uniform.dst.as_bytes()).unwrap();
        for ((u, expected), q) in u.iter().zip(&v.u).zip([&v.first, &v.second]) {
            assert!(u.equals::<B>(&element(&expected.0)), "{}", v.msg);
            let q = point(q.as_ref().unwrap());
            assert!(map_to_curve::<F, B>(u).to_affine::<B>().equals::<B>(&q), "{}", v.msg);
        }
    }
    for v in &other.vectors {
        let [u] = F::hash_to_field::<B, 1>(v.msg.as_bytes(), other.dst.as_bytes()).unwrap();
        assert!(u.equals::<B>(&element(&v.u[0].0)), "{}", v.msg);
        let q = point(v.only.as_ref().unwrap());
        assert!(map_to_curve::<F, B>(&u).to_affine::<B>().equals::<B>(&q), "{}", v.msg);
    }
}

/// What the messages hash to in the end is compared in the suite.
fn intermediate_values_are_as_published<B: Backend>() {
    intermediate_values::<Fp, B>(vectors::hash_to_g1(), vectors::encode_to_g1());
    intermediate_values::<Fp2, B>(vectors::hash_to_g2(), vectors::encode_to_g2());
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
    let root = <Fp as Isogenous>::Z.inv::<B>().neg::<B>().sqrt::<B>();
    root.iter().for_each(check1);
    let check2 = |u: &Fp2| assert!(map_to_curve::<Fp2, B>(u).to_affine::<B>().is_on_curve::<B>());
    check2(&Fp2::ZERO);
    let root = <Fp2 as Isogenous>::Z.inv::<B>().neg::<B>().sqrt::<B>();
    root.iter().for_each(check2);
}

for_backends! {
    intermediate_values_are_as_published, random_messages_and_tags_hash_as_in_blst, exceptional_elements_map_to_the_curve,
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

/// The text of RFC 9380, section 5.3.1, of whole messages.
fn expanded(message: &[u8], dst: &[u8], bytes: usize) -> Vec<u8> {
    let long = sha256(&[b"H2C-OVERSIZE-DST-", dst].concat());
    let dst = if dst.len() > 255 { &long[..] } else { dst };
    let tag = [dst, &[dst.len() as u8]].concat();
    let first = sha256(&[&[0; 64][..], message, &(bytes as u16).to_be_bytes(), &[0], &tag].concat());
    let (mut out, mut block) = (Vec::new(), [0; 32]);
    for number in 1..=bytes.div_ceil(32) as u8 {
        let mixed: Vec<u8> = first.iter().zip(block).map(|(a, b)| a ^ b).collect();
        block = sha256(&[&mixed[..], &[number], &tag].concat());
        out.extend(block);
    }
    out.truncate(bytes);
    out
}

#[test]
fn tags_and_outputs_of_every_length_expand_as_the_standard_says() {
    let mut rng = fastrand::Rng::with_seed(9380);
    let text: Vec<u8> = std::iter::repeat_with(|| rng.u8(..)).take(400).collect();
    let cases = (1..=300).map(|tag| (tag, 97)).chain((0..=260).chain([8159, 8160]).map(|bytes| (43, bytes)));
    for (tag, bytes) in cases {
        let (message, dst, mut out) = (&text[..(tag + bytes) % 150], &text[..tag], vec![0; bytes]);
        expand_message_xmd(message, dst, &mut out).unwrap();
        assert!(out == expanded(message, dst, bytes), "tag of {tag} bytes, {bytes} bytes of output");
    }
}

#[test]
fn expansion_names_what_is_wrong() {
    assert_eq!(expand_message_xmd(b"", b"", &mut [0; 32]), Err(ExpandError::EmptyTag));
    let mut long = vec![0; 8161];
    assert_eq!(expand_message_xmd(b"", b"tag", &mut long), Err(ExpandError::TooLong { asked: 8161 }));
    assert_eq!(expand_message_xmd(b"", b"tag", &mut long[..8160]), Ok(()));
}
