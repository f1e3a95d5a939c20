//! The scalar field: integers modulo the order `r` of the groups. Portable, constant time.

use super::arch::{Modular, add4, double4, negate4, opaque, reduce4, sub4};
use super::inverse::Modulus;
use super::limbs::{limbs_sub, mac, zero_mask};
use crate::generated::scalar::{N0, P, R1, R2, R3};

static MODULUS: Modulus<5> = Modulus::new(&P, 255);
/// `r < 2^255`: sums of two values cannot overflow.
const CANONICAL: Modular<4> = Modular::new(P);

/// An integer modulo the group order, canonical, in Montgomery form (`R = 2^256`).
///
/// ```
/// use lanesmith_bls::Fr;
/// let five = Fr::from_u64(5);
/// assert_eq!(five.mul(&five.inv()), Fr::ONE);
/// assert_eq!(five.sub(&five), Fr::ZERO);
/// ```
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Fr(pub(crate) [u64; 4]);

impl PartialEq for Fr {
    /// In constant time: how much of two secrets is the same does not show, only whether all is.
    fn eq(&self, other: &Self) -> bool {
        let difference: [u64; 4] = core::array::from_fn(|i| self.0[i] ^ other.0[i]);
        zero_mask(&difference) != 0
    }
}
impl Eq for Fr {}

impl core::fmt::Debug for Fr {
    /// Nothing of the value: it may be a secret.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Fr(..)")
    }
}

impl Fr {
    /// Zero.
    pub const ZERO: Self = Self([0; 4]);
    /// One.
    pub const ONE: Self = Self(R1);
    /// The order of the groups, least significant limb first.
    pub const MODULUS: [u64; 4] = P;

    /// Sum.
    #[must_use]
    #[inline]
    pub fn add(&self, other: &Self) -> Self {
        Self(add4(&self.0, &other.0, &CANONICAL))
    }

    /// Double.
    #[must_use]
    #[inline]
    pub fn double(&self) -> Self {
        Self(double4(&self.0, &CANONICAL))
    }

    /// Difference.
    #[must_use]
    #[inline]
    pub fn sub(&self, other: &Self) -> Self {
        Self(sub4(&self.0, &other.0, &CANONICAL))
    }

    /// Negative.
    #[must_use]
    #[inline]
    pub fn neg(&self) -> Self {
        Self::ZERO.sub(self)
    }

    /// Negative where the mask is all ones, the value where it is zero.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn negate_if(&self, mask: u64) -> Self {
        Self(negate4(&self.0, mask, &CANONICAL))
    }

    /// Product.
    #[must_use]
    #[inline]
    pub fn mul(&self, other: &Self) -> Self {
        let mut t = [0u64; 4];
        for b in other.0 {
            let mut carry = 0;
            for (limb, a) in t.iter_mut().zip(self.0) {
                (*limb, carry) = mac(*limb, a, b, carry);
            }
            let top = carry;
            let q = t[0].wrapping_mul(N0);
            (_, carry) = mac(t[0], q, P[0], 0);
            for i in 1..4 {
                (t[i - 1], carry) = mac(t[i], q, P[i], carry);
            }
            // Below 2r < 2^256.
            t[3] = top + carry;
        }
        Self(reduce4(&t, &CANONICAL))
    }

    /// Square.
    #[must_use]
    #[inline]
    pub fn sqr(&self) -> Self {
        self.mul(self)
    }

    /// Inverse in constant time; zero for zero.
    #[must_use]
    pub fn inv(&self) -> Self {
        Self(MODULUS.invert(&self.0)).mul(&Self(R3))
    }

    /// Inverse of a public value; zero for zero.
    #[must_use]
    pub fn inv_vartime(&self) -> Self {
        Self(MODULUS.invert_vartime(&self.0)).mul(&Self(R3))
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        zero_mask(&self.0) != 0
    }

    /// The element for a small integer.
    #[must_use]
    pub fn from_u64(value: u64) -> Self {
        Self([value, 0, 0, 0]).mul(&Self(R2))
    }

    /// The canonical integer, least significant limb first.
    #[must_use]
    #[inline]
    pub fn to_limbs(&self) -> [u64; 4] {
        self.reduced().0
    }

    /// Montgomery reduction: limbs that are the integer.
    #[inline]
    pub(super) fn reduced(&self) -> Self {
        let mut t = self.0;
        for _ in 0..4 {
            let q = t[0].wrapping_mul(N0);
            let (_, mut carry) = mac(t[0], q, P[0], 0);
            for i in 1..4 {
                (t[i - 1], carry) = mac(t[i], q, P[i], carry);
            }
            t[3] = carry;
        }
        Self(reduce4(&t, &CANONICAL))
    }

    /// The element for a canonical integer; `None` if it is not below the order.
    #[must_use]
    pub fn from_limbs(limbs: &[u64; 4]) -> Option<Self> {
        let (_, less) = limbs_sub(limbs, &P);
        // One branch: the compiler would make one of the highest words first, as it does of comparisons.
        let less = opaque(less.into()) != 0;
        less.then(|| Self(*limbs).mul(&Self(R2)))
    }

    /// The element for any integer of 256 bits, which is taken modulo the order. In constant time.
    #[must_use]
    #[inline]
    pub fn from_limbs_reduced(limbs: &[u64; 4]) -> Self {
        // The bound of a product holds for any second factor.
        Self(R2).mul(&Self(*limbs))
    }

    /// The product with `2^256`: how integers of more words than an element are read.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn shifted(&self) -> Self {
        self.mul(&Self(R2))
    }

    /// Half of a value.
    #[must_use]
    #[inline]
    pub fn half(&self) -> Self {
        self.halved(1)
    }

    /// Divided by `2^count`, at most `2^63`.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn halved(&self, count: u32) -> Self {
        // The multiple of the order that makes the low bits zero: with it, the value is below `2^count` times the order.
        let multiple = self.0[0].wrapping_mul(N0) & ((1 << count) - 1);
        let (mut sum, mut carry) = ([0; 4], 0);
        for i in 0..4 {
            (sum[i], carry) = mac(self.0[i], multiple, P[i], carry);
        }
        Self(core::array::from_fn(|i| {
            let next = sum.get(i + 1).copied().unwrap_or(carry);
            // In two steps, so that no bit moves by the width of a word.
            sum[i] >> count | next << 1 << (63 - count)
        }))
    }

    /// 32 bytes, most significant first.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        let mut out = [0; 32];
        for (chunk, limb) in out.chunks_exact_mut(8).zip(self.to_limbs().iter().rev()) {
            chunk.copy_from_slice(&limb.to_be_bytes());
        }
        out
    }

    /// Decodes 32 bytes, most significant first; `None` if the integer is not below the order.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Option<Self> {
        let mut limbs = [0; 4];
        limbs_from_be(&mut limbs, bytes);
        let read = Self::from_limbs(&limbs);
        // It may be a key.
        crate::mem::wipe(&mut limbs);
        read
    }

    /// The integer of up to any number of bytes, most significant first, modulo the order.
    #[must_use]
    pub fn from_bytes_reduced(bytes: &[u8]) -> Self {
        let mut sum = Self::ZERO;
        // The first block takes what fills none.
        for (i, block) in bytes.rchunks(32).rev().enumerate() {
            let mut limbs = [0; 4];
            limbs_from_be(&mut limbs, block);
            let mut value = Self::from_limbs_reduced(&limbs);
            sum = if i == 0 { value } else { sum.shifted().add(&value) };
            // Keys are made of such bytes.
            crate::mem::wipe(&mut limbs);
            value.wipe();
        }
        sum
    }

    /// Overwrites the value with zeros in a way that the compiler keeps.
    pub fn wipe(&mut self) {
        crate::mem::wipe(&mut self.0);
    }
}

/// Limbs of at most 32 bytes, most significant first, in the place of zeros.
fn limbs_from_be(limbs: &mut [u64; 4], bytes: &[u8]) {
    for (limb, word) in limbs.iter_mut().zip(bytes.rchunks(8)) {
        *limb = word.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    }
}
