//! `lanesmith circuits`: smallest straight-line circuits for Curl-P's S-box or any truth table.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use lanesmith_circuits::{
    Control, Error, InstructionSet, Known, Method, Progress, RefutedBy, SBox, Solution, Stopped, TritCode,
    TruthTable, solve, solve_sbox,
};
use serde::Serialize;

use crate::failure::{Failure, Outcome};
use crate::{Context, interrupt, lines, terminal};

const AFTER_HELP: &str = "\
Examples:
  # the S-box in all 24 codes on all 8 instruction sets, a table
  lanesmith circuits --all-codes
  # one circuit, in PCurl's notation and as Rust
  lanesmith circuits --code orn --set B --rust
  # two fused rounds on ternary logic: takes long; after a minute, the best
  # circuit known by then
  lanesmith circuits --sbox curl-x2 --set T --time 60
  lanesmith circuits --table adder.txt --set and,xor

Instruction sets: a letter, or instructions joined by commas.
  A  and or xor andn not: SSE2, AVX2
  B  A and orn: NEON, 64-bit Armv8
  C  and or xor not
  D  B and xnor: RISC-V Zbb
  E  B and bitselect: NEON
  F  A and bitselect: wasm simd128
  G  E, bcax and eor3: Armv8.2 SHA3
  T  t2, any function of three inputs: AVX-512
  Also lut2, any function of two inputs. Every instruction counts as one, 'not'
  too. In the notation (Andn x y) is !x & y, (Orn x y) is !x | y,
  (Bitselect x y z) is (x & y) | (!x & z), (Bcax x y z) is x ^ (y & !z).

Truth tables: one row a line, inputs then outputs, each a string of 0, 1 and
'-'. A '-' among the inputs stands for both values, among the outputs for 'does
not matter'; inputs without a row never occur. Up to 16 inputs, 8 outputs and
128 rows. '#' begins a comment. Two optional lines before the rows name the
columns:
  inputs a b carry
  outputs sum carry'
  000 00
  001 10
  -11 -1

Ctrl-C, or the end of --time, prints the best circuit known by then and what is
proved.";

/// Find the smallest circuit of a truth table or of Curl-P's S-box, and prove that it is the smallest
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Truth table to solve; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sbox", "code", "out_code", "all_codes"])]
    table: Option<PathBuf>,
    /// S-box to solve: curl, or two or three rounds of it fused
    #[arg(long, value_name = "NAME", default_value = "curl", value_parser = sbox)]
    sbox: SBox,
    /// Code of trits: andn, orn, or the bits low and high of -1, of 0 and of +1, such as 101101
    #[arg(long, value_name = "CODE", default_value = "andn")]
    code: TritCode,
    /// Another code for the trit that comes out
    #[arg(long, value_name = "CODE", conflicts_with = "all_codes")]
    out_code: Option<TritCode>,
    /// Try all 24 codes
    #[arg(long, conflicts_with = "code")]
    all_codes: bool,
    /// Instruction set; may be repeated. By default all letters for one round of the S-box, A otherwise
    #[arg(long = "set", value_name = "SET")]
    sets: Vec<InstructionSet>,
    /// Use the SAT solver even where the table is small enough to be searched exhaustively
    #[arg(long)]
    sat: bool,
    /// Seconds for each circuit
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// Print a JSON object for each circuit, one a line
    #[arg(long, conflicts_with = "rust")]
    json: bool,
    /// Print the circuits as functions in Rust
    #[arg(long)]
    rust: bool,
}

fn sbox(text: &str) -> Result<SBox, String> {
    match text {
        "curl" => Ok(SBox::Curl),
        "curl-x2" => Ok(SBox::CurlX2),
        "curl-x3" => Ok(SBox::CurlX3),
        _ => Err("there are curl, curl-x2 and curl-x3".into()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|e| format!("{e}"))?;
    if (0.001..=86_400.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("not between 0.001 seconds and a day".into())
    }
}

/// Longest table that is read, in bytes: the largest one has a thousandth of it, the rest would be comments.
const LONGEST: u64 = 1 << 20;

fn read(path: &Path) -> Outcome<TruthTable> {
    let name = lines::name(path);
    let reader: std::io::Result<Box<dyn Read>> = match path == Path::new("-") {
        true => Ok(Box::new(std::io::stdin().lock())),
        false => File::open(path).map(|file| Box::new(file) as _),
    };
    let mut text = Vec::new();
    reader
        .and_then(|reader| reader.take(LONGEST + 1).read_to_end(&mut text))
        .with_context(|| format!("cannot read {name}"))?;
    if text.len() as u64 > LONGEST {
        return Err(Failure::input(format!("{name}: longer than {LONGEST} bytes, which no truth table is")));
    }
    let text = String::from_utf8(text).with_context(|| name.clone())?;
    Ok(text.parse::<TruthTable>().context(name)?)
}

#[derive(Serialize)]
struct Record<'a> {
    function: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out_code: Option<String>,
    set: String,
    size: Option<usize>,
    depth: Option<usize>,
    lower_bound: usize,
    minimal: bool,
    stopped: Option<&'static str>,
    circuit: Option<String>,
    rust: Option<String>,
    refuted: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    size: usize,
    by: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
}

/// Everything to be solved in one go.
struct Task<'a> {
    args: &'a Args,
    table: Option<TruthTable>,
}

impl Task<'_> {
    fn function(&self) -> &'static str {
        match (&self.table, self.args.sbox) {
            (Some(_), _) => "table",
            (None, SBox::Curl) => "curl",
            (None, SBox::CurlX2) => "curl-x2",
            (None, SBox::CurlX3) => "curl-x3",
        }
    }

    fn solve(&self, code: TritCode, set: InstructionSet) -> Outcome<Solution> {
        let bar = terminal::spinner();
        let shown = std::cell::Cell::new(Instant::now());
        let progress = |p: &Progress| {
            if shown.get().elapsed() < Duration::from_millis(100) {
                return;
            }
            shown.set(Instant::now());
            let of = p.of.map_or(String::new(), |n| format!(" of {n}"));
            let message = format!("{} {code} on {set}: size {}, {}{of}", self.function(), p.size, p.done);
            terminal::tell(&bar, message);
        };
        let mut control = Control::new(interrupt::flag(), &progress);
        if let Some(time) = self.args.time {
            control = control.until(Instant::now() + time);
        }
        let method = if self.args.sat { Method::Sat } else { Method::Auto };
        let same_code = self.args.out_code.is_none_or(|out| out == code);
        let result = match &self.table {
            Some(table) => solve(table, set, method, Known::default(), &control),
            None if same_code => solve_sbox(self.args.sbox, code, set, method, &control),
            None => {
                let table = self.args.sbox.table(code, self.args.out_code.unwrap_or(code));
                solve(&table, set, method, Known::default(), &control)
            }
        };
        bar.finish_and_clear();
        result.map_err(|e| match e {
            Error::Inexpressible { .. } | Error::TooLarge { .. } => Failure::Usage(e.into()),
            e => Failure::Input(e.into()),
        })
    }

    fn rust(&self, code: TritCode, set: InstructionSet, solution: &Solution) -> Option<String> {
        let set: String = set.to_string().to_lowercase().replace(',', "_");
        let name = match &self.table {
            Some(_) => format!("table_{set}"),
            None => format!("{}_{}_{set}", self.function().replace('-', "_"), code_name(code)),
        };
        solution.circuit.as_ref().map(|c| c.to_rust(&name))
    }

    fn record(&self, code: TritCode, set: InstructionSet, solution: &Solution) -> Record<'_> {
        let circuit = solution.circuit.as_ref();
        let coded = self.table.is_none();
        Record {
            function: self.function(),
            code: coded.then(|| code.to_string()),
            out_code: coded.then(|| self.args.out_code.unwrap_or(code).to_string()),
            set: set.to_string(),
            size: circuit.map(|c| c.size()),
            depth: circuit.map(|c| c.depth()),
            lower_bound: solution.lower_bound(),
            minimal: solution.is_minimal(),
            stopped: solution.stopped.map(|s| match s {
                Stopped::Cancelled => "cancelled",
                Stopped::TimeUp => "time",
                _ => "too large",
            }),
            circuit: circuit.map(ToString::to_string),
            rust: self.rust(code, set, solution),
            refuted: solution
                .refuted
                .iter()
                .map(|r| match &r.by {
                    RefutedBy::Argument(why) => {
                        Step { size: r.size, by: "argument", reason: Some(why.clone()), count: None }
                    }
                    RefutedBy::Exhaustion(n) => {
                        Step { size: r.size, by: "exhaustion", reason: None, count: Some(*n) }
                    }
                    RefutedBy::Sat(n) => Step { size: r.size, by: "sat", reason: None, count: Some(*n) },
                })
                .collect(),
        }
    }
}

fn code_name(code: TritCode) -> String {
    code.name().map_or_else(|| code.to_string(), String::from)
}

/// Runs the command.
///
/// # Errors
/// A table that cannot be read or is too large, instructions that cannot make it, output that cannot be written,
/// Ctrl-C.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let task = Task { args, table: args.table.as_deref().map(read).transpose()? };
    let presets = || InstructionSet::PRESETS.iter().map(|p| p.1).collect();
    let sets: Vec<InstructionSet> = match (&args.sets, &task.table, args.sbox) {
        (sets, _, _) if !sets.is_empty() => sets.clone(),
        (_, None, SBox::Curl) => presets(),
        _ => InstructionSet::preset('A').into_iter().collect(),
    };
    interrupt::catch();
    let codes = if args.all_codes { TritCode::all() } else { vec![args.code] };
    let tabular = args.all_codes && !args.json && !args.rust;
    if tabular {
        write!(context.out, "{:12}", "-1 0 +1")?;
        sets.iter().try_for_each(|set| write!(context.out, "{:>4}", set.to_string()))?;
        writeln!(context.out)?;
    }
    for code in codes {
        if tabular {
            let digits = code.to_string();
            write!(context.out, "{} {} {}    ", &digits[..2], &digits[2..4], &digits[4..])?;
        }
        for &set in &sets {
            let solution = task.solve(code, set)?;
            if tabular {
                let size = solution.circuit.as_ref().map_or("?".into(), |c| c.size().to_string());
                // What is not proved is marked.
                let size = if solution.is_minimal() { size } else { format!("<{size}") };
                write!(context.out, "{size:>width$}", width = set.to_string().len().max(4))?;
            } else if args.json {
                serde_json::to_writer(&mut *context.out, &task.record(code, set, &solution))?;
                writeln!(context.out)?;
            } else {
                print(&task, code, set, &solution, context)?;
            }
            context.out.flush()?;
            if interrupt::asked() {
                if tabular {
                    writeln!(context.out)?;
                }
                return Err(Failure::Interrupted);
            }
        }
        if tabular {
            let name = code.name().map_or(String::new(), |n| format!("  {n}"));
            writeln!(context.out, "{name}")?;
        }
    }
    Ok(())
}

fn print(
    task: &Task<'_>,
    code: TritCode,
    set: InstructionSet,
    solution: &Solution,
    context: &mut Context<'_>,
) -> Outcome {
    let out = &mut context.out;
    let what = if task.table.is_some() {
        "table".into()
    } else {
        format!("{} {}", task.function(), code_name(code))
    };
    if task.args.rust {
        let comment = format!("{what} on {set}: {solution}").replace('\n', "\n// ");
        writeln!(out, "// {comment}")?;
        return Ok(writeln!(out, "{}", task.rust(code, set, solution).unwrap_or_default())?);
    }
    writeln!(out, "{what} on {set}: {solution}")?;
    if let Some(circuit) = &solution.circuit {
        writeln!(out, "  {circuit}")?;
    }
    Ok(())
}
