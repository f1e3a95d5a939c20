//! Generators for proptest: lengths crowd around the edges of blocks, where kernels go wrong.
//!
//! [`check`] runs a property inside a driver test:
//!
//! ```
//! use lanesmith_testkit::{reference::curl, strategies};
//! use proptest::prelude::*;
//!
//! let verdict = strategies::check(16, strategies::trits(1000), |trits| {
//!     prop_assert_eq!(curl::hash(27, &trits, 1).len(), 243);
//!     Ok(())
//! });
//! assert_eq!(verdict, Ok(()));
//! ```

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use crate::reference::curl::{ALPHABET, RATE};

/// Runs a property on so many cases; `PROPTEST_CASES` overrides the number. `Err` holds the smallest failing input.
///
/// # Errors
/// The first property that does not hold, shrunk.
pub fn check<S: Strategy>(
    cases: u32,
    strategy: S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) -> Result<(), String> {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    TestRunner::new(config).run(&strategy, property).map_err(|error| error.to_string())
}

/// Lengths `0..=max`, half of them at or beside a multiple of `block`.
///
/// ```
/// # use lanesmith_testkit::strategies;
/// # use proptest::prelude::*;
/// strategies::check(64, strategies::length(64, 200), |n| Ok(prop_assert!(n <= 200))).unwrap();
/// ```
pub fn length(block: usize, max: usize) -> impl Strategy<Value = usize> + Clone {
    let edges: Vec<usize> = (0..=max / block)
        .flat_map(|k| [(k * block).saturating_sub(1), k * block, k * block + 1])
        .filter(|n| *n <= max)
        .collect();
    prop_oneof![select(edges), 0..=max]
}

/// One trit.
pub fn trit() -> impl Strategy<Value = i8> + Clone {
    -1i8..=1
}

/// `0..=max` trits, as `i8`; lengths crowd around multiples of the rate.
pub fn trits(max: usize) -> impl Strategy<Value = Vec<i8>> + Clone {
    length(RATE, max).prop_flat_map(|n| vec(trit(), n))
}

/// A whole Curl-P state.
pub fn curl_state() -> impl Strategy<Value = Vec<i8>> + Clone {
    vec(trit(), crate::reference::curl::STATE)
}

/// `0..=max` trytes; lengths crowd around multiples of 81.
pub fn trytes(max: usize) -> impl Strategy<Value = String> + Clone {
    length(RATE / 3, max).prop_flat_map(|n| {
        vec(select(ALPHABET.as_slice()), n).prop_map(|v| v.into_iter().map(char::from).collect())
    })
}

/// A valid string of trytes, `1..=max` long, with one character replaced by something that is no tryte, and its place.
pub fn trytes_with_a_fault(max: usize) -> impl Strategy<Value = (String, usize)> {
    let fault = (0u8..128).prop_filter("a tryte", |c| !ALPHABET.contains(c));
    (1..=max)
        .prop_flat_map(|n| vec(select(ALPHABET.as_slice()), n))
        .prop_flat_map(move |v| (Just(v), any::<Index>(), fault.clone()))
        .prop_map(|(mut v, place, fault)| {
            let place = place.index(v.len());
            v[place] = fault;
            (v.into_iter().map(char::from).collect(), place)
        })
}

/// `0..=max` bytes; lengths crowd around multiples of `block`.
pub fn bytes(block: usize, max: usize) -> impl Strategy<Value = Vec<u8>> + Clone {
    length(block, max).prop_flat_map(|n| vec(any::<u8>(), n))
}

/// A batch of `0..=count` messages of different lengths. `lanes` is the width of the engine: batch sizes crowd around
/// its multiples.
///
/// ```
/// # use lanesmith_testkit::strategies;
/// # use proptest::prelude::*;
/// let batches = strategies::ragged_batch(strategies::trits(300), 8, 20);
/// strategies::check(16, batches, |batch| Ok(prop_assert!(batch.len() <= 20))).unwrap();
/// ```
pub fn ragged_batch<S: Strategy + Clone>(
    message: S,
    lanes: usize,
    count: usize,
) -> impl Strategy<Value = Vec<S::Value>> {
    length(lanes, count).prop_flat_map(move |n| vec(message.clone(), n))
}
