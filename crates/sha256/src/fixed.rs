//! Messages whose length is known in advance: no buffer, padding as constants.

use crate::engines::STREAM;

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
