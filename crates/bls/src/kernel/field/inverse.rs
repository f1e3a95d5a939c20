//! Inversion by division steps (Bernstein and Yang 2019, in the half-delta form): constant time for secrets, variable
//! time for public values. Signed limbs of 62 bits; matrices of 62 steps act on `f, g` and, modulo `m`, on `d, e`.

use super::arch::{division_steps, opaque};

pub(super) const LIMB: u64 = (1 << 62) - 1;

/// An odd modulus in `L` limbs of 62 bits, with room for a sign.
pub struct Modulus<const L: usize> {
    limbs: [i64; L],
    /// `1/m mod 2^62`.
    inverse: u64,
    /// Batches of 59 constant-time steps that bring every `g < m` to 0.
    batches: u32,
}

pub(super) type Signed<const L: usize> = [i64; L];

/// What 62 steps do: `2^62 * (f', g') = (u*f + v*g, q*f + r*g)`.
pub(super) struct Matrix {
    pub(super) u: i64,
    pub(super) v: i64,
    pub(super) q: i64,
    pub(super) r: i64,
}

impl Matrix {
    /// Of two rows, of which each holds both its numbers in a word.
    #[inline(always)]
    pub(super) fn unpack((f, g): (u64, u64)) -> Self {
        let unpack = |row: u64| {
            let low = i64::from(row as u32 as i32);
            (low, row.wrapping_sub(low as u64) as i64 >> 32)
        };
        let ((u, v), (q, r)) = (unpack(f), unpack(g));
        Matrix { u, v, q, r }
    }

    /// First the other, then this one, times a power of two.
    #[inline(always)]
    pub(super) fn after(&self, first: &Matrix, scale: i64) -> Self {
        Matrix {
            u: (self.u * first.u + self.v * first.q) * scale,
            v: (self.u * first.v + self.v * first.r) * scale,
            q: (self.q * first.u + self.r * first.q) * scale,
            r: (self.q * first.v + self.r * first.r) * scale,
        }
    }
}

pub(super) const fn to_signed<const N: usize, const L: usize>(limbs: &[u64; N]) -> Signed<L> {
    let mut out = [0; L];
    let mut i = 0;
    while i < L {
        let bit = 62 * i;
        let (word, shift) = (bit / 64, bit % 64);
        if word < N {
            let mut value = limbs[word] >> shift;
            if shift > 2 && word + 1 < N {
                value |= limbs[word + 1] << (64 - shift);
            }
            out[i] = (value & LIMB) as i64;
        }
        i += 1;
    }
    out
}

fn from_signed<const N: usize, const L: usize>(limbs: &Signed<L>) -> [u64; N] {
    let mut out = [0; N];
    for (i, limb) in limbs.iter().enumerate() {
        let bit = 62 * i;
        let (word, shift) = (bit / 64, bit % 64);
        if word < N {
            out[word] |= (*limb as u64) << shift;
            if shift > 2 && word + 1 < N {
                out[word + 1] |= (*limb as u64) >> (64 - shift);
            }
        }
    }
    out
}

impl<const L: usize> Modulus<L> {
    /// The modulus `m` of `bits` bits.
    pub const fn new<const N: usize>(m: &[u64; N], bits: u32) -> Self {
        let mut inverse = 1u64;
        let mut i = 0;
        while i < 6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(m[0].wrapping_mul(inverse)));
            i += 1;
        }
        // Pornin's and Wuille's bound for half-delta steps.
        let steps = (45_907 * bits as u64 + 26_313) / 19_929;
        Self { limbs: to_signed(m), inverse: inverse & LIMB, batches: steps.div_ceil(59) as u32 }
    }

    /// `1/x mod m` for `x < m`, 0 for 0; the same time for all values.
    pub fn invert<const N: usize>(&self, x: &[u64; N]) -> [u64; N] {
        let mut d = [0; L];
        let mut e = [0; L];
        e[0] = 1;
        let mut f = self.limbs;
        let mut g = to_signed(x);
        let mut zeta = -1i64;
        for _ in 0..self.batches {
            let t = steps_59(&mut zeta, f[0] as u64, g[0] as u64);
            self.update_de(&mut d, &mut e, &t);
            update_fg(&mut f, &mut g, &t, L);
        }
        from_signed(&self.normalize(&d, f[L - 1]))
    }

    /// `1/x mod m` for `x < m`, 0 for 0, in a time that depends on `x`.
    pub fn invert_vartime<const N: usize>(&self, x: &[u64; N]) -> [u64; N] {
        let mut d = [0; L];
        let mut e = [0; L];
        e[0] = 1;
        let mut f = self.limbs;
        let mut g: Signed<L> = to_signed(x);
        let mut eta = -1i64;
        let mut length = L;
        while g[..length].iter().any(|limb| *limb != 0) {
            let t = steps_62_vartime(&mut eta, f[0] as u64, g[0] as u64);
            self.update_de(&mut d, &mut e, &t);
            update_fg(&mut f, &mut g, &t, length);
            // Both top limbs only repeat the signs of the limbs below: fold them in.
            let (top_f, top_g) = (f[length - 1], g[length - 1]);
            if length > 1 && (top_f == 0 || top_f == -1) && (top_g == 0 || top_g == -1) {
                f[length - 2] |= ((top_f as u64) << 62) as i64;
                g[length - 2] |= ((top_g as u64) << 62) as i64;
                length -= 1;
            }
        }
        from_signed(&self.normalize(&d, f[length - 1]))
    }

    /// Applies the matrix to `d, e` modulo `m`; both stay in `(-2m, m)`.
    fn update_de(&self, d: &mut Signed<L>, e: &mut Signed<L>, t: &Matrix) {
        let sign = |limb: i64| opaque((limb >> 63) as u64) as i64;
        let (sign_d, sign_e) = (sign(d[L - 1]), sign(e[L - 1]));
        let mut md = (t.u & sign_d) + (t.v & sign_e);
        let mut me = (t.q & sign_d) + (t.r & sign_e);
        let mut cd = i128::from(t.u) * i128::from(d[0]) + i128::from(t.v) * i128::from(e[0]);
        let mut ce = i128::from(t.q) * i128::from(d[0]) + i128::from(t.r) * i128::from(e[0]);
        // The multiples of m that make the low 62 bits zero.
        md -= (self.inverse.wrapping_mul(cd as u64).wrapping_add(md as u64) & LIMB) as i64;
        me -= (self.inverse.wrapping_mul(ce as u64).wrapping_add(me as u64) & LIMB) as i64;
        cd += i128::from(self.limbs[0]) * i128::from(md);
        ce += i128::from(self.limbs[0]) * i128::from(me);
        cd >>= 62;
        ce >>= 62;
        for i in 1..L {
            let (di, ei, mi) = (i128::from(d[i]), i128::from(e[i]), i128::from(self.limbs[i]));
            cd += i128::from(t.u) * di + i128::from(t.v) * ei + mi * i128::from(md);
            ce += i128::from(t.q) * di + i128::from(t.r) * ei + mi * i128::from(me);
            d[i - 1] = (cd as u64 & LIMB) as i64;
            e[i - 1] = (ce as u64 & LIMB) as i64;
            cd >>= 62;
            ce >>= 62;
        }
        d[L - 1] = cd as i64;
        e[L - 1] = ce as i64;
    }

    /// `d` in `(-2m, m)`, times the sign of `sign`, as a value in `[0, m)`.
    fn normalize(&self, d: &Signed<L>, sign: i64) -> Signed<L> {
        let mut r = *d;
        self.add_if(&mut r, d[L - 1] >> 63);
        let negate = opaque((sign >> 63) as u64) as i64;
        for limb in &mut r {
            *limb = (*limb ^ negate) - negate;
        }
        carry(&mut r);
        let negative = r[L - 1] >> 63;
        self.add_if(&mut r, negative);
        r
    }

    /// Adds `m` where `mask` is -1, and carries. The barrier keeps the mask from becoming a branch: seen in object code
    /// without it.
    fn add_if(&self, r: &mut Signed<L>, mask: i64) {
        let mask = opaque(mask as u64) as i64;
        for (limb, m) in r.iter_mut().zip(&self.limbs) {
            *limb += m & mask;
        }
        carry(r);
    }
}

pub(super) fn carry<const L: usize>(r: &mut Signed<L>) {
    for i in 1..L {
        r[i] += r[i - 1] >> 62;
        r[i - 1] &= LIMB as i64;
    }
}

pub(super) fn update_fg<const L: usize>(f: &mut Signed<L>, g: &mut Signed<L>, t: &Matrix, length: usize) {
    let mut cf = i128::from(t.u) * i128::from(f[0]) + i128::from(t.v) * i128::from(g[0]);
    let mut cg = i128::from(t.q) * i128::from(f[0]) + i128::from(t.r) * i128::from(g[0]);
    cf >>= 62;
    cg >>= 62;
    for i in 1..length {
        let (fi, gi) = (i128::from(f[i]), i128::from(g[i]));
        cf += i128::from(t.u) * fi + i128::from(t.v) * gi;
        cg += i128::from(t.q) * fi + i128::from(t.r) * gi;
        f[i - 1] = (cf as u64 & LIMB) as i64;
        g[i - 1] = (cg as u64 & LIMB) as i64;
        cf >>= 62;
        cg >>= 62;
    }
    f[length - 1] = cf as i64;
    g[length - 1] = cg as i64;
}

/// 59 steps, in two parts; the matrix is scaled by 8 so that its scale is `2^62`.
fn steps_59(zeta: &mut i64, f0: u64, g0: u64) -> Matrix {
    let (mut f, mut g) = (f0, g0);
    let a = steps_packed::<30>(zeta, &mut f, &mut g);
    let b = steps_packed::<29>(zeta, &mut f, &mut g);
    b.after(&a, 8)
}

/// `N` steps, at most 30, as a matrix.
#[inline(always)]
fn steps_packed<const N: u32>(zeta: &mut i64, f: &mut u64, g: &mut u64) -> Matrix {
    Matrix::unpack(division_steps::<N>(zeta, f, g))
}

/// 62 steps, several at once where `g` is even or a small multiple of `f` clears several bits of it.
fn steps_62_vartime(eta: &mut i64, f0: u64, g0: u64) -> Matrix {
    let (mut u, mut v, mut q, mut r) = (1u64, 0u64, 0u64, 1u64);
    let (mut f, mut g) = (f0, g0);
    let mut left = 62u32;
    loop {
        let zeros = (g | (u64::MAX << left)).trailing_zeros();
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        *eta -= i64::from(zeros);
        left -= zeros;
        if left == 0 {
            break;
        }
        let multiple;
        if *eta < 0 {
            *eta = -*eta;
            (f, g) = (g, f.wrapping_neg());
            (u, q) = (q, u.wrapping_neg());
            (v, r) = (r, v.wrapping_neg());
            // -g/f modulo 2^6: f*(f*f - 2) is -1/f modulo 64 for odd f.
            let bits = (*eta + 1).min(i64::from(left)).min(6);
            multiple = f.wrapping_mul(g).wrapping_mul(f.wrapping_mul(f).wrapping_sub(2)) & ((1 << bits) - 1);
        } else {
            // 1/f modulo 2^4 is f + (((f + 1) & 4) << 1).
            let bits = (*eta + 1).min(i64::from(left)).min(4);
            let inverse = f.wrapping_add((f.wrapping_add(1) & 4) << 1);
            multiple = inverse.wrapping_neg().wrapping_mul(g) & ((1 << bits) - 1);
        }
        g = g.wrapping_add(f.wrapping_mul(multiple));
        q = q.wrapping_add(u.wrapping_mul(multiple));
        r = r.wrapping_add(v.wrapping_mul(multiple));
    }
    Matrix { u: u as i64, v: v as i64, q: q as i64, r: r as i64 }
}
