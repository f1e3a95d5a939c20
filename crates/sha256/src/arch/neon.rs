//! NEON: four lanes, and a message schedule in vectors.

use lanesmith_isa::arch::aarch64::neon::N128;

use super::lanes::{lane_engine, row_engine};

lane_engine!(neon, Neon, N128, inside: false, nodes inside: true, nodes);
row_engine!(neon, Neon, N128);
