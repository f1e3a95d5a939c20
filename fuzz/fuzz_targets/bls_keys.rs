//! Arbitrary bytes as keys, signatures and commitments of both variants, arbitrary text as a path: what is read is written back
//! to the same bytes, a key is never at infinity, no infinity verifies.
#![no_main]

use lanesmith_bls::keys::{Commitments, KeyPath};
use lanesmith_bls::signature::{MinPk, MinSig, Mode, PublicKey, Scheme, SecretKey, Signature, Variant};
use libfuzzer_sys::fuzz_target;

fn variant<V: Variant>(data: &[u8], split: usize) {
    if let Ok(key) = PublicKey::<V>::from_bytes(data) {
        assert!(!key.point().infinity);
        let (compressed, uncompressed) = (key.to_bytes(), key.to_uncompressed());
        assert!(compressed.as_ref() == data || uncompressed.as_ref() == data);
    }
    if let Ok(signature) = Signature::<V>::from_bytes(data) {
        let (compressed, uncompressed) = (signature.to_bytes(), signature.to_uncompressed());
        assert!(compressed.as_ref() == data || uncompressed.as_ref() == data);
    }
    // A key, then a signature that nobody made.
    if let Some((key, signature)) = data.split_at_checked(split) {
        if let (Ok(key), Ok(signature)) =
            (PublicKey::<V>::from_bytes(key), Signature::<V>::from_bytes(signature))
        {
            assert!(Scheme::<V>::new(Mode::Basic).verify(&key, data, &signature).is_err());
        }
        let points = data.chunks(split.max(1));
        if let Ok(commitments) = Commitments::<V>::from_bytes(points.clone()) {
            let written = commitments.to_bytes();
            assert_eq!(written.len(), commitments.threshold());
            assert!(written.iter().map(|point| point.as_ref()).eq(points));
        }
    }
}

fuzz_target!(|data: &[u8]| {
    // Few points: what takes long is not what breaks.
    let data = &data[..data.len().min(480)];
    variant::<MinPk>(data, 48);
    variant::<MinSig>(data, 96);
    if let Ok(key) = SecretKey::from_bytes(data) {
        assert_eq!(&key.to_bytes()[..], data);
    }
    if let Ok(text) = std::str::from_utf8(data) {
        if let Ok(path) = KeyPath::parse(text) {
            assert_eq!(path.to_string(), text);
        }
    }
});
