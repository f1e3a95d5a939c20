//! Arbitrary text as a keystore: refused, or read again from what it writes; opened under small limits, where no text makes it
//! take long.
#![no_main]

use lanesmith_bls::keys::keystore::{Keystore, Limits};
use libfuzzer_sys::fuzz_target;

const LIMITS: Limits = Limits { memory: 1 << 18, work: 5 << 20, iterations: 1000 };

fuzz_target!(|data: &[u8]| {
    // A keystore, a zero byte, a password.
    let (text, password) = match data.iter().position(|&byte| byte == 0) {
        Some(at) => (&data[..at], &data[at + 1..]),
        None => (data, &b"password"[..]),
    };
    match Keystore::from_json(text) {
        Ok(keystore) => {
            let written = keystore.to_json();
            assert_eq!(Keystore::from_json(written.as_bytes()).as_ref(), Ok(&keystore));
            if let Err(error) = keystore.decrypt_key(&String::from_utf8_lossy(password), &LIMITS) {
                assert!(!error.to_string().is_empty());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
