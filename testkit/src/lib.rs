//! What Lanesmith's tests and its `lanesmith check` command stand on.
//!
//! - [`vectors`]: the published test vectors, compiled in and parsed into types.
//! - [`reference`](mod@reference): slow, plain implementations to compare engines with.
//! - [`require`]: `LANESMITH_REQUIRE`, the list of engines and CPU features that must not be missing.
//! - `driver` (feature `driver`): every engine of an operation as its own named test.
//! - `strategies` (feature `strategies`): generators for proptest, with lengths around the edges.
//!
//! Nothing here is fast on purpose.

#[cfg(feature = "driver")]
pub mod driver;
pub mod hex;
#[allow(unsafe_code)]
pub mod mem;
pub mod reference;
pub mod require;
#[cfg(feature = "strategies")]
pub mod strategies;
pub mod vectors;
