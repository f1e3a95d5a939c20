//! The language of the kernels: instructions of AArch64 on values of which each is written once.

/// A word in a register, written once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u32);

/// What an instruction reads besides memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Value(Value),
    Zero,
    Stack,
    Constant(u64),
}

impl From<Value> for Operand {
    fn from(value: Value) -> Self {
        Operand::Value(value)
    }
}

/// Where memory is: at an address in a register, or in the kernel's own frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    Address(Value),
    Frame,
}

/// One instruction.
#[derive(Clone, Debug)]
pub struct Instruction {
    pub name: &'static str,
    pub out: Vec<Value>,
    pub args: Vec<Operand>,
    pub memory: Option<(Base, u32)>,
    /// What stands behind the operands: a condition.
    pub tail: &'static str,
}

impl Instruction {
    /// Whether it reads or writes the flags: such instructions stay in their order.
    pub fn touches_flags(&self) -> bool {
        matches!(self.name, "adds" | "adcs" | "adc" | "subs" | "sbcs" | "sbc" | "csetm" | "csel" | "cneg")
    }

    pub fn loads(&self) -> bool {
        matches!(self.name, "ldr" | "ldp")
    }

    pub fn stores(&self) -> bool {
        matches!(self.name, "str" | "stp")
    }

    /// The values that it reads.
    pub fn reads(&self) -> impl Iterator<Item = Value> + '_ {
        let base = match self.memory {
            Some((Base::Address(value), _)) => Some(value),
            _ => None,
        };
        let value = |operand: &Operand| match operand {
            Operand::Value(value) => Some(*value),
            _ => None,
        };
        self.args.iter().filter_map(value).chain(base)
    }

    /// The bytes of memory that it touches, from a base.
    pub fn touches(&self) -> Option<(Base, core::ops::Range<u32>)> {
        let (base, at) = self.memory?;
        let words = if matches!(self.name, "ldp" | "stp") { 2 } else { 1 };
        Some((base, at..at + 8 * words))
    }
}

/// A piece of code without jumps, in the making. The order in which it is written is that in which flags are used; everything else is
/// ordered by `order`.
#[derive(Debug, Default)]
pub struct Text {
    pub instructions: Vec<Instruction>,
    /// Values that are in given registers at the beginning.
    pub given: Vec<(Value, u8)>,
    /// Values that are in given registers at the end.
    pub results: Vec<(Value, u8)>,
    /// Bytes of the frame in use.
    pub frame: u32,
    next: u32,
}

/// A place in memory.
pub type Place = (Base, u32);

impl Text {
    pub fn new() -> Self {
        Self::default()
    }

    fn value(&mut self) -> Value {
        self.next += 1;
        Value(self.next - 1)
    }

    /// What is in a register at the beginning.
    pub fn given(&mut self, register: u8) -> Value {
        let value = self.value();
        self.given.push((value, register));
        value
    }

    /// Bytes of the frame.
    pub fn reserve(&mut self, bytes: u32) -> Place {
        self.frame += bytes;
        (Base::Frame, self.frame - bytes)
    }

    fn push(&mut self, name: &'static str, args: &[Operand], tail: &'static str) -> Value {
        let value = self.value();
        self.instructions.push(Instruction {
            name,
            out: vec![value],
            args: args.to_vec(),
            memory: None,
            tail,
        });
        value
    }

    /// An instruction with two operands.
    pub fn op(&mut self, name: &'static str, a: impl Into<Operand>, b: impl Into<Operand>) -> Value {
        self.push(name, &[a.into(), b.into()], "")
    }

    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        self.op("mul", a, b)
    }

    pub fn umulh(&mut self, a: Value, b: Value) -> Value {
        self.op("umulh", a, b)
    }

    /// Only the flags of a sum or difference.
    pub fn flags(&mut self, name: &'static str, a: impl Into<Operand>, b: impl Into<Operand>) {
        let instruction =
            Instruction { name, out: Vec::new(), args: vec![a.into(), b.into()], memory: None, tail: "" };
        self.instructions.push(instruction);
    }

    /// All ones if the last difference borrowed, else zero.
    pub fn borrowed(&mut self) -> Value {
        self.push("csetm", &[], "lo")
    }

    /// `a` if the last difference borrowed, else `b`.
    pub fn if_borrowed(&mut self, a: impl Into<Operand>, b: impl Into<Operand>) -> Value {
        self.push("csel", &[a.into(), b.into()], "lo")
    }

    /// `-a` if the last difference borrowed, else `a`.
    pub fn negated_if_borrowed(&mut self, a: Value) -> Value {
        self.push("cneg", &[a.into()], "lo")
    }

    pub fn load(&mut self, (base, at): Place) -> Value {
        let value = self.value();
        self.instructions.push(Instruction {
            name: "ldr",
            out: vec![value],
            args: Vec::new(),
            memory: Some((base, at)),
            tail: "",
        });
        value
    }

    pub fn load_many(&mut self, (base, at): Place, count: u32) -> Vec<Value> {
        let mut values = Vec::new();
        for i in (0..count).step_by(2) {
            if i + 1 == count || at + 8 * i > 504 {
                let left = (count - i).min(2);
                values.extend((0..left).map(|k| self.load((base, at + 8 * (i + k)))));
                continue;
            }
            let pair = vec![self.value(), self.value()];
            values.extend(&pair);
            self.instructions.push(Instruction {
                name: "ldp",
                out: pair,
                args: Vec::new(),
                memory: Some((base, at + 8 * i)),
                tail: "",
            });
        }
        values
    }

    pub fn store(&mut self, values: &[Value], (base, at): Place) {
        for (i, pair) in (0u32..).zip(values.chunks(2)) {
            let at = at + 16 * i;
            let groups: Vec<&[Value]> = if at > 504 { pair.chunks(1).collect() } else { vec![pair] };
            for (k, group) in (0u32..).zip(groups) {
                self.instructions.push(Instruction {
                    name: if group.len() == 2 { "stp" } else { "str" },
                    out: Vec::new(),
                    args: group.iter().map(|value| Operand::from(*value)).collect(),
                    memory: Some((base, at + 8 * k)),
                    tail: "",
                });
            }
        }
    }

    /// The address of a place in the frame: a base of its own, so that what is behind it must not be touched by the frame's.
    pub fn frame_address(&mut self, bytes: u32) -> Value {
        self.push("add", &[Operand::Stack, Operand::Constant(bytes.into())], "")
    }

    /// An address so many bytes further.
    pub fn address(&mut self, base: Value, bytes: u32) -> Value {
        self.op("add", base, Operand::Constant(bytes.into()))
    }

    // ---- chains of carries ----

    /// `a + b`, word by word; the carry of the last is in the flag if `open`, else lost.
    pub fn add(&mut self, a: &[Value], b: &[Value], open: bool) -> Vec<Value> {
        self.chain(["adds", "adcs", "adc"], a, b, open)
    }

    /// `a - b`, likewise.
    pub fn sub(&mut self, a: &[Value], b: &[Value], open: bool) -> Vec<Value> {
        self.chain(["subs", "sbcs", "sbc"], a, b, open)
    }

    fn chain(
        &mut self,
        [first, next, last]: [&'static str; 3],
        a: &[Value],
        b: &[Value],
        open: bool,
    ) -> Vec<Value> {
        let name = |i: usize| match i {
            0 => first,
            _ if i + 1 == a.len() && !open => last,
            _ => next,
        };
        (0..a.len()).map(|i| self.op(name(i), a[i], b[i])).collect()
    }
}
