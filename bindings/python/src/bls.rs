//! BLS12-381 signature schemes. Keys and signatures are in `bls_keys.rs`, batches in `bls_batch.rs`.

use lanesmith::bls::signature::{
    MinPk, MinSig, Mode, Proof, PublicKey, Scheme, SecretKey, Signature, SignatureError,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::bls_batch;
use crate::bls_drand;
use crate::bls_keys::{Named, PyPublicKey, PySecretKey, PySignature, Which, of_variant, secret_key, which};
use crate::buffers::{Data, Messages};
use crate::errors::{self, Kind, Raise, at};
use crate::numbers;
use crate::threads::{self, Ended, Watch};

fn other_variant(py: Python<'_>, kind: Kind, what: &str, needed: &str) -> PyErr {
    errors::new(py, kind, &format!("the {what} is not of variant {needed}"), None)
}

/// A key that is one already, or its bytes.
pub fn key_of<V: Named>(object: &Bound<'_, PyAny>) -> PyResult<PublicKey<V>> {
    let py = object.py();
    if let Ok(key) = object.cast_exact::<PyPublicKey>() {
        return V::key(&key.get().0).ok_or_else(|| other_variant(py, Kind::Key, "public key", V::NAME));
    }
    let data = Data::of("key", object)?;
    let bytes = data.bytes();
    py.detach(|| PublicKey::from_bytes(bytes)).raise(py)
}

/// A signature that is one already, or its bytes.
pub fn signature_of<V: Named>(object: &Bound<'_, PyAny>) -> PyResult<Signature<V>> {
    let py = object.py();
    if let Ok(signature) = object.cast_exact::<PySignature>() {
        return V::signature(&signature.get().0)
            .ok_or_else(|| other_variant(py, Kind::Signature, "signature", V::NAME));
    }
    let data = Data::of("signature", object)?;
    let bytes = data.bytes();
    py.detach(|| Signature::from_bytes(bytes)).raise(py)
}

/// The rows of a list, each read; an error names its row.
pub fn all<'py, T>(
    list: &Bound<'py, PyAny>,
    read: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let py = list.py();
    let row = |(index, item): (usize, PyResult<Bound<'py, PyAny>>)| {
        read(&item?).map_err(|error| at(py, index, error))
    };
    list.try_iter()?.enumerate().map(row).collect()
}

/// A signature scheme: variant, mode and tag of draft-irtf-cfrg-bls-signature. `Scheme()` is Ethereum's.
///
/// >>> from lanesmith import bls
/// >>> secret = bls.SecretKey.generate()
/// >>> key, signature = bls.ETHEREUM.public_key(secret), bls.ETHEREUM.sign(secret, b"message")
/// >>> bls.ETHEREUM.verify(key, b"message", signature), bls.ETHEREUM.verify(key, b"other", signature)
/// (True, False)
//= @final
//= class Scheme:
//=     def __new__(
//=         cls,
//=         variant: _Variant = "min_pk",
//=         mode: Literal["basic", "augmented", "possession"] = "possession",
//=         tag: Buffer | None = None,
//=     ) -> Scheme: ...
//=     def public_key(self, secret: SecretKey | Buffer, /) -> PublicKey: ...
//=     def sign(self, secret: SecretKey | Buffer, message: Buffer, /) -> Signature: ...
//=     def verify(self, key: _Key, message: Buffer, signature: _Signature, /) -> bool: ...
//=     def aggregate(self, signatures: _Cells, /) -> Signature: ...
//=     def aggregate_keys(self, keys: _Cells, /) -> PublicKey: ...
//=     def aggregate_verify(
//=         self, keys: _Cells, messages: Arrow | Iterable[Buffer], signature: _Signature, /
//=     ) -> bool: ...
//=     def fast_aggregate_verify(self, keys: _Cells, message: Buffer, signature: _Signature, /) -> bool: ...
//=     def prove_possession(self, secret: SecretKey | Buffer, /) -> Signature: ...
//=     def verify_possession(self, key: _Key, proof: _Signature, /) -> bool: ...
//=     @overload
//=     def verify_batch(
//=         self, keys: _List, messages: _List, signatures: _List, *, threads: int = 1
//=     ) -> list[bool | None]: ...
//=     @overload
//=     def verify_batch(self, keys: Column, messages: Column, signatures: Column, *, threads: int = 1) -> Column: ...
//=     @overload
//=     def verify_batch(self, keys: _Cells, messages: _Cells, signatures: _Cells, *, threads: int = 1) -> Any: ...
//=     def batch_errors(
//=         self, keys: _Cells, messages: _Cells, signatures: _Cells, *, threads: int = 1
//=     ) -> list[str | None]: ...
//=     @property
//=     def variant(self) -> _Variant: ...
//=     @property
//=     def mode(self) -> str: ...
//=     @property
//=     def tag(self) -> bytes: ...
//=     def __eq__(self, other: object, /) -> bool: ...
//=     def __ne__(self, other: object, /) -> bool: ...
//=     def __hash__(self) -> int: ...
//=     def __getnewargs__(self) -> tuple[str, str, bytes | None]: ...
#[pyclass(frozen, weakref, module = "lanesmith.bls", name = "Scheme")]
pub struct PyScheme {
    which: Which,
    mode: Mode,
    tag: Option<Vec<u8>>,
}

impl PyScheme {
    /// The scheme of the library.
    pub fn get<V: Named>(&self) -> Scheme<'_, V> {
        match &self.tag {
            Some(tag) => Scheme::with_tag(self.mode, tag),
            None => Scheme::new(self.mode),
        }
    }

    /// What tells one scheme from another: a tag that is given may be the usual one.
    fn what_it_is<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (self.variant(), self.mode_name(), self.tag(py)).into_pyobject(py)
    }

    fn mode_name(&self) -> &'static str {
        match self.mode {
            Mode::Basic => "basic",
            Mode::Augmented => "augmented",
            Mode::Possession => "possession",
        }
    }
}

/// Yes, or no where it is only another signature.
fn verdict(py: Python<'_>, done: Result<(), SignatureError>) -> PyResult<bool> {
    match done {
        Err(SignatureError::Mismatch) => Ok(false),
        done => done.raise(py).map(|()| true),
    }
}

/// A secret key that is one already, or its bytes.
pub fn secret_of(object: &Bound<'_, PyAny>) -> PyResult<SecretKey> {
    match object.cast_exact::<PySecretKey>() {
        Ok(key) => Ok(key.get().0.clone()),
        Err(_) => secret_key("secret key", object),
    }
}

#[pymethods]
impl PyScheme {
    #[new]
    #[pyo3(signature = (variant="min_pk", mode="possession", tag=None))]
    fn new(py: Python<'_>, variant: &str, mode: &str, tag: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mode = match mode {
            "basic" => Mode::Basic,
            "augmented" => Mode::Augmented,
            "possession" => Mode::Possession,
            other => {
                let reason = format!("mode is {other:?}: it must be 'basic', 'augmented' or 'possession'");
                return Err(errors::new(py, Kind::Signature, &reason, None));
            }
        };
        let tag = tag.map(|tag| Data::of("tag", tag).map(|data| data.bytes().to_vec())).transpose()?;
        Ok(PyScheme { which: which(py, variant)?, mode, tag })
    }

    /// The public key of a secret key.
    #[pyo3(signature = (secret, /))]
    fn public_key(&self, py: Python<'_>, secret: &Bound<'_, PyAny>) -> PyResult<PyPublicKey> {
        let secret = secret_of(secret)?;
        Ok(PyPublicKey(
            of_variant!(self.which, V => V::any_key(py.detach(|| self.get::<V>().public_key(&secret)))),
        ))
    }

    /// Signs a message. The time depends on the message, not on the key.
    #[pyo3(signature = (secret, message, /))]
    fn sign(
        &self,
        py: Python<'_>,
        secret: &Bound<'_, PyAny>,
        message: &Bound<'_, PyAny>,
    ) -> PyResult<PySignature> {
        let (secret, message) = (secret_of(secret)?, Data::of("message", message)?);
        let message = message.bytes();
        let signed = of_variant!(self.which, V => {
            py.detach(|| self.get::<V>().sign(&secret, message)).map(V::any_signature)
        });
        signed.raise(py).map(PySignature)
    }

    /// Whether the signature is of the message and the key. Keys and signatures may be bytes; malformed ones raise.
    #[pyo3(signature = (key, message, signature, /))]
    fn verify(
        &self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
        message: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let message = Data::of("message", message)?;
        let message = message.bytes();
        of_variant!(self.which, V => {
            let (key, signature) = (key_of::<V>(key)?, signature_of::<V>(signature)?);
            verdict(py, py.detach(|| self.get::<V>().verify(&key, message, &signature)))
        })
    }

    /// The sum of signatures.
    #[pyo3(signature = (signatures, /))]
    fn aggregate(&self, py: Python<'_>, signatures: &Bound<'_, PyAny>) -> PyResult<PySignature> {
        let sum = of_variant!(self.which, V => {
            let (scheme, signatures) = (self.get::<V>(), bls_batch::signatures_of::<V>(signatures)?);
            let sum = |watch: &Watch| bls_batch::sum_of(watch, &signatures, |part| scheme.aggregate(part));
            threads::watched(py, sum)?.map(V::any_signature)
        });
        sum.raise(py).map(PySignature)
    }

    /// The sum of keys, which stands for all of them only where each has proved possession.
    #[pyo3(signature = (keys, /))]
    fn aggregate_keys(&self, py: Python<'_>, keys: &Bound<'_, PyAny>) -> PyResult<PyPublicKey> {
        let sum = of_variant!(self.which, V => {
            let (scheme, keys) = (self.get::<V>(), bls_batch::keys_of::<V>(keys)?);
            let sum = |watch: &Watch| bls_batch::sum_of(watch, &keys, |part| scheme.aggregate_keys(part));
            threads::watched(py, sum)?.map(V::any_key)
        });
        sum.raise(py).map(PyPublicKey)
    }

    /// Whether the signature is the sum of signatures of a message by each key.
    #[pyo3(signature = (keys, messages, signature, /))]
    fn aggregate_verify(
        &self,
        py: Python<'_>,
        keys: &Bound<'_, PyAny>,
        messages: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let messages = Messages::of("messages", messages)?;
        let messages = messages.bytes();
        of_variant!(self.which, V => {
            let (keys, signature) = (bls_batch::keys_of::<V>(keys)?, signature_of::<V>(signature)?);
            let scheme = self.get::<V>();
            let verify = |watch: &Watch| {
                match scheme.aggregate_verify_until(&keys, &messages, &signature, &|| watch.stops()) {
                    Ok(true) => Ok(()),
                    Ok(false) => Err(Ended::Stopped),
                    Err(error) => Err(Ended::Failed(error)),
                }
            };
            verdict(py, threads::watched(py, verify)?)
        })
    }

    /// Whether the signature is the sum of signatures of one message by all keys.
    #[pyo3(signature = (keys, message, signature, /))]
    fn fast_aggregate_verify(
        &self,
        py: Python<'_>,
        keys: &Bound<'_, PyAny>,
        message: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let message = Data::of("message", message)?;
        let message = message.bytes();
        of_variant!(self.which, V => {
            let (keys, signature) = (bls_batch::keys_of::<V>(keys)?, signature_of::<V>(signature)?);
            let scheme = self.get::<V>();
            if scheme.mode() != Mode::Possession {
                return Err(SignatureError::NeedsProofs).raise(py);
            }
            let verify = |watch: &Watch| {
                let key = bls_batch::sum_of(watch, &keys, |part| scheme.aggregate_keys(part))?;
                scheme.verify(&key, message, &signature).map_err(Ended::Failed)
            };
            verdict(py, threads::watched(py, verify)?)
        })
    }

    /// Proves that the owner of a key holds its secret.
    #[pyo3(signature = (secret, /))]
    fn prove_possession(&self, py: Python<'_>, secret: &Bound<'_, PyAny>) -> PyResult<PySignature> {
        let secret = secret_of(secret)?;
        let proof = of_variant!(self.which, V => {
            py.detach(|| self.get::<V>().prove_possession(&secret)).map(|proof| V::any_signature(proof.0))
        });
        proof.raise(py).map(PySignature)
    }

    /// Whether a proof of possession is of that key.
    #[pyo3(signature = (key, proof, /))]
    fn verify_possession(
        &self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
        proof: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        of_variant!(self.which, V => {
            let (key, proof) = (key_of::<V>(key)?, Proof(signature_of::<V>(proof)?));
            verdict(py, py.detach(|| self.get::<V>().verify_possession(&key, &proof)))
        })
    }

    /// Verifies many signatures at once, and says which are right: a verdict for each row.
    ///
    /// Each of the three is a list or an Arrow column of bytes; lists of keys and signatures may hold objects. A row that is
    /// malformed is wrong; one with a null has no verdict. The result is a list, or an Arrow column of booleans where
    /// `signatures` is a column. A wrong row passes with probability 2**-64.
    #[pyo3(signature = (keys, messages, signatures, *, threads=1))]
    fn verify_batch<'py>(
        &self,
        keys: &Bound<'py, PyAny>,
        messages: &Bound<'py, PyAny>,
        signatures: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        of_variant!(self.which, V => bls_batch::verify::<V>(&self.get(), [keys, messages, signatures], threads))
    }

    /// As `verify_batch`, with what is wrong with each row: a list of `str`, `None` where nothing is.
    #[pyo3(signature = (keys, messages, signatures, *, threads=1))]
    fn batch_errors<'py>(
        &self,
        keys: &Bound<'py, PyAny>,
        messages: &Bound<'py, PyAny>,
        signatures: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        of_variant!(self.which, V => bls_batch::errors::<V>(&self.get(), [keys, messages, signatures], threads))
    }

    /// `min_pk` or `min_sig`.
    #[getter]
    fn variant(&self) -> &'static str {
        of_variant!(self.which, V => V::NAME)
    }

    /// `basic`, `augmented` or `possession`.
    #[getter]
    fn mode(&self) -> &'static str {
        self.mode_name()
    }

    /// The domain separation tag.
    #[getter]
    fn tag<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        of_variant!(self.which, V => PyBytes::new(py, self.get::<V>().tag()))
    }

    fn __repr__(&self) -> String {
        format!("Scheme({:?}, {:?})", self.variant(), self.mode_name())
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast_exact::<Self>() {
            Ok(other) => self.what_it_is(py)?.eq(other.get().what_it_is(py)?),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.what_it_is(py)?.hash()
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let tag = self.tag.as_ref().map(|tag| PyBytes::new(py, tag));
        (self.variant(), self.mode_name(), tag).into_pyobject(py)
    }
}

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PySecretKey>()?;
    module.add_class::<PyPublicKey>()?;
    module.add_class::<PySignature>()?;
    module.add_class::<bls_drand::PyNetwork>()?;
    module.add_class::<PyScheme>()
}
