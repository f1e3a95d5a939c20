//! Every family is in the one registry.

#[test]
#[cfg(all(feature = "bls", feature = "pwhash"))]
fn operations_of_bls_and_pwhash_are_listed_and_can_be_forced() {
    for op in ["bls.pairing", "pwhash.argon2"] {
        let table = lanesmith::table(op).unwrap_or_else(|| panic!("{op} is not in the registry"));
        assert_eq!(table.probe("scalar"), Ok(()), "{op}");
    }
}
