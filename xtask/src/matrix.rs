//! `lanesmith check --quick` on CPUs that we do not have: emulated x86-64, aarch64 and 32-bit Arm, and WebAssembly.
//!
//! Every machine says which engines must run on it and which must not be usable there, so that an emulator that has
//! silently lost an instruction set, or a detection that finds too little, fails instead of checking less. The
//! configurations of the laboratory (`curl.lab`) are checked there too.
//!
//! Long because the table of machines, how each is run and the judgement of what ran are read together.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::ci::{self, Outcome, Stage};
use crate::foreign::{
    self, AARCH64, LINKER_OF_WINDOWS, TOOLS_OF_AARCH64, WINDOWS, Wine, build, emulated, emulator, limited,
    native, needs_target, random_numbers,
};
use crate::{Result, edges, exec};

const ARMV7: &str = "armv7-unknown-linux-gnueabihf";
const WASM: &str = "wasm32-wasip1";

#[derive(clap::Args)]
pub struct Args {
    /// Only machines whose name contains this; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
}

/// How a binary gets to run.
#[derive(Clone, Copy, Debug)]
enum Runner {
    /// On this CPU.
    Native,
    /// qemu-user for x86-64 with a CPU model; the oldest QEMU that has the instructions.
    X86 { model: &'static str, since: (u32, u32) },
    /// qemu-user for aarch64 with a CPU model.
    Aarch64 { model: &'static str },
    /// qemu-user for 32-bit Arm with a CPU model.
    Arm { model: &'static str },
    /// Wine, for Windows on this CPU.
    Wine,
    /// Node's WASI, the module built with or without simd128.
    Wasm { simd: bool },
}

/// A CPU and what is to be expected of it.
#[derive(Clone, Copy, Debug)]
struct Machine {
    name: &'static str,
    runner: Runner,
    /// Engines that must run, in every operation that has them and in one at least.
    runs: &'static [&'static str],
    /// Engines that must be reported as unusable.
    lacks: &'static [&'static str],
    /// Engines that must be refused, and what the reason must name.
    refuses: &'static [(&'static str, &'static str)],
}

/// The families, by the beginnings of their operations' names: on every machine an engine of each operation must have run. Those of the
/// crates with kernels, so that nobody has to think of this list when there is one more.
fn families() -> impl Iterator<Item = String> {
    let names = edges::kernels().filter_map(|package| package.strip_prefix("lanesmith-"));
    names.filter(|name| !["isa", "parallel"].contains(name)).map(|name| format!("{name}."))
}

/// What is checked on every machine: everything.
const CHECKS: [&[&str]; 1] = [&["check", "--studies", "--quick", "--json"]];

const MACHINES: &[Machine] = &[
    Machine {
        name: "native",
        runner: Runner::Native,
        runs: &["scalar", "64_andn_c5_lut_u1_sd"],
        lacks: &[],
        refuses: &[],
    },
    Machine {
        name: "x86-64 Nehalem",
        runner: Runner::X86 { model: "Nehalem", since: (0, 0) },
        runs: &["scalar", "sse2", "ssse3", "sse2_andn_c4_ptr_u4_ss"],
        lacks: &["avx2", "avx512", "avx512vl", "shani", "bmi2", "adx", "avx512ifma", "neon", "simd128"],
        refuses: &[("avx2_andn_c4_ptr_u8_sd", "avx2"), ("bmi2", "bmi2")],
    },
    Machine {
        name: "x86-64 Denverton",
        runner: Runner::X86 { model: "Denverton", since: (8, 2) },
        runs: &["scalar", "sse2", "ssse3", "shani"],
        lacks: &["avx2", "avx512", "avx512vl", "bmi2", "adx"],
        refuses: &[],
    },
    Machine {
        name: "x86-64 Haswell",
        runner: Runner::X86 { model: "Haswell", since: (7, 2) },
        runs: &[
            "scalar",
            "sse2",
            "ssse3",
            "avx2",
            "bmi2",
            "avx2_andn_c4_ptr_u8_sd",
            "avx2_andn_c4_ptr_f3_ip",
        ],
        lacks: &["avx512", "avx512vl", "shani", "adx"],
        refuses: &[("avx512_andn_t2_ptr_f5_ip", "avx512f"), ("adx", "adx")],
    },
    Machine {
        name: "x86-64 EPYC-Milan",
        runner: Runner::X86 { model: "EPYC-Milan", since: (8, 2) },
        runs: &["scalar", "sse2", "ssse3", "avx2", "shani", "bmi2", "adx"],
        lacks: &["avx512", "avx512vl", "avx512ifma"],
        refuses: &[("avx512ifma", "avx512ifma")],
    },
    Machine {
        name: "aarch64 cortex-a53",
        runner: Runner::Aarch64 { model: "cortex-a53" },
        runs: &[
            "scalar",
            "neon",
            "sha2",
            "neon_orn_c4_ptr_u4_ss",
            "neon_orn_c4_ptr_u8_sd",
            "armv8",
            "armv8_adk",
        ],
        lacks: &["avx2", "simd128"],
        refuses: &[("neon_andn_b3_ptr_u4_ss", "armv8-sha3"), ("neon_andn_b3_ptr_f3_ip", "armv8-sha3")],
    },
    Machine {
        // Its multiplications take several cycles each: another engine comes first.
        name: "aarch64 neoverse-n1",
        runner: Runner::Aarch64 { model: "neoverse-n1" },
        runs: &["scalar", "armv8", "armv8_adk"],
        lacks: &["avx2", "simd128"],
        refuses: &[],
    },
    Machine {
        // As above, by another number of its identity.
        name: "aarch64 cortex-a76",
        runner: Runner::Aarch64 { model: "cortex-a76" },
        runs: &["scalar", "armv8", "armv8_adk"],
        lacks: &["avx2", "simd128"],
        refuses: &[],
    },
    Machine {
        name: "aarch64 max",
        runner: Runner::Aarch64 { model: "max" },
        runs: &[
            "scalar",
            "neon",
            "sha2",
            "neon_orn_c4_ptr_u4_ss",
            "neon_andn_b3_ptr_u4_ss",
            "neon_andn_b3_ptr_f3_ip",
            "armv8",
            "armv8_adk",
        ],
        lacks: &["avx2", "simd128"],
        refuses: &[],
    },
    Machine {
        name: "armv7 cortex-a9",
        runner: Runner::Arm { model: "cortex-a9" },
        runs: &["scalar", "neon"],
        lacks: &["sha2", "avx2", "simd128"],
        refuses: &[],
    },
    Machine {
        // As in Tegra 2.
        name: "armv7 without NEON",
        runner: Runner::Arm { model: "cortex-a9,neon=off,vfp-d32=off" },
        runs: &["scalar"],
        lacks: &["neon", "sha2", "avx2", "simd128"],
        refuses: &[("neon", "neon")],
    },
    Machine {
        name: "windows",
        runner: Runner::Wine,
        runs: &["scalar", "sse2"],
        lacks: &["neon"],
        refuses: &[],
    },
    Machine {
        name: "wasm32",
        runner: Runner::Wasm { simd: false },
        runs: &["scalar"],
        lacks: &["simd128", "neon", "avx2"],
        refuses: &[],
    },
    Machine {
        name: "wasm32 simd128",
        runner: Runner::Wasm { simd: true },
        runs: &["scalar", "simd128", "simd128_andn_c4_ptr_u4_ss"],
        lacks: &["neon", "avx2"],
        refuses: &[],
    },
];

/// Machines on which only a family is checked.
const PARTLY: &[(&str, &str)] = &[
    // Rust's own conversion of integers to floating point (`__aeabi_ul2d`, in what it ships for ARMv7) uses registers that come with
    // NEON, so that a search with its progress ends in an illegal instruction.
    ("armv7 without NEON", "sha256"),
    // It has the instructions of the Cortex-A53; in this family alone it prefers other engines.
    ("aarch64 neoverse-n1", "bls"),
];

/// The one of which others see all.
const DEEP: &str = "wasm32";

/// A stage for each machine, and those of other programs than the command line's, some of them with `--deep` only.
pub fn stages(deep: bool) -> Vec<Stage> {
    let stage = |machine: &'static Machine| {
        Stage::new(format!("check: {}", machine.name), |root| check(machine, root))
    };
    let mut stages: Vec<Stage> =
        MACHINES.iter().filter(|machine| deep || machine.name != DEEP).map(stage).collect();
    stages.push(Stage::new("check: aarch64 big-endian", foreign::big_endian));
    if deep {
        stages.push(Stage::new("windows: command line", foreign::command_line_on_windows));
    }
    stages
}

/// Runs the machines.
pub fn run(args: &Args, root: &Path) -> Result {
    let wanted =
        |name: &str| args.only.is_empty() || args.only.iter().any(|part| name.contains(part.as_str()));
    let stages = stages(true).into_iter().filter(|stage| wanted(&stage.name));
    ci::run_stages(
        stages.flat_map(|stage| Stage::beside([stage])).collect(),
        root,
        true,
        ci::Time::without_limit(),
    )
}

/// One row of `lanesmith check --json`.
#[derive(Clone, Debug, Deserialize)]
struct Row {
    op: String,
    engine: String,
    status: String,
    #[serde(default)]
    reason: String,
}

#[derive(Debug, Deserialize)]
struct Report {
    results: Vec<Row>,
}

fn check(machine: &Machine, root: &Path) -> Outcome {
    let prepared = match prepare(machine.runner, root) {
        Ok(command) => command,
        Err(outcome) => return outcome,
    };
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    let family = PARTLY.iter().find(|(name, _)| *name == machine.name).map(|(_, family)| family);
    for args in CHECKS {
        let mut command = Command::new(prepared.get_program());
        // A family named means no studies.
        let args = args.iter().filter(|arg| family.is_none() || **arg != "--studies");
        command.args(prepared.get_args()).args(args).args(family);
        command.envs(prepared.get_envs().filter_map(|(name, value)| Some((name, value?))));
        println!("{}", exec::line(&command));
        let (text, ok) = match exec::output_and_status(&mut command) {
            Ok(output) => output,
            Err(message) => return Outcome::Failed(message),
        };
        let report: Report = match serde_json::from_str(&text) {
            Ok(report) => report,
            Err(error) => return Outcome::Failed(format!("no report ({error}): {}", text.trim())),
        };
        if !ok {
            wrong.push("lanesmith check ended with an error".into());
        }
        println!("{}", summary(&report.results));
        rows.extend(report.results);
    }
    wrong.extend(judge(machine, &rows));
    if family.is_none() {
        wrong.extend(unchecked(&rows));
    }
    match wrong.is_empty() {
        true => Outcome::Passed,
        false => Outcome::Failed(wrong.join("; ")),
    }
}

/// Families and operations of which no engine ran.
fn unchecked(rows: &[Row]) -> Vec<String> {
    let wanted: BTreeSet<String> = families().chain(rows.iter().map(|row| row.op.clone())).collect();
    let ran = |part: &str| rows.iter().any(|row| row.status == "passed" && row.op.starts_with(part));
    wanted
        .into_iter()
        .filter(|part| !ran(part))
        .map(|part| format!("nothing of {part} was checked"))
        .collect()
}

/// What is not as the machine should have it.
fn judge(machine: &Machine, rows: &[Row]) -> Vec<String> {
    let mut wrong = Vec::new();
    if !rows.iter().any(|row| row.status == "passed") {
        wrong.push("no engine was checked".into());
    }
    // Arm's NEON is an engine of more operations with 64 bits than with 32, where it is named as one of 64 bits.
    let elsewhere = |row: &Row| row.reason.starts_with("it is for");
    let has = |name: &str| rows.iter().any(|row| row.engine == name && !elsewhere(row));
    for name in machine.runs.iter().filter(|name| !has(name)) {
        wrong.push(format!("no operation has an engine {name}, which this CPU is there to check"));
    }
    for row in rows {
        let Row { op, engine, status, reason } = row;
        let engine = engine.as_str();
        if status != "passed" && status != "unavailable" {
            wrong.push(format!("{op} on {engine}: {status}"));
        } else if machine.runs.contains(&engine) && status != "passed" && !elsewhere(row) {
            wrong.push(format!("{op} on {engine} did not run: {reason}"));
        } else if machine.lacks.contains(&engine) && status == "passed" {
            wrong.push(format!("{op} on {engine} ran, and this CPU should not have it"));
        }
    }
    for (engine, why) in machine.refuses {
        let refused =
            |row: &Row| row.engine == *engine && row.status == "unavailable" && row.reason.contains(why);
        if !rows.iter().any(refused) {
            wrong.push(format!("{engine} is not refused because of {why:?}"));
        }
    }
    wrong
}

/// Which engines ran and which did not; only how many where there are too many to read.
fn summary(rows: &[Row]) -> String {
    let names = |status: &str| {
        let set: BTreeSet<&str> =
            rows.iter().filter(|row| row.status == status).map(|row| row.engine.as_str()).collect();
        match set.len() {
            0 => "none".into(),
            1..=20 => Vec::from_iter(set).join(", "),
            n => format!("{n} engines of {}", rows[0].op),
        }
    };
    format!("ran: {}; not run: {}", names("passed"), names("unavailable"))
}

/// Builds what is to be run and gives the command that runs it.
fn prepare(runner: Runner, root: &Path) -> std::result::Result<Command, Outcome> {
    match runner {
        Runner::Native => Ok(limited(&[&native(root)?])),
        Runner::X86 { model, since } => {
            // On another architecture the emulator would need a cross build that nothing here makes.
            if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
                return Err(Outcome::Skipped("x86-64 models are emulated on x86-64 Linux only".into()));
            }
            let qemu = emulator(&["qemu-x86_64", "qemu-x86_64-static"], since)?;
            Ok(limited(&[&qemu, Path::new("-cpu"), Path::new(model), &native(root)?]))
        }
        Runner::Aarch64 { model } => {
            let [qemu, package] = TOOLS_OF_AARCH64;
            emulated(root, AARCH64, model, &qemu, package)
        }
        Runner::Arm { model } => {
            let [qemu, package] =
                [["qemu-arm", "qemu-arm-static"], ["arm-linux-gnueabihf", "gcc-arm-linux-gnueabihf"]];
            emulated(root, ARMV7, model, &qemu, package)
        }
        Runner::Wine => {
            let wine = Wine::find()?;
            let binary = build(root, Some(WINDOWS), &[(LINKER_OF_WINDOWS, &wine.linker.to_string_lossy())])?;
            random_numbers(&wine.linker, &binary).map_err(Outcome::Failed)?;
            let mut command = limited(&[&wine.program, &binary]);
            command.envs(wine.settings(root));
            Ok(command)
        }
        Runner::Wasm { simd } => {
            let Some(node) = exec::find(&["node", "nodejs"]) else {
                return Err(Outcome::Skipped("node (Debian: nodejs)".into()));
            };
            needs_target(WASM)?;
            let flags = if simd { "-Ctarget-feature=+simd128" } else { "" };
            let folder = root.join("target").join(if simd { "wasm-simd128" } else { "wasm" });
            let settings = [
                ("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", flags),
                ("CARGO_TARGET_DIR", &folder.to_string_lossy()),
            ];
            let module = build(root, Some(WASM), &settings)?;
            Ok(limited(&[&node, Path::new("--no-warnings"), &root.join("xtask/wasi.mjs"), &module]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASWELL: Machine = Machine {
        name: "test",
        runner: Runner::Native,
        runs: &["scalar", "avx2"],
        lacks: &["avx512"],
        refuses: &[],
    };

    fn row(engine: &str, status: &str) -> Row {
        Row { op: "op".into(), engine: engine.into(), status: status.into(), reason: String::new() }
    }

    #[test]
    fn a_machine_that_ran_what_it_should_is_right() {
        let rows = [row("scalar", "passed"), row("avx2", "passed"), row("avx512", "unavailable")];
        assert!(judge(&HASWELL, &rows).is_empty());
    }

    #[test]
    fn an_engine_that_should_have_run_is_missed() {
        let rows = [row("scalar", "passed"), row("avx2", "unavailable")];
        assert_eq!(judge(&HASWELL, &rows).len(), 1);
    }

    #[test]
    fn an_engine_that_should_not_run_is_noticed() {
        assert_eq!(
            judge(&HASWELL, &[row("scalar", "passed"), row("avx2", "passed"), row("avx512", "passed")]).len(),
            1
        );
    }

    #[test]
    fn an_engine_must_be_refused_for_the_right_reason() {
        let machine = Machine { refuses: &[("avx512", "avx512f")], ..HASWELL };
        let rows = |reason: &str| {
            let refused = Row { reason: reason.into(), ..row("avx512", "unavailable") };
            [row("scalar", "passed"), row("avx2", "passed"), refused]
        };
        assert!(judge(&machine, &rows("this CPU lacks avx512f")).is_empty());
        assert_eq!(judge(&machine, &rows("no reason")).len(), 1);
        assert_eq!(judge(&machine, &rows("")[..2]).len(), 1);
    }

    #[test]
    fn a_wrong_result_is_noticed() {
        assert_eq!(
            judge(&HASWELL, &[row("scalar", "passed"), row("avx2", "passed"), row("other", "failed")]).len(),
            1
        );
    }

    #[test]
    fn an_empty_report_is_no_success() {
        assert!(judge(&HASWELL, &[]).iter().any(|wrong| wrong == "no engine was checked"));
    }

    #[test]
    fn a_family_or_an_operation_that_no_engine_ran_is_noticed() {
        let of = |op: &str, status: &str| Row { op: op.into(), ..row("scalar", status) };
        let families: Vec<Row> = families().map(|family| of(&format!("{family}x"), "passed")).collect();
        assert!(unchecked(&families).is_empty());
        for lost in 0..families.len() {
            let mut rest = families.clone();
            let Row { op, .. } = rest.remove(lost);
            let family = op.trim_end_matches('x');
            assert_eq!(unchecked(&rest), [format!("nothing of {family} was checked")]);
        }
        assert!(families.iter().any(|row| row.op == "bls.x"), "{families:?}");
        let rows = [&families[..], &[of("curl.y", "unavailable")]].concat();
        assert_eq!(unchecked(&rows), ["nothing of curl.y was checked"]);
    }

    #[test]
    fn an_expected_engine_that_no_operation_has_is_noticed() {
        assert_eq!(judge(&HASWELL, &[row("scalar", "passed")]).len(), 1);
    }

    #[test]
    fn an_engine_of_another_architecture_is_not_one_that_ran() {
        let foreign = Row { reason: "it is for aarch64, this is arm".into(), ..row("avx2", "unavailable") };
        let rows = [row("scalar", "passed"), foreign];
        assert_eq!(judge(&HASWELL, &rows).len(), 1);
        assert!(judge(&HASWELL, &[&rows[..], &[row("avx2", "passed")]].concat()).is_empty());
    }

    #[test]
    fn only_machines_that_there_are_stand_apart() {
        let names = [&DEEP].into_iter().chain(PARTLY.iter().map(|(name, _)| name));
        assert!(names.into_iter().all(|name| MACHINES.iter().any(|machine| machine.name == *name)));
    }

    #[test]
    fn every_machine_expects_something() {
        assert!(MACHINES.iter().all(|machine| !machine.runs.is_empty()));
    }
}
