//! Eight integers modulo `p` in eight limbs of 52 bits, one integer a lane: the text of every kernel, generic over the vector.
//!
//! Long because the bounds of one kernel are what the others rest on: they are to be read together.
//!
//! # Representation and bounds
//!
//! Montgomery form with `R = 2^416`, 35 bits above `p`. In memory every limb is below `2^52` (what `madd` takes of a factor), and the
//! value is below `512p`: sums need no correction for a while, and products bring everything back.
//!
//! | function | operands | result |
//! | --- | --- | --- |
//! | product, square, sum of products | products of operands add up to less than `2^34 p^2` | below `2.1p` (without a difference: `1.1p`) |
//! | sum | their sum is below `512p` | the sum of the bounds |
//! | difference, half, negative | below `511p` | below `1.02p` |
//!
//! No function has a branch or an address that depends on a value.
#![allow(
    clippy::out_of_bounds_indexing,
    clippy::absurd_extreme_comparisons,
    reason = "in blocks that are repeated the index is a constant, and a condition leaves out what does not exist"
)]

use lanesmith_isa::lanes::Limbs52;

use super::radix::{BITS, INTEGER_ONE, Limbs as Packed, MASK, MINUS_P, N52, P52, P512, Row, TOP_INVERSE};
use super::{Fp2x8, Fp8, Lanes, Summed};

/// An array of eight, its index a constant, so that it stays in registers.
macro_rules! each {
    ($i:ident => $e:expr) => {
        [
            { const $i: usize = 0; $e },
            { const $i: usize = 1; $e },
            { const $i: usize = 2; $e },
            { const $i: usize = 3; $e },
            { const $i: usize = 4; $e },
            { const $i: usize = 5; $e },
            { const $i: usize = 6; $e },
            { const $i: usize = 7; $e },
        ]
    };
}

/// A block eight times, its index a constant.
macro_rules! repeat {
    ($i:ident => $e:block) => {
        { const $i: usize = 0; $e }
        { const $i: usize = 1; $e }
        { const $i: usize = 2; $e }
        { const $i: usize = 3; $e }
        { const $i: usize = 4; $e }
        { const $i: usize = 5; $e }
        { const $i: usize = 6; $e }
        { const $i: usize = 7; $e }
    };
}

type Limbs<V> = [V; 8];
type Columns<V> = [V; 16];

#[inline(always)]
fn load<V: Limbs52, M: Lanes>(token: V::Token, x: &Fp8<M>) -> Limbs<V> {
    debug_assert!(x.is_normal(), "limbs below 2^52, values below 512p");
    each!(I => V::load(token, &x.limbs[I]))
}

#[inline(always)]
fn splat<V: Limbs52>(token: V::Token, x: &Row) -> Limbs<V> {
    each!(I => V::splat(token, x[I]))
}

#[inline(always)]
fn store<V: Limbs52, M: Lanes>(x: Limbs<V>) -> Fp8<M> {
    let mut out = Fp8::ZERO;
    repeat!(I => { x[I].store(&mut out.limbs[I]); });
    out
}

/// Limbs below `2^52` of columns with a sign; the value is not negative.
#[inline(always)]
fn normalize<V: Limbs52>(token: V::Token, mut t: Limbs<V>) -> Limbs<V> {
    let mask = V::splat(token, MASK);
    repeat!(I => {
        if I < 7 {
            let carry = t[I].carry();
            t[I] = t[I].and(mask);
            t[I + 1] = t[I + 1].add(carry);
        }
    });
    t
}

/// Columns of a value from `p` to `1023p`, each less than four limbs' width from what it would be after carries: reduced below `1.02p`.
#[inline(always)]
fn tighten<V: Limbs52>(token: V::Token, mut t: Limbs<V>) -> Limbs<V> {
    let zero = V::splat(token, 0);
    // Not more than the quotient by p, and less than 1.02 less: carries change the top column by -4 to 2.
    let q = zero.madd_high(t[7].sub(V::splat(token, 4)), V::splat(token, TOP_INVERSE));
    let minus_p = splat::<V>(token, &MINUS_P);
    repeat!(I => {
        t[I] = t[I].madd_low(q, minus_p[I]);
        if I < 7 {
            t[I + 1] = t[I + 1].madd_high(q, minus_p[I]);
        }
    });
    let mut t = normalize(token, t);
    t[7] = t[7].and(V::splat(token, MASK));
    t
}

#[inline(always)]
fn zeros<V: Limbs52>(token: V::Token) -> Columns<V> {
    [V::splat(token, 0); 16]
}

/// Adds a product. Columns may hold eight such.
#[inline(always)]
fn accumulate<V: Limbs52>(columns: &mut Columns<V>, a: &Limbs<V>, b: &Limbs<V>) {
    repeat!(I => {
        let limb = b[I];
        repeat!(J => {
            columns[I + J] = columns[I + J].madd_low(a[J], limb);
            columns[I + J + 1] = columns[I + J + 1].madd_high(a[J], limb);
        });
    });
}

/// A square: each product of two different limbs once, then doubled.
#[inline(always)]
fn square<V: Limbs52>(token: V::Token, a: &Limbs<V>) -> Columns<V> {
    let mut columns = zeros::<V>(token);
    repeat!(I => {
        repeat!(J => {
            if I < J {
                columns[I + J] = columns[I + J].madd_low(a[J], a[I]);
                columns[I + J + 1] = columns[I + J + 1].madd_high(a[J], a[I]);
            }
        });
    });
    repeat!(I => {
        columns[I] = columns[I].add(columns[I]);
        columns[I + 8] = columns[I + 8].add(columns[I + 8]);
    });
    repeat!(I => {
        columns[2 * I] = columns[2 * I].madd_low(a[I], a[I]);
        columns[2 * I + 1] = columns[2 * I + 1].madd_high(a[I], a[I]);
    });
    columns
}

/// Montgomery's reduction, a limb at a time. The lowest column and what is added to it are together divisible by `2^52`, so that their
/// carry is that of the column alone, rounded up: the eight products that would clear it are not computed. Columns may have a sign;
/// the value plus `p*R` is not negative.
#[inline(always)]
fn reduce<V: Limbs52>(token: V::Token, mut t: Columns<V>) -> Limbs<V> {
    let (zero, mask, n) = (V::splat(token, 0), V::splat(token, MASK), V::splat(token, N52));
    let p = splat::<V>(token, &P52);
    repeat!(I => {
        let q = zero.madd_low(t[I], n);
        let carry = t[I].add(mask).carry();
        t[I + 1] = t[I + 1].add(carry).madd_high(q, p[0]);
        repeat!(J => {
            if J > 0 {
                t[I + J] = t[I + J].madd_low(q, p[J]);
                t[I + J + 1] = t[I + J + 1].madd_high(q, p[J]);
            }
        });
    });
    normalize(token, each!(I => t[I + 8]))
}

/// [`reduce`] of a difference: `p` is added, which makes it positive.
#[inline(always)]
fn reduce_signed<V: Limbs52>(token: V::Token, mut t: Columns<V>) -> Limbs<V> {
    let p = splat::<V>(token, &P52);
    repeat!(I => { t[I + 8] = t[I + 8].add(p[I]); });
    reduce(token, t)
}

#[inline(always)]
fn product<V: Limbs52>(token: V::Token, a: &Limbs<V>, b: &Limbs<V>) -> Limbs<V> {
    let mut columns = zeros(token);
    accumulate(&mut columns, a, b);
    reduce(token, columns)
}

#[inline(always)]
fn sum<V: Limbs52>(token: V::Token, a: &Limbs<V>, b: &Limbs<V>) -> Limbs<V> {
    normalize(token, each!(I => a[I].add(b[I])))
}

/// `a - b + 512p`, without carries.
#[inline(always)]
fn raw_difference<V: Limbs52>(token: V::Token, a: &Limbs<V>, b: &Limbs<V>) -> Limbs<V> {
    let p512 = splat::<V>(token, &P512);
    each!(I => a[I].add(p512[I]).sub(b[I]))
}

#[inline(always)]
fn difference<V: Limbs52>(token: V::Token, a: &Limbs<V>, b: &Limbs<V>) -> Limbs<V> {
    tighten(token, raw_difference(token, a, b))
}

/// The remainder below `1.02p`.
#[inline(always)]
fn small<V: Limbs52>(token: V::Token, a: &Limbs<V>) -> Limbs<V> {
    let p = splat::<V>(token, &P52);
    tighten(token, each!(I => a[I].add(p[I])))
}

/// Lanes in which every limb is that of a number.
#[inline(always)]
fn lanes_of<V: Limbs52>(token: V::Token, a: &Limbs<V>, number: &Row) -> u8 {
    let number = splat::<V>(token, number);
    let mut lanes = 0xff;
    repeat!(I => { lanes &= a[I].equals(number[I]); });
    lanes
}

// ---- Kernels: from memory to memory -----------------------------------------------------------------------------------

/// `a * b / R`.
#[inline(always)]
pub fn mul<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp8<M>, b: &Fp8<M>) -> Fp8<M> {
    store(product::<V>(token, &load(token, a), &load(token, b)))
}

/// `n` squarings, at least one.
#[inline(always)]
pub fn sqr_n<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp8<M>, n: u32) -> Fp8<M> {
    let mut x = load::<V, M>(token, a);
    for _ in 0..n {
        x = reduce(token, square(token, &x));
    }
    store(x)
}

/// `a + b`.
#[inline(always)]
pub fn add<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp8<M>, b: &Fp8<M>) -> Fp8<M> {
    store(sum::<V>(token, &load(token, a), &load(token, b)))
}

/// `a - b`.
#[inline(always)]
pub fn sub<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp8<M>, b: &Fp8<M>) -> Fp8<M> {
    store(difference::<V>(token, &load(token, a), &load(token, b)))
}

/// `a / 2`.
#[inline(always)]
pub fn half<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp8<M>) -> Fp8<M> {
    let (zero, one, top) = (V::splat(token, 0), V::splat(token, 1), V::splat(token, 1 << (BITS - 1)));
    let a = small(token, &load::<V, M>(token, a));
    let p = splat::<V>(token, &P52);
    // All ones where a is odd.
    let odd = zero.sub(a[0].and(one));
    let even = normalize(token, each!(I => a[I].add(p[I].and(odd))));
    // A limb moved by one bit: the upper half of its product with 2^51, and the lowest bit of the next one at the top.
    store(each!(I => {
        let low = zero.madd_high(even[I], top);
        if I < 7 { low.madd_low(even[if I < 7 { I + 1 } else { 7 }], top) } else { low }
    }))
}

/// The integers that the elements stand for, below `p`.
#[inline(always)]
pub fn integers<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp8<M>) -> Fp8<M> {
    let x = product::<V>(token, &load(token, a), &splat(token, &INTEGER_ONE));
    // Not above p, and p only for zero.
    let whole = lanes_of(token, &x, &P52);
    let zero = V::splat(token, 0);
    store(each!(I => x[I].select(zero, whole)))
}

/// A bit for each lane that holds zero.
#[inline(always)]
pub fn zero_lanes<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp8<M>) -> u8 {
    let a = small::<V>(token, &load(token, a));
    lanes_of(token, &a, &[0; 8]) | lanes_of(token, &a, &P52)
}

/// `b` in the lanes whose bit is set, `a` in the others.
#[inline(always)]
pub fn select<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp8<M>, b: &Fp8<M>, lanes: u8) -> Fp8<M> {
    let (a, b) = (load::<V, M>(token, a), load::<V, M>(token, b));
    store(each!(I => a[I].select(b[I], lanes)))
}

/// For each lane the entry of a table that its number names, counted from 1; `a` for 0. Every entry is read.
#[inline(always)]
pub fn pick<V: Limbs52, M: Lanes>(
    token: V::Token,
    a: &Fp8<M>,
    table: &[&Fp8<M>],
    numbers: &[u64; 8],
) -> Fp8<M> {
    let numbers = V::load(token, numbers);
    let mut picked = load::<V, M>(token, a);
    for (entry, number) in table.iter().zip(1..) {
        let lanes = numbers.equals(V::splat(token, number));
        let entry = load::<V, M>(token, entry);
        picked = each!(I => picked[I].select(entry[I], lanes));
    }
    store(picked)
}

#[inline(always)]
fn load_rows<V: Limbs52>(token: V::Token, rows: &[Packed], places: &[usize; 8]) -> Limbs<V> {
    V::transpose(each!(I => V::load(token, &rows[places[I]].0)))
}

/// Elements that lie one after another, those at eight places, in lanes.
#[inline(always)]
pub fn unpack<V: Limbs52, M: Lanes>(token: V::Token, rows: &[Packed], places: &[usize; 8]) -> Fp8<M> {
    store(load_rows::<V>(token, rows, places))
}

/// Writes the elements of the lanes to eight places; where two are the same, the last.
#[inline(always)]
pub fn pack<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp8<M>, rows: &mut [Packed], places: &[usize; 8]) {
    let limbs = V::transpose(load::<V, M>(token, a));
    repeat!(I => { limbs[I].store(&mut rows[places[I]].0); });
}

/// `a - b` of elements that lie one after another.
#[inline(always)]
pub fn delta<V: Limbs52, M: Lanes>(
    token: V::Token,
    rows: &[Packed],
    a: &[usize; 8],
    b: &[usize; 8],
) -> Fp8<M> {
    store(difference::<V>(token, &load_rows(token, rows, a), &load_rows(token, rows, b)))
}

/// `(a - b)*c`.
#[inline(always)]
pub fn delta_mul<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp8<M>, b: &Fp8<M>, c: &Fp8<M>) -> Fp8<M> {
    let delta = normalize(token, raw_difference::<V>(token, &load(token, a), &load(token, b)));
    store(product(token, &delta, &load(token, c)))
}

/// `a^2 - 2*b - c`.
#[inline(always)]
pub fn sqr_minus<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp8<M>, b: &Fp8<M>, c: &Fp8<M>) -> Fp8<M> {
    let a = reduce(token, square(token, &load::<V, M>(token, a)));
    store(minus_two(token, &a, &load(token, b), &load(token, c)))
}

/// `a - 2*b - c`, where that stays above `-511p`.
#[inline(always)]
fn minus_two<V: Limbs52>(token: V::Token, a: &Limbs<V>, b: &Limbs<V>, c: &Limbs<V>) -> Limbs<V> {
    let raw = raw_difference(token, a, c);
    tighten(token, each!(I => raw[I].sub(b[I]).sub(b[I])))
}

/// `(a - b)*c - d`.
#[inline(always)]
pub fn delta_mul_minus<V: Limbs52, M: Lanes>(
    token: V::Token,
    a: &Fp8<M>,
    b: &Fp8<M>,
    c: &Fp8<M>,
    d: &Fp8<M>,
) -> Fp8<M> {
    let delta = normalize(token, raw_difference::<V>(token, &load(token, a), &load(token, b)));
    let product = product(token, &delta, &load(token, c));
    store(difference(token, &product, &load(token, d)))
}

/// Both coefficients of an element of `Fp2`.
type Pair<V> = [Limbs<V>; 2];

#[inline(always)]
fn load2<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp2x8<M>) -> Pair<V> {
    [load::<V, M>(token, &a.c0), load(token, &a.c1)]
}

#[inline(always)]
fn store2<V: Limbs52, M: Lanes>([c0, c1]: Pair<V>) -> Fp2x8<M> {
    Fp2x8 { c0: store(c0), c1: store(c1) }
}

#[inline(always)]
fn raw_difference2<V: Limbs52>(token: V::Token, a: &Pair<V>, b: &Pair<V>) -> Pair<V> {
    [
        normalize(token, raw_difference(token, &a[0], &b[0])),
        normalize(token, raw_difference(token, &a[1], &b[1])),
    ]
}

/// `(a - b)*c` in `Fp2`.
#[inline(always)]
pub fn delta_mul2<V: Limbs52, M: Lanes>(
    token: V::Token,
    a: &Fp2x8<M>,
    b: &Fp2x8<M>,
    c: &Fp2x8<M>,
) -> Fp2x8<M> {
    let delta = raw_difference2::<V>(token, &load2(token, a), &load2(token, b));
    store2(product2(token, &delta, &load2(token, c)))
}

/// `a^2 - 2*b - c` in `Fp2`.
#[inline(always)]
pub fn sqr2_minus<V: Limbs52, M: Lanes>(
    token: V::Token,
    a: &Fp2x8<M>,
    b: &Fp2x8<M>,
    c: &Fp2x8<M>,
) -> Fp2x8<M> {
    let [a0, a1] = square2::<V>(token, &load2(token, a));
    let c0 = store(minus_two::<V>(token, &a0, &load(token, &b.c0), &load(token, &c.c0)));
    let c1 = store(minus_two::<V>(token, &a1, &load(token, &b.c1), &load(token, &c.c1)));
    Fp2x8 { c0, c1 }
}

/// `(a - b)*c - d` in `Fp2`.
#[inline(always)]
pub fn delta_mul2_minus<V: Limbs52, M: Lanes>(
    token: V::Token,
    a: &Fp2x8<M>,
    b: &Fp2x8<M>,
    c: &Fp2x8<M>,
    d: &Fp2x8<M>,
) -> Fp2x8<M> {
    let delta = raw_difference2::<V>(token, &load2(token, a), &load2(token, b));
    let product = product2(token, &delta, &load2(token, c));
    let c0 = store(difference(token, &product[0], &load::<V, M>(token, &d.c0)));
    Fp2x8 { c0, c1: store(difference(token, &product[1], &load::<V, M>(token, &d.c1))) }
}

/// Schoolbook product: two sums of two products, a reduction each. Karatsuba's saves 128 of 768 `madd`, and costs more than that in
/// columns that go through memory.
#[inline(always)]
fn product2<V: Limbs52>(token: V::Token, [a0, a1]: &Pair<V>, [b0, b1]: &Pair<V>) -> Pair<V> {
    let mut columns = zeros(token);
    accumulate(&mut columns, a0, b1);
    accumulate(&mut columns, a1, b0);
    let c1 = reduce(token, columns);
    let zero = [V::splat(token, 0); 8];
    let minus_b1 = normalize(token, raw_difference(token, &zero, b1));
    let mut columns = zeros(token);
    accumulate(&mut columns, a0, b0);
    accumulate(&mut columns, a1, &minus_b1);
    [reduce(token, columns), c1]
}

/// Product in `Fp2`.
#[inline(always)]
pub fn mul2<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp2x8<M>, b: &Fp2x8<M>) -> Fp2x8<M> {
    store2(product2::<V>(token, &load2(token, a), &load2(token, b)))
}

/// `(a0 + a1)(a0 - a1)` and `2*a0*a1`.
#[inline(always)]
fn square2<V: Limbs52>(token: V::Token, [a0, a1]: &Pair<V>) -> Pair<V> {
    let c1 = product(token, &sum(token, a0, a0), a1);
    let difference = normalize(token, raw_difference(token, a0, a1));
    [product(token, &sum(token, a0, a1), &difference), c1]
}

/// Square in `Fp2`.
#[inline(always)]
pub fn sqr2<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp2x8<M>) -> Fp2x8<M> {
    store2(square2::<V>(token, &load2(token, a)))
}

/// `a0^2 + a1^2`.
#[inline(always)]
pub fn norm<V: Limbs52, M: Lanes>(token: V::Token, a: &Fp2x8<M>) -> Fp8<M> {
    let [a0, a1] = [load::<V, M>(token, &a.c0), load(token, &a.c1)];
    let mut columns = square(token, &a0);
    let other = square(token, &a1);
    repeat!(I => {
        columns[I] = columns[I].add(other[I]);
        columns[I + 8] = columns[I + 8].add(other[I + 8]);
    });
    store(reduce(token, columns))
}

/// A sum of at most eight products in `Fp2`, by three sums of products in `Fp` that never leave their registers, and two reductions:
/// with `S0 = sum a0*b0`, `S1 = sum a1*b1`, `S2 = sum (a0 + a1)(b0 + b1)` it is `S0 - S1` and `S2 - S0 - S1`.
#[inline(always)]
pub fn dot<V: Limbs52, M: Lanes>(token: V::Token, terms: &[(&Summed<M>, &Summed<M>)]) -> Summed<M> {
    let mut s0 = zeros::<V>(token);
    for (a, b) in terms {
        accumulate(&mut s0, &load(token, &a.c0), &load(token, &b.c0));
    }
    let mut s1 = zeros::<V>(token);
    for (a, b) in terms {
        accumulate(&mut s1, &load(token, &a.c1), &load(token, &b.c1));
    }
    let mut real = zeros::<V>(token);
    repeat!(I => {
        real[I] = s0[I].sub(s1[I]);
        real[I + 8] = s0[I + 8].sub(s1[I + 8]);
        s0[I] = s0[I].add(s1[I]);
        s0[I + 8] = s0[I + 8].add(s1[I + 8]);
    });
    let real = reduce_signed(token, real);
    let c0 = store(real);
    let mut imaginary = zeros::<V>(token);
    for (a, b) in terms {
        accumulate(&mut imaginary, &load(token, &a.sum), &load(token, &b.sum));
    }
    repeat!(I => {
        imaginary[I] = imaginary[I].sub(s0[I]);
        imaginary[I + 8] = imaginary[I + 8].sub(s0[I + 8]);
    });
    let imaginary = reduce_signed(token, imaginary);
    Summed { sum: store(sum(token, &real, &imaginary)), c0, c1: store(imaginary) }
}
