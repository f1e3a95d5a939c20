//! Lanesmith for Python: a thin skin over the facade. A file for each family; what they share is in `errors`, `buffers`,
//! `columns` (Arrow), `threads` and `engines`. The names that users see are in `python/lanesmith`.
//!
//! All functions are flat here (`curl_hash`, `merkle_root`); the Python files give them their places, which the functions themselves
//! name (`module.rs`). Above each function and class stands its type for Python, in lines that begin with `//=`: `cargo xtask generate` writes
//! `_native.pyi` from them, and `functions.rs`, which adds the functions to the module.

//= # Types of the library itself, written from bindings/python/src (cargo xtask generate): do not edit.
//= # `python -m mypy.stubtest lanesmith` compares them with what it has.
//=
//= import os
//= from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
//= from typing import Any, Literal, TypeAlias, TypeVar, final, overload
//=
//= from ._types import Arrow, Buffer, DepositSnapshot, Secret, Service, Trytes
//=
//= __version__: str
//=
//= _Rounds: TypeAlias = Literal[27, 81]
//= _Variant: TypeAlias = Literal["min_pk", "min_sig"]
//= _Scheme: TypeAlias = str
//= _T = TypeVar("_T", bound=Arrow)
//= _B = TypeVar("_B", bound=Buffer)
//= # Rows of one width: memory, a column of Arrow, a list.
//= _Rows: TypeAlias = Buffer | Arrow | Iterable[Buffer]
//= _Key: TypeAlias = PublicKey | Buffer
//= _Signature: TypeAlias = Signature | Buffer
//= _Cells: TypeAlias = Arrow | Iterable[Any]
//= _List: TypeAlias = list[Any] | tuple[Any, ...]

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
mod functions;
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
mod pwhash_raw;
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
    functions::add(module)?;
    sha256::add(module)?;
    mac::add(module)?;
    merkle_cached::add(module)?;
    merkle_deposit::add(module)?;
    curl::add(module)?;
    pow::add(module)?;
    bls::add(module)?;
    bls_shares::add(module)?;
    bls_keystore::add(module)?;
    // PyO3 keeps a list of what is added, which would be one more thing for the stubs to repeat.
    module.delattr("__all__")
}
