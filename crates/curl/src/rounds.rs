//! Which Curl-P.

/// Trits absorbed or squeezed per transform, and those of a hash.
pub const RATE: usize = 243;

/// How many rounds a transform has: which Curl-P it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounds {
    /// Curl-P-27: the hash of bundles and, until mid-2017, of transactions. Collisions are practical.
    P27,
    /// Curl-P-81: the hash of transactions since August 2017.
    P81,
}

impl Rounds {
    /// The number.
    pub const fn count(self) -> usize {
        match self {
            Rounds::P27 => 27,
            Rounds::P81 => 81,
        }
    }

    /// The variant of so many rounds, where there is one.
    ///
    /// ```
    /// use lanesmith_curl::Rounds;
    /// assert_eq!(Rounds::of(27), Some(Rounds::P27));
    /// assert_eq!(Rounds::of(28), None);
    /// ```
    pub const fn of(rounds: u32) -> Option<Self> {
        match rounds {
            27 => Some(Rounds::P27),
            81 => Some(Rounds::P81),
            _ => None,
        }
    }
}
