//! Beacons of drand: rounds of public randomness.

use lanesmith::bls::drand::{BeaconScheme, DEFAULT_KEY, Network, QUICKNET_KEY};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffers::Data;
use crate::errors::{self, Kind, Raise};
use crate::numbers;

/// A network of drand: its scheme and its public key. `DRAND_DEFAULT` and `DRAND_QUICKNET` are the League of Entropy's.
///
/// >>> from lanesmith import bls
/// >>> signature = bytes.fromhex(
/// ...     "b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b")
/// >>> bls.DRAND_QUICKNET.randomness(1, signature).hex()[:16]
/// '1466a6cd24e32718'
//= @final
//= class DrandNetwork:
//=     def __new__(cls, scheme: str, key: Buffer) -> DrandNetwork: ...
//=     @staticmethod
//=     def default_chain() -> DrandNetwork: ...
//=     @staticmethod
//=     def quicknet() -> DrandNetwork: ...
//=     @property
//=     def scheme(self) -> str: ...
//=     def randomness(self, round: int, signature: Buffer, *, previous: Buffer | None = None) -> bytes: ...
//=     def __eq__(self, other: object, /) -> bool: ...
//=     def __ne__(self, other: object, /) -> bool: ...
//=     def __hash__(self) -> int: ...
//=     def __getnewargs__(self) -> tuple[str, bytes]: ...
#[pyclass(frozen, weakref, module = "lanesmith.bls", name = "DrandNetwork")]
pub struct PyNetwork {
    scheme: BeaconScheme,
    key: Vec<u8>,
    network: Network,
}

impl PyNetwork {
    fn of(py: Python<'_>, scheme: BeaconScheme, key: &[u8]) -> PyResult<Self> {
        Ok(PyNetwork { scheme, key: key.to_vec(), network: Network::new(scheme, key).raise(py)? })
    }
}

#[pymethods]
impl PyNetwork {
    /// `scheme` is drand's name of it: `pedersen-bls-chained`, `pedersen-bls-unchained`, `bls-unchained-on-g1` or
    /// `bls-unchained-g1-rfc9380`.
    #[new]
    #[pyo3(signature = (scheme, key))]
    fn new(py: Python<'_>, scheme: &str, key: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Some(scheme) = BeaconScheme::by_name(scheme) else {
            let known = BeaconScheme::ALL.map(BeaconScheme::name).join(", ");
            let reason = format!("scheme is {scheme:?}: it must be one of {known}");
            return Err(errors::new(py, Kind::Signature, &reason, None));
        };
        PyNetwork::of(py, scheme, Data::of("key", key)?.bytes())
    }

    /// The network `default`: chained, a round every 30 s.
    #[staticmethod]
    fn default_chain(py: Python<'_>) -> PyResult<Self> {
        PyNetwork::of(py, BeaconScheme::Chained, &DEFAULT_KEY)
    }

    /// The network `quicknet`: unchained, a round every 3 s.
    #[staticmethod]
    fn quicknet(py: Python<'_>) -> PyResult<Self> {
        PyNetwork::of(py, BeaconScheme::UnchainedG1Rfc9380, &QUICKNET_KEY)
    }

    /// Verifies the signature of a round and gives the round's 32 random bytes. Chained networks need the signature of the
    /// round before. A signature that is not of the round raises.
    #[pyo3(signature = (round, signature, *, previous=None))]
    fn randomness<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::round)] round: u64,
        signature: &Bound<'py, PyAny>,
        previous: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let signature = Data::of("signature", signature)?;
        let previous = previous.map(|previous| Data::of("previous", previous)).transpose()?;
        // Read twice, to verify it and to hash it: a copy is the same both times, whatever other threads do to the memory.
        let signature = signature.bytes().to_vec();
        let previous = previous.as_ref().map(Data::bytes);
        let random = py.detach(|| self.network.verify(round, previous, &signature)).raise(py)?;
        Ok(PyBytes::new(py, &random))
    }

    /// drand's name of the scheme.
    #[getter]
    fn scheme(&self) -> &'static str {
        self.scheme.name()
    }

    fn __repr__(&self) -> String {
        format!("DrandNetwork({:?})", self.scheme.name())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast_exact::<Self>().is_ok_and(|other| {
            let other = other.get();
            (self.scheme, &self.key) == (other.scheme, &other.key)
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.__getnewargs__(py).into_pyobject(py)?.hash()
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (&'static str, Bound<'py, PyBytes>) {
        (self.scheme.name(), PyBytes::new(py, &self.key))
    }
}
