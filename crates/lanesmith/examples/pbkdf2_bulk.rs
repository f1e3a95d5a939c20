//! PBKDF2-HMAC-SHA-256 for many passwords at once, and the comparison of one of them in constant time.
//!
//! `cargo run --release --example pbkdf2_bulk`

use std::num::NonZeroU32;
use std::time::Instant;

use lanesmith::sha256::{Pbkdf2Job, pbkdf2, pbkdf2_many, pbkdf2_verify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let iterations = NonZeroU32::new(10_000).ok_or("no iterations")?;
    let users: Vec<(String, [u8; 16])> = (0..64_u8).map(|i| (format!("password {i}"), [i; 16])).collect();

    let start = Instant::now();
    let mut one_by_one = vec![[0; 32]; users.len()];
    for ((password, salt), key) in users.iter().zip(&mut one_by_one) {
        pbkdf2(password.as_bytes(), salt, iterations, key)?;
    }
    println!("{} keys one by one: {:?}", users.len(), start.elapsed());

    let start = Instant::now();
    let mut keys = vec![[0; 32]; users.len()];
    let mut jobs: Vec<_> = users
        .iter()
        .zip(&mut keys)
        .map(|((password, salt), out)| Pbkdf2Job { password: password.as_bytes(), salt, out })
        .collect();
    pbkdf2_many(&mut jobs, iterations)?;
    println!("{} keys side by side: {:?}", users.len(), start.elapsed());
    assert_eq!(keys, one_by_one);

    let (password, salt) = &users[7];
    assert!(pbkdf2_verify(password.as_bytes(), salt, iterations, &keys[7])?);
    assert!(!pbkdf2_verify(b"another", salt, iterations, &keys[7])?);
    Ok(())
}
