//! TwoCats on one engine: random parameters against the portable engine, which the vectors are compared with.

use lanesmith_isa::Handle;
use lanesmith_pwhash::TWOCATS;
use lanesmith_pwhash::hazmat::TwoCatsKernel;
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::twocats::{Edition, Hash, Params, TwoCats};
use lanesmith_testkit::driver::Suite;

use super::Outcome;

pub fn add(suite: &mut Suite) {
    suite.engines(&TWOCATS, &[("random_parameters_equal_the_portable_engine", random)]);
    suite.hit(&TWOCATS, |engine| {
        let params = Params::new(Edition::Final2015, Hash::Blake2s, 8).block_size(1024, 64);
        let twocats = TwoCats::with_engine(engine, params).expect("parameters");
        let _ = twocats.hash(b"a", b"salt", b"", &mut [0; 32], &mut Arena::new());
    });
}

fn random(engine: Handle<TwoCatsKernel>) -> Outcome {
    let mut rng = fastrand::Rng::with_seed(2014);
    let mut arena = Arena::new();
    let scalar = TWOCATS.by_name("scalar").map_err(|e| e.to_string())?;
    for _ in 0..200 {
        let hash = Hash::ALL[rng.usize(..4)];
        let lanes = 1 << rng.u8(..if hash.bytes() == 64 { 5 } else { 4 });
        let sub_block = (4 * u32::from(lanes)).max(32) << rng.u32(..3);
        let edition = if rng.bool() { Edition::Phc2014 } else { Edition::Final2015 };
        let time = if edition == Edition::Phc2014 { rng.u8(..3) } else { 0 };
        let params = Params::new(edition, hash, rng.u8(3..=9))
            .lanes(lanes)
            .multiplies(rng.u8(..=8))
            .time_cost(time)
            .parallelism(rng.u8(1..=3))
            .block_size((sub_block << rng.u32(..3)).max(hash.bytes() as u32), sub_block)
            .overwrite_cost(rng.u8(..4));
        let salt: Vec<u8> = (0..rng.usize(..40)).map(|_| rng.u8(..)).collect();
        let mut outs = [engine, scalar].map(|_| vec![0; hash.bytes()]);
        for (engine, out) in [engine, scalar].into_iter().zip(&mut outs) {
            TwoCats::with_engine(engine, params)
                .and_then(|twocats| twocats.hash(b"password", &salt, b"data", out, &mut arena))
                .map_err(|e| format!("{params:?}: {e}"))?;
        }
        if outs[0] != outs[1] {
            return Err(format!("{params:?}"));
        }
    }
    Ok(())
}
