//! Exhaustive search: every set of values that so many instructions can compute, each set once.

use core::hash::{BuildHasherDefault, Hash, Hasher};
use core::ops::{BitAnd, BitOr, BitXor, Not};
use std::collections::HashSet;

use crate::{
    Circuit, Control, Error, Gate, Instruction, InstructionSet, Outcome, Signal, Stopped, TruthTable,
};

/// A column of a truth table: one bit a row.
pub(crate) trait Column:
    Copy + Eq + Hash + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    const ZERO: Self;
    const BITS: usize;
    fn bit(row: usize) -> Self;
    fn index(self) -> usize;
}

macro_rules! column {
    ($t:ty) => {
        impl Column for $t {
            const ZERO: Self = 0;
            const BITS: usize = <$t>::BITS as usize;
            #[inline]
            fn bit(row: usize) -> Self {
                1 << row
            }
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
column!(u64);
column!(u128);

/// Most rows that the search takes.
pub(crate) const MAX_ROWS: usize = 128;

/// Searches for a circuit of exactly this size, all smaller sizes being refuted already.
///
/// The pruning is sound only under that condition: it leaves out circuits that compute a value in vain.
pub(crate) fn search(
    table: &TruthTable,
    set: InstructionSet,
    size: usize,
    control: &Control<'_>,
) -> Result<Result<Outcome, Stopped>, Error> {
    if table.rows().len() <= 64 {
        Ok(run::<u64>(table, set, size, control))
    } else if table.rows().len() <= MAX_ROWS {
        Ok(run::<u128>(table, set, size, control))
    } else {
        Err(Error::TooLarge { rows: table.rows().len(), limit: MAX_ROWS })
    }
}

/// Whether the set cannot make the outputs at all; `false` means "perhaps".
pub(crate) fn falls_short(table: &TruthTable, set: InstructionSet) -> bool {
    let (cancel, control) = (core::sync::atomic::AtomicBool::new(false), &|_: &crate::Progress| {});
    let control = Control::new(&cancel, control);
    match table.rows().len() {
        0..=64 => Search::<u64>::new(table, set, &control).falls_short(),
        65..=MAX_ROWS => Search::<u128>::new(table, set, &control).falls_short(),
        _ => false,
    }
}

/// Whether every output takes an instruction of its own: none is constant, an input or equal to another (all up to
/// complement where that is free).
pub(crate) fn simple_outputs(table: &TruthTable, set: InstructionSet) -> bool {
    let rows = table.rows();
    let free = set.complements_are_free();
    let equal = |f: &dyn Fn(&crate::Row) -> Option<bool>| {
        let mut seen = [false; 2];
        rows.iter().filter_map(f).for_each(|different| seen[usize::from(different)] = true);
        !seen[1] || (free && !seen[0])
    };
    let output = |row: &crate::Row, j: usize| (row.care >> j & 1 == 1).then_some(row.output >> j & 1 == 1);
    (0..table.outputs().len()).all(|j| {
        !equal(&|row| output(row, j))
            && !equal(&|row| output(row, j).map(|o| !o))
            && (0..table.inputs().len())
                .all(|i| !equal(&|row| Some(output(row, j)? != (row.input >> i & 1 == 1))))
            && (0..j).all(|k| !equal(&|row| Some(output(row, j)? != output(row, k)?)))
    })
}

fn run<C: Column>(
    table: &TruthTable,
    set: InstructionSet,
    size: usize,
    control: &Control<'_>,
) -> Result<Outcome, Stopped> {
    let mut search = Search::<C>::new(table, set, control);
    if search.start(size)? {
        return Ok(Outcome::Found(search.circuit(table)));
    }
    Ok(Outcome::Refuted(search.nodes))
}

#[derive(Clone, Copy)]
struct Step {
    instruction: Instruction,
    operands: [u8; 3],
}

struct Target<C> {
    value: C,
    care: C,
}

struct Search<'a, C> {
    control: &'a Control<'a>,
    instructions: Vec<Instruction>,
    arity: usize,
    free_complements: bool,
    full: C,
    targets: Vec<Target<C>>,
    /// Two targets might be one value.
    targets_overlap: bool,
    inputs: usize,
    values: Vec<C>,
    /// How often each value is an operand; a value that needs no use starts above 0.
    uses: Vec<u32>,
    steps: Vec<Step>,
    bound: Vec<Option<usize>>,
    candidates: Vec<(C, Step)>,
    seen: Seen<C>,
    unused: usize,
    nodes: u64,
}

impl<'a, C: Column> Search<'a, C> {
    fn new(table: &TruthTable, set: InstructionSet, control: &'a Control<'a>) -> Self {
        let set = set.reduced();
        let column = |f: &dyn Fn(usize) -> bool| {
            (0..table.rows().len()).filter(|&r| f(r)).fold(C::ZERO, |c, r| c | C::bit(r))
        };
        let rows = table.rows();
        let full = column(&|_| true);
        let free_complements = set.complements_are_free();
        let mut search = Search {
            control,
            instructions: set.iter().collect(),
            arity: set.max_arity(),
            free_complements,
            full,
            targets: (0..table.outputs().len())
                .map(|j| Target {
                    value: column(&|r| rows[r].output >> j & 1 == 1),
                    care: column(&|r| rows[r].care >> j & 1 == 1),
                })
                .collect(),
            targets_overlap: false,
            inputs: table.inputs().len(),
            values: Vec::new(),
            uses: Vec::new(),
            steps: Vec::new(),
            bound: vec![None; table.outputs().len()],
            candidates: Vec::new(),
            seen: Seen::new(rows.len()),
            unused: 0,
            nodes: 0,
        };
        for (i, essential) in table.essential_inputs().into_iter().enumerate() {
            let value = column(&|r| rows[r].input >> i & 1 == 1);
            search.seen.insert(search.normal(value));
            search.values.push(value);
            search.uses.push(u32::from(essential == 0));
            search.unused += usize::from(essential != 0);
        }
        let overlap = |a: &Target<C>, b: &Target<C>| {
            let difference = (a.value ^ b.value) & a.care & b.care;
            difference == C::ZERO || (free_complements && difference == a.care & b.care)
        };
        let t = &search.targets;
        search.targets_overlap = (0..t.len()).any(|i| (0..i).any(|j| overlap(&t[i], &t[j])));
        search
    }

    fn normal(&self, value: C) -> C {
        if self.free_complements && value & C::bit(0) != C::ZERO { !value & self.full } else { value }
    }

    fn meets(&self, value: C, target: &Target<C>) -> bool {
        let difference = (value ^ target.value) & target.care;
        difference == C::ZERO || (self.free_complements && difference == target.care)
    }

    fn hits(&self, value: C, left: u32) -> u32 {
        let mut hits = 0;
        for (j, target) in self.targets.iter().enumerate() {
            if left >> j & 1 == 1 && self.meets(value, target) {
                hits |= 1 << j;
            }
        }
        hits
    }

    /// Fewest instructions that can produce these targets.
    fn need(&self, left: u32) -> usize {
        match left.count_ones() {
            0 => 0,
            _ if self.targets_overlap => 1,
            n => n as usize,
        }
    }

    fn start(&mut self, size: usize) -> Result<bool, Stopped> {
        let mut left = (1u32 << self.targets.len()) - 1;
        for j in 0..self.targets.len() {
            let target = &self.targets[j];
            let constant = |c: C| (c ^ target.value) & target.care == C::ZERO;
            // A complemented input costs an instruction, whatever the set.
            let input = self.values.iter().any(|&v| (v ^ target.value) & target.care == C::ZERO);
            if constant(C::ZERO) || constant(self.full) || input {
                left &= !(1 << j);
            }
        }
        if left == 0 {
            return Ok(size == 0);
        }
        if size == 0 {
            return Ok(false);
        }
        for i in 0..self.inputs {
            self.expand(i);
            // Up to complement an input is no new value, but as an output it takes an instruction.
            let value = self.normal(self.values[i]);
            if self.free_complements && self.hits(value, left) != 0 {
                self.candidates
                    .push((value, Step { instruction: self.instructions[0], operands: [i as u8; 3] }));
            }
        }
        self.descend(0, left, size)
    }

    /// Whether some set of values completes the present ones with `r` more instructions, taken from the candidates
    /// from `start` on and from what will become possible. Earlier candidates have had their turn: no set with
    /// one of them is left.
    fn descend(&mut self, start: usize, left: u32, r: usize) -> Result<bool, Stopped> {
        let need = self.need(left);
        // Every value must be used in the end, so the operands of what comes must cover those that are not yet.
        let inner = r.saturating_sub(left.count_ones() as usize);
        if need > r || self.unused + inner > r * self.arity {
            return Ok(false);
        }
        let end = self.candidates.len();
        for i in start..end {
            let (value, step) = self.candidates[i];
            let hits = self.hits(value, left);
            if r == need && hits == 0 {
                continue;
            }
            self.nodes += 1;
            if self.nodes & 0xFFF == 0 {
                self.control.poll(self.nodes)?;
            }
            let unused = self.unused;
            self.push(value, step, hits);
            let left = left & !hits;
            let found = if left == 0 {
                true
            } else if r == 2 {
                self.unused <= self.arity && self.finish(i + 1, left, hits != 0)
            } else if self.need(left) < r {
                let mark = self.candidates.len();
                self.expand(self.values.len() - 1);
                let found = self.descend(i + 1, left, r - 1)?;
                for (value, _) in self.candidates.drain(mark..) {
                    self.seen.remove(value);
                }
                found
            } else {
                false
            };
            if found {
                return Ok(true);
            }
            self.pop(hits);
            self.unused = unused;
        }
        Ok(false)
    }

    /// Whether the instructions cannot make every output, however many are used: everything that they can make
    /// is known and an output is not among it. `false` means "perhaps".
    fn falls_short(&mut self) -> bool {
        const ENOUGH: usize = 300;
        let unmet = |s: &Self, values: &[C]| {
            s.targets.iter().any(|t| {
                let constant = |c: C| (c ^ t.value) & t.care == C::ZERO;
                !constant(C::ZERO) && !constant(s.full) && !values.iter().any(|&v| s.meets(v, t))
            })
        };
        let mut next = 0;
        while next < self.values.len() {
            let known = self.candidates.len();
            self.expand(next);
            let new: Vec<C> = self.candidates[known..].iter().map(|c| c.0).collect();
            self.values.extend(new);
            next += 1;
            if self.values.len() > ENOUGH {
                return false;
            }
        }
        unmet(self, &self.values)
    }

    fn push(&mut self, value: C, step: Step, hits: u32) {
        for &operand in &step.operands[..step.instruction.arity()] {
            let uses = &mut self.uses[operand as usize];
            self.unused -= usize::from(*uses == 0);
            *uses += 1;
        }
        let index = self.values.len();
        self.values.push(value);
        self.steps.push(step);
        self.uses.push(u32::from(hits != 0));
        self.unused += usize::from(hits == 0);
        for (j, bound) in self.bound.iter_mut().enumerate() {
            if hits >> j & 1 == 1 {
                *bound = Some(index);
            }
        }
    }

    fn pop(&mut self, hits: u32) {
        self.values.pop();
        self.uses.pop();
        if let Some(step) = self.steps.pop() {
            for &operand in &step.operands[..step.instruction.arity()] {
                self.uses[operand as usize] -= 1;
            }
        }
        for (j, bound) in self.bound.iter_mut().enumerate() {
            if hits >> j & 1 == 1 {
                *bound = None;
            }
        }
    }

    /// Whether one more instruction reaches all targets that are left. It must use the newest value, unless that
    /// one is a target itself.
    fn finish(&mut self, start: usize, left: u32, newest_is_target: bool) -> bool {
        if newest_is_target {
            for i in start..self.candidates.len() {
                let (value, step) = self.candidates[i];
                if self.hits(value, left) == left {
                    self.push(value, step, left);
                    return true;
                }
            }
        }
        let mut found = None;
        let newest = self.values.len() - 1;
        if self.free_complements {
            found = self.finish_tables(newest, left);
        } else {
            self.derive(newest, &mut |search, value, step| {
                if found.is_none() && search.hits(value, left) == left {
                    found = Some((value, step));
                }
            });
        }
        if let Some((value, step)) = found {
            self.push(value, step, left);
        }
        found.is_some()
    }

    /// [`finish`](Self::finish) for table instructions: is a target a function of the newest value and others?
    fn finish_tables(&self, newest: usize, left: u32) -> Option<(C, Step)> {
        let mut found = None;
        self.triples(newest, &mut |operands, instruction| {
            if found.is_some() {
                return;
            }
            let classes = self.classes(&operands[..instruction.arity()]);
            let mut value = None;
            for (j, target) in self.targets.iter().enumerate() {
                if left >> j & 1 == 0 {
                    continue;
                }
                let mut function = C::ZERO;
                for &class in &classes[..1 << instruction.arity()] {
                    let ones = class & target.care & target.value;
                    if ones != C::ZERO {
                        if ones != class & target.care {
                            return;
                        }
                        function = function | class;
                    }
                }
                if value.is_some_and(|v| v != function) {
                    return;
                }
                value = Some(function);
            }
            found = value.map(|v| (v, Step { instruction, operands }));
        });
        found
    }

    fn classes(&self, operands: &[u8]) -> [C; 8] {
        let mut classes = [C::ZERO; 8];
        for (index, class) in classes.iter_mut().enumerate().take(1 << operands.len()) {
            *class = operands.iter().rev().enumerate().fold(self.full, |rows, (i, &o)| {
                let value = self.values[o as usize];
                rows & if index >> i & 1 == 1 { value } else { !value }
            });
        }
        classes
    }

    fn triples(&self, newest: usize, each: &mut dyn FnMut([u8; 3], Instruction)) {
        let n = newest as u8;
        for &instruction in &self.instructions {
            match instruction {
                Instruction::Lut2 | Instruction::T2 if newest == 0 => each([0; 3], instruction),
                Instruction::Lut2 => (0..n).for_each(|a| each([n, a, 0], instruction)),
                Instruction::T2 if newest == 1 => each([n, 0, 0], instruction),
                Instruction::T2 => {
                    for a in 0..n {
                        (0..a).for_each(|b| each([n, a, b], instruction));
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds what becomes possible with the value of this index and those before it.
    fn expand(&mut self, newest: usize) {
        let mut new = Vec::new();
        self.derive(newest, &mut |search, value, step| new.push((search.normal(value), step)));
        for (value, step) in new {
            if self.seen.insert(value) {
                self.candidates.push((value, step));
            }
        }
    }

    /// Everything that one instruction makes of the value of this index and earlier ones. Operands may repeat.
    fn derive(&self, newest: usize, each: &mut dyn FnMut(&Self, C, Step)) {
        let n = newest as u8;
        let v = self.values[newest];
        let value = |i: u8| self.values[i as usize];
        for &instruction in &self.instructions {
            let mut emit =
                |value: C, operands: [u8; 3]| each(self, value & self.full, Step { instruction, operands });
            match instruction {
                Instruction::Not => emit(!v, [n, 0, 0]),
                Instruction::And => (0..n).for_each(|a| emit(v & value(a), [a, n, 0])),
                Instruction::Or => (0..n).for_each(|a| emit(v | value(a), [a, n, 0])),
                Instruction::Xor => (0..=n).for_each(|a| emit(v ^ value(a), [a, n, 0])),
                Instruction::Xnor => (0..=n).for_each(|a| emit(!(v ^ value(a)), [a, n, 0])),
                Instruction::Andn => (0..=n).for_each(|a| {
                    emit(!v & value(a), [n, a, 0]);
                    emit(!value(a) & v, [a, n, 0]);
                }),
                Instruction::Orn => (0..=n).for_each(|a| {
                    emit(!v | value(a), [n, a, 0]);
                    emit(!value(a) | v, [a, n, 0]);
                }),
                Instruction::Eor3 => {
                    for a in 0..=n {
                        (0..=a).for_each(|b| emit(v ^ value(a) ^ value(b), [n, a, b]));
                    }
                }
                Instruction::Bitselect | Instruction::Bcax => {
                    for a in 0..=n {
                        for b in 0..=a {
                            for [x, y, z] in
                                [[n, a, b], [n, b, a], [a, n, b], [a, b, n], [b, n, a], [b, a, n]]
                            {
                                let (p, q, r) = (value(x), value(y), value(z));
                                let result = match instruction {
                                    Instruction::Bcax => p ^ (q & !r),
                                    _ => (p & q) | (!p & r),
                                };
                                emit(result, [x, y, z]);
                            }
                        }
                    }
                }
                Instruction::Lut2 | Instruction::T2 => {}
            }
        }
        self.triples(newest, &mut |operands, instruction| {
            let mut classes = self.classes(&operands[..instruction.arity()]).to_vec();
            classes.retain(|&class| class != C::ZERO);
            // All unions of classes without the last one; with it are their complements.
            let kept = classes.len() - usize::from(self.free_complements);
            for choice in 0..1usize << kept {
                let union = (0..kept).filter(|i| choice >> i & 1 == 1).fold(C::ZERO, |u, i| u | classes[i]);
                each(self, union, Step { instruction, operands });
            }
        });
    }

    /// The circuit found.
    fn circuit(&self, table: &TruthTable) -> Circuit {
        // Tables are read off the rows; a value that is an output gets the polarity that the output wants.
        let mut actual = self.values.clone();
        let mut outputs = Vec::new();
        for (j, target) in self.targets.iter().enumerate() {
            let exact = |value: C| (value ^ target.value) & target.care == C::ZERO;
            let signal = if exact(C::ZERO) {
                Signal::Constant(false)
            } else if exact(self.full) {
                Signal::Constant(true)
            } else if let Some(i) = actual[..self.inputs].iter().position(|&v| exact(v)) {
                Signal::Input(i)
            } else {
                let i = self.bound[j].unwrap_or(self.values.len() - 1);
                if !exact(actual[i]) {
                    actual[i] = !actual[i] & self.full;
                }
                Signal::Gate(i - self.inputs)
            };
            outputs.push((table.outputs()[j].clone(), signal));
        }
        let signal = |i: u8| match (i as usize).checked_sub(self.inputs) {
            None => Signal::Input(i.into()),
            Some(gate) => Signal::Gate(gate),
        };
        let mut gates = Vec::new();
        for (k, step) in self.steps.iter().enumerate() {
            let operands = &step.operands[..step.instruction.arity()];
            let table = step.instruction.table().unwrap_or_else(|| {
                let mut table = 0;
                for row in 0..C::BITS {
                    let one = |value: C| value & C::bit(row) != C::ZERO;
                    if self.full & C::bit(row) != C::ZERO && one(actual[self.inputs + k]) {
                        let index = operands
                            .iter()
                            .fold(0, |index, &o| 2 * index + usize::from(one(actual[o as usize])));
                        table |= 1 << index;
                    }
                }
                table
            });
            let operands = operands.iter().map(|&o| signal(o)).collect();
            gates.push(Gate { instruction: step.instruction, table, operands });
        }
        Circuit::from_search(table.inputs().to_vec(), gates, outputs)
    }
}

/// The values that are there or have been candidates: a bit map for short tables, a hash set for longer ones.
enum Seen<C> {
    Map(Vec<bool>),
    Set(HashSet<C, BuildHasherDefault<Mix>>),
}

impl<C: Column> Seen<C> {
    fn new(rows: usize) -> Self {
        if rows <= 16 { Seen::Map(vec![false; 1 << rows]) } else { Seen::Set(HashSet::default()) }
    }

    fn insert(&mut self, value: C) -> bool {
        match self {
            Seen::Map(map) => !core::mem::replace(&mut map[value.index()], true),
            Seen::Set(set) => set.insert(value),
        }
    }

    fn remove(&mut self, value: C) {
        match self {
            Seen::Map(map) => map[value.index()] = false,
            Seen::Set(set) => {
                set.remove(&value);
            }
        }
    }
}

/// A hasher for columns; nobody chooses them to collide.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}
