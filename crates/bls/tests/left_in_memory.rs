//! What work with keys leaves in memory: nothing, anywhere in the process.
#![cfg(target_os = "linux")]

use std::hint::black_box;
use std::num::NonZeroU32;

use lanesmith_bls::Workers;
use lanesmith_bls::keys::keystore::{Kdf, Limits, NewKeystore};
use lanesmith_bls::keys::{self, KeyPath};
use lanesmith_bls::signature::{MinPk, Scheme, SecretKey, expand_seed};
use lanesmith_testkit::mem::{find_any, inverted};

/// The first published test of EIP-2333: its seed, its master key and child 0 of that.
const SEED: &str = "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04";

/// What is made on the way, by an independent implementation; a key inside is in Montgomery form. Each gives the child away, but for
/// the chunks, of which that takes all. They stand in memory that cannot be written, which is not looked through.
const SECRETS: &[(&str, &str)] = &[
    ("seed", SEED),
    ("extracted from the seed", "6ef006601ab0266d0473ceaf198ca14e2decb7160d8a041af6f4525b4706aefd"),
    (
        "expanded from that",
        "062c2e194260598827fdc5b7c48e73349fdd6c8c6cd0455a26fda752609d082a43fe31144385737c38fc1311529acaee",
    ),
    ("master key", "0d7359d57963ab8fbbde1852dcf553fedbc31f464d80ee7d40ae683122b45070"),
    ("master key inside", "1ac6b098daf3022849165dcd8bfd0419cf48aecd9784f879bd98fe06b882d88f"),
    ("extracted from the master key", "e32b12f24fdb9166f589d4b20b753a1f16557aa64918641c9efe85379a5df3bb"),
    ("first chunk", "e345d0ad7be270737de05cf036f688f385d5f99c7fddb054837658bdd2ebd519"),
    ("last chunk of the key", "65963bb743d5db080005c4db59e29c4a4e86f92ab1dd7a59f69ea7eaf8e9aa79"),
    (
        "last chunk of the key's complement",
        "261a605fa5f2a9bdc7cffac530edcf976e7ea7af4e443b625fe01ed39dad44b6",
    ),
    ("compressed Lamport key", "dd635d27d1d52b9a49df9e5c0c622360a4dd17cba7db4e89bce3cb048fb721a5"),
    ("extracted from the Lamport key", "f4d1e345b29ecd242139d5a0b97f0f3bf05b6c6e0e1756cf1c12273a8bc9b49e"),
    (
        "expanded from that, for the child",
        "6b33f0a3b9bde46a717a6ec3f90950636e34d28df0c136067499ea9fc907ba101d89bca4c01a54db083c4dcae3b7b705",
    ),
    ("child", "2d18bd6c14e6d15bf8b5085c9b74f3daae3b03cc2014770a599d8c1539e50f8e"),
    ("child inside", "2a980b5618ac97dff86f23155b3c95d48480cde544daae773648147ea54bc69d"),
];

/// The bytes inverted, so that they are nowhere in memory as they are.
fn inverted_hex(text: &str) -> Vec<u8> {
    let byte = |at| !u8::from_str_radix(&text[at..at + 2], 16).expect("two digits");
    (0..text.len()).step_by(2).map(byte).collect()
}

/// The forms in which a secret can be left, inverted: the most significant byte first or last, or by words as SHA-256 has them; looked for
/// by sixteen bytes at a time.
fn forms() -> Vec<(&'static str, Vec<u8>)> {
    let mut forms = Vec::new();
    for (name, text) in SECRETS {
        let ahead = inverted_hex(text);
        let back = ahead.iter().rev().copied().collect();
        let words = ahead.chunks(4).flat_map(|word| word.iter().rev().copied()).collect();
        for bytes in [ahead, back, words] {
            forms.extend([&bytes[..16], &bytes[bytes.len() - 16..]].map(|part| (*name, part.to_vec())));
        }
    }
    forms
}

/// The process is looked through as a whole, so all is in one test.
#[test]
fn no_seed_and_no_key_is_left() {
    type Use = (&'static str, fn(&[u8]));
    // Keys stay in the place where they were made: what a caller moves may leave a copy behind.
    let uses: [Use; 8] = [
        ("a master key", |seed| _ = black_box(&SecretKey::derive_master(seed))),
        ("a child", |seed| with_master(seed, |key| _ = black_box(&key.derive_child(0)))),
        ("a path", |seed| {
            with_master(seed, |key| {
                _ = black_box(&key.derive_path(&KeyPath::parse("m/0").expect("a path")));
            });
        }),
        ("bytes of a key, read again", |seed| {
            with_master(seed, |key| _ = black_box(&SecretKey::from_bytes(&*key.to_bytes())));
        }),
        ("a public key", |seed| with_master(seed, |key| _ = black_box(Scheme::min_pk().public_key(key)))),
        ("a signature", |seed| {
            with_master(seed, |key| {
                let scheme = Scheme::min_pk();
                _ = black_box((scheme.sign(key, b"message"), scheme.prove_possession(key)));
                _ = black_box(scheme.sign_many(Workers::HERE, &[(key, &b"message"[..]); 9]));
            });
        }),
        ("shares", |seed| {
            with_master(seed, |key| {
                let dealt = keys::split::<MinPk>(key, 2, 3, &mut expand_seed([3; 32]));
                _ = black_box(&keys::recover_key(&dealt.as_ref().expect("shares").0[..2]));
            });
        }),
        ("a keystore", |seed| {
            with_master(seed, |key| {
                for kdf in [Kdf::Scrypt { n: 16, r: 8, p: 1 }, Kdf::Pbkdf2 { iterations: NonZeroU32::MIN }] {
                    let new = NewKeystore { kdf, path: None, description: "", random: &[42; 64] };
                    let keystore = new.encrypt(key, "password").expect("a keystore");
                    _ = black_box(&keystore.decrypt_key("password", &Limits::default()));
                }
            });
        }),
    ];
    let forms = forms();
    let patterns: Vec<&[u8]> = forms.iter().map(|(_, form)| &form[..]).collect();
    let left = || find_any(&patterns).into_iter().map(|(which, _)| forms[which].0).collect::<Vec<_>>();
    let seed = inverted_hex(SEED);
    for (what, work) in uses {
        let mut seed = inverted(&seed);
        assert_eq!(left().first(), Some(&"seed"), "the search finds what is there");
        work(&seed);
        seed.fill(0);
        black_box(&seed);
        assert_eq!(left(), [""; 0], "left by {what}");
    }
}

fn with_master(seed: &[u8], work: fn(&SecretKey)) {
    work(SecretKey::derive_master(seed).as_ref().expect("a key"));
}
