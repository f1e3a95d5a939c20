//! The kernels that engines consist of: their types, so that a program can name an engine's, hold one and hand it on.
//!
//! # What may go wrong
//!
//! A kernel is the loop over memory and nothing around it. It checks no parameter, derives nothing from a password and finishes no hash,
//! and each engine keeps the words of its memory in an order of its own: what one engine has begun, another cannot go on with. That
//! is why the functions inside are reached through the schemes only, which do all of this:
//!
//! ```text
//!   password, salt          Params::check      mem::Arena, wiped when it is given back
//!         |                      |                        |
//!         v                      v                        v
//!   BLAKE2b / PBKDF2  --->  first blocks  --->  kernel: fill, mix  --->  last blocks  --->  BLAKE2b / PBKDF2  --->  hash
//!   `----------- the scheme: argon2, scrypt, yescrypt, lyra2, twocats; the same on every engine -----------'
//! ```
//!
//! What a caller can still do wrong:
//!
//! - To force an engine takes away the choice by count: of scrypt, a wide engine may be slower for one
//!   password than a narrow one. Leave [`Choice::AUTO`](crate::Choice::AUTO) unless something is measured or tested.
//! - Engines differ in speed, never in what they compute. A hash that differs between two engines is a bug: report it, and
//!   store neither.
//!
//! ```
//! use lanesmith_pwhash::hazmat::YescryptKernel;
//! use lanesmith_pwhash::mem::Arena;
//! use lanesmith_pwhash::yescrypt::{Mode, Params, Yescrypt};
//! use lanesmith_pwhash::{Choice, Error, YESCRYPT};
//!
//! fn key(engine: Choice<YescryptKernel>, arena: &mut Arena<'_>) -> Result<[u8; 32], Error> {
//!     let mut key = [0; 32];
//!     Yescrypt::with_engine(engine, Params::new(Mode::ReadWrite, 64, 8)?).derive(b"password", b"salt", &mut key, arena)?;
//!     Ok(key)
//! }
//!
//! let mut arena = Arena::new();
//! let usual = key(Choice::AUTO, &mut arena)?;
//! for engine in YESCRYPT.available() {
//!     assert_eq!(key(engine.into(), &mut arena)?, usual, "{}", engine.name());
//! }
//! # Ok::<(), Error>(())
//! ```

pub use crate::ops::*;
pub use crate::schemes::argon2::numbered::argon2_of_version;
