//! Parameters.

use crate::Error;
use crate::work::{BLOCK, BOXES, INPUT_BYTE, PWX_BYTE, SALSA_BYTE, weigh};

/// Which of yescrypt's functions.
///
/// ```
/// use lanesmith_pwhash::yescrypt::{Mode, Params};
/// // scrypt has no time parameter.
/// assert!(Params::new(Mode::Scrypt, 64, 8)?.time(1).is_err());
/// assert!(Params::new(Mode::ReadWrite, 64, 8)?.time(1).is_ok());
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// Classic scrypt (RFC 7914).
    Scrypt,
    /// Write once, read many: scrypt with a time parameter, and hashing before and after.
    WriteOnce,
    /// Read and write, with pwxform: what new hashes should use.
    ReadWrite,
}

/// Parameters of yescrypt 1.x.
///
/// ```
/// use lanesmith_pwhash::yescrypt::{Mode, Params};
/// let params = Params::new(Mode::ReadWrite, 4096, 32)?;
/// assert_eq!(params, Params::DEFAULT);
/// assert_eq!(params.block_bytes() * params.n(), 16 << 20);
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    pub(crate) mode: Mode,
    pub(crate) n: u64,
    pub(crate) r: u32,
    pub(crate) p: u32,
    pub(crate) t: u32,
}

impl Params {
    /// What Debian, Fedora and others use for `$y$` (`$y$j9T$`): 16 MiB.
    pub const DEFAULT: Params = Params { mode: Mode::ReadWrite, n: 4096, r: 32, p: 1, t: 0 };

    /// Parameters with `p` = 1 and `t` = 0: `n` blocks of 128 `r` bytes.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `n` is not a power of two above 1 (4 or more in the read-write mode), or `r` is 0 or above 2^30 - 1.
    pub fn new(mode: Mode, n: u64, r: u32) -> Result<Self, Error> {
        if n < 2 || !n.is_power_of_two() {
            return Err(Error::Parameter { name: "N", value: n, need: "a power of two above 1" });
        }
        if mode == Mode::ReadWrite && n < 4 {
            return Err(Error::Parameter { name: "N", value: n, need: "at least 4 in the read-write mode" });
        }
        if r == 0 || r >= 1 << 30 {
            return Err(Error::Parameter { name: "r", value: r.into(), need: "from 1 to 2^30 - 1" });
        }
        Ok(Params { mode, n, r, p: 1, t: 0 })
    }

    /// With that many parts that can be computed at the same time.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `p` is 0, `r * p` is 2^30 or more, or a part of the memory would have fewer than four
    /// blocks (where parts share it).
    pub fn parallelism(self, p: u32) -> Result<Self, Error> {
        let value = u64::from(p);
        if p == 0 || value * u64::from(self.r) >= 1 << 30 {
            return Err(Error::Parameter { name: "p", value, need: "at least 1, and r * p below 2^30" });
        }
        if self.mode == Mode::ReadWrite && self.n / value < 4 {
            return Err(Error::Parameter { name: "p", value, need: "at most N / 4" });
        }
        Ok(Params { p, ..self })
    }

    /// With more steps for the same memory.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the mode is [`Mode::Scrypt`], which has no such parameter, and `t` is not 0; or if there would
    /// be 2^64 steps.
    pub fn time(self, t: u32) -> Result<Self, Error> {
        let value = u64::from(t);
        if self.mode == Mode::Scrypt && t != 0 {
            return Err(Error::Parameter { name: "t", value, need: "0, in scrypt's mode" });
        }
        if t > 1 && self.n.checked_mul(value).is_none() {
            return Err(Error::Parameter { name: "t", value, need: "small enough for N * t below 2^64" });
        }
        Ok(Params { t, ..self })
    }

    /// The mode.
    pub const fn mode(&self) -> Mode {
        self.mode
    }
    /// Number of blocks.
    pub const fn n(&self) -> u64 {
        self.n
    }
    /// Block size in units of 128 bytes.
    pub const fn r(&self) -> u32 {
        self.r
    }
    /// Number of parts.
    pub const fn p(&self) -> u32 {
        self.p
    }
    /// Time parameter.
    pub const fn t(&self) -> u32 {
        self.t
    }
    /// Bytes of a block.
    pub const fn block_bytes(&self) -> u64 {
        128 * self.r as u64
    }

    /// Bytes of memory that a hash needs, as far as they can be counted in 64 bits.
    pub fn memory(&self) -> u64 {
        let parts = u64::from(self.p).saturating_mul(2 * self.block_bytes() + 3 * 4096);
        self.block_bytes().saturating_mul(self.n).saturating_add(parts).saturating_add(self.block_bytes())
    }

    /// Bytes that are filled or mixed, each time counted; saturating.
    pub fn traffic(&self) -> u64 {
        self.blocks().saturating_mul(self.block_bytes())
    }

    /// The time that a hash takes: in the same time Argon2id fills so many bytes. What limits on stored strings count; saturating.
    pub fn work(&self) -> u64 {
        let (size, parts) = (u128::from(self.block_bytes()), u128::from(self.p));
        let blocks = u128::from(self.blocks());
        let (byte, boxes) = match self.mode {
            Mode::ReadWrite => (PWX_BYTE, BOXES),
            _ => (SALSA_BYTE, 0),
        };
        weigh(&[
            (blocks.saturating_mul(size), byte),
            (blocks, BLOCK),
            (size * parts, INPUT_BYTE),
            (parts, boxes),
        ])
    }

    /// Blocks that are filled or mixed, each time counted; saturating.
    fn blocks(&self) -> u64 {
        let parts = u64::from(self.p);
        // In the read-write mode the parts share the memory, which is filled once; all steps are taken by each of them.
        let filled = if self.mode == Mode::ReadWrite { 1 } else { parts };
        self.n.saturating_mul(filled).saturating_add(self.steps().saturating_mul(parts))
    }

    /// How many steps the second loop has in each part, before it is rounded up to an even number and shared out between the
    /// memory of the part and that of all.
    pub(crate) fn steps(&self) -> u64 {
        let n = match self.mode {
            Mode::ReadWrite => self.n / u64::from(self.p),
            _ => self.n,
        };
        match (self.mode, self.t) {
            (Mode::ReadWrite, 0) => n.div_ceil(3),
            (Mode::ReadWrite, 1) => (2 * u128::from(n)).div_ceil(3) as u64,
            (Mode::ReadWrite, t) => n * u64::from(t - 1),
            (_, 0) => n,
            (_, 1) => n + n.div_ceil(2),
            (_, t) => n * u64::from(t),
        }
    }
}
