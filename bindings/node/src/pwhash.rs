//! Password hashes, on this thread or on one of libuv's. Copies of secrets are wiped, and so is working memory.

use lanesmith::pwhash::password::{Context, Policy};
use lanesmith::pwhash::{argon2, scrypt};
use lanesmith_javascript::pwhash::{self, argon2_variant, hash, needs_rehash, verify};
use napi::bindgen_prelude::{AsyncTask, Uint8ArraySlice};
use napi::{Env, Task};
use napi_derive::napi;
use zeroize::Zeroizing;

use crate::bytes::{EXACT, whole, word};
use crate::fault::{Fault, Result, caught, run};
use crate::ffi::{output, span};

/// Costs, of which 0 stands for the scheme's own.
fn policy(scheme: &str, memory: f64, time: f64, parallelism: f64) -> core::result::Result<Policy, Fault> {
    let (memory, time) = (whole("memory", memory, EXACT)?, word("timeCost", time)?);
    pwhash::policy(scheme, memory, time, word("parallelism", parallelism)?)
}

fn context<'a>(secret: &'a [u8], data: &'a [u8]) -> Context<'a> {
    Context::new().secret(secret).data(data)
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
    run(|| {
        let policy = policy(&scheme, memory, time, parallelism)?;
        hash(&policy, &context(&secret, &data), &password, &salt)
    })
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
    run(|| {
        let max_memory = whole("maxMemory", max_memory, EXACT)?;
        verify(&stored, &context(&secret, &data), &password, max_memory)
    })
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
    run(|| needs_rehash(&stored, &policy(&scheme, memory, time, parallelism)?))
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
        let variant = argon2_variant(word("variant", variant)?)?;
        let params = argon2::Params::default().variant(variant).memory_kib(word("memory", memory)?);
        let params = params.passes(word("passes", passes)?).lanes(word("lanes", lanes)?);
        let input = argon2::Input::new(&password, &salt).secret(&secret).data(&data);
        let len = out.len();
        let out = output(&mut out, len, &[span(&password), span(&salt), span(&secret), span(&data)])?;
        pwhash::argon2(&params, &input, out)
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
        let out = output(&mut out, len, &[span(&password), span(&salt)])?;
        pwhash::scrypt(&params, &password, &salt, out)
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
        let (password, context) = (&self.password, context(&self.secret, &self.data));
        Ok(caught(|| {
            Ok(match &self.job {
                Job::Hash { policy, salt } => {
                    Answer { text: Some(hash(policy, &context, password, salt)?), ..Answer::default() }
                }
                Job::Verify { stored, max_memory } => Answer {
                    verdict: Some(verify(stored, &context, password, *max_memory)?),
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
