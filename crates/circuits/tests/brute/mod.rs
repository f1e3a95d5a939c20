//! A brute force that shares nothing with the solver: every set of values that so many instructions can make, each set written
//! down, size after size.

use std::collections::{BTreeSet, HashSet};

use lanesmith_circuits::{Circuit, Signal, TruthTable};

/// A bit for each row of a table; up to 16 rows.
pub type Column = u16;

/// What an instruction of this name makes of these operands; `table` says it where the name stands for every table.
pub fn apply(name: &str, table: u8, operands: &[Column]) -> Column {
    match (name, operands) {
        ("not", &[a]) => !a,
        ("and", &[a, b]) => a & b,
        ("or", &[a, b]) => a | b,
        ("xor", &[a, b]) => a ^ b,
        ("andn", &[a, b]) => !a & b,
        ("orn", &[a, b]) => !a | b,
        ("xnor", &[a, b]) => !(a ^ b),
        ("bitselect", &[a, b, c]) => (a & b) | (!a & c),
        ("bcax", &[a, b, c]) => a ^ (b & !c),
        ("eor3", &[a, b, c]) => a ^ b ^ c,
        ("lut2" | "t2", operands) => (0..16).fold(0, |result, row| {
            let index = operands.iter().fold(0, |index, word| index << 1 | (word >> row & 1));
            result | Column::from(table >> index & 1) << row
        }),
        _ => panic!("{name} of {} operands", operands.len()),
    }
}

fn arity(name: &str) -> usize {
    match name {
        "not" => 1,
        "bitselect" | "bcax" | "eor3" | "t2" => 3,
        _ => 2,
    }
}

fn tables(name: &str) -> std::ops::RangeInclusive<u8> {
    match name {
        "lut2" => 0..=15,
        "t2" => 0..=255,
        _ => 0..=0,
    }
}

/// The instructions of a set by name: a letter as `lanesmith circuits --help` explains it, or names joined by commas.
pub fn names(set: &str) -> Vec<&str> {
    match set {
        "A" => vec!["and", "or", "xor", "andn", "not"],
        "B" => vec!["and", "or", "xor", "andn", "not", "orn"],
        "C" => vec!["and", "or", "xor", "not"],
        "D" => vec!["and", "or", "xor", "andn", "not", "orn", "xnor"],
        "E" => vec!["and", "or", "xor", "andn", "not", "orn", "bitselect"],
        "F" => vec!["and", "or", "xor", "andn", "not", "bitselect"],
        "G" => vec!["and", "or", "xor", "andn", "not", "orn", "bitselect", "bcax", "eor3"],
        "T" => vec!["t2"],
        set => set.split(',').collect(),
    }
}

/// What one wants of an output: these values on the rows that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub value: Column,
    pub care: Column,
}

impl Wanted {
    fn is(self, value: Column) -> bool {
        (value ^ self.value) & self.care == 0
    }
}

/// All that a set of instructions can make of some inputs.
pub struct Brute {
    names: Vec<String>,
    pub inputs: Vec<Column>,
    pub full: Column,
    /// For each number of instructions, the sets of values that they can add to the inputs, each set ascending.
    levels: Vec<HashSet<Vec<Column>>>,
}

impl Brute {
    /// `rows` are the inputs that occur, bit i being input i.
    pub fn new(set: &str, inputs: usize, rows: &[u32]) -> Self {
        let column = |i: usize| (0..rows.len()).fold(0, |c, r| c | ((rows[r] >> i & 1) as Column) << r);
        Brute {
            names: names(set).into_iter().map(String::from).collect(),
            inputs: (0..inputs).map(column).collect(),
            full: (0..rows.len()).fold(0, |c, r| c | 1 << r),
            levels: vec![HashSet::from([Vec::new()])],
        }
    }

    /// All that one instruction makes of the inputs and these values.
    pub fn one_more(&self, values: &[Column]) -> BTreeSet<Column> {
        let all: Vec<Column> = self.inputs.iter().chain(values).copied().collect();
        let mut made = BTreeSet::new();
        for name in &self.names {
            for code in 0..all.len().pow(arity(name) as u32) {
                let operands: Vec<Column> =
                    (0..arity(name) as u32).map(|i| all[code / all.len().pow(i) % all.len()]).collect();
                // A table of operands in another order is another table of the same operands in this order.
                if tables(name).count() > 1 && !operands.is_sorted() {
                    continue;
                }
                for table in tables(name) {
                    made.insert(apply(name, table, &operands) & self.full);
                }
            }
        }
        made.retain(|value| !all.contains(value));
        made
    }

    fn level(&mut self, size: usize) -> &HashSet<Vec<Column>> {
        while self.levels.len() <= size {
            let mut next = HashSet::new();
            for values in &self.levels[self.levels.len() - 1] {
                for value in self.one_more(values) {
                    let mut more = values.clone();
                    more.insert(more.partition_point(|&v| v < value), value);
                    next.insert(more);
                }
            }
            self.levels.push(next);
        }
        &self.levels[size]
    }

    /// The fewest instructions that give these outputs: constants and inputs are free. `Ok(None)` means that however many do
    /// not, `Err` that so many do not.
    pub fn fewest(&mut self, outputs: &[Wanted], most: usize) -> Result<Option<usize>, usize> {
        let free = [self.inputs.as_slice(), &[0, self.full]].concat();
        for size in 0..=most {
            let enough = |values: &Vec<Column>| {
                outputs.iter().all(|output| free.iter().chain(values).any(|&value| output.is(value)))
            };
            let level = self.level(size);
            if level.iter().any(enough) {
                return Ok(Some(size));
            }
            if level.is_empty() {
                return Ok(None);
            }
        }
        Err(most)
    }

    /// Whether the circuit gives these outputs, by our own evaluation of its gates.
    pub fn is_right(&self, circuit: &Circuit, outputs: &[Wanted]) -> bool {
        let mut gates: Vec<Column> = Vec::new();
        let value = |signal: &Signal, gates: &[Column]| match *signal {
            Signal::Constant(false) => 0,
            Signal::Constant(true) => self.full,
            Signal::Input(i) => self.inputs[i],
            Signal::Gate(i) => gates[i],
        };
        for gate in circuit.gates() {
            let operands: Vec<Column> = gate.operands.iter().map(|s| value(s, &gates)).collect();
            let name = gate.instruction.name();
            assert!(self.names.iter().any(|n| n == name), "{name} is not in the set");
            gates.push(apply(name, gate.table, &operands));
        }
        let found = circuit.outputs().iter().map(|(_, signal)| value(signal, &gates));
        circuit.outputs().len() == outputs.len() && outputs.iter().zip(found).all(|(o, v)| o.is(v))
    }
}

/// The table as the solver takes it.
pub fn truth_table(inputs: usize, rows: &[u32], outputs: &[Wanted]) -> TruthTable {
    let mut text = String::new();
    for (r, row) in rows.iter().enumerate() {
        text.extend((0..inputs).map(|i| if row >> i & 1 == 1 { '1' } else { '0' }));
        text.push(' ');
        text.extend(outputs.iter().map(|o| match (o.care >> r & 1, o.value >> r & 1) {
            (0, _) => '-',
            (_, 0) => '0',
            _ => '1',
        }));
        text.push('\n');
    }
    text.parse().expect("a table")
}
