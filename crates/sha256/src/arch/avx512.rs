//! AVX-512: sixteen lanes.

use lanesmith_isa::arch::x86_64::avx512::X512;
use lanesmith_isa::token::Avx512;

use super::lanes::lane_engine;

lane_engine!("avx512", X512, Avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2");
