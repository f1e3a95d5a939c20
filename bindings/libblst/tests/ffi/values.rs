//! Values, and what of them is compared.

use blst::*;
use fastrand::Rng;

/// A value to be overwritten.
pub trait Zero: Sized {
    fn zero() -> Self {
        // All types of the interface are numbers.
        unsafe { core::mem::zeroed() }
    }
}

/// What both libraries must agree on.
pub trait View {
    fn view(&self) -> Vec<u8>;
}

const P: [u64; 6] = [
    0xb9fe_ffff_ffff_aaab,
    0x1eab_fffe_b153_ffff,
    0x6730_d2a0_f6b0_f624,
    0x6477_4b84_f385_12bf,
    0x4b1b_a7b6_434b_acd7,
    0x1a01_11ea_397f_e69a,
];
const R: [u64; 4] =
    [0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48];

fn below(limbs: &[u64], modulus: &[u64]) -> bool {
    limbs.iter().rev().lt(modulus.iter().rev())
}

impl View for blst_fp {
    fn view(&self) -> Vec<u8> {
        assert!(below(&self.l, &P), "an element is not canonical");
        self.l.iter().flat_map(|limb| limb.to_le_bytes()).collect()
    }
}
impl View for blst_fr {
    fn view(&self) -> Vec<u8> {
        assert!(below(&self.l, &R), "an element is not canonical");
        self.l.iter().flat_map(|limb| limb.to_le_bytes()).collect()
    }
}
impl View for blst_fp2 {
    fn view(&self) -> Vec<u8> {
        self.fp.iter().flat_map(View::view).collect()
    }
}
impl View for blst_fp6 {
    fn view(&self) -> Vec<u8> {
        self.fp2.iter().flat_map(View::view).collect()
    }
}
impl View for blst_fp12 {
    fn view(&self) -> Vec<u8> {
        self.fp6.iter().flat_map(View::view).collect()
    }
}
impl View for blst_scalar {
    fn view(&self) -> Vec<u8> {
        self.b.to_vec()
    }
}
impl View for blst_p1_affine {
    fn view(&self) -> Vec<u8> {
        [self.x.view(), self.y.view()].concat()
    }
}
impl View for blst_p2_affine {
    fn view(&self) -> Vec<u8> {
        [self.x.view(), self.y.view()].concat()
    }
}
/// The point, whatever its coordinates; they are canonical.
impl View for blst_p1 {
    fn view(&self) -> Vec<u8> {
        [self.x, self.y, self.z].view();
        let mut out = Zero::zero();
        unsafe { blst_p1_to_affine(&mut out, self) };
        if unsafe { blst_p1_is_inf(self) } { vec![0] } else { View::view(&out) }
    }
}
impl View for blst_p2 {
    fn view(&self) -> Vec<u8> {
        [self.x, self.y, self.z].view();
        let mut out = Zero::zero();
        unsafe { blst_p2_to_affine(&mut out, self) };
        if unsafe { blst_p2_is_inf(self) } { vec![0] } else { View::view(&out) }
    }
}
impl View for BLST_ERROR {
    fn view(&self) -> Vec<u8> {
        vec![*self as u8]
    }
}
impl View for bool {
    fn view(&self) -> Vec<u8> {
        vec![u8::from(*self)]
    }
}
impl View for usize {
    fn view(&self) -> Vec<u8> {
        self.to_le_bytes().to_vec()
    }
}
impl View for () {
    fn view(&self) -> Vec<u8> {
        Vec::new()
    }
}
impl<T: View> View for Vec<T> {
    fn view(&self) -> Vec<u8> {
        self.iter().flat_map(View::view).collect()
    }
}
impl View for u8 {
    fn view(&self) -> Vec<u8> {
        vec![*self]
    }
}
impl View for u32 {
    fn view(&self) -> Vec<u8> {
        self.to_le_bytes().to_vec()
    }
}
impl View for u64 {
    fn view(&self) -> Vec<u8> {
        self.to_le_bytes().to_vec()
    }
}
impl<T: View, const N: usize> View for [T; N] {
    fn view(&self) -> Vec<u8> {
        self.iter().flat_map(View::view).collect()
    }
}
impl<A: View, B: View> View for (A, B) {
    fn view(&self) -> Vec<u8> {
        [self.0.view(), self.1.view()].concat()
    }
}

macro_rules! zeros {
    ($($type:ty)*) => {$(impl Zero for $type {})*};
}
zeros! { blst_fp blst_fp2 blst_fp6 blst_fp12 blst_fr blst_scalar blst_p1 blst_p2 blst_p1_affine blst_p2_affine }
impl<T: Copy, const N: usize> Zero for [T; N] {}

/// Bytes of no particular kind.
pub fn bytes<const N: usize>(rng: &mut Rng) -> [u8; N] {
    core::array::from_fn(|_| rng.u8(..))
}

/// Limbs below a modulus, its edges among them.
fn limbs<const N: usize>(rng: &mut Rng, modulus: &[u64; N]) -> [u64; N] {
    let mut edge = [0; N];
    match rng.u32(0..10) {
        0 => {}
        1 => edge[0] = 1,
        2 | 3 => {
            edge = *modulus;
            edge[0] -= rng.u64(1..4);
        }
        _ => {
            edge = core::array::from_fn(|_| rng.u64(..));
            while !below(&edge, modulus) {
                edge[N - 1] >>= 1;
            }
        }
    }
    edge
}

pub fn fp(rng: &mut Rng) -> blst_fp {
    blst_fp { l: limbs(rng, &P) }
}
pub fn fp2(rng: &mut Rng) -> blst_fp2 {
    blst_fp2 { fp: [fp(rng), fp(rng)] }
}
pub fn fp6(rng: &mut Rng) -> blst_fp6 {
    blst_fp6 { fp2: [fp2(rng), fp2(rng), fp2(rng)] }
}
pub fn fp12(rng: &mut Rng) -> blst_fp12 {
    blst_fp12 { fp6: [fp6(rng), fp6(rng)] }
}
pub fn fr(rng: &mut Rng) -> blst_fr {
    blst_fr { l: limbs(rng, &R) }
}
/// Below the order.
pub fn scalar(rng: &mut Rng) -> blst_scalar {
    let mut out = blst_scalar { b: [0; 32] };
    for (chunk, limb) in out.b.chunks_exact_mut(8).zip(limbs(rng, &R)) {
        chunk.copy_from_slice(&limb.to_le_bytes());
    }
    out
}
/// Any 256 bits, edges of the order among them.
pub fn any_scalar(rng: &mut Rng) -> blst_scalar {
    match rng.u32(0..6) {
        0 => blst_scalar { b: [0xff; 32] },
        1 => {
            let mut out = scalar(rng);
            out.b = core::array::from_fn(|i| (R[i / 8] >> (8 * (i % 8))) as u8);
            out.b[0] += rng.u8(0..2);
            out
        }
        2 => scalar(rng),
        _ => blst_scalar { b: bytes(rng) },
    }
}

/// The points of one group.
macro_rules! points {
    ($module:ident, $jacobian:ident, $affine:ident, $generator:ident $mult:ident $to_affine:ident $from_affine:ident $cneg:ident $double:ident
        $uncompress:ident $bytes:literal, $field:ident) => {
        pub mod $module {
            use super::*;

            /// A point of the group, with any `Z`.
            pub fn point(rng: &mut Rng) -> $jacobian {
                let mut out = Zero::zero();
                let mut scalar = bytes::<32>(rng);
                scalar[31] = 0;
                unsafe { $mult(&mut out, $generator(), scalar.as_ptr(), 255) };
                out
            }
            /// A point of the curve that is not in the group.
            pub fn outside(rng: &mut Rng) -> $affine {
                loop {
                    let mut encoded = bytes::<$bytes>(rng);
                    encoded[0] = 0x80 | encoded[0] & 0x2f;
                    let mut out = Zero::zero();
                    if unsafe { $uncompress(&mut out, encoded.as_ptr()) } == BLST_ERROR::BLST_SUCCESS {
                        return out;
                    }
                }
            }
            pub fn affine(point: &$jacobian) -> $affine {
                let mut out = Zero::zero();
                unsafe { $to_affine(&mut out, point) };
                out
            }
            pub fn jacobian(point: &$affine) -> $jacobian {
                let mut out = Zero::zero();
                unsafe { $from_affine(&mut out, point) };
                out
            }
            pub fn negative(point: &$jacobian) -> $jacobian {
                let mut out = *point;
                unsafe { $cneg(&mut out, true) };
                out
            }
            /// Of every kind: infinity three ways, with `Z` one, equal and opposite ones, doubles, outside of the group.
            pub fn kinds(rng: &mut Rng) -> Vec<$jacobian> {
                let a = point(rng);
                let mut double = a;
                unsafe { $double(&mut double, &a) };
                let junk = $jacobian { x: $field(rng), y: $field(rng), z: Zero::zero() };
                let outside = outside(rng);
                let mut far = jacobian(&outside);
                unsafe { $double(&mut far, &far) };
                vec![
                    a,
                    jacobian(&affine(&a)),
                    negative(&a),
                    double,
                    point(rng),
                    Zero::zero(),
                    junk,
                    jacobian(&outside),
                    far,
                    unsafe { *$generator() },
                ]
            }
        }
    };
}
points! { g1, blst_p1, blst_p1_affine, blst_p1_generator blst_p1_mult blst_p1_to_affine blst_p1_from_affine blst_p1_cneg blst_p1_double
blst_p1_uncompress 48, fp }
points! { g2, blst_p2, blst_p2_affine, blst_p2_generator blst_p2_mult blst_p2_to_affine blst_p2_from_affine blst_p2_cneg blst_p2_double
blst_p2_uncompress 96, fp2 }
