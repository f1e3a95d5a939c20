//! Versions of the libraries that races include, for the record. `cargo xtask check` compares them with Cargo.lock: a package
//! has no lock file of its own to read them from.

use lanesmith_isa::cpu;
use lanesmith_race::{Made, Record};

use crate::loaded;

/// Names of contenders, the packages behind them, and their versions.
#[rustfmt::skip]
pub const VERSIONS: &[(&str, &str, &str)] = &[
    ("ark-bls12-381", "ark-bls12-381", "0.6.0"),
    ("aws-lc-rs", "aws-lc-rs", "1.19.0"),
    ("bls12_381", "bls12_381", "0.9.0"),
    ("blst", "blst", "0.3.17"),
    ("halo2curves", "halo2curves", "0.10.0"),
    ("hashtree-rs", "hashtree-rs", "0.2.6"),
    ("iota-crypto", "iota-crypto", "0.23.2"),
    ("pbkdf2", "pbkdf2", "0.13.0"),
    ("ring", "ring", "0.17.14"),
    ("rustcrypto-argon2", "argon2", "0.6.0"),
    ("rustcrypto-scrypt", "scrypt", "0.12.0"),
    ("rustcrypto-yescrypt", "yescrypt", "0.1.0"),
    ("sha2", "sha2", "0.11.1"),
    ("tree_hash", "tree_hash", "0.12.1"),
];

/// What made a record, with what is known of the program, the CPU and the libraries that took part. The commit and the compiler
/// are told by whoever builds: `cargo xtask bench-record` does, through variables that the compiler reads.
pub fn made(record: &Record, rest: Made) -> Made {
    let cpu = cpu::identity();
    let known = cpu.family != 0;
    // `rustcrypto-argon2, memory kept` is a way to use `rustcrypto-argon2`.
    let is_there = |peer: &str| record.results.iter().any(|e| e.contender.split(", ").next() == Some(peer));
    let peers = VERSIONS.iter().filter(|(peer, ..)| is_there(peer));
    let peers = peers.map(|(peer, _, version)| ((*peer).into(), (*version).into()));
    // What was loaded from a file tells no version.
    let loaded = loaded::files().into_iter().filter(|(peer, _)| is_there(peer));
    Made {
        commit: option_env!("LANESMITH_COMMIT").map(Into::into),
        compiler: option_env!("LANESMITH_RUSTC").map(Into::into),
        debug: cfg!(debug_assertions),
        peers: peers.chain(loaded.map(|(peer, file)| (peer.into(), file))).collect(),
        vendor: known.then(|| cpu.vendor().into()),
        family: known.then_some(cpu.family),
        model: known.then_some(cpu.model),
        ..rest
    }
}
