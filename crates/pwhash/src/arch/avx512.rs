//! AVX-512: 512-bit vectors, and narrower ones with rotations.

use lanesmith_isa::arch::x86_64::{avx512::X256T, avx512::X512, sse2::X128};
use lanesmith_isa::token::Avx512;

use super::lanes::{argon2_engine, lyra2_engine, scrypt_engine, twocats_engine};
use crate::kernel::blamka::Pairs;

argon2_engine!(avx512, Avx512, Pairs::<X512>);
lyra2_engine!(avx512, Avx512, X256T, two: true);
scrypt_engine!(avx512, Avx512, 8: X512, 2; 4: X512, 1; 2: X128<Avx512>, 2; else X128<Avx512>);
twocats_engine!(avx512, Avx512, 4: X128<Avx512>, 1; 8: X256T, 1; 16: X512, 1;);
