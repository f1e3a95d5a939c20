//! The context: what is hashed, and how its memory is had.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use core::slice;

use lanesmith_pwhash::argon2::Input;
use lanesmith_pwhash::hazmat::argon2_of_version;
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::{Error, Workers};
use zeroize::Zeroize;

use super::tag_of;
use crate::Code;
use crate::shape::{Kind, Piece, Shape};

/// Gives memory of so many bytes: zero where it did.
pub type Allocate = unsafe extern "C" fn(memory: *mut *mut u8, bytes: usize) -> c_int;
/// Takes it back, with as many bytes as were asked for.
pub type Free = unsafe extern "C" fn(memory: *mut u8, bytes: usize);

/// Wipe the password, and set its length to zero, as soon as it is hashed.
pub const CLEAR_PASSWORD: u32 = 1;
/// The same for the secret.
pub const CLEAR_SECRET: u32 = 2;

/// `argon2_context`: everything that goes into a hash, and where it goes to.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "as the interface names them; lengths in bytes, memory in KiB")]
pub struct Context {
    pub out: *mut u8,
    pub outlen: u32,
    pub pwd: *mut u8,
    pub pwdlen: u32,
    pub salt: *mut u8,
    pub saltlen: u32,
    pub secret: *mut u8,
    pub secretlen: u32,
    pub ad: *mut u8,
    pub adlen: u32,
    pub t_cost: u32,
    pub m_cost: u32,
    pub lanes: u32,
    pub threads: u32,
    pub version: u32,
    pub allocate_cbk: Option<Allocate>,
    pub free_cbk: Option<Free>,
    pub flags: u32,
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Context>() == 120 && core::mem::offset_of!(Context, flags) == 112);

impl Context {
    /// One with a password and a salt and nothing else.
    pub(super) fn new(
        [t_cost, m_cost, lanes]: [u32; 3],
        (pwd, pwdlen): (*const c_void, u32),
        salt: *mut u8,
        saltlen: u32,
        tag: &mut [u8],
    ) -> Context {
        Context {
            out: tag.as_mut_ptr(),
            outlen: tag.len() as u32,
            pwd: pwd.cast_mut().cast(),
            pwdlen,
            salt,
            saltlen,
            secret: null_mut(),
            secretlen: 0,
            ad: null_mut(),
            adlen: 0,
            t_cost,
            m_cost,
            lanes,
            threads: lanes,
            version: super::VERSION,
            allocate_cbk: None,
            free_cbk: None,
            flags: 0,
        }
    }

    fn shape(&self) -> Shape {
        let piece = |pointer: *mut u8, len| Piece { null: pointer.is_null(), len };
        Shape {
            out: piece(self.out, self.outlen),
            pwd: piece(self.pwd, self.pwdlen),
            salt: piece(self.salt, self.saltlen),
            secret: piece(self.secret, self.secretlen),
            ad: piece(self.ad, self.adlen),
            t_cost: self.t_cost,
            m_cost: self.m_cost,
            lanes: self.lanes,
            threads: self.threads,
            allocates: self.allocate_cbk.is_some(),
            frees: self.free_cbk.is_some(),
        }
    }
}

/// Bytes of the caller's.
///
/// # Safety
/// As `ffi` asks; the slice must not outlive the call.
pub(super) unsafe fn bytes<'a>(pointer: *const u8, len: usize) -> &'a [u8] {
    if pointer.is_null() || len == 0 {
        return &[];
    }
    // SAFETY: not null; the caller answers for the rest.
    unsafe { slice::from_raw_parts(pointer, len) }
}

/// A copy of the context, if nothing is wrong with it.
///
/// # Safety
/// As `ffi` asks.
pub(super) unsafe fn check(context: *const Context) -> Result<Context, Code> {
    if context.is_null() {
        return Err(Code::IncorrectParameter);
    }
    // SAFETY: not null, so it points to a context.
    let context = unsafe { context.read() };
    context.shape().check()?;
    Ok(context)
}

/// Memory of the caller's, which goes back to the caller whatever happens.
struct Lent {
    memory: *mut u8,
    bytes: usize,
    free: Free,
}

impl Lent {
    /// # Safety
    /// The callbacks do as their types say.
    unsafe fn new(allocate: Allocate, free: Free, bytes: usize) -> Result<Lent, Code> {
        let mut memory = null_mut();
        // SAFETY: the callback writes to a place of ours.
        let status = unsafe { allocate(&raw mut memory, bytes) };
        if status != 0 || memory.is_null() {
            return Err(Code::MemoryAllocationError);
        }
        Ok(Lent { memory, bytes, free })
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        // SAFETY: it was given with as many bytes, and nothing refers to it any more.
        unsafe { (self.free)(self.memory, self.bytes) };
    }
}

/// Computes a context.
///
/// # Safety
/// As `ffi` asks.
pub(super) unsafe fn compute(context: *mut Context, kind: Kind) -> Result<(), Code> {
    // SAFETY: the caller's promise is passed on.
    let given = unsafe { check(context) }?;
    let shape = given.shape();
    let params = shape.params(kind);
    let mut tag = tag_of(given.outlen as usize)?;
    {
        // SAFETY: the caller's promise; the result is written when they are gone.
        let input = unsafe {
            Input::new(bytes(given.pwd, given.pwdlen as usize), bytes(given.salt, given.saltlen as usize))
                .secret(bytes(given.secret, given.secretlen as usize))
                .data(bytes(given.ad, given.adlen as usize))
        };
        let mut hash = |mut arena: Arena<'_>| {
            arena.compute_on(Workers::threads(given.threads.min(given.lanes) as usize));
            argon2_of_version(given.version, &params, &input, &mut tag, &mut arena).map_err(|error| {
                match error {
                    Error::Memory(_) => Code::MemoryAllocationError,
                    _ => Code::IncorrectParameter,
                }
            })
        };
        match (given.allocate_cbk, given.free_cbk) {
            (Some(allocate), Some(free)) => {
                let bytes = usize::try_from(params.memory()).map_err(|_| Code::MemoryAllocationError)?;
                // SAFETY: the callbacks are those of the caller, who answers for them.
                let lent = unsafe { Lent::new(allocate, free, bytes) }?;
                // SAFETY: memory of so many bytes that nobody else has. What stands in it was decided outside of this program's text,
                // so that it is bytes like any others, and is overwritten before it is read.
                let memory = unsafe { slice::from_raw_parts_mut(lent.memory, lent.bytes) };
                hash(Arena::filling(memory))?;
            }
            _ => hash(Arena::new())?,
        }
    }
    // SAFETY: the context and what it points to are the caller's, and no slice of them is left.
    unsafe {
        if given.flags & CLEAR_PASSWORD != 0 {
            clear(given.pwd, &raw mut (*context).pwdlen);
        }
        if given.flags & CLEAR_SECRET != 0 {
            clear(given.secret, &raw mut (*context).secretlen);
        }
        given.out.copy_from(tag.as_ptr(), tag.len());
    }
    Ok(())
}

/// Wipes an input of the caller's and sets its length to zero.
///
/// # Safety
/// The memory is writable and as long as the length says.
unsafe fn clear(memory: *mut u8, len: *mut u32) {
    // SAFETY: the caller's promise.
    unsafe {
        if !memory.is_null() {
            slice::from_raw_parts_mut(memory, *len as usize).zeroize();
        }
        *len = 0;
    }
}
