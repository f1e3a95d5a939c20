//! Passwords, and what belongs to a service besides: secrets ("peppers") of now and of before, and data.

use lanesmith::pwhash::password::{Context, Pepper};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::buffers;
use crate::errors::{self, Kind, at};

/// A password: `str`, as UTF-8, or bytes.
pub enum Secret<'py> {
    Text(Bound<'py, PyString>),
    Data(buffers::Data<'py>),
}

impl<'py> Secret<'py> {
    /// Takes `str` and everything with memory.
    ///
    /// # Errors
    /// `PasswordError` for a `str` that UTF-8 cannot hold. It does not name the text, as the interpreter's own error does, which reports
    /// of errors keep.
    pub fn of(what: &str, object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let Ok(text) = object.cast::<PyString>() else {
            return buffers::Data::of(what, object).map(Secret::Data);
        };
        match text.to_str() {
            Ok(_) => Ok(Secret::Text(text.clone())),
            Err(_) => {
                let reason = "the text has half a surrogate pair, which UTF-8 cannot hold: pass the bytes that are meant";
                Err(errors::new(object.py(), Kind::Password, &errors::named(what, reason), None))
            }
        }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            // `of` has looked; the text is kept as UTF-8 since.
            Secret::Text(text) => text.to_str().unwrap_or_default().as_bytes(),
            Secret::Data(data) => data.bytes(),
        }
    }
}

/// The passwords of a list.
///
/// # Errors
/// `TypeError` for a single one, and as [`Secret::of`] with the row.
pub fn all<'py>(list: &Bound<'py, PyAny>) -> PyResult<Vec<Secret<'py>>> {
    if list.is_instance_of::<PyString>() || list.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err("passwords: a list is needed, not a single one"));
    }
    let py = list.py();
    let items = list.try_iter()?.enumerate();
    items.map(|(index, item)| Secret::of("", &item?).map_err(|error| at(py, index, error))).collect()
}

/// What the Python files give for a service: secret, data, the secret's name, and names and secrets of before.
pub type Given<'py> = (
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyAny>>,
    Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
);

/// What belongs to the service and not into the string.
pub struct Service<'py> {
    secret: Option<Secret<'py>>,
    data: Option<Secret<'py>>,
    key_id: Option<Secret<'py>>,
    older: Vec<(Secret<'py>, Secret<'py>)>,
}

impl<'py> Service<'py> {
    /// Nothing, where nothing is given.
    ///
    /// # Errors
    /// As [`Secret::of`].
    pub fn of(given: Option<Given<'py>>) -> PyResult<Self> {
        let (secret, data, key_id, older) = given.unwrap_or_default();
        let one =
            |what, object: Option<Bound<'py, PyAny>>| object.map(|it| Secret::of(what, &it)).transpose();
        let pair = |(id, secret)| Ok((Secret::of("older", &id)?, Secret::of("older", &secret)?));
        Ok(Service {
            secret: one("secret", secret)?,
            data: one("data", data)?,
            key_id: one("key_id", key_id)?,
            older: older.into_iter().map(pair).collect::<PyResult<_>>()?,
        })
    }

    /// The secrets of before.
    pub fn older(&self) -> Vec<Pepper<'_>> {
        self.older.iter().map(|(id, secret)| Pepper { id: id.bytes(), secret: secret.bytes() }).collect()
    }

    /// All of it, as the library takes it.
    pub fn context<'a>(&'a self, older: &'a [Pepper<'a>]) -> Context<'a> {
        let bytes = |of: &'a Option<Secret<'py>>| of.as_ref().map_or(&[][..], Secret::bytes);
        Context::new()
            .secret(bytes(&self.secret))
            .data(bytes(&self.data))
            .key_id(bytes(&self.key_id))
            .older(older)
    }
}
