//! The commands on a small family made for the purpose, so that they can be driven into every corner.

use std::hint::black_box;
use std::sync::atomic::{AtomicU32, Ordering};

use lanesmith::isa::{AnyTable, Engine, Feature, FeatureSet, Operation, Table};
use lanesmith_cli::failure::Failure;
use lanesmith_race::{Case, Contender, Kind, Layout, Race};
use lanesmith_suite::{Check, CheckFailure, CheckReport, Family, Scope};
use serde_json::Value;

/// A feature that this machine cannot have.
const ELSEWHERE: Feature = if cfg!(target_arch = "x86_64") { Feature::Simd128 } else { Feature::Avx2 };

#[derive(Debug)]
struct Sum;

impl Operation for Sum {
    const NAME: &str = "demo.sum";
}

#[derive(Debug)]
struct Lab;

impl Operation for Lab {
    const NAME: &str = "demo.lab";
}

static TABLE: Table<Sum> = Table::new(&[
    Engine::new("exotic", "needs what is not there", FeatureSet::of(&[ELSEWHERE]), 8, Sum),
    Engine::new("fast", "the good one", FeatureSet::EMPTY, 4, Sum),
    Engine::new("scalar", "portable", FeatureSet::EMPTY, 1, Sum),
])
.with_foreign(&[("abroad", "vax")]);

static STUDY: Table<Lab> = Table::new(&[Engine::new("model", "a design", FeatureSet::EMPTY, 4, Lab)]);

static WRONG_RUNS: AtomicU32 = AtomicU32::new(0);

fn spin(n: u64) {
    let mut x = black_box(1_u64);
    for i in 0..n {
        x = black_box(x).wrapping_add(i);
    }
    black_box(x);
}

fn contender(name: &str, kind: Kind, steps: u64) -> Contender {
    Contender::new(name, kind, 2.0, move || spin(steps), || vec![1, 2, 3])
}

#[derive(Default)]
struct Demo {
    wrong_engine: Option<&'static str>,
    wrong_contender: bool,
    summed_up: bool,
}

impl Family for Demo {
    fn name(&self) -> &'static str {
        "demo"
    }

    fn title(&self) -> &'static str {
        "made for the purpose"
    }

    fn tables(&self) -> Vec<&'static dyn AnyTable> {
        vec![&TABLE]
    }

    fn studies(&self) -> Vec<&'static dyn AnyTable> {
        vec![&STUDY]
    }

    fn refusal(&self, _: &str, engine: &str) -> Option<String> {
        (engine == "senseless").then(|| "four wheels on a boat".into())
    }

    /// [`Self::check`] says what came out.
    fn checks(&self) -> Vec<Check> {
        Vec::new()
    }

    fn check(
        &self,
        _: &str,
        engine: &str,
        scope: Scope,
        _: &mut dyn FnMut(&str, u64),
    ) -> Result<CheckReport, CheckFailure> {
        if self.wrong_engine == Some(engine) {
            return Err(CheckFailure { vector: "v-7".into(), expected: "01".into(), got: "02".into() });
        }
        Ok(CheckReport { cases: if scope == Scope::Quick { 3 } else { 30 } })
    }

    fn races(&self) -> Vec<Race> {
        let wrong = self.wrong_contender;
        let build = move || {
            let mut all = vec![
                contender("auto", Kind::Engine, 1000),
                contender("fast", Kind::Engine, 1000),
                contender("scalar", Kind::Engine, 3000),
                contender("plain", Kind::Baseline, 3000),
                contender("rival", Kind::Peer, 2000),
                Contender::bound("ports", 100.0),
            ];
            if wrong {
                let count = || {
                    WRONG_RUNS.fetch_add(1, Ordering::Relaxed);
                };
                all.push(Contender::new("liar", Kind::Peer, 2.0, count, || vec![1, 9, 3]));
            }
            Ok(all)
        };
        let cases = vec![
            Case::new("n=1,size=8B", build),
            Case::new("n=2,size=8B", build),
            Case::new("n=2,size=16B", build).detail(),
        ];
        let sum_up = |case: Case| match self.summed_up && case.label == "n=1,size=8B" {
            true => case.titled("one sum").summing_up(),
            false => case,
        };
        let cases = cases.into_iter().map(sum_up).collect();
        let lab =
            || Ok(vec![contender("plain", Kind::Baseline, 3000), contender("model", Kind::Engine, 1000)]);
        let lab = vec![
            Case::new("set=some", lab).detail().laid_out(Layout::Distance),
            Case::new("set=all", lab).by_case(),
        ];
        vec![
            Race { op: "demo.sum", unit: "sum", baseline: "plain", cases },
            Race { op: "demo.lab", unit: "sum", baseline: "plain", cases: lab },
        ]
    }
}

static RIGHT: Demo = Demo { wrong_engine: None, wrong_contender: false, summed_up: false };

fn run(family: &'static Demo, args: &str) -> (Result<(), Failure>, String) {
    let mut out = Vec::new();
    let args = std::iter::once("lanesmith").chain(args.split(' ')).map(Into::into);
    let result = lanesmith_cli::run(args, &[family], &mut out);
    (result, String::from_utf8(out).unwrap())
}

fn good(args: &str) -> String {
    let (result, out) = run(&RIGHT, args);
    result.unwrap();
    out
}

fn refused(args: &str) -> String {
    match run(&RIGHT, args).0 {
        Err(Failure::Usage(e)) => format!("{e:#}"),
        other => panic!("{other:?}"),
    }
}

fn race_json(args: &str) -> Value {
    serde_json::from_str(&good(&format!("race {args} --json --no-check"))).unwrap()
}

fn names(report: &Value) -> Vec<&str> {
    let list = report["results"].as_array().unwrap();
    list.iter().map(|r| r["contender"].as_str().unwrap()).collect()
}

#[test]
fn race_prints_one_json_object_with_the_promised_fields() {
    let report = race_json("--time 1 --case n=1");
    assert!(report["cpu"].is_string() && report["features"].is_array());
    let results = report["results"].as_array().unwrap();
    assert_eq!(results.len(), 6);
    let auto = &results.iter().find(|r| r["contender"] == "auto").unwrap();
    for (key, value) in [("op", "demo.sum"), ("case", "n=1,size=8B"), ("kind", "engine"), ("unit", "sum")] {
        assert_eq!(auto[key], value);
    }
    let (low, median, high) = (auto["low"].as_f64(), auto["median"].as_f64(), auto["high"].as_f64());
    assert!(low <= median && median <= high && low > Some(0.0), "{auto}");
    assert_eq!(auto["ratio"].as_object().unwrap().len(), 5);
    assert_eq!(auto["engine"], "fast");
}

#[test]
fn ratio_is_above_one_where_this_contender_is_faster() {
    let report = race_json("--time 1 --case n=1");
    let results = report["results"].as_array().unwrap();
    let fast = results.iter().find(|r| r["contender"] == "fast").unwrap();
    assert!(fast["ratio"]["scalar"].as_f64().unwrap() > 1.5, "{fast}");
    assert!(fast["ratio"]["ports"].as_f64().unwrap() < 1.0, "{fast}");
}

#[test]
fn case_filters_choose_among_values_and_narrow_by_keys() {
    let cases = |args: &str| {
        let report = race_json(args);
        let list = report["results"].as_array().unwrap();
        let set: std::collections::BTreeSet<String> =
            list.iter().map(|r| r["case"].as_str().unwrap().to_owned()).collect();
        set.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(cases("--time 0.5"), ["n=1,size=8B", "n=2,size=8B"]);
    assert_eq!(cases("--time 0.5 --case n=2"), ["n=2,size=16B", "n=2,size=8B"]);
    assert_eq!(cases("--time 0.5 --case n=1 --case n=2 --case size=8B"), ["n=1,size=8B", "n=2,size=8B"]);
}

#[test]
fn case_of_a_study_is_raced_when_its_operation_or_key_is_named() {
    let cases = |args: &str| {
        let report = race_json(args);
        let list = report["results"].as_array().unwrap().clone();
        let mut cases: Vec<String> = list.iter().map(|r| r["case"].as_str().unwrap().into()).collect();
        cases.dedup();
        cases
    };
    assert_eq!(cases("demo.lab --time 0.5"), ["set=some"]);
    assert_eq!(cases("demo.lab --time 0.5 --case set=all"), ["set=all"]);
    assert_eq!(cases("--time 0.5 --case n=1"), ["n=1,size=8B"]);
    // Keys of different races: each is asked for its own.
    assert_eq!(cases("--time 0.5 --case n=1 --case set=all"), ["n=1,size=8B", "set=all"]);
}

#[test]
fn counts_in_detail_are_raced_when_they_are_asked_for() {
    for (args, cases) in
        [("demo.sum", 2), ("demo", 2), ("--all", 2), ("--detail", 3), ("demo.sum --detail", 3)]
    {
        let report = race_json(&format!("{args} --time 0.5"));
        let count = names(&report).iter().filter(|name| **name == "auto").count();
        assert_eq!(count, cases, "{args}");
    }
}

static SUMMED_UP: Demo = Demo { wrong_engine: None, wrong_contender: false, summed_up: true };

#[test]
fn race_prints_a_line_for_each_thing_that_sums_up_and_says_how_to_see_the_rest() {
    let (result, text) = run(&SUMMED_UP, "race --time 0.5");
    result.unwrap();
    assert!(text.starts_with("2 engines checked: 6 vectors right\n"), "{text}");
    let line = text.lines().find(|line| line.contains("one sum")).unwrap();
    let cells: Vec<&str> = line.split("  ").filter(|c| !c.is_empty()).map(str::trim).collect();
    assert!(cells[1].ends_with("/sum") && cells[4].ends_with('x') && cells[5].ends_with('%'), "{line}");
    assert_eq!(
        (cells[0], cells[2], cells[3], cells[6]),
        ("one sum", "fast", "rival", "demo.sum n=1,size=8B")
    );
    assert!(text.contains("race --all") && !text.contains("scalar") && !text.contains("n=2"), "{text}");
}

#[test]
fn summary_stands_before_the_tables_where_every_engine_is_asked_for() {
    let (result, text) = run(&SUMMED_UP, "race --all --time 0.5");
    result.unwrap();
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} in {text}"));
    assert!(at("you get") < at("contender") && at("one sum") < at("scalar"), "{text}");
}

#[test]
fn record_says_what_made_it_and_what_its_cases_are() {
    let report = race_json("--time 0.5 --case n=1 --quick");
    assert_eq!(
        (&report["made"]["quick"], &report["made"]["threads"]),
        (&true.into(), &serde_json::json!([1]))
    );
    assert!(report["made"]["seconds"].as_f64() > Some(0.0) && report["lanesmith"].is_string());
    assert_eq!(report["cases"][0]["title"], "n=1,size=8B");
    assert_eq!(report["cases"][0]["group"], "made for the purpose");
}

#[test]
fn study_is_listed_and_checked_only_when_it_is_named() {
    for command in ["check", "check demo", "list", "list demo"] {
        assert!(!good(command).contains("model"), "{command}");
    }
    for command in ["check demo.lab", "list demo.lab"] {
        assert!(good(command).contains("model"), "{command}");
    }
}

#[test]
fn design_that_makes_no_sense_is_refused_with_the_reason_of_the_family() {
    assert_eq!(refused("race demo.lab --engine senseless"), "four wheels on a boat");
    assert!(refused("race demo.lab --engine nothing").contains("it has model"));
    assert!(refused("race demo --engine senseless").contains("no engine \"senseless\""));
}

#[test]
fn distance_layout_shows_calls_and_time_and_the_record_has_them() {
    let text = good("race demo.lab --time 0.5");
    for part in ["Configuration", "Speed, sum/s", "Distance, sum", " 2 x ", "Time, ms", "Speed-up: "] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let report = race_json("demo.lab --time 0.5");
    let model = report["results"].as_array().unwrap().iter().find(|r| r["contender"] == "model").unwrap();
    assert_eq!((&model["layout"], &model["distance"]["units_per_call"]), (&"distance".into(), &2.0.into()));
    let calls = model["distance"]["calls"].as_u64().unwrap() as f64;
    let mean = model["distance"]["seconds"].as_f64().unwrap() * 1e9 / (2.0 * calls);
    assert!((0.2..5.0).contains(&(mean / model["median"].as_f64().unwrap())), "{model}");
}

#[test]
fn naming_engines_and_peers_keeps_auto_baseline_and_limit() {
    let report = race_json("--time 0.5 --case n=1 --engine scalar --peer none");
    assert_eq!(names(&report), ["plain", "auto", "scalar", "ports"]);
}

#[test]
fn threads_are_cases_of_their_own() {
    let report = race_json("--time 1 --case n=1 --threads 1,2");
    let results = report["results"].as_array().unwrap();
    assert!(results.iter().any(|r| r["case"] == "n=1,size=8B,threads=2" && r["threads"] == 2));
    assert!(results.iter().any(|r| r["case"] == "n=1,size=8B" && r["threads"] == 1));
}

#[test]
fn contender_with_wrong_output_is_thrown_out_by_name_before_it_is_timed() {
    static LIAR: Demo = Demo { wrong_engine: None, wrong_contender: true, summed_up: false };
    let (result, out) = run(&LIAR, "race --no-check --time 0.5 --case n=1 --json");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert!(!names(&report).contains(&"liar"));
    assert_eq!(report["disqualified"][0]["contender"], "liar");
    assert_eq!(report["disqualified"][0]["reason"], "wrong output: byte 1 is 0x09, should be 0x02");
    assert_eq!(WRONG_RUNS.load(Ordering::Relaxed), 0);
    assert!(matches!(result, Err(Failure::Input(e)) if e.to_string().contains("liar")));
}

#[test]
fn engine_that_fails_its_check_does_not_race_and_auto_neither_if_it_is_that() {
    static WRONG: Demo = Demo { wrong_engine: Some("fast"), wrong_contender: false, summed_up: false };
    let (result, out) = run(&WRONG, "race --time 0.5 --case n=1");
    assert!(out.contains("WRONG at vector v-7"), "{out}");
    assert!(out.contains("DISQUALIFIED demo.sum n=1,size=8B fast"), "{out}");
    assert!(out.contains("DISQUALIFIED demo.sum n=1,size=8B auto"), "{out}");
    assert!(matches!(result, Err(Failure::Input(_))));
}

#[test]
fn check_tells_passed_and_missing_engines_apart() {
    let report: Value = serde_json::from_str(&good("check --json")).unwrap();
    let status = |engine: &str| {
        let list = report["results"].as_array().unwrap();
        list.iter().find(|r| r["engine"] == engine).unwrap()["status"].clone()
    };
    assert_eq!(status("fast"), "passed");
    assert_eq!(status("exotic"), "unavailable");
    assert_eq!(status("abroad"), "unavailable");
}

#[test]
fn quick_check_runs_fewer_vectors() {
    assert!(good("check --quick").contains("ok, 3 vectors"));
    assert!(good("check").contains("ok, 30 vectors"));
}

#[test]
fn wrong_engine_fails_the_check_and_the_others_are_told_still() {
    static WRONG: Demo = Demo { wrong_engine: Some("fast"), wrong_contender: false, summed_up: false };
    let (result, out) = run(&WRONG, "check demo");
    assert!(out.contains("expected 01") && out.contains("got      02"), "{out}");
    assert!(out.contains("scalar  ok"), "{out}");
    assert!(matches!(result, Err(Failure::Input(e)) if e.to_string().contains("demo.sum on fast")));
}

#[test]
fn forcing_an_engine_that_this_cpu_lacks_names_what_is_missing() {
    for command in ["check", "race"] {
        let text = refused(&format!("{command} --engine exotic"));
        assert!(text.contains(ELSEWHERE.name()), "{text}");
    }
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    assert!(refused("check --engine abacus").contains("exotic, fast, scalar"));
    assert!(refused("check no.such").contains("demo.sum"));
    assert!(refused("race --case n=9").contains("n=1,size=8B"));
    assert!(refused("race --case nine").contains("KEY=VALUE"));
    assert!(refused("race --peer nobody").contains("rival"));
    refused("race --threads 0");
    refused("race --time -1");
    refused("no-such-command");
}

#[test]
fn list_says_why_an_engine_cannot_run() {
    let text = good("list");
    assert!(text.contains("* fast") && text.contains("+ scalar") && text.contains("- exotic"), "{text}");
    assert!(text.contains(&format!("this CPU lacks {}", ELSEWHERE.name())), "{text}");
    assert!(text.contains("Not in this program: abroad (vax), for other architectures"), "{text}");
    let text = good("check");
    assert_eq!(text.matches("abroad").count(), 1, "{text}");
    assert!(text.contains("not run: abroad (vax)"), "{text}");
}

#[test]
fn cpu_tells_the_kind_that_tune_takes() {
    let kind = lanesmith::isa::cpu::kind();
    let report: Value = serde_json::from_str(&good("cpu --json")).unwrap();
    assert_eq!(report["kind"], kind.name());
    let line = format!("kind      {} ({})", kind.name(), kind.title());
    assert!(good("cpu").lines().any(|told| told == line), "{line}");
}

#[test]
fn cpu_tells_why_an_engine_is_chosen() {
    let report: Value = serde_json::from_str(&good("cpu --json")).unwrap();
    assert_eq!(report["operations"][0]["engine"], "fast");
    assert!(report["operations"][0]["why"].as_str().unwrap().contains(ELSEWHERE.name()));
}

#[test]
fn csv_has_a_line_per_contender_and_case() {
    let out = good("race --csv --no-check --time 0.5");
    assert_eq!(out.lines().count(), 1 + 2 * 6, "{out}");
}

#[test]
fn a_race_compared_with_itself_shows_no_difference_and_with_a_slower_one_fails() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (dir.path().join("a.json"), dir.path().join("b.json"));
    let mut report = race_json("--time 0.5 --case n=1");
    std::fs::write(&a, report.to_string()).unwrap();
    let compare = |b: &std::path::Path| {
        run(&RIGHT, &format!("race compare {} {} --fail-below 0.95", a.display(), b.display()))
    };
    let (result, out) = compare(&a);
    assert!(result.is_ok() && out.contains("no difference") && out.contains("in 4 comparisons"), "{out}");
    assert!(out.contains("one record on a side"), "{out}");

    for entry in report["results"].as_array_mut().unwrap().iter_mut().filter(|e| e["contender"] == "fast") {
        entry["ratio"]["plain"] = 0.5.into();
        entry["ratio_interval"]["plain"] = serde_json::json!([0.499, 0.501]);
    }
    std::fs::write(&b, report.to_string()).unwrap();
    let (result, out) = compare(&b);
    assert!(out.contains("slower"), "{out}");
    assert!(matches!(result, Err(Failure::Input(e)) if e.to_string().contains("demo.sum n=1,size=8B fast")));
}

#[test]
fn a_file_that_is_no_record_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("damaged.json");
    std::fs::write(&path, "{\"cpu\":").unwrap();
    for file in [path.to_str().unwrap(), "/no/such.json"] {
        let (result, _) = run(&RIGHT, &format!("race compare {file} {file}"));
        assert!(matches!(result, Err(Failure::Input(e)) if e.to_string().contains(file)));
    }
}

/// A record that somebody made on a quiet machine.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/benchmarks/amd-epyc-zen5.json");

#[test]
fn a_recorded_race_tells_where_another_engine_is_faster_than_the_chosen_one() {
    let told: Value = serde_json::from_str(&good(&format!("race chosen {RECORDED} --json"))).unwrap();
    let cases = told["cases"].as_array().unwrap();
    assert!(cases.len() > 30, "{}", cases.len());
    let record: Value = serde_json::from_slice(&std::fs::read(RECORDED).unwrap()).unwrap();
    let rounds = |case: &Value| {
        let same = |entry: &&Value| ["op", "case", "contender"].iter().all(|key| entry[key] == case[key]);
        record["results"].as_array().unwrap().iter().find(same).unwrap()["rounds"].as_u64().unwrap()
    };
    for case in cases {
        let (low, high) = (case["interval"][0].as_f64().unwrap(), case["interval"][1].as_f64().unwrap());
        let expected = match case["chosen"] == case["fastest"] {
            true => "fastest",
            // A race whose time ends after two or three rounds of a long case gives an interval that holds nothing.
            false if rounds(case) < 4 => "unknown",
            false if low > 1.0 => "fastest",
            false if high < 1.0 => "slower",
            false => "within",
        };
        assert_eq!(case["verdict"], expected, "{case}");
    }
    let counted: u64 =
        ["fastest", "within", "slower", "unknown"].map(|v| told[v].as_u64().unwrap()).iter().sum();
    assert_eq!(counted as usize, cases.len());

    let slower = told["slower"].as_u64().unwrap() as usize;
    let lines = |args: &str| good(&format!("race chosen {RECORDED}{args}")).lines().count();
    // A heading, a line for each case, an empty one, and what is said of them all in one or two lines.
    assert!(lines(" --all") >= cases.len() + 3);
    let few = if slower == 0 { 1..=2 } else { slower + 3..=slower + 4 };
    assert!(few.contains(&lines("")), "{} lines", lines(""));
}

#[test]
fn a_race_of_ones_own_is_judged_too_and_hostile_names_are_shown_harmless() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.json");
    let mut report = race_json("--time 0.5 --case n=1");
    let judge = |report: &Value, args: &str| {
        std::fs::write(&path, report.to_string()).unwrap();
        good(&format!("race chosen {}{args}", path.display()))
    };
    // Nobody chooses in it.
    for entry in report["results"].as_array_mut().unwrap() {
        entry.as_object_mut().unwrap().remove("engine");
    }
    assert!(judge(&report, " --all").contains("of 0 choices 0 are the fastest"));

    let results = report["results"].as_array_mut().unwrap();
    let fast = results.iter_mut().find(|e| e["contender"] == "fast").unwrap();
    fast["engine"] = "scalar\u{1b}[2J".into();
    fast["rounds"] = 20.into();
    for map in ["ratio", "ratio_interval"] {
        fast[map]["scalar"] = if map == "ratio" { 0.5.into() } else { serde_json::json!([0.4, 0.6]) };
    }
    let said = judge(&report, "");
    assert!(said.contains("1 slower") && said.contains("0.500x") && !said.contains('\u{1b}'), "{said}");
}
