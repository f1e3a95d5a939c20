//! Which cases the arguments of a race ask for.

use lanesmith_race::{Case, Heat, Kind, Race, Shown};
use lanesmith_suite::loaded;

use super::Args;
use crate::failure::{Failure, Outcome};
use crate::{Context, Operation, machine, names};

/// The races that match what the user named, each with the operation whose engines take part.
///
/// # Errors
/// Says which there are where none matches.
pub fn races(context: &Context<'_>, name: Option<&str>) -> Outcome<Vec<(Operation, Race)>> {
    let all = context.operations_and_studies();
    let mut races = Vec::new();
    let mut known = Vec::new();
    for family in context.families {
        #[cfg_attr(
            not(feature = "planted"),
            allow(unused_mut, reason = "only the test of compare changes races")
        )]
        for mut race in family.races() {
            #[cfg(feature = "planted")]
            lanesmith_suite::planted::plant(&mut race);
            let engines = family.engines_of(race.op);
            if let Some(operation) = all.iter().find(|o| o.table.op() == engines) {
                known.push(race.op);
                if name.is_none_or(|name| names(name, race.op, family.name())) {
                    races.push((*operation, race));
                }
            }
        }
    }
    match name {
        Some(name) if races.is_empty() => {
            Err(Failure::usage(format!("no operation {name:?} to race; there are {}", known.join(", "))))
        }
        _ => Ok(races),
    }
}

/// With libraries that were loaded: the cases in which one of them takes part, told to the first that does. What is right is still told by
/// ours, or by a known output.
///
/// # Errors
/// If they take part in none.
pub fn against_libraries(races: &mut Vec<(Operation, Race)>) -> Outcome {
    let libraries = loaded::loaded();
    if libraries.is_empty() {
        return Ok(());
    }
    for (_, race) in races.iter_mut() {
        let op = race.op;
        race.cases.retain_mut(|case| {
            let first = libraries.iter().find(|(interface, _)| interface.takes_part(op, &case.label));
            case.baseline = first.map(|(_, name)| *name);
            case.reference = Some(lanesmith::isa::AUTO);
            case.baseline.is_some()
        });
    }
    let ops: Vec<&str> = races.iter().map(|(_, race)| race.op).collect();
    let idle = |name: &str| format!("the library {name} takes part in no race of {}", ops.join(", "));
    for (interface, name) in libraries {
        let mut cases =
            races.iter().flat_map(|(_, race)| race.cases.iter().map(|case| (race.op, &case.label)));
        if !cases.any(|(op, label)| interface.takes_part(op, label)) {
            return Err(Failure::usage(idle(name)));
        }
    }
    races.retain(|(_, race)| !race.cases.is_empty());
    Ok(())
}

/// A case of a race by its places, and how many threads.
#[derive(Clone, Copy)]
pub struct Picked {
    race: usize,
    case: usize,
    threads: usize,
}

/// What was picked.
pub fn heats<'a>(races: &'a [(Operation, Race)], picked: &[Picked]) -> Vec<Heat<'a>> {
    let heat = |p: &Picked| {
        let race = &races[p.race].1;
        Heat { race, case: &race.cases[p.case], threads: p.threads }
    };
    picked.iter().map(heat).collect()
}

/// The tables that the arguments ask for, and what of them is left out for want of memory.
///
/// # Errors
/// There is none.
pub fn pick(races: &[(Operation, Race)], args: &Args, sums_up: bool) -> Outcome<(Vec<Picked>, Vec<String>)> {
    let most = args.memory();
    let mut left_out = Vec::new();
    let mut filters = Vec::new();
    for case in &args.cases {
        match case.split_once('=') {
            Some(pair) => filters.push(pair),
            None => return Err(Failure::usage(format!("case {case:?} is not of the form KEY=VALUE"))),
        }
    }
    let wanted = |case: &Case| case.meets(&filters);
    let mut picked = Vec::new();
    for (place, (_, race)) in races.iter().enumerate() {
        // What is never raced unasked is asked for by its name alone.
        let always = race.cases.iter().any(|case| case.shown == Shown::Always);
        let in_detail = args.detail && always || args.op.as_deref() == Some(race.op) && !always;
        let shown = |case: &Case| match case.shown {
            _ if sums_up => case.summed_up,
            Shown::Always => true,
            Shown::ByName => case.summed_up || in_detail || !filters.is_empty(),
            Shown::ByCase => !filters.is_empty(),
        };
        for (at, case) in race.cases.iter().enumerate().filter(|(_, c)| wanted(c) && shown(c)) {
            for &threads in &args.threads {
                match case.memory.saturating_mul(threads as u64) {
                    needed if needed > most => left_out.push((race.op, case, needed)),
                    _ => picked.push(Picked { race: place, case: at, threads }),
                }
            }
        }
    }
    let left_out: Vec<String> = left_out
        .into_iter()
        .map(|(op, case, needed)| {
            let sizes = (machine::size(needed), machine::size(most));
            format!("{op} {} is left out: it needs {}, --max-memory is {}", case.label, sizes.0, sizes.1)
        })
        .collect();
    if picked.is_empty() && !left_out.is_empty() {
        return Err(Failure::usage(left_out.join("; ")));
    }
    if picked.is_empty() {
        let known: Vec<String> = races
            .iter()
            .flat_map(|(_, race)| race.cases.iter().map(|c| format!("{} {}", race.op, c.label)))
            .collect();
        return Err(Failure::usage(if known.is_empty() {
            "there is nothing to race".into()
        } else {
            format!("no such case; there are {}", known.join("; "))
        }));
    }
    Ok((picked, left_out))
}

/// Refuses names of peers that take part in none of the cases.
///
/// # Errors
/// Says which there are.
pub fn require_peers(heats: &[Heat<'_>], peers: &[String], context: &Context<'_>) -> Outcome {
    let mut missing: Vec<&String> = peers.iter().filter(|p| *p != "none").collect();
    let mut known = std::collections::BTreeSet::new();
    for heat in heats {
        if missing.is_empty() {
            return Ok(());
        }
        for contender in (heat.case.build)()?.into_iter().filter(|c| c.kind == Kind::Peer) {
            missing.retain(|p| contender.name.split(", ").next() != Some(p.as_str()));
            known.insert(contender.name);
        }
    }
    match missing.first() {
        None => Ok(()),
        Some(peer) => {
            let mut absent = context.families.iter().flat_map(|family| family.absent_peers());
            if let Some((_, lacks)) = absent.find(|(name, _)| name == peer) {
                return Err(Failure::usage(format!(
                    "peer {peer:?} cannot run here: this CPU has no {lacks}"
                )));
            }
            let known: Vec<String> = known.into_iter().collect();
            Err(Failure::usage(format!("no peer {peer:?} in this race; there are {}", known.join(", "))))
        }
    }
}
