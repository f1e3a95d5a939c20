//! Who takes part in a race, under what name, and who is told how far it is.

use std::time::Duration;

use lanesmith_race::{Contender, Heat, Hooks, Kind, Race};

use super::Args;
use crate::check::{Checked, Verdict};
use crate::{Operation, interrupt, terminal};

/// What the arguments and the check before the race say of the contenders.
pub(super) struct Rules<'a> {
    pub(super) races: &'a [(Operation, Race)],
    pub(super) args: &'a Args,
    pub(super) sums_up: bool,
    pub(super) checked: &'a [Checked],
    pub(super) progress: terminal::Progress,
}

impl Rules<'_> {
    fn operation(&self, heat: &Heat<'_>) -> Option<&Operation> {
        self.races.iter().find(|(_, race)| race.op == heat.race.op).map(|(operation, _)| operation)
    }
}

impl Hooks for Rules<'_> {
    fn takes_part(&self, heat: &Heat<'_>, contender: &Contender) -> bool {
        // `avx2, 4 at a time` is a way to use `avx2`.
        let base = contender.name.split(", ").next().unwrap_or_default();
        let among = |list: &[String]| list.is_empty() || list.iter().any(|name| name == base);
        match contender.kind {
            Kind::Engine if self.sums_up && contender.name != heat.baseline() => {
                contender.name == lanesmith::isa::AUTO
            }
            _ if contender.name == heat.baseline() || base == lanesmith::isa::AUTO => true,
            Kind::Engine => among(&self.args.engines),
            Kind::Peer => among(&self.args.peers),
            Kind::Baseline | Kind::Bound => true,
        }
    }

    /// An engine that failed its check is not raced, whatever it gives here.
    fn objection(&self, heat: &Heat<'_>, contender: &Contender) -> Option<String> {
        let operation = self.operation(heat).filter(|_| contender.kind == Kind::Engine)?;
        let stands_for = self.stands_for(heat, &contender.name);
        let name = stands_for.as_ref().unwrap_or(&contender.name);
        self.checked.iter().find_map(|check| match &check.verdict {
            Verdict::Failed { vector, .. } if check.op == operation.table.op() && check.engine == *name => {
                Some(format!("failed its check at vector {vector}"))
            }
            _ => None,
        })
    }

    fn stands_for(&self, heat: &Heat<'_>, contender: &str) -> Option<String> {
        let operation = self.operation(heat).filter(|_| contender == lanesmith::isa::AUTO)?;
        Some(lanesmith_suite::chosen(operation.table, heat.case.count))
    }

    fn group(&self, heat: &Heat<'_>) -> String {
        self.operation(heat).map_or_else(String::new, |operation| operation.family.heading().into())
    }

    fn progress(&self, spent: Duration, doing: &str) {
        self.progress.show(spent, doing);
    }

    fn stop(&self) -> bool {
        interrupt::asked()
    }
}
