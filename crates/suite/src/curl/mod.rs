//! Curl-P: hashes, nonce search, and (feature `whole`) PCurl's design space.

pub mod check;
mod inputs;
#[cfg(feature = "whole")]
mod lab;
#[cfg(feature = "peers")]
mod peers;
mod pow;
mod race;

use lanesmith_curl::TABLES;
use lanesmith_curl::hazmat::CurlKernel;
#[cfg(feature = "whole")]
use lanesmith_curl::lab::pcurl;
use lanesmith_isa::{AnyTable, Operation};

use lanesmith_race::Race;

use crate::{Build, Check, Family};

/// The family.
pub struct Curl;

impl Family for Curl {
    fn name(&self) -> &'static str {
        "curl"
    }

    fn title(&self) -> &'static str {
        "Curl-P, IOTA's ternary hash, and its nonce search"
    }

    fn tables(&self) -> Vec<&'static dyn AnyTable> {
        TABLES.to_vec()
    }

    #[cfg(feature = "whole")]
    fn studies(&self) -> Vec<&'static dyn AnyTable> {
        vec![&pcurl::LAB]
    }

    #[cfg(feature = "whole")]
    fn refusal(&self, _study: &str, engine: &str) -> Option<String> {
        pcurl::configuration(engine).err().map(|e| e.to_string())
    }

    #[cfg(feature = "whole")]
    fn meaning(&self, contender: &str) -> Option<&'static str> {
        lab::is_design(contender).then_some(lab::DESIGNS)
    }

    fn checks(&self) -> Vec<Check> {
        check::checks()
    }

    fn races(&self) -> Vec<Race> {
        let mut races = race::races();
        races.push(pow::race());
        races
    }

    fn steps(&self, op: &str) -> Option<Build> {
        (op == CurlKernel::NAME).then_some(race::steps)
    }
}
