//! Exceptions: a small hierarchy over `ValueError`, written in Python (`lanesmith/_errors.py`), each with the row it speaks
//! of, the reason, and a code: the words of the one table that all faces have (`bindings/face/src/error.rs`).

use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use lanesmith::bls::keys::SharingError;
use lanesmith::bls::keys::keystore::KeystoreError;
use lanesmith::bls::signature::SignatureError;
use lanesmith::curl::{BatchError, pow};
use lanesmith::sha256::merkle::deposit::DepositError;
use lanesmith::{ConfigureError, ProfileError, pwhash, sha256};
use lanesmith_face::{Fault, Status};

/// Which exception, with which code.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A length or shape that does not fit.
    Length,
    /// A number out of its range.
    Range,
    /// A result in the memory of an input.
    Overlap,
    /// Content that is malformed.
    Input,
    /// A character that is no tryte, a value that is no trit.
    Tryte,
    /// An operation or engine that cannot be had.
    Engine,
    /// A profile that is refused.
    Profile,
    /// A proof that does not lead to the root, or cannot.
    Proof,
    /// A key that is refused.
    Key,
    /// A signature that is refused.
    Signature,
    /// A stored password or its parameters are refused.
    Password,
    /// A stored string is malformed or asks for too much.
    InvalidHash,
    /// The password is another.
    WrongPassword,
    /// A search that ended without a nonce.
    Search,
}

impl Kind {
    /// The place of the class in [`NAMES`], and the code: the words of one table for all faces.
    fn class_and_code(self) -> (usize, Status) {
        match self {
            Kind::Length => (0, Status::Length),
            Kind::Range => (0, Status::Range),
            Kind::Overlap => (0, Status::Overlap),
            Kind::Input => (1, Status::Input),
            Kind::Tryte => (1, Status::Tryte),
            Kind::Engine => (2, Status::Engine),
            Kind::Profile => (3, Status::Input),
            Kind::Proof => (4, Status::Tree),
            Kind::Key => (5, Status::Key),
            Kind::Signature => (5, Status::Signature),
            Kind::Password => (6, Status::Password),
            Kind::InvalidHash => (7, Status::Password),
            Kind::WrongPassword => (8, Status::Mismatch),
            Kind::Search => (9, Status::Exhausted),
        }
    }
}

static CLASSES: PyOnceLock<Vec<Py<PyType>>> = PyOnceLock::new();

const NAMES: [&str; 10] = [
    "LengthError",
    "InputError",
    "EngineError",
    "ProfileError",
    "ProofError",
    "SignatureError",
    "PasswordError",
    "InvalidHash",
    "WrongPassword",
    "SearchError",
];

/// Gets the classes while the module is imported: a child of `fork` must not wait for a thread that was getting them.
pub fn load(py: Python<'_>) -> PyResult<()> {
    class(py, 0).map(drop)
}

fn class(py: Python<'_>, at: usize) -> PyResult<Bound<'_, PyType>> {
    let classes = CLASSES.get_or_try_init(py, || {
        let module = py.import("lanesmith._errors")?;
        NAMES
            .iter()
            .map(|name| Ok(module.getattr(*name)?.cast_into::<PyType>()?.unbind()))
            .collect::<PyResult<Vec<_>>>()
    })?;
    Ok(classes[at].bind(py).clone())
}

/// An exception with a reason, and the row it speaks of.
pub fn new(py: Python<'_>, kind: Kind, reason: &str, index: Option<usize>) -> PyErr {
    coded(py, kind, kind.class_and_code().1, reason, index)
}

fn coded(py: Python<'_>, kind: Kind, code: Status, reason: &str, index: Option<usize>) -> PyErr {
    let made = class(py, kind.class_and_code().0).and_then(|class| {
        let exception = class.call1((reason, index))?;
        exception.setattr("code", code.name())?;
        Ok(exception)
    });
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// An exception for an error of the library, with the code that every face gives for it.
pub fn of(py: Python<'_>, kind: Kind, error: impl Into<Fault>, index: Option<usize>) -> PyErr {
    let fault = error.into();
    coded(py, kind, fault.status, &fault.message, index.or(fault.row))
}

/// A message that says of which argument it speaks; of none where that is empty.
pub fn named(what: &str, reason: &str) -> String {
    if what.is_empty() { reason.to_owned() } else { format!("{what}: {reason}") }
}

/// The same error of Python's, with the argument in front.
pub fn naming(py: Python<'_>, what: &str, error: PyErr) -> PyErr {
    let class = error.get_type(py);
    let plain = class.is(py.get_type::<PyTypeError>())
        || class.is(py.get_type::<PyValueError>())
        || class.is(py.get_type::<PyBufferError>());
    match plain {
        true => PyErr::from_type(class, named(what, &text_of(py, &error))),
        false => error,
    }
}

fn text_of(py: Python<'_>, error: &PyErr) -> String {
    error.value(py).str().map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The same error, of a row: as its `index` and in its text.
pub fn at(py: Python<'_>, index: usize, error: PyErr) -> PyErr {
    let value = error.value(py);
    // Ours put the row before the reason themselves.
    let ours = value.hasattr("reason").unwrap_or(false);
    let error = if ours { error } else { naming(py, &format!("row {index}"), error) };
    let _ = error.value(py).setattr("index", index);
    error
}

/// A length that is not what it must be.
pub fn length(py: Python<'_>, what: &str, found: usize, need: &str) -> PyErr {
    new(py, Kind::Length, &format!("{what}: {found} bytes, expected {need}"), None)
}

/// Turns errors of the library into exceptions.
pub trait Raise<T> {
    /// The value, or the exception.
    fn raise(self, py: Python<'_>) -> PyResult<T>;
}

macro_rules! raise {
    ($($error:ty => $kind:expr),* $(,)?) => {$(
        impl<T> Raise<T> for Result<T, $error> {
            fn raise(self, py: Python<'_>) -> PyResult<T> {
                self.map_err(|error| of(py, $kind, error, None))
            }
        }
    )*};
}

raise! {
    sha256::LengthError => Kind::Length,
    sha256::merkle::TreeError => Kind::Length,
    sha256::blocks::BlocksError => Kind::Length,
    sha256::merkle::proof::ProofError => Kind::Proof,
    sha256::merkle::rfc6962::LogError => Kind::Proof,
    lanesmith::curl::Error => Kind::Tryte,
    pow::PowError => Kind::Input,
    lanesmith::isa::EngineError => Kind::Engine,
    lanesmith::isa::SelectionError => Kind::Engine,
    ConfigureError => Kind::Engine,
    SignatureError => Kind::Signature,
    SharingError => Kind::Signature,
}

impl<T> Raise<T> for Result<T, ProfileError> {
    fn raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| new(py, Kind::Profile, &error.to_string(), None))
    }
}

impl<T> Raise<T> for Result<T, BatchError> {
    fn raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| match error {
            BatchError::Message { index, error } => of(py, Kind::Tryte, error, Some(index)),
            error => of(py, Kind::Length, error, None),
        })
    }
}

impl<T> Raise<T> for Result<T, DepositError> {
    fn raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| match error {
            // A snapshot that cannot be one.
            DepositError::WrongLength { .. } | DepositError::RootMismatch { .. } => {
                new(py, Kind::Proof, &error.to_string(), None)
            }
            error => new(py, Kind::Length, &error.to_string(), None),
        })
    }
}

impl<T> Raise<T> for Result<T, KeystoreError> {
    fn raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| match error {
            KeystoreError::Derivation(error) => password(py, error, None),
            KeystoreError::WrongPassword => new(py, Kind::WrongPassword, &error.to_string(), None),
            KeystoreError::Secret(_) | KeystoreError::OtherKey => {
                new(py, Kind::Signature, &error.to_string(), None)
            }
            error => new(py, Kind::Password, &error.to_string(), None),
        })
    }
}

/// The exception for an error of password hashing.
pub fn password(py: Python<'_>, error: pwhash::Error, index: Option<usize>) -> PyErr {
    match error {
        pwhash::Error::Memory(error) => pyo3::exceptions::PyMemoryError::new_err(error.to_string()),
        pwhash::Error::WrongPassword => new(py, Kind::WrongPassword, "wrong password", index),
        error @ (pwhash::Error::Malformed { .. }
        | pwhash::Error::OverLimit { .. }
        | pwhash::Error::Unsupported { .. }) => new(py, Kind::InvalidHash, &error.to_string(), index),
        error => new(py, Kind::Password, &error.to_string(), index),
    }
}

impl<T> Raise<T> for Result<T, pwhash::Error> {
    fn raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| password(py, error, None))
    }
}
