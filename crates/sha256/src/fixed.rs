//! Messages whose length is known in advance: no buffer, padding as constants.

use crate::consts::H0;
use crate::engines::STREAM;

/// Hashes of messages of fixed length, one function per length.
#[derive(Clone, Copy, Debug)]
pub struct FixedKernel {
    /// 32 bytes: one block.
    pub hash32: fn(&[u8; 32]) -> [u8; 32],
    /// 33 bytes: one block (an RFC 6962 leaf over a digest).
    pub hash33: fn(&[u8; 33]) -> [u8; 32],
    /// 64 bytes: two blocks, the second nothing but padding.
    pub hash64: fn(&[u8; 64]) -> [u8; 32],
    /// 65 bytes: two blocks (an RFC 6962 node).
    pub hash65: fn(&[u8; 65]) -> [u8; 32],
    /// Hash of the hash of 64 bytes (a Bitcoin node).
    pub double_hash64: fn(&[u8; 64]) -> [u8; 32],
    /// Hash of the hash of 80 bytes (a Bitcoin block header).
    pub double_hash80: fn(&[u8; 80]) -> [u8; 32],
}

/// A [`FixedKernel`] on top of a compression function over whole blocks.
macro_rules! kernel {
    ($compress:path) => {
        $crate::fixed::FixedKernel {
            hash32: |m| $crate::fixed::hash::<32, 1>($compress, m),
            hash33: |m| $crate::fixed::hash::<33, 1>($compress, m),
            hash64: |m| $crate::fixed::hash::<64, 2>($compress, m),
            hash65: |m| $crate::fixed::hash::<65, 2>($compress, m),
            double_hash64: |m| {
                $crate::fixed::hash::<32, 1>($compress, &$crate::fixed::hash::<64, 2>($compress, m))
            },
            double_hash80: |m| {
                $crate::fixed::hash::<32, 1>($compress, &$crate::fixed::hash::<80, 2>($compress, m))
            },
        }
    };
}
pub(crate) use kernel;

/// `N` bytes padded to `B` blocks.
#[inline(always)]
pub(crate) fn padded<const N: usize, const B: usize>(message: &[u8; N]) -> [[u8; 64]; B] {
    const { assert!(B == (N + 9).div_ceil(64)) };
    let mut blocks = [[0; 64]; B];
    let bytes = blocks.as_flattened_mut();
    bytes[..N].copy_from_slice(message);
    bytes[N] = 0x80;
    bytes[64 * B - 8..].copy_from_slice(&(8 * N as u64).to_be_bytes());
    blocks
}

#[inline(always)]
pub(crate) fn hash<const N: usize, const B: usize>(
    compress: fn(&mut [u32; 8], &[[u8; 64]]),
    message: &[u8; N],
) -> [u8; 32] {
    let mut state = H0;
    compress(&mut state, &padded::<N, B>(message));
    digest_of(&state)
}

/// The digest that a chaining value stands for.
#[inline(always)]
pub(crate) fn digest_of(state: &[u32; 8]) -> [u8; 32] {
    let mut out = [0; 32];
    for (bytes, word) in out.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    out
}

macro_rules! fixed {
    ($($(#[$doc:meta])* $name:ident($n:literal) = $call:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// ```
        #[doc = concat!("use lanesmith_sha256::{", stringify!($name), ", sha256};")]
        #[doc = concat!("let message = [7; ", stringify!($n), "];")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(&message), ", $call, ");")]
        /// ```
        #[inline]
        pub fn $name(message: &[u8; $n]) -> [u8; 32] {
            (STREAM.auto().kernel().fixed.$name)(message)
        }
    )*};
}

fixed! {
    /// SHA-256 of 32 bytes.
    hash32(32) = "sha256(&message)";
    /// SHA-256 of 33 bytes: a one-byte prefix and a digest.
    hash33(33) = "sha256(&message)";
    /// SHA-256 of 64 bytes: the parent of two nodes.
    hash64(64) = "sha256(&message)";
    /// SHA-256 of 65 bytes: the parent of two nodes behind a one-byte prefix (RFC 6962).
    hash65(65) = "sha256(&message)";
    /// SHA-256 of the SHA-256 of 64 bytes: the parent of two nodes in Bitcoin's trees.
    double_hash64(64) = "sha256(&sha256(&message))";
    /// SHA-256 of the SHA-256 of 80 bytes: the hash of a Bitcoin block header.
    double_hash80(80) = "sha256(&sha256(&message))";
}
