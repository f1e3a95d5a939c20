//! Exact synthesis by a SAT solver, one formula for every way in which the gates can feed each other.
//!
//! Long because the encoding and its decoding must be read side by side.

mod topology;

use std::collections::HashSet;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};

use self::topology::{Topology, cones};
use crate::{Circuit, Control, Gate, Instruction, InstructionSet, Outcome, Row, Signal, Stopped, TruthTable};

/// Up to this size the topologies are listed one by one; above it one formula leaves them open.
const MAX_LISTED: usize = 6;

/// Rows in the formula from the start, and how many wrong ones join it at a time.
const FIRST_ROWS: usize = 24;
const MORE_ROWS: usize = 4;

/// Signals to choose one from, each with the literal that says so.
type Choice = Vec<(usize, Lit)>;

/// Searches for a circuit of exactly this size, all smaller sizes being refuted already.
///
/// The outputs must not be constants, inputs or (where complements are free) equal up to complement.
pub(crate) fn search(
    table: &TruthTable,
    set: InstructionSet,
    size: usize,
    control: &Control<'_>,
) -> Result<Outcome, Stopped> {
    let problem = Problem::new(table, set);
    if size < problem.fewest() {
        return Ok(Outcome::Refuted(0));
    }
    if size > MAX_LISTED {
        return Ok(match problem.solve(size, None, control)? {
            Some(circuit) => Outcome::Found(circuit),
            None => Outcome::Refuted(1),
        });
    }
    let topologies = problem.topologies(&vec![problem.arity; size], control)?;
    for (done, topology) in topologies.iter().enumerate() {
        control.report(done as u64, Some(topologies.len() as u64))?;
        if let Some(circuit) = problem.solve(size, Some(topology), control)? {
            return Ok(Outcome::Found(circuit));
        }
    }
    Ok(Outcome::Refuted(topologies.len() as u64))
}

/// Whether every output takes an instruction of its own: none is constant, an input or equal to another (all up to
/// complement where that is free).
pub(crate) fn simple_outputs(table: &TruthTable, set: InstructionSet) -> bool {
    let rows = table.rows();
    let free = set.complements_are_free();
    let equal = |f: &dyn Fn(&Row) -> Option<bool>| {
        let mut seen = [false; 2];
        rows.iter().filter_map(f).for_each(|different| seen[usize::from(different)] = true);
        !seen[1] || (free && !seen[0])
    };
    let output = |row: &Row, j: usize| (row.care >> j & 1 == 1).then_some(row.output >> j & 1 == 1);
    (0..table.outputs().len()).all(|j| {
        !equal(&|row| output(row, j))
            && !equal(&|row| output(row, j).map(|o| !o))
            && (0..table.inputs().len())
                .all(|i| !equal(&|row| Some(output(row, j)? != (row.input >> i & 1 == 1))))
            && (0..j).all(|k| !equal(&|row| Some(output(row, j)? != output(row, k)?)))
    })
}

/// Fewest gates that can take in all essential inputs and give all outputs, by counting operands: of `n` gates with
/// `k` operands, all but the outputs are operands themselves.
pub(crate) fn fewest_by_counting(table: &TruthTable, set: InstructionSet) -> usize {
    Problem::new(table, set).fewest()
}

/// Least cost of a circuit of tables, where one of three inputs costs 2 and one of two inputs costs 1, as far as it is
/// at most `limit`: `None` means that it is more. Complements are free.
pub(crate) fn least_cost_of_tables(
    table: &TruthTable,
    limit: usize,
    control: &Control<'_>,
) -> Result<Option<usize>, Stopped> {
    let problem = Problem::new(table, InstructionSet::of(&[Instruction::T2]));
    for cost in 1..=limit {
        for threes in (0..=cost / 2).rev() {
            let size = cost - threes;
            // Every order of the arities, by the positions of the threes.
            for positions in (0..1u32 << size).filter(|p| p.count_ones() as usize == threes) {
                let arities: Vec<usize> =
                    (0..size).map(|i| if positions >> i & 1 == 1 { 3 } else { 2 }).collect();
                for topology in problem.topologies(&arities, control)? {
                    control.report(cost as u64, Some(limit as u64))?;
                    if problem.solve(size, Some(&topology), control)?.is_some() {
                        return Ok(Some(cost));
                    }
                }
            }
        }
    }
    Ok(None)
}

struct Problem<'a> {
    table: &'a TruthTable,
    set: InstructionSet,
    arity: usize,
    free_complements: bool,
    /// For every input, the outputs that cannot be told without it.
    essential: Vec<u32>,
}

impl<'a> Problem<'a> {
    fn new(table: &'a TruthTable, set: InstructionSet) -> Self {
        let set = set.reduced();
        let (arity, free_complements) = (set.max_arity(), set.complements_are_free());
        Problem { table, set, arity, free_complements, essential: table.essential_inputs() }
    }

    fn essential_count(&self) -> usize {
        self.essential.iter().filter(|&&e| e != 0).count()
    }

    fn fewest(&self) -> usize {
        let left = self.essential_count().saturating_sub(self.table.outputs().len());
        match self.arity {
            0 | 1 => 0,
            arity => left.div_ceil(arity - 1),
        }
    }

    fn solve(
        &self,
        size: usize,
        topology: Option<&Topology>,
        control: &Control<'_>,
    ) -> Result<Option<Circuit>, Stopped> {
        let mut formula = Formula::new(control);
        let inputs = self.table.inputs().len();
        let arity = |gate: usize| topology.map_or(self.arity, |t| t.arities[gate]);
        // Signals are the inputs, then the gates.
        let mut fixed: Vec<Vec<usize>> = Vec::new();
        let mut choices: Vec<Vec<Choice>> = Vec::new();
        let mut tables: Vec<Vec<Lit>> = Vec::new();
        for gate in 0..size {
            let feeds = topology.map_or(0, |t| t.feeds[gate]);
            fixed.push((0..gate).filter(|i| feeds >> i & 1 == 1).map(|i| inputs + i).collect());
            let domain = if topology.is_some() { inputs } else { inputs + gate };
            let free = arity(gate) - fixed[gate].len();
            let entries = 1usize << arity(gate);
            let slots: Vec<Choice> =
                (0..free).map(|_| (0..domain).map(|x| (x, formula.variable())).collect()).collect();
            for slot in &slots {
                formula.exactly_one(slot);
            }
            // Operands ascend; they are different wherever there are enough signals for that.
            let strict = usize::from(domain >= free);
            for pair in slots.windows(2) {
                for &(x, a) in &pair[0] {
                    for &(y, b) in &pair[1] {
                        if y < x + strict {
                            formula.clause(&[!a, !b]);
                        }
                    }
                }
            }
            choices.push(slots);
            let entry: Vec<Lit> = (0..entries).map(|_| formula.variable()).collect();
            if self.free_complements {
                let is_output = topology.is_none_or(|t| t.outputs.contains(&gate));
                if !is_output {
                    formula.clause(&[!entry[0]]);
                }
            } else {
                let allowed = self.allowed_tables();
                for table in (0..1u32 << entries).filter(|t| !allowed.contains(t)) {
                    let differs: Vec<Lit> = (0..entries)
                        .map(|e| if table >> e & 1 == 1 { !entry[e] } else { entry[e] })
                        .collect();
                    formula.clause(&differs);
                }
            }
            tables.push(entry);
        }
        let sources: Vec<Choice> = match topology {
            Some(_) => Vec::new(),
            None => {
                let outputs = self.table.outputs().len();
                let sources: Vec<Choice> =
                    (0..outputs).map(|_| (0..size).map(|i| (i, formula.variable())).collect()).collect();
                for source in &sources {
                    formula.exactly_one(source);
                }
                sources
            }
        };
        // An essential input is an operand of some gate, and of one that its output depends on.
        let uses_in = |x: usize, cone: &dyn Fn(usize) -> bool| -> Vec<Lit> {
            let gates = choices.iter().enumerate().filter(|(gate, _)| cone(*gate));
            let literals = gates.flat_map(|(_, slots)| slots).flatten().filter(|(signal, _)| *signal == x);
            literals.map(|(_, l)| *l).collect()
        };
        for (x, &outputs) in self.essential.iter().enumerate().filter(|(_, e)| **e != 0) {
            formula.clause(&uses_in(x, &|_| true));
            if let Some(t) = topology {
                for (j, cone) in cones(&t.feeds, &t.outputs).into_iter().enumerate() {
                    if outputs >> j & 1 == 1 {
                        formula.clause(&uses_in(x, &|gate| cone >> gate & 1 == 1));
                    }
                }
            }
        }
        if topology.is_none() {
            for gate in 0..size {
                let uses = choices.iter().flatten().flatten().filter(|(signal, _)| *signal == inputs + gate);
                let outputs = sources.iter().map(|source| source[gate].1);
                let uses: Vec<Lit> = uses.map(|(_, l)| *l).chain(outputs).collect();
                formula.clause(&uses);
            }
        }
        let add_row = |formula: &mut Formula<'_>, row: &Row| {
            let values: Vec<Lit> = (0..size).map(|_| formula.variable()).collect();
            for gate in 0..size {
                let mut operands: Vec<Lit> = fixed[gate].iter().map(|&s| values[s - inputs]).collect();
                for slot in &choices[gate] {
                    let operand = formula.variable();
                    for &(signal, chosen) in slot {
                        if signal < inputs {
                            let one = row.input >> signal & 1 == 1;
                            formula.clause(&[!chosen, if one { operand } else { !operand }]);
                        } else {
                            let value = values[signal - inputs];
                            formula.clause(&[!chosen, !value, operand]);
                            formula.clause(&[!chosen, value, !operand]);
                        }
                    }
                    operands.push(operand);
                }
                for (index, &entry) in tables[gate].iter().enumerate() {
                    let mut clause: Vec<Lit> = operands
                        .iter()
                        .rev()
                        .enumerate()
                        .map(|(i, &o)| if index >> i & 1 == 1 { !o } else { o })
                        .collect();
                    clause.extend([!entry, values[gate]]);
                    formula.clause(&clause);
                    let n = clause.len();
                    clause[n - 2] = entry;
                    clause[n - 1] = !values[gate];
                    formula.clause(&clause);
                }
            }
            for j in (0..self.table.outputs().len()).filter(|j| row.care >> j & 1 == 1) {
                let wanted = |value: Lit| if row.output >> j & 1 == 1 { value } else { !value };
                match topology {
                    Some(t) => formula.clause(&[wanted(values[t.outputs[j]])]),
                    None => sources[j]
                        .iter()
                        .for_each(|&(i, chosen)| formula.clause(&[!chosen, wanted(values[i])])),
                }
            }
        };
        // Few rows refute most topologies; the others come in when a circuit fails on them.
        let rows = self.table.rows();
        let (first, mut rest): (Vec<&Row>, Vec<&Row>) = {
            let mut chosen = Vec::new();
            let mut rest = Vec::new();
            for (i, row) in rows.iter().enumerate() {
                if i * FIRST_ROWS % rows.len() < FIRST_ROWS { chosen.push(row) } else { rest.push(row) }
            }
            (chosen, rest)
        };
        first.into_iter().for_each(|row| add_row(&mut formula, row));
        loop {
            if !formula.satisfiable()? {
                return Ok(None);
            }
            let circuit = self.read(&formula, topology, &fixed, &choices, &tables, &sources);
            let wrong: Vec<usize> =
                (0..rest.len()).filter(|&i| !circuit.is_right(rest[i])).take(MORE_ROWS).collect();
            if wrong.is_empty() {
                return Ok(Some(circuit));
            }
            for i in wrong.into_iter().rev() {
                add_row(&mut formula, rest.swap_remove(i));
            }
        }
    }

    /// The circuit that the solver's model describes.
    fn read(
        &self,
        formula: &Formula<'_>,
        topology: Option<&Topology>,
        fixed: &[Vec<usize>],
        choices: &[Vec<Choice>],
        tables: &[Vec<Lit>],
        sources: &[Choice],
    ) -> Circuit {
        let (inputs, size) = (self.table.inputs().len(), fixed.len());
        let picked =
            |slot: &[(usize, Lit)]| slot.iter().find(|(_, l)| formula.holds(*l)).map_or(0, |(x, _)| *x);
        let gates = (0..size)
            .map(|gate| {
                let operands: Vec<usize> = fixed[gate]
                    .iter()
                    .copied()
                    .chain(choices[gate].iter().map(|slot| picked(slot)))
                    .collect();
                let table = (0..tables[gate].len())
                    .filter(|&e| formula.holds(tables[gate][e]))
                    .fold(0u32, |t, e| t | 1 << e);
                let signal =
                    |&x: &usize| if x < inputs { Signal::Input(x) } else { Signal::Gate(x - inputs) };
                self.gate(table, &operands.iter().map(signal).collect::<Vec<_>>())
            })
            .collect();
        let outputs = self
            .table
            .outputs()
            .iter()
            .enumerate()
            .map(|(j, name)| {
                let gate = topology.map_or_else(|| picked(&sources[j]), |t| t.outputs[j]);
                (name.clone(), Signal::Gate(gate))
            })
            .collect();
        Circuit::from_search(self.table.inputs().to_vec(), gates, outputs)
    }

    /// Every instruction of the set on every choice of operand slots: its table over all the slots.
    fn realisations(&self) -> Vec<(u32, Instruction, Vec<usize>)> {
        let mut all = Vec::new();
        for instruction in self.set.iter() {
            let n = instruction.arity();
            let Some(table) = instruction.table() else { continue };
            for code in 0..self.arity.pow(n as u32) {
                let slots: Vec<usize> =
                    (0..n).map(|i| code / self.arity.pow(i as u32) % self.arity).collect();
                let mut over_slots = 0;
                for index in 0..1usize << self.arity {
                    let bit = |slot: usize| index >> (self.arity - 1 - slot) & 1;
                    let own = slots.iter().fold(0, |own, &slot| 2 * own + bit(slot));
                    over_slots |= u32::from(table >> own & 1) << index;
                }
                all.push((over_slots, instruction, slots));
            }
        }
        all
    }

    fn allowed_tables(&self) -> HashSet<u32> {
        let mut allowed: HashSet<u32> = self.realisations().into_iter().map(|r| r.0).collect();
        if self.set.contains(Instruction::Lut2) {
            // Beside three-input instructions: every table that ignores one of three slots.
            for ignored in 0..3 {
                allowed.extend(
                    (0..256u32)
                        .filter(|t| (0..8).all(|index| t >> index & 1 == t >> (index ^ 1 << ignored) & 1)),
                );
            }
        }
        allowed
    }

    /// The gate of this table over the slots.
    fn gate(&self, table: u32, slots: &[Signal]) -> Gate {
        if let Some((_, instruction, chosen)) = self.realisations().into_iter().find(|r| r.0 == table) {
            let operands = chosen.iter().map(|&slot| slots[slot]).collect();
            return Gate { instruction, table: instruction.table().unwrap_or_default(), operands };
        }
        if self.set.contains(Instruction::T2) && slots.len() == 3 {
            return Gate { instruction: Instruction::T2, table: table as u8, operands: slots.to_vec() };
        }
        if slots.len() == 2 {
            return Gate { instruction: Instruction::Lut2, table: table as u8, operands: slots.to_vec() };
        }
        let ignored =
            (0..3).find(|i| (0..8).all(|x: u32| table >> x & 1 == table >> (x ^ 1 << i) & 1)).unwrap_or(0);
        let kept: Vec<usize> = (0..3).filter(|&slot| 2 - slot != ignored).collect();
        let mut small = 0;
        for index in 0..4usize {
            let whole = (index >> 1 & 1) << (2 - kept[0]) | (index & 1) << (2 - kept[1]);
            small |= ((table >> whole & 1) as u8) << index;
        }
        Gate {
            instruction: Instruction::Lut2,
            table: small,
            operands: kept.iter().map(|&k| slots[k]).collect(),
        }
    }
}

struct Formula<'a> {
    solver: Solver<StopWhenTold<'a>>,
    control: &'a Control<'a>,
    buffer: Vec<Lit>,
}

struct StopWhenTold<'a>(&'a Control<'a>);

impl Callbacks for StopWhenTold<'_> {
    fn stop(&self) -> bool {
        self.0.stopped()
    }
}

impl<'a> Formula<'a> {
    fn new(control: &'a Control<'a>) -> Self {
        let solver = Solver::new(SolverOpts::default(), StopWhenTold(control));
        Formula { solver, control, buffer: Vec::new() }
    }

    fn variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.buffer.clear();
        self.buffer.extend_from_slice(literals);
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    fn exactly_one(&mut self, choice: &[(usize, Lit)]) {
        let literals: Vec<Lit> = choice.iter().map(|c| c.1).collect();
        self.clause(&literals);
        for (i, &a) in literals.iter().enumerate() {
            for &b in &literals[..i] {
                self.clause(&[!a, !b]);
            }
        }
    }

    fn satisfiable(&mut self) -> Result<bool, Stopped> {
        if !self.solver.simplify() {
            return Ok(false);
        }
        match self.solver.solve_limited(&[]) {
            answer if answer == lbool::TRUE => Ok(true),
            answer if answer == lbool::FALSE => Ok(false),
            _ => Err(self.control.stopped_error()),
        }
    }

    fn holds(&self, literal: Lit) -> bool {
        self.solver.value_lit(literal) == lbool::TRUE
    }
}
