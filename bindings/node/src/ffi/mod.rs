//! Writing into arrays of JavaScript.

use core::ops::Range;

use napi::bindgen_prelude::Uint8ArraySlice;

use crate::fault::Fault;

/// Where an input of a call lies.
pub struct Span(Range<usize>);

/// Where a slice of any numbers lies.
pub fn span<T>(slice: &[T]) -> Span {
    let Range { start, end } = slice.as_ptr_range();
    Span(start.addr()..end.addr())
}

/// The memory of a result, which must have just so many bytes and lie apart from the inputs of the call: from all of them.
pub fn output<'a>(
    out: &'a mut Uint8ArraySlice<'_>,
    wanted: usize,
    inputs: &[Span],
) -> Result<&'a mut [u8], Fault> {
    if out.len() != wanted {
        return Err(Fault::length("out", out.len(), wanted));
    }
    let Span(own) = span(out);
    let overlaps = |Span(input): &Span| {
        !input.is_empty() && !own.is_empty() && input.start < own.end && own.start < input.end
    };
    if inputs.iter().any(overlaps) {
        return Err(Fault::overlap("out"));
    }
    // SAFETY: JavaScript does not run during the call, and no other slice of this call lies in the same memory. (Another thread
    // that writes to shared memory meanwhile is a race of the program's own: it gets a result of neither.)
    Ok(unsafe { out.as_mut() })
}
