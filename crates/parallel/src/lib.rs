#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]

mod executor;
#[cfg(feature = "lines")]
pub mod interrupt;
#[cfg(feature = "lines")]
pub mod lines;
#[allow(unsafe_code)]
mod mem;
#[cfg(feature = "std")]
mod ordered;
#[cfg(feature = "std")]
mod permits;
#[cfg(feature = "rayon")]
mod pool;
#[cfg(feature = "lines")]
mod source;
#[cfg(feature = "std")]
pub mod threads;
mod workers;

pub use executor::Executor;
pub use mem::Parts;
#[cfg(feature = "std")]
pub use ordered::{Batch, Event, Worker, in_order};
#[cfg(feature = "std")]
pub use threads::Panicked;
pub use workers::Workers;
