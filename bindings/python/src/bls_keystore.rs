//! BLS12-381: keystores (EIP-2335).

use std::num::NonZeroU32;

use lanesmith::bls::keys::KeyPath;
use lanesmith::bls::keys::keystore::{Kdf, Keystore, KeystoreError, Limits, NewKeystore, Password};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::bls::secret_of;
use crate::bls_keys::{PySecretKey, random};
use crate::buffers::Data;
use crate::errors::{self, Kind, Raise};
use crate::numbers;
use crate::secrets::Secret;
use crate::threads::{self, Ended, Watch};

/// A password in normal form: Python has Unicode's tables, and the wheel need not carry them again.
fn password_of(password: &Bound<'_, PyAny>) -> PyResult<Password> {
    let py = password.py();
    let secret = Secret::of("password", password)?;
    let wrong = |_| errors::new(py, Kind::Password, "the password is not UTF-8", None);
    let text = PyString::new(py, std::str::from_utf8(secret.bytes()).map_err(wrong)?);
    let normal =
        py.import("unicodedata")?.call_method1("normalize", ("NFKD", text))?.cast_into::<PyString>()?;
    Ok(Password::of_nfkd(normal.to_str()?))
}

fn interrupted(error: KeystoreError) -> Ended<KeystoreError> {
    if error == KeystoreError::Interrupted { Ended::Stopped } else { Ended::Failed(error) }
}

fn kdf_of(py: Python<'_>, kdf: &str, cost: Option<u32>) -> PyResult<Kdf> {
    let wrong = |reason: &str| errors::new(py, Kind::Password, reason, None);
    match (kdf, cost) {
        ("scrypt", None) => Ok(Kdf::SCRYPT),
        ("scrypt", Some(n)) => Ok(Kdf::Scrypt { n: n.into(), r: 8, p: 1 }),
        ("pbkdf2", None) => Ok(Kdf::PBKDF2),
        ("pbkdf2", Some(cost)) => match NonZeroU32::new(cost) {
            Some(iterations) => Ok(Kdf::Pbkdf2 { iterations }),
            None => Err(wrong("cost is 0: PBKDF2 needs an iteration or more")),
        },
        _ => Err(wrong(&format!("kdf is {kdf:?}: it must be 'scrypt' or 'pbkdf2'"))),
    }
}

/// A secret key behind a password, as validators of Ethereum keep it (EIP-2335). `Keystore(text)` reads the JSON,
/// `Keystore.encrypt` makes a new one. Passwords are `str`, or bytes in UTF-8; their Unicode form does not matter.
///
/// >>> from lanesmith import bls
/// >>> secret = bls.SecretKey.generate()
/// >>> text = bls.Keystore.encrypt(secret, "correct horse", cost=2**10).to_json()
/// >>> bytes(bls.Keystore(text).decrypt("correct horse")) == bytes(secret)
/// True
//= @final
//= class Keystore:
//=     def __new__(cls, text: str | Buffer, /) -> Keystore: ...
//=     @staticmethod
//=     def encrypt(
//=         secret: SecretKey | Buffer,
//=         password: Secret,
//=         *,
//=         kdf: Literal["scrypt", "pbkdf2"] = "scrypt",
//=         cost: int | None = None,
//=         path: str | None = None,
//=         description: str = "",
//=     ) -> Keystore: ...
//=     def decrypt(self, password: Secret, *, max_memory: int | None = None) -> SecretKey: ...
//=     def to_json(self) -> str: ...
//=     @property
//=     def kdf(self) -> str: ...
//=     @property
//=     def pubkey(self) -> str: ...
//=     @property
//=     def path(self) -> str: ...
//=     @property
//=     def description(self) -> str: ...
//=     @property
//=     def uuid(self) -> str: ...
//=     def __getnewargs__(self) -> tuple[str]: ...
#[pyclass(frozen, weakref, module = "lanesmith.bls", name = "Keystore")]
pub struct PyKeystore(Keystore);

#[pymethods]
impl PyKeystore {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let read = match text.cast::<PyString>() {
            Ok(text) => Keystore::from_json(text.to_str()?.as_bytes()),
            Err(_) => Keystore::from_json(Data::of("text", text)?.bytes()),
        };
        read.raise(py).map(PyKeystore)
    }

    /// Puts a secret key behind a password. `kdf` is `scrypt` (256 MiB) or `pbkdf2`; `cost`, if the EIP's 2**18 is not wanted, is
    /// scrypt's `n` or the number of iterations. `path` says where in its tree the key stands. An empty password is refused.
    #[staticmethod]
    #[pyo3(signature = (secret, password, *, kdf="scrypt", cost=None, path=None, description=""))]
    fn encrypt(
        py: Python<'_>,
        secret: &Bound<'_, PyAny>,
        password: &Bound<'_, PyAny>,
        kdf: &str,
        #[pyo3(from_py_with = numbers::some_cost)] cost: Option<u32>,
        path: Option<&str>,
        description: &str,
    ) -> PyResult<Self> {
        let (secret, password, kdf) = (secret_of(secret)?, password_of(password)?, kdf_of(py, kdf, cost)?);
        let path = path.map(KeyPath::parse).transpose();
        let path = path.map_err(|error| errors::of(py, Kind::Key, error, None))?;
        let mut bytes = [0; 64];
        random(&mut bytes)?;
        let new = NewKeystore { kdf, path: path.as_ref(), description, random: &bytes };
        let encrypt = |watch: &Watch| {
            let stops = || watch.stops();
            new.encrypt_until(&secret, &password, stops).map_err(interrupted)
        };
        threads::watched(py, encrypt)?.raise(py).map(PyKeystore)
    }

    /// The secret key. `WrongPassword` for another password; `PasswordError` before anything is computed for a keystore that asks
    /// for more memory than `max_memory` bytes (1 GiB if not given) or for too much work.
    #[pyo3(signature = (password, *, max_memory=None))]
    fn decrypt(
        &self,
        py: Python<'_>,
        password: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = numbers::some_max_memory)] max_memory: Option<u64>,
    ) -> PyResult<PySecretKey> {
        let password = password_of(password)?;
        let limits = max_memory.map_or_else(Limits::default, Limits::of_memory);
        let decrypt = |watch: &Watch| {
            self.0.decrypt_key_until(&password, &limits, || watch.stops()).map_err(interrupted)
        };
        threads::watched(py, decrypt)?.raise(py).map(PySecretKey)
    }

    /// The keystore as JSON, which can be stored: it tells nothing without the password.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// How the password becomes a key, and at what cost.
    #[getter]
    fn kdf(&self) -> String {
        self.0.kdf().to_string()
    }

    /// The public key that it names, in hexadecimal; may be empty.
    #[getter]
    fn pubkey(&self) -> &str {
        self.0.pubkey()
    }

    /// Where in its tree the key stands; may be empty.
    #[getter]
    fn path(&self) -> &str {
        self.0.path()
    }

    /// What it is for; may be empty.
    #[getter]
    fn description(&self) -> &str {
        self.0.description()
    }

    /// Its identifier.
    #[getter]
    fn uuid(&self) -> &str {
        self.0.uuid()
    }

    fn __repr__(&self) -> String {
        format!("<lanesmith.bls.Keystore {} {}>", self.0.uuid(), self.0.kdf())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.to_json(),)
    }
}

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyKeystore>()
}
