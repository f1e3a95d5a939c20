//! The order of instructions: multiplications so far ahead of the sums that take them that cores which execute in order do not wait.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::text::{Base, Instruction, Text, Value};
use crate::in_order::{Core, latency};

/// So many cycles later a store is put before others, or never.
const SOON: u64 = 3;

/// The instructions as a [core in order](crate::in_order) takes them, from the last to the first and each as late as it may be: so the
/// multiplier is as busy as it can be, and values wait as short as they can. No more than `room` values are to wait at a time.
pub fn ordered(text: &Text, room: usize) -> Vec<Instruction> {
    let list = &text.instructions;
    let before = dependences(list);
    let mut followers = vec![0; list.len()];
    before.iter().flatten().for_each(|need| followers[*need] += 1);
    let first = begins(list, &before);
    let reads: Vec<BTreeSet<Value>> = list.iter().map(|instruction| instruction.reads().collect()).collect();
    let mut waiting: HashSet<Value> = text.results.iter().map(|(value, _)| *value).collect();
    let mut ready: Vec<usize> = (0..list.len()).filter(|i| followers[*i] == 0).collect();
    let mut core = Core::default();
    // How long before the end each must be at least.
    let mut distance = vec![0; list.len()];
    let mut out = Vec::with_capacity(list.len());
    while !ready.is_empty() {
        let full = waiting.len() >= room;
        let best = (0..ready.len()).min_by_key(|at| {
            let i = ready[*at];
            // Values that wait when it is put before all that are placed, more than without it.
            let more = reads[i].iter().filter(|value| !waiting.contains(value)).count();
            let grows =
                more as isize - list[i].out.iter().filter(|value| waiting.contains(value)).count() as isize;
            // What is only stored waits for nothing: soon after it is made.
            let late = if list[i].stores() && grows > 0 { SOON } else { 0 };
            let when = core.when(list[i].name, distance[i]) + late;
            (full && grows > 0, when, Reverse(first[i]), grows, Reverse(i))
        });
        let i = ready.swap_remove(best.unwrap_or_default());
        core.issue(list[i].name, distance[i]);
        let at = core.now();
        for need in &before[i] {
            let wait = if list[*need].out.is_empty() { 1 } else { latency(list[*need].name) };
            distance[*need] = distance[*need].max(at + wait);
            followers[*need] -= 1;
            if followers[*need] == 0 {
                ready.push(*need);
            }
        }
        list[i].out.iter().for_each(|value| _ = waiting.remove(value));
        waiting.extend(&reads[i]);
        out.push(list[i].clone());
    }
    out.reverse();
    out
}

/// The cycle in which each instruction could begin if nothing but its operands kept it.
fn begins(list: &[Instruction], before: &[BTreeSet<usize>]) -> Vec<u64> {
    let mut begins: Vec<u64> = Vec::with_capacity(list.len());
    for needs in before {
        begins.push(needs.iter().map(|need| begins[*need] + latency(list[*need].name)).max().unwrap_or(0));
    }
    begins
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
