//! SHA-256: streams, many messages, Merkle nodes and trees.

mod check;
mod peers;
mod race;
mod tune;

use lanesmith_isa::AnyTable;
use lanesmith_sha256::TABLES;

use lanesmith_race::Race;

use crate::{Build, Check, Family};

/// The family.
pub struct Sha256;

impl Family for Sha256 {
    fn name(&self) -> &'static str {
        "sha256"
    }

    fn title(&self) -> &'static str {
        "SHA-256: streams, many messages, Merkle nodes, keys from passwords"
    }

    fn tables(&self) -> Vec<&'static dyn AnyTable> {
        TABLES.to_vec()
    }

    fn checks(&self) -> Vec<Check> {
        check::checks()
    }

    fn races(&self) -> Vec<Race> {
        peers::init();
        race::races()
    }

    fn absent_peers(&self) -> Vec<(&'static str, String)> {
        peers::absent()
    }

    fn engines_of<'a>(&self, race: &'a str) -> &'a str {
        match race {
            race::TREE => race::NODE_OP,
            race::BLOCKS => race::MANY_OP,
            race => race,
        }
    }

    fn steps(&self, op: &str) -> Option<Build> {
        tune::steps(op)
    }
}
