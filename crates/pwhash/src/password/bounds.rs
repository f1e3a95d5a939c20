//! What a policy takes, and what is too little for new hashes.

use alloc::vec::Vec;

use super::{Limits, PasswordHash, Policy};

/// What an arena needs besides the memory that is counted: states, small tables.
const MARGIN: u64 = 64 << 10;

/// An arena for so much memory.
fn arena_bytes(memory: u64) -> usize {
    usize::try_from(memory.saturating_add(MARGIN)).unwrap_or(usize::MAX)
}

impl PasswordHash {
    /// What an arena must have for [`verify`](Self::verify): what to ask a [`Pool`](crate::mem::Pool) for, after
    /// [`admit`](Self::admit).
    pub fn arena_bytes(&self) -> usize {
        arena_bytes(self.memory())
    }
}

impl Policy {
    /// The [usual limits](Limits::default), or as much as strings of this policy take where that is more.
    ///
    /// ```
    /// use lanesmith_pwhash::crypt::Limits;
    /// use lanesmith_pwhash::password::{Policy, Scheme};
    /// assert_eq!(Policy::default().limits(), Limits::default());
    /// let dear = Policy::new(Scheme::Argon2id).with_memory(1 << 30)?;
    /// assert_eq!((dear.limits().memory, dear.limits().work), (1 << 30, 3 << 30));
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    pub fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits { memory: usual.memory.max(self.memory()), work: usual.work.max(self.work()), ..usual }
    }

    /// What an arena must have for a hash: the [memory](Self::memory), and what states and small tables take besides. What to ask a
    /// [`Pool`](crate::mem::Pool) for.
    pub fn arena_bytes(&self) -> usize {
        arena_bytes(self.memory())
    }

    /// Whether new hashes of this policy would be easier to attack than those of the least costs that OWASP recommends for Argon2 and
    /// scrypt, each memory with its time cost; for the other schemes, than comparable ones.
    ///
    /// | scheme | memory (MiB) and time cost, at least one of |
    /// | --- | --- |
    /// | Argon2 | 46 and 1, 19 and 2, 12 and 3, 9 and 4, 7 and 5 |
    /// | scrypt | 128 (N = 2^17 with r = 8) and p = 1, 64 and 2, 32 and 3, 16 and 5, 8 and 10 |
    /// | yescrypt | 16 and t = 0; 128 in scrypt's mode and the write-once mode |
    /// | Lyra2 | 16 and 1 |
    /// | TwoCats | 32 |
    ///
    /// ```
    /// use lanesmith_pwhash::password::{Policy, Scheme};
    /// let policy = Policy::new(Scheme::Argon2id);
    /// assert!(!policy.with_memory(19 << 20)?.is_below_floor());
    /// assert!(policy.with_memory(19 << 20)?.with_time_cost(1)?.is_below_floor());
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    pub fn is_below_floor(&self) -> bool {
        let reaches =
            |least: &Policy| self.memory() >= least.memory() && self.time_cost() >= least.time_cost();
        !self.floors().iter().any(reaches)
    }

    /// This policy at each of the least costs for new hashes, the most memory first.
    pub(super) fn floors(&self) -> Vec<Policy> {
        let row = |(mib, time): &(u64, u32)| {
            let policy = self.with_memory(mib << 20).ok()?;
            // TwoCats of 2015 has no time cost.
            policy.time_cost().map_or(Some(policy), |_| policy.with_time_cost(*time).ok())
        };
        self.params().floor().rows.iter().filter_map(row).collect()
    }

    /// What should be known before hashes of these costs are relied upon.
    ///
    /// ```
    /// use lanesmith_pwhash::password::{Policy, Scheme};
    /// assert!(Policy::default().remarks().is_empty());
    /// let cheap = Policy::new(Scheme::Scrypt).with_memory(8 << 20)?;
    /// assert_eq!(cheap.remarks(), ["below OWASP's floor for new hashes: cheap to attack"]);
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    pub fn remarks(&self) -> Vec<&'static str> {
        let mut remarks = Vec::new();
        if self.memory() == 0 {
            remarks.push("fills no memory and takes no time: as good as a plain digest");
        } else if self.is_below_floor() {
            remarks.push(match self.params().floor().of_owasp {
                true => "below OWASP's floor for new hashes: cheap to attack",
                false => "below the floor for new hashes: cheap to attack",
            });
        }
        remarks
    }
}
