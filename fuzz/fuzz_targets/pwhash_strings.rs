//! Arbitrary text into every reader of stored passwords: refused with a place inside of the text, or written back as it was
//! read, with parameters that the scheme is defined for.
#![no_main]

use lanesmith_pwhash::Error;
use lanesmith_pwhash::crypt::{Setting, Stored, StoredTwoCats};
use lanesmith_pwhash::password::{PasswordHash, StoredArgon2, StoredLegacy, StoredLyra2, StoredScrypt};
use libfuzzer_sys::fuzz_target;

/// Reads, and writes back what was read.
fn round<T: std::str::FromStr<Err = Error> + ToString>(text: &str) -> bool {
    match text.parse::<T>() {
        Ok(read) => {
            assert_eq!(read.to_string(), text);
            true
        }
        Err(error) => {
            if let Error::Malformed { at, .. } = error {
                assert!(at <= text.len(), "{error}");
            }
            assert_ne!(error, Error::WrongPassword);
            false
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let readers = [
        round::<StoredArgon2>(text),
        round::<StoredScrypt>(text),
        round::<Stored>(text),
        round::<StoredLyra2>(text),
        round::<StoredTwoCats>(text),
        round::<StoredLegacy>(text),
    ];
    // No string is of two schemes, and the face takes what one of them takes.
    let count = readers.iter().filter(|read| **read).count();
    assert_eq!(count, usize::from(round::<PasswordHash>(text)));
    if let Ok(stored) = text.parse::<PasswordHash>() {
        assert!(stored.policy().is_none_or(|policy| policy.check().is_ok()));
        let report = stored.report();
        // Strings of other libraries may have their salt in a string inside.
        assert!(stored.policy().is_none() || report.salt_bytes == stored.salt().len());
    }
    // A setting passes over what follows its last `$`.
    if let Ok(setting) = text.parse::<Setting>() {
        assert_eq!(format!("{setting}$").parse(), Ok(setting));
        assert!(text.starts_with(&setting.to_string()));
    }
});
