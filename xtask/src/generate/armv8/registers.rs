//! Registers: which value is in which, and what waits in the frame when there are not enough.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::text::{Base, Instruction, Operand, Value};

/// A piece of code with its registers.
#[derive(Debug, Default)]
pub struct Code {
    pub lines: Vec<String>,
    /// Bytes of the frame, those for waiting values included.
    pub frame: u32,
    /// The registers that it writes.
    pub written: Vec<u8>,
}

/// How results get to where they belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Registers are renamed throughout; no result belongs where something is given.
    Renamed,
    /// Moves at the end, for loops.
    Moved,
}

struct State<'a> {
    free: Vec<u8>,
    place: BTreeMap<Value, u8>,
    slots: BTreeMap<Value, u32>,
    uses: &'a BTreeMap<Value, Vec<usize>>,
    loads: BTreeMap<Value, (Base, u32)>,
    given: &'a [(Value, u8)],
    results: &'a [(Value, u8)],
    ends: Ends,
    out: Vec<(&'static str, Vec<Shown>, &'static str)>,
    frame: u32,
}

/// What a line shows.
#[derive(Clone, Copy, Debug)]
enum Shown {
    Register(u8),
    Zero,
    Stack,
    Constant(u64),
    Memory(Option<u8>, u32),
}

/// Gives every value a register of the list; values that are needed last wait in the frame above `frame` bytes. What is given and is a
/// result too stays where it is.
pub fn allocate(
    list: &[Instruction],
    (given, results): (&[(Value, u8)], &[(Value, u8)]),
    registers: &[u8],
    frame: u32,
    ends: Ends,
) -> Option<Code> {
    let mut uses: BTreeMap<Value, Vec<usize>> = BTreeMap::new();
    for (i, instruction) in list.iter().enumerate() {
        for value in instruction.reads() {
            uses.entry(value).or_default().push(i);
        }
    }
    for (value, _) in results {
        uses.entry(*value).or_default().push(list.len());
    }
    let mut state = State {
        free: registers.iter().copied().filter(|r| given.iter().all(|(_, taken)| taken != r)).collect(),
        place: given.iter().copied().collect(),
        slots: BTreeMap::new(),
        uses: &uses,
        loads: BTreeMap::new(),
        given,
        results,
        ends,
        out: Vec::new(),
        frame,
    };
    let unused: Vec<Value> =
        given.iter().map(|(value, _)| *value).filter(|value| !uses.contains_key(value)).collect();
    for value in unused {
        state.release(value);
    }
    for (i, instruction) in list.iter().enumerate() {
        let reads: Vec<Value> = instruction.reads().collect();
        for value in &reads {
            state.need(*value, i, &reads)?;
        }
        let register = |value: &Value| state.place[value];
        let args: Vec<Shown> = instruction
            .args
            .iter()
            .map(|arg| match arg {
                Operand::Value(value) => Shown::Register(register(value)),
                Operand::Zero => Shown::Zero,
                Operand::Stack => Shown::Stack,
                Operand::Constant(constant) => Shown::Constant(*constant),
            })
            .collect();
        let memory = instruction.memory.map(|(base, at)| match base {
            Base::Address(value) => Shown::Memory(Some(register(&value)), at),
            Base::Frame => Shown::Memory(None, at),
        });
        if let (true, Some((base, bytes))) = (instruction.stores(), instruction.touches()) {
            let overwritten = |(from, at): &(Base, u32)| *from == base && bytes.contains(at);
            if state.loads.iter().any(|(value, from)| {
                overwritten(from)
                    && !state.place.contains_key(value)
                    && !state.slots.contains_key(value)
                    && state.next_use(*value, i).is_some()
            }) {
                return None;
            }
            state.loads.retain(|_, from| !overwritten(from));
        }
        for value in &reads {
            if state.next_use(*value, i + 1).is_none() && state.place.contains_key(value) {
                state.release(*value);
            }
        }
        let mut outs = Vec::new();
        for value in &instruction.out {
            outs.push(Shown::Register(state.give(*value, i + 1, &instruction.out)?));
            if let (true, Some((base, at))) = (instruction.loads(), instruction.memory) {
                state.loads.insert(*value, (base, at + 8 * (outs.len() as u32 - 1)));
            }
        }
        if outs.is_empty() && args.len() == 2 && memory.is_none() {
            outs.push(Shown::Zero);
        }
        outs.extend(args);
        outs.extend(memory);
        state.out.push((instruction.name, outs, instruction.tail));
        for value in &instruction.out {
            if state.next_use(*value, i + 1).is_none() {
                state.release(*value);
            }
        }
    }
    let keep: Vec<Value> = results.iter().map(|(value, _)| *value).collect();
    for value in &keep {
        state.need(*value, list.len(), &keep)?;
    }
    let names = match ends {
        Ends::Renamed => renaming(&state, given)?,
        Ends::Moved => {
            state.moves()?;
            core::array::from_fn(|register| register as u8)
        }
    };
    Some(state.code(&names))
}

/// A permutation of registers that brings results to where they belong and leaves alone what is given.
fn renaming(state: &State<'_>, given: &[(Value, u8)]) -> Option<[u8; 32]> {
    let mut to: [Option<u8>; 32] = [None; 32];
    for (_, register) in given {
        to[usize::from(*register)] = Some(*register);
    }
    for fixed in [18u8, 19, 29, 30, 31] {
        to[usize::from(fixed)] = Some(fixed);
    }
    for (value, wanted) in state.results {
        let from = usize::from(state.place[value]);
        if to[from].is_some_and(|other| other != *wanted) {
            return None;
        }
        to[from] = Some(*wanted);
    }
    let mut left: Vec<u8> = (0..32).filter(|r| !to.contains(&Some(*r))).collect();
    left.reverse();
    // What is nobody's stays where it is if that is possible.
    for r in 0..32u8 {
        if to[usize::from(r)].is_none() && left.contains(&r) {
            to[usize::from(r)] = Some(r);
            left.retain(|other| *other != r);
        }
    }
    let mut names = [0; 32];
    for (name, to) in names.iter_mut().zip(to) {
        *name = match to {
            Some(register) => register,
            None => left.pop()?,
        };
    }
    Some(names)
}

impl State<'_> {
    /// Whether a value is given and a result.
    fn stays(&self, value: Value) -> bool {
        let is = |list: &[(Value, u8)]| list.iter().any(|(other, _)| *other == value);
        is(self.given) && is(self.results)
    }

    /// Moves the results to where they belong.
    fn moves(&mut self) -> Option<()> {
        let mut left: Vec<(u8, u8)> = self
            .results
            .iter()
            .map(|(value, to)| (self.place[value], *to))
            .filter(|(from, to)| from != to)
            .collect();
        let taken = |register: &u8| {
            self.results.iter().any(|(value, to)| self.place[value] == *register || to == register)
        };
        let spare = self.free.iter().copied().find(|register| !taken(register))?;
        while !left.is_empty() {
            let next = left.iter().position(|(_, to)| left.iter().all(|(from, _)| from != to));
            let (from, to) = match next {
                Some(index) => left.remove(index),
                None => {
                    // A circle: its first waits in the spare register.
                    let from = left[0].0;
                    left[0].0 = spare;
                    (from, spare)
                }
            };
            self.out.push(("mov", vec![Shown::Register(to), Shown::Register(from)], ""));
        }
        Some(())
    }

    fn next_use(&self, value: Value, from: usize) -> Option<usize> {
        self.uses.get(&value)?.iter().copied().find(|at| *at >= from)
    }

    fn release(&mut self, value: Value) {
        if let Some(register) = self.place.remove(&value) {
            self.free.push(register);
            self.free.sort_unstable();
        }
    }

    /// Whether a value can be loaded again from where it came when it is needed next.
    fn comes_again(&self, value: Value, from: usize) -> bool {
        let Some((base, _)) = self.loads.get(&value) else { return false };
        match base {
            Base::Frame => true,
            Base::Address(address) => {
                let last = self.uses.get(address).and_then(|uses| uses.last().copied());
                self.place.contains_key(address) && last >= self.next_use(value, from)
            }
        }
    }

    /// A free register, made free if need be.
    fn register(&mut self, value: Value, at: usize, keep: &[Value]) -> Option<u8> {
        let result = self.ends == Ends::Renamed && self.results.iter().any(|(other, _)| *other == value);
        // A result that is renamed must not be where something is given or what the kernel saves.
        let fits = |register: u8| {
            !result
                || ![19, 29, 30].contains(&register) && self.given.iter().all(|(_, taken)| *taken != register)
        };
        if let Some(index) = self.free.iter().position(|register| fits(*register)) {
            return Some(self.free.remove(index));
        }
        let distance = |candidate: Value| {
            let next = self.next_use(candidate, at).unwrap_or(usize::MAX / 2);
            next + if self.comes_again(candidate, at) || self.slots.contains_key(&candidate) { 24 } else { 0 }
        };
        let (victim, register) = self
            .place
            .iter()
            .map(|(value, register)| (*value, *register))
            .filter(|(value, register)| !keep.contains(value) && !self.stays(*value) && fits(*register))
            .max_by_key(|(value, _)| distance(*value))?;
        if !self.comes_again(victim, at) {
            if !self.slots.contains_key(&victim) {
                let slot = self.frame;
                self.frame += 8;
                self.slots.insert(victim, slot);
                self.out.push(("str", vec![Shown::Register(register), Shown::Memory(None, slot)], ""));
            }
            self.loads.remove(&victim);
        }
        self.place.remove(&victim);
        Some(register)
    }

    fn give(&mut self, value: Value, at: usize, keep: &[Value]) -> Option<u8> {
        let register = self.register(value, at, keep)?;
        self.place.insert(value, register);
        Some(register)
    }

    /// Loads a value that waits.
    fn need(&mut self, value: Value, at: usize, keep: &[Value]) -> Option<()> {
        if self.place.contains_key(&value) {
            return Some(());
        }
        let from = match (self.slots.get(&value).copied(), self.loads.get(&value).copied()) {
            (Some(slot), _) => Shown::Memory(None, slot),
            (None, Some((Base::Frame, place))) => Shown::Memory(None, place),
            (None, Some((Base::Address(address), place))) => {
                self.need(address, at, keep)?;
                Shown::Memory(Some(self.place[&address]), place)
            }
            (None, None) => return None,
        };
        let register = self.register(value, at, keep)?;
        self.out.push(("ldr", vec![Shown::Register(register), from], ""));
        self.place.insert(value, register);
        Some(())
    }

    fn code(self, names: &[u8; 32]) -> Code {
        let mut code = Code { frame: self.frame, ..Code::default() };
        let name = |register: u8| names[usize::from(register)];
        for (instruction, operands, tail) in self.out {
            let mut line = String::from(instruction);
            for (i, shown) in operands.iter().enumerate() {
                line += if i == 0 { " " } else { ", " };
                let _ = match shown {
                    Shown::Register(register) => write!(line, "x{}", name(*register)),
                    Shown::Zero => write!(line, "xzr"),
                    Shown::Stack => write!(line, "sp"),
                    Shown::Constant(constant) => write!(line, "#{constant}"),
                    Shown::Memory(Some(register), 0) => write!(line, "[x{}]", name(*register)),
                    Shown::Memory(Some(register), at) => write!(line, "[x{}, #{at}]", name(*register)),
                    Shown::Memory(None, 0) => write!(line, "[sp]"),
                    Shown::Memory(None, at) => write!(line, "[sp, #{at}]"),
                };
                if let Shown::Register(register) = shown {
                    code.written.push(name(*register));
                }
            }
            if !tail.is_empty() {
                line += ", ";
                line += tail;
            }
            code.lines.push(line);
        }
        code.written.sort_unstable();
        code.written.dedup();
        code
    }
}
