//! Passwords: strings to store, verifying and raising them; raw keys.

use std::time::Duration;

use lanesmith::pwhash::crypt::Limits;
use lanesmith::pwhash::mem::{Arena, ArenaOptions, Lease, Pool};
use lanesmith::pwhash::password::{Calibration, Context, Costs, PasswordHash, Policy, Scheme, calibrate};
use lanesmith::pwhash::{Error, argon2, scrypt};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::buffers::at;
use crate::errors::{self, Raise};
use crate::ffi::buffer::fill_bytes;
use crate::ffi::process::PerProcess;
use crate::{buffers, threads};

/// Memory from one hash to the next, wiped when it is given back: as many arenas as there were hashes at one time.
static POOL: PerProcess<Pool> =
    PerProcess::new(|| Pool::new(isize::MAX as usize, 1024, ArenaOptions::default()));

/// A password: `str`, as UTF-8, or bytes.
enum Secret<'py> {
    Text(Bound<'py, PyString>),
    Data(buffers::Data<'py>),
}

impl<'py> Secret<'py> {
    fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        match object.cast::<PyString>() {
            Ok(text) => Ok(Secret::Text(text.clone())),
            Err(_) => buffers::Data::of(object).map(Secret::Data),
        }
    }

    fn bytes(&self) -> PyResult<&[u8]> {
        match self {
            Secret::Text(text) => Ok(text.to_str()?.as_bytes()),
            Secret::Data(data) => Ok(data.bytes()),
        }
    }
}

fn all<'py>(list: &Bound<'py, PyAny>) -> PyResult<Vec<Secret<'py>>> {
    if list.is_instance_of::<PyString>() || list.is_instance_of::<PyBytes>() {
        return Err(pyo3::exceptions::PyTypeError::new_err("a list is needed, not a single value"));
    }
    let py = list.py();
    let items = list.try_iter()?.enumerate();
    items.map(|(index, item)| Secret::of(&item?).map_err(|error| at(py, index, error))).collect()
}

/// Costs: those of the scheme, changed as asked.
fn policy(
    py: Python<'_>,
    scheme: &str,
    memory: Option<u64>,
    time_cost: Option<u32>,
    parallelism: Option<u32>,
) -> PyResult<Policy> {
    let costs = Costs { memory, time: time_cost, parallelism };
    scheme.parse::<Scheme>().and_then(|scheme| Policy::new(scheme).with_costs(costs)).raise(py)
}

/// What belongs to the service and not into the string.
struct Service<'py> {
    secret: Option<Secret<'py>>,
    data: Option<Secret<'py>>,
}

impl<'py> Service<'py> {
    fn of(secret: Option<&Bound<'py, PyAny>>, data: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        Ok(Service { secret: secret.map(Secret::of).transpose()?, data: data.map(Secret::of).transpose()? })
    }

    fn context(&self) -> PyResult<Context<'_>> {
        let secret = self.secret.as_ref().map_or(Ok(&[][..]), Secret::bytes)?;
        let data = self.data.as_ref().map_or(Ok(&[][..]), Secret::bytes)?;
        Ok(Context::new().secret(secret).data(data))
    }
}

/// An arena for a hash of so much memory. Where the scheme takes more than it counts (states, small tables) there is room for
/// that, and it is taken now: the pool gives an arena again only where all that is asked for fits.
fn arena(memory: u64, counts_all: bool) -> Result<Lease<'static>, Error> {
    let more = if counts_all { 0 } else { memory / 8 + (1 << 20) };
    let bytes = usize::try_from(memory.saturating_add(more)).unwrap_or(usize::MAX);
    let mut arena = POOL.get().acquire(bytes)?;
    arena.reserve(bytes)?;
    Ok(arena)
}

/// Whether the memory that a policy tells is all that it takes.
fn counts_all(policy: &Policy) -> bool {
    matches!(policy, Policy::Argon2(_) | Policy::Scrypt(_))
}

fn new_salt(py: Python<'_>) -> PyResult<[u8; 16]> {
    buffers::array(py, "salt", &py.import("os")?.call_method1("urandom", (16,))?)
}

fn hash_one(
    policy: &Policy,
    context: &Context<'_>,
    password: &[u8],
    salt: &[u8],
) -> Result<PasswordHash, Error> {
    policy.hash_with(context, password, salt, &mut *arena(policy.memory(), counts_all(policy))?)
}

fn verify_one(stored: &str, context: &Context<'_>, password: &[u8], limits: &Limits) -> Result<(), Error> {
    let stored: PasswordHash = stored.parse()?;
    // What it asks for is held against the limits first, by `verify_with`; no more is taken from the pool than they allow.
    let policy = stored.policy();
    let mut arena = arena(policy.memory().min(limits.memory), counts_all(&policy))?;
    stored.verify_with(context, password, limits, &mut arena)
}

fn limits(memory: Option<u64>) -> Limits {
    memory.map_or_else(Limits::default, Limits::of_memory)
}

/// A string to store for a password: scheme, costs, salt and hash.
///
/// `memory` is in bytes; what is not given is the scheme's usual cost. The salt is random unless given. `secret` (a key of the
/// service) and `data` (such as a user's number) go into the hash and not into the string.
///
/// >>> from lanesmith import pwhash
/// >>> stored = pwhash.hash("correct horse", memory=1 << 20, time_cost=1, parallelism=1)
/// >>> stored[:30]
/// '$argon2id$v=19$m=1024,t=1,p=1$'
/// >>> pwhash.verify(stored, "correct horse"), pwhash.verify(stored, "battery staple")
/// (True, False)
#[pyfunction]
#[pyo3(signature = (password, *, scheme="argon2id", memory=None, time_cost=None, parallelism=None, salt=None, secret=None, data=None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
fn password_hash(
    py: Python<'_>,
    password: &Bound<'_, PyAny>,
    scheme: &str,
    memory: Option<u64>,
    time_cost: Option<u32>,
    parallelism: Option<u32>,
    salt: Option<&Bound<'_, PyAny>>,
    secret: Option<&Bound<'_, PyAny>>,
    data: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let policy = policy(py, scheme, memory, time_cost, parallelism)?;
    let (password, service) = (Secret::of(password)?, Service::of(secret, data)?);
    let (password, context) = (password.bytes()?, service.context()?);
    let salt = match salt {
        Some(salt) => buffers::Data::of(salt)?.bytes().to_vec(),
        None => new_salt(py)?.to_vec(),
    };
    Ok(py.detach(|| hash_one(&policy, &context, password, &salt)).raise(py)?.to_string())
}

/// Whether the password is the one that was stored. A malformed string, or one that asks for more than `max_memory` bytes (1 GiB
/// by default), raises `PasswordError` before anything is computed.
#[pyfunction]
#[pyo3(signature = (stored, password, *, secret=None, data=None, max_memory=None))]
fn password_verify(
    py: Python<'_>,
    stored: &str,
    password: &Bound<'_, PyAny>,
    secret: Option<&Bound<'_, PyAny>>,
    data: Option<&Bound<'_, PyAny>>,
    max_memory: Option<u64>,
) -> PyResult<bool> {
    let (password, service) = (Secret::of(password)?, Service::of(secret, data)?);
    let (password, context) = (password.bytes()?, service.context()?);
    match py.detach(|| verify_one(stored, &context, password, &limits(max_memory))) {
        Err(Error::WrongPassword) => Ok(false),
        done => done.raise(py).map(|()| true),
    }
}

/// Strings for many passwords, on several threads (`threads=0`: all): a list.
#[pyfunction]
#[pyo3(signature = (passwords, *, scheme="argon2id", memory=None, time_cost=None, parallelism=None, threads=1))]
fn password_hash_many<'py>(
    py: Python<'py>,
    passwords: &Bound<'py, PyAny>,
    scheme: &str,
    memory: Option<u64>,
    time_cost: Option<u32>,
    parallelism: Option<u32>,
    threads: usize,
) -> PyResult<Bound<'py, PyList>> {
    let policy = policy(py, scheme, memory, time_cost, parallelism)?;
    let threads = threads::count(py, threads)?;
    let held = all(passwords)?;
    let passwords = held.iter().map(Secret::bytes).collect::<PyResult<Vec<_>>>()?;
    let salts = passwords.iter().map(|_| new_salt(py)).collect::<PyResult<Vec<_>>>()?;
    let mut out: Vec<Option<String>> = vec![None; passwords.len()];
    threads::slices(py, &mut out, threads, 1, |start, out| {
        for (i, out) in out.iter_mut().enumerate() {
            let at = start + i;
            *out = Some(hash_one(&policy, &Context::new(), passwords[at], &salts[at])?.to_string());
        }
        Ok::<(), Error>(())
    })?
    .raise(py)?;
    PyList::new(py, out)
}

/// Verifies many strings, on several threads: a list of `True` and `False`. A malformed string raises with its row.
#[pyfunction]
#[pyo3(signature = (stored, passwords, *, max_memory=None, threads=1))]
fn password_verify_many(
    py: Python<'_>,
    stored: Vec<String>,
    passwords: &Bound<'_, PyAny>,
    max_memory: Option<u64>,
    threads: usize,
) -> PyResult<Vec<bool>> {
    let threads = threads::count(py, threads)?;
    let held = all(passwords)?;
    let passwords = held.iter().map(Secret::bytes).collect::<PyResult<Vec<_>>>()?;
    if stored.len() != passwords.len() {
        let reason = format!("{} strings, but {} passwords", stored.len(), passwords.len());
        return Err(errors::new(py, errors::Kind::Length, &reason, None));
    }
    let limits = limits(max_memory);
    let mut out = vec![false; stored.len()];
    threads::slices(py, &mut out, threads, 1, |start, out| {
        for (i, out) in out.iter_mut().enumerate() {
            let at = start + i;
            *out = match verify_one(&stored[at], &Context::new(), passwords[at], &limits) {
                Err(Error::WrongPassword) => false,
                Err(error) => return Err((at, error)),
                Ok(()) => true,
            };
        }
        Ok(())
    })?
    .map_err(|(at, error)| errors::password(py, error, Some(at)))?;
    Ok(out)
}

/// Whether a new string of these costs would be another: another scheme, other parameters, a longer salt or hash.
#[pyfunction]
#[pyo3(signature = (stored, *, scheme="argon2id", memory=None, time_cost=None, parallelism=None))]
fn password_needs_rehash(
    py: Python<'_>,
    stored: &str,
    scheme: &str,
    memory: Option<u64>,
    time_cost: Option<u32>,
    parallelism: Option<u32>,
) -> PyResult<bool> {
    let policy = policy(py, scheme, memory, time_cost, parallelism)?;
    Ok(stored.parse::<PasswordHash>().raise(py)?.needs_rehash(&policy))
}

/// What a stored string means and costs: a dictionary.
#[pyfunction]
#[pyo3(signature = (stored, /))]
fn password_inspect<'py>(py: Python<'py>, stored: &str) -> PyResult<Bound<'py, PyDict>> {
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

/// Costs that take about so many seconds on one thread of this machine and at most so many bytes: keywords for `hash`, and the
/// time expected.
#[pyfunction]
#[pyo3(signature = (seconds, memory, *, scheme="argon2id", parallelism=None))]
fn password_calibrate<'py>(
    py: Python<'py>,
    seconds: f64,
    memory: u64,
    scheme: &str,
    parallelism: Option<u32>,
) -> PyResult<(Bound<'py, PyDict>, f64)> {
    let like = policy(py, scheme, None, None, parallelism)?;
    let Ok(time) = Duration::try_from_secs_f64(seconds) else {
        return Err(errors::new(py, errors::Kind::Password, "seconds must be positive", None));
    };
    let found: Calibration = py.detach(|| calibrate(&like, time, memory, &mut Arena::new())).raise(py)?;
    let dict = PyDict::new(py);
    dict.set_item("scheme", found.policy.scheme().name())?;
    dict.set_item("memory", found.policy.memory())?;
    if let Some(cost) = found.policy.time_cost() {
        dict.set_item("time_cost", cost)?;
    }
    dict.set_item("parallelism", found.policy.parallelism())?;
    Ok((dict, found.expected.as_secs_f64()))
}

/// An Argon2 tag (RFC 9106): the bytes themselves, for keys. `memory` is in KiB, as in the RFC; `threads` is how many lanes are
/// filled at a time and does not change the tag.
///
/// >>> from lanesmith import pwhash
/// >>> len(pwhash.argon2(b"password", b"somesalt", memory=64, passes=1, lanes=1))
/// 32
#[pyfunction]
#[pyo3(signature = (password, salt, *, variant="id", memory=65536, passes=3, lanes=4, length=32, threads=1))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
fn argon2_tag<'py>(
    py: Python<'py>,
    password: &Bound<'py, PyAny>,
    salt: &Bound<'py, PyAny>,
    variant: &str,
    memory: u32,
    passes: u32,
    lanes: u32,
    length: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let variant = match variant {
        "id" => argon2::Variant::Id,
        "i" => argon2::Variant::I,
        "d" => argon2::Variant::D,
        other => {
            let reason = format!("variant is {other:?}: it must be 'id', 'i' or 'd'");
            return Err(errors::new(py, errors::Kind::Password, &reason, None));
        }
    };
    let threads = threads::count(py, threads)?;
    let params = argon2::Params::default().variant(variant).memory_kib(memory).passes(passes).lanes(lanes);
    params.check().raise(py)?;
    let (password, salt) = (Secret::of(password)?, buffers::Data::of(salt)?);
    let input = argon2::Input::new(password.bytes()?, salt.bytes());
    fill_bytes(py, length, |tag| {
        py.detach(|| {
            let mut arena = arena(params.memory_bytes(), true)?;
            if threads == 1 {
                return argon2::hash(&params, &input, tag, &mut arena);
            }
            argon2::hash_parallel(&params, &input, tag, &mut arena, threads, |jobs| {
                // Jobs that get no thread are done by the library.
                std::thread::scope(|scope| {
                    for job in jobs {
                        let _ = std::thread::Builder::new().spawn_scoped(scope, || job.run());
                    }
                });
            })
        })
        .raise(py)
    })
}

/// A key by scrypt (RFC 7914).
///
/// >>> import hashlib
/// >>> from lanesmith import pwhash
/// >>> pwhash.scrypt(b"password", b"salt", n=16, r=8, p=1) == hashlib.scrypt(b"password", salt=b"salt", n=16, r=8, p=1, dklen=32)
/// True
#[pyfunction]
#[pyo3(signature = (password, salt, *, n, r=8, p=1, length=32))]
fn scrypt_key<'py>(
    py: Python<'py>,
    password: &Bound<'py, PyAny>,
    salt: &Bound<'py, PyAny>,
    n: u64,
    r: u32,
    p: u32,
    length: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (password, salt) = (Secret::of(password)?, buffers::Data::of(salt)?);
    let (password, salt) = (password.bytes()?, salt.bytes());
    let params = scrypt::Params::new(n, r, p);
    params.check().raise(py)?;
    fill_bytes(py, length, |key| {
        py.detach(|| {
            scrypt::derive(&params, password, salt, key, &mut *arena(params.memory_bytes(1, 1), true)?)
        })
        .raise(py)
    })
}

/// Gives the memory that is kept between hashes back to the system, wiped.
#[pyfunction]
fn release_memory() {
    POOL.get().trim();
}

/// Adds the names to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(password_hash, module)?)?;
    module.add_function(wrap_pyfunction!(password_verify, module)?)?;
    module.add_function(wrap_pyfunction!(password_hash_many, module)?)?;
    module.add_function(wrap_pyfunction!(password_verify_many, module)?)?;
    module.add_function(wrap_pyfunction!(password_needs_rehash, module)?)?;
    module.add_function(wrap_pyfunction!(password_inspect, module)?)?;
    module.add_function(wrap_pyfunction!(password_calibrate, module)?)?;
    module.add_function(wrap_pyfunction!(argon2_tag, module)?)?;
    module.add_function(wrap_pyfunction!(scrypt_key, module)?)?;
    module.add_function(wrap_pyfunction!(release_memory, module)?)
}
