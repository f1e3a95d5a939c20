//! Tests of the circuit solver.

use core::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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

#[test]
fn nothing_has_three_instructions_in_a_or_b_whatever_the_output_code() {
    for (input, output) in
        TritCode::all().into_iter().flat_map(|i| TritCode::all().into_iter().map(move |o| (i, o)))
    {
        let table = SBox::Curl.table(input, output);
        for set in ["A", "B"] {
            let set = set.parse().expect("a set");
            // Two outputs that are no inputs take two instructions at least; two and three are searched.
            for size in 2..=3 {
                let outcome =
                    search::search(&table, set, size, &Control::new(&AtomicBool::new(false), &|_| {}));
                assert!(matches!(outcome, Ok(Ok(Outcome::Refuted(_)))), "{input} to {output} on {set}");
            }
        }
    }
}

#[test]
fn the_circuits_that_the_readme_of_pcurl_publishes_are_right() {
    for (code_name, text) in [
        ("andn", "(Xor AH (Andn BL AL),Xor AL (And BH (Xor AH (Andn BL AL))))"),
        ("orn", "(Xor AH (Orn BL AL),Xor AL (Orn BH (Xor AH (Orn BL AL))))"),
    ] {
        let table = curl(code_name);
        let circuit = Circuit::parse(text, table.inputs(), table.outputs()).expect("it is well-formed");
        assert_eq!((circuit.size(), circuit.depth()), (4, 4));
        assert_eq!(circuit.verify(&table), Ok(()));
        assert_eq!(circuit.to_string(), text);
    }
}

#[test]
fn a_circuit_for_another_code_is_told_wrong_and_where() {
    let table = curl("orn");
    let text = "(Xor AH (Andn BL AL),Xor AL (And BH (Xor AH (Andn BL AL))))";
    let circuit = Circuit::parse(text, table.inputs(), table.outputs()).expect("it is well-formed");
    let error = circuit.verify(&table).expect_err("it is for the code andn");
    assert!(error.to_string().contains("is wrong for the input"), "{error}");
}

#[test]
fn ternary_logic_immediates_of_the_published_pair_are_right() {
    let table = curl("andn");
    let text = "(T2 0xD2 AH BL AL,T2 0x78 AL BH (T2 0xD2 AH BL AL))";
    let circuit = Circuit::parse(text, table.inputs(), table.outputs()).expect("it is well-formed");
    assert_eq!(circuit.size(), 2);
    assert_eq!(circuit.verify(&table), Ok(()));
}

#[test]
fn sat_and_exhaustion_agree() {
    for code in ["andn", "orn", "010010", "011011"] {
        for set in ["A", "B", "D", "T", "lut2", "G"] {
            let [exhaustive, sat] =
                [Method::Exhaustive, Method::Sat].map(|m| minimal(&curl(code), set, m).size());
            assert_eq!(exhaustive, sat, "{code} on {set}");
        }
    }
}

#[test]
fn an_impossible_size_is_refuted_by_both_methods() {
    let table = curl("andn");
    let set = "A".parse().expect("a set");
    for method in [Method::Exhaustive, Method::Sat] {
        let solution = quiet(|control| solve(&table, set, method, Known::default(), control));
        let refuted: Vec<usize> = solution.refuted.iter().map(|r| r.size).collect();
        assert_eq!(refuted, [1, 2, 3]);
        assert_eq!(
            solution.refuted[0].by,
            RefutedBy::Argument(String::from("the essential inputs are too many for the operands"))
        );
    }
}

#[test]
fn known_circuit_of_the_smallest_size_stands_and_a_larger_one_is_beaten() {
    let table = curl("andn");
    let small = minimal(&table, "A", Method::Auto);
    let text = "(Xor AH (Andn AL BL),Xor AL BH)";
    let wrong = Circuit::parse(text, table.inputs(), table.outputs()).expect("it is well-formed");
    let set: InstructionSet = "A".parse().expect("a set");
    let with = |circuit: &Circuit| {
        let known = Known { circuit: Some(circuit.clone()), bound: None };
        solve(&table, set, Method::Auto, known, &Control::new(&AtomicBool::new(false), &|_| {}))
    };
    assert_eq!(with(&small).expect("it is right").circuit, Some(small.clone()));
    assert!(matches!(with(&wrong), Err(Error::Circuit { .. })));
    let large = "(Xor AH (Andn BL (Not (Not AL))),Xor AL (And BH (Xor AH (Andn BL AL))))";
    let large = Circuit::parse(large, table.inputs(), table.outputs()).expect("it is well-formed");
    assert_eq!((large.size(), large.verify(&table)), (8, Ok(())));
    assert_eq!(with(&large).expect("it is right").circuit.expect("a circuit").size(), 4);
}

#[test]
fn dont_cares_are_used() {
    let full: TruthTable = "00 0\n01 0\n10 0\n11 1".parse().expect("a table");
    assert_eq!(minimal(&full, "A", Method::Auto).size(), 1);
    let partial: TruthTable = "00 0\n01 -\n10 0\n11 1".parse().expect("a table");
    let circuit = minimal(&partial, "A", Method::Auto);
    assert_eq!((circuit.size(), circuit.to_string()), (0, "(I1)".to_string()));
}

#[test]
fn outputs_that_are_constant_complemented_or_equal_are_handled() {
    let table: TruthTable =
        "inputs a b\noutputs zero one copy not both both'\n00 010100 \n01 010100\n10 011000\n11 011011"
            .parse()
            .expect("a table");
    for (set, size) in [("A", 2), ("T", 2), ("lut2", 2)] {
        assert_eq!(minimal(&table, set, Method::Auto).size(), size, "{set}");
        assert_eq!(minimal(&table, set, Method::Sat).size(), size, "{set}");
    }
}

#[test]
fn full_adder_takes_five_instructions_or_two_of_ternary_logic() {
    let mut text = String::from("inputs a b c\noutputs sum carry\n");
    for i in 0u32..8 {
        let ones = i.count_ones();
        text += &format!("{}{}{} {}{}\n", i & 1, i >> 1 & 1, i >> 2, ones & 1, ones >> 1);
    }
    let table: TruthTable = text.parse().expect("a table");
    for (set, size) in [("and,xor", 5), ("C", 5), ("T", 2), ("G", 3)] {
        assert_eq!(minimal(&table, set, Method::Auto).size(), size, "{set}");
    }
}

#[test]
fn a_set_that_cannot_make_the_table_is_an_error() {
    let xor: TruthTable = "00 0\n01 1\n10 1\n11 0".parse().expect("a table");
    let set: InstructionSet = "and,or".parse().expect("a set");
    let result =
        solve(&xor, set, Method::Auto, Known::default(), &Control::new(&AtomicBool::new(false), &|_| {}));
    assert_eq!(result, Err(Error::Inexpressible { set }));
}

#[test]
fn constants_that_instructions_make_are_operands_like_others() {
    // !a = (a xor a) xnor a: two instructions where there is no `not`.
    let not: TruthTable = "0 1\n1 0".parse().expect("a table");
    assert_eq!(minimal(&not, "xor,xnor", Method::Auto).size(), 2);
}

#[test]
fn two_fused_rounds_on_ternary_logic_cannot_do_with_four_instructions() {
    let table = SBox::CurlX2.table(TritCode::ANDN, TritCode::ANDN);
    let set = "T".parse().expect("a set");
    for size in 3..=4 {
        let outcome = sat::search(&table, set, size, &Control::new(&AtomicBool::new(false), &|_| {}));
        assert!(matches!(outcome, Ok(Outcome::Refuted(_))), "{size}");
    }
}

/// The proof for five instructions; some 20 s.
#[test]
fn two_fused_rounds_on_ternary_logic_take_six_instructions() {
    let solution = quiet(|c| solve_sbox(SBox::CurlX2, TritCode::ANDN, "T".parse()?, Method::Auto, c));
    assert!(solution.is_minimal(), "{solution}");
    assert_eq!(solution.circuit.map(|c| c.size()), Some(6));
}

#[test]
fn three_fused_rounds_are_composed_verified_and_bounded() {
    let solution = quiet(|c| solve_sbox(SBox::CurlX3, TritCode::ANDN, "T".parse()?, Method::Auto, c));
    let circuit = solution.circuit.as_ref().expect("a circuit");
    assert_eq!(circuit.verify(&SBox::CurlX3.table(TritCode::ANDN, TritCode::ANDN)), Ok(()));
    assert_eq!((circuit.size(), solution.lower_bound(), solution.stopped), (14, 9, Some(Stopped::TooLarge)));
}

#[test]
fn two_rounds_in_one_operand_take_seven_instructions_with_and_not() {
    let table = fused::pair_table(TritCode::ANDN);
    let text = "(Xor (Andn (Xor CL BH) (Xor (Andn BL AL) AH)) AL,\
                Xor (And (Xor (Andn (Xor CL BH) (Xor (Andn BL AL) AH)) AL) CH) (Xor (Andn BL AL) AH))";
    let circuit = Circuit::parse(text, table.inputs(), table.outputs()).expect("it is well-formed");
    assert_eq!((circuit.size(), circuit.verify(&table)), (7, Ok(())));
    assert!(circuit.uses_only("A".parse().expect("a set")));
}

#[test]
fn two_rounds_take_at_most_eleven_instructions_with_and_not() {
    let table = SBox::CurlX2.table(TritCode::ANDN, TritCode::ANDN);
    let text = "(Xor (Andn (Xor (Xor CH (Andn DL CL)) BH) (Xor (Andn BL AL) AH)) AL,\
                Xor (And (Xor (Andn (Xor (Xor CH (Andn DL CL)) BH) (Xor (Andn BL AL) AH)) AL) \
                (Xor CL (And DH (Xor CH (Andn DL CL))))) (Xor (Andn BL AL) AH))";
    let circuit = Circuit::parse(text, table.inputs(), table.outputs()).expect("it is well-formed");
    assert_eq!((circuit.size(), circuit.verify(&table)), (11, Ok(())));
    assert!(circuit.uses_only("A".parse().expect("a set")));
}

/// Two rounds on this set, until the search for fewer than `from` instructions is through and that for `from` begins.
fn two_rounds(set: &str, from: usize) -> Solution {
    let cancel = AtomicBool::new(false);
    let progress = |p: &Progress| cancel.store(p.size >= from, Ordering::Relaxed);
    let set = set.parse().expect("a set");
    let control = Control::new(&cancel, &progress);
    let solution = solve_sbox(SBox::CurlX2, TritCode::ANDN, set, Method::Auto, &control).expect("it runs");
    let circuit = solution.circuit.as_ref().expect("a circuit");
    assert_eq!(circuit.verify(&SBox::CurlX2.table(TritCode::ANDN, TritCode::ANDN)), Ok(()));
    assert!(circuit.uses_only(set));
    solution
}

#[test]
fn two_rounds_with_xnor_beat_three_separate_boxes() {
    let solution = two_rounds("D", 9);
    let size = solution.circuit.as_ref().map(Circuit::size);
    assert_eq!((size, solution.lower_bound()), (Some(11), 9), "{solution}");
}

#[test]
fn two_rounds_with_bcax_take_at_most_eight_instructions() {
    let solution = two_rounds("G", 6);
    let size = solution.circuit.as_ref().map(Circuit::size);
    assert_eq!((size, solution.lower_bound()), (Some(8), 6), "{solution}");
}

#[test]
fn cancelled_searches_return_at_once_with_what_is_known() {
    let table = SBox::CurlX2.table(TritCode::ANDN, TritCode::ANDN);
    let took = |method| {
        let (cancel, reached) = (AtomicBool::new(false), AtomicBool::new(false));
        let progress = |p: &Progress| reached.store(p.size >= 6, Ordering::Relaxed);
        let (asked, solution) = std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let set = "A".parse()?;
                solve(&table, set, method, Known::default(), &Control::new(&cancel, &progress))
            });
            // What it is to know by then; and a little later, in the middle of something.
            while !reached.load(Ordering::Relaxed) && !search.is_finished() {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_millis(100));
            let asked = Instant::now();
            cancel.store(true, Ordering::Relaxed);
            (asked, search.join().expect("no panic").expect("no error"))
        });
        let took = asked.elapsed();
        assert_eq!(solution.stopped, Some(Stopped::Cancelled));
        assert!(solution.lower_bound() >= 6 && solution.circuit.is_none());
        took
    };
    for method in [Method::Exhaustive, Method::Sat] {
        // The machine may be busy.
        assert!((0..20).any(|_| took(method) < Duration::from_millis(500)), "{method:?}");
    }
}

#[test]
fn wrong_lines_of_a_table_are_named() {
    for (text, line, part) in [
        ("00 0\n0x 1", 2, "`0x`"),
        ("00 0\n\n# more\n01", 4, "two words"),
        ("00 0\n01 1 1", 2, "two words"),
        ("00 0\n010 1", 2, "3 inputs and 1 outputs, where 2 and 1"),
        ("inputs a b\n000 1", 2, "where 2 and 1"),
        ("0- 0\n01 1", 2, "contradicts line 1"),
        ("00 0\ninputs a b", 2, "before the rows"),
        ("inputs a\ninputs b\n0 1", 2, "second line"),
        ("00000000000000000 1", 1, "17 inputs"),
        ("0 111111111", 1, "9 outputs"),
    ] {
        match text.parse::<TruthTable>() {
            Err(Error::TableLine { line: at, reason }) => {
                assert_eq!(at, line, "{text:?}");
                assert!(reason.contains(part), "{reason}");
            }
            other => panic!("{text:?}: {other:?}"),
        }
    }
    for (text, part) in [("", "no rows"), ("inputs a a\n00 0", "`a`")] {
        let error = text.parse::<TruthTable>().expect_err("it is wrong").to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn tables_survive_printing() {
    let table = SBox::CurlX2.table(TritCode::ORN, TritCode::ANDN);
    assert_eq!(table.to_string().parse(), Ok(table));
}

#[test]
fn wrong_codes_sets_and_circuits_are_refused() {
    for text in ["", "10110", "1011011", "101010", "10110x", "bct"] {
        assert!(text.parse::<TritCode>().is_err(), "{text}");
    }
    for text in ["", "Z", "and,", "and;or", "vpternlog"] {
        assert!(text.parse::<InstructionSet>().is_err(), "{text}");
    }
    let names = ["AL", "AH"].map(String::from);
    for text in
        ["", "(", "AL", "(And AL)", "(And AL BL)", "(Nand AL AH)", "(AL) x", "(T2 D2 AL AL AL)", "(AL,AH)"]
    {
        assert!(Circuit::parse(text, &names, &names[..1]).is_err(), "{text}");
    }
    let deep = format!("({}AL{})", "Not (".repeat(100_000), ")".repeat(100_000));
    assert!(Circuit::parse(&deep, &names, &names[..1]).is_err());
}

#[test]
fn trits_survive_every_change_of_code() {
    let trits: Vec<i8> = (0..64).map(|i| (i * i % 3) as i8 - (i % 2) as i8).collect();
    let word = |code: TritCode, bit: u8| {
        trits.iter().rev().fold(0u64, |w, t| w << 1 | u64::from(code.encode(*t) >> bit & 1))
    };
    for from in TritCode::all() {
        for to in TritCode::all() {
            let recoded = from.recode(to, [word(from, 1), word(from, 0)]);
            assert_eq!(recoded, [word(to, 1), word(to, 0)], "{from} to {to}");
        }
    }
}

#[test]
fn fused_tables_are_trees_of_the_box() {
    assert_eq!(SBox::Curl.apply(&[0, 1]), 1);
    assert_eq!(SBox::CurlX2.apply(&[0, 1, -1, 0]), SBox::Curl.apply(&[1, 1]));
    let rows = [SBox::Curl, SBox::CurlX2, SBox::CurlX3]
        .map(|s| s.table(TritCode::ANDN, TritCode::ANDN).rows().len());
    assert_eq!(rows, [9, 81, 6561]);
}

mod emitted {
    include!("tests/emitted.rs");
}

#[test]
fn rust_that_is_printed_compiles_and_computes_the_same() {
    let table = curl("andn");
    let texts = [
        "(Xor AH (Andn BL AL),Xor AL (And BH (Xor AH (Andn BL AL))))",
        "(T2 0xD2 AH BL AL,T2 0x78 AL BH (T2 0xD2 AH BL AL))",
    ];
    let circuits =
        texts.map(|t| Circuit::parse(t, table.inputs(), table.outputs()).expect("it is well-formed"));
    let printed = format!("{}{}", circuits[0].to_rust("curl_andn_a"), circuits[1].to_rust("curl_andn_t"));
    assert_eq!(printed, include_str!("tests/emitted.rs"), "the emitted file is out of date");
    let planes = [0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, 0x00FF_00FF_F0F0_3C3C, 0x5555_3333_0F0F_AAAA];
    let [al, ah, bl, bh] = planes;
    let pair = |words: Vec<u64>| (words[0], words[1]);
    assert_eq!(
        emitted::curl_andn_a(al, ah, bl, bh),
        pair(circuits[0].evaluate(&planes).expect("four words"))
    );
    assert_eq!(
        emitted::curl_andn_t(al, ah, bl, bh),
        pair(circuits[1].evaluate(&planes).expect("four words"))
    );
}
