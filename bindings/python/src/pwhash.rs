//! Passwords: strings to store, verifying and raising them. Raw keys are in `pwhash_raw.rs`.

use std::time::Duration;

use lanesmith::parallel::Workers;
use lanesmith::pwhash::Error;
use lanesmith::pwhash::crypt::Limits;
use lanesmith::pwhash::mem::Arena;
use lanesmith::pwhash::password::{Calibration, Context, Costs, PasswordHash, Policy, Scheme, calibrate};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{self, Raise};
use crate::pwhash_memory::{arena, ended};
use crate::secrets::{Given, Secret, Service, all};
use crate::threads::{Ended, Watch};
use crate::{buffers, numbers, threads};

/// The module of Python that has the functions.
pub const OF: &str = "lanesmith.pwhash";

/// Costs: those of the scheme, changed as asked.
fn policy(
    py: Python<'_>,
    scheme: &str,
    memory: Option<u64>,
    time_cost: Option<u32>,
    parallelism: Option<u32>,
) -> PyResult<Policy> {
    let costs = Costs { memory, time: time_cost, parallelism };
    let scheme = scheme.parse::<Scheme>();
    let scheme = scheme.map_err(|error| errors::new(py, errors::Kind::Password, &error.to_string(), None))?;
    Policy::new(scheme).with_costs(costs).raise(py)
}

fn new_salt(py: Python<'_>) -> PyResult<[u8; 16]> {
    buffers::array(py, "salt", &py.import("os")?.call_method1("urandom", (16,))?)
}

fn salt_of(py: Python<'_>, salt: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<u8>> {
    match salt {
        Some(salt) => Ok(buffers::Data::of("salt", salt)?.bytes().to_vec()),
        None => Ok(new_salt(py)?.to_vec()),
    }
}

fn hash_one(
    policy: &Policy,
    context: &Context<'_>,
    password: &[u8],
    salt: &[u8],
    threads: usize,
    watch: &Watch,
) -> Result<PasswordHash, Ended<Error>> {
    let mut arena = arena(policy.arena_bytes(), threads, watch)?;
    policy.hash_in(context, password, salt, &mut arena).map_err(ended)
}

/// Whether the password is right.
fn verify_one(
    stored: &str,
    context: &Context<'_>,
    password: &[u8],
    limits: &Limits,
    threads: usize,
    watch: &Watch,
) -> Result<bool, Ended<Error>> {
    let stored: PasswordHash = stored.parse().map_err(ended)?;
    // Before any memory is asked for.
    stored.admit(limits).map_err(ended)?;
    let mut arena = arena(stored.arena_bytes(), threads, watch)?;
    match stored.verify_in(context, password, limits, &mut arena) {
        Err(Error::WrongPassword) => Ok(false),
        done => done.map(|()| true).map_err(ended),
    }
}

/// What a string may ask for: what the caller says, or as much as strings of the policy at hand take.
fn limits(memory: Option<u64>, policy: Option<&Policy>) -> Limits {
    match memory {
        Some(memory) => Limits::of_memory(memory),
        None => policy.map_or_else(Limits::default, Policy::limits),
    }
}

/// A string to store for a password, as `lanesmith.pwhash.hash` makes it. `service`: secret, data, the secret's name, names and secrets of
/// before.
//= def password_hash(
//=     password: Secret,
//=     *,
//=     scheme: _Scheme = "argon2id",
//=     memory: int | None = None,
//=     time_cost: int | None = None,
//=     parallelism: int | None = None,
//=     salt: Buffer | None = None,
//=     service: Service | None = None,
//=     threads: int = 1,
//= ) -> str: ...
#[pyfunction]
#[pyo3(name = "hash", signature = (password, *, scheme="argon2id", memory=None, time_cost=None, parallelism=None, salt=None, service=None, threads=1))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn password_hash<'py>(
    py: Python<'py>,
    password: &Bound<'py, PyAny>,
    scheme: &str,
    #[pyo3(from_py_with = numbers::some_memory)] memory: Option<u64>,
    #[pyo3(from_py_with = numbers::some_time_cost)] time_cost: Option<u32>,
    #[pyo3(from_py_with = numbers::some_parallelism)] parallelism: Option<u32>,
    salt: Option<&Bound<'py, PyAny>>,
    service: Option<Given<'py>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<String> {
    let policy = policy(py, scheme, memory, time_cost, parallelism)?;
    let threads = threads::count(py, threads)?;
    let (password, service) = (Secret::of("password", password)?, Service::of(service)?);
    let (password, context) = (password.bytes(), service.context(&[]));
    let salt = salt_of(py, salt)?;
    let hash = |watch: &Watch| hash_one(&policy, &context, password, &salt, threads, watch);
    Ok(threads::watched(py, hash)?.raise(py)?.to_string())
}

/// Whether the password is the one that was stored, as `lanesmith.pwhash.verify` says it. With a scheme and costs, at least what they take is
/// allowed.
//= def password_verify(
//=     stored: str,
//=     password: Secret,
//=     *,
//=     scheme: _Scheme | None = None,
//=     memory: int | None = None,
//=     time_cost: int | None = None,
//=     parallelism: int | None = None,
//=     service: Service | None = None,
//=     max_memory: int | None = None,
//=     threads: int = 1,
//= ) -> bool: ...
#[pyfunction]
#[pyo3(name = "verify", signature = (stored, password, *, scheme=None, memory=None, time_cost=None, parallelism=None, service=None, max_memory=None, threads=1))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn password_verify<'py>(
    py: Python<'py>,
    stored: &str,
    password: &Bound<'py, PyAny>,
    scheme: Option<&str>,
    #[pyo3(from_py_with = numbers::some_memory)] memory: Option<u64>,
    #[pyo3(from_py_with = numbers::some_time_cost)] time_cost: Option<u32>,
    #[pyo3(from_py_with = numbers::some_parallelism)] parallelism: Option<u32>,
    service: Option<Given<'py>>,
    #[pyo3(from_py_with = numbers::some_max_memory)] max_memory: Option<u64>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<bool> {
    let threads = threads::count(py, threads)?;
    let policy = scheme.map(|scheme| policy(py, scheme, memory, time_cost, parallelism)).transpose()?;
    let (password, service) = (Secret::of("password", password)?, Service::of(service)?);
    let (password, older) = (password.bytes(), service.older());
    let (context, limits) = (service.context(&older), limits(max_memory, policy.as_ref()));
    threads::watched(py, |watch| verify_one(stored, &context, password, &limits, threads, watch))?.raise(py)
}

/// Whether the password is right, and the string to store instead, as `lanesmith.pwhash.verify_and_upgrade` says it.
//= def password_verify_and_upgrade(
//=     stored: str,
//=     password: Secret,
//=     *,
//=     scheme: _Scheme = "argon2id",
//=     memory: int | None = None,
//=     time_cost: int | None = None,
//=     parallelism: int | None = None,
//=     salt: Buffer | None = None,
//=     service: Service | None = None,
//=     max_memory: int | None = None,
//=     threads: int = 1,
//= ) -> tuple[bool, str | None]: ...
#[pyfunction]
#[pyo3(name = "verify_and_upgrade", signature = (stored, password, *, scheme="argon2id", memory=None, time_cost=None, parallelism=None, salt=None, service=None, max_memory=None, threads=1))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn password_verify_and_upgrade<'py>(
    py: Python<'py>,
    stored: &str,
    password: &Bound<'py, PyAny>,
    scheme: &str,
    #[pyo3(from_py_with = numbers::some_memory)] memory: Option<u64>,
    #[pyo3(from_py_with = numbers::some_time_cost)] time_cost: Option<u32>,
    #[pyo3(from_py_with = numbers::some_parallelism)] parallelism: Option<u32>,
    salt: Option<&Bound<'py, PyAny>>,
    service: Option<Given<'py>>,
    #[pyo3(from_py_with = numbers::some_max_memory)] max_memory: Option<u64>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<(bool, Option<String>)> {
    let threads = threads::count(py, threads)?;
    let policy = policy(py, scheme, memory, time_cost, parallelism)?;
    let (password, service) = (Secret::of("password", password)?, Service::of(service)?);
    let (password, older, salt) = (password.bytes(), service.older(), salt_of(py, salt)?);
    let (context, limits) = (service.context(&older), limits(max_memory, Some(&policy)));
    let upgrade = |watch: &Watch| {
        let stored: PasswordHash = stored.parse().map_err(ended)?;
        stored.admit(&limits).map_err(ended)?;
        let mut arena = arena(stored.arena_bytes().max(policy.arena_bytes()), threads, watch)?;
        match policy.verify_and_upgrade(&stored, &context, password, &salt, &limits, &mut arena) {
            Err(Error::WrongPassword) => Ok((false, None)),
            done => done.map(|new| (true, new.map(|new| new.to_string()))).map_err(ended),
        }
    };
    threads::watched(py, upgrade)?.raise(py)
}

/// Strings for many passwords, on several threads (`threads=0`: all): a list.
//= def password_hash_many(
//=     passwords: Iterable[Secret],
//=     *,
//=     scheme: _Scheme = "argon2id",
//=     memory: int | None = None,
//=     time_cost: int | None = None,
//=     parallelism: int | None = None,
//=     threads: int = 1,
//= ) -> list[str]: ...
#[pyfunction]
#[pyo3(name = "hash_many", signature = (passwords, *, scheme="argon2id", memory=None, time_cost=None, parallelism=None, threads=1))]
pub fn password_hash_many<'py>(
    py: Python<'py>,
    passwords: &Bound<'py, PyAny>,
    scheme: &str,
    #[pyo3(from_py_with = numbers::some_memory)] memory: Option<u64>,
    #[pyo3(from_py_with = numbers::some_time_cost)] time_cost: Option<u32>,
    #[pyo3(from_py_with = numbers::some_parallelism)] parallelism: Option<u32>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Bound<'py, PyList>> {
    let policy = policy(py, scheme, memory, time_cost, parallelism)?;
    let threads = threads::count(py, threads)?;
    let held = all(passwords)?;
    let passwords: Vec<&[u8]> = held.iter().map(Secret::bytes).collect();
    let salts = passwords.iter().map(|_| new_salt(py)).collect::<PyResult<Vec<_>>>()?;
    let mut out: Vec<Option<String>> = vec![None; passwords.len()];
    threads::slices(py, &mut out, threads, 1, |start, out, watch| {
        for (at, out) in (start..).zip(out) {
            let hash = hash_one(&policy, &Context::new(), passwords[at], &salts[at], 1, watch)?;
            *out = Some(hash.to_string());
        }
        Ok(())
    })?
    .raise(py)?;
    PyList::new(py, out)
}

/// Verifies many strings, on several threads: a list of `True` and `False`. A malformed string raises with its row.
//= def password_verify_many(
//=     stored: Sequence[str], passwords: Iterable[Secret], *, max_memory: int | None = None, threads: int = 1
//= ) -> list[bool]: ...
#[pyfunction]
#[pyo3(name = "verify_many", signature = (stored, passwords, *, max_memory=None, threads=1))]
pub fn password_verify_many(
    py: Python<'_>,
    stored: Vec<String>,
    passwords: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::some_max_memory)] max_memory: Option<u64>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Vec<bool>> {
    let threads = threads::count(py, threads)?;
    let held = all(passwords)?;
    let passwords: Vec<&[u8]> = held.iter().map(Secret::bytes).collect();
    if stored.len() != passwords.len() {
        let reason = format!("{} strings, but {} passwords", stored.len(), passwords.len());
        return Err(errors::new(py, errors::Kind::Length, &reason, None));
    }
    let limits = limits(max_memory, None);
    let mut out = vec![false; stored.len()];
    threads::slices(py, &mut out, threads, 1, |start, out, watch| {
        for (at, out) in (start..).zip(out) {
            let verdict = verify_one(&stored[at], &Context::new(), passwords[at], &limits, 1, watch);
            *out = verdict.map_err(|error| match error {
                Ended::Failed(error) => Ended::Failed((at, error)),
                Ended::Stopped => Ended::Stopped,
            })?;
        }
        Ok(())
    })?
    .map_err(|(at, error)| errors::password(py, error, Some(at)))?;
    Ok(out)
}

/// Whether a new string of these costs would be another: another scheme, other parameters, a longer salt or hash.
//= def password_needs_rehash(
//=     stored: str,
//=     *,
//=     scheme: _Scheme = "argon2id",
//=     memory: int | None = None,
//=     time_cost: int | None = None,
//=     parallelism: int | None = None,
//= ) -> bool: ...
#[pyfunction]
#[pyo3(name = "needs_rehash", signature = (stored, *, scheme="argon2id", memory=None, time_cost=None, parallelism=None))]
pub fn password_needs_rehash(
    py: Python<'_>,
    stored: &str,
    scheme: &str,
    #[pyo3(from_py_with = numbers::some_memory)] memory: Option<u64>,
    #[pyo3(from_py_with = numbers::some_time_cost)] time_cost: Option<u32>,
    #[pyo3(from_py_with = numbers::some_parallelism)] parallelism: Option<u32>,
) -> PyResult<bool> {
    let policy = policy(py, scheme, memory, time_cost, parallelism)?;
    Ok(stored.parse::<PasswordHash>().raise(py)?.needs_rehash(&policy))
}

/// What should be known before new hashes of these costs are relied upon: a list of remarks.
//= def password_remarks(
//=     *,
//=     scheme: _Scheme = "argon2id",
//=     memory: int | None = None,
//=     time_cost: int | None = None,
//=     parallelism: int | None = None,
//= ) -> list[str]: ...
#[pyfunction]
#[pyo3(name = "remarks", signature = (*, scheme="argon2id", memory=None, time_cost=None, parallelism=None))]
pub fn password_remarks(
    py: Python<'_>,
    scheme: &str,
    #[pyo3(from_py_with = numbers::some_memory)] memory: Option<u64>,
    #[pyo3(from_py_with = numbers::some_time_cost)] time_cost: Option<u32>,
    #[pyo3(from_py_with = numbers::some_parallelism)] parallelism: Option<u32>,
) -> PyResult<Vec<&'static str>> {
    Ok(policy(py, scheme, memory, time_cost, parallelism)?.remarks())
}

/// What a stored string means and costs: a dictionary.
//= def password_inspect(stored: str, /) -> dict[str, Any]: ...
#[pyfunction]
#[pyo3(name = "inspect", signature = (stored, /))]
pub fn password_inspect<'py>(py: Python<'py>, stored: &str) -> PyResult<Bound<'py, PyDict>> {
    let report = stored.parse::<PasswordHash>().raise(py)?.report();
    let (dict, parameters) = (PyDict::new(py), PyDict::new(py));
    for parameter in &report.parameters {
        parameters.set_item(parameter.name, parameter.value)?;
    }
    dict.set_item("scheme", report.scheme.name())?;
    dict.set_item("version", report.version)?;
    dict.set_item("function", report.function)?;
    dict.set_item("parameters", parameters)?;
    dict.set_item("salt_bytes", report.salt_bytes)?;
    dict.set_item("hash_bytes", report.hash_bytes)?;
    dict.set_item("memory", report.memory)?;
    dict.set_item("traffic", report.traffic)?;
    dict.set_item("remarks", report.remarks)?;
    Ok(dict)
}

/// Costs that take about so many seconds on so many threads of this machine and at most so many bytes: keywords for `hash`, and the
/// time expected.
//= def password_calibrate(
//=     seconds: float, memory: int, *, scheme: _Scheme = "argon2id", parallelism: int | None = None, threads: int = 1
//= ) -> tuple[dict[str, Any], float]: ...
#[pyfunction]
#[pyo3(name = "calibrate", signature = (seconds, memory, *, scheme="argon2id", parallelism=None, threads=1))]
pub fn password_calibrate<'py>(
    py: Python<'py>,
    seconds: f64,
    #[pyo3(from_py_with = numbers::memory_bytes)] memory: u64,
    scheme: &str,
    #[pyo3(from_py_with = numbers::some_parallelism)] parallelism: Option<u32>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<(Bound<'py, PyDict>, f64)> {
    let threads = threads::count(py, threads)?;
    let like = policy(py, scheme, None, None, parallelism)?;
    let Ok(time) = Duration::try_from_secs_f64(seconds) else {
        return Err(errors::new(py, errors::Kind::Password, "seconds must be positive", None));
    };
    let measure = |watch: &Watch| -> Result<Calibration, _> {
        let mut arena = Arena::new();
        let watch = watch.clone();
        arena.interrupt_when(move || watch.stops());
        arena.compute_on(Workers::threads(threads));
        calibrate(&like, time, memory, &mut arena).map_err(ended)
    };
    let found = threads::watched(py, measure)?.raise(py)?;
    let dict = PyDict::new(py);
    dict.set_item("scheme", found.policy.scheme().name())?;
    dict.set_item("memory", found.policy.memory())?;
    if let Some(cost) = found.policy.time_cost() {
        dict.set_item("time_cost", cost)?;
    }
    dict.set_item("parallelism", found.policy.parallelism())?;
    Ok((dict, found.expected.as_secs_f64()))
}
