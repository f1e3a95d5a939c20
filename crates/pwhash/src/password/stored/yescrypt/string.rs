//! `$y$` and `$7$`: whole strings.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use lanesmith_sha256::Sha256;
use subtle::ConstantTimeEq;

use super::Setting;
use super::base64::{decode, encode};
use crate::Error;
use crate::mem::{Arena, Secret, wipe};
use crate::password::Limits;
use crate::password::limits::check_parts;
use crate::yescrypt::{Job, Params, Rom, Yescrypt};

/// A stored password hash: setting and hash.
///
/// ```
/// use lanesmith_pwhash::crypt::{Limits, Setting, Stored};
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::yescrypt::{Mode, Params};
///
/// let mut arena = Arena::new();
/// let setting = Setting::new(Params::new(Mode::ReadWrite, 1024, 8)?, b"16 random bytes!")?;
/// let text = Stored::hash(setting, b"correct horse", &mut arena)?.to_string();
/// assert!(text.starts_with("$y$j75$"));
///
/// let stored: Stored = text.parse()?;
/// stored.verify(b"correct horse", &Limits::default(), &mut arena)?;
/// assert!(stored.verify(b"battery staple", &Limits::default(), &mut arena).is_err());
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    setting: Setting,
    hash: [u8; 32],
}

impl fmt::Debug for Stored {
    // A hash can be attacked: it does not belong into logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stored").field("setting", &self.setting).finish_non_exhaustive()
    }
}

impl FromStr for Stored {
    type Err = Error;

    /// Reads a whole string and nothing else: what crypt(3) would write.
    fn from_str(text: &str) -> Result<Self, Error> {
        let (setting, end) = Setting::read(text)?;
        let mut hash = [0; 32];
        let start = end + 1;
        let Some(rest) = text.as_bytes().get(start..) else {
            return Err(Error::Malformed { at: end, what: "no hash" });
        };
        if rest.len() != 43 {
            return Err(Error::Malformed { at: start, what: "the hash does not have 43 characters" });
        }
        decode(rest, &mut hash).map_err(|(at, what)| Error::Malformed { at: start + at, what })?;
        Ok(Stored { setting, hash })
    }
}

impl fmt::Display for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hash = String::with_capacity(43);
        encode(&self.hash, &mut hash);
        write!(f, "{}${hash}", self.setting)
    }
}

/// A key with which stored hashes are encrypted, so that a copy of them alone cannot be attacked.
///
/// ```
/// use lanesmith_pwhash::crypt::{HashKey, Stored};
/// let stored: Stored = "$y$j9T$LdJMENpBABJJ3hIHjB1Bi.$u2OTvjfFNnWXgGAOFvgB1vH5NgjtzZuf1aX1t4YvTE.".parse()?;
/// let key = HashKey::new([7; 32]);
/// let hidden = stored.encrypted(&key)?;
/// assert_ne!(hidden, stored);
/// assert_eq!(hidden.decrypted(&key)?, stored);
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Debug)]
pub struct HashKey(Secret<[u8; 32]>);

impl HashKey {
    /// A key of 32 random bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        HashKey(Secret::new(bytes))
    }

    /// Six rounds of an unbalanced Feistel network of SHA-256.
    fn cipher(&self, data: &mut [u8], decrypt: bool) {
        let length = data.len().min(64);
        let data = &mut data[..length];
        let half = length / 2;
        let odd = length % 2 == 1;
        for i in 0..6 {
            let round = if decrypt { 5 - i } else { i };
            // Even rounds change the second half by the first. Of an odd length, each half has a nibble of the last byte.
            let (from, to) = if round % 2 == 0 { (0, half) } else { (half, 0) };
            let mask = if round % 2 == 0 { 0x0f } else { 0xf0 };
            let mut hash = Sha256::new();
            hash.update([0, 32, length as u8, round]);
            hash.update(&self.0[..]);
            hash.update(&data[from..from + half]);
            if odd {
                hash.update([data[length - 1] & mask]);
            }
            let stream = Secret::new(hash.finalize());
            for (byte, key) in data[to..to + half].iter_mut().zip(&stream[..]) {
                *byte ^= key;
            }
            if odd {
                data[length - 1] ^= stream[half] & !mask;
            }
        }
    }
}

impl Stored {
    /// Hashes a password. Limits are the caller's: whoever makes a setting decides what it costs.
    ///
    /// # Errors
    /// If the memory cannot be had, or the setting wants a ROM.
    pub fn hash(setting: Setting, password: &[u8], arena: &mut Arena<'_>) -> Result<Self, Error> {
        Self::hash_on(&yescrypt(&setting, None)?, setting, password, arena)
    }

    /// Hashes a password with a ROM.
    ///
    /// # Errors
    /// If the memory cannot be had, or the ROM is not the size that the setting names.
    pub fn hash_with_rom(
        setting: Setting,
        password: &[u8],
        rom: Rom<'_>,
        arena: &mut Arena<'_>,
    ) -> Result<Self, Error> {
        Self::hash_on(&yescrypt(&setting, Some(rom))?, setting, password, arena)
    }

    fn hash_on(
        yescrypt: &Yescrypt<'_>,
        setting: Setting,
        password: &[u8],
        arena: &mut Arena<'_>,
    ) -> Result<Self, Error> {
        let mut hash = [0; 32];
        yescrypt.derive(password, setting.salt(), &mut hash, arena)?;
        Ok(Stored { setting, hash })
    }

    /// Parameters and salt.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// Whether the password is the one that was stored; compared in constant time.
    ///
    /// # Errors
    /// [`Error::WrongPassword`] if it is not; [`Error::OverLimit`] before anything is computed, if the string asks for more
    /// than the limits allow; [`Error::Memory`] if the memory cannot be had.
    pub fn verify(&self, password: &[u8], limits: &Limits, arena: &mut Arena<'_>) -> Result<(), Error> {
        self.verify_on(password, limits, None, arena)
    }

    /// The same with a ROM.
    ///
    /// # Errors
    /// As [`verify`](Self::verify); and if the ROM is not the size that the string names.
    pub fn verify_with_rom(
        &self,
        password: &[u8],
        rom: Rom<'_>,
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        self.verify_on(password, limits, Some(rom), arena)
    }

    fn verify_on(
        &self,
        password: &[u8],
        limits: &Limits,
        rom: Option<Rom<'_>>,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        self.admit(limits)?;
        let mut found = Self::hash_on(&yescrypt(&self.setting, rom)?, self.setting, password, arena)?;
        let result = self.compare(&found.hash);
        wipe(&mut found.hash);
        result
    }

    /// Two logins at once, which on one core takes much less time than one after the other. Strings of different parameters
    /// are hashed one after the other, and so are those that together take more memory than the limits allow.
    ///
    /// # Errors
    /// For each of them as [`verify`](Self::verify).
    pub fn verify_pair(
        pair: [(&Stored, &[u8]); 2],
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> [Result<(), Error>; 2] {
        let [(a, first), (b, second)] = pair;
        let same = a.setting.params == b.setting.params && a.setting.rom_log == b.setting.rom_log;
        // Both matrices are there at once.
        let both = limits.check(a.setting.params.memory().saturating_mul(2), 0);
        if !same || a.admit(limits).and(both).is_err() {
            return pair.map(|(stored, password)| stored.verify(password, limits, arena));
        }
        let mut found = [[0; 32]; 2];
        let [to_a, to_b] = &mut found;
        let mut jobs = [
            Job { password: first, salt: a.setting.salt(), out: to_a },
            Job { password: second, salt: b.setting.salt(), out: to_b },
        ];
        match yescrypt(&a.setting, None).and_then(|yescrypt| yescrypt.derive_pair(&mut jobs, arena)) {
            Ok(()) => {
                let results = [a.compare(&found[0]), b.compare(&found[1])];
                wipe(&mut found);
                results
            }
            // There may be memory for one.
            Err(Error::Memory(_)) => pair.map(|(stored, password)| stored.verify(password, limits, arena)),
            Err(error) => [Err(error), Err(error)],
        }
    }

    /// The hash.
    #[cfg(feature = "legacy")]
    pub(in crate::password) fn hash_bytes(&self) -> &[u8; 32] {
        &self.hash
    }

    /// Whether the limits let it be computed.
    pub(in crate::password) fn admit(&self, limits: &Limits) -> Result<(), Error> {
        let params = self.setting.params;
        limits.check(params.memory(), params.work())?;
        check_parts(params.p())
    }

    fn compare(&self, found: &[u8; 32]) -> Result<(), Error> {
        if bool::from(self.hash.ct_eq(found)) { Ok(()) } else { Err(Error::WrongPassword) }
    }

    /// Whether new strings have other parameters, longer salts, or no ROM.
    pub fn needs_rehash(&self, policy: &Params) -> bool {
        let setting = &self.setting;
        setting.params != *policy || setting.classic || setting.rom_log > 0 || setting.salt().len() < 16
    }

    /// The string with salt and hash encrypted. The password is not needed.
    ///
    /// # Errors
    /// [`Error::Malformed`] for `$7$`, whose salt is text.
    pub fn encrypted(mut self, key: &HashKey) -> Result<Self, Error> {
        self.needs_bytes()?;
        key.cipher(self.setting.salt_mut(), true);
        key.cipher(&mut self.hash, false);
        Ok(self)
    }

    /// The reverse of [`encrypted`](Self::encrypted).
    ///
    /// # Errors
    /// As [`encrypted`](Self::encrypted).
    pub fn decrypted(mut self, key: &HashKey) -> Result<Self, Error> {
        self.needs_bytes()?;
        key.cipher(self.setting.salt_mut(), false);
        key.cipher(&mut self.hash, true);
        Ok(self)
    }

    fn needs_bytes(&self) -> Result<(), Error> {
        match self.setting.classic {
            true => Err(Error::Malformed { at: 0, what: "only strings of $y$ can be encrypted" }),
            false => Ok(()),
        }
    }
}

fn yescrypt<'r>(setting: &Setting, rom: Option<Rom<'r>>) -> Result<Yescrypt<'r>, Error> {
    let yescrypt = Yescrypt::new(setting.params);
    let blocks = setting.rom_blocks().unwrap_or(0);
    match rom {
        None if blocks > 0 => {
            Err(Error::Parameter { name: "NROM", value: blocks, need: "0, as no ROM was given" })
        }
        None => Ok(yescrypt),
        Some(rom) if rom.blocks(setting.params.r())? != blocks => {
            Err(Error::Parameter { name: "NROM", value: blocks, need: "the number of blocks of the ROM" })
        }
        Some(rom) => yescrypt.with_rom(rom),
    }
}
