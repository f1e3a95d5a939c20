//! SHA-NI: up to six streams interleaved, and long rows of nodes in a pipeline of two times three.
//!
//! `sha256rnds2` does two rounds with a latency of four cycles or so on every CPU that has it; how many streams hide
//! that latency depends on its throughput. The state is kept as the instruction wants it: `ABEF` and `CDGH`, first
//! letter in the highest word.
#![allow(clippy::needless_range_loop, reason = "the streams of a step are numbered alike in several arrays")]

use core::arch::x86_64::*;

use lanesmith_isa::token::Shani;

use super::lanes::{quarters, rounds_engine};
use super::shani_asm;
use super::shani_node;
use super::shani_state::{INITIAL, State, quad};
use crate::kernel::consts::{K, K_PADDING_AFTER_64, Table64};
use crate::kernel::rounds::{self, Rounds};
use crate::ops::{NodeKernel, Nodes};

/// The words `4 * q` to `4 * q + 3` of a table, `q` below 16.
#[inline(always)]
fn table4(table: &Table64, q: usize) -> __m128i {
    // SAFETY: the slice is checked; the table is aligned to 64 bytes.
    unsafe { _mm_load_si128(table.0[4 * q..4 * q + 4].as_ptr().cast()) }
}

/// As the compiler finds registers for it.
#[inline(always)]
fn block_in_registers<const N: usize>(state: [State; N], mut m: [[__m128i; 4]; N]) -> [State; N] {
    let mut s = state;
    macro_rules! quarter {
        ($q:expr, $next:expr) => {{
            const I: usize = $q % 4;
            let k = table4(&K, $q);
            // SAFETY: a state implies its token.
            unsafe {
                let mut wk = [k; N];
                for i in 0..N {
                    wk[i] = _mm_add_epi32(m[i][I], k);
                    s[i].cdgh = _mm_sha256rnds2_epu32(s[i].cdgh, s[i].abef, wk[i]);
                }
                for i in 0..N {
                    s[i].abef = _mm_sha256rnds2_epu32(s[i].abef, s[i].cdgh, _mm_shuffle_epi32::<0x0e>(wk[i]));
                }
                if $next {
                    for i in 0..N {
                        // W[t-7..] for the four new words straddles two registers.
                        let middle = _mm_alignr_epi8::<4>(m[i][(I + 3) % 4], m[i][(I + 2) % 4]);
                        let first = _mm_add_epi32(_mm_sha256msg1_epu32(m[i][I], m[i][(I + 1) % 4]), middle);
                        m[i][I] = _mm_sha256msg2_epu32(first, m[i][(I + 3) % 4]);
                    }
                }
            }
        }};
    }
    quarters!(quarter);
    feed_forward(state, s)
}

#[inline(always)]
fn feed_forward<const N: usize>(state: [State; N], mut s: [State; N]) -> [State; N] {
    for i in 0..N {
        // SAFETY: a state implies its token.
        unsafe {
            s[i].abef = _mm_add_epi32(s[i].abef, state[i].abef);
            s[i].cdgh = _mm_add_epi32(s[i].cdgh, state[i].cdgh);
        }
    }
    s
}

impl Rounds for State {
    type Token = Shani;
    type Quad = __m128i;

    #[inline(always)]
    fn quad(_: Shani, words: [u32; 4]) -> __m128i {
        quad(words)
    }
    #[inline(always)]
    fn words(quad: __m128i) -> [u32; 4] {
        // SAFETY: both are 16 plain bytes.
        unsafe { core::mem::transmute(quad) }
    }
    #[inline(always)]
    fn xor(a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: a quad implies its token.
        unsafe { _mm_xor_si128(a, b) }
    }
    #[inline(always)]
    fn load_be(_: Shani, bytes: &[u8; 16]) -> __m128i {
        // SAFETY: 16 readable bytes, unaligned allowed; the token proves the instructions.
        unsafe {
            let swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
            _mm_shuffle_epi8(_mm_loadu_si128(bytes.as_ptr().cast()), swap)
        }
    }

    #[inline(always)]
    fn initial(_: Shani) -> Self {
        INITIAL
    }
    #[inline(always)]
    fn load(_: Shani, words: &[u32; 8]) -> Self {
        // SAFETY: 32 readable bytes; the token proves the instructions.
        unsafe {
            let from: *const __m128i = words.as_ptr().cast();
            let dcba = _mm_shuffle_epi32::<0x1b>(_mm_loadu_si128(from));
            let hgfe = _mm_shuffle_epi32::<0x1b>(_mm_loadu_si128(from.add(1)));
            State { abef: _mm_unpackhi_epi64(hgfe, dcba), cdgh: _mm_unpacklo_epi64(hgfe, dcba) }
        }
    }
    #[inline(always)]
    fn digest_words(self) -> [__m128i; 2] {
        // SAFETY: a state implies its token.
        unsafe {
            [
                _mm_shuffle_epi32::<0x1b>(_mm_unpackhi_epi64(self.cdgh, self.abef)),
                _mm_shuffle_epi32::<0x1b>(_mm_unpacklo_epi64(self.cdgh, self.abef)),
            ]
        }
    }
    #[inline(always)]
    fn store_be(self, out: &mut [u8; 32]) {
        // SAFETY: 32 writable bytes; a state implies its token. In both vectors the digest's words stand in reverse
        // order, so reversing all bytes does the byte swap as well.
        unsafe {
            let reverse = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let dcba = _mm_unpackhi_epi64(self.cdgh, self.abef);
            let hgfe = _mm_unpacklo_epi64(self.cdgh, self.abef);
            let to: *mut __m128i = out.as_mut_ptr().cast();
            _mm_storeu_si128(to, _mm_shuffle_epi8(dcba, reverse));
            _mm_storeu_si128(to.add(1), _mm_shuffle_epi8(hgfe, reverse));
        }
    }

    #[inline(always)]
    fn block<const N: usize>(mut state: [Self; N], mut m: [[__m128i; 4]; N]) -> [Self; N] {
        macro_rules! written_out {
            ($words:ident) => {
                if let (Some(s), Some(m)) = (state.first_chunk_mut(), m.first_chunk_mut()) {
                    // SAFETY: a state implies its token.
                    unsafe { shani_asm::$words(s, m) }
                }
            };
        }
        match N {
            2 => {
                let start = state;
                if let (Some(s), Some(m)) = (state.first_chunk_mut(), m.first_chunk()) {
                    // SAFETY: a state implies its token.
                    unsafe { shani_asm::rounds2(s, *m) }
                }
                return feed_forward(start, state);
            }
            3 => written_out!(words3),
            4 => written_out!(words4),
            5 => written_out!(words5),
            6 => written_out!(words6),
            _ => return block_in_registers(state, m),
        }
        state
    }

    #[inline(always)]
    fn blocks<const N: usize>(token: Shani, mut state: [Self; N], streams: &[&[[u8; 64]]; N]) -> [Self; N] {
        macro_rules! written_out {
            ($bytes:ident) => {
                if let (Some(s), Some(streams)) = (state.first_chunk_mut(), streams.first_chunk()) {
                    // SAFETY: the token proves the instructions.
                    unsafe { shani_asm::$bytes(s, streams) }
                }
            };
        }
        match N {
            3 => written_out!(bytes3),
            4 => written_out!(bytes4),
            5 => written_out!(bytes5),
            6 => written_out!(bytes6),
            _ => return rounds::block_by_block(token, state, streams),
        }
        state
    }

    #[inline(always)]
    fn block_after_64<const N: usize>(state: [Self; N]) -> [Self; N] {
        let mut s = state;
        if N == 2 {
            if let Some(s) = s.first_chunk_mut() {
                // SAFETY: a state implies its token.
                unsafe { shani_asm::padding_rounds2(s) }
            }
            return feed_forward(state, s);
        }
        // Two rounds read two words: loading just those saves the shuffles that a message of its own needs.
        for four in K_PADDING_AFTER_64.0.as_chunks::<4>().0 {
            // SAFETY: a state implies its token; each load reads two words of four.
            unsafe {
                let first = _mm_loadl_epi64(four.as_ptr().cast());
                let second = _mm_loadl_epi64(four.as_ptr().add(2).cast());
                for i in 0..N {
                    s[i].cdgh = _mm_sha256rnds2_epu32(s[i].cdgh, s[i].abef, first);
                }
                for i in 0..N {
                    s[i].abef = _mm_sha256rnds2_epu32(s[i].abef, s[i].cdgh, second);
                }
            }
        }
        feed_forward(state, s)
    }

    #[inline(always)]
    fn after_pair(_: Shani, left: &[u8; 32], right: &[u8; 32]) -> State {
        // SAFETY: the token proves the instructions.
        unsafe { shani_node::node(left, right) }
    }

    #[inline(always)]
    fn nodes_at_once(left: usize) -> usize {
        even_share(left)
    }
    #[inline(always)]
    fn streams_at_once(left: usize) -> usize {
        even_share(left)
    }
}

/// The first of the fewest passes of at most six that are as even as can be: two passes of four cost less than one of
/// six and one of two.
#[inline(always)]
fn even_share(left: usize) -> usize {
    if left <= 6 { left } else { left.div_ceil(left.div_ceil(6)) }
}

rounds_engine!(shani, Shani, State);

lanesmith_isa::entries! {
    engine shani with Shani;

    NodeKernel => pub(crate) fn nodes(token, nodes: Nodes<'_>) {
        if nodes.len() == 2 {
            return two(token, nodes);
        }
        let mut nodes = nodes;
        if nodes.len() >= 6 {
            // What makes no three goes with three others in a pass of its own.
            let threes = nodes.len() - [0, 4, 5][nodes.len() % 3];
            let (first, rest) = nodes.split_at(threes);
            in_pipeline(token, first);
            nodes = rest;
        }
        rounds::nodes::<State>(token, nodes);
    }
}

lanesmith_isa::enabled! {
    Shani
    /// Two nodes: a function of its own, whose few instructions let the next call begin before this one has ended.
    fn two(token: Shani, nodes: Nodes<'_>) {
        rounds::nodes_n::<State, 2>(token, nodes);
    }
}

/// Three nodes on their first block while the three before them are on their second, the padding. Their number must be
/// a multiple of three and not zero.
#[inline(always)]
fn in_pipeline(token: Shani, nodes: Nodes<'_>) {
    let (out, mut pairs) = nodes.parts();
    let mut middle = State::block([INITIAL; 3], rounds::load_pairs::<State, 3>(token, pairs));
    let mut done = middle;
    let (before, end) = out.split_at_mut(out.len() - 3);
    for out in before.as_chunks_mut::<3>().0 {
        pairs = pairs.split_at(3).1;
        // SAFETY: the token proves the instructions.
        unsafe { shani_asm::first_and_second_blocks(&pairs.first::<3>(), &mut middle, &mut done) };
        for (i, out) in out.iter_mut().enumerate() {
            done[i].store_be(out);
        }
    }
    done = State::block_after_64(middle);
    for (i, out) in end.iter_mut().enumerate() {
        done[i].store_be(out);
    }
}
