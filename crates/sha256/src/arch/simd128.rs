//! WebAssembly SIMD: eight lanes in two vectors, and a message schedule in vectors.

use lanesmith_isa::arch::wasm32::simd128::W128;
use lanesmith_isa::lanes::Two;

use super::lanes::{lane_engine, row_engine};

lane_engine!(simd128, Simd128, Two<W128>, inside: false, nodes inside: true, nodes);
row_engine!(simd128, Simd128, W128);
