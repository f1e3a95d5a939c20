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
//! | memory | [`mem`] |
//! | engines | [`engines`], [`ops`] |
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[allow(unsafe_code)]
mod arch;
pub mod argon2;
mod costs;
#[cfg(feature = "password")]
pub mod crypt;
pub mod engines;
mod error;
mod kernel;
pub mod lyra2;
#[allow(unsafe_code)]
pub mod mem;
pub mod ops;
#[cfg(feature = "password")]
pub mod password;
pub mod scrypt;
mod sizes;
pub mod twocats;
mod work;
pub mod yescrypt;

pub use error::Error;
pub use lanesmith_isa::{Choice, EngineError, Handle};
