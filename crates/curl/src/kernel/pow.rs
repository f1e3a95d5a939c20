//! The bit-sliced search: what does not change between attempts is computed once, what nobody asks for is not
//! computed.
//!
//! **First rounds.** Attempts of one sweep differ in a few neighbouring trits only. In logical positions, a round makes
//! of trit `a` an operand of trits `-2a` and `-2a - 1`: n changed neighbours become 2n changed neighbours, the order
//! of the run reversed. Each new trit has one changed and one unchanged operand, and the unchanged ones are neighbours
//! too. So the first k rounds of an attempt are a tree: [`fork`] makes two trits of one and what lies left and right of
//! it.
//!
//! **Last rounds.** The last W trits depend on W + 1 trits of the round before, those on W + 3, W + 7 and so on, at
//! equal distances of 364, 364^2, 364^3 .. : a tree again, [`join`] by [`join`].
//!
//! The rounds between them are whole passes over the state.

use lanesmith_isa::lanes::{BitLanes, Cyclic, Line, Walk};

use super::{At, Layout, Pair, STATE, pairs, pairs_mut, sbox};

/// Most trits at the end that are tested bit-sliced; more are left to the check of what is found, at one candidate in
/// 3^24.
pub(crate) const TESTED: usize = 24;
/// Most neighbouring trits by which the attempts of a sweep differ.
pub(crate) const INNER: usize = 3;
/// Most first rounds that are cached: with 3 trits, 384 of 729 positions change in the seventh.
const FIRST: usize = 7;
/// Most last rounds that are computed in part.
const LAST: usize = 10;
/// Room for the unchanged operands of the cached rounds.
const KEPT: usize = INNER * ((1 << FIRST) - 1) + FIRST;
/// Room for a run of changed trits, or of needed ones.
const RUN: usize = TESTED - 1 + (1 << (LAST - 1));

/// What an engine is told of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Rounds of the transform.
    pub(crate) rounds: usize,
    /// First rounds that are cached, last rounds that are computed in part.
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// The first inner trit, how many there are, and what their digits stand for.
    pub(crate) inner_at: usize,
    pub(crate) inner_len: usize,
    pub(crate) digits: [i8; 3],
    /// Trits at the end of the rate that must be zero.
    pub(crate) tested: usize,
}

/// Memory of a sweep, in pairs of planes.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// The state before the first round, in natural order.
    pub(crate) start: alloc::vec::Vec<Line>,
    /// The state after the cached rounds.
    base: alloc::vec::Vec<Line>,
    work: alloc::vec::Vec<Line>,
    kept: alloc::vec::Vec<Line>,
    runs: [alloc::vec::Vec<Line>; 2],
    /// Lanes of the batch whose last trits are zero.
    hits: alloc::vec::Vec<Line>,
}

impl Memory {
    pub(crate) fn new(lanes: usize) -> Self {
        let room = |pairs| alloc::vec![Line::ZERO; super::plane_lines(pairs, lanes)];
        Memory {
            start: room(STATE),
            base: room(STATE),
            work: room(STATE),
            kept: room(KEPT),
            runs: [room(RUN), room(RUN)],
            hits: room(1),
        }
    }
}

/// The two successors of a changed trit, given its unchanged neighbours.
#[inline(always)]
fn fork<V: BitLanes, const EVEN: bool>(x: Pair<V>, left: Pair<V>, right: Pair<V>) -> [Pair<V>; 2] {
    if EVEN { [sbox(x, left), sbox(right, x)] } else { [sbox(left, x), sbox(x, right)] }
}

#[inline(always)]
fn join<V: BitLanes, const EVEN: bool>(near: Pair<V>, far: Pair<V>) -> Pair<V> {
    if EVEN { sbox(near, far) } else { sbox(far, near) }
}

/// Where a run goes, trit by trit. A trait and no closure: what is not inlined has no instruction set.
trait Sink<V> {
    fn put(&mut self, pair: Pair<V>);
}

/// Into memory, side by side.
struct Push<'a, V>(core::slice::IterMut<'a, Pair<V>>);

impl<V: BitLanes> Sink<V> for Push<'_, V> {
    #[inline(always)]
    fn put(&mut self, pair: Pair<V>) {
        if let Some(place) = self.0.next() {
            *place = pair;
        }
    }
}

/// Into a state, at equal distances.
struct Scatter<'a, V>(Cyclic<'a, Pair<V>, STATE>, Walk<Pair<V>, STATE>);

impl<V: BitLanes> Sink<V> for Scatter<'_, V> {
    #[inline(always)]
    fn put(&mut self, pair: Pair<V>) {
        self.0.set(&self.1, pair);
        self.1.advance();
    }
}

/// One round of a run of changed trits; `kept` has one more.
#[inline(always)]
fn expand1<V: BitLanes, const EVEN: bool>(run: &[Pair<V>], kept: &[Pair<V>], mut sink: impl Sink<V>) {
    for (x, kept) in run.iter().zip(kept.windows(2)) {
        let [a, b] = fork::<V, EVEN>(*x, kept[0], kept[1]);
        sink.put(a);
        sink.put(b);
    }
}

/// Three rounds of a run of changed trits, in registers.
#[inline(always)]
fn expand3<V: BitLanes, const EVEN: bool, const ODD: bool>(
    run: &[Pair<V>],
    [kept0, kept1, kept2]: [&[Pair<V>]; 3],
    mut sink: impl Sink<V>,
) {
    let (Some((first0, kept0)), Some((first1, kept1)), Some((first2, kept2))) =
        (kept0.split_first(), kept1.split_first(), kept2.split_first())
    else {
        return;
    };
    let (mut left0, mut left1, mut left2) = (*first0, *first1, *first2);
    let kept = kept0.iter().zip(kept1.as_chunks::<2>().0).zip(kept2.as_chunks::<4>().0);
    macro_rules! last {
        ($x:expr, $left:expr, $right:expr) => {
            let [a, b] = fork::<V, EVEN>($x, $left, $right);
            sink.put(a);
            sink.put(b);
        };
    }
    for (x, ((k0, k1), k2)) in run.iter().zip(kept) {
        let [a, b] = fork::<V, EVEN>(*x, left0, *k0);
        left0 = *k0;
        let [c, d] = fork::<V, ODD>(a, left1, k1[0]);
        last!(c, left2, k2[0]);
        last!(d, k2[0], k2[1]);
        let [c, d] = fork::<V, ODD>(b, k1[0], k1[1]);
        left1 = k1[1];
        last!(c, k2[1], k2[2]);
        last!(d, k2[2], k2[3]);
        left2 = k2[3];
    }
}

/// Length of the run of trits needed before the last `rounds` rounds.
const fn needed(tested: usize, rounds: usize) -> usize {
    tested + (1 << rounds) - 1
}

/// The sum of the distances (-2)^k of the odd k below `rounds`: how far a run begins before that of the last round.
const fn before(rounds: usize) -> usize {
    let (mut sum, mut k) = (0, 1);
    while k < rounds {
        sum += 1 << k;
        k += 2;
    }
    sum
}

/// The tree of three rounds, `k + 2` to `k`, over eight trits at equal distances, which `$x` gives by number.
macro_rules! tree3 {
    ($V:ty, $even:literal, $odd:literal, |$i:ident| $x:expr) => {{
        macro_rules! x {
            ($n:literal) => {{
                let $i: usize = $n;
                $x
            }};
        }
        let a = join::<$V, $odd>(join::<$V, $even>(x!(0), x!(4)), join::<$V, $even>(x!(2), x!(6)));
        let b = join::<$V, $odd>(join::<$V, $even>(x!(1), x!(5)), join::<$V, $even>(x!(3), x!(7)));
        join::<$V, $even>(a, b)
    }};
}

/// All attempts of a sweep: one batch for each value of the inner trits. `batch` gets the value and the lanes that
/// passed, and says whether to go on. `one_round` does a round in place, `many_rounds` so many from one state into another.
#[inline(always)]
pub(crate) fn sweep<V: BitLanes>(
    token: V::Token,
    memory: &mut Memory,
    plan: &Plan,
    batch: &mut dyn FnMut(usize, &[u64]) -> bool,
    one_round: impl Fn(&mut [Pair<V>; STATE], &mut Layout),
    many_rounds: impl Fn(&mut [Pair<V>; STATE], &mut [Pair<V>; STATE], &mut Layout, usize),
) {
    let Memory { start, base, work, kept, runs: [one, two], hits } = memory;
    let start: &[Pair<V>; STATE] = pairs::<V>(token, start).first_chunk().expect("a state");
    let base: &mut [Pair<V>; STATE] = pairs_mut::<V>(token, base).first_chunk_mut().expect("a state");
    let work: &mut [Pair<V>; STATE] = pairs_mut::<V>(token, work).first_chunk_mut().expect("a state");
    let kept = pairs_mut::<V>(token, kept);
    let (one, two) = (pairs_mut::<V>(token, one), pairs_mut::<V>(token, two));
    let (first, last) = (plan.first.min(FIRST), plan.last.min(LAST));
    let (at, inner) = (plan.inner_at, plan.inner_len.min(INNER));

    // The first rounds, but for the inner trits; what these will meet is kept.
    *base = *start;
    let mut after_first = Layout::NATURAL;
    let (mut run_at, mut fill) = (At::new(at), 0);
    let neighbours = |round: usize| (inner << round) + 1;
    for round in 0..first {
        // In the even rounds runs ascend and their neighbours begin at -365, in the odd ones they descend from -364.
        let (shift, step) = if round % 2 == 0 { (STATE - 365, 1) } else { (STATE - 364, STATE - 1) };
        let from = after_first.place(run_at.plus(At::new(shift)).get());
        let ring = Cyclic::new(base);
        let mut walk = Walk::new(from, after_first.stride(step));
        for place in &mut kept[fill..fill + neighbours(round)] {
            *place = ring.get(&walk);
            walk.advance();
        }
        fill += neighbours(round);
        run_at = run_at.times(At::new(STATE - 2)).plus(At::new(if round % 2 == 0 { 0 } else { STATE - 1 }));
        one_round(base, &mut after_first);
    }
    let run_start = after_first.place(run_at.get());
    let run_stride = after_first.stride(if first % 2 == 0 { 1 } else { STATE - 1 });
    let digits = plan.digits.map(|trit| [V::splat(token, trit <= 0), V::splat(token, trit >= 0)]);

    let values = 3usize.pow(inner as u32);
    for value in 0..values {
        let mut digit = value;
        for place in &mut one[..inner] {
            *place = digits[digit % 3];
            digit /= 3;
        }
        expand(one, two, kept, base, (run_start, run_stride), inner, first);

        let mut layout = after_first;
        many_rounds(base, work, &mut layout, plan.rounds - first - last);

        let zero = contract(one, two, work, layout, plan.tested.min(TESTED), last, V::splat(token, true));
        let hits_as_lanes = pairs_mut::<V>(token, hits);
        hits_as_lanes[0][0] = zero;
        if !batch(value, &Line::words(hits)[..V::BITS / 64]) {
            return;
        }
    }
}

/// The inner trits, `one[..inner]`, taken through the first rounds and written where they belong.
#[inline(always)]
fn expand<V: BitLanes>(
    one: &mut [Pair<V>],
    two: &mut [Pair<V>],
    kept: &[Pair<V>],
    base: &mut [Pair<V>; STATE],
    (at, stride): (At, At),
    inner: usize,
    rounds: usize,
) {
    let (mut run, mut next) = (one, two);
    let (mut len, mut kept) = (inner, kept);
    let mut place = Scatter(Cyclic::new(base), Walk::new(at, stride));
    // Single rounds first, while runs are short; then three at a time, the last three straight into the state.
    let mut round = 0;
    while round < rounds % 3 {
        let push = Push(next.iter_mut());
        if round % 2 == 0 {
            expand1::<V, true>(&run[..len], kept, push);
        } else {
            expand1::<V, false>(&run[..len], kept, push);
        }
        kept = &kept[len + 1..];
        len *= 2;
        core::mem::swap(&mut run, &mut next);
        round += 1;
    }
    while round < rounds {
        let (kept0, rest) = kept.split_at(len + 1);
        let (kept1, rest) = rest.split_at(2 * len + 1);
        let (kept2, rest) = rest.split_at(4 * len + 1);
        let three = [kept0, kept1, kept2];
        kept = rest;
        match (round % 2 == 0, round + 3 == rounds) {
            (true, true) => return expand3::<V, true, false>(&run[..len], three, place),
            (false, true) => return expand3::<V, false, true>(&run[..len], three, place),
            (true, false) => expand3::<V, true, false>(&run[..len], three, Push(next.iter_mut())),
            (false, false) => expand3::<V, false, true>(&run[..len], three, Push(next.iter_mut())),
        }
        len *= 8;
        core::mem::swap(&mut run, &mut next);
        round += 3;
    }
    for x in &run[..len] {
        place.put(*x);
    }
}

/// The last rounds of the last `tested` trits: the lanes where all of these are zero.
#[inline(always)]
fn contract<V: BitLanes>(
    one: &mut [Pair<V>],
    two: &mut [Pair<V>],
    work: &mut [Pair<V>; STATE],
    layout: Layout,
    tested: usize,
    rounds: usize,
    mut zero: V,
) -> V {
    let ring = Cyclic::new(work);
    // Positions of the first run: 364^rounds times those of the last one.
    let mut scale = At::new(1);
    for _ in 0..rounds {
        scale = scale.times(At::new(364));
    }
    let first = At::new(2 * STATE + super::RATE - tested - before(rounds));
    let start = layout.place(first.times(scale).get());
    let stride = layout.stride(scale.get());
    let walk = |from: usize| Walk::<Pair<V>, STATE>::new(start.plus(stride.times(At::new(from))), stride);

    let (mut run, mut next) = (one, two);
    let mut left = rounds;
    // From the state to a run.
    match rounds % 3 {
        0 if rounds >= 3 => {
            left -= 3;
            let mut walks: [Walk<Pair<V>, STATE>; 8] = core::array::from_fn(|i| walk(i << left));
            for place in &mut run[..needed(tested, left)] {
                *place = if left.is_multiple_of(2) {
                    tree3!(V, true, false, |i| ring.get(&walks[i]))
                } else {
                    tree3!(V, false, true, |i| ring.get(&walks[i]))
                };
                for walk in &mut walks {
                    walk.advance();
                }
            }
        }
        0 => {
            let mut walk = walk(0);
            for place in &mut run[..tested] {
                *place = ring.get(&walk);
                walk.advance();
            }
        }
        _ => {
            left -= 1;
            let (mut near, mut far) = (walk(0), walk(1 << left));
            for place in &mut run[..needed(tested, left)] {
                let (x, y) = (ring.get(&near), ring.get(&far));
                *place = if left.is_multiple_of(2) { join::<V, true>(x, y) } else { join::<V, false>(x, y) };
                near.advance();
                far.advance();
            }
        }
    }
    // From run to run.
    while left > 0 {
        if left.is_multiple_of(3) {
            left -= 3;
            let len = needed(tested, left);
            let parts: [&[Pair<V>]; 8] = core::array::from_fn(|i| &run[i << left..][..len]);
            for (t, place) in next[..len].iter_mut().enumerate() {
                *place = if left.is_multiple_of(2) {
                    tree3!(V, true, false, |i| parts[i][t])
                } else {
                    tree3!(V, false, true, |i| parts[i][t])
                };
            }
        } else {
            left -= 1;
            let len = needed(tested, left);
            let far = &run[1 << left..];
            for ((place, x), y) in next[..len].iter_mut().zip(&run[..]).zip(far) {
                *place =
                    if left.is_multiple_of(2) { join::<V, true>(*x, *y) } else { join::<V, false>(*x, *y) };
            }
        }
        core::mem::swap(&mut run, &mut next);
    }
    for [low, high] in &run[..tested] {
        zero = zero.and(low.and(*high));
    }
    zero
}
