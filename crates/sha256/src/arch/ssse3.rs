//! SSSE3: four lanes, and a message schedule in vectors.

use lanesmith_isa::arch::x86_64::ssse3::X128S;

use super::lanes::{lane_engine, row_engine};

lane_engine!(ssse3, Ssse3, X128S, inside: false, nodes inside: true, nodes);
row_engine!(ssse3, Ssse3, X128S);
