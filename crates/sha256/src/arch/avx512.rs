//! AVX-512: sixteen lanes.

use lanesmith_isa::arch::x86_64::avx512::X512;

use super::lanes::lane_engine;

lane_engine!(avx512, Avx512, X512, inside: true, nodes inside: true, nodes_by_two);
