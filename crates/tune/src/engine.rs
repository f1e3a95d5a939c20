//! Operations for which one engine does everything: the one that is faster than the built-in choice in some case and slower in none.

use std::collections::BTreeMap;

use lanesmith_isa::{AUTO, AnyTable};
use lanesmith_race::Case;
use lanesmith_race::sequence::Sampled;

use crate::bench::{Bench, gain};
use crate::{Error, Finding, Gain, Tuned, WORTHWHILE, is_better, is_engine};

/// Units that are plenty of work for every engine.
const PLENTY: usize = 1 << 20;

/// The engines that can run here.
fn engines(table: &'static dyn AnyTable) -> Vec<&'static str> {
    table.infos().map(|info| info.name).filter(|name| is_engine(table, name)).collect()
}

/// The engines side by side in a case.
fn sample(
    table: &'static dyn AnyTable,
    case: &Case,
    engines: &[&str],
    bench: &mut dyn Bench,
) -> Result<Sampled, Error> {
    let op = table.op();
    let mut contenders = (case.build)().map_err(|source| Error::Contender { op, source })?;
    contenders.retain(|contender| engines.contains(&contender.name.as_str()));
    Ok(bench.sample(&format!("{op} {}", case.label), 1, case.expected.clone(), contenders)?)
}

/// Finds the engine.
pub(crate) fn tune(
    table: &'static dyn AnyTable,
    cases: &[Case],
    bench: &mut dyn Bench,
) -> Result<Tuned, Error> {
    table.configure(AUTO)?;
    let built_in = table.first_step(PLENTY).0;
    let engines = engines(table);
    let mut gains: BTreeMap<&'static str, Vec<Gain>> = BTreeMap::new();
    for case in cases {
        let sampled = sample(table, case, &engines, bench)?;
        let Some(base) = sampled.place(built_in) else { continue };
        for engine in engines.iter().filter(|engine| **engine != built_in) {
            if let Some(place) = sampled.place(engine) {
                gains.entry(engine).or_default().push(gain(&case.label, &sampled, place, base, bench));
            }
        }
    }
    let product = |gains: &[Gain]| gains.iter().map(|gain| gain.ratio).product::<f64>();
    let best = gains
        .into_iter()
        .filter(|(_, gains)| is_better(gains))
        .max_by(|a, b| product(&a.1).total_cmp(&product(&b.1)));
    let op = table.op();
    Ok(match best {
        Some((here, gains)) => Tuned {
            op,
            built_in: built_in.into(),
            here: here.into(),
            differs: true,
            gains,
            finding: Finding::Engine(here),
        },
        None => Tuned {
            op,
            built_in: built_in.into(),
            here: built_in.into(),
            differs: false,
            gains: Vec::new(),
            finding: Finding::BuiltIn,
        },
    })
}

/// What a pass of each engine costs: the geometric mean over the cases, where one unit on the portable engine costs a million.
pub(crate) fn relative(
    table: &'static dyn AnyTable,
    cases: &[Case],
    bench: &mut dyn Bench,
) -> Result<Vec<(&'static str, u32)>, Error> {
    let engines = engines(table);
    // The last engine of a table is portable, so there is one.
    let portable = engines.last().copied().unwrap_or("scalar");
    let mut logs: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for case in cases {
        let sampled = sample(table, case, &engines, bench)?;
        let Some(base) = sampled.place(portable) else { continue };
        for engine in &engines {
            if let Some(place) = sampled.place(engine) {
                logs.entry(engine).or_default().push((sampled.ns(place) / sampled.ns(base)).ln());
            }
        }
    }
    let lanes = |engine: &str| table.infos().find(|info| info.name == engine).map_or(1, |info| info.lanes);
    let mut least = f64::INFINITY;
    Ok(engines
        .into_iter()
        .filter_map(|engine| {
            let logs = logs.get(engine)?;
            let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
            // What is not worth a change of engines is noise: of equals the table takes the first.
            let mean = if mean < least && mean * WORTHWHILE > least { least } else { mean };
            least = least.min(mean);
            Some((engine, crate::costs::rounded(mean * 1e6 * lanes(engine) as f64)))
        })
        .collect())
}
