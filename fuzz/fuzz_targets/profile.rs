//! Arbitrary text as a profile: refused or read, and what was read is read again from what it writes. Nothing is applied.
#![no_main]

use lanesmith::profile::Profile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match Profile::parse(&text) {
        Ok(profile) => {
            let written = profile.to_toml();
            let again = Profile::parse(&written).expect("what was written is read");
            assert_eq!(again.to_toml(), written);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
