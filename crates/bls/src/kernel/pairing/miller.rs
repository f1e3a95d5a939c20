//! Miller loops: `f <- f^2 * l(P)` along the bits of `X`, all pairs in one `f` (Vercauteren, ePrint 2008/096).
//!
//! A loop has 62 squares in `Fp12`. A pair has its 68 lines (244M + 388S in `Fp2`), their values (136 products of `Fp2` with elements of
//! `Fp`), and the products with them: 13 products in `Fp2` for a line, 23 for two.

use super::line::{G2Prepared, Line, Running, mul_by_line, mul_by_two_lines};
use crate::curve::{G1Affine, G2Affine};
use crate::field::Backend;
use crate::generated::curve::X_ABS;
use crate::tower::{Fp2, Fp12};

/// Pairs that share their squarings: the state of so many fits on the stack, and a squaring is then 1 % of a pair.
const GROUP: usize = 32;

/// Multiplies lines into the accumulator, two at a time.
struct Accumulator {
    f: Fp12,
    waiting: Option<[Fp2; 3]>,
}

impl Accumulator {
    fn line<B: Backend>(&mut self, line: &Line, p: &G1Affine) {
        let line = line.at::<B>(p);
        match self.waiting.take() {
            None => self.waiting = Some(line),
            Some(first) => self.f = mul_by_two_lines::<B>(&self.f, &first, &line),
        }
    }

    fn flush<B: Backend>(&mut self) {
        if let Some(line) = self.waiting.take() {
            self.f = mul_by_line::<B>(&self.f, &line);
        }
    }
}

/// One loop: `step(accumulator, adding)` multiplies the lines of one doubling or sum of every pair.
fn run<B: Backend>(mut step: impl FnMut(&mut Accumulator, bool)) -> Fp12 {
    let mut acc = Accumulator { f: Fp12::ONE, waiting: None };
    for bit in (0..63).rev() {
        if bit != 62 {
            acc.f = B::fp12_sqr(&acc.f);
        }
        step(&mut acc, false);
        if X_ABS >> bit & 1 == 1 {
            step(&mut acc, true);
        }
        acc.flush::<B>();
    }
    // The parameter is negative.
    acc.f.conjugate::<B>()
}

/// The product of the Miller loops of all pairs; pairs with a point at infinity count as one.
pub fn miller_loop<B: Backend>(pairs: &[(G1Affine, G2Affine)]) -> Fp12 {
    let mut product: Option<Fp12> = None;
    let mut rest = pairs.iter().filter(|(p, q)| !p.infinity && !q.infinity).peekable();
    while rest.peek().is_some() {
        let mut state = [(G1Affine::INFINITY, G2Affine::INFINITY, Running::new(&G2Affine::INFINITY)); GROUP];
        let mut count = 0;
        for (slot, (p, q)) in state.iter_mut().zip(rest.by_ref()) {
            *slot = (*p, *q, Running::new(q));
            count += 1;
        }
        let f = run::<B>(|acc, adding| {
            for (p, q, running) in &mut state[..count] {
                let line = if adding { running.add::<B>(q) } else { running.double::<B>() };
                acc.line::<B>(&line, p);
            }
        });
        product = Some(product.map_or(f, |product| B::fp12_mul(&product, &f)));
    }
    product.unwrap_or(Fp12::ONE)
}

/// [`miller_loop`] with prepared points of G2.
pub fn miller_loop_prepared<B: Backend>(pairs: &[(G1Affine, &G2Prepared)]) -> Fp12 {
    let mut index = 0;
    run::<B>(|acc, _| {
        for (p, q) in pairs {
            if let (false, Some(lines)) = (p.infinity, q.lines()) {
                acc.line::<B>(&lines[index], p);
            }
        }
        index += 1;
    })
}
