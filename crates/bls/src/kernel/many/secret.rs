//! Many points times many secret scalars, in constant time: the method of [one](crate::curve::mul), a scalar a lane.

use alloc::vec::Vec;

use super::{FEW, Laned, Lanes, Octet, points, spread};
use crate::curve::complete::Complete;
use crate::curve::{self, Affine, Endomorphic as _, Projective, TABLE, WINDOW, booth, digits_base_x};
use crate::field::{Backend, Field as _, Fr};
use crate::mem;

/// The parts of the scalars of eight lanes. Wiped when dropped.
struct Parts([[[u64; 2]; 4]; 8]);

impl Drop for Parts {
    fn drop(&mut self) {
        self.0.as_flattened_mut().iter_mut().for_each(mem::wipe);
    }
}

/// A digit of each lane: magnitudes, and the lanes in which it is negative. Wiped when dropped.
struct Digits([u64; 8], [u64; 1]);

impl Digits {
    /// The digit whose lowest bit is `position`.
    fn new(parts: &Parts, part: usize, position: usize) -> Self {
        let mut digits = Self([0; 8], [0]);
        for (lane, (number, parts)) in digits.0.iter_mut().zip(&parts.0).enumerate() {
            let (magnitude, negative) = booth(&parts[part], position);
            *number = magnitude;
            digits.1[0] |= negative & 1 << lane;
        }
        digits
    }
}

impl Drop for Digits {
    fn drop(&mut self) {
        mem::wipe(&mut self.0);
        mem::wipe(&mut self.1);
    }
}

/// For each lane the multiple that its digit names.
fn pick<F: Octet>(table: &[Complete<F>; TABLE], digits: &Digits) -> Complete<F> {
    let zero = Complete::<F>::INFINITY;
    let (mut x, mut y, mut z) = ([&zero.x; TABLE], [&zero.y; TABLE], [&zero.z; TABLE]);
    for (i, entry) in table.iter().enumerate() {
        (x[i], y[i], z[i]) = (&entry.x, &entry.y, &entry.z);
    }
    let numbers = &digits.0;
    Complete { x: zero.x.pick(&x, numbers), y: zero.y.pick(&y, numbers), z: zero.z.pick(&z, numbers) }
}

/// Each point of the group times its secret scalar, as many as the shorter slice holds: the time depends on neither but for points at
/// infinity. Complete formulas, every table entry read.
pub fn mul<F: Laned, M: Lanes, B: Backend>(points: &[Affine<F>], scalars: &[&Fr]) -> Vec<Projective<F>> {
    let count = points.len().min(scalars.len());
    let mut out = Vec::with_capacity(count);
    for (points, scalars) in points[..count].chunks(8).zip(scalars[..count].chunks(8)) {
        if points.len() < FEW {
            for (point, scalar) in points.iter().zip(scalars) {
                out.push(curve::mul::<F, B>(point, scalar));
            }
            continue;
        }
        let mut parts = Parts([[[0; 2]; 4]; 8]);
        for (parts, scalar) in parts.0.iter_mut().zip(scalars) {
            let mut limbs = scalar.to_limbs();
            let mut digits = digits_base_x(&limbs);
            *parts = F::split(&digits);
            mem::wipe(&mut limbs);
            mem::wipe(&mut digits);
        }
        let products = points::out_of_lanes(&eight::<F, M, B>(points, &parts));
        for (point, product) in points.iter().zip(&products) {
            out.push(if point.infinity { Projective::INFINITY } else { *product });
        }
    }
    out
}

/// Up to eight points, none of which is at infinity, times scalars of these parts.
fn eight<F: Laned, M: Lanes, B: Backend>(points: &[Affine<F>], parts: &Parts) -> Projective<F::In<M>> {
    let Affine { x, y, .. } = points::in_lanes::<F, M>(points.iter());
    let mut table = [Complete { x, y, z: F::In::<M>::ONE }; TABLE];
    for i in 1..TABLE {
        table[i] = if i % 2 == 1 { table[i / 2].dbl::<B>() } else { table[i - 1].add::<B>(&table[0]) };
    }
    let mut tables = Vec::with_capacity(F::PARTS);
    tables.push(table);
    for part in 1..F::PARTS {
        let mut table = tables[part - 1];
        for entry in &mut table {
            *entry = F::In::<M>::map_complete::<B>(entry);
        }
        tables.push(table);
    }
    let mut sum = Complete::INFINITY;
    // One bit more than a part has, for the last digit's sign.
    let windows = (F::PART_BITS + 1).div_ceil(WINDOW);
    for window in (0..windows).rev() {
        if window + 1 < windows {
            for _ in 0..WINDOW {
                sum = sum.dbl::<B>();
            }
        }
        for (part, table) in tables.iter().enumerate() {
            let digits = Digits::new(parts, part, window * WINDOW);
            let negative = spread(digits.1[0] as u8);
            sum = sum.add::<B>(&pick(table, &digits).negate_if::<B>(negative));
        }
    }
    sum.to_projective::<B>()
}
