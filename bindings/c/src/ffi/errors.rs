//! Names of statuses, and words for the last failure.

use std::ffi::{CStr, c_char};

use lanesmith_face::Status;

use super::raw::{guard, guard_value, output};
use crate::error::last;

/// The version of the library, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn lanesmith_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

/// The name of a status, such as "LENGTH"; "UNKNOWN" for a number that is none.
#[unsafe(no_mangle)]
pub extern "C" fn lanesmith_status_name(status: i32) -> *const c_char {
    let known = Status::ALL.into_iter().find(|known| *known as i32 == status);
    known.map_or("UNKNOWN\0", Status::terminated).as_ptr().cast()
}

/// What was wrong in the last call on this thread that failed, in words and with a zero byte at the end, cut to `room` bytes.
/// Gives the length of the whole text without the zero byte; 0 where no call has failed. `out` may be null if `room` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_last_error(out: *mut c_char, room: usize) -> usize {
    guard_value(0, || {
        last(|failure| {
            let text = failure.map_or("", |failure| failure.message.as_str());
            // SAFETY: the caller promises `room` bytes.
            if let Ok([written @ .., end]) = unsafe { output("out", out.cast(), room, Some(room), &[], &[]) }
            {
                let mut cut = text.len().min(written.len());
                while !text.is_char_boundary(cut) {
                    cut -= 1;
                }
                written[..cut].copy_from_slice(&text.as_bytes()[..cut]);
                match written.get_mut(cut) {
                    Some(after) => *after = 0,
                    None => *end = 0,
                }
            }
            text.len()
        })
        .unwrap_or(0)
    })
}

/// The message, counted from 0, that the last failure on this thread speaks of; SIZE_MAX where it speaks of none.
#[unsafe(no_mangle)]
pub extern "C" fn lanesmith_last_index() -> usize {
    guard_value(usize::MAX, || last(|failure| failure?.row).flatten().unwrap_or(usize::MAX))
}

/// Random bytes of the system: for salts, seeds, key material.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_random(out: *mut u8, out_len: usize) -> Status {
    // SAFETY: the caller's promise.
    guard(|| crate::random::fill(unsafe { output("out", out, out_len, Some(out_len), &[], &[]) }?))
}
