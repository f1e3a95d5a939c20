//! The border to JavaScript: exported functions, and the room in which bytes cross it.
//!
//! The room begins with [`HEAD`] bytes for what is short: results of fixed length above all, which JavaScript reads through a
//! view that it makes once. Inputs follow one after the other, then longer results, in the order of the function's arguments.

use alloc::string::String;
use alloc::vec::Vec;

use crate::fault::{self, Fault, Status};

mod kept;

pub use kept::Kept;

/// Bytes at the start of the room for short results.
pub const HEAD: usize = 256;

/// What lasts between calls.
struct Memory {
    room: Vec<u8>,
    text: String,
}

static MEMORY: Kept<Memory> = Kept::new(Memory { room: Vec::new(), text: String::new() });

/// The room during a call.
pub struct Room<'a> {
    /// Short results.
    #[allow(dead_code, reason = "not every family needs it")]
    pub head: &'a mut [u8; HEAD],
    rest: &'a mut [u8],
    /// Results that are text.
    pub text: &'a mut String,
}

impl<'a> Room<'a> {
    /// The next so many bytes: an input, or where a result belongs.
    pub fn next(&mut self, len: usize) -> Result<&'a mut [u8], Fault> {
        let rest = core::mem::take(&mut self.rest);
        let (next, rest) = rest.split_at_mut_checked(len).ok_or_else(Fault::room)?;
        self.rest = rest;
        Ok(next)
    }

    /// The next so many rows.
    #[allow(dead_code, reason = "not every family needs it")]
    pub fn rows<const N: usize>(&mut self, count: usize) -> Result<&'a mut [[u8; N]], Fault> {
        let bytes = count.checked_mul(N).ok_or_else(Fault::room)?;
        Ok(self.next(bytes)?.as_chunks_mut::<N>().0)
    }

    /// The next `total` bytes, as messages whose lengths are in front of them.
    #[allow(dead_code, reason = "not every family needs it")]
    pub fn messages(&mut self, count: usize, total: usize) -> Result<Vec<&'a [u8]>, Fault> {
        let lengths = self.next(count.checked_mul(4).ok_or_else(Fault::room)?)?;
        let mut flat: &'a [u8] = self.next(total)?;
        let mut messages = Vec::new();
        messages.try_reserve_exact(count).map_err(|error| Fault::new(Status::Memory, error))?;
        for length in lengths.as_chunks::<4>().0 {
            let length = u32::from_le_bytes(*length) as usize;
            let (message, rest) = flat.split_at_checked(length).ok_or_else(Fault::room)?;
            messages.push(message);
            flat = rest;
        }
        Ok(messages)
    }

    /// Writes a short result, and gives its length.
    #[allow(dead_code, reason = "not every family needs it")]
    pub fn put(&mut self, bytes: &[u8]) -> Result<i32, Fault> {
        self.head.get_mut(..bytes.len()).ok_or_else(Fault::room)?.copy_from_slice(bytes);
        Ok(bytes.len() as i32)
    }

    /// The same behind the inputs.
    #[allow(dead_code, reason = "not every family needs it")]
    pub fn put_behind(&mut self, bytes: &[u8]) -> Result<i32, Fault> {
        self.next(bytes.len())?.copy_from_slice(bytes);
        Ok(bytes.len() as i32)
    }

    /// The next `len` bytes as UTF-8.
    #[allow(dead_code, reason = "not every family needs it")]
    pub fn str(&mut self, len: usize) -> Result<&'a str, Fault> {
        core::str::from_utf8(self.next(len)?).map_err(|_| Fault::new(Status::Input, "text that is not UTF-8"))
    }
}

/// Runs the body of an exported function.
pub fn run(body: impl FnOnce(&mut Room<'_>) -> Result<i32, Fault>) -> i32 {
    MEMORY.with(|memory| {
        let Memory { room, text } = memory;
        let done = match room.split_first_chunk_mut::<HEAD>() {
            Some((head, rest)) => body(&mut Room { head, rest, text }),
            None => Err(Fault::room()),
        };
        done.unwrap_or_else(|fault| {
            fault::write(&fault, text);
            -1
        })
    })
}

/// Exports functions under their names, each a body over the room.
macro_rules! exports {
    ($($(#[$doc:meta])* fn $name:ident($room:ident $(, $arg:ident: $type:ty)*) $body:block)*) => {$(
        $(#[$doc])*
        // The attribute stands in the files that use this; what it promises is that no name is there twice.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($arg: $type),*) -> i32 {
            $crate::ffi::run(|$room: &mut $crate::ffi::Room<'_>| $body)
        }
    )*};
}
pub(crate) use exports;

/// Makes the room at least so large and gives its address; 0 where there is no memory. What was in it is lost.
#[unsafe(no_mangle)]
pub extern "C" fn lanesmith_room(len: usize) -> *mut u8 {
    MEMORY.with(|memory| {
        if memory.room.len() < len {
            // Given back first: the new one may take its place.
            memory.room = Vec::new();
            if memory.room.try_reserve_exact(len).is_err() {
                return core::ptr::null_mut();
            }
            memory.room.resize(len, 0);
        }
        memory.room.as_mut_ptr()
    })
}

/// Bytes of the stack that [`lanesmith_wipe`] overwrites.
const DEAD: usize = 32 << 10;

/// Overwrites what earlier calls left on the stack: a key that was moved is wiped where it ended, not where it came from. Called by
/// itself, when nothing else is on the stack.
#[unsafe(no_mangle)]
pub extern "C" fn lanesmith_wipe() {
    core::hint::black_box(&mut [0u8; DEAD]);
}

/// The text of the last result or fault.
#[unsafe(no_mangle)]
pub extern "C" fn lanesmith_text() -> *const u8 {
    MEMORY.with(|memory| memory.text.as_ptr())
}

/// Its length.
#[unsafe(no_mangle)]
pub extern "C" fn lanesmith_text_len() -> usize {
    MEMORY.with(|memory| memory.text.len())
}
