//! Arbitrary strings and passwords into `verify` under small limits: no string makes it take more memory, and what a string
//! of ours says is what it takes.
#![no_main]

use lanesmith_pwhash::Error;
use lanesmith_pwhash::crypt::Limits;
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::password::PasswordHash;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // A string, a zero byte, a password.
    let (text, password) = match data.iter().position(|&byte| byte == 0) {
        Some(at) => (&data[..at], &data[at + 1..]),
        None => (data, &b"password"[..]),
    };
    let Ok(Ok(stored)) = std::str::from_utf8(text).map(str::parse::<PasswordHash>) else { return };
    let limits = Limits { memory: 256 << 10, work: 1 << 20, short_hashes: true };
    let mut arena = Arena::new();
    let result = stored.verify(password, &limits, &mut arena);
    assert!(arena.capacity() <= 512 << 10, "{stored:?}");
    if let Err(Error::WrongPassword) | Ok(()) = result {
        let salt = stored.salt();
        // None makes strings of other libraries.
        let Some(policy) = stored.policy() else { return };
        if let (8..=64, Ok(again)) = (salt.len(), policy.hash(password, salt, &mut arena)) {
            assert_eq!(again.policy(), Some(policy));
            assert_eq!(again.verify(password, &limits, &mut arena), Ok(()));
        }
    }
});
