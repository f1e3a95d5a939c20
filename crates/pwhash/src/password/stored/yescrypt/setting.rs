//! `$y$` and `$7$`: parameters and salt.
//!
//! The grammar is in `design::strings`.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::base64::{character, decode, digit, encode};
use crate::Error;
use crate::password::reader::Reader;
use crate::yescrypt::{Mode, Params};

/// Most bytes that a salt may have.
const SALT: usize = 64;

/// Parameters and salt of a string that starts with `$y$` or `$7$`.
///
/// ```
/// use lanesmith_pwhash::crypt::Setting;
/// use lanesmith_pwhash::yescrypt::Params;
/// let setting: Setting = "$y$j9T$LdJMENpBABJJ3hIHjB1Bi.".parse()?;
/// assert_eq!(*setting.params(), Params::DEFAULT);
/// assert_eq!(setting.to_string(), "$y$j9T$LdJMENpBABJJ3hIHjB1Bi.");
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    pub(super) params: Params,
    /// Binary logarithm of the blocks of the ROM; 0 if there is none.
    pub(super) rom_log: u32,
    /// Whether the salt is text (`$7$`) and not bytes (`$y$`).
    pub(super) classic: bool,
    salt: [u8; SALT],
    salt_length: usize,
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setting({self})")
    }
}

impl Setting {
    /// A setting that is written with `$y$`; the salt should be 16 random bytes.
    ///
    /// # Errors
    /// [`Error::Length`] if the salt has more than 64 bytes; [`Error::Parameter`] if `N` is 2 or `t` too large to
    /// be written.
    pub fn new(params: Params, salt: &[u8]) -> Result<Self, Error> {
        let value = u64::from(params.t());
        if value > NUMBERS {
            return Err(Error::Parameter { name: "t", value, need: "at most 1091060272 in a string" });
        }
        Self::with_salt(params, 0, false, salt)
    }

    /// A setting of scrypt that is written with `$7$`, for systems that know no `$y$`. The salt is text, and what is hashed
    /// are its characters.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the mode is not [`Mode::Scrypt`]; [`Error::Length`] if the salt has more than 64 characters;
    /// [`Error::Malformed`] if a character is none of `./0-9A-Za-z`.
    pub fn classic(params: Params, salt: &str) -> Result<Self, Error> {
        if params.mode() != Mode::Scrypt {
            return Err(Error::Parameter { name: "mode", value: 1, need: "scrypt's, for $7$" });
        }
        if let Some(at) = salt.bytes().position(|c| digit(c).is_none()) {
            return Err(Error::Malformed { at, what: "a character outside ./0-9A-Za-z in the salt" });
        }
        Self::with_salt(params, 0, true, salt.as_bytes())
    }

    fn with_salt(params: Params, rom_log: u32, classic: bool, bytes: &[u8]) -> Result<Self, Error> {
        if params.n() < 4 {
            return Err(Error::Parameter { name: "N", value: params.n(), need: "at least 4 in a string" });
        }
        let mut salt = [0; SALT];
        match salt.get_mut(..bytes.len()) {
            Some(place) => place.copy_from_slice(bytes),
            None => return Err(Error::Length { what: "salt", bytes: bytes.len(), need: "at most 64" }),
        }
        Ok(Setting { params, rom_log, classic, salt, salt_length: bytes.len() })
    }

    /// The same for hashes that read a ROM of `2^log` blocks.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `log` is not from 1 to 63, or the mode is not [`Mode::ReadWrite`].
    pub fn with_rom(self, log: u32) -> Result<Self, Error> {
        if log == 0 || log > 63 || self.params.mode() != Mode::ReadWrite {
            let need = "from 1 to 63, in the read-write mode";
            return Err(Error::Parameter { name: "log2 NROM", value: log.into(), need });
        }
        Ok(Setting { rom_log: log, ..self })
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The salt that is hashed.
    pub fn salt(&self) -> &[u8] {
        &self.salt[..self.salt_length]
    }

    pub(super) fn salt_mut(&mut self) -> &mut [u8] {
        &mut self.salt[..self.salt_length]
    }

    /// How many blocks the ROM has that hashes of this setting read, if they do.
    pub fn rom_blocks(&self) -> Option<u64> {
        (self.rom_log > 0).then(|| 1 << self.rom_log)
    }

    /// Reads parameters and salt, which ends at the last `$` or the end of the text. Also where it ends.
    pub(super) fn read(text: &str) -> Result<(Self, usize), Error> {
        let mut reader = Reader::new(text);
        if reader.skip("$y$") {
            let (params, rom_log) = numbers(&mut reader)?;
            let salt = salt(&mut reader);
            let start = reader.at() - salt.len();
            let mut place = [0; SALT];
            let length =
                decode(salt, &mut place).map_err(|(at, what)| Error::Malformed { at: start + at, what })?;
            return Ok((Self::with_salt(params, rom_log, false, &place[..length])?, reader.at()));
        }
        if reader.skip("$7$") {
            let at = reader.at();
            let log = reader.one(digit, "log2 N is cut off, or no character of ./0-9A-Za-z")?;
            let r = fixed(&mut reader, "r is cut off, or no five characters of ./0-9A-Za-z")?;
            let p = fixed(&mut reader, "p is cut off, or no five characters of ./0-9A-Za-z")?;
            let params = params(Mode::Scrypt, log, r.into(), at)?.parallelism(p)?;
            let salt = salt(&mut reader);
            if let Some(at) = salt.iter().position(|c| !c.is_ascii_graphic() || b"!*:;\\".contains(c)) {
                let at = reader.at() - salt.len() + at;
                return Err(Error::Malformed { at, what: "a character that a password file cannot hold" });
            }
            return Ok((Self::with_salt(params, 0, true, salt)?, reader.at()));
        }
        Err(Error::Malformed { at: 0, what: "neither $y$ nor $7$" })
    }
}

fn params(mode: Mode, log: u32, r: u64, at: usize) -> Result<Params, Error> {
    // libxcrypt refuses N = 2 in every mode.
    if !(2..=63).contains(&log) {
        return Err(Error::Malformed { at, what: "log2 N is not from 2 to 63" });
    }
    Params::new(mode, 1 << log, u32::try_from(r).unwrap_or(u32::MAX))
}

/// Five characters, the lowest six bits first.
fn fixed(reader: &mut Reader<'_>, what: &'static str) -> Result<u32, Error> {
    (0..5).try_fold(0, |value, i| Ok(value | reader.one(digit, what)? << (6 * i)))
}

/// A number of one to six characters, the first of which tells how many there are.
fn number(reader: &mut Reader<'_>, what: &'static str, least: u64) -> Result<u64, Error> {
    let first = u64::from(reader.one(digit, what)?);
    let mut value = least;
    let (mut start, mut end, mut bits) = (0, 47, 0);
    while first > end {
        value += (end + 1 - start) << bits;
        start = end + 1;
        end = start + (62 - end) / 2;
        bits += 6;
    }
    value += (first - start) << bits;
    while bits > 0 {
        bits -= 6;
        value += u64::from(reader.one(digit, what)?) << bits;
    }
    Ok(value)
}

/// The parameters of `$y$`, and the `$` behind them.
fn numbers(reader: &mut Reader<'_>) -> Result<(Params, u32), Error> {
    let wrong = reader.wrong("a flavour of yescrypt that is not defined");
    let mode = match number(reader, "the flavour is cut off, or no character of ./0-9A-Za-z", 0)? {
        0 => Mode::Scrypt,
        1 => Mode::WriteOnce,
        FLAVOUR => Mode::ReadWrite,
        _ => return Err(wrong),
    };
    let at = reader.at();
    let log = number(reader, "log2 N is cut off, or no character of ./0-9A-Za-z", 1)? as u32;
    let r = number(reader, "r is cut off, or no character of ./0-9A-Za-z", 1)?;
    let mut found = params(mode, log, r, at)?;
    let mut rom_log = 0;
    if !reader.rest().starts_with('$') {
        let at = reader.at();
        let have = number(reader, "which parameters follow is cut off, or no character of ./0-9A-Za-z", 1)?;
        if have & 4 != 0 {
            return Err(Error::Malformed { at, what: "the parameter g, which is not defined" });
        }
        if have > 15 {
            return Err(Error::Malformed { at, what: "a parameter that is not defined" });
        }
        if have & 1 != 0 {
            let p = number(reader, "p is cut off, or no character of ./0-9A-Za-z", 2)?;
            found = found.parallelism(p as u32)?;
        }
        if have & 2 != 0 {
            let t = number(reader, "t is cut off, or no character of ./0-9A-Za-z", 1)?;
            found = found.time(t as u32)?;
        }
        if have & 8 != 0 {
            let wrong = reader.wrong("a ROM that cannot be");
            rom_log = number(reader, "log2 NROM is cut off, or no character of ./0-9A-Za-z", 1)? as u32;
            if rom_log > 63 || mode != Mode::ReadWrite {
                return Err(wrong);
            }
        }
    }
    reader.expect("$", "no $ behind the parameters")?;
    Ok((found, rom_log))
}

/// The salt: all up to the last `$`, or to the end.
fn salt<'t>(reader: &mut Reader<'t>) -> &'t [u8] {
    let rest = reader.rest().as_bytes();
    let length = rest.iter().rposition(|&c| c == b'$').unwrap_or(rest.len());
    reader.pass(length);
    &rest[..length]
}

/// How `$y$` names the read-write mode with the only S-boxes and rounds that are in use.
const FLAVOUR: u64 = 47;

/// How many numbers can be written in one to six characters.
const NUMBERS: u64 = 48 + (8 << 6) + (4 << 12) + (2 << 18) + (1 << 24) + (1 << 30);

/// Writes a number that is at least `least`, and less than [`NUMBERS`] above it.
fn write_number(value: u64, least: u64, out: &mut String) {
    let mut rest = value - least;
    let (mut start, mut end, mut bits) = (0, 47, 0);
    loop {
        let count = (end + 1 - start) << bits;
        if rest < count {
            break;
        }
        rest -= count;
        start = end + 1;
        end = start + (62 - end) / 2;
        bits += 6;
    }
    out.push(character((start + (rest >> bits)) as u32));
    while bits > 0 {
        bits -= 6;
        out.push(character((rest >> bits) as u32));
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(128);
        let Params { mode, n, r, p, t } = self.params;
        if self.classic {
            text.push_str("$7$");
            text.push(character(n.ilog2()));
            for value in [r, p] {
                for i in 0..5 {
                    text.push(character(value >> (6 * i)));
                }
            }
            f.write_str(&text)?;
            // Salts come from strings or are of the alphabet.
            return f.write_str(core::str::from_utf8(self.salt()).map_err(|_| fmt::Error)?);
        }
        text.push_str("$y$");
        let flavour = match mode {
            Mode::Scrypt => 0,
            Mode::WriteOnce => 1,
            Mode::ReadWrite => FLAVOUR,
        };
        write_number(flavour, 0, &mut text);
        write_number(n.ilog2().into(), 1, &mut text);
        write_number(r.into(), 1, &mut text);
        let have = u64::from(p > 1) | u64::from(t > 0) << 1 | u64::from(self.rom_log > 0) << 3;
        if have > 0 {
            write_number(have, 1, &mut text);
        }
        for (there, value, least) in [(p > 1, p, 2), (t > 0, t, 1), (self.rom_log > 0, self.rom_log, 1)] {
            if there {
                write_number(value.into(), least, &mut text);
            }
        }
        text.push('$');
        encode(self.salt(), &mut text);
        f.write_str(&text)
    }
}

impl FromStr for Setting {
    type Err = Error;

    /// Reads a setting as crypt(3) does: what follows the last `$` after the parameters, a hash for example, is passed over.
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::read(text).map(|(setting, _)| setting)
    }
}
