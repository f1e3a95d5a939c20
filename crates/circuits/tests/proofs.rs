//! Tables for which the solver once stated a false proof, an error, or nothing at all.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use lanesmith_circuits::{
    Bound, Circuit, Control, Error, Instruction, InstructionSet, Known, Method, Row, Solution, TruthTable,
    solve,
};

/// The table of a function: bit j of what it returns is output j.
fn table(inputs: usize, outputs: usize, function: impl Fn(u32) -> u32) -> TruthTable {
    let named = |letter: char, n: usize| (0..n).map(|i| format!("{letter}{i}")).collect();
    let care = (1 << outputs) - 1;
    let rows = (0..1 << inputs).map(|input| Row { input, output: function(input) & care, care }).collect();
    TruthTable::new(named('i', inputs), named('o', outputs), rows).expect("a table")
}

fn with(table: &TruthTable, set: InstructionSet, known: Known) -> Result<Solution, Error> {
    let (cancel, silent) = (AtomicBool::new(false), |_: &_| {});
    // Not a promise: keeps a solver that fails from running for ever.
    let control = Control::new(&cancel, &silent).until(Instant::now() + Duration::from_secs(600));
    solve(table, set, Method::Auto, known, &control)
}

/// The size found and proved.
fn size(table: &TruthTable, set: &str) -> usize {
    let set = set.parse().expect("a set");
    let solution = with(table, set, Known::default()).expect("a solution");
    assert!(solution.is_minimal(), "{set}: {solution}");
    solution.circuit.map_or(0, |circuit| circuit.size())
}

#[test]
fn inputs_that_only_outputs_that_are_inputs_need_are_no_operands() {
    // a, b, c, d & e.
    let wide = table(5, 4, |x| x & 0b111 | (x >> 3 & x >> 4 & 1) << 3);
    // a, b & c.
    let narrow = table(3, 2, |x| x & 1 | (x >> 1 & x >> 2 & 1) << 1);
    for set in ["A", "B", "C", "D", "E", "F", "G", "T", "lut2"] {
        assert_eq!((size(&wide, set), size(&narrow, set)), (1, 1), "{set}");
    }
}

#[test]
fn outputs_that_are_each_others_complement_take_an_instruction_each() {
    // a & b, !(a & b).
    let both = table(2, 2, |x| if x == 3 { 0b01 } else { 0b10 });
    // a ^ b, !(a ^ b), and what needs the first as an operand: (a ^ b) & c & d.
    let more = table(4, 3, |x| {
        let sum = x ^ x >> 1;
        sum & 1 | (!sum & 1) << 1 | (sum & x >> 2 & x >> 3 & 1) << 2
    });
    for set in ["T", "lut2"] {
        assert_eq!(size(&both, set), 2, "{set}");
    }
    assert_eq!((size(&more, "T"), size(&more, "lut2")), (3, 4));
}

#[test]
fn outputs_that_are_one_value_but_for_rows_that_do_not_matter_are_one_instruction() {
    // Twice the parity of four inputs, of which each lacks other rows.
    let rows = (0..16u32).map(|input| {
        let care = match input % 3 {
            0 => 0b10,
            1 => 0b01,
            _ => 0b11,
        };
        Row { input, output: if input.count_ones() % 2 == 1 { 0b11 } else { 0 }, care }
    });
    let names = |text: &str| text.chars().map(String::from).collect();
    let table = TruthTable::new(names("abcd"), names("xy"), rows.collect()).expect("a table");
    assert_eq!((size(&table, "T"), size(&table, "lut2"), size(&table, "A")), (2, 3, 3));
}

#[test]
fn a_bound_that_a_circuit_refutes_is_an_error_and_not_a_proof() {
    let and = table(2, 1, |x| u32::from(x == 3));
    let set: InstructionSet = "A".parse().expect("a set");
    let bound = || Some(Bound { size: 2, reason: "a mistake".into() });
    let circuit = Circuit::parse("(And i0 i1)", and.inputs(), and.outputs()).expect("a circuit");
    let contradiction = Err(Error::Contradiction { size: 1, bound: 2 });
    assert_eq!(with(&and, set, Known { circuit: Some(circuit), bound: bound() }), contradiction);
}

#[test]
fn no_instructions_at_all_make_what_is_there_already() {
    let none = InstructionSet::of(&[]);
    let copy = table(2, 2, |x| x);
    assert_eq!(with(&copy, none, Known::default()).expect("a solution").circuit.map(|c| c.size()), Some(0));
    let not = table(1, 1, |x| !x & 1);
    assert_eq!(with(&not, none, Known::default()), Err(Error::Inexpressible { set: none }));
    assert_eq!(
        with(&not, InstructionSet::of(&[Instruction::Not]), Known::default()).map(|s| s.is_minimal()),
        Ok(true)
    );
}

#[test]
fn seventeen_gates_are_searched_like_fewer() {
    // A shift by the number of the gate was one too wide for the set of gates from here on.
    let conjunction = table(4, 1, |x| u32::from(x == 15));
    let known = Known { circuit: None, bound: Some(Bound { size: 17, reason: "a test".into() }) };
    let (cancel, silent) = (AtomicBool::new(false), |_: &_| {});
    let control = Control::new(&cancel, &silent).until(Instant::now() + Duration::from_millis(300));
    let set = "A".parse().expect("a set");
    let solution = solve(&conjunction, set, Method::Sat, known, &control).expect("no error");
    assert!(solution.lower_bound() >= 17);
}
