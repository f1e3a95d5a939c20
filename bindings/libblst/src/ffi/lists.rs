//! Many points at once: to affine form, and their sum.

use lanesmith_bls::curve::{Affine, Projective, batch_to_affine, sum_vartime};
use lanesmith_bls::hazmat::{Fp, Fp2};

use super::memory::{List, get, put};
use super::point::Group;
use super::values::{Canonical as _, Flat};

/// Points that are converted with one inversion: their memory is on the stack of a caller that may have little.
const TOGETHER: usize = 64;

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
                for start in (0..npoints).step_by(TOGETHER) {
                    let count = TOGETHER.min(npoints - start);
                    let mut from = [Projective::INFINITY; TOGETHER];
                    let mut to = [Affine::INFINITY; TOGETHER];
                    for point in &mut from[..count] {
                        *point = get(list.next());
                    }
                    batch_to_affine::<$field, B>(&from[..count], &mut to);
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
