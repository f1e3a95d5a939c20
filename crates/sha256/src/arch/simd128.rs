//! WebAssembly SIMD: four lanes, and a message schedule in vectors.

use lanesmith_isa::arch::wasm32::simd128::W128;

use super::lanes::{lane_engine, row_engine};

lane_engine!(simd128, Simd128, W128, inside: false, nodes inside: true);
row_engine!(simd128, Simd128, W128);
