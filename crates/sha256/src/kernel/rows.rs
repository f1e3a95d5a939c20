//! One stream whose message schedule is computed in vectors.
#![allow(dead_code, reason = "not every architecture has vectors")]

use lanesmith_isa::arch::scalar::Word32;
use lanesmith_isa::lanes::{RowLanes, Vector32, WordLanes};
use lanesmith_isa::token::Portable;

use super::compress::{rounds8, rounds16};
use super::consts::{K, K_PADDING_AFTER_64};
use super::padding::digest_of;
use super::rolled;
use super::rolled::feed_forward;

/// One stream with the message schedule of `R::ROWS` blocks at a time in vectors, running ahead of scalar rounds.
#[inline(always)]
pub(crate) fn stream_rows<R: RowLanes>(token: R::Token, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    const { assert!(R::ROWS <= 2) };
    let mut s = state.map(Word32);
    for blocks in blocks.chunks(R::ROWS) {
        // Round constants and schedule of each block, four words a row: [block][quarter][row].
        let mut table = [[[[0u32; 4]; 4]; 4]; 2];
        let quad = |p: usize, q: usize| &blocks[p.min(blocks.len() - 1)].as_chunks::<16>().0[q];
        let mut w = [
            R::load_rows(token, |p| quad(p, 0)),
            R::load_rows(token, |p| quad(p, 1)),
            R::load_rows(token, |p| quad(p, 2)),
            R::load_rows(token, |p| quad(p, 3)),
        ];
        put_row(token, &mut table, 0, 0, w[0]);
        put_row(token, &mut table, 0, 1, w[1]);
        put_row(token, &mut table, 0, 2, w[2]);
        put_row(token, &mut table, 0, 3, w[3]);
        let before = s;
        for q in 0..3 {
            // Four words of the next quarter every four rounds: the vector units work beside the scalar ones.
            rounds16!(Portable, s, Row(&table[0][q]), |I| {
                if I.is_multiple_of(4) {
                    let i = I / 4;
                    w[i] = next_row(w[i], w[(i + 1) % 4], w[(i + 2) % 4], w[(i + 3) % 4]);
                    put_row(token, &mut table, q + 1, i, w[i]);
                }
                None::<Word32>
            });
        }
        rounds16!(Portable, s, Row(&table[0][3]), |I| None::<Word32>);
        s = feed_forward(before, s);
        if R::ROWS == 2 && blocks.len() == 2 {
            let before = s;
            for quarter in &table[1] {
                rounds16!(Portable, s, Row(quarter), |I| None::<Word32>);
            }
            s = feed_forward(before, s);
        }
    }
    *state = s.map(|word| word.0);
}

/// The digest of 64 bytes from the chaining value after them: a block of nothing but padding, whose schedule is known.
pub(crate) fn padded_after_64(state: &[u32; 8]) -> [u8; 32] {
    let state = rolled::compress_known(Portable, state.map(Word32), &K_PADDING_AFTER_64);
    digest_of(&state.map(|word| word.0))
}

/// Sixteen words kept as four rows.
struct Row<'a>(&'a [[u32; 4]; 4]);

impl core::ops::Index<usize> for Row<'_> {
    type Output = u32;
    #[inline(always)]
    fn index(&self, i: usize) -> &u32 {
        &self.0[i / 4][i % 4]
    }
}

/// Four words of the schedule from the sixteen before them.
#[inline(always)]
fn next_row<R: RowLanes>(w0: R, w1: R, w2: R, w3: R) -> R {
    let t = w0.add(w0.advance(w1).small_sigma0()).add(w2.advance(w3));
    // Words 2 and 3 need words 0 and 1 of this very row.
    let t = t.add(w3.high_pair().small_sigma1());
    t.add(t.low_pair().small_sigma1())
}

#[inline(always)]
fn put_row<R: RowLanes>(token: R::Token, table: &mut [[[[u32; 4]; 4]; 4]; 2], q: usize, i: usize, w: R) {
    let k = R::splat_row(token, &K.0.as_chunks::<4>().0[4 * q + i]);
    let mut rows = [[0; 4]; 2];
    w.add(k).store_rows(&mut rows);
    table[0][q][i] = rows[0];
    table[1][q][i] = rows[1];
}
