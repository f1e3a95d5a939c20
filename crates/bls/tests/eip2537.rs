//! The precompiled contracts of EIP-2537: what its vectors do not say. Those are compared in the suite.

use lanesmith_bls::eip2537::{PrecompileError, Precompiles};
use lanesmith_testkit::vectors::bls as vectors;

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
