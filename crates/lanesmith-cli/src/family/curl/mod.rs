//! Curl-P: hashes, and PCurl's design space.

mod check;
#[cfg(feature = "peers")]
mod peers;
mod race;

use lanesmith::curl::HASH;
use lanesmith::isa::AnyTable;

use super::{CheckFailure, CheckReport, Family, RaceOp, Scope};

/// The family.
pub struct Curl;

impl Family for Curl {
    fn name(&self) -> &'static str {
        "curl"
    }

    fn tables(&self) -> Vec<&'static dyn AnyTable> {
        vec![&HASH]
    }

    fn check(
        &self,
        op: &str,
        engine: &str,
        scope: Scope,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<CheckReport, CheckFailure> {
        check::check(op, engine, scope, progress)
    }

    fn races(&self) -> Vec<RaceOp> {
        race::races()
    }

    fn engines_of<'a>(&self, race: &'a str) -> &'a str {
        if race == race::LAB_OP { "curl.hash" } else { race }
    }
}
