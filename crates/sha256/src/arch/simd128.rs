//! WebAssembly SIMD: four lanes, and a message schedule in vectors.

use lanesmith_isa::arch::wasm32::simd128::W128;
use lanesmith_isa::token::Simd128;

use super::lanes::{lane_engine, row_engine};

lane_engine!("simd128", W128, Simd128, "simd128");
row_engine!("simd128", W128, Simd128, "simd128");
