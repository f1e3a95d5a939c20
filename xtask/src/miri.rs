//! Unit tests of pointer code and vectors under Miri.

use std::path::Path;

use crate::ci::{self, Outcome, Stage};
use crate::{Result, exec};

/// A run of Miri: the package, options of cargo and of the compiler, and which unit tests.
struct Run {
    package: &'static str,
    options: &'static [&'static str],
    flags: &'static str,
    tests: &'static [&'static str],
}

/// Vectors, rings, walks, levels in place, memory of lanes, results between threads. The longest first: two run at a time.
const RUNS: &[Run] = &[
    Run {
        package: "lanesmith-isa",
        options: &[],
        flags: VECTORS,
        tests: &["arch::", "lanes::", "detect::", "--skip", UNKNOWN],
    },
    Run { package: "lanesmith-curl", options: &[], flags: "", tests: &["kernel"] },
    Run { package: "lanesmith-sha256", options: &[], flags: "", tests: &["kernel"] },
    Run { package: "lanesmith-parallel", options: &[], flags: "", tests: &["tests", "--skip", "lines::"] },
    Run { package: "lanesmith-pwhash", options: &["--no-default-features"], flags: "", tests: &["mem"] },
];

/// The test of what Miri does not know of AVX-512: `_mm512_srl_epi32`, `_mm512_permutexvar_epi64`.
const UNKNOWN: &str = "avx512_words";

/// Features of x86-64 whose vectors Miri knows.
const VECTORS: &str = "-Ctarget-feature=+ssse3,+avx2,+bmi1,+bmi2,+avx512f,+avx512bw,+avx512dq,+avx512vl";

/// Runs at a time.
const TOGETHER: usize = 2;

/// Packages whose kernels take as long as all else, and change little: they are looked at where there is time.
const KERNELS: &[&str] = &["lanesmith-curl", "lanesmith-sha256"];

/// The stages.
pub fn stages() -> [Stage; 2] {
    let of = |kernels: bool| move |run: &&Run| KERNELS.contains(&run.package) == kernels;
    [
        Stage::new("miri", move |root| stage(root, RUNS.iter().filter(of(false)).collect())),
        Stage::new("miri: kernels", move |root| stage(root, RUNS.iter().filter(of(true)).collect())),
    ]
}

fn stage(root: &Path, runs: Vec<&Run>) -> Outcome {
    if let Err(missing) = ci::nightly_has("miri").and_then(|()| ci::nightly_has("rust-src")) {
        return Outcome::Skipped(missing);
    }
    match exec::together(TOGETHER, runs, |run| run.tests(root)) {
        failed if failed.is_empty() => Outcome::Passed,
        failed => Outcome::Failed(failed.join("; ")),
    }
}

impl Run {
    fn tests(&self, root: &Path) -> Result {
        let mut command = ci::nightly_cargo(root);
        command.args(["miri", "test", "--lib", "--package", self.package, "--target-dir"]);
        // What differs in flags is built apart, so that two runs do not take turns.
        let folder = if self.flags.is_empty() { "target/nightly" } else { "target/nightly/vectors" };
        command.arg(root.join(folder)).args(self.options).arg("--").args(self.tests);
        // Tests ask for the time and the CPU.
        let flags = if cfg!(target_arch = "x86_64") { self.flags } else { "" };
        exec::run(command.env("RUSTFLAGS", flags).env("MIRIFLAGS", "-Zmiri-disable-isolation"))
    }
}
