//! The compression function over any lanes: written once, compiled once per instruction set.
//!
//! Everything here is `#[inline(always)]` and without target features; the wrappers in `arch` carry those.

use lanesmith_isa::lanes::WordLanes;

use crate::consts::{H0, K, K_PADDING_AFTER_64};

/// Sixteen rounds; `$word` is the message word of round `$i`, or `None` where `$k` already contains it.
macro_rules! rounds16 {
    ($token:expr, $s:ident, $k:expr, |$i:ident| $word:expr) => {{
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = $s;
        rounds16!(@one $token, $k, a b c d e f g h, 0, |$i| $word);
        rounds16!(@one $token, $k, h a b c d e f g, 1, |$i| $word);
        rounds16!(@one $token, $k, g h a b c d e f, 2, |$i| $word);
        rounds16!(@one $token, $k, f g h a b c d e, 3, |$i| $word);
        rounds16!(@one $token, $k, e f g h a b c d, 4, |$i| $word);
        rounds16!(@one $token, $k, d e f g h a b c, 5, |$i| $word);
        rounds16!(@one $token, $k, c d e f g h a b, 6, |$i| $word);
        rounds16!(@one $token, $k, b c d e f g h a, 7, |$i| $word);
        rounds16!(@one $token, $k, a b c d e f g h, 8, |$i| $word);
        rounds16!(@one $token, $k, h a b c d e f g, 9, |$i| $word);
        rounds16!(@one $token, $k, g h a b c d e f, 10, |$i| $word);
        rounds16!(@one $token, $k, f g h a b c d e, 11, |$i| $word);
        rounds16!(@one $token, $k, e f g h a b c d, 12, |$i| $word);
        rounds16!(@one $token, $k, d e f g h a b c, 13, |$i| $word);
        rounds16!(@one $token, $k, c d e f g h a b, 14, |$i| $word);
        rounds16!(@one $token, $k, b c d e f g h a, 15, |$i| $word);
        $s = [a, b, c, d, e, f, g, h];
    }};
    (@one $token:expr, $k:expr, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident, $n:expr, |$i:ident| $word:expr) => {{
        #[allow(dead_code, reason = "a known block has no words to look up")]
        const $i: usize = $n;
        // h + K + W does not depend on the round before, so it is summed first.
        let input = $h.add(V::splat($token, $k[$n]));
        let input = match $word {
            Some(word) => input.add(word),
            None => input,
        };
        let t = input.add(V::ch($e, $f, $g)).add(big_sigma1($e));
        $d = $d.add(t);
        $h = t.add(V::maj($a, $b, $c)).add(big_sigma0($a));
    }};
}

#[inline(always)]
fn big_sigma0<V: WordLanes>(x: V) -> V {
    V::xor3(x.rotate_right::<2, 30>(), x.rotate_right::<13, 19>(), x.rotate_right::<22, 10>())
}

#[inline(always)]
fn big_sigma1<V: WordLanes>(x: V) -> V {
    V::xor3(x.rotate_right::<6, 26>(), x.rotate_right::<11, 21>(), x.rotate_right::<25, 7>())
}

#[inline(always)]
fn small_sigma0<V: WordLanes>(x: V) -> V {
    V::xor3(x.rotate_right::<7, 25>(), x.rotate_right::<18, 14>(), x.shift_right::<3>())
}

#[inline(always)]
fn small_sigma1<V: WordLanes>(x: V) -> V {
    V::xor3(x.rotate_right::<17, 15>(), x.rotate_right::<19, 13>(), x.shift_right::<10>())
}

/// Sixteen of the 64 round constants.
#[inline(always)]
fn quarter(table: &[u32; 64], q: usize) -> &[u32; 16] {
    &table.as_chunks::<16>().0[q]
}

/// The compression function on one block per lane.
#[inline(always)]
pub(crate) fn compress<V: WordLanes>(token: V::Token, state: [V; 8], block: [V; 16]) -> [V; 8] {
    let mut s = state;
    let mut w = block;
    let k = quarter(&K, 0);
    rounds16!(token, s, k, |I| Some(w[I]));
    // The schedule rolls in its sixteen vectors; a loop keeps the code inside the instruction cache.
    for q in 1..4 {
        let k = quarter(&K, q);
        rounds16!(token, s, k, |I| {
            w[I] = w[I]
                .add(small_sigma0(w[(I + 1) % 16]))
                .add(w[(I + 9) % 16])
                .add(small_sigma1(w[(I + 14) % 16]));
            Some(w[I])
        });
    }
    feed_forward(state, s)
}

/// The compression function on a block known in advance: `table` is its schedule plus the round constants.
#[inline(always)]
pub(crate) fn compress_known<V: WordLanes>(token: V::Token, state: [V; 8], table: &[u32; 64]) -> [V; 8] {
    let mut s = state;
    for q in 0..4 {
        let k = quarter(table, q);
        rounds16!(token, s, k, |I| None::<V>);
    }
    feed_forward(state, s)
}

#[inline(always)]
fn feed_forward<V: WordLanes>(state: [V; 8], s: [V; 8]) -> [V; 8] {
    let mut out = state;
    for (o, x) in out.iter_mut().zip(s) {
        *o = o.add(x);
    }
    out
}

/// The initial chaining value in every lane.
#[inline(always)]
pub(crate) fn initial<V: WordLanes>(token: V::Token) -> [V; 8] {
    H0.map(|h| V::splat(token, h))
}

#[inline(always)]
fn joined<V: WordLanes>(a: [V; 8], b: [V; 8]) -> [V; 16] {
    let [a0, a1, a2, a3, a4, a5, a6, a7] = a;
    let [b0, b1, b2, b3, b4, b5, b6, b7] = b;
    [a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7]
}

/// Hashes 64-byte nodes given as two halves each. In a last pass that is not full, the spare lanes repeat its last
/// node.
#[inline(always)]
pub(crate) fn nodes<V: WordLanes>(token: V::Token, out: &mut [[u8; 32]], pairs: &[[&[u8; 32]; 2]]) {
    const { assert!(V::LANES <= 16) };
    for (out, pairs) in out.chunks_mut(V::LANES).zip(pairs.chunks(V::LANES)) {
        if out.len() == V::LANES && pairs.len() == V::LANES {
            V::store_be(node_pass(token, |i| pairs[i]), out);
        } else {
            let mut full = [[0; 32]; 16];
            let last = pairs.len() - 1;
            V::store_be(node_pass(token, |i| pairs[i.min(last)]), &mut full);
            let len = out.len();
            out.copy_from_slice(&full[..len]);
        }
    }
}

#[inline(always)]
fn node_pass<'a, V: WordLanes>(token: V::Token, pair: impl Fn(usize) -> [&'a [u8; 32]; 2]) -> [V; 8] {
    let left = V::load_be(token, |i| pair(i)[0]);
    let right = V::load_be(token, |i| pair(i)[1]);
    let middle = compress(token, initial(token), joined(left, right));
    compress_known(token, middle, &K_PADDING_AFTER_64)
}

/// Advances one chaining value per stream by the blocks of that stream; all streams have equally many.
#[inline(always)]
pub(crate) fn many<V: WordLanes>(token: V::Token, states: &mut [[u32; 8]], data: &[&[[u8; 64]]]) {
    for (states, data) in states.chunks_mut(V::LANES).zip(data.chunks(V::LANES)) {
        if states.len() == V::LANES && data.len() == V::LANES {
            let s = V::load(token, states);
            V::store(many_pass(token, s, data[0].len(), |i| data[i]), states);
        } else {
            let mut full = [[0; 8]; 16];
            full[..states.len()].copy_from_slice(states);
            let last = data.len() - 1;
            let s = V::load(token, &full);
            V::store(many_pass(token, s, data[0].len(), |i| data[i.min(last)]), &mut full);
            let len = states.len();
            states.copy_from_slice(&full[..len]);
        }
    }
}

#[inline(always)]
fn many_pass<'a, V: WordLanes>(
    token: V::Token,
    mut state: [V; 8],
    blocks: usize,
    stream: impl Fn(usize) -> &'a [[u8; 64]],
) -> [V; 8] {
    for b in 0..blocks {
        let half = |i: usize, h: usize| &stream(i)[b].as_chunks::<32>().0[h];
        let left = V::load_be(token, |i| half(i, 0));
        let right = V::load_be(token, |i| half(i, 1));
        state = compress(token, state, joined(left, right));
    }
    state
}
