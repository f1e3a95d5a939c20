//! RustCrypto's traits over every scheme, and their own Argon2 and scrypt on our strings.

use lanesmith_pwhash::crypt::Limits;
use lanesmith_pwhash::mem::{ArenaOptions, Pool};
use lanesmith_pwhash::password::traits::Hasher;
use lanesmith_pwhash::password::traits::password_hash::{Error, PasswordHasher, PasswordVerifier, phc};
use lanesmith_pwhash::password::{Context, PasswordHash, Policy, Scheme};

const SALT: &[u8] = b"16 random bytes!";

fn hasher(scheme: Scheme) -> Hasher<'static> {
    Hasher::new(Policy::new(scheme).with_memory(1 << 20).expect("memory"))
}

#[test]
fn every_scheme_hashes_and_verifies_as_string_and_as_type() {
    for scheme in Scheme::ALL {
        let hasher = hasher(scheme);
        let stored: PasswordHash = hasher.hash_password_with_salt(b"password", SALT).expect("a hash");
        let text = stored.to_string();
        assert_eq!(hasher.verify_password(b"password", &stored), Ok(()));
        assert_eq!(hasher.verify_password(b"password", text.as_str()), Ok(()));
        assert_eq!(hasher.verify_password(b"passwore", text.as_str()), Err(Error::PasswordInvalid));
        let phc: Result<phc::PasswordHash, Error> = hasher.hash_password_with_salt(b"password", SALT);
        match (phc, scheme) {
            (Err(Error::Algorithm), Scheme::Yescrypt) => {}
            (phc, _) => {
                let phc = phc.unwrap_or_else(|e| panic!("{scheme}: {e}"));
                assert_eq!(phc.to_string(), text);
                assert_eq!(hasher.verify_password(b"password", &phc), Ok(()));
                assert_eq!(hasher.verify_password(b"passwore", &phc), Err(Error::PasswordInvalid));
            }
        }
    }
}

#[test]
fn the_crates_of_rustcrypto_verify_our_strings_and_we_theirs() {
    let ours: phc::PasswordHash =
        hasher(Scheme::Argon2id).hash_password_with_salt(b"password", SALT).expect("a hash");
    let theirs = argon2::Argon2::default();
    assert_eq!(PasswordVerifier::<phc::PasswordHash>::verify_password(&theirs, b"password", &ours), Ok(()));
    let made: phc::PasswordHash = theirs.hash_password_with_salt(b"password", SALT).expect("a hash");
    assert_eq!(hasher(Scheme::Scrypt).verify_password(b"password", &made), Ok(()));
    assert_eq!(hasher(Scheme::Scrypt).verify_password(b"passwore", &made), Err(Error::PasswordInvalid));
}

#[test]
fn secret_limits_and_pool_are_kept() {
    let policy = Policy::new(Scheme::Argon2id).with_memory(1 << 20).expect("memory");
    let secret = Hasher::new(policy).context(Context::new().secret(b"pepper"));
    let stored: PasswordHash = secret.hash_password_with_salt(b"password", SALT).expect("a hash");
    assert_eq!(secret.verify_password(b"password", &stored), Ok(()));
    assert_eq!(hasher(Scheme::Argon2id).verify_password(b"password", &stored), Err(Error::PasswordInvalid));
    let tight = hasher(Scheme::Argon2id).limits(Limits { memory: 1 << 10, ..Limits::default() });
    assert_eq!(tight.verify_password(b"password", &stored), Err(Error::ParamsInvalid));
    let small = hasher(Scheme::Argon2id).pool(Pool::new(1 << 10, 1, ArenaOptions::default()));
    assert_eq!(small.verify_password(b"password", &stored), Err(Error::OutOfMemory));
}

#[test]
fn what_cannot_be_used_is_named_in_their_words() {
    let hasher = hasher(Scheme::Argon2id);
    let result: Result<PasswordHash, Error> = hasher.hash_password_with_salt(b"password", b"short");
    assert_eq!(result, Err(Error::SaltInvalid));
    for (text, error) in [
        ("$0$12$abc", Error::Algorithm),
        (
            "$argon2id$v=19$m=64,t=0,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPQ",
            Error::ParamInvalid { name: "t (passes)" },
        ),
        ("$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fP!", Error::EncodingInvalid),
        ("$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$FqGkmA", Error::OutputSize),
    ] {
        assert_eq!(hasher.verify_password(b"password", text), Err(error), "{text}");
    }
}
