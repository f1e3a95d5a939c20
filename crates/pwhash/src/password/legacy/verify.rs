//! What the strings cost, and their functions: those of other crates, and ours for SHA-256.

use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use base64ct::{Base64, Encoding};
use hmac::KeyInit;
use lanesmith_isa::Choice;
use lanesmith_sha256::{Hmac, HmacKey, Pbkdf2Job, pbkdf2_many_until, sha256};
use subtle::ConstantTimeEq;

use super::super::{Limits, Stored};
use super::Hash;
use super::digest::{hmac_streebog, streebog};
use super::functions;
use super::read::{Before, Form};
use crate::Error;
use crate::mem::{Arena, Interrupt, wipe};

/// What a round takes: so many bytes does Argon2id fill in that time, on CPUs that have nothing for the function.
const BCRYPT: u64 = 128 << 10;
const SHA2_CRYPT_BLOCK: u64 = 1 << 10;
const PBKDF2: u64 = 1 << 10;
const PBKDF2_SHA512: u64 = 2 << 10;

/// The longest password of sha256-crypt and sha512-crypt: they hash it as often as it has bytes. crypt(3) takes 512.
const LONGEST: usize = 4096;

/// The work of sha256-crypt or sha512-crypt for a password of so many bytes, which each round hashes twice. Three blocks at least, so that
/// all but the longest count as much as the string says.
fn sha2_crypt_work(rounds: u32, digest: usize, password: usize) -> u64 {
    let (round, before) = (digest + 33 + 2 * password, password * password);
    let blocks = |bytes: usize| bytes.div_ceil(2 * digest) as u64;
    SHA2_CRYPT_BLOCK.saturating_mul(blocks(round).max(3) * u64::from(rounds) + blocks(before))
}

/// What bcrypt takes of a password and the NUL behind it.
const BCRYPT_KEY: usize = 72;

impl Form {
    /// Bytes of memory, and the work in the unit of limits.
    pub(super) fn cost(&self) -> (u64, u64) {
        match self {
            Form::Inner(inner) => (inner.memory(), inner.work()),
            Form::Bcrypt { cost, .. } => (4 << 10, BCRYPT << cost),
            Form::Sha2Crypt { rounds, hash, .. } => (1 << 10, sha2_crypt_work(*rounds, hash.len(), 0)),
            Form::Gost { stored, .. } => {
                let params = stored.setting().params();
                (params.memory(), params.work())
            }
            Form::Pbkdf2 { function, rounds, hash, .. } => {
                let pieces = hash.len().div_ceil(function.bytes()) as u64;
                let round = if *function == Hash::Sha512 { PBKDF2_SHA512 } else { PBKDF2 };
                (1 << 10, round * pieces * u64::from(rounds.get()))
            }
            Form::Named => (0, 0),
        }
    }

    pub(super) fn admit(&self, limits: &Limits) -> Result<(), Error> {
        match self {
            Form::Inner(inner) => inner.admit(limits),
            Form::Gost { stored, .. } => stored.admit(limits),
            _ => {
                let (memory, work) = self.cost();
                limits.check(memory, work)
            }
        }
    }

    pub(super) fn verify(
        &self,
        password: &[u8],
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        self.admit(limits)?;
        match self {
            Form::Inner(inner) => inner.verify(password, limits, arena),
            Form::Bcrypt { before, cost, salt, hash } => {
                let prepared = before.apply(password);
                let key = prepared.as_deref().unwrap_or(password);
                let result = bcrypt(key, *cost, salt, hash, arena.interrupt());
                if let Some(mut text) = prepared {
                    wipe(&mut text);
                }
                result
            }
            Form::Sha2Crypt { rounds, salt, hash } => {
                if password.len() > LONGEST {
                    let need = "at most 4096 for sha256-crypt and sha512-crypt";
                    return Err(Error::Length { what: "password", bytes: password.len(), need });
                }
                limits.check(1 << 10, sha2_crypt_work(*rounds, hash.len(), password.len()))?;
                let interrupt = arena.interrupt();
                let mut found = match hash.len() {
                    32 => functions::sha2_crypt::<sha2::Sha256>(password, salt, *rounds, interrupt)?,
                    _ => functions::sha2_crypt::<sha2::Sha512>(password, salt, *rounds, interrupt)?,
                };
                compare(&mut found, hash)
            }
            Form::Gost { stored, setting } => {
                let yescrypt = Stored::hash(*stored.setting(), password, arena)?;
                let key = hmac_streebog(&streebog(password), setting.as_bytes());
                let mut found = hmac_streebog(&key, yescrypt.hash_bytes());
                compare(&mut found[..], stored.hash_bytes())
            }
            Form::Pbkdf2 { function, rounds, salt, hash } => {
                let mut found = vec![0; hash.len()];
                pbkdf2(*function, password, salt, *rounds, &mut found, arena.interrupt())?;
                compare(&mut found, hash)
            }
            Form::Named => Err(Error::WrongPassword),
        }
    }
}

impl Before {
    /// What is hashed instead of the password, if that is something else.
    fn apply(&self, password: &[u8]) -> Option<Vec<u8>> {
        let mut digest = match self {
            Before::Nothing => return None,
            Before::HexSha256 | Before::Base64Sha256 => sha256(password),
            Before::Base64Hmac(salt) => {
                let mut hmac = Hmac::new(&HmacKey::new(salt.as_bytes()));
                hmac.update(password);
                hmac.finalize()
            }
        };
        let mut text = vec![0; 64];
        let length = match self {
            Before::HexSha256 => {
                for (pair, byte) in text.chunks_exact_mut(2).zip(digest) {
                    pair.copy_from_slice(&[byte >> 4, byte & 15].map(hexadecimal));
                }
                64
            }
            // 44 characters of 64 there is room for.
            _ => Base64::encode(&digest, &mut text).map_or(0, str::len),
        };
        text.truncate(length);
        wipe(&mut digest);
        Some(text)
    }
}

/// The character of a value below 16, without a table: it is secret.
fn hexadecimal(value: u8) -> u8 {
    value + b'0' + (b'a' - b'9' - 1) * u8::from(value > 9)
}

fn bcrypt(
    password: &[u8],
    cost: u32,
    salt: &[u8; 16],
    hash: &[u8; 23],
    interrupt: Interrupt<'_>,
) -> Result<(), Error> {
    // What is stored ended where the first NUL was. bcrypt repeats a password and its NUL: with one in it, another could be the same.
    if password.contains(&0) {
        return Err(Error::WrongPassword);
    }
    let mut key = [0; BCRYPT_KEY];
    let length = password.len().min(BCRYPT_KEY);
    key[..length].copy_from_slice(&password[..length]);
    let found = functions::bcrypt(cost, salt, &key[..(length + 1).min(BCRYPT_KEY)], interrupt);
    wipe(&mut key);
    compare(&mut found?[..23], hash)
}

/// PBKDF2 with HMAC of that function.
fn pbkdf2(
    function: Hash,
    password: &[u8],
    salt: &[u8],
    rounds: NonZeroU32,
    out: &mut [u8],
    interrupt: Interrupt<'_>,
) -> Result<(), Error> {
    const ANY_KEY: &str = "HMAC takes keys of any length";
    match function {
        Hash::Sha1 => {
            let keyed = hmac::Hmac::<sha1::Sha1>::new_from_slice(password).expect(ANY_KEY);
            functions::pbkdf2(&keyed, salt, rounds.get(), out, interrupt)?;
        }
        Hash::Sha512 => {
            let keyed = hmac::Hmac::<sha2::Sha512>::new_from_slice(password).expect(ANY_KEY);
            functions::pbkdf2(&keyed, salt, rounds.get(), out, interrupt)?;
        }
        Hash::Sha256 => {
            let bytes = out.len();
            let mut jobs = [Pbkdf2Job { password, salt, out }];
            match pbkdf2_many_until(Choice::AUTO, &mut jobs, rounds, &|| interrupt.asked()) {
                Ok(true) => {}
                Ok(false) => return Err(Error::Interrupted),
                Err(_) => return Err(Error::Length { what: "hash", bytes, need: "at most 64" }),
            }
        }
    }
    Ok(())
}

/// Whether both are the same, in constant time; `found` is wiped.
fn compare(found: &mut [u8], stored: &[u8]) -> Result<(), Error> {
    let same = bool::from(found.ct_eq(stored));
    wipe(found);
    if same { Ok(()) } else { Err(Error::WrongPassword) }
}
