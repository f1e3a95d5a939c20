//! Memory-hard password hashing: Argon2, scrypt, yescrypt, Lyra2, TwoCats.

mod check;

use lanesmith_isa::AnyTable;
use lanesmith_pwhash::engines::TABLES;

use lanesmith_race::Race;

use crate::{Check, Family};

/// The family.
pub struct Pwhash;

impl Family for Pwhash {
    fn name(&self) -> &'static str {
        "pwhash"
    }

    fn title(&self) -> &'static str {
        "Memory-hard password hashing: Argon2, scrypt, yescrypt, Lyra2, TwoCats"
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
