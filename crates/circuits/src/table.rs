//! Truth tables with don't-cares.

use core::fmt;
use core::str::FromStr;
use std::collections::HashMap;

use crate::{Error, TritCode};

/// Most inputs that a table may have.
pub const MAX_INPUTS: usize = 16;
/// Most outputs that a table may have.
pub const MAX_OUTPUTS: usize = 8;

/// One row: for this input, these outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Bit i is input i.
    pub input: u32,
    /// Bit j is output j; 0 where nobody cares.
    pub output: u32,
    /// Bit j is set where output j matters.
    pub care: u32,
}

/// A Boolean function given by rows. An input that has no row never occurs: its outputs are don't-cares.
///
/// # File format
/// One row a line, inputs then outputs, each a string of `0`, `1` and `-`. A `-` among the inputs stands for both
/// values, a `-` among the outputs for "does not matter". `#` starts a comment, blank lines are skipped. Two
/// optional lines before the rows name the columns; otherwise they are `I0`, `I1`, .. and `O0`, `O1`, ..
/// ```text
/// # a full adder
/// inputs a b carry
/// outputs sum carry'
/// 000 00
/// 001 10
/// -11 -1
/// ```
///
/// ```
/// use lanesmith_circuits::TruthTable;
/// let table: TruthTable = "inputs a b\n 00 0\n 01 1\n 1- 1".parse()?;
/// assert_eq!(table.rows().len(), 4);
/// let wrong = "00 0\n0x 1".parse::<TruthTable>().unwrap_err();
/// assert_eq!(wrong.to_string(), "truth table, line 2: `0x` holds a character other than 0, 1 and -");
/// # Ok::<(), lanesmith_circuits::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TruthTable {
    inputs: Vec<String>,
    outputs: Vec<String>,
    rows: Vec<Row>,
}

/// Curl-P's S-box, or several rounds of it as one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SBox {
    /// One round, PCurl's `pcurl_s2`: g(A, B).
    Curl,
    /// Two fused rounds, `pcurl_s2x2`: g(g(A, B), g(C, D)).
    CurlX2,
    /// Three fused rounds, `pcurl_s2x3`: g(x2(A, B, C, D), x2(E, F, G, H)).
    CurlX3,
}

impl SBox {
    /// Number of rounds: 1, 2 or 3.
    pub const fn rounds(self) -> usize {
        match self {
            SBox::Curl => 1,
            SBox::CurlX2 => 2,
            SBox::CurlX3 => 3,
        }
    }

    /// Number of input trits: 2, 4 or 8.
    pub const fn trits(self) -> usize {
        1 << self.rounds()
    }

    /// The output trit.
    ///
    /// # Panics
    /// If the number of trits is not [`trits`](Self::trits), or one is not -1, 0 or +1.
    pub fn apply(self, trits: &[i8]) -> i8 {
        assert_eq!(trits.len(), self.trits(), "an S-box of {} rounds", self.rounds());
        let mut level = trits.to_vec();
        while level.len() > 1 {
            level = level.chunks(2).map(|pair| sbox(pair[0], pair[1])).collect();
        }
        level[0]
    }

    /// Its truth table: a row for every choice of trits, in this code on the way in and that one on the way out.
    pub fn table(self, input: TritCode, output: TritCode) -> TruthTable {
        TruthTable::of_trits(self.trits(), input, output, |trits| self.apply(trits))
    }
}

/// Curl-P's S-box on two trits.
pub(crate) fn sbox(a: i8, b: i8) -> i8 {
    const TABLE: [i8; 11] = [1, 0, -1, 2, 1, -1, 0, 2, -1, 1, 0];
    TABLE[(a + 4 * b + 5) as usize]
}

impl TruthTable {
    /// A table from its columns' names and its rows.
    ///
    /// # Errors
    /// Too many columns or none, a repeated name or row, bits beyond the columns.
    pub fn new(inputs: Vec<String>, outputs: Vec<String>, mut rows: Vec<Row>) -> Result<Self, Error> {
        check_width(inputs.len(), outputs.len())?;
        let mut names: Vec<&String> = inputs.iter().chain(&outputs).collect();
        names.sort();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::Table { reason: format!("two columns are named `{}`", pair[0]) });
        }
        if rows.is_empty() {
            return Err(Error::Table { reason: "it has no rows".to_string() });
        }
        for row in &mut rows {
            if row.input >> inputs.len() != 0 || (row.output | row.care) >> outputs.len() != 0 {
                return Err(Error::Table { reason: "a row has bits beyond the last column".to_string() });
            }
            row.output &= row.care;
        }
        rows.sort_by_key(|row| row.input);
        if rows.windows(2).any(|pair| pair[0].input == pair[1].input) {
            return Err(Error::Table { reason: "two rows have the same input".to_string() });
        }
        Ok(TruthTable { inputs, outputs, rows })
    }

    /// The table of a function of trits: input columns `AL`, `AH`, `BL`, .., output columns `low` and `high`.
    pub(crate) fn of_trits(n: usize, input: TritCode, output: TritCode, f: impl Fn(&[i8]) -> i8) -> Self {
        let columns = |i: usize| {
            let letter = char::from(b'A' + i as u8);
            [format!("{letter}L"), format!("{letter}H")]
        };
        let mut rows = Vec::with_capacity(3usize.pow(n as u32));
        let mut trits = vec![-1i8; n];
        loop {
            let planes = |pair: u8| u32::from(pair >> 1 | (pair & 1) << 1);
            let bits = trits.iter().enumerate().map(|(i, &t)| planes(input.encode(t)) << (2 * i)).sum();
            rows.push(Row { input: bits, output: planes(output.encode(f(&trits))), care: 0b11 });
            let Some(i) = trits.iter().position(|&t| t < 1) else { break };
            trits[i] += 1;
            trits[..i].fill(-1);
        }
        rows.sort_by_key(|row| row.input);
        TruthTable {
            inputs: (0..n).flat_map(columns).collect(),
            outputs: ["low", "high"].map(String::from).to_vec(),
            rows,
        }
    }

    /// The names of the inputs.
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// The names of the outputs.
    pub fn outputs(&self) -> &[String] {
        &self.outputs
    }

    /// The rows, ordered by input.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// For every input, a bit set of the outputs that cannot be told without it.
    pub fn essential_inputs(&self) -> Vec<u32> {
        let by_input: HashMap<u32, &Row> = self.rows.iter().map(|row| (row.input, row)).collect();
        (0..self.inputs.len())
            .map(|i| {
                self.rows.iter().fold(0, |outputs, row| match by_input.get(&(row.input ^ 1 << i)) {
                    Some(other) => outputs | (row.output ^ other.output) & row.care & other.care,
                    None => outputs,
                })
            })
            .collect()
    }
}

fn check_width(inputs: usize, outputs: usize) -> Result<(), Error> {
    let reason = if inputs == 0 || inputs > MAX_INPUTS {
        format!("it has {inputs} inputs; 1 to {MAX_INPUTS} are possible")
    } else if outputs == 0 || outputs > MAX_OUTPUTS {
        format!("it has {outputs} outputs; 1 to {MAX_OUTPUTS} are possible")
    } else {
        return Ok(());
    };
    Err(Error::Table { reason })
}

impl FromStr for TruthTable {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut names: [Option<Vec<String>>; 2] = [None, None];
        let mut width: Option<(usize, usize)> = None;
        let mut rows: HashMap<u32, (Row, usize)> = HashMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let fail = |reason: String| Error::TableLine { line: number, reason };
            let line = line.split('#').next().unwrap_or_default();
            let mut words = line.split_whitespace();
            let Some(first) = words.next() else { continue };
            if let Some(which) = ["inputs", "outputs"].iter().position(|&w| w == first) {
                if width.is_some() {
                    return Err(fail(format!("`{first}` must come before the rows")));
                }
                if names[which].replace(words.map(String::from).collect()).is_some() {
                    return Err(fail(format!("a second line `{first}`")));
                }
                continue;
            }
            let (Some(second), None) = (words.next(), words.next()) else {
                return Err(fail("a row is two words, inputs and outputs".to_string()));
            };
            for word in [first, second] {
                if word.bytes().any(|b| !b"01-".contains(&b)) {
                    return Err(fail(format!("`{word}` holds a character other than 0, 1 and -")));
                }
            }
            let (ins, outs) = (first.len(), second.len());
            let named = |which: usize| names[which].as_ref().map(Vec::len);
            let expected = width.unwrap_or_else(|| (named(0).unwrap_or(ins), named(1).unwrap_or(outs)));
            if (ins, outs) != expected {
                return Err(fail(format!(
                    "{ins} inputs and {outs} outputs, where {} and {} are expected",
                    expected.0, expected.1
                )));
            }
            check_width(ins, outs).map_err(|e| fail(e.to_string()))?;
            width = Some(expected);
            let bits = |word: &str, byte: u8| {
                word.bytes().enumerate().filter(|(_, b)| *b == byte).map(|(i, _)| 1u32 << i).sum::<u32>()
            };
            let both = bits(first, b'-');
            let care = !bits(second, b'-') & ((1 << outs) - 1);
            // Every subset of the inputs that are `-`.
            let mut chosen = 0u32;
            loop {
                let row = Row { input: bits(first, b'1') | chosen, output: bits(second, b'1'), care };
                match rows.get_mut(&row.input) {
                    None => {
                        rows.insert(row.input, (row, number));
                    }
                    Some((old, at)) => {
                        if (old.output ^ row.output) & old.care & row.care != 0 {
                            return Err(fail(format!("contradicts line {at}")));
                        }
                        old.output |= row.output;
                        old.care |= row.care;
                    }
                }
                chosen = chosen.wrapping_sub(both) & both;
                if chosen == 0 {
                    break;
                }
            }
        }
        let Some((ins, outs)) = width else {
            return Err(Error::Table { reason: "it has no rows".to_string() });
        };
        let [inputs, outputs] = names;
        let numbered = |letter: char, n: usize| (0..n).map(|i| format!("{letter}{i}")).collect();
        TruthTable::new(
            inputs.unwrap_or_else(|| numbered('I', ins)),
            outputs.unwrap_or_else(|| numbered('O', outs)),
            rows.into_values().map(|(row, _)| row).collect(),
        )
    }
}

impl fmt::Display for TruthTable {
    /// Writes the table in the file format.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "inputs {}", self.inputs.join(" "))?;
        writeln!(f, "outputs {}", self.outputs.join(" "))?;
        for row in &self.rows {
            for i in 0..self.inputs.len() {
                write!(f, "{}", row.input >> i & 1)?;
            }
            f.write_str(" ")?;
            for j in 0..self.outputs.len() {
                match row.care >> j & 1 {
                    0 => f.write_str("-")?,
                    _ => write!(f, "{}", row.output >> j & 1)?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
