//! Every size that the solver calls minimal is that of a [brute force](brute) that shares nothing with it, on thousands of
//! random small tables: all instruction sets, don't-cares, outputs that are inputs, complements, constants or each other.

mod brute;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use brute::{Brute, Column, Wanted, names, truth_table};
use lanesmith_circuits::{Control, Error, InstructionSet, Known, Method, RefutedBy, Solution, solve};

const SETS: [&str; 9] = ["A", "B", "C", "D", "E", "F", "G", "T", "lut2"];

const INSTRUCTIONS: [&str; 12] =
    ["not", "and", "or", "xor", "andn", "orn", "xnor", "bitselect", "bcax", "eor3", "lut2", "t2"];

/// SplitMix64.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.word() % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Some of the inputs that there can be, ascending: all of them in half of the cases.
    fn rows(&mut self, inputs: usize, fewest: usize) -> Vec<u32> {
        let mut rows: Vec<u32> = (0..1 << inputs).collect();
        if rows.len() > 16 || self.one_in(2) {
            let kept = fewest + self.below(rows.len().min(16) - fewest + 1);
            while rows.len() > kept {
                rows.remove(self.below(rows.len()));
            }
        }
        rows
    }

    fn set(&mut self) -> String {
        if self.one_in(2) {
            return self.pick(&SETS).into();
        }
        let mut set: Vec<&str> = Vec::new();
        for _ in 0..1 + self.below(4) {
            let name = self.pick(&INSTRUCTIONS);
            if !set.contains(&name) {
                set.push(name);
            }
        }
        set.sort_by_key(|name| INSTRUCTIONS.iter().position(|n| n == name));
        set.join(",")
    }

    /// Up to `most` outputs, each one of these values or something that is easily got wrong.
    fn outputs(&mut self, brute: &Brute, values: &[Column], most: usize) -> Vec<Wanted> {
        let mut outputs: Vec<Wanted> = Vec::new();
        for _ in 0..1 + self.below(most) {
            let care = |random: &mut Self| {
                let care = random.word() as Column | random.word() as Column;
                if random.one_in(3) { care & brute.full } else { brute.full }
            };
            let earlier = if outputs.is_empty() { None } else { Some(self.pick(&outputs)) };
            let value = match (self.below(10), earlier) {
                (0, _) => self.pick(&brute.inputs),
                (1, _) => !self.pick(&brute.inputs),
                (2, _) => self.pick(&[0, !0]),
                (3, Some(earlier)) => earlier.value,
                (4, Some(earlier)) => !earlier.value,
                _ if values.is_empty() => self.pick(&brute.inputs),
                _ => self.pick(values),
            };
            outputs.push(Wanted { value: value & brute.full, care: care(self) });
        }
        outputs
    }
}

/// The size that the solver finds and proves, after checking that its circuit is right and its proof complete; `None` if it
/// says that there is no circuit.
fn solved(brute: &Brute, set: &str, rows: &[u32], outputs: &[Wanted], method: Method) -> Option<usize> {
    let table = truth_table(brute.inputs.len(), rows, outputs);
    let set: InstructionSet = set.parse().expect("a set");
    let (cancel, silent) = (AtomicBool::new(false), |_: &_| {});
    let control = Control::new(&cancel, &silent);
    let solution: Solution = match solve(&table, set, method, Known::default(), &control) {
        Err(Error::Inexpressible { .. }) => return None,
        Err(error) => panic!("{set} {method:?}: {error}\n{table}"),
        Ok(solution) => solution,
    };
    let circuit = solution.circuit.as_ref().expect("a circuit");
    assert!(brute.is_right(circuit, outputs), "{set} {method:?}: {circuit} is wrong\n{table}");
    assert!(solution.is_minimal() && solution.stopped.is_none(), "{set} {method:?}: {solution}\n{table}");
    // The proof names every size below that of the circuit, but for those that an argument refutes together.
    let mut next = 0;
    for step in &solution.refuted {
        assert!(step.size == next || matches!(step.by, RefutedBy::Argument(_)), "{solution}");
        next = step.size + 1;
    }
    assert_eq!(next, circuit.size(), "{set} {method:?}: {solution}\n{table}");
    Some(circuit.size())
}

/// Compares; `most` is the size up to which the brute force goes.
fn compare(brute: &mut Brute, set: &str, rows: &[u32], outputs: &[Wanted], most: usize) {
    let truth = brute.fewest(outputs, most);
    for method in [Method::Exhaustive, Method::Sat] {
        // Too many topologies for a test.
        if method == Method::Sat && !matches!(truth, Ok(Some(..=4))) {
            continue;
        }
        let found = solved(brute, set, rows, outputs, method);
        let table = || truth_table(brute.inputs.len(), rows, outputs);
        match truth {
            Ok(size) => {
                assert_eq!(found, size, "{method:?} on {set}, not the brute force's size, for\n{}", table())
            }
            Err(most) => {
                assert!(
                    found.is_none_or(|n| n > most),
                    "{method:?} on {set}: {found:?}, impossible, for\n{}",
                    table()
                );
            }
        }
    }
}

/// One or two inputs: the brute force knows every set of values, so it is told what cannot be made too.
fn up_to_two_inputs(seed: u64, tables: usize) {
    let mut random = Random(seed);
    let mut known: HashMap<(String, usize, Vec<u32>), Brute> = HashMap::new();
    for _ in 0..tables {
        let inputs = 1 + random.below(4).min(1);
        let (set, rows) = (random.set(), random.rows(inputs, 1));
        let brute = known
            .entry((set.clone(), inputs, rows.clone()))
            .or_insert_with(|| Brute::new(&set, inputs, &rows));
        let all: Vec<Column> = (0..=brute.full).collect();
        let outputs = random.outputs(brute, &all, 4);
        compare(brute, &set, &rows, &outputs, 16);
    }
}

/// More inputs: outputs are mostly values that a few random instructions make, and the brute force goes so far.
fn more_inputs(seed: u64, inputs: usize, sets: &[(&str, usize)], row_sets: usize, tables: usize) {
    let mut random = Random(seed);
    for &(set, most) in sets {
        assert!(!names(set).is_empty());
        for _ in 0..row_sets {
            let rows = random.rows(inputs, 6);
            let mut brute = Brute::new(set, inputs, &rows);
            for _ in 0..tables {
                let mut values = Vec::new();
                for _ in 0..1 + random.below(most) {
                    let made: Vec<Column> = brute.one_more(&values).into_iter().collect();
                    if made.is_empty() {
                        break;
                    }
                    values.push(random.pick(&made));
                }
                let outputs = random.outputs(&brute, &values, 4);
                compare(&mut brute, set, &rows, &outputs, most);
            }
        }
    }
}

/// Sets of instructions and the size up to which the brute force is quick on three inputs.
const THREE: [(&str, usize); 14] = [
    ("A", 3),
    ("B", 3),
    ("C", 4),
    ("D", 3),
    ("E", 3),
    ("F", 3),
    ("G", 2),
    ("T", 2),
    ("lut2", 3),
    ("and,or", 4),
    ("xor,xnor", 4),
    ("bitselect", 3),
    ("bcax,eor3", 3),
    ("bitselect,lut2", 2),
];

/// The same on four and more inputs.
const FOUR: [(&str, usize); 9] =
    [("A", 3), ("B", 2), ("C", 3), ("D", 2), ("E", 2), ("F", 2), ("G", 2), ("lut2", 2), ("andn,orn", 3)];

#[test]
fn minimal_sizes_are_those_of_the_brute_force_on_one_and_two_inputs() {
    up_to_two_inputs(1, 4000);
}

#[test]
fn minimal_sizes_are_those_of_the_brute_force_on_three_inputs() {
    more_inputs(2, 3, &THREE, 2, 40);
}

#[test]
fn minimal_sizes_are_those_of_the_brute_force_on_four_inputs() {
    more_inputs(3, 4, &FOUR, 1, 40);
}

#[test]
fn minimal_sizes_are_those_of_the_brute_force_on_six_inputs_of_which_few_rows_occur() {
    more_inputs(4, 6, &[("A", 2), ("G", 1), ("T", 1), ("lut2", 2)], 2, 40);
}

#[test]
fn minimal_sizes_are_those_of_the_brute_force_on_ternary_logic_of_four_inputs() {
    more_inputs(5, 4, &[("T", 2)], 1, 100);
}

/// Sizes beyond the brute force: what one method proves in so much time, the other must not contradict.
fn methods_agree(seed: u64, tables: usize, time: Duration) {
    let mut random = Random(seed);
    for _ in 0..tables {
        let inputs = 3 + random.below(2);
        let rows = random.rows(inputs, 7);
        let set = random.pick(&SETS);
        let brute = Brute::new(set, inputs, &rows);
        let outputs: Vec<Wanted> = (0..1 + random.below(2))
            .map(|_| Wanted { value: random.word() as Column & brute.full, care: brute.full })
            .collect();
        let table = truth_table(inputs, &rows, &outputs);
        let (cancel, silent) = (AtomicBool::new(false), |_: &_| {});
        let [exhaustive, sat] = [Method::Exhaustive, Method::Sat].map(|method| {
            let control = Control::new(&cancel, &silent).until(Instant::now() + time);
            let set = set.parse().expect("a set");
            solve(&table, set, method, Known::default(), &control).expect("a solution")
        });
        for (one, other) in [(&exhaustive, &sat), (&sat, &exhaustive)] {
            let size = one.circuit.as_ref().map_or(usize::MAX, |c| c.size());
            assert!(size >= other.lower_bound(), "{set}\n{table}{exhaustive}\n{sat}");
            if let Some(circuit) = &one.circuit {
                assert!(brute.is_right(circuit, &outputs), "{set}: {circuit}\n{table}");
            }
        }
    }
}

#[test]
fn exhaustion_and_sat_do_not_contradict_each_other_on_larger_circuits() {
    methods_agree(6, 40, Duration::from_millis(300));
}

/// Many more tables; of the shares of all, one.
fn many_more_tables(share: usize) {
    up_to_two_inputs(11, 200_000 / share);
    more_inputs(12, 3, &THREE, 20, 200 / share);
    more_inputs(13, 4, &FOUR, 5, 200 / share);
    more_inputs(14, 6, &[("A", 2), ("D", 2), ("G", 1), ("T", 1), ("lut2", 2)], 20, 200 / share);
    more_inputs(15, 4, &[("T", 2)], 3, 400 / share);
    methods_agree(16, 100 / share, Duration::from_secs(2));
}

#[test]
#[ignore = "slow: a thirtieth of what takes ten minutes"]
fn minimal_sizes_are_those_of_the_brute_force_on_more_tables() {
    many_more_tables(30);
}

#[test]
#[ignore = "deep: ten minutes"]
fn minimal_sizes_are_those_of_the_brute_force_on_many_more_tables() {
    many_more_tables(1);
}
