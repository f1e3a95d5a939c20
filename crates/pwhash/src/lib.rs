//! Memory-hard password hashing at the speed of memory: Argon2, scrypt, yescrypt, Lyra2 and TwoCats.
//!
//! Every function works in an [`Arena`](mem::Arena): memory with huge pages that is kept from one hash to the next and
//! wiped when it is given back. At the sizes used for logins, page faults cost as much as hashing; a kept arena has
//! none.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod arch;
pub mod argon2;
#[cfg(feature = "password")]
pub mod crypt;
pub mod engines;
mod error;
mod kernel;
pub mod lyra2;
pub mod mem;
pub mod ops;
#[cfg(feature = "password")]
pub mod password;
pub mod scrypt;
pub mod twocats;
pub mod yescrypt;

pub use error::Error;
