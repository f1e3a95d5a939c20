//! Password hashes, on this thread or on one of libuv's. Copies of secrets are wiped, and so is working memory.

use lanesmith::pwhash::crypt::Limits;
use lanesmith::pwhash::mem::Arena;
use lanesmith::pwhash::password::{Context, PasswordHash, Policy, Scheme};
use lanesmith::pwhash::{Error, argon2, scrypt};
use napi::bindgen_prelude::{AsyncTask, Uint8ArraySlice};
use napi::{Env, Task};
use napi_derive::napi;
use zeroize::Zeroizing;

use crate::bytes::{EXACT, whole, word};
use crate::fault::{Fault, Result, caught, run};
use crate::ffi::output;

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let code = if matches!(error, Error::Memory(_)) { "MEMORY" } else { "PASSWORD" };
        Fault::new(code, error)
    }
}

type Done<T> = core::result::Result<T, Fault>;

/// Costs, of which 0 stands for the scheme's own.
fn policy(scheme: &str, memory: f64, time: f64, parallelism: f64) -> Done<Policy> {
    let (memory, time) = (whole("memory", memory, EXACT)?, word("timeCost", time)?);
    let parallelism = word("parallelism", parallelism)?;
    let mut policy = Policy::new(scheme.parse::<Scheme>()?);
    if parallelism > 0 {
        policy = policy.with_parallelism(parallelism)?;
    }
    if memory > 0 {
        policy = policy.with_memory(memory)?;
    }
    if time > 0 {
        policy = policy.with_time_cost(time)?;
    }
    Ok(policy)
}

fn hash(policy: &Policy, password: &[u8], salt: &[u8], secret: &[u8], data: &[u8]) -> Done<String> {
    let context = Context::new().secret(secret).data(data);
    Ok(policy.hash_with(&context, password, salt, &mut Arena::new())?.to_string())
}

fn verify(stored: &str, password: &[u8], secret: &[u8], data: &[u8], max_memory: u64) -> Done<bool> {
    let context = Context::new().secret(secret).data(data);
    let mut limits = Limits::default();
    if max_memory > 0 {
        limits.memory = max_memory;
        limits.traffic = limits.traffic.max(limits.memory.saturating_mul(8));
    }
    match stored.parse::<PasswordHash>()?.verify_with(&context, password, &limits, &mut Arena::new()) {
        Ok(()) => Ok(true),
        Err(Error::WrongPassword) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// A string to store.
#[napi]
pub fn password_hash(
    scheme: String,
    memory: f64,
    time: f64,
    parallelism: f64,
    password: Uint8ArraySlice<'_>,
    salt: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    data: Uint8ArraySlice<'_>,
) -> Result<String> {
    run(|| hash(&policy(&scheme, memory, time, parallelism)?, &password, &salt, &secret, &data))
}

/// Whether a password is the one that was stored.
#[napi]
pub fn password_verify(
    stored: String,
    password: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    data: Uint8ArraySlice<'_>,
    max_memory: f64,
) -> Result<bool> {
    run(|| verify(&stored, &password, &secret, &data, whole("maxMemory", max_memory, EXACT)?))
}

/// Whether a new string would be another.
#[napi]
pub fn password_needs_rehash(
    stored: String,
    scheme: String,
    memory: f64,
    time: f64,
    parallelism: f64,
) -> Result<bool> {
    run(|| {
        let policy = policy(&scheme, memory, time, parallelism)?;
        Ok(stored.parse::<PasswordHash>()?.needs_rehash(&policy))
    })
}

/// An Argon2 tag.
#[napi]
pub fn argon2_tag(
    variant: f64,
    memory: f64,
    passes: f64,
    lanes: f64,
    password: Uint8ArraySlice<'_>,
    salt: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    data: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let variant = match word("variant", variant)? {
            0 => argon2::Variant::D,
            1 => argon2::Variant::I,
            2 => argon2::Variant::Id,
            other => {
                return Err(Fault::new("RANGE", format_args!("variant is {other}: it must be 0, 1 or 2")));
            }
        };
        let params = argon2::Params::default().variant(variant).memory_kib(word("memory", memory)?);
        let params = params.passes(word("passes", passes)?).lanes(word("lanes", lanes)?);
        let input = argon2::Input::new(&password, &salt).secret(&secret).data(&data);
        let len = out.len();
        let out = output(&mut out, len, &[&password, &salt, &secret, &data])?;
        Ok(argon2::hash(&params, &input, out, &mut Arena::new())?)
    })
}

/// A key by scrypt.
#[napi]
pub fn scrypt_key(
    password: Uint8ArraySlice<'_>,
    salt: Uint8ArraySlice<'_>,
    n: f64,
    r: f64,
    p: f64,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let params = scrypt::Params::new(whole("n", n, EXACT)?, word("r", r)?, word("p", p)?);
        let len = out.len();
        let out = output(&mut out, len, &[&password, &salt])?;
        Ok(scrypt::derive(&params, &password, &salt, out, &mut Arena::new())?)
    })
}

/// The answer of work in a thread: `text`, `verdict`, or what is wrong.
#[napi(object)]
#[derive(Default)]
pub struct Answer {
    /// A string to store.
    pub text: Option<String>,
    /// Whether the password is right.
    pub verdict: Option<bool>,
    /// What is wrong, for programs.
    pub code: Option<String>,
    /// And for people.
    pub message: Option<String>,
}

/// Bytes that are wiped with the task that holds them.
type Secret = Zeroizing<Vec<u8>>;

fn copy(bytes: &[u8]) -> Secret {
    Zeroizing::new(bytes.to_vec())
}

enum Job {
    Hash { policy: Policy, salt: Secret },
    Verify { stored: String, max_memory: u64 },
}

/// Work for a thread of libuv.
pub struct PasswordTask {
    job: Job,
    password: Secret,
    secret: Secret,
    data: Secret,
}

impl Task for PasswordTask {
    type Output = core::result::Result<Answer, Fault>;
    type JsValue = Answer;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        let (password, secret, data) = (&self.password, &self.secret, &self.data);
        Ok(caught(|| {
            Ok(match &self.job {
                Job::Hash { policy, salt } => {
                    Answer { text: Some(hash(policy, password, salt, secret, data)?), ..Answer::default() }
                }
                Job::Verify { stored, max_memory } => Answer {
                    verdict: Some(verify(stored, password, secret, data, *max_memory)?),
                    ..Answer::default()
                },
            })
        }))
    }

    fn resolve(&mut self, _: Env, output: Self::Output) -> napi::Result<Answer> {
        Ok(output.unwrap_or_else(|fault| Answer {
            code: Some(fault.code()),
            message: Some(fault.message().into()),
            ..Answer::default()
        }))
    }
}

/// As `passwordHash`, in a thread.
#[napi]
pub fn password_hash_async(
    scheme: String,
    memory: f64,
    time: f64,
    parallelism: f64,
    password: Uint8ArraySlice<'_>,
    salt: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    data: Uint8ArraySlice<'_>,
) -> Result<AsyncTask<PasswordTask>> {
    run(|| {
        let job = Job::Hash { policy: policy(&scheme, memory, time, parallelism)?, salt: copy(&salt) };
        let (password, secret, data) = (copy(&password), copy(&secret), copy(&data));
        Ok(AsyncTask::new(PasswordTask { job, password, secret, data }))
    })
}

/// As `passwordVerify`, in a thread.
#[napi]
pub fn password_verify_async(
    stored: String,
    password: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    data: Uint8ArraySlice<'_>,
    max_memory: f64,
) -> Result<AsyncTask<PasswordTask>> {
    run(|| {
        let job = Job::Verify { stored, max_memory: whole("maxMemory", max_memory, EXACT)? };
        let (password, secret, data) = (copy(&password), copy(&secret), copy(&data));
        Ok(AsyncTask::new(PasswordTask { job, password, secret, data }))
    })
}
