//! The driver, driven: a table with a right engine, a wrongly wired one and one that no machine can run.
use std::process::ExitCode;

use lanesmith_isa::{Engine, Feature, FeatureSet, Handle, Operation, Table, hit};
use lanesmith_testkit::driver::Suite;
use lanesmith_testkit::require::Requirement;
use libtest_mimic::{Arguments, Conclusion};

#[derive(Debug)]
struct Double(fn(u32) -> u32);

impl Operation for Double {
    const NAME: &str = "demo.double";
}

const ELSEWHERE: Feature = if cfg!(target_arch = "wasm32") { Feature::Neon } else { Feature::Simd128 };

lanesmith_isa::entries! {
    engine plain with Portable;
    Double => fn plain(_token, x: u32) -> u32 {
        x + x
    }
}

static DOUBLE: Table<Double> = Table::new(&[
    Engine::new("elsewhere", "runs nowhere", FeatureSet::of(&[ELSEWHERE]), 1, Double(plain)),
    // Wired to the kernel of another engine: right answers from the wrong code.
    Engine::new("miswired", "claims to be itself", FeatureSet::EMPTY, 1, Double(plain)),
    Engine::new("plain", "portable", FeatureSet::EMPTY, 1, Double(plain)),
])
.with_foreign(&[("abacus", "babylon")]);

fn doubles(engine: Handle<Double>) -> Result<(), String> {
    ((engine.kernel().0)(21) == 42).then_some(()).ok_or("not 42".into())
}

fn is_plain(engine: Handle<Double>) -> Result<(), String> {
    (engine.name() == "plain").then_some(()).ok_or("not plain".into())
}

/// What a suite did: counts of passed, failed and ignored tests, and the text that `cargo test` would have shown.
struct Outcome {
    counts: (u64, u64, u64),
    text: String,
}

/// Runs a suite with its output in a file, so that its deliberate failures are not shown as ours.
fn run(name: &str, require: &str, fill: fn(&mut Suite)) -> Result<Outcome, String> {
    let log = std::env::temp_dir().join(format!("lanesmith-driver-{}-{name}.log", std::process::id()));
    let mut args = Arguments::from_iter(["inner"]);
    args.logfile = Some(log.display().to_string());
    let mut suite = Suite::new(args, Requirement::parse(require));
    fill(&mut suite);
    let Conclusion { num_passed, num_failed, num_ignored, .. } = suite.conclude();
    let text = std::fs::read_to_string(&log).map_err(|e| e.to_string())?;
    std::fs::remove_file(&log).map_err(|e| e.to_string())?;
    Ok(Outcome { counts: (num_passed, num_failed, num_ignored), text })
}

fn expect(outcome: &Outcome, want: (u64, u64, u64)) -> Result<(), String> {
    let Outcome { counts: got, text } = outcome;
    (*got == want)
        .then_some(())
        .ok_or_else(|| format!("passed, failed, ignored: {got:?} instead of {want:?}\n{text}"))
}

fn expect_text(outcome: &Outcome, want: &str) -> Result<(), String> {
    let text = &outcome.text;
    text.contains(want).then_some(()).ok_or_else(|| format!("{want:?} is not in\n{text}"))
}

fn doubling(suite: &mut Suite) {
    suite.engines(&DOUBLE, &[("doubles", doubles)]);
}

fn each_engine_is_its_own_test_and_missing_ones_are_ignored() -> Result<(), String> {
    let outcome = run("each", "", doubling)?;
    expect(&outcome, (2, 0, 2))?;
    expect_text(&outcome, "test demo.double::plain::doubles")
}

fn an_ignored_engine_says_what_it_is_for() -> Result<(), String> {
    let outcome = run("says", "", doubling)?;
    expect_text(&outcome, &format!("ignored (for {})", ELSEWHERE.architecture()))?;
    expect_text(&outcome, "ignored (for babylon)")
}

fn a_failing_engine_fails_alone() -> Result<(), String> {
    expect(&run("alone", "", |s| s.engines(&DOUBLE, &[("is_plain", is_plain)]))?, (1, 1, 2))
}

fn a_required_engine_that_is_missing_fails() -> Result<(), String> {
    expect(&run("engine", "elsewhere,abacus", doubling)?, (2, 2, 0))
}

fn a_required_feature_that_is_missing_fails_by_itself_and_in_its_engines() -> Result<(), String> {
    expect(&run("feature", ELSEWHERE.name(), doubling)?, (2, 2, 1))
}

fn a_misspelt_requirement_fails() -> Result<(), String> {
    expect(&run("misspelt", "avx22", doubling)?, (2, 1, 2))
}

fn the_hit_test_finds_the_miswired_engine() -> Result<(), String> {
    let outcome = run("hit", "", |s| {
        s.hit(&DOUBLE, |engine| {
            (engine.kernel().0)(1);
        })
    })?;
    expect(&outcome, if hit::RECORDS { (1, 1, 1) } else { (0, 0, 1) })
}

fn main() -> ExitCode {
    let mut outer = Suite::from_args();
    outer.test(
        "each engine is its own test and missing ones are ignored",
        each_engine_is_its_own_test_and_missing_ones_are_ignored,
    );
    outer.test("an ignored engine says what it is for", an_ignored_engine_says_what_it_is_for);
    outer.test("a failing engine fails alone", a_failing_engine_fails_alone);
    outer.test("a required engine that is missing fails", a_required_engine_that_is_missing_fails);
    outer.test(
        "a required feature that is missing fails by itself and in its engines",
        a_required_feature_that_is_missing_fails_by_itself_and_in_its_engines,
    );
    outer.test("a misspelt requirement fails", a_misspelt_requirement_fails);
    outer.test("the hit test finds the miswired engine", the_hit_test_finds_the_miswired_engine);
    outer.run()
}
