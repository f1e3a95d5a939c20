//! SSE2, which every x86-64 has.

use lanesmith_isa::arch::x86_64::sse2::X128;
use lanesmith_isa::lanes::Two;

use super::lanes::{argon2_engine, lyra2_engine, scrypt_engine, twocats_engine, yescrypt_engine};
use crate::kernel::blamka::Rows;

argon2_engine!(sse2, Sse2, Rows::<Two<X128>>);
lyra2_engine!(sse2, Sse2, Two<X128>, two: false);
scrypt_engine!(sse2, Sse2, 2: X128, 2; else X128);
twocats_engine!(sse2, Sse2, 4: X128, 1; 8: X128, 2; 16: X128, 4;);
// The three-operand forms of AVX, its wider vectors and the rotation of AVX-512 gain nothing (`docs/kernels/pwhash-yescrypt.md`).
yescrypt_engine!(sse2, Sse2, X128, alone: X128, pairs: true);
