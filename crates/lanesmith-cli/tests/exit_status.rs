//! The table of exit statuses in the README, for every command: 0 done or yes, 1 no or bad input, 2 could not look, 130 Ctrl-C, and what
//! a closed pipe is.

#![cfg(target_os = "linux")]

#[path = "program/ctrl_c.rs"]
mod ctrl_c;
mod program;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use lanesmith_testkit::vectors::{bls, curl};
use program::lanesmith;
use tempfile::TempDir;

/// A command: arguments, in which `$NAME` is a [value](values), and after `<` its standard input.
type Line = &'static str;

struct Row {
    command: &'static str,
    /// 0.
    done: Line,
    /// 1, where the command has input that can be bad, or an answer that can be no.
    no: &'static [Line],
    /// 2, where it reads anything.
    unseen: &'static [Line],
}

const fn row(command: &'static str, done: Line, no: &'static [Line], unseen: &'static [Line]) -> Row {
    Row { command, done, no, unseen }
}

/// Each command of the program, the lowest; `/no` is no file, `.` is one that cannot be read.
const ROWS: &[Row] = &[
    row(
        "race",
        "--case n=1 --time 0.1 --quick --no-check sha256.nodes --engine scalar --peer none",
        &[],
        &[],
    ),
    row("race chosen", "$record", &["junk"], &["/no"]),
    row("race compare", "$record $record", &["junk junk"], &["/no $record"]),
    row("check", "--quick sha256.nodes", &[], &[]),
    row("list", "sha256", &[], &[]),
    row("cpu", "", &[], &[]),
    row("tune", "sha256.stream --time 0.1", &[], &[]),
    // As those of sha256sum: a file that cannot be read is 1.
    row("sha256", "junk", &["/no", "--check junk"], &["--engine abacus"]),
    row("merkle root", "leaves", &["junk", "< \n"], &["/no", "."]),
    row("merkle prove", "--index 0 leaves", &["--index 9 leaves", "--index 0 junk"], &["--index 0 /no"]),
    row(
        "merkle verify",
        "--root $root --leaves 2 proof",
        &["--root $other --leaves 2 proof", "--root $root --leaves 2 junk"],
        &["--root $root --leaves 2 /no", "proof", "--root $root proof"],
    ),
    row(
        "tree root",
        "--format dm-verity image",
        &["--format dm-verity junk", "--format btv2 empty"],
        &["--format btv2 /no", "--format btv2 .", "--format fsverity --block-size 3000 image"],
    ),
    row(
        "tree write",
        "--format dm-verity -o tree2 image",
        &["--format dm-verity -o tree2 junk"],
        &[
            "--format btv2 -o tree2 /no",
            "--format btv2 -o /no/tree image",
            "--format btv2 -o /dev/full image",
        ],
    ),
    row(
        "tree check",
        "--format fsverity --root $treeroot --tree tree image",
        &[
            "--format fsverity --root $other --tree tree image",
            "--format fsverity --root $treeroot --tree junk image",
            "--format fsverity --root $treeroot image2",
        ],
        &[
            "--format fsverity --root $treeroot --tree /no image",
            "--format fsverity --root $treeroot /no",
            "--format fsverity --root 12 image",
        ],
    ),
    row("torrent create", "-o torrent2 image", &[], &["-o torrent2 /no", "-o /no/torrent image"]),
    row("torrent check", "torrent .", &["torrent /tmp", "junk ."], &["/no ."]),
    row("curl hash", "< ABC\n", &["junk"], &["/no", "."]),
    row("pow search", "--mwm 1 transaction", &["--mwm 1 junk"], &["--mwm 1 /no"]),
    row("pow tip12", "--score 1 < 00\n", &["--score 1 junk"], &["--score 1 /no"]),
    row("pow check", "--mwm 1 transaction", &["--mwm 200 transaction", "--mwm 1 junk"], &["--mwm 1 /no"]),
    row("circuits", "--set A", &["--table junk"], &["--table /no", "--table ."]),
    row("completions", "bash", &[], &[]),
    row("man", "", &[], &["--output /no"]),
    row("bls keygen", "--out -", &[], &["--out /no/key", "--out key"]),
    row(
        "bls derive",
        "--seed seed --path m/0 --out -",
        &["--seed junk --path m/0 --out -"],
        &["--seed /no --path m/0 --out -"],
    ),
    row("bls pubkey", "--key key", &["--key junk"], &["--key /no"]),
    row("bls sign", "--key key --text a", &["--key junk --text a"], &["--key /no --text a"]),
    row(
        "bls verify",
        "--pubkey $key --signature $signature --text a",
        &["--pubkey $key --signature $signature --text b"],
        &["--pubkey $key --signature $signature --message-file /no"],
    ),
    row("bls aggregate", "signatures", &["junk"], &["/no"]),
    row(
        "bls aggregate-verify",
        "--signature $signature pairs",
        &["--signature $signature junk"],
        &["--signature $signature /no"],
    ),
    row("bls batch-verify", "triples", &["junk", "< \n"], &["/no", "."]),
    row("bls pop prove", "--key key", &["--key junk"], &["--key /no"]),
    row("bls pop verify", "--pubkey $key --proof $proof", &["--pubkey $key --proof $signature"], &[]),
    row(
        "bls keystore create",
        "--key key --password-file password --kdf pbkdf2 --out -",
        &["--key junk --password-file password --kdf pbkdf2 --out -"],
        &[
            "--key key --password-file /no --out -",
            "--key key --password-file password --kdf pbkdf2 --out key",
        ],
    ),
    row(
        "bls keystore decrypt",
        "keystore --password-file password --out -",
        &["keystore --password-file junk --out -", "junk --password-file password --out -"],
        &["/no --password-file password --out -", "keystore --password-file /no --out -"],
    ),
    row("bls keystore inspect", "keystore", &["junk"], &["/no"]),
    row("bls drand verify", "rounds", &["junk"], &["/no"]),
    row("bls g1 add", "< $two\n", &["junk"], &["/no"]),
    row("bls g1 mul", "< $multiple\n", &["junk"], &["/no"]),
    row("bls g1 msm", "< $multiple\n", &["junk"], &["/no"]),
    row("bls g1 map", "< $element\n", &["junk"], &["/no"]),
    row("bls g2 add", "< $two$two\n", &["junk"], &["/no"]),
    row("bls g2 mul", "< $two$scalar\n", &["junk"], &["/no"]),
    row("bls g2 msm", "< $two$scalar\n", &["junk"], &["/no"]),
    row("bls g2 map", "< $element$element\n", &["junk"], &["/no"]),
    row("bls pairing-check", "< $infinity$two\n", &["junk"], &["/no"]),
    row("bls hash-to-curve", "--dst T --text a", &["--dst T junk"], &["--dst T /no"]),
    row(
        "passwd hash",
        "--memory 1MiB < a\n",
        &[],
        &["--memory 1MiB --secret-file /no < a\n", "--memory 1MiB"],
    ),
    row(
        "passwd verify",
        "$stored < right\n",
        &["$stored < wrong\n"],
        &["$stored --secret-file /no < right\n", "--file /no < right\n", "junk < right\n"],
    ),
    row("passwd needs-rehash", "$stored --memory 2MiB", &["$stored --memory 1MiB"], &["--file /no", "junk"]),
    row("passwd inspect", "$stored", &[], &["--file /no", "junk"]),
    row(
        "passwd kdf",
        "--alg scrypt --n 16 --r 1 --p 1 --salt 00 --outlen 32 < a\n",
        &["< junk\n"],
        &["--alg abacus"],
    ),
    row("passwd calibrate", "--below-floor --time 10ms --memory 1MiB", &[], &["--scheme abacus"]),
];

/// A folder with the files that the rows name, and the values.
fn place() -> (TempDir, BTreeMap<&'static str, String>) {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let made = |args: &str, input: &str| {
        let (status, out, err) = run(folder.path(), args, input, Stdio::piped());
        assert_eq!(status, Some(0), "{args}: {err}");
        out.trim_end().to_owned()
    };
    put("junk", "?junk\n");
    put("seed", &"5a".repeat(32));
    put("empty", "");
    put("image", &"image..\n".repeat(1024));
    put("image2", &"image..\r".repeat(1024));
    made("tree write --format fsverity -o tree image", "");
    made("torrent create -o torrent image", "");
    let tree_root = made("tree root --format fsverity image", "");
    put("password", "correct horse\n");
    put("leaves", &format!("{}\n{}\n", "11".repeat(32), "22".repeat(32)));
    put("transaction", &format!("{}\n", curl::pow_check()[0].trytes));
    let round = bls::rounds().iter().find(|v| v.name == "quicknet-1000").unwrap();
    put("rounds", &format!("1000,{}\n", hex::encode(&round.signature.0)));
    let proof = made("merkle prove --index 0 leaves", "");
    put("proof", &proof);
    made("bls keygen --out key", "");
    put("keystore", &made("bls keystore create --key key --password-file password --kdf pbkdf2 --out -", ""));
    let (key, signature) = (made("bls pubkey --key key", ""), made("bls sign --key key --text a", ""));
    put("signatures", &format!("{signature}\n"));
    put("pairs", &format!("{key},61\n"));
    put("triples", &format!("{key},61,{signature}\n"));
    let race =
        "race sha256.nodes --case n=1 --time 0.2 --quick --no-check --engine scalar --peer none --json";
    put("record", &made(race, ""));
    let element = format!("{:0128x}", 2);
    let point = made("bls g1 map", &format!("{element}\n"));
    let scalar = format!("{:064x}", 5);
    let values = BTreeMap::from([
        ("record", "record".into()),
        ("root", made("merkle root leaves", "")),
        ("treeroot", tree_root.split_whitespace().next().unwrap().to_owned()),
        ("other", "33".repeat(32)),
        ("proof", made("bls pop prove --key key", "")),
        ("stored", made("passwd hash --memory 1MiB", "right\n")),
        ("multiple", format!("{point}{scalar}")),
        ("two", "00".repeat(256)),
        ("infinity", "00".repeat(128)),
        ("key", key),
        ("signature", signature),
        ("element", element),
        ("scalar", scalar),
    ]);
    (folder, values)
}

/// Exit status, standard output, standard error.
fn run(folder: &Path, args: &str, input: &str, out: Stdio) -> (Option<i32>, String, String) {
    let args: Vec<&str> = args.split_whitespace().collect();
    let mut command = lanesmith(&args);
    command.current_dir(folder).stdin(Stdio::piped()).stdout(out).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Who does not read, or has ended, misses nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

#[test]
fn every_command_has_a_row() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(folder.path(), "man --output .", "", Stdio::null()).0, Some(0));
    let pages: BTreeSet<String> = folder
        .path()
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap().trim_end_matches(".1").to_owned())
        .collect();
    // Names of commands have dashes too, so a page is of a group if others begin with it.
    let is_group = |page: &String| pages.iter().any(|other| other.starts_with(&format!("{page}-")));
    let lowest: BTreeSet<String> = pages.iter().filter(|page| !is_group(page)).cloned().collect();
    let page = |row: &Row| format!("lanesmith-{}", row.command.replace(' ', "-"));
    let rows: BTreeSet<String> = ROWS.iter().map(page).collect();
    let missing: Vec<_> = lowest.difference(&rows).collect();
    // Those that do the same as another one, by another name.
    let same = ["lanesmith-bls-g1-pairing-check", "lanesmith-bls-g2-pairing-check"];
    assert!(missing.iter().all(|page| same.contains(&page.as_str())), "{missing:?}");
    assert!(rows.is_subset(&pages), "{:?}", rows.difference(&pages));
}

#[test]
fn every_command_ends_with_the_status_of_the_table() {
    let (folder, values) = place();
    // What is wrong with a row.
    let judge = |&Row { command, done, no, unseen }: &Row| {
        let mut wrong = Vec::new();
        let mut expect = |line: &str, out: Stdio, what: &str, expected: i32| {
            let mut line = line.to_owned();
            for (name, value) in values.iter().rev() {
                line = line.replace(&format!("${name}"), value);
            }
            let (args, input) = line.split_once("< ").unwrap_or((&line, ""));
            let (status, out, err) = run(folder.path(), &format!("{command} {args}"), input, out);
            if status != Some(expected) {
                wrong.push(format!(
                    "{command} {line:.80} {what}: {status:?}, not {expected}: {out:.200}{err}"
                ));
            }
            if expected == 2 && err.is_empty() {
                wrong.push(format!("{command} {line:.80} {what}: without a word"));
            }
            out
        };
        expect(done, Stdio::piped(), "done", 0);
        for line in no {
            // An answer that could not be given is none; what is told on standard error is.
            if !expect(line, Stdio::piped(), "no", 1).is_empty() {
                expect(line, full(), "no, on a full disk", 2);
            }
        }
        unseen.iter().for_each(|line| drop(expect(line, Stdio::piped(), "unseen", 2)));
        expect("--nonsense", Stdio::piped(), "usage", 2);
        expect(done, full(), "done, on a full disk", 2);
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let part =
            |rows: &'static [Row]| scope.spawn(move || rows.iter().flat_map(judge).collect::<Vec<_>>());
        let parts: Vec<_> = ROWS.chunks(12).map(part).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Commands that work until they are told to end, or wait for input that does not come.
const ENDLESS: &[&str] = &[
    "sha256",
    "sha256 --check",
    "check",
    "cpu --measure",
    "tune",
    "race --no-check --all",
    "circuits --sbox curl-x2 --set T",
    "merkle root --bytes -",
    "merkle verify --unanchored",
    "curl hash",
    "pow check --mwm 1",
    "bls batch-verify",
    "passwd verify --lines",
];

#[test]
fn ctrl_c_is_130_everywhere() {
    for args in ENDLESS {
        let mut child = lanesmith(&args.split(' ').collect::<Vec<_>>())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        ctrl_c::has_worked(&child, Duration::ZERO);
        ctrl_c::press(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args}");
        drop(input);
    }
}
