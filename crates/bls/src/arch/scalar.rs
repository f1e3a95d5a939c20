//! The portable backend, for every CPU: 64-bit limbs with 128-bit products, in WebAssembly limbs of 30 bits.

#[cfg(any(test, target_arch = "wasm32"))]
mod limbs;
#[cfg(any(test, not(target_arch = "wasm32")))]
mod words;

#[cfg(target_arch = "wasm32")]
use limbs as how;
#[cfg(not(target_arch = "wasm32"))]
use words as how;

use crate::field::fp::{self, add_raw, tighten};
use crate::field::limbs::limbs_add;
use crate::field::{Backend, Fp, FpDbl};
use crate::generated::field::P3;
use crate::tower::{Fp2, Fp6, Fp12};

/// Portable arithmetic.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

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
        fp_sub(a, b): Fp = fp::sub(a, b);
        fp_add_raw(a, b): Fp = fp::add_raw(a, b);
        wide_add(a, b): FpDbl = fp::wide_add(a, b);
        wide_sub(a, b): FpDbl = fp::wide_sub(a, b);
    }

    #[inline(never)]
    fn fp_mul(a: &Fp, b: &Fp) -> Fp {
        Fp(how::mul(&a.0, &b.0))
    }

    #[inline(never)]
    fn fp_sqr(a: &Fp) -> Fp {
        #[cfg(target_arch = "wasm32")]
        let out = Fp(how::sqr(&a.0));
        #[cfg(not(target_arch = "wasm32"))]
        let out = reduced(&FpDbl(how::sqr_wide(&a.0)));
        out
    }

    #[inline(never)]
    fn fp_mul_wide(a: &Fp, b: &Fp) -> FpDbl {
        FpDbl(how::mul_wide(&a.0, &b.0))
    }

    #[inline(never)]
    fn fp_sqr_wide(a: &Fp) -> FpDbl {
        FpDbl(how::sqr_wide(&a.0))
    }

    #[inline(never)]
    fn fp_reduce(t: &FpDbl) -> Fp {
        reduced(t)
    }

    #[inline(never)]
    fn fp_reduce_tight(t: &FpDbl) -> Fp {
        let (sum, _) = limbs_add(&how::reduce_low(&t.0), &high(t));
        tighten(&limbs_add(&sum, &P3).0)
    }
}

/// Montgomery reduction: the low half reduced, and the high half.
#[inline(always)]
fn reduced(t: &FpDbl) -> Fp {
    add_raw(&Fp(how::reduce_low(&t.0)), &Fp(high(t)))
}

backend_entries!(scalar, Portable, Scalar, crate::kernel::many::OneByOne);
