//! Strings of crypt(3): `$y$` (yescrypt) and `$7$` (scrypt), as Linux distributions store passwords.

mod base64;
mod limits;
mod setting;
mod stored;

pub use limits::Limits;
pub use setting::Setting;
pub use stored::{HashKey, Stored};
