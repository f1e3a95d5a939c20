//! SSSE3: the vectors of SSE2 with byte shuffles.

use lanesmith_isa::arch::x86_64::ssse3::X128S;
use lanesmith_isa::lanes::Two;

use super::lanes::{argon2_engine, lyra2_engine, twocats_engine};
use crate::kernel::blamka::Rows;

argon2_engine!(ssse3, Ssse3, Rows::<Two<X128S>>);
lyra2_engine!(ssse3, Ssse3, Two<X128S>, two: false);
twocats_engine!(ssse3, Ssse3, 4: X128S, 1; 8: X128S, 2; 16: X128S, 4;);
