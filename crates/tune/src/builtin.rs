//! What is compiled in: the files of costs of a kind of CPU, measured on one.

use std::fmt::Write;

use lanesmith_isa::cpu::Kind;
use lanesmith_isa::{AnyTable, Fill};
use lanesmith_suite::{Family, Tunable, Tuning};

use crate::bench::Bench;
use crate::{Error, costs, engine};

/// What the engines of one operation cost.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The operation, or the family whose operations it decides for.
    pub op: &'static str,
    /// By engine, as profiles list it, and how its time depends on the lanes that are used.
    pub engines: Vec<(&'static str, Vec<u32>, Fill)>,
}

/// The name under which files list what an operation costs: its own; that of its family if it [decides](Family::decision) for all;
/// none if another one does.
pub fn listed_as(op: &'static str, families: &[&'static dyn Family]) -> Option<&'static str> {
    let family = families.iter().find(|family| family.tables().iter().any(|table| table.op() == op));
    match family.and_then(|family| Some((family.name(), family.decision()?))) {
        None => Some(op),
        Some((name, decision)) => (decision == op).then_some(name),
    }
}

/// Measures what the engines of an operation cost that can run here.
///
/// # Errors
/// [`Error`] if a contender cannot be made or is wrong, or the hooks stop it.
pub fn measure(
    table: &'static dyn AnyTable,
    tuning: &Tuning,
    bench: &mut dyn Bench,
) -> Result<Measured, Error> {
    let engines = match &tuning.what {
        Tunable::Costs(build) => costs::measured(table, *build, bench)?,
        Tunable::Engine(cases) => engine::relative(table, cases, bench)?
            .into_iter()
            .map(|(name, cost)| (name, vec![cost]))
            .collect(),
    };
    let fill = |name: &str| table.infos().find(|info| info.name == name).map_or(Fill::Pass, |info| info.fill);
    let op = listed_as(table.op(), &lanesmith_suite::families()).unwrap_or(table.op());
    Ok(Measured { op, engines: engines.into_iter().map(|(name, list)| (name, list, fill(name))).collect() })
}

/// Name of the file of a kind of CPU, without its ending.
pub fn stem(kind: Kind) -> String {
    kind.name().replace('-', "_")
}

/// What decides for a family, as tables can read it: for all of them the engines that all have, and a list of its own for each table
/// that has more.
fn by_table(measured: &Measured, families: &[&'static dyn Family]) -> Vec<Measured> {
    let tables = families.iter().find(|family| family.name() == measured.op).map_or(vec![], |it| it.tables());
    let only = |op, keep: &dyn Fn(&str) -> bool| {
        let engines = measured.engines.iter().filter(|(name, ..)| keep(name)).cloned().collect();
        Measured { op, engines }
    };
    let has = |table: &'static dyn AnyTable, name: &str| table.infos().any(|info| info.name == name);
    let shared = |name: &str| tables.iter().all(|table| has(*table, name));
    let more = tables
        .iter()
        .filter(|table| measured.engines.iter().any(|(name, ..)| !shared(name) && has(**table, name)));
    let own = more.map(|table| only(table.op(), &|name| has(*table, name)));
    [only(measured.op, &shared)].into_iter().chain(own).collect()
}

/// A number to three digits, with groups of three.
fn number(cost: u32) -> String {
    let unit = 10u64.pow((cost.max(1).ilog10() + 1).saturating_sub(3));
    let digits = ((u64::from(cost) + unit / 2) / unit * unit).to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) && digits.len() > 4 {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    grouped
}

fn cost(list: &[u32], fill: Fill) -> String {
    match (list, fill) {
        ([pass], _) => format!("Cost::pass({})", number(*pass)),
        ([alone, pass], Fill::AloneOrPass) => {
            format!("Cost::each(&[{}]).or_pass({})", number(*alone), number(*pass))
        }
        _ => {
            let list: Vec<String> = list.iter().map(|cost| number(*cost)).collect();
            format!("Cost::each(&[{}])", list.join(", "))
        }
    }
}

/// The text of the file of a family for a kind of CPU: `known` says when, where and with what it was measured.
pub fn file(kind: Kind, known: &str, measured: &[Measured]) -> String {
    let families = lanesmith_suite::families();
    let mut operations: Vec<Measured> =
        measured.iter().flat_map(|measured| by_table(measured, &families)).collect();
    operations.sort_by_key(|measured| measured.op);
    let mut rows = String::new();
    for Measured { op, engines } in &operations {
        // Writing to a string does not fail.
        let _ = writeln!(rows, "        ({op:?}, &[");
        for (engine, list, fill) in engines {
            let _ = writeln!(rows, "            ({engine:?}, {}),", cost(list, *fill));
        }
        rows.push_str("        ]),\n");
    }
    format!(
        "//! What engines cost on {title}. Written by `lanesmith tune --builtin {name}`: changes by hand are lost.\n\n\
         use lanesmith_isa::Cost;\nuse lanesmith_isa::costs::{{CpuCosts, Known}};\nuse lanesmith_isa::cpu::Kind;\n\n\
         #[rustfmt::skip]\npub(super) const COSTS: CpuCosts = CpuCosts {{\n    cpu: Kind::{kind:?},\n    \
         known: Known::Measured({known:?}),\n    operations: &[\n{rows}    ],\n}};\n",
        title = kind.title(),
        name = kind.name(),
    )
}

/// The list of a family's files (`costs/mod.rs`) with those kinds in it: what stands before the list stays.
pub fn list(text: &str, kinds: &[Kind]) -> String {
    const LIST: &str = "lanesmith_isa::cpu_costs! {\n";
    let head = text.find(LIST).map_or(text, |at| &text[..at]);
    let mut blocks = String::new();
    for architecture in ["x86_64", "aarch64", "arm", "wasm32"] {
        let mut stems: Vec<String> = kinds
            .iter()
            .filter(|kind| kind.architecture() == Some(architecture))
            .map(|kind| stem(*kind))
            .collect();
        stems.sort();
        stems.dedup();
        if !stems.is_empty() {
            // Writing to a string does not fail.
            let _ = writeln!(blocks, "    {architecture:?} {{ {} }}", stems.join(" "));
        }
    }
    format!("{head}{LIST}{blocks}}}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_groups() {
        let cases = [
            (7, "7"),
            (999, "999"),
            (45_512, "45_500"),
            (1_234_567, "1_230_000"),
            (999_999, "1_000_000"),
            (1000, "1000"),
            (4_244_999_999, "4_240_000_000"),
        ];
        for (cost, text) in cases {
            assert_eq!(number(cost), text);
        }
    }

    #[test]
    fn a_file_says_what_engines_cost_in_the_form_that_tables_read() {
        let measured = [Measured {
            op: "demo.sum",
            engines: vec![
                ("wide", vec![300_000], Fill::Pass),
                ("rounds", vec![10_000, 20_000], Fill::Each),
                ("sliced", vec![10_000, 20_000], Fill::AloneOrPass),
            ],
        }];
        let text = file(Kind::Zen4, "2026-01-31", &measured);
        for line in [
            "    cpu: Kind::Zen4,",
            "    known: Known::Measured(\"2026-01-31\"),",
            "        (\"demo.sum\", &[",
            "            (\"wide\", Cost::pass(300_000)),",
            "            (\"rounds\", Cost::each(&[10_000, 20_000])),",
            "            (\"sliced\", Cost::each(&[10_000]).or_pass(20_000)),",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}\n{text}");
        }
    }

    #[test]
    fn one_operation_of_bls_decides_for_all() {
        let families = lanesmith_suite::families();
        let listed = |op| listed_as(op, &families);
        assert_eq!(listed("bls.signature"), Some("bls"));
        assert_eq!(listed("bls.fp12"), None);
        assert_eq!(listed("sha256.nodes"), Some("sha256.nodes"));
    }

    #[test]
    fn an_engine_that_some_tables_of_a_family_lack_is_listed_for_those_that_have_it() {
        let families = lanesmith_suite::families();
        let bls = families.iter().filter(|family| family.name() == "bls");
        let tables = bls.flat_map(|family| family.tables());
        // As this machine's tables have them, whichever those are.
        let signature = tables.clone().find(|table| table.op() == "bls.signature").unwrap();
        let names: Vec<&'static str> = signature.infos().map(|info| info.name).collect();
        let engines = names.iter().map(|name| (*name, vec![7], Fill::Pass)).collect();
        for row in by_table(&Measured { op: "bls", engines }, &families) {
            let mut read = tables.clone().filter(|table| row.op == "bls" || table.op() == row.op);
            let listed: Vec<&str> = row.engines.iter().map(|(name, ..)| *name).collect();
            assert!(read.all(|table| listed.iter().all(|name| table.infos().any(|info| info.name == *name))));
            if row.op == "bls.signature" {
                assert_eq!(listed, names);
            }
        }
    }

    #[test]
    fn a_new_cpu_comes_into_the_list_and_the_words_before_it_stay() {
        let old = "//! Costs.\n\nlanesmith_isa::cpu_costs! {\n    \"x86_64\" { zen4 }\n}\n";
        let new = list(old, &[Kind::Zen4, Kind::NeoverseN1, Kind::SapphireRapids, Kind::Zen4]);
        assert_eq!(
            new,
            "//! Costs.\n\nlanesmith_isa::cpu_costs! {\n    \"x86_64\" { sapphire_rapids zen4 }\n    \"aarch64\" { neoverse_n1 }\n}\n"
        );
        assert_eq!(list(&new, &[Kind::Zen4]), old);
    }
}
