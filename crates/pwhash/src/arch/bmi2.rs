//! BMI: one hash of yescrypt in general registers too.

use lanesmith_isa::arch::x86_64::bmi2::Dual;
use lanesmith_isa::arch::x86_64::sse2::X128;
use lanesmith_isa::token::Bmi2;

use super::lanes::yescrypt_engine;

yescrypt_engine!(bmi2, Bmi2, X128<Bmi2>, alone: Dual, pairs: true);
