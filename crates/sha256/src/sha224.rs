//! SHA-224: SHA-256 with another beginning, and the first 28 bytes of its digest.

use core::fmt;

use crate::digest::Sha256;

/// The chaining value before the first block (FIPS 180-4, 5.3.2).
const BEGINNING: [u32; 8] =
    [0xc105_9ed8, 0x367c_d507, 0x3070_dd17, 0xf70e_5939, 0xffc0_0b31, 0x6858_1511, 0x64f9_8fa7, 0xbefa_4fa4];

/// SHA-224 of a message in memory.
///
/// ```
/// let digest = lanesmith_sha256::sha224("abc");
/// assert_eq!(digest[..4], [0x23, 0x09, 0x7d, 0x22]);
/// ```
pub fn sha224(message: impl AsRef<[u8]>) -> [u8; 28] {
    let mut hasher = Sha224::new();
    hasher.update(message);
    hasher.finalize()
}

/// SHA-224 of a message that comes in pieces.
///
/// ```
/// use lanesmith_sha256::{Sha224, sha224};
/// let mut hasher = Sha224::new();
/// hasher.update("a");
/// hasher.update("bc");
/// assert_eq!(hasher.finalize(), sha224("abc"));
/// ```
#[derive(Clone)]
pub struct Sha224(Sha256);

impl Default for Sha224 {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Sha224 {
    // What has been hashed may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sha224").finish_non_exhaustive()
    }
}

impl Sha224 {
    /// A hasher on the engine that [`STREAM`](crate::STREAM) gives.
    pub fn new() -> Self {
        Sha224(Sha256::beginning_with(BEGINNING))
    }

    /// Forgets the message so far.
    pub fn reset(&mut self) {
        *self = Self::new();
    }

    /// Adds bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.update(bytes);
    }

    /// The digest of the message.
    pub fn finalize(self) -> [u8; 28] {
        self.digest()
    }

    pub(crate) fn digest(&self) -> [u8; 28] {
        let mut digest = [0; 28];
        digest.copy_from_slice(&self.0.digest()[..28]);
        digest
    }
}

/// Hashes what is written; never fails.
#[cfg(feature = "std")]
impl std::io::Write for Sha224 {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
