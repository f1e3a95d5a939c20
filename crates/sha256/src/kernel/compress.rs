//! The compression function over any lanes: written once, compiled once per instruction set.
//!
//! Everything here is `#[inline(always)]` and without target features; the wrappers in `arch` carry those.

use lanesmith_isa::lanes::{Two, Vector32, WordLanes};

use super::consts::{H0, K, K_PADDING_AFTER_64, Table64};
use super::rolled::{self, feed_forward};
use crate::ops::{Nodes, Pbkdf2Lane, Streams};

/// Eight rounds, after which each variable is in its place again; `$word` is the message word of round `$i`, counted from `$first`,
/// or `None` where `$k` already contains it.
macro_rules! rounds8 {
    ($token:expr, $s:ident, $k:expr, $first:literal, |$i:ident| $word:expr) => {{
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = $s;
        rounds8!(@one $token, $k, a b c d e f g h, $first, |$i| $word);
        rounds8!(@one $token, $k, h a b c d e f g, $first + 1, |$i| $word);
        rounds8!(@one $token, $k, g h a b c d e f, $first + 2, |$i| $word);
        rounds8!(@one $token, $k, f g h a b c d e, $first + 3, |$i| $word);
        rounds8!(@one $token, $k, e f g h a b c d, $first + 4, |$i| $word);
        rounds8!(@one $token, $k, d e f g h a b c, $first + 5, |$i| $word);
        rounds8!(@one $token, $k, c d e f g h a b, $first + 6, |$i| $word);
        rounds8!(@one $token, $k, b c d e f g h a, $first + 7, |$i| $word);
        $s = [a, b, c, d, e, f, g, h];
    }};
    (@one $token:expr, $k:expr, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident, $n:expr, |$i:ident| $word:expr) => {{
        #[allow(dead_code, reason = "a known block has no words to look up")]
        const $i: usize = $n;
        // h + K + W does not depend on the round before, so it is summed first.
        let input = $h.add(Vector32::splat($token, $k[$n]));
        let input = match $word {
            Some(word) => input.add(word),
            None => input,
        };
        [$d, $h] = WordLanes::sha256_round(input, [$a, $b, $c, $d], [$e, $f, $g]);
    }};
}

/// Sixteen.
macro_rules! rounds16 {
    ($token:expr, $s:ident, $k:expr, |$i:ident| $word:expr) => {
        rounds8!($token, $s, $k, 0, |$i| $word);
        rounds8!($token, $s, $k, 8, |$i| $word);
    };
}

pub(crate) use {rounds8, rounds16};

/// Sixteen of the 64 round constants.
#[inline(always)]
fn quarter(table: &Table64, q: usize) -> &[u32; 16] {
    &table.0.as_chunks::<16>().0[q]
}

/// The compression function on one block per lane.
#[inline(always)]
pub(crate) fn compress<V: WordLanes>(token: V::Token, state: [V; 8], block: [V; 16]) -> [V; 8] {
    if V::SHORT_LOOPS {
        return rolled::compress(token, state, block);
    }
    let mut s = state;
    let mut w = block;
    let k = quarter(&K, 0);
    rounds16!(token, s, k, |I| Some(w[I]));
    // The schedule rolls in its sixteen vectors; a loop keeps the code inside the instruction cache.
    for q in 1..4 {
        let k = quarter(&K, q);
        rounds16!(token, s, k, |I| {
            w[I] = V::sha256_word(w[I], w[(I + 1) % 16], w[(I + 9) % 16], w[(I + 14) % 16]);
            Some(w[I])
        });
    }
    feed_forward(state, s)
}

/// The compression function on a block known in advance: `table` is its schedule plus the round constants.
#[inline(always)]
pub(crate) fn compress_known<V: WordLanes>(token: V::Token, state: [V; 8], table: &Table64) -> [V; 8] {
    if V::SHORT_LOOPS {
        return rolled::compress_known(token, state, table);
    }
    straight_known(token, state, table)
}

/// The same with rounds written out.
#[inline(always)]
fn straight_known<V: WordLanes>(token: V::Token, state: [V; 8], table: &Table64) -> [V; 8] {
    let mut s = state;
    if V::LANES == 1 {
        // General registers are 2 % slower in shorter loops.
        for q in 0..4 {
            let k = quarter(table, q);
            rounds16!(token, s, k, |I| None::<V>);
        }
    } else {
        for k in table.0.as_chunks::<8>().0 {
            rounds8!(token, s, k, 0, |I| None::<V>);
        }
    }
    feed_forward(state, s)
}

/// The initial chaining value in every lane.
#[inline(always)]
pub(crate) fn initial<V: WordLanes>(token: V::Token) -> [V; 8] {
    let [a, b, c, d, e, f, g, h] = H0;
    [
        V::splat(token, a),
        V::splat(token, b),
        V::splat(token, c),
        V::splat(token, d),
        V::splat(token, e),
        V::splat(token, f),
        V::splat(token, g),
        V::splat(token, h),
    ]
}

#[inline(always)]
pub(crate) fn joined<V: WordLanes>(a: [V; 8], b: [V; 8]) -> [V; 16] {
    let [a0, a1, a2, a3, a4, a5, a6, a7] = a;
    let [b0, b1, b2, b3, b4, b5, b6, b7] = b;
    [a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7]
}

/// Hashes 64-byte nodes, `N` at a time where `N` is the number of lanes. In a last pass that is not full, the spare
/// lanes repeat its last node.
///
/// One pass in the text, whether it is full or not: each further one would double what the compiler has to do. `block` is the
/// compression function of the pair, as in [`many`].
#[inline(always)]
pub(crate) fn nodes<V: WordLanes, const N: usize>(
    token: V::Token,
    nodes: Nodes<'_>,
    block: impl Fn(&mut [V; 8], &[V; 16]) + Copy,
) {
    const { assert!(V::LANES == N) };
    let (out, mut pairs) = nodes.parts();
    let mut spare = [[0; 32]; N];
    for out in out.chunks_mut(N) {
        let (now, later) = pairs.split_at(out.len());
        let digests = node_pass(token, &now.first::<N>(), block);
        if out.len() == N {
            V::store_be(digests, out);
        } else {
            V::store_be(digests, &mut spare);
            out.copy_from_slice(&spare[..out.len()]);
        }
        pairs = later;
    }
}

/// The same, two passes at a time: their second blocks, which have no words, run side by side in the registers. First blocks do
/// not: their words would not fit, which was measured to be slower.
#[allow(dead_code, reason = "not every architecture has so many registers")]
#[inline(always)]
pub(crate) fn nodes_by_two<V: WordLanes, const N: usize>(
    token: V::Token,
    nodes: Nodes<'_>,
    block: impl Fn(&mut [V; 8], &[V; 16]) + Copy,
) {
    const { assert!(V::LANES == N) };
    let (out, mut pairs) = nodes.parts();
    let mut spare = [[0; 32]; N];
    for out in out.chunks_mut(2 * N) {
        let mut states = [initial(token); 2];
        for (state, out) in states.iter_mut().zip(out.chunks(N)) {
            let (now, later) = pairs.split_at(out.len());
            first_block(token, state, &now.first::<N>(), block);
            pairs = later;
        }
        let [first, second] = states;
        let digests = if out.len() > N {
            let both = straight_known(token, Two::join(first, second), &K_PADDING_AFTER_64);
            [both.map(|two| two.0), both.map(|two| two.1)]
        } else {
            [compress_known(token, first, &K_PADDING_AFTER_64), second]
        };
        for (digests, out) in digests.into_iter().zip(out.chunks_mut(N)) {
            if out.len() == N {
                V::store_be(digests, out);
            } else {
                V::store_be(digests, &mut spare);
                out.copy_from_slice(&spare[..out.len()]);
            }
        }
    }
}

#[inline(always)]
fn node_pass<V: WordLanes>(
    token: V::Token,
    pairs: &[[&[u8; 32]; 2]],
    block: impl Fn(&mut [V; 8], &[V; 16]),
) -> [V; 8] {
    let mut state = initial(token);
    first_block(token, &mut state, pairs, block);
    compress_known(token, state, &K_PADDING_AFTER_64)
}

#[inline(always)]
fn first_block<V: WordLanes>(
    token: V::Token,
    state: &mut [V; 8],
    pairs: &[[&[u8; 32]; 2]],
    block: impl Fn(&mut [V; 8], &[V; 16]),
) {
    let left = V::load_be(token, |i| pairs[i][0]);
    let right = V::load_be(token, |i| pairs[i][1]);
    block(state, &joined(left, right));
}

/// Advances one chaining value per stream by the blocks of that stream; all streams have equally many. `block` is the compression
/// function, which engines compile once for several entries: its rounds are most of what the compiler does for this crate.
#[allow(dead_code, reason = "not every architecture has vectors")]
#[inline(always)]
pub(crate) fn many<V: WordLanes>(
    token: V::Token,
    streams: Streams<'_>,
    block: impl Fn(&mut [V; 8], &[V; 16]) + Copy,
) {
    let (states, data) = streams.parts();
    let mut full = [[0; 8]; 16];
    for (states, data) in states.chunks_mut(V::LANES).zip(data.chunks(V::LANES)) {
        let (len, last) = (states.len(), data.len() - 1);
        let spare = len < V::LANES;
        if spare {
            full[..len].copy_from_slice(states);
        }
        let s = V::load(token, if spare { &full } else { &*states });
        // One pass in the text, as in `nodes`.
        let s = many_pass(token, s, data[0].len(), |i| data[i.min(last)], block);
        V::store(s, if spare { &mut full } else { &mut *states });
        if spare {
            states.copy_from_slice(&full[..len]);
        }
    }
}

#[allow(dead_code, reason = "not every architecture has vectors")]
#[inline(always)]
fn many_pass<'a, V: WordLanes>(
    token: V::Token,
    mut state: [V; 8],
    blocks: usize,
    stream: impl Fn(usize) -> &'a [[u8; 64]],
    block: impl Fn(&mut [V; 8], &[V; 16]),
) -> [V; 8] {
    for b in 0..blocks {
        let half = |i: usize, h: usize| &stream(i)[b].as_chunks::<32>().0[h];
        let left = V::load_be(token, |i| half(i, 0));
        let right = V::load_be(token, |i| half(i, 1));
        block(&mut state, &joined(left, right));
    }
    state
}

/// The inner loop of PBKDF2-HMAC-SHA-256, one password per lane: `rounds` times `u = HMAC(u)`, `sum ^= u`.
///
/// `inner` and `outer` are the chaining values after the two key blocks; `block` is the compression function, as in [`many`].
#[inline(always)]
pub(crate) fn pbkdf2<V: WordLanes>(
    token: V::Token,
    lanes: &mut [Pbkdf2Lane],
    rounds: u32,
    block: impl Fn(&mut [V; 8], &[V; 16]),
) {
    for lanes in lanes.chunks_mut(V::LANES) {
        let mut inner = [[0; 8]; 16];
        let mut outer = [[0; 8]; 16];
        let mut u = [[0; 8]; 16];
        let mut sum = [[0; 8]; 16];
        for (i, lane) in lanes.iter().enumerate() {
            (inner[i], outer[i], u[i], sum[i]) = (lane.inner, lane.outer, lane.u, lane.sum);
        }
        let (vi, vo) = (V::load(token, &inner), V::load(token, &outer));
        let mut vu = V::load(token, &u);
        let mut vs = V::load(token, &sum);
        let tail = digest_tail(token);
        for _ in 0..rounds {
            for keyed in [vi, vo] {
                let message = joined(vu, tail);
                vu = keyed;
                block(&mut vu, &message);
            }
            let [a, b, c, d, e, f, g, h] = vs;
            let [i, j, k, l, m, n, o, p] = vu;
            vs = [a.xor(i), b.xor(j), c.xor(k), d.xor(l), e.xor(m), f.xor(n), g.xor(o), h.xor(p)];
        }
        V::store(vu, &mut u);
        V::store(vs, &mut sum);
        for (i, lane) in lanes.iter_mut().enumerate() {
            (lane.u, lane.sum) = (u[i], sum[i]);
        }
    }
}

/// What follows a digest in the block that ends an HMAC: padding of a message of 64 + 32 bytes.
#[inline(always)]
fn digest_tail<V: WordLanes>(token: V::Token) -> [V; 8] {
    let zero = V::splat(token, 0);
    [V::splat(token, 0x8000_0000), zero, zero, zero, zero, zero, zero, V::splat(token, 8 * 96)]
}
