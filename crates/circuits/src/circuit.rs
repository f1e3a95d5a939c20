//! Straight-line circuits: evaluation, verification, printing.

use core::fmt;
use std::collections::HashMap;

use crate::{Error, Instruction, InstructionSet, Row, TruthTable};

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    /// Always 0 or always 1; only outputs are bound to it.
    Constant(bool),
    /// The input of this index.
    Input(usize),
    /// The result of the gate of this index.
    Gate(usize),
}

/// One executed instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gate {
    /// The instruction.
    pub instruction: Instruction,
    /// Its function as in [`Instruction::table`]; for a table instruction, the immediate operand.
    pub table: u8,
    /// The operands, as many as the instruction has.
    pub operands: Vec<Signal>,
}

/// A straight-line circuit.
///
/// Printed, it is in PCurl's notation: for every output an expression that names the inputs, where a value used
/// twice is written twice; `(Andn x y)` is `!x & y` and `(Orn x y)` is `!x | y`. Ternary logic shows its table as
/// VPTERNLOG takes it: `(T2 0xD2 AH BL AL)`.
///
/// ```
/// use lanesmith_circuits::{Circuit, SBox, TritCode};
/// let readme = "(Xor AH (Andn BL AL),Xor AL (And BH (Xor AH (Andn BL AL))))";
/// let table = SBox::Curl.table(TritCode::ANDN, TritCode::ANDN);
/// let circuit = Circuit::parse(readme, table.inputs(), table.outputs())?;
/// assert_eq!(circuit.size(), 4);
/// assert!(circuit.verify(&table).is_ok());
/// assert_eq!(circuit.to_string(), readme);
/// # Ok::<(), lanesmith_circuits::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circuit {
    inputs: Vec<String>,
    outputs: Vec<(String, Signal)>,
    gates: Vec<Gate>,
}

impl Circuit {
    /// A circuit from its parts: the inputs' names, the gates in order, the outputs' names and sources.
    ///
    /// # Errors
    /// A gate with the wrong number of operands, or a signal that is not there yet.
    pub fn new(inputs: Vec<String>, gates: Vec<Gate>, outputs: Vec<(String, Signal)>) -> Result<Self, Error> {
        let known = |signal: &Signal, gates: usize| match *signal {
            Signal::Constant(_) => true,
            Signal::Input(i) => i < inputs.len(),
            Signal::Gate(i) => i < gates,
        };
        for (i, gate) in gates.iter().enumerate() {
            let arity = gate.instruction.arity();
            if gate.operands.len() != arity {
                return Err(Error::Circuit { reason: format!("gate {i} does not have {arity} operands") });
            }
            if !gate.operands.iter().all(|s| known(s, i)) {
                return Err(Error::Circuit { reason: format!("gate {i} uses what is not computed yet") });
            }
        }
        if !outputs.iter().all(|(_, s)| known(s, gates.len())) {
            return Err(Error::Circuit { reason: "an output has no source".to_string() });
        }
        Ok(Circuit { inputs, outputs, gates })
    }

    /// A circuit whose parts are known to fit.
    pub(crate) fn from_search(inputs: Vec<String>, gates: Vec<Gate>, outputs: Vec<(String, Signal)>) -> Self {
        Circuit { inputs, outputs, gates }
    }

    /// Number of instructions.
    pub fn size(&self) -> usize {
        self.gates.len()
    }

    /// The longest chain of instructions from an input to an output.
    pub fn depth(&self) -> usize {
        let mut depth: Vec<usize> = Vec::with_capacity(self.gates.len());
        let of = |s: &Signal, depth: &[usize]| if let Signal::Gate(i) = *s { depth[i] } else { 0 };
        for gate in &self.gates {
            let below = gate.operands.iter().map(|s| of(s, &depth)).max().unwrap_or(0);
            depth.push(below + 1);
        }
        self.outputs.iter().map(|(_, s)| of(s, &depth)).max().unwrap_or(0)
    }

    /// The inputs' names.
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// The gates, in order of execution.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// The outputs' names and where they come from.
    pub fn outputs(&self) -> &[(String, Signal)] {
        &self.outputs
    }

    /// Whether it uses instructions of the set only.
    pub fn uses_only(&self, set: InstructionSet) -> bool {
        self.gates.iter().all(|gate| set.contains(gate.instruction))
    }

    /// Evaluates 64 rows at once: word i holds input i of every row; so do the results with the outputs.
    ///
    /// # Errors
    /// If there are not as many words as inputs.
    pub fn evaluate(&self, inputs: &[u64]) -> Result<Vec<u64>, Error> {
        if inputs.len() != self.inputs.len() {
            let reason = format!("{} words for {} inputs", inputs.len(), self.inputs.len());
            return Err(Error::Circuit { reason });
        }
        let mut values: Vec<u64> = Vec::with_capacity(self.gates.len());
        let read = |signal: Signal, values: &[u64]| match signal {
            Signal::Constant(bit) => 0u64.wrapping_sub(bit.into()),
            Signal::Input(i) => inputs[i],
            Signal::Gate(i) => values[i],
        };
        for gate in &self.gates {
            let operands: Vec<u64> = gate.operands.iter().map(|&s| read(s, &values)).collect();
            values.push(apply_table(gate.table, &operands));
        }
        Ok(self.outputs.iter().map(|&(_, s)| read(s, &values)).collect())
    }

    /// Checks the circuit on every row of the table.
    ///
    /// # Errors
    /// The first row where it differs, or other numbers of inputs or outputs.
    pub fn verify(&self, table: &TruthTable) -> Result<(), Error> {
        if self.outputs.len() != table.outputs().len() {
            let reason = format!("{} outputs for {}", self.outputs.len(), table.outputs().len());
            return Err(Error::Circuit { reason });
        }
        for rows in table.rows().chunks(64) {
            let inputs: Vec<u64> = (0..table.inputs().len())
                .map(|i| {
                    rows.iter()
                        .enumerate()
                        .fold(0, |word, (k, row)| word | u64::from(row.input >> i & 1) << k)
                })
                .collect();
            let outputs = self.evaluate(&inputs)?;
            for (k, row) in rows.iter().enumerate() {
                for (j, word) in outputs.iter().enumerate() {
                    if row.care >> j & 1 == 1 && u64::from(row.output >> j & 1) != word >> k & 1 {
                        let bits: String = (0..table.inputs().len())
                            .map(|i| if row.input >> i & 1 == 1 { '1' } else { '0' })
                            .collect();
                        let reason = format!("output {} is wrong for the input {bits}", table.outputs()[j]);
                        return Err(Error::Circuit { reason });
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the circuit is right on this row.
    pub(crate) fn is_right(&self, row: &Row) -> bool {
        let inputs: Vec<u64> = (0..self.inputs.len()).map(|i| u64::from(row.input >> i & 1)).collect();
        let outputs = self.evaluate(&inputs).unwrap_or_default();
        let mut bits = outputs.iter().enumerate();
        bits.all(|(j, word)| row.care >> j & 1 == 0 || u64::from(row.output >> j & 1) == word & 1)
    }

    /// The circuit as a function in Rust on 64-bit words.
    pub fn to_rust(&self, name: &str) -> String {
        let variable = |name: &str| {
            let plain: String = name
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
                .collect();
            if plain.starts_with(|c: char| c.is_ascii_digit()) { format!("_{plain}") } else { plain }
        };
        let signal = |s: &Signal| match *s {
            Signal::Constant(bit) => (if bit { "!0" } else { "0" }).to_string(),
            Signal::Input(i) => variable(&self.inputs[i]),
            Signal::Gate(i) => format!("x{i}"),
        };
        let join = |parts: Vec<String>| match parts.len() {
            1 => parts[0].clone(),
            _ => format!("({})", parts.join(", ")),
        };
        let parameters: Vec<String> = self.inputs.iter().map(|n| format!("{}: u64", variable(n))).collect();
        let results = join(self.outputs.iter().map(|_| "u64".to_string()).collect());
        let names: Vec<&str> = self.outputs.iter().map(|(n, _)| n.as_str()).collect();
        let mut text = format!(
            "/// {} instructions, depth {}; returns {}.\n",
            self.size(),
            self.depth(),
            names.join(", ")
        );
        text += &format!("pub fn {name}({}) -> {results} {{\n", parameters.join(", "));
        for (i, gate) in self.gates.iter().enumerate() {
            let o: Vec<String> = gate.operands.iter().map(signal).collect();
            let value = match (gate.instruction, o.as_slice()) {
                (Instruction::Not, [a]) => format!("!{a}"),
                (Instruction::And, [a, b]) => format!("{a} & {b}"),
                (Instruction::Or, [a, b]) => format!("{a} | {b}"),
                (Instruction::Xor, [a, b]) => format!("{a} ^ {b}"),
                (Instruction::Andn, [a, b]) => format!("!{a} & {b}"),
                (Instruction::Orn, [a, b]) => format!("!{a} | {b}"),
                (Instruction::Xnor, [a, b]) => format!("!({a} ^ {b})"),
                (Instruction::Bitselect, [a, b, c]) => format!("({a} & {b}) | (!{a} & {c})"),
                (Instruction::Bcax, [a, b, c]) => format!("{a} ^ ({b} & !{c})"),
                (Instruction::Eor3, [a, b, c]) => format!("{a} ^ {b} ^ {c}"),
                (_, operands) => table_in_rust(gate.table, operands),
            };
            text += &format!("    let x{i} = {value};\n");
        }
        text += &format!("    {}\n}}\n", join(self.outputs.iter().map(|(_, s)| signal(s)).collect()));
        text
    }

    /// Reads PCurl's notation; equal subexpressions become one gate.
    ///
    /// # Errors
    /// What is wrong and at which character.
    pub fn parse(text: &str, inputs: &[String], outputs: &[String]) -> Result<Self, Error> {
        let mut parser = Parser { text, at: 0, inputs, gates: Vec::new(), known: HashMap::new(), depth: 0 };
        parser.expect('(')?;
        let mut sources = Vec::new();
        loop {
            sources.push(parser.bare_expression()?);
            if !parser.accept(',') {
                break;
            }
        }
        parser.expect(')')?;
        parser.skip_space();
        if parser.at != text.len() {
            return Err(parser.fail("text after the last output"));
        }
        if sources.len() != outputs.len() {
            let reason = format!("{} expressions for {} outputs", sources.len(), outputs.len());
            return Err(Error::Circuit { reason });
        }
        let gates = parser.gates;
        Circuit::new(inputs.to_vec(), gates, outputs.iter().cloned().zip(sources).collect())
    }

    fn write_signal(&self, f: &mut fmt::Formatter<'_>, signal: Signal, bare: bool) -> fmt::Result {
        let gate = match signal {
            Signal::Constant(bit) => return write!(f, "{}", u8::from(bit)),
            Signal::Input(i) => return f.write_str(&self.inputs[i]),
            Signal::Gate(i) => &self.gates[i],
        };
        if !bare {
            f.write_str("(")?;
        }
        let name = gate.instruction.name();
        write!(f, "{}{}", name[..1].to_ascii_uppercase(), &name[1..])?;
        if gate.instruction.table().is_none() {
            write!(f, " 0x{:02X}", gate.table)?;
        }
        for &operand in &gate.operands {
            f.write_str(" ")?;
            self.write_signal(f, operand, false)?;
        }
        if bare { Ok(()) } else { f.write_str(")") }
    }
}

impl fmt::Display for Circuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (j, &(_, signal)) in self.outputs.iter().enumerate() {
            if j > 0 {
                f.write_str(",")?;
            }
            self.write_signal(f, signal, true)?;
        }
        f.write_str(")")
    }
}

/// Looks every bit of up to three words up in a table, the first operand being the highest bit of the index.
pub(crate) fn apply_table(table: u8, operands: &[u64]) -> u64 {
    let mut result = 0;
    for index in 0..1usize << operands.len() {
        if table >> index & 1 == 1 {
            result |= operands
                .iter()
                .rev()
                .enumerate()
                .fold(!0, |term, (i, &word)| term & if index >> i & 1 == 1 { word } else { !word });
        }
    }
    result
}

/// A table instruction as a sum of products in Rust.
fn table_in_rust(table: u8, operands: &[String]) -> String {
    let terms: Vec<String> = (0..1usize << operands.len())
        .filter(|index| table >> index & 1 == 1)
        .map(|index| {
            let literals: Vec<String> = (operands.iter().rev().enumerate())
                .map(|(i, name)| format!("{}{name}", if index >> i & 1 == 1 { "" } else { "!" }))
                .rev()
                .collect();
            format!("({})", literals.join(" & "))
        })
        .collect();
    if terms.is_empty() { "0".to_string() } else { terms.join(" | ") }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    inputs: &'a [String],
    gates: Vec<Gate>,
    known: HashMap<Gate, usize>,
    depth: usize,
}

impl Parser<'_> {
    fn fail(&self, reason: &str) -> Error {
        Error::Circuit { reason: format!("{reason}, at character {}", self.at + 1) }
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn accept(&mut self, wanted: char) -> bool {
        self.skip_space();
        let found = self.text[self.at..].starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char) -> Result<(), Error> {
        if self.accept(wanted) { Ok(()) } else { Err(self.fail(&format!("`{wanted}` expected"))) }
    }

    fn word(&mut self) -> Result<&str, Error> {
        self.skip_space();
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| "(),".contains(c) || c.is_whitespace()).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.fail("a name expected"));
        }
        self.at += end;
        Ok(&rest[..end])
    }

    /// An instruction with its operands, or the name of an input.
    fn bare_expression(&mut self) -> Result<Signal, Error> {
        let start = self.at;
        let word = self.word()?.to_string();
        if let Some(i) = self.inputs.iter().position(|name| *name == word) {
            return Ok(Signal::Input(i));
        }
        match word.as_str() {
            "0" => return Ok(Signal::Constant(false)),
            "1" => return Ok(Signal::Constant(true)),
            _ => {}
        }
        let Ok(instruction) = word.to_ascii_lowercase().parse::<Instruction>() else {
            self.at = start;
            return Err(self.fail(&format!("`{word}` is neither an input nor an instruction")));
        };
        let table = match instruction.table() {
            Some(table) => table,
            None => {
                let digits = self.word()?.to_string();
                let parsed = digits.strip_prefix("0x").and_then(|hex| u8::from_str_radix(hex, 16).ok());
                parsed.ok_or_else(|| self.fail(&format!("`{digits}` is no table such as 0xD2")))?
            }
        };
        let mut operands = Vec::new();
        for _ in 0..instruction.arity() {
            operands.push(self.operand()?);
        }
        let gate = Gate { instruction, table, operands };
        let next = self.gates.len();
        let index = *self.known.entry(gate.clone()).or_insert(next);
        if index == next {
            self.gates.push(gate);
        }
        Ok(Signal::Gate(index))
    }

    fn operand(&mut self) -> Result<Signal, Error> {
        if self.accept('(') {
            // Bounded, so that no text can exhaust the stack.
            if self.depth == 200 {
                return Err(self.fail("nested too deep"));
            }
            self.depth += 1;
            let signal = self.bare_expression()?;
            self.depth -= 1;
            self.expect(')')?;
            return Ok(signal);
        }
        let start = self.at;
        let word = self.word()?.to_string();
        match word.as_str() {
            "0" => return Ok(Signal::Constant(false)),
            "1" => return Ok(Signal::Constant(true)),
            _ => {}
        }
        let found = self.inputs.iter().position(|name| *name == word);
        found.map(Signal::Input).ok_or_else(|| {
            self.at = start;
            self.fail(&format!("`{word}` is no input"))
        })
    }
}
