//! SSSE3: four lanes, and a message schedule in vectors.

use lanesmith_isa::arch::x86_64::ssse3::X128S;
use lanesmith_isa::token::Ssse3;

use super::lanes::{lane_engine, row_engine};

lane_engine!("ssse3", X128S, Ssse3, "sse2,ssse3");
row_engine!("ssse3", X128S, Ssse3, "sse2,ssse3");
