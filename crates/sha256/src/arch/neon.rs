//! NEON: four lanes, and a message schedule in vectors.

use lanesmith_isa::arch::aarch64::neon::N128;
use lanesmith_isa::token::Neon;

use super::lanes::{lane_engine, row_engine};

lane_engine!("neon", N128, Neon, "neon");
row_engine!("neon", N128, Neon, "neon");
