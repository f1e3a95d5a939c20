//! Multiplication by a scalar: in constant time for secrets, in variable time for public values.

use super::complete::Complete;
use super::endomorphism::Curve;
use super::point::{Affine, Projective};
use crate::field::{Backend, Field, Fr};
use crate::generated::curve::X_ABS;

/// `floor((2^128 - 1)/X) - 2^64`, the reciprocal of division by `X`, whose top bit is set.
const RECIPROCAL: u64 = (u128::MAX / X_ABS as u128 - (1 << 64)) as u64;

/// `(high*2^64 + low) / X` for `high < X`: quotient and remainder (Moller and Granlund), without a branch.
const fn div_x(high: u64, low: u64) -> (u64, u64) {
    let q = (RECIPROCAL as u128 * high as u128).wrapping_add((high as u128) << 64 | low as u128);
    let q1 = ((q >> 64) as u64).wrapping_add(1);
    let r = low.wrapping_sub(q1.wrapping_mul(X_ABS));
    let over = ((r > q as u64) as u64).wrapping_neg();
    let q1 = q1.wrapping_add(over);
    let r = r.wrapping_add(X_ABS & over);
    let under = ((r >= X_ABS) as u64).wrapping_neg();
    (q1.wrapping_sub(under), r.wrapping_sub(X_ABS & under))
}

/// The digits of a scalar below `X^4` (all that are below the order) in base `X`, in constant time.
pub fn digits_base_x(scalar: &[u64; 4]) -> [u64; 4] {
    let mut rest = *scalar;
    let mut digits = [0; 4];
    for digit in &mut digits {
        let mut remainder = 0;
        for limb in rest.iter_mut().rev() {
            (*limb, remainder) = div_x(remainder, *limb);
        }
        *digit = remainder;
    }
    // What is left of a secret would stay on the stack: zero for every scalar that fits, but wiped all the same.
    crate::mem::wipe(&mut rest);
    digits
}

/// Window of the constant-time method: signed digits in `[-16, 16]`.
pub(crate) const WINDOW: usize = 5;
pub(crate) const TABLE: usize = 1 << (WINDOW - 1);

/// The signed digit of `part` whose lowest bit is `position` (Booth): magnitude and a mask that is all ones if negative.
pub(crate) fn booth(part: &[u64; 2], position: usize) -> (u64, u64) {
    let value = u128::from(part[0]) | u128::from(part[1]) << 64;
    // WINDOW + 1 bits from position - 1 upwards.
    let bits = if position == 0 { value << 1 } else { value.checked_shr(position as u32 - 1).unwrap_or(0) };
    recode(bits as u64 & ((2 << WINDOW) - 1))
}

/// The signed digit of a window with the bit below it.
fn recode(bits: u64) -> (u64, u64) {
    let negative = (bits >> WINDOW).wrapping_neg();
    // floor((bits + 1)/2) - 2^WINDOW if the top bit is set.
    let digit = (bits + 1) >> 1;
    let magnitude = (digit & !negative) | ((1u64 << WINDOW).wrapping_sub(digit) & negative);
    (magnitude, negative)
}

/// `[k]P` for a point of the group and a secret scalar: the time does not depend on either but for a point at infinity.
/// Complete formulas, every table entry read.
///
/// `k = sum of part_i * (X^s)^i`, two parts in G1 and four in G2, each in signed digits of five bits; a table of 16 multiples
/// for each part, one by arithmetic, the others by the endomorphism. G1: 133 doubles and 59 sums, 1508M + 267S + 16m.
/// G2: 68 doubles and 59 sums, 1118M + 137S + 96m. Products with `3b` are sums and not counted.
pub fn mul<F: Curve, B: Backend>(point: &Affine<F>, scalar: &Fr) -> Projective<F> {
    mul_complete::<F, B>(&Complete::from_affine(point), scalar)
}

/// [`mul`] of a point in homogeneous coordinates: not even whether it is at infinity shows.
pub fn mul_complete<F: Curve, B: Backend>(point: &Complete<F>, scalar: &Fr) -> Projective<F> {
    let mut limbs = scalar.to_limbs();
    let mut digits = digits_base_x(&limbs);
    let mut parts = F::split(&digits);
    let mut tables = [[Complete::<F>::INFINITY; TABLE]; 4];
    tables[0] = multiples::<F, B>(point);
    for part in 1..F::PARTS {
        let mut table = tables[part - 1];
        for entry in &mut table {
            *entry = F::map_complete::<B>(entry);
        }
        tables[part] = table;
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
        for (table, part) in tables.iter().zip(&parts).take(F::PARTS) {
            sum = sum.add::<B>(&entry::<F, B>(table, booth(part, window * WINDOW)));
        }
    }
    crate::mem::wipe(&mut limbs);
    crate::mem::wipe(&mut digits);
    parts.iter_mut().for_each(crate::mem::wipe);
    sum.to_projective::<B>()
}

/// The multiples of a point by 1 to 16.
fn multiples<F: Field, B: Backend>(point: &Complete<F>) -> [Complete<F>; TABLE] {
    let mut table = [*point; TABLE];
    for i in 1..TABLE {
        table[i] = if i % 2 == 1 { table[i / 2].dbl::<B>() } else { table[i - 1].add::<B>(point) };
    }
    table
}

/// The entry of a table for a signed digit; all are read.
#[inline(always)]
fn entry<F: Field, B: Backend>(
    table: &[Complete<F>; TABLE],
    (magnitude, negative): (u64, u64),
) -> Complete<F> {
    let mut entry = Complete::INFINITY;
    for (i, candidate) in table.iter().enumerate() {
        entry = entry.select(candidate, equal_mask(magnitude, i as u64 + 1));
    }
    entry.negate_if::<B>(negative)
}

/// `[k]P` for any point of the curve, in the group or not, and a secret scalar of so many bits, least significant byte first; bits above
/// those, and bytes that are not there, count as zeros. The time depends on how many bits, and on nothing else.
///
/// Signed digits of five bits over a table of 16 multiples, complete formulas: a double for each bit and a sum for each five, and
/// 8 of each for the table. The curves have no points of order two, so that the formulas have no exception.
pub fn mul_bits<F: Field, B: Backend>(point: &Projective<F>, scalar: &[u8], bits: usize) -> Projective<F> {
    let table = multiples::<F, B>(&Complete::from_projective::<B>(point));
    // Where a bit stands is no secret.
    let bit = |at: usize| match scalar.get(at / 8) {
        Some(byte) if at < bits => u64::from(byte >> (at % 8) & 1),
        _ => 0,
    };
    let mut sum = Complete::INFINITY;
    // One window more than bits fill, for the sign of the last digit.
    for window in (0..=bits / WINDOW).rev() {
        if window != bits / WINDOW {
            for _ in 0..WINDOW {
                sum = sum.dbl::<B>();
            }
        }
        let low = window * WINDOW;
        let below = if low == 0 { 0 } else { bit(low - 1) };
        let value = (0..WINDOW).fold(below, |value, i| value | bit(low + i) << (i + 1));
        sum = sum.add::<B>(&entry::<F, B>(&table, recode(value)));
    }
    sum.to_projective::<B>()
}

/// All ones if `a == b`.
fn equal_mask(a: u64, b: u64) -> u64 {
    let d = a ^ b;
    ((d | d.wrapping_neg()) >> 63).wrapping_sub(1)
}

/// The digits of a value below `2^128 - 16` in the non-adjacent form of width 5, lowest first; how many there are.
fn naf(value: u128) -> ([i8; 129], usize) {
    let mut digits = [0i8; 129];
    let mut length = 0;
    let mut rest = value;
    let mut position = 0;
    while rest != 0 {
        let zeros = rest.trailing_zeros();
        position += zeros as usize;
        rest >>= zeros;
        let low = (rest & 31) as i8;
        let digit = if low >= 16 { low - 32 } else { low };
        // The sum fits: a value that was shifted has room, and one that was not is below 2^128 - 16.
        rest = rest.wrapping_sub(digit as u128);
        digits[position] = digit;
        length = position + 1;
    }
    (digits, length)
}

/// `sum of [parts_i]points_i`, in variable time: one chain of doublings for all (Straus), digits in the non-adjacent form of
/// width 5. A part costs a double and 7 sums for its table, and on the average a sum for each 6 bits.
fn mul_parts_vartime<F: Curve, B: Backend>(points: &[Projective<F>], parts: &[u128]) -> Projective<F> {
    let mut tables = [[Projective::<F>::INFINITY; 8]; 4];
    let mut forms = [([0i8; 129], 0); 4];
    let mut length = 0;
    for (i, (point, part)) in points.iter().zip(parts).enumerate() {
        forms[i] = naf(*part);
        length = length.max(forms[i].1);
        let double = point.dbl::<B>();
        tables[i][0] = *point;
        for j in 1..8 {
            tables[i][j] = tables[i][j - 1].add::<B>(&double);
        }
    }
    let mut sum = Projective::INFINITY;
    for bit in (0..length).rev() {
        sum = sum.dbl::<B>();
        for (table, (digits, _)) in tables.iter().zip(&forms).take(points.len()) {
            match digits[bit] {
                0 => {}
                digit if digit > 0 => sum = sum.add::<B>(&table[digit as usize / 2]),
                digit => sum = sum.sub::<B>(&table[digit.unsigned_abs() as usize / 2]),
            }
        }
    }
    sum
}

/// `[k]P` for a point of the group and a public scalar: two parts of 128 bits in G1, four of 64 in G2, by the endomorphism.
pub fn mul_vartime<F: Curve, B: Backend>(point: &Projective<F>, scalar: &Fr) -> Projective<F> {
    let parts = F::split(&digits_base_x(&scalar.to_limbs()));
    let values = parts.map(wide);
    let mut points = [*point; 4];
    for i in 1..F::PARTS {
        points[i] = F::map::<B>(&points[i - 1]);
    }
    mul_parts_vartime::<F, B>(&points[..F::PARTS], &values[..F::PARTS])
}

fn wide(part: [u64; 2]) -> u128 {
    u128::from(part[0]) | u128::from(part[1]) << 64
}

/// `[k]P` for any point of the curve and a public 64-bit scalar: at most 65 doubles, some 18 sums.
pub fn mul_u64_vartime<F: Curve, B: Backend>(point: &Projective<F>, scalar: u64) -> Projective<F> {
    mul_parts_vartime::<F, B>(&[*point], &[u128::from(scalar)])
}

/// `[a + b*X^2]P` for a point of the group and a public factor `a + b*2^32`: as many scalars as factors, no two the same, for half the
/// doublings of 64-bit scalars. At most 33 doubles, some 20 sums.
pub fn mul_factor_vartime<F: Curve, B: Backend>(point: &Projective<F>, factor: u64) -> Projective<F> {
    let parts = [factor as u32, (factor >> 32) as u32].map(u128::from);
    mul_parts_vartime::<F, B>(&[*point, F::map_square::<B>(point)], &parts)
}

/// `[k]P` for any point of the curve, in the group or not, and a public scalar of any length, most significant byte
/// first. Double and add: 8 doubles a byte, a sum for each bit that is set.
pub fn mul_wide_vartime<F: Curve, B: Backend>(point: &Projective<F>, scalar: &[u8]) -> Projective<F> {
    let mut sum = Projective::INFINITY;
    for byte in scalar {
        for bit in (0..8).rev() {
            sum = sum.dbl::<B>();
            if byte >> bit & 1 == 1 {
                sum = sum.add::<B>(point);
            }
        }
    }
    sum
}
