//! The chaining value as SHA-NI wants it.

use core::arch::x86_64::__m128i;

use crate::kernel::consts::H0;

/// A chaining value.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct State {
    pub(super) abef: __m128i,
    pub(super) cdgh: __m128i,
}

pub(super) const fn quad(words: [u32; 4]) -> __m128i {
    // SAFETY: both are 16 plain bytes.
    unsafe { core::mem::transmute(words) }
}

pub(super) const INITIAL: State =
    State { abef: quad([H0[5], H0[4], H0[1], H0[0]]), cdgh: quad([H0[7], H0[6], H0[3], H0[2]]) };
