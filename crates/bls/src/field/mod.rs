//! The base field `Fp`, its double width and the scalar field `Fr`.

pub mod backend;
pub mod fp;

pub use backend::Backend;
pub use fp::{Fp, FpDbl};
