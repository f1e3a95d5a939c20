//! HMAC-SHA-256 (RFC 2104, FIPS 198-1): one key and message, a key that is kept, many at once.

use core::fmt;

use lanesmith_isa::Choice;
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::digest::{Midstate, Sha256};
use crate::engines::STREAM;
use crate::error::LengthError;
use crate::kernel::consts::H0;
use crate::kernel::padding::{finish_wiped, write_digest};
use crate::many::{ManyHasher, same_length};
use crate::ops::ManyKernel;
use crate::wipe::{leaving_nothing, wipe, wipe_words};

/// HMAC-SHA-256 of a message under a key.
///
/// ```
/// let tag = lanesmith_sha256::hmac(b"key", b"The quick brown fox jumps over the lazy dog");
/// assert_eq!(tag[..4], [0xf7, 0xbc, 0x83, 0xf4]);
/// ```
pub fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    HmacKey::new(key).mac(message)
}

/// Whether a message has that tag under a key, in a time that does not depend on where they differ. Not `==`, which tells a
/// forger by its time how many bytes were right.
///
/// ```
/// use lanesmith_sha256::{hmac, hmac_verify};
/// let tag = hmac(b"key", b"message");
/// assert!(hmac_verify(b"key", b"message", &tag).is_ok());
/// assert!(hmac_verify(b"key", b"massage", &tag).is_err());
/// ```
///
/// # Errors
/// [`TagMismatch`] if it has another.
pub fn hmac_verify(key: &[u8], message: &[u8], tag: &[u8; 32]) -> Result<(), TagMismatch> {
    HmacKey::new(key).verify(message, tag)
}

/// Tags of many messages, each under its own key: `out[i] = HMAC(keys[i], messages[i])`. Keys and messages may have any
/// lengths; as many run side by side as the engine has lanes.
///
/// ```
/// use lanesmith_sha256::{hmac, hmac_many};
/// let mut tags = [[0; 32]; 2];
/// hmac_many(&mut tags, &[b"key", b"other"], &[b"message", b""])?;
/// assert_eq!(tags[1], hmac(b"other", b""));
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
///
/// # Errors
/// [`LengthError::Mismatch`] unless all three have the same length.
pub fn hmac_many(out: &mut [[u8; 32]], keys: &[&[u8]], messages: &[&[u8]]) -> Result<(), LengthError> {
    hmac_many_with(Choice::AUTO, out, keys, messages)
}

/// [`hmac_many`] on a chosen engine of [`MANY`](crate::MANY).
///
/// # Errors
/// As [`hmac_many`].
pub fn hmac_many_with(
    engine: impl Into<Choice<ManyKernel>>,
    out: &mut [[u8; 32]],
    keys: &[&[u8]],
    messages: &[&[u8]],
) -> Result<(), LengthError> {
    if keys.len() != messages.len() {
        let (given, needed) = (keys.len(), messages.len());
        return Err(LengthError::Mismatch { what: "keys", given, needed });
    }
    same_length(out.len(), messages.len())?;
    let engine = ManyHasher::with_engine(engine);
    leaving_nothing(|| {
        for ((out, keys), messages) in out.chunks_mut(SIDE).zip(keys.chunks(SIDE)).zip(messages.chunks(SIDE))
        {
            let keys = SideBySide::new(engine, keys);
            tags(engine, out, messages, &|i| keys.inner(i), &|i| keys.outer(i));
        }
    });
    Ok(())
}

/// Tags of at most [`SIDE`] messages from the chaining values after the blocks of their keys.
fn tags(
    engine: ManyHasher,
    out: &mut [[u8; 32]],
    messages: &[&[u8]],
    inner: &dyn Fn(usize) -> [u32; 8],
    outer: &dyn Fn(usize) -> [u32; 8],
) {
    engine.hash_after(out, messages, 64, true, inner);
    let mut digests = [[0; 32]; SIDE];
    digests[..out.len()].copy_from_slice(out);
    let digests: [&[u8]; SIDE] = core::array::from_fn(|i| &digests[i][..]);
    engine.hash_after(out, &digests[..messages.len()], 64, true, outer);
}

/// Keys that are prepared together.
const SIDE: usize = 16;

/// The chaining values of [`SIDE`] keys, inner ones before outer ones; wiped when dropped.
struct SideBySide {
    states: [[u32; 8]; 2 * SIDE],
}

impl SideBySide {
    fn new(engine: ManyHasher, keys: &[&[u8]]) -> Self {
        let mut blocks = [[0; 64]; 2 * SIDE];
        let (inner, outer) = blocks.split_at_mut(SIDE);
        for ((key, inner), outer) in keys.iter().zip(inner).zip(outer) {
            key_blocks(key, inner, outer);
        }
        let mut states = [H0; 2 * SIDE];
        let streams: [&[[u8; 64]]; 2 * SIDE] = core::array::from_fn(|i| core::slice::from_ref(&blocks[i]));
        let n = keys.len();
        engine.advance(&mut states[..n], &streams[..n]);
        engine.advance(&mut states[SIDE..SIDE + n], &streams[SIDE..SIDE + n]);
        wipe(blocks.as_flattened_mut());
        SideBySide { states }
    }

    fn inner(&self, i: usize) -> [u32; 8] {
        self.states[i]
    }

    fn outer(&self, i: usize) -> [u32; 8] {
        self.states[SIDE + i]
    }
}

impl Drop for SideBySide {
    fn drop(&mut self) {
        wipe_words(self.states.as_flattened_mut());
    }
}

/// Writes the two blocks that a key is hashed as, before the message and before the inner digest, where there are zeros. In place: what
/// is copied, nobody wipes.
fn key_blocks(key: &[u8], inner: &mut [u8; 64], outer: &mut [u8; 64]) {
    if let Some(place) = inner.get_mut(..key.len()) {
        place.copy_from_slice(key);
    } else if let Some(place) = inner.first_chunk_mut() {
        let mut hasher = Sha256::new();
        hasher.update(key);
        hasher.digest_into(place);
    }
    for (inner, outer) in inner.iter_mut().zip(outer) {
        *outer = *inner ^ 0x5c;
        *inner ^= 0x36;
    }
}

/// A key of HMAC-SHA-256 after its two blocks have been hashed: what many messages under one key share. Wiped when dropped.
///
/// ```
/// use lanesmith_sha256::{HmacKey, hmac};
/// let key = HmacKey::new(b"key");
/// let tag = key.mac(b"message");
/// assert_eq!(tag, hmac(b"key", b"message"));
/// assert!(key.verify(b"message", &tag).is_ok() && key.verify(b"massage", &tag).is_err());
/// ```
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct HmacKey {
    inner: [u32; 8],
    outer: [u32; 8],
}

impl fmt::Debug for HmacKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HmacKey").finish_non_exhaustive()
    }
}

impl HmacKey {
    /// A key of any length. One of more than 64 bytes stands for its SHA-256.
    pub fn new(key: &[u8]) -> Self {
        let mut blocks = [[0; 64]; 2];
        let [inner, outer] = &mut blocks;
        key_blocks(key, inner, outer);
        let keyed = |block: &[u8; 64]| Midstate::INITIAL.advanced(core::slice::from_ref(block)).state();
        let this = HmacKey { inner: keyed(inner), outer: keyed(outer) };
        wipe(blocks.as_flattened_mut());
        this
    }

    /// A key whose two blocks have been hashed before (RFC 2104, section 4): the chaining values after the inner and the outer one.
    #[doc(hidden)]
    pub const fn from_states(inner: [u32; 8], outer: [u32; 8]) -> Self {
        HmacKey { inner, outer }
    }

    /// The tag of a message.
    pub fn mac(&self, message: &[u8]) -> [u8; 32] {
        let mut tag = [0; 32];
        self.tag_into(message, &mut tag);
        tag
    }

    /// The same in its place: a tag that is secret is not moved, which could leave a copy behind.
    pub(crate) fn tag_into(&self, message: &[u8], tag: &mut [u8; 32]) {
        let compress = STREAM.auto().kernel().compress;
        let mut state = self.inner;
        let (blocks, rest) = message.as_chunks();
        if !blocks.is_empty() {
            compress(&mut state, blocks);
        }
        finish_wiped(compress, &mut state, rest, 64 + message.len() as u64);
        write_digest(&state, tag);
        wipe_words(&mut state);
        finish_outer(compress, &self.outer, tag);
    }

    /// Whether a message has that tag, in a time that does not depend on where they differ.
    ///
    /// # Errors
    /// [`TagMismatch`] if it has another.
    pub fn verify(&self, message: &[u8], tag: &[u8; 32]) -> Result<(), TagMismatch> {
        verify(&self.mac(message), tag)
    }

    /// Tags of many messages under this key: `out[i] = HMAC(key, messages[i])`.
    ///
    /// # Errors
    /// [`LengthError::Mismatch`] unless there are as many places as messages.
    pub fn mac_many(&self, out: &mut [[u8; 32]], messages: &[&[u8]]) -> Result<(), LengthError> {
        same_length(out.len(), messages.len())?;
        let engine = ManyHasher::auto();
        leaving_nothing(|| {
            for (out, messages) in out.chunks_mut(SIDE).zip(messages.chunks(SIDE)) {
                tags(engine, out, messages, &|_| self.inner, &|_| self.outer);
            }
        });
        Ok(())
    }

    /// The chaining values after the inner and the outer key block.
    pub(crate) fn states(&self) -> ([u32; 8], [u32; 8]) {
        (self.inner, self.outer)
    }
}

/// Makes the digest within the tag: hashes it after the outer key block.
fn finish_outer(compress: fn(&mut [u32; 8], &[[u8; 64]]), outer: &[u32; 8], digest: &mut [u8; 32]) {
    // Copied here, where the copy is wiped.
    let mut state = *outer;
    finish_wiped(compress, &mut state, digest, 64 + 32);
    write_digest(&state, digest);
    wipe_words(&mut state);
}

fn verify(tag: &[u8; 32], given: &[u8; 32]) -> Result<(), TagMismatch> {
    if bool::from(tag.ct_eq(given)) { Ok(()) } else { Err(TagMismatch) }
}

/// HMAC-SHA-256 of a message that comes in pieces. Wiped when dropped.
///
/// ```
/// use lanesmith_sha256::{Hmac, HmacKey, hmac};
/// let mut mac = Hmac::new(&HmacKey::new(b"key"));
/// mac.update(b"mess");
/// mac.update(b"age");
/// assert_eq!(mac.finalize(), hmac(b"key", b"message"));
/// ```
#[derive(Clone)]
pub struct Hmac {
    inner: Sha256,
    outer: [u32; 8],
}

impl fmt::Debug for Hmac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hmac").finish_non_exhaustive()
    }
}

impl Drop for Hmac {
    fn drop(&mut self) {
        self.inner.wipe();
        wipe_words(&mut self.outer);
    }
}

impl ZeroizeOnDrop for Hmac {}

impl Hmac {
    /// A message under a key.
    pub fn new(key: &HmacKey) -> Self {
        Hmac { inner: Sha256::after_block(key.inner), outer: key.outer }
    }

    /// Adds bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: impl AsRef<[u8]>) {
        self.inner.update(bytes);
    }

    /// The tag of the message.
    pub fn finalize(self) -> [u8; 32] {
        self.tag()
    }

    /// The tag of the message so far. Nothing is moved: a move may leave a copy of the state behind that nobody wipes.
    pub(crate) fn tag(&self) -> [u8; 32] {
        let mut tag = [0; 32];
        self.tag_into(&mut tag);
        tag
    }

    /// The same in its place.
    pub(crate) fn tag_into(&self, tag: &mut [u8; 32]) {
        // The digest within has its place there too.
        self.inner.digest_into(tag);
        finish_outer(STREAM.auto().kernel().compress, &self.outer, tag);
    }

    /// Whether the message has that tag, in a time that does not depend on where they differ.
    ///
    /// # Errors
    /// [`TagMismatch`] if it has another.
    pub fn verify(self, tag: &[u8; 32]) -> Result<(), TagMismatch> {
        verify(&self.tag(), tag)
    }
}

/// Adds what is written to the message; never fails.
#[cfg(feature = "std")]
impl std::io::Write for Hmac {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The message has another tag, or the key is another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagMismatch;

impl fmt::Display for TagMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the tag is not that of the message under the key")
    }
}

impl core::error::Error for TagMismatch {}
