//! What `llvm-mca` thinks of the inner loops of kernels on CPUs that we do not have, as tables in the kernels' documents.
//!
//! The crates are compiled to assembly for x86-64 and aarch64, a loop is found by the function that it stands in and by what it
//! contains, and its instructions are written one after the other, inner loops as often as they run. The model knows ports
//! and latencies; it knows no caches, takes every branch as foreseen, and lets no load wait for a store. Where a kernel was
//! measured too, the table says by how much the model is wrong.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::{Result, exec};

const BEGIN: &str = "<!-- model:begin -->";
const END: &str = "<!-- model:end -->";

/// The model, newest first. Version 19 is the first that knows Neoverse V2 and Zen 4 well.
const PROGRAMS: &[&str] = &["llvm-mca-22", "llvm-mca-21", "llvm-mca-20", "llvm-mca-19", "llvm-mca"];

#[derive(clap::Args)]
pub struct Args {
    /// Change nothing; fail if a table is not what the model gives with this compiler
    #[arg(long)]
    check: bool,
}

const X86: &str = "x86_64-unknown-linux-gnu";
const ARM: &str = "aarch64-unknown-linux-gnu";

/// CPUs by their name in LLVM, and whether they have AVX-512.
const CPUS: &[(&str, &str, bool)] = &[
    (X86, "sapphirerapids", true),
    (X86, "alderlake", false),
    (X86, "znver4", true),
    (ARM, "neoverse-v2", false),
    (ARM, "apple-m1", false),
];

/// The CPU whose figures were measured.
const MEASURED: &str = "znver4";

/// A loop of a kernel.
struct Kernel {
    /// In the table.
    name: &'static str,
    target: &'static str,
    avx512: bool,
    /// What the symbol of the function contains; a name of one letter less does not pass for it, lengths are part of symbols.
    symbol: &'static str,
    /// It is the smallest loop, or run of instructions without a jump into it, with so many instructions that start so.
    holds: (&'static str, usize),
    /// How often each loop inside it runs, in order.
    turns: &'static [usize],
    /// Units of work that one turn does.
    units: f64,
    /// Cycles of a unit as measured on [`MEASURED`].
    measured: Option<f64>,
}

/// A document and the loops that its table has.
struct Document {
    file: &'static str,
    package: &'static str,
    unit: &'static str,
    /// Where the measured figures come from.
    measured: &'static str,
    kernels: &'static [Kernel],
}

/// What every kernel below says, in order.
const fn kernel(
    name: &'static str,
    symbol: &'static str,
    holds: (&'static str, usize),
    turns: &'static [usize],
    units: f64,
    measured: Option<f64>,
) -> Kernel {
    Kernel { name, target: X86, avx512: false, symbol, holds, turns, units, measured }
}

const fn arm(kernel: Kernel) -> Kernel {
    Kernel { target: ARM, ..kernel }
}

const fn avx512(kernel: Kernel) -> Kernel {
    Kernel { avx512: true, ..kernel }
}

/// Any instruction.
const ANY: &str = "";

/// Loops of the lane kernels: three times sixteen rounds with schedule, four times sixteen of the padding.
const LANES: &[usize] = &[3, 4];

const SHA256: Document = Document {
    file: "crates/sha256/docs/sha256.md",
    package: "lanesmith-sha256",
    unit: "node or block",
    measured: "the table above and the costs in `engines.rs`, times 3.7 GHz",
    kernels: &[
        avx512(kernel("node, avx512", "arch6avx5125nodes5inner", (ANY, 1000), LANES, 16.0, Some(119.0))),
        avx512(kernel("node, avx512vl", "arch8avx512vl5nodes5inner", (ANY, 1000), LANES, 8.0, Some(134.0))),
        kernel("node, avx2", "arch4avx25nodes5inner", (ANY, 2000), LANES, 8.0, Some(218.0)),
        kernel("node, ssse3", "arch5ssse35nodes5inner", (ANY, 2000), LANES, 4.0, Some(532.0)),
        kernel(
            "node, shani, long rows",
            "arch5shani5nodes5inner",
            ("sha256rnds2", 192),
            &[],
            3.0,
            Some(85.0),
        ),
        kernel(
            "block of one stream, shani",
            "arch5shani8compress5inner",
            ("sha256rnds2", 32),
            &[],
            1.0,
            Some(130.0),
        ),
        kernel("block of one stream, avx2", "arch4avx28compress5inner", (ANY, 1100), LANES, 2.0, Some(687.0)),
        kernel(
            "block of one stream, ssse3",
            "arch5ssse38compress5inner",
            (ANY, 1000),
            &[3],
            1.0,
            Some(805.0),
        ),
        arm(kernel("node, neon", "arch4neon5nodes5inner", (ANY, 1500), LANES, 4.0, None)),
        arm(kernel("node, sha2, four at once", "arch4sha25nodes5inner", ("sha256h\t", 128), &[], 4.0, None)),
        arm(kernel(
            "block of one stream, sha2",
            "arch4sha28compress5inner",
            ("sha256h\t", 16),
            &[],
            1.0,
            None,
        )),
        arm(kernel("block of one stream, neon", "arch4neon8compress17h", (ANY, 600), &[3], 1.0, None)),
    ],
};

/// S-boxes of a transaction, for all lanes.
const TRANSACTION: f64 = 729.0 * 81.0 * 33.0;

/// Transactions in a turn of a loop that makes so many S-boxes of so many lanes.
const fn transactions(sboxes: f64, lanes: f64) -> f64 {
    sboxes * lanes / TRANSACTION
}

const CURL: Document = Document {
    file: "crates/curl/docs/curl.md",
    package: "lanesmith-curl",
    unit: "transaction",
    measured: "5.8 cycles per 256 lanes and step (above); for `avx2` and `sse2` the costs in `engines.rs`, times 3.7 GHz, which \
               include packing",
    kernels: &[
        avx512(kernel("avx512", "walk_512", (ANY, 100), &[], transactions(80.0, 512.0), Some(8_830.0))),
        avx512(kernel("avx512vl", "walk_256", (ANY, 100), &[], transactions(80.0, 256.0), Some(8_830.0))),
        kernel(
            "avx2",
            "avx24HASH9transform5inner",
            (ANY, 100),
            &[],
            transactions(24.0, 256.0),
            Some(14_300.0),
        ),
        kernel("sse2", "sse24HASH9transform17h", (ANY, 100), &[], transactions(24.0, 128.0), Some(27_700.0)),
        arm(kernel("neon", "neon4HASH9transform17h", (ANY, 100), &[], transactions(24.0, 128.0), None)),
    ],
};

const DOCUMENTS: &[Document] = &[SHA256, CURL];

/// Writes the tables, or compares them.
pub fn run(args: &Args, root: &Path) -> Result {
    let Some(program) = exec::find(PROGRAMS) else {
        println!("SKIPPED: no llvm-mca (Debian: llvm-19)");
        return Ok(());
    };
    let version = version(&program)?;
    let mut stale = Vec::new();
    for document in DOCUMENTS {
        let mut targets = Vec::new();
        for target in [X86, ARM] {
            if crate::ci::has_target(target) {
                targets.push((target, assembly(root, document.package, target)?));
            } else {
                println!("SKIPPED: Rust target {target} (rustup target add {target})");
            }
        }
        if args.check && targets.len() < 2 {
            println!("SKIPPED: {}: not all of its table can be had here", document.file);
            continue;
        }
        let path = root.join(document.file);
        let old = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", document.file))?;
        // Another version of the model has other opinions: nothing is stale by that.
        if args.check && !old.contains(&version) {
            println!("SKIPPED: {}: made by another version than {version}", document.file);
            continue;
        }
        let new = replace(&old, &table(document, &targets, &program, &version)?)
            .map_err(|e| format!("{}: {e}", document.file))?;
        if new != old {
            stale.push(document.file);
            if !args.check {
                fs::write(&path, new).map_err(|e| format!("{}: {e}", document.file))?;
                println!("wrote {}", document.file);
            }
        }
    }
    match (args.check, stale.is_empty()) {
        (true, false) => Err(format!("{}: run cargo xtask model", stale.join(", "))),
        _ => Ok(()),
    }
}

/// The line of `--version` that names the version.
pub fn version(program: &Path) -> Result<String> {
    let text = exec::output(Command::new(program).arg("--version"))?;
    let line = text.lines().map(str::trim).find(|line| line.contains("LLVM version"));
    let number = line.and_then(|line| line.split_whitespace().last()).ok_or("llvm-mca told no version")?;
    Ok(format!("llvm-mca {number}"))
}

/// The document with another table between its markers.
pub fn replace(document: &str, table: &str) -> Result<String> {
    let (head, rest) = document.split_once(BEGIN).ok_or_else(|| format!("no {BEGIN}"))?;
    let (_, tail) = rest.split_once(END).ok_or_else(|| format!("no {END} after {BEGIN}"))?;
    Ok(format!("{head}{BEGIN}\n{table}{END}{tail}"))
}

/// The assembly of a crate for a target, as released.
pub fn assembly(root: &Path, package: &str, target: &str) -> Result<String> {
    let folder = root.join("target/model");
    let mut command = exec::cargo(root);
    command.args(["rustc", "--quiet", "--lib", "--release", "--package", package, "--target", target]);
    command.arg("--target-dir").arg(&folder).args(["--", "--emit", "asm", "-Ccodegen-units=1"]);
    exec::run(&mut command)?;
    let folder = folder.join(target).join("release/deps");
    let start = format!("{}-", package.replace('-', "_"));
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(&start) && name.ends_with(".s")
    };
    let files = entries.flatten().map(|entry| entry.path()).filter(is_ours);
    // Of those of several builds, the last.
    let newest = files.max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
    let file = newest.ok_or_else(|| format!("{}: no assembly of {package}", folder.display()))?;
    fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))
}

/// The instructions of a function, and its labels with the instruction that follows them.
struct Function<'a> {
    instructions: Vec<&'a str>,
    labels: Vec<(&'a str, usize)>,
}

impl<'a> Function<'a> {
    /// The first function whose symbol contains this.
    fn find(assembly: &'a str, symbol: &str) -> Option<Self> {
        let mut lines = assembly.lines();
        lines.find(|line| line.starts_with('_') && line.contains(symbol) && line.ends_with(':'))?;
        let mut function = Function { instructions: Vec::new(), labels: Vec::new() };
        for line in lines.take_while(|line| !line.starts_with(".Lfunc_end")) {
            let line = line.trim();
            let is_word = |c: char| c.is_alphanumeric() || "._$".contains(c);
            match line.strip_suffix(':') {
                Some(label) if label.chars().all(is_word) => {
                    function.labels.push((label, function.instructions.len()));
                }
                _ if line.is_empty() || line.starts_with(['.', '#', '/']) => {}
                _ => function.instructions.push(line),
            }
        }
        Some(function)
    }

    /// Where an instruction jumps to, and whether it always does.
    fn jump(&self, at: usize) -> Option<(usize, bool)> {
        let mut words = self.instructions[at].split_whitespace();
        let name = words.next()?;
        let always = name == "jmp" || name == "b";
        let conditional = name.starts_with('j')
            || ["b.", "cbz", "cbnz", "tbz", "tbnz"].iter().any(|start| name.starts_with(start));
        let label = words.last().filter(|_| always || conditional)?;
        let to = self.labels.iter().find(|(name, _)| *name == label)?.1;
        Some((to, always))
    }

    /// Jumps back, as first and last instruction of a loop.
    fn loops(&self) -> Vec<(usize, usize)> {
        let back = |at: usize| self.jump(at).map(|(to, _)| (to, at)).filter(|(to, at)| to <= at);
        (0..self.instructions.len()).filter_map(back).collect()
    }

    /// Runs of instructions that nothing jumps into or out of.
    fn blocks(&self) -> Vec<(usize, usize)> {
        let count = self.instructions.len();
        let jumps: Vec<(usize, usize)> =
            (0..count).filter_map(|at| self.jump(at).map(|(to, _)| (at, to))).collect();
        let mut edges: Vec<usize> =
            jumps.iter().flat_map(|(at, to)| [at + 1, *to]).chain([0, count]).collect();
        edges.sort_unstable();
        edges.dedup();
        edges.windows(2).map(|pair| (pair[0], pair[1] - 1)).collect()
    }

    /// The instructions of the kernel's loop in the order in which they run.
    fn trace(&self, kernel: &Kernel) -> Option<Vec<&'a str>> {
        let loops = self.loops();
        let inside = |first: usize, last: usize| {
            let within = |(a, b): &&(usize, usize)| *a > first && *b < last;
            let mut inner: Vec<(usize, usize)> = loops.iter().filter(within).copied().collect();
            inner.dedup_by_key(|(first, _)| *first);
            inner
        };
        let (start, count) = kernel.holds;
        let holds = |(first, last): &(usize, usize)| {
            self.instructions[*first..=*last].iter().filter(|line| line.starts_with(start)).count() >= count
                && inside(*first, *last).len() == kernel.turns.len()
        };
        let blocks = if kernel.turns.is_empty() { self.blocks() } else { Vec::new() };
        let (first, last) =
            loops.iter().copied().chain(blocks).filter(holds).min_by_key(|(first, last)| last - first)?;
        let inner = inside(first, last);
        let (mut at, mut trace, mut done) = (first, Vec::new(), vec![0; inner.len()]);
        while at <= last && trace.len() < 100_000 {
            let line = self.instructions[at];
            // What a rare path calls is no part of the loop.
            if !line.starts_with("call") && !line.starts_with("bl\t") {
                trace.push(line);
            }
            let turned = inner.iter().position(|(_, end)| *end == at);
            at = match (turned, self.jump(at)) {
                (Some(i), _) if done[i] + 1 < kernel.turns[i] => {
                    done[i] += 1;
                    inner[i].0
                }
                // Forwards only: what else jumps back ends the loop.
                (None, Some((to, true))) if to > at => to,
                _ => at + 1,
            };
        }
        Some(trace)
    }
}

/// What the model says of a loop.
#[derive(Debug, PartialEq)]
struct Verdict {
    cycles: f64,
    binding: String,
}

/// How often a loop is run in the model.
const ITERATIONS: u32 = 12;

/// A port that is busy for that part of the time, or a front end, binds; below, instructions wait for each other.
const BUSY: f64 = 0.9;

fn ask(program: &Path, target: &str, cpu: &str, trace: &[&str]) -> Result<Option<Verdict>> {
    let mut command = Command::new(program);
    command
        .arg(format!("-mtriple={target}"))
        .arg(format!("-mcpu={cpu}"))
        .arg(format!("-iterations={ITERATIONS}"));
    if target == ARM {
        command.arg("-mattr=+sha2");
    }
    command.args(["-json", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("{}: {e}", exec::line(&command)))?;
    // It reads all before it writes.
    let text = trace.join("\n") + "\n";
    child
        .stdin
        .take()
        .map_or(Ok(()), |mut stdin| stdin.write_all(text.as_bytes()))
        .map_err(|e| e.to_string())?;
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    if complaint.contains("not a recognized processor") {
        return Ok(None);
    }
    if !output.status.success() {
        let complaint: Vec<&str> = complaint.trim().lines().take(2).collect();
        let complaint = complaint.join(" ");
        return Err(format!("{}: {}", exec::line(&command), complaint));
    }
    judge(&String::from_utf8_lossy(&output.stdout)).map(Some)
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Report {
    code_regions: Vec<Region>,
    target_info: Target,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Target {
    resources: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Region {
    instructions: Vec<serde_json::Value>,
    summary_view: Summary,
    resource_pressure_view: Pressure,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Summary {
    total_cycles: f64,
    iterations: f64,
    dispatch_width: f64,
    #[serde(rename = "uOpsPerCycle")]
    uops_per_cycle: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Pressure {
    resource_pressure_info: Vec<Usage>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Usage {
    instruction_index: usize,
    resource_index: usize,
    resource_usage: f64,
}

/// Reads the model's report.
fn judge(json: &str) -> Result<Verdict> {
    let report: Report = serde_json::from_str(json).map_err(|e| format!("llvm-mca: {e}"))?;
    let region = report.code_regions.first().ok_or("llvm-mca: no region")?;
    let summary = &region.summary_view;
    let cycles = summary.total_cycles / summary.iterations;
    // The row behind the instructions is that of a whole turn.
    let totals = region.resource_pressure_view.resource_pressure_info.iter();
    let busiest = totals
        .filter(|usage| usage.instruction_index == region.instructions.len())
        .max_by(|a, b| a.resource_usage.total_cmp(&b.resource_usage));
    let (name, busy) = busiest.map_or(("none", 0.0), |usage| {
        let name = report.target_info.resources.get(usage.resource_index).map_or("?", String::as_str);
        (name.split_once('.').map_or(name, |(name, _)| name), usage.resource_usage / cycles)
    });
    let dispatch = summary.uops_per_cycle / summary.dispatch_width;
    let binding = if busy >= BUSY {
        name.to_owned()
    } else if dispatch >= BUSY {
        "dispatch".to_owned()
    } else {
        format!("latency ({name} {:.0} %)", 100.0 * busy)
    };
    Ok(Verdict { cycles, binding })
}

/// The table of a document.
fn table(
    document: &Document,
    assemblies: &[(&str, String)],
    program: &Path,
    version: &str,
) -> Result<String> {
    let mut text = format!(
        "*Modelled* by {version} (`cargo xtask model`): core cycles per {}, and what binds: a port, the front end (dispatch), or\n\
         latency, where instructions wait for each other and no port is busy for {:.0} % of the time (the busiest in\n\
         brackets). The model knows no caches, and no load waits for a store. Measured: {}.\n\n",
        document.unit,
        100.0 * BUSY,
        document.measured
    );
    text += "| loop | CPU | cycles, modelled | binds | measured | the model's error |\n";
    text += "| --- | --- | ---: | --- | ---: | ---: |\n";
    let mut unknown = Vec::new();
    for kernel in document.kernels {
        let Some((_, assembly)) = assemblies.iter().find(|(target, _)| *target == kernel.target) else {
            continue;
        };
        let missing =
            || format!("{}: no such loop in the assembly any more ({})", kernel.name, kernel.symbol);
        let function = Function::find(assembly, kernel.symbol).ok_or_else(missing)?;
        let trace = function.trace(kernel).ok_or_else(missing)?;
        for (target, cpu, avx512) in CPUS {
            if *target != kernel.target || (kernel.avx512 && !avx512) {
                continue;
            }
            let Some(Verdict { cycles, binding }) = ask(program, target, cpu, &trace)? else {
                unknown.push(*cpu);
                continue;
            };
            let cycles = cycles / kernel.units;
            let measured = kernel.measured.filter(|_| *cpu == MEASURED);
            let (measured, error) = measured.map_or((String::new(), String::new()), |measured| {
                (format!("{measured:.0}"), format!("{:+.0} %", 100.0 * (cycles / measured - 1.0)))
            });
            text +=
                &format!("| {} | {cpu} | {cycles:.0} | {binding} | {measured} | {error} |\n", kernel.name);
        }
    }
    unknown.dedup();
    if !unknown.is_empty() {
        text += &format!("\nNot known to {version}: {}.\n", unknown.join(", "));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOPS: &str = "
_ZN4test5inner17h0E:
	.cfi_startproc
	movq	%rdi, %rax
.LBB0_1:
	je	.LBB0_9
	vpaddd	a
.LBB0_2:
	vpxor	b
	jne	.LBB0_2
	callq	elsewhere
.LBB0_3:
	vpor	c
	jne	.LBB0_3
	jmp	.LBB0_5
	vpand	never
.LBB0_5:
	jne	.LBB0_1
.LBB0_9:
	retq
.Lfunc_end0:
";

    #[test]
    fn inner_loops_are_written_out_and_calls_left_out() {
        let function = Function::find(LOOPS, "test5inner").expect("the function");
        let trace = function.trace(&kernel("t", "", ("v", 3), &[2, 3], 1.0, None)).expect("the loop");
        let names: Vec<&str> = trace.iter().filter_map(|line| line.split_whitespace().next()).collect();
        let want = "je vpaddd vpxor jne vpxor jne vpor jne vpor jne vpor jne jmp jne";
        assert_eq!(names.join(" "), want);
    }

    #[test]
    fn a_loop_that_is_not_there_is_not_found() {
        let function = Function::find(LOOPS, "test5inner").expect("the function");
        assert!(function.trace(&kernel("t", "", ("sha256", 1), &[], 1.0, None)).is_none());
        assert!(Function::find(LOOPS, "other").is_none());
    }

    fn report(total: f64, uops: f64, usage: f64) -> String {
        format!(
            r#"{{"CodeRegions": [{{"Instructions": ["x"], "SummaryView": {{"TotalCycles": {total}, "Iterations": 10,
            "DispatchWidth": 6, "uOpsPerCycle": {uops}}}, "ResourcePressureView": {{"ResourcePressureInfo": [
            {{"InstructionIndex": 0, "ResourceIndex": 0, "ResourceUsage": 99}},
            {{"InstructionIndex": 1, "ResourceIndex": 1, "ResourceUsage": {usage}}}]}}}}],
            "TargetInfo": {{"Resources": ["A", "P5.x"]}}}}"#
        )
    }

    #[test]
    fn what_binds_is_a_busy_port_or_the_front_end_or_waiting() {
        let binding = |uops, usage| judge(&report(100.0, uops, usage)).expect("a verdict").binding;
        assert_eq!(binding(2.0, 9.5), "P5");
        assert_eq!(binding(5.9, 5.0), "dispatch");
        assert_eq!(binding(2.0, 5.0), "latency (P5 50 %)");
    }

    #[test]
    fn only_what_stands_between_the_markers_changes() {
        let document = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        assert_eq!(replace(&document, "new\n"), Ok(format!("a\n{BEGIN}\nnew\n{END}\nb\n")));
        assert!(replace("a", "new").is_err());
    }
}
