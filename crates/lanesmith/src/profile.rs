//! Measured profiles: which engines are best on one machine, as `lanesmith tune` found them.
//!
//! A profile is a small TOML file bound to the CPU, the features that the system lets programs use, and the version of
//! Lanesmith that it was measured with. It is used only where somebody names it: by [`Profile::load`] and
//! [`Profile::apply`], or through the environment variable `LANESMITH_PROFILE` in programs that call
//! [`init_from_env`](crate::init_from_env).
//!
//! ```
//! use lanesmith::profile::{Profile, ProfileError};
//!
//! let mut profile = Profile::here("2026-01-31");
//! profile.set_engine("sha256.stream", "scalar");
//! let text = profile.to_toml();
//! assert_eq!(Profile::parse(&text)?, profile);
//! // A file that lost its end, as a full disk leaves it, is refused.
//! assert!(matches!(Profile::parse(&text[..text.len() - 9]), Err(ProfileError::Truncated)));
//! # Ok::<(), ProfileError>(())
//! ```

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use lanesmith_isa::{AnyTable, CostsError, EngineError, detect};
use serde::{Deserialize, Serialize};

/// The environment variable that [`init_from_env`](crate::init_from_env) reads.
pub const PROFILE_VARIABLE: &str = "LANESMITH_PROFILE";

/// The number of the format that this version reads and writes.
pub const FORMAT: i64 = 1;

/// No profile is longer, in bytes.
pub const MAX_BYTES: u64 = 64 * 1024;

/// The last line: a file without it lost its end.
const END: &str = "# end of profile";

const HEAD: &str = "\
# Which engines of Lanesmith are best on one machine, measured by `lanesmith tune`.
# Used where it is named: lanesmith --profile FILE, LANESMITH_PROFILE=FILE, or lanesmith::Profile::load.
# Refused on another CPU and by another version: measure again there.
";

/// What was measured on one machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    format: i64,
    lanesmith: String,
    date: String,
    cpu: Cpu,
    operations: BTreeMap<String, Choice>,
}

/// The CPU that a profile is bound to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cpu {
    /// As Rust names it.
    pub architecture: String,
    /// The CPU as people call it.
    pub model: String,
    /// Vendor, family, model and stepping as CPUID tells them; empty where there is no CPUID.
    #[serde(default)]
    pub signature: String,
    /// The features that programs may use.
    pub features: Vec<String>,
}

/// What was found for one operation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The engine for callers who name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// For operations that choose by how much there is to do: by engine, the cost of one unit, of two
    /// and so on, in picoseconds or any other unit that they share.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub costs: BTreeMap<String, Vec<u32>>,
}

/// Why a profile is refused; nothing has changed then.
#[derive(Debug)]
#[non_exhaustive]
pub enum ProfileError {
    /// The file cannot be read.
    Read(std::io::Error),
    /// It is a device, a pipe or a folder: reading it might never end.
    NoFile,
    /// The file is longer than [`MAX_BYTES`].
    TooLarge,
    /// The file is not text in UTF-8.
    NotText,
    /// There is nothing in it.
    Empty,
    /// The end is missing.
    Truncated,
    /// No TOML, or not with the keys and types of a profile; where and what.
    Syntax(String),
    /// A format that this version does not know.
    Format {
        /// What the file says.
        found: String,
    },
    /// Measured with another version of Lanesmith, whose engines are others.
    Version {
        /// That version.
        found: String,
    },
    /// Measured on another CPU.
    OtherCpu {
        /// Which of its traits differs.
        what: &'static str,
        /// What the profile says.
        profile: String,
        /// What this machine has.
        here: String,
    },
    /// An operation that its family does not have.
    UnknownOperation {
        /// Its name.
        op: String,
    },
    /// An engine that does not exist or cannot run here.
    Engine(EngineError),
    /// Costs that cannot be.
    Costs(CostsError),
}

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProfileError::Read(e) => write!(f, "it cannot be read: {e}"),
            ProfileError::NoFile => write!(f, "it is not a regular file"),
            ProfileError::TooLarge => write!(f, "it is longer than {MAX_BYTES} bytes, which no profile is"),
            ProfileError::NotText => write!(f, "it is not text in UTF-8"),
            ProfileError::Empty => write!(f, "it is empty"),
            ProfileError::Truncated => write!(f, "its end is missing (the last line should be {END:?})"),
            ProfileError::Syntax(text) => write!(f, "it cannot be understood: {}", Plain(text.trim_end())),
            ProfileError::Format { found } => {
                write!(f, "its format is {}, and this version reads format {FORMAT}", Plain(found))
            }
            ProfileError::Version { found } => {
                let here = env!("CARGO_PKG_VERSION");
                write!(f, "it was measured with Lanesmith {}, and this is {here}", Plain(found))
            }
            ProfileError::OtherCpu { what, profile, here } => {
                let profile = Plain(profile);
                write!(f, "it was measured on another CPU: {what} {profile} there, {here} here")
            }
            ProfileError::UnknownOperation { op } => write!(f, "there is no operation {op:?}"),
            ProfileError::Engine(error) => error.fmt(f),
            ProfileError::Costs(error) => error.fmt(f),
        }
    }
}

/// Text of a file, for a terminal: control characters and what turns the direction of writing are shown as escapes.
struct Plain<'a>(&'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let harmless = |c: char| matches!(c, '\n' | '\'' | '"' | '\\');
        self.0.chars().try_for_each(|c| match harmless(c) {
            true => fmt::Write::write_char(f, c),
            false => write!(f, "{}", c.escape_debug()),
        })
    }
}

impl core::error::Error for ProfileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            // What they say is said by this one.
            ProfileError::Read(e) => e.source(),
            ProfileError::Engine(error) => error.source(),
            ProfileError::Costs(error) => error.source(),
            _ => None,
        }
    }
}

impl Cpu {
    /// This machine's.
    pub fn here() -> Self {
        let (brand, signature) = identity();
        Cpu {
            architecture: std::env::consts::ARCH.into(),
            model: brand
                .or_else(from_procfs)
                .unwrap_or_else(|| format!("unknown {} CPU", std::env::consts::ARCH)),
            signature,
            features: detect::features().iter().map(|f| f.name().into()).collect(),
        }
    }

    /// Refuses another CPU than `here`.
    fn require(&self, here: &Cpu) -> Result<(), ProfileError> {
        let traits = [
            ("its architecture is", &self.architecture, &here.architecture),
            ("it is", &self.model, &here.model),
            ("its signature is", &self.signature, &here.signature),
        ];
        for (what, profile, here) in traits {
            if profile != here {
                let quoted = |text: &str| format!("{text:?}");
                return Err(ProfileError::OtherCpu { what, profile: quoted(profile), here: quoted(here) });
            }
        }
        let only = |a: &[String], b: &[String]| {
            let list: Vec<&str> = a.iter().filter(|f| !b.contains(f)).map(String::as_str).collect();
            if list.is_empty() { "nothing more".to_string() } else { list.join(", ") }
        };
        if self.features.iter().any(|f| !here.features.contains(f))
            || here.features.iter().any(|f| !self.features.contains(f))
        {
            return Err(ProfileError::OtherCpu {
                what: "it may use",
                profile: only(&self.features, &here.features),
                here: only(&here.features, &self.features),
            });
        }
        Ok(())
    }
}

/// The name, and vendor, family, model and stepping.
fn identity() -> (Option<String>, String) {
    let cpu = lanesmith_isa::cpu::identity();
    if cpu.vendor().is_empty() {
        return (None, String::new());
    }
    let brand = cpu.brand().split_whitespace().collect::<Vec<_>>().join(" ");
    let (vendor, family, model, stepping) = (cpu.vendor(), cpu.family, cpu.model, cpu.stepping);
    let signature = format!("{vendor} family {family} model {model} stepping {stepping}");
    (Some(brand).filter(|b| !b.is_empty()), signature)
}

fn from_procfs() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let field = |key: &str| {
        text.lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(k, _)| k.trim() == key)
            .map(|(_, v)| v.trim().to_string())
    };
    field("model name")
        .or_else(|| Some(format!("implementer {} part {}", field("CPU implementer")?, field("CPU part")?)))
}

impl Profile {
    /// A profile of this machine that holds nothing yet, measured on that day.
    pub fn here(date: &str) -> Self {
        Profile {
            format: FORMAT,
            lanesmith: env!("CARGO_PKG_VERSION").into(),
            date: date.into(),
            cpu: Cpu::here(),
            operations: BTreeMap::new(),
        }
    }

    /// Records the best engine of an operation.
    pub fn set_engine(&mut self, op: &str, engine: &str) {
        self.operations.entry(op.into()).or_default().engine = Some(engine.into());
    }

    /// Records what one unit, two units and so on cost on an engine, in a unit that all engines of the operation share.
    pub fn set_costs(&mut self, op: &str, engine: &str, costs: Vec<u32>) {
        self.operations.entry(op.into()).or_default().costs.insert(engine.into(), costs);
    }

    /// The CPU that it was measured on.
    pub fn cpu(&self) -> &Cpu {
        &self.cpu
    }

    /// When it was measured.
    pub fn date(&self) -> &str {
        &self.date
    }

    /// What it says of an operation.
    pub fn choice(&self, op: &str) -> Option<&Choice> {
        self.operations.get(op)
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        // Only maps with keys that are no strings and values before tables could fail; there are none.
        let body = toml::to_string(self).unwrap_or_default();
        format!("{HEAD}\n{body}\n{END}\n")
    }

    /// Reads the text of a file. Says nothing yet of whether it can be [applied](Self::apply) here.
    ///
    /// # Errors
    /// [`ProfileError`] names what is wrong with the text.
    pub fn parse(text: &str) -> Result<Profile, ProfileError> {
        if text.len() as u64 > MAX_BYTES {
            return Err(ProfileError::TooLarge);
        }
        if text.trim().is_empty() {
            return Err(ProfileError::Empty);
        }
        let whole = text.trim_end().ends_with(END);
        let broken = |e: toml::de::Error| {
            if whole { ProfileError::Syntax(e.to_string()) } else { ProfileError::Truncated }
        };
        let table: toml::Table = text.parse().map_err(broken)?;
        // Another format may have another end.
        match table.get("format") {
            Some(toml::Value::Integer(FORMAT)) | None => {}
            Some(other) => return Err(ProfileError::Format { found: other.to_string() }),
        }
        if !whole {
            return Err(ProfileError::Truncated);
        }
        // Once more from the text, which gives errors with lines.
        toml::from_str(text).map_err(broken)
    }

    /// Reads a file; only a regular one, since opening a pipe waits for somebody who writes.
    ///
    /// # Errors
    /// As [`Profile::parse`], and if the file cannot be read.
    pub fn load(path: &Path) -> Result<Profile, ProfileError> {
        let mut bytes = Vec::new();
        if !path.metadata().map_err(ProfileError::Read)?.is_file() {
            return Err(ProfileError::NoFile);
        }
        let file = File::open(path).map_err(ProfileError::Read)?;
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(ProfileError::Read)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(ProfileError::TooLarge);
        }
        Profile::parse(core::str::from_utf8(&bytes).map_err(|_| ProfileError::NotText)?)
    }

    /// Makes what was measured the choice for callers who name no engine, in the whole process. What somebody has
    /// [configured](crate::configure), before or after, stands above it. All or nothing. Operations of families that are
    /// not compiled in are passed over.
    ///
    /// # Errors
    /// [`ProfileError`] if it is of another CPU or version, or names what does not exist here. Nothing has changed then.
    pub fn apply(&self) -> Result<(), ProfileError> {
        self.apply_to(&Cpu::here(), &crate::registry().collect::<Vec<_>>())
    }

    fn apply_to(&self, here: &Cpu, tables: &[&'static dyn AnyTable]) -> Result<(), ProfileError> {
        if self.lanesmith != env!("CARGO_PKG_VERSION") {
            return Err(ProfileError::Version { found: self.lanesmith.clone() });
        }
        self.cpu.require(here)?;
        let mut found = Vec::new();
        for (op, choice) in &self.operations {
            let family = |name: &str| name.split('.').next().map(String::from);
            let Some(table) = tables.iter().find(|t| t.op() == op) else {
                if tables.iter().any(|t| family(t.op()) == family(op)) {
                    return Err(ProfileError::UnknownOperation { op: op.clone() });
                }
                continue;
            };
            let costs: Vec<(&str, &[u32])> =
                choice.costs.iter().map(|(engine, of)| (engine.as_str(), of.as_slice())).collect();
            choice.engine.iter().try_for_each(|engine| table.probe(engine).map_err(ProfileError::Engine))?;
            if !costs.is_empty() {
                table.probe_costs(&costs).map_err(ProfileError::Costs)?;
            }
            found.push((table, choice, costs));
        }
        for (table, choice, costs) in found {
            // Nothing below fails after what was looked at above.
            if let Some(engine) = &choice.engine {
                table.prefer(engine).map_err(ProfileError::Engine)?;
            }
            if !costs.is_empty() {
                table.set_costs(&costs).map_err(ProfileError::Costs)?;
            }
        }
        Ok(())
    }
}

/// The file that `LANESMITH_PROFILE` names; none where it is unset or empty.
pub fn path_from_env() -> Option<PathBuf> {
    std::env::var_os(PROFILE_VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// Loads a profile and applies it; if it is refused, a warning on standard error says why, and the choice of engines is
/// what it was. Gives the profile that is in force then.
pub fn apply_or_warn(path: &Path) -> Option<Profile> {
    let applied = Profile::load(path).and_then(|profile| profile.apply().map(|()| profile));
    match applied {
        Ok(profile) => Some(profile),
        Err(e) => {
            // Nobody is left to tell if standard error is gone.
            let _ = writeln!(
                std::io::stderr(),
                "lanesmith: warning: profile {} is refused: {e}; the built-in choice of engines stands",
                path.display()
            );
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::boxed::Box;
    use lanesmith_isa::cpu::Kind::Unknown;
    use lanesmith_isa::{Cost, Engine, FeatureSet, Operation, Origin, Table};

    // A feature of another architecture than the one at hand: never usable.
    const FOREIGN: FeatureSet = FeatureSet::of(&[if cfg!(target_arch = "x86_64") {
        lanesmith_isa::Feature::Simd128
    } else {
        lanesmith_isa::Feature::Avx2
    }]);

    #[derive(Debug)]
    struct Sum;
    impl Operation for Sum {
        const NAME: &'static str = "demo.sum";
    }

    const ENGINES: &[Engine<Sum>] = &[
        Engine::new("absent", "", FOREIGN, 8, Sum).costing(&[(Unknown, Cost::pass(50))]),
        Engine::new("wide", "", FeatureSet::EMPTY, 4, Sum).costing(&[(Unknown, Cost::pass(50))]),
        Engine::new("scalar", "", FeatureSet::EMPTY, 1, Sum).costing(&[(Unknown, Cost::pass(20))]),
    ];

    fn table() -> &'static Table<Sum> {
        Box::leak(Box::new(Table::planned(ENGINES)))
    }

    fn good() -> Profile {
        let mut profile = Profile::here("2026-01-31");
        profile.set_engine("demo.sum", "wide");
        profile.set_costs("demo.sum", "wide", alloc::vec![40, 41, 42, 43]);
        profile.set_costs("demo.sum", "scalar", alloc::vec![15]);
        profile
    }

    fn apply(profile: &Profile, table: &'static Table<Sum>) -> Result<(), ProfileError> {
        profile.apply_to(&Cpu::here(), &[table])
    }

    /// Why a text is refused, and that nothing has changed then.
    fn refusal(text: &str) -> String {
        let table = table();
        let error = Profile::parse(text).and_then(|p| apply(&p, table)).expect_err(text);
        assert_eq!(table.origin(), Origin::Table, "{text}");
        error.to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Profile::parse(&good().to_toml()).unwrap(), good());
    }

    #[test]
    fn a_good_profile_is_applied() {
        let table = table();
        apply(&good(), table).unwrap();
        assert_eq!(table.origin(), Origin::Measured);
        // One unit costs 15 on the scalar engine and 40 on the wide one, four cost 43 there.
        assert_eq!((table.first_step(1), table.first_step(4)), (("scalar", 1), ("wide", 4)));
    }

    #[test]
    fn a_configured_engine_stands_above_a_profile() {
        let table = table();
        table.configure("scalar").unwrap();
        apply(&good(), table).unwrap();
        assert_eq!(table.auto().name(), "scalar");
    }

    #[test]
    fn damage_is_named() {
        let text = good().to_toml();
        let with = |from: &str, to: &str| {
            assert!(text.contains(from), "{from} in {text}");
            text.replacen(from, to, 1)
        };
        let cases = [
            (String::new(), "empty"),
            (" \n\n".into(), "empty"),
            (END.into(), "format"),
            ("{\"json\": true}\n# end of profile".into(), "cannot be understood"),
            (with("format = 1", "format = 2"), "format is 2"),
            (with("format = 1", "format = \"one\""), "format is \"one\""),
            (with("format = 1\n", ""), "format"),
            (with("2026-01-31\"", "2026-01-31"), "cannot be understood"),
            (with("wide = [", "wide = [-1, "), "cannot be understood"),
            (with("wide = [", "wide = [4294967296, "), "cannot be understood"),
            (with("wide = [", "wide = [\"fast\", "), "cannot be understood"),
            (with("engine = \"wide\"", "engine = 7"), "cannot be understood"),
            (with("engine = ", "motor = "), "motor"),
            (with("engine = \"wide\"", "engine = \"abacus\""), "\"abacus\""),
            (with("engine = \"wide\"", "engine = \"absent\""), "this CPU lacks"),
            (with("wide = [", "absent = ["), "this CPU lacks"),
            (with("wide = [", "abacus = ["), "\"abacus\""),
            (with("wide = [", "auto = ["), "no engine \"auto\""),
            (with("wide = [", &format!("wide = [{}", "1, ".repeat(48))), "at most 48 are used"),
            (with("scalar = [15]", "scalar = []"), "list of costs is empty"),
            (with("scalar = [15]", "scalar = [0]"), "a cost is zero"),
            (text.replace("demo.sum", "demo.product"), "demo.product"),
            (with(env!("CARGO_PKG_VERSION"), "0.0.0-other"), "0.0.0-other"),
            (text.repeat(200), "longer than"),
            (format!("format = {}\n{END}", "[".repeat(60_000)), "cannot be understood"),
        ];
        for (text, part) in cases {
            let said = refusal(&text);
            assert!(said.contains(part), "{part:?} in {said:?} for\n{text}");
        }
    }

    #[test]
    fn no_part_of_a_profile_passes_for_the_whole() {
        let text = good().to_toml();
        let whole = text.trim_end().len();
        for len in (0..whole).filter(|len| text.is_char_boundary(*len)) {
            assert!(Profile::parse(&text[..len]).is_err(), "the first {len} of {whole} bytes");
        }
    }

    #[test]
    fn a_profile_of_another_cpu_is_refused_and_says_of_which() {
        let here = Cpu::here();
        let mut others = [here.clone(), here.clone(), here.clone(), here.clone(), here.clone()];
        others[0].architecture = "vax".into();
        others[1].model = "Abacus 9000".into();
        others[2].signature = "GenuineAbacus family 1".into();
        others[3].features.push("warp".into());
        others[4].features.clear();
        let parts = ["vax", "Abacus 9000", "GenuineAbacus", "warp", "nothing more"];
        for (other, part) in others.into_iter().zip(parts) {
            if other == here {
                // A machine without a single feature.
                continue;
            }
            let said = refusal(&Profile { cpu: other, ..good() }.to_toml());
            assert!(said.contains("another CPU") && said.contains(part), "{part} in {said}");
        }
    }

    #[test]
    fn an_operation_of_a_family_that_is_not_compiled_in_is_passed_over() {
        let mut profile = good();
        profile.set_engine("bls.verify", "adx");
        let table = table();
        apply(&profile, table).unwrap();
        assert_eq!(table.origin(), Origin::Measured);
    }

    #[test]
    fn costs_of_an_operation_that_does_not_choose_by_count_are_refused() {
        let plain: &'static Table<Sum> = Box::leak(Box::new(Table::new(ENGINES)));
        let error = apply(&good(), plain).unwrap_err();
        assert!(error.to_string().contains("does not choose engines by count"), "{error}");
    }

    #[test]
    #[cfg(feature = "sha256")]
    fn the_built_in_costs_are_costs_that_a_profile_may_have() {
        // Twelve of an engine of six lanes.
        let costs: Vec<u32> = (1..=12).collect();
        let table = crate::table("sha256.nodes").unwrap();
        assert_eq!(table.probe_costs(&[("scalar", &costs)]), Ok(()));
    }

    #[test]
    fn a_file_that_is_none_is_named_for_what_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("profile.toml");
        assert!(matches!(Profile::load(&path), Err(ProfileError::Read(_))));
        assert!(matches!(Profile::load(dir.path()), Err(ProfileError::NoFile)));
        std::fs::write(&path, b"\xff\xfe\x00").unwrap();
        assert!(matches!(Profile::load(&path), Err(ProfileError::NotText)));
        std::fs::write(&path, alloc::vec![b'#'; MAX_BYTES as usize + 1]).unwrap();
        assert!(matches!(Profile::load(&path), Err(ProfileError::TooLarge)));
        if cfg!(unix) {
            assert!(matches!(Profile::load(Path::new("/dev/zero")), Err(ProfileError::NoFile)));
        }
    }
}
