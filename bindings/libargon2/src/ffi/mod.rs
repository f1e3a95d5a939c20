//! What programs call.
//!
//! Every function asks the same of its caller: each pointer is null or points to as much memory as the length beside it says, strings end
//! with a zero, and nobody else writes to any of it during the call. Results may lie over inputs.
#![expect(
    clippy::missing_safety_doc,
    reason = "all functions ask the same of their callers: it stands above, once"
)]

mod context;

use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr::{null, null_mut};
use std::panic::{AssertUnwindSafe, catch_unwind};

use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

pub use context::Context;
use context::{bytes, compute};

use crate::Code;
use crate::encoded::{Encoded, encoded_len};
use crate::shape::{Kind, Piece};

/// The version that functions without one hash.
const VERSION: u32 = 0x13;

/// Runs the work of a function. A panic, which would be a defect of ours, becomes a code.
fn guard(work: impl FnOnce() -> Result<(), Code>) -> c_int {
    let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        // Its drop might panic too.
        std::mem::forget(panic);
        Err(Code::IncorrectParameter)
    });
    result.err().unwrap_or(Code::Ok) as c_int
}

/// The bytes of an input, and their length as a context has it.
///
/// # Safety
/// As this module asks.
unsafe fn piece<'a>(pointer: *const c_void, len: usize) -> (Piece, &'a [u8]) {
    let piece = Piece { null: pointer.is_null(), ..Piece::of(len) };
    // SAFETY: the caller's promise is passed on.
    (piece, unsafe { bytes(pointer.cast(), len) })
}

/// Computes a context of the kind with that number. A wrong number is told after what is wrong with the context.
///
/// # Safety
/// As this module asks.
unsafe fn compute_numbered(context: *mut Context, kind: c_int) -> Result<(), Code> {
    // SAFETY: the caller's promise is passed on.
    unsafe { context::check(context) }?;
    // SAFETY: likewise.
    unsafe { compute(context, Kind::of(kind)?) }
}

/// A string to verify, and its password.
unsafe fn verify(encoded: *const c_char, pwd: *const c_void, pwd_len: usize, kind: c_int) -> c_int {
    guard(|| {
        u32::try_from(pwd_len).map_err(|_| Code::PwdTooLong)?;
        if encoded.is_null() {
            return Err(Code::DecodingFail);
        }
        let kind = Kind::of(kind)?;
        // SAFETY: not null, and it ends with a zero.
        let text = unsafe { CStr::from_ptr(encoded) };
        // SAFETY: the caller's promise is passed on.
        let (piece, _) = unsafe { piece(pwd, pwd_len) };
        let Encoded { version, m_cost, t_cost, lanes, mut salt, hash } =
            Encoded::read(text.to_bytes(), kind, piece)?;
        let mut tag = Zeroizing::new(vec![0u8; hash.len()]);
        let mut context = Context {
            version,
            ..Context::new(
                [t_cost, m_cost, lanes],
                (pwd, piece.len),
                salt.as_mut_ptr(),
                salt.len() as u32,
                &mut tag,
            )
        };
        // SAFETY: what the context points to is the caller's password and memory of this function.
        unsafe { compute(&raw mut context, kind) }?;
        if bool::from(tag.ct_eq(&hash)) { Ok(()) } else { Err(Code::VerifyMismatch) }
    })
}

unsafe fn verify_ctx(context: *mut Context, hash: *const c_char, kind: c_int) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise is passed on.
        unsafe { compute_numbered(context, kind) }?;
        if hash.is_null() {
            return Err(Code::VerifyMismatch);
        }
        // SAFETY: a context that was computed is not null, and its output and the hash have so many bytes.
        let same = unsafe {
            let len = (*context).outlen as usize;
            bytes((*context).out, len).ct_eq(bytes(hash.cast(), len))
        };
        if bool::from(same) { Ok(()) } else { Err(Code::VerifyMismatch) }
    })
}

/// Memory for a tag; wiped when it goes.
fn tag_of(len: usize) -> Result<Zeroizing<Vec<u8>>, Code> {
    let mut tag = Vec::new();
    tag.try_reserve_exact(len).map_err(|_| Code::MemoryAllocationError)?;
    tag.resize(len, 0);
    Ok(Zeroizing::new(tag))
}

/// What is hashed, and where to.
struct Job {
    costs: [u32; 3],
    pwd: (*const c_void, usize),
    salt: (*const c_void, usize),
    hash: (*mut c_void, usize),
    encoded: (*mut c_char, usize),
}

unsafe fn hash(job: &Job, kind: c_int, version: u32) -> c_int {
    guard(|| {
        let length = |len: usize, code| u32::try_from(len).map_err(|_| code);
        let pwd_len = length(job.pwd.1, Code::PwdTooLong)?;
        let salt_len = length(job.salt.1, Code::SaltTooLong)?;
        length(job.hash.1, Code::OutputTooLong)?;
        if job.hash.1 < 4 {
            return Err(Code::OutputTooShort);
        }
        let mut tag = tag_of(job.hash.1)?;
        let salt = job.salt.0.cast_mut().cast();
        let mut context =
            Context { version, ..Context::new(job.costs, (job.pwd.0, pwd_len), salt, salt_len, &mut tag) };
        // SAFETY: what the context points to is the caller's inputs and memory of this function.
        unsafe { compute_numbered(&raw mut context, kind) }?;
        if !job.hash.0.is_null() {
            // SAFETY: the caller's result has so many bytes.
            unsafe { job.hash.0.cast::<u8>().copy_from(tag.as_ptr(), tag.len()) };
        }
        let (encoded, room) = job.encoded;
        if encoded.is_null() || room == 0 {
            return Ok(());
        }
        let [t_cost, m_cost, lanes] = job.costs;
        // SAFETY: the caller's promise is passed on.
        let salt = unsafe { piece(job.salt.0, job.salt.1) }.1.to_vec();
        let said = Encoded { version, m_cost, t_cost, lanes, salt, hash: tag.to_vec() };
        let text = Zeroizing::new(said.text(Kind::of(kind)?));
        drop(Zeroizing::new(said.hash));
        let encoded = encoded.cast::<u8>();
        if text.len() >= room {
            // SAFETY: the caller's result has so many bytes.
            unsafe { encoded.write_bytes(0, room) };
            return Err(Code::EncodingFail);
        }
        // SAFETY: there is room for the text and a zero.
        unsafe {
            encoded.copy_from(text.as_ptr(), text.len());
            encoded.add(text.len()).write(0);
        }
        Ok(())
    })
}

/// The functions of one kind.
macro_rules! kind {
    ($kind:expr, $ctx:ident $raw:ident $encoded:ident $verify:ident $verify_ctx:ident) => {
        /// Computes a context: `out` is written.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $ctx(context: *mut Context) -> c_int {
            // SAFETY: the caller's promise is passed on.
            guard(|| unsafe { compute(context, $kind) })
        }

        /// Hashes a password to bytes. As many threads as lanes.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $raw(
            t_cost: u32,
            m_cost: u32,
            parallelism: u32,
            pwd: *const c_void,
            pwdlen: usize,
            salt: *const c_void,
            saltlen: usize,
            hash: *mut c_void,
            hashlen: usize,
        ) -> c_int {
            let costs = [t_cost, m_cost, parallelism];
            let (pwd, salt) = ((pwd, pwdlen), (salt, saltlen));
            let job = Job { costs, pwd, salt, hash: (hash, hashlen), encoded: (null_mut(), 0) };
            // SAFETY: the caller's promise is passed on.
            unsafe { self::hash(&job, $kind as c_int, VERSION) }
        }

        /// Hashes a password to a string, which needs as many bytes as `argon2_encodedlen` tells.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $encoded(
            t_cost: u32,
            m_cost: u32,
            parallelism: u32,
            pwd: *const c_void,
            pwdlen: usize,
            salt: *const c_void,
            saltlen: usize,
            hashlen: usize,
            encoded: *mut c_char,
            encodedlen: usize,
        ) -> c_int {
            let costs = [t_cost, m_cost, parallelism];
            let (pwd, salt) = ((pwd, pwdlen), (salt, saltlen));
            let job = Job { costs, pwd, salt, hash: (null_mut(), hashlen), encoded: (encoded, encodedlen) };
            // SAFETY: the caller's promise is passed on.
            unsafe { self::hash(&job, $kind as c_int, VERSION) }
        }

        /// Verifies a password against a string.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $verify(encoded: *const c_char, pwd: *const c_void, pwdlen: usize) -> c_int {
            // SAFETY: the caller's promise is passed on.
            unsafe { verify(encoded, pwd, pwdlen, $kind as c_int) }
        }

        /// Computes a context and compares its output with `hash`, which is as long.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $verify_ctx(context: *mut Context, hash: *const c_char) -> c_int {
            // SAFETY: the caller's promise is passed on.
            unsafe { verify_ctx(context, hash, $kind as c_int) }
        }
    };
}

kind!(Kind::D, argon2d_ctx argon2d_hash_raw argon2d_hash_encoded argon2d_verify argon2d_verify_ctx);
kind!(Kind::I, argon2i_ctx argon2i_hash_raw argon2i_hash_encoded argon2i_verify argon2i_verify_ctx);
kind!(Kind::Id, argon2id_ctx argon2id_hash_raw argon2id_hash_encoded argon2id_verify argon2id_verify_ctx);

/// Computes a context of any kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn argon2_ctx(context: *mut Context, kind: c_int) -> c_int {
    // SAFETY: the caller's promise is passed on.
    guard(|| unsafe { compute_numbered(context, kind) })
}

/// Hashes a password with everything said: to bytes unless `hash` is null, to a string unless `encoded` is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn argon2_hash(
    t_cost: u32,
    m_cost: u32,
    parallelism: u32,
    pwd: *const c_void,
    pwdlen: usize,
    salt: *const c_void,
    saltlen: usize,
    hash: *mut c_void,
    hashlen: usize,
    encoded: *mut c_char,
    encodedlen: usize,
    kind: c_int,
    version: u32,
) -> c_int {
    let costs = [t_cost, m_cost, parallelism];
    let (pwd, salt, encoded) = ((pwd, pwdlen), (salt, saltlen), (encoded, encodedlen));
    // SAFETY: the caller's promise is passed on.
    unsafe { self::hash(&Job { costs, pwd, salt, hash: (hash, hashlen), encoded }, kind, version) }
}

/// Verifies a password against a string of a kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn argon2_verify(
    encoded: *const c_char,
    pwd: *const c_void,
    pwdlen: usize,
    kind: c_int,
) -> c_int {
    // SAFETY: the caller's promise is passed on.
    unsafe { verify(encoded, pwd, pwdlen, kind) }
}

/// Computes a context of any kind and compares.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn argon2_verify_ctx(context: *mut Context, hash: *const c_char, kind: c_int) -> c_int {
    // SAFETY: the caller's promise is passed on.
    unsafe { verify_ctx(context, hash, kind) }
}

/// The name of a kind; null of what is none.
#[unsafe(no_mangle)]
pub extern "C" fn argon2_type2string(kind: c_int, uppercase: c_int) -> *const c_char {
    let names = match Kind::of(kind) {
        Ok(Kind::D) => [c"argon2d", c"Argon2d"],
        Ok(Kind::I) => [c"argon2i", c"Argon2i"],
        Ok(Kind::Id) => [c"argon2id", c"Argon2id"],
        Err(_) => return null(),
    };
    names[usize::from(uppercase != 0)].as_ptr()
}

/// What a code means, in words.
#[unsafe(no_mangle)]
pub extern "C" fn argon2_error_message(code: c_int) -> *const c_char {
    Code::words(code).as_ptr()
}

/// How many bytes a string takes, its zero included.
#[unsafe(no_mangle)]
pub extern "C" fn argon2_encodedlen(
    t_cost: u32,
    m_cost: u32,
    parallelism: u32,
    saltlen: u32,
    hashlen: u32,
    kind: c_int,
) -> usize {
    let name = Kind::of(kind).map_or("", Kind::name);
    encoded_len([t_cost, m_cost, parallelism], saltlen, hashlen, name)
}
