//! The instructions that a circuit may use.

use core::fmt;
use core::str::FromStr;

use crate::Error;

/// A bitwise instruction of a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Instruction {
    /// `!a`; counts as one instruction.
    Not,
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `!a & b`: the *first* operand is complemented, as in x86's `VPANDN` and in PCurl's notation.
    Andn,
    /// `!a | b`: the first operand is complemented, as in PCurl's notation.
    Orn,
    /// `!(a ^ b)`.
    Xnor,
    /// `(a & b) | (!a & c)`: NEON `BSL`, wasm `v128.bitselect`.
    Bitselect,
    /// `a ^ (b & !c)`: Armv8.2 SHA3 `BCAX`.
    Bcax,
    /// `a ^ b ^ c`: Armv8.2 SHA3 `EOR3`.
    Eor3,
    /// Any function of two inputs. No CPU has it; it bounds every set of two-input instructions from below.
    Lut2,
    /// Any function of three inputs: AVX-512 `VPTERNLOG`.
    T2,
}

impl Instruction {
    /// Every instruction.
    pub const ALL: [Instruction; 12] = [
        Instruction::Not,
        Instruction::And,
        Instruction::Or,
        Instruction::Xor,
        Instruction::Andn,
        Instruction::Orn,
        Instruction::Xnor,
        Instruction::Bitselect,
        Instruction::Bcax,
        Instruction::Eor3,
        Instruction::Lut2,
        Instruction::T2,
    ];

    /// Number of operands: 1, 2 or 3.
    pub const fn arity(self) -> usize {
        match self {
            Instruction::Not => 1,
            Instruction::And
            | Instruction::Or
            | Instruction::Xor
            | Instruction::Andn
            | Instruction::Orn
            | Instruction::Xnor
            | Instruction::Lut2 => 2,
            Instruction::Bitselect | Instruction::Bcax | Instruction::Eor3 | Instruction::T2 => 3,
        }
    }

    /// The name used in instruction sets.
    pub const fn name(self) -> &'static str {
        match self {
            Instruction::Not => "not",
            Instruction::And => "and",
            Instruction::Or => "or",
            Instruction::Xor => "xor",
            Instruction::Andn => "andn",
            Instruction::Orn => "orn",
            Instruction::Xnor => "xnor",
            Instruction::Bitselect => "bitselect",
            Instruction::Bcax => "bcax",
            Instruction::Eor3 => "eor3",
            Instruction::Lut2 => "lut2",
            Instruction::T2 => "t2",
        }
    }

    /// The function as a table: bit `4a + 2b + c` (for two operands `2a + b`, for one `a`) is the result for
    /// those operands. `None` for [`Lut2`](Self::Lut2) and [`T2`](Self::T2), which stand for every table.
    pub const fn table(self) -> Option<u8> {
        Some(match self {
            Instruction::Not => 0b01,
            Instruction::And => 0b1000,
            Instruction::Or => 0b1110,
            Instruction::Xor => 0b0110,
            Instruction::Andn => 0b0010,
            Instruction::Orn => 0b1011,
            Instruction::Xnor => 0b1001,
            Instruction::Bitselect => 0b1100_1010,
            Instruction::Bcax => 0b1011_0100,
            Instruction::Eor3 => 0b1001_0110,
            Instruction::Lut2 | Instruction::T2 => return None,
        })
    }

    const fn bit(self) -> u16 {
        1 << self as u8
    }
}

impl FromStr for Instruction {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Instruction::ALL
            .into_iter()
            .find(|i| i.name() == text)
            .ok_or_else(|| Error::Instruction { text: text.to_string() })
    }
}

/// A set of instructions.
///
/// ```
/// use lanesmith_circuits::InstructionSet;
/// let sse2: InstructionSet = "A".parse()?;
/// assert_eq!(sse2, "and,or,xor,andn,not".parse()?);
/// assert_eq!(sse2.to_string(), "A");
/// # Ok::<(), lanesmith_circuits::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InstructionSet(u16);

impl InstructionSet {
    /// The presets with their letters and the CPUs they stand for.
    pub const PRESETS: [(char, InstructionSet, &'static str); 8] = {
        use Instruction::*;
        const C: InstructionSet = InstructionSet::of(&[Not, And, Or, Xor]);
        const A: InstructionSet = C.with(Andn);
        const B: InstructionSet = A.with(Orn);
        const E: InstructionSet = B.with(Bitselect);
        [
            ('A', A, "SSE2, AVX2, 64-bit words with BMI1"),
            ('B', B, "NEON without bit select, 64-bit words on Armv8"),
            ('C', C, "64-bit words without and-not"),
            ('D', B.with(Xnor), "RISC-V Zbb"),
            ('E', E, "NEON"),
            ('F', A.with(Bitselect), "wasm simd128"),
            ('G', E.with(Bcax).with(Eor3), "NEON with Armv8.2 SHA3"),
            ('T', InstructionSet::of(&[T2]), "AVX-512 (VPTERNLOG)"),
        ]
    };

    /// The set of these instructions.
    pub const fn of(instructions: &[Instruction]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < instructions.len() {
            bits |= instructions[i].bit();
            i += 1;
        }
        InstructionSet(bits)
    }

    /// The preset of this letter.
    pub fn preset(letter: char) -> Option<Self> {
        Self::PRESETS.iter().find(|p| p.0 == letter).map(|p| p.1)
    }

    /// The set with one more instruction.
    #[must_use]
    pub const fn with(self, instruction: Instruction) -> Self {
        InstructionSet(self.0 | instruction.bit())
    }

    /// Whether the instruction belongs to the set.
    pub const fn contains(self, instruction: Instruction) -> bool {
        self.0 & instruction.bit() != 0
    }

    /// Whether it holds no instruction at all.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The instructions of the set.
    pub fn iter(self) -> impl Iterator<Item = Instruction> {
        Instruction::ALL.into_iter().filter(move |&i| self.contains(i))
    }

    /// The largest number of operands that an instruction of the set has; 0 for the empty set.
    pub fn max_arity(self) -> usize {
        self.iter().map(Instruction::arity).max().unwrap_or(0)
    }

    /// The set without what a table instruction of it can do as well: searching is quicker and finds the same.
    #[must_use]
    pub(crate) fn reduced(self) -> Self {
        let mut kept = 0;
        for i in self.iter() {
            let covered = (self.contains(Instruction::T2) && i != Instruction::T2)
                || (self.contains(Instruction::Lut2) && i != Instruction::Lut2 && i.arity() < 3);
            if !covered {
                kept |= i.bit();
            }
        }
        InstructionSet(kept)
    }

    /// Whether complements cost nothing, because every instruction of the reduced set is a table.
    pub(crate) fn complements_are_free(self) -> bool {
        let tables = Instruction::Lut2.bit() | Instruction::T2.bit();
        self.0 != 0 && self.reduced().0 & !tables == 0
    }

    /// Whether a circuit of the set makes every function (Post's theorem): circuits inherit five properties from their
    /// instructions, and for each of these properties some instruction lacks it.
    pub(crate) fn is_complete(self) -> bool {
        type Property = fn(&dyn Fn(usize) -> bool, usize) -> bool;
        let inherited: [Property; 5] = [
            // Zeros give zero, ones give one.
            |f, _| !f(0),
            |f, last| f(last),
            // Monotone: no input that becomes 1 makes the result 0.
            |f, last| (0..=last).all(|x| (0..=last).all(|more| !f(x) || f(x | more))),
            // Self-dual: complementing all inputs complements the result.
            |f, last| (0..=last).all(|x| f(x) != f(last - x)),
            // Affine: a sum of inputs, or its complement.
            |f, last| (0..=last).all(|x| (0..=last).all(|y| f(x) ^ f(y) ^ f(x ^ y) == f(0))),
        ];
        let has = |instruction: Instruction, property: Property| {
            // An instruction that stands for every table lacks them all.
            let last = (1usize << instruction.arity()) - 1;
            instruction.table().is_some_and(|table| property(&|x| table >> x & 1 == 1, last))
        };
        inherited.iter().all(|&property| self.iter().any(|i| !has(i, property)))
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(preset) = Self::PRESETS.iter().find(|p| p.1 == *self) {
            return write!(f, "{}", preset.0);
        }
        let names: Vec<&str> = self.iter().map(Instruction::name).collect();
        f.write_str(&names.join(","))
    }
}

impl FromStr for InstructionSet {
    type Err = Error;

    /// Reads one letter of a preset, or instructions joined by commas.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut letters = text.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return Self::preset(letter).ok_or_else(|| Error::Instruction { text: text.to_string() });
        }
        let mut set = InstructionSet(0);
        for name in text.split(',') {
            let name: String = name.trim().to_string();
            set = set.with(name.parse()?);
        }
        Ok(set)
    }
}
