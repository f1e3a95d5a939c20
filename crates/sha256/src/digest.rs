//! One stream.

use core::fmt;

use lanesmith_isa::{Choice, Handle};
use zeroize::Zeroize;

use crate::engines::STREAM;
use crate::error::LengthError;
use crate::kernel::consts::H0;
use crate::kernel::padding::{digest_of, finish, finish_wiped, write_digest};
use crate::ops::StreamKernel;
use crate::wipe::{wipe, wipe_words};

/// SHA-256 of a message in memory.
///
/// ```
/// let digest = lanesmith_sha256::sha256(b"abc");
/// assert_eq!(digest[..4], [0xba, 0x78, 0x16, 0xbf]);
/// ```
pub fn sha256(message: &[u8]) -> [u8; 32] {
    digest(STREAM.auto(), message)
}

/// SHA-256 of a message in memory, on a chosen engine of [`STREAM`].
///
/// ```
/// use lanesmith_sha256::{STREAM, sha256, sha256_with};
/// let scalar = STREAM.by_name("scalar")?;
/// assert_eq!(sha256_with(scalar, b"abc"), sha256(b"abc"));
/// # Ok::<(), lanesmith_sha256::EngineError>(())
/// ```
pub fn sha256_with(engine: impl Into<Choice<StreamKernel>>, message: &[u8]) -> [u8; 32] {
    digest(engine.into().handle(), message)
}

fn digest(engine: Handle<StreamKernel>, message: &[u8]) -> [u8; 32] {
    let fixed = &engine.kernel().fixed;
    if let Ok(message) = message.try_into() {
        return (fixed.hash32)(message);
    }
    if let Ok(message) = message.try_into() {
        return (fixed.hash64)(message);
    }
    let (blocks, rest) = message.as_chunks::<64>();
    let mut state = H0;
    let compress = engine.kernel().compress;
    if !blocks.is_empty() {
        compress(&mut state, blocks);
    }
    digest_of(&finish(compress, state, rest, message.len() as u64))
}

/// A chaining value between two blocks, with the number of message bytes before it: what a prefix shared by many
/// messages costs only once.
///
/// ```
/// use lanesmith_sha256::{Midstate, Sha256, sha256};
/// let mut prefix = Sha256::new();
/// prefix.update(&[1; 64]);
/// let saved: Midstate = prefix.midstate()?;
/// let mut message = Sha256::from_midstate(saved);
/// message.update(b"tail");
/// assert_eq!(message.finalize(), sha256(&[&[1; 64][..], b"tail"].concat()));
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Midstate {
    state: [u32; 8],
    length: u64,
}

impl fmt::Debug for Midstate {
    // What has been hashed may be secret, a key above all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Midstate").field("length", &self.length).finish_non_exhaustive()
    }
}

impl Midstate {
    /// The state before any message.
    pub const INITIAL: Midstate = Midstate { state: H0, length: 0 };

    /// A midstate from its words and the number of message bytes it stands for.
    ///
    /// # Errors
    /// [`LengthError::NotAtBlock`] unless `length` is a multiple of 64.
    pub const fn new(state: [u32; 8], length: u64) -> Result<Self, LengthError> {
        if length.is_multiple_of(64) {
            Ok(Midstate { state, length })
        } else {
            Err(LengthError::NotAtBlock { length })
        }
    }

    /// The eight words of the chaining value.
    pub const fn state(&self) -> [u32; 8] {
        self.state
    }

    /// Bytes of message before it, a multiple of 64.
    pub const fn length(&self) -> u64 {
        self.length
    }

    #[cfg(all(feature = "traits", feature = "zeroize"))]
    pub(crate) fn wipe(&mut self) {
        wipe_words(&mut self.state);
        self.length.zeroize();
    }

    /// 40 bytes: the eight words and then the length, all big-endian. They are as secret as what has been hashed.
    ///
    /// ```
    /// use lanesmith_sha256::Midstate;
    /// let saved = Midstate::INITIAL.advanced(&[[7; 64]]);
    /// assert_eq!(Midstate::from_bytes(&saved.to_bytes())?, saved);
    /// # Ok::<(), lanesmith_sha256::LengthError>(())
    /// ```
    pub fn to_bytes(&self) -> [u8; 40] {
        let mut bytes = [0; 40];
        bytes[..32].copy_from_slice(&digest_of(&self.state));
        bytes[32..].copy_from_slice(&self.length.to_be_bytes());
        bytes
    }

    /// The inverse of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`LengthError::NotAtBlock`] if the length in it is no multiple of 64.
    pub fn from_bytes(bytes: &[u8; 40]) -> Result<Self, LengthError> {
        let (words, _) = bytes.as_chunks::<4>();
        let word = |i: usize| u32::from_be_bytes(words[i]);
        let length = u64::from(word(8)) << 32 | u64::from(word(9));
        Midstate::new(core::array::from_fn(word), length)
    }

    /// The midstate after further blocks.
    #[must_use]
    pub fn advanced(mut self, blocks: &[[u8; 64]]) -> Self {
        (STREAM.auto().kernel().compress)(&mut self.state, blocks);
        self.length = self.length.wrapping_add(64 * blocks.len() as u64);
        self
    }
}

/// SHA-256 of a message that comes in pieces.
///
/// ```
/// use lanesmith_sha256::{Sha256, sha256};
/// let mut hasher = Sha256::new();
/// hasher.update(b"a");
/// hasher.update(b"bc");
/// assert_eq!(hasher.finalize(), sha256(b"abc"));
/// ```
///
/// Lengths count modulo 2^61 bytes, as the standard's 64-bit bit count allows.
#[derive(Clone)]
pub struct Sha256 {
    engine: Handle<StreamKernel>,
    state: [u32; 8],
    /// Message bytes so far; the last `length % 64` of them wait in `buffer`.
    length: u64,
    buffer: [u8; 64],
}

impl Default for Sha256 {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Sha256 {
    // What has been hashed may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sha256").field("engine", &self.engine.name()).finish_non_exhaustive()
    }
}

impl Sha256 {
    /// A hasher on the engine that [`STREAM`] gives.
    pub fn new() -> Self {
        Self::with_engine(STREAM.auto())
    }

    /// A hasher on a chosen engine.
    pub fn with_engine(engine: impl Into<Choice<StreamKernel>>) -> Self {
        Sha256 { engine: engine.into().handle(), state: H0, length: 0, buffer: [0; 64] }
    }

    /// A hasher that goes on from a midstate.
    pub fn from_midstate(midstate: Midstate) -> Self {
        let mut hasher = Self::new();
        (hasher.state, hasher.length) = (midstate.state, midstate.length);
        hasher
    }

    /// Forgets the message so far.
    pub fn reset(&mut self) {
        *self = Self::with_engine(self.engine);
    }

    /// The midstate before the last bytes that fill no block, and those bytes.
    #[cfg(feature = "traits")]
    pub(crate) fn parts(&self) -> (Midstate, &[u8]) {
        let waiting = self.length % 64;
        let midstate = Midstate { state: self.state, length: self.length - waiting };
        (midstate, &self.buffer[..waiting as usize])
    }

    /// The state, if the message so far is whole blocks.
    ///
    /// # Errors
    /// [`LengthError::NotAtBlock`] if it is not.
    pub fn midstate(&self) -> Result<Midstate, LengthError> {
        Midstate::new(self.state, self.length)
    }

    /// Adds bytes to the message: whatever can be seen as bytes, as in the trait `Digest`.
    ///
    /// ```
    /// use lanesmith_sha256::{Sha256, sha256};
    /// let mut hasher = Sha256::new();
    /// hasher.update("a string, ");
    /// hasher.update([1, 2, 3]);
    /// hasher.update(vec![4]);
    /// assert_eq!(hasher.finalize(), sha256(b"a string, \x01\x02\x03\x04"));
    /// ```
    #[inline]
    pub fn update(&mut self, bytes: impl AsRef<[u8]>) {
        self.absorb(bytes.as_ref());
    }

    fn absorb(&mut self, bytes: &[u8]) {
        let compress = self.engine.kernel().compress;
        let waiting = (self.length % 64) as usize;
        self.length = self.length.wrapping_add(bytes.len() as u64);
        let mut bytes = bytes;
        if waiting > 0 {
            let room = &mut self.buffer[waiting..];
            if bytes.len() < room.len() {
                room[..bytes.len()].copy_from_slice(bytes);
                return;
            }
            let (fill, after) = bytes.split_at(room.len());
            room.copy_from_slice(fill);
            compress(&mut self.state, core::slice::from_ref(&self.buffer));
            bytes = after;
        }
        let (blocks, rest) = bytes.as_chunks::<64>();
        if !blocks.is_empty() {
            compress(&mut self.state, blocks);
        }
        self.buffer[..rest.len()].copy_from_slice(rest);
    }

    /// The digest of the message.
    pub fn finalize(self) -> [u8; 32] {
        self.digest()
    }

    /// The digest of the message so far.
    pub(crate) fn digest(&self) -> [u8; 32] {
        let mut digest = [0; 32];
        self.digest_into(&mut digest);
        digest
    }

    /// The same in its place.
    pub(crate) fn digest_into(&self, digest: &mut [u8; 32]) {
        let rest = &self.buffer[..(self.length % 64) as usize];
        let mut state = self.state;
        finish_wiped(self.engine.kernel().compress, &mut state, rest, self.length);
        write_digest(&state, digest);
        wipe_words(&mut state);
    }

    /// A hasher that goes on from the chaining value after one block.
    pub(crate) fn after_block(state: [u32; 8]) -> Self {
        Sha256 { engine: STREAM.auto(), state, length: 64, buffer: [0; 64] }
    }

    /// A hasher whose chaining value begins otherwise: SHA-224 is SHA-256 but for that and its shorter digest.
    pub(crate) fn beginning_with(state: [u32; 8]) -> Self {
        Sha256 { engine: STREAM.auto(), state, length: 0, buffer: [0; 64] }
    }

    /// Overwrites all that depends on the message.
    pub(crate) fn wipe(&mut self) {
        wipe_words(&mut self.state);
        wipe(&mut self.buffer);
        self.length.zeroize();
    }
}

/// Hashes what is written; never fails.
///
/// ```
/// use lanesmith_sha256::{Sha256, sha256};
/// let mut hasher = Sha256::new();
/// std::io::copy(&mut &b"from any reader"[..], &mut hasher)?;
/// assert_eq!(hasher.finalize(), sha256(b"from any reader"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
impl std::io::Write for Sha256 {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.absorb(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(feature = "zeroize")]
impl Drop for Sha256 {
    fn drop(&mut self) {
        self.wipe();
    }
}
