//! Armv8 SIMD with the SHA-3 extension, which rotates an exclusive or in one instruction.

use lanesmith_isa::arch::aarch64::neon::N128Sha3;
use lanesmith_isa::lanes::Two;

use super::lanes::{argon2_engine, lyra2_engine};
use crate::kernel::blamka::Rows;

argon2_engine!(neon_sha3, ArmSha3, Rows::<Two<N128Sha3>>);
lyra2_engine!(neon_sha3, ArmSha3, Two<N128Sha3>, two: true);
