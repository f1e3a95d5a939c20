//! Backends in lanes: the text of [`limbs`] for each vector of eight words, each kernel a function of its own. In memory elements are plain
//! words, so that what is above need not be compiled for the instructions.

use lanesmith_isa::arch::scalar::Words;
use lanesmith_isa::enabled;
use lanesmith_isa::lanes::Plain;
use lanesmith_isa::token::{Portable, Token};

use crate::kernel::many::{Fp2x8, Fp8, Lanes, Limbs, Summed, limbs};

/// A backend of a token and the vector that it allows. Kernels take the token as what follows `from`: those that take whatever becomes it are
/// compiled where they are called.
macro_rules! octets {
    ($(#[$attribute:meta])* $name:ident: $token:ident from $taken:ty, $vector:ty) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Lanes for $name {
            #[inline(always)]
            fn prefetch<T>(at: &T) {
                <$vector as Plain>::prefetch(at);
            }

            octets! { @kernels $name, $token, $taken, $vector,
                mul(a: &Fp8<$name>, b: &Fp8<$name>) -> Fp8<$name>;
                sqr_n(a: &Fp8<$name>, n: u32) -> Fp8<$name>;
                add(a: &Fp8<$name>, b: &Fp8<$name>) -> Fp8<$name>;
                sub(a: &Fp8<$name>, b: &Fp8<$name>) -> Fp8<$name>;
                half(a: &Fp8<$name>) -> Fp8<$name>;
                integers(a: &Fp8<$name>) -> Fp8<$name>;
                zero_lanes(a: &Fp8<$name>) -> u8;
                select(a: &Fp8<$name>, b: &Fp8<$name>, lanes: u8) -> Fp8<$name>;
                mul2(a: &Fp2x8<$name>, b: &Fp2x8<$name>) -> Fp2x8<$name>;
                sqr2(a: &Fp2x8<$name>) -> Fp2x8<$name>;
                norm(a: &Fp2x8<$name>) -> Fp8<$name>;
                pick(a: &Fp8<$name>, table: &[&Fp8<$name>], numbers: &[u64; 8]) -> Fp8<$name>;
                unpack(rows: &[Limbs], places: &[usize; 8]) -> Fp8<$name>;
                pack(a: &Fp8<$name>, rows: &mut [Limbs], places: &[usize; 8]) -> ();
                delta(rows: &[Limbs], a: &[usize; 8], b: &[usize; 8]) -> Fp8<$name>;
                delta_mul(a: &Fp8<$name>, b: &Fp8<$name>, c: &Fp8<$name>) -> Fp8<$name>;
                sqr_minus(a: &Fp8<$name>, b: &Fp8<$name>, c: &Fp8<$name>) -> Fp8<$name>;
                delta_mul_minus(a: &Fp8<$name>, b: &Fp8<$name>, c: &Fp8<$name>, d: &Fp8<$name>) -> Fp8<$name>;
                delta_mul2(a: &Fp2x8<$name>, b: &Fp2x8<$name>, c: &Fp2x8<$name>) -> Fp2x8<$name>;
                sqr2_minus(a: &Fp2x8<$name>, b: &Fp2x8<$name>, c: &Fp2x8<$name>) -> Fp2x8<$name>;
                delta_mul2_minus(a: &Fp2x8<$name>, b: &Fp2x8<$name>, c: &Fp2x8<$name>, d: &Fp2x8<$name>) -> Fp2x8<$name>;
                dot(terms: &[(&Summed<$name>, &Summed<$name>)]) -> Summed<$name>;
            }
        }
    };
    (@kernels $backend:ident, $token:ident, $taken:ty, $vector:ty, $($name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => {$(
        #[inline(always)]
        fn $name($($arg: $type),*) -> $out {
            enabled! {
                $token
                #[inline(never)]
                fn inner(token: $taken $(, $arg: $type)*) -> $out {
                    limbs::$name::<$vector, $backend>(token.into() $(, $arg)*)
                }
            }
            #[allow(unused_unsafe, reason = "portable code needs no proof")]
            // SAFETY: `inner` is compiled for the features of this very token type, and the token proves them.
            unsafe { inner($token::admitted() $(, $arg)*) }
        }
    )*};
}

octets! {
    /// Eight lanes of plain words, for every CPU: what the others are compared with, and no engine. Only tests call it, and the compiler takes
    /// minutes for it.
    Words8: Portable from impl Into<Portable>, Words<8>
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
use lanesmith_isa::{arch::x86_64::avx512ifma::X512I, token::Ifma};

#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
octets! {
    /// Eight lanes of AVX-512 with 52-bit multiply-add.
    Ifma8: Ifma from Ifma, X512I
}
