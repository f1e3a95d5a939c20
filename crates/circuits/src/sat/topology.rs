//! Every way in which so many gates can feed each other.

use std::collections::HashSet;

use super::Problem;
use crate::{Control, Stopped};

/// Which earlier gates feed every gate (as bit sets) and which gate every output is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Topology {
    pub(super) arities: Vec<usize>,
    pub(super) feeds: Vec<u16>,
    pub(super) outputs: Vec<usize>,
}

impl Problem<'_> {
    /// All topologies, each once up to the gates' order.
    pub(super) fn topologies(
        &self,
        arities: &[usize],
        control: &Control<'_>,
    ) -> Result<Vec<Topology>, Stopped> {
        let size = arities.len();
        let mut orders = vec![Vec::new()];
        for _ in 0..size {
            orders = orders
                .iter()
                .flat_map(|order: &Vec<usize>| {
                    (0..size).filter(|i| !order.contains(i)).map(|i| [order.as_slice(), &[i]].concat())
                })
                .collect();
        }
        let mut found = Vec::new();
        let mut known = HashSet::new();
        let mut feeds = vec![0u16; size];
        self.extend(arities, 0, &mut feeds, &mut |feeds| {
            control.report(0, None)?;
            let used = feeds.iter().fold(0, |all, f| all | f);
            let ends = (0..size).filter(|i| used >> i & 1 == 0).count();
            if ends > self.table.outputs().len() {
                return Ok(());
            }
            for outputs in injections(self.table.outputs().len(), size) {
                control.report(0, None)?;
                if (0..size).any(|i| used >> i & 1 == 0 && !outputs.contains(&i)) {
                    continue;
                }
                let cones = cones(feeds, &outputs);
                let enough = cones.iter().enumerate().all(|(j, cone)| {
                    let gates = (0..size).filter(|i| cone >> i & 1 == 1);
                    let free: usize = gates.map(|i| arities[i] - feeds[i].count_ones() as usize).sum();
                    free >= self.essential.iter().filter(|&&e| e >> j & 1 == 1).count()
                });
                if !enough {
                    continue;
                }
                // The smallest relabelling that keeps operands before their gates stands for all.
                let canonical = orders
                    .iter()
                    .filter_map(|order| relabel(arities, feeds, &outputs, order))
                    .min()
                    .unwrap_or_else(|| (arities.to_vec(), feeds.to_vec(), outputs.clone()));
                if known.insert(canonical) {
                    found.push(Topology { arities: arities.to_vec(), feeds: feeds.to_vec(), outputs });
                }
            }
            Ok(())
        })?;
        Ok(found)
    }

    fn extend(
        &self,
        arities: &[usize],
        gate: usize,
        feeds: &mut [u16],
        each: &mut dyn FnMut(&[u16]) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        if gate == arities.len() {
            let inner: u32 = feeds.iter().map(|f| f.count_ones()).sum();
            if arities.iter().sum::<usize>() >= inner as usize + self.essential_count() {
                each(feeds)?;
            }
            return Ok(());
        }
        for subset in 0..1u16 << gate {
            if subset.count_ones() as usize <= arities[gate] {
                feeds[gate] = subset;
                self.extend(arities, gate + 1, feeds, each)?;
            }
        }
        Ok(())
    }
}

fn injections(outputs: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..outputs {
        all = all
            .iter()
            .flat_map(|chosen: &Vec<usize>| {
                (0..size).filter(|i| !chosen.contains(i)).map(|i| [chosen.as_slice(), &[i]].concat())
            })
            .collect();
    }
    all
}

/// For every output the gates that it depends on, itself included.
pub(super) fn cones(feeds: &[u16], outputs: &[usize]) -> Vec<u16> {
    outputs
        .iter()
        .map(|&output| {
            (0..=output)
                .rev()
                .fold(1 << output, |cone, gate| if cone >> gate & 1 == 1 { cone | feeds[gate] } else { cone })
        })
        .collect()
}

/// The topology with gate `i` called `order[i]`, if its operands still come first.
fn relabel(
    arities: &[usize],
    feeds: &[u16],
    outputs: &[usize],
    order: &[usize],
) -> Option<(Vec<usize>, Vec<u16>, Vec<usize>)> {
    let mut relabelled = vec![0; feeds.len()];
    let mut moved = arities.to_vec();
    for (gate, &subset) in feeds.iter().enumerate() {
        moved[order[gate]] = arities[gate];
        for i in (0..gate).filter(|i| subset >> i & 1 == 1) {
            if order[i] > order[gate] {
                return None;
            }
            relabelled[order[gate]] |= 1 << order[i];
        }
    }
    Some((moved, relabelled, outputs.iter().map(|&o| order[o]).collect()))
}
