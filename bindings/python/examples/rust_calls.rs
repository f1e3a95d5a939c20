//! Calls of the Rust library on data that it owns, so that `bench/bars.py` can race the bindings against Rust in one process:
//! a module of its own, which the wheel does not carry.
//!
//! ```sh
//! cargo build --profile wheel --package lanesmith-python --example rust_calls
//! cp target/wheel/examples/librust_calls.so bindings/python/bench/rust_calls.so
//! ```

use lanesmith::bls::signature::{MinPk, PublicKey, Scheme, Signature};
use lanesmith::curl::{ManyHasher, Message, Rounds};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Messages of one length, side by side in memory as an Arrow column has them.
#[pyclass(frozen)]
struct Curl {
    trytes: Vec<u8>,
    length: usize,
}

#[pymethods]
impl Curl {
    #[new]
    fn new(trytes: Vec<u8>, length: usize) -> Self {
        Curl { trytes, length }
    }

    /// The hashes of all of them; the first is given.
    fn hash_many(&self) -> PyResult<String> {
        let messages: Vec<Message<'_>> = self.trytes.chunks_exact(self.length).map(Message::Trytes).collect();
        let digests = ManyHasher::new(Rounds::P81).hash_to_vec(&messages).map_err(refused)?;
        Ok(digests.first().map(|digest| String::from_utf8_lossy(digest).into_owned()).unwrap_or_default())
    }
}

/// A signature of Ethereum's scheme.
#[pyclass(frozen)]
struct Signed {
    bytes: (Vec<u8>, Vec<u8>),
    points: (PublicKey<MinPk>, Signature<MinPk>),
    message: Vec<u8>,
}

#[pymethods]
impl Signed {
    #[new]
    fn new(key: Vec<u8>, message: Vec<u8>, signature: Vec<u8>) -> PyResult<Self> {
        let points = (
            PublicKey::from_bytes(&key).map_err(refused)?,
            Signature::from_bytes(&signature).map_err(refused)?,
        );
        Ok(Signed { bytes: (key, signature), points, message })
    }

    /// Verifies points that have been checked.
    fn verify(&self) -> PyResult<()> {
        Scheme::min_pk().verify(&self.points.0, &self.message, &self.points.1).map_err(refused)
    }

    /// Verifies bytes.
    fn verify_bytes(&self) -> PyResult<()> {
        let key = PublicKey::from_bytes(&self.bytes.0).map_err(refused)?;
        let signature = Signature::from_bytes(&self.bytes.1).map_err(refused)?;
        Scheme::min_pk().verify(&key, &self.message, &signature).map_err(refused)
    }
}

#[pymodule]
mod rust_calls {
    #[pymodule_export]
    use super::{Curl, Signed};
}
