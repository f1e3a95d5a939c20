//! Strings of stored passwords: crypt(3)'s `$y$` (yescrypt) and `$7$` (scrypt), as Linux distributions write them, and one of
//! ours for TwoCats.

mod base64;
mod limits;
mod setting;
mod stored;
mod twocats;

pub use limits::Limits;
pub use setting::Setting;
pub use stored::{HashKey, Stored};
pub use twocats::StoredTwoCats;
