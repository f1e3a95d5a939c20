//! What code for 64-bit Arm takes on cores that issue in order, two instructions a cycle, such as Cortex-A53 and A55: a model of our own,
//! because `llvm-mca` lets such cores wait three cycles from flag to flag.
//!
//! An instruction waits for its operands and for those before it. There is one multiplier, busy two cycles with each product of words,
//! and one unit for memory. Nothing is known of caches and of jumps.

use std::collections::BTreeMap;

use crate::Result;

/// Cycles that the multiplier is busy with one instruction.
const BUSY: u64 = 2;

/// Cycles until what an instruction gives can be read.
pub fn latency(name: &str) -> u64 {
    match name {
        "mul" | "umulh" => 4,
        "ldr" | "ldp" => 3,
        _ => 1,
    }
}

/// Instructions that issue together.
const WIDTH: u32 = 2;

/// The units of a core in time.
#[derive(Clone, Debug, Default)]
pub struct Core {
    now: u64,
    issued: u32,
    multiplier: u64,
    memory: u64,
}

impl Core {
    /// The cycle in which the last instruction was issued.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// When an instruction issues whose operands are there at a time, if it is the next one.
    pub fn when(&self, name: &str, operands: u64) -> u64 {
        let unit = match name {
            "mul" | "umulh" => self.multiplier,
            "ldr" | "ldp" | "str" | "stp" => self.memory,
            _ => 0,
        };
        let at = self.now.max(operands).max(unit);
        if at == self.now && self.issued >= WIDTH { (at + 1).max(unit) } else { at }
    }

    /// Issues it, and says when its results can be read.
    pub fn issue(&mut self, name: &str, operands: u64) -> u64 {
        let at = self.when(name, operands);
        if at > self.now {
            (self.now, self.issued) = (at, 0);
        }
        self.issued += 1;
        match name {
            "mul" | "umulh" => self.multiplier = at + BUSY,
            "ldr" | "ldp" | "str" | "stp" => self.memory = at + 1,
            _ => {}
        }
        at + latency(name)
    }
}

/// A line of assembly: its name, what it writes, and what it reads.
struct Line<'a> {
    name: &'a str,
    writes: Vec<&'a str>,
    reads: Vec<&'a str>,
}

/// The flags, as a register.
const FLAGS: &str = "flags";

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Result<Self> {
        let (name, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line, ""));
        let registers: Vec<&str> = rest
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| *word == "sp" || word.starts_with('x') && word[1..].parse::<u8>().is_ok())
            .collect();
        let (into, reads_flags, writes_flags) = match name {
            "mul" | "umulh" | "add" | "sub" | "eor" | "eon" | "and" | "orr" | "lsr" | "lsl" | "asr"
            | "extr" | "mov" | "movz" | "movk" | "movn" | "neg" | "ldr" | "adrp" | "bic" | "orn" | "mvn"
            | "ror" | "madd" | "msub" => (1, false, false),
            "adds" | "subs" | "negs" | "ands" => (1, false, true),
            "adcs" | "sbcs" | "ngcs" => (1, true, true),
            "adc" | "sbc" | "ngc" | "csel" | "csinc" | "cset" | "csetm" | "cinc" | "cneg" => (1, true, false),
            "ldp" => (2, false, false),
            "str" | "stp" | "hint" => (0, false, false),
            "cmp" | "cmn" | "tst" => (0, false, true),
            _ => return Err(format!("the model of cores in order does not know {line:?}")),
        };
        // Of a name that writes xzr, which is no register, all that are left are read.
        let into = if rest.trim_start().starts_with("xzr") { 0 } else { into };
        let (writes, reads) = registers.split_at(into.min(registers.len()));
        let (mut writes, mut reads) = (writes.to_vec(), reads.to_vec());
        // An address that moves.
        if rest.ends_with('!') || rest.contains("],") {
            writes.extend(registers.last());
        }
        reads.extend(reads_flags.then_some(FLAGS));
        writes.extend(writes_flags.then_some(FLAGS));
        Ok(Line { name, writes, reads })
    }
}

/// Core cycles of a call among independent ones, as long as many follow one another.
///
/// # Errors
/// For an instruction that the model does not know.
pub fn cycles(trace: &[&str]) -> Result<f64> {
    let lines: Vec<Line<'_>> = trace.iter().map(|line| Line::read(line)).collect::<Result<_>>()?;
    let mut core = Core::default();
    let mut there: BTreeMap<&str, u64> = BTreeMap::new();
    let mut ends = Vec::new();
    for _ in 0..30 {
        // What a caller sets is there.
        there.clear();
        for line in &lines {
            let operands = line.reads.iter().filter_map(|register| there.get(register)).max().copied();
            let then = core.issue(line.name, operands.unwrap_or(0));
            there.extend(line.writes.iter().map(|register| (*register, then)));
        }
        ends.push(core.now);
    }
    Ok((ends[29] - ends[9]) as f64 / 20.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: &str) -> f64 {
        cycles(&code.split("; ").collect::<Vec<_>>()).expect("known instructions")
    }

    #[test]
    fn two_instructions_issue_in_a_cycle_and_a_multiplication_in_two() {
        assert_eq!(of("add x0, x1, x2; add x3, x4, x5; add x6, x7, x8; add x9, x10, x11"), 2.0);
        assert_eq!(of("mul x0, x1, x2; mul x3, x4, x5; add x6, x7, x8; add x9, x10, x11"), 4.0);
    }

    #[test]
    fn carries_wait_for_one_another_and_sums_for_products() {
        // The next chain begins beside the last sum of this one.
        assert_eq!(of("adds x0, x1, x2; adcs x3, x4, x5; adcs x6, x7, x8; adc x9, x10, x11"), 3.0);
        // Four cycles until the product is there; the next one begins beside the sum.
        assert_eq!(of("mul x0, x1, x2; add x3, x0, x4"), 4.0);
        assert_eq!(of("ldp x0, x1, [x2]; add x3, x1, x4"), 3.0);
        // A comparison by a difference that nobody reads writes the flags alone.
        assert_eq!(of("subs xzr, x0, #1; adc x1, x2, x3"), 1.0);
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        let unknown = cycles(&["umlal v0.2d, v1.2s, v2.2s"]).unwrap_err();
        assert!(unknown.contains("umlal"), "{unknown}");
    }
}
