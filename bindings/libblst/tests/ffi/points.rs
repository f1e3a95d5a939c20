//! Points: arithmetic, products, encodings.

use blst::*;
use fastrand::Rng;

use crate::values::*;

/// The tests of one group.
macro_rules! group {
    ($module:ident, $jacobian:ident, $affine:ident, $compressed:literal, $short:literal,
        $add:ident $add_or_double:ident $add_affine:ident $add_or_double_affine:ident $double:ident
        $mult:ident $unchecked_mult:ident $cneg:ident $to_affine:ident $from_affine:ident $from_jacobian:ident
        $on_curve:ident $in_group:ident $is_equal:ident $is_inf:ident $generator:ident
        $affine_on_curve:ident $affine_in_group:ident $affine_is_equal:ident $affine_is_inf:ident $affine_generator:ident
        $serialize:ident $compress:ident $affine_serialize:ident $affine_compress:ident $uncompress:ident $deserialize:ident
        $sizeof:ident $affine_sizeof:ident) => {
        mod $module {
            use super::*;
            use crate::values::$module::*;

            #[test]
            fn sums() {
                let rng = &mut Rng::with_seed(21);
                let kinds = kinds(rng);
                for a in &kinds {
                    operation!($double(*a));
                    for b in &kinds {
                        operation!($add_or_double(*a, *b));
                        let equal = unsafe { $is_equal(a, b) && !$is_inf(a) };
                        // blst's other sums give infinity for equal points.
                        if !equal {
                            same!($add 3, |f| { let mut out = *a; let p = &raw mut out; f(p, p, b); out });
                            same!($add_affine 3, |f| { let mut out = *a; let p = &raw mut out; f(p, p, &affine(b)); out });
                        }
                        same!($add_or_double_affine 3, |f| { let mut out = *a; let p = &raw mut out; f(p, p, &affine(b)); out });
                        same!($is_equal 2, |f| f(a, b));
                        same!($affine_is_equal 2, |f| f(&affine(a), &affine(b)));
                    }
                }
            }

            #[test]
            fn forms() {
                let rng = &mut Rng::with_seed(22);
                let mut off = point(rng);
                off.x = off.y;
                for a in kinds(rng).iter().chain([&off]) {
                    let flat = affine(a);
                    same!($to_affine 2, |f| { let mut out = Zero::zero(); f(&mut out, a); out });
                    same!($to_affine 2, |f| { let mut out = *a; let p = &raw mut out; f(p.cast(), p); *p.cast::<$affine>() });
                    same!($from_affine 2, |f| { let mut out = Zero::zero(); f(&mut out, &flat); [out.x, out.y, out.z] });
                    same!($from_affine 2, |f| { let mut out = jacobian(&flat); let p = &raw mut out; f(p, p.cast()); [out.x, out.y, out.z] });
                    same!($from_jacobian 2, |f| { let mut out = *a; let p = &raw mut out; f(p, p); [out.x, out.y, out.z] });
                    for flag in [false, true] {
                        same!($cneg 2, |f| { let mut out = *a; f(&mut out, flag); out });
                    }
                    same!($on_curve 1, |f| f(a));
                    same!($is_inf 1, |f| f(a));
                    same!($affine_on_curve 1, |f| f(&flat));
                    same!($affine_is_inf 1, |f| f(&flat));
                    if unsafe { $on_curve(a) } {
                        same!($in_group 1, |f| f(a));
                        same!($affine_in_group 1, |f| f(&flat));
                    }
                    same!($serialize 2, |f| { let mut out = [7; 2 * $compressed]; f(out.as_mut_ptr(), a); out });
                    same!($compress 2, |f| { let mut out = [7; $compressed]; f(out.as_mut_ptr(), a); out });
                    same!($affine_serialize 2, |f| { let mut out = [7; 2 * $compressed]; f(out.as_mut_ptr(), &flat); out });
                    same!($affine_compress 2, |f| { let mut out = [7; $compressed]; f(out.as_mut_ptr(), &flat); out });
                }
                same!($generator 0, |f| { let g = *f(); [g.x, g.y, g.z] });
                same!($affine_generator 0, |f| *f());
                same!($sizeof 0, |f| f());
                same!($affine_sizeof 0, |f| f());
                let [_, ours] = both!($generator 0);
                let [_, flat] = both!($affine_generator 0);
                assert_eq!(unsafe { ours() }.cast::<$affine>(), unsafe { flat() });
            }

            #[test]
            fn products() {
                let rng = &mut Rng::with_seed(23);
                for a in kinds(rng) {
                    let member = unsafe { $in_group(&a) };
                    for nbits in [0usize, 1, 2, 4, 5, 7, 8, 64, 127, 128, $short - 1, $short, 200, 254, 255, 256, 264, 300] {
                        let mut scalar: Vec<u8> = (0..nbits.div_ceil(8usize)).map(|_| rng.u8(..)).collect();
                        // What stands above so many bits is not defined.
                        if let Some(last) = scalar.last_mut() {
                            *last &= 0xff >> (scalar_rest(nbits));
                        }
                        if nbits < $short || member || nbits > 256 {
                            same!($mult 4, |f| { let mut out = a; let p = &raw mut out; f(p, p, scalar.as_ptr(), nbits); out });
                        }
                        same!($unchecked_mult 4, |f| { let mut out = a; let p = &raw mut out; f(p, p, scalar.as_ptr(), nbits); out });
                    }
                    // Edges of the order: from there on any point of the curve.
                    for _ in 0..6 {
                        let scalar = any_scalar(rng);
                        if member {
                            same!($mult 4, |f| { let mut out = a; let p = &raw mut out; f(p, p, scalar.b.as_ptr(), 256); out });
                        }
                        same!($unchecked_mult 4, |f| { let mut out = a; let p = &raw mut out; f(p, p, scalar.b.as_ptr(), 256); out });
                    }
                }
            }

            #[test]
            fn encodings() {
                let rng = &mut Rng::with_seed(24);
                let mut encodings: Vec<[u8; 2 * $compressed]> = Vec::new();
                for a in kinds(rng) {
                    let (mut plain, mut short) = ([0; 2 * $compressed], [0; 2 * $compressed]);
                    unsafe {
                        $serialize(plain.as_mut_ptr(), &a);
                        $compress(short.as_mut_ptr(), &a);
                    }
                    encodings.extend([plain, short]);
                }
                // x = 0, with each sign; x that is no abscissa, or not canonical.
                for first in [0x80, 0xa0, 0x9a, 0x9b, 0x9f, 0x1a, 0x1f] {
                    let mut x = [0; 2 * $compressed];
                    x[0] = first;
                    encodings.push(x);
                    x = [0xff; 2 * $compressed];
                    x[0] = first;
                    encodings.push(x);
                }
                let roots: Vec<[u8; 2 * $compressed]> = encodings.clone();
                for encoding in roots {
                    for flags in 0..8 {
                        let mut changed = encoding;
                        changed[0] = changed[0] & 0x1f | flags << 5;
                        encodings.push(changed);
                        let place = rng.usize(0..changed.len());
                        changed[place] ^= 1 << rng.u32(0..8);
                        encodings.push(changed);
                    }
                }
                for encoding in encodings {
                    let before = affine(&point(rng));
                    same!($uncompress 2, |f| { let mut out = before; let code = f(&mut out, encoding.as_ptr()); (code, out) });
                    same!($deserialize 2, |f| { let mut out = before; let code = f(&mut out, encoding.as_ptr()); (code, out) });
                }
            }

            #[test]
            fn a_compressed_point_is_read_no_further_than_it_is_long() {
                let rng = &mut Rng::with_seed(25);
                let mut short = vec![0; $compressed];
                let a = point(rng);
                unsafe { $compress(short.as_mut_ptr(), &a) };
                same!($deserialize 2, |f| { let mut out = Zero::zero(); f(&mut out, short.as_ptr()); out });
            }
        }
    };
}

/// Bits of the last byte that are not of the scalar.
fn scalar_rest(nbits: usize) -> u32 {
    (8 - nbits as u32 % 8) % 8
}

group! {
    g1, blst_p1, blst_p1_affine, 48, 176,
    blst_p1_add blst_p1_add_or_double blst_p1_add_affine blst_p1_add_or_double_affine blst_p1_double
    blst_p1_mult blst_p1_unchecked_mult blst_p1_cneg blst_p1_to_affine blst_p1_from_affine blst_p1_from_jacobian
    blst_p1_on_curve blst_p1_in_g1 blst_p1_is_equal blst_p1_is_inf blst_p1_generator
    blst_p1_affine_on_curve blst_p1_affine_in_g1 blst_p1_affine_is_equal blst_p1_affine_is_inf blst_p1_affine_generator
    blst_p1_serialize blst_p1_compress blst_p1_affine_serialize blst_p1_affine_compress blst_p1_uncompress blst_p1_deserialize
    blst_p1_sizeof blst_p1_affine_sizeof
}
group! {
    g2, blst_p2, blst_p2_affine, 96, 144,
    blst_p2_add blst_p2_add_or_double blst_p2_add_affine blst_p2_add_or_double_affine blst_p2_double
    blst_p2_mult blst_p2_unchecked_mult blst_p2_cneg blst_p2_to_affine blst_p2_from_affine blst_p2_from_jacobian
    blst_p2_on_curve blst_p2_in_g2 blst_p2_is_equal blst_p2_is_inf blst_p2_generator
    blst_p2_affine_on_curve blst_p2_affine_in_g2 blst_p2_affine_is_equal blst_p2_affine_is_inf blst_p2_affine_generator
    blst_p2_serialize blst_p2_compress blst_p2_affine_serialize blst_p2_affine_compress blst_p2_uncompress blst_p2_deserialize
    blst_p2_sizeof blst_p2_affine_sizeof
}

#[test]
fn the_generators_as_data() {
    let of = |name: &str| crate::both::ours::<*const u8>(name);
    // An object's symbol is its address, which `ours` reads as if it were a function's.
    unsafe {
        assert_eq!((*of("BLS12_381_G1").cast::<blst_p1_affine>()).view(), BLS12_381_G1.view());
        assert_eq!((*of("BLS12_381_NEG_G1").cast::<blst_p1_affine>()).view(), BLS12_381_NEG_G1.view());
        assert_eq!((*of("BLS12_381_G2").cast::<blst_p2_affine>()).view(), BLS12_381_G2.view());
        assert_eq!((*of("BLS12_381_NEG_G2").cast::<blst_p2_affine>()).view(), BLS12_381_NEG_G2.view());
    }
}
