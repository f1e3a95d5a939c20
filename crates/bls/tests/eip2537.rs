//! The precompiled contracts of EIP-2537 on every engine: results, and errors in their words.

use lanesmith_bls::eip2537::{PrecompileError, Precompiles};
use lanesmith_bls::signature::SIGNATURE;
use lanesmith_testkit::vectors::bls::{self as vectors, Precompile};

type Function = fn(Precompiles, &[u8]) -> Result<Vec<u8>, PrecompileError>;

fn check(function: Function, right: &[Precompile], failing: &[Precompile]) {
    for engine in SIGNATURE.available() {
        let on = Precompiles::with_engine(engine);
        for v in right {
            let found = function(on, &v.input.0);
            assert_eq!(
                found.as_ref().ok(),
                v.expected.as_ref().map(|e| &e.0),
                "{} on {}",
                v.name,
                engine.name()
            );
        }
        for v in failing {
            let found = function(on, &v.input.0).map_err(|error| error.message());
            assert_eq!(found, Err(v.expected_error.as_deref().unwrap()), "{} on {}", v.name, engine.name());
        }
    }
}

#[test]
fn g1_sums() {
    check(Precompiles::g1_add, vectors::g1_add(), vectors::g1_add_fails());
}

#[test]
fn g1_products() {
    check(Precompiles::g1_mul, vectors::g1_mul(), vectors::g1_mul_fails());
}

#[test]
fn g1_sums_of_products() {
    check(Precompiles::g1_msm, vectors::g1_msm(), vectors::g1_msm_fails());
}

#[test]
fn g2_sums() {
    check(Precompiles::g2_add, vectors::g2_add(), vectors::g2_add_fails());
}

#[test]
fn g2_products() {
    check(Precompiles::g2_mul, vectors::g2_mul(), vectors::g2_mul_fails());
}

#[test]
fn g2_sums_of_products() {
    check(Precompiles::g2_msm, vectors::g2_msm(), vectors::g2_msm_fails());
}

#[test]
fn maps_to_g1() {
    check(Precompiles::map_fp_to_g1, vectors::map_fp_to_g1(), vectors::map_fp_to_g1_fails());
}

#[test]
fn maps_to_g2() {
    check(Precompiles::map_fp2_to_g2, vectors::map_fp2_to_g2(), vectors::map_fp2_to_g2_fails());
}

#[test]
fn pairings() {
    check(Precompiles::pairing_check, vectors::pairing_check(), vectors::pairing_check_fails());
}

#[test]
fn sums_take_points_outside_the_group_and_products_do_not() {
    // The failing product's point is on the curve: twice it is a sum.
    let v = vectors::g1_mul_fails().iter().find(|v| v.name.contains("subgroup")).unwrap();
    let point = &v.input.0[..128];
    assert!(Precompiles::new().g1_add(&[point, point].concat()).is_ok());
    let error = Precompiles::new().g1_mul(&v.input.0).unwrap_err();
    assert_eq!(error, PrecompileError::NotInG1 { offset: 0 });
    assert_eq!(error.to_string(), "g1 point is not in the correct subgroup (at byte 0)");
}
