//! The work of bulk calls in a loop inside Rust, on the memory that JavaScript brings: what the calls are measured against.

use std::hint::black_box;
use std::time::Instant;

use lanesmith::curl::pow::{Job, Search};
use lanesmith::curl::{ManyHasher, Message, Rounds};
use lanesmith::sha256::{self, merkle::merkleize};
use lanesmith_face::{fixed, rows_of};
use napi::bindgen_prelude::Uint8ArraySlice;
use napi_derive::napi;

use crate::bytes::size;
use crate::fault::{Fault, Result, Status, run};
use crate::ffi::{output, span};

/// Nanoseconds that so many rounds of some work take.
#[napi]
pub fn bench_in_rust(
    what: String,
    input: Uint8ArraySlice<'_>,
    width: f64,
    rounds: f64,
    mut out: Uint8ArraySlice<'_>,
) -> Result<f64> {
    run(|| {
        let (width, rounds) = (size("width", width)?.max(1), size("rounds", rounds)?);
        let len = out.len();
        let out = output(&mut out, len, &[span(&input)])?;
        let rows: Vec<&[u8]> = input.chunks_exact(width).collect();
        let search = match what.as_str() {
            "search" => Some(Search::transaction(&input, 200)?),
            _ => None,
        };
        let begin = Instant::now();
        for _ in 0..rounds {
            let input = black_box(&*input);
            match what.as_str() {
                "digest" => out.copy_from_slice(&sha256::sha256(input)),
                "nodes" => sha256::hash_nodes(out.as_chunks_mut().0, rows_of("pairs", input)?)?,
                "many" => sha256::hash_many(out.as_chunks_mut().0, &rows)?,
                "root" => out.copy_from_slice(&merkleize(rows_of("leaves", input)?, None)?),
                "curl" => {
                    let messages: Vec<Message<'_>> = rows.iter().map(|row| Message::Trytes(row)).collect();
                    ManyHasher::new(Rounds::P81).hash(out.as_chunks_mut().0, &messages)?;
                }
                "verify" => {
                    let (key, rest) = input.split_at_checked(48).unwrap_or_default();
                    let key = lanesmith::bls::signature::PublicKey::from_bytes(fixed::<48>("key", key)?)?;
                    let (signature, message) = rest.split_at_checked(96).unwrap_or_default();
                    let signature = lanesmith::bls::signature::Signature::from_bytes(signature)?;
                    lanesmith::bls::signature::Scheme::min_pk().verify(&key, message, &signature)?;
                }
                "search" => {
                    let search = search.clone().ok_or_else(|| Fault::new(Status::Internal, "no search"))?;
                    let _ = black_box(search.within(0..width as u64)?.run(&Job::new()));
                }
                other => return Err(Fault::new(Status::Range, format_args!("no work is called {other}"))),
            }
            black_box(&*out);
        }
        Ok(begin.elapsed().as_nanos() as f64)
    })
}
