//! Independent messages of any lengths, many at a time.

use lanesmith_isa::{EngineError, Handle};

use crate::consts::H0;
use crate::digest::{tail, tail_blocks};
use crate::engines::{MANY, ManyKernel, NODES, Pairs};
use crate::error::LengthError;
use crate::fixed::digest_of;
use crate::nodes::NodeHasher;

/// How many messages are under way at once: the most lanes that any engine has.
const LANES: usize = 16;

/// Messages that are sorted together. Each end of a message interrupts all lanes, so messages of like lengths belong side
/// by side.
const WINDOW: usize = 1024;

/// Hashes independent messages: `out[i] = SHA-256(messages[i])`. Lengths may differ.
///
/// ```
/// let mut out = [[0; 32]; 3];
/// lanesmith_sha256::hash_many(&mut out, &[b"", b"abc", &[7; 1000]])?;
/// assert_eq!(out[1], lanesmith_sha256::sha256(b"abc"));
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
///
/// # Errors
/// [`LengthError::Mismatch`] unless both slices have the same length.
pub fn hash_many(out: &mut [[u8; 32]], messages: &[&[u8]]) -> Result<(), LengthError> {
    ManyHasher::auto().hash(out, messages)
}

/// A chosen engine for many messages.
#[derive(Clone, Copy, Debug)]
pub struct ManyHasher(Handle<ManyKernel>);

/// A message under way.
#[derive(Clone, Copy)]
struct Lane<'a> {
    /// Which one.
    index: usize,
    /// Whole blocks still to come.
    blocks: &'a [[u8; 64]],
    /// The padded end: blocks `tail_at..tail_len`.
    tail: [[u8; 64]; 2],
    tail_at: usize,
    tail_len: usize,
}

impl<'a> Lane<'a> {
    const IDLE: Lane<'static> = Lane { index: 0, blocks: &[], tail: [[0; 64]; 2], tail_at: 0, tail_len: 0 };

    fn new(index: usize, message: &'a [u8]) -> Self {
        let (blocks, rest) = message.as_chunks::<64>();
        let (tail, tail_len) = tail(rest, message.len() as u64);
        Lane { index, blocks, tail, tail_at: 0, tail_len }
    }

    /// The blocks that lie side by side: those of the message, then those of the padded end.
    fn run(&self) -> &[[u8; 64]] {
        if self.blocks.is_empty() { &self.tail[self.tail_at..self.tail_len] } else { self.blocks }
    }

    fn advance(&mut self, by: usize) {
        if self.blocks.is_empty() {
            self.tail_at += by;
        } else {
            self.blocks = &self.blocks[by..];
        }
    }

    fn is_done(&self) -> bool {
        self.blocks.is_empty() && self.tail_at == self.tail_len
    }
}

/// Blocks of a padded message of `length` bytes.
fn blocks(length: usize) -> usize {
    length / 64 + tail_blocks(length % 64)
}

impl ManyHasher {
    /// The engine that [`MANY`] gives to callers who name none.
    pub fn auto() -> Self {
        ManyHasher(MANY.auto())
    }

    /// That engine.
    pub fn with(engine: Handle<ManyKernel>) -> Self {
        ManyHasher(engine)
    }

    /// The engine of that name.
    ///
    /// # Errors
    /// If there is none or this CPU cannot run it.
    pub fn by_name(name: &str) -> Result<Self, EngineError> {
        MANY.by_name(name).map(ManyHasher)
    }

    /// The engine's name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// As [`hash_many`].
    ///
    /// # Errors
    /// As [`hash_many`].
    pub fn hash(self, out: &mut [[u8; 32]], messages: &[&[u8]]) -> Result<(), LengthError> {
        if out.len() != messages.len() {
            return Err(LengthError::Mismatch {
                what: "places for digests",
                given: out.len(),
                needed: messages.len(),
            });
        }
        if !messages.is_empty() && messages.iter().all(|m| m.len() == 64) {
            self.hash_as_nodes(out, messages);
            return Ok(());
        }
        for (out, messages) in out.chunks_mut(WINDOW).zip(messages.chunks(WINDOW)) {
            let mut order = [0_u16; WINDOW];
            let order = &mut order[..messages.len()];
            for (place, index) in order.iter_mut().zip(0..) {
                *place = index;
            }
            let blocks = |index: &u16| blocks(messages[usize::from(*index)].len());
            if !order.is_sorted_by_key(blocks) {
                order.sort_unstable_by_key(blocks);
            }
            for group in order.chunks(LANES) {
                self.group(out, messages, group);
            }
        }
        Ok(())
    }

    /// At most [`LANES`] messages, side by side for as long as they have blocks.
    fn group(self, out: &mut [[u8; 32]], messages: &[&[u8]], group: &[u16]) {
        let compress = self.0.kernel().compress;
        let mut lanes = [Lane::IDLE; LANES];
        let mut states = [H0; LANES];
        let mut active = group.len();
        for (lane, &index) in lanes.iter_mut().zip(group) {
            *lane = Lane::new(index.into(), messages[usize::from(index)]);
        }
        while active > 0 {
            let mut runs: [&[[u8; 64]]; LANES] = [&[]; LANES];
            let mut common = usize::MAX;
            for (run, lane) in runs.iter_mut().zip(&lanes[..active]) {
                *run = lane.run();
                common = common.min(run.len());
            }
            for run in &mut runs[..active] {
                *run = &run[..common];
            }
            compress(&mut states[..active], &runs[..active]);
            let mut at = 0;
            while at < active {
                lanes[at].advance(common);
                if lanes[at].is_done() {
                    out[lanes[at].index] = digest_of(&states[at]);
                    active -= 1;
                    lanes[at] = lanes[active];
                    states[at] = states[active];
                } else {
                    at += 1;
                }
            }
        }
    }

    /// Messages of 64 bytes each: the engine of the same name for nodes does without their second schedule.
    fn hash_as_nodes(self, out: &mut [[u8; 32]], messages: &[&[u8]]) {
        let nodes = NODES.by_name(self.name()).map_or_else(|_| NodeHasher::auto(), NodeHasher::with);
        for (out, messages) in out.chunks_mut(4 * LANES).zip(messages.chunks(4 * LANES)) {
            let mut pairs = [[&[0; 32]; 2]; 4 * LANES];
            for (pair, message) in pairs.iter_mut().zip(messages) {
                if let [left, right] = message.as_chunks::<32>().0 {
                    *pair = [left, right];
                }
            }
            nodes.run(out, Pairs::Apart(&pairs[..messages.len()]));
        }
    }
}
