//! blst exports its SHA-256 as a C function alone.

/// SHA-256 of blst.
pub fn sha256(message: &[u8]) -> [u8; 32] {
    let mut digest = [0; 32];
    // SAFETY: it writes 32 bytes to the first pointer and reads as many as it is told from the second.
    unsafe { blst::blst_sha256(digest.as_mut_ptr(), message.as_ptr(), message.len()) };
    digest
}
