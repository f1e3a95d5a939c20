//! Arguments of a row, as C has them.

use std::fmt;
use std::ptr::{null, null_mut};

use lanesmith_c::ffi::generated::bls::{lanesmith_bls_public_key, lanesmith_bls_sign};
use lanesmith_c::ffi::values::BlsScheme;
use lanesmith_face::bls::{Key, Sig};
use serde_json::Value;

/// A row.
pub struct Call(Value);

/// Bytes, or a null pointer.
pub struct Bytes(Option<Vec<u8>>);

impl Bytes {
    fn of(value: &Value) -> Self {
        Bytes(match value {
            Value::Null => None,
            Value::Number(len) => Some(vec![0; len.as_u64().expect("a length") as usize]),
            Value::String(text) => Some(match text.strip_prefix("0x") {
                Some(hex) => {
                    let digits = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal");
                    (0..hex.len()).step_by(2).map(digits).collect()
                }
                None => text.clone().into_bytes(),
            }),
            other => panic!("{other} are no bytes"),
        })
    }

    pub fn is_null(&self) -> bool {
        self.0.is_none()
    }

    pub fn pointer(&self) -> *const u8 {
        self.0.as_ref().map_or(null(), |bytes| bytes.as_ptr())
    }

    /// Of what is not there, one byte: none at all would be no error.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(1, Vec::len)
    }
}

/// Rows of bytes, as arrays of pointers and lengths.
pub struct Rows {
    _all: Vec<Bytes>,
    pointers: Vec<*const u8>,
    lengths: Vec<usize>,
}

impl Rows {
    pub fn pointers(&self) -> *const *const u8 {
        self.pointers.as_ptr()
    }

    pub fn lengths(&self) -> *const usize {
        self.lengths.as_ptr()
    }

    pub fn count(&self) -> usize {
        self.lengths.len()
    }
}

impl Call {
    pub fn all() -> Vec<Call> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../face/hostile/calls.json");
        let text = std::fs::read_to_string(path).expect("the table");
        let all: Value = serde_json::from_str(&text).expect("JSON");
        all["calls"].as_array().expect("a list").iter().cloned().map(Call).collect()
    }

    pub fn value(&self, name: &str) -> &Value {
        &self.0[name]
    }

    pub fn name(&self) -> &str {
        self.0["call"].as_str().expect("a name")
    }

    pub fn bytes(&self, name: &str) -> Bytes {
        Bytes::of(&self.0[name])
    }

    pub fn rows(&self, name: &str) -> Rows {
        let all: Vec<Bytes> = self.0[name].as_array().expect("rows").iter().map(Bytes::of).collect();
        let (pointers, lengths) = all.iter().map(|row| (row.pointer(), row.len())).unzip();
        Rows { _all: all, pointers, lengths }
    }

    pub fn text(&self, name: &str) -> &str {
        self.0[name].as_str().expect("text")
    }

    pub fn number(&self, name: &str) -> usize {
        self.number_or(name, 0)
    }

    pub fn number_or(&self, name: &str, otherwise: usize) -> usize {
        self.0[name].as_u64().map_or(otherwise, |number| number as usize)
    }

    pub fn numbers(&self, name: &str) -> Vec<u32> {
        self.0[name]
            .as_array()
            .expect("numbers")
            .iter()
            .map(|one| one.as_u64().expect("a number") as u32)
            .collect()
    }

    pub fn variant(&self) -> u32 {
        self.number("variant") as u32
    }

    pub fn limit(&self) -> u64 {
        self.number("limit") as u64
    }

    /// Where in that input the result begins.
    pub fn over(&self, name: &str) -> Option<usize> {
        (self.0["over"][0] == name).then(|| self.0["over"][1].as_u64().expect("a place") as usize)
    }

    /// Status and row.
    pub fn expected(&self) -> (&str, usize) {
        (self.text("status"), self.number_or("row", usize::MAX))
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The keys and signatures that rows name: they live as long as the program.
pub struct Points {
    keys: [*mut Key; 2],
    signatures: [*mut Sig; 2],
}

impl Points {
    pub fn new() -> Self {
        let (mut secret, message) = ([0; 32], [0; 3]);
        secret[31] = 1;
        let mut points = Points { keys: [null_mut(); 2], signatures: [null_mut(); 2] };
        for variant in 0..2 {
            let scheme = BlsScheme { variant: variant as u32, mode: 2, tag: null(), tag_len: 0 };
            // SAFETY: memory of the lengths beside it, places for the handles.
            let done = unsafe {
                let secret = secret.as_ptr();
                [
                    lanesmith_bls_public_key(variant as u32, secret, 32, &raw mut points.keys[variant]),
                    lanesmith_bls_sign(
                        &scheme,
                        secret,
                        32,
                        message.as_ptr(),
                        3,
                        &raw mut points.signatures[variant],
                    ),
                ]
            };
            assert!(done.iter().all(|status| status.name() == "OK"));
        }
        points
    }

    pub fn key(&self, name: &Value) -> *const Key {
        match name.as_str() {
            None => null(),
            Some("key") => self.keys[0],
            Some("other_key") => self.keys[1],
            Some(other) => panic!("no key {other}"),
        }
    }

    pub fn signature(&self, name: &Value) -> *const Sig {
        match name.as_str() {
            None => null(),
            Some("signature") => self.signatures[0],
            Some("other_signature") => self.signatures[1],
            Some(other) => panic!("no signature {other}"),
        }
    }

    pub fn keys(&self, call: &Call) -> Vec<*const Key> {
        call.value("keys").as_array().expect("keys").iter().map(|name| self.key(name)).collect()
    }

    pub fn signatures(&self, call: &Call) -> Vec<*const Sig> {
        call.value("signatures")
            .as_array()
            .expect("signatures")
            .iter()
            .map(|name| self.signature(name))
            .collect()
    }
}
