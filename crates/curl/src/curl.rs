//! The sponge, one message at a time.

use lanesmith_isa::{Choice, EngineError};

use crate::error::Error;
use crate::hash::Hash;
use crate::kernel::pack::TRYTES;
use crate::kernel::single::One;
use crate::kernel::{RATE, STATE};
use crate::ops::{CurlEngine, CurlKernel};
use crate::rounds::Rounds;
use crate::trit;

/// A Curl-P sponge.
///
/// There is no padding: absorbing overwrites the first trits of the state with each block of 243 and transforms; a
/// short last block of a call overwrites only as many trits as it has. Squeezing reads 243 trits and transforms, as
/// the C and Java implementations do (those in Go and Rust transform later, and leave another state behind).
///
/// ```
/// use lanesmith_curl::{Curl, Rounds};
///
/// let mut curl = Curl::new(Rounds::P81);
/// curl.absorb_trytes(b"HELLO")?;
/// let first = curl.squeeze_trytes();
/// let second = curl.squeeze_trytes();
/// assert_ne!(first, second);
/// # Ok::<(), lanesmith_curl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Curl {
    state: One,
    rounds: Rounds,
    engine: CurlEngine,
    /// A block was squeezed and the transform after it is still to do.
    owed: bool,
}

impl Curl {
    /// A sponge of all zero trits.
    pub fn new(rounds: Rounds) -> Self {
        Self::with_engine(rounds, Choice::AUTO)
    }

    /// The same on a chosen engine.
    pub fn with_engine(rounds: Rounds, engine: impl Into<Choice<CurlKernel>>) -> Self {
        Curl { state: One::ZERO, rounds, engine: engine.into().one(), owed: false }
    }

    /// The same on the engine of that name; `auto` is none in particular.
    ///
    /// # Errors
    /// If there is none or this machine cannot run it.
    pub fn by_name(rounds: Rounds, engine: &str) -> Result<Self, EngineError> {
        Ok(Self::with_engine(rounds, Choice::by_name(engine)?))
    }

    /// Back to all zero trits.
    pub fn reset(&mut self) {
        self.state = One::ZERO;
        self.owed = false;
    }

    /// The state: 729 trits.
    pub fn state(&self) -> [i8; STATE] {
        let mut now = self.clone();
        now.pay();
        let mut trits = [0; STATE];
        now.state.trits(&mut trits);
        trits
    }

    /// Goes on from a state of 729 trits.
    ///
    /// ```
    /// use lanesmith_curl::{Curl, Rounds};
    /// let mut one = Curl::new(Rounds::P27);
    /// one.absorb_trytes(b"ABC")?;
    /// let mut other = Curl::new(Rounds::P27);
    /// other.set_state(&one.state())?;
    /// assert_eq!(one.squeeze_trytes(), other.squeeze_trytes());
    /// # Ok::<(), lanesmith_curl::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Trit`]; the sponge stays as it was.
    pub fn set_state(&mut self, state: &[i8; STATE]) -> Result<(), Error> {
        trit::check_trits(state)?;
        self.state = One::from_trits(state);
        self.owed = false;
        Ok(())
    }

    /// Absorbs trits.
    ///
    /// # Errors
    /// [`Error::Trit`]; nothing is absorbed then.
    pub fn absorb_trits(&mut self, trits: &[i8]) -> Result<(), Error> {
        trit::check_trits(trits)?;
        self.absorb_valid_trits(trits);
        Ok(())
    }

    /// Absorbs trytes.
    ///
    /// # Errors
    /// [`Error::Tryte`]; nothing is absorbed then.
    pub fn absorb_trytes(&mut self, trytes: &[u8]) -> Result<(), Error> {
        trit::check_trytes(trytes)?;
        self.absorb_valid_trytes(trytes);
        Ok(())
    }

    pub(crate) fn absorb_valid_trits(&mut self, trits: &[i8]) {
        for block in trits.chunks(RATE) {
            self.absorb_block(&One::from_trits(block), block.len());
        }
    }

    pub(crate) fn absorb_valid_trytes(&mut self, trytes: &[u8]) {
        for block in trytes.chunks(TRYTES) {
            self.absorb_block(&One::from_trytes(block), 3 * block.len());
        }
    }

    fn absorb_block(&mut self, block: &One, trits: usize) {
        self.pay();
        self.state.overwrite(block, trits);
        self.transform();
    }

    /// The next 243 trits.
    pub fn squeeze_trits(&mut self) -> [i8; RATE] {
        self.pay();
        let mut trits = [0; RATE];
        self.state.trits(&mut trits);
        self.owed = true;
        trits
    }

    /// The next 243 trits as 81 trytes.
    pub fn squeeze_trytes(&mut self) -> [u8; TRYTES] {
        self.pay();
        let mut trytes = [0; TRYTES];
        self.state.trytes(&mut trytes);
        self.owed = true;
        trytes
    }

    /// One transform of the state, without absorbing anything.
    pub fn permute(&mut self) {
        self.pay();
        self.transform();
    }

    fn pay(&mut self) {
        if core::mem::take(&mut self.owed) {
            self.transform();
        }
    }

    fn transform(&mut self) {
        (self.engine.kernel().one)(&mut self.state, self.rounds);
    }
}

/// The hash of a message of trytes: 81 trytes.
///
/// # Errors
/// [`Error::Tryte`].
pub fn hash_trytes(rounds: Rounds, trytes: &[u8]) -> Result<Hash, Error> {
    let mut curl = Curl::new(rounds);
    curl.absorb_trytes(trytes)?;
    Ok(curl.squeeze_trytes().into())
}

/// The hash of a message of trits: 243 trits.
///
/// # Errors
/// [`Error::Trit`].
pub fn hash_trits(rounds: Rounds, trits: &[i8]) -> Result<[i8; RATE], Error> {
    let mut curl = Curl::new(rounds);
    curl.absorb_trits(trits)?;
    Ok(curl.squeeze_trits())
}

/// Trytes of a serialised transaction.
pub const TRANSACTION: usize = 2673;

/// The hash of a serialised transaction (2673 trytes), 81 trytes, by Curl-P-81, and its weight magnitude: the number of
/// trailing zero trits.
///
/// ```
/// let (hash, weight) = lanesmith_curl::transaction_hash(&[b'9'; 2673])?;
/// assert_eq!((hash.to_string(), weight), ("9".repeat(81), 243));
/// assert!(lanesmith_curl::transaction_hash(b"9").is_err());
/// # Ok::<(), lanesmith_curl::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`], [`Error::Tryte`].
pub fn transaction_hash(trytes: &[u8]) -> Result<(Hash, usize), Error> {
    if trytes.len() != TRANSACTION {
        return Err(Error::Length { unit: "trytes", found: trytes.len(), expected: "2673 of a transaction" });
    }
    let mut curl = Curl::new(Rounds::P81);
    curl.absorb_trytes(trytes)?;
    let hash = Hash::from(curl.squeeze_trytes());
    Ok((hash, hash.weight()))
}
