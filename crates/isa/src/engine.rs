//! One implementation of an operation: what is known of it, and why it may be refused.

use core::fmt;
use core::ops::Deref;

use crate::arch;
use crate::costs::{Costs, Fill};
use crate::detect;
use crate::feature::FeatureSet;

/// What an engine needs of the machine. CPU features today; what else may come has its place here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Requires {
    /// What the CPU must have.
    pub features: FeatureSet,
}

impl Requires {
    /// What every machine has.
    pub const NOTHING: Requires = Requires::features(FeatureSet::EMPTY);

    /// CPU features.
    pub const fn features(features: FeatureSet) -> Self {
        Requires { features }
    }

    /// Whether every machine has it.
    pub const fn is_nothing(self) -> bool {
        self.features.is_empty()
    }
}

/// What is known of an engine without running it.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// Instruction sets, lower case, joined by `+`.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// What the machine must have.
    pub requires: Requires,
    /// How many independent units of work one pass carries (messages, nodes, blocks).
    pub lanes: usize,
    /// How the time depends on how many of them are used.
    pub fill: Fill,
}

impl EngineInfo {
    /// What this machine lacks for the engine; empty where it can run.
    pub fn missing(&self) -> FeatureSet {
        detect::features().missing_from(self.requires.features)
    }

    /// Whether this machine can run the engine.
    pub fn is_available(&self) -> bool {
        self.missing().is_empty()
    }

    /// Why this machine cannot run the engine; `None` where it can.
    pub fn refusal(&self) -> Option<Reason> {
        let unusable = self.missing();
        let absent = detect::present().missing_from(unusable);
        match (unusable.is_empty(), absent.is_empty()) {
            (true, _) => None,
            (false, true) => Some(Reason::DisabledBySystem { features: unusable }),
            (false, false) => Some(Reason::MissingFeatures { features: absent }),
        }
    }

    /// The architecture that the engine is for, if only one.
    pub fn architecture(&self) -> Option<&'static str> {
        self.requires.features.iter().next().map(|f| f.architecture())
    }
}

/// An engine: its description, its costs, and its kernel, which is whatever the [operation](crate::Operation) needs (a
/// struct of functions, as a rule).
#[derive(Debug)]
pub struct Engine<K: 'static> {
    /// The description.
    pub info: EngineInfo,
    /// What units of work cost, by kind of CPU, as far as it is known.
    pub costs: Costs,
    /// The functions.
    pub kernel: K,
}

impl<K> Engine<K> {
    /// An engine for a table.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        requires: FeatureSet,
        lanes: usize,
        kernel: K,
    ) -> Self {
        let requires = Requires::features(requires);
        Engine { info: EngineInfo { name, summary, requires, lanes, fill: Fill::Pass }, costs: &[], kernel }
    }

    /// The same, with another dependence of its time on the lanes that are used.
    #[must_use]
    pub const fn filling(mut self, fill: Fill) -> Self {
        self.info.fill = fill;
        self
    }

    /// The same with costs.
    #[must_use]
    pub const fn costing(mut self, costs: Costs) -> Self {
        self.costs = costs;
        self
    }
}

/// A usable engine: given out only where the machine has what it needs.
#[derive(Debug)]
pub struct Handle<K: 'static>(pub(crate) &'static Engine<K>);

impl<K> Clone for Handle<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Handle<K> {}

impl<K> PartialEq for Handle<K> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.0, other.0)
    }
}

impl<K> Eq for Handle<K> {}

impl<K> Deref for Handle<K> {
    type Target = Engine<K>;
    #[inline(always)]
    fn deref(&self) -> &Engine<K> {
        self.0
    }
}

impl<K> Handle<K> {
    /// The engine's name.
    pub fn name(self) -> &'static str {
        self.0.info.name
    }

    /// The kernel, for as long as the program runs.
    #[inline(always)]
    pub fn kernel(self) -> &'static K {
        &self.0.kernel
    }
}

/// Why an engine cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// No engine of the operation bears the name.
    Unknown,
    /// The engine exists on another architecture only.
    OtherArchitecture {
        /// Where it exists.
        architecture: &'static str,
    },
    /// The CPU lacks features.
    MissingFeatures {
        /// Which.
        features: FeatureSet,
    },
    /// The CPU has the features; the operating system or hypervisor has not enabled their registers.
    DisabledBySystem {
        /// Which.
        features: FeatureSet,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Unknown => write!(f, "there is no such engine"),
            Reason::OtherArchitecture { architecture } => {
                write!(f, "it is for {architecture}, this is {}", arch::NAME)
            }
            Reason::MissingFeatures { features } => write!(f, "this CPU lacks {features}"),
            Reason::DisabledBySystem { features } => {
                write!(f, "the operating system has disabled {features}")
            }
        }
    }
}
