//! Many points at once, and whether messages differ.

use std::ptr::{null, null_mut};

use blst::*;
use fastrand::Rng;

use crate::values::*;

/// A list of pointers: one for each, or the first and NULL.
fn lists<T>(values: &[T]) -> [Vec<*const T>; 3] {
    let each = values.iter().map(|value| &raw const *value).collect();
    let half = values.len() / 2;
    // Pointers for a part, and the rest behind the last of them.
    let part = values[..half + 1].iter().map(|value| &raw const *value).chain([null()]).collect();
    [each, vec![values.as_ptr(), null()], part]
}

/// The tests of one group.
macro_rules! group {
    ($module:ident, $jacobian:ident, $affine:ident,
        $to_affine:ident $sum:ident $pippenger_scratch:ident $pippenger:ident $tile:ident
        $table_size:ident $precompute:ident $wbits_scratch:ident $wbits:ident, $mult:ident $add:ident $double:ident) => {
        mod $module {
            use super::*;
            use crate::values::$module::*;

            /// Points of every kind, as many as are asked for, some of them more than once.
            fn many(rng: &mut Rng, count: usize) -> Vec<$jacobian> {
                let mut kinds = kinds(rng);
                kinds.truncate(9);
                while kinds.len() < 40.min(count) {
                    kinds.push(point(rng));
                }
                (0..count).map(|i| if i < kinds.len() { kinds[i] } else { kinds[rng.usize(0..kinds.len())] }).collect()
            }

            #[test]
            fn lists_of_points() {
                let rng = &mut Rng::with_seed(51);
                for count in [1, 2, 3, 10, 15, 16, 17, 63, 64, 65, 130, 2100] {
                    let points = many(rng, count);
                    for list in lists(&points) {
                        same!($to_affine 3, |f| { let mut out = vec![Zero::zero(); count]; f(out.as_mut_ptr(), list.as_ptr(), count); out });
                    }
                    let flat: Vec<$affine> = points.iter().map(affine).collect();
                    for list in lists(&flat) {
                        same!($sum 3, |f| { let mut out = Zero::zero(); f(&mut out, list.as_ptr(), count); out });
                    }
                }
                same!($to_affine 3, |f| { let mut out: $affine = Zero::zero(); f(&mut out, [null()].as_ptr(), 0); out });
                same!($sum 3, |f| { let mut out = point(&mut Rng::with_seed(1)); f(&mut out, [null()].as_ptr(), 0); out });
            }

            #[test]
            fn sums_of_products() {
                let rng = &mut Rng::with_seed(52);
                for (count, sizes) in [(1, &[1usize, 64, 255, 256][..]), (2, &[1, 8, 200, 255]), (3, &[64, 255]), (10, &[255, 256]), (31, &[128]),
                    (33, &[255]), (70, &[64, 65, 255]), (300, &[255])] {
                    let points: Vec<$affine> = many(rng, count).iter().map(affine).collect();
                    for &nbits in sizes {
                        let stride = nbits.div_ceil(8usize);
                        let mut scalars: Vec<u8> = (0..stride * count).map(|_| rng.u8(..)).collect();
                        for scalar in scalars.chunks_exact_mut(stride) {
                            scalar[stride - 1] &= 0xff >> ((8 - nbits % 8) % 8);
                        }
                        scalars[..stride].fill(0);
                        let rows: Vec<*const u8> = scalars.chunks_exact(stride).map(<[u8]>::as_ptr).collect();
                        for (points, scalars) in lists(&points).iter().zip([rows.clone(), vec![scalars.as_ptr(), null()], rows]) {
                            same!($pippenger 6, |f| {
                                let [size, _] = both!($pippenger_scratch 1);
                                let mut scratch = vec![!0u64; size(count) / 8];
                                let mut out = Zero::zero();
                                f(&mut out, points.as_ptr(), count, scalars.as_ptr(), nbits, scratch.as_mut_ptr());
                                out
                            });
                        }
                    }
                }
            }

            #[test]
            fn sums_of_nothing() {
                let (list, mut scratch) = ([null()], [0u64; 64]);
                // blst itself reads a point that is not there.
                let [_, whole] = both!($pippenger 6);
                let [_, over_table] = both!($wbits 7);
                let [_, tile] = both!($tile 8);
                let [mut a, mut b, mut c] = [(); 3].map(|()| point(&mut Rng::with_seed(1)));
                unsafe {
                    whole(&mut a, [null()].as_ptr(), 0, list.as_ptr(), 255, scratch.as_mut_ptr());
                    over_table(&mut b, null(), 4, 0, list.as_ptr(), 255, scratch.as_mut_ptr());
                    tile(&mut c, [null()].as_ptr(), 0, list.as_ptr(), 255, scratch.as_mut_ptr(), 0, 1);
                }
                let infinity: $jacobian = Zero::zero();
                assert_eq!([a.view(), b.view(), c.view()], [(); 3].map(|()| infinity.view()));
            }

            #[test]
            #[ignore = "deep: a million points"]
            fn a_million_points() {
                let rng = &mut Rng::with_seed(56);
                let count = 1 << 20;
                let points = many(rng, count);
                let list = [points.as_ptr(), null()];
                let flat = same!($to_affine 3, |f| { let mut out = vec![Zero::zero(); count]; f(out.as_mut_ptr(), list.as_ptr(), count); out });
                let list = [flat.as_ptr(), null()];
                same!($sum 3, |f| { let mut out = Zero::zero(); f(&mut out, list.as_ptr(), count); out });
                // Few bits, so that it takes seconds.
                let scalars: Vec<u8> = (0..count).flat_map(|_| [rng.u8(..), rng.u8(..16)]).collect();
                let rows = [scalars.as_ptr(), null()];
                same!($pippenger 6, |f| {
                    let [size, _] = both!($pippenger_scratch 1);
                    let mut scratch = vec![0u64; size(count) / 8];
                    let mut out = Zero::zero();
                    f(&mut out, list.as_ptr(), count, rows.as_ptr(), 12, scratch.as_mut_ptr());
                    out
                });
            }

            #[test]
            fn tiles() {
                let rng = &mut Rng::with_seed(53);
                for (count, nbits, window) in [(2usize, 255usize, 5usize), (40, 255, 6), (40, 256, 8), (70, 130, 4), (33, 7, 9), (64, 64, 1), (64, 17, 12)] {
                    let points: Vec<$affine> = many(rng, count).iter().map(affine).collect();
                    let stride = nbits.div_ceil(8);
                    let mut scalars: Vec<u8> = (0..stride * count).map(|_| rng.u8(..)).collect();
                    for scalar in scalars.chunks_exact_mut(stride) {
                        scalar[stride - 1] &= 0xff >> ((8 - nbits % 8) % 8);
                    }
                    let rows = [scalars.as_ptr(), null()];
                    let list = [points.as_ptr(), null()];
                    // The highest tile holds fewer bits than a window, or only the carry of the one below.
                    let mut sum = Zero::zero();
                    for index in (0..=nbits / window).rev() {
                        // blst reads behind the scalars for a tile that begins where they end.
                        if index * window == nbits && nbits % 8 == 0 {
                            continue;
                        }
                        let tile = same!($tile 8, |f| {
                            let [size, _] = both!($pippenger_scratch 1);
                            let mut scratch = vec![0u64; (size(0) / 8) << (window - 1)];
                            let mut out = Zero::zero();
                            f(&mut out, list.as_ptr(), count, rows.as_ptr(), nbits, scratch.as_mut_ptr(), index * window, window);
                            assert!(scratch.iter().all(|word| *word == 0));
                            out
                        });
                        unsafe {
                            for _ in 0..window {
                                $double(&mut sum, &sum);
                            }
                            $add(&mut sum, &sum, &tile);
                        }
                    }
                    if nbits % window != 0 {
                        let [_, whole] = both!($pippenger 6);
                        let mut expected = Zero::zero();
                        unsafe { whole(&mut expected, list.as_ptr(), count, rows.as_ptr(), nbits, null_mut()) };
                        assert_eq!(sum.view(), expected.view());
                    }
                }
            }

            #[test]
            fn sums_over_tables() {
                let rng = &mut Rng::with_seed(54);
                for (count, wbits, nbits) in [(1usize, 2usize, 255usize), (2, 3, 64), (5, 4, 255), (5, 5, 255), (20, 8, 256), (3, 9, 130), (1, 10, 255), (40, 6, 12)] {
                    let points: Vec<$affine> = many(rng, count + 9)[9..].iter().map(affine).collect();
                    let stride = nbits.div_ceil(8);
                    let mut scalars: Vec<u8> = (0..stride * count).map(|_| rng.u8(..)).collect();
                    for scalar in scalars.chunks_exact_mut(stride) {
                        scalar[stride - 1] &= 0xff >> ((8 - nbits % 8) % 8);
                    }
                    let rows = [scalars.as_ptr(), null()];
                    let table = same!($precompute 4, |f| {
                        let [size, _] = both!($table_size 2);
                        let mut table = vec![Zero::zero(); size(wbits, count) / size_of::<$affine>()];
                        // The points are at the end of their table.
                        let start = table.len() - count;
                        table[start..].copy_from_slice(&points);
                        let list = [table[start..].as_ptr(), null()];
                        f(table.as_mut_ptr(), wbits, list.as_ptr(), count);
                        table
                    });
                    for scratch in [false, true] {
                        same!($wbits 7, |f| {
                            let [size, _] = both!($wbits_scratch 1);
                            let mut memory = vec![0u64; size(count) / 8];
                            let memory = if scratch { memory.as_mut_ptr() } else { null_mut() };
                            let mut out = Zero::zero();
                            f(&mut out, table.as_ptr(), wbits, count, rows.as_ptr(), nbits, memory);
                            out
                        });
                    }
                }
            }

            #[test]
            fn sizes() {
                for count in (0..70).chain([100, 1000, 4096, 4097, 8192, 10_000, 65_536, 1 << 20]) {
                    same!($pippenger_scratch 1, |f| f(count));
                    same!($wbits_scratch 1, |f| f(count));
                    for wbits in 2..15 {
                        same!($table_size 2, |f| f(wbits, count));
                    }
                }
            }
        }
    };
}
group! { g1, blst_p1, blst_p1_affine,
blst_p1s_to_affine blst_p1s_add blst_p1s_mult_pippenger_scratch_sizeof blst_p1s_mult_pippenger blst_p1s_tile_pippenger
blst_p1s_mult_wbits_precompute_sizeof blst_p1s_mult_wbits_precompute blst_p1s_mult_wbits_scratch_sizeof blst_p1s_mult_wbits,
blst_p1_mult blst_p1_add_or_double blst_p1_double }
group! { g2, blst_p2, blst_p2_affine,
blst_p2s_to_affine blst_p2s_add blst_p2s_mult_pippenger_scratch_sizeof blst_p2s_mult_pippenger blst_p2s_tile_pippenger
blst_p2s_mult_wbits_precompute_sizeof blst_p2s_mult_wbits_precompute blst_p2s_mult_wbits_scratch_sizeof blst_p2s_mult_wbits,
blst_p2_mult blst_p2_add_or_double blst_p2_double }

#[test]
fn messages_that_differ() {
    let rng = &mut Rng::with_seed(55);
    let texts: Vec<Vec<u8>> = (0..3000)
        .map(|i| match i % 4 {
            0 => vec![rng.u8(..); rng.usize(0..4)],
            1 => (i as u32).to_be_bytes().to_vec(),
            2 => format!("{}", rng.u32(0..2000)).into_bytes(),
            _ => (0..40).map(|_| rng.u8(..)).collect(),
        })
        .collect();
    for count in [0, 1, 2, 100] {
        same!(blst_uniq_sizeof 1, |f| f(count));
    }
    let [size, _] = both!(blst_uniq_sizeof 1);
    let mut trees = [(); 2].map(|()| vec![0u64; unsafe { size(texts.len()) } / 8]);
    for (f, tree) in both!(blst_uniq_init 1).into_iter().zip(&mut trees) {
        unsafe { f(tree.as_mut_ptr().cast()) };
    }
    for text in &texts {
        let found: Vec<bool> = both!(blst_uniq_test 3)
            .into_iter()
            .zip(&mut trees)
            .map(|(f, tree)| unsafe { f(tree.as_mut_ptr().cast(), text.as_ptr(), text.len()) })
            .collect();
        assert_eq!(found[0], found[1], "{text:?}");
    }
}

#[test]
fn a_hundred_thousand_messages_in_order_are_no_slower_than_others() {
    let texts: Vec<[u8; 4]> = (0..100_000u32).map(u32::to_be_bytes).collect();
    let [_, size] = both!(blst_uniq_sizeof 1);
    let [_, init] = both!(blst_uniq_init 1);
    let [_, test] = both!(blst_uniq_test 3);
    unsafe {
        let mut tree = vec![0u64; size(texts.len()) / 8];
        init(tree.as_mut_ptr().cast());
        for text in &texts {
            assert!(test(tree.as_mut_ptr().cast(), text.as_ptr(), 4));
        }
        assert!(!texts.iter().any(|text| test(tree.as_mut_ptr().cast(), text.as_ptr(), 4)));
    }
}
