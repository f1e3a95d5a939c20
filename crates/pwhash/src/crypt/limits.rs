//! What a stored string may ask for.

use crate::Error;

/// Limits on what a stored string may ask for. Whoever can write a string into the place where passwords are kept can else
/// make the machine spend any amount of memory and time on it.
///
/// ```
/// use lanesmith_pwhash::crypt::{Limits, Setting, Stored};
/// use lanesmith_pwhash::yescrypt::{Mode, Params};
/// use lanesmith_pwhash::{Error, mem::Arena};
///
/// // 2^28 blocks of 4 KiB: a tebibyte.
/// let setting = Setting::new(Params::new(Mode::ReadWrite, 1 << 28, 32)?, b"salt")?;
/// let text = format!("{setting}$u2OTvjfFNnWXgGAOFvgB1vH5NgjtzZuf1aX1t4YvTE.");
/// let refused = text.parse::<Stored>()?.verify(b"password", &Limits::default(), &mut Arena::new());
/// assert!(matches!(refused, Err(Error::OverLimit { what: "memory (bytes)", .. })));
/// # Ok::<(), lanesmith_pwhash::Error>(())
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
    /// So much memory, and what it takes to fill it eight times, but no less traffic than by default.
    ///
    /// ```
    /// use lanesmith_pwhash::crypt::Limits;
    /// assert_eq!(Limits::of_memory(1 << 20), Limits { memory: 1 << 20, ..Limits::default() });
    /// assert_eq!(Limits::of_memory(4 << 30), Limits { memory: 4 << 30, traffic: 32 << 30 });
    /// ```
    pub fn of_memory(bytes: u64) -> Self {
        Limits { memory: bytes, traffic: Limits::default().traffic.max(bytes.saturating_mul(8)) }
    }

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
