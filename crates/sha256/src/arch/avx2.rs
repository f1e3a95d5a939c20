//! AVX2: eight lanes, and the message schedules of two blocks at once beside rounds with BMI2.

use lanesmith_isa::arch::x86_64::avx2::X256;

use super::lanes::{lane_engine, row_engine};

lane_engine!(avx2, Avx2, X256, inside: false, nodes inside: false, nodes);
row_engine!(avx2, Avx2Bmi2, X256);
