//! Lanesmith for Python: a thin skin over the facade. A file for each family; what they share is in `errors`, `buffers`,
//! `columns` (Arrow), `threads` and `engines`. The names that users see are in `python/lanesmith`.
//!
//! All functions are flat here (`curl_hash`, `merkle_root`); the Python files give them their places, which the functions themselves
//! name (`module.rs`).

mod bls;
mod bls_batch;
mod bls_drand;
mod bls_keys;
mod bls_keystore;
mod bls_shares;
mod buffers;
mod columns;
mod curl;
mod engines;
mod errors;
#[allow(unsafe_code)]
mod ffi;
mod fork;
mod mac;
mod merkle;
mod merkle_blocks;
mod merkle_cached;
mod merkle_deposit;
mod merkle_log;
mod module;
mod numbers;
mod pow;
mod pwhash;
mod pwhash_memory;
mod secrets;
mod sha256;
mod suite;
mod threads;
mod trits;
mod tune;

use pyo3::prelude::*;

// Every class is frozen and keeps its state behind a lock: nothing rests on the interpreter's.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<columns::Column>()?;
    errors::load(module.py())?;
    fork::add(module)?;
    engines::add(module)?;
    suite::add(module)?;
    tune::add(module)?;
    sha256::add(module)?;
    mac::add(module)?;
    merkle::add(module)?;
    merkle_blocks::add(module)?;
    merkle_cached::add(module)?;
    merkle_deposit::add(module)?;
    merkle_log::add(module)?;
    curl::add(module)?;
    trits::add(module)?;
    pow::add(module)?;
    bls::add(module)?;
    bls_shares::add(module)?;
    bls_keystore::add(module)?;
    pwhash::add(module)?;
    // PyO3 keeps a list of what is added, which would be one more thing for the stubs to repeat.
    module.delattr("__all__")
}
