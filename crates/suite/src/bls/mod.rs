//! BLS12-381: from the field to signatures.

mod check;

use lanesmith_bls::TABLES;
use lanesmith_isa::AnyTable;
use lanesmith_race::Race;

use crate::{Check, Family};

/// The family.
pub struct Bls;

impl Family for Bls {
    fn name(&self) -> &'static str {
        "bls"
    }

    fn title(&self) -> &'static str {
        "BLS12-381: fields, curves, pairings, hashing to curves, signatures"
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
