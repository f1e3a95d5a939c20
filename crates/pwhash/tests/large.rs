//! Hashes that take a gigabyte and more.

use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::{lyra2, scrypt};
use lanesmith_testkit::vectors::memhard;

#[test]
#[ignore = "slow: 2 GiB"]
fn the_hash_of_lyra2_in_the_mail_of_april_2014_comes_out() {
    // time ./phs-lyra 1 349525
    let params = lyra2::Params::default()
        .edition(lyra2::Edition::April2014)
        .sponge(lyra2::Sponge::Blake2b)
        .columns(64)
        .rows(349_525);
    assert_eq!(params.memory_bytes(), 2_147_481_600);
    let mut out = [0; 32];
    lyra2::hash(&params, b"password", b"saltsaltsaltsalt", &mut out, &mut Arena::new()).expect("2 GiB");
    let mail = "2ebf7b0b24b3c854683b500090f488c82b31cb267274628b79310dc30ef0f4a1";
    assert_eq!(hex::encode(out), mail);
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
