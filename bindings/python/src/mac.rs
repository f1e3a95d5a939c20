//! Keys and tags over SHA-256: HMAC, HKDF, PBKDF2.

use std::num::NonZeroU32;

use lanesmith::sha256::{self, Hkdf, Pbkdf2Job};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::buffers::{Data, Messages, array, list_of, results};
use crate::errors::{self, Kind, Raise};
use crate::ffi::buffer::fill_bytes;
use crate::threads;

/// Iterations of PBKDF2, on all lanes, between two looks at signals: some 50 ms.
const ITERATIONS: u64 = 1 << 19;

/// A key of HMAC-SHA-256, prepared once for many messages.
///
/// >>> import lanesmith
/// >>> key = lanesmith.HmacKey(b"key")
/// >>> key.verify(b"message", key.tag(b"message"))
/// True
#[pyclass(frozen, module = "lanesmith", name = "HmacKey")]
pub struct Key(sha256::HmacKey);

#[pymethods]
impl Key {
    #[new]
    #[pyo3(signature = (key, /))]
    fn new(key: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Key(sha256::HmacKey::new(Data::of(key)?.bytes())))
    }

    /// The tag of a message: 32 bytes.
    #[pyo3(signature = (message, /))]
    fn tag<'py>(&self, py: Python<'py>, message: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let message = Data::of(message)?;
        let bytes = message.bytes();
        let tag =
            if bytes.len() < threads::DETACH { self.0.mac(bytes) } else { py.detach(|| self.0.mac(bytes)) };
        Ok(PyBytes::new(py, &tag))
    }

    /// Whether a message has that tag, in a time that does not depend on where they differ.
    #[pyo3(signature = (message, tag, /))]
    fn verify(&self, py: Python<'_>, message: &Bound<'_, PyAny>, tag: &Bound<'_, PyAny>) -> PyResult<bool> {
        let tag: [u8; 32] = array(py, "tag", tag)?;
        let message = Data::of(message)?;
        let bytes = message.bytes();
        Ok(py.detach(|| self.0.verify(bytes, &tag)).is_ok())
    }

    /// The tags of many messages: a list of 32 bytes each, or in `out`.
    #[pyo3(signature = (messages, *, out=None, threads=1))]
    fn tags<'py>(
        &self,
        messages: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = messages.py();
        let threads = threads::count(py, threads)?;
        let held = Messages::of(messages)?;
        let slices = held.bytes();
        let work = |out: &mut [[u8; 32]]| {
            threads::slices(py, out, threads, 1 << 15, |start, out| {
                self.0.mac_many(out, &slices[start..start + out.len()])
            })?
            .raise(py)
        };
        match out {
            Some(_) => {
                results(messages, out, slices.len(), 32, &slices, |out| work(out.as_chunks_mut::<32>().0))
            }
            None => {
                let mut tags = vec![[0; 32]; slices.len()];
                work(&mut tags)?;
                list_of(py, &tags)
            }
        }
    }

    fn __repr__(&self) -> &'static str {
        "<lanesmith.HmacKey>"
    }
}

/// The HMAC-SHA-256 tag of a message: 32 bytes.
///
/// >>> import hmac, lanesmith
/// >>> lanesmith.hmac_digest(b"key", b"message") == hmac.digest(b"key", b"message", "sha256")
/// True
#[pyfunction]
#[pyo3(signature = (key, message, /))]
fn hmac_digest<'py>(
    py: Python<'py>,
    key: &Bound<'py, PyAny>,
    message: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (key, message) = (Data::of(key)?, Data::of(message)?);
    let (key, message) = (key.bytes(), message.bytes());
    let long = key.len() + message.len() >= threads::DETACH;
    let tag = if long { py.detach(|| sha256::hmac(key, message)) } else { sha256::hmac(key, message) };
    Ok(PyBytes::new(py, &tag))
}

/// Keying material expanded from a secret by HKDF-SHA-256 (RFC 5869): at most 8160 bytes.
///
/// >>> import lanesmith
/// >>> len(lanesmith.hkdf(b"shared secret", 42, salt=b"salt", info=b"context"))
/// 42
#[pyfunction]
#[pyo3(signature = (secret, length, *, salt=None, info=None), text_signature = "(secret, length, *, salt=b'', info=b'')")]
fn hkdf<'py>(
    py: Python<'py>,
    secret: &Bound<'py, PyAny>,
    length: usize,
    salt: Option<&Bound<'py, PyAny>>,
    info: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let secret = Data::of(secret)?;
    let (salt, info) = (salt.map(Data::of).transpose()?, info.map(Data::of).transpose()?);
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
        .ok_or_else(|| errors::new(py, Kind::Length, "iterations is 0: it must be 1 or more", None))
}

/// A key of a password by PBKDF2-HMAC-SHA-256.
///
/// >>> import hashlib, lanesmith
/// >>> lanesmith.pbkdf2(b"password", b"salt", 1000) == hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 1000)
/// True
#[pyfunction]
#[pyo3(signature = (password, salt, iterations, length=32))]
fn pbkdf2<'py>(
    py: Python<'py>,
    password: &Bound<'py, PyAny>,
    salt: &Bound<'py, PyAny>,
    iterations: u32,
    length: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let iterations = rounds(py, iterations)?;
    let (password, salt) = (Data::of(password)?, Data::of(salt)?);
    let (password, salt) = (password.bytes(), salt.bytes());
    if length == 0 {
        return Err(errors::length(py, "the key", 0, "1 or more"));
    }
    fill_bytes(py, length, |out| py.detach(|| sha256::pbkdf2(password, salt, iterations, out)).raise(py))
}

/// Keys of many passwords by PBKDF2-HMAC-SHA-256, side by side in the lanes of the CPU: a list of `bytes`.
///
/// >>> import lanesmith
/// >>> keys = lanesmith.pbkdf2_many([b"a", b"b"], [b"salt-a", b"salt-b"], 1000)
/// >>> keys[0] == lanesmith.pbkdf2(b"a", b"salt-a", 1000)
/// True
#[pyfunction]
#[pyo3(signature = (passwords, salts, iterations, length=32, *, threads=1))]
fn pbkdf2_many<'py>(
    py: Python<'py>,
    passwords: &Bound<'py, PyAny>,
    salts: &Bound<'py, PyAny>,
    iterations: u32,
    length: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let iterations = rounds(py, iterations)?;
    let threads = threads::count(py, threads)?;
    let (passwords, salts) = (Messages::of(passwords)?, Messages::of(salts)?);
    let (passwords, salts) = (passwords.bytes(), salts.bytes());
    if passwords.len() != salts.len() {
        let reason = format!("{} passwords, but {} salts", passwords.len(), salts.len());
        return Err(errors::new(py, Kind::Length, &reason, None));
    }
    if length == 0 || length > 1 << 20 {
        return Err(errors::length(py, "the keys", length, "from 1 to 1048576"));
    }
    let mut keys = vec![vec![0; length]; passwords.len()];
    let each = u64::from(iterations.get()) * length.div_ceil(32) as u64;
    let slice = usize::try_from(ITERATIONS / each).unwrap_or(usize::MAX).clamp(16, 1 << 16);
    threads::slices(py, &mut keys, threads, slice, |start, keys| {
        let mut jobs: Vec<Pbkdf2Job<'_>> = keys
            .iter_mut()
            .enumerate()
            .map(|(i, out)| Pbkdf2Job { password: passwords[start + i], salt: salts[start + i], out })
            .collect();
        sha256::pbkdf2_many(&mut jobs, iterations)
    })?
    .raise(py)?;
    Ok(PyList::new(py, keys.iter().map(|key| PyBytes::new(py, key)))?.into_any())
}

/// Adds the names to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Key>()?;
    module.add_function(wrap_pyfunction!(hmac_digest, module)?)?;
    module.add_function(wrap_pyfunction!(hkdf, module)?)?;
    module.add_function(wrap_pyfunction!(pbkdf2, module)?)?;
    module.add_function(wrap_pyfunction!(pbkdf2_many, module)?)
}
