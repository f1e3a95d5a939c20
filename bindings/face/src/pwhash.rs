//! Passwords: strings to store, verifying them, and the bytes themselves.

use alloc::string::{String, ToString};

use lanesmith::pwhash::Error;
use lanesmith::pwhash::argon2::{Input, Params, Variant};
use lanesmith::pwhash::crypt::Limits;
use lanesmith::pwhash::mem::MemoryError;
use lanesmith::pwhash::password::{Context, Costs, PasswordHash, Policy, Scheme};
use lanesmith::pwhash::scrypt::{self, Params as ScryptParams};

use crate::memory::within;
use crate::{Fault, Outcome, Status};

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let status = match error {
            Error::Memory(_) => Status::Memory,
            Error::WrongPassword => Status::Mismatch,
            _ => Status::Password,
        };
        Fault::new(status, error)
    }
}

/// A scheme by its name, with costs of which 0 stands for the scheme's own.
fn policy(scheme: &str, memory: u64, time: u32, parallelism: u32) -> Outcome<Policy> {
    let costs = Costs::nonzero(memory, time, parallelism);
    Ok(Policy::new(scheme.parse::<Scheme>()?).with_costs(costs)?)
}

/// What is wrong; where it is memory, how much the whole hash asks for. (What was refused may be a part of it, in units of no use to
/// the caller.)
fn asking(error: Error, bytes: u64) -> Fault {
    match error {
        Error::Memory(MemoryError::TooLarge { .. } | MemoryError::Refused { .. }) => {
            let words = format_args!(
                "the hash takes {bytes} bytes of memory, which cannot be had here: ask for less"
            );
            Fault::new(Status::Memory, words)
        }
        error => error.into(),
    }
}

/// Bytes that a hash asks for, of which there may be more than an address can tell.
fn bytes_of(memory: u64) -> usize {
    usize::try_from(memory).unwrap_or(usize::MAX)
}

// JavaScript: pwhash.workers. Python: pwhash.limit_memory.
/// How password hashes of this process are computed from now on: each by so many threads at most (0: as many as there are cores), all
/// of them in so many bytes at most (0: no limit), for which those that come later wait, or with `refuse` 1 are refused. A hash that asks for
/// more than that altogether always is. Without this each takes the thread that asks, and as much memory as it needs. The lanes of Argon2 are what can
/// be cut. Where hashes have several threads, up to 256 MiB of their memory, wiped, stay for the next ones.
#[cfg(feature = "std")]
pub fn password_workers(threads: u32, memory: u64, refuse: u32) -> Outcome {
    if threads > 1024 {
        return Err(Fault::range("threads", threads, "from 0 (all cores) to 1024"));
    }
    if refuse > 1 {
        return Err(Fault::range("refuse", refuse, "0 or 1"));
    }
    crate::memory::set(threads, memory, refuse == 1);
    Ok(())
}

// JavaScript: pwhash.hash. Python: pwhash.hash.
/// A string to store for a password: scheme, costs, salt and hash. The scheme is "argon2id", "yescrypt", "scrypt" or another that
/// the library knows; costs that are 0 are the scheme's own, and `memory` is in bytes. The salt is 16 random bytes, others for each
/// password. `secret` is a key of the service and `data` such as the user's number: they go into the hash, not into the string, and
/// may be empty. The memory of the hash is wiped before this returns.
pub fn password_hash(
    scheme: &str,
    memory: u64,
    time_cost: u32,
    parallelism: u32,
    password: &[u8],
    salt: &[u8],
    secret: &[u8],
    data: &[u8],
) -> Outcome<String> {
    let policy = policy(scheme, memory, time_cost, parallelism)?;
    let context = Context::new().secret(secret).data(data);
    let stored = within(policy.arena_bytes(), |arena| policy.hash_in(&context, password, salt, arena));
    Ok(stored.map_err(|error| asking(error, policy.memory()))?.to_string())
}

// JavaScript: pwhash.verify. Python: pwhash.verify.
/// Whether a password is the one that was stored. A malformed string, or one that asks for more than `max_memory` bytes (0 stands
/// for 257 MiB), is refused before anything is computed.
pub fn password_verify(
    stored: &str,
    max_memory: u64,
    password: &[u8],
    secret: &[u8],
    data: &[u8],
) -> Outcome<bool> {
    let limits = if max_memory > 0 { Limits::of_memory(max_memory) } else { Limits::default() };
    let context = Context::new().secret(secret).data(data);
    let stored = stored.parse::<PasswordHash>()?;
    // Before memory is asked for.
    stored.admit(&limits)?;
    match within(stored.arena_bytes(), |arena| stored.verify_in(&context, password, &limits, arena)) {
        Ok(()) => Ok(true),
        Err(Error::WrongPassword) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

// JavaScript: pwhash.needsRehash. Python: pwhash.needs_rehash.
/// Whether a stored string is what this scheme with these costs would make: if not, it is to be made anew when its user comes next.
pub fn password_is_current(
    stored: &str,
    scheme: &str,
    memory: u64,
    time_cost: u32,
    parallelism: u32,
) -> Outcome<bool> {
    let policy = policy(scheme, memory, time_cost, parallelism)?;
    Ok(!stored.parse::<PasswordHash>()?.needs_rehash(&policy))
}

// JavaScript: pwhash.argon2. Python: pwhash.argon2.
/// An Argon2 tag (RFC 9106): the bytes themselves, as many as `out` has, 4 at least. The variant is 0 (d), 1 (i) or 2 (id); memory is
/// in KiB. The salt has 8 bytes or more, as for strings to store.
pub fn argon2(
    variant: u32,
    memory_kib: u32,
    passes: u32,
    lanes: u32,
    password: &[u8],
    salt: &[u8],
    secret: &[u8],
    data: &[u8],
    out: &mut [u8],
) -> Outcome {
    let variant = match variant {
        0 => Variant::D,
        1 => Variant::I,
        2 => Variant::Id,
        other => return Err(Fault::range("variant", other, "0, 1 or 2")),
    };
    let bytes = salt.len();
    if bytes < 8 {
        return Err(Error::Length { what: "salt", bytes, need: "8 bytes or more" }.into());
    }
    let params = Params::default().variant(variant).memory_kib(memory_kib).passes(passes).lanes(lanes);
    let input = Input::new(password, salt).secret(secret).data(data);
    let bytes = bytes_of(params.memory());
    let done = within(bytes, |arena| lanesmith::pwhash::argon2::hash(&params, &input, out, arena));
    done.map_err(|error| asking(error, params.memory()))
}

// JavaScript: pwhash.scrypt. Python: pwhash.scrypt.
/// A key by scrypt (RFC 7914): as many bytes as `out` has. `n` is a power of two; it takes 128 * n * r bytes of memory.
pub fn scrypt(n: u64, r: u32, p: u32, password: &[u8], salt: &[u8], out: &mut [u8]) -> Outcome {
    let params = ScryptParams::new(n, r, p);
    let done = within(bytes_of(params.memory()), |arena| scrypt::derive(&params, password, salt, out, arena));
    done.map_err(|error| asking(error, params.memory()))
}
