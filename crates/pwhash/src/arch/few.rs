//! What has too few lanes for vectors, and is portable code on every engine.

use lanesmith_isa::arch::scalar::Words32;
use lanesmith_isa::token::Portable;

use crate::kernel::twocats::{Mix, mix};

/// One or two lanes of TwoCats.
pub(super) fn twocats(work: &mut Mix<'_>) -> u32 {
    match work.lanes {
        2 => mix::<Words32<2>, 1>(Portable, work),
        _ => mix::<Words32<1>, 1>(Portable, work),
    }
}
