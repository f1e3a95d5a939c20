//! A barrier for masks of secrets; short sums and the steps of greatest common divisors without masks.

mod modular;
mod steps;

pub use modular::{Modular, add4, add6, double4, double6, negate4, negate6, reduce4, reduce6, sub4, sub6};
pub use steps::{binary_steps, division_steps};

/// The same word, of which the compiler knows nothing any more: it cannot turn a mask into a branch. Unlike
/// `core::hint::black_box` it leaves the word in its register, which matters in chains of dependent steps.
#[inline(always)]
pub fn opaque(word: u64) -> u64 {
    #[cfg(all(not(miri), any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        let mut word = word;
        // SAFETY: no instruction.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags));
        }
        word
    }
    #[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
    core::hint::black_box(word)
}
