//! Published vectors of every family on a CPU whose memory is big-endian. No standard library is at hand for it, and no C
//! library either, so `lanesmith check` cannot be built; this compares the public functions with the same files. No engine but
//! the portable ones is there, so a choice of engine is of no interest, except that no other one may be offered.
#![no_std]
#![no_main]

extern crate alloc;

#[allow(unsafe_code)]
mod arch;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;
use core::num::NonZeroU32;

use arch::Out;
use lanesmith_bls::signature::{PublicKey, Scheme, SecretKey, Signature};
use lanesmith_curl::pow::{Job, Order, Search};
use lanesmith_curl::{Curl, ManyHasher, Message, Rounds};
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::{argon2, scrypt};
use lanesmith_sha256::{Pbkdf2Job, hash_many, hash_nodes, pbkdf2_many, sha256};
use serde_json::Value;

#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    let _ = writeln!(Out, "{info}");
    arch::exit(101)
}

macro_rules! file {
    ($path:literal) => {{
        let text = include_str!(concat!("../../testkit/vectors/", $path));
        serde_json::from_str::<Value>(text).expect($path)
    }};
}

/// The records of a file, or of one of its lists; there must be some.
fn records(value: &Value) -> &[Value] {
    let list = value.as_array().expect("a list");
    assert!(!list.is_empty());
    list
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// Bytes in hexadecimal, with 0x before them or not; none where there is nothing.
fn bytes(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap_or("");
    hex::decode(text.strip_prefix("0x").unwrap_or(text)).expect("hexadecimal")
}

fn rounds(value: &Value) -> Rounds {
    if number(value) == 27 { Rounds::P27 } else { Rounds::P81 }
}

fn sha256_vectors() -> usize {
    let sweep = file!("sha256/length_sweep.json");
    let mut x = number(&sweep["seed"]) as u32;
    let all: Vec<u8> = core::iter::repeat_with(|| {
        x = x.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (x >> 24) as u8
    })
    .take(100_000)
    .collect();
    let cases: Vec<(&[u8], Vec<u8>)> = records(&sweep["digests"])
        .iter()
        .filter_map(|case| Some((all.get(..number(&case["len"]) as usize)?, bytes(&case["sha256"]))))
        .collect();
    for (message, digest) in &cases {
        assert_eq!(sha256(message)[..], digest[..], "{} bytes", message.len());
    }
    let messages: Vec<&[u8]> = cases.iter().map(|(message, _)| *message).collect();
    let mut digests = vec![[0; 32]; messages.len()];
    hash_many(&mut digests, &messages).expect("as many digests");
    assert!(cases.iter().zip(&digests).all(|((_, digest), got)| got[..] == digest[..]));

    let batches = file!("sha256/hash64_batches.json");
    let mut count = 2 * cases.len();
    for batch in
        records(&batches).iter().filter(|batch| batch["digests"].is_string() && batch["nodes"].is_string())
    {
        let (nodes, expected) = (bytes(&batch["nodes"]), bytes(&batch["digests"]));
        let pairs = nodes.as_chunks::<64>().0;
        let mut digests = vec![[0; 32]; pairs.len()];
        hash_nodes(&mut digests, pairs).expect("as many digests");
        assert_eq!(digests.as_flattened(), expected);
        count += 1;
    }
    for case in records(&file!("sha256/pbkdf2_rfc7914.json")) {
        let (password, salt) = (bytes(&case["password"]), bytes(&case["salt"]));
        let mut key = vec![0; number(&case["dkLen"]) as usize];
        let mut jobs = [Pbkdf2Job { password: &password, salt: &salt, out: &mut key }];
        let iterations = NonZeroU32::new(number(&case["iterations"]) as u32).expect("iterations");
        pbkdf2_many(&mut jobs, iterations).expect("a key");
        assert_eq!(key, bytes(&case["dk"]));
        count += 1;
    }
    count
}

fn curl_vectors() -> usize {
    let (hashes, transactions) = (file!("curl/hash.json"), file!("curl/transaction.json"));
    let mut list = Vec::new();
    list.extend(
        records(&hashes).iter().map(|v| (rounds(&v["rounds"]), text(&v["input"]), text(&v["output"]))),
    );
    list.extend(
        records(&transactions).iter().map(|v| (rounds(&v["rounds"]), text(&v["trytes"]), text(&v["hash"]))),
    );
    for (rounds, input, output) in &list {
        let mut curl = Curl::new(*rounds);
        curl.absorb_trytes(input.as_bytes()).expect("trytes");
        let got: Vec<u8> = (0..output.len() / 81).flat_map(|_| curl.squeeze_trytes()).collect();
        assert_eq!(got, output.as_bytes());
    }
    let mut count = list.len();
    for rounds in [Rounds::P27, Rounds::P81] {
        // So many that they fill lanes.
        let some: Vec<_> =
            list.iter().filter(|(of, _, output)| *of == rounds && output.len() == 81).collect();
        let many: Vec<_> = some.iter().cycle().take(some.len().max(300)).collect();
        let messages: Vec<_> = many.iter().map(|(_, input, _)| Message::Trytes(input.as_bytes())).collect();
        let digests = ManyHasher::new(rounds).hash_to_vec(&messages).expect("digests");
        assert!(many.iter().zip(&digests).all(|((_, _, output), got)| output.as_bytes() == got));
        count += many.len();
    }
    let trits = |value: &Value| -> Vec<i8> {
        text(value).bytes().map(|sign| i8::from(sign == b'+') - i8::from(sign == b'-')).collect()
    };
    for v in records(&file!("curl/permutation.json")) {
        let mut curl = Curl::new(rounds(&v["rounds"]));
        curl.set_state(trits(&v["state_in"])[..].try_into().expect("729 trits")).expect("trits");
        curl.permute();
        assert_eq!(curl.state()[..], trits(&v["state_out"])[..]);
        count += 1;
    }
    for v in records(&file!("curl/pow_iri_order.json")) {
        let weight = number(&v["min_weight_magnitude"]) as usize;
        if weight <= 9 {
            let transaction = [text(&v["trytes_without_nonce"]), &"M".repeat(27)].concat();
            let search = Search::transaction(transaction.as_bytes(), weight)
                .and_then(|search| search.with_order(Order::Iri));
            let found = search.expect("a search").run(&Job::new()).expect("a nonce");
            assert_eq!(found.nonce()[..], *text(&v["nonce"]).as_bytes());
            count += 1;
        }
    }
    count
}

fn bls_vectors() -> usize {
    let scheme = Scheme::min_pk();
    let mut count = 0;
    for case in records(&file!("bls/eth_bls12_381_tests/sign.json")) {
        let input = &case["input"];
        let sign =
            || scheme.sign(&SecretKey::from_bytes(&bytes(&input["privkey"]))?, &bytes(&input["message"]));
        let got = sign().map(|signature| signature.to_bytes().to_vec()).unwrap_or_default();
        assert_eq!(got, bytes(&case["output"]), "{}", case["name"]);
        count += 1;
    }
    for case in records(&file!("bls/eth_bls12_381_tests/verify.json")) {
        let input = &case["input"];
        let verify = || {
            let key = PublicKey::from_bytes(&bytes(&input["pubkey"]))?;
            scheme.verify(
                &key,
                &bytes(&input["message"]),
                &Signature::from_bytes(&bytes(&input["signature"]))?,
            )
        };
        assert_eq!(verify().is_ok(), case["output"] == Value::Bool(true), "{}", case["name"]);
        count += 1;
    }
    count
}

fn pwhash_vectors() -> usize {
    let (file, mut count) = (file!("memhard/argon2.json"), 0);
    let lists = ["rfc9106", "reference_kats", "generated"].map(|name| records(&file[name]));
    for case in lists.concat().iter().filter(|case| number(&case["m_kib"]) <= 256) {
        let params = argon2::Params::default()
            .variant(match text(&case["type"]) {
                "d" => argon2::Variant::D,
                "i" => argon2::Variant::I,
                _ => argon2::Variant::Id,
            })
            .version(if number(&case["version"]) == 16 {
                argon2::Version::V0x10
            } else {
                argon2::Version::V0x13
            })
            .memory_kib(number(&case["m_kib"]) as u32)
            .passes(number(&case["t"]) as u32)
            .lanes(number(&case["p"]) as u32);
        let [password, salt, secret, data] =
            ["password", "salt", "secret", "ad"].map(|name| bytes(&case[name]));
        let expected = bytes(&case["tag"]);
        let mut tag = vec![0; expected.len()];
        let input = argon2::Input::new(&password, &salt).secret(&secret).data(&data);
        argon2::hash(&params, &input, &mut tag, &mut Arena::new()).expect("a tag");
        assert_eq!(tag, expected, "{}", case["note"]);
        count += 1;
    }
    let file = file!("memhard/scrypt.json");
    let lists = ["rfc7914", "generated"].map(|name| records(&file[name]));
    for case in lists.concat().iter().filter(|case| number(&case["N"]) * number(&case["r"]) <= 4096) {
        let params =
            scrypt::Params::new(number(&case["N"]), number(&case["r"]) as u32, number(&case["p"]) as u32);
        let expected = bytes(&case["dk"]);
        let mut key = vec![0; expected.len()];
        let (password, salt) = (bytes(&case["password"]), bytes(&case["salt"]));
        scrypt::derive(&params, &password, &salt, &mut key, &mut Arena::new()).expect("a key");
        assert_eq!(key, expected, "{}", case["note"]);
        count += 1;
    }
    count
}

/// The engines that can be used.
fn engines() -> Vec<String> {
    let families = [
        lanesmith_curl::TABLES,
        lanesmith_sha256::TABLES,
        lanesmith_bls::TABLES,
        lanesmith_pwhash::TABLES,
    ];
    let infos = families.into_iter().flatten().flat_map(|table| table.infos());
    let mut names: Vec<String> =
        infos.filter(|info| info.is_available()).map(|info| info.name.to_owned()).collect();
    names.sort();
    names.dedup();
    names
}

pub fn main() {
    assert!(cfg!(target_endian = "big"), "that is what it is for");
    assert_eq!(engines(), ["scalar"]);
    for (family, vectors) in [
        ("sha256", sha256_vectors as fn() -> usize),
        ("curl", curl_vectors),
        ("bls", bls_vectors),
        ("pwhash", pwhash_vectors),
    ] {
        let count = vectors();
        let _ = writeln!(Out, "{family}: {count} vectors");
        assert!(count > 20);
    }
}
