//! The names of the interface.

use std::collections::BTreeSet;

use crate::both::ours;

const HEADERS: [&str; 2] = [include_str!("../../include/blst.h"), include_str!("../../include/blst_aux.h")];
const TESTS: [&str; 8] = [
    include_str!("contexts.rs"),
    include_str!("fields.rs"),
    include_str!("hashes.rs"),
    include_str!("keys.rs"),
    include_str!("many.rs"),
    include_str!("pairings.rs"),
    include_str!("points.rs"),
    include_str!("scalars.rs"),
];

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// The functions that the headers declare.
fn declared() -> BTreeSet<&'static str> {
    let ends =
        HEADERS.iter().flat_map(|header| header.split('(').map(|before| words(before).last().unwrap_or("")));
    ends.filter(|name| name.starts_with("blst_")).collect()
}

#[test]
fn all_functions_and_generators_are_there() {
    let names = declared();
    assert_eq!(names.len(), 215);
    for name in
        names.into_iter().chain(["BLS12_381_G1", "BLS12_381_NEG_G1", "BLS12_381_G2", "BLS12_381_NEG_G2"])
    {
        assert_ne!(ours::<usize>(name), 0);
    }
}

#[test]
fn every_function_is_compared_with_that_of_blst() {
    let compared: BTreeSet<&str> = TESTS.iter().flat_map(|test| words(test)).collect();
    let missing: Vec<_> = declared().into_iter().filter(|name| !compared.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
