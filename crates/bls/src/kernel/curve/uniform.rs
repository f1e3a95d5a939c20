//! Sums in Jacobian coordinates whose time tells nothing of the points: what [`Projective::add`] does, with selections in place of branches.
//! For callers whose points are secret one by one; products by a scalar have [`complete`](super::complete).

use super::point::{Affine, Projective};
use crate::field::{Backend, Field};

/// What a sum and a double have in common: `X3 = r^2 - w*h^2`, `Y3 = r(u*h^2 - X3) - s*h^3`, `Z3 = z*h`.
struct Chord<F> {
    h: F,
    r: F,
    u: F,
    s: F,
    w: F,
    z: F,
}

impl<F: Field> Chord<F> {
    /// 6M + 2S.
    fn third<B: Backend>(&self) -> Projective<F> {
        let hh = self.h.sqr::<B>();
        let hhh = hh.mul::<B>(&self.h);
        let x = self.r.sqr::<B>().sub::<B>(&self.w.mul::<B>(&hh));
        let y = self.r.mul_sub_mul::<B>(&self.u.mul::<B>(&hh).sub::<B>(&x), &self.s, &hhh);
        Projective { x, y, z: self.z.mul::<B>(&self.h) }
    }

    /// The tangent at a point in place of the chord, where `mask` is set: `h = 2Y`, `r = 3X^2`, `w = 2X`, `u = X`, `s = Y`, `z = Z`. 1S.
    fn or_tangent<B: Backend>(self, a: &Projective<F>, mask: u64) -> Self {
        let xx = a.x.sqr::<B>();
        Self {
            h: self.h.select(&a.y.dbl::<B>(), mask),
            r: self.r.select(&xx.dbl::<B>().add::<B>(&xx), mask),
            u: self.u.select(&a.x, mask),
            s: self.s.select(&a.y, mask),
            w: self.w.select(&a.x.dbl::<B>(), mask),
            z: self.z.select(&a.z, mask),
        }
    }
}

impl<F: Field> Projective<F> {
    /// The sum of any two points of the curve, in constant time: equal, opposite and infinite ones included. 13M + 5S.
    ///
    /// Chord and tangent end in the same steps ([EFD](https://hyperelliptic.org/EFD/g1p/auto-shortw-jacobian-0.html): `add-1998-cmo-2` with
    /// `w = U1 + U2` in place of `h + 2*U1`), so that what they begin with is selected and those steps are done once.
    pub fn add_uniform<B: Backend>(&self, other: &Self) -> Self {
        let infinite = [self.z.zero_mask(), other.z.zero_mask()];
        let (z1, z2) = (self.z.sqr::<B>(), other.z.sqr::<B>());
        let u1 = self.x.mul::<B>(&z2);
        let u2 = other.x.mul::<B>(&z1);
        let s1 = self.y.mul::<B>(&other.z).mul::<B>(&z2);
        let s2 = other.y.mul::<B>(&self.z).mul::<B>(&z1);
        let (h, r) = (u2.sub::<B>(&u1), s2.sub::<B>(&s1));
        let equal = h.zero_mask() & r.zero_mask();
        let chord = Chord { h, r, u: u1, s: s1, w: u1.add::<B>(&u2), z: self.z.mul::<B>(&other.z) };
        let sum = chord.or_tangent::<B>(self, equal).third::<B>();
        sum.select(other, infinite[0]).select(self, infinite[1])
    }

    /// [`Projective::add_uniform`] with an affine point. 9M + 4S.
    pub fn add_affine_uniform<B: Backend>(&self, other: &Affine<F>) -> Self {
        let infinite = [self.z.zero_mask(), u64::from(other.infinity).wrapping_neg()];
        let z1 = self.z.sqr::<B>();
        let u2 = other.x.mul::<B>(&z1);
        let s2 = other.y.mul::<B>(&self.z).mul::<B>(&z1);
        let (h, r) = (u2.sub::<B>(&self.x), s2.sub::<B>(&self.y));
        let equal = h.zero_mask() & r.zero_mask();
        let chord = Chord { h, r, u: self.x, s: self.y, w: self.x.add::<B>(&u2), z: self.z };
        let sum = chord.or_tangent::<B>(self, equal).third::<B>();
        let affine = Self { x: other.x, y: other.y, z: F::ONE };
        sum.select(&affine, infinite[0] & !infinite[1]).select(self, infinite[1])
    }

    /// Whether the coordinates satisfy the equation of the curve, `Y^2 = X^3 + b*Z^6`; the point at infinity is on it. 3M + 4S.
    pub fn is_on_curve<B: Backend>(&self) -> bool {
        let cube = self.z.sqr::<B>().mul::<B>(&self.z);
        let right = self.x.sqr::<B>().mul::<B>(&self.x).add::<B>(&cube.sqr::<B>().mul::<B>(&F::CURVE_B));
        self.is_infinity() | self.y.sqr::<B>().equals::<B>(&right)
    }

    /// [`Projective::equals`] without branches. 6M + 2S.
    pub fn equals_uniform<B: Backend>(&self, other: &Self) -> bool {
        let infinite = [self.z.zero_mask(), other.z.zero_mask()];
        let (z1, z2) = (self.z.sqr::<B>(), other.z.sqr::<B>());
        let x = self.x.mul::<B>(&z2).sub::<B>(&other.x.mul::<B>(&z1)).zero_mask();
        let s1 = self.y.mul::<B>(&other.z).mul::<B>(&z2);
        let y = s1.sub::<B>(&other.y.mul::<B>(&self.z).mul::<B>(&z1)).zero_mask();
        let same = x & y & !infinite[0] & !infinite[1];
        same | infinite[0] & infinite[1] == !0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::Scalar as S;
    use crate::curve::{Curve, Encoded, mul_bits, mul_wide_vartime};
    use crate::field::Fp;
    use crate::tower::Fp2;

    /// Points that meet every case: infinity, equal and opposite ones with other coordinates, others.
    fn points<F: Curve>() -> [Projective<F>; 7] {
        let g = F::GENERATOR.to_projective();
        let k = F::GENERATOR.x.add::<S>(&F::ONE);
        let square = k.sqr::<S>();
        let scaled = Projective {
            x: g.x.mul::<S>(&square),
            y: g.y.mul::<S>(&square.mul::<S>(&k)),
            z: g.z.mul::<S>(&k),
        };
        let zero = Projective { x: F::ZERO, y: F::ZERO, z: F::ZERO };
        [g, scaled, g.neg::<S>(), g.dbl::<S>(), g.dbl::<S>().add::<S>(&g), Projective::INFINITY, zero]
    }

    fn sums<F: Curve>() {
        for a in points::<F>() {
            assert!(a.is_on_curve::<S>());
            for b in points::<F>() {
                let sum = a.add::<S>(&b);
                assert!(a.add_uniform::<S>(&b).equals::<S>(&sum));
                assert!(a.add_affine_uniform::<S>(&b.to_affine::<S>()).equals::<S>(&sum));
                assert_eq!(a.equals_uniform::<S>(&b), a.equals::<S>(&b));
            }
        }
    }

    #[test]
    fn uniform_sums_are_the_sums() {
        sums::<Fp>();
        sums::<Fp2>();
    }

    fn products<F: Curve + Encoded>() {
        // On the curve, not in the group.
        let mut bytes = F::COMPRESSED_ZERO;
        let outside = (1..).find_map(|x| {
            let last = bytes.as_ref().len() - 1;
            bytes.as_mut()[0] = 0x80;
            bytes.as_mut()[last] = x;
            Affine::<F>::from_compressed_unchecked::<S>(bytes.as_ref()).ok()
        });
        let outside = outside.unwrap().to_projective();
        assert!(!F::in_subgroup::<S>(&outside.to_affine::<S>()));
        let scalar: [u8; 33] = core::array::from_fn(|i| (i * 83 + 251) as u8);
        for point in points::<F>().iter().chain([&outside]) {
            for bits in [0, 1, 4, 5, 6, 63, 64, 65, 128, 255, 256, 260, 264] {
                let mut cut: [u8; 33] = scalar;
                for bit in bits..264 {
                    cut[bit / 8] &= !(1 << (bit % 8));
                }
                cut.reverse();
                let expected = mul_wide_vartime::<F, S>(point, &cut);
                assert!(mul_bits::<F, S>(point, &scalar, bits).equals::<S>(&expected), "{bits}");
            }
            // Bytes that are missing are zeros.
            let short = mul_bits::<F, S>(point, &scalar[..3], 255);
            assert!(short.equals::<S>(&mul_bits::<F, S>(point, &scalar, 24)));
        }
    }

    #[test]
    fn products_by_so_many_bits_are_right_for_any_point_of_the_curve() {
        products::<Fp>();
        products::<Fp2>();
    }
}
