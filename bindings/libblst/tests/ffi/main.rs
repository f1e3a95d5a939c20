//! Every function of the library against blst's own, in one process: ours is loaded beside it. Field elements, affine points, bytes and
//! codes must be the same; Jacobian points the same in affine form; Miller loops the same after the final exponentiation.
#![allow(
    unsafe_code,
    clippy::undocumented_unsafe_blocks,
    reason = "what is called is what C calls, with memory of the test"
)]

#[macro_use]
mod both;

mod contexts;
mod fields;
mod hashes;
mod keys;
mod many;
mod names;
mod pairings;
mod points;
#[allow(dead_code, reason = "the tests of the kernels use all of it")]
#[path = "../../../../crates/bls/tests/secrets/arch/requests.rs"]
mod requests;
mod scalars;
mod secrets;
mod values;
