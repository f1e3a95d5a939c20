//! The engine table.

use lanesmith_isa::{AnyTable, table};

use crate::arch::scalar;
use crate::ops::DoubleKernel;

table! {
    /// The engines of twice a number.
    pub static DOUBLE: DoubleKernel;
    portable {
        scalar: Portable, 1, "general registers", DoubleKernel { double: scalar::double };
    }
}

/// The tables of every operation of this crate.
pub static TABLES: &[&dyn AnyTable] = &[&DOUBLE];
