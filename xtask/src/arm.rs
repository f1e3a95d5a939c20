//! What the kernels of BLS12-381 for 64-bit Arm take on cores that we do not have: instructions counted by class, cycles by
//! `llvm-mca` and for cores in order by [a model of our own](in_order), beside blst's and against bars.
//!
//! The crate is compiled for aarch64, blst's assembly is taken from its crate; a kernel is followed from its label to its return, calls
//! included. Counts are exact, so their bars are too. The models are only those of which the multiplier is right
//! (`docs/kernels/armv8.md`), and a cycle more in fifty is another version's opinion.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::ci::{Outcome, has_target};
use crate::{Result, exec, in_order, model};

const TARGET: &str = "aarch64-unknown-linux-gnu";
const DOCUMENT: &str = "docs/kernels/armv8.md";
const COMPILERS: &[&str] = &["aarch64-linux-gnu-gcc"];

/// The cores whose models are used. Version 19 is the first that knows all of them well.
const CORES: [&str; 3] = ["neoverse-v2", "neoverse-n1", "ampere1"];
const PROGRAMS: &[&str] = &["llvm-mca-22", "llvm-mca-21", "llvm-mca-20", "llvm-mca-19"];

/// How much another version of the model may be away from a bar.
const TOLERANCE: f64 = 1.02;

#[derive(clap::Args)]
pub struct Args {
    /// Write the table into docs/kernels/armv8.md
    #[arg(long)]
    write: bool,
}

/// A kernel, its counterpart in blst, and what it may take at most.
struct Bar {
    engine: &'static str,
    kernel: &'static str,
    blst: Option<&'static str>,
    instructions: usize,
    /// Exactly.
    multiplications: usize,
    /// Cycles on each of [`CORES`].
    cycles: [Option<f64>; 3],
    /// Cycles on a core that issues in order.
    in_order: Option<f64>,
}

impl Bar {
    const fn in_order(self, cycles: f64) -> Bar {
        Bar { in_order: Some(cycles), ..self }
    }
}

const fn bar(
    kernel: &'static str,
    blst: Option<&'static str>,
    (instructions, multiplications): (usize, usize),
    [v2, n1, ampere1]: [f64; 3],
) -> Bar {
    let cycles = [Some(v2), Some(n1), Some(ampere1)];
    Bar { engine: "karatsuba", kernel, blst, instructions, multiplications, cycles, in_order: None }
}

const fn adk(
    kernel: &'static str,
    blst: Option<&'static str>,
    (instructions, multiplications): (usize, usize),
    n1: Option<f64>,
) -> Bar {
    let cycles = [None, n1, None];
    Bar { engine: "differences", kernel, blst, instructions, multiplications, cycles, in_order: None }
}

const BARS: &[Bar] = &[
    bar("fp_mul", Some("mul_mont_384"), (374, 126), [70.0, 385.0, 127.0]).in_order(315.0),
    bar("fp_sqr", Some("sqr_mont_384"), (275, 114), [61.0, 343.0, 115.0]),
    bar("fp_mul_wide", Some("mul_384"), (190, 54), [34.0, 168.0, 56.0]),
    bar("fp_sqr_wide", Some("sqr_384"), (110, 42), [26.0, 126.0, 45.0]),
    bar("fp_reduce", Some("redc_mont_384"), (180, 72), [39.0, 217.0, 72.0]),
    bar("fp_reduce_tight", None, (210, 84), [50.0, 260.0, 88.0]),
    bar("fp2_mul", Some("mul_mont_384x"), (1045, 306), [182.0, 935.0, 325.0]).in_order(890.0),
    bar("fp2_sqr", Some("sqr_mont_384x"), (770, 252), [145.0, 775.0, 256.0]),
    bar("fp2_mul_wide", Some("mul_382x"), (640, 162), [108.0, 510.0, 185.0]),
    bar("fp2_sqr_wide", Some("sqr_382x"), (420, 108), [72.0, 345.0, 120.0]),
    adk("fp_mul", Some("mul_mont_384"), (520, 96), Some(315.0)),
    adk("fp2_mul", Some("mul_mont_384x"), (1415, 228), Some(775.0)),
    adk("fp2_sqr", Some("sqr_mont_384x"), (1060, 192), None),
    adk("fp2_mul_wide", Some("mul_382x"), (940, 108), None),
    adk("fp2_sqr_wide", Some("sqr_382x"), (600, 72), None),
];

/// Kernels that are shown without a bar: those of the tower, and the compiler's.
const SHOWN: &[(&str, &str)] = &[
    ("karatsuba", "fp6_mul_wide"),
    ("karatsuba", "fp12_mul"),
    ("karatsuba", "fp12_sqr"),
    ("karatsuba", "fp12_cyclotomic_sqr"),
    ("differences", "fp12_mul"),
    ("differences", "fp12_cyclotomic_sqr"),
    ("scalar", "fp_mul"),
    ("scalar", "fp_sqr"),
];

/// Instructions by label.
struct Assembly {
    lines: Vec<String>,
    labels: BTreeMap<String, usize>,
}

impl Assembly {
    fn read(text: &str) -> Self {
        let mut assembly = Assembly { lines: Vec::new(), labels: BTreeMap::new() };
        for line in text.lines().map(|line| line.split("//").next().unwrap_or_default().trim()) {
            match line.strip_suffix(':') {
                Some(label) => {
                    assembly.labels.entry(label.trim_matches('"').to_owned()).or_insert(assembly.lines.len());
                }
                None if line.is_empty() || line.starts_with(['.', '#']) => {}
                None => assembly.lines.push(line.to_owned()),
            }
        }
        assembly
    }

    /// The label of a kernel of ours.
    fn ours(&self, module: &str, kernel: &str) -> Option<&str> {
        let part = match module {
            // A method of a trait.
            "scalar" => format!("{}{kernel}17h", kernel.len()),
            _ => format!("{}{module}{}{kernel}17h", module.len(), kernel.len()),
        };
        let is = |label: &&String| {
            label.starts_with('_')
                && label.contains(&part)
                && (module != "scalar" || label.contains("scalar..Scalar"))
        };
        self.labels.keys().find(is).map(String::as_str)
    }

    /// What runs from a label to its return, calls included; `None` for what jumps by a condition.
    fn trace(&self, label: &str) -> Option<Vec<&str>> {
        let (mut at, mut returns, mut trace) = (*self.labels.get(label)?, Vec::new(), Vec::new());
        loop {
            let line = self.lines.get(at)?.as_str();
            let mut words = line.split_whitespace();
            match (words.next()?, words.next()) {
                ("ret", _) => match returns.pop() {
                    Some(back) => at = back,
                    None => return Some(trace),
                },
                ("bl", Some(to)) => {
                    returns.push(at + 1);
                    at = *self.labels.get(to)?;
                }
                ("b", Some(to)) => at = *self.labels.get(to)?,
                (name, _) if name.starts_with("b.") || name.starts_with("cb") || name.starts_with("tb") => {
                    return None;
                }
                _ => {
                    trace.push(line);
                    at += 1;
                }
            }
            // Calls and returns are instructions too.
            if trace.len() > 100_000 {
                return None;
            }
        }
    }
}

/// Instructions by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    all: usize,
    multiplications: usize,
    carries: usize,
    memory: usize,
    other: usize,
}

impl Counts {
    fn of(trace: &[&str]) -> Self {
        let mut counts = Counts { all: trace.len(), ..Counts::default() };
        for line in trace {
            let class = match line.split_whitespace().next().unwrap_or_default() {
                "mul" | "umulh" => &mut counts.multiplications,
                "adds" | "adcs" | "adc" | "subs" | "sbcs" | "sbc" | "cmp" | "cmn" => &mut counts.carries,
                "ldr" | "ldp" | "str" | "stp" => &mut counts.memory,
                _ => &mut counts.other,
            };
            *class += 1;
        }
        counts
    }
}

/// Core cycles of a call among independent ones, and of one alone. What a caller does first keeps calls apart: it sets the addresses.
fn cycles(program: &Path, core: &str, trace: &[&str]) -> Result<(f64, f64)> {
    let text: String =
        (0..5).map(|r| format!("mov x{r}, x29\n")).collect::<String>() + &trace.join("\n") + "\n";
    let total = |iterations: u32| -> Result<f64> {
        let mut command = Command::new(program);
        command.args([
            &format!("-mtriple={TARGET}"),
            &format!("-mcpu={core}"),
            &format!("-iterations={iterations}"),
        ]);
        command.args(["-instruction-info=0", "-resource-pressure=0", "-"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| format!("{}: {e}", exec::line(&command)))?;
        let written = child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(text.as_bytes()));
        written.map_err(|e| e.to_string())?;
        let output = child.wait_with_output().map_err(|e| e.to_string())?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = said.lines().find_map(|line| line.strip_prefix("Total Cycles:"));
        line.and_then(|number| number.trim().parse().ok()).ok_or_else(|| {
            let complaint =
                String::from_utf8_lossy(&output.stderr).lines().take(2).collect::<Vec<_>>().join(" ");
            format!("{}: {complaint}", exec::line(&command))
        })
    };
    let (few, many, one) = (total(10)?, total(30)?, total(1)?);
    Ok(((many - few) / 20.0, one))
}

/// One row of the table.
struct Row {
    engine: String,
    kernel: String,
    counts: Counts,
    cycles: Vec<(f64, f64)>,
    in_order: f64,
}

/// Everything that is modelled together: its traces, asked about by as many processes as there are cores.
fn rows(program: &Path, traces: &[(String, String, Vec<&str>)]) -> Result<Vec<Row>> {
    let results = std::sync::Mutex::new(BTreeMap::new());
    let work = (0..traces.len()).flat_map(|i| (0..CORES.len()).map(move |core| (i, core)));
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let failed = exec::together(threads, work.collect::<Vec<_>>(), |(i, core)| {
        let cycles = cycles(program, CORES[core], &traces[i].2)?;
        results.lock().expect("nobody panics with it").insert((i, core), cycles);
        Ok(())
    });
    if let Some(message) = failed.into_iter().next() {
        return Err(message);
    }
    let results = results.into_inner().expect("nobody panics with it");
    let row = |(i, (engine, kernel, trace)): (usize, &(String, String, Vec<&str>))| {
        Ok(Row {
            engine: engine.clone(),
            kernel: kernel.clone(),
            counts: Counts::of(trace),
            cycles: (0..CORES.len()).filter_map(|core| results.get(&(i, core)).copied()).collect(),
            in_order: in_order::cycles(trace)?,
        })
    };
    traces.iter().enumerate().map(row).collect()
}

/// What is beyond a bar, a sentence each.
fn beyond(bar: &Bar, row: &Row) -> Vec<String> {
    let name = format!("{} of {}", bar.kernel, bar.engine);
    let mut wrong = Vec::new();
    if let Some(most) = bar.in_order.filter(|most| row.in_order > *most) {
        wrong.push(format!("{name}: {:.0} cycles in order, {most:.0} at most", row.in_order));
    }
    if row.counts.all > bar.instructions {
        wrong.push(format!("{name}: {} instructions, {} at most", row.counts.all, bar.instructions));
    }
    if row.counts.multiplications != bar.multiplications {
        let (is, wanted) = (row.counts.multiplications, bar.multiplications);
        wrong.push(format!("{name}: {is} multiplications, not {wanted}"));
    }
    for ((core, (cycles, _)), most) in CORES.iter().zip(&row.cycles).zip(bar.cycles) {
        if most.is_some_and(|most| *cycles > most * TOLERANCE) {
            wrong.push(format!(
                "{name}: {cycles:.0} cycles on {core}, {:.0} at most",
                most.unwrap_or_default()
            ));
        }
    }
    wrong
}

fn table(rows: &[Row], version: &str) -> String {
    let mut text = format!(
        "Counted in object code; cycles *modelled* by {version} (`cargo xtask armv8-model`): of a call among independent ones / of \
         one alone,\nin order by a model of our own. Calls and returns are not counted.\n\n\
         | engine | kernel | all | mul, umulh | carries | memory | other | {} | in order |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        CORES.join(" | ")
    );
    for Row { engine, kernel, counts, cycles, in_order } in rows {
        let Counts { all, multiplications, carries, memory, other } = counts;
        let cycles: Vec<String> = cycles.iter().map(|(many, one)| format!("{many:.0} / {one:.0}")).collect();
        let _ = writeln!(
            text,
            "| {engine} | {kernel} | {all} | {multiplications} | {carries} | {memory} | {other} | {} | {in_order:.0} |",
            cycles.join(" | ")
        );
    }
    text
}

/// blst's assembly, from its crate.
fn blst(root: &Path, compiler: &Path) -> Result<String> {
    #[derive(Deserialize)]
    struct Package {
        name: String,
        manifest_path: PathBuf,
    }
    let packages: Vec<Package> = exec::packages(root, &[])?;
    let package = packages.iter().find(|package| package.name == "blst").ok_or("no crate blst")?;
    let folder = package.manifest_path.parent().unwrap_or(root).join("blst/build/elf");
    exec::output(Command::new(compiler).args(["-E", "-P"]).arg(folder.join("mul_mont_384-armv8.S")))
}

/// The table, and what is beyond its bar. Kernels without one are followed, which finds branches, and stand in a whole table only: the model
/// takes four times as long for them.
fn judged(root: &Path, program: &Path, compiler: &Path, whole: bool) -> Result<(String, Vec<String>)> {
    let ours = Assembly::read(&model::assembly(root, "lanesmith-bls", TARGET)?);
    let theirs = Assembly::read(&blst(root, compiler)?);
    let mut traces = Vec::new();
    let mut our = |module: &str, kernel: &str| -> Result {
        let missing = || format!("{kernel} of {module} is not in the assembly, or has a branch");
        let trace = ours.ours(module, kernel).and_then(|label| ours.trace(label)).ok_or_else(missing)?;
        let engine = match module {
            "karatsuba" => "armv8",
            "differences" => "armv8_adk",
            other => other,
        };
        traces.push((engine.to_owned(), kernel.to_owned(), trace));
        Ok(())
    };
    for Bar { engine, kernel, .. } in BARS {
        our(engine, kernel)?;
    }
    for (engine, kernel) in SHOWN {
        our(engine, kernel)?;
    }
    if !whole {
        traces.truncate(BARS.len());
    }
    let mut names: Vec<&str> = BARS.iter().filter_map(|bar| bar.blst).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let trace = theirs.trace(name).ok_or_else(|| format!("blst has no {name}"))?;
        traces.push(("blst".to_owned(), format!("`{name}`"), trace));
    }
    let rows = rows(program, &traces)?;
    let wrong = BARS.iter().zip(&rows).flat_map(|(bar, row)| beyond(bar, row)).collect();
    Ok((table(&rows, &model::version(program)?), wrong))
}

/// What is missing here.
fn tools() -> std::result::Result<(PathBuf, PathBuf), String> {
    let program = exec::find(PROGRAMS).ok_or("llvm-mca of version 19 or newer (Debian: llvm-19)")?;
    let compiler = exec::find(COMPILERS).ok_or("aarch64-linux-gnu-gcc (Debian: gcc-aarch64-linux-gnu)")?;
    match has_target(TARGET) {
        true => Ok((program, compiler)),
        false => Err(format!("target {TARGET} is not installed (rustup target add {TARGET})")),
    }
}

/// The stage of the guard.
pub fn stage(root: &Path) -> Outcome {
    let (program, compiler) = match tools() {
        Ok(tools) => tools,
        Err(missing) => return Outcome::Skipped(missing),
    };
    match judged(root, &program, &compiler, false) {
        Ok((table, wrong)) => {
            println!("{table}");
            if wrong.is_empty() { Outcome::Passed } else { Outcome::Failed(wrong.join("; ")) }
        }
        Err(message) => Outcome::Failed(message),
    }
}

/// The task.
///
/// # Errors
/// If a kernel takes more than its bar, or a tool is missing.
pub fn run(args: &Args, root: &Path) -> Result {
    if !args.write {
        return stage(root).into_result();
    }
    let (program, compiler) = tools()?;
    let (table, wrong) = judged(root, &program, &compiler, true)?;
    let path = root.join(DOCUMENT);
    let old = fs::read_to_string(&path).map_err(|e| format!("{DOCUMENT}: {e}"))?;
    fs::write(&path, model::replace(&old, &table)?).map_err(|e| format!("{DOCUMENT}: {e}"))?;
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "
\t.globl f
f:
\tsub sp, sp, #16
\tbl g // there and back
\tmul x0, x1, x2
\tb h
g:
\tadds x3, x3, x4
\tret
h:
\tldr x5, [x6]
\tret
loops:
\tcbnz x0, loops
\tret
";

    #[test]
    fn calls_and_jumps_are_followed() {
        let assembly = Assembly::read(CODE);
        let trace = assembly.trace("f").expect("a trace");
        assert_eq!(trace, ["sub sp, sp, #16", "adds x3, x3, x4", "mul x0, x1, x2", "ldr x5, [x6]"]);
        let counts = Counts { all: 4, multiplications: 1, carries: 1, memory: 1, other: 1 };
        assert_eq!(Counts::of(&trace), counts);
    }

    #[test]
    fn what_has_a_condition_is_not_counted_as_if_it_had_none() {
        assert_eq!(Assembly::read(CODE).trace("loops"), None);
        assert_eq!(Assembly::read(CODE).trace("nowhere"), None);
    }

    #[test]
    fn an_instruction_a_multiplication_or_a_cycle_too_many_is_told() {
        let row = |all, multiplications, v2| Row {
            engine: String::new(),
            kernel: String::new(),
            counts: Counts { all, multiplications, ..Counts::default() },
            cycles: vec![(v2, 0.0), (1.0, 0.0), (1.0, 0.0)],
            in_order: 315.0,
        };
        let bar = &BARS[0];
        assert!(beyond(bar, &row(374, 126, 71.0)).is_empty());
        assert_eq!(beyond(bar, &row(375, 126, 70.0)).len(), 1);
        assert_eq!(beyond(bar, &row(374, 125, 70.0)).len(), 1);
        assert_eq!(beyond(bar, &row(374, 126, 72.0)).len(), 1);
        assert_eq!(beyond(bar, &Row { in_order: 316.0, ..row(374, 126, 70.0) }).len(), 1);
    }
}
