//! Password hashes, on this thread or on one of libuv's. Copies of secrets are wiped, and so is working memory.

use lanesmith_face::pwhash;
use napi::bindgen_prelude::{AsyncTask, Uint8ArraySlice};
use napi::{Env, Task};
use napi_derive::napi;
use zeroize::Zeroizing;

use crate::bytes::{EXACT, whole, word};
use crate::fault::{Fault, Result, caught, run};
use crate::ffi::{output, span};

/// A scheme and its costs, of which 0 stands for the scheme's own.
struct Costs {
    scheme: String,
    memory: u64,
    time: u32,
    parallelism: u32,
}

impl Costs {
    fn read(scheme: String, memory: f64, time: f64, parallelism: f64) -> core::result::Result<Self, Fault> {
        let (memory, time) = (whole("memory", memory, EXACT)?, word("timeCost", time)?);
        Ok(Costs { scheme, memory, time, parallelism: word("parallelism", parallelism)? })
    }

    fn hash(
        &self,
        password: &[u8],
        salt: &[u8],
        secret: &[u8],
        data: &[u8],
    ) -> lanesmith_face::Outcome<String> {
        let Costs { scheme, memory, time, parallelism } = self;
        pwhash::password_hash(scheme, *memory, *time, *parallelism, password, salt, secret, data)
    }
}

/// Threads of each hash and bytes of all, from now on.
#[napi]
pub fn password_workers(threads: f64, memory: f64) -> Result<()> {
    run(|| pwhash::password_workers(word("threads", threads)?, whole("memory", memory, EXACT)?))
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
    run(|| Costs::read(scheme, memory, time, parallelism)?.hash(&password, &salt, &secret, &data))
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
        pwhash::password_verify(&stored, max_memory, &password, &secret, &data)
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
    run(|| {
        let Costs { scheme, memory, time, parallelism } = Costs::read(scheme, memory, time, parallelism)?;
        Ok(!pwhash::password_is_current(&stored, &scheme, memory, time, parallelism)?)
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
        let (variant, memory) = (word("variant", variant)?, word("memory", memory)?);
        let (passes, lanes) = (word("passes", passes)?, word("lanes", lanes)?);
        let len = out.len();
        let out = output(&mut out, len, &[span(&password), span(&salt), span(&secret), span(&data)])?;
        pwhash::argon2(variant, memory, passes, lanes, &password, &salt, &secret, &data, out)
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
        let (n, r, p) = (whole("n", n, EXACT)?, word("r", r)?, word("p", p)?);
        let len = out.len();
        let out = output(&mut out, len, &[span(&password), span(&salt)])?;
        pwhash::scrypt(n, r, p, &password, &salt, out)
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
    Hash { costs: Costs, salt: Secret },
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
                Job::Hash { costs, salt } => {
                    Answer { text: Some(costs.hash(password, salt, secret, data)?), ..Answer::default() }
                }
                Job::Verify { stored, max_memory } => Answer {
                    verdict: Some(pwhash::password_verify(stored, *max_memory, password, secret, data)?),
                    ..Answer::default()
                },
            })
        }))
    }

    fn resolve(&mut self, _: Env, output: Self::Output) -> napi::Result<Answer> {
        Ok(output.unwrap_or_else(|fault| Answer {
            code: Some(fault.code()),
            message: Some(fault.message.clone()),
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
        let job = Job::Hash { costs: Costs::read(scheme, memory, time, parallelism)?, salt: copy(&salt) };
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
