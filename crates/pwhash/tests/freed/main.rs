//! States of Lyra2's sponge are on the heap: none is given back before it is wiped, whether the hash ends or is stopped.

#[allow(unsafe_code)]
mod mem;

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use lanesmith_pwhash::Error;
use lanesmith_pwhash::LYRA2;
use lanesmith_pwhash::lyra2::{Params, Request, hash_many};
use lanesmith_pwhash::mem::Arena;
use mem::freed_by;

/// A row of vectors, as engines hold them.
#[repr(align(32))]
struct Aligned(#[expect(dead_code, reason = "looked at as bytes")] [u8; 32]);

#[test]
fn a_vector_that_is_given_back_unwiped_is_found() {
    let freed = freed_by(|| drop(black_box((vec![Aligned([1; 32])], vec![Aligned([0; 32])]))));
    assert_eq!((freed.blocks, freed.unwiped), (2, 1));
}

#[test]
fn no_state_of_lyra2_is_given_back_unwiped() {
    for engine in LYRA2.available() {
        for (params, count) in [
            (Params::default().rows(300), 1),
            (Params::default().rows(300), 2),
            (Params::default().rows(400).threads(2), 1),
        ] {
            for stop_at in [u64::MAX, 0, 1] {
                let mut arena = Arena::new();
                let questions = Arc::new(AtomicU64::new(0));
                arena.interrupt_when(move || questions.fetch_add(1, Ordering::Relaxed) == stop_at);
                let mut out = vec![[0; 32]; count];
                let mut requests: Vec<_> =
                    out.iter_mut().map(|out| Request { password: b"password", salt: b"salt", out }).collect();
                let freed = freed_by(|| {
                    let done = hash_many(engine, &params, &mut requests, &mut arena);
                    assert_eq!(done, if stop_at == u64::MAX { Ok(()) } else { Err(Error::Interrupted) });
                });
                // Engines without vectors keep their states in plain words.
                assert!(freed.blocks > 0 || engine.name() == "scalar", "{}: nothing seen", engine.name());
                assert_eq!(freed.unwiped, 0, "{} of {count}, stopped at {stop_at}", engine.name());
            }
        }
    }
}
