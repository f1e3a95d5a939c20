//! Whether a secret decides which instructions run on 64-bit Arm, and which memory they touch.
//!
//! A program (`secret-traces`) does one operation with the secret that it is told. qemu-user writes down what it executes: the starts of
//! blocks, each of which ends with a jump, or every instruction and the registers before it, of which a load's or a store's address is made.
//! What it has written for one secret is compared with what it has for others of quite another weight. Leaks that are planted
//! must be noticed.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::ci::Outcome;
use crate::foreign::{self, AARCH64, Cross, TOOLS_OF_AARCH64};
use crate::{Result, exec};

#[derive(clap::Args)]
pub struct Args {
    /// Addresses of memory too, by every instruction instead of every block: minutes for each engine
    #[arg(long)]
    addresses: bool,
}

/// Numbers below the order, of few ones, of many, of words that are empty, and of no order at all. The first two are compared where
/// that takes long.
const SECRETS: [&str; 4] = [
    "0000000000000000000000000000000000000000000000000000000000000001",
    "3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe",
    "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000",
    "1f5c0b9d4e8a37266bd1f0a4c97e53812d6f94e0b87a1c53f0e2d9468b35a7cc",
];

const OPERATIONS: [&str; 4] = ["public-key-g1", "public-key-g2", "sign-g2", "sign-g1"];
const PLANTED_BRANCH: &str = "planted-branch";
const PLANTED_ADDRESS: &str = "planted-address";

/// The first version that executes single instructions by the option that is used here.
const SINGLE_SINCE: (u32, u32) = (8, 1);

/// So much of memory is set aside for the program, which then lies where it lay before.
const RESERVED: &str = "0x4000000000";

/// What is written down.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Blocks,
    Addresses,
}

impl Detail {
    /// What a step of such a trace is.
    fn unit(self) -> &'static str {
        match self {
            Detail::Blocks => "blocks",
            Detail::Addresses => "instructions",
        }
    }

    /// The secrets of which there is time for traces.
    fn secrets(self) -> &'static [&'static str] {
        match self {
            Detail::Blocks => &SECRETS,
            Detail::Addresses => &SECRETS[..2],
        }
    }
}

/// Where it is, and the sum of the registers that make the address of a load or a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    at: u64,
    address: u64,
}

/// Reads what the emulator tells.
struct Reader {
    detail: Detail,
    /// Where what is compared begins and ends.
    marks: [u64; 2],
    inside: bool,
    /// Each instruction that was translated, and the number of its function's name.
    code: HashMap<u64, (u32, usize)>,
    names: Vec<String>,
    /// The registers before an instruction, as far as they have been told.
    registers: String,
    steps: Vec<Step>,
    ended: bool,
}

impl Reader {
    fn new(detail: Detail, marks: [u64; 2]) -> Self {
        let (code, names, registers, steps) = Default::default();
        Reader { detail, marks, inside: false, code, names, registers, steps, ended: false }
    }

    fn line(&mut self, line: &str) -> Result {
        if let Some(name) = line.strip_prefix("IN:") {
            self.names.push(name.trim().to_owned());
        } else if line.starts_with("0x") {
            let instruction = || {
                let (at, rest) = line[2..].split_once(':')?;
                let opcode = rest.split_whitespace().next()?;
                Some((hex(at)?, u32::try_from(hex(opcode)?).ok()?))
            };
            let (at, opcode) = instruction().ok_or_else(|| format!("the emulator prints no code: {line}"))?;
            self.code.insert(at, (opcode, self.names.len().saturating_sub(1)));
        } else if self.detail == Detail::Blocks {
            if let Some(rest) = line.strip_prefix("Trace ") {
                let at = rest.split('/').nth(1).and_then(hex).ok_or_else(|| format!("not read: {line}"))?;
                self.step(at)?;
            }
        } else if line.trim_start().starts_with("PC=") || !self.registers.is_empty() {
            self.registers.push_str(line);
            self.registers.push(' ');
            // What comes behind it is no register of addresses.
            if line.contains(" SP=") {
                let at = self.register("PC").ok_or("registers without a PC")?;
                self.step(at)?;
                self.registers.clear();
            }
        }
        Ok(())
    }

    fn step(&mut self, at: u64) -> Result {
        if at == self.marks[0] {
            self.inside = true;
        } else if at == self.marks[1] {
            self.ended |= self.inside;
            self.inside = false;
        } else if self.inside {
            let (opcode, _) = self.code.get(&at).ok_or_else(|| format!("{at:#x} was never translated"))?;
            let address = if self.detail == Detail::Addresses { self.address(*opcode)? } else { 0 };
            self.steps.push(Step { at, address });
        }
        Ok(())
    }

    /// What base and index of an instruction hold together; zero for one that has neither.
    fn address(&self, opcode: u32) -> Result<u64> {
        let Some((base, index)) = registers(opcode) else { return Ok(0) };
        let base = if base == 31 { "SP".into() } else { format!("X{base:02}") };
        let index = index.filter(|index| *index != 31).map(|index| format!("X{index:02}"));
        let value = |name: &str| self.register(name).ok_or_else(|| format!("the emulator tells no {name}"));
        Ok(value(&base)?.wrapping_add(index.map_or(Ok(0), |name| value(&name))?))
    }

    fn register(&self, name: &str) -> Option<u64> {
        let mut parts = self.registers.split(name);
        parts.next();
        hex(parts.find_map(|part| part.strip_prefix('='))?.get(..16)?)
    }

    fn name(&self, at: u64) -> &str {
        self.code.get(&at).and_then(|(_, name)| self.names.get(*name)).map_or("?", String::as_str)
    }
}

fn hex(digits: &str) -> Option<u64> {
    u64::from_str_radix(digits, 16).ok()
}

/// Base and index of an instruction that touches memory. One whose address stands in the code has none.
fn registers(opcode: u32) -> Option<(u32, Option<u32>)> {
    let (base, index) = (opcode >> 5 & 31, opcode >> 16 & 31);
    match opcode {
        _ if opcode >> 25 & 0b101 != 0b100 => None,
        _ if opcode & 0x3b00_0000 == 0x1800_0000 => None,
        _ if opcode & 0x3b20_0c00 == 0x3820_0800 => Some((base, Some(index))),
        _ => Some((base, None)),
    }
}

/// The emulator and the program.
struct Tracer {
    qemu: PathBuf,
    program: PathBuf,
    marks: [u64; 2],
    engines: Vec<String>,
}

impl Tracer {
    /// Builds the program, linked to lie at addresses of its own choice.
    fn new(root: &Path, Cross { qemu, linker, .. }: Cross) -> Result<Self> {
        let folder = root.join("target/secret-traces");
        let mut command = exec::cargo(&root.join("secret-traces"));
        command.args(["build", "--quiet", "--locked", "--release", "--target", AARCH64, "--target-dir"]);
        command.arg(&folder).env(foreign::setting(AARCH64, "LINKER"), linker);
        command.env(
            foreign::setting(AARCH64, "RUSTFLAGS"),
            "-Ctarget-feature=+crt-static -Crelocation-model=static",
        );
        exec::run(&mut command)?;
        let program = folder.join(AARCH64).join("release/lanesmith-secret-traces");
        let list = exec::output(Command::new(&qemu).arg(&program).arg("list"))?;
        let mut lines = list.lines();
        let marks = lines.next().and_then(|line| {
            let (begin, end) = line.split_once(' ')?;
            Some([begin.parse().ok()?, end.parse().ok()?])
        });
        let marks = marks.filter(|[begin, end]| begin != end).ok_or("no two marks")?;
        Ok(Tracer { qemu, program, marks, engines: lines.map(String::from).collect() })
    }

    /// What is executed for a secret.
    fn trace(&self, detail: Detail, operation: &str, engine: &str, secret: &str) -> Result<Reader> {
        let mut command = Command::new(&self.qemu);
        command.args(["-R", RESERVED]);
        match detail {
            Detail::Blocks => command.args(["-d", "nochain,in_asm,exec"]),
            Detail::Addresses => command.args(["-one-insn-per-tb", "-d", "nochain,in_asm,cpu"]),
        };
        command.args(["-D", "/dev/stdout"]).arg(&self.program).args([operation, engine, secret]);
        let words = exec::line(&command);
        let failed = |e: std::io::Error| format!("{words}: {e}");
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut told = BufReader::with_capacity(1 << 20, child.stdout.take().ok_or("no output")?);
        let (mut reader, mut line, mut result) = (Reader::new(detail, self.marks), Vec::new(), Ok(()));
        // To its end whatever is wrong, or the emulator would wait for ever.
        while told.read_until(b'\n', &mut line).map_err(failed)? > 0 {
            if result.is_ok() {
                result =
                    std::str::from_utf8(&line).map_err(|e| e.to_string()).and_then(|line| reader.line(line));
            }
            line.clear();
        }
        let status = child.wait().map_err(failed)?;
        result?;
        match status.success() && reader.ended && !reader.steps.is_empty() {
            true => Ok(reader),
            false => Err(format!("{words}: {status}, or nothing between its marks")),
        }
    }

    /// Where traces of an operation differ between secrets, if they do, and how long they are.
    fn compare(&self, detail: Detail, operation: &str, engine: &str) -> Result<(usize, Option<String>)> {
        let (first, others) = detail.secrets().split_first().ok_or("no secrets")?;
        let first = self.trace(detail, operation, engine, first)?;
        for other in others {
            let other = self.trace(detail, operation, engine, other)?;
            if let Some(place) = difference(&first, &other) {
                return Ok((first.steps.len(), Some(place)));
            }
        }
        Ok((first.steps.len(), None))
    }

    /// Everything, as sentences about what is wrong.
    fn all(&self, detail: Detail) -> Result<Vec<String>> {
        let mut wrong = Vec::new();
        for engine in &self.engines {
            for operation in OPERATIONS {
                let (length, differs) = self.compare(detail, operation, engine)?;
                let unit = detail.unit();
                println!("{operation} on {engine}: {length} {unit}, {} secrets", detail.secrets().len());
                wrong.extend(differs.map(|place| format!("{operation} on {engine}: {place}")));
            }
        }
        let planted = match detail {
            Detail::Blocks => &[PLANTED_BRANCH][..],
            Detail::Addresses => &[PLANTED_BRANCH, PLANTED_ADDRESS],
        };
        let engine = self.engines.first().ok_or("no engine")?;
        for operation in planted {
            match self.compare(detail, operation, engine)? {
                (_, Some(place)) => println!("{operation}: noticed, {place}"),
                (_, None) => wrong.push(format!("{operation} was not noticed")),
            }
        }
        Ok(wrong)
    }
}

/// The first step in which two traces differ.
fn difference(one: &Reader, other: &Reader) -> Option<String> {
    let steps = one.steps.iter().zip(&other.steps);
    let at = steps.take_while(|(one, other)| one == other).count();
    let told = |reader: &Reader| match reader.steps.get(at) {
        Some(Step { at, address }) => format!("{at:#x} (memory {address:#x}) in {}", reader.name(*at)),
        None => "its end".into(),
    };
    let same = at == one.steps.len() && at == other.steps.len();
    (!same).then(|| format!("step {at} is {} for one secret, {} for another", told(one), told(other)))
}

/// Compares traces, and gives what is wrong.
fn run_all(root: &Path, detail: Detail) -> std::result::Result<(), Outcome> {
    let [qemu, system] = TOOLS_OF_AARCH64;
    if detail == Detail::Addresses {
        foreign::emulator(&qemu, SINGLE_SINCE)?;
    }
    let tracer = Tracer::new(root, Cross::find(AARCH64, &qemu, system)?).map_err(Outcome::Failed)?;
    match tracer.all(detail).map_err(Outcome::Failed)? {
        wrong if wrong.is_empty() => Ok(()),
        wrong => Err(Outcome::Failed(wrong.join("; "))),
    }
}

/// The stage of the guard.
pub fn stage(root: &Path) -> Outcome {
    let both = run_all(root, Detail::Blocks).and_then(|()| run_all(root, Detail::Addresses));
    both.err().unwrap_or(Outcome::Passed)
}

/// The task.
///
/// # Errors
/// If traces differ, or a tool is missing.
pub fn run(args: &Args, root: &Path) -> Result {
    let detail = if args.addresses { Detail::Addresses } else { Detail::Blocks };
    run_all(root, detail).map_or_else(Outcome::into_result, Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCKS: &str = "IN: f
0x00400580:  d503201f  nop
0x00400584:  d65f03c0  ret
IN: g
0x00400590:  f94003e1  ldr      x1, [sp]
Trace 0: 0x7fe854000100 [81009331/0000000000400590/00000001/00000201] g
Trace 0: 0x7fe854000100 [81009331/0000000000400100/00000001/00000201] begin
Trace 0: 0x7fe854000100 [81009331/0000000000400580/00000001/00000201] f
Trace 0: 0x7fe854000100 [81009331/0000000000400200/00000001/00000201] end
Trace 0: 0x7fe854000100 [81009331/0000000000400580/00000001/00000201] f
";

    fn read(detail: Detail, told: &str) -> Reader {
        let mut reader = Reader::new(detail, [0x40_0100, 0x40_0200]);
        told.lines().for_each(|line| reader.line(line).expect("a line"));
        reader
    }

    #[test]
    fn blocks_between_the_marks_are_read() {
        let reader = read(Detail::Blocks, BLOCKS);
        assert_eq!(reader.steps, [Step { at: 0x40_0580, address: 0 }]);
        assert!(reader.ended);
        assert_eq!(reader.name(0x40_0590), "g");
    }

    #[test]
    fn addresses_are_those_of_the_registers() {
        let told = "IN: f
0x00400580:  f8637841  ldr x1, [x2, x3, lsl #3]
 PC=0000000000400100 X00=0000000000000000 X01=0000000000000000
X30=0000000000000000  SP=00007f7cd3fff830
 PC=0000000000400580 X00=0000000000000000 X01=0000000000000000
X02=0000000000001000 X03=0000000000000007 X04=0000000000000000
X30=0000000000000000  SP=00007f7cd3fff830
PSTATE=40000000 -Z-- EL0t
";
        let reader = read(Detail::Addresses, told);
        assert_eq!(reader.steps, [Step { at: 0x40_0580, address: 0x1007 }]);
        let other = read(Detail::Addresses, &told.replace("X03=0000000000000007", "X03=0000000000000008"));
        let place = difference(&reader, &other).expect("a difference");
        assert!(place.starts_with("step 0 is 0x400580 (memory 0x1007) in f"), "{place}");
        assert_eq!(difference(&reader, &reader), None);
    }

    #[test]
    fn a_longer_trace_differs() {
        let longer = BLOCKS.replace("0000000000400200", "0000000000400590");
        assert!(difference(&read(Detail::Blocks, BLOCKS), &read(Detail::Blocks, &longer)).is_some());
    }

    #[test]
    fn loads_and_stores_are_known_by_their_code() {
        for (opcode, expected) in [
            // ldp x3, x4, [x1, #16]; str q0, [sp], #16; ldr x1, [x2, x3]; ldrb w1, [x2, w3, uxtw]; ld1 {v0.16b}, [x7]; ldar x0, [x9]
            (0xa941_1023, Some((1, None))),
            (0x3c81_07e0, Some((31, None))),
            (0xf863_6841, Some((2, Some(3)))),
            (0x3863_4841, Some((2, Some(3)))),
            (0x4c40_70e0, Some((7, None))),
            (0xc8df_fd20, Some((9, None))),
            // ldr x0, label; add x0, x1, x2; mul x0, x1, x2; b; fmul v0.2d, v1.2d, v2.2d
            (0x5800_0040, None),
            (0x8b02_0020, None),
            (0x9b02_7c20, None),
            (0x1400_0001, None),
            (0x6e62_dc20, None),
        ] {
            assert_eq!(registers(opcode), expected, "{opcode:#x}");
        }
    }
}
