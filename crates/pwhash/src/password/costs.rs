//! Costs that are not a scheme's usual ones.

use super::Policy;
use crate::Error;

/// Costs to take instead of those of a [`Policy`]; what is `None` stays as it is there.
///
/// ```
/// use lanesmith_pwhash::password::{Costs, Policy, Scheme};
/// let costs = Costs { memory: Some(19 << 20), time: Some(2), parallelism: Some(1) };
/// let policy = Policy::new(Scheme::Argon2id).with_costs(costs)?;
/// assert_eq!((policy.memory() >> 20, policy.time_cost(), policy.parallelism()), (19, Some(2), 1));
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// Bytes, as [`Policy::with_memory`] takes them.
    pub memory: Option<u64>,
    /// What [`Policy::with_time_cost`] takes.
    pub time: Option<u32>,
    /// Parts, as [`Policy::with_parallelism`] takes them.
    pub parallelism: Option<u32>,
}

impl Costs {
    /// For interfaces that have no options: 0 leaves a cost as it is.
    pub fn nonzero(memory: u64, time: u32, parallelism: u32) -> Self {
        Costs {
            memory: (memory > 0).then_some(memory),
            time: (time > 0).then_some(time),
            parallelism: (parallelism > 0).then_some(parallelism),
        }
    }
}

impl Policy {
    /// The same with other costs. The parts come first, since what memory a scheme can take depends on their number.
    ///
    /// # Errors
    /// As [`with_parallelism`](Self::with_parallelism), [`with_memory`](Self::with_memory) and
    /// [`with_time_cost`](Self::with_time_cost).
    pub fn with_costs(self, costs: Costs) -> Result<Self, Error> {
        let policy = costs.parallelism.map_or(Ok(self), |parts| self.with_parallelism(parts))?;
        let policy = costs.memory.map_or(Ok(policy), |bytes| policy.with_memory(bytes))?;
        costs.time.map_or(Ok(policy), |cost| policy.with_time_cost(cost))
    }
}
