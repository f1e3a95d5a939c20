//! Password hashes as bytes: keys by Argon2 and scrypt.

use lanesmith::pwhash::{Error, argon2, scrypt};
use pyo3::prelude::*;

use crate::errors::{self, Raise};
use crate::ffi::buffer::fill_bytes;
use crate::pwhash_memory::{arena, bytes_of, ended};
use crate::secrets::Secret;
use crate::threads::Watch;
use crate::{buffers, numbers, threads};

/// The module of Python that has the functions.
pub const OF: &str = "lanesmith.pwhash";

/// An Argon2 tag (RFC 9106): the bytes themselves, for keys. `memory` is in KiB, as in the RFC; `threads` is how many lanes are
/// filled at a time and does not change the tag.
///
/// >>> from lanesmith import pwhash
/// >>> len(pwhash.argon2(b"password", b"somesalt", memory=64, passes=1, lanes=1))
/// 32
//= def argon2_tag(
//=     password: Secret,
//=     salt: Buffer,
//=     *,
//=     variant: Literal["id", "i", "d"] = "id",
//=     memory: int = 65536,
//=     passes: int = 3,
//=     lanes: int = 4,
//=     length: int = 32,
//=     threads: int = 1,
//= ) -> bytes: ...
#[pyfunction]
#[pyo3(name = "argon2", signature = (password, salt, *, variant="id", memory=65536, passes=3, lanes=4, length=32, threads=1))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn argon2_tag<'py>(
    py: Python<'py>,
    password: &Bound<'py, PyAny>,
    salt: &Bound<'py, PyAny>,
    variant: &str,
    #[pyo3(from_py_with = numbers::memory)] memory: u32,
    #[pyo3(from_py_with = numbers::passes)] passes: u32,
    #[pyo3(from_py_with = numbers::lanes)] lanes: u32,
    #[pyo3(from_py_with = numbers::length)] length: usize,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let variant = match variant {
        "id" => argon2::Variant::Id,
        "i" => argon2::Variant::I,
        "d" => argon2::Variant::D,
        other => {
            let reason = format!("variant is {other:?}: it must be 'id', 'i' or 'd'");
            return Err(errors::new(py, errors::Kind::Password, &reason, None));
        }
    };
    let threads = threads::count(py, threads)?;
    let params = argon2::Params::default().variant(variant).memory_kib(memory).passes(passes).lanes(lanes);
    params.check().raise(py)?;
    let (password, salt) = (Secret::of("password", password)?, buffers::Data::of("salt", salt)?);
    if salt.bytes().len() < 8 {
        let short = Error::Length { what: "salt", bytes: salt.bytes().len(), need: "8 bytes or more" };
        return Err(short).raise(py);
    }
    let input = argon2::Input::new(password.bytes(), salt.bytes());
    fill_bytes(py, length, |tag| {
        let fill = |watch: &Watch| {
            let mut arena = arena(bytes_of(params.memory()), threads, watch)?;
            argon2::hash(&params, &input, tag, &mut arena).map_err(ended)
        };
        threads::watched(py, fill)?.raise(py)
    })
}

/// A key by scrypt (RFC 7914).
///
/// >>> import hashlib
/// >>> from lanesmith import pwhash
/// >>> pwhash.scrypt(b"password", b"salt", n=16, r=8, p=1) == hashlib.scrypt(b"password", salt=b"salt", n=16, r=8, p=1, dklen=32)
/// True
//= def scrypt_key(password: Secret, salt: Buffer, *, n: int, r: int = 8, p: int = 1, length: int = 32) -> bytes: ...
#[pyfunction]
#[pyo3(name = "scrypt", signature = (password, salt, *, n, r=8, p=1, length=32))]
pub fn scrypt_key<'py>(
    py: Python<'py>,
    password: &Bound<'py, PyAny>,
    salt: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::n)] n: u64,
    #[pyo3(from_py_with = numbers::r)] r: u32,
    #[pyo3(from_py_with = numbers::p)] p: u32,
    #[pyo3(from_py_with = numbers::length)] length: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (password, salt) = (Secret::of("password", password)?, buffers::Data::of("salt", salt)?);
    let (password, salt) = (password.bytes(), salt.bytes());
    let params = scrypt::Params::new(n, r, p);
    params.check().raise(py)?;
    fill_bytes(py, length, |key| {
        let derive = |watch: &Watch| {
            let mut arena = arena(bytes_of(params.memory()), 1, watch)?;
            scrypt::derive(&params, password, salt, key, &mut arena).map_err(ended)
        };
        threads::watched(py, derive)?.raise(py)
    })
}
