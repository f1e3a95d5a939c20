//! Memory-hard password hashing: Argon2, scrypt, yescrypt, Lyra2, TwoCats.

mod check;
mod peers;
mod race;

use lanesmith_isa::{AnyTable, Operation};
use lanesmith_pwhash::TABLES;
use lanesmith_pwhash::hazmat::{Lyra2Kernel, ScryptKernel};

use lanesmith_race::Race;

use crate::{Build, Check, Family};

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
        race::races()
    }

    fn engines_of<'a>(&self, race: &'a str) -> &'a str {
        // The three programs' hashes are compared with those of the mail; of the engines it is enough to name one's.
        if race == race::MAIL { Lyra2Kernel::NAME } else { race }
    }
    fn steps(&self, op: &str) -> Option<Build> {
        (op == ScryptKernel::NAME).then_some(race::scrypt_steps)
    }
}
