//! Strings of stored passwords: crypt(3)'s `$y$` (yescrypt) and `$7$` (scrypt), as Linux distributions write them, and one of
//! ours for TwoCats.

mod base64;
mod limits;
mod setting;
mod stored;
mod twocats;

/// Reads bytes in the base64 of crypt(3): how many, if it is that.
#[cfg(feature = "legacy")]
pub(crate) fn from_base64(text: &[u8], out: &mut [u8]) -> Option<usize> {
    base64::decode(text, out).ok()
}

pub use limits::Limits;
pub(crate) use limits::check_parts;
pub use setting::Setting;
pub use stored::{HashKey, Stored};
pub use twocats::StoredTwoCats;
