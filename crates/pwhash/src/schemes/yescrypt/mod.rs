//! yescrypt: scrypt with read-write memory and a block mix that is bound to fast small memory; what `$y$` strings hold.
//!
//! ```
//! use lanesmith_pwhash::mem::Arena;
//! use lanesmith_pwhash::yescrypt::{Mode, Params, Yescrypt};
//!
//! let params = Params::new(Mode::ReadWrite, 64, 8)?;
//! let mut key = [0; 32];
//! Yescrypt::new(params).derive(b"password", b"salt", &mut key, &mut Arena::new())?;
//! # Ok::<(), lanesmith_pwhash::Error>(())
//! ```

mod hmac;
mod kdf;
mod params;
mod rom;
mod v05;

use core::fmt;

pub use kdf::{Job, stored_key};
pub use params::{Mode, Params};
pub use rom::Rom;
pub use v05::Yescrypt05;

use lanesmith_isa::Choice;

use crate::Error;
use crate::mem::{Arena, Secret};
use crate::ops::YescryptKernel;
use kdf::Run;

/// yescrypt 1.x with its parameters, an engine, and a ROM if there is one.
///
/// ```
/// use lanesmith_pwhash::YESCRYPT;
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::yescrypt::{Mode, Params, Yescrypt};
/// let params = Params::new(Mode::ReadWrite, 64, 8)?;
/// let (mut usual, mut portable, mut arena) = ([0; 32], [0; 32], Arena::new());
/// Yescrypt::new(params).derive(b"password", b"salt", &mut usual, &mut arena)?;
/// let scalar = YESCRYPT.by_name("scalar")?;
/// Yescrypt::with_engine(scalar, params).derive(b"password", b"salt", &mut portable, &mut arena)?;
/// assert_eq!(usual, portable);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Yescrypt<'r> {
    kernel: YescryptKernel,
    params: Params,
    rom: Option<Rom<'r>>,
}

impl fmt::Debug for Yescrypt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Yescrypt")
            .field("params", &self.params)
            .field("rom", &self.rom)
            .finish_non_exhaustive()
    }
}

impl<'r> Yescrypt<'r> {
    /// On the engine that the table gives.
    pub fn new(params: Params) -> Self {
        Self::with_engine(Choice::AUTO, params)
    }

    /// On a chosen engine of [`YESCRYPT`](crate::YESCRYPT).
    pub fn with_engine(engine: impl Into<Choice<YescryptKernel>>, params: Params) -> Self {
        Yescrypt { kernel: *engine.into().handle().kernel(), params, rom: None }
    }

    /// With a ROM: half of all references go there.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the mode is not [`Mode::ReadWrite`], or the ROM is not a power of two of blocks of these
    /// parameters.
    pub fn with_rom(self, rom: Rom<'r>) -> Result<Self, Error> {
        if self.params.mode != Mode::ReadWrite {
            return Err(Error::Parameter { name: "NROM", value: 1, need: "0, but in the read-write mode" });
        }
        rom.blocks(self.params.r)?;
        Ok(Yescrypt { rom: Some(rom), ..self })
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    fn run(&self) -> Run<'_> {
        let rom = self.rom.as_ref().map_or(&[][..], Rom::lines);
        Run { kernel: self.kernel, params: self.params, rom, keeps_memory: false }
    }

    /// Derives a key.
    ///
    /// # Errors
    /// If the memory cannot be had, or the key is longer than PBKDF2 allows.
    pub fn derive(
        &self,
        password: &[u8],
        salt: &[u8],
        out: &mut [u8],
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        self.run().run(&mut [Job { password, salt, out }], false, arena)
    }

    /// Derives two keys at once: on one core that takes much less time than one after the other, for twice the memory.
    ///
    /// # Errors
    /// As [`derive`](Self::derive).
    pub fn derive_pair(&self, jobs: &mut [Job<'_>; 2], arena: &mut Arena<'_>) -> Result<(), Error> {
        self.run().run(jobs, false, arena)
    }

    /// The client's part of a hash, for a server that is to be spared the work: it is sent over a confidential channel, and
    /// the server compares its [stored key](stored_key) with the one it has. The first 32 bytes of
    /// [`derive`](Self::derive) are the stored key.
    ///
    /// ```
    /// use lanesmith_pwhash::mem::Arena;
    /// use lanesmith_pwhash::yescrypt::{Mode, Params, Yescrypt, stored_key};
    /// let (mut stored, mut arena) = ([0; 32], Arena::new());
    /// let yescrypt = Yescrypt::new(Params::new(Mode::ReadWrite, 64, 8)?);
    /// yescrypt.derive(b"password", b"salt", &mut stored, &mut arena)?;
    /// let sent = yescrypt.client_key(b"password", b"salt", &mut arena)?;
    /// assert_eq!(stored_key(&sent), stored);
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`derive`](Self::derive); and [`Error::Parameter`] in scrypt's mode, which has no such parts.
    pub fn client_key(
        &self,
        password: &[u8],
        salt: &[u8],
        arena: &mut Arena<'_>,
    ) -> Result<Secret<[u8; 32]>, Error> {
        if self.params.mode == Mode::Scrypt {
            return Err(Error::Parameter { name: "mode", value: 0, need: "one that has a client's part" });
        }
        let mut key = Secret::new([0; 32]);
        self.run().run(&mut [Job { password, salt, out: &mut key[..] }], true, arena)?;
        Ok(key)
    }
}
