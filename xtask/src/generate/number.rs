//! Big integers modulo `p`, as much of `Fp` and `Fp2` as the constants need. Slow and plain.

use num_bigint::BigUint;

/// An element of `Fp2`, `(c0, c1)`.
pub type Pair = (BigUint, BigUint);

/// The field.
pub struct Field {
    pub p: BigUint,
}

impl Field {
    pub fn sub(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + &self.p - (b % &self.p)) % &self.p
    }

    pub fn inverse(&self, a: &BigUint) -> BigUint {
        a.modpow(&(&self.p - 2u32), &self.p)
    }

    pub fn mul2(&self, a: &Pair, b: &Pair) -> Pair {
        let c0 = self.sub(&(&a.0 * &b.0 % &self.p), &(&a.1 * &b.1));
        (c0, (&a.0 * &b.1 + &a.1 * &b.0) % &self.p)
    }

    pub fn pow2(&self, a: &Pair, exponent: &BigUint) -> Pair {
        let mut out = (BigUint::from(1u32), BigUint::ZERO);
        for i in (0..exponent.bits()).rev() {
            out = self.mul2(&out, &out);
            if exponent.bit(i) {
                out = self.mul2(&out, a);
            }
        }
        out
    }

    pub fn conjugate(&self, a: &Pair) -> Pair {
        (a.0.clone(), self.sub(&BigUint::ZERO, &a.1))
    }

    pub fn inverse2(&self, a: &Pair) -> Pair {
        let norm = (&a.0 * &a.0 + &a.1 * &a.1) % &self.p;
        let k = self.inverse(&norm);
        let c = self.conjugate(a);
        (c.0 * &k % &self.p, c.1 * &k % &self.p)
    }

    /// `k` times the point `(x, y)` of `y^2 = x^3 + b`, affine; `k` below the order of the point.
    pub fn multiply(&self, k: &BigUint, (x, y): &Pair) -> Pair {
        let mut sum: Option<Pair> = None;
        for i in (0..k.bits()).rev() {
            sum = sum.map(|s| self.add(&s, &s));
            if k.bit(i) {
                sum = Some(match sum {
                    None => (x.clone(), y.clone()),
                    Some(s) => self.add(&s, &(x.clone(), y.clone())),
                });
            }
        }
        sum.unwrap_or_default()
    }

    fn add(&self, a: &Pair, b: &Pair) -> Pair {
        let p = &self.p;
        let slope = if a.0 == b.0 {
            BigUint::from(3u32) * &a.0 * &a.0 * self.inverse(&(BigUint::from(2u32) * &a.1 % p)) % p
        } else {
            self.sub(&a.1, &b.1) * self.inverse(&self.sub(&a.0, &b.0)) % p
        };
        let x = self.sub(&(&slope * &slope % p), &(&a.0 + &b.0));
        let y = self.sub(&(&slope * self.sub(&a.0, &x) % p), &a.1);
        (x, y)
    }
}
