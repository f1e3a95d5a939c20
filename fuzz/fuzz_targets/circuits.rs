//! Arbitrary text as a truth table, a circuit, a set of instructions, a code of trits, a choice of engines: refused, or read again
//! from what it writes with the same meaning.
#![no_main]

use lanesmith_circuits::{Circuit, InstructionSet, TritCode, TruthTable};
use lanesmith_isa::Selection;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(table) = text.parse::<TruthTable>() {
        let written = table.to_string();
        assert_eq!(written.parse::<TruthTable>().as_ref(), Ok(&table), "{written}");
    }
    let names = |names: [&str; 3]| names.map(String::from).to_vec();
    for outputs in 1..=3 {
        let (inputs, outputs) = (names(["a", "b", "c"]), &names(["x", "y", "z"])[..outputs]);
        if let Ok(circuit) = Circuit::parse(text, &inputs, outputs) {
            let written = circuit.to_string();
            let again = Circuit::parse(&written, &inputs, outputs).expect("what was written is read");
            assert_eq!(again.to_string(), written);
        }
    }
    if let Ok(set) = text.parse::<InstructionSet>() {
        assert_eq!(set.to_string().parse(), Ok(set));
    }
    if let Ok(code) = text.parse::<TritCode>() {
        assert_eq!(code.to_string().parse(), Ok(code));
    }
    if let Ok(list) = Selection::parse(text) {
        let written: Vec<String> = list.iter().map(|one| format!("{}={}", one.ops, one.engine)).collect();
        assert_eq!(Selection::parse(&written.join(",")), Ok(list));
    }
});
