//! Armv8 SHA-256 rounds, one, two or four streams interleaved.
#![allow(clippy::needless_range_loop, reason = "the streams of a step are numbered alike in several arrays")]

use core::arch::aarch64::*;

use lanesmith_isa::hit;
use lanesmith_isa::token::{ArmSha2, Token};

use crate::consts::{H0, K, K_PADDING_AFTER_64, Table64};
use crate::engines::Pairs;
use crate::kernel::Pbkdf2Lane;

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
///
/// # Safety
/// The CPU must have the SHA-2 extension.
#[inline(always)]
unsafe fn rounds4<const N: usize>(s: &mut [State; N], wk: [uint32x4_t; N]) {
    for i in 0..N {
        let State { abcd, efgh } = s[i];
        // SAFETY: the caller has the token.
        unsafe {
            s[i].abcd = rounds_abcd(abcd, efgh, wk[i]);
            s[i].efgh = rounds_efgh(efgh, abcd, wk[i]);
        }
    }
}

/// The words `q` of a table of 64.
///
/// # Safety
/// `q` must be below 16.
#[inline(always)]
unsafe fn table4(table: &Table64, q: usize) -> uint32x4_t {
    // SAFETY: the table holds sixteen quads.
    unsafe { vld1q_u32(table.0.as_ptr().add(4 * q)) }
}

/// The compression function on one block of each stream.
///
/// # Safety
/// The CPU must have the SHA-2 extension.
#[inline(always)]
unsafe fn block<const N: usize>(state: [State; N], mut m: [[uint32x4_t; 4]; N]) -> [State; N] {
    let mut s = state;
    // SAFETY: the caller has the token; `q` stays below 16.
    unsafe {
        macro_rules! quarter {
            ($q:expr, $next:expr) => {{
                const I: usize = $q % 4;
                let k = table4(&K, $q);
                let mut wk = [k; N];
                for i in 0..N {
                    wk[i] = vaddq_u32(m[i][I], k);
                }
                rounds4(&mut s, wk);
                if $next {
                    for i in 0..N {
                        m[i][I] = schedule(m[i][I], m[i][(I + 1) % 4], m[i][(I + 2) % 4], m[i][(I + 3) % 4]);
                    }
                }
            }};
        }
        quarter!(0, true);
        quarter!(1, true);
        quarter!(2, true);
        quarter!(3, true);
        quarter!(4, true);
        quarter!(5, true);
        quarter!(6, true);
        quarter!(7, true);
        quarter!(8, true);
        quarter!(9, true);
        quarter!(10, true);
        quarter!(11, true);
        quarter!(12, false);
        quarter!(13, false);
        quarter!(14, false);
        quarter!(15, false);
        feed_forward(state, s)
    }
}

/// The compression function on a block known in advance, the same for all streams.
///
/// # Safety
/// The CPU must have the SHA-2 extension.
#[inline(always)]
unsafe fn known_block<const N: usize>(state: [State; N], table: &Table64) -> [State; N] {
    let mut s = state;
    // SAFETY: the caller has the token; `q` stays below 16.
    unsafe {
        for q in 0..16 {
            rounds4(&mut s, [table4(table, q); N]);
        }
        feed_forward(state, s)
    }
}

/// # Safety
/// The CPU must have NEON.
#[inline(always)]
unsafe fn feed_forward<const N: usize>(state: [State; N], mut s: [State; N]) -> [State; N] {
    for i in 0..N {
        // SAFETY: the caller has the token.
        unsafe {
            s[i].abcd = vaddq_u32(s[i].abcd, state[i].abcd);
            s[i].efgh = vaddq_u32(s[i].efgh, state[i].efgh);
        }
    }
    s
}

/// Big-endian words of 16 bytes.
///
/// # Safety
/// The CPU must have NEON.
#[inline(always)]
unsafe fn load_be(bytes: &[u8; 16]) -> uint32x4_t {
    // SAFETY: 16 readable bytes; the caller has the token.
    unsafe { vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes.as_ptr()))) }
}

/// # Safety
/// The CPU must have NEON.
#[inline(always)]
unsafe fn load_block(bytes: &[u8; 64]) -> [uint32x4_t; 4] {
    let (q, _) = bytes.as_chunks::<16>();
    // SAFETY: the caller has the token.
    unsafe { [load_be(&q[0]), load_be(&q[1]), load_be(&q[2]), load_be(&q[3])] }
}

/// # Safety
/// The CPU must have NEON.
#[inline(always)]
unsafe fn load_half(bytes: &[u8; 32]) -> [uint32x4_t; 2] {
    let (q, _) = bytes.as_chunks::<16>();
    // SAFETY: the caller has the token.
    unsafe { [load_be(&q[0]), load_be(&q[1])] }
}

/// # Safety
/// The CPU must have NEON.
#[inline(always)]
unsafe fn store_be(s: State, out: &mut [u8; 32]) {
    // SAFETY: 32 writable bytes; the caller has the token.
    unsafe {
        vst1q_u8(out.as_mut_ptr(), vrev32q_u8(vreinterpretq_u8_u32(s.abcd)));
        vst1q_u8(out.as_mut_ptr().add(16), vrev32q_u8(vreinterpretq_u8_u32(s.efgh)));
    }
}

/// The digest's words, as the message of a further hash wants them.
#[inline(always)]
fn digest_words(s: State) -> [uint32x4_t; 2] {
    [s.abcd, s.efgh]
}

/// # Safety
/// The CPU must have NEON.
#[inline(always)]
unsafe fn load_state(state: &[u32; 8]) -> State {
    // SAFETY: 32 readable bytes; the caller has the token.
    unsafe { State { abcd: vld1q_u32(state.as_ptr()), efgh: vld1q_u32(state.as_ptr().add(4)) } }
}

/// # Safety
/// The CPU must have NEON.
#[inline(always)]
unsafe fn store_state(s: State, state: &mut [u32; 8]) {
    // SAFETY: 32 writable bytes; the caller has the token.
    unsafe {
        vst1q_u32(state.as_mut_ptr(), s.abcd);
        vst1q_u32(state.as_mut_ptr().add(4), s.efgh);
    }
}

/// # Safety
/// The CPU must have the SHA-2 extension.
#[inline(always)]
unsafe fn nodes_n<const N: usize>(out: &mut [[u8; 32]; N], pairs: &[[&[u8; 32]; 2]; N]) {
    // SAFETY: the caller has the token.
    unsafe {
        let mut m = [[quad([0; 4]); 4]; N];
        for i in 0..N {
            let ([a, b], [c, d]) = (load_half(pairs[i][0]), load_half(pairs[i][1]));
            m[i] = [a, b, c, d];
        }
        let s = known_block(block([INITIAL; N], m), &K_PADDING_AFTER_64);
        for i in 0..N {
            store_be(s[i], &mut out[i]);
        }
    }
}

/// # Safety
/// The CPU must have the SHA-2 extension.
#[inline(always)]
unsafe fn many_n<const N: usize>(states: &mut [[u32; 8]; N], streams: &[&[[u8; 64]]; N]) {
    // SAFETY: the caller has the token.
    unsafe {
        let mut s = [INITIAL; N];
        for i in 0..N {
            s[i] = load_state(&states[i]);
        }
        for (b, first) in streams[0].iter().enumerate() {
            let mut m = [load_block(first); N];
            for i in 1..N {
                m[i] = load_block(&streams[i][b]);
            }
            s = block(s, m);
        }
        for i in 0..N {
            store_state(s[i], &mut states[i]);
        }
    }
}

/// # Safety
/// The CPU must have the SHA-2 extension.
#[inline(always)]
unsafe fn pbkdf2_n<const N: usize>(lanes: &mut [Pbkdf2Lane; N], rounds: u32) {
    // What follows a digest in the block that ends an HMAC.
    let tail = [quad([0x8000_0000, 0, 0, 0]), quad([0, 0, 0, 8 * 96])];
    // SAFETY: the caller has the token.
    unsafe {
        let mut inner = [INITIAL; N];
        let mut outer = [INITIAL; N];
        let mut u = [[tail[0]; 2]; N];
        let mut sum = u;
        for i in 0..N {
            inner[i] = load_state(&lanes[i].inner);
            outer[i] = load_state(&lanes[i].outer);
            u[i] = digest_words(load_state(&lanes[i].u));
            sum[i] = digest_words(load_state(&lanes[i].sum));
        }
        for _ in 0..rounds {
            for key in [&inner, &outer] {
                let mut m = [[tail[0]; 4]; N];
                for i in 0..N {
                    m[i] = [u[i][0], u[i][1], tail[0], tail[1]];
                }
                let s = block(*key, m);
                for i in 0..N {
                    u[i] = digest_words(s[i]);
                }
            }
            for i in 0..N {
                sum[i] = [veorq_u32(sum[i][0], u[i][0]), veorq_u32(sum[i][1], u[i][1])];
            }
        }
        for i in 0..N {
            let words = |q: [uint32x4_t; 2]| core::mem::transmute::<[uint32x4_t; 2], [u32; 8]>(q);
            (lanes[i].u, lanes[i].sum) = (words(u[i]), words(sum[i]));
        }
    }
}

#[target_feature(enable = "neon,sha2")]
fn nodes_in(_: ArmSha2, out: &mut [[u8; 32]], pairs: Pairs<'_>) {
    let count = out.len().min(pairs.len());
    let (fours, rest) = out[..count].as_chunks_mut::<4>();
    let mut pairs = pairs;
    // SAFETY: the features are those of this function.
    unsafe {
        for out in fours {
            let (now, later) = pairs.split_at(4);
            nodes_n(out, &now.first());
            pairs = later;
        }
        // Three are two and one: a fourth, spare node would cost more.
        let (twos, one) = rest.as_chunks_mut::<2>();
        for out in twos {
            let (now, later) = pairs.split_at(2);
            nodes_n(out, &now.first());
            pairs = later;
        }
        for out in one {
            nodes_n(core::array::from_mut(out), &pairs.first());
        }
    }
}

pub(crate) fn nodes(out: &mut [[u8; 32]], pairs: Pairs<'_>) {
    hit::mark("sha256.nodes", "sha2");
    let token = ArmSha2::admitted();
    // SAFETY: the token proves the features.
    unsafe { nodes_in(token, out, pairs) }
}

#[target_feature(enable = "neon,sha2")]
fn many_in(_: ArmSha2, states: &mut [[u32; 8]], streams: &[&[[u8; 64]]]) {
    let count = states.len().min(streams.len());
    let (twos, one) = states[..count].as_chunks_mut::<2>();
    let (stream_twos, stream_one) = streams[..count].as_chunks::<2>();
    // SAFETY: the features are those of this function.
    unsafe {
        for (states, streams) in twos.iter_mut().zip(stream_twos) {
            many_n(states, streams);
        }
        for (state, stream) in one.iter_mut().zip(stream_one) {
            many_n(core::array::from_mut(state), core::array::from_ref(stream));
        }
    }
}

pub(crate) fn many(states: &mut [[u32; 8]], streams: &[&[[u8; 64]]]) {
    hit::mark("sha256.many", "sha2");
    let token = ArmSha2::admitted();
    // SAFETY: the token proves the features.
    unsafe { many_in(token, states, streams) }
}

#[target_feature(enable = "neon,sha2")]
fn pbkdf2_in(_: ArmSha2, lanes: &mut [Pbkdf2Lane], rounds: u32) {
    let (twos, one) = lanes.as_chunks_mut::<2>();
    // SAFETY: the features are those of this function.
    unsafe {
        for lanes in twos {
            pbkdf2_n(lanes, rounds);
        }
        for lane in one {
            pbkdf2_n(core::array::from_mut(lane), rounds);
        }
    }
}

pub(crate) fn pbkdf2(lanes: &mut [Pbkdf2Lane], rounds: u32) {
    hit::mark("sha256.many", "sha2");
    let token = ArmSha2::admitted();
    // SAFETY: the token proves the features.
    unsafe { pbkdf2_in(token, lanes, rounds) }
}

#[target_feature(enable = "neon,sha2")]
fn compress_in(_: ArmSha2, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    // SAFETY: the features are those of this function.
    unsafe { many_n(core::array::from_mut(state), &[blocks]) }
}

pub(crate) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    hit::mark("sha256.stream", "sha2");
    let token = ArmSha2::admitted();
    // SAFETY: the token proves the features.
    unsafe { compress_in(token, state, blocks) }
}

/// The last block of a message of `N` bytes, `R` of them in it.
///
/// # Safety
/// The CPU must have NEON.
#[inline(always)]
unsafe fn last_block<const N: usize, const R: usize>(rest: &[u8; R]) -> [uint32x4_t; 4] {
    const { assert!(R == N % 64 && R < 56) };
    let zero = quad([0; 4]);
    // What is whole quads is loaded as such; the rest is pieced together on the stack, where `R % 16` bytes are few.
    let mut words = [zero; 4];
    let (quads, few) = rest.as_chunks::<16>();
    let mut piece = [0; 16];
    piece[..few.len()].copy_from_slice(few);
    piece[few.len()] = 0x80;
    // SAFETY: the caller has the token.
    unsafe {
        for (word, q) in words.iter_mut().zip(quads) {
            *word = load_be(q);
        }
        words[R / 16] = load_be(&piece);
        words[3] = vorrq_u32(words[3], quad([0, 0, 0, 8 * N as u32]));
    }
    words
}

macro_rules! fixed {
    ($($name:ident $inner:ident ($n:literal) = |$m:ident| $body:expr;)*) => {$(
        #[target_feature(enable = "neon,sha2")]
        fn $inner(_: ArmSha2, $m: &[u8; $n]) -> [u8; 32] {
            let mut out = [0; 32];
            // SAFETY: the features are those of this function.
            unsafe { store_be($body, &mut out) };
            out
        }

        pub(crate) fn $name(message: &[u8; $n]) -> [u8; 32] {
            hit::mark("sha256.stream", "sha2");
            let token = ArmSha2::admitted();
            // SAFETY: the token proves the features.
            unsafe { $inner(token, message) }
        }
    )*};
}

/// # Safety
/// The CPU must have the SHA-2 extension.
#[inline(always)]
unsafe fn one(state: State, words: [uint32x4_t; 4]) -> State {
    // SAFETY: the caller has the token.
    unsafe { block([state], [words])[0] }
}

/// Hash of a digest still in registers.
///
/// # Safety
/// The CPU must have the SHA-2 extension.
#[inline(always)]
unsafe fn again(s: State) -> State {
    // SAFETY: the caller has the token.
    unsafe {
        let [abcd, efgh] = digest_words(s);
        one(INITIAL, [abcd, efgh, quad([0x8000_0000, 0, 0, 0]), quad([0, 0, 0, 8 * 32])])
    }
}

/// # Safety
/// The CPU must have the SHA-2 extension.
#[inline(always)]
unsafe fn first_block(m: &[u8; 64]) -> State {
    // SAFETY: the caller has the token.
    unsafe { one(INITIAL, load_block(m)) }
}

/// # Safety
/// The CPU must have the SHA-2 extension.
#[inline(always)]
unsafe fn hash64_state(m: &[u8; 64]) -> State {
    // SAFETY: the caller has the token.
    unsafe { known_block([first_block(m)], &K_PADDING_AFTER_64)[0] }
}

/// A message of `N` bytes, more than one block.
///
/// # Safety
/// The CPU must have the SHA-2 extension.
#[inline(always)]
unsafe fn two_blocks<const N: usize, const R: usize>(m: &[u8; N]) -> State {
    let (first, rest) = m.split_first_chunk::<64>().unwrap_or((&[0; 64], &[]));
    let rest = rest.first_chunk::<R>().unwrap_or(&[0; R]);
    // SAFETY: the caller has the token.
    unsafe { one(first_block(first), last_block::<N, R>(rest)) }
}

fixed! {
    hash32 hash32_in(32) = |m| {
        let [a, b] = load_half(m);
        one(INITIAL, [a, b, quad([0x8000_0000, 0, 0, 0]), quad([0, 0, 0, 8 * 32])])
    };
    hash33 hash33_in(33) = |m| one(INITIAL, last_block::<33, 33>(m));
    hash64 hash64_in(64) = |m| hash64_state(m);
    hash65 hash65_in(65) = |m| two_blocks::<65, 1>(m);
    double_hash64 double_hash64_in(64) = |m| again(hash64_state(m));
    double_hash80 double_hash80_in(80) = |m| again(two_blocks::<80, 16>(m));
}
