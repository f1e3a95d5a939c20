//! Strings of stored passwords: crypt(3)'s `$y$` (yescrypt) and `$7$` (scrypt), as Linux distributions write them, and one of
//! ours for TwoCats.

pub use crate::password::{HashKey, Limits, Setting, Stored, StoredTwoCats};
