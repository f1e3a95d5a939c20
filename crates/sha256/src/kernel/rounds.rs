//! Everything over instructions that do whole rounds, SHA-NI and Armv8's: written once for both.
//!
//! As in [`compress`](super::compress), all is `#[inline(always)]` and without target features. Loops, not `map`: the closure
//! would be compiled with the instructions, the body of `map` without, and then one cannot be inlined into the other.
#![allow(dead_code, reason = "not every architecture has such instructions")]
#![allow(clippy::needless_range_loop, reason = "the streams of a step are numbered alike in several arrays")]

use lanesmith_isa::Token;

use crate::ops::{Nodes, Pairs, Pbkdf2Lane, Streams};

/// A chaining value as the instructions want it. A value, and a [`Quad`](Self::Quad), implies its token.
pub(crate) trait Rounds: Copy {
    /// What proves the instructions.
    type Token: Token;
    /// Four words.
    type Quad: Copy;

    fn quad(token: Self::Token, words: [u32; 4]) -> Self::Quad;
    fn words(quad: Self::Quad) -> [u32; 4];
    fn xor(a: Self::Quad, b: Self::Quad) -> Self::Quad;
    /// Big-endian words.
    fn load_be(token: Self::Token, bytes: &[u8; 16]) -> Self::Quad;

    fn initial(token: Self::Token) -> Self;
    fn load(token: Self::Token, words: &[u32; 8]) -> Self;
    /// The words in order, as the message of a further hash wants them.
    fn digest_words(self) -> [Self::Quad; 2];
    /// The digest.
    fn store_be(self, out: &mut [u8; 32]);

    /// The compression function on one block of each stream.
    fn block<const N: usize>(state: [Self; N], m: [[Self::Quad; 4]; N]) -> [Self; N];
    /// The compression function on all blocks of each stream; all have equally many.
    #[inline(always)]
    fn blocks<const N: usize>(token: Self::Token, state: [Self; N], streams: &[&[[u8; 64]]; N]) -> [Self; N] {
        block_by_block(token, state, streams)
    }
    /// The compression function on the block that follows a 64-byte message: padding, known in advance.
    fn block_after_64<const N: usize>(state: [Self; N]) -> [Self; N];

    /// The chaining value after the 64 bytes `left || right` and their padding.
    #[inline(always)]
    fn after_pair(token: Self::Token, left: &[u8; 32], right: &[u8; 32]) -> Self {
        let m = load_pair::<Self>(token, [left, right]);
        Self::block_after_64([one(Self::initial(token), m)])[0]
    }

    /// How many of so many nodes to interleave next, at most six.
    fn nodes_at_once(left: usize) -> usize;
    /// How many of so many streams to interleave next, at most six.
    fn streams_at_once(left: usize) -> usize;
}

/// Calls `$function::<S, N>` for the value of `$n`, up to six.
macro_rules! by_count {
    ($n:expr, $function:ident::<$s:ty>($($argument:expr),*)) => {
        match $n {
            6 => $function::<$s, 6>($($argument),*),
            5 => $function::<$s, 5>($($argument),*),
            4 => $function::<$s, 4>($($argument),*),
            3 => $function::<$s, 3>($($argument),*),
            2 => $function::<$s, 2>($($argument),*),
            _ => $function::<$s, 1>($($argument),*),
        }
    };
}

#[inline(always)]
fn load_pair<S: Rounds>(token: S::Token, [left, right]: [&[u8; 32]; 2]) -> [S::Quad; 4] {
    let ((l, _), (r, _)) = (left.as_chunks::<16>(), right.as_chunks::<16>());
    [S::load_be(token, &l[0]), S::load_be(token, &l[1]), S::load_be(token, &r[0]), S::load_be(token, &r[1])]
}

/// The words of the first `N` pairs.
#[inline(always)]
pub(crate) fn load_pairs<S: Rounds, const N: usize>(token: S::Token, pairs: Pairs<'_>) -> [[S::Quad; 4]; N] {
    let pairs = pairs.first::<N>();
    // An array that was filled in a loop would be written twice. Of these six, the compiler drops what is not wanted.
    let six = [
        load_pair::<S>(token, pairs[0]),
        load_pair::<S>(token, pairs[1 % N]),
        load_pair::<S>(token, pairs[2 % N]),
        load_pair::<S>(token, pairs[3 % N]),
        load_pair::<S>(token, pairs[4 % N]),
        load_pair::<S>(token, pairs[5 % N]),
    ];
    match six.first_chunk::<N>() {
        Some(m) => *m,
        None => [six[0]; N],
    }
}

#[inline(always)]
fn load_block<S: Rounds>(token: S::Token, bytes: &[u8; 64]) -> [S::Quad; 4] {
    let (q, _) = bytes.as_chunks::<16>();
    [S::load_be(token, &q[0]), S::load_be(token, &q[1]), S::load_be(token, &q[2]), S::load_be(token, &q[3])]
}

/// 64-byte messages, as many at once as `S` likes best.
#[inline(always)]
pub(crate) fn nodes<S: Rounds>(token: S::Token, mut nodes: Nodes<'_>) {
    while !nodes.is_empty() {
        let take = S::nodes_at_once(nodes.len()).min(nodes.len());
        let (now, later) = nodes.split_at(take);
        by_count!(take, nodes_n::<S>(token, now));
        nodes = later;
    }
}

/// `N` nodes.
#[inline(always)]
pub(crate) fn nodes_n<S: Rounds, const N: usize>(token: S::Token, nodes: Nodes<'_>) {
    let (out, pairs) = nodes.parts();
    let m = load_pairs::<S, N>(token, pairs);
    let s = S::block_after_64(S::block([S::initial(token); N], m));
    for (i, out) in out.iter_mut().enumerate().take(N) {
        s[i].store_be(out);
    }
}

/// One node.
#[inline(always)]
pub(crate) fn node<S: Rounds>(token: S::Token, out: &mut [u8; 32], left: &[u8; 32], right: &[u8; 32]) {
    S::after_pair(token, left, right).store_be(out);
}

/// Advances one chaining value per stream by the blocks of that stream; all streams have equally many.
#[inline(always)]
pub(crate) fn many<S: Rounds>(token: S::Token, mut streams: Streams<'_>) {
    while !streams.is_empty() {
        let take = S::streams_at_once(streams.len()).min(streams.len());
        let (now, later) = streams.split_at(take);
        let (states, data) = now.parts();
        by_count!(take, many_n::<S>(token, states, data));
        streams = later;
    }
}

#[inline(always)]
fn many_n<S: Rounds, const N: usize>(token: S::Token, states: &mut [[u32; 8]], streams: &[&[[u8; 64]]]) {
    let (Some(states), Some(streams)) = (states.first_chunk_mut::<N>(), streams.first_chunk::<N>()) else {
        return;
    };
    let mut s = [S::initial(token); N];
    for i in 0..N {
        s[i] = S::load(token, &states[i]);
    }
    s = S::blocks(token, s, streams);
    for i in 0..N {
        states[i] = words::<S>(s[i].digest_words());
    }
}

/// [`Rounds::blocks`] by [`Rounds::block`].
#[inline(always)]
pub(crate) fn block_by_block<S: Rounds, const N: usize>(
    token: S::Token,
    mut s: [S; N],
    streams: &[&[[u8; 64]]; N],
) -> [S; N] {
    for (b, first) in streams[0].iter().enumerate() {
        let mut m = [load_block::<S>(token, first); N];
        for i in 1..N {
            m[i] = load_block::<S>(token, &streams[i][b]);
        }
        s = S::block(s, m);
    }
    s
}

#[inline(always)]
fn words<S: Rounds>([abcd, efgh]: [S::Quad; 2]) -> [u32; 8] {
    let ([a, b, c, d], [e, f, g, h]) = (S::words(abcd), S::words(efgh));
    [a, b, c, d, e, f, g, h]
}

/// One stream.
#[inline(always)]
pub(crate) fn compress<S: Rounds>(token: S::Token, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    many_n::<S, 1>(token, core::slice::from_mut(state), &[blocks]);
}

/// How many chains of blocks, each made of the one before, are interleaved: what fits the registers.
pub(crate) const CHAINS: usize = 2;

/// The inner loop of PBKDF2-HMAC-SHA-256: `rounds` times `u = HMAC(u)`, `sum ^= u`.
#[inline(always)]
pub(crate) fn pbkdf2<S: Rounds>(token: S::Token, mut lanes: &mut [Pbkdf2Lane], rounds: u32) {
    while !lanes.is_empty() {
        let (now, later) = lanes.split_at_mut(lanes.len().min(CHAINS));
        match now.len() {
            CHAINS => pbkdf2_n::<S, CHAINS>(token, now, rounds),
            _ => pbkdf2_n::<S, 1>(token, now, rounds),
        }
        lanes = later;
    }
}

#[inline(always)]
fn pbkdf2_n<S: Rounds, const N: usize>(token: S::Token, lanes: &mut [Pbkdf2Lane], rounds: u32) {
    let Some(lanes) = lanes.first_chunk_mut::<N>() else { return };
    // What follows a digest in the block that ends an HMAC.
    let tail = [S::quad(token, [0x8000_0000, 0, 0, 0]), S::quad(token, [0, 0, 0, 8 * 96])];
    let initial = S::initial(token);
    let (mut inner, mut outer) = ([initial; N], [initial; N]);
    let (mut u, mut sum) = ([tail; N], [tail; N]);
    for i in 0..N {
        inner[i] = S::load(token, &lanes[i].inner);
        outer[i] = S::load(token, &lanes[i].outer);
        u[i] = S::load(token, &lanes[i].u).digest_words();
        sum[i] = S::load(token, &lanes[i].sum).digest_words();
    }
    for _ in 0..rounds {
        for key in [&inner, &outer] {
            let mut m = [[tail[0]; 4]; N];
            for i in 0..N {
                m[i] = [u[i][0], u[i][1], tail[0], tail[1]];
            }
            let s = S::block(*key, m);
            for i in 0..N {
                u[i] = s[i].digest_words();
            }
        }
        for i in 0..N {
            sum[i] = [S::xor(sum[i][0], u[i][0]), S::xor(sum[i][1], u[i][1])];
        }
    }
    for i in 0..N {
        (lanes[i].u, lanes[i].sum) = (words::<S>(u[i]), words::<S>(sum[i]));
    }
}

/// The last block of a message of `N` bytes, `R` of them in it.
#[inline(always)]
fn last_block<S: Rounds, const N: usize, const R: usize>(token: S::Token, rest: &[u8; R]) -> [S::Quad; 4] {
    const { assert!(R == N % 64 && R < 56) };
    let zero = S::quad(token, [0; 4]);
    let length = S::quad(token, [0, 0, 0, 8 * N as u32]);
    // What is whole quads is loaded as such; the rest is pieced together on the stack, where `R % 16` bytes are few.
    let mut quads = [zero, zero, zero, length];
    let (whole, few) = rest.as_chunks::<16>();
    let mut piece = [0; 16];
    piece[..few.len()].copy_from_slice(few);
    piece[few.len()] = 0x80;
    for (quad, bytes) in quads.iter_mut().zip(whole) {
        *quad = S::load_be(token, bytes);
    }
    quads[R / 16] = S::xor(quads[R / 16], S::load_be(token, &piece));
    quads
}

#[inline(always)]
fn one<S: Rounds>(state: S, m: [S::Quad; 4]) -> S {
    S::block([state], [m])[0]
}

/// Hash of a digest still in registers.
#[inline(always)]
fn again<S: Rounds>(token: S::Token, s: S) -> S {
    let [abcd, efgh] = s.digest_words();
    let padding = [S::quad(token, [0x8000_0000, 0, 0, 0]), S::quad(token, [0, 0, 0, 8 * 32])];
    one(S::initial(token), [abcd, efgh, padding[0], padding[1]])
}

/// A message of `N` bytes, more than one block.
#[inline(always)]
fn two_blocks<S: Rounds, const N: usize, const R: usize>(token: S::Token, m: &[u8; N]) -> S {
    let (first, rest) = m.split_first_chunk::<64>().unwrap_or((&[0; 64], &[]));
    let rest = rest.first_chunk::<R>().unwrap_or(&[0; R]);
    one(one(S::initial(token), load_block::<S>(token, first)), last_block::<S, N, R>(token, rest))
}

#[inline(always)]
pub(crate) fn hash32<S: Rounds>(token: S::Token, m: &[u8; 32]) -> S {
    one(S::initial(token), last_block::<S, 32, 32>(token, m))
}

#[inline(always)]
pub(crate) fn hash33<S: Rounds>(token: S::Token, m: &[u8; 33]) -> S {
    one(S::initial(token), last_block::<S, 33, 33>(token, m))
}

#[inline(always)]
pub(crate) fn hash64<S: Rounds>(token: S::Token, m: &[u8; 64]) -> S {
    let first = one(S::initial(token), load_block::<S>(token, m));
    S::block_after_64([first])[0]
}

#[inline(always)]
pub(crate) fn hash65<S: Rounds>(token: S::Token, m: &[u8; 65]) -> S {
    two_blocks::<S, 65, 1>(token, m)
}

#[inline(always)]
pub(crate) fn double_hash64<S: Rounds>(token: S::Token, m: &[u8; 64]) -> S {
    again(token, hash64::<S>(token, m))
}

#[inline(always)]
pub(crate) fn double_hash80<S: Rounds>(token: S::Token, m: &[u8; 80]) -> S {
    again(token, two_blocks::<S, 80, 16>(token, m))
}
