//! Eight elements of `Fp` and of `Fp2`, as [`Field`]s.

use core::marker::PhantomData;

use super::radix::{FROM_SCALAR, MASK, Row, TO_SCALAR, limbs_of_words, times_power, words_of_limbs};
use super::{Lanes, gather, spread};
use crate::field::{Backend, Base, Field, Fp};
use crate::generated::curve::{B1, B2};
use crate::generated::field::HALF;
use crate::tower::{Fp2, Quadratic};

/// Eight elements of the base field: limb by limb, in each the eight lanes. Bounds are those of [`limbs`](super::limbs).
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Fp8<M> {
    /// The limbs, the lowest first.
    pub limbs: [Row; 8],
    backend: PhantomData<M>,
}

/// Eight elements `c0 + c1*u`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Fp2x8<M> {
    /// The coefficients of 1.
    pub c0: Fp8<M>,
    /// The coefficients of `u`.
    pub c1: Fp8<M>,
}

/// Eight elements of `Fp2` with the sum of their coefficients: a factor of [`Lanes::dot`].
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Summed<M> {
    /// The coefficients of 1.
    pub c0: Fp8<M>,
    /// The coefficients of `u`.
    pub c1: Fp8<M>,
    /// `c0 + c1`.
    pub sum: Fp8<M>,
}

impl<M> Fp8<M> {
    /// Eight zeros.
    pub const ZERO: Self = Self { limbs: [[0; 8]; 8], backend: PhantomData };

    /// Eight times the same integer.
    pub(super) const fn splat(limbs: &Row) -> Self {
        let mut out = Self::ZERO;
        let mut i = 0;
        while i < 8 {
            out.limbs[i] = [limbs[i]; 8];
            i += 1;
        }
        out
    }

    /// Eight times the same element.
    pub const fn constant(x: &Fp) -> Self {
        Self::splat(&limbs_of_words(&times_power(&x.0, 32)))
    }

    /// Whether limbs and values are as small as they must be in memory.
    pub fn is_normal(&self) -> bool {
        let top = 512 * ((crate::generated::field::P[5] >> 44) + 1);
        // Every limb is looked at, whatever the others are: it may be a secret.
        let limbs = self.limbs.as_flattened().iter().fold(true, |all, limb| all & (*limb <= MASK));
        self.limbs[7].iter().fold(limbs, |all, limb| all & (*limb < top))
    }

    /// The limbs of a lane.
    fn lane(&self, lane: usize) -> Row {
        self.limbs.map(|row| row[lane])
    }

    /// Puts another value into a lane.
    #[cfg(feature = "alloc")]
    pub(super) fn put(&mut self, lane: usize, from: &Self, from_lane: usize) {
        for (row, from) in self.limbs.iter_mut().zip(&from.limbs) {
            row[lane] = from[from_lane];
        }
    }
}

impl<M: Lanes> Fp8<M> {
    /// Elements, one a lane.
    pub fn of(elements: [&Fp; 8]) -> Self {
        const FACTOR: Row = FROM_SCALAR;
        let mut raw = Self::ZERO;
        for (lane, element) in elements.into_iter().enumerate() {
            for (row, limb) in raw.limbs.iter_mut().zip(limbs_of_words(&element.0)) {
                row[lane] = limb;
            }
        }
        M::mul(&raw, &Self::splat(&FACTOR))
    }

    /// The elements, loose.
    pub fn elements(&self) -> [Fp; 8] {
        let raw = M::mul(self, &Self::splat(&TO_SCALAR));
        core::array::from_fn(|lane| Fp(words_of_limbs(&raw.lane(lane))))
    }

    /// A mask of the lanes whose integer is larger than that of the negative.
    fn larger(&self) -> u64 {
        let integers = M::integers(self);
        let is_larger = |lane: usize| {
            let (_, larger) = crate::field::limbs::limbs_sub(&HALF, &words_of_limbs(&integers.lane(lane)));
            u8::from(larger) << lane
        };
        spread((0..8).fold(0, |lanes, lane| lanes | is_larger(lane)))
    }

    /// A mask of the lanes whose integer is odd.
    fn odd(&self) -> u64 {
        let integers = M::integers(self);
        spread((0..8).fold(0, |lanes, lane| lanes | (integers.limbs[0][lane] as u8 & 1) << lane))
    }
}

impl<M> Fp2x8<M> {
    /// Eight times the same element.
    pub const fn constant(x: &Fp2) -> Self {
        Self { c0: Fp8::constant(&x.c0), c1: Fp8::constant(&x.c1) }
    }
}

impl<M: Lanes> Fp2x8<M> {
    /// Elements, one a lane.
    pub fn of(elements: [&Fp2; 8]) -> Self {
        Self { c0: Fp8::of(elements.map(|x| &x.c0)), c1: Fp8::of(elements.map(|x| &x.c1)) }
    }

    /// The elements, loose.
    pub fn elements(&self) -> [Fp2; 8] {
        let (c0, c1) = (self.c0.elements(), self.c1.elements());
        core::array::from_fn(|lane| Fp2 { c0: c0[lane], c1: c1[lane] })
    }
}

impl<M: Lanes> Summed<M> {
    /// Zero.
    pub const ZERO: Self = Self { c0: Fp8::ZERO, c1: Fp8::ZERO, sum: Fp8::ZERO };
    /// One.
    pub const ONE: Self = Self { c0: Fp8::constant(&Fp::ONE), c1: Fp8::ZERO, sum: Fp8::constant(&Fp::ONE) };

    /// With the sum.
    pub fn new(x: Fp2x8<M>) -> Self {
        Self { sum: M::add(&x.c0, &x.c1), c0: x.c0, c1: x.c1 }
    }

    /// Without it.
    pub fn element(&self) -> Fp2x8<M> {
        Fp2x8 { c0: self.c0, c1: self.c1 }
    }

    /// Double.
    pub fn dbl(&self) -> Self {
        Self {
            c0: M::add(&self.c0, &self.c0),
            c1: M::add(&self.c1, &self.c1),
            sum: M::add(&self.sum, &self.sum),
        }
    }

    /// Product with `xi = 1 + u`: `(c0 - c1) + (c0 + c1)*u`, of which the sum is `2*c0`.
    pub fn mul_xi(&self) -> Self {
        Self { c0: M::sub(&self.c0, &self.c1), c1: self.sum, sum: M::add(&self.c0, &self.c0) }
    }

    /// `other` where the mask is set.
    pub fn select(&self, other: &Self, mask: u64) -> Self {
        let lanes = gather(mask);
        Self {
            c0: M::select(&self.c0, &other.c0, lanes),
            c1: M::select(&self.c1, &other.c1, lanes),
            sum: M::select(&self.sum, &other.sum, lanes),
        }
    }
}

/// The inverses of eight elements, with one inversion; zero for zero.
fn inverses<F: Field, B: Backend>(elements: &[F; 8], inv: fn(&F) -> F) -> [F; 8] {
    let mut before = [F::ONE; 8];
    let mut product = F::ONE;
    let factor = |x: &F| x.select(&F::ONE, x.zero_mask());
    for (slot, x) in before.iter_mut().zip(elements) {
        *slot = product;
        product = product.mul::<B>(&factor(x));
    }
    let mut inverse = inv(&product);
    let mut out = [F::ZERO; 8];
    for i in (0..8).rev() {
        let own = inverse.mul::<B>(&before[i]);
        out[i] = own.select(&F::ZERO, elements[i].zero_mask());
        inverse = inverse.mul::<B>(&factor(&elements[i]));
    }
    out
}

impl<M: Lanes> Field for Fp8<M> {
    const ZERO: Self = Fp8::ZERO;
    const ONE: Self = Self::constant(&Fp::ONE);
    const CURVE_B: Self = Self::constant(&B1);

    fn add<B: Backend>(&self, other: &Self) -> Self {
        M::add(self, other)
    }
    fn sub<B: Backend>(&self, other: &Self) -> Self {
        M::sub(self, other)
    }
    fn dbl<B: Backend>(&self) -> Self {
        M::add(self, self)
    }
    fn neg<B: Backend>(&self) -> Self {
        M::sub(&Fp8::ZERO, self)
    }
    fn mul<B: Backend>(&self, other: &Self) -> Self {
        M::mul(self, other)
    }
    fn sqr<B: Backend>(&self) -> Self {
        M::sqr_n(self, 1)
    }
    fn mul_b3<B: Backend>(&self) -> Self {
        let four = self.dbl::<B>().dbl::<B>();
        four.dbl::<B>().add::<B>(&four)
    }
    fn half(&self) -> Self {
        M::half(self)
    }
    fn zero_mask(&self) -> u64 {
        spread(M::zero_lanes(self))
    }
    fn select(&self, other: &Self, mask: u64) -> Self {
        M::select(self, other, gather(mask))
    }
    fn inv<B: Backend>(&self) -> Self {
        Self::of(inverses::<Fp, B>(&self.elements(), Fp::inv::<B>).each_ref())
    }
    fn inv_vartime<B: Backend>(&self) -> Self {
        Self::of(inverses::<Fp, B>(&self.elements(), Fp::inv_vartime::<B>).each_ref())
    }
    fn root<B: Backend>(&self) -> (Self, u64) {
        let root = self.inverse_root::<B>().mul::<B>(self);
        let is = root.sqr::<B>().sub::<B>(self).zero_mask();
        (root, is)
    }
    fn larger_mask<B: Backend>(&self) -> u64 {
        self.larger()
    }
    fn odd_mask<B: Backend>(&self) -> u64 {
        self.odd()
    }
}

impl<M: Lanes> Base for Fp8<M> {
    fn sqr_n<B: Backend>(&self, n: u32) -> Self {
        M::sqr_n(self, n)
    }
}

impl<M: Lanes> Field for Fp2x8<M> {
    const ZERO: Self = Self { c0: Fp8::ZERO, c1: Fp8::ZERO };
    const ONE: Self = Self { c0: Fp8::ONE, c1: Fp8::ZERO };
    const CURVE_B: Self = Self::constant(&B2);

    fn add<B: Backend>(&self, other: &Self) -> Self {
        Self { c0: M::add(&self.c0, &other.c0), c1: M::add(&self.c1, &other.c1) }
    }
    fn sub<B: Backend>(&self, other: &Self) -> Self {
        Self { c0: M::sub(&self.c0, &other.c0), c1: M::sub(&self.c1, &other.c1) }
    }
    fn dbl<B: Backend>(&self) -> Self {
        self.add::<B>(self)
    }
    fn neg<B: Backend>(&self) -> Self {
        Self { c0: M::sub(&Fp8::ZERO, &self.c0), c1: M::sub(&Fp8::ZERO, &self.c1) }
    }
    fn mul<B: Backend>(&self, other: &Self) -> Self {
        M::mul2(self, other)
    }
    fn sqr<B: Backend>(&self) -> Self {
        M::sqr2(self)
    }
    fn mul_b3<B: Backend>(&self) -> Self {
        let (c0, c1) = (self.c0.mul_b3::<B>(), self.c1.mul_b3::<B>());
        Self { c0: M::sub(&c0, &c1), c1: M::add(&c0, &c1) }
    }
    fn half(&self) -> Self {
        Self { c0: M::half(&self.c0), c1: M::half(&self.c1) }
    }
    fn zero_mask(&self) -> u64 {
        // Most are told by the first coefficient.
        match M::zero_lanes(&self.c0) {
            0 => 0,
            lanes => spread(lanes & M::zero_lanes(&self.c1)),
        }
    }
    fn select(&self, other: &Self, mask: u64) -> Self {
        Self { c0: self.c0.select(&other.c0, mask), c1: self.c1.select(&other.c1, mask) }
    }
    fn inv<B: Backend>(&self) -> Self {
        self.conjugate::<B>().mul_fp::<B>(&self.norm::<B>().inv::<B>())
    }
    fn inv_vartime<B: Backend>(&self) -> Self {
        self.conjugate::<B>().mul_fp::<B>(&self.norm::<B>().inv_vartime::<B>())
    }
    fn root<B: Backend>(&self) -> (Self, u64) {
        self.root_by_norm::<B>()
    }
    fn larger_mask<B: Backend>(&self) -> u64 {
        let zero = self.c1.zero_mask();
        self.c1.larger() & !zero | self.c0.larger() & zero
    }
    fn odd_mask<B: Backend>(&self) -> u64 {
        self.c0.odd() | self.c0.zero_mask() & self.c1.odd()
    }
}

impl<M: Lanes> Quadratic for Fp2x8<M> {
    type Base = Fp8<M>;

    fn new(c0: Fp8<M>, c1: Fp8<M>) -> Self {
        Self { c0, c1 }
    }
    fn parts(&self) -> [&Fp8<M>; 2] {
        [&self.c0, &self.c1]
    }
    fn norm<B: Backend>(&self) -> Fp8<M> {
        M::norm(self)
    }
}
