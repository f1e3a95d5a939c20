//! SSSE3: the vectors of SSE2 with byte shuffles.

use lanesmith_isa::token::{Ssse3, Token};

use super::sse2::X64;
use crate::kernel::blamka::Rows;

pub(crate) fn argon2_fill(segments: &mut [crate::argon2::Segment<'_>]) {
    #[target_feature(enable = "ssse3")]
    fn inner(token: Ssse3, segments: &mut [crate::argon2::Segment<'_>]) {
        crate::argon2::fill(Rows::<X64<Ssse3>>(token), segments);
    }
    // SAFETY: the token proves the instruction set.
    unsafe { inner(Ssse3::admitted(), segments) }
}

pub(crate) fn lyra2_run(shape: &crate::lyra2::Shape, jobs: &mut [crate::kernel::lyra2::Job<'_>]) {
    #[target_feature(enable = "ssse3")]
    fn inner(token: Ssse3, shape: &crate::lyra2::Shape, jobs: &mut [crate::kernel::lyra2::Job<'_>]) {
        crate::kernel::lyra2::run::<X64<Ssse3>>(token, shape, jobs);
    }
    // SAFETY: the token proves the instruction set.
    unsafe { inner(Ssse3::admitted(), shape, jobs) }
}
