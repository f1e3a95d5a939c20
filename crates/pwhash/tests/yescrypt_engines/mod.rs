//! yescrypt on one engine: random inputs against the `yescrypt` crate, alone and in pairs.

use lanesmith_isa::Handle;
use lanesmith_pwhash::YESCRYPT;
use lanesmith_pwhash::hazmat::YescryptKernel;
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::yescrypt::{Job, Mode, Params, Yescrypt};
use lanesmith_testkit::driver::Suite;

use super::Outcome;

pub fn add(suite: &mut Suite) {
    suite.engines(&YESCRYPT, &[("random_inputs_alone_and_in_pairs_equal_another_implementation", random)]);
    suite.hit(&YESCRYPT, |engine| {
        let hash = Yescrypt::with_engine(engine, Params::new(Mode::ReadWrite, 16, 1).expect("parameters"));
        let _ = hash.derive(b"a", b"salt", &mut [0; 4], &mut Arena::new());
    });
}

fn theirs(params: &Params, password: &[u8], salt: &[u8]) -> Result<[u8; 40], String> {
    let mode = match params.mode() {
        Mode::Scrypt => yescrypt::Mode::Classic,
        Mode::WriteOnce => yescrypt::Mode::Worm,
        _ => yescrypt::Mode::Rw,
    };
    let mut out = [0; 40];
    let params =
        yescrypt::Params::new_with_all_params(mode, params.n(), params.r(), params.p(), params.t(), 0);
    let params = params.map_err(|e| e.to_string())?;
    yescrypt::yescrypt(password, salt, &params, &mut out).map_err(|e| e.to_string())?;
    Ok(out)
}

fn random(engine: Handle<YescryptKernel>) -> Outcome {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut arena = Arena::new();
    for _ in 0..60 {
        let mode = [Mode::Scrypt, Mode::WriteOnce, Mode::ReadWrite][rng.usize(..3)];
        let params = Params::new(mode, 1 << rng.u32(5..=9), rng.u32(1..=9))
            .and_then(|params| params.parallelism(rng.u32(1..=3)))
            .and_then(|params| params.time(if mode == Mode::Scrypt { 0 } else { rng.u32(..3) }))
            .map_err(|e| e.to_string())?;
        let mut bytes = || -> Vec<u8> { (0..rng.usize(..80)).map(|_| rng.u8(..)).collect() };
        let inputs = [(bytes(), bytes()), (bytes(), bytes())];
        let hash = Yescrypt::with_engine(engine, params);
        let (mut one, mut two) = ([0; 40], [0; 40]);
        let mut jobs = [
            Job { password: &inputs[0].0, salt: &inputs[0].1, out: &mut one },
            Job { password: &inputs[1].0, salt: &inputs[1].1, out: &mut two },
        ];
        hash.derive_pair(&mut jobs, &mut arena).map_err(|e| e.to_string())?;
        for ((password, salt), of_pair) in inputs.iter().zip([one, two]) {
            let mut alone = [0; 40];
            hash.derive(password, salt, &mut alone, &mut arena).map_err(|e| e.to_string())?;
            let expected = theirs(&params, password, salt)?;
            if alone != expected || of_pair != expected {
                return Err(format!("{params:?}"));
            }
        }
    }
    Ok(())
}
