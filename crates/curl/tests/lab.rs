//! Every configuration of PCurl's design space against the slow reference.

use std::process::ExitCode;

use lanesmith_curl::Rounds;
use lanesmith_curl::lab::pcurl::{Bench, Configuration, LAB, LabError, configuration};
use lanesmith_suite::{add_tests, curl as family};
use lanesmith_testkit::driver::Suite;
use lanesmith_testkit::reference::curl as reference;

fn main() -> ExitCode {
    let mut suite = Suite::from_args();
    add_tests(&mut suite, &family::Curl, &LAB);
    suite.engines(&LAB, &[("equals_the_reference_in_every_word", equals_the_reference)]);
    suite.test("every_configuration_of_the_readme_exists", readme);
    suite.hit(&LAB, |engine| {
        let mut bench = Bench::new(engine);
        bench.absorb(&bench.block(|_, _| 1), Rounds::P27);
    });
    suite.test("senseless_combinations_are_refused_with_the_reason", refusals);
    suite.test("every_combination_exists_or_is_refused_with_a_true_reason", combinations);
    suite.run()
}

fn equals_the_reference(engine: Configuration) -> Result<(), String> {
    let lanes = engine.info.lanes;
    let trit = |lane: usize, i: usize| ((lane * 7 + i * i + lane * i / 3) % 3) as i8 - 1;
    for rounds in [Rounds::P27, Rounds::P81] {
        let mut bench = Bench::new(engine);
        let block = bench.block(trit);
        bench.absorb(&block, rounds);
        bench.absorb(&block, rounds);
        // One lane of each word, the first and the last of all.
        for lane in (0..lanes).step_by(67).chain([lanes - 1]) {
            let message: Vec<i8> = (0..486).map(|i| trit(lane, i % 243)).collect();
            let mut state = [0; 729];
            reference::absorb(&mut state, &message, rounds.count() as u32);
            if let Some(at) = (0..729).find(|i| bench.trit(lane, *i) != state[*i]) {
                return Err(format!("lane {lane}, trit {at}, {} rounds", rounds.count()));
            }
        }
    }
    Ok(())
}

fn readme() -> Result<(), String> {
    let names = "64_andn_c4_ptr_u4_ss 64_andn_c5_lut_u1_sd 64_andn_c4_ptr_u8_sd 64_orn_c4_ptr_u4_ss \
                 avx2_andn_c4_ptr_u8_sd avx2_andn_c4_ptr_u4_ss avx2_andn_c4_ptr_u4_sd avx2_andn_c4_ptr_u2_sd \
                 sse2_andn_c4_ptr_u4_ss avx512_andn_c4_ptr_u4_ss neon_orn_c4_ptr_u4_ss neon_orn_c4_ptr_u8_sd";
    let platform = |name: &'static str| name.split('_').next();
    let here: Vec<_> = LAB.engines().iter().map(|e| e.info.name).collect();
    for name in names.split_whitespace() {
        // Those of other architectures are not compiled in.
        let there = name.starts_with("64_") || here.iter().any(|e| platform(e) == platform(name));
        if there && !here.contains(&name) {
            return Err(name.into());
        }
    }
    Ok(())
}

fn refusals() -> Result<(), String> {
    for (name, reason) in [
        ("64_orn_c5_ptr_u1_sd", "c5 is a circuit of the andn code"),
        ("64_andn_t2_ptr_u1_sd", "t2 needs ternary logic"),
        ("64_andn_c4_lut_u1_ss", "three kinds of rounds"),
        ("64_andn_c4_ptr_f2_sd", "fused in place only"),
        ("64_andn_c4_ptr_u3_sd", "unwind \"u3\" is none of"),
        ("64_andn_c4_ptr_u1_ss", "two S-boxes per loop are the least"),
        ("64_andn_c4_ptr_u4_ip", "how many rounds are fused"),
        ("64_andn_c4_ptr_f5_ip", "32 registers"),
        ("64_orn_c4_ptr_f2_ip", "written for the andn code"),
        ("avx512_andn_c4_ptr_f2_ip", "on this platform t2"),
        ("neon_orn_b3_ptr_u4_ss", "BCAX saves nothing"),
        ("avx2_andn_b3_ptr_u4_ss", "only Armv8 SHA3 has"),
        ("64_andn_c4_lut_u1_ip", "its own stride"),
        ("64_andn_c4", "six parts"),
    ] {
        match configuration(name) {
            Err(error) if error.to_string().contains(reason) => {}
            other => return Err(format!("{name}: {:?}", other.map(|c| c.name()))),
        }
    }
    Ok(())
}

fn combinations() -> Result<(), String> {
    const NOT_HERE: &str = "this architecture has no such platform";
    let platform = |name: &str| name.split('_').next().unwrap_or_default().to_owned();
    let here: Vec<_> = LAB.engines().iter().map(|e| e.info.name).collect();
    let mut names = vec![String::new()];
    for parts in [
        ["64_", "sse2_", "avx2_", "avx512_", "avx512vl_", "neon_", "simd128_"].as_slice(),
        &["andn_", "orn_"],
        &["c4_", "c5_", "t2_", "b3_"],
        &["ptr_", "lut_"],
        &["u1_", "u2_", "u4_", "u8_", "f1_", "f2_", "f3_", "f4_", "f5_"],
        &["ss", "sd", "ip"],
    ] {
        names = names.iter().flat_map(|name| parts.iter().map(move |part| format!("{name}{part}"))).collect();
    }
    for name in &names {
        let there = here.contains(&name.as_str());
        let text = match configuration(name) {
            Ok(_) | Err(LabError::Engine(_)) if there => continue,
            Err(LabError::NoSense { reason, .. }) if !there => reason,
            other => return Err(format!("{name}: {:?}", other.map(|c| c.name()))),
        };
        if text == NOT_HERE && here.iter().any(|e| platform(e) == platform(name)) {
            return Err(format!("{name} is refused because {text}, which it has"));
        }
    }
    // No configuration is hidden behind a name that these parts do not make.
    match here.iter().find(|name| !names.iter().any(|n| n == *name)) {
        Some(name) => Err(format!("{name} is not made of the parts")),
        None => Ok(()),
    }
}
