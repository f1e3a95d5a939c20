//! Single functions raced against those of blst, each called as programs call it, both libraries in one process and in turn:
//!
//! ```sh
//! cargo run --release -p lanesmith-libblst --example functions                 # all of them
//! cargo run --release -p lanesmith-libblst --example functions -- fr_ keygen   # those whose names have one of these in them
//! cargo run --release -p lanesmith-libblst --example functions -- DIR/libblst.so   # with what `cargo xtask drop-in` has built
//! ```
//!
//! A number is how many times as fast ours is, with its interval. In a `chain` every result is an operand of the next call; in a
//! `row` no call waits for another one.
#![allow(
    unsafe_code,
    clippy::undocumented_unsafe_blocks,
    reason = "what is called is what C calls, with memory of the program"
)]

use std::hint::black_box;
use std::time::Duration;

use blst::*;
use fastrand::Rng;
use lanesmith_race::heat::{self, Heat, Settings};
use lanesmith_race::{BoxError, Case, Contender, Kind, Race, Record};

#[allow(unused_macros, reason = "the tests use all of it")]
#[macro_use]
#[path = "../../tests/ffi/both.rs"]
mod both;
#[allow(dead_code, reason = "the tests use all of it")]
#[path = "../../tests/ffi/values.rs"]
mod values;

use values::*;

const PEER: &str = "blst";
const OURS: &str = "ours";
/// Calls in a block of a cheap function.
const CALLS: usize = 64;
/// The time that a case has.
const TIME: Duration = Duration::from_millis(500);

/// A case: a state, and what is done with it and a function of either library. What comes of it must be the same.
macro_rules! case {
    ($list:ident, $name:ident $count:tt, $label:expr, $calls:expr, $state:expr, |$f:ident, $s:ident| $call:expr) => {
        $list.push(Case::new($label, move || {
            let contenders = [PEER, OURS].into_iter().zip(both!($name $count)).map(|(who, $f)| {
                let (mut run, mut shown) = ($state, $state);
                let kind = if who == PEER { Kind::Baseline } else { Kind::Engine };
                let run = move || {
                    let $s = black_box(&mut run);
                    black_box(unsafe { $call });
                };
                let shown = move || {
                    let $s = &mut shown;
                    unsafe { $call }.view()
                };
                Contender::new(who, kind, $calls as f64, run, shown)
            });
            Ok(contenders.collect())
        }))
    };
}

/// Functions of two operands, in a chain and in a row.
macro_rules! binary {
    ($list:ident, $random:expr, $($name:ident)*) => {$(
        case!($list, $name 3, concat!(stringify!($name), " chain"), CALLS, row($random), |f, s| {
            let mut at = s[0];
            for b in s.iter() {
                let place = &raw mut at;
                f(place, place, b);
            }
            at
        });
        case!($list, $name 3, concat!(stringify!($name), " row"), CALLS, (row($random), row($random)), |f, s| {
            for i in 0..CALLS {
                f(&mut s.1[i], &s.0[i], &s.0[CALLS - 1 - i]);
            }
            s.1[3]
        });
    )*};
}

/// Functions of one operand.
macro_rules! unary {
    ($list:ident, $random:expr, $($name:ident)*) => {$(
        case!($list, $name 2, concat!(stringify!($name), " chain"), CALLS, row($random), |f, s| {
            let mut at = s[0];
            for _ in 0..CALLS {
                let place = &raw mut at;
                f(place, place);
            }
            at
        });
        case!($list, $name 2, concat!(stringify!($name), " row"), CALLS, (row($random), row($random)), |f, s| {
            for (out, a) in s.1.iter_mut().zip(&s.0) {
                f(out, a);
            }
            s.1[3].clone()
        });
    )*};
}

/// Values in a row, the same ones for both libraries.
fn row<T>(random: impl Fn(&mut Rng) -> T) -> Vec<T> {
    several(CALLS, random)
}

/// So many of them.
fn several<T>(count: usize, random: impl Fn(&mut Rng) -> T) -> Vec<T> {
    let rng = &mut Rng::with_seed(1);
    (0..count).map(|_| random(rng)).collect()
}

fn fields(list: &mut Vec<Case>) {
    binary!(list, fr, blst_fr_add blst_fr_sub blst_fr_mul);
    unary!(list, fr, blst_fr_mul_by_3 blst_fr_sqr blst_fr_inverse blst_fr_eucl_inverse blst_fr_to blst_fr_from);
    case!(list, blst_fr_cneg 3, "blst_fr_cneg chain", CALLS, row(fr), |f, s| {
        let mut at = s[0];
        for i in 0..CALLS {
            let place = &raw mut at;
            f(place, place, i % 3 != 0);
        }
        at
    });
    case!(list, blst_fr_lshift 3, "blst_fr_lshift 3", CALLS, (row(fr), row(fr)), |f, s| {
        s.1.iter_mut().zip(&s.0).for_each(|(out, a)| f(out, a, 3));
        s.1[3]
    });
    case!(list, blst_fr_rshift 3, "blst_fr_rshift 3", CALLS, (row(fr), row(fr)), |f, s| {
        s.1.iter_mut().zip(&s.0).for_each(|(out, a)| f(out, a, 3));
        s.1[3]
    });
    case!(list, blst_fr_ct_bfly 3, "blst_fr_ct_bfly row", CALLS, (row(fr), row(fr)), |f, s| {
        for i in 0..CALLS {
            f(&mut s.0[i], &mut s.1[i], &s.1[0].clone());
        }
        s.0[3]
    });
    case!(list, blst_fr_gs_bfly 3, "blst_fr_gs_bfly row", CALLS, (row(fr), row(fr)), |f, s| {
        for i in 0..CALLS {
            f(&mut s.0[i], &mut s.1[i], &s.1[0].clone());
        }
        s.0[3]
    });
    binary!(list, fp, blst_fp_add blst_fp_sub blst_fp_mul);
    unary!(list, fp, blst_fp_mul_by_3 blst_fp_mul_by_8 blst_fp_sqr blst_fp_inverse blst_fp_eucl_inverse blst_fp_to blst_fp_from);
    case!(list, blst_fp_cneg 3, "blst_fp_cneg chain", CALLS, row(fp), |f, s| {
        let mut at = s[0];
        for i in 0..CALLS {
            let place = &raw mut at;
            f(place, place, i % 3 != 0);
        }
        at
    });
    case!(list, blst_fp_lshift 3, "blst_fp_lshift 3", CALLS, (row(fp), row(fp)), |f, s| {
        s.1.iter_mut().zip(&s.0).for_each(|(out, a)| f(out, a, 3));
        s.1[3]
    });
    case!(list, blst_fp_is_square 1, "blst_fp_is_square", CALLS, row(fp), |f, s| s.iter().map(|a| f(a)).collect::<Vec<_>>());
    case!(list, blst_fp_sqrt 2, "blst_fp_sqrt", CALLS, row(fp), |f, s| {
        s.iter().map(|a| f(&mut blst_fp::default(), a)).collect::<Vec<_>>()
    });
    case!(list, blst_fp_from_bendian 2, "blst_fp_from_bendian", CALLS, row(bytes::<48>), |f, s| {
        let mut out = Vec::with_capacity(CALLS);
        for a in s.iter() {
            let mut one = blst_fp::default();
            f(&mut one, a.as_ptr());
            out.push(one);
        }
        out
    });
    case!(list, blst_bendian_from_fp 2, "blst_bendian_from_fp", CALLS, row(fp), |f, s| {
        let mut out = [0; 48];
        s.iter().for_each(|a| f(out.as_mut_ptr(), a));
        out
    });
    binary!(list, fp2, blst_fp2_add blst_fp2_sub blst_fp2_mul);
    unary!(list, fp2, blst_fp2_mul_by_3 blst_fp2_mul_by_8 blst_fp2_sqr blst_fp2_inverse blst_fp2_eucl_inverse);
    case!(list, blst_fp2_cneg 3, "blst_fp2_cneg chain", CALLS, row(fp2), |f, s| {
        let mut at = s[0];
        for i in 0..CALLS {
            let place = &raw mut at;
            f(place, place, i % 3 != 0);
        }
        at
    });
    case!(list, blst_fp2_sqrt 2, "blst_fp2_sqrt", CALLS, row(fp2), |f, s| {
        s.iter().map(|a| f(&mut blst_fp2::default(), a)).collect::<Vec<_>>()
    });
    binary!(list, fp12, blst_fp12_mul);
    unary!(list, fp12, blst_fp12_sqr blst_fp12_inverse);
    case!(list, blst_fp12_is_equal 2, "blst_fp12_is_equal", CALLS, row(fp12), |f, s| {
        s.iter().map(|a| f(a, &s[3])).collect::<Vec<_>>()
    });
    case!(list, blst_fp12_conjugate 1, "blst_fp12_conjugate", CALLS, row(fp12), |f, s| {
        s.iter_mut().for_each(|a| f(a));
        s[3]
    });
    case!(list, blst_fp12_frobenius_map 3, "blst_fp12_frobenius_map", CALLS, (row(fp12), row(fp12)), |f, s| {
        s.1.iter_mut().zip(&s.0).for_each(|(out, a)| f(out, a, 1));
        s.1[3]
    });
}

fn scalars(list: &mut Vec<Case>) {
    case!(list, blst_fr_from_scalar 2, "blst_fr_from_scalar", CALLS, (row(fr), row(scalar)), |f, s| {
        s.0.iter_mut().zip(&s.1).for_each(|(out, a)| f(out, a));
        s.0[3]
    });
    case!(list, blst_scalar_from_fr 2, "blst_scalar_from_fr", CALLS, (row(scalar), row(fr)), |f, s| {
        s.0.iter_mut().zip(&s.1).for_each(|(out, a)| f(out, a));
        s.0[3].clone()
    });
    case!(list, blst_fr_from_uint64 2, "blst_fr_from_uint64", CALLS, (row(fr), row(fr)), |f, s| {
        s.0.iter_mut().zip(&s.1).for_each(|(out, a)| f(out, a.l.as_ptr()));
        s.0[3]
    });
    case!(list, blst_uint64_from_fr 2, "blst_uint64_from_fr", CALLS, (row(fr), row(fr)), |f, s| {
        s.0.iter_mut().zip(&s.1).for_each(|(out, a)| f(out.l.as_mut_ptr(), a));
        s.0[3]
    });
    case!(list, blst_scalar_from_bendian 2, "blst_scalar_from_bendian", CALLS, (row(scalar), row(scalar)), |f, s| {
        s.0.iter_mut().zip(&s.1).for_each(|(out, a)| f(out, a.b.as_ptr()));
        s.0[3].clone()
    });
    case!(list, blst_bendian_from_scalar 2, "blst_bendian_from_scalar", CALLS, (row(scalar), row(scalar)), |f, s| {
        s.0.iter_mut().zip(&s.1).for_each(|(out, a)| f(out.b.as_mut_ptr(), a));
        s.0[3].clone()
    });
    case!(list, blst_scalar_fr_check 1, "blst_scalar_fr_check", CALLS, row(scalar), |f, s| {
        s.iter().map(|a| f(a)).collect::<Vec<_>>()
    });
    case!(list, blst_scalar_from_le_bytes 3, "blst_scalar_from_le_bytes 64", CALLS, row(bytes::<64>), |f, s| {
        let mut out = blst_scalar::default();
        s.iter().for_each(|a| _ = f(&mut out, a.as_ptr(), 64));
        out
    });
    case!(list, blst_scalar_from_be_bytes 3, "blst_scalar_from_be_bytes 48", CALLS, row(bytes::<48>), |f, s| {
        let mut out = blst_scalar::default();
        s.iter().for_each(|a| _ = f(&mut out, a.as_ptr(), 48));
        out
    });
    case!(list, blst_sk_check 1, "blst_sk_check", CALLS, row(scalar), |f, s| s.iter().map(|a| f(a)).collect::<Vec<_>>());
    case!(list, blst_sk_add_n_check 3, "blst_sk_add_n_check", CALLS, row(scalar), |f, s| {
        let mut at = s[0].clone();
        s.iter().for_each(|a| {
            let place = &raw mut at;
            f(place, place, a);
        });
        at
    });
    case!(list, blst_sk_mul_n_check 3, "blst_sk_mul_n_check", CALLS, row(scalar), |f, s| {
        let mut at = s[0].clone();
        s.iter().for_each(|a| {
            let place = &raw mut at;
            f(place, place, a);
        });
        at
    });
    case!(list, blst_sk_inverse 2, "blst_sk_inverse", CALLS, (row(scalar), row(scalar)), |f, s| {
        s.0.iter_mut().zip(&s.1).for_each(|(out, a)| f(out, a));
        s.0[3].clone()
    });
}

/// Sums of a point and points in affine form, in a chain. Neither sum meets a point that it equals, for which blst's `add` is wrong.
macro_rules! mixed {
    ($list:ident, $name:ident, $point:expr, $affine:expr) => {
        case!($list, $name 3, stringify!($name), CALLS, ($point, $affine), |f, s| {
            for a in &s.1 {
                let place = &raw mut s.0;
                f(place, place, a);
            }
            s.0
        });
    };
}

/// The functions of points of one group.
macro_rules! points {
    ($function:ident, $module:ident, $affine:ty, $add:ident $add_or_double:ident $add_affine:ident $add_or_double_affine:ident $double:ident
        $cneg:ident $to_affine:ident $from_affine:ident $on_curve:ident $in_group:ident $equal:ident $compress:ident $uncompress:ident
        $serialize:ident $deserialize:ident $plain:literal $mult:ident) => {
        fn $function(list: &mut Vec<Case>) {
            use values::$module::*;
            case!(list, $add 3, stringify!($add), CALLS, row(point), |f, s| {
                let mut at = s[0];
                for a in &s[1..] {
                    let place = &raw mut at;
                    f(place, place, a);
                }
                at
            });
            case!(list, $add_or_double 3, stringify!($add_or_double), CALLS, row(point), |f, s| {
                let mut at = s[0];
                for a in s.iter() {
                    let place = &raw mut at;
                    f(place, place, a);
                }
                at
            });
            mixed!(list, $add_affine, row(point)[1], row(|rng| affine(&point(rng))));
            mixed!(list, $add_or_double_affine, row(point)[1], row(|rng| affine(&point(rng))));
            case!(list, $double 2, stringify!($double), CALLS, row(point)[0], |f, s| {
                for _ in 0..CALLS {
                    let place = &raw mut *s;
                    f(place, place);
                }
                *s
            });
            case!(list, $cneg 2, stringify!($cneg), CALLS, row(point), |f, s| {
                s.iter_mut().for_each(|a| f(a, true));
                s[3]
            });
            case!(list, $to_affine 2, stringify!($to_affine), CALLS, row(point), |f, s| {
                let mut out: $affine = Zero::zero();
                s.iter().for_each(|a| f(&mut out, a));
                out
            });
            case!(list, $from_affine 2, stringify!($from_affine), CALLS, (row(point), row(|rng| affine(&point(rng)))), |f, s| {
                s.0.iter_mut().zip(&s.1).for_each(|(out, a)| f(out, a));
                s.0[3]
            });
            case!(list, $on_curve 1, stringify!($on_curve), CALLS, row(|rng| affine(&point(rng))), |f, s| {
                s.iter().map(|a| f(a)).collect::<Vec<_>>()
            });
            case!(list, $in_group 1, stringify!($in_group), CALLS, row(|rng| affine(&point(rng))), |f, s| {
                s.iter().map(|a| f(a)).collect::<Vec<_>>()
            });
            case!(list, $equal 2, stringify!($equal), CALLS, row(point), |f, s| s.iter().map(|a| f(a, &s[3])).collect::<Vec<_>>());
            case!(list, $compress 2, stringify!($compress), CALLS, row(point), |f, s| {
                let mut out = [0; $plain / 2];
                s.iter().for_each(|a| f(out.as_mut_ptr(), a));
                out
            });
            case!(list, $serialize 2, stringify!($serialize), CALLS, row(point), |f, s| {
                let mut out = [0; $plain];
                s.iter().for_each(|a| f(out.as_mut_ptr(), a));
                out
            });
            case!(list, $uncompress 2, stringify!($uncompress), CALLS, row(|rng| {
                let mut out = [0; $plain / 2];
                unsafe { $compress(out.as_mut_ptr(), &point(rng)) };
                out
            }), |f, s| {
                let mut out: $affine = Zero::zero();
                s.iter().for_each(|a| _ = f(&mut out, a.as_ptr()));
                out
            });
            case!(list, $deserialize 2, stringify!($deserialize), CALLS, row(|rng| {
                let mut out = [0; $plain];
                unsafe { $serialize(out.as_mut_ptr(), &point(rng)) };
                out
            }), |f, s| {
                let mut out: $affine = Zero::zero();
                s.iter().for_each(|a| _ = f(&mut out, a.as_ptr()));
                out
            });
            for bits in [64, 255] {
                case!(list, $mult 4, format!("{} {bits}", stringify!($mult)), 1, (row(point)[0], row(scalar)[1].clone()), |f, s| {
                    let place = &raw mut s.0;
                    f(place, place, s.1.b.as_ptr(), bits);
                    s.0
                });
            }
        }
    };
}

points! { points_of_g1, g1, blst_p1_affine, blst_p1_add blst_p1_add_or_double blst_p1_add_affine blst_p1_add_or_double_affine blst_p1_double
blst_p1_cneg blst_p1_to_affine blst_p1_from_affine blst_p1_affine_on_curve blst_p1_affine_in_g1 blst_p1_is_equal blst_p1_compress
blst_p1_uncompress blst_p1_serialize blst_p1_deserialize 96 blst_p1_mult }
points! { points_of_g2, g2, blst_p2_affine, blst_p2_add blst_p2_add_or_double blst_p2_add_affine blst_p2_add_or_double_affine blst_p2_double
blst_p2_cneg blst_p2_to_affine blst_p2_from_affine blst_p2_affine_on_curve blst_p2_affine_in_g2 blst_p2_is_equal blst_p2_compress
blst_p2_uncompress blst_p2_serialize blst_p2_deserialize 192 blst_p2_mult }

/// Lists of values, as the functions of many take them.
fn pointers<T>(values: &[T]) -> Vec<*const T> {
    values.iter().map(|value| &raw const *value).collect()
}

/// Where scalars begin.
fn starts(scalars: &[[u8; 32]]) -> Vec<*const u8> {
    scalars.iter().map(|scalar| scalar.as_ptr()).collect()
}

/// The functions of many points of one group, and of hashing to it.
macro_rules! lists {
    ($function:ident, $module:ident, $jacobian:ty, $affine:ty, $field:ident, $pippenger:ident $tile:ident $add:ident $to_affine:ident
        $precompute:ident $wbits:ident $hash:ident $encode:ident $map:ident) => {
        fn $function(list: &mut Vec<Case>) {
            use values::$module::*;
            /// So many points, and scalars of 32 bytes.
            fn inputs(count: usize) -> (Vec<$affine>, Vec<[u8; 32]>) {
                (several(count, |rng| affine(&point(rng))), several(count, |rng| scalar(rng).b))
            }
            /// The multiples of points that windows of so many bits want.
            fn table(points: &[$affine], wbits: usize) -> Vec<$affine> {
                let mut table: Vec<$affine> = vec![Zero::zero(); points.len() << (wbits - 1)];
                unsafe { $precompute(table.as_mut_ptr(), wbits, pointers(points).as_ptr(), points.len()) };
                table
            }
            for count in [1, 2, 4, 8, 12, 16, 32, 128, 1024, 4096] {
                case!(list, $pippenger 6, format!("{} {count}", stringify!($pippenger)), 1, (inputs(count), vec![0u64; 1 << 18]), |f, s| {
                    let mut out: $jacobian = Zero::zero();
                    f(&mut out, pointers(&s.0.0).as_ptr(), count, starts(&s.0.1).as_ptr(), 255, s.1.as_mut_ptr());
                    out
                });
            }
            for count in [128, 1024] {
                case!(list, $tile 8, format!("{} {count}", stringify!($tile)), 1, (inputs(count), vec![0u64; 1 << 18]), |f, s| {
                    let mut out: $jacobian = Zero::zero();
                    f(&mut out, pointers(&s.0.0).as_ptr(), count, starts(&s.0.1).as_ptr(), 255, s.1.as_mut_ptr(), 64, 8);
                    out
                });
            }
            for count in [8, 128, 1024] {
                case!(list, $add 3, format!("{} {count}", stringify!($add)), 1, inputs(count).0, |f, s| {
                    let mut out: $jacobian = Zero::zero();
                    f(&mut out, pointers(s).as_ptr(), count);
                    out
                });
                case!(list, $to_affine 3, format!("{} {count}", stringify!($to_affine)), 1,
                    several(count, point), |f, s| {
                    let mut out: Vec<$affine> = vec![Zero::zero(); count];
                    f(out.as_mut_ptr(), pointers(s).as_ptr(), count);
                    out
                });
            }
            for count in [4, 128] {
                case!(list, $precompute 4, format!("{} {count}", stringify!($precompute)), 1, inputs(count).0, |f, s| {
                    let mut out: Vec<$affine> = vec![Zero::zero(); count << 7];
                    f(out.as_mut_ptr(), 8, pointers(s).as_ptr(), count);
                    out
                });
                case!(list, $wbits 7, format!("{} {count}", stringify!($wbits)), 1,
                    (table(&inputs(count).0, 8), inputs(count).1, vec![0u64; 1 << 18]), |f, s| {
                    let mut out: $jacobian = Zero::zero();
                    f(&mut out, s.0.as_ptr(), 8, count, starts(&s.1).as_ptr(), 255, s.2.as_mut_ptr());
                    out
                });
            }
            case!(list, $hash 7, stringify!($hash), 1, bytes::<64>(&mut Rng::with_seed(1)), |f, s| {
                let mut out: $jacobian = Zero::zero();
                f(&mut out, s.as_ptr(), 32, s.as_ptr(), 43, std::ptr::null(), 0);
                out
            });
            case!(list, $encode 7, stringify!($encode), 1, bytes::<64>(&mut Rng::with_seed(1)), |f, s| {
                let mut out: $jacobian = Zero::zero();
                f(&mut out, s.as_ptr(), 32, s.as_ptr(), 43, std::ptr::null(), 0);
                out
            });
            case!(list, $map 3, stringify!($map), 1, row($field), |f, s| {
                let mut out: $jacobian = Zero::zero();
                f(&mut out, &s[0], &s[1]);
                out
            });
        }
    };
}

lists! { lists_of_g1, g1, blst_p1, blst_p1_affine, fp, blst_p1s_mult_pippenger blst_p1s_tile_pippenger blst_p1s_add blst_p1s_to_affine
blst_p1s_mult_wbits_precompute blst_p1s_mult_wbits blst_hash_to_g1 blst_encode_to_g1 blst_map_to_g1 }
lists! { lists_of_g2, g2, blst_p2, blst_p2_affine, fp2, blst_p2s_mult_pippenger blst_p2s_tile_pippenger blst_p2s_add blst_p2s_to_affine
blst_p2s_mult_wbits_precompute blst_p2s_mult_wbits blst_hash_to_g2 blst_encode_to_g2 blst_map_to_g2 }

/// Pairings and the field that they lead to. What Miller loops give before the final exponentiation is each library's own.
fn pairings(list: &mut Vec<Case>) {
    binary!(list, fp12, blst_fp12_mul);
    unary!(list, fp12, blst_fp12_sqr blst_fp12_cyclotomic_sqr blst_fp12_inverse);
    case!(list, blst_fp12_mul_by_xy00z0 3, "blst_fp12_mul_by_xy00z0", CALLS, (row(fp12), row(fp6)), |f, s| {
        let mut at = s.0[0];
        for line in &s.1 {
            let place = &raw mut at;
            f(place, place, line);
        }
        at
    });
    case!(list, blst_fp12_frobenius_map 3, "blst_fp12_frobenius_map", CALLS, row(fp12), |f, s| {
        s.iter_mut().for_each(|a| { let place = &raw mut *a; f(place, place, 1) });
        s[3]
    });
    case!(list, blst_fp12_conjugate 1, "blst_fp12_conjugate", CALLS, row(fp12), |f, s| {
        s.iter_mut().for_each(|a| f(a));
        s[3]
    });
    case!(list, blst_fp12_is_equal 2, "blst_fp12_is_equal", CALLS, row(fp12), |f, s| s.iter().map(|a| f(a, &s[3])).collect::<Vec<_>>());
    case!(list, blst_fp12_is_one 1, "blst_fp12_is_one", CALLS, row(fp12), |f, s| s.iter().map(|a| f(a)).collect::<Vec<_>>());
    let points = || (row(|rng| g1::affine(&g1::point(rng))), row(|rng| g2::affine(&g2::point(rng))));
    case!(list, blst_miller_loop 3, "blst_miller_loop", 1, points(), |f, s| {
        let mut out: blst_fp12 = Zero::zero();
        f(&mut out, &s.1[0], &s.0[0]);
        black_box(out);
    });
    for count in [2, 8, CALLS] {
        case!(list, blst_miller_loop_n 4, format!("blst_miller_loop_n {count}"), 1, points(), |f, s| {
            let mut out: blst_fp12 = Zero::zero();
            f(&mut out, pointers(&s.1).as_ptr(), pointers(&s.0).as_ptr(), count);
            black_box(out);
        });
    }
    case!(list, blst_precompute_lines 2, "blst_precompute_lines", 1, points(), |f, s| {
        let mut out: [blst_fp6; 68] = Zero::zero();
        f(out.as_mut_ptr(), &s.1[0]);
        black_box(out);
    });
    case!(list, blst_miller_loop_lines 3, "blst_miller_loop_lines", 1, (points(), row(fp6).repeat(2)), |f, s| {
        let mut out: blst_fp12 = Zero::zero();
        f(&mut out, s.1.as_ptr(), &s.0.0[0]);
        black_box(out);
    });
    case!(list, blst_final_exp 2, "blst_final_exp", 1, row(fp12), |f, s| {
        let mut out: blst_fp12 = Zero::zero();
        f(&mut out, &s[0]);
        out
    });
    case!(list, blst_fp12_finalverify 2, "blst_fp12_finalverify", 1, row(fp12), |f, s| f(&s[0], &s[1]));
    case!(list, blst_fp12_in_group 1, "blst_fp12_in_group", 1, row(fp12), |f, s| f(&s[0]));
}

fn keys(list: &mut Vec<Case>) {
    case!(list, blst_keygen 5, "blst_keygen", 1, bytes::<32>(&mut Rng::with_seed(1)), |f, s| {
        let mut out = blst_scalar::default();
        f(&mut out, s.as_ptr(), 32, std::ptr::null(), 0);
        out
    });
    case!(list, blst_keygen_v3 5, "blst_keygen_v3", 1, bytes::<32>(&mut Rng::with_seed(1)), |f, s| {
        let mut out = blst_scalar::default();
        f(&mut out, s.as_ptr(), 32, std::ptr::null(), 0);
        out
    });
    case!(list, blst_keygen_v5 7, "blst_keygen_v5", 1, bytes::<32>(&mut Rng::with_seed(1)), |f, s| {
        let mut out = blst_scalar::default();
        f(&mut out, s.as_ptr(), 32, s.as_ptr(), 20, std::ptr::null(), 0);
        out
    });
    case!(list, blst_derive_master_eip2333 3, "blst_derive_master_eip2333", 1, bytes::<32>(&mut Rng::with_seed(1)), |f, s| {
        let mut out = blst_scalar::default();
        f(&mut out, s.as_ptr(), 32);
        out
    });
    case!(list, blst_derive_child_eip2333 3, "blst_derive_child_eip2333", 1, row(scalar)[0].clone(), |f, s| {
        let mut out = blst_scalar::default();
        f(&mut out, s, 7);
        out
    });
    case!(list, blst_sha256 3, "blst_sha256 64", 1, bytes::<64>(&mut Rng::with_seed(1)), |f, s| {
        let mut out = [0; 32];
        f(out.as_mut_ptr(), s.as_ptr(), 64);
        out
    });
    case!(list, blst_expand_message_xmd 6, "blst_expand_message_xmd 32 to 128", 1, bytes::<64>(&mut Rng::with_seed(1)), |f, s| {
        let mut out = [0u8; 128];
        f(out.as_mut_ptr(), 128, s.as_ptr(), 32, s.as_ptr(), 43);
        out
    });
}

fn main() -> Result<(), BoxError> {
    let (place, wanted): (Vec<String>, _) = std::env::args().skip(1).partition(|word| word.ends_with(".so"));
    if let Some(place) = place.first() {
        // Nothing has used it before.
        let _ = both::PLACE.set(place.into());
    }
    let wanted: Vec<String> = wanted;
    let mut cases = Vec::new();
    [fields, scalars, points_of_g1, points_of_g2, lists_of_g1, lists_of_g2, pairings, keys]
        .iter()
        .for_each(|add| add(&mut cases));
    cases.retain(|case| wanted.is_empty() || wanted.iter().any(|part| case.label.contains(part.as_str())));
    let race = Race { op: "blst", unit: "call", baseline: PEER, cases };
    let settings = Settings {
        block: Duration::from_millis(4),
        min_rounds: 12,
        precision: 0.01,
        ..Settings::quick(TIME)
    };
    for case in &race.cases {
        let mut record = Record::default();
        heat::run(&[Heat { race: &race, case, threads: 1 }], &settings, &(), &mut record)?;
        match record
            .results
            .iter()
            .find(|entry| entry.contender == OURS)
            .and_then(|e| Some((e, e.to_baseline()?)))
        {
            Some((entry, (ratio, [low, high]))) => {
                println!("{:40} {:10.1} ns  {ratio:5.2}  [{low:.2}, {high:.2}]", case.label, entry.median);
            }
            None => println!("{:40} {:?}", case.label, record.disqualified),
        }
    }
    Ok(())
}
