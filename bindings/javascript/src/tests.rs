//! Codes, since programs depend on them: each family's errors keep theirs. What the functions do is tested through both
//! backends, in JavaScript.

use crate::Fault;

#[test]
fn a_row_stands_behind_the_code() {
    let fault = Fault::length("key", 3, 48);
    assert_eq!((fault.code(), fault.message()), ("LENGTH".into(), "key has 3 bytes, where 48 are wanted"));
    assert_eq!(fault.at(7).code(), "LENGTH@7");
}

#[cfg(feature = "bls")]
#[test]
fn keys_signatures_and_counts_have_codes_of_their_own() {
    use lanesmith::bls::signature::{MinPk, PublicKey, Scheme, SecretKey, Signature};

    let code = |error| Fault::from(error).code();
    assert_eq!(code(SecretKey::from_bytes(&[0; 32]).unwrap_err()), "KEY");
    assert_eq!(code(SecretKey::from_bytes(&[0; 3]).unwrap_err()), "KEY");
    assert_eq!(code(SecretKey::generate(b"short", b"").unwrap_err()), "KEY");
    assert_eq!(code(PublicKey::<MinPk>::from_bytes(&[0; 48]).unwrap_err()), "KEY");
    assert_eq!(code(Signature::<MinPk>::from_bytes(&[0; 96]).unwrap_err()), "SIGNATURE");
    assert_eq!(code(Scheme::min_pk().aggregate_keys(&[]).unwrap_err()), "LENGTH");
    assert_eq!(crate::bls::keys::<MinPk>(&[&[0; 48]]).unwrap_err().code(), "KEY@0");
    assert_eq!(crate::bls::scheme::<MinPk>(3, b"").unwrap_err().code(), "RANGE");
}

#[cfg(feature = "curl")]
#[test]
fn a_search_over_wrong_trytes_tells_of_the_trytes() {
    use lanesmith::curl::pow::Search;

    let code = |trytes: &[u8], weight| Fault::from(Search::transaction(trytes, weight).unwrap_err()).code();
    assert_eq!(code(&[b'a'; 2673], 14), "TRYTE");
    assert_eq!(code(b"999", 14), "LENGTH");
    assert_eq!(code(&[b'9'; 2673], 1000), "RANGE");
    assert_eq!(crate::curl::rounds(28).unwrap_err().code(), "RANGE");
}

#[cfg(feature = "pwhash")]
#[test]
fn no_costs_are_those_of_the_scheme() {
    use lanesmith::pwhash::password::{Policy, Scheme};

    assert_eq!(crate::pwhash::policy("scrypt", 0, 0, 0), Ok(Policy::new(Scheme::Scrypt)));
    assert_eq!(crate::pwhash::policy("md5", 0, 0, 0).unwrap_err().code(), "PASSWORD");
    assert_eq!(crate::pwhash::argon2_variant(3).unwrap_err().code(), "RANGE");
}
