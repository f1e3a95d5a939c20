//! What programs call.
//!
//! Every function asks the same of its caller: `input` points to `count` blocks of 64 bytes and `output` to as many digests of 32, which nobody
//! else writes during the call.
#![expect(
    clippy::missing_safety_doc,
    reason = "all functions ask the same of their callers: it stands above, once"
)]

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use core::slice;
use core::sync::atomic::{AtomicPtr, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind};

use lanesmith_sha256::NodeHasher;

/// A function that hashes blocks.
pub type HashFunction = unsafe extern "C" fn(output: *mut u8, input: *const u8, count: u64);

/// The function that is used instead; null where there is none.
static INSTEAD: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

/// Hashes blocks on an engine.
///
/// # Safety
/// As this module asks.
unsafe fn hash(hasher: NodeHasher, output: *mut u8, input: *const u8, count: u64) {
    let most = isize::MAX as usize / 64;
    let Some(count) = usize::try_from(count).ok().filter(|count| (1..=most).contains(count)) else { return };
    if output.is_null() || input.is_null() {
        return;
    }
    let (from, to) = (input.addr(), output.addr());
    let apart = to.saturating_add(32 * count) <= from || from.saturating_add(64 * count) <= to;
    // No panic is known; none must pass into C.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        if from == to {
            // SAFETY: the caller's blocks, which are the result's memory too: one reference to all of it. Digests have no alignment.
            let nodes = unsafe { slice::from_raw_parts_mut(output.cast::<[u8; 32]>(), 2 * count) };
            return hasher.hash_in_place(nodes).map(drop);
        }
        let copy;
        let blocks = if apart {
            // SAFETY: the caller's blocks, apart from the result.
            unsafe { slice::from_raw_parts(input.cast::<[u8; 64]>(), count) }
        } else {
            // SAFETY: the caller's blocks, until they are copied.
            copy = unsafe { slice::from_raw_parts(input.cast::<[u8; 64]>(), count) }.to_vec();
            &copy
        };
        // SAFETY: the caller's result, which no reference to blocks overlaps.
        hasher.hash(unsafe { slice::from_raw_parts_mut(output.cast::<[u8; 32]>(), count) }, blocks)
    }));
}

/// Uses a function for [`hashtree_hash`] from now on; null is the best there is. Gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn hashtree_init(instead: Option<HashFunction>) -> c_int {
    INSTEAD.store(instead.map_or(null_mut(), |function| function as *mut c_void), Ordering::Release);
    0
}

/// Hashes blocks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hashtree_hash(output: *mut u8, input: *const u8, count: u64) {
    let instead = INSTEAD.load(Ordering::Acquire);
    if instead.is_null() {
        // SAFETY: the caller's promise is passed on.
        return unsafe { hash(NodeHasher::auto(), output, input, count) };
    }
    // SAFETY: only functions of this type are stored.
    let instead: HashFunction = unsafe { core::mem::transmute(instead) };
    // SAFETY: the caller's promise is passed on.
    unsafe { instead(output, input, count) }
}

/// The functions of single instruction sets, and the engines that they are.
macro_rules! of_engines {
    ($($(#[$cfg:meta])? $function:ident = $engine:literal;)*) => {$(
        #[doc = concat!("Hashes blocks on the engine `", $engine, "`, or on the best one where the CPU cannot run it.")]
        $(#[$cfg])?
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $function(output: *mut u8, input: *const u8, count: u64) {
            let hasher = NodeHasher::by_name($engine).unwrap_or_else(|_| NodeHasher::auto());
            // SAFETY: the caller's promise is passed on.
            unsafe { hash(hasher, output, input, count) }
        }
    )*};
}

of_engines! {
    hashtree_sha256_generic = "scalar";
    #[cfg(target_arch = "x86_64")] hashtree_sha256_sse_x1 = "ssse3";
    #[cfg(target_arch = "x86_64")] hashtree_sha256_avx_x1 = "ssse3";
    #[cfg(target_arch = "x86_64")] hashtree_sha256_avx_x4 = "ssse3";
    #[cfg(target_arch = "x86_64")] hashtree_sha256_avx2_x8 = "avx2";
    #[cfg(target_arch = "x86_64")] hashtree_sha256_avx512_x16 = "avx512";
    #[cfg(target_arch = "x86_64")] hashtree_sha256_shani_x2 = "shani";
    #[cfg(target_arch = "aarch64")] hashtree_sha256_neon_x1 = "neon";
    #[cfg(target_arch = "aarch64")] hashtree_sha256_neon_x4 = "neon";
    #[cfg(target_arch = "aarch64")] hashtree_sha256_sha_x1 = "sha2";
    #[cfg(target_arch = "riscv64")] hashtree_sha256_riscv_x1 = "scalar";
    #[cfg(target_arch = "riscv64")] hashtree_sha256_riscv_zbb_x1 = "scalar";
    #[cfg(target_arch = "riscv64")] hashtree_sha256_riscv_crypto = "scalar";
}
