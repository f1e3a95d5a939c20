//! Armv8 SHA-256 rounds, up to four streams interleaved.
#![allow(clippy::needless_range_loop, reason = "the streams of a step are numbered alike in several arrays")]

use core::arch::aarch64::*;

use lanesmith_isa::token::ArmSha2;

use super::lanes::{quarters, rounds_engine};
use crate::kernel::consts::{H0, K, K_PADDING_AFTER_64, Table64};
use crate::kernel::rounds::{self, Rounds};
use crate::ops::{NodeKernel, Nodes};

/// A chaining value.
#[derive(Clone, Copy)]
struct State {
    abcd: uint32x4_t,
    efgh: uint32x4_t,
}

const fn quad(words: [u32; 4]) -> uint32x4_t {
    // SAFETY: both are 16 plain bytes.
    unsafe { core::mem::transmute(words) }
}

const INITIAL: State =
    State { abcd: quad([H0[0], H0[1], H0[2], H0[3]]), efgh: quad([H0[4], H0[5], H0[6], H0[7]]) };

// The vendor functions are `inline(always)` with their feature, which functions without it cannot take in; these can
// be, once everything is inside a wrapper.

#[inline]
#[target_feature(enable = "neon,sha2")]
fn rounds_abcd(abcd: uint32x4_t, efgh: uint32x4_t, wk: uint32x4_t) -> uint32x4_t {
    vsha256hq_u32(abcd, efgh, wk)
}

#[inline]
#[target_feature(enable = "neon,sha2")]
fn rounds_efgh(efgh: uint32x4_t, abcd: uint32x4_t, wk: uint32x4_t) -> uint32x4_t {
    vsha256h2q_u32(efgh, abcd, wk)
}

#[inline]
#[target_feature(enable = "neon,sha2")]
fn schedule(w0: uint32x4_t, w4: uint32x4_t, w8: uint32x4_t, w12: uint32x4_t) -> uint32x4_t {
    vsha256su1q_u32(vsha256su0q_u32(w0, w4), w8, w12)
}

/// Four rounds of `N` streams.
#[inline(always)]
fn rounds4<const N: usize>(s: &mut [State; N], wk: [uint32x4_t; N]) {
    for i in 0..N {
        let State { abcd, efgh } = s[i];
        // SAFETY: a state implies its token.
        unsafe {
            s[i].abcd = rounds_abcd(abcd, efgh, wk[i]);
            s[i].efgh = rounds_efgh(efgh, abcd, wk[i]);
        }
    }
}

/// The words `4 * q` to `4 * q + 3` of a table, `q` below 16.
#[inline(always)]
fn table4(table: &Table64, q: usize) -> uint32x4_t {
    // SAFETY: the slice is checked.
    unsafe { vld1q_u32(table.0[4 * q..4 * q + 4].as_ptr()) }
}

#[inline(always)]
fn feed_forward<const N: usize>(state: [State; N], mut s: [State; N]) -> [State; N] {
    for i in 0..N {
        // SAFETY: a state implies its token.
        unsafe {
            s[i].abcd = vaddq_u32(s[i].abcd, state[i].abcd);
            s[i].efgh = vaddq_u32(s[i].efgh, state[i].efgh);
        }
    }
    s
}

impl Rounds for State {
    type Token = ArmSha2;
    type Quad = uint32x4_t;

    #[inline(always)]
    fn quad(_: ArmSha2, words: [u32; 4]) -> uint32x4_t {
        quad(words)
    }
    #[inline(always)]
    fn words(quad: uint32x4_t) -> [u32; 4] {
        // SAFETY: both are 16 plain bytes.
        unsafe { core::mem::transmute(quad) }
    }
    #[inline(always)]
    fn xor(a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        // SAFETY: a quad implies its token.
        unsafe { veorq_u32(a, b) }
    }
    #[inline(always)]
    fn load_be(_: ArmSha2, bytes: &[u8; 16]) -> uint32x4_t {
        // SAFETY: 16 readable bytes; the token proves the instructions.
        unsafe { vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes.as_ptr()))) }
    }

    #[inline(always)]
    fn initial(_: ArmSha2) -> Self {
        INITIAL
    }
    #[inline(always)]
    fn load(_: ArmSha2, words: &[u32; 8]) -> Self {
        // SAFETY: 32 readable bytes; the token proves the instructions.
        unsafe { State { abcd: vld1q_u32(words.as_ptr()), efgh: vld1q_u32(words.as_ptr().add(4)) } }
    }
    #[inline(always)]
    fn digest_words(self) -> [uint32x4_t; 2] {
        [self.abcd, self.efgh]
    }
    #[inline(always)]
    fn store_be(self, out: &mut [u8; 32]) {
        // SAFETY: 32 writable bytes; a state implies its token.
        unsafe {
            vst1q_u8(out.as_mut_ptr(), vrev32q_u8(vreinterpretq_u8_u32(self.abcd)));
            vst1q_u8(out.as_mut_ptr().add(16), vrev32q_u8(vreinterpretq_u8_u32(self.efgh)));
        }
    }

    #[inline(always)]
    fn block<const N: usize>(state: [Self; N], mut m: [[uint32x4_t; 4]; N]) -> [Self; N] {
        let mut s = state;
        macro_rules! quarter {
            ($q:expr, $next:expr) => {{
                const I: usize = $q % 4;
                let k = table4(&K, $q);
                let mut wk = [k; N];
                for i in 0..N {
                    // SAFETY: a quad implies its token.
                    wk[i] = unsafe { vaddq_u32(m[i][I], k) };
                }
                rounds4(&mut s, wk);
                if $next {
                    for i in 0..N {
                        // SAFETY: a quad implies its token.
                        m[i][I] = unsafe {
                            schedule(m[i][I], m[i][(I + 1) % 4], m[i][(I + 2) % 4], m[i][(I + 3) % 4])
                        };
                    }
                }
            }};
        }
        quarters!(quarter);
        feed_forward(state, s)
    }

    #[inline(always)]
    fn block_after_64<const N: usize>(state: [Self; N]) -> [Self; N] {
        let mut s = state;
        for q in 0..16 {
            rounds4(&mut s, [table4(&K_PADDING_AFTER_64, q); N]);
        }
        feed_forward(state, s)
    }

    #[inline(always)]
    fn nodes_at_once(left: usize) -> usize {
        // Three are two and one: a fourth, spare node would cost more.
        [1, 1, 2, 2, 4][left.min(4)]
    }
    #[inline(always)]
    fn streams_at_once(left: usize) -> usize {
        // Five are three and two: a stream alone waits for itself.
        [1, 1, 2, 3, 4, 3][left.min(5)]
    }
}

rounds_engine!(sha2, ArmSha2, State);

lanesmith_isa::entries! {
    engine sha2 with ArmSha2;

    NodeKernel => pub(crate) fn nodes(token, nodes: Nodes<'_>) {
        rounds::nodes::<State>(token, nodes);
    }
}
