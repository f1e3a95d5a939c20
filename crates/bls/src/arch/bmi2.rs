//! BMI2 without ADX: rows in two passes of ADD/ADC, rho steps. Ahead of ADX on Intel and Zen 5.

/// Arithmetic with MULX and plain carries.
#[derive(Clone, Copy, Debug)]
pub struct Bmi2;

backend!(Bmi2, two_pass, reduce: rho4, chain: rho5, last: rho5);

backend_entries!(bmi2, Bmi2, Bmi2, crate::kernel::many::OneByOne);
