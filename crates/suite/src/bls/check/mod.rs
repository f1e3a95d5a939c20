//! The published vectors of BLS12-381.
//!
//! For the fields there are none; points that are published satisfy an equation, and their coordinates are multiplied as
//! one learns it at school.

mod field;
mod hash;
mod pairing;
mod point;
mod precompile;
mod signature;

use lanesmith_bls::hazmat::{Fp, Fp2};
use lanesmith_bls::{FP, FP2, FP6, FP12, G1_POINTS, G2_POINTS, HASH, MSM, PAIRING, SIGNATURE};

use crate::{Check, CheckFailure, Tally};

type Outcome = Result<(), CheckFailure>;

/// The checks.
pub fn checks() -> Vec<Check> {
    vec![
        Check::new(
            &FP,
            "published_points_satisfy_the_equation",
            "coordinates of points of RFC 9380",
            field::fp,
        ),
        Check::new(
            &FP2,
            "published_points_satisfy_the_equation",
            "coordinates of points of RFC 9380",
            field::fp2,
        ),
        Check::new(
            &FP6,
            "products_are_those_of_the_schoolbook",
            "coordinates of points of RFC 9380",
            field::fp6,
        ),
        Check::new(
            &FP12,
            "products_are_those_of_the_schoolbook",
            "coordinates of points of RFC 9380",
            field::fp12,
        ),
        Check::new(
            &G1_POINTS,
            "multiples_of_the_generator",
            "the first thousand multiples",
            point::multiples::<Fp>,
        ),
        Check::new(
            &G1_POINTS,
            "encodings_right_and_wrong",
            "Ethereum's deserialization tests",
            point::encodings::<Fp>,
        ),
        Check::new(
            &G1_POINTS,
            "sums_and_products",
            "sums and products of EIP-2537",
            point::sums_and_products::<Fp>,
        ),
        Check::new(
            &G2_POINTS,
            "multiples_of_the_generator",
            "the first thousand multiples",
            point::multiples::<Fp2>,
        ),
        Check::new(
            &G2_POINTS,
            "encodings_right_and_wrong",
            "Ethereum's deserialization tests",
            point::encodings::<Fp2>,
        ),
        Check::new(
            &G2_POINTS,
            "sums_and_products",
            "sums and products of EIP-2537",
            point::sums_and_products::<Fp2>,
        ),
        Check::new(&PAIRING, "published_products", "pairing products of EIP-2537", pairing::products),
        Check::new(&HASH, "published_messages", "the four suites of RFC 9380", hash::messages),
        Check::new(&HASH, "published_maps", "maps of EIP-2537", hash::maps),
        Check::new(&MSM, "published_sums", "sums of products of EIP-2537", point::many::published),
        Check::new(&MSM, "sums_of_multiples", "sums of multiples of the generators", point::many::multiples),
        Check::new(&SIGNATURE, "ethereum", "Ethereum's tests of signatures", signature::ethereum),
        Check::new(&SIGNATURE, "ethereum_batches", "Ethereum's tests of batches", signature::batches),
        Check::new(
            &SIGNATURE,
            "ethereum_network",
            "deposits and sync committees of Ethereum",
            signature::network,
        ),
        Check::new(&SIGNATURE, "drand", "rounds of drand", signature::drand),
        Check::new(&SIGNATURE, "precompiles", "precompiled contracts of EIP-2537", precompile::all),
    ]
}

/// Counts what must be so.
fn holds(tally: &mut Tally<'_>, id: impl FnOnce() -> String, expected: bool, got: bool) -> Outcome {
    if expected != got {
        return Err(CheckFailure::new(id(), expected, got));
    }
    tally.right();
    Ok(())
}

/// The failure where the vector itself cannot be read, or an engine refuses what it must take.
fn refused(id: &str, error: impl ToString) -> CheckFailure {
    CheckFailure::new(id, "a result", error)
}
