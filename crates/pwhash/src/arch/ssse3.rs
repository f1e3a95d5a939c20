//! SSSE3: the vectors of SSE2 with byte shuffles.

use lanesmith_isa::token::Ssse3;

use super::sse2::X64;
use crate::kernel::argon2::{Segment, fill};
use crate::kernel::blamka::Rows;
use crate::kernel::lyra2::{Job, Shape, run};
use crate::ops::{Argon2Kernel, Lyra2Kernel};

lanesmith_isa::entries! {
    engine ssse3 with Ssse3;

    Argon2Kernel => pub(crate) fn argon2_fill(token, segments: &mut [Segment<'_>]) {
        fill(Rows::<X64<Ssse3>>(token), segments);
    }
    Lyra2Kernel => pub(crate) fn lyra2_run(token, shape: &Shape<'_>, jobs: &mut [Job<'_>]) {
        run::<X64<Ssse3>, false>(token, shape, jobs);
    }
}
