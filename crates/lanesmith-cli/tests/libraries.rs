//! Libraries that a race loads by their files. Races with real ones are in the stage `drop-in libraries`.

#![cfg(all(unix, feature = "peers"))]

mod program;

use program::lanesmith;

/// What is said of a race with these arguments, which must be refused: it could not look.
fn refused(args: &[&str]) -> String {
    let output = lanesmith(&[&["race", "--no-check"], args].concat()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty(), "{said}");
    said
}

#[test]
fn files_that_are_no_library_are_refused_by_name_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("libhashtree.a");
    std::fs::write(&archive, "!<arch>\n").unwrap();
    let said = refused(&["--peer-library", &format!("hashtree={}", archive.display())]);
    assert!(said.contains("libhashtree.a") && said.contains("static archive"), "{said}");
    let said = refused(&["--peer-library", "blst=/no/such/libblst.so"]);
    assert!(said.contains("/no/such/libblst.so: No such file"), "{said}");
}

#[test]
fn interfaces_that_nobody_knows_are_refused_with_those_that_there_are() {
    let output = lanesmith(&["race", "--peer-library", "openssl=/lib/libssl.so"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_ne!(output.status.code(), Some(0));
    assert!(said.contains("argon2, blst, hashtree"), "{said}");
}
