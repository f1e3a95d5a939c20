//! Passwords: hash, store, verify, and raise what was stored when the policy changes (feature `pwhash`).
//!
//! `cargo run --release --example passwords --features pwhash`

use lanesmith::pwhash::crypt::Limits;
use lanesmith::pwhash::mem::Arena;
use lanesmith::pwhash::password::{PasswordHash, Policy, Scheme};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Memory that is kept from one hash to the next.
    let mut arena = Arena::new();
    let policy = Policy::new(Scheme::Argon2id).with_memory(8 << 20)?;
    // 16 bytes from the system's generator, new for each password.
    let salt = b"16 random bytes!";
    let stored = policy.hash(b"correct horse", salt, &mut arena)?.to_string();
    println!("to be stored: {stored}");

    // At the next login. The limits say how much memory and time a stored string may ask for.
    let hash: PasswordHash = stored.parse()?;
    hash.verify(b"correct horse", &Limits::default(), &mut arena)?;
    assert!(hash.verify(b"battery staple", &Limits::default(), &mut arena).is_err());

    // The policy has become stricter: hash again, now that the password is known.
    let stricter = policy.with_memory(16 << 20)?;
    if hash.needs_rehash(&stricter) {
        println!("raised: {}", stricter.hash(b"correct horse", b"16 new bytes ...", &mut arena)?);
    }
    Ok(())
}
