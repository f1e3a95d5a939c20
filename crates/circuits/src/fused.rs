//! Several rounds of the S-box as one function: circuits made of smaller ones, bounds by arguments.

use core::cmp::Ordering;

use crate::table::sbox;
use crate::{
    Circuit, Control, Error, Gate, Instruction, InstructionSet, Known, Method, SBox, Signal, Solution,
    TritCode, TruthTable, sat, solve,
};

/// A lower bound and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// No circuit has fewer instructions.
    pub size: usize,
    /// Why.
    pub reason: String,
}

/// Searches for the smallest circuit of an S-box, the same code going in and out.
///
/// One round is solved by [`solve`] alone. For more rounds the search begins with the smallest circuit that can be
/// put together from proved pieces (one S-box; two S-boxes g(g(a, b), c), re-synthesised as one function) and with the
/// lower bound that eliminating inputs gives.
///
/// # Errors
/// As [`solve`].
pub fn solve_sbox(
    which: SBox,
    code: TritCode,
    set: InstructionSet,
    method: Method,
    control: &Control<'_>,
) -> Result<Solution, Error> {
    let one_table = SBox::Curl.table(code, code);
    let one = solve(
        &one_table,
        set,
        if which == SBox::Curl { method } else { Method::Auto },
        Known::default(),
        control,
    )?;
    if which == SBox::Curl {
        return Ok(one);
    }
    let Some(one_round) = one.circuit else { return Ok(Solution { refuted: Vec::new(), ..one }) };
    let pieces = Pieces { pair: pair(code, set, &one_round, control)?, one_round };
    let known = Known { circuit: Some(pieces.compose(which)), bound: bound(which, code, set, control)? };
    solve(&which.table(code, code), set, method, known, control)
}

/// g(g(A, B), C): the S-box of a round with the one before it in its first operand.
pub(crate) fn pair_table(code: TritCode) -> TruthTable {
    TruthTable::of_trits(3, code, code, |t| sbox(sbox(t[0], t[1]), t[2]))
}

/// A circuit for [`pair_table`] that is smaller than two S-boxes, if one is found within three minutes.
fn pair(
    code: TritCode,
    set: InstructionSet,
    one_round: &Circuit,
    control: &Control<'_>,
) -> Result<Option<Circuit>, Error> {
    let table = pair_table(code);
    let brief = control.at_most(PAIR_TIME);
    let mut best = None;
    for size in (one_round.size() + 1..2 * one_round.size()).rev() {
        // The encoding needs every output to take an instruction; those of the S-box do.
        brief.size.set(size);
        match sat::search(&table, set, size, &brief) {
            Ok(crate::Outcome::Found(circuit)) => {
                circuit.verify(&table)?;
                best = Some(circuit);
            }
            _ => break,
        }
    }
    Ok(best)
}

/// Bit select and plain and-not take about a minute.
const PAIR_TIME: core::time::Duration = core::time::Duration::from_secs(180);

/// Circuits that larger ones are put together from.
struct Pieces {
    one_round: Circuit,
    pair: Option<Circuit>,
}

impl Pieces {
    fn compose(&self, which: SBox) -> Circuit {
        let inputs: Vec<String> = which.table(TritCode::ANDN, TritCode::ANDN).inputs().to_vec();
        let mut gates = Vec::new();
        let leaves: Vec<Signal> = (0..inputs.len()).map(Signal::Input).collect();
        let result = self.tree(&leaves, &mut gates);
        let names = self.one_round.outputs().iter().map(|(name, _)| name.clone());
        let outputs = names.zip(result).collect();
        Circuit::from_search(inputs, gates, outputs)
    }

    /// The trit at the root of the tree over these planes.
    fn tree(&self, planes: &[Signal], gates: &mut Vec<Gate>) -> Vec<Signal> {
        let (left, right) = planes.split_at(planes.len() / 2);
        let mut operands = Vec::new();
        match (&self.pair, left.len()) {
            (_, 2) => append(gates, &self.one_round, planes),
            (Some(pair), n) => {
                // Merging at the lowest level first leaves most pairs: 1 of 3 nodes, 2 of 7.
                if n > 4 {
                    operands.extend(self.tree(left, gates));
                    operands.extend(self.tree(right, gates));
                    return append(gates, &self.one_round, &operands);
                }
                operands.extend_from_slice(left);
                operands.extend(self.tree(right, gates));
                append(gates, pair, &operands)
            }
            (None, _) => {
                operands.extend(self.tree(left, gates));
                operands.extend(self.tree(right, gates));
                append(gates, &self.one_round, &operands)
            }
        }
    }
}

fn append(gates: &mut Vec<Gate>, piece: &Circuit, operands: &[Signal]) -> Vec<Signal> {
    let base = gates.len();
    let moved = |signal: Signal| match signal {
        Signal::Input(i) => operands[i],
        Signal::Gate(i) => Signal::Gate(base + i),
        constant => constant,
    };
    for gate in piece.gates() {
        let operands = gate.operands.iter().map(|&s| moved(s)).collect();
        gates.push(Gate { operands, ..gate.clone() });
    }
    piece.outputs().iter().map(|&(_, s)| moved(s)).collect()
}

/// A lower bound for two or three rounds, by eliminating inputs; `None` where the argument does not hold.
///
/// With b = -1 the S-box is g(c, -1) = -c. In the codes where exchanging -1 and +1 exchanges or complements the planes
/// (the pair opposite to the invalid one stands for 0) fixing the second leaf of a pair so leaves the same function with
/// one trit less, and costs the circuit what read the two fixed planes:
/// - tables of two inputs: at least two gates (two that read them; or one that reads both, which becomes constant, and
///   the next);
/// - tables of three inputs at cost 2, of two at cost 1: at least cost 2, one for every operand that goes.
fn bound(
    which: SBox,
    code: TritCode,
    set: InstructionSet,
    control: &Control<'_>,
) -> Result<Option<Bound>, Error> {
    let invalid = (0..4).find(|&p| code.decode(p).is_none());
    if invalid.map(|p| p ^ 3) != Some(code.encode(0)) {
        return Ok(None);
    }
    let table = pair_table(code);
    let fixed = which.trits() - 3;
    let bound = match set.max_arity().cmp(&3) {
        Ordering::Less => {
            let tables = InstructionSet::of(&[Instruction::Lut2]);
            let mut least = 0;
            let brief = control.at_most(BOUND_TIME);
            while let Ok(crate::Outcome::Refuted(_)) = sat::search(&table, tables, least, &brief) {
                least += 1;
                if least == LISTED_PAIR {
                    break;
                }
            }
            let size = least + 2 * fixed;
            let reason = format!(
                "g(g(A, B), C) takes at least {least} functions of two inputs, and each of the other {fixed} trits, fixed, \
                 removes two"
            );
            Bound { size, reason }
        }
        _ => {
            let brief = control.at_most(BOUND_TIME);
            let least = match sat::least_cost_of_tables(&table, LISTED_PAIR - 1, &brief) {
                Ok(Some(cost)) => cost,
                Ok(None) => LISTED_PAIR,
                Err(_) => return Ok(None),
            };
            let cost = least + 2 * fixed;
            let reason = format!(
                "g(g(A, B), C) costs at least {least} where functions of three inputs cost 2 and of two cost 1, and each of the other \
                 {fixed} trits, fixed, saves 2: {cost} in all"
            );
            Bound { size: cost.div_ceil(2), reason }
        }
    };
    Ok(Some(bound))
}

const BOUND_TIME: core::time::Duration = core::time::Duration::from_secs(60);
/// The sizes of g(g(A, B), C) below this one are refuted in seconds by their topologies.
const LISTED_PAIR: usize = 7;
