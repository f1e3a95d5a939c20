//! Argon2 on one engine: random inputs against the `argon2` crate.

use lanesmith_isa::Handle;
use lanesmith_pwhash::ARGON2;
use lanesmith_pwhash::argon2::{Input, Params, Variant, Version, hash_with};
use lanesmith_pwhash::hazmat::Argon2Kernel;
use lanesmith_pwhash::mem::Arena;
use lanesmith_testkit::driver::Suite;

use super::Outcome;

pub fn add(suite: &mut Suite) {
    suite.engines(&ARGON2, &[("random_inputs_equal_another_implementation", random)]);
    suite.hit(&ARGON2, |engine| {
        let params = Params::default().memory_kib(64);
        let _ = hash_with(engine, &params, &Input::new(b"a", b"salt"), &mut [0; 4], &mut Arena::new());
    });
}

fn random(engine: Handle<Argon2Kernel>) -> Outcome {
    let mut rng = fastrand::Rng::with_seed(9106);
    let mut arena = Arena::new();
    let rounds = if engine.name() == "scalar" { 100 } else { 300 };
    for _ in 0..rounds {
        let lanes = rng.u32(1..=5);
        let extra = if rng.bool() { 64 } else { 2500 };
        let memory = 8 * lanes + rng.u32(..extra);
        let passes = rng.u32(1..=4);
        let mut bytes = |range: core::ops::RangeInclusive<usize>| -> Vec<u8> {
            let len = rng.usize(range);
            (0..len).map(|_| rng.u8(..)).collect()
        };
        let (password, salt, secret, data) = (bytes(0..=200), bytes(8..=64), bytes(0..=40), bytes(0..=32));
        let tag_len = rng.usize(4..=64);
        let number = rng.usize(..3);
        let old = rng.bool();
        let mut expected = vec![0; tag_len];
        {
            use argon2::{Algorithm, Argon2, AssociatedData, ParamsBuilder, Version};
            let algorithm = [Algorithm::Argon2d, Algorithm::Argon2i, Algorithm::Argon2id][number];
            let version = if old { Version::V0x10 } else { Version::V0x13 };
            let params = ParamsBuilder::new()
                .m_cost(memory)
                .t_cost(passes)
                .p_cost(lanes)
                .data(AssociatedData::new(&data).map_err(|e| e.to_string())?)
                .build()
                .map_err(|e| e.to_string())?;
            Argon2::new_with_secret(&secret, algorithm, version, params)
                .and_then(|argon2| argon2.hash_password_into(&password, &salt, &mut expected))
                .map_err(|e| e.to_string())?;
        }
        let params = Params::default()
            .variant([Variant::D, Variant::I, Variant::Id][number])
            .version(if old { Version::V0x10 } else { Version::V0x13 })
            .memory_kib(memory)
            .passes(passes)
            .lanes(lanes);
        let input = Input::new(&password, &salt).secret(&secret).data(&data);
        let mut tag = vec![0; tag_len];
        hash_with(engine, &params, &input, &mut tag, &mut arena).map_err(|e| e.to_string())?;
        if tag != expected {
            return Err(format!("{params:?}, {input:?}"));
        }
    }
    Ok(())
}
