//! Password hashes on threads of libuv. Copies of secrets are wiped, and so is working memory.

use lanesmith_face::pwhash;
use napi::bindgen_prelude::{AsyncTask, BigInt, Either, Uint8ArraySlice};
use napi::{Env, Task};
use napi_derive::napi;
use zeroize::Zeroizing;

use crate::bytes::{long, word};
use crate::fault::{Fault, Result, caught, run};

/// A scheme and its costs, of which 0 stands for the scheme's own.
struct Costs {
    scheme: String,
    memory: u64,
    time: u32,
    parallelism: u32,
}

impl Costs {
    fn read(
        scheme: String,
        memory: &Either<f64, BigInt>,
        time: f64,
        parallelism: f64,
    ) -> core::result::Result<Self, Fault> {
        let (memory, time) = (long("memory", memory)?, word("time_cost", time)?);
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
    memory: Either<f64, BigInt>,
    time: f64,
    parallelism: f64,
    password: Uint8ArraySlice<'_>,
    salt: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    data: Uint8ArraySlice<'_>,
) -> Result<AsyncTask<PasswordTask>> {
    run(|| {
        let job = Job::Hash { costs: Costs::read(scheme, &memory, time, parallelism)?, salt: copy(&salt) };
        let (password, secret, data) = (copy(&password), copy(&secret), copy(&data));
        Ok(AsyncTask::new(PasswordTask { job, password, secret, data }))
    })
}

/// As `passwordVerify`, in a thread.
#[napi]
pub fn password_verify_async(
    stored: String,
    max_memory: Either<f64, BigInt>,
    password: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    data: Uint8ArraySlice<'_>,
) -> Result<AsyncTask<PasswordTask>> {
    run(|| {
        let job = Job::Verify { stored, max_memory: long("max_memory", &max_memory)? };
        let (password, secret, data) = (copy(&password), copy(&secret), copy(&data));
        Ok(AsyncTask::new(PasswordTask { job, password, secret, data }))
    })
}
