//! AVX-512VL: eight lanes with the rotations and the ternary logic of AVX-512.

use lanesmith_isa::arch::x86_64::avx512::X256T;

use super::lanes::lane_engine;

lane_engine!(avx512vl, Avx512, X256T, inside: true, nodes inside: true, nodes);
