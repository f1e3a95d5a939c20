//! [`Fr`] as a prime field of the crate `ff`. Its bytes there are least significant first, as other crates have them.

use ff::helpers::{sqrt_ratio_generic, sqrt_tonelli_shanks};
use ff::{FromUniformBytes, PrimeField};
use rand_core::TryRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

use crate::field::Fr;
use crate::mem;

operator!(Add::add, AddAssign::add_assign, Fr, Fr, Fr::add);
operator!(Sub::sub, SubAssign::sub_assign, Fr, Fr, Fr::sub);
operator!(Mul::mul, MulAssign::mul_assign, Fr, Fr, Fr::mul);
negative!(Fr, Fr::neg);
of_many!(Sum::sum, Fr, Fr::ZERO, Fr::add);
of_many!(Product::product, Fr, Fr::ONE, Fr::mul);

/// `(T - 1)/2` where `r - 1 = 2^32 T`.
const HALF_OF_ODD_PART: [u64; 4] =
    [0x7fff2dff7fffffff, 0x04d0ec02a9ded201, 0x94cebea4199cec04, 0x0000000039f6d3a9];

impl Default for Fr {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<u64> for Fr {
    fn from(value: u64) -> Self {
        Self::from_u64(value)
    }
}

impl ConstantTimeEq for Fr {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl ConditionallySelectable for Fr {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(core::array::from_fn(|i| u64::conditional_select(&a.0[i], &b.0[i], choice)))
    }
}

impl ff::Field for Fr {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        // The bias of the reduction is below 2^-256.
        let mut bytes = [0; 64];
        rng.try_fill_bytes(&mut bytes)?;
        let scalar = Self::from_bytes_reduced(&bytes);
        mem::wipe_bytes(&mut bytes);
        Ok(scalar)
    }
    fn square(&self) -> Self {
        self.sqr()
    }
    fn double(&self) -> Self {
        Self::add(self, self)
    }
    fn invert(&self) -> CtOption<Self> {
        CtOption::new(self.inv(), !ff::Field::is_zero(self))
    }
    fn sqrt_ratio(num: &Self, div: &Self) -> (Choice, Self) {
        sqrt_ratio_generic(num, div)
    }
    fn sqrt(&self) -> CtOption<Self> {
        sqrt_tonelli_shanks(self, HALF_OF_ODD_PART)
    }
}

impl PrimeField for Fr {
    type Repr = [u8; 32];

    const MODULUS: &'static str = "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    const NUM_BITS: u32 = 255;
    const CAPACITY: u32 = 254;
    // In Montgomery form, as all constants; a test recomputes each.
    const TWO_INV: Self =
        Self([0x00000000ffffffff, 0xac425bfd0001a401, 0xccc627f7f65e27fa, 0x0c1258acd66282b7]);
    const MULTIPLICATIVE_GENERATOR: Self =
        Self([0x0000000efffffff1, 0x17e363d300189c0f, 0xff9c57876f8457b0, 0x351332208fc5a8c4]);
    const S: u32 = 32;
    const ROOT_OF_UNITY: Self =
        Self([0xb9b58d8c5f0e466a, 0x5b1b4c801819d7ec, 0x0af53ae352a31e64, 0x5bf3adda19e9b27b]);
    const ROOT_OF_UNITY_INV: Self =
        Self([0x4256481adcf3219a, 0x45f37b7f96b6cad3, 0xf9c3f1d75f7a3b27, 0x2d2fc049658afd43]);
    const DELTA: Self =
        Self([0x70e310d3d146f96a, 0x4b64c08919e299e6, 0x51e114186a8b970d, 0x6185d06627c067cb]);

    fn from_repr(mut repr: [u8; 32]) -> CtOption<Self> {
        repr.reverse();
        let scalar = Self::from_bytes(&repr);
        CtOption::new(scalar.unwrap_or(Self::ZERO), Choice::from(u8::from(scalar.is_some())))
    }
    fn to_repr(&self) -> [u8; 32] {
        let mut bytes = self.to_bytes();
        bytes.reverse();
        bytes
    }
    fn is_odd(&self) -> Choice {
        Choice::from((self.to_limbs()[0] & 1) as u8)
    }
}

impl FromUniformBytes<64> for Fr {
    fn from_uniform_bytes(bytes: &[u8; 64]) -> Self {
        let mut bytes = *bytes;
        bytes.reverse();
        let scalar = Self::from_bytes_reduced(&bytes);
        mem::wipe_bytes(&mut bytes);
        scalar
    }
}
