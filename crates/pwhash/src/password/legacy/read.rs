//! The grammars: what a writer would not write is refused.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use base64ct::{Base64, Base64Bcrypt, Base64Pbkdf2, Encoding};

use super::super::reader::Reader;
use super::super::stored::from_base64;
use super::super::{HASH_MIN, Parameter, PasswordHash, Stored, StoredScrypt};
use super::{Hash, Kind};
use crate::{Error, scrypt};

/// What a string holds.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Form {
    /// Another string.
    Inner(Box<PasswordHash>),
    Bcrypt {
        before: Before,
        cost: u32,
        salt: [u8; 16],
        hash: [u8; 23],
    },
    /// sha256-crypt if the hash has 32 bytes, sha512-crypt if it has 64.
    Sha2Crypt {
        rounds: u32,
        salt: Vec<u8>,
        hash: Vec<u8>,
    },
    Gost {
        /// The string of yescrypt; its hash is Gost's.
        stored: Stored,
        /// The string up to the end of the salt, which is hashed too.
        setting: Box<str>,
    },
    Pbkdf2 {
        function: Hash,
        rounds: NonZeroU32,
        salt: Vec<u8>,
        hash: Vec<u8>,
    },
    Named,
}

/// What is hashed by bcrypt in place of the password.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Before {
    Nothing,
    /// Django's: SHA-256 in hexadecimal.
    HexSha256,
    /// passlib's first: SHA-256 in base64.
    Base64Sha256,
    /// passlib's second: HMAC-SHA-256 under the salt's characters, in base64.
    Base64Hmac(Box<str>),
}

/// The most cost of bcrypt that its writers know.
const BCRYPT_MAX: u32 = 31;

/// What is wrong behind a hash.
const FOLLOWS: &str = "something follows the hash";

/// The usual rounds of crypt(3), which its strings do not name.
const ROUNDS: u32 = 5000;

impl Hash {
    pub(super) const fn bytes(self) -> usize {
        match self {
            Hash::Sha1 => 20,
            Hash::Sha256 => 32,
            Hash::Sha512 => 64,
        }
    }
}

impl Form {
    /// Reads what follows the start of a string of that kind; `rest` is the end of `text`, but for [`Kind::Padded`].
    pub(super) fn read(kind: Kind, text: &str, rest: &str) -> Result<Self, Error> {
        let mut reader = Reader::bounded(text)?;
        if !matches!(kind, Kind::Padded | Kind::Wrapped(_) | Kind::Named) {
            reader.pass(text.len() - rest.len());
        }
        match kind {
            Kind::Bcrypt => bcrypt(&mut reader, Before::Nothing),
            Kind::DjangoBcrypt { sha256 } => {
                let versions = ["$2b$", "$2a$", "$2y$"];
                if !versions.into_iter().any(|version| reader.skip(version)) {
                    return Err(reader.wrong("not a string of bcrypt behind the name"));
                }
                bcrypt(&mut reader, if sha256 { Before::HexSha256 } else { Before::Nothing })
            }
            Kind::PasslibBcrypt => passlib_bcrypt(&mut reader),
            Kind::Sha256Crypt => sha2_crypt(&mut reader, Hash::Sha256),
            Kind::Sha512Crypt => sha2_crypt(&mut reader, Hash::Sha512),
            Kind::Gost => gost(text, rest),
            Kind::Pbkdf2(function) => pbkdf2(&mut reader, function),
            Kind::DjangoPbkdf2(function) => {
                let rounds = rounds(&mut reader)?;
                let salt = plain_salt(&mut reader)?;
                let hash = padded(&mut reader, function.bytes())?;
                Ok(Form::Pbkdf2 { function, rounds, salt, hash })
            }
            Kind::DjangoScrypt => {
                let n = reader.number()?;
                let salt = plain_salt(&mut reader)?;
                let r = reader.number()?;
                reader.expect("$", "$ is missing after r")?;
                let p = reader.number()?;
                reader.expect("$", "$ is missing after p")?;
                scrypt_form(n, r, p, salt, padded(&mut reader, 64)?)
            }
            Kind::WerkzeugScrypt => {
                let n = reader.number()?;
                reader.expect(":", ": is missing after N")?;
                let r = reader.number()?;
                reader.expect(":", ": is missing after r")?;
                let p = reader.number()?;
                let salt = plain_salt(&mut reader)?;
                scrypt_form(n, r, p, salt, hexadecimal(&mut reader, 64)?)
            }
            Kind::WerkzeugPbkdf2 => {
                let functions = [("sha256", Hash::Sha256), ("sha512", Hash::Sha512), ("sha1", Hash::Sha1)];
                let name = reader.rest();
                let function = functions.into_iter().find(|(start, _)| name.starts_with(start));
                let (start, function) =
                    function.ok_or_else(|| reader.wrong("not sha1, sha256 or sha512 of PBKDF2"))?;
                reader.pass(start.len());
                // Its usual number has changed from version to version.
                reader.expect(":", "the number of rounds is missing")?;
                let rounds = rounds(&mut reader)?;
                let salt = plain_salt(&mut reader)?;
                let hash = hexadecimal(&mut reader, function.bytes())?;
                Ok(Form::Pbkdf2 { function, rounds, salt, hash })
            }
            Kind::Wrapped(_) | Kind::Padded => {
                let before = if kind == Kind::Padded { 0 } else { text.len() - rest.len() };
                if let Some((Kind::Wrapped(_) | Kind::Padded, ..)) = Kind::of(rest) {
                    return Err(Error::Malformed { at: before, what: "a second prefix behind the first" });
                }
                let inner = rest.parse::<PasswordHash>().map_err(|error| error.behind(before))?;
                Ok(Form::Inner(Box::new(inner)))
            }
            Kind::Named => Ok(Form::Named),
        }
    }

    pub(super) fn parameters(&self) -> Vec<Parameter> {
        let parameter = |name, value: u64, meaning| Parameter { name, value, meaning };
        match self {
            Form::Inner(inner) => inner.report().parameters,
            Form::Bcrypt { cost, .. } => {
                vec![parameter("cost", u64::from(*cost), "log2 of the rounds")]
            }
            Form::Sha2Crypt { rounds, .. } => vec![parameter("rounds", u64::from(*rounds), "rounds")],
            Form::Gost { stored, .. } => PasswordHash::from(*stored).report().parameters,
            Form::Pbkdf2 { rounds, .. } => {
                vec![parameter("rounds", u64::from(rounds.get()), "rounds for each piece of the hash")]
            }
            Form::Named => Vec::new(),
        }
    }

    pub(super) fn lengths(&self) -> [usize; 2] {
        let hash = match self {
            Form::Inner(inner) => inner.report().hash_bytes,
            Form::Bcrypt { hash, .. } => hash.len(),
            Form::Sha2Crypt { hash, .. } | Form::Pbkdf2 { hash, .. } => hash.len(),
            Form::Gost { .. } => 32,
            Form::Named => 0,
        };
        [self.salt().len(), hash]
    }

    pub(super) fn salt(&self) -> &[u8] {
        match self {
            Form::Inner(inner) => inner.salt(),
            Form::Bcrypt { salt, .. } => salt,
            Form::Sha2Crypt { salt, .. } | Form::Pbkdf2 { salt, .. } => salt,
            Form::Gost { stored, .. } => stored.setting().salt(),
            Form::Named => &[],
        }
    }
}

/// The value of six bits in bcrypt's base64.
fn bits(character: u8) -> Option<u8> {
    let mut out = [0; 3];
    // The first six of the bits that four characters make.
    let text = [character, b'.', b'.', b'.'];
    Base64Bcrypt::decode(text, &mut out).ok().map(|bytes| bytes[0] >> 2)
}

/// A number of two digits, `$`, 22 characters of salt, 31 of hash.
fn bcrypt(reader: &mut Reader<'_>, before: Before) -> Result<Form, Error> {
    let cost = match reader.rest().as_bytes() {
        [a @ b'0'..=b'9', b @ b'0'..=b'9', b'$', ..] => u32::from(a - b'0') * 10 + u32::from(b - b'0'),
        _ => return Err(reader.wrong("not a cost of two digits and a $")),
    };
    if !(4..=BCRYPT_MAX).contains(&cost) {
        return Err(reader.wrong("a cost that is not from 04 to 31"));
    }
    reader.pass(3);
    let salt = bcrypt_salt(reader)?;
    let hash = bcrypt_hash(reader)?;
    Ok(Form::Bcrypt { before, cost, salt, hash })
}

/// The last character of a salt holds two bits, and some writers fill up the other four with what is at hand.
fn bcrypt_salt(reader: &mut Reader<'_>) -> Result<[u8; 16], Error> {
    const WRONG: &str = "not a salt of 22 characters ./A-Za-z0-9";
    let text = reader.rest().as_bytes().get(..22).ok_or_else(|| reader.wrong(WRONG))?;
    let (head, last) = text.split_at(20);
    let mut salt = [0; 16];
    Base64Bcrypt::decode(head, &mut salt[..15]).map_err(|_| reader.wrong(WRONG))?;
    let [Some(high), Some(low)] = [last[0], last[1]].map(bits) else { return Err(reader.wrong(WRONG)) };
    salt[15] = high << 2 | low >> 4;
    reader.pass(22);
    Ok(salt)
}

fn bcrypt_hash(reader: &mut Reader<'_>) -> Result<[u8; 23], Error> {
    const WRONG: &str = "not a hash of 31 characters ./A-Za-z0-9";
    let mut hash = [0; 23];
    let bytes = match reader.rest() {
        text if text.len() == 31 => Base64Bcrypt::decode(text, &mut hash).map(<[u8]>::len).ok(),
        _ => None,
    };
    match bytes {
        Some(23) => Ok(hash),
        _ => Err(reader.wrong(WRONG)),
    }
}

/// `v=2,t=2b,r=12$salt$hash`, or of the first version `2b,12$salt$hash`.
fn passlib_bcrypt(reader: &mut Reader<'_>) -> Result<Form, Error> {
    let second = reader.skip("v=2,t=");
    if !(reader.skip("2b,") || reader.skip("2a,")) {
        return Err(reader.wrong("neither 2a nor 2b"));
    }
    if second {
        reader.expect("r=", "r= is missing")?;
    }
    let cost = reader.number()?;
    if !(4..=BCRYPT_MAX).contains(&cost) {
        return Err(reader.wrong("a cost that is not from 4 to 31"));
    }
    reader.expect("$", "$ is missing after the cost")?;
    let text = reader.rest().get(..22).unwrap_or_default();
    let before = if second { Before::Base64Hmac(text.into()) } else { Before::Base64Sha256 };
    let salt = bcrypt_salt(reader)?;
    reader.expect("$", "$ is missing after the salt")?;
    Ok(Form::Bcrypt { before, cost, salt, hash: bcrypt_hash(reader)? })
}

/// `[rounds=N$]salt$hash`.
fn sha2_crypt(reader: &mut Reader<'_>, function: Hash) -> Result<Form, Error> {
    let rounds = match reader.skip("rounds=") {
        false => ROUNDS,
        true => {
            let rounds = reader.number()?;
            if !(1000..=999_999_999).contains(&rounds) {
                return Err(reader.wrong("rounds that are not from 1000 to 999999999"));
            }
            reader.expect("$", "$ is missing after the rounds")?;
            rounds
        }
    };
    let salt = reader.until(&['$']).as_bytes().to_vec();
    reader.length(salt.len(), 0..=16, "a salt of more than 16 characters")?;
    reader.expect("$", "$ is missing after the salt")?;
    let mut mixed = vec![0; function.bytes()];
    match from_base64(reader.rest().as_bytes(), &mut mixed) {
        Some(bytes) if bytes == mixed.len() => {}
        _ if function == Hash::Sha256 => return Err(reader.wrong("not a hash of 43 characters ./0-9A-Za-z")),
        _ => return Err(reader.wrong("not a hash of 86 characters ./0-9A-Za-z")),
    }
    let mut hash = vec![0; mixed.len()];
    for (byte, at) in mixed.into_iter().zip(order(function)) {
        hash[at] = byte;
    }
    Ok(Form::Sha2Crypt { rounds, salt, hash })
}

/// In which order sha256-crypt and sha512-crypt write the bytes of a hash: three from its thirds, whose order changes each time, then
/// what is left.
fn order(function: Hash) -> impl Iterator<Item = usize> {
    let (third, wide) = (function.bytes() / 3, function == Hash::Sha512);
    let groups = (0..third).flat_map(move |i| {
        let group = [i, third + i, 2 * third + i];
        let turn = if wide { i % 3 } else { (3 - i % 3) % 3 };
        // The lowest byte of the three comes last in the specification and first in base64.
        let [a, b, c] = [0, 1, 2].map(|j| group[(j + turn) % 3]);
        [c, b, a]
    });
    let rest = if wide { [63].iter() } else { [30, 31].iter() };
    groups.chain(rest.copied())
}

/// The string of yescrypt with another hash at its end.
fn gost(text: &str, rest: &str) -> Result<Form, Error> {
    let mut yescrypt = alloc::string::String::with_capacity(text.len());
    yescrypt.push_str("$y$");
    yescrypt.push_str(rest);
    let stored = yescrypt.parse::<Stored>().map_err(|error| error.behind(1))?;
    // It has a hash, and so a $ before it.
    let setting = text.rfind('$').map_or(text, |end| &text[..end]);
    Ok(Form::Gost { stored, setting: setting.into() })
}

/// `29000$salt$hash` in passlib's base64, or `i=29000,l=32$salt$hash` in the usual one.
fn pbkdf2(reader: &mut Reader<'_>, function: Hash) -> Result<Form, Error> {
    if reader.skip("i=") {
        let rounds = rounds(reader)?;
        let bytes = match reader.skip(",l=") {
            true => usize::try_from(reader.number()?).unwrap_or(usize::MAX),
            false => 32,
        };
        reader.length(bytes, HASH_MIN..=64, "a hash that is not of 16 to 64 bytes")?;
        reader.expect("$", "$ is missing after the parameters")?;
        let salt = reader.base64()?;
        reader.expect("$", "$ is missing after the salt")?;
        let hash = reader.base64()?;
        reader.length(hash.len(), bytes..=bytes, "a hash of another length than the string says")?;
        reader.end(FOLLOWS)?;
        return Ok(Form::Pbkdf2 { function, rounds, salt, hash });
    }
    let decode = |reader: &mut Reader<'_>| {
        let at = reader.wrong("not base64 of passlib, ./0-9A-Za-z without padding");
        Base64Pbkdf2::decode_vec(reader.until(&['$'])).map_err(|_| at)
    };
    let rounds = rounds(reader)?;
    reader.expect("$", "$ is missing after the rounds")?;
    let salt = decode(reader)?;
    reader.expect("$", "$ is missing after the salt")?;
    let hash = decode(reader)?;
    reader.length(hash.len(), function.bytes()..=function.bytes(), LENGTH)?;
    reader.end(FOLLOWS)?;
    Ok(Form::Pbkdf2 { function, rounds, salt, hash })
}

const LENGTH: &str = "a hash that does not have the length of its hash function's";

fn rounds(reader: &mut Reader<'_>) -> Result<NonZeroU32, Error> {
    let wrong = reader.wrong("no rounds at all");
    NonZeroU32::new(reader.number()?).ok_or(wrong)
}

/// `$salt$`, whose characters are what is hashed.
fn plain_salt(reader: &mut Reader<'_>) -> Result<Vec<u8>, Error> {
    reader.expect("$", "$ is missing before the salt")?;
    let salt = reader.until(&['$']).as_bytes().to_vec();
    reader.expect("$", "$ is missing after the salt")?;
    Ok(salt)
}

/// A hash in base64 with padding, and nothing behind it.
fn padded(reader: &mut Reader<'_>, bytes: usize) -> Result<Vec<u8>, Error> {
    let hash = Base64::decode_vec(reader.rest()).map_err(|_| reader.wrong("not base64 with padding"))?;
    reader.length(hash.len(), bytes..=bytes, LENGTH)?;
    Ok(hash)
}

/// A hash in hexadecimal, and nothing behind it.
fn hexadecimal(reader: &mut Reader<'_>, bytes: usize) -> Result<Vec<u8>, Error> {
    let wrong = || reader.wrong("not hexadecimal in lower case");
    let digit = |c: u8| match c {
        b'0'..=b'9' => Ok(c - b'0'),
        b'a'..=b'f' => Ok(c - b'a' + 10),
        _ => Err(wrong()),
    };
    let (pairs, rest) = reader.rest().as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return Err(wrong());
    }
    let hash: Vec<u8> =
        pairs.iter().map(|[a, b]| Ok(digit(*a)? << 4 | digit(*b)?)).collect::<Result<_, Error>>()?;
    reader.length(hash.len(), bytes..=bytes, LENGTH)?;
    Ok(hash)
}

/// scrypt by another name is scrypt.
fn scrypt_form(n: u32, r: u32, p: u32, salt: Vec<u8>, hash: Vec<u8>) -> Result<Form, Error> {
    let params = scrypt::Params::new(n.into(), r, p);
    params.check()?;
    Ok(Form::Inner(Box::new(StoredScrypt::of_parts(params, salt, hash).into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_bytes_is_that_of_the_specification() {
        // Its first groups and its end, from the highest byte to the lowest.
        let groups = |function| -> Vec<usize> { order(function).collect() };
        let (narrow, wide) = (groups(Hash::Sha256), groups(Hash::Sha512));
        assert_eq!(narrow[..9], [20, 10, 0, 11, 1, 21, 2, 22, 12]);
        assert_eq!(narrow[30..], [30, 31]);
        assert_eq!(wide[..9], [42, 21, 0, 1, 43, 22, 23, 2, 44]);
        assert_eq!(wide[63..], [63]);
        for (mut all, bytes) in [(narrow, 32), (wide, 64)] {
            all.sort_unstable();
            assert_eq!(all, (0..bytes).collect::<Vec<_>>());
        }
    }
}
