//! Hashes that take a gigabyte and more.

use lanesmith_pwhash::TWOCATS;
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::yescrypt::Yescrypt05;
use lanesmith_pwhash::{lyra2, scrypt, twocats};
use lanesmith_testkit::vectors::memhard::{self, mail};

#[test]
#[ignore = "slow: 2 GiB"]
fn the_hash_of_lyra2_in_the_mail_of_april_2014_comes_out() {
    // time ./phs-lyra 1 349525
    let params = lyra2::Params::default()
        .edition(lyra2::Edition::April2014)
        .sponge(lyra2::Sponge::Blake2b)
        .columns(64)
        .rows(349_525);
    assert_eq!(params.memory(), 2_147_481_600);
    let mut out = [0; 32];
    lyra2::hash(&params, mail::PASSWORD, mail::SALT, &mut out, &mut Arena::new()).expect("2 GiB");
    assert_eq!(out, mail::lyra2());
}

#[test]
#[ignore = "slow: 2 GiB"]
fn the_hash_of_yescrypt_in_the_mail_of_april_2014_comes_out() {
    // time ./phs-yescrypt 0 18, with most rounds commented out; and the same with all of them.
    let mut arena = Arena::new();
    let hash = Yescrypt05::new(1 << 21, 8, 0).expect("parameters");
    let reduced = hash.reduced().derive(mail::PASSWORD, mail::SALT, &mut arena).expect("2 GiB");
    assert_eq!(reduced, mail::yescrypt_reduced());
    let whole = hash.derive(mail::PASSWORD, mail::SALT, &mut arena).expect("2 GiB");
    assert_eq!(whole, mail::yescrypt());
}

#[test]
#[ignore = "slow: 2 GiB"]
fn the_hash_of_twocats_in_the_mail_of_april_2014_comes_out_on_every_engine() {
    // time ./phs-twocats 0 21, with one multiplication.
    let mut arena = Arena::new();
    let params = twocats::Params::new(twocats::Edition::Phc2014, twocats::Hash::Blake2s, 21).multiplies(1);
    for engine in TWOCATS.available() {
        let mut out = [0; 32];
        let twocats = twocats::TwoCats::with_engine(engine, params).expect("parameters");
        twocats.hash(mail::PASSWORD, mail::SALT, b"", &mut out, &mut arena).expect("2 GiB");
        assert_eq!(out, mail::twocats(), "{}", engine.name());
    }
}

#[test]
#[ignore = "slow: 1 GiB"]
fn the_largest_keys_of_rfc_7914_come_out() {
    let mut arena = Arena::new();
    for case in memhard::scrypt::cases().iter().filter(|case| case.n > 1 << 14) {
        let mut key = vec![0; case.dk.len()];
        let params = scrypt::Params::new(case.n, case.r, case.p);
        scrypt::derive(&params, &case.password, &case.salt, &mut key, &mut arena).expect("1 GiB");
        assert_eq!(key, *case.dk);
    }
}

#[test]
#[ignore = "slow: 256 MiB"]
fn the_key_of_the_keystore_in_eip_2335_comes_out() {
    let password = hex::decode("7465737470617373776f7264f09f9491").expect("hexadecimal");
    let salt = hex::decode("d4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3");
    let mut key = [0; 32];
    let params = scrypt::Params::new(262_144, 8, 1);
    scrypt::derive(&params, &password, &salt.expect("hexadecimal"), &mut key, &mut Arena::new())
        .expect("256 MiB");
    assert_eq!(hex::encode(key), "5a333a68da73d7912df0bb55be74fdf110af60082a6a387b9847bbad4aa49f87");
}
