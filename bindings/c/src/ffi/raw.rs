//! Slices of pointers and lengths, and the wall that no panic passes.

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::Status;
use crate::error::{Failure, Outcome, keep};

/// No object is larger: more cannot be a length.
const LARGEST: usize = isize::MAX as usize;

/// Runs the work of a function: a failure is kept for who asks, a panic becomes a failure.
pub fn guard(work: impl FnOnce() -> Outcome) -> Status {
    let failure = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => return Status::Ok,
        Ok(Err(failure)) => failure,
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().copied();
            let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
            let failure = Failure::new(Status::Internal, format_args!("a panic: {}", text.unwrap_or("?")));
            // Its drop might panic too.
            std::mem::forget(panic);
            failure
        }
    };
    let status = failure.status;
    keep(Some(failure));
    status
}

/// The same for a function that gives a value and cannot fail: where it panics after all, it gives another.
pub fn guard_value<T>(otherwise: T, work: impl FnOnce() -> T) -> T {
    let mut value = None;
    let status = guard(|| {
        value = Some(work());
        Ok(())
    });
    match (status, value) {
        (Status::Ok, Some(value)) => value,
        _ => otherwise,
    }
}

fn null(what: &str) -> Failure {
    Failure::new(Status::Pointer, format_args!("{what} is a null pointer"))
}

/// The memory of an input.
///
/// # Safety
/// As `ffi` asks; the slice must not outlive the call.
pub unsafe fn input<'a>(what: &str, pointer: *const u8, len: usize) -> Outcome<&'a [u8]> {
    if len == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(null(what));
    }
    if len > LARGEST {
        return Err(Failure::length(what, len, "no more than fit into memory"));
    }
    // SAFETY: not null, no larger than an object can be; the caller answers for the rest.
    Ok(unsafe { std::slice::from_raw_parts(pointer, len) })
}

/// The memory of an input of a fixed size.
///
/// # Safety
/// As [`input`].
pub unsafe fn fixed<'a, const N: usize>(what: &str, pointer: *const u8, len: usize) -> Outcome<&'a [u8; N]> {
    // SAFETY: the caller's promise is passed on.
    let bytes = unsafe { input(what, pointer, len) }?;
    bytes.try_into().map_err(|_| Failure::length(what, len, N))
}

/// The memory of a result, which must have just so many bytes and lie apart from all inputs.
///
/// # Safety
/// As [`input`]; and no other reference to the memory may live, but for those of `inputs`, which are looked at.
pub unsafe fn output<'a>(
    what: &str,
    pointer: *mut u8,
    len: usize,
    needed: Option<usize>,
    inputs: &[&[u8]],
) -> Outcome<&'a mut [u8]> {
    let Some(needed) = needed.filter(|needed| *needed <= LARGEST) else {
        return Err(Failure::new(
            Status::Length,
            format_args!("{what}: the result would not fit into memory"),
        ));
    };
    if len != needed {
        return Err(Failure::length(what, len, needed));
    }
    if len == 0 {
        return Ok(&mut []);
    }
    if pointer.is_null() {
        return Err(null(what));
    }
    let start = pointer.addr();
    let overlaps = |input: &&[u8]| {
        let from = input.as_ptr().addr();
        !input.is_empty() && from < start.saturating_add(len) && start < from.saturating_add(input.len())
    };
    if inputs.iter().any(overlaps) {
        return Err(Failure::new(Status::Overlap, format_args!("{what} overlaps an input")));
    }
    // SAFETY: not null, no larger than an object can be, apart from the inputs; the caller answers for the rest.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, len) })
}

/// Pointers to aligned values.
fn aligned<T>(what: &str, pointer: *const T, count: usize) -> Outcome {
    if pointer.is_null() {
        return Err(null(what));
    }
    if !pointer.is_aligned() {
        return Err(Failure::new(Status::Pointer, format_args!("{what} is not aligned")));
    }
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if bytes <= LARGEST => Ok(()),
        _ => Err(Failure::new(Status::Length, format_args!("{count} {what} are more than fit into memory"))),
    }
}

/// Messages as an array of pointers and one of lengths. A failure names its message.
///
/// # Safety
/// As [`input`], for both arrays and each message.
pub unsafe fn messages<'a>(
    pointers: *const *const u8,
    lengths: *const usize,
    count: usize,
) -> Outcome<Vec<&'a [u8]>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    aligned("messages", pointers, count)?;
    aligned("lengths", lengths, count)?;
    // SAFETY: not null, aligned, no larger than an object can be; the caller answers for the rest.
    let (pointers, lengths) =
        unsafe { (std::slice::from_raw_parts(pointers, count), std::slice::from_raw_parts(lengths, count)) };
    let mut messages = Vec::new();
    if messages.try_reserve_exact(count).is_err() {
        return Err(Failure::new(Status::Resources, format_args!("no memory for {count} messages")));
    }
    for (index, (pointer, len)) in pointers.iter().zip(lengths).enumerate() {
        // SAFETY: the caller's promise is passed on.
        let message = unsafe { input("message", *pointer, *len) };
        messages.push(message.map_err(|failure| {
            let message = format!("message {index}: {}", failure.message);
            Failure { message, ..failure }.at(index)
        })?);
    }
    Ok(messages)
}

/// Text that ends in a zero byte within `most` bytes.
///
/// # Safety
/// Null, or memory that can be read up to a zero byte or for `most` bytes.
pub unsafe fn text<'a>(what: &str, pointer: *const c_char, most: usize) -> Outcome<&'a str> {
    if pointer.is_null() {
        return Err(null(what));
    }
    let mut len = 0;
    // SAFETY: everything before was no zero byte, so the text goes on here.
    while unsafe { *pointer.add(len) } != 0 {
        len += 1;
        if len >= most {
            return Err(Failure::new(Status::Length, format_args!("{what}: no end within {most} bytes")));
        }
    }
    // SAFETY: the byte at `len` is the zero that ends it.
    let text =
        unsafe { CStr::from_bytes_with_nul_unchecked(std::slice::from_raw_parts(pointer.cast(), len + 1)) };
    text.to_str().map_err(|_| Failure::new(Status::Input, format_args!("{what} is not UTF-8")))
}

/// Writes text and the zero byte that ends it.
///
/// # Safety
/// `pointer` is null or points to `room` bytes that may be written.
pub unsafe fn write_text(what: &str, pointer: *mut c_char, room: usize, text: &str) -> Outcome {
    if room <= text.len() {
        return Err(Failure::length(what, room, format_args!("{} or more", text.len() + 1)));
    }
    // SAFETY: the caller's promise is passed on; the length is at most the room.
    let out = unsafe { output(what, pointer.cast(), text.len() + 1, Some(text.len() + 1), &[]) }?;
    out[..text.len()].copy_from_slice(text.as_bytes());
    out[text.len()] = 0;
    Ok(())
}

/// Writes a value.
///
/// # Safety
/// `pointer` is null or points to memory for a value.
pub unsafe fn write<T>(what: &str, pointer: *mut T, value: T) -> Outcome {
    aligned(what, pointer.cast_const(), 1)?;
    // SAFETY: not null and aligned; the caller answers for the rest.
    unsafe { pointer.write(value) };
    Ok(())
}

/// What a handle points to.
///
/// # Safety
/// Null, or a handle that was not freed.
pub unsafe fn handle<'a, T>(what: &str, pointer: *const T) -> Outcome<&'a T> {
    aligned(what, pointer, 1)?;
    // SAFETY: not null and aligned; the caller answers for the rest.
    Ok(unsafe { &*pointer })
}

/// The same to change it.
///
/// # Safety
/// Null, or a handle that was not freed and that no other thread uses.
pub unsafe fn handle_mut<'a, T>(what: &str, pointer: *mut T) -> Outcome<&'a mut T> {
    aligned(what, pointer.cast_const(), 1)?;
    // SAFETY: not null and aligned; the caller answers for the rest.
    Ok(unsafe { &mut *pointer })
}

/// Gives a new object to the caller.
///
/// # Safety
/// `place` is null or points to memory for a pointer.
pub unsafe fn give<T>(place: *mut *mut T, value: T) -> Outcome {
    aligned("place for the handle", place.cast_const(), 1)?;
    // SAFETY: not null and aligned; the caller answers for the rest.
    unsafe { place.write(Box::into_raw(Box::new(value))) };
    Ok(())
}

/// Takes an object back and drops it. Null is nothing.
///
/// # Safety
/// Null, or a handle that was not freed and that nobody uses.
pub unsafe fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        guard_value((), || {
            // SAFETY: it came out of `give`, once.
            drop(unsafe { Box::from_raw(pointer) });
        });
    }
}
