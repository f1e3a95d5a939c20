//! What a stored string may ask for.

use crate::Error;

/// Limits on what a stored string may ask for. Whoever can write a string into the place where passwords are kept can else
/// make the machine spend any amount of memory and time on it.
///
/// ```
/// use lanesmith_pwhash::crypt::{Limits, Stored};
/// use lanesmith_pwhash::{Error, mem::Arena};
/// // Asks for 2^40 blocks of 4 KiB.
/// let stored: Stored = "$y$jb/.5$LdJMENpBABJJ3hIHjB1Bi.$u2OTvjfFNnWXgGAOFvgB1vH5NgjtzZuf1aX1t4YvTE.".parse().unwrap();
/// # let _ = stored;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes that are filled or mixed, each time counted: memory times passes. What stands for time.
    pub traffic: u64,
}

impl Default for Limits {
    /// 1 GiB of memory, 8 GiB of traffic: a few seconds. That is enough for the highest cost that crypt_gensalt(3) makes for
    /// `$y$`.
    fn default() -> Self {
        Limits { memory: (1 << 30) + (1 << 20), traffic: 8 << 30 }
    }
}

impl Limits {
    /// # Errors
    /// [`Error::OverLimit`], if it is too much.
    pub(crate) fn check(&self, memory: u64, traffic: u64) -> Result<(), Error> {
        if memory > self.memory {
            return Err(Error::OverLimit { what: "memory (bytes)", value: memory, limit: self.memory });
        }
        if traffic > self.traffic {
            return Err(Error::OverLimit { what: "work (bytes moved)", value: traffic, limit: self.traffic });
        }
        Ok(())
    }
}
