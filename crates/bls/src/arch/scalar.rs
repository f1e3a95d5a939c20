//! The portable backend: 64-bit limbs with 128-bit products, for every CPU.

use crate::field::fp::{self, add_raw, limbs_add, mac, tighten};
use crate::field::{Backend, Fp, FpDbl};
use crate::generated::field::{N0, P, P3};
use crate::tower::{Fp2, Fp6, Fp12};

/// Portable arithmetic.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

/// One step of a Montgomery reduction over six limbs: adds the multiple of `p` that clears `t[0]`, and shifts it out.
/// `top` is what stands above the six limbs; the new sixth limb is returned in place.
#[inline(always)]
fn reduce_step(t: &mut [u64; 6], top: u64) {
    let q = t[0].wrapping_mul(N0);
    let (_, mut carry) = mac(t[0], q, P[0], 0);
    for i in 1..6 {
        (t[i - 1], carry) = mac(t[i], q, P[i], carry);
    }
    t[5] = top + carry;
}

/// The low six limbs of `t` reduced: `m*p/R` for them, below `p + 1`.
#[inline(always)]
fn reduce_low(t: &FpDbl) -> [u64; 6] {
    let mut low = [t.0[0], t.0[1], t.0[2], t.0[3], t.0[4], t.0[5]];
    for _ in 0..6 {
        reduce_step(&mut low, 0);
    }
    low
}

/// The high six limbs.
#[inline(always)]
fn high(t: &FpDbl) -> [u64; 6] {
    [t.0[6], t.0[7], t.0[8], t.0[9], t.0[10], t.0[11]]
}

/// Sums and differences: inside of what needs them, but in WebAssembly, where one of two six-limb numbers is half a kilobyte of
/// instructions (there are no carries) and they would be half of the module.
macro_rules! linear {
    ($($name:ident($a:ident, $b:ident): $type:ty = $body:expr;)*) => {$(
        #[cfg_attr(target_arch = "wasm32", inline(never))]
        #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
        fn $name($a: &$type, $b: &$type) -> $type {
            $body
        }
    )*};
}

impl Backend for Scalar {
    linear! {
        fp_add(a, b): Fp = fp::add(a, b);
        fp_add_raw(a, b): Fp = fp::add_raw(a, b);
        fp_sub(a, b): Fp = fp::sub(a, b);
        wide_add(a, b): FpDbl = fp::wide_add(a, b);
        wide_sub(a, b): FpDbl = fp::wide_sub(a, b);
    }

    #[inline(never)]
    fn fp_mul(a: &Fp, b: &Fp) -> Fp {
        let mut t = [0u64; 6];
        for i in 0..6 {
            let mut carry = 0;
            for (limb, a) in t.iter_mut().zip(&a.0) {
                (*limb, carry) = mac(*limb, *a, b.0[i], carry);
            }
            reduce_step(&mut t, carry);
        }
        Fp(t)
    }

    #[inline(never)]
    fn fp_mul_wide(a: &Fp, b: &Fp) -> FpDbl {
        let mut t = [0u64; 12];
        for i in 0..6 {
            let mut carry = 0;
            for j in 0..6 {
                (t[i + j], carry) = mac(t[i + j], a.0[j], b.0[i], carry);
            }
            t[i + 6] = carry;
        }
        FpDbl(t)
    }

    #[inline(never)]
    fn fp_reduce(t: &FpDbl) -> Fp {
        add_raw(&Fp(reduce_low(t)), &Fp(high(t)))
    }

    #[inline(never)]
    fn fp_reduce_tight(t: &FpDbl) -> Fp {
        let (sum, _) = limbs_add(&reduce_low(t), &high(t));
        tighten(&limbs_add(&sum, &P3).0)
    }
}

backend_entries!(scalar, Portable, Scalar, crate::kernel::many::OneByOne);
