//! scrypt's ROMix with what yescrypt adds to it: the write-once mode (`t`, a ROM), and the filling of S-boxes.

use lanesmith_isa::lanes::{Line, PwxLanes};

use super::Course;
use super::lane::{integerify, salsa20, wrap, xor4};
use crate::mem::ask_mask;

/// scrypt's block mix: Salsa20 along the lines, even-numbered results first.
#[inline(always)]
fn mix<L: PwxLanes, const DOUBLE: usize>(
    t: L::Token,
    input: &[Line],
    xor: Option<&[Line]>,
    out: &mut [Line],
) {
    let lines = input.len();
    let at = |b: usize| {
        let x = L::load(t, &input[b]);
        match xor {
            Some(v) => xor4(x, L::load(t, &v[b])),
            None => x,
        }
    };
    let (even, odd) = out.split_at_mut(lines / 2);
    let mut x = at(lines - 1);
    for i in 0..lines / 2 {
        x = salsa20::<L, DOUBLE>(xor4(x, at(2 * i)));
        L::store(x, &mut even[i]);
        x = salsa20::<L, DOUBLE>(xor4(x, at(2 * i + 1)));
        L::store(x, &mut odd[i]);
    }
}

/// The first loop: fills `v` with the states, the last of which goes to `x`. With `rewrites`, every step from the third
/// on takes an earlier block in.
#[inline(always)]
pub(crate) fn fill<L: PwxLanes, const DOUBLE: usize>(
    t: L::Token,
    course: &Course<'_>,
    x: &mut [Line],
    v: &mut [Line],
    rewrites: bool,
) {
    let rom = course.rom;
    let size = x.len();
    let count = v.len() / size;
    let roms = (rom.len() / size) as u64;
    v[..size].copy_from_slice(x);
    let every = ask_mask(size * 64);
    for i in 0..count {
        if i as u64 & every == 0 && course.interrupt.asked() {
            return;
        }
        let (low, high) = v.split_at_mut((i + 1) * size);
        let input = &low[i * size..];
        let j = integerify(input);
        let block = |of, j: u64| {
            let lines: &[Line] = of;
            Some(&lines[j as usize * size..][..size])
        };
        let xor = if roms > 0 && i == 0 {
            block(rom, roms - 1)
        } else if roms > 0 && i % 2 == 1 {
            block(rom, j & (roms - 1))
        } else if rewrites && i > 1 {
            block(low, wrap(j, i as u64))
        } else {
            None
        };
        match high.get_mut(..size) {
            Some(out) => mix::<L, DOUBLE>(t, input, xor, out),
            None => mix::<L, DOUBLE>(t, input, xor, x),
        }
    }
}

/// The second loop, reading only. `y` is as long as `x`.
#[inline(always)]
pub(crate) fn read<L: PwxLanes, const DOUBLE: usize>(
    t: L::Token,
    course: &Course<'_>,
    x: &mut [Line],
    y: &mut [Line],
    v: &[Line],
) {
    let rom = course.rom;
    let size = x.len();
    let count = (v.len() / size) as u64;
    let roms = (rom.len() / size) as u64;
    // Both are even, so the state ends in `x`.
    let every = ask_mask(size * 64);
    for i in 0..course.steps / 2 {
        if i & every == 0 && course.interrupt.asked() {
            return;
        }
        let j = integerify(x) & (count - 1);
        mix::<L, DOUBLE>(t, x, Some(&v[j as usize * size..][..size]), y);
        let (from, mask) = if roms > 0 { (rom, roms - 1) } else { (v, count - 1) };
        let j = integerify(y) & mask;
        mix::<L, DOUBLE>(t, y, Some(&from[j as usize * size..][..size]), x);
    }
}
