//! Exhaustive search: every set of values that so many instructions can compute, each set once.
//!
//! Long because the search and the argument for each of its prunings must be read side by side.

mod derive;

use crate::column::{Column, Seen};
use crate::{
    Circuit, Control, Error, Gate, Instruction, InstructionSet, Outcome, Signal, Stopped, TruthTable,
};

/// Most rows that the search takes.
pub(crate) const MAX_ROWS: usize = 128;

/// Most values that [`falls_short`] makes, of instructions with two operands and with three: each takes about a second. The
/// index of each is an operand of a [`Step`].
const ENOUGH: [usize; 2] = [4096, 300];

/// Values derived, about a millisecond's work, after which the reins are looked at.
const POLL: usize = 1 << 14;

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
pub(crate) fn falls_short(
    table: &TruthTable,
    set: InstructionSet,
    control: &Control<'_>,
) -> Result<bool, Stopped> {
    match table.rows().len() {
        _ if set.is_complete() => Ok(false),
        0..=64 => Search::<u64>::new(table, set, control).falls_short(),
        65..=MAX_ROWS => Search::<u128>::new(table, set, control).falls_short(),
        _ => Ok(false),
    }
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
    operands: [u16; 3],
}

/// A value that one more instruction can make.
#[derive(Clone, Copy)]
struct Candidate<C> {
    value: C,
    step: Step,
    /// It is there already, up to complement: of use only as an output.
    again: bool,
}

struct Target<C> {
    value: C,
    care: C,
}

struct Search<'a, C> {
    control: &'a Control<'a>,
    instructions: Vec<Instruction>,
    arity: usize,
    /// A value and its complement serve an operand equally: they are one candidate, and one value unless both are
    /// outputs. A value that is an output has the polarity that the output wants.
    free_complements: bool,
    full: C,
    targets: Vec<Target<C>>,
    /// Two of the targets that take instructions might be one value.
    targets_overlap: bool,
    inputs: usize,
    /// For every input, the targets that cannot be told without it.
    essential: Vec<u32>,
    values: Vec<C>,
    /// How often each value is an operand; a value that needs no use starts above 0.
    uses: Vec<u32>,
    steps: Vec<Step>,
    bound: Vec<Option<usize>>,
    candidates: Vec<Candidate<C>>,
    seen: Seen<C>,
    unused: usize,
    nodes: u64,
    work: usize,
}

impl<'a, C: Column> Search<'a, C> {
    fn new(table: &TruthTable, set: InstructionSet, control: &'a Control<'a>) -> Self {
        let set = set.reduced();
        let column = |f: &dyn Fn(usize) -> bool| {
            (0..table.rows().len()).filter(|&r| f(r)).fold(C::ZERO, |c, r| c | C::bit(r))
        };
        let rows = table.rows();
        let mut search = Search {
            control,
            instructions: set.iter().collect(),
            arity: set.max_arity(),
            free_complements: set.complements_are_free(),
            full: column(&|_| true),
            targets: (0..table.outputs().len())
                .map(|j| Target {
                    value: column(&|r| rows[r].output >> j & 1 == 1),
                    care: column(&|r| rows[r].care >> j & 1 == 1),
                })
                .collect(),
            targets_overlap: false,
            inputs: table.inputs().len(),
            essential: table.essential_inputs(),
            values: (0..table.inputs().len()).map(|i| column(&|r| rows[r].input >> i & 1 == 1)).collect(),
            uses: Vec::new(),
            steps: Vec::new(),
            bound: vec![None; table.outputs().len()],
            candidates: Vec::new(),
            seen: Seen::new(rows.len()),
            unused: 0,
            nodes: 0,
            work: 0,
        };
        for i in 0..search.inputs {
            search.seen.insert(search.normal(search.values[i]));
        }
        if search.free_complements {
            // A constant is no operand that a table would need.
            search.seen.insert(C::ZERO);
        }
        search
    }

    fn normal(&self, value: C) -> C {
        if self.free_complements && value & C::bit(0) != C::ZERO { !value & self.full } else { value }
    }

    fn complement(&self, value: C) -> C {
        !value & self.full
    }

    fn exact(value: C, target: &Target<C>) -> bool {
        (value ^ target.value) & target.care == C::ZERO
    }

    /// The targets among those left that this value is, and those that its complement is where that is free.
    fn hits(&self, value: C, left: u32) -> [u32; 2] {
        let mut hits = [0; 2];
        for (j, target) in self.targets.iter().enumerate() {
            if left >> j & 1 == 1 {
                hits[0] |= u32::from(Self::exact(value, target)) << j;
                hits[1] |= u32::from(self.free_complements && Self::exact(!value, target)) << j;
            }
        }
        hits
    }

    /// Counts work done, and looks at the reins every so often.
    fn tick(&mut self, work: usize) -> Result<(), Stopped> {
        self.work += work;
        if self.work >= POLL {
            self.work = 0;
            self.control.poll(self.nodes)?;
        }
        Ok(())
    }

    /// Fewest instructions that can produce these targets.
    fn need(&self, left: u32) -> usize {
        match left.count_ones() {
            0 => 0,
            _ if self.targets_overlap => 1,
            n => n as usize,
        }
    }

    /// The targets that take an instruction: no constant and no input is one of them. A complemented input costs an
    /// instruction, whatever the set.
    fn left(&self) -> u32 {
        let free = |t: &Target<C>| {
            Self::exact(C::ZERO, t)
                || Self::exact(self.full, t)
                || self.values.iter().any(|&v| Self::exact(v, t))
        };
        (0..).zip(&self.targets).filter(|(_, t)| !free(t)).fold(0, |left, (j, _)| left | 1 << j)
    }

    fn start(&mut self, size: usize) -> Result<bool, Stopped> {
        let left = self.left();
        if left == 0 {
            return Ok(size == 0);
        }
        if size == 0 {
            return Ok(false);
        }
        for essential in &self.essential {
            // Outputs that are inputs or constants ask for no gate, so for no operand either.
            let used = essential & left == 0;
            self.uses.push(used.into());
            self.unused += usize::from(!used);
        }
        let takes = |j: usize| left >> j & 1 == 1;
        let overlap = |a: &Target<C>, b: &Target<C>| (a.value ^ b.value) & a.care & b.care == C::ZERO;
        let t = &self.targets;
        self.targets_overlap =
            (0..t.len()).any(|i| takes(i) && (0..i).any(|j| takes(j) && overlap(&t[i], &t[j])));
        for i in 0..self.inputs {
            self.expand(i)?;
            self.offer_complement(i, left);
        }
        self.descend(0, left, size)
    }

    /// Where complements are free: makes the complement of this value a candidate if it is an output.
    fn offer_complement(&mut self, index: usize, left: u32) {
        let value = self.complement(self.values[index]);
        if self.free_complements && self.hits(value, left)[0] != 0 {
            let step = Step { instruction: self.instructions[0], operands: [index as u16; 3] };
            self.candidates.push(Candidate { value, step, again: true });
        }
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
            let Candidate { value, step, again } = self.candidates[i];
            let [plain, complemented] = self.hits(value, left);
            if (r == need || again) && plain | complemented == 0 {
                continue;
            }
            self.nodes += 1;
            self.tick(1)?;
            // One instruction gives one polarity. If outputs want both, each has its turn.
            let found = (plain != 0 || complemented == 0)
                && self.descend_with(i, Candidate { value, step, again }, plain, left, r)?
                || complemented != 0
                    && self.descend_with(
                        i,
                        Candidate { value: self.complement(value), step, again },
                        complemented,
                        left,
                        r,
                    )?;
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// [`descend`](Self::descend) with the candidate of index `i`, which meets these targets.
    fn descend_with(
        &mut self,
        i: usize,
        candidate: Candidate<C>,
        hits: u32,
        left: u32,
        r: usize,
    ) -> Result<bool, Stopped> {
        let unused = self.unused;
        self.push(candidate.value, candidate.step, hits);
        let left = left & !hits;
        let newest = self.values.len() - 1;
        let found = if left == 0 {
            true
        } else if r == 2 {
            self.unused <= self.arity && self.finish(i + 1, left, hits != 0)?
        } else if self.need(left) < r {
            let mark = self.candidates.len();
            self.expand(newest)?;
            if !candidate.again {
                self.offer_complement(newest, left);
            }
            let found = self.descend(i + 1, left, r - 1)?;
            for candidate in self.candidates.drain(mark..).filter(|c| !c.again) {
                self.seen.remove(candidate.value);
            }
            found
        } else {
            false
        };
        if !found {
            self.pop(hits);
            self.unused = unused;
        }
        Ok(found)
    }

    /// Whether the instructions cannot make every output, however many are used: everything that they can make
    /// is known and an output is not among it. `false` means "perhaps".
    fn falls_short(&mut self) -> Result<bool, Stopped> {
        let enough = ENOUGH[usize::from(self.arity > 2)];
        let mut next = 0;
        while next < self.values.len() {
            if self.values.len() > enough {
                return Ok(false);
            }
            let known = self.candidates.len();
            self.expand(next)?;
            self.values.extend(self.candidates[known..].iter().map(|c| c.value));
            next += 1;
        }
        // By now `left` has everything that can be made among the values.
        Ok(self.left() != 0)
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
    fn finish(&mut self, start: usize, left: u32, newest_is_target: bool) -> Result<bool, Stopped> {
        if newest_is_target {
            self.tick(self.candidates.len().saturating_sub(start))?;
            for i in start..self.candidates.len() {
                let Candidate { value, step, .. } = self.candidates[i];
                let [plain, complemented] = self.hits(value, left);
                if plain == left || complemented == left {
                    let value = if plain == left { value } else { self.complement(value) };
                    self.push(value, step, left);
                    return Ok(true);
                }
            }
        }
        let mut found = None;
        let newest = self.values.len() - 1;
        self.tick(newest.pow(self.arity.saturating_sub(1) as u32))?;
        if self.free_complements {
            found = self.finish_tables(newest, left);
        } else {
            self.derive(newest, &mut |search, value, step| {
                if found.is_none() && search.hits(value, left)[0] == left {
                    found = Some((value, step));
                }
            });
        }
        if let Some((value, step)) = found {
            self.push(value, step, left);
        }
        Ok(found.is_some())
    }

    /// The circuit found.
    fn circuit(&self, table: &TruthTable) -> Circuit {
        let mut outputs = Vec::new();
        for (j, target) in self.targets.iter().enumerate() {
            let signal = if Self::exact(C::ZERO, target) {
                Signal::Constant(false)
            } else if Self::exact(self.full, target) {
                Signal::Constant(true)
            } else if let Some(i) = self.values[..self.inputs].iter().position(|&v| Self::exact(v, target)) {
                Signal::Input(i)
            } else {
                Signal::Gate(self.bound[j].unwrap_or(self.values.len() - 1) - self.inputs)
            };
            outputs.push((table.outputs()[j].clone(), signal));
        }
        let signal = |i: u16| match (i as usize).checked_sub(self.inputs) {
            None => Signal::Input(i.into()),
            Some(gate) => Signal::Gate(gate),
        };
        let mut gates = Vec::new();
        for (k, step) in self.steps.iter().enumerate() {
            let operands = &step.operands[..step.instruction.arity()];
            // Tables are read off the rows.
            let table = step.instruction.table().unwrap_or_else(|| {
                let mut table = 0;
                for row in 0..C::BITS {
                    let one = |value: C| value & C::bit(row) != C::ZERO;
                    if self.full & C::bit(row) != C::ZERO && one(self.values[self.inputs + k]) {
                        let index = operands
                            .iter()
                            .fold(0, |index, &o| 2 * index + usize::from(one(self.values[o as usize])));
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
