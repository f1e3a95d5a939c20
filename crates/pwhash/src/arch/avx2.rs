//! AVX2.

use lanesmith_isa::arch::x86_64::{avx2::X256, sse2::X128};
use lanesmith_isa::token::Avx2;

use super::lanes::{argon2_engine, lyra2_engine, scrypt_engine, twocats_engine};
use crate::kernel::blamka::Rows;

argon2_engine!(avx2, Avx2, Rows::<X256>);
lyra2_engine!(avx2, Avx2, X256, two: true);
scrypt_engine!(avx2, Avx2, 4: X256, 2; 2: X256, 1; else X128<Avx2>);
twocats_engine!(avx2, Avx2, 4: X128<Avx2>, 1; 8: X256, 1; 16: X256, 2;);
