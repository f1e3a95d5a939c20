//! The order of instructions: multiplications so far ahead of the sums that take them that cores which execute in order do not wait.

use std::collections::{BTreeMap, BTreeSet};

use super::text::{Base, Instruction, Text, Value};

/// The instructions with each multiplication `ahead` multiplications before where the text has it, as far as its operands allow; loads
/// as late as what needs them.
pub fn ordered(text: &Text, ahead: usize) -> Vec<Instruction> {
    let list = &text.instructions;
    let before = dependences(list);
    let keys = keys(list, &before, ahead);
    let mut waiting: Vec<usize> = before.iter().map(BTreeSet::len).collect();
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); list.len()];
    for (i, needs) in before.iter().enumerate() {
        for need in needs {
            after[*need].push(i);
        }
    }
    let mut ready: BTreeSet<(usize, usize)> =
        (0..list.len()).filter(|i| waiting[*i] == 0).map(|i| (keys[i], i)).collect();
    let mut out = Vec::with_capacity(list.len());
    while let Some((_, i)) = ready.pop_first() {
        out.push(list[i].clone());
        for next in &after[i] {
            waiting[*next] -= 1;
            if waiting[*next] == 0 {
                ready.insert((keys[*next], *next));
            }
        }
    }
    out
}

/// What each instruction must follow: its operands, memory that it shares with a store, and for those with flags each other.
fn dependences(list: &[Instruction]) -> Vec<BTreeSet<usize>> {
    let mut written: BTreeMap<Value, usize> = BTreeMap::new();
    let mut memory: Vec<usize> = Vec::new();
    let mut flags = None;
    let mut all = Vec::with_capacity(list.len());
    for (i, instruction) in list.iter().enumerate() {
        let mut needs: BTreeSet<usize> =
            instruction.reads().filter_map(|value| written.get(&value).copied()).collect();
        if instruction.touches_flags() {
            needs.extend(flags.replace(i));
        }
        if let Some((base, bytes)) = instruction.touches() {
            needs.extend(memory.iter().copied().filter(|other| {
                let other = &list[*other];
                let Some((at, taken)) = other.touches() else { return false };
                (instruction.stores() || other.stores())
                    && same(base, at)
                    && bytes.start < taken.end
                    && taken.start < bytes.end
            }));
            memory.push(i);
        }
        written.extend(instruction.out.iter().map(|value| (*value, i)));
        all.push(needs);
    }
    all
}

/// Addresses of one kernel in different registers are of different objects, or of objects that are only read.
fn same(a: Base, b: Base) -> bool {
    a == b
}

/// A place for each instruction: the smallest that is ready goes first. Twice the position in the text, less one for what is moved to
/// the front of something.
fn keys(list: &[Instruction], before: &[BTreeSet<usize>], ahead: usize) -> Vec<usize> {
    let mut keys: Vec<usize> = (0..list.len()).map(|i| 2 * i + 1).collect();
    let products: Vec<usize> = (0..list.len()).filter(|i| list[*i].multiplies()).collect();
    for (n, i) in products.iter().enumerate() {
        keys[*i] = 2 * products[n.saturating_sub(ahead)];
    }
    // What something early needs is early too.
    for i in (0..list.len()).rev() {
        for need in &before[i] {
            if !list[*need].touches_flags() && !list[*need].stores() {
                keys[*need] = keys[*need].min(keys[i]);
            }
        }
    }
    // A load is needed no sooner than by the first that reads it.
    for i in (0..list.len()).rev().filter(|i| list[*i].loads()) {
        let first = (i + 1..list.len())
            .filter(|reader| list[*reader].reads().any(|value| list[i].out.contains(&value)))
            .map(|reader| keys[reader])
            .min();
        keys[i] = first.map_or(keys[i], |key| key.saturating_sub(1));
    }
    keys
}
