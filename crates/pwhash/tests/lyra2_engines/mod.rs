//! Lyra2 on one engine: pairs against single hashes.

use lanesmith_isa::Handle;
use lanesmith_pwhash::LYRA2;
use lanesmith_pwhash::hazmat::Lyra2Kernel;
use lanesmith_pwhash::lyra2::{Bitrate, Params, Request, Sponge, hash_many, hash_with};
use lanesmith_pwhash::mem::Arena;
use lanesmith_testkit::driver::Suite;

use super::Outcome;

pub fn add(suite: &mut Suite) {
    suite.engines(&LYRA2, &[("hashes_side_by_side_equal_single_ones", pairs)]);
    suite.hit(&LYRA2, |engine| {
        let params = Params::default().rows(8).columns(4);
        let _ = hash_with(engine, &params, b"a", b"salt", &mut [0; 4], &mut Arena::new());
    });
}

fn pairs(engine: Handle<Lyra2Kernel>) -> Outcome {
    let mut rng = fastrand::Rng::with_seed(2014);
    let mut arena = Arena::new();
    for sponge in [Sponge::Blake2b, Sponge::BlaMka, Sponge::HalfRoundBlaMka] {
        for bitrate in [Bitrate::Words8, Bitrate::Words10, Bitrate::Words12] {
            for count in [2, 3, 5] {
                let params = Params::default()
                    .sponge(sponge)
                    .bitrate(bitrate)
                    .columns(rng.u32(1..=70))
                    .rows(rng.u32(8..=40))
                    .passes(rng.u32(1..=3));
                let inputs: Vec<(Vec<u8>, Vec<u8>)> = (0..count)
                    .map(|_| {
                        let (a, b) = (rng.usize(..40), rng.usize(..40));
                        ((0..a).map(|_| rng.u8(..)).collect(), (0..b).map(|_| rng.u8(..)).collect())
                    })
                    .collect();
                let mut outs = vec![vec![0; 70]; count];
                let mut requests: Vec<Request<'_>> = inputs
                    .iter()
                    .zip(&mut outs)
                    .map(|((password, salt), out)| Request { password, salt, out })
                    .collect();
                hash_many(engine, &params, &mut requests, &mut arena).map_err(|e| e.to_string())?;
                for ((password, salt), out) in inputs.iter().zip(&outs) {
                    let mut expected = vec![0; 70];
                    hash_with(engine, &params, password, salt, &mut expected, &mut arena)
                        .map_err(|e| e.to_string())?;
                    if *out != expected {
                        return Err(format!("{count} at a time, {params:?}"));
                    }
                }
            }
        }
    }
    Ok(())
}
