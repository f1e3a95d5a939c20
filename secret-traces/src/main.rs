//! One operation with one secret, between two functions by whose addresses a trace is cut out.
//!
//! `lanesmith-secret-traces list` prints these two addresses, then the engines of this CPU, one a line;
//! `lanesmith-secret-traces OPERATION ENGINE SECRET` does the operation, the secret being 64 hexadecimal digits.

use std::hint::black_box;
use std::process::ExitCode;

use lanesmith_bls::SIGNATURE;
use lanesmith_bls::signature::{Scheme, SecretKey};

/// Where what is compared begins. No two functions may have the same body, or they are one.
#[inline(never)]
fn begin() {
    black_box(1);
}

/// Where it ends.
#[inline(never)]
fn end() {
    black_box(2);
}

/// What a planted branch leads to.
#[inline(never)]
fn taken() {
    black_box(3);
}

/// The bytes of a secret, read in a way of which nothing depends on them but what they are.
fn parse(digits: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let pairs = digits.as_bytes().chunks_exact(2);
    if digits.len() != 64 || !digits.is_ascii() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(pairs) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

/// Does an operation; `None` for one that is not known, or an engine that is not here.
fn run(operation: &str, engine: &str, secret: &[u8; 32]) -> Option<()> {
    let (keys, signatures) =
        (Scheme::min_pk().by_name(engine).ok()?, Scheme::min_sig().by_name(engine).ok()?);
    let key = || SecretKey::from_bytes(black_box(secret)).expect("a number below the order, and not zero");
    let work: &dyn Fn() = match operation {
        "public-key-g1" => &|| _ = black_box(keys.public_key(&key())),
        "public-key-g2" => &|| _ = black_box(signatures.public_key(&key())),
        "sign-g2" => &|| _ = black_box(keys.sign(&key(), b"message")),
        "sign-g1" => &|| _ = black_box(signatures.sign(&key(), b"message")),
        "planted-branch" => &|| {
            if key().to_bytes()[31] & 2 != 0 {
                taken();
            }
        },
        "planted-address" => &|| {
            let table: [u8; 256] = std::array::from_fn(|i| i as u8);
            black_box(black_box(&table)[usize::from(key().to_bytes()[31])]);
        },
        _ => return None,
    };
    begin();
    work();
    end();
    Some(())
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["list"] => {
            println!("{} {}", begin as fn() as usize, end as fn() as usize);
            SIGNATURE.available().for_each(|engine| println!("{}", engine.name()));
            Some(())
        }
        [operation, engine, secret] => parse(secret).and_then(|secret| run(operation, engine, &secret)),
        _ => None,
    };
    match done {
        Some(()) => ExitCode::SUCCESS,
        None => {
            eprintln!("usage: lanesmith-secret-traces list | OPERATION ENGINE SECRET");
            ExitCode::FAILURE
        }
    }
}
