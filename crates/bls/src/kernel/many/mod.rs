//! Eight of everything: the lanes of one vector hold eight independent elements of a field, and the texts of the curves, of hashing and of
//! the lines of pairings run on them as they run on one.
//!
//! [`Fp8`] and [`Fp2x8`] implement [`Field`](crate::field::Field) with masks of a byte a lane ([`spread`]), so that what chooses by masks chooses for each lane by
//! itself. What is better another way in lanes has a file here: `miller` (products with lines as sums of products) and `points`
//! (random factors with a table and digits a lane, decoding).
//!
//! Inputs are public but in `secret`: entries are put into lanes and taken out again in variable time, and tables are read by the digits of a
//! factor. What has a secret runs through kernels that have no branch and no address that depends on a value ([`limbs`]), and reads all of its tables.

#[macro_use]
pub mod limbs;
mod field;
#[cfg(feature = "alloc")]
mod miller;
#[cfg(feature = "alloc")]
mod points;
mod radix;
#[cfg(feature = "alloc")]
mod secret;
#[cfg(feature = "alloc")]
mod sums;
#[cfg(feature = "alloc")]
mod together;

pub use field::{Fp2x8, Fp8, Summed};
#[cfg(feature = "alloc")]
pub use miller::miller_loop;
#[cfg(feature = "alloc")]
pub use points::*;
pub use radix::Limbs;
#[cfg(feature = "alloc")]
pub use secret::mul;
#[cfg(feature = "alloc")]
pub use sums::{msm, msm_any, msm_factor};
#[cfg(feature = "alloc")]
pub use together::{InLanes, OneByOne, Together};

/// Fewer entries than this are done one by one: a pass over all lanes takes as long.
pub const FEW: usize = 4;

/// What an engine is chosen for where there are so many: for a few what is chosen for one, as engines with lanes do these one by one.
pub const fn units(count: usize) -> usize {
    if count < FEW { 1 } else { count }
}

/// The kernels on eight elements: one vector type. Bounds are those of [`limbs`].
pub trait Lanes: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// Product.
    fn mul(a: &Fp8<Self>, b: &Fp8<Self>) -> Fp8<Self>;
    /// `n` squarings in a row, at least one.
    fn sqr_n(a: &Fp8<Self>, n: u32) -> Fp8<Self>;
    /// Sum.
    fn add(a: &Fp8<Self>, b: &Fp8<Self>) -> Fp8<Self>;
    /// Difference.
    fn sub(a: &Fp8<Self>, b: &Fp8<Self>) -> Fp8<Self>;
    /// Half.
    fn half(a: &Fp8<Self>) -> Fp8<Self>;
    /// The integers that the elements stand for, below `p`, not in Montgomery form.
    fn integers(a: &Fp8<Self>) -> Fp8<Self>;
    /// A bit for each lane that holds zero.
    fn zero_lanes(a: &Fp8<Self>) -> u8;
    /// `b` in the lanes whose bit is set, `a` in the others.
    fn select(a: &Fp8<Self>, b: &Fp8<Self>, lanes: u8) -> Fp8<Self>;
    /// Product in `Fp2`.
    fn mul2(a: &Fp2x8<Self>, b: &Fp2x8<Self>) -> Fp2x8<Self>;
    /// Square in `Fp2`.
    fn sqr2(a: &Fp2x8<Self>) -> Fp2x8<Self>;
    /// Norm from `Fp2`.
    fn norm(a: &Fp2x8<Self>) -> Fp8<Self>;
    /// `b` of the table's entries in the lanes whose `number` names it, counted from 1; `a` in those of number 0.
    fn pick(a: &Fp8<Self>, table: &[&Fp8<Self>], numbers: &[u64; 8]) -> Fp8<Self>;
    /// Asks for a value that is needed soon.
    fn prefetch<T>(at: &T);
    /// Elements that lie one after another, those at eight places, in lanes.
    fn unpack(rows: &[Limbs], places: &[usize; 8]) -> Fp8<Self>;
    /// Writes the elements of the lanes to eight places; where two are the same, the last.
    fn pack(a: &Fp8<Self>, rows: &mut [Limbs], places: &[usize; 8]);
    /// `a - b` of elements that lie one after another.
    fn delta(rows: &[Limbs], a: &[usize; 8], b: &[usize; 8]) -> Fp8<Self>;
    /// `(a - b)*c`.
    fn delta_mul(a: &Fp8<Self>, b: &Fp8<Self>, c: &Fp8<Self>) -> Fp8<Self>;
    /// `a^2 - 2*b - c`.
    fn sqr_minus(a: &Fp8<Self>, b: &Fp8<Self>, c: &Fp8<Self>) -> Fp8<Self>;
    /// `(a - b)*c - d`.
    fn delta_mul_minus(a: &Fp8<Self>, b: &Fp8<Self>, c: &Fp8<Self>, d: &Fp8<Self>) -> Fp8<Self>;
    /// `(a - b)*c` in `Fp2`.
    fn delta_mul2(a: &Fp2x8<Self>, b: &Fp2x8<Self>, c: &Fp2x8<Self>) -> Fp2x8<Self>;
    /// `a^2 - 2*b - c` in `Fp2`.
    fn sqr2_minus(a: &Fp2x8<Self>, b: &Fp2x8<Self>, c: &Fp2x8<Self>) -> Fp2x8<Self>;
    /// `(a - b)*c - d` in `Fp2`.
    fn delta_mul2_minus(a: &Fp2x8<Self>, b: &Fp2x8<Self>, c: &Fp2x8<Self>, d: &Fp2x8<Self>) -> Fp2x8<Self>;
    /// A sum of at most eight products in `Fp2`.
    fn dot(terms: &[(&Summed<Self>, &Summed<Self>)]) -> Summed<Self>;
}

/// A bit a lane as a byte a lane: all ones for all lanes, as masks of one element are.
pub const fn spread(lanes: u8) -> u64 {
    let bits = (lanes as u64).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((bits + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101) * 0xff
}

/// The bit of each lane of a mask of bytes.
pub const fn gather(mask: u64) -> u8 {
    ((mask & 0x8040_2010_0804_0201).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}
