//! The vector of twice a number.

use lanesmith_isa::Choice;
use lanesmith_testkit::vectors::toy as vectors;
use lanesmith_toy::{DOUBLE, DoubleKernel};

use crate::{Check, CheckFailure, Tally};

/// The checks.
pub fn checks() -> Vec<Check> {
    vec![Check::new(&DOUBLE, "vectors", "a number and its double", doubles)]
}

fn doubles(engine: Choice<DoubleKernel>, tally: &mut Tally<'_>) -> Result<(), CheckFailure> {
    for v in vectors::doubles() {
        let got = (engine.handle().kernel().double)(v.x);
        tally.bytes(|| format!("double {}", v.x), &v.double.to_le_bytes(), &got.to_le_bytes())?;
    }
    Ok(())
}
