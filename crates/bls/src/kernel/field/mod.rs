//! The base field `Fp`, its double width and the scalar field `Fr`.

#[allow(unsafe_code)]
pub(crate) mod arch;
pub mod backend;
mod element;
mod entering;
pub mod fp;
mod fr;
mod inverse;
pub mod limbs;
mod symbol;

pub use backend::Backend;
pub use element::{Base, Field, limbs_from_be};
pub use fp::{Fp, FpDbl};
pub use fr::Fr;
pub use limbs::zero_mask;
