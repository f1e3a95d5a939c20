//! The compression function in loops of four rounds, for lanes that want [`SHORT_LOOPS`](WordLanes::SHORT_LOOPS).
//!
//! Sixteen rounds written out with their schedule, as [`compress`](mod@super::compress) has them, became 19 to 29 KB of machine code in V8 with every
//! fifth instruction a spill, and no lanes beside each other overlapped. The schedule in memory and four rounds at a time leave room
//! for two vectors. Eight rounds take 2.4 % longer, sixteen 24 %, two 11 %; a schedule of 64 words in a row, or one computed between the rounds, 1 to 6 %.

use lanesmith_isa::lanes::WordLanes;

use super::consts::{K, Table64};

/// Four rounds; `input` is the sum of message word and constant. Each leaves its new `a` where `h` was: four on, the halves of the state have
/// changed places, and are given back the other way round.
#[inline(always)]
fn rounds4<V: WordLanes>(s: [V; 8], input: impl Fn(usize) -> V) -> [V; 8] {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = s;
    macro_rules! round {
        ($a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident, $i:literal) => {
            [$d, $h] = V::sha256_round($h.add(input($i)), [$a, $b, $c, $d], [$e, $f, $g]);
        };
    }
    round!(a b c d e f g h, 0);
    round!(h a b c d e f g, 1);
    round!(g h a b c d e f, 2);
    round!(f g h a b c d e, 3);
    [e, f, g, h, a, b, c, d]
}

/// The compression function on one block per lane.
#[inline(always)]
pub(super) fn compress<V: WordLanes>(token: V::Token, state: [V; 8], block: [V; 16]) -> [V; 8] {
    let (mut s, mut w) = (state, block);
    for (quarter, k) in K.0.as_chunks::<16>().0.iter().enumerate() {
        if quarter > 0 {
            for i in 0..16 {
                w[i] = V::sha256_word(w[i], w[(i + 1) % 16], w[(i + 9) % 16], w[(i + 14) % 16]);
            }
        }
        for (w, k) in w.as_chunks::<4>().0.iter().zip(k.as_chunks::<4>().0) {
            s = rounds4(s, |i| w[i].add(V::splat(token, k[i])));
        }
    }
    feed_forward(state, s)
}

/// The compression function on a block known in advance.
#[inline(always)]
pub(super) fn compress_known<V: WordLanes>(token: V::Token, state: [V; 8], table: &Table64) -> [V; 8] {
    let mut s = state;
    for k in table.0.as_chunks::<4>().0 {
        s = rounds4(s, |i| V::splat(token, k[i]));
    }
    feed_forward(state, s)
}

/// What a block gives: its rounds added to the chaining value before them.
#[inline(always)]
pub(crate) fn feed_forward<V: WordLanes>(state: [V; 8], s: [V; 8]) -> [V; 8] {
    let [a, b, c, d, e, f, g, h] = state;
    let [i, j, k, l, m, n, o, p] = s;
    [a.add(i), b.add(j), c.add(k), d.add(l), e.add(m), f.add(n), g.add(o), h.add(p)]
}
