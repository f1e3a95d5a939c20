//! AVX-512VL: eight lanes with the rotations and the ternary logic of AVX-512.

use lanesmith_isa::arch::x86_64::avx512::X256T;
use lanesmith_isa::token::Avx512;

use super::lanes::lane_engine;

lane_engine!("avx512vl", X256T, Avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2");
