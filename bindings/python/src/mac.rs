//! Keys and tags over SHA-256: HMAC, HKDF, PBKDF2.

use std::num::NonZeroU32;

use lanesmith::isa::Choice;
use lanesmith::sha256::{self, Hkdf, Hmac, LengthError, Pbkdf2Job};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::buffers::{Data, Messages, array, is_numpy, list_of, results};
use crate::columns;
use crate::errors::{self, Kind, Raise};
use crate::ffi::arrow::is_column;
use crate::ffi::arrow_out::OutType;
use crate::ffi::buffer::{fill_bytes, has_memory};
use crate::numbers;
use crate::sha256::update;
use crate::threads::{self, DETACH, Ended, LONG, Watch};

/// The module of Python that has the functions.
pub const OF: &str = "lanesmith";

/// Tags of messages that a thread takes at a time.
const SLICE: usize = 1 << 15;

/// A key of HMAC-SHA-256, prepared once for many messages.
///
/// >>> import lanesmith
/// >>> key = lanesmith.HmacKey(b"key")
/// >>> key.verify(b"message", key.tag(b"message"))
/// True
//= @final
//= class HmacKey:
//=     def __new__(cls, key: Buffer, /) -> HmacKey: ...
//=     def tag(self, message: Buffer, /) -> bytes: ...
//=     def verify(self, message: Buffer, tag: Buffer, /) -> bool: ...
//=     @overload
//=     def tags(self, messages: _List, *, out: None = None, threads: int = 1) -> list[bytes]: ...
//=     @overload
//=     def tags(self, messages: Column, *, out: None = None, threads: int = 1) -> Column: ...
//=     @overload
//=     def tags(self, messages: Iterable[Buffer], *, out: _B, threads: int = 1) -> _B: ...
//=     @overload
//=     def tags(self, messages: Arrow | Iterable[Buffer], *, out: None = None, threads: int = 1) -> Any: ...
#[pyclass(frozen, weakref, module = "lanesmith", name = "HmacKey")]
pub struct Key(sha256::HmacKey);

#[pymethods]
impl Key {
    #[new]
    #[pyo3(signature = (key, /))]
    fn new(key: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Key(sha256::HmacKey::new(Data::of("key", key)?.bytes())))
    }

    /// The tag of a message: 32 bytes.
    #[pyo3(signature = (message, /))]
    fn tag<'py>(&self, py: Python<'py>, message: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let message = Data::of("message", message)?;
        Ok(PyBytes::new(py, &self.of(py, message.bytes())?.finalize()))
    }

    /// Whether a message has that tag, in a time that does not depend on where they differ.
    #[pyo3(signature = (message, tag, /))]
    fn verify(&self, py: Python<'_>, message: &Bound<'_, PyAny>, tag: &Bound<'_, PyAny>) -> PyResult<bool> {
        let tag: [u8; 32] = array(py, "tag", tag)?;
        let message = Data::of("message", message)?;
        Ok(self.of(py, message.bytes())?.verify(&tag).is_ok())
    }

    /// The tags of many messages: a list of 32 bytes each, or in `out`. Rows of an array of NumPy give an array of shape `(n, 32)`, a
    /// column of Arrow gives a column, in which nulls stay nulls.
    #[pyo3(signature = (messages, *, out=None, threads=1))]
    fn tags<'py>(
        &self,
        messages: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = messages.py();
        let threads = threads::count(py, threads)?;
        if takes_column(messages)? {
            columns::no_out(out)?;
            return self.column(messages, threads);
        }
        let held = Messages::of("messages", messages)?;
        let slices = held.bytes();
        let work = |out: &mut [[u8; 32]]| {
            threads::slices(py, out, threads, SLICE, |start, out, watch| {
                self.tag_messages(&slices[start..start + out.len()], out, watch)
            })?
            .raise(py)
        };
        if out.is_some() || is_numpy(messages)? {
            return results(messages, out, slices.len(), 32, &slices, |out| {
                work(out.as_chunks_mut::<32>().0)
            });
        }
        let mut tags = vec![[0; 32]; slices.len()];
        work(&mut tags)?;
        list_of(py, &tags)
    }

    fn __repr__(&self) -> &'static str {
        "<lanesmith.HmacKey>"
    }
}

/// Whether an object is a column: also a `Column` of ours, and no list whose items might be.
fn takes_column(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    Ok(!list && !has_memory(object) && is_column(object)?)
}

impl Key {
    /// The message behind the key, not yet finished.
    fn of(&self, py: Python<'_>, message: &[u8]) -> PyResult<Hmac> {
        let mut mac = Hmac::new(&self.0);
        match message.len() {
            len if len < DETACH => mac.update(message),
            len if len < LONG => py.detach(|| mac.update(message)),
            _ => threads::watched_only(py, |watch| update(watch, message, |part| mac.update(part)))?,
        }
        Ok(mac)
    }

    fn tag_messages(
        &self,
        messages: &[&[u8]],
        out: &mut [[u8; 32]],
        watch: &Watch,
    ) -> Result<(), Ended<LengthError>> {
        let mut at = 0;
        while at < messages.len() {
            if at > 0 {
                watch.look()?;
            }
            let (mut end, mut bytes) = (at, 0);
            while end < messages.len() && bytes < 8 * LONG && messages[end].len() < LONG {
                bytes += messages[end].len();
                end += 1;
            }
            if end == at {
                let mut mac = Hmac::new(&self.0);
                update(watch, messages[at], |part| mac.update(part))?;
                out[at] = mac.finalize();
                end += 1;
            } else {
                self.0.mac_many(&mut out[at..end], &messages[at..end]).map_err(Ended::Failed)?;
            }
            at = end;
        }
        Ok(())
    }

    fn column<'py>(&self, messages: &Bound<'py, PyAny>, threads: usize) -> PyResult<Bound<'py, PyAny>> {
        let (py, kind) = (messages.py(), OutType::Fixed(32));
        columns::column(
            messages,
            |_| kind,
            |_, chunk| {
                let values = columns::map::<32, LengthError>(
                    py,
                    chunk,
                    (threads, SLICE),
                    |_, _, _| false,
                    |_, rows, out, watch| self.tag_messages(rows, out, watch),
                    |error| Err::<(), _>(error).raise(py).err().unwrap_or_else(|| PyErr::fetch(py)),
                )?;
                columns::chunk(py, kind, chunk.len(), values, columns::validity(chunk))
            },
        )
    }
}

/// The HMAC-SHA-256 tag of a message: 32 bytes.
///
/// >>> import hmac, lanesmith
/// >>> lanesmith.hmac_digest(b"key", b"message") == hmac.digest(b"key", b"message", "sha256")
/// True
//= def hmac_digest(key: Buffer, message: Buffer, /) -> bytes: ...
#[pyfunction]
#[pyo3(signature = (key, message, /))]
pub fn hmac_digest<'py>(
    py: Python<'py>,
    key: &Bound<'py, PyAny>,
    message: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (key, message) = (Data::of("key", key)?, Data::of("message", message)?);
    let key = Key(sha256::HmacKey::new(key.bytes()));
    Ok(PyBytes::new(py, &key.of(py, message.bytes())?.finalize()))
}

/// Keying material expanded from a secret by HKDF-SHA-256 (RFC 5869): at most 8160 bytes.
///
/// >>> import lanesmith
/// >>> len(lanesmith.hkdf(b"shared secret", 42, salt=b"salt", info=b"context"))
/// 42
//= def hkdf(secret: Buffer, length: int, *, salt: Buffer = b"", info: Buffer = b"") -> bytes: ...
#[pyfunction]
#[pyo3(signature = (secret, length, *, salt=None, info=None), text_signature = "(secret, length, *, salt=b'', info=b'')")]
pub fn hkdf<'py>(
    py: Python<'py>,
    secret: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::length)] length: usize,
    salt: Option<&Bound<'py, PyAny>>,
    info: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let secret = Data::of("secret", secret)?;
    let salt = salt.map(|salt| Data::of("salt", salt)).transpose()?;
    let info = info.map(|info| Data::of("info", info)).transpose()?;
    let (salt, info) =
        (salt.as_ref().map_or(&[][..], Data::bytes), info.as_ref().map_or(&[][..], Data::bytes));
    if length > sha256::HKDF_MAX {
        let error = sha256::LengthError::KeyTooLong { bytes: length, most: sha256::HKDF_MAX as u64 };
        Err(error).raise(py)?;
    }
    fill_bytes(py, length, |out| Hkdf::extract(salt, secret.bytes()).expand(info, out).raise(py))
}

fn rounds(py: Python<'_>, iterations: u32) -> PyResult<NonZeroU32> {
    NonZeroU32::new(iterations)
        .ok_or_else(|| errors::new(py, Kind::Range, "iterations is 0: it must be 1 or more", None))
}

/// Derives keys, unless it is stopped.
fn keys(jobs: &mut [Pbkdf2Job<'_>], iterations: NonZeroU32, watch: &Watch) -> Result<(), Ended<LengthError>> {
    match sha256::pbkdf2_many_until(Choice::AUTO, jobs, iterations, &|| watch.stops()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Ended::Stopped),
        Err(error) => Err(Ended::Failed(error)),
    }
}

/// A key of a password by PBKDF2-HMAC-SHA-256.
///
/// >>> import hashlib, lanesmith
/// >>> lanesmith.pbkdf2(b"password", b"salt", 1000) == hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 1000)
/// True
//= def pbkdf2(password: Buffer, salt: Buffer, iterations: int, length: int = 32) -> bytes: ...
#[pyfunction]
#[pyo3(signature = (password, salt, iterations, length=32))]
pub fn pbkdf2<'py>(
    py: Python<'py>,
    password: &Bound<'py, PyAny>,
    salt: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::iterations)] iterations: u32,
    #[pyo3(from_py_with = numbers::length)] length: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let iterations = rounds(py, iterations)?;
    let (password, salt) = (Data::of("password", password)?, Data::of("salt", salt)?);
    let (password, salt) = (password.bytes(), salt.bytes());
    if length == 0 {
        return Err(errors::length(py, "the key", 0, "1 or more"));
    }
    fill_bytes(py, length, |out| {
        let derive = |watch: &Watch| keys(&mut [Pbkdf2Job { password, salt, out }], iterations, watch);
        threads::watched(py, derive)?.raise(py)
    })
}

/// Keys of many passwords by PBKDF2-HMAC-SHA-256, side by side in the lanes of the CPU: a list of `bytes`, or a column of Arrow where
/// `passwords` is one. Salts may be a list or a column either way.
///
/// >>> import lanesmith
/// >>> keys = lanesmith.pbkdf2_many([b"a", b"b"], [b"salt-a", b"salt-b"], 1000)
/// >>> keys[0] == lanesmith.pbkdf2(b"a", b"salt-a", 1000)
/// True
//= @overload
//= def pbkdf2_many(
//=     passwords: _List, salts: Arrow | Iterable[Buffer], iterations: int, length: int = 32, *, threads: int = 1
//= ) -> list[bytes]: ...
//= @overload
//= def pbkdf2_many(
//=     passwords: Column, salts: Arrow | Iterable[Buffer], iterations: int, length: int = 32, *, threads: int = 1
//= ) -> Column: ...
//= @overload
//= def pbkdf2_many(
//=     passwords: Arrow | Iterable[Buffer],
//=     salts: Arrow | Iterable[Buffer],
//=     iterations: int,
//=     length: int = 32,
//=     *,
//=     threads: int = 1,
//= ) -> Any: ...
#[pyfunction]
#[pyo3(signature = (passwords, salts, iterations, length=32, *, threads=1))]
pub fn pbkdf2_many<'py>(
    py: Python<'py>,
    passwords: &Bound<'py, PyAny>,
    salts: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::iterations)] iterations: u32,
    #[pyo3(from_py_with = numbers::length)] length: usize,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let iterations = rounds(py, iterations)?;
    let threads = threads::count(py, threads)?;
    let like = passwords;
    let (passwords, salts) = (Messages::of("passwords", passwords)?, Messages::of("salts", salts)?);
    let is_column = matches!(passwords, Messages::Column(_));
    let (passwords, salts) = (passwords.bytes(), salts.bytes());
    if passwords.len() != salts.len() {
        let reason = format!("{} passwords, but {} salts", passwords.len(), salts.len());
        return Err(errors::new(py, Kind::Length, &reason, None));
    }
    if length == 0 || length > 1 << 20 {
        return Err(errors::length(py, "the keys", length, "from 1 to 1048576"));
    }
    let Some(len) = length.checked_mul(passwords.len()).filter(|len| isize::try_from(*len).is_ok()) else {
        return Err(errors::new(py, Kind::Length, "the keys do not fit into memory", None));
    };
    let mut keys_out = vec![0; len];
    let mut rows: Vec<&mut [u8]> = keys_out.chunks_mut(length).collect();
    // As many as fill the lanes, and some for each thread to choose from.
    threads::slices(py, &mut rows, threads, 16, |start, rows, watch| {
        let mut jobs: Vec<Pbkdf2Job<'_>> = rows
            .iter_mut()
            .enumerate()
            .map(|(i, out)| Pbkdf2Job { password: passwords[start + i], salt: salts[start + i], out })
            .collect();
        keys(&mut jobs, iterations, watch)
    })?
    .raise(py)?;
    if is_column {
        return columns::of_rows(like, length, keys_out);
    }
    Ok(PyList::new(py, keys_out.chunks(length).map(|key| PyBytes::new(py, key)))?.into_any())
}

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Key>()
}
