//! Choosing engines for the whole process.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use lanesmith_isa::{AUTO, AnyTable, EngineError, Origin, Quoted, Reason, Selection, SelectionError};

/// The environment variable that `init_from_env` reads.
pub const ENGINE_VARIABLE: &str = "LANESMITH_ENGINE";

/// Why a selection of engines was refused; nothing was changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigureError {
    /// A clause cannot be read.
    Clause(SelectionError),
    /// A clause speaks of an operation that is not compiled in.
    UnknownOperation {
        /// What the clause names.
        ops: String,
    },
    /// A wildcard clause names an engine that none of its operations has.
    UnknownEngine {
        /// The operations of the clause.
        ops: String,
        /// The engine.
        engine: String,
    },
    /// One operation cannot have the engine.
    Engine(EngineError),
    /// The environment variable is not Unicode.
    NotUnicode,
}

impl fmt::Display for ConfigureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigureError::Clause(e) => e.fmt(f),
            ConfigureError::UnknownOperation { ops } => {
                write!(f, "no operation matches {}", Short(ops))?;
                match closest(ops, crate::registry().map(AnyTable::op)) {
                    Some(op) => write!(f, "; did you mean {op}?"),
                    None => Ok(()),
                }
            }
            ConfigureError::UnknownEngine { ops, engine } => {
                write!(f, "no operation of {} has an engine {}", Short(ops), Short(engine))?;
                let of = crate::registry().filter(|table| table.op().starts_with(ops.trim_end_matches('*')));
                match closest(engine, of.flat_map(|table| table.infos().map(|info| info.name))) {
                    Some(engine) => write!(f, "; did you mean {engine}?"),
                    None => Ok(()),
                }
            }
            ConfigureError::Engine(e) => e.fmt(f),
            ConfigureError::NotUnicode => write!(f, "{ENGINE_VARIABLE} is not valid Unicode"),
        }
    }
}

/// A name in quotes, shortened where it is no name.
struct Short<'a>(&'a str);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(40) {
            Some((end, _)) => write!(f, "{}...", Quoted(&self.0[..end])),
            None => Quoted(self.0).fmt(f),
        }
    }
}

/// The name that somebody may have meant: one that is at most two letters away.
fn closest<'a>(meant: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = names.filter(|name| name.len().abs_diff(meant.len()) <= 2);
    let distances = near.map(|name| (distance(meant.as_bytes(), name.as_bytes()), name));
    distances.min().filter(|(distance, _)| (1..=2).contains(distance)).map(|(_, name)| name)
}

/// Insertions, deletions and changes that make one text of the other.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

impl core::error::Error for ConfigureError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            // What they say is said by this one.
            ConfigureError::Clause(e) => e.source(),
            ConfigureError::Engine(e) => e.source(),
            _ => None,
        }
    }
}

impl From<EngineError> for ConfigureError {
    fn from(error: EngineError) -> Self {
        ConfigureError::Engine(error)
    }
}

impl From<SelectionError> for ConfigureError {
    fn from(error: SelectionError) -> Self {
        ConfigureError::Clause(error)
    }
}

/// Makes the selected engines those that callers get who name none, in the whole process.
///
/// The first clause that applies to an operation wins. A clause with a wildcard (`sha256.*`, `*`) applies only to
/// operations that know its engine: `*=shani` leaves `curl.hash` alone. All or nothing: on an error no choice has
/// changed.
///
/// ```
/// use lanesmith::{configure, isa::Selection};
/// assert!(configure(&Selection::parse("no.such=scalar").unwrap()).is_err());
/// ```
///
/// # Errors
/// [`ConfigureError`] names the operation or engine that does not exist, or the CPU feature that is missing.
pub fn configure(selections: &[Selection]) -> Result<(), ConfigureError> {
    configure_tables(&crate::registry().collect::<Vec<_>>(), selections)
}

/// The engines that are forced at present, as selections that [`configure`] takes: what to give it to have them back.
/// Operations whose engine is not forced are there too, with `auto`.
///
/// ```
/// use lanesmith::isa::Selection;
/// use lanesmith::{configuration, configure, table};
///
/// let before = configuration();
/// let chosen = table("sha256.stream").unwrap().auto_name();
/// configure(&Selection::parse("sha256.*=scalar").unwrap())?;
/// assert_eq!(table("sha256.stream").unwrap().auto_name(), "scalar");
/// configure(&before)?;
/// assert_eq!(table("sha256.stream").unwrap().auto_name(), chosen);
/// # Ok::<(), lanesmith::ConfigureError>(())
/// ```
pub fn configuration() -> Vec<Selection> {
    let engine = |table: &dyn AnyTable| match table.origin() {
        Origin::Configured => table.auto_name(),
        Origin::Table | Origin::Measured => AUTO,
    };
    let selection =
        |table: &'static dyn AnyTable| Selection { ops: table.op().into(), engine: engine(table).into() };
    crate::registry().map(selection).collect()
}

/// Forces no engine any more: takes back every [`configure`]. What was measured stands.
///
/// ```
/// use lanesmith::{configure, isa::Selection, unconfigure};
/// configure(&Selection::parse("sha256.*=scalar").unwrap())?;
/// unconfigure();
/// assert!(lanesmith::configuration().iter().all(|selection| selection.engine == "auto"));
/// # Ok::<(), lanesmith::ConfigureError>(())
/// ```
pub fn unconfigure() {
    for table in crate::registry() {
        let done = table.configure(AUTO);
        debug_assert!(done.is_ok(), "{done:?}");
    }
}

/// [`configure`] for tables of one's own.
///
/// # Errors
/// As [`configure`].
pub fn configure_tables(
    tables: &[&'static dyn AnyTable],
    selections: &[Selection],
) -> Result<(), ConfigureError> {
    for clause in selections {
        let mut speaks_of = tables.iter().filter(|t| clause.matches(t.op())).peekable();
        if speaks_of.peek().is_none() {
            return Err(ConfigureError::UnknownOperation { ops: clause.ops.clone() });
        }
        if is_wildcard(clause) && !speaks_of.any(|t| knows(*t, &clause.engine)) {
            return Err(ConfigureError::UnknownEngine {
                ops: clause.ops.clone(),
                engine: clause.engine.clone(),
            });
        }
    }
    let mut choices = Vec::new();
    for table in tables {
        let applies = |clause: &&Selection| {
            clause.matches(table.op()) && (!is_wildcard(clause) || knows(*table, &clause.engine))
        };
        if let Some(clause) = selections.iter().find(applies) {
            table.probe(&clause.engine)?;
            choices.push((table, &clause.engine));
        }
    }
    for (table, engine) in choices {
        table.configure(engine)?;
    }
    Ok(())
}

fn is_wildcard(clause: &Selection) -> bool {
    clause.ops.ends_with('*')
}

/// Whether the operation has the engine, here or on another architecture.
fn knows(table: &'static dyn AnyTable, engine: &str) -> bool {
    table.probe(engine).err().is_none_or(|error| error.reason() != Reason::Unknown)
}

/// Reads `LANESMITH_ENGINE`, such as `sha256.nodes=avx2,*=scalar`, and [`configure`]s accordingly; then, with the feature
/// `profile`, applies the measured profile that `LANESMITH_PROFILE` names, which never overrules an engine that is
/// configured. An unset or empty variable changes nothing. Kernels never look at the environment by themselves.
///
/// A profile that is refused (damaged, or of another CPU) is no error: a warning on standard error says what is wrong
/// with it, and the built-in choice stands.
///
/// ```
/// # fn main() -> Result<(), lanesmith::ConfigureError> {
/// lanesmith::init_from_env()?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`configure`], and for text that cannot be read.
#[cfg(feature = "std")]
pub fn init_from_env() -> Result<(), ConfigureError> {
    configure_from_env()?;
    #[cfg(feature = "profile")]
    if let Some(path) = crate::profile::path_from_env() {
        crate::profile::apply_or_warn(&path);
    }
    Ok(())
}

/// The part of [`init_from_env`] that is about `LANESMITH_ENGINE`.
///
/// # Errors
/// As [`init_from_env`].
#[cfg(feature = "std")]
pub fn configure_from_env() -> Result<(), ConfigureError> {
    match std::env::var(ENGINE_VARIABLE) {
        Ok(text) => configure(&Selection::parse(&text)?),
        Err(std::env::VarError::NotPresent) => Ok(()),
        Err(std::env::VarError::NotUnicode(_)) => Err(ConfigureError::NotUnicode),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::boxed::Box;
    use alloc::string::ToString;
    use lanesmith_isa::{Engine, Feature, FeatureSet, Operation, Table};

    // A feature of another architecture than the one at hand: never usable.
    const FOREIGN: FeatureSet =
        FeatureSet::of(&[if cfg!(target_arch = "x86_64") { Feature::Simd128 } else { Feature::Avx2 }]);

    #[derive(Debug)]
    struct A;
    impl Operation for A {
        const NAME: &'static str = "one.a";
    }
    #[derive(Debug)]
    struct B;
    impl Operation for B {
        const NAME: &'static str = "two.b";
    }

    type Pair = (&'static Table<A>, &'static Table<B>);

    fn pair() -> Pair {
        const ONE: &[Engine<A>] = &[
            Engine::new("wide", "", FeatureSet::EMPTY, 4, A),
            Engine::new("scalar", "", FeatureSet::EMPTY, 1, A),
        ];
        const TWO: &[Engine<B>] = &[
            Engine::new("absent", "", FOREIGN, 4, B),
            Engine::new("odd", "", FeatureSet::EMPTY, 2, B),
            Engine::new("scalar", "", FeatureSet::EMPTY, 1, B),
        ];
        (Box::leak(Box::new(Table::new(ONE))), Box::leak(Box::new(Table::new(TWO))))
    }

    fn select(tables: Pair, text: &str) -> Result<(), ConfigureError> {
        configure_tables(&[tables.0, tables.1], &Selection::parse(text).unwrap())
    }

    #[test]
    fn first_applying_clause_wins() {
        let t = pair();
        select(t, "one.*=scalar,*=odd,*=wide").unwrap();
        assert_eq!((t.0.auto().name(), t.1.auto().name()), ("scalar", "odd"));
    }

    #[test]
    fn wildcard_skips_operations_that_lack_the_engine() {
        let t = pair();
        select(t, "odd").unwrap();
        assert_eq!((t.0.auto().name(), t.1.auto().name()), ("wide", "odd"));
    }

    #[test]
    fn engine_unknown_to_every_operation_is_an_error() {
        let expected = ConfigureError::UnknownEngine { ops: "*".into(), engine: "abacus".into() };
        assert_eq!(select(pair(), "abacus"), Err(expected));
    }

    #[test]
    fn auto_takes_a_choice_back() {
        let t = pair();
        select(t, "*=scalar").unwrap();
        select(t, "*=auto").unwrap();
        assert_eq!((t.0.auto().name(), t.1.auto().name()), ("wide", "odd"));
    }

    #[test]
    fn unknown_operation_is_an_error() {
        let expected = ConfigureError::UnknownOperation { ops: "three.c".into() };
        assert_eq!(select(pair(), "three.c=scalar"), Err(expected));
    }

    #[test]
    fn unsupported_engine_names_what_is_missing_and_changes_nothing() {
        let t = pair();
        match select(t, "one.a=scalar,two.b=absent") {
            Err(ConfigureError::Engine(error)) => {
                assert_eq!((error.op(), error.asked()), ("two.b", "absent"));
                assert_eq!(error.reason(), Reason::MissingFeatures { features: FOREIGN });
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(t.0.auto().name(), "wide");
    }

    #[test]
    fn a_name_that_is_none_is_repeated_shortened_and_with_the_one_that_was_meant() {
        let unknown = |ops: &str| ConfigureError::UnknownOperation { ops: ops.into() }.to_string();
        let huge = unknown(&"x".repeat(100_000));
        assert!(huge.contains("xxx\"...") && huge.len() < 100, "{huge}");
        let (first, other) = (crate::registry().next().unwrap().op(), "nothing.like.it");
        assert!(unknown(&first[1..]).ends_with(&alloc::format!("did you mean {first}?")));
        assert_eq!(unknown(other), alloc::format!("no operation matches {other:?}"));
    }

    #[test]
    fn distances_count_letters() {
        for (a, b, expected) in [("", "", 0), ("abc", "abc", 0), ("abc", "abd", 1), ("kitten", "sitting", 3)]
        {
            assert_eq!(distance(a.as_bytes(), b.as_bytes()), expected);
        }
    }
}
