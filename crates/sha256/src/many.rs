//! Independent messages of any lengths, many at a time.

use lanesmith_isa::{Choice, EngineError};
use lanesmith_parallel::Workers;

use crate::engines::NODES;
use crate::error::LengthError;
use crate::kernel::consts::H0;
use crate::kernel::padding::{digest_of, pad, tail_blocks};
use crate::nodes::NodeHasher;
use crate::ops::{ManyKernel, Nodes, Pairs, Streams};
use crate::wipe::{leaving_nothing, wipe, wipe_words};

/// Bytes that are worth a thread of their own: to hash them takes longer than to start it.
const WORTH: usize = 256 << 10;

/// How many messages are under way at once: the most lanes that any engine has.
const LANES: usize = 16;

/// Messages that are sorted together. Each end of a message interrupts all lanes, so messages of like lengths belong side
/// by side.
const WINDOW: usize = 1024;

/// Places of messages that need no sorting: they are under way together in any order.
const IN_TURN: [u16; LANES] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Bits of a number of blocks that one pass of the sort looks at: one pass is enough for messages below 4 KiB.
const DIGIT: u32 = 6;

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

/// A chosen engine for many messages, or for each count of messages the cheapest.
///
/// ```
/// use lanesmith_sha256::{ManyHasher, sha256};
/// let mut out = [[0; 32]; 2];
/// ManyHasher::by_name("scalar")?.hash(&mut out, &[b"a", b"bc"]).expect("equal lengths");
/// assert_eq!(out[0], sha256(b"a"));
/// # Ok::<(), lanesmith_sha256::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ManyHasher(Choice<ManyKernel>);

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

    /// An idle lane takes a message. `before`: bytes that have been hashed before it, whole blocks.
    fn take(&mut self, index: usize, message: &'a [u8], before: u64) {
        let rest;
        (self.blocks, rest) = message.as_chunks::<64>();
        self.index = index;
        self.tail_len = pad(&mut self.tail, rest, before + message.len() as u64);
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

/// Blocks of a padded message.
fn blocks(message: &[u8]) -> usize {
    message.len() / 64 + tail_blocks(message.len() % 64)
}

/// Writes places of the messages of a window into `order`, by rising numbers of blocks: a radix sort from the lowest digit
/// on. It takes less code than a sort by comparison, and less time where messages are short, so that sorting counts.
fn sort_by_blocks<'a>(order: &'a mut [u16; WINDOW], messages: &[&[u8]]) -> &'a [u16] {
    let order = &mut order[..messages.len()];
    let mut sorted = [0; WINDOW];
    let sorted = &mut sorted[..messages.len()];
    for (place, index) in order.iter_mut().zip(0..) {
        *place = index;
    }
    // Bits in which numbers of blocks differ at all.
    let differ = messages.iter().fold(0, |differ, message| differ | (blocks(message) ^ blocks(messages[0])));
    let mut shift = 0;
    while shift < usize::BITS && differ >> shift != 0 {
        let digit = |index: u16| blocks(messages[usize::from(index)]) >> shift & ((1 << DIGIT) - 1);
        // How many messages have each digit, then where the next one of it goes.
        let mut places = [0; 1 << DIGIT];
        for &index in &*order {
            places[digit(index)] += 1;
        }
        let mut start = 0;
        for place in &mut places {
            start += core::mem::replace(place, start);
        }
        for &index in &*order {
            let place = &mut places[digit(index)];
            sorted[*place] = index;
            *place += 1;
        }
        order.copy_from_slice(sorted);
        shift += DIGIT;
    }
    order
}

impl ManyHasher {
    /// For each count of messages the cheapest engine of [`MANY`](crate::MANY).
    pub const fn auto() -> Self {
        ManyHasher(Choice::AUTO)
    }

    /// A chosen engine.
    pub fn with_engine(engine: impl Into<Choice<ManyKernel>>) -> Self {
        ManyHasher(engine.into())
    }

    /// The engine of that name; `auto` is none in particular.
    ///
    /// # Errors
    /// If there is none or this machine cannot run it.
    pub fn by_name(name: &str) -> Result<Self, EngineError> {
        Choice::by_name(name).map(ManyHasher)
    }

    /// The engine's name, or `auto`.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// As [`hash_many`].
    ///
    /// # Errors
    /// As [`hash_many`].
    pub fn hash(self, out: &mut [[u8; 32]], messages: &[&[u8]]) -> Result<(), LengthError> {
        same_length(out.len(), messages.len())?;
        if !messages.is_empty()
            && messages.iter().all(|m| m.len() == 64)
            && let Some(nodes) = self.for_nodes()
        {
            return hash_as_nodes(nodes, out, messages);
        }
        self.hash_after(out, messages, 0, false, &|_| H0);
        Ok(())
    }

    /// The same for secret messages: no copy of one is left in memory.
    ///
    /// # Errors
    /// As [`hash_many`].
    #[doc(hidden)]
    pub fn hash_secrets(self, out: &mut [[u8; 32]], messages: &[&[u8]]) -> Result<(), LengthError> {
        same_length(out.len(), messages.len())?;
        leaving_nothing(|| self.hash_after(out, messages, 0, true, &|_| H0));
        Ok(())
    }

    /// The same, computed by these workers.
    ///
    /// ```
    /// use lanesmith_sha256::{ManyHasher, Workers, sha256};
    /// let message = vec![7; 1000];
    /// let (messages, mut out) = (vec![&message[..]; 5000], vec![[0; 32]; 5000]);
    /// ManyHasher::auto().hash_on(Workers::threads(4), &mut out, &messages)?;
    /// assert!(out.iter().all(|digest| *digest == sha256(&message)));
    /// # Ok::<(), lanesmith_sha256::LengthError>(())
    /// ```
    ///
    /// # Errors
    /// As [`hash_many`].
    pub fn hash_on(
        self,
        workers: Workers<'_>,
        out: &mut [[u8; 32]],
        messages: &[&[u8]],
    ) -> Result<(), LengthError> {
        same_length(out.len(), messages.len())?;
        let bytes = messages.iter().fold(0_usize, |sum, message| sum.saturating_add(message.len()));
        let workers = workers.at_most(bytes / WORTH);
        // Two turns for each, but no smaller than what fills the lanes.
        let turns = if workers.count() > 1 { 2 * workers.count().min(messages.len()) } else { 1 };
        let share = messages.len().div_ceil(turns).max(LANES);
        workers.chunks(out, share, |first, out| {
            let done = self.hash(out, &messages[first..][..out.len()]);
            debug_assert_eq!(done, Ok(()));
        });
        Ok(())
    }

    /// The engine of the same name for nodes, which does without their second schedule.
    fn for_nodes(self) -> Option<NodeHasher> {
        match self.0.engine() {
            None => Some(NodeHasher::auto()),
            Some(engine) => NODES.by_name(engine.name()).ok().map(NodeHasher::with_engine),
        }
    }

    /// Hashes messages, each of which follows so many bytes (whole blocks) that have led to the chaining value
    /// `start(index)`. Equally many of both. What is hashed under a key, or is one, is `secret`. Compiled once, whatever they follow.
    pub(crate) fn hash_after(
        self,
        out: &mut [[u8; 32]],
        messages: &[&[u8]],
        before: u64,
        secret: bool,
        start: &dyn Fn(usize) -> [u32; 8],
    ) {
        for (window, (out, messages)) in out.chunks_mut(WINDOW).zip(messages.chunks(WINDOW)).enumerate() {
            let start = |index| start(WINDOW * window + index);
            if let Some(group) = IN_TURN.get(..messages.len()) {
                self.group(out, messages, group, before, secret, &start);
            } else {
                let mut order = [0; WINDOW];
                for group in sort_by_blocks(&mut order, messages).chunks(LANES) {
                    self.group(out, messages, group, before, secret, &start);
                }
            }
        }
    }

    /// At most [`LANES`] messages, side by side for as long as they have blocks.
    fn group(
        self,
        out: &mut [[u8; 32]],
        messages: &[&[u8]],
        group: &[u16],
        before: u64,
        secret: bool,
        start: &dyn Fn(usize) -> [u32; 8],
    ) {
        let mut lanes = [Lane::IDLE; LANES];
        let mut states = [H0; LANES];
        let mut active = group.len();
        for ((lane, state), &index) in lanes.iter_mut().zip(&mut states).zip(group) {
            lane.take(index.into(), messages[usize::from(index)], before);
            *state = start(index.into());
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
            self.advance(&mut states[..active], &runs[..active]);
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
        if secret {
            lanes.iter_mut().for_each(|lane| wipe(lane.tail.as_flattened_mut()));
            wipe_words(states.as_flattened_mut());
        }
    }

    /// Advances chaining values by streams of equally many blocks.
    pub(crate) fn advance(self, states: &mut [[u32; 8]], streams: &[&[[u8; 64]]]) {
        let Ok(mut streams) = Streams::new(states, streams) else {
            debug_assert!(false, "streams of different lengths");
            return;
        };
        while !streams.is_empty() {
            let step = self.0.step(streams.len());
            let (now, later) = streams.split_at(step.take);
            (step.engine.kernel().compress)(now);
            streams = later;
        }
    }
}

/// Messages of 64 bytes each.
fn hash_as_nodes(nodes: NodeHasher, out: &mut [[u8; 32]], messages: &[&[u8]]) -> Result<(), LengthError> {
    for (out, messages) in out.chunks_mut(4 * LANES).zip(messages.chunks(4 * LANES)) {
        let mut pairs = [[&[0; 32]; 2]; 4 * LANES];
        for (pair, message) in pairs.iter_mut().zip(messages) {
            if let [left, right] = message.as_chunks::<32>().0 {
                *pair = [left, right];
            }
        }
        nodes.run(Nodes::new(out, Pairs::Apart(&pairs[..messages.len()]))?);
    }
    Ok(())
}

pub(crate) fn same_length(places: usize, messages: usize) -> Result<(), LengthError> {
    if places == messages {
        Ok(())
    } else {
        Err(LengthError::Mismatch { what: "places for digests", given: places, needed: messages })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_gives_every_place_once_and_numbers_of_blocks_rise() {
        let bytes = alloc::vec![0_u8; 1 << 24];
        let mut random = 1_u64;
        // Numbers of blocks of one digit, of two, three and four; windows that are full and hardly more than a group.
        for bits in [9, 12, 18, 24] {
            for count in [LANES + 1, 100, WINDOW] {
                let mut length = || {
                    random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    (random >> 40) as usize & ((1 << bits) - 1)
                };
                let messages: alloc::vec::Vec<&[u8]> = (0..count).map(|_| &bytes[..length()]).collect();
                let mut order = [0; WINDOW];
                let order = sort_by_blocks(&mut order, &messages);
                assert!(
                    order.is_sorted_by_key(|&index| blocks(messages[usize::from(index)])),
                    "{count} of {bits} bits"
                );
                let mut seen = [false; WINDOW];
                order.iter().for_each(|&index| seen[usize::from(index)] = true);
                assert_eq!(seen.iter().filter(|seen| **seen).count(), count, "{count} of {bits} bits");
            }
        }
    }
}
