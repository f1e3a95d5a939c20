//! Products and reductions with words of 64 bits, for CPUs that multiply such words.

#![allow(
    clippy::pointers_in_nomem_asm_block,
    reason = "the address goes through as it is, and nothing is read by it there"
)]
#![allow(
    clippy::needless_range_loop,
    reason = "words of several numbers at places that depend on each other"
)]

use crate::field::limbs::{adc, mac};
use crate::generated::field::{N0, P};

/// The modulus, of which the compiler knows nothing: it would make every word anew from immediates in every step.
#[inline(always)]
fn modulus() -> &'static [u64; 6] {
    static MODULUS: [u64; 6] = P;
    #[cfg(all(
        not(miri),
        any(
            target_arch = "x86_64",
            target_arch = "aarch64",
            target_arch = "riscv64",
            target_arch = "riscv32"
        )
    ))]
    {
        let mut at: *const [u64; 6] = &MODULUS;
        // SAFETY: no instruction; the address stays that of a static.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) at, options(pure, readonly, nostack, preserves_flags));
            &*at
        }
    }
    #[cfg(any(
        miri,
        not(any(
            target_arch = "x86_64",
            target_arch = "aarch64",
            target_arch = "riscv64",
            target_arch = "riscv32"
        ))
    ))]
    &MODULUS
}

/// Six times the same with another index: without a loop where there are registers enough to gain by that.
macro_rules! six_times {
    ($i:ident $body:block) => {
        if cfg!(target_pointer_width = "64") {
            six_times!($i $body; 0 1 2 3 4 5);
        } else {
            for $i in 0..6 {
                $body
            }
        }
    };
    ($i:ident $body:block; $($index:literal)*) => {
        $({
            let $i = $index;
            $body
        })*
    };
}

/// One step of a Montgomery reduction over six limbs: adds the multiple of `p` that clears `t[0]`, and shifts it out.
/// `top` is what stands above the six limbs; the new sixth limb is returned in place.
#[inline(always)]
fn step(t: &mut [u64; 6], top: u64, p: &[u64; 6]) {
    let q = t[0].wrapping_mul(N0);
    // The low half of q*p[0] is -t[0]: the sum carries unless both are zero.
    let (_, high) = mac(0, q, p[0], 0);
    let mut carry = high + u64::from(t[0] != 0);
    for i in 1..6 {
        (t[i - 1], carry) = mac(t[i], q, p[i], carry);
    }
    t[5] = top + carry;
}

/// The low six limbs of `t` reduced: `m*p/R` for them, below `p + 1`.
#[inline(always)]
pub(super) fn reduce_low(t: &[u64; 12]) -> [u64; 6] {
    let p = modulus();
    let mut low = [t[0], t[1], t[2], t[3], t[4], t[5]];
    six_times!(_i {
        step(&mut low, 0, p);
    });
    low
}

#[inline(always)]
pub(super) fn mul(a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
    let p = modulus();
    let mut t = [0u64; 6];
    six_times!(i {
        let mut carry = 0;
        for (limb, a) in t.iter_mut().zip(a) {
            (*limb, carry) = mac(*limb, *a, b[i], carry);
        }
        step(&mut t, carry, p);
    });
    t
}

#[inline(always)]
pub(super) fn mul_wide(a: &[u64; 6], b: &[u64; 6]) -> [u64; 12] {
    let mut t = [0u64; 12];
    six_times!(i {
        let mut carry = 0;
        for j in 0..6 {
            (t[i + j], carry) = mac(t[i + j], a[j], b[i], carry);
        }
        t[i + 6] = carry;
    });
    t
}

/// The products of different words, doubled, and the squares: 21 products for 36.
#[inline(always)]
pub(super) fn sqr_wide(a: &[u64; 6]) -> [u64; 12] {
    let mut t = [0u64; 12];
    for i in 0..5 {
        let mut carry = 0;
        for j in i + 1..6 {
            (t[i + j], carry) = mac(t[i + j], a[i], a[j], carry);
        }
        t[i + 6] = carry;
    }
    let mut top = 0;
    for limb in &mut t[1..] {
        (*limb, top) = (*limb << 1 | top, *limb >> 63);
    }
    let mut carry = false;
    for i in 0..6 {
        let (low, high) = mac(0, a[i], a[i], 0);
        (t[2 * i], carry) = adc(t[2 * i], low, carry);
        (t[2 * i + 1], carry) = adc(t[2 * i + 1], high, carry);
    }
    t
}
