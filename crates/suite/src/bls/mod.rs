//! BLS12-381: from the field to signatures.

mod check;
mod peers;
mod race;
mod tune;

use lanesmith_bls::TABLES;
use lanesmith_bls::signature::SignatureKernel;
use lanesmith_isa::{AnyTable, Operation};
use lanesmith_race::Race;

use crate::{Build, Check, Family};

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
        race::races()
    }

    fn absent_peers(&self) -> Vec<(&'static str, String)> {
        peers::absent()
    }

    fn engines_of<'a>(&self, race: &'a str) -> &'a str {
        race::engines_of(race)
    }

    fn decision(&self) -> Option<&'static str> {
        Some(SignatureKernel::NAME)
    }

    fn steps(&self, op: &str) -> Option<Build> {
        tune::steps(op)
    }
}
