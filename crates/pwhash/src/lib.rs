#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! | for | see |
//! | --- | --- |
#![cfg_attr(
    feature = "password",
    doc = "| strings of stored passwords, whatever the scheme | [`password`] |"
)]
#![cfg_attr(feature = "password", doc = "| strings of crypt(3), limits on them | [`crypt`] |")]
//! | one scheme alone | [`argon2`], [`scrypt`], [`yescrypt`], [`lyra2`], [`twocats`] |
//! | memory, and who computes | [`mem`], [`Workers`] |
//! | engines | [`ARGON2`], [`LYRA2`], [`SCRYPT`], [`YESCRYPT`], [`TWOCATS`], [`hazmat`] |
//! | how the kernels work, how strings are written | [`design`] |
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[allow(unsafe_code)]
mod arch;
mod costs;
#[cfg(feature = "password")]
pub mod crypt;
mod engines;
mod error;
pub mod hazmat;
mod kernel;
#[allow(unsafe_code)]
pub mod mem;
mod ops;
#[cfg(feature = "password")]
pub mod password;
mod schemes;
mod sizes;
mod work;

pub use engines::*;
pub use error::Error;
pub use lanesmith_isa::{Choice, EngineError, Handle};
pub use lanesmith_parallel::{Executor, Workers};
pub use schemes::{argon2, lyra2, scrypt, twocats, yescrypt};

/// How the kernels work, what limits them and what was tried in vain; what they measured; how stored strings are written.
pub mod design {
    #[doc = include_str!("../docs/argon2-lyra2-scrypt.md")]
    pub mod argon2_lyra2_scrypt {}
    #[doc = include_str!("../docs/pwhash-measured.md")]
    pub mod measured {}
    #[doc = include_str!("../docs/pwhash-strings.md")]
    pub mod strings {}
    #[doc = include_str!("../docs/pwhash-yescrypt.md")]
    pub mod yescrypt_twocats {}
}
