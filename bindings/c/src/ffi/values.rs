//! Values of BLS12-381: schemes; keys and signatures that were decoded once.

use lanesmith_face::Outcome;
use lanesmith_face::bls::{Key, Scheme, Sig};

use super::raw;

/// A scheme of draft-irtf-cfrg-bls-signature. Null in its place is that of Ethereum: small keys, proofs of possession.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BlsScheme {
    /// 0 for small keys (48 bytes, signatures 96), 1 for small signatures (48 bytes, keys 96).
    pub variant: u32,
    /// How rogue keys are kept out: 0 basic, 1 message augmentation, 2 proofs of possession.
    pub mode: u32,
    /// The domain separation tag; of length 0 for that of variant and mode.
    pub tag: *const u8,
    /// Its length.
    pub tag_len: usize,
}

/// The scheme that a pointer means.
///
/// # Safety
/// As `ffi` asks; the scheme must not outlive the call.
pub unsafe fn scheme<'a>(pointer: *const BlsScheme) -> Outcome<Scheme<'a>> {
    if pointer.is_null() {
        return Ok(Scheme::ETHEREUM);
    }
    // SAFETY: the caller's promise, for both pointers.
    unsafe {
        let BlsScheme { variant, mode, tag, tag_len } = *raw::handle("scheme", pointer)?;
        Ok(Scheme { variant, mode, tag: raw::input("tag", tag, tag_len)? })
    }
}

/// Frees a handle. Null is nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_key_free(key: *mut Key) {
    // SAFETY: the caller's promise.
    unsafe { raw::free(key) };
}

/// Frees a handle. Null is nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_signature_free(signature: *mut Sig) {
    // SAFETY: the caller's promise.
    unsafe { raw::free(signature) };
}
