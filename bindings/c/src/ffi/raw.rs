//! Slices of pointers and lengths, and the wall that no panic passes.

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use lanesmith_face::{Fault, Outcome, Status};

use crate::error::keep;

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
            let failure = Fault::new(Status::Internal, format_args!("a panic: {}", text.unwrap_or("?")));
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

fn null(what: &str) -> Fault {
    Fault::new(Status::Pointer, format_args!("{what} is a null pointer"))
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
        return Err(Fault::length(what, len, "no more than fit into memory"));
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
    bytes.try_into().map_err(|_| Fault::length(what, len, N))
}

/// Where an input or a result of a call lies.
#[derive(Clone, Copy)]
pub struct Span(usize, usize);

/// The place of a slice.
pub fn span<T>(slice: &[T]) -> Span {
    Span(slice.as_ptr().addr(), size_of_val(slice))
}

impl Span {
    fn overlaps(self, Span(start, len): Span) -> bool {
        self.1 > 0 && len > 0 && self.0 < start.saturating_add(len) && start < self.0.saturating_add(self.1)
    }
}

/// The memory of a result, which must have just so many bytes and lie apart from all inputs, rows among them.
///
/// # Safety
/// As [`input`]; and no other reference to the memory may live, but for those of `inputs` and `rows`, which are looked at.
pub unsafe fn output<'a>(
    what: &str,
    pointer: *mut u8,
    len: usize,
    needed: Option<usize>,
    inputs: &[Span],
    rows: &[&[&[u8]]],
) -> Outcome<&'a mut [u8]> {
    let Some(needed) = needed.filter(|needed| *needed <= LARGEST) else {
        return Err(Fault::new(Status::Length, format_args!("{what}: the result would not fit into memory")));
    };
    if len != needed {
        return Err(Fault::length(what, len, needed));
    }
    if len == 0 {
        return Ok(&mut []);
    }
    if pointer.is_null() {
        return Err(null(what));
    }
    let own = Span(pointer.addr(), len);
    let over = |rows: &&[&[u8]]| rows.iter().any(|row| span(row).overlaps(own));
    if inputs.iter().any(|input| input.overlaps(own)) || rows.iter().any(over) {
        return Err(Fault::overlap(what));
    }
    // SAFETY: not null, no larger than an object can be, apart from the inputs; the caller answers for the rest.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, len) })
}

/// Tells how long a result is, and whether it fits.
///
/// # Safety
/// `written` is null or points to memory for a number.
pub unsafe fn fits(what: &str, room: usize, len: usize, written: *mut usize) -> Outcome {
    // SAFETY: the caller's promise is passed on.
    unsafe { write("written", written, len) }?;
    if room < len { Err(Fault::length(what, room, format_args!("{len} or more"))) } else { Ok(()) }
}

/// Yes, or no as a status.
pub fn answer(yes: bool) -> Outcome {
    if yes { Ok(()) } else { Err(Fault::new(Status::Mismatch, "the answer is no")) }
}

/// Pointers to aligned values.
fn aligned<T>(what: &str, pointer: *const T, count: usize) -> Outcome {
    if pointer.is_null() {
        return Err(null(what));
    }
    if !pointer.is_aligned() {
        return Err(Fault::new(Status::Pointer, format_args!("{what} is not aligned")));
    }
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if bytes <= LARGEST => Ok(()),
        _ => Err(Fault::new(Status::Length, format_args!("{count} {what} are more than fit into memory"))),
    }
}

/// Messages as an array of pointers and one of lengths. A failure names its message.
///
/// # Safety
/// As [`input`], for both arrays and each message.
pub unsafe fn messages<'a>(
    what: &str,
    pointers: *const *const u8,
    lengths: *const usize,
    count: usize,
) -> Outcome<Vec<&'a [u8]>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    aligned(what, pointers, count)?;
    aligned("lengths", lengths, count)?;
    // SAFETY: not null, aligned, no larger than an object can be; the caller answers for the rest.
    let (pointers, lengths) =
        unsafe { (std::slice::from_raw_parts(pointers, count), std::slice::from_raw_parts(lengths, count)) };
    let mut messages = reserved(what, count)?;
    for (index, (pointer, len)) in pointers.iter().zip(lengths).enumerate() {
        // SAFETY: the caller's promise is passed on.
        let message = unsafe { input("the message", *pointer, *len) };
        messages.push(message.map_err(|failure| {
            let message = format!("{what}: row {index}: {}", failure.message);
            Fault { message, ..failure }.at(index)
        })?);
    }
    Ok(messages)
}

/// Room for so many rows.
fn reserved<T>(what: &str, count: usize) -> Outcome<Vec<T>> {
    let mut rows = Vec::new();
    let refused = |_| Fault::new(Status::Memory, format_args!("no memory for {count} {what}"));
    rows.try_reserve_exact(count).map_err(refused)?;
    Ok(rows)
}

/// An array of aligned values.
///
/// # Safety
/// As [`input`].
unsafe fn array<'a, T>(what: &str, pointer: *const T, count: usize) -> Outcome<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    aligned(what, pointer, count)?;
    // SAFETY: not null, aligned, no larger than an object can be; the caller answers for the rest.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Numbers.
///
/// # Safety
/// As [`input`].
pub unsafe fn numbers<'a>(what: &str, pointer: *const u32, count: usize) -> Outcome<&'a [u32]> {
    // SAFETY: the caller's promise is passed on.
    unsafe { array(what, pointer, count) }
}

/// What an array of handles points to, nothing where one is null.
///
/// # Safety
/// As [`input`], for the array and each handle.
pub unsafe fn perhaps_handles<'a, T>(
    what: &str,
    pointer: *const *const T,
    count: usize,
) -> Outcome<Vec<Option<&'a T>>> {
    // SAFETY: the caller's promise is passed on.
    let pointers = unsafe { array(what, pointer, count) }?;
    let mut handles = reserved(what, count)?;
    for (row, pointer) in pointers.iter().enumerate() {
        handles.push(match pointer.is_null() {
            true => None,
            // SAFETY: likewise.
            false => Some(unsafe { handle(what, *pointer) }.map_err(|fault| fault.at(row))?),
        });
    }
    Ok(handles)
}

/// The same where none may be null. A failure names its row.
///
/// # Safety
/// As [`input`], for the array and each handle.
pub unsafe fn handles<'a, T>(what: &str, pointer: *const *const T, count: usize) -> Outcome<Vec<&'a T>> {
    // SAFETY: the caller's promise is passed on.
    let handles = unsafe { perhaps_handles(what, pointer, count) }?;
    let there = |(row, handle): (usize, Option<&'a T>)| handle.ok_or_else(|| null(what).at(row));
    handles.into_iter().enumerate().map(there).collect()
}

/// No text that is read is longer, with the zero byte.
pub const TEXT: usize = 4096;

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
            return Err(Fault::new(Status::Length, format_args!("{what}: no end within {most} bytes")));
        }
    }
    // SAFETY: the byte at `len` is the zero that ends it.
    let text =
        unsafe { CStr::from_bytes_with_nul_unchecked(std::slice::from_raw_parts(pointer.cast(), len + 1)) };
    text.to_str().map_err(|_| Fault::new(Status::Input, format_args!("{what} is not UTF-8")))
}

/// Writes text and the zero byte that ends it.
///
/// # Safety
/// `pointer` is null or points to `room` bytes that may be written.
pub unsafe fn write_text(what: &str, pointer: *mut c_char, room: usize, text: &str) -> Outcome {
    if room <= text.len() {
        return Err(Fault::length(what, room, format_args!("{} or more", text.len() + 1)));
    }
    // SAFETY: the caller's promise is passed on; the length is at most the room.
    let out = unsafe { output(what, pointer.cast(), text.len() + 1, Some(text.len() + 1), &[], &[]) }?;
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
