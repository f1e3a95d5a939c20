//! What engines cost, by kind of CPU: a file for each, beside the tables that it is for.
//!
//! A family has a folder `costs/` with one file a CPU, which `lanesmith tune --builtin NAME` writes, and a list of them
//! ([`cpu_costs!`](crate::cpu_costs!)). The tables name the list; each row finds its own costs by the engine's name when the program is
//! compiled, so that neither the names nor the costs of other architectures are in it.
//!
//! An engine without a cost on some kind of CPU is [estimated](crate::Fill) from its lanes.

use core::fmt;

use crate::cpu::Kind;
use crate::text;

/// Counts up to here have a step of their own.
pub const PLANNED: usize = 48;

/// What an engine costs, in any unit of time that all engines of a table share; picoseconds in built-in ones that have room for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost<'a> {
    /// Cost of one unit, of two and so on.
    each: &'a [u32],
    /// Cost of a pass that carries as many units as the engine has lanes, however many of them are used.
    pass: Option<u32>,
}

impl<'a> Cost<'a> {
    /// Of an engine that costs the same for one unit as for all its lanes.
    pub const fn pass(cost: u32) -> Self {
        Cost { each: &[], pass: Some(cost) }
    }

    /// Of one unit, of two and so on, up to the engine's lanes or further where more at once cost less. The last cost
    /// stands for all that are missing up to the lanes.
    pub const fn each(costs: &'a [u32]) -> Self {
        Cost { each: costs, pass: None }
    }

    /// The same for an engine that can also carry all its lanes in one pass of that cost.
    #[must_use]
    pub const fn or_pass(self, cost: u32) -> Self {
        Cost { pass: Some(cost), ..self }
    }

    /// From a list as profiles have it: one number is the cost of a pass, more are costs of one unit, of two and so on; of an
    /// engine that does units alone or in a pass, the cost of one alone and of a pass.
    ///
    /// # Errors
    /// [`CostError`] if the list is empty, longer than [`PLANNED`], or holds a zero.
    pub fn of_list(list: &'a [u32], fill: Fill) -> Result<Self, CostError> {
        match (list, fill) {
            ([], _) => Err(CostError::Empty),
            _ if list.len() > PLANNED => Err(CostError::TooMany { given: list.len() }),
            _ if list.contains(&0) => Err(CostError::Zero),
            ([one], _) => Ok(Cost::pass(*one)),
            ([_, pass], Fill::AloneOrPass) => Ok(Cost::each(&list[..1]).or_pass(*pass)),
            _ => Ok(Cost::each(list)),
        }
    }

    /// The largest number of units that have a cost of their own, for an engine of so many lanes.
    pub(crate) fn at_once(&self, lanes: usize) -> usize {
        match self.pass {
            Some(_) => lanes.max(1),
            None => lanes.max(self.each.len()).clamp(1, PLANNED),
        }
    }

    /// Cost of `n` units (at least one) in one step, and whether they are done unit by unit rather than in a pass.
    pub(crate) fn of(&self, n: usize) -> (u64, bool) {
        match (self.each.get(n - 1), self.pass) {
            (Some(each), Some(pass)) if *each > pass => (pass.into(), false),
            (Some(each), _) => ((*each).into(), true),
            (None, Some(pass)) => (pass.into(), false),
            (None, None) => (self.each.last().copied().unwrap_or(u32::MAX).into(), true),
        }
    }

    /// Whether so many units cost less one by one than in a pass, where the engine can do both.
    pub(crate) fn is_less_singly(&self, n: usize) -> bool {
        match (self.each, self.pass) {
            ([one, ..], Some(pass)) => (n as u64).saturating_mul((*one).into()) <= pass.into(),
            _ => false,
        }
    }

    /// Cost of one unit.
    pub(crate) fn one(&self) -> u32 {
        u32::try_from(self.of(1).0).unwrap_or(u32::MAX)
    }

    /// How many counts are listed that a step may take, of at most so many: those that share the cost of a pass are best taken at once.
    pub(crate) fn listed(&self, longest: usize) -> usize {
        if self.pass.is_some() { self.each.len().min(longest) } else { longest }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.each.is_empty() && self.pass.is_none()
    }
}

/// Why a list of costs is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CostError {
    /// No cost at all.
    Empty,
    /// More costs than counts that have a step of their own.
    TooMany {
        /// How many.
        given: usize,
    },
    /// A cost of zero.
    Zero,
}

impl fmt::Display for CostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CostError::Empty => write!(f, "the list of costs is empty"),
            CostError::TooMany { given } => {
                write!(f, "{given} costs are given, at most {PLANNED} are used")
            }
            CostError::Zero => write!(f, "a cost is zero"),
        }
    }
}

impl core::error::Error for CostError {}

/// How the time of an engine depends on how many of its lanes are used. Rows of a [`table!`](crate::table!) say it beside the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// A pass takes as long for one unit as for all lanes: `16`.
    Pass,
    /// Units are interleaved, up to so many, and each count takes a time of its own: `1..=6`.
    Each,
    /// One unit alone takes a time of its own, several a pass of all lanes: `1 or 512`.
    AloneOrPass,
}

/// What the engines of a family cost on one kind of CPU, of a unit of each operation.
#[derive(Clone, Copy, Debug)]
pub struct CpuCosts {
    /// The kind of CPU.
    pub cpu: Kind,
    /// How the costs are known.
    pub known: Known,
    /// By operation and engine. The name of the family, `bls`, stands for all of its operations that are not listed.
    pub operations: &'static [(&'static str, &'static [(&'static str, Cost<'static>)])],
}

/// How costs are known, with the date, the CPU, the compiler and the commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// They were measured on such a CPU.
    Measured(&'static str),
    /// They come from a model of such a CPU, such as llvm-mca.
    Modelled(&'static str),
    /// Nobody measured or modelled them.
    Guessed(&'static str),
}

/// Costs of one engine, by kind of CPU; those of [`Kind::Unknown`] are for all that are not named.
pub type Costs = &'static [(Kind, Cost<'static>)];

pub(crate) const fn find<T: Copy>(list: &'static [(&'static str, T)], name: &str) -> Option<T> {
    let mut i = 0;
    while i < list.len() {
        if text::same(list[i].0.as_bytes(), name.as_bytes()) {
            return Some(list[i].1);
        }
        i += 1;
    }
    None
}

/// What the engines of an operation cost: what stands under its name, else under that of its family.
pub(crate) const fn listed(costs: &CpuCosts, op: &str) -> Option<&'static [(&'static str, Cost<'static>)]> {
    let own = find(costs.operations, op);
    if own.is_some() {
        return own;
    }
    let mut i = 0;
    while i < costs.operations.len() {
        let family = costs.operations[i].0.as_bytes();
        let rest = op.len().saturating_sub(family.len());
        if rest > 0
            && op.as_bytes()[family.len()] == b'.'
            && text::same_part(family, op.as_bytes(), 0, family.len())
        {
            return Some(costs.operations[i].1);
        }
        i += 1;
    }
    None
}

const fn of_engine(costs: &CpuCosts, op: &str, engine: &str) -> Option<Cost<'static>> {
    match listed(costs, op) {
        Some(engines) => find(engines, engine),
        None => None,
    }
}

/// On how many of the CPUs an engine has a cost.
#[doc(hidden)]
pub const fn count(cpus: &'static [CpuCosts], op: &str, engine: &str) -> usize {
    let (mut i, mut n) = (0, 0);
    while i < cpus.len() {
        n += of_engine(&cpus[i], op, engine).is_some() as usize;
        i += 1;
    }
    n
}

/// The costs of an engine, of which there are [`count`].
#[doc(hidden)]
pub const fn of<const N: usize>(
    cpus: &'static [CpuCosts],
    op: &str,
    engine: &str,
) -> [(Kind, Cost<'static>); N] {
    let mut all = [(Kind::Unknown, Cost::pass(1)); N];
    let (mut i, mut n) = (0, 0);
    while i < cpus.len() {
        if let Some(cost) = of_engine(&cpus[i], op, engine) {
            assert!(!cost.is_empty(), "a cost is empty");
            all[n] = (cpus[i].cpu, cost);
            n += 1;
        }
        i += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_stands_for_its_operations_that_are_not_listed() {
        const COSTS: CpuCosts = CpuCosts {
            cpu: Kind::Zen4,
            known: Known::Guessed("for this test"),
            operations: &[
                ("demo", &[("wide", Cost::pass(10)), ("scalar", Cost::pass(1))]),
                ("demo.sum", &[("wide", Cost::pass(20))]),
            ],
        };
        let cost = |op, engine| of_engine(&COSTS, op, engine).map(|cost| cost.one());
        assert_eq!(cost("demo.product", "wide"), Some(10));
        assert_eq!(cost("demo.sum", "wide"), Some(20));
        // What is listed is all that is known of it.
        assert_eq!(cost("demo.sum", "scalar"), None);
        assert_eq!(cost("demos.product", "wide"), None);
        assert_eq!(cost("dem.o", "wide"), None);
    }
}
