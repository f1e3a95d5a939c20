//! Tests of the circuit solver.

use core::sync::atomic::{AtomicBool, Ordering};
use std::string::{String, ToString};
use std::time::{Duration, Instant};
use std::vec::Vec;
use std::{format, vec};

use super::*;

fn quiet(f: impl FnOnce(&Control<'_>) -> Result<Solution, Error>) -> Solution {
    f(&Control::new(&AtomicBool::new(false), &|_| {})).expect("the search runs")
}

fn minimal(table: &TruthTable, set: &str, method: Method) -> Circuit {
    let set = set.parse().expect("a set");
    let solution = quiet(|control| solve(table, set, method, Known::default(), control));
    assert!(solution.is_minimal(), "{solution}");
    let circuit = solution.circuit.expect("a circuit");
    assert!(circuit.uses_only(set));
    circuit.verify(table).expect("right on every row");
    circuit
}

fn code(text: &str) -> TritCode {
    text.parse().expect("a code")
}

fn curl(text: &str) -> TruthTable {
    SBox::Curl.table(code(text), code(text))
}

/// Measured before by an independent program: the first code of each row and the sizes for A to G and T; the same code
/// with low and high exchanged has the same sizes.
const SIZES: [(&str, [usize; 8]); 12] = [
    ("000110", [6, 6, 6, 5, 5, 5, 4, 3]),
    ("000111", [5, 4, 6, 4, 4, 5, 4, 2]),
    ("001101", [6, 5, 6, 5, 5, 5, 4, 3]),
    ("010010", [5, 5, 5, 4, 5, 5, 3, 2]),
    ("010011", [6, 5, 6, 5, 5, 5, 4, 3]),
    ("011000", [6, 6, 6, 5, 5, 5, 4, 3]),
    ("011011", [5, 5, 5, 5, 4, 4, 4, 3]),
    ("011100", [6, 5, 7, 5, 5, 6, 4, 3]),
    ("101101", [4, 4, 5, 4, 4, 4, 3, 2]),
    ("110001", [6, 5, 6, 5, 5, 6, 4, 3]),
    ("110100", [5, 4, 5, 4, 4, 5, 4, 2]),
    ("110110", [5, 5, 5, 5, 4, 4, 4, 3]),
];

#[test]
fn sizes_for_all_codes_and_sets_are_those_of_the_published_table() {
    for (first, sizes) in SIZES {
        for code in [code(first), code(first).swapped()] {
            let table = SBox::Curl.table(code, code);
            let letters = InstructionSet::PRESETS.map(|p| p.0.to_string());
            let found: Vec<usize> =
                letters.iter().map(|set| minimal(&table, set, Method::Auto).size()).collect();
            assert_eq!(found, sizes, "code {code}");
        }
    }
}
