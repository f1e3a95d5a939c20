//! What a stored string may ask for.

use crate::Error;

/// Whether a string that exists, or is to be made, is cut into no more parts than are computed.
///
/// # Errors
/// [`Error::Parameter`], as no limits of the caller's allow more.
pub(super) fn check_parts(parts: u32) -> Result<(), Error> {
    if parts > PARTS_MAX {
        let need = "at most 256 in a stored string";
        return Err(Error::Parameter { name: "p (parts)", value: parts.into(), need });
    }
    Ok(())
}

/// Limits on what a stored string may ask for. Whoever can write a string into the place where passwords are kept can else
/// make the machine spend any amount of memory and time on it.
///
/// | | memory | work | for |
/// | --- | --- | --- | --- |
/// | [`default`](Self::default) | 257 MiB | 2 GiB: about half a second | a service, where ten such strings may be verified at once |
/// | [`generous`](Self::generous) | 1025 MiB | 8 GiB: a few seconds | a person who waits for one of them |
///
/// Strings of the policies that [`Policy::new`](crate::password::Policy::new) gives are far within the default. A service whose own
/// policy costs more takes [`Policy::limits`](crate::password::Policy::limits).
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
/// assert!(matches!(refused, Err(Error::OverLimit { what: "memory", .. })));
/// let error = refused.map(drop).unwrap_err();
/// assert_eq!(error.to_string(), "the string asks for 1 TiB of memory, more than the limit of 257 MiB");
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: u64,
    /// What stands for time: a hash may take as long as Argon2id takes to fill so many bytes. Each scheme is weighed by what it
    /// does besides filling memory, so that no accepted string takes more than three times as long as that.
    pub work: u64,
    /// Whether a hash may be shorter than those that the scheme's programs write: 32 bytes, of Argon2 also 16. Such a one may have
    /// been cut off where it was stored, and proves less. Those of less than 16 bytes are never taken.
    pub short_hashes: bool,
}

impl Default for Limits {
    /// 257 MiB of memory and 2 GiB of work: about half a second on a core of 2024. Ten of the dearest such strings at once take
    /// 2.5 GiB and some seconds.
    fn default() -> Self {
        Limits { memory: (256 << 20) + (1 << 20), work: 2 << 30, short_hashes: false }
    }
}

/// The most parts into which a stored string may cut its work: lanes, threads, `p`. More than any service uses, and each costs time and
/// memory besides what is counted.
pub(super) const PARTS_MAX: u32 = 256;

impl Limits {
    /// 1025 MiB of memory and 8 GiB of work: a few seconds. That is enough for the highest cost that crypt_gensalt(3) makes for
    /// `$y$`, and for scrypt with N = 2^20 and r = 8.
    pub fn generous() -> Self {
        Limits { memory: (1 << 30) + (1 << 20), work: 8 << 30, ..Limits::default() }
    }

    /// So much memory, and the work to fill it eight times, but no less work than by default.
    ///
    /// ```
    /// use lanesmith_pwhash::crypt::Limits;
    /// assert_eq!(Limits::of_memory(1 << 20), Limits { memory: 1 << 20, ..Limits::default() });
    /// assert_eq!(Limits::of_memory(4 << 30), Limits { memory: 4 << 30, work: 32 << 30, ..Limits::default() });
    /// ```
    pub fn of_memory(bytes: u64) -> Self {
        let usual = Limits::default();
        Limits { memory: bytes, work: usual.work.max(bytes.saturating_mul(8)), ..usual }
    }

    /// # Errors
    /// [`Error::OverLimit`], if it is too much.
    pub(super) fn check(&self, memory: u64, work: u64) -> Result<(), Error> {
        if memory > self.memory {
            return Err(Error::OverLimit { what: "memory", value: memory, limit: self.memory });
        }
        if work > self.work {
            return Err(Error::OverLimit { what: "work", value: work, limit: self.work });
        }
        Ok(())
    }
}
