//! BLS12-381: keys and signatures as objects that have been checked.

use lanesmith::bls::keys::KeyPath;
use lanesmith::bls::signature::{
    MinPk, MinSig, Mode, PublicKey, Scheme, SecretBytes, SecretKey, Signature, Variant,
};
use lanesmith::sha256::hmac;
use lanesmith_face::{Fault, Status};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::buffers::{Data, hex};
use crate::errors::{self, Kind, Raise};

/// A public key of either variant.
#[derive(Clone, Copy, PartialEq)]
pub enum AnyKey {
    /// 48 bytes.
    MinPk(PublicKey<MinPk>),
    /// 96 bytes.
    MinSig(PublicKey<MinSig>),
}

/// A signature of either variant.
#[derive(Clone, Copy, PartialEq)]
pub enum AnySignature {
    /// 96 bytes.
    MinPk(Signature<MinPk>),
    /// 48 bytes.
    MinSig(Signature<MinSig>),
}

/// A variant, and how its keys and signatures are told from the other's.
pub trait Named: Variant {
    /// Its name.
    const NAME: &'static str;
    /// The key, if it is of this variant.
    fn key(any: &AnyKey) -> Option<PublicKey<Self>>;
    /// The key as one of either variant.
    fn any_key(key: PublicKey<Self>) -> AnyKey;
    /// The signature, if it is of this variant.
    fn signature(any: &AnySignature) -> Option<Signature<Self>>;
    /// The signature as one of either variant.
    fn any_signature(signature: Signature<Self>) -> AnySignature;
}

macro_rules! named {
    ($($variant:ident $name:literal)*) => {$(
        impl Named for $variant {
            const NAME: &'static str = $name;
            fn key(any: &AnyKey) -> Option<PublicKey<Self>> {
                if let AnyKey::$variant(key) = any { Some(*key) } else { None }
            }
            fn any_key(key: PublicKey<Self>) -> AnyKey {
                AnyKey::$variant(key)
            }
            fn signature(any: &AnySignature) -> Option<Signature<Self>> {
                if let AnySignature::$variant(signature) = any { Some(*signature) } else { None }
            }
            fn any_signature(signature: Signature<Self>) -> AnySignature {
                AnySignature::$variant(signature)
            }
        }
    )*};
}
named!(MinPk "min_pk" MinSig "min_sig");

/// Which variant a scheme is of.
#[derive(Clone, Copy, PartialEq)]
pub enum Which {
    /// Small keys.
    MinPk,
    /// Small signatures.
    MinSig,
}

/// Runs an expression with the variant as a type.
macro_rules! of_variant {
    ($which:expr, $variant:ident => $body:expr) => {
        match $which {
            Which::MinPk => {
                type $variant = MinPk;
                $body
            }
            Which::MinSig => {
                type $variant = MinSig;
                $body
            }
        }
    };
}
pub(crate) use of_variant;

/// The variant of a name.
pub fn which(py: Python<'_>, name: &str) -> PyResult<Which> {
    match name {
        "min_pk" => Ok(Which::MinPk),
        "min_sig" => Ok(Which::MinSig),
        other => {
            let reason = format!("variant is {other:?}: it must be 'min_pk' or 'min_sig'");
            Err(errors::new(py, Kind::Signature, &reason, None))
        }
    }
}

/// A secret key of 32 bytes.
pub fn secret_key(what: &str, object: &Bound<'_, PyAny>) -> PyResult<SecretKey> {
    let (py, data) = (object.py(), Data::of(what, object)?);
    match data.bytes().len() {
        32 => SecretKey::from_bytes(data.bytes()).raise(py),
        found => {
            let fault = Fault::new(Status::Length, format_args!("{what}: {found} bytes, expected 32"));
            Err(errors::of(py, Kind::Key, fault, None))
        }
    }
}

/// Bytes that nobody can guess, from the operating system.
///
/// # Errors
/// `OSError` where it gives none.
pub fn random(bytes: &mut [u8]) -> std::io::Result<()> {
    getrandom::fill(bytes).map_err(|error| std::io::Error::other(error.to_string()))
}

/// A secret key. Its bytes are wiped with it; `bytes(key)` gives a copy that is not.
///
/// >>> from lanesmith import bls
/// >>> key = bls.SecretKey.derive_master(bytes(32)).derive_path("m/12381/3600/0/0/0")
/// >>> key
/// SecretKey(..)
//= @final
//= class SecretKey:
//=     def __new__(cls, data: Buffer, /) -> SecretKey: ...
//=     @staticmethod
//=     def generate(material: Buffer | None = None, *, info: Buffer = b"") -> SecretKey: ...
//=     @staticmethod
//=     def derive_master(seed: Buffer, /) -> SecretKey: ...
//=     def derive_path(self, path: str, /) -> SecretKey: ...
//=     def public_key(self, variant: _Variant = "min_pk") -> PublicKey: ...
//=     def __bytes__(self) -> bytes: ...
//=     def __eq__(self, other: object, /) -> bool: ...
//=     def __ne__(self, other: object, /) -> bool: ...
//=     def __hash__(self) -> int: ...
#[pyclass(frozen, weakref, module = "lanesmith.bls", name = "SecretKey")]
pub struct PySecretKey(pub SecretKey);

#[pymethods]
impl PySecretKey {
    /// A key from its 32 bytes, most significant first.
    #[new]
    #[pyo3(signature = (data, /))]
    fn new(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        secret_key("secret key", data).map(PySecretKey)
    }

    /// A new key: from 32 bytes or more that nobody can guess, of the operating system if none are given.
    #[staticmethod]
    #[pyo3(signature = (material=None, *, info=None), text_signature = "(material=None, *, info=b'')")]
    fn generate(
        py: Python<'_>,
        material: Option<&Bound<'_, PyAny>>,
        info: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let info = info.map(|info| Data::of("info", info)).transpose()?;
        let info = info.as_ref().map_or(&[][..], Data::bytes);
        let key = match material {
            Some(material) => SecretKey::generate(Data::of("material", material)?.bytes(), info),
            None => {
                let mut material = SecretBytes::new([0; 32]);
                random(&mut *material)?;
                SecretKey::generate(&*material, info)
            }
        };
        key.raise(py).map(PySecretKey)
    }

    /// The master key of a tree of keys, from a seed of 32 bytes or more (EIP-2333).
    #[staticmethod]
    #[pyo3(signature = (seed, /))]
    fn derive_master(py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        SecretKey::derive_master(Data::of("seed", seed)?.bytes()).raise(py).map(PySecretKey)
    }

    /// The descendant along a path such as `m/12381/3600/0/0/0` (EIP-2334).
    #[pyo3(signature = (path, /))]
    fn derive_path(&self, py: Python<'_>, path: &str) -> PyResult<Self> {
        let path = KeyPath::parse(path).map_err(|error| errors::of(py, Kind::Key, error, None))?;
        py.detach(|| self.0.derive_path(&path)).raise(py).map(PySecretKey)
    }

    /// The public key, of small keys or of small signatures.
    #[pyo3(signature = (variant="min_pk"))]
    fn public_key(&self, py: Python<'_>, variant: &str) -> PyResult<PyPublicKey> {
        let key = of_variant!(which(py, variant)?, V => V::any_key(Scheme::<V>::new(Mode::Basic).public_key(&self.0)));
        Ok(PyPublicKey(key))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &*self.0.to_bytes())
    }

    /// Whether it is the same key, in a time that does not depend on where they differ.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast_exact::<Self>() else { return false };
        let (one, other) = (self.0.to_bytes(), other.get().0.to_bytes());
        one.iter().zip(&*other).fold(0, |all, (a, b)| all | (a ^ b)) == 0
    }

    /// Of a digest of the key, which does not lead back to it.
    fn __hash__(&self) -> isize {
        let digest = hmac(b"lanesmith.bls.SecretKey", &*self.0.to_bytes());
        digest.first_chunk().map_or(0, |bytes| i64::from_le_bytes(*bytes) as isize)
    }

    fn __repr__(&self) -> &'static str {
        "SecretKey(..)"
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a secret key is not pickled: pass bytes(key) if that is what you want"))
    }
}

/// A public key: a point that has been checked. `bytes(key)` is the compressed encoding.
//= @final
//= class PublicKey:
//=     def __new__(cls, data: Buffer, /, variant: _Variant = "min_pk") -> PublicKey: ...
//=     @property
//=     def variant(self) -> _Variant: ...
//=     def uncompressed(self) -> bytes: ...
//=     def hex(self) -> str: ...
//=     def __bytes__(self) -> bytes: ...
//=     def __getnewargs__(self) -> tuple[bytes, str]: ...
//=     def __eq__(self, other: object, /) -> bool: ...
//=     def __ne__(self, other: object, /) -> bool: ...
//=     def __hash__(self) -> int: ...
#[pyclass(frozen, weakref, module = "lanesmith.bls", name = "PublicKey", eq)]
#[derive(PartialEq)]
pub struct PyPublicKey(pub AnyKey);

/// A signature: a point that has been checked. `bytes(signature)` is the compressed encoding.
//= @final
//= class Signature:
//=     def __new__(cls, data: Buffer, /, variant: _Variant = "min_pk") -> Signature: ...
//=     @property
//=     def variant(self) -> _Variant: ...
//=     def uncompressed(self) -> bytes: ...
//=     def hex(self) -> str: ...
//=     def __bytes__(self) -> bytes: ...
//=     def __getnewargs__(self) -> tuple[bytes, str]: ...
//=     def __eq__(self, other: object, /) -> bool: ...
//=     def __ne__(self, other: object, /) -> bool: ...
//=     def __hash__(self) -> int: ...
#[pyclass(frozen, weakref, module = "lanesmith.bls", name = "Signature", eq)]
#[derive(PartialEq)]
pub struct PySignature(pub AnySignature);

macro_rules! point {
    ($class:ident $any:ident $point:ident $wrap:ident $name:literal) => {
        #[pymethods]
        impl $class {
            /// Reads the compressed or the uncompressed encoding, with every check.
            #[new]
            #[pyo3(signature = (data, /, variant="min_pk"))]
            fn new(py: Python<'_>, data: &Bound<'_, PyAny>, variant: &str) -> PyResult<Self> {
                let data = Data::of("data", data)?;
                let bytes = data.bytes();
                let point = of_variant!(which(py, variant)?, V => {
                    py.detach(|| $point::<V>::from_bytes(bytes)).map(V::$wrap)
                });
                point.raise(py).map($class)
            }

            /// `min_pk` or `min_sig`.
            #[getter]
            fn variant(&self) -> &'static str {
                match self.0 {
                    $any::MinPk(_) => MinPk::NAME,
                    $any::MinSig(_) => MinSig::NAME,
                }
            }

            fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                match &self.0 {
                    $any::MinPk(point) => PyBytes::new(py, &point.to_bytes()),
                    $any::MinSig(point) => PyBytes::new(py, &point.to_bytes()),
                }
            }

            /// The uncompressed encoding, which is faster to read.
            fn uncompressed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                match &self.0 {
                    $any::MinPk(point) => PyBytes::new(py, &point.to_uncompressed()),
                    $any::MinSig(point) => PyBytes::new(py, &point.to_uncompressed()),
                }
            }

            /// The compressed encoding in hexadecimal.
            fn hex<'py>(&self, py: Python<'py>) -> Bound<'py, pyo3::types::PyString> {
                match &self.0 {
                    $any::MinPk(point) => hex(py, &point.to_bytes()),
                    $any::MinSig(point) => hex(py, &point.to_bytes()),
                }
            }

            fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
                self.__bytes__(py).hash()
            }

            fn __repr__(&self, py: Python<'_>) -> String {
                format!(concat!($name, "({})"), self.hex(py))
            }

            fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                (self.__bytes__(py), self.variant()).into_pyobject(py)
            }
        }
    };
}
point!(PyPublicKey AnyKey PublicKey any_key "PublicKey");
point!(PySignature AnySignature Signature any_signature "Signature");
