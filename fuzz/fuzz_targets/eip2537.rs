//! Arbitrary bytes, and arbitrary operands in the right form, to the seven precompiles: an answer of the right length or an error.
#![no_main]

use lanesmith_bls::eip2537::Precompiles;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, Vec<u8>)| {
    let (which, data) = input;
    let precompiles = Precompiles::new();
    // Few pairs: what takes long is not what breaks.
    let data = &data[..data.len().min(3 * 384)];
    let (answer, length) = match which % 7 {
        0 => (precompiles.g1_add(data), 128),
        1 => (precompiles.g1_msm(data), 128),
        2 => (precompiles.g2_add(data), 256),
        3 => (precompiles.g2_msm(data), 256),
        4 => (precompiles.pairing_check(data), 32),
        5 => (precompiles.map_fp_to_g1(data), 128),
        _ => (precompiles.map_fp2_to_g2(data), 256),
    };
    match answer {
        Ok(bytes) => assert_eq!(bytes.len(), length),
        Err(error) => assert!(!error.message().is_empty()),
    }
});
