//! Other libraries: what they need of the CPU, as engines say it.

use lanesmith_isa::{Feature, FeatureSet, detect};

/// A function of another library.
///
/// ```
/// use lanesmith_isa::Feature;
/// use lanesmith_suite::{Peer, able};
///
/// const SUMS: &[Peer<fn(&[u8]) -> u64>] = &[
///     Peer::new("plain", |bytes| bytes.iter().map(|&b| u64::from(b)).sum()),
///     Peer::new("shuffling", (|_| 0) as fn(&[u8]) -> u64).needs(&[Feature::Ssse3]),
/// ];
/// for (name, sum) in able(SUMS) {
///     println!("{name}: {}", sum(b"abc"));
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Peer<F> {
    name: &'static str,
    needs: FeatureSet,
    call: F,
}

impl<F> Peer<F> {
    /// A function that runs on every CPU of every architecture, or looks by itself at what the CPU can do.
    pub const fn new(name: &'static str, call: F) -> Self {
        Peer { name, needs: FeatureSet::EMPTY, call }
    }

    /// The same with features without which it would die of an illegal instruction. Those of other architectures than the
    /// one at hand count for nothing: a list may name what the library needs on each.
    #[must_use]
    pub const fn needs(mut self, features: &[Feature]) -> Self {
        self.needs = self.needs.union(FeatureSet::of(features));
        self
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What it lacks on a CPU with these features, in words; `None` if it can run there.
    fn lacks(&self, features: FeatureSet) -> Option<String> {
        let lacking = features.missing_from(self.needs);
        let here = lacking.iter().filter(|feature| feature.architecture() == std::env::consts::ARCH);
        let titles: Vec<&str> = here.map(Feature::title).collect();
        (!titles.is_empty()).then(|| titles.join(" and "))
    }
}

/// Those that can run on this CPU, with their names.
pub fn able<F>(peers: &[Peer<F>]) -> impl Iterator<Item = (&'static str, &F)> {
    let features = detect::features();
    peers.iter().filter(move |peer| peer.lacks(features).is_none()).map(|peer| (peer.name, &peer.call))
}

/// Those that cannot run on this CPU, with what they lack.
pub fn unable<F>(peers: &[Peer<F>]) -> impl Iterator<Item = (&'static str, String)> {
    let features = detect::features();
    peers.iter().filter_map(move |peer| Some((peer.name, peer.lacks(features)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ELSEWHERE: Feature = if cfg!(target_arch = "x86_64") { Feature::Neon } else { Feature::Ssse3 };
    const OURS: Feature = if cfg!(target_arch = "aarch64") { Feature::Neon } else { Feature::Ssse3 };

    #[test]
    fn a_library_runs_where_all_that_it_needs_is_there() {
        let peer = Peer::new("x", ()).needs(&[OURS]);
        assert_eq!(peer.lacks(FeatureSet::of(&[OURS])), None);
        let there = OURS.architecture() == std::env::consts::ARCH;
        assert_eq!(peer.lacks(FeatureSet::EMPTY), there.then(|| OURS.title().to_owned()));
    }

    #[test]
    fn needs_of_another_architecture_count_for_nothing() {
        assert_eq!(Peer::new("x", ()).needs(&[ELSEWHERE]).lacks(FeatureSet::EMPTY), None);
    }

    #[test]
    fn every_library_is_either_able_or_not() {
        let peers = [Peer::new("a", 1), Peer::new("b", 2).needs(Feature::ALL)];
        // There are CPUs that have everything.
        let names = able(&peers).map(|(name, _)| name).chain(unable(&peers).map(|(name, _)| name));
        assert_eq!(names.collect::<Vec<_>>(), ["a", "b"]);
    }
}
