//! The optimal ate pairing: Miller loops over many pairs with shared squarings, the final exponentiation, and products.
//!
//! All inputs are public: times depend on them.

mod exponent;
mod line;
mod miller;

pub use exponent::{Gt, final_exponentiation, in_group};
#[cfg(feature = "alloc")]
pub(crate) use line::Running;
pub use line::{G2Prepared, LINES, Line, mul_by_line, mul_by_two_lines};
pub use miller::{miller_loop, miller_loop_prepared};

use crate::curve::{G1Affine, G2Affine};
use crate::field::Backend;

/// The pairing of a point of G1 and one of G2.
pub fn pairing<B: Backend>(p: &G1Affine, q: &G2Affine) -> Gt {
    final_exponentiation::<B>(&miller_loop::<B>(&[(*p, *q)]))
}

/// Whether the product of the pairings is one; an empty product is.
pub fn product_is_one<B: Backend>(pairs: &[(G1Affine, G2Affine)]) -> bool {
    final_exponentiation::<B>(&miller_loop::<B>(pairs)).is_one::<B>()
}
