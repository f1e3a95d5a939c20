//! The final exponentiation.

use crate::field::Backend;
use crate::tower::{Compressed, Fp6, Fp12};

/// An element of the group that pairings lead to.
///
/// ```
/// use lanesmith_bls::hazmat::Scalar;
/// use lanesmith_bls::{Fr, G1, G2, Pairing};
/// let g1 = G1::auto();
/// let five = g1.to_affine(&g1.mul(&G1::GENERATOR, &Fr::from_u64(5)));
/// let four = g1.to_affine(&g1.mul(&G1::GENERATOR, &Fr::from_u64(4)));
/// let e = |p| Pairing::auto().product(&[(p, G2::GENERATOR)]);
/// assert!(e(four).mul::<Scalar>(&e(G1::GENERATOR)).equals::<Scalar>(&e(five)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Gt(pub Fp12);

impl Gt {
    /// Whether it is one.
    pub fn is_one<B: Backend>(&self) -> bool {
        self.0.is_one::<B>()
    }

    /// Whether it is the same as another.
    pub fn equals<B: Backend>(&self, other: &Self) -> bool {
        self.0.equals::<B>(&other.0)
    }

    /// The product: the pairing is bilinear into this group, written multiplicatively.
    pub fn mul<B: Backend>(&self, other: &Self) -> Self {
        Self(B::fp12_mul(&self.0, &other.0))
    }

    /// The inverse.
    pub fn inv<B: Backend>(&self) -> Self {
        Self(self.0.conjugate::<B>())
    }
}

/// `f^x` for the (negative) parameter `x`, `-x = 2^63 + 2^62 + 2^60 + 2^57 + 2^48 + 2^16`, in the cyclotomic subgroup.
///
/// Up to `2^57` the squarings are compressed; three elements are decompressed together. After that decompressing
/// costs more than whole squarings. 57 compressed squares, 6 whole ones, 5 products in `Fp12`, one decompression of three.
fn pow_x<B: Backend>(f: &Fp12) -> Fp12 {
    let chain = |mut c: Compressed, squarings: u32| {
        for _ in 0..squarings {
            c = c.sqr::<B>();
        }
        c
    };
    let low = chain(Compressed::new(f), 16);
    let middle = chain(low, 32);
    let high = chain(middle, 9);
    let [low, middle, high] = Compressed::decompress::<B, 3>(&[low, middle, high]);
    let mut product = B::fp12_mul(&B::fp12_mul(&low, &middle), &high);
    let mut power = high;
    for squarings in [3, 2, 1] {
        for _ in 0..squarings {
            power = B::fp12_cyclotomic_sqr(&power);
        }
        product = B::fp12_mul(&product, &power);
    }
    product.conjugate::<B>()
}

/// Whether an element is in the group of order `r` that pairings lead to: not zero, in the cyclotomic subgroup (`f^(p^4) * f = f^(p^2)`),
/// and `f^p = f^x` (Scott, ePrint 2021/1130). Two Frobenius maps, a power and a product.
pub fn in_group<B: Backend>(f: &Fp12) -> bool {
    let squared = f.frobenius_2::<B>();
    let cyclotomic = B::fp12_mul(&squared.frobenius_2::<B>(), f).equals::<B>(&squared);
    let zero = Fp12 { c0: Fp6::ZERO, c1: Fp6::ZERO };
    cyclotomic && !f.equals::<B>(&zero) && f.frobenius::<B>().equals::<B>(&pow_x::<B>(f))
}

/// `f^((p^12 - 1)/r * 3)`: a power prime to the order of the group, so that it decides what the exponent without the 3
/// decides; libraries agree on it. Hard part after Hayashida, Hayasaka and Teruya (2020):
/// `3(p^4 - p^2 + 1)/r = (x - 1)^2 (x + p)(x^2 + p^2 - 1) + 3` (ePrint 2020/875).
///
/// In variable time: five powers `f^x`, nine products, one cyclotomic square, one inverse, three Frobenius maps. In all 34
/// products, 31 cyclotomic and 285 compressed squares, 6 inversions.
pub fn final_exponentiation<B: Backend>(f: &Fp12) -> Gt {
    let f = B::fp12_mul(&f.conjugate::<B>(), &f.inv_vartime::<B>());
    let f = B::fp12_mul(&f.frobenius_2::<B>(), &f);
    let inverse = f.conjugate::<B>();
    let a = B::fp12_mul(&pow_x::<B>(&f), &inverse);
    let a = B::fp12_mul(&pow_x::<B>(&a), &a.conjugate::<B>());
    let b = B::fp12_mul(&pow_x::<B>(&a), &a.frobenius::<B>());
    let c = B::fp12_mul(&pow_x::<B>(&pow_x::<B>(&b)), &b.frobenius_2::<B>());
    let c = B::fp12_mul(&c, &b.conjugate::<B>());
    let cube = B::fp12_mul(&B::fp12_cyclotomic_sqr(&f), &f);
    Gt(B::fp12_mul(&c, &cube))
}
