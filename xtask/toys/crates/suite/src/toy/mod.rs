//! The toy family.

mod check;

use lanesmith_isa::AnyTable;
use lanesmith_race::Race;
use lanesmith_toy::TABLES;

use crate::{Check, Family};

/// The family.
pub struct Toy;

impl Family for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn title(&self) -> &'static str {
        "Toy: twice a number"
    }

    fn tables(&self) -> Vec<&'static dyn AnyTable> {
        TABLES.to_vec()
    }

    fn checks(&self) -> Vec<Check> {
        check::checks()
    }

    fn races(&self) -> Vec<Race> {
        Vec::new()
    }
}
