//! Curl-P of a file of transactions, one on a line, and a nonce for the first of them (feature `curl`).
//!
//! `cargo run --release --example curl_transactions --features curl [FILE]`

use std::time::Instant;

use lanesmith::curl::pow::{Job, Search};
use lanesmith::curl::{Hash, ManyHasher, Message, Rounds, TRANSACTION, Workers, transaction_hash};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        // Transactions that differ in their first trytes.
        None => (0..2000_u32)
            .map(|i| {
                let digits: String = (0..8).map(|at| char::from(b'A' + (i >> (4 * at)) as u8 % 16)).collect();
                format!("{digits:9<TRANSACTION$}\n")
            })
            .collect(),
    };
    let transactions: Vec<Message<'_>> = text.lines().map(|line| Message::Trytes(line.as_bytes())).collect();

    let start = Instant::now();
    let hashes = ManyHasher::new(Rounds::P81).on(Workers::cores()).hash_to_vec(&transactions)?;
    println!("{} transactions: {:?}", hashes.len(), start.elapsed());
    for hash in hashes.iter().take(3) {
        println!("{}", Hash::from(*hash));
    }

    let Some(first) = text.lines().next() else { return Ok(()) };
    let mut transaction = first.as_bytes().to_vec();
    let job = Job::new();
    let search = Search::transaction(&transaction, 9)?;
    let mut batches = 0;
    let found = search.run_watched(&job, &mut |progress| {
        batches += 1;
        if batches % 100 == 0 {
            println!("{} attempts, {:.0} a second", progress.attempts, progress.rate());
        }
        // Enough is enough: a search that was cancelled says where to go on.
        if progress.seconds > 60.0 {
            job.cancel();
        }
    })?;
    found.write_to(&mut transaction)?;
    let (hash, weight) = transaction_hash(&transaction)?;
    println!("{} attempts gave {hash}, of weight {weight}", job.attempts());
    assert!(weight >= 9);
    Ok(())
}
