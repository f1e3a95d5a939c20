//! SHA-256 of a message that comes in parts.

use lanesmith::sha256::Sha256;

use lanesmith_face::Status;

use super::raw;

/// A message of SHA-256 that comes in parts.
#[derive(Clone)]
pub struct Stream(Sha256);

/// Begins a message: `*out` becomes a handle to free by lanesmith_sha256_free.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_new(out: *mut *mut Stream) -> Status {
    // SAFETY: the caller's promise.
    raw::guard(|| unsafe { raw::give(out, Stream(Sha256::new())) })
}

/// Adds bytes to the message.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_update(
    stream: *mut Stream,
    data: *const u8,
    data_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for both.
        let (stream, data) =
            unsafe { (raw::handle_mut("stream", stream)?, raw::input("data", data, data_len)?) };
        stream.0.update(data);
        Ok(())
    })
}

/// The digest of the message so far, 32 bytes; the message may go on.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_digest(
    stream: *const Stream,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        let stream = unsafe { raw::handle("stream", stream) }?;
        // SAFETY: likewise.
        let out = unsafe { raw::output("out", out, out_len, Some(32), &[], &[]) }?;
        out.copy_from_slice(&stream.0.clone().finalize());
        Ok(())
    })
}

/// A second handle that goes on from the same message.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_clone(stream: *const Stream, out: *mut *mut Stream) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for both.
        unsafe { raw::give(out, raw::handle("stream", stream)?.clone()) }
    })
}

/// Back to the empty message.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_reset(stream: *mut Stream) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        unsafe { raw::handle_mut("stream", stream) }?.0 = Sha256::new();
        Ok(())
    })
}

/// Frees a handle. Null is nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_free(stream: *mut Stream) {
    // SAFETY: the caller's promise.
    unsafe { raw::free(stream) };
}
