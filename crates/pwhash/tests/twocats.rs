//! TwoCats against published and generated vectors, on every engine.

use lanesmith_pwhash::engines::TWOCATS;
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::twocats::{Edition, Hash, Params, TwoCats};
use serde_json::Value;

fn lines(text: &'static str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object"))
}

fn bytes(value: &Value, key: &str) -> Vec<u8> {
    hex::decode(value[key].as_str().unwrap_or_default()).expect("hexadecimal")
}

fn number(value: &Value, key: &str) -> u32 {
    value[key].as_u64().unwrap_or_default() as u32
}

fn hash(v: &Value) -> Hash {
    let name = v["hash"].as_str().expect("text").to_lowercase();
    Hash::ALL.into_iter().find(|hash| hash.name() == name).expect("a hash function")
}

fn params(v: &Value) -> Params {
    let edition = if v["version"] == "2014-phc" { Edition::Phc2014 } else { Edition::Final2015 };
    let byte = |key| number(v, key) as u8;
    Params::new(edition, hash(v), byte("stop_mem_cost"))
        .start_mem_cost(byte("start_mem_cost"))
        .time_cost(byte("time_cost"))
        .multiplies(byte("multiplies"))
        .lanes(byte("lanes"))
        .parallelism(byte("parallelism"))
        .block_size(number(v, "block_size"), number(v, "sub_block_size"))
        .overwrite_cost(byte("overwrite_cost"))
        .side_channel_resistant(v["side_channel_resistant"] == true)
}

fn check(vectors: &[Value]) {
    let mut arena = Arena::new();
    for engine in TWOCATS.available() {
        let name = engine.name();
        for v in vectors {
            let twocats = TwoCats::with_engine(engine, params(v)).expect("parameters");
            let (password, salt, data) = (bytes(v, "password"), bytes(v, "salt"), bytes(v, "data"));
            let mut out = bytes(v, "in_hash");
            out.resize(hash(v).bytes(), 0);
            match v["op"].as_str() {
                Some("full") => twocats.hash(&password, &salt, &data, &mut out, &mut arena),
                Some("client") => twocats.client(&password, &salt, &data, &mut out, &mut arena),
                Some("server") => twocats.server(&mut out),
                Some("update") => {
                    // The first level that is new.
                    twocats.upgrade(number(v, "start_mem_cost") as u8 - 1, &mut out, &mut arena)
                }
                other => panic!("{other:?}"),
            }
            .expect("a hash");
            assert_eq!(hex::encode(out), v["out"].as_str().expect("text"), "{name}: {v}");
        }
    }
}

#[test]
fn every_engine_agrees_with_the_published_vectors() {
    let all: Vec<_> =
        lines(include_str!("../../../testkit/vectors/memhard/twocats_published.jsonl")).collect();
    assert_eq!(all.len(), 589);
    check(&all);
}

#[test]
fn every_engine_agrees_with_the_generated_vectors() {
    let all: Vec<_> =
        lines(include_str!("../../../testkit/vectors/memhard/twocats_generated.jsonl")).collect();
    assert_eq!(all.len(), 218);
    check(&all);
}

#[test]
fn what_phs_chose_in_2014_is_chosen() {
    let mut arena = Arena::new();
    let mut count = 0;
    for v in lines(include_str!("../../../testkit/vectors/memhard/twocats_phs_2014.jsonl")) {
        let params = Params::phs_2014(number(&v, "time_cost") as u8, number(&v, "mem_cost") as u8);
        let twocats = TwoCats::new(params).expect("parameters");
        let mut out = [0; 32];
        twocats.hash(&bytes(&v, "password"), &bytes(&v, "salt"), &[], &mut out, &mut arena).expect("a hash");
        assert_eq!(hex::encode(out), v["out"].as_str().expect("text"), "{v}");
        count += 1;
    }
    assert_eq!(count, 155);
}

#[test]
fn skinny_cat_agrees_with_its_vectors() {
    let mut arena = Arena::new();
    let mut count = 0;
    for v in lines(include_str!("../../../testkit/vectors/memhard/skinnycat_published.jsonl")) {
        // The program that wrote the file took BLAKE2s where it says SHA-256 as well.
        let params = Params::skinny_cat(Hash::Blake2s, number(&v, "mem_cost") as u8);
        let twocats = TwoCats::new(params).expect("parameters");
        let mut out = [0; 32];
        twocats.hash(&bytes(&v, "password"), &bytes(&v, "salt"), &[], &mut out, &mut arena).expect("a hash");
        assert_eq!(hex::encode(out), v["out"].as_str().expect("text"), "{v}");
        count += 1;
    }
    assert_eq!(count, 1210);
}

#[test]
#[ignore = "slow: needs 2 GiB"]
fn the_mail_of_17_april_2014_printed_this_hash() {
    let mut arena = Arena::new();
    for v in lines(include_str!("../../../testkit/vectors/memhard/mail_2014-04-17.jsonl")) {
        if v["alg"] == "twocats" {
            check(std::slice::from_ref(&v));
            let params = Params::new(Edition::Phc2014, Hash::Blake2s, 21).multiplies(1);
            let mut out = [0; 32];
            let twocats = TwoCats::new(params).expect("parameters");
            twocats.hash(b"password", b"saltsaltsaltsalt", b"", &mut out, &mut arena).expect("a hash");
            assert_eq!(hex::encode(out), v["out"].as_str().expect("text"));
        }
    }
}
