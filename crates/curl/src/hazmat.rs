//! The raw kernels that engines consist of, for races, tables of figures and tests.
//!
//! ```text
//! messages -> ManyHasher --.
//!             sliced::State -- blocks, lanes, layouts -> CurlKernel of a Handle of HASH
//! messages -> pow::Search -- sweeps, first rounds ----> PowKernel  of a Handle of POW
//! ```
//!
//! **Warning.** A kernel trusts what it is given: planes as many as its engine has lanes, trits that were checked, a layout that
//! belongs to the state. With anything else it panics or its digests are wrong. So the functions are for this crate alone; what
//! can be had here is the names, with which a caller says [`Choice`](crate::Choice), [`Handle`](crate::Handle) and
//! `Operation::NAME`.
//!
//! ```
//! use lanesmith_curl::hazmat::CurlKernel;
//! use lanesmith_curl::{Choice, Curl, Rounds};
//!
//! let engine = Choice::<CurlKernel>::by_name("scalar")?;
//! let mut sponge = Curl::with_engine(Rounds::P81, engine);
//! # Ok::<(), lanesmith_curl::EngineError>(())
//! ```

pub use crate::ops::*;
