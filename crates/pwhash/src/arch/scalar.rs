//! Portable code: arrays in place of vectors.

use core::array::from_fn;

use lanesmith_isa::token::Portable;

use crate::kernel::argon2::{Segment, fill};
use crate::kernel::blamka::{BlockFunction, Early, Rows};
use crate::kernel::block::{Block, Layout};
use crate::kernel::lyra2::{Job, Shape, run};
use crate::kernel::row64::Row64;
use crate::kernel::salsa::{Mix, Quad32, romix};
use crate::ops::{Argon2Kernel, Lyra2Kernel, ScryptKernel};

/// Four words in an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array64([u64; 4]);

impl Row64 for Array64 {
    type Token = Portable;

    #[inline(always)]
    fn load(_token: Portable, words: &[u64; 4]) -> Self {
        Array64(*words)
    }
    #[inline(always)]
    fn store(self, words: &mut [u64; 4]) {
        *words = self.0;
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Array64(from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Array64(from_fn(|i| self.0[i] ^ other.0[i]))
    }
    #[inline(always)]
    fn blamka(self, other: Self) -> Self {
        Array64(from_fn(|i| {
            let (a, b) = (self.0[i], other.0[i]);
            let product = u64::from(a as u32) * u64::from(b as u32);
            a.wrapping_add(b).wrapping_add(product << 1)
        }))
    }
    #[inline(always)]
    fn ror<const BITS: u32>(self) -> Self {
        Array64(self.0.map(|word| word.rotate_right(BITS)))
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        Array64(from_fn(|i| self.0[(i + BY) % 4]))
    }
    #[inline(always)]
    fn straddle(self, next: Self) -> Self {
        Array64([self.0[1], next.0[0], self.0[3], next.0[2]])
    }
    #[inline(always)]
    fn shift_in<const BY: usize>(self, next: Self) -> Self {
        Array64(from_fn(|i| if i + BY < 4 { self.0[i + BY] } else { next.0[i + BY - 4] }))
    }
    #[inline(always)]
    fn even(self) -> (u64, u64) {
        (self.0[0], self.0[2])
    }
    #[inline(always)]
    fn prefetch(_line: *const u8) {}
}

/// Four 32-bit words in an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array32([u32; 4]);

impl Quad32 for Array32 {
    type Token = Portable;
    const LANES: usize = 1;

    #[inline(always)]
    fn load(_token: Portable, words: &[u32]) -> Self {
        Array32(words.as_chunks::<4>().0[0])
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        words.as_chunks_mut::<4>().0[0] = self.0;
    }
    #[inline(always)]
    fn gather(_token: Portable, rows: [&[u32; 4]; 4]) -> Self {
        Array32(*rows[0])
    }
    #[inline(always)]
    fn scatter<const LANE: usize>(self, row: &mut [u32; 4]) {
        *row = self.0;
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Array32(from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Array32(from_fn(|i| self.0[i] ^ other.0[i]))
    }
    #[inline(always)]
    fn rol<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        Array32(self.0.map(|word| word.rotate_left(LEFT as u32)))
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        Array32(from_fn(|i| self.0[(i + BY) % 4]))
    }
    #[inline(always)]
    fn prefetch(_line: *const u8) {}
}

/// Argon2's block function. In WebAssembly each form of it is compiled once and called: it is eight kilobytes long.
#[derive(Clone, Copy)]
struct Mix64(Rows<Array64>);

impl BlockFunction for Mix64 {
    const LAYOUT: Layout = <Rows<Array64> as BlockFunction>::LAYOUT;

    #[inline(always)]
    fn mix<const XOR: bool>(
        self,
        previous: &Block,
        reference: &Block,
        to: &mut Block,
        scratch: &mut Block,
        early: impl Early,
    ) {
        #[inline(never)]
        fn apart<const XOR: bool>(
            rows: Rows<Array64>,
            previous: &Block,
            reference: &Block,
            to: &mut Block,
            scratch: &mut Block,
        ) {
            rows.mix::<XOR>(previous, reference, to, scratch, ());
        }
        if cfg!(target_arch = "wasm32") {
            apart::<XOR>(self.0, previous, reference, to, scratch);
            early.word(to[0]);
        } else {
            self.0.mix::<XOR>(previous, reference, to, scratch, early);
        }
    }

    #[inline(always)]
    fn prefetch(line: *const u8) {
        <Rows<Array64> as BlockFunction>::prefetch(line);
    }
}

lanesmith_isa::entries! {
    engine scalar with Portable;

    Argon2Kernel => pub(crate) fn argon2_fill(token, segments: &mut [Segment<'_>]) {
        fill(Mix64(Rows::<Array64>(token)), segments);
    }
    Lyra2Kernel => pub(crate) fn lyra2_run(token, shape: &Shape<'_>, jobs: &mut [Job<'_>]) {
        run::<Array64, false>(token, shape, jobs);
    }
    ScryptKernel => pub(crate) fn scrypt_mix(token, mix: &mut Mix<'_>) {
        for from in 0..mix.lanes() {
            romix::<Array32, 1>(token, &mut mix.take(from, 1));
        }
    }
}
