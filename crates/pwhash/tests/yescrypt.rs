//! yescrypt against published and generated vectors, on every engine.

use lanesmith_isa::lanes::Line;
use lanesmith_pwhash::engines::YESCRYPT;
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::yescrypt::{Job, Mode, Params, Rom, Yescrypt, Yescrypt05};
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
    for engine in YESCRYPT.available() {
        let name = engine.name();
        for v in &vectors {
            let mut out = vec![0; number(v, "outlen") as usize];
            let hash = Yescrypt::with_engine(engine, params(v));
            hash.derive(&bytes(v, "password"), &bytes(v, "salt"), &mut out, &mut arena).expect("a hash");
            assert_eq!(hex::encode(out), v["out"].as_str().expect("text"), "{name}: {v}");
        }
    }
}

#[test]
fn a_pair_gives_what_each_gives_alone() {
    let mut arena = Arena::new();
    for engine in YESCRYPT.available() {
        let name = engine.name();
        for v in &vectors() {
            let hash = Yescrypt::with_engine(engine, params(v));
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

#[test]
fn version_0_5_agrees_with_its_vectors() {
    let mut arena = Arena::new();
    for engine in YESCRYPT.available() {
        let name = engine.name();
        let mut count = 0;
        let all = lines(include_str!("../../../testkit/vectors/memhard/yescrypt_phs_published.jsonl"));
        for v in all.filter(|v| v["version"] == "0.5") {
            let hash = Yescrypt05::with_engine(
                engine,
                number(&v, "N"),
                number(&v, "r") as u32,
                number(&v, "t") as u32,
            )
            .expect("parameters");
            let out = hash.derive(&bytes(&v, "password"), &bytes(&v, "salt"), &mut arena).expect("a hash");
            assert_eq!(hex::encode(out), v["out"].as_str().expect("text"), "{name}: {v}");
            count += 1;
        }
        assert_eq!(count, 60);
    }
}

#[test]
#[ignore = "slow: needs 2 GiB"]
fn the_mail_of_17_april_2014_printed_the_hash_of_the_reduced_form() {
    let mut arena = Arena::new();
    let engine = YESCRYPT.auto();
    for v in lines(include_str!("../../../testkit/vectors/memhard/mail_2014-04-17.jsonl")) {
        let hash = || Yescrypt05::with_engine(engine, number(&v, "N"), 8, 0).expect("parameters");
        let hash = match v["version"].as_str() {
            Some("0.5") => hash(),
            Some("0.5-reduced (salsa20/2, one pwxform round)") => hash().reduced(),
            _ => continue,
        };
        let out = hash.derive(b"password", b"saltsaltsaltsalt", &mut arena).expect("a hash");
        assert_eq!(hex::encode(out), v["out"].as_str().expect("text"), "{v}");
    }
}

#[test]
fn a_rom_and_hashes_with_it_agree_with_the_vectors() {
    let mut arena = Arena::new();
    for engine in YESCRYPT.available() {
        let name = engine.name();
        let mut count = 0;
        for v in lines(include_str!("../../../testkit/vectors/memhard/yescrypt_rom_generated.jsonl")) {
            let (blocks, r, p) =
                (number(&v, "rom_blocks"), number(&v, "rom_r") as u32, number(&v, "rom_p") as u32);
            let mut memory = vec![Line::ZERO; 2 * (blocks * u64::from(r)) as usize];
            let rom =
                Rom::make(engine, &bytes(&v, "rom_seed"), r, p, &mut memory, &mut arena).expect("a ROM");
            assert_eq!(hex::encode(rom.digest()), v["rom_digest"].as_str().expect("text"), "{name}: {v}");
            let rom = Rom::open(&memory).expect("a ROM");
            let mut out = [0; 40];
            let hash = Yescrypt::with_engine(engine, params(&v)).with_rom(rom).expect("parameters");
            hash.derive(&bytes(&v, "password"), &bytes(&v, "salt"), &mut out, &mut arena).expect("a hash");
            assert_eq!(hex::encode(out), v["out"].as_str().expect("text"), "{name}: {v}");
            count += 1;
        }
        assert_eq!(count, 21);
    }
}
