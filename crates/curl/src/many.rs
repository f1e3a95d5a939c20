//! Many messages: batches as wide as the engine, ragged lengths welcome.

use alloc::vec;
use alloc::vec::Vec;

use lanesmith_isa::{Choice, EngineError};
use lanesmith_parallel::Workers;

use crate::curl::Curl;
use crate::error::{BatchError, Error};
use crate::kernel::RATE;
use crate::kernel::pack::TRYTES;
use crate::ops::{CurlEngine, CurlKernel};
use crate::rounds::Rounds;
use crate::sliced::{Block, State};
use crate::trit;

/// A message to hash.
#[derive(Clone, Copy, Debug)]
pub enum Message<'a> {
    /// Trytes, one character each.
    Trytes(&'a [u8]),
    /// Trits.
    Trits(&'a [i8]),
    /// Trits in t5b1 encoding: the bytes, and how many trits they are.
    T5b1(&'a [u8], usize),
}

impl Message<'_> {
    /// Length in trits.
    pub fn trits(&self) -> usize {
        match self {
            Message::Trytes(trytes) => 3 * trytes.len(),
            Message::Trits(trits) => trits.len(),
            Message::T5b1(_, trits) => *trits,
        }
    }

    fn blocks(&self) -> usize {
        self.trits().div_ceil(RATE)
    }
}

/// A hasher of many messages: an engine, a number of rounds, and how much to squeeze.
///
/// ```
/// use lanesmith_curl::{ManyHasher, Message, Rounds, hash_trytes};
///
/// let messages = [Message::Trytes(b"HELLO"), Message::Trits(&[1, -1]), Message::Trytes(b"WORLD9")];
/// let mut digests = [[0; 81]; 3];
/// ManyHasher::new(Rounds::P81).hash(&mut digests, &messages)?;
/// assert_eq!(digests[2], hash_trytes(Rounds::P81, b"WORLD9")?);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ManyHasher {
    engine: Choice<CurlKernel>,
    rounds: Rounds,
    blocks: usize,
    workers: Workers<'static>,
}

/// Batches of the engine that a thread takes at a time: enough that what is shared costs nothing.
const BATCHES: usize = 2;

impl ManyHasher {
    /// A hasher that takes the cheapest engine for each count of messages, and squeezes one block.
    pub const fn new(rounds: Rounds) -> Self {
        ManyHasher { engine: Choice::AUTO, rounds, blocks: 1, workers: Workers::HERE }
    }

    /// The same with one engine for everything.
    #[must_use]
    pub fn with_engine(self, engine: impl Into<Choice<CurlKernel>>) -> Self {
        ManyHasher { engine: engine.into(), ..self }
    }

    /// The same on the engine of that name; `auto` is none in particular.
    ///
    /// # Errors
    /// If there is none or this machine cannot run it.
    pub fn by_name(self, engine: &str) -> Result<Self, EngineError> {
        Ok(self.with_engine(Choice::by_name(engine)?))
    }

    /// The same with so many blocks of 81 trytes squeezed from each message.
    #[must_use]
    pub const fn squeezing(self, blocks: usize) -> Self {
        ManyHasher { blocks, ..self }
    }

    /// The same by these workers. Digests are the same whoever hashes.
    ///
    /// ```
    /// use lanesmith_curl::{ManyHasher, Message, Rounds, Workers};
    /// let messages = [Message::Trytes(b"HELLO"); 2000];
    /// let hasher = ManyHasher::new(Rounds::P27);
    /// assert_eq!(hasher.on(Workers::threads(4)).hash_to_vec(&messages), hasher.hash_to_vec(&messages));
    /// ```
    #[must_use]
    pub const fn on(self, workers: Workers<'static>) -> Self {
        ManyHasher { workers, ..self }
    }

    /// How many messages fill a batch of the engine that large numbers of messages are hashed on.
    pub fn lanes(&self) -> usize {
        self.engine.step(usize::MAX).engine.info.lanes
    }

    /// How many places the digests of so many messages take.
    fn places(&self, messages: usize) -> Result<usize, BatchError> {
        let fits =
            |places: &usize| places.checked_mul(TRYTES).is_some_and(|bytes| bytes <= isize::MAX as usize);
        let places = self.blocks.checked_mul(messages).filter(fits);
        places.ok_or(BatchError::TooMany { messages, blocks: self.blocks })
    }

    /// Writes the digests: blocks of 81 trytes, all of the first message first.
    ///
    /// # Errors
    /// [`BatchError`] names the first message that is malformed and what is wrong with it, or says that there are not as
    /// many places as blocks. Nothing is written then.
    pub fn hash(&self, out: &mut [[u8; TRYTES]], messages: &[Message<'_>]) -> Result<(), BatchError> {
        let needed = self.places(messages.len())?;
        if out.len() != needed {
            return Err(BatchError::Places { given: out.len(), needed });
        }
        let mut decoded = Vec::new();
        for (index, message) in messages.iter().enumerate() {
            let failed = |error: Error| BatchError::Message { index, error };
            match message {
                Message::Trytes(trytes) => trit::check_trytes(trytes).map_err(failed)?,
                Message::Trits(trits) => trit::check_trits(trits).map_err(failed)?,
                Message::T5b1(bytes, trits) => {
                    decoded.push((index, trit::t5b1_decode(bytes, *trits).map_err(failed)?));
                }
            }
        }
        let mut messages = messages.to_vec();
        for (index, trits) in &decoded {
            messages[*index] = Message::Trits(trits);
        }
        if self.blocks == 0 {
            return Ok(());
        }
        // Alone, all at once: what is sorted together fills more lanes.
        let share = if self.workers.count() > 1 { BATCHES * self.lanes() } else { messages.len() };
        self.workers.chunks(out, share * self.blocks, |first, out| {
            let messages = &messages[first / self.blocks..][..out.len() / self.blocks];
            self.hash_valid(messages, out);
        });
        Ok(())
    }

    /// The digests, as [`hash`](Self::hash) writes them.
    ///
    /// # Errors
    /// As [`hash`](Self::hash), and [`BatchError::TooMany`] if there is no memory for them.
    pub fn hash_to_vec(&self, messages: &[Message<'_>]) -> Result<Vec<[u8; TRYTES]>, BatchError> {
        let places = self.places(messages.len())?;
        let mut out = Vec::new();
        if out.try_reserve_exact(places).is_err() {
            return Err(BatchError::TooMany { messages: messages.len(), blocks: self.blocks });
        }
        out.resize(places, [0; TRYTES]);
        self.hash(&mut out, messages)?;
        Ok(out)
    }

    fn hash_valid(&self, messages: &[Message<'_>], out: &mut [[u8; TRYTES]]) {
        // So that a batch holds messages of about one length.
        let order = longest_first(messages);
        let mut left = order.as_slice();
        let mut batch = None;
        while !left.is_empty() {
            let step = self.engine.step(left.len());
            let (now, later) = left.split_at(step.take.min(left.len()));
            left = later;
            if step.singly {
                for &index in now {
                    let out = &mut out[index * self.blocks..][..self.blocks];
                    self.hash_alone(step.engine, &messages[index], out);
                }
                continue;
            }
            let batch = match &mut batch {
                Some(batch) if Batch::engine(batch) == step.engine => batch,
                other => other.insert(Batch::new(step.engine)),
            };
            for now in now.chunks(step.engine.info.lanes) {
                batch.hash(self, messages, now, out);
            }
        }
    }

    fn hash_alone(&self, engine: CurlEngine, message: &Message<'_>, out: &mut [[u8; TRYTES]]) {
        let mut curl = Curl::with_engine(self.rounds, engine);
        match message {
            Message::Trytes(trytes) => curl.absorb_valid_trytes(trytes),
            Message::Trits(trits) => curl.absorb_valid_trits(trits),
            Message::T5b1(..) => unreachable!("decoded before"),
        }
        for block in out {
            *block = curl.squeeze_trytes();
        }
    }
}

/// Places of the messages by falling numbers of blocks: a radix sort from the lowest digit on, a sixth of the code of a sort by
/// comparison.
fn longest_first(messages: &[Message<'_>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..messages.len()).collect();
    // Bits in which numbers of blocks differ at all.
    let differ = messages.windows(2).fold(0, |differ, w| differ | (w[0].blocks() ^ w[1].blocks()));
    if differ == 0 {
        return order;
    }
    let mut sorted = vec![0; messages.len()];
    let mut shift = 0;
    while shift < usize::BITS && differ >> shift != 0 {
        let digit = |index: usize| !(messages[index].blocks() >> shift) & 255;
        // How many messages have each digit, then where the next one of it goes.
        let mut places = [0; 256];
        for &index in &order {
            places[digit(index)] += 1;
        }
        let mut start = 0;
        for place in &mut places {
            start += core::mem::replace(place, start);
        }
        for &index in &order {
            let place = &mut places[digit(index)];
            sorted[*place] = index;
            *place += 1;
        }
        core::mem::swap(&mut order, &mut sorted);
        shift += 8;
    }
    order
}

/// Memory for the batches of one engine.
struct Batch {
    engine: CurlEngine,
    state: State,
    block: Block,
    /// Blocks that are not whole, filled up with zeros.
    short_trytes: Vec<[u8; TRYTES]>,
    trits: Vec<[u8; RATE]>,
    /// Trits of the present block that each lane absorbs.
    lengths: Vec<u8>,
}

impl Batch {
    fn new(engine: CurlEngine) -> Self {
        let lanes = engine.info.lanes;
        Batch {
            engine,
            state: State::new(engine),
            block: Block::new(engine),
            short_trytes: vec![[b'9'; TRYTES]; lanes],
            trits: Vec::new(),
            lengths: vec![0; lanes],
        }
    }

    fn engine(&self) -> CurlEngine {
        self.engine
    }

    /// Hashes up to `lanes` messages, given by index, and writes their digests.
    fn hash(&mut self, job: &ManyHasher, all: &[Message<'_>], picked: &[usize], out: &mut [[u8; TRYTES]]) {
        self.state.reset();
        let messages = || picked.iter().map(|i| &all[*i]);
        let longest = messages().map(Message::blocks).max().unwrap_or(0);
        for step in 0..longest + job.blocks {
            // Message m gives its k-th block after as many transforms as it has blocks, and k more.
            let due = |m: &Message<'_>| step.checked_sub(m.blocks()).filter(|k| *k < job.blocks);
            for (word, lanes) in picked.chunks(64).enumerate() {
                if lanes.iter().any(|i| due(&all[*i]).is_some()) {
                    self.state.digests_of(word, |lane, trytes| {
                        let Some(index) = picked.get(lane) else { return };
                        if let Some(k) = due(&all[*index]) {
                            out[index * job.blocks + k] = *trytes;
                        }
                    });
                }
            }
            if step + 1 == longest + job.blocks {
                break;
            }
            self.absorb(step, all, picked);
            self.state.transform(job.rounds);
        }
    }

    /// Overwrites the rate of each lane with its block of that number, as far as it has one.
    fn absorb(&mut self, step: usize, all: &[Message<'_>], picked: &[usize]) {
        let mut whole = true;
        for (length, index) in self.lengths.iter_mut().zip(picked) {
            *length = all[*index].trits().saturating_sub(RATE * step).min(RATE) as u8;
            whole &= usize::from(*length) == RATE;
        }
        self.lengths[picked.len()..].fill(0);
        if self.lengths.iter().all(|n| *n == 0) {
            return;
        }
        self.pack(step, all, picked);
        if whole {
            // Lanes without a message take zeros; nobody reads them.
            self.state.overwrite_all(&self.block);
        } else {
            self.state.overwrite(&self.block, &self.lengths);
        }
    }

    fn pack(&mut self, step: usize, all: &[Message<'_>], picked: &[usize]) {
        let only_trytes = picked.iter().all(|i| matches!(all[*i], Message::Trytes(_)));
        if only_trytes {
            let mut rows: Vec<&[u8; TRYTES]> = Vec::with_capacity(self.engine.info.lanes);
            for (short, index) in self.short_trytes.iter_mut().zip(picked) {
                let Message::Trytes(trytes) = all[*index] else { unreachable!("trytes only") };
                let rest = trytes.get(TRYTES * step..).unwrap_or(&[]);
                rows.push(rest.first_chunk().unwrap_or_else(|| {
                    *short = [b'9'; TRYTES];
                    short[..rest.len()].copy_from_slice(rest);
                    short
                }));
            }
            self.block.pack_trytes(&mut rows);
            return;
        }
        self.trits.resize(self.engine.info.lanes, [0; RATE]);
        for (row, index) in self.trits.iter_mut().zip(picked) {
            *row = [0; RATE];
            match all[*index] {
                Message::Trytes(trytes) => {
                    let rest = trytes.get(TRYTES * step..).unwrap_or(&[]);
                    for (group, tryte) in row.as_chunks_mut::<3>().0.iter_mut().zip(rest) {
                        *group = trit::trits_of(*tryte).map(i8::cast_unsigned);
                    }
                }
                Message::Trits(trits) => {
                    for (out, trit) in row.iter_mut().zip(trits.get(RATE * step..).unwrap_or(&[])) {
                        *out = trit.cast_unsigned();
                    }
                }
                Message::T5b1(..) => unreachable!("decoded before"),
            }
        }
        let mut rows: Vec<&[u8; RATE]> = self.trits.iter().collect();
        self.block.pack_trits(&mut rows);
    }
}

/// Hashes many messages at once: one digest of 81 trytes each.
///
/// ```
/// use lanesmith_curl::{Message, Rounds, hash_many};
/// let mut digests = [[0; 81]; 2];
/// hash_many(Rounds::P81, &mut digests, &[Message::Trytes(b"A"), Message::Trytes(b"B")])?;
/// assert_ne!(digests[0], digests[1]);
/// # Ok::<(), lanesmith_curl::BatchError>(())
/// ```
///
/// # Errors
/// As [`ManyHasher::hash`].
pub fn hash_many(
    rounds: Rounds,
    out: &mut [[u8; TRYTES]],
    messages: &[Message<'_>],
) -> Result<(), BatchError> {
    ManyHasher::new(rounds).hash(out, messages)
}

/// The digests of many messages.
///
/// # Errors
/// As [`ManyHasher::hash_to_vec`].
pub fn hash_many_to_vec(rounds: Rounds, messages: &[Message<'_>]) -> Result<Vec<[u8; TRYTES]>, BatchError> {
    ManyHasher::new(rounds).hash_to_vec(messages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_messages_come_first_and_none_is_lost() {
        let trytes = vec![b'9'; 81 * 70_000];
        let mut random = 1_u64;
        for most in [1, 3, 300, 70_000] {
            let lengths = (0..1000).map(|_| {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                81 * ((random >> 33) as usize % most)
            });
            let messages: Vec<Message<'_>> =
                lengths.map(|length| Message::Trytes(&trytes[..length])).collect();
            let order = longest_first(&messages);
            assert!(order.is_sorted_by_key(|i| core::cmp::Reverse(messages[*i].blocks())), "{most}");
            let mut places = order;
            places.sort_unstable();
            assert!(places.into_iter().eq(0..messages.len()), "{most}");
        }
    }
}
