//! Many points at once: to affine form, and their sum.

use lanesmith_bls::curve::{Affine, Projective, batch_to_affine, sum_vartime};
use lanesmith_bls::hazmat::{Fp, Fp2};

use super::memory::{List, get, put};
use super::point::Group;
use super::values::{Canonical as _, Flat};

/// Points that are converted with one inversion.
const TOGETHER: usize = 1024;

/// The points of a list.
///
/// # Safety
/// As `ffi` asks.
pub unsafe fn gather<F: Group>(points: *const *const Flat<F>, count: usize) -> Vec<Affine<F>> {
    let mut list = List::new(points);
    // SAFETY: the caller's promise is passed on; the list has so many points.
    (0..count).map(|_| unsafe { get(list.next()) }.affine()).collect()
}

/// The functions of one group.
macro_rules! lists {
    ($field:ty, $to_affine:ident $add:ident) => {
        exported! {
            fn $to_affine(dst: *mut Flat<$field>, points: *const *const Projective<$field>, npoints: usize) {
                let mut list = List::new(points);
                let mut to = vec![Affine::INFINITY; TOGETHER.min(npoints)];
                for start in (0..npoints).step_by(TOGETHER) {
                    let count = TOGETHER.min(npoints - start);
                    let from: Vec<Projective<$field>> = (0..count).map(|_| get(list.next())).collect();
                    batch_to_affine::<$field, B>(&from, &mut to);
                    for (i, point) in to[..count].iter().enumerate() {
                        put(dst.add(start + i), Flat::of(point));
                    }
                }
            }
            fn $add(ret: *mut Projective<$field>, points: *const *const Flat<$field>, npoints: usize) {
                put(ret, sum_vartime::<$field, B>(&gather(points, npoints)).canonical())
            }
        }
    };
}

lists! { Fp, blst_p1s_to_affine blst_p1s_add }
lists! { Fp2, blst_p2s_to_affine blst_p2s_add }
