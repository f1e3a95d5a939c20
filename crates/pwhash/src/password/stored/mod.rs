//! The schemes, a file each: how their strings are written, and what a policy does with their parameters.

mod argon2;
mod lyra2;
mod scrypt;
mod twocats;
mod yescrypt;

pub use argon2::StoredArgon2;
pub use lyra2::StoredLyra2;
pub use scrypt::StoredScrypt;
pub use twocats::StoredTwoCats;
#[cfg(feature = "legacy")]
pub(super) use yescrypt::from_base64;
pub use yescrypt::{HashKey, Setting, Stored};
