//! yescrypt in general registers.

use lanesmith_isa::lanes::Line;
use lanesmith_isa::token::Portable;

use crate::kernel::yescrypt::lane::{Lane, Table};

/// Two words of 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Words([u64; 2]);

impl Words {
    #[inline(always)]
    fn halves(self) -> [u32; 4] {
        let [a, b] = self.0;
        [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32]
    }

    #[inline(always)]
    fn of_halves([a, b, c, d]: [u32; 4]) -> Self {
        Words([u64::from(a) | u64::from(b) << 32, u64::from(c) | u64::from(d) << 32])
    }
}

#[inline(always)]
fn entry(table: &Table, address: u32) -> [u64; 2] {
    let at = (address >> 4) as usize & 255;
    let line = &table[at / 4].0;
    [line[at % 4 * 2], line[at % 4 * 2 + 1]]
}

impl Lane for Words {
    type Token = Portable;
    type Alone = Self;
    // A third of the WebAssembly module, where nothing is gained by it.
    const PAIRS: bool = !cfg!(target_arch = "wasm32");

    #[inline(always)]
    fn load(_: Portable, line: &Line) -> [Self; 4] {
        core::array::from_fn(|i| Words([line.0[2 * i], line.0[2 * i + 1]]))
    }
    #[inline(always)]
    fn store(lanes: [Self; 4], line: &mut Line) {
        for (i, lane) in lanes.into_iter().enumerate() {
            [line.0[2 * i], line.0[2 * i + 1]] = lane.0;
        }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Words([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
    #[inline(always)]
    fn add_rotate_xor<const L: i32, const R: i32>(self, a: Self, b: Self) -> Self {
        let turned = a.add(b).halves().map(|word| word.rotate_left(L as u32));
        self.xor(Self::of_halves(turned))
    }
    #[inline(always)]
    fn turn<const BY: i32>(self) -> Self {
        let words = self.halves();
        Self::of_halves(core::array::from_fn(|i| words[(i + BY as usize) % 4]))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let (a, b) = (self.halves(), other.halves());
        Self::of_halves(core::array::from_fn(|i| a[i].wrapping_add(b[i])))
    }
    #[inline(always)]
    fn pwx(self, s0: &Table, s1: &Table) -> Self {
        let x = self.0;
        let (p, q) = (entry(s0, x[0] as u32), entry(s1, (x[0] >> 32) as u32));
        let step = |i: usize| ((x[i] >> 32) * (x[i] & 0xffff_ffff)).wrapping_add(p[i]) ^ q[i];
        Words([step(0), step(1)])
    }
    #[inline(always)]
    fn prefetch(_: &Line) {}
}

engine!(scalar, Portable, Words);
