//! Keystores as JSON. Fields that the EIP does not know are passed over.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;
use core::num::NonZeroU32;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value, json};

use super::{Kdf, Keystore, KeystoreError};

/// The version of the format that the EIP describes.
pub(super) const VERSION: u64 = 4;

/// Lengths of the derived key: more than the part that is used, up to what scrypt and PBKDF2 can give (RFC 8018).
const DERIVED: core::ops::RangeInclusive<u64> = 32..=32 * u32::MAX as u64;

/// Longest salt, in bytes.
const SALT: usize = 1024;

const HEX: &str = "hexadecimal of the right length";

impl Keystore {
    /// Reads a keystore.
    ///
    /// # Errors
    /// Which field is wrong.
    pub fn from_json(text: &[u8]) -> Result<Self, KeystoreError> {
        let file = &unambiguous(text)?;
        match integer(file, "/version")? {
            VERSION => {}
            found => {
                return Err(KeystoreError::Unknown { at: "/version", found: found.to_string(), known: "4" });
            }
        }
        known(file, "/crypto/checksum/function", "sha256")?;
        known(file, "/crypto/cipher/function", "aes-128-ctr")?;
        let length = integer(file, "/crypto/kdf/params/dklen")?;
        // A longer one begins with the same 32 bytes, and no more are used.
        if !DERIVED.contains(&length) {
            let need = "an integer from 32 to 32 (2^32 - 1)";
            return Err(KeystoreError::Field { at: "/crypto/kdf/params/dklen", need });
        }
        let salt = decode(text_of(file, "/crypto/kdf/params/salt")?).filter(|salt| salt.len() <= SALT);
        Ok(Self {
            kdf: kdf(file)?,
            salt: salt.ok_or(KeystoreError::Field { at: "/crypto/kdf/params/salt", need: HEX })?,
            checksum: bytes(file, "/crypto/checksum/message")?,
            iv: bytes(file, "/crypto/cipher/params/iv")?,
            message: bytes(file, "/crypto/cipher/message")?,
            description: optional(file, "/description")?,
            pubkey: optional(file, "/pubkey")?,
            path: optional(file, "/path")?,
            uuid: optional(file, "/uuid")?,
        })
    }

    /// The keystore as JSON.
    pub fn to_json(&self) -> String {
        let salt = encode(&self.salt);
        let kdf = match self.kdf {
            Kdf::Scrypt { n, r, p } => json!({
                "function": "scrypt",
                "params": { "dklen": 32, "n": n, "r": r, "p": p, "salt": salt },
                "message": "",
            }),
            Kdf::Pbkdf2 { iterations } => json!({
                "function": "pbkdf2",
                "params": { "dklen": 32, "c": iterations.get(), "prf": "hmac-sha256", "salt": salt },
                "message": "",
            }),
        };
        let file = json!({
            "crypto": {
                "kdf": kdf,
                "checksum": { "function": "sha256", "params": {}, "message": encode(&self.checksum) },
                "cipher": {
                    "function": "aes-128-ctr",
                    "params": { "iv": encode(&self.iv) },
                    "message": encode(&self.message),
                },
            },
            "description": self.description,
            "pubkey": self.pubkey,
            "path": self.path,
            "uuid": self.uuid,
            "version": VERSION,
        });
        format!("{file:#}")
    }
}

/// JSON in which no object has two fields of one name. Readers differ in which of them they take, so that a keystore could be one
/// thing to this program and another to the next.
fn unambiguous(text: &[u8]) -> Result<Value, KeystoreError> {
    let twice = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_slice(text);
    let read = Unique(&twice).deserialize(&mut reader).and_then(|file| reader.end().map(|()| file));
    read.map_err(|error| match twice.take() {
        Some(name) => KeystoreError::Twice { name },
        None => KeystoreError::Json { error: error.to_string() },
    })
}

/// Reads a value; a name that stands twice in an object goes to the cell.
#[derive(Clone, Copy)]
struct Unique<'c>(&'c RefCell<Option<String>>);

impl<'de> DeserializeSeed<'de> for Unique<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Unique<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(value) = list.next_element_seed(self)? {
            all.push(value);
        }
        Ok(Value::Array(all))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(name) = object.next_key::<String>()? {
            if all.contains_key(&name) {
                *self.0.borrow_mut() = Some(name);
                return Err(A::Error::custom("two fields of one name"));
            }
            let value = object.next_value_seed(self)?;
            all.insert(name, value);
        }
        Ok(Value::Object(all))
    }
}

fn kdf(file: &Value) -> Result<Kdf, KeystoreError> {
    let at = "/crypto/kdf/function";
    match text_of(file, at)? {
        "scrypt" => Ok(Kdf::Scrypt {
            n: integer(file, "/crypto/kdf/params/n")?,
            r: small(file, "/crypto/kdf/params/r")?,
            p: small(file, "/crypto/kdf/params/p")?,
        }),
        "pbkdf2" => {
            known(file, "/crypto/kdf/params/prf", "hmac-sha256")?;
            let at = "/crypto/kdf/params/c";
            let iterations = NonZeroU32::new(small(file, at)?);
            Ok(Kdf::Pbkdf2 { iterations: iterations.ok_or(KeystoreError::Field { at, need: "1 or more" })? })
        }
        found => Err(KeystoreError::Unknown { at, found: found.to_string(), known: "scrypt and pbkdf2" }),
    }
}

fn text_of<'f>(file: &'f Value, at: &'static str) -> Result<&'f str, KeystoreError> {
    file.pointer(at).and_then(Value::as_str).ok_or(KeystoreError::Field { at, need: "a string" })
}

/// A text that need not be there.
fn optional(file: &Value, at: &'static str) -> Result<String, KeystoreError> {
    match file.pointer(at) {
        None | Some(Value::Null) => Ok(String::new()),
        Some(_) => text_of(file, at).map(ToString::to_string),
    }
}

fn integer(file: &Value, at: &'static str) -> Result<u64, KeystoreError> {
    let need = "an integer from 0 to 2^64 - 1";
    file.pointer(at).and_then(Value::as_u64).ok_or(KeystoreError::Field { at, need })
}

fn small(file: &Value, at: &'static str) -> Result<u32, KeystoreError> {
    let need = "an integer below 2^32";
    u32::try_from(integer(file, at)?).map_err(|_| KeystoreError::Field { at, need })
}

fn known(file: &Value, at: &'static str, known: &'static str) -> Result<(), KeystoreError> {
    match text_of(file, at)? {
        found if found == known => Ok(()),
        found => Err(KeystoreError::Unknown { at, found: found.to_string(), known }),
    }
}

fn bytes<const N: usize>(file: &Value, at: &'static str) -> Result<[u8; N], KeystoreError> {
    let decoded = decode(text_of(file, at)?).and_then(|bytes| bytes.try_into().ok());
    decoded.ok_or(KeystoreError::Field { at, need: HEX })
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let digit = |c: u8| char::from(c).to_digit(16);
    let byte = |pair: &[u8; 2]| Some((digit(pair[0])? << 4 | digit(pair[1])?) as u8);
    if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
}

fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A random identifier (RFC 9562, version 4) from random bytes.
pub(super) fn uuid(mut bytes: [u8; 16]) -> String {
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits = encode(&bytes);
    let part = |range| digits.get::<core::ops::Range<usize>>(range).unwrap_or_default();
    [part(0..8), part(8..12), part(12..16), part(16..20), part(20..32)].join("-")
}
