//! Codes, since programs depend on them: each family's errors keep theirs. What the functions do is tested through the faces.

use crate::{Fault, Status};

#[test]
fn a_row_stands_behind_the_code() {
    let fault = Fault::length("key", 3, 48);
    assert_eq!(
        (fault.code().as_str(), fault.message.as_str()),
        ("LENGTH", "key has 3 bytes, where 48 are wanted")
    );
    assert_eq!(fault.at(7).code(), "LENGTH@7");
}

#[test]
fn numbers_of_statuses_are_their_places_and_names_are_those_of_the_variants() {
    for (number, status) in Status::ALL.into_iter().enumerate() {
        assert_eq!(status as usize, number);
        assert_eq!(status.name(), format!("{status:?}").to_uppercase());
    }
}

#[cfg(feature = "bls")]
#[test]
fn keys_signatures_and_counts_have_codes_of_their_own() {
    use crate::bls::*;

    fn code<T>(done: crate::Outcome<T>) -> String {
        done.err().map_or("OK".into(), |fault| fault.code())
    }
    assert_eq!(code(bls_public_key(0, &[0; 32])), "KEY");
    assert_eq!(code(bls_generate(b"short", b"")), "KEY");
    assert_eq!(code(bls_key_decode(0, &[0; 48])), "KEY");
    assert_eq!(code(bls_signature_decode(0, &[0; 96])), "SIGNATURE");
    assert_eq!(code(bls_signature_decode(2, &[0; 96])), "RANGE");
    assert_eq!(code(bls_aggregate_keys(Scheme::ETHEREUM, &[])), "LENGTH");
    let (small, large) = (bls_public_key(0, &[1; 32]).unwrap(), bls_public_key(1, &[1; 32]).unwrap());
    assert_eq!(code(bls_aggregate_keys(Scheme::ETHEREUM, &[&small, &large])), "KEY@1");
    assert_eq!(code(bls_sign(Scheme { mode: 3, ..Scheme::ETHEREUM }, &[1; 32], b"")), "RANGE");
}

#[cfg(feature = "bls")]
#[test]
fn any_threshold_of_shares_recover_key_and_signature_and_fewer_do_not() {
    use crate::bls::*;

    let secret = *bls_generate(&[7; 32], b"").unwrap();
    for (variant, width) in [(0, 48), (1, 96)] {
        let (mut shares, mut commitments) = ([0; 96], vec![0; 2 * width]);
        bls_split(variant, 2, 3, &secret, [9; 32], &mut shares, &mut commitments).unwrap();
        let shares = shares.as_chunks::<32>().0;
        assert_eq!(*bls_recover_key(&[3, 1], &[shares[2], shares[0]]).unwrap(), secret);
        assert_ne!(*bls_recover_key(&[3], &[shares[2]]).unwrap(), secret);
        assert_eq!(bls_recover_key(&[3, 3], &[shares[2], shares[2]]).unwrap_err().status, Status::Range);
        assert_eq!(bls_recover_key(&[3, 0], &[shares[2], shares[2]]).unwrap_err().code(), "RANGE@1");
        assert!(bls_share_verify(variant, 2, &shares[1], &commitments).unwrap());
        assert!(!bls_share_verify(variant, 1, &shares[1], &commitments).unwrap());
        let scheme = Scheme { variant, ..Scheme::ETHEREUM };
        let parts = [2, 3].map(|index| bls_sign(scheme, &shares[index - 1], b"message").unwrap());
        let whole = bls_recover_signature(variant, &[2, 3], &[&parts[0], &parts[1]]).unwrap();
        assert!(bls_verify(scheme, &bls_public_key(variant, &secret).unwrap(), b"message", &whole).unwrap());
        let key = bls_share_key(variant, 2, &commitments).unwrap();
        assert!(bls_verify(scheme, &key, b"message", &parts[0]).unwrap());
    }
}

#[cfg(feature = "curl")]
#[test]
fn a_search_over_wrong_trytes_tells_of_the_trytes() {
    use lanesmith::curl::pow::Search;

    let code = |trytes: &[u8], weight| Fault::from(Search::transaction(trytes, weight).unwrap_err()).code();
    assert_eq!(code(&[b'a'; 2673], 14), "TRYTE");
    assert_eq!(code(b"999", 14), "LENGTH");
    assert_eq!(code(&[b'9'; 2673], 1000), "RANGE");
    assert_eq!(crate::curl::curl_hash(28, b"ABC").unwrap_err().code(), "RANGE");
}

#[cfg(feature = "pwhash")]
#[test]
fn no_costs_are_those_of_the_scheme() {
    use crate::pwhash::password_is_current;

    let stored = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG";
    assert_eq!(password_is_current(stored, "scrypt", 0, 0, 0), Ok(false));
    assert_eq!(password_is_current(stored, "md5", 0, 0, 0).unwrap_err().code(), "PASSWORD");
    assert_eq!(
        crate::pwhash::argon2(3, 8, 1, 1, b"", &[0; 8], b"", b"", &mut [0; 32]).unwrap_err().code(),
        "RANGE"
    );
}
