//! The engine without any instruction set.

use crate::ops::DoubleKernel;

lanesmith_isa::entries! {
    engine scalar with Portable;

    DoubleKernel => pub(crate) fn double(_token, x: u32) -> u32 {
        x.wrapping_mul(2)
    }
}
