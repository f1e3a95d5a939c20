//! Bit-sliced states: as many sponges at once as an engine has lanes.

use alloc::vec;
use alloc::vec::Vec;

use lanesmith_isa::lanes::Line;

use crate::error::{BatchError, Error};
use crate::kernel::pack::{self, TRYTES};
use crate::kernel::{Layout, RATE, STATE, plane_lines};
use crate::ops::CurlEngine;
use crate::rounds::Rounds;
use crate::trit;

/// One block of 243 trits for every lane of an engine, as planes.
///
/// In memory: for each trit the low plane and then the high plane, `lanes / 64` words each; bit `l % 64` of word
/// `l / 64` belongs to lane `l`. -1 is (1, 0), 0 is (1, 1), +1 is (0, 1).
#[derive(Clone, Debug)]
pub struct Block {
    lines: Vec<Line>,
    engine: CurlEngine,
}

impl Block {
    /// A block of zeros.
    pub fn new(engine: CurlEngine) -> Self {
        let lines = vec![Line([u64::MAX; 8]); plane_lines(RATE, engine.info.lanes)];
        Block { lines, engine }
    }

    /// Packs valid trytes of each lane; lanes beyond `rows` get zeros.
    ///
    /// # Panics
    /// If there are more rows than lanes.
    pub(crate) fn pack_trytes(&mut self, rows: &mut Vec<&[u8; TRYTES]>) {
        let lanes = self.engine.info.lanes;
        assert!(rows.len() <= lanes);
        rows.resize(lanes, &[b'9'; TRYTES]);
        (self.engine.kernel().pack_trytes)(rows, &mut self.lines);
    }

    /// Packs valid trits (as bytes) of each lane; lanes beyond `rows` get zeros.
    ///
    /// # Panics
    /// If there are more rows than lanes.
    pub(crate) fn pack_trits(&mut self, rows: &mut Vec<&[u8; RATE]>) {
        let lanes = self.engine.info.lanes;
        assert!(rows.len() <= lanes);
        rows.resize(lanes, &[0; RATE]);
        (self.engine.kernel().pack_trits)(rows, &mut self.lines);
    }

    /// Packs a block of 81 trytes for each lane; lanes beyond `rows` get zeros.
    ///
    /// ```
    /// use lanesmith_curl::HASH;
    /// use lanesmith_curl::sliced::Block;
    /// let mut block = Block::new(HASH.auto());
    /// assert!(block.fill(&[&[b'X'; 81]]).is_ok());
    /// assert!(block.fill(&[&[b'9'; 81], &[b'x'; 81]]).unwrap_err().to_string().starts_with("message 1: "));
    /// ```
    ///
    /// # Errors
    /// The first row that holds something else than trytes, or that there is no lane for.
    pub fn fill(&mut self, rows: &[&[u8; TRYTES]]) -> Result<(), BatchError> {
        let lanes = self.engine.info.lanes;
        for (message, row) in rows.iter().enumerate() {
            let error = match message < lanes {
                true => trit::check_trytes(*row),
                false => {
                    Err(Error::Length { unit: "rows", found: rows.len(), expected: "no more than lanes" })
                }
            };
            error.map_err(|error| BatchError::Message { index: message, error })?;
        }
        self.pack_trytes(&mut rows.to_vec());
        Ok(())
    }

    /// The words of the planes.
    pub fn words(&self) -> &[u64] {
        &Line::words(&self.lines)[..2 * RATE * self.engine.info.lanes / 64]
    }

    /// The words of the planes, to write. A trit of (0, 0) is no trit; what a hash of it is stays undefined.
    pub fn words_mut(&mut self) -> &mut [u64] {
        let words = 2 * RATE * self.engine.info.lanes / 64;
        &mut Line::words_mut(&mut self.lines)[..words]
    }
}

/// The states of as many sponges as an engine has lanes.
///
/// ```
/// use lanesmith_curl::sliced::{Block, State};
/// use lanesmith_curl::{HASH, Rounds};
///
/// let engine = HASH.auto();
/// let mut state = State::new(engine);
/// // Every lane absorbs a block of zeros, which is a fixed point.
/// state.absorb(&Block::new(engine), Rounds::P81);
/// state.digests(|lane, trytes| assert_eq!(trytes, &[b'9'; 81], "lane {lane}"));
/// ```
#[derive(Clone, Debug)]
pub struct State {
    lines: Vec<Line>,
    layout: Layout,
    engine: CurlEngine,
}

impl State {
    /// All zero trits.
    pub fn new(engine: CurlEngine) -> Self {
        let lines = vec![Line([u64::MAX; 8]); plane_lines(STATE, engine.info.lanes)];
        State { lines, layout: Layout::NATURAL, engine }
    }

    /// Back to all zero trits.
    pub fn reset(&mut self) {
        self.lines.fill(Line([u64::MAX; 8]));
        self.layout = Layout::NATURAL;
    }

    /// Number of lanes.
    pub fn lanes(&self) -> usize {
        self.engine.info.lanes
    }

    /// One transform of every lane.
    pub fn transform(&mut self, rounds: Rounds) {
        (self.engine.kernel().transform)(&mut self.lines, &mut self.layout, rounds);
    }

    /// Overwrites the rate of every lane with a block, and transforms.
    ///
    /// # Panics
    /// If the block was made for another engine.
    pub fn absorb(&mut self, block: &Block, rounds: Rounds) {
        self.overwrite_all(block);
        self.transform(rounds);
    }

    /// Overwrites the rate of every lane with a block.
    pub(crate) fn overwrite_all(&mut self, block: &Block) {
        assert!(block.engine == self.engine, "a block of another engine");
        (self.engine.kernel().absorb)(&mut self.lines, self.layout, &block.lines);
    }

    /// Overwrites so many trits of each lane with those of a block.
    pub(crate) fn overwrite(&mut self, block: &Block, trits: &[u8]) {
        let words = self.lanes() / 64;
        let state = Line::words_mut(&mut self.lines);
        for (w, lanes) in trits.chunks(64).enumerate() {
            for i in 0..RATE {
                let mask = lanes.iter().rev().fold(0, |mask, n| mask << 1 | u64::from(usize::from(*n) > i));
                let at = 2 * words * self.layout.place(i).get() + w;
                for plane in [0, words] {
                    let new = block.words()[2 * words * i + plane + w];
                    state[at + plane] = state[at + plane] & !mask | new & mask;
                }
            }
        }
    }

    /// The words of one trit: low plane, then high plane.
    pub fn trit(&self, trit: usize) -> &[u64] {
        let words = 2 * self.lanes() / 64;
        let at = words * self.layout.place(trit).get();
        &Line::words(&self.lines)[at..at + words]
    }

    /// The rate of each lane as 81 trytes.
    pub fn digests(&self, mut out: impl FnMut(usize, &[u8; TRYTES])) {
        for word in 0..self.lanes() / 64 {
            self.digests_of(word, &mut out);
        }
    }

    /// The rates of lanes `64 * word` to `64 * word + 63`.
    pub(crate) fn digests_of(&self, word: usize, mut out: impl FnMut(usize, &[u8; TRYTES])) {
        let words = self.lanes() / 64;
        pack::unpack_trytes(
            |trit, plane| self.trit(trit)[plane * words + word],
            |lane, trytes| out(64 * word + lane, trytes),
        );
    }
}
