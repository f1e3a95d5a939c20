//! A toy family: twice a number.
#![no_std]

mod arch;
mod engines;
mod ops;

pub use engines::{DOUBLE, TABLES};
pub use ops::DoubleKernel;
