//! The engines of signatures.

use lanesmith_isa::table;

use super::ops::SignatureKernel;
use crate::arch::signature::*;

table! {
    /// The engines of signatures: the arithmetic of the field decides.
    pub static SIGNATURE: SignatureKernel;
    x86_64 {
        bmi2: Bmi2, 1, "MULX, rows in two passes of plain carries", bmi2::KERNEL;
        adx: Adx, 1, "MULX, rows with two carry chains", adx::KERNEL;
    }
    aarch64 {}
    simd128 {}
    portable {
        scalar: Portable, 1, "128-bit products", scalar::KERNEL;
    }
}
