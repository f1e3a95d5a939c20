//! Miller loops of many pairs, one pair of a chunk a lane. All pairs of a lane share its squarings; the lanes are multiplied together at the
//! end.
//!
//! `Fp12` is `Fp2[w]/(w^6 - xi)` here, six coefficients, and each coefficient of a product is one sum of products ([`Lanes::dot`]). In
//! registers that costs 128 `madd` a product of `Fp2` and limb more than Karatsuba's method in `Fp6` and `Fp12` would, and saves its layers of
//! sums over unreduced values, which would go through memory: a store of a vector takes two cycles on Zen 4, a `madd` one.

use alloc::vec::Vec;

use super::{FEW, Fp2x8, Fp8, Lanes, Summed, in_lanes, spread};
use crate::curve::{Affine, G1Affine, G2Affine};
use crate::field::{Backend, Fp, fp::tighten};
use crate::generated::curve::X_ABS;
use crate::pairing::{self, Running};
use crate::tower::{Fp2, Fp12};

/// Chunks whose pairs share their squarings: with 32 a squaring is 2 % of a pair, and their state fits the second-level cache.
const CHUNKS: usize = 32;

/// Coefficients of `1, w, ..., w^5`.
type Wide<M> = [Summed<M>; 6];

struct State<M> {
    p: Affine<Fp8<M>>,
    q: Affine<Fp2x8<M>>,
    running: Running<Fp2x8<M>>,
    /// The lanes that no pair is in.
    empty: u64,
}

impl<M: Lanes> State<M> {
    fn new(pairs: &[&(G1Affine, G2Affine)]) -> Self {
        let p = in_lanes::<Fp, M>(pairs.iter().map(|pair| &pair.0));
        let q = in_lanes::<Fp2, M>(pairs.iter().map(|pair| &pair.1));
        let empty = !spread(((1u16 << pairs.len()) - 1) as u8);
        Self { running: Running::new(&q), p, q, empty }
    }

    /// The next line: `1` in empty lanes.
    fn line<B: Backend>(&mut self, adding: bool) -> [Summed<M>; 3] {
        let line = if adding { self.running.add::<B>(&self.q) } else { self.running.double::<B>() };
        let line = line.at::<B>(&self.p).map(Summed::new);
        if self.empty == 0 {
            return line;
        }
        let nothing = [Summed::ONE, Summed::ZERO, Summed::ZERO];
        core::array::from_fn(|i| line[i].select(&nothing[i], self.empty))
    }
}

/// `f * (a + b*w^2 + c*w^3)`.
fn mul_by_line<M: Lanes>(f: &Wide<M>, [a, b, c]: &[Summed<M>; 3]) -> Wide<M> {
    let [x3, x4, x5] = [f[3].mul_xi(), f[4].mul_xi(), f[5].mul_xi()];
    [
        M::dot(&[(&f[0], a), (&x4, b), (&x3, c)]),
        M::dot(&[(&f[1], a), (&x5, b), (&x4, c)]),
        M::dot(&[(&f[2], a), (&f[0], b), (&x5, c)]),
        M::dot(&[(&f[3], a), (&f[1], b), (&f[0], c)]),
        M::dot(&[(&f[4], a), (&f[2], b), (&f[1], c)]),
        M::dot(&[(&f[5], a), (&f[3], b), (&f[2], c)]),
    ]
}

/// `f^2`, each product of two different coefficients once.
fn sqr<M: Lanes>(f: &Wide<M>) -> Wide<M> {
    let [d0, d1, d2] = [f[0].dbl(), f[1].dbl(), f[2].dbl()];
    let [x3, x4, x5] = [f[3].mul_xi(), f[4].mul_xi(), f[5].mul_xi()];
    let [y4, y5] = [x4.dbl(), x5.dbl()];
    [
        M::dot(&[(&f[0], &f[0]), (&f[1], &y5), (&f[2], &y4), (&f[3], &x3)]),
        M::dot(&[(&d0, &f[1]), (&f[2], &y5), (&f[3], &y4)]),
        M::dot(&[(&d0, &f[2]), (&f[1], &f[1]), (&f[3], &y5), (&f[4], &x4)]),
        M::dot(&[(&d0, &f[3]), (&d1, &f[2]), (&f[4], &y5)]),
        M::dot(&[(&d0, &f[4]), (&d1, &f[3]), (&f[2], &f[2]), (&f[5], &x5)]),
        M::dot(&[(&d0, &f[5]), (&d1, &f[4]), (&d2, &f[3])]),
    ]
}

/// The product of the values of the lanes.
fn fold<M: Lanes, B: Backend>(f: &Wide<M>) -> Fp12 {
    let coefficients = f.each_ref().map(|c| c.element().elements());
    let lane = |lane: usize| {
        Fp12::from_coefficients(coefficients.each_ref().map(|c| {
            let Fp2 { c0, c1 } = c[lane];
            Fp2 { c0: tighten(&c0.0), c1: tighten(&c1.0) }
        }))
    };
    (1..8).fold(lane(0), |product, i| B::fp12_mul(&product, &lane(i)))
}

/// [`pairing::miller_loop`]: the product of the Miller loops of all pairs; pairs with a point at infinity count as one.
pub fn miller_loop<M: Lanes, B: Backend>(pairs: &[(G1Affine, G2Affine)]) -> Fp12 {
    let finite: Vec<_> = pairs.iter().filter(|(p, q)| !p.infinity && !q.infinity).collect();
    let few = match finite.len() {
        // They share their squarings among each other, which lanes do not.
        all if all <= FEW => all,
        // A chunk more costs as much as two pairs and their squarings.
        all if all % 8 < 3 => all % 8,
        _ => 0,
    };
    let (many, few) = finite.split_at(finite.len() - few);
    let mut product: Option<Fp12> = None;
    let mut include = |f: Fp12| product = Some(product.map_or(f, |product| B::fp12_mul(&product, &f)));
    for group in many.chunks(8 * CHUNKS) {
        let mut states: Vec<State<M>> = group.chunks(8).map(State::new).collect();
        let mut f: Wide<M> = [Summed::ZERO; 6];
        f[0] = Summed::ONE;
        for bit in (0..63).rev() {
            if bit != 62 {
                f = sqr(&f);
            }
            for adding in [false, true] {
                if adding && X_ABS >> bit & 1 == 0 {
                    continue;
                }
                for state in &mut states {
                    f = mul_by_line(&f, &state.line::<B>(adding));
                }
            }
        }
        // The parameter is negative.
        include(fold::<M, B>(&f).conjugate::<B>());
    }
    if !few.is_empty() {
        let few: Vec<_> = few.iter().map(|pair| **pair).collect();
        include(pairing::miller_loop::<B>(&few));
    }
    product.unwrap_or(Fp12::ONE)
}
