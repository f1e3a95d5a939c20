//! The precompiled contracts of EIP-2537: results, and errors in its words.

use lanesmith_bls::eip2537::{PrecompileError, Precompiles};
use lanesmith_bls::signature::SignatureKernel;
use lanesmith_isa::Choice;
use lanesmith_testkit::hex;
use lanesmith_testkit::vectors::bls::{self as vectors, Precompile};

use super::Outcome;
use crate::{CheckFailure, Tally};

type Function = fn(Precompiles, &[u8]) -> Result<Vec<u8>, PrecompileError>;

/// A function, what it gives, and how it fails.
type Contract = (Function, &'static [Precompile], &'static [Precompile]);

fn contracts() -> [Contract; 9] {
    [
        (Precompiles::g1_add, vectors::g1_add(), vectors::g1_add_fails()),
        (Precompiles::g1_mul, vectors::g1_mul(), vectors::g1_mul_fails()),
        (Precompiles::g1_msm, vectors::g1_msm(), vectors::g1_msm_fails()),
        (Precompiles::g2_add, vectors::g2_add(), vectors::g2_add_fails()),
        (Precompiles::g2_mul, vectors::g2_mul(), vectors::g2_mul_fails()),
        (Precompiles::g2_msm, vectors::g2_msm(), vectors::g2_msm_fails()),
        (Precompiles::map_fp_to_g1, vectors::map_fp_to_g1(), vectors::map_fp_to_g1_fails()),
        (Precompiles::map_fp2_to_g2, vectors::map_fp2_to_g2(), vectors::map_fp2_to_g2_fails()),
        (Precompiles::pairing_check, vectors::pairing_check(), vectors::pairing_check_fails()),
    ]
}

pub fn all(engine: Choice<SignatureKernel>, tally: &mut Tally<'_>) -> Outcome {
    let on = Precompiles::with_engine(engine);
    let quick = tally.up_to(8);
    for (function, right, failing) in contracts() {
        for v in right.iter().take(quick).chain(failing) {
            let found = match function(on, &v.input.0) {
                Ok(bytes) => hex::encode(&bytes),
                Err(error) => error.message().into(),
            };
            let expected = match (&v.expected, &v.expected_error) {
                (Some(bytes), _) => hex::encode(&bytes.0),
                (None, error) => error.clone().unwrap_or_default(),
            };
            if found != expected {
                return Err(CheckFailure::new(&v.name, expected, found));
            }
            tally.right();
        }
    }
    Ok(())
}
