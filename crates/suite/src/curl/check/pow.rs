//! The vectors of the nonce search on one engine.

use std::ops::Range;

use lanesmith_curl::hazmat::PowKernel;
use lanesmith_curl::pow::{Job, Order, Search, Stopped, tip12};
use lanesmith_curl::{Curl, Rounds, trit};
use lanesmith_isa::Choice;
use lanesmith_race::BoxError;
use lanesmith_testkit::hex;
use lanesmith_testkit::vectors::curl as vectors;

use super::{Outcome, rounds};
use crate::{CheckFailure, Tally};

/// Free trits around a nonce that is known: few enough to try them all.
const WINDOW: usize = 8;

/// The search for a block of which all but some trits are given.
fn rest_of(rounds: Rounds, trits: &[i8], free: Range<usize>, weight: usize) -> Result<Search, BoxError> {
    let (before, block) = trits.split_last_chunk::<243>().ok_or("not a whole block")?;
    let mut curl = Curl::new(rounds);
    curl.absorb_trits(before)?;
    Ok(Search::block(rounds, &curl.state(), block, &free.collect::<Vec<_>>(), weight)?)
}

/// Nonces that the network accepted are found again, and for more than they are worth there is none.
pub fn published(engine: Choice<PowKernel>, tally: &mut Tally<'_>) -> Outcome {
    for v in vectors::pow_check() {
        let broken = |what: &str, e: BoxError| CheckFailure::new(v.id, what, e);
        let trits = trit::trytes_to_trits(v.trytes.as_bytes()).map_err(|e| broken("trytes", e.into()))?;
        let end = 243 - WINDOW..243;
        let search = |weight| {
            rest_of(rounds(v.rounds), &trits, end.clone(), weight)
                .map(|search| search.with_engine(engine))
                .map_err(|e| broken("a search", e))
        };
        let found = search(v.valid_at_mwm)?.run(&Job::new()).map_err(|e| broken(v.nonce, e.into()))?;
        let expected = (v.nonce, v.weight, trits.last_chunk());
        let nonce = found.nonce();
        let got = (String::from_utf8_lossy(&nonce), found.weight, Some(&found.block));
        if (expected.0, expected.1, expected.2) != (got.0.as_ref(), got.1, got.2) {
            return Err(CheckFailure::new(v.id, format!("{expected:?}"), format!("{got:?}")));
        }
        match search(v.invalid_at_mwm)?.run(&Job::new()) {
            Err(Stopped::Exhausted) => tally.right(),
            other => return Err(CheckFailure::new(v.id, Stopped::Exhausted, format!("{other:?}"))),
        }
    }
    Ok(())
}

/// The first nonce in the order of IRI's search.
pub fn iri_order(engine: Choice<PowKernel>, tally: &mut Tally<'_>) -> Outcome {
    // Those that take no more than some ten thousand attempts.
    let most = tally.up_to(9);
    iri_order_of(tally, most, |search| Ok(search.with_engine(engine)))
}

/// The vectors of no more than this weight, by a search that is changed as its caller wants it.
///
/// # Errors
/// The first vector that came out wrong.
pub fn iri_order_of(
    tally: &mut Tally<'_>,
    most: usize,
    change: impl Fn(Search) -> Result<Search, BoxError>,
) -> Outcome {
    for v in vectors::pow_iri_order().iter().filter(|v| v.min_weight_magnitude <= most) {
        let broken = |e: BoxError| CheckFailure::new(v.id, v.nonce, e);
        // What stands in the place of the nonce does not matter.
        let transaction = format!("{}{}", v.trytes_without_nonce, "M".repeat(27));
        let search = Search::transaction(transaction.as_bytes(), v.min_weight_magnitude)
            .and_then(|search| search.with_order(Order::Iri))
            .map_err(|e| broken(e.into()))?;
        let found = change(search).map_err(broken)?.run(&Job::new()).map_err(|e| broken(e.into()))?;
        let told = |nonce: &str, weight, batch| format!("{nonce} of weight {weight} in batch {batch}");
        let expected = told(v.nonce, v.weight, v.batches_of_64);
        let got = told(&String::from_utf8_lossy(&found.nonce()), found.weight, found.batch + 1);
        tally.text(v.id, &expected, got.as_bytes())?;
    }
    Ok(())
}

/// Scores of messages, and their nonces found again.
pub fn tip12_messages(engine: Choice<PowKernel>, tally: &mut Tally<'_>) -> Outcome {
    for v in vectors::pow_tip12() {
        let broken = |what: &str, e: BoxError| CheckFailure::new(v.id, what, e);
        let message =
            hex::decode(v.message_hex).ok_or_else(|| broken("hexadecimal", v.message_hex.into()))?;
        let zeros = tip12::trailing_zeros(&message).map_err(|e| broken("trailing zeros", e.into()))?;
        let score = tip12::score(&message).map_err(|e| broken("a score", e.into()))?;
        // The vectors' decimals are read to within a unit in the last place.
        if zeros != v.trailing_zeros || (score / v.score - 1.0).abs() > 1e-14 {
            let told = |zeros, score| format!("{zeros} zeros, score {score}");
            return Err(CheckFailure::new(v.id, told(v.trailing_zeros, v.score), told(zeros, score)));
        }
        // Below five zeros the nonce is not the only one in reach.
        if v.trailing_zeros >= 5 {
            let trits = trit::trytes_to_trits(v.curl_input_trytes.as_bytes())
                .map_err(|e| broken("trytes", e.into()))?;
            let found = rest_of(Rounds::P81, &trits, 240 - 6..240, v.trailing_zeros)
                .map_err(|e| broken("a search", e))?
                .with_engine(engine)
                .run(&Job::new())
                .map_err(|e| broken(v.message_hex, e.into()))?;
            let nonce = tip12::nonce(&found);
            if found.block[..] != trits[..] || !message.ends_with(&nonce) {
                return Err(CheckFailure::new(v.id, v.message_hex, hex::encode(&nonce)));
            }
        }
        tally.right();
    }
    Ok(())
}
