//! What curves need of a field, and the base field as one: encoding, comparison, inversion, square roots.

use super::arch::{Modular, add6, double6, negate6, opaque, reduce6, sub6};
use super::fp::{Fp, FpDbl};
use super::limbs::{limbs_sub, zero_mask};
use super::{Backend, inverse::Modulus};
use crate::generated::curve::B1;
use crate::generated::field::{HALF, P, R1, R2, R3, SQRT_EXPONENT};

/// A field that a curve is defined over, or several elements of one beside each other ([`many`](crate::kernel::many)): masks are all ones or
/// zeros, of elements in lanes a byte a lane. Values are loose unless said otherwise.
pub trait Field: Copy + Send + Sync + 'static {
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The constant of the curve over this field.
    const CURVE_B: Self;

    /// Sum.
    fn add<B: Backend>(&self, other: &Self) -> Self;
    /// Difference.
    fn sub<B: Backend>(&self, other: &Self) -> Self;
    /// Double.
    fn dbl<B: Backend>(&self) -> Self;
    /// Negative.
    fn neg<B: Backend>(&self) -> Self;
    /// Product.
    fn mul<B: Backend>(&self, other: &Self) -> Self;
    /// Square.
    fn sqr<B: Backend>(&self) -> Self;
    /// Product with three times the constant of the curve.
    fn mul_b3<B: Backend>(&self) -> Self;
    /// `self*a - b*c`, with one reduction where that pays.
    fn mul_sub_mul<B: Backend>(&self, a: &Self, b: &Self, c: &Self) -> Self {
        self.mul::<B>(a).sub::<B>(&b.mul::<B>(c))
    }
    /// Whether it is zero, as a mask of all ones or zeros.
    fn zero_mask(&self) -> u64;
    /// `self` where `mask` is zero, `other` where it is all ones.
    fn select(&self, other: &Self, mask: u64) -> Self;
    /// Inverse in constant time; zero for zero.
    fn inv<B: Backend>(&self) -> Self;
    /// Inverse of a public value; zero for zero.
    fn inv_vartime<B: Backend>(&self) -> Self;
    /// A square root where there is one, and the mask of where.
    fn root<B: Backend>(&self) -> (Self, u64);
    /// Whether the canonical form is larger than that of the negative (the sign flag of encodings), as a mask.
    fn larger_mask<B: Backend>(&self) -> u64;
    /// RFC 9380's `sgn0`, the parity of the canonical form, as a mask.
    fn odd_mask<B: Backend>(&self) -> u64;
    /// Half of a value.
    fn half(&self) -> Self;

    /// A square root, if there is one.
    fn sqrt<B: Backend>(&self) -> Option<Self> {
        let (root, is) = self.root::<B>();
        (is == !0).then_some(root)
    }
    /// [`Field::larger_mask`] of one element.
    fn is_larger<B: Backend>(&self) -> bool {
        self.larger_mask::<B>() == !0
    }
    /// [`Field::odd_mask`] of one element.
    fn sgn0<B: Backend>(&self) -> bool {
        self.odd_mask::<B>() == !0
    }
    /// Whether it is zero; of elements in lanes, whether all are.
    fn is_zero(&self) -> bool {
        self.zero_mask() == !0
    }
    /// Whether it is the same as another.
    fn equals<B: Backend>(&self, other: &Self) -> bool {
        self.sub::<B>(other).is_zero()
    }
}

/// A base field: what roots are taken by.
pub trait Base: Field {
    /// `n` squarings in a row, at least one.
    fn sqr_n<B: Backend>(&self, n: u32) -> Self;

    /// `self^((p - 3)/4)`: for a square, the inverse of a root. A window of five bits over 16 odd powers; the exponent is public,
    /// the time the same for all values. What it costs stands in `docs/kernels/bls.md`.
    fn inverse_root<B: Backend>(&self) -> Self {
        let square = self.sqr::<B>();
        let mut odd = [*self; 16];
        for i in 1..16 {
            odd[i] = odd[i - 1].mul::<B>(&square);
        }
        let (steps, count) = &SQRT_WINDOWS;
        let mut x = odd[steps[0].1 as usize / 2];
        for (squarings, value) in &steps[1..*count] {
            x = x.sqr_n::<B>(u32::from(*squarings));
            if *value != 0 {
                x = x.mul::<B>(&odd[*value as usize / 2]);
            }
        }
        x
    }
}

static MODULUS: Modulus<7> = Modulus::new(&P, 381);
/// What canonical values are taken by.
const CANONICAL: Modular<6> = Modular::new(P);

/// Steps of a window method for a public exponent: square so many times, then multiply by an odd power (0: none).
const fn windows(exponent: &[u64; 6]) -> ([(u8, u8); 80], usize) {
    let mut out = [(0u8, 0u8); 80];
    let mut count = 0;
    let mut bit = 383i32;
    let mut squarings = 0u8;
    while bit >= 0 {
        if exponent[bit as usize / 64] >> (bit % 64) & 1 == 0 {
            squarings += 1;
            bit -= 1;
            continue;
        }
        let mut low = if bit >= 4 { bit - 4 } else { 0 };
        while exponent[low as usize / 64] >> (low % 64) & 1 == 0 {
            low += 1;
        }
        let mut value = 0u8;
        let mut i = bit;
        while i >= low {
            value = value << 1 | (exponent[i as usize / 64] >> (i % 64) & 1) as u8;
            i -= 1;
        }
        out[count] = (squarings + (bit - low + 1) as u8, value);
        count += 1;
        squarings = 0;
        bit = low - 1;
    }
    if squarings > 0 {
        out[count] = (squarings, 0);
        count += 1;
    }
    (out, count)
}

const SQRT_WINDOWS: ([(u8, u8); 80], usize) = windows(&SQRT_EXPONENT);

impl Fp {
    /// One.
    pub const ONE: Self = Self(R1);

    /// The canonical integer, below `p`.
    pub fn to_canonical<B: Backend>(&self) -> [u64; 6] {
        let mut wide = [0; 12];
        wide[..6].copy_from_slice(&self.0);
        B::fp_reduce(&FpDbl(wide)).reduced()
    }

    /// The element for an integer, which must be below `2p`.
    pub fn from_canonical<B: Backend>(limbs: &[u64; 6]) -> Self {
        B::fp_mul(&Self(*limbs), &Self(R2))
    }

    /// The canonical encoding: 48 bytes, most significant first.
    pub fn to_bytes<B: Backend>(&self) -> [u8; 48] {
        let mut out = [0; 48];
        for (chunk, limb) in out.chunks_exact_mut(8).zip(self.to_canonical::<B>().iter().rev()) {
            chunk.copy_from_slice(&limb.to_be_bytes());
        }
        out
    }

    /// Decodes 48 bytes, most significant first; `None` if the integer is not below `p`.
    pub fn from_bytes<B: Backend>(bytes: &[u8; 48]) -> Option<Self> {
        let limbs = limbs_from_be(bytes);
        let (_, less) = limbs_sub(&limbs, &P);
        less.then(|| Self::from_canonical::<B>(&limbs))
    }

    /// The integer of 64 bytes, most significant first, modulo `p`.
    pub fn from_bytes_wide<B: Backend>(bytes: &[u8; 64]) -> Self {
        // high * 2^256 + low: both are below 2^256 < p.
        let mut padded = [0u8; 48];
        padded[16..].copy_from_slice(&bytes[..32]);
        let high = Self::from_canonical::<B>(&limbs_from_be(&padded));
        padded[16..].copy_from_slice(&bytes[32..]);
        let low = Self::from_canonical::<B>(&limbs_from_be(&padded));
        let shift = Self::from_canonical::<B>(&[0, 0, 0, 0, 1, 0]);
        B::fp_add(&B::fp_mul(&high, &shift), &low)
    }

    /// The modulus, least significant limb first.
    pub const MODULUS: [u64; 6] = P;

    /// The same element with limbs below `p`.
    #[inline(always)]
    pub fn canonical(&self) -> Self {
        Self(self.reduced())
    }

    /// The sum of canonical values, canonical: two steps where a loose sum and its canonical form are three.
    #[inline]
    pub fn add_canonical(&self, other: &Self) -> Self {
        Self(add6(&self.0, &other.0, &CANONICAL))
    }

    /// Twice a canonical value, canonical.
    #[inline]
    pub fn double_canonical(&self) -> Self {
        Self(double6(&self.0, &CANONICAL))
    }

    /// The difference of canonical values, canonical.
    #[inline]
    pub fn sub_canonical(&self, other: &Self) -> Self {
        Self(sub6(&self.0, &other.0, &CANONICAL))
    }

    /// The negative of a canonical value where the mask is all ones, the value where it is zero; canonical.
    #[inline]
    pub fn negate_canonical(&self, mask: u64) -> Self {
        Self(negate6(&self.0, mask, &CANONICAL))
    }

    /// The element for any integer of 384 bits, which is taken modulo `p`.
    pub fn from_limbs_reduced<B: Backend>(limbs: &[u64; 6]) -> Self {
        Self::from_canonical::<B>(&super::fp::tighten(limbs).0)
    }

    /// The element for an integer of any length, most significant byte first, modulo `p`.
    pub fn from_bytes_reduced<B: Backend>(bytes: impl ExactSizeIterator<Item = u8>) -> Self {
        // 2^384, which is what Montgomery form multiplies by.
        let shift = Self::from_canonical::<B>(&R1);
        let mut sum = Self::ZERO;
        let mut block = [0u8; 48];
        let mut rest = bytes.len();
        for byte in bytes {
            rest -= 1;
            // The first block takes what fills none.
            block[47 - rest % 48] = byte;
            if rest.is_multiple_of(48) {
                let value = Self::from_limbs_reduced::<B>(&limbs_from_be(&block));
                sum = B::fp_add(&B::fp_mul(&sum, &shift), &value);
                block = [0; 48];
            }
        }
        sum
    }

    /// Whether it is a square, which zero is, in constant time: without a root, a fifth of the time of one.
    pub fn is_square(&self) -> bool {
        // Montgomery form does not matter: `2^384` is a square.
        super::symbol::not_square_mask(&self.reduced()) == 0
    }

    /// The limbs below `p`, still in Montgomery form.
    #[inline]
    fn reduced(&self) -> [u64; 6] {
        reduce6(&self.0, &CANONICAL)
    }
}

/// Six limbs of 48 bytes, most significant first.
pub fn limbs_from_be(bytes: &[u8; 48]) -> [u64; 6] {
    let mut limbs = [0; 6];
    for (limb, chunk) in limbs.iter_mut().rev().zip(bytes.chunks_exact(8)) {
        *limb = chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    }
    limbs
}

impl Field for Fp {
    const ZERO: Self = Self([0; 6]);
    const ONE: Self = Self(R1);
    const CURVE_B: Self = B1;

    #[inline(always)]
    fn add<B: Backend>(&self, other: &Self) -> Self {
        B::fp_add(self, other)
    }
    #[inline(always)]
    fn sub<B: Backend>(&self, other: &Self) -> Self {
        B::fp_sub(self, other)
    }
    #[inline(always)]
    fn dbl<B: Backend>(&self) -> Self {
        B::fp_dbl(self)
    }
    #[inline(always)]
    fn neg<B: Backend>(&self) -> Self {
        B::fp_neg(self)
    }
    #[inline(always)]
    fn mul<B: Backend>(&self, other: &Self) -> Self {
        B::fp_mul(self, other)
    }
    #[inline(always)]
    fn sqr<B: Backend>(&self) -> Self {
        B::fp_sqr(self)
    }
    #[inline(always)]
    fn mul_b3<B: Backend>(&self) -> Self {
        let four = B::fp_dbl(&B::fp_dbl(self));
        B::fp_add(&B::fp_dbl(&four), &four)
    }
    #[inline(always)]
    fn zero_mask(&self) -> u64 {
        zero_mask(&self.reduced())
    }
    #[inline(always)]
    fn select(&self, other: &Self, mask: u64) -> Self {
        let mask = opaque(mask);
        Self(core::array::from_fn(|i| (self.0[i] & !mask) | (other.0[i] & mask)))
    }
    fn inv<B: Backend>(&self) -> Self {
        B::fp_mul(&Self(MODULUS.invert(&self.reduced())), &Self(R3))
    }
    fn inv_vartime<B: Backend>(&self) -> Self {
        B::fp_mul(&Self(MODULUS.invert_vartime(&self.reduced())), &Self(R3))
    }
    fn root<B: Backend>(&self) -> (Self, u64) {
        let root = B::fp_mul(&self.inverse_root::<B>(), self);
        let is = B::fp_sub(&B::fp_sqr(&root), self).zero_mask();
        (root, is)
    }
    fn larger_mask<B: Backend>(&self) -> u64 {
        let (_, larger) = limbs_sub(&HALF, &self.to_canonical::<B>());
        u64::from(larger).wrapping_neg()
    }
    fn odd_mask<B: Backend>(&self) -> u64 {
        (self.to_canonical::<B>()[0] & 1).wrapping_neg()
    }
    fn half(&self) -> Self {
        // The barrier keeps the mask from becoming a branch, which it did.
        let odd = opaque((self.0[0] & 1).wrapping_neg());
        let mut p = P;
        for limb in &mut p {
            *limb &= odd;
        }
        let (sum, _) = super::limbs::limbs_add(&self.0, &p);
        let mut out = [0; 6];
        for i in 0..6 {
            out[i] = sum[i] >> 1 | sum.get(i + 1).map_or(0, |next| next << 63);
        }
        Self(out)
    }
}

impl Base for Fp {
    #[inline(always)]
    fn sqr_n<B: Backend>(&self, n: u32) -> Self {
        B::fp_sqr_n(self, n)
    }
}
