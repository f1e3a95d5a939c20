//! What contenders of ours and of others are asked for.

/// What one contender does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The race.
    pub race: &'static str,
    /// What of it.
    pub what: &'static str,
    /// How many of them, where that differs: pairs, terms, entries. In the fields 1 says that each result is wanted for the
    /// next one.
    pub n: usize,
}
