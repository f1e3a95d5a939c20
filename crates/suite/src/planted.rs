//! A slowness of a known size, for the test of `race compare --with`: nothing else has the feature.

use lanesmith_race::{BoxError, Contender, Kind, Race, Work};

/// The variable that names the engine that is made slower.
pub const VARIABLE: &str = "LANESMITH_PLANTED";

/// Makes the engine that `LANESMITH_PLANTED` names do a twentieth more work: every twentieth call is made twice.
pub fn plant(race: &mut Race) {
    let Ok(engine) = std::env::var(VARIABLE) else { return };
    for case in &mut race.cases {
        let engine = engine.clone();
        let build = std::mem::replace(&mut case.build, Box::new(|| Ok(Vec::new())));
        case.build = Box::new(move || -> Result<Vec<Contender>, BoxError> {
            let mut list = build()?;
            for contender in list.iter_mut().filter(|c| c.kind == Kind::Engine && c.name == engine) {
                if let Work::Timed { run, .. } = &mut contender.work {
                    let mut once = std::mem::replace(run, Box::new(|| {}));
                    let mut calls = 0_u32;
                    *run = Box::new(move || {
                        once();
                        calls += 1;
                        if calls.is_multiple_of(20) {
                            once();
                        }
                    });
                }
            }
            Ok(list)
        });
    }
}
