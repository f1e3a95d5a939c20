//! Keystores: a secret key behind a password (EIP-2335), in JSON.
//!
//! The password is made a key by scrypt or PBKDF2-HMAC-SHA-256; half of it encrypts the secret by AES-128 in counter mode,
//! the other half goes into a checksum. A keystore is written by somebody else: what it asks for is held against [`Limits`]
//! before anything is computed.

mod json;
mod password;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;

use ctr::cipher::{KeyIvInit, StreamCipher};
use lanesmith_isa::Choice;
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::scrypt;
use lanesmith_sha256::{Pbkdf2Job, Sha256, pbkdf2_many_until};

pub use crate::error::KeystoreError;
pub use password::Password;

use super::KeyPath;
use crate::mem;
use crate::signature::{Scheme, SecretBytes, SecretKey};

/// How a password becomes a key, and at what cost.
///
/// ```
/// use lanesmith_bls::keys::keystore::Kdf;
/// assert_eq!(Kdf::SCRYPT.to_string(), "scrypt n=262144 r=8 p=1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kdf {
    /// scrypt: costs time and memory.
    Scrypt {
        /// Entries of the table, a power of two.
        n: u64,
        /// Size of an entry in units of 128 bytes.
        r: u32,
        /// How many tables.
        p: u32,
    },
    /// PBKDF2-HMAC-SHA-256: costs time only.
    Pbkdf2 {
        /// How often the password is hashed.
        iterations: NonZeroU32,
    },
}

impl Kdf {
    /// scrypt at the cost of the EIP: 256 MiB.
    pub const SCRYPT: Self = Self::Scrypt { n: 1 << 18, r: 8, p: 1 };
    /// PBKDF2 at the cost of the EIP: 262144 iterations.
    pub const PBKDF2: Self = Self::Pbkdf2 { iterations: NonZeroU32::new(1 << 18).unwrap() };
}

impl fmt::Display for Kdf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scrypt { n, r, p } => write!(f, "scrypt n={n} r={r} p={p}"),
            Self::Pbkdf2 { iterations } => write!(f, "pbkdf2 c={iterations} prf=hmac-sha256"),
        }
    }
}

/// What a keystore may ask for.
///
/// ```
/// use lanesmith_bls::keys::keystore::{Kdf, KeystoreError, Limits, NewKeystore};
/// use lanesmith_bls::signature::SecretKey;
/// let key = SecretKey::generate(&[7; 32], b"").expect("32 bytes");
/// let kdf = Kdf::Scrypt { n: 16, r: 8, p: 1 };
/// let keystore = NewKeystore { kdf, path: None, description: "", random: &[42; 64] }.encrypt(&key, "secret")?;
/// let tight = Limits { memory: 1024, ..Limits::default() };
/// let refused = keystore.decrypt_key("secret", &tight).map(drop).unwrap_err();
/// assert_eq!(refused, KeystoreError::OverLimit { what: "bytes of memory", value: 16 * 8 * 128, limit: 1024 });
/// # Ok::<(), lanesmith_bls::keys::keystore::KeystoreError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of scrypt's table, and of what its further tables are made from (128 `r` for each `p` above 1).
    pub memory: u64,
    /// What stands for scrypt's time, [as password strings count it](scrypt::Params::work): it may take as long as Argon2id takes to
    /// fill so many bytes.
    pub work: u64,
    /// Iterations of PBKDF2.
    pub iterations: u32,
}

impl Default for Limits {
    /// Four times the memory of the EIP, sixteen times its work: some seconds.
    fn default() -> Self {
        Self { memory: 1 << 30, work: 22 << 30, iterations: 1 << 22 }
    }
}

/// Most tables that a keystore may have: more than any has, and each costs time besides what is counted.
const TABLES: u64 = 256;

impl Limits {
    /// So much memory for scrypt, and the work to fill it four times, but no less work than by default.
    ///
    /// ```
    /// use lanesmith_bls::keys::keystore::Limits;
    /// let limits = Limits::of_memory(8 << 30);
    /// assert!(limits.memory == 8 << 30 && limits.work > Limits::default().work);
    /// assert_eq!(Limits::of_memory(1 << 20), Limits { memory: 1 << 20, ..Limits::default() });
    /// ```
    pub fn of_memory(bytes: u64) -> Self {
        let usual = Self::default();
        // Filling a byte of a table and reading it again are about five bytes of work.
        Self { memory: bytes, work: usual.work.max(bytes.saturating_mul(4 * 6)), ..usual }
    }

    fn allow(&self, kdf: Kdf) -> Result<(), KeystoreError> {
        let within = |what, value: u128, limit| match u64::try_from(value).unwrap_or(u64::MAX) {
            value if value > limit => Err(KeystoreError::OverLimit { what, value, limit }),
            _ => Ok(()),
        };
        match kdf {
            Kdf::Scrypt { n, r, p } => {
                let table = u128::from(n) * u128::from(r) * 128;
                within("bytes of memory", table, self.memory)?;
                let work = scrypt::Params::new(n, r, p).work();
                within("bytes of work", work.into(), self.work)?;
                // What all tables are made from is there at once: with a small `n` it is more than a table.
                let further = u128::from(p.saturating_sub(1)) * u128::from(r) * 128;
                within("bytes of memory", table + further, self.memory)?;
                within("tables (p)", p.into(), TABLES)
            }
            Kdf::Pbkdf2 { iterations } => {
                within("iterations", iterations.get().into(), self.iterations.into())
            }
        }
    }
}

/// A keystore.
///
/// ```
/// use core::num::NonZeroU32;
/// use lanesmith_bls::keys::keystore::{Kdf, Keystore, KeystoreError, Limits, NewKeystore};
/// use lanesmith_bls::signature::SecretKey;
/// let key = SecretKey::generate(&[7; 32], b"").expect("32 bytes");
/// let cheap = Kdf::Scrypt { n: 16, r: 8, p: 1 }; // Kdf::SCRYPT in production
/// let random = [42; 64]; // from the operating system in production
/// let keystore = NewKeystore { kdf: cheap, path: None, description: "", random: &random };
/// let text = keystore.encrypt(&key, "correct horse")?.to_json();
///
/// let read = Keystore::from_json(text.as_bytes())?;
/// assert_eq!(*read.decrypt_key("correct horse", &Limits::default())?.to_bytes(), *key.to_bytes());
/// let wrong = read.decrypt_key("battery staple", &Limits::default());
/// assert_eq!(wrong.map(drop), Err(KeystoreError::WrongPassword));
/// # Ok::<(), KeystoreError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Keystore {
    kdf: Kdf,
    salt: Vec<u8>,
    checksum: [u8; 32],
    iv: [u8; 16],
    message: [u8; 32],
    description: String,
    pubkey: String,
    path: String,
    uuid: String,
}

impl fmt::Debug for Keystore {
    /// What is public and short: with the rest, passwords could be tried by whoever reads a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kdf = match self.kdf {
            Kdf::Scrypt { .. } => "scrypt",
            Kdf::Pbkdf2 { .. } => "pbkdf2",
        };
        f.debug_struct("Keystore")
            .field("version", &json::VERSION)
            .field("uuid", &self.uuid)
            .field("path", &self.path)
            .field("pubkey", &self.pubkey)
            .field("kdf", &kdf)
            .finish_non_exhaustive()
    }
}

/// What a new keystore is made of.
///
/// ```
/// use lanesmith_bls::keys::KeyPath;
/// use lanesmith_bls::keys::keystore::{Kdf, NewKeystore};
/// use lanesmith_bls::signature::SecretKey;
/// let path = KeyPath::signing(0);
/// let key = SecretKey::derive_master(&[7; 32]).and_then(|master| master.derive_path(&path)).expect("a key");
/// let kdf = Kdf::Scrypt { n: 16, r: 8, p: 1 }; // Kdf::SCRYPT in production
/// let random = [42; 64]; // from the operating system in production
/// let new = NewKeystore { kdf, path: Some(&path), description: "a validator", random: &random };
/// assert!(new.encrypt(&key, "correct horse")?.to_json().contains("m/12381/3600/0/0/0"));
/// # Ok::<(), lanesmith_bls::keys::keystore::KeystoreError>(())
/// ```
#[derive(Clone, Copy)]
pub struct NewKeystore<'a> {
    /// How the password becomes a key.
    pub kdf: Kdf,
    /// Where in its tree the key stands.
    pub path: Option<&'a KeyPath>,
    /// What the keystore is for.
    pub description: &'a str,
    /// Bytes from the operating system or another cryptographic generator, used for this keystore only.
    pub random: &'a [u8; 64],
}

impl fmt::Debug for NewKeystore<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewKeystore")
            .field("kdf", &self.kdf)
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl NewKeystore<'_> {
    /// Puts a key behind a password.
    ///
    /// # Errors
    /// [`KeystoreError::EmptyPassword`]; if the cost is impossible, or there is no memory for it.
    pub fn encrypt(&self, key: &SecretKey, password: &str) -> Result<Keystore, KeystoreError> {
        self.encrypt_with(key, &Password::new(password))
    }

    /// The same for a [`Password`].
    ///
    /// # Errors
    /// As [`encrypt`](Self::encrypt).
    pub fn encrypt_with(&self, key: &SecretKey, password: &Password) -> Result<Keystore, KeystoreError> {
        self.encrypt_until(key, password, || false)
    }

    /// The same, unless `stop` says yes, which is asked every few milliseconds of the derivation.
    ///
    /// # Errors
    /// As [`encrypt`](Self::encrypt); [`KeystoreError::Interrupted`] if it was stopped.
    pub fn encrypt_until(
        &self,
        key: &SecretKey,
        password: &Password,
        stop: impl Fn() -> bool + Send + Sync,
    ) -> Result<Keystore, KeystoreError> {
        if password.as_bytes().is_empty() {
            return Err(KeystoreError::EmptyPassword);
        }
        let (salt, rest) = self.random.split_at(32);
        let (mut iv, mut uuid) = ([0; 16], [0; 16]);
        iv.copy_from_slice(&rest[..16]);
        uuid.copy_from_slice(&rest[16..]);
        let derived = derive(self.kdf, salt, password, stop)?;
        let mut secret = key.to_bytes();
        crypt(&derived, &iv, &mut secret);
        Ok(Keystore {
            kdf: self.kdf,
            salt: salt.to_vec(),
            checksum: checksum(&derived, &secret),
            iv,
            message: *secret,
            description: self.description.to_string(),
            pubkey: Scheme::min_pk().public_key(key).to_string(),
            path: self.path.map(KeyPath::to_string).unwrap_or_default(),
            uuid: json::uuid(uuid),
        })
    }
}

impl Keystore {
    /// The secret key. That it is the key of the public key which the keystore names has been checked, if it names one. The password
    /// may be empty here: there are keystores that were made so.
    ///
    /// # Errors
    /// [`KeystoreError::WrongPassword`]; [`KeystoreError::OverLimit`] before anything is computed.
    pub fn decrypt_key(&self, password: &str, limits: &Limits) -> Result<SecretKey, KeystoreError> {
        self.decrypt_key_with(&Password::new(password), limits)
    }

    /// The same for a [`Password`].
    ///
    /// # Errors
    /// As [`decrypt_key`](Self::decrypt_key).
    pub fn decrypt_key_with(&self, password: &Password, limits: &Limits) -> Result<SecretKey, KeystoreError> {
        self.decrypt_key_until(password, limits, || false)
    }

    /// The same, unless `stop` says yes, which is asked every few milliseconds of the derivation.
    ///
    /// ```
    /// # use lanesmith_bls::keys::keystore::{Kdf, Keystore, KeystoreError, Limits, NewKeystore, Password};
    /// # use lanesmith_bls::signature::SecretKey;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// # let key = SecretKey::generate(&[7; 32], b"").expect("32 bytes");
    /// # let new = NewKeystore { kdf: Kdf::Scrypt { n: 16, r: 8, p: 1 }, path: None, description: "", random: &[42; 64] };
    /// # let keystore = new.encrypt(&key, "correct horse")?;
    /// // A handler of signals sets it.
    /// static STOP: AtomicBool = AtomicBool::new(false);
    /// STOP.store(true, Ordering::Relaxed);
    /// let password = Password::new("correct horse");
    /// let stopped = keystore.decrypt_key_until(&password, &Limits::default(), || STOP.load(Ordering::Relaxed));
    /// assert_eq!(stopped.map(drop), Err(KeystoreError::Interrupted));
    /// # Ok::<(), KeystoreError>(())
    /// ```
    ///
    /// # Errors
    /// As [`decrypt_key`](Self::decrypt_key); [`KeystoreError::Interrupted`] if it was stopped.
    pub fn decrypt_key_until(
        &self,
        password: &Password,
        limits: &Limits,
        stop: impl Fn() -> bool + Send + Sync,
    ) -> Result<SecretKey, KeystoreError> {
        limits.allow(self.kdf)?;
        let derived = derive(self.kdf, &self.salt, password, stop)?;
        let expected = checksum(&derived, &self.message);
        // Neither which byte differs nor how many is to be seen.
        let differs = expected.iter().zip(&self.checksum).fold(0, |bits, (a, b)| bits | (a ^ b));
        if differs != 0 {
            return Err(KeystoreError::WrongPassword);
        }
        let mut secret = SecretBytes::new(self.message);
        crypt(&derived, &self.iv, &mut secret);
        let key = SecretKey::from_bytes(&*secret)?;
        let named = self.pubkey.strip_prefix("0x").unwrap_or(&self.pubkey);
        let right = || named.eq_ignore_ascii_case(&Scheme::min_pk().public_key(&key).to_string());
        if named.is_empty() || right() { Ok(key) } else { Err(KeystoreError::OtherKey) }
    }

    /// How the password becomes a key.
    pub fn kdf(&self) -> Kdf {
        self.kdf
    }

    /// What the keystore is for.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The public key that it names, in hexadecimal.
    pub fn pubkey(&self) -> &str {
        &self.pubkey
    }

    /// The path of the key in its tree; may be empty.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its identifier.
    pub fn uuid(&self) -> &str {
        &self.uuid
    }

    /// The version of the format.
    pub fn version(&self) -> u64 {
        json::VERSION
    }
}

/// What is derived from the password: 16 bytes that encrypt, 16 that go into the checksum.
fn derive(
    kdf: Kdf,
    salt: &[u8],
    password: &Password,
    stop: impl Fn() -> bool + Send + Sync,
) -> Result<SecretBytes<32>, KeystoreError> {
    let mut derived = SecretBytes::new([0; 32]);
    let password = password.as_bytes();
    match kdf {
        Kdf::Scrypt { n, r, p } => {
            let params = scrypt::Params::new(n, r, p);
            let mut arena = Arena::new();
            arena.interrupt_when(&stop);
            scrypt::derive(&params, password, salt, &mut *derived, &mut arena).map_err(
                |error| match error {
                    lanesmith_pwhash::Error::Interrupted => KeystoreError::Interrupted,
                    error => KeystoreError::Derivation(error),
                },
            )?;
        }
        Kdf::Pbkdf2 { iterations } => {
            let mut job = [Pbkdf2Job { password, salt, out: &mut *derived }];
            let done = pbkdf2_many_until(Choice::AUTO, &mut job, iterations, &stop);
            // 32 bytes are no longer than allowed: there is no other error.
            let field = KeystoreError::Field { at: "/crypto/kdf/params/dklen", need: "32" };
            if !done.map_err(|_| field)? {
                return Err(KeystoreError::Interrupted);
            }
        }
    }
    Ok(derived)
}

/// Encrypts or decrypts, which is the same.
fn crypt(derived: &SecretBytes<32>, iv: &[u8; 16], secret: &mut [u8; 32]) {
    let mut key = [0; 16];
    key.copy_from_slice(&derived[..16]);
    ctr::Ctr128BE::<aes::Aes128>::new((&key).into(), iv.into()).apply_keystream(secret);
    mem::wipe_bytes(&mut key);
}

fn checksum(derived: &SecretBytes<32>, message: &[u8; 32]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(&derived[16..]);
    hasher.update(message);
    hasher.finalize()
}
