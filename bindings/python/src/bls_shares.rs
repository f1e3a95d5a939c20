//! BLS12-381: keys shared among many, by Shamir's split with Feldman's commitments.

use std::num::NonZeroU32;

use lanesmith::bls::keys::{Commitments, Share, recover_key_until, recover_signature_until, split};
use lanesmith::bls::signature::{MinPk, MinSig};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::bls::{all, secret_of};
use crate::bls_batch::signatures_of;
use crate::bls_keys::{Named, PyPublicKey, PySecretKey, PySignature, Which, of_variant, random, which};
use crate::buffers::Messages;
use crate::errors::{self, Kind, Raise};
use crate::numbers;
use crate::threads::{self, Ended, Watch};

/// The module of Python that has the functions.
pub const OF: &str = "lanesmith.bls";

/// The most shares of a key: with a threshold as large, splitting takes seconds, and nothing interrupts it.
const MOST: u32 = 4096;

enum Any {
    MinPk(Commitments<MinPk>),
    MinSig(Commitments<MinSig>),
}

/// Runs an expression with the commitments, and their variant as a type.
macro_rules! of_any {
    ($any:expr, $inner:ident: $variant:ident => $body:expr) => {
        match $any {
            Any::MinPk($inner) => {
                #[allow(dead_code, reason = "not every expression names it")]
                type $variant = MinPk;
                $body
            }
            Any::MinSig($inner) => {
                #[allow(dead_code, reason = "not every expression names it")]
                type $variant = MinSig;
                $body
            }
        }
    };
}

/// The number of a share: 1 or more.
fn number(py: Python<'_>, index: u32) -> PyResult<NonZeroU32> {
    NonZeroU32::new(index).ok_or_else(|| {
        errors::new(py, Kind::Signature, "a share has number 0: they are counted from 1", None)
    })
}

/// Pairs of a number and something else.
fn numbered<'py, T>(
    list: &Bound<'py, PyAny>,
    read: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<(NonZeroU32, T)>> {
    all(list, |pair| {
        let (index, item) = pair.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
        Ok((number(pair.py(), numbers::share(&index)?)?, read(&item)?))
    })
}

/// What is public of a key that was split (Feldman): it tells whether a share is right, and everybody can compute the public
/// key of each share. Made by `lanesmith.bls.split`, or from its own `points`.
///
/// >>> from lanesmith import bls
/// >>> shares, commitments = bls.split(bls.SecretKey.generate(), 2, 3)
/// >>> commitments.threshold, commitments.verify(*shares[0]), commitments.verify(2, shares[0][1])
/// (2, True, False)
//= @final
//= class Commitments:
//=     def __new__(cls, points: Iterable[Buffer], /, variant: _Variant = "min_pk") -> Commitments: ...
//=     @property
//=     def threshold(self) -> int: ...
//=     @property
//=     def variant(self) -> _Variant: ...
//=     @property
//=     def points(self) -> list[bytes]: ...
//=     def public_key(self) -> PublicKey: ...
//=     def share_key(self, index: int, /) -> PublicKey: ...
//=     def verify(self, index: int, secret: SecretKey | Buffer, /) -> bool: ...
//=     def __getnewargs__(self) -> tuple[list[bytes], str]: ...
#[pyclass(frozen, weakref, module = "lanesmith.bls", name = "Commitments")]
pub struct PyCommitments(Any);

#[pymethods]
impl PyCommitments {
    #[new]
    #[pyo3(signature = (points, /, variant="min_pk"))]
    fn new(py: Python<'_>, points: &Bound<'_, PyAny>, variant: &str) -> PyResult<Self> {
        let which = which(py, variant)?;
        let held = Messages::of("points", points)?;
        let points = held.bytes();
        let read = py.detach(|| match which {
            Which::MinPk => Commitments::from_bytes(points).map(Any::MinPk),
            Which::MinSig => Commitments::from_bytes(points).map(Any::MinSig),
        });
        read.raise(py).map(PyCommitments)
    }

    /// How many shares recover the key.
    #[getter]
    fn threshold(&self) -> usize {
        of_any!(&self.0, inner: V => inner.threshold())
    }

    /// `min_pk` or `min_sig`.
    #[getter]
    fn variant(&self) -> &'static str {
        of_any!(&self.0, _inner: V => V::NAME)
    }

    /// The commitments as points in compressed encoding, which say all there is to know.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        of_any!(&self.0, inner: V => PyList::new(py, inner.to_bytes().iter().map(|point| PyBytes::new(py, point))))
    }

    /// The public key of the key that was split.
    fn public_key(&self, py: Python<'_>) -> PyResult<PyPublicKey> {
        of_any!(&self.0, inner: V => inner.public_key().raise(py).map(|key| PyPublicKey(V::any_key(key))))
    }

    /// The public key of share number `index`.
    #[pyo3(signature = (index, /))]
    fn share_key(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::share)] index: u32,
    ) -> PyResult<PyPublicKey> {
        let index = number(py, index)?;
        of_any!(&self.0, inner: V => {
            py.detach(|| inner.share_key(index)).raise(py).map(|key| PyPublicKey(V::any_key(key)))
        })
    }

    /// Whether `secret` is share number `index` of this key.
    #[pyo3(signature = (index, secret, /))]
    fn verify(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::share)] index: u32,
        secret: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let share = Share { index: number(py, index)?, key: secret_of(secret)? };
        Ok(of_any!(&self.0, inner: V => py.detach(|| inner.verify(&share))))
    }

    fn __repr__(&self) -> String {
        format!("<lanesmith.bls.Commitments of {}, threshold {}>", self.variant(), self.threshold())
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (self.points(py)?, self.variant()).into_pyobject(py)
    }
}

/// Splits a secret key: any `threshold` of the `shares` recover it, fewer tell nothing. Gives pairs of a share's number (from 1)
/// and its secret key, and the `Commitments`. Whoever signs with a share gives a share of the signature.
///
/// >>> from lanesmith import bls
/// >>> secret = bls.SecretKey.generate()
/// >>> shares, commitments = bls.split(secret, 2, 3)
/// >>> bytes(bls.recover_key(shares[1:])) == bytes(secret)
/// True
/// >>> parts = [(i, bls.ETHEREUM.sign(share, b"message")) for i, share in shares[:2]]
/// >>> bls.recover_signature(parts) == bls.ETHEREUM.sign(secret, b"message")
/// True
//= def bls_split(
//=     secret: SecretKey | Buffer, threshold: int, shares: int, *, variant: _Variant = "min_pk"
//= ) -> tuple[list[tuple[int, SecretKey]], Commitments]: ...
#[pyfunction]
#[pyo3(name = "split", signature = (secret, threshold, shares, *, variant="min_pk"))]
pub fn bls_split<'py>(
    py: Python<'py>,
    secret: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::threshold)] threshold: usize,
    #[pyo3(from_py_with = numbers::shares)] shares: u32,
    variant: &str,
) -> PyResult<(Bound<'py, PyList>, PyCommitments)> {
    let (secret, which) = (secret_of(secret)?, which(py, variant)?);
    if shares > MOST {
        let reason = format!("{shares} shares: a key is split into at most {MOST} here");
        return Err(errors::new(py, Kind::Signature, &reason, None));
    }
    let mut failed = None;
    let mut fill = |bytes: &mut [u8]| failed = random(bytes).err().or(failed.take());
    let (shares, commitments) = py
        .detach(|| match which {
            Which::MinPk => split(&secret, threshold, shares, &mut fill).map(|(s, c)| (s, Any::MinPk(c))),
            Which::MinSig => split(&secret, threshold, shares, &mut fill).map(|(s, c)| (s, Any::MinSig(c))),
        })
        .raise(py)?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    let shares = shares.into_iter().map(|share| (share.index.get(), PySecretKey(share.key)));
    Ok((
        PyList::new(py, shares.map(|share| share.into_pyobject(py)).collect::<PyResult<Vec<_>>>()?)?,
        PyCommitments(commitments),
    ))
}

/// The key that was split, from as many shares as the threshold: pairs of a share's number and its secret key. From fewer, or
/// from shares that do not belong together, it is another key.
//= def bls_recover_key(shares: Iterable[tuple[int, SecretKey | Buffer]], /) -> SecretKey: ...
#[pyfunction]
#[pyo3(name = "recover_key", signature = (shares, /))]
pub fn bls_recover_key(py: Python<'_>, shares: &Bound<'_, PyAny>) -> PyResult<PySecretKey> {
    let shares = numbered(shares, secret_of)?;
    let shares: Vec<Share> = shares.into_iter().map(|(index, key)| Share { index, key }).collect();
    let recover = |watch: &Watch| {
        recover_key_until(&shares, &|| watch.stops()).map_err(Ended::Failed)?.ok_or(Ended::Stopped)
    };
    threads::watched(py, recover)?.raise(py).map(PySecretKey)
}

/// The signature by the key that was split, from signatures of as many shares as the threshold: pairs of a share's number and
/// its signature. From fewer it is another, which does not verify.
//= def bls_recover_signature(
//=     signatures: Iterable[tuple[int, _Signature]], /, variant: _Variant = "min_pk"
//= ) -> Signature: ...
#[pyfunction]
#[pyo3(name = "recover_signature", signature = (signatures, /, variant="min_pk"))]
pub fn bls_recover_signature(
    py: Python<'_>,
    signatures: &Bound<'_, PyAny>,
    variant: &str,
) -> PyResult<PySignature> {
    of_variant!(which(py, variant)?, V => {
        let pairs = numbered(signatures, |item| Ok(item.clone()))?;
        let (numbers, items): (Vec<NonZeroU32>, Vec<_>) = pairs.into_iter().unzip();
        let read = signatures_of::<V>(PyList::new(py, items)?.as_any())?;
        let signatures: Vec<_> = numbers.into_iter().zip(read).collect();
        let recover = |watch: &Watch| {
            recover_signature_until(&signatures, &|| watch.stops()).map_err(Ended::Failed)?.ok_or(Ended::Stopped)
        };
        threads::watched(py, recover)?.raise(py).map(|sum| PySignature(V::any_signature(sum)))
    })
}

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyCommitments>()
}
