//! Every engine of `curl.pow` against the vectors and the slow reference.

use std::process::ExitCode;

use lanesmith_curl::pow::{Job, Order, Search, Stopped, tip12};
use lanesmith_curl::{POW, PowEngine, Rounds, transaction_hash};
use lanesmith_testkit::driver::Suite;
use lanesmith_testkit::hex;
use lanesmith_testkit::reference::curl as reference;
use lanesmith_testkit::vectors::curl as vectors;

fn main() -> ExitCode {
    let mut suite = Suite::from_args();
    suite.engines(
        &POW,
        &[
            ("iri_order_vectors", iri_order_vectors),
            ("iri_order_vectors_without_saved_rounds", iri_order_unsaved),
        ],
    );
    suite.hit(&POW, |engine| drop(search(engine, 1).run(&Job::new())));
    suite.run()
}

fn search(engine: PowEngine, weight: usize) -> Search {
    Search::transaction(&[b'A'; 2673], weight).expect("a transaction").with_engine(engine)
}

fn iri(engine: PowEngine, saving: bool) -> Result<(), String> {
    for v in vectors::pow_iri_order() {
        let transaction = format!("{}{}", v.trytes_without_nonce, "9".repeat(27));
        let search = Search::transaction(transaction.as_bytes(), v.min_weight_magnitude)
            .and_then(|s| s.with_order(Order::Iri))
            .map_err(|e| e.to_string())?
            .with_engine(engine)
            .saving_rounds(saving);
        let found = search.run(&Job::new()).map_err(|e| format!("{}: {e}", v.id))?;
        let got = (String::from_utf8_lossy(&found.nonce()).into_owned(), found.weight, found.batch + 1);
        if got != (v.nonce.to_owned(), v.weight, v.batches_of_64) {
            return Err(format!("{}: {got:?}, expected {} after {}", v.id, v.nonce, v.batches_of_64));
        }
    }
    Ok(())
}

fn iri_order_vectors(engine: PowEngine) -> Result<(), String> {
    iri(engine, true)
}

fn iri_order_unsaved(engine: PowEngine) -> Result<(), String> {
    iri(engine, false)
}
