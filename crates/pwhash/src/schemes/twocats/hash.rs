//! The hash functions that TwoCats is built on.

use super::blake2s::blake2s;
use super::sha512::sha512;
use crate::kernel::blake2b::blake2b;
use crate::kernel::twocats::State;
use crate::mem::Secret;

/// A hash function.
///
/// ```
/// use lanesmith_pwhash::twocats::Hash;
/// assert_eq!(Hash::ALL.map(Hash::bytes), [32, 64, 32, 64]);
/// assert_eq!(Hash::Sha512.name(), "sha512");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Hash {
    /// BLAKE2s: 32 bytes.
    Blake2s,
    /// BLAKE2b: 64 bytes.
    Blake2b,
    /// SHA-256: 32 bytes.
    Sha256,
    /// SHA-512: 64 bytes.
    Sha512,
}

impl Hash {
    /// All of them, in the order of their numbers.
    pub const ALL: [Hash; 4] = [Hash::Blake2s, Hash::Blake2b, Hash::Sha256, Hash::Sha512];

    /// Bytes of a digest.
    pub const fn bytes(self) -> usize {
        match self {
            Hash::Blake2s | Hash::Sha256 => 32,
            Hash::Blake2b | Hash::Sha512 => 64,
        }
    }

    /// Words of a state.
    pub(super) const fn words(self) -> usize {
        self.bytes() / 4
    }

    /// Its name in strings.
    pub const fn name(self) -> &'static str {
        match self {
            Hash::Blake2s => "blake2s",
            Hash::Blake2b => "blake2b",
            Hash::Sha256 => "sha256",
            Hash::Sha512 => "sha512",
        }
    }

    /// The digest of the parts, one behind the other, in the first [`bytes`](Self::bytes) bytes.
    pub(super) fn digest(self, parts: &[&[u8]]) -> Secret<[u8; 64]> {
        let mut out = Secret::new([0; 64]);
        match self {
            Hash::Blake2s => out[..32].copy_from_slice(&blake2s(parts)[..]),
            Hash::Blake2b => blake2b(parts, &mut out[..]),
            Hash::Sha256 => {
                let mut hash = lanesmith_sha256::Sha256::new();
                for part in parts {
                    hash.update(part);
                }
                out[..32].copy_from_slice(&hash.finalize());
            }
            Hash::Sha512 => return sha512(parts),
        }
        out
    }

    /// The next state: the digest of a state and a number, as words.
    pub(super) fn next(self, state: &State, number: u32) -> Secret<State> {
        let mut bytes = Secret::new([0; 64]);
        bytes_of(state, &mut bytes);
        words_of(&self.digest(&[&bytes[..self.bytes()], &number.to_le_bytes()]))
    }
}

pub(super) fn words_of(bytes: &[u8; 64]) -> Secret<State> {
    let words = bytes.as_chunks::<4>().0;
    Secret::new(core::array::from_fn(|i| u32::from_le_bytes(words[i])))
}

pub(super) fn bytes_of(state: &State, bytes: &mut [u8; 64]) {
    for (bytes, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *bytes = word.to_le_bytes();
    }
}
