//! yescrypt against published and generated vectors, on every engine.

use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::yescrypt::{Job, Mode, Params, Yescrypt, engines};
use serde_json::Value;

fn lines(text: &'static str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object"))
}

fn bytes(value: &Value, key: &str) -> Vec<u8> {
    hex::decode(value[key].as_str().expect("text")).expect("hexadecimal")
}

fn number(value: &Value, key: &str) -> u64 {
    value[key].as_u64().expect("a number")
}

fn params(v: &Value) -> Params {
    let mode = match v["flags"].as_u64().unwrap_or(182) {
        0 => Mode::Scrypt,
        1 => Mode::WriteOnce,
        182 => Mode::ReadWrite,
        other => panic!("flags {other}"),
    };
    Params::new(mode, number(v, "N"), number(v, "r") as u32)
        .and_then(|params| params.parallelism(number(v, "p") as u32))
        .and_then(|params| params.time(number(v, "t") as u32))
        .expect("parameters")
}

fn vectors() -> Vec<Value> {
    lines(include_str!("../../../testkit/vectors/memhard/yescrypt_kdf_published.jsonl"))
        .chain(lines(include_str!("../../../testkit/vectors/memhard/yescrypt_kdf_generated.jsonl")))
        .chain(lines(include_str!("../../../testkit/vectors/memhard/yescrypt_phs_published.jsonl")))
        .filter(|v| v["version"] == "1.x")
        .collect()
}

#[test]
fn every_engine_agrees_with_the_vectors() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 14 + 129 + 110);
    let mut arena = Arena::new();
    for (name, kernel) in engines() {
        for v in &vectors {
            let mut out = vec![0; number(v, "outlen") as usize];
            let hash = Yescrypt::with(kernel, params(v));
            hash.derive(&bytes(v, "password"), &bytes(v, "salt"), &mut out, &mut arena).expect("a hash");
            assert_eq!(hex::encode(out), v["out"].as_str().expect("text"), "{name}: {v}");
        }
    }
}

#[test]
fn a_pair_gives_what_each_gives_alone() {
    let mut arena = Arena::new();
    for (name, kernel) in engines() {
        for v in &vectors() {
            let hash = Yescrypt::with(kernel, params(v));
            let (password, salt) = (bytes(v, "password"), bytes(v, "salt"));
            let mut alone = [0; 40];
            hash.derive(b"other", b"pepper", &mut alone, &mut arena).expect("a hash");
            let (mut first, mut second) = (vec![0; number(v, "outlen") as usize], [0; 40]);
            let mut jobs = [
                Job { password: &password, salt: &salt, out: &mut first },
                Job { password: b"other", salt: b"pepper", out: &mut second },
            ];
            hash.derive_pair(&mut jobs, &mut arena).expect("two hashes");
            assert_eq!(hex::encode(first), v["out"].as_str().expect("text"), "{name}: {v}");
            assert_eq!(second, alone, "{name}: {v}");
        }
    }
}
