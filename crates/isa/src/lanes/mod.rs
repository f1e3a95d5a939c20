//! Narrow SIMD traits: only the operations that our kernels use.
//!
//! A kernel is written once, generic over a trait of this module, and compiled once per instruction set: the outermost
//! wrapper of each engine carries `#[target_feature]`, everything below it is `#[inline(always)]`. Lane values are
//! made only from a [token](crate::token), so a value in hand means that its instructions may be executed.

mod bit;
mod byte;
mod cyclic;
mod limb;
mod line;
mod pwx;
#[macro_use]
mod two;
mod row64;
mod word;

pub use bit::BitLanes;
pub use byte::ByteLanes;
pub use cyclic::{Cyclic, Offset, Walk};
pub use limb::Limbs52;
pub use line::{Line, Plain, lines_for};
pub use pwx::{PwxLanes, PwxTable};
pub use row64::{Half64, Row64, Wide64};
pub use two::Two;
pub use word::{Quad32, RowLanes, Vector32, WordLanes};
