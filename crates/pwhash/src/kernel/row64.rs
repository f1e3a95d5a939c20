//! The round of BLAKE2b on a state of four rows of four 64-bit words.

use lanesmith_isa::lanes::Row64;

/// How sums are made in a round.
pub(crate) trait Sum {
    /// The sum of two rows.
    fn sum<R: Row64>(a: R, b: R) -> R;
}

/// BLAKE2b's plain sum.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Sum for Plain {
    #[inline(always)]
    fn sum<R: Row64>(a: R, b: R) -> R {
        a.add(b)
    }
}

/// BlaMka's, with a product of the low halves.
#[derive(Clone, Copy)]
pub(crate) struct BlaMka;

impl Sum for BlaMka {
    #[inline(always)]
    fn sum<R: Row64>(a: R, b: R) -> R {
        a.blamka(b)
    }
}

/// The same for a state that is permuted alone: the second row of each sum was computed just before, and the next step waits.
#[derive(Clone, Copy)]
pub(crate) struct Alone;

impl Sum for Alone {
    #[inline(always)]
    fn sum<R: Row64>(a: R, b: R) -> R {
        a.blamka_late(b)
    }
}

/// A state of four rows.
pub(crate) type State<R> = [R; 4];

// Straight lines instead of loops and closures: LLVM keeps arrays in memory that it meets before it has unrolled a loop, and
// calls closures that it has not inlined without the instructions of the engine.

/// Half of G on the columns of two independent states, whose chains overlap.
#[inline(always)]
fn half_two<R: Row64, S: Sum, const D: i32, const B: i32>(x: State<R>, y: State<R>) -> (State<R>, State<R>) {
    let ([xa, xb, xc, xd], [ya, yb, yc, yd]) = (x, y);
    let (xa, ya) = (S::sum(xa, xb), S::sum(ya, yb));
    let (xd, yd) = (xd.xor_rotate_right::<D>(xa), yd.xor_rotate_right::<D>(ya));
    let (xc, yc) = (S::sum(xc, xd), S::sum(yc, yd));
    let (xb, yb) = (xb.xor_rotate_right::<B>(xc), yb.xor_rotate_right::<B>(yc));
    ([xa, xb, xc, xd], [ya, yb, yc, yd])
}

/// G on the columns of two independent states.
#[inline(always)]
pub(crate) fn columns_two<R: Row64, S: Sum>(x: State<R>, y: State<R>) -> (State<R>, State<R>) {
    let (x, y) = half_two::<R, S, 32, 24>(x, y);
    half_two::<R, S, 16, 63>(x, y)
}

/// Brings diagonals into columns: row 1 is the last to be ready, so the others move around it.
#[inline(always)]
fn turn<R: Row64>([a, b, c, d]: State<R>) -> State<R> {
    [a.turn::<3>(), b, c.turn::<1>(), d.turn::<2>()]
}

/// And back.
#[inline(always)]
fn turn_back<R: Row64>([a, b, c, d]: State<R>) -> State<R> {
    [a.turn::<1>(), b, c.turn::<3>(), d.turn::<2>()]
}

/// A round of BLAKE2b without message on two independent states: columns, then diagonals.
#[inline(always)]
pub(crate) fn round_two<R: Row64, S: Sum>(x: State<R>, y: State<R>) -> (State<R>, State<R>) {
    let (x, y) = columns_two::<R, S>(x, y);
    let (x, y) = columns_two::<R, S>(turn(x), turn(y));
    (turn_back(x), turn_back(y))
}

/// G on the columns of a state.
#[inline(always)]
pub(crate) fn columns<R: Row64, S: Sum>([a, b, c, d]: State<R>) -> State<R> {
    let a = S::sum(a, b);
    let d = d.xor_rotate_right::<32>(a);
    let c = S::sum(c, d);
    let b = b.xor_rotate_right::<24>(c);
    let a = S::sum(a, b);
    let d = d.xor_rotate_right::<16>(a);
    let c = S::sum(c, d);
    let b = b.xor_rotate_right::<63>(c);
    [a, b, c, d]
}

/// A round of BLAKE2b without message.
#[inline(always)]
pub(crate) fn round<R: Row64, S: Sum>(state: State<R>) -> State<R> {
    turn_back(columns::<R, S>(turn(columns::<R, S>(state))))
}
