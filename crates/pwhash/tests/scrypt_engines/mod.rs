//! scrypt on one engine: random inputs against the `scrypt` crate, any number side by side.

use lanesmith_isa::Handle;
use lanesmith_pwhash::SCRYPT;
use lanesmith_pwhash::hazmat::ScryptKernel;
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::scrypt::{Params, Request, derive_many};
use lanesmith_testkit::driver::Suite;

use super::Outcome;

pub fn add(suite: &mut Suite) {
    suite.engines(&SCRYPT, &[("random_inputs_side_by_side_equal_another_implementation", random)]);
    suite.hit(&SCRYPT, |engine| {
        let request = Request { password: b"a", salt: b"salt", key: &mut [0; 4] };
        let _ = derive_many(engine, &Params::new(2, 1, 1), &mut [request], 1, &mut Arena::new());
    });
}

fn random(engine: Handle<ScryptKernel>) -> Outcome {
    let mut rng = fastrand::Rng::with_seed(7914);
    let mut arena = Arena::new();
    for round in 0..40 {
        let (log_n, r, p) = (rng.u8(1..=8), rng.u32(1..=9), rng.u32(1..=3));
        let params = Params::new(1 << log_n, r, p);
        let (count, width) = (rng.usize(1..=12), if round < 12 { round + 1 } else { rng.usize(1..=20) });
        let inputs: Vec<(Vec<u8>, Vec<u8>, usize)> = (0..count)
            .map(|_| {
                let (a, b, len) = (rng.usize(..100), rng.usize(..100), rng.usize(10..=100));
                ((0..a).map(|_| rng.u8(..)).collect(), (0..b).map(|_| rng.u8(..)).collect(), len)
            })
            .collect();
        let mut keys: Vec<Vec<u8>> = inputs.iter().map(|(_, _, len)| vec![0; *len]).collect();
        let mut requests: Vec<Request<'_>> = inputs
            .iter()
            .zip(&mut keys)
            .map(|((password, salt, _), key)| Request { password, salt, key })
            .collect();
        derive_many(engine, &params, &mut requests, width, &mut arena).map_err(|e| e.to_string())?;
        for ((password, salt, len), key) in inputs.iter().zip(&keys) {
            let theirs = scrypt::Params::new(log_n, r, p).map_err(|e| e.to_string())?;
            let mut expected = vec![0; *len];
            scrypt::scrypt(password, salt, &theirs, &mut expected).map_err(|e| e.to_string())?;
            if *key != expected {
                return Err(format!("{count} keys, {width} at a time, {params:?}"));
            }
        }
    }
    Ok(())
}
