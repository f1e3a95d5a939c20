//! `hmac` of RustCrypto, and whatever else is generic over a hash, on Lanesmith's engines (feature `traits`).
//!
//! `cargo run --example hmac_traits --features traits`

use digest::Digest;
use digest::const_oid::AssociatedOid;
use hmac::{Hmac, KeyInit, Mac};
use lanesmith::sha256::{Sha256, hmac};

/// A function that knows no hash by name.
fn fingerprint<D: Digest>(parts: &[&str]) -> Vec<u8> {
    let mut hasher = D::new();
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize().to_vec()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(b"key")?;
    mac.update(b"message");
    let tag = mac.finalize().into_bytes();
    assert_eq!(tag[..], hmac(b"key", b"message"));

    println!("fingerprint {:02x?}", fingerprint::<Sha256>(&["a", "bc"]));
    println!("signatures name the hash by {}", Sha256::OID);
    Ok(())
}
