//! Crate iota-crypto. It takes trits, so it is spared the step from trytes that ours takes.

use std::cell::RefCell;

use anyhow::{Context, anyhow};
use crypto::encoding::ternary::{Btrit, T1B1Buf, TritBuf};
use crypto::hashes::ternary::curl_p::{BATCH_SIZE, CurlP, CurlPBatchHasher};
use lanesmith::curl::trit;
use lanesmith_testkit::vectors::curl::Transaction;

/// Trits as the crate wants them.
fn input(transaction: &Transaction) -> anyhow::Result<TritBuf<T1B1Buf>> {
    let trits = trit::trytes_to_trits(transaction.trytes.as_bytes())
        .map_err(|e| anyhow!("{}: {e}", transaction.id))?;
    let trits: Option<Vec<Btrit>> = trits.iter().map(|t| Btrit::try_from(*t).ok()).collect();
    Ok(TritBuf::from_trits(&trits.context("trits")?))
}

/// Its digest as trytes; zeros, which no race lets pass, if it is none.
fn output(trits: &TritBuf) -> [u8; 81] {
    let trits: Vec<i8> = trits.iter().map(i8::from).collect();
    let trytes = trit::trits_to_trytes(&trits).unwrap_or_default();
    trytes.first_chunk().copied().unwrap_or([0; 81])
}

/// Its hasher of batches.
///
/// # Errors
/// If a transaction is malformed.
pub fn many(batch: &[&Transaction]) -> anyhow::Result<impl Fn() -> Vec<[u8; 81]> + use<>> {
    let inputs: Vec<_> = batch.iter().map(|t| input(t)).collect::<Result<_, _>>()?;
    let trits = inputs.first().map_or(0, |t| t.len());
    let hasher = RefCell::new(CurlPBatchHasher::<T1B1Buf>::new(trits));
    Ok(move || {
        let mut hasher = hasher.borrow_mut();
        let mut digests = Vec::with_capacity(inputs.len());
        for inputs in inputs.chunks(BATCH_SIZE) {
            for input in inputs {
                hasher.add(input.clone());
            }
            digests.extend(hasher.hash().map(|trits| output(&trits)));
        }
        digests
    })
}

/// Its hasher of one message.
///
/// # Errors
/// If the transaction is malformed.
pub fn one(batch: &[&Transaction]) -> anyhow::Result<impl Fn() -> Vec<[u8; 81]> + use<>> {
    let input = input(batch.first().context("no transaction")?)?;
    Ok(move || {
        let digest = CurlP::new().digest(std::hint::black_box(&input));
        vec![output(&digest)]
    })
}
