//! The bit-sliced permutation: many Curl-P states at once, one trit of all of them in two vectors.
//!
//! The state is updated in place. A round reads, for each new trit, two old ones a fixed stride apart; because the
//! stride of each round is -1/2 times that of the round before (modulo 729), a walk in steps of the *last* stride can
//! carry several rounds at once, holding 1, 2, 4 .. earlier values in registers as delay lines. See
//! `docs/kernels/curl.md`.

use lanesmith_isa::lanes::{BitLanes, Cyclic, Line, Offset, Walk, lines_for};

use crate::rounds::{RATE, Rounds};

/// Trits of a state.
pub const STATE: usize = 729;

/// A place in the state.
pub type At = Offset<STATE>;

/// One trit of every lane: low and high plane. -1 is (1, 0), 0 is (1, 1), +1 is (0, 1).
pub type Pair<V> = [V; 2];

/// How logical trits lie in memory: trit `i` is at `scale * i + shift`.
///
/// Rounds do not move trits to where the specification has them; they change this map instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    scale: At,
    shift: At,
}

/// 364 = -1/2 modulo 729: one round multiplies the scale by it.
const STEP: At = At::new(364);

impl Layout {
    /// Trit `i` at `i`.
    pub const NATURAL: Layout = Layout { scale: At::new(1), shift: At::new(0) };

    /// Where a trit is.
    #[inline(always)]
    pub fn place(self, trit: usize) -> At {
        self.scale.times(At::new(trit)).plus(self.shift)
    }

    /// Distance of places for a distance of trits.
    #[inline(always)]
    pub fn stride(self, trits: usize) -> At {
        self.scale.times(At::new(trits))
    }

    /// The last stride of a pass of so many rounds, and the layout it leaves when results are written `lag` strides
    /// ahead of their places.
    #[inline(always)]
    pub fn after(self, rounds: usize, lag: usize) -> (At, Layout) {
        let mut stride = self.scale;
        for _ in 0..rounds {
            stride = stride.times(STEP);
        }
        (stride, Layout { scale: stride, shift: self.shift.plus(stride.times(At::new(lag))) })
    }
}

/// Lines of memory for the planes of `trits` trits of `bits` lanes.
pub const fn plane_lines(trits: usize, bits: usize) -> usize {
    lines_for(trits * 2 * bits)
}

/// Lines as pairs of planes.
#[inline(always)]
pub fn pairs<V: BitLanes>(token: V::Token, lines: &[Line]) -> &[Pair<V>] {
    V::of_lines(token, lines).as_chunks().0
}

/// Lines as pairs of planes, to write.
#[inline(always)]
pub fn pairs_mut<V: BitLanes>(token: V::Token, lines: &mut [Line]) -> &mut [Pair<V>] {
    V::of_lines_mut(token, lines).as_chunks_mut().0
}

/// Curl's S-box on every lane: `g(a, b)` in the code that needs the fewest operations (circuit `c4`; two
/// instructions where there is ternary logic, three where there is BCAX).
#[inline(always)]
pub fn sbox<V: BitLanes>([al, ah]: Pair<V>, [bl, bh]: Pair<V>) -> Pair<V> {
    if V::TERNARY {
        let low = V::ternary::<0xd2>(ah, bl, al);
        [low, V::ternary::<0x78>(al, bh, low)]
    } else if V::BCAX {
        let low = ah.bcax(al, bl);
        [low, al.bcax(low, bh.not())]
    } else {
        let low = ah.xor(al.and_not(bl));
        [low, al.xor(bh.and(low))]
    }
}

type Ring<'a, V> = Cyclic<'a, Pair<V>, STATE>;
type Place<V> = Walk<Pair<V>, STATE>;

/// Where a pass reads and where it writes: one state in place, or one state and another.
trait Tape<V: BitLanes> {
    fn get(&self, at: &Place<V>) -> Pair<V>;
    fn set(&mut self, at: &Place<V>, value: Pair<V>);
}

impl<V: BitLanes> Tape<V> for Ring<'_, V> {
    #[inline(always)]
    fn get(&self, at: &Place<V>) -> Pair<V> {
        self.get(at)
    }
    #[inline(always)]
    fn set(&mut self, at: &Place<V>, value: Pair<V>) {
        self.set(at, value);
    }
}

/// From the first state to the second.
struct Across<'a, V>(Ring<'a, V>, Ring<'a, V>);

impl<V: BitLanes> Tape<V> for Across<'_, V> {
    #[inline(always)]
    fn get(&self, at: &Place<V>) -> Pair<V> {
        self.0.get(at)
    }
    #[inline(always)]
    fn set(&mut self, at: &Place<V>, value: Pair<V>) {
        self.1.set(at, value);
    }
}

/// Several rounds in one walk over the state.
trait Fused<V: BitLanes>: Sized {
    const ROUNDS: usize;
    /// Steps between the arrival of a trit and the departure of its successor.
    const LAG: usize;
    /// Length of the longest delay line.
    const WINDOW: usize = 1 << (Self::ROUNDS - 1);

    fn fill(window: impl FnMut() -> Pair<V>) -> Self;
    /// Takes the next trit, returns the one `LAG` places behind, `ROUNDS` rounds later. `slot` counts steps modulo 8
    /// and is a constant in every use.
    fn step(&mut self, slot: usize, x: Pair<V>) -> Pair<V>;
}

macro_rules! fused {
    ($name:ident, $rounds:literal, $lag:literal, $first:ident: $first_len:literal $(, $line:ident: $len:literal)*;
     |$this:ident, $slot:ident, $x:ident| $body:expr) => {
        struct $name<V> { $first: [Pair<V>; $first_len], $($line: [Pair<V>; $len]),* }

        impl<V: BitLanes> Fused<V> for $name<V> {
            const ROUNDS: usize = $rounds;
            const LAG: usize = $lag;

            #[inline(always)]
            fn fill(mut window: impl FnMut() -> Pair<V>) -> Self {
                let mut first = core::array::from_fn::<_, $first_len, _>(|_| window());
                // The window's oldest value is due at the slot of the first step, one short of a whole turn.
                first.rotate_right(1);
                $name { $($line: [first[0]; $len],)* $first: first }
            }
            #[inline(always)]
            fn step(&mut self, $slot: usize, $x: Pair<V>) -> Pair<V> {
                let $this = self;
                $body
            }
        }
    };
}

/// A round whose stride is negative in units of the walk: the older value is the second operand.
macro_rules! back {
    ($line:expr, $slot:expr, $x:expr) => {{
        let x = $x;
        let line = &mut $line;
        let at = $slot % line.len();
        let old = core::mem::replace(&mut line[at], x);
        sbox(x, old)
    }};
}

/// A round whose stride is positive: the older value is the first operand.
macro_rules! ahead {
    ($line:expr, $slot:expr, $x:expr) => {{
        let x = $x;
        let line = &mut $line;
        let at = $slot % line.len();
        let old = core::mem::replace(&mut line[at], x);
        sbox(old, x)
    }};
}

fused!(One, 1, 1, d1: 1; |s, slot, x| ahead!(s.d1, slot, x));
fused!(Two, 2, 1, d2: 2, d1: 1; |s, slot, x| ahead!(s.d1, slot, back!(s.d2, slot, x)));
fused!(Three, 3, 5, d4: 4, d2: 2, d1: 1; |s, slot, x| {
    ahead!(s.d1, slot, back!(s.d2, slot, ahead!(s.d4, slot, x)))
});
fused!(Four, 4, 5, d8: 8, d4: 4, d2: 2, d1: 1; |s, slot, x| {
    ahead!(s.d1, slot, back!(s.d2, slot, ahead!(s.d4, slot, back!(s.d8, slot, x))))
});

/// One walk over the whole state.
#[inline(always)]
fn pass<V: BitLanes, F: Fused<V>>(ring: &mut impl Tape<V>, layout: &mut Layout) {
    let (stride, next) = layout.after(F::ROUNDS, F::LAG);
    *layout = next;
    // The walk may start anywhere. It begins with the window before place `LAG` and the steps that fill the
    // shorter delay lines; nothing is written before everything that the end of the walk will read has been passed.
    let warm = 2 * F::WINDOW - 1;
    let start = stride.times(At::new(STATE + F::LAG - warm));
    // Two interleaved walks of double stride: the address of a step does not wait for that of the step before.
    let double = stride.plus(stride);
    let mut odd = Walk::new(start, double);
    let mut even = Walk::new(start.plus(stride), double);
    // `warm` is odd, so the main loop starts on the second of them.
    let mut next = || {
        let x = ring.get(&odd);
        odd.advance();
        core::mem::swap(&mut odd, &mut even);
        x
    };
    let mut lines = F::fill(&mut next);
    // Slots are counted so that the main loop starts at 0.
    for slot in 9 - F::WINDOW..8 {
        lines.step(slot, next());
    }
    macro_rules! steps {
        ($($slot:literal $walk:ident)*) => {$({
            let x = ring.get(&$walk);
            ring.set(&$walk, lines.step($slot, x));
            $walk.advance();
        })*};
    }
    for _ in 0..STATE / 8 {
        steps!(0 odd 1 even 2 odd 3 even 4 odd 5 even 6 odd 7 even);
    }
    steps!(0 odd);
}

/// One round from memory to memory, for lane types that are arrays: compilers vectorise those only so.
#[allow(dead_code, reason = "where a vector engine does everything")]
#[inline(always)]
pub fn pass_plain<V: BitLanes>(state: &mut [Pair<V>; STATE], layout: &mut Layout) {
    let (stride, next) = layout.after(1, 0);
    *layout = next;
    // The walk starts at place 0 and comes back to it when it has been overwritten.
    let first = state[0];
    let mut ring = Cyclic::new(state);
    let mut a = Walk::new(At::new(0), stride);
    let mut b = Walk::new(stride, stride);
    for _ in 0..STATE - 1 {
        let out = sbox(ring.get(&a), ring.get(&b));
        ring.set(&a, out);
        a.advance();
        b.advance();
    }
    let out = sbox(ring.get(&a), first);
    ring.set(&a, out);
}

/// One transform, round by round.
#[allow(dead_code, reason = "where a vector engine does everything")]
#[inline(always)]
pub fn transform_plain<V: BitLanes>(state: &mut [Pair<V>; STATE], layout: &mut Layout, rounds: Rounds) {
    for _ in 0..rounds.count() {
        pass_plain(state, layout);
    }
}

/// One transform, `FUSE` (1 to 4) rounds at a time.
#[allow(dead_code, reason = "where no vector engine is compiled in")]
#[inline(always)]
pub fn transform_by<V: BitLanes, const FUSE: usize>(
    state: &mut [Pair<V>; STATE],
    layout: &mut Layout,
    rounds: Rounds,
) {
    for _ in 0..rounds.count() / FUSE {
        match FUSE {
            1 => pass::<V, One<V>>(&mut Cyclic::new(state), layout),
            2 => pass::<V, Two<V>>(&mut Cyclic::new(state), layout),
            3 => pass::<V, Three<V>>(&mut Cyclic::new(state), layout),
            4 => pass::<V, Four<V>>(&mut Cyclic::new(state), layout),
            _ => unreachable!("one to four rounds are fused here"),
        }
    }
    transform_rest(state, layout, rounds.count() % FUSE);
}

/// Four rounds in place.
#[cfg(test)]
pub(super) fn pass_of_four<V: BitLanes>(state: &mut [Pair<V>; STATE], layout: &mut Layout) {
    pass::<V, Four<V>>(&mut Cyclic::new(state), layout);
}

/// One transform, three rounds at a time.
#[allow(dead_code, reason = "where no vector engine is compiled in")]
#[inline(always)]
pub fn transform_fused<V: BitLanes>(state: &mut [Pair<V>; STATE], layout: &mut Layout, rounds: Rounds) {
    transform_by::<V, 3>(state, layout, rounds);
}

/// One round in place.
#[allow(dead_code, reason = "where no vector engine is compiled in")]
#[inline(always)]
pub fn round_fused<V: BitLanes>(state: &mut [Pair<V>; STATE], layout: &mut Layout) {
    pass::<V, One<V>>(&mut Cyclic::new(state), layout);
}

/// Up to three rounds: what is left of a transform when longer passes do not divide it.
#[allow(dead_code, reason = "for the engines of passes longer than three rounds")]
#[inline(always)]
pub fn transform_rest<V: BitLanes>(state: &mut [Pair<V>; STATE], layout: &mut Layout, rounds: usize) {
    match rounds {
        0 => {}
        1 => pass::<V, One<V>>(&mut Cyclic::new(state), layout),
        2 => pass::<V, Two<V>>(&mut Cyclic::new(state), layout),
        3 => pass::<V, Three<V>>(&mut Cyclic::new(state), layout),
        _ => unreachable!("longer passes leave at most three rounds"),
    }
}

/// Rounds from one state into another, three at a time; the first state keeps its trits.
#[allow(dead_code, reason = "where no vector engine is compiled in")]
#[inline(always)]
pub fn rounds_fused<V: BitLanes>(
    from: &mut [Pair<V>; STATE],
    to: &mut [Pair<V>; STATE],
    layout: &mut Layout,
    rounds: usize,
) {
    if rounds < 3 {
        *to = *from;
    } else {
        pass::<V, Three<V>>(&mut Across(Cyclic::new(from), Cyclic::new(to)), layout);
        for _ in 1..rounds / 3 {
            pass::<V, Three<V>>(&mut Cyclic::new(to), layout);
        }
    }
    // Searches leave none: one by one they are less code.
    for _ in 0..rounds % 3 {
        pass::<V, One<V>>(&mut Cyclic::new(to), layout);
    }
}

/// Rounds from one state into another, one at a time, for lane types that are arrays.
#[allow(dead_code, reason = "where a vector engine does everything")]
#[inline(always)]
pub fn rounds_plain<V: BitLanes>(
    from: &mut [Pair<V>; STATE],
    to: &mut [Pair<V>; STATE],
    layout: &mut Layout,
    rounds: usize,
) {
    *to = *from;
    for _ in 0..rounds {
        pass_plain(to, layout);
    }
}

/// Overwrites the rate with a block of planes.
#[inline(always)]
pub fn absorb<V: BitLanes>(state: &mut [Pair<V>; STATE], layout: Layout, block: &[Pair<V>; RATE]) {
    let mut ring = Cyclic::new(state);
    let mut walk = Walk::new(layout.shift, layout.scale);
    for pair in block {
        ring.set(&walk, *pair);
        walk.advance();
    }
}
