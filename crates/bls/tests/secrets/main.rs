//! No branch and no address depends on a secret: keys, signing, derivation and shares run under valgrind's memcheck with the
//! secret marked as undefined memory, on every engine. Unlike a clock, this counts: a noisy machine changes nothing.
//!
//! Each test starts this program again under valgrind, for each of [`cases::all`]. Leaks that are planted must be found. In debug
//! builds every sum has a branch, the one to the panic of an overflow, so it is a release build that is looked at:
//! `cargo test --release -p lanesmith-bls --test secrets`, or the stage `secrets`.

#[allow(unsafe_code)]
mod arch;
mod cases;

use std::path::{Path, PathBuf};
use std::process::Command;

use cases::Case;

/// Tells the program under valgrind which case to run.
const CASE: &str = "LANESMITH_SECRET_CASE";

/// Set to 1, it makes it an error that there is no valgrind; CI's stage `secrets` does, and is `SKIPPED` without.
const REQUIRED: &str = "LANESMITH_REQUIRE_VALGRIND";

/// What may be known of a secret, by the text of the line that looks at it: that a key is not zero and below the order, that
/// a point computed from it is not at infinity, none of which happens by chance; whether a password is printable ASCII and
/// opens a keystore; the digits of a public key.
const DECLASSIFIED: &[&str] = &[
    "Ok(key) if !scalar.is_zero() => key.0 = *scalar,",
    "less.then(|| Self(*limbs).mul(&Self(R2)))",
    "debug_assert!(x.is_normal(), \"limbs below 2^52, values below 512p\");",
    "if self.is_infinity() {",
    "if is_plain(text.as_bytes()) {",
    "if differs != 0 {",
    "self.to_bytes().as_ref().iter().try_for_each(|byte| write!(f, \"{byte:02x}\"))",
];

/// What memcheck found: a line of ours, as far as it knows which.
struct Finding {
    what: String,
    place: Option<(PathBuf, usize)>,
    /// The text of that line.
    text: String,
}

impl Finding {
    fn is_known(&self) -> bool {
        DECLASSIFIED.contains(&self.text.as_str())
    }
}

/// The findings in what memcheck tells.
fn parse(told: &str) -> Vec<Finding> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all: Vec<Finding> = Vec::new();
    let lines = told.lines().filter(|line| line.starts_with("=="));
    for line in lines.filter_map(|line| line.splitn(3, "==").nth(2)).map(str::trim) {
        if line.contains("uninitialised") {
            all.push(Finding { what: line.to_owned(), place: None, text: String::new() });
        }
        let frame = line.starts_with("at 0x") || line.starts_with("by 0x");
        let (Some(last), true) = (all.last_mut(), frame) else { continue };
        // The first line that is ours: what it calls of the standard library is part of it.
        let place = line.rsplit_once('(').and_then(|(_, place)| place.trim_end_matches(')').rsplit_once(':'));
        if let (None, Some((path, number))) = (&last.place, place)
            && let Some((_, path)) = path.split_once("crates/")
            && let Ok(number) = number.parse::<usize>()
        {
            let path = root.join("crates").join(path);
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            last.text = text.lines().nth(number.saturating_sub(1)).unwrap_or_default().trim().to_owned();
            last.place = Some((path, number));
        }
    }
    all
}

/// What memcheck found in a case and nobody declassified; nothing if it cannot be run here.
fn findings(case: &Case) -> Option<Vec<String>> {
    let name = &case.name;
    if !arch::REQUESTS || !(case.runs_here)() {
        println!("skipped: {name} cannot be run here");
        return None;
    }
    let output = Command::new("valgrind")
        .args(["--quiet", "--read-inline-info=yes", "--num-callers=30", "--error-limit=no"])
        .arg("--fullpath-after=")
        .arg(std::env::current_exe().expect("this program has a path"))
        .args(["--exact", "run_under_valgrind", "--ignored", "--test-threads=1"])
        .env(CASE, name)
        .output();
    let Ok(output) = output else {
        let required = std::env::var_os(REQUIRED).is_some_and(|value| value == "1");
        assert!(!required, "{REQUIRED}=1, and there is no valgrind (apt-get install valgrind)");
        println!("skipped: no valgrind (apt-get install valgrind)");
        return None;
    };
    let [printed, told] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success() && printed.contains("1 passed"), "{name} was not run: {printed}{told}");
    let unknown = parse(&told).into_iter().filter(|finding| !finding.is_known());
    Some(unknown.map(|Finding { what, place, text }| format!("{name}: {what} {place:?} {text}")).collect())
}

#[test]
#[ignore = "part: what runs under valgrind; the other tests start it"]
fn run_under_valgrind() {
    let Ok(name) = std::env::var(CASE) else { return };
    assert!(arch::under_valgrind(), "not under valgrind");
    let all = cases::all();
    let case = all.iter().find(|case| case.name == name).expect("a case");
    (case.run)();
}

#[test]
#[cfg_attr(debug_assertions, ignore = "release: debug builds branch on overflow")]
fn nothing_that_keeps_secrets_branches_on_them() {
    let sound = cases::all().into_iter().filter(|case| !case.leaks);
    let all: Vec<_> = sound.filter_map(|case| findings(&case)).flatten().collect();
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "release: debug builds branch on overflow")]
fn planted_leaks_are_found() {
    for case in cases::all().iter().filter(|case| case.leaks) {
        if let Some(findings) = findings(case) {
            assert!(!findings.is_empty(), "{} was not found", case.name);
        }
    }
}

/// What secrets go through in vectors that valgrind does not know, and how many jumps each may have: those of loops over what is
/// public, the squarings and the entries of a table.
const IN_LANES: [(&str, usize); 9] = [
    ("mul", 0),
    ("sqr_n", 2),
    ("add", 0),
    ("sub", 0),
    ("select", 0),
    ("integers", 0),
    ("pick", 6),
    ("mul2", 0),
    ("sqr2", 0),
];

/// The object code of functions, by their name, as `objdump` prints it.
fn object_code(told: &str, name: &str) -> Option<Vec<String>> {
    let head = format!("Ifma8 as lanesmith_bls::kernel::many::Lanes>::{name}::inner");
    let mut lines = told.lines().skip_while(|line| !line.ends_with(">:") || !line.contains(&head));
    lines.next()?;
    Some(lines.take_while(|line| !line.is_empty()).map(|line| line.trim().to_owned()).collect())
}

/// The operation of a line of object code.
fn operation(line: &str) -> &str {
    line.split('\t').nth(1).unwrap_or_default().split_whitespace().next().unwrap_or_default()
}

#[test]
fn kernels_in_lanes_have_no_branch_and_no_gather() {
    if cfg!(debug_assertions) || std::env::consts::ARCH != "x86_64" {
        println!("skipped: a build with debug assertions, or another architecture");
        return;
    }
    // Linked in, whatever the CPU.
    std::hint::black_box(lanesmith_bls::SIGNATURE.available().count());
    let exe = std::env::current_exe().expect("this program has a path");
    let output = Command::new("objdump").args(["-d", "-C", "--no-show-raw-insn"]).arg(exe).output();
    let Ok(output) = output else {
        println!("skipped: no objdump (apt-get install binutils)");
        return;
    };
    let told = String::from_utf8_lossy(&output.stdout);
    for (name, jumps) in IN_LANES {
        let code = object_code(&told, name).unwrap_or_else(|| panic!("no object code of {name}"));
        assert!(code.iter().any(|line| line.contains("zmm")), "{name} has no vectors");
        let found = code.iter().filter(|line| {
            let operation = operation(line);
            operation.starts_with('j') && operation != "jmp"
        });
        let found: Vec<_> = found.collect();
        assert!(found.len() <= jumps, "{name} has branches: {found:#?}");
        let by_value = code.iter().find(|line| line.contains("gather") || line.contains("scatter"));
        assert_eq!(by_value, None, "{name} has addresses that depend on values");
    }
}
