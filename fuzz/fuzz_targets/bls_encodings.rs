//! Arbitrary bytes as points, keys and signatures: what is read is written back to the same bytes, the subgroup check is never
//! weaker than the check of the curve.
#![no_main]

use lanesmith_bls::{DecodeError, Fr, G1, G2};
use libfuzzer_sys::fuzz_target;

macro_rules! group {
    ($group:expr, $data:expr, $compressed:literal, $uncompressed:literal) => {{
        let group = $group;
        // Any length, and the right ones.
        for bytes in [$data, &$data[..$data.len().min($compressed)], &$data[..$data.len().min($uncompressed)]]
        {
            let checked = group.from_compressed(bytes);
            if let Ok(point) = group.from_compressed_unchecked(bytes) {
                assert_eq!(&group.to_compressed(&point)[..], bytes);
                assert!(group.is_on_curve(&point));
                assert_eq!(checked.is_ok(), group.in_subgroup(&point));
            } else {
                assert!(checked.is_err());
            }
            let checked = group.from_uncompressed(bytes);
            if let Ok(point) = group.from_uncompressed_unchecked(bytes) {
                assert_eq!(&group.to_uncompressed(&point)[..], bytes);
                // Here only the check looks whether it is on the curve.
                if group.is_on_curve(&point) {
                    assert_eq!(checked.is_ok(), group.in_subgroup(&point));
                } else {
                    assert_eq!(checked.map(drop), Err(DecodeError::NotOnCurve));
                }
            } else {
                assert!(checked.is_err());
            }
        }
    }};
}

fuzz_target!(|data: &[u8]| {
    group!(G1::auto(), data, 48, 96);
    group!(G2::auto(), data, 96, 192);
    if let Some(bytes) = data.first_chunk::<32>() {
        if let Some(scalar) = Fr::from_bytes(bytes) {
            assert_eq!(&scalar.to_bytes(), bytes);
        }
    }
});
