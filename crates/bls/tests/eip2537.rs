//! The precompiled contracts of EIP-2537: what its vectors do not say. Those are compared in the suite.

use lanesmith_bls::SIGNATURE;
use lanesmith_bls::eip2537::{PrecompileError, Precompiles};
use lanesmith_testkit::vectors::bls as vectors;

type Function = fn(Precompiles, &[u8]) -> Result<Vec<u8>, PrecompileError>;

const FUNCTIONS: [(&str, Function); 9] = [
    ("g1_add", Precompiles::g1_add),
    ("g1_mul", Precompiles::g1_mul),
    ("g1_msm", Precompiles::g1_msm),
    ("g2_add", Precompiles::g2_add),
    ("g2_mul", Precompiles::g2_mul),
    ("g2_msm", Precompiles::g2_msm),
    ("map_fp_to_g1", Precompiles::map_fp_to_g1),
    ("map_fp2_to_g2", Precompiles::map_fp2_to_g2),
    ("pairing_check", Precompiles::pairing_check),
];

/// Where an error stands.
fn offset(error: PrecompileError) -> Option<usize> {
    match error {
        PrecompileError::TopBytes { offset }
        | PrecompileError::FieldElement { offset }
        | PrecompileError::NotOnCurve { offset }
        | PrecompileError::NotInG1 { offset }
        | PrecompileError::NotInG2 { offset } => Some(offset),
        _ => None,
    }
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

#[test]
fn every_error_at_every_place_is_named_with_its_place() {
    for engine in SIGNATURE.available() {
        let on = Precompiles::with_engine(engine);
        for v in vectors::precompile_fails() {
            let function = FUNCTIONS.iter().find(|(name, _)| *name == v.function).unwrap().1;
            let error = function(on, &v.input.0).expect_err(&v.name);
            assert_eq!((error.message(), offset(error)), (&*v.expected_error, v.offset), "{}", v.name);
            if let PrecompileError::InputLength { found } = error {
                assert_eq!(found, v.input.0.len(), "{}", v.name);
            }
        }
    }
}

#[test]
fn every_function_is_refused_each_error_that_it_can_have() {
    let count = |function: &str, error: &str| {
        let fits = |v: &&vectors::PrecompileFail| v.function == function && v.expected_error.contains(error);
        vectors::precompile_fails().iter().filter(fits).count()
    };
    for (function, _) in FUNCTIONS {
        let (map, sum) = (function.starts_with("map"), function.ends_with("add"));
        for (error, possible) in [
            ("length", true),
            ("top bytes", true),
            ("fp.Element", true),
            ("not on curve", !map),
            ("subgroup", !map && !sum),
        ] {
            assert_eq!(count(function, error) > 0, possible, "{function}: {error}");
        }
    }
}
