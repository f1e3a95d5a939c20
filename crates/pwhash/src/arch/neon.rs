//! Armv8 SIMD.

use lanesmith_isa::arch::aarch64::neon::N128;
use lanesmith_isa::lanes::Two;

use super::lanes::{argon2_engine, lyra2_engine, scrypt_engine, twocats_engine, yescrypt_engine};
use crate::kernel::blamka::Rows;

argon2_engine!(neon, Neon, Rows::<Two<N128>>);
lyra2_engine!(neon, Neon, Two<N128>, two: true);
scrypt_engine!(neon, Neon, 2: N128, 2; else N128);
twocats_engine!(neon, Neon, 4: N128, 1; 8: N128, 2; 16: N128, 4;);
yescrypt_engine!(neon, Neon, N128, alone: N128, pairs: true);
