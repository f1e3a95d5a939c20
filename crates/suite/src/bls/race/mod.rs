//! The races of BLS12-381: operation by operation from the field to batches of signatures, every engine beside `auto`, so that
//! one command prints what MULX and two chains of carries are worth.
#![cfg_attr(
    not(feature = "peers"),
    allow(dead_code, unused_imports, reason = "some inputs are for other libraries")
)]

mod field;
pub mod inputs;
pub mod names;
mod point;
pub mod repeat;
mod signature;
mod task;

use lanesmith_bls::hazmat::many;
use lanesmith_bls::signature::SIGNATURE;
use lanesmith_isa::{AUTO, Choice, Tabled};
use lanesmith_race::{Case, Contender, Figure, Kind, Race};

use super::peers;
pub use field::cyclotomic;
use repeat::Who;
pub use task::Task;

/// Whom ratios are told to: blst, which most people use, where it is compiled in; else our portable engine, so that ratios are
/// what the instructions are worth.
const BASELINE: &str = if cfg!(feature = "peers-c") { "blst" } else { "scalar" };

/// A case, and whether it is raced where nobody asks for it.
struct Entry {
    label: &'static str,
    what: &'static str,
    n: usize,
    always: bool,
    tells: Option<&'static str>,
}

const fn detail(label: &'static str, what: &'static str, n: usize) -> Entry {
    Entry { label, what, n, always: false, tells: None }
}

const fn always(label: &'static str, what: &'static str, n: usize) -> Entry {
    Entry { label, what, n, always: true, tells: None }
}

const fn telling(label: &'static str, what: &'static str, n: usize, tells: &'static str) -> Entry {
    Entry { label, what, n, always: true, tells: Some(tells) }
}

/// Values that are worked on in turn in the fields.
const MANY: usize = repeat::VALUES;

const FP: &[Entry] = &[
    detail("do=add", "add", MANY),
    detail("do=sub", "sub", MANY),
    always("do=mul", "mul", MANY),
    detail("do=mul,chain=yes", "mul", 1),
    detail("do=sqr", "sqr", MANY),
    detail("do=sqr,chain=yes", "sqr", 1),
    detail("do=wide", "wide", MANY),
    detail("do=reduce", "reduce", MANY),
    detail("do=inv", "inv", MANY),
    detail("do=inv-vartime", "inv-vartime", MANY),
    detail("do=sqrt", "sqrt", MANY),
];
const FP2: &[Entry] = &[
    always("do=mul", "mul", MANY),
    detail("do=mul,chain=yes", "mul", 1),
    detail("do=sqr", "sqr", MANY),
    detail("do=inv-vartime", "inv-vartime", MANY),
    detail("do=sqrt", "sqrt", MANY),
];
const FP6: &[Entry] = &[detail("do=mul", "mul", MANY), detail("do=inv-vartime", "inv-vartime", MANY)];
const FP12: &[Entry] = &[
    always("do=mul", "mul", MANY),
    detail("do=sqr", "sqr", MANY),
    detail("do=cyclotomic-sqr", "cyclotomic-sqr", MANY),
    detail("do=inv-vartime", "inv-vartime", MANY),
];
const POINTS: &[Entry] = &[
    detail("do=add", "add", MANY),
    detail("do=mixed", "mixed", MANY),
    detail("do=double", "double", MANY),
    always("do=mul", "mul", 1),
    detail("do=mul-vartime", "mul-vartime", 1),
    detail("do=subgroup", "subgroup", 1),
    always("do=decompress", "decompress", 1),
];
const PAIRING: &[Entry] = &[
    detail("do=miller,pairs=1", "miller", 1),
    always("do=miller,pairs=2", "miller", 2),
    detail("do=miller,pairs=8", "miller", 8),
    detail("do=miller,pairs=128", "miller", 128),
    always("do=final", "final", 1),
];
const HASH: &[Entry] = &[
    detail("to=g1", "g1", 1),
    always("to=g2", "g2", 1),
    detail("to=g1,n=128", "g1-many", 128),
    detail("to=g2,n=128", "g2-many", 128),
];
const MSM: &[Entry] = &[
    detail("n=32", "g1", 32),
    always("n=128", "g1", 128),
    detail("n=1024", "g1", 1024),
    detail("n=16384", "g1", 16_384),
    detail("n=128,group=g2", "g2", 128),
    detail("n=1024,group=g2", "g2", 1024),
    detail("n=16384,group=g2", "g2", 16_384),
];
const DECODE: &[Entry] = &[detail("keys=128", "keys", 128), detail("signatures=128", "signatures", 128)];
const SIGN: &[Entry] =
    &[telling("keys=g1", "min-pk", 1, "signs a message (keys in G1)"), detail("keys=g2", "min-sig", 1)];
const SIGN_MANY: &[Entry] = &[
    detail("keys=128", "signatures", 128),
    detail("keys=128,do=public-keys", "public-keys", 128),
    detail("keys=128,do=public-keys,variant=min-sig", "public-keys-min-sig", 128),
];
const VERIFY: &[Entry] =
    &[telling("of=points", "points", 1, "verifies a signature (keys in G1)"), detail("of=bytes", "bytes", 1)];
const MANY_KEYS: &[Entry] = &[always("keys=128", "points", 128)];
const AGGREGATE: &[Entry] =
    &[detail("keys=6,messages=6", "points", 6), detail("keys=64,messages=64", "points", 64)];
const BATCH: &[Entry] = &[
    detail("n=6", "points", 6),
    detail("n=6,of=bytes", "bytes", 6),
    detail("n=8", "points", 8),
    telling("n=128", "points", 128, "verifies 128 signatures together"),
    detail("n=128,of=bytes", "bytes", 128),
];

/// What makes the contenders of a task.
type Make = fn(Task) -> Vec<Contender>;

/// The races that are named after an operation.
const OF_OPERATIONS: [(&str, &[Entry], Make); 9] = [
    (names::FP, FP, field::fp),
    (names::FP2, FP2, field::fp2),
    (names::FP6, FP6, field::fp6),
    (names::FP12, FP12, field::fp12),
    (names::G1, POINTS, point::g1),
    (names::G2, POINTS, point::g2),
    (names::PAIRING, PAIRING, point::pairing),
    (names::HASH, HASH, point::hash),
    (names::MSM, MSM, point::msm),
];

/// The races that the engines of signatures run, none of which has a table of its own.
const OF_SIGNATURES: [(&str, &[Entry], Make); 7] = [
    (names::DECODE, DECODE, signature::decoded),
    (names::SIGN, SIGN, signature::contenders),
    (names::SIGN_MANY, SIGN_MANY, signature::many),
    (names::VERIFY, VERIFY, signature::contenders),
    (names::FAST_AGGREGATE, MANY_KEYS, signature::contenders),
    (names::AGGREGATE, AGGREGATE, signature::contenders),
    (names::BATCH, BATCH, signature::contenders),
];

/// The operation whose engines take part in a race.
pub fn engines_of(race: &str) -> &str {
    if OF_SIGNATURES.iter().any(|(op, ..)| *op == race) { SIGNATURE.op() } else { race }
}

/// The races.
pub fn races() -> Vec<Race> {
    OF_OPERATIONS
        .into_iter()
        .chain(OF_SIGNATURES)
        .map(|(op, entries, make)| Race {
            op,
            unit: "operation",
            baseline: BASELINE,
            cases: entries.iter().map(|entry| case(op, entry, make)).collect(),
        })
        .collect()
}

fn case(race: &'static str, entry: &Entry, make: Make) -> Case {
    let task = Task { race, what: entry.what, n: entry.n };
    let mut case = Case::new(entry.label, move || {
        let mut contenders = make(task);
        contenders.extend(peers::contenders(task));
        Ok(contenders)
    });
    if !peers::has(BASELINE, task) {
        case = case.against("scalar");
    }
    let judged = matches!(
        race,
        names::PAIRING | names::VERIFY | names::FAST_AGGREGATE | names::AGGREGATE | names::BATCH
    );
    if judged || entry.what == "subgroup" {
        // Yes.
        case = case.expecting(vec![1]);
    }
    // What is given many chooses by how many there are.
    let many = [
        names::PAIRING,
        names::HASH,
        names::MSM,
        names::DECODE,
        names::AGGREGATE,
        names::BATCH,
        names::SIGN_MANY,
    ];
    if many.contains(&race) {
        case = case.counting(many::units(entry.n));
    }
    if let Some(tells) = entry.tells {
        case = case.telling(tells);
    }
    if let Some((title, figure)) = summed_up(race, entry) {
        case = case.titled(title).told(figure).summing_up();
    }
    if entry.always { case } else { case.detail() }
}

/// The title of a case that tells what a caller gets, and how its speed is told.
fn summed_up(race: &str, entry: &Entry) -> Option<(&'static str, Figure)> {
    Some(match (race, entry.label) {
        (names::SIGN, "keys=g1") => ("sign a message", Figure::time(1.0, "signature")),
        (names::VERIFY, "of=points") => ("verify a signature", Figure::time(1.0, "signature")),
        (names::BATCH, "n=128") => ("verify 128 signatures together", Figure::time(1.0 / 128.0, "signature")),
        (names::FAST_AGGREGATE, _) => ("verify an aggregate of 128 signers", Figure::time(1.0, "aggregate")),
        (names::HASH, "to=g2") => ("hash a message to G2", Figure::time(1.0, "msg")),
        (names::MSM, "n=128") => ("sum of 128 products in G1", Figure::time(1.0, "sum")),
        _ => return None,
    })
}

/// `auto`, then every engine that can run.
fn engines<K: Tabled>(mut make: impl FnMut(Who, Choice<K>) -> Option<Contender>) -> Vec<Contender> {
    let named = K::table().available().map(|engine| (engine.name(), Choice::from(engine)));
    [(AUTO, Choice::AUTO)]
        .into_iter()
        .chain(named)
        .filter_map(|(name, choice)| make(Who { name, kind: Kind::Engine }, choice))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No contender is there in name only, and none is disqualified.
    #[test]
    fn every_contender_of_every_case_gives_what_the_first_one_gives() {
        for race in races() {
            for case in race.cases.iter().filter(|case| case.label != "n=16384") {
                let mut reference = None;
                let mut list = (case.build)().unwrap();
                let baseline = case.baseline.unwrap_or(race.baseline);
                assert!(list.iter().any(|c| c.name == baseline), "{} {}: no {baseline}", race.op, case.label);
                for contender in &mut list {
                    let wrong = contender.wrong_output(&mut reference);
                    assert_eq!(wrong, None, "{} {}: {}", race.op, case.label, contender.name);
                }
            }
        }
    }

    #[test]
    fn every_race_belongs_to_a_table() {
        for race in races() {
            assert!(
                lanesmith_bls::TABLES.iter().any(|table| table.op() == engines_of(race.op)),
                "{}",
                race.op
            );
        }
    }
}
