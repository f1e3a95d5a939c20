//! Writing into arrays of JavaScript.

use napi::bindgen_prelude::Uint8ArraySlice;

use crate::fault::Fault;

/// The memory of a result, which must have just so many bytes and lie apart from the inputs of the call.
pub fn output<'a>(
    out: &'a mut Uint8ArraySlice<'_>,
    wanted: usize,
    inputs: &[&[u8]],
) -> Result<&'a mut [u8], Fault> {
    if out.len() != wanted {
        return Err(Fault::length("out", out.len(), wanted));
    }
    let start = out.as_ptr().addr();
    let overlaps = |input: &&[u8]| {
        let from = input.as_ptr().addr();
        !input.is_empty() && from < start + wanted && start < from + input.len()
    };
    if wanted > 0 && inputs.iter().any(overlaps) {
        return Err(Fault::new("RANGE", "out overlaps an input"));
    }
    // SAFETY: JavaScript does not run during the call, and no other slice of this call lies in the same memory. (Another thread
    // that writes to shared memory meanwhile is a race of the program's own: it gets a result of neither.)
    Ok(unsafe { out.as_mut() })
}
