//! `LANESMITH_REQUIRE`: what must be testable here.
//!
//! An engine that the CPU lacks is skipped, which is right on a laptop and wrong on the machine that was rented to
//! test that very engine. `LANESMITH_REQUIRE=avx2,shani` makes a missing one an error. A word is the name of an
//! engine (`avx512`, `avx2+bmi2`) or of a CPU feature (`avx512ifma`).

use lanesmith_isa::{EngineInfo, Feature, FeatureSet, arch, detect};

/// The environment variable.
pub const VARIABLE: &str = "LANESMITH_REQUIRE";

/// Names of engines, of any family and architecture, that are not CPU features: a word of these may be known though the tables at
/// hand have no such engine.
pub const ENGINE_WORDS: &[&str] = &["scalar", "avx512", "shani", "sha2"];

/// The list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requirement {
    words: Vec<String>,
}

impl Requirement {
    /// Reads [`VARIABLE`]; nothing is required where it is unset.
    pub fn from_env() -> Self {
        Self::parse(&std::env::var(VARIABLE).unwrap_or_default())
    }

    /// Reads a list of words joined by commas.
    ///
    /// ```
    /// use lanesmith_testkit::require::Requirement;
    /// let list = Requirement::parse("avx2, shani");
    /// assert_eq!(list.words().collect::<Vec<_>>(), ["avx2", "shani"]);
    /// ```
    pub fn parse(text: &str) -> Self {
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        Requirement { words: words.map(String::from).collect() }
    }

    /// The words.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// Whether some word names the engine, or a feature that it needs and that this machine lacks.
    pub fn demands(&self, engine: &EngineInfo) -> bool {
        let missing = engine.missing();
        self.words().any(|word| {
            word == engine.name || Feature::by_name(word).is_some_and(|feature| missing.has(feature))
        })
    }

    /// Whether some word names the engine of another architecture.
    pub fn demands_name(&self, engine: &str) -> bool {
        self.words().any(|word| word == engine)
    }

    /// For each word that is a CPU feature: the word, and what is wrong with it here, if anything.
    pub fn features(&self) -> impl Iterator<Item = (&str, Result<(), String>)> {
        self.words().filter_map(|word| {
            let feature = Feature::by_name(word)?;
            let have = detect::features().has(feature);
            Some((word, have.then_some(()).ok_or_else(|| lacks(FeatureSet::of(&[feature])))))
        })
    }

    /// The words that name neither a CPU feature nor any engine: misspelt, most likely. `known` are the engines of
    /// the tables at hand.
    pub fn unknown<'a>(&'a self, known: &'a [&str]) -> impl Iterator<Item = &'a str> {
        self.words().filter(move |word| {
            !known.contains(word)
                && !word
                    .split('+')
                    .all(|part| Feature::by_name(part).is_some() || ENGINE_WORDS.contains(&part))
        })
    }
}

/// What stands in the way of an engine, for people: `needs avx512f, avx512bw` or `for aarch64`.
pub fn lacks(missing: FeatureSet) -> String {
    match missing.iter().find(|feature| feature.architecture() != arch::NAME) {
        Some(feature) => format!("for {}", feature.architecture()),
        None => format!("needs {missing}"),
    }
}

#[cfg(test)]
mod tests {
    use lanesmith_isa::{Fill, Requires};

    use super::*;

    fn engine(name: &'static str, requires: FeatureSet) -> EngineInfo {
        EngineInfo { name, summary: "", requires: Requires::features(requires), lanes: 1, fill: Fill::Pass }
    }

    /// A feature that no machine under test has.
    fn foreign() -> Feature {
        if arch::NAME == "wasm32" { Feature::Neon } else { Feature::Simd128 }
    }

    #[test]
    fn an_engine_is_demanded_by_its_name() {
        assert!(Requirement::parse("avx2,shani").demands(&engine("shani", FeatureSet::EMPTY)));
        assert!(!Requirement::parse("avx2").demands(&engine("avx2+bmi2", FeatureSet::EMPTY)));
    }

    #[test]
    fn an_engine_is_demanded_by_a_missing_feature_of_it() {
        let info = engine("other", FeatureSet::of(&[foreign()]));
        assert!(Requirement::parse(foreign().name()).demands(&info));
        assert!(!Requirement::parse("").demands(&info));
    }

    #[test]
    fn a_missing_feature_is_reported_with_its_architecture() {
        let list = Requirement::parse(foreign().name());
        let (word, verdict) = list.features().next().expect("one feature");
        assert_eq!(word, foreign().name());
        assert_eq!(verdict, Err(format!("for {}", foreign().architecture())));
    }

    #[test]
    fn a_misspelt_word_is_found_and_a_composite_engine_name_is_not_one() {
        let list = Requirement::parse("avx22,avx2+bmi2,shani,mine");
        assert_eq!(list.unknown(&["mine"]).collect::<Vec<_>>(), ["avx22"]);
    }
}
