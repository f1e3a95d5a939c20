//! Signatures of BLS12-381: sign, verify one, verify many at once, and find the bad ones (feature `bls`).
//!
//! `cargo run --release --example bls_batch --features bls`

use lanesmith::bls::signature::{Entry, MinPk, Mode, Scheme, SecretKey, expand_seed};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scheme = Scheme::<MinPk>::new(Mode::Basic);
    // Key material comes from the system's generator; here from a counter, so that the example is the same each time.
    let secrets: Vec<SecretKey> =
        (1..=8_u8).map(|i| SecretKey::generate(&[i; 32], b"")).collect::<Result<_, _>>()?;
    let messages: Vec<String> = (1..=8).map(|i| format!("message {i}")).collect();

    let mut entries = Vec::new();
    for (secret, message) in secrets.iter().zip(&messages) {
        let (key, signature) = (scheme.public_key(secret), scheme.sign(secret, message.as_bytes())?);
        scheme.verify(&key, message.as_bytes(), &signature)?;
        entries.push(Entry { key, message: message.as_bytes(), signature });
    }

    // Each entry is multiplied by a random factor, so that two bad ones cannot cancel out: the seed must be unpredictable.
    scheme.verify_batch(&entries, &mut expand_seed([42; 32]))?;
    println!("{} signatures are good", entries.len());

    entries[3].message = b"message 3, forged";
    assert!(scheme.verify_batch(&entries, &mut expand_seed([43; 32])).is_err());
    println!("bad: {:?}", scheme.find_bad(&entries, &mut expand_seed([44; 32]))?);
    Ok(())
}
