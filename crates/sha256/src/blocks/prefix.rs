//! Blocks behind a prefix of any length, many at a time, each where it lies.

use alloc::vec;
use alloc::vec::Vec;

use crate::Midstate;
use crate::kernel::padding::{digest_of, pad};
use crate::many::ManyHasher;

/// Blocks under way at once: the most lanes that any engine has.
pub(crate) const LANES: usize = 16;

/// What all blocks of a tree follow: the state after its whole blocks of SHA-256, and the bytes that fill none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prefix {
    whole: Midstate,
    rest: [u8; 64],
    len: usize,
}

impl Prefix {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let (blocks, rest) = bytes.as_chunks::<64>();
        let mut prefix = Prefix { whole: Midstate::INITIAL.advanced(blocks), rest: [0; 64], len: rest.len() };
        prefix.rest[..rest.len()].copy_from_slice(rest);
        prefix
    }

    fn rest(&self) -> &[u8] {
        &self.rest[..self.len]
    }

    /// The digests of blocks that lie side by side, each of `size` bytes but for the last one, which may be shorter.
    /// As many places as blocks.
    pub(crate) fn hash(&self, engine: ManyHasher, out: &mut [[u8; 32]], data: &[u8], size: usize) {
        for (out, data) in out.chunks_mut(LANES).zip(data.chunks(LANES * size)) {
            let full = data.len() / size;
            let (now, short) = data.split_at(full * size);
            self.equal(engine, &mut out[..full], now, size);
            if let [last] = &mut out[full..] {
                self.equal(engine, core::slice::from_mut(last), short, short.len());
            }
        }
    }

    /// At most [`LANES`] blocks of `size` bytes. A block behind a prefix that does not end with a block of SHA-256 is not
    /// copied: its first bytes stand with the end of the prefix in a block of their own, and the others are hashed where they
    /// lie.
    fn equal(&self, engine: ManyHasher, out: &mut [[u8; 32]], data: &[u8], size: usize) {
        let count = out.len();
        let mut states = [self.whole.state(); LANES];
        let states = &mut states[..count];
        let block = |i: usize| &data[i * size..][..size];
        let length = self.whole.length() + (self.len + size) as u64;
        let mut tails = [[[0; 64]; 2]; LANES];
        let mut tail_blocks = 0;
        if self.len + size < 64 {
            let mut short = [0; 64];
            short[..self.len].copy_from_slice(self.rest());
            for (i, place) in tails[..count].iter_mut().enumerate() {
                short[self.len..self.len + size].copy_from_slice(block(i));
                tail_blocks = pad(place, &short[..self.len + size], length);
            }
        } else {
            let taken = if self.len == 0 { 0 } else { 64 - self.len };
            if taken > 0 {
                let mut heads = [[[0; 64]]; LANES];
                for (i, [head]) in heads[..count].iter_mut().enumerate() {
                    head[..self.len].copy_from_slice(self.rest());
                    head[self.len..].copy_from_slice(&block(i)[..taken]);
                }
                engine.advance(states, &heads.each_ref().map(|head| head.as_slice())[..count]);
            }
            let mut bodies: [&[[u8; 64]]; LANES] = [&[]; LANES];
            for (i, (body, place)) in bodies[..count].iter_mut().zip(&mut tails).enumerate() {
                let (blocks, rest) = block(i)[taken..].as_chunks::<64>();
                *body = blocks;
                tail_blocks = pad(place, rest, length);
            }
            engine.advance(states, &bodies[..count]);
        }
        engine.advance(states, &tails.each_ref().map(|tail| &tail[..tail_blocks])[..count]);
        for (out, state) in out.iter_mut().zip(states) {
            *out = digest_of(state);
        }
    }

    /// The digests of at most [`LANES`] blocks of `size` bytes that lie too far from each other to be in memory together:
    /// `read(lane, offset, place)` brings the next part of a block.
    #[cfg(feature = "std")]
    pub(crate) fn hash_apart<E>(
        &self,
        engine: ManyHasher,
        out: &mut [[u8; 32]],
        size: u64,
        scratch: &mut Vec<u8>,
        mut read: impl FnMut(usize, u64, &mut [u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let count = out.len();
        let mut states = [self.whole.state(); LANES];
        let length = self.whole.length() + self.len as u64 + size;
        // Room for the end of the prefix, which is what waits in front of each part.
        let stride = 64 + PART;
        scratch.resize(scratch.len().max(stride * count), 0);
        let scratch = &mut scratch[..stride * count];
        for lane in scratch.chunks_mut(stride) {
            lane[..self.len].copy_from_slice(self.rest());
        }
        let (mut done, mut waiting) = (0, self.len);
        loop {
            let part = (size - done).min(PART as u64) as usize;
            for (i, lane) in scratch.chunks_mut(stride).enumerate() {
                read(i, done, &mut lane[waiting..waiting + part])?;
            }
            done += part as u64;
            let filled = waiting + part;
            let mut streams: [&[[u8; 64]]; LANES] = [&[]; LANES];
            for (stream, lane) in streams.iter_mut().zip(scratch.chunks(stride)) {
                *stream = lane[..filled].as_chunks::<64>().0;
            }
            engine.advance(&mut states[..count], &streams[..count]);
            waiting = filled % 64;
            for lane in scratch.chunks_mut(stride) {
                lane.copy_within(filled - waiting..filled, 0);
            }
            if done == size {
                break;
            }
        }
        let mut tails = [[[0; 64]; 2]; LANES];
        let mut blocks = 0;
        for (place, lane) in tails.iter_mut().zip(scratch.chunks(stride)) {
            blocks = pad(place, &lane[..waiting], length);
        }
        engine.advance(&mut states[..count], &tails.each_ref().map(|tail| &tail[..blocks])[..count]);
        for (out, state) in out.iter_mut().zip(&states) {
            *out = digest_of(state);
        }
        Ok(())
    }

    /// A hasher that has seen the prefix.
    pub(crate) fn stream(&self) -> crate::Sha256 {
        let mut hasher = crate::Sha256::from_midstate(self.whole);
        hasher.update(self.rest());
        hasher
    }
}

/// Bytes of a block that are in memory at a time where blocks are too long to be there whole.
#[cfg(feature = "std")]
pub(crate) const PART: usize = 64 << 10;

/// A block filled up with zeros.
pub(crate) fn filled(bytes: &[u8], size: usize) -> Vec<u8> {
    let mut block = vec![0; size];
    block[..bytes.len()].copy_from_slice(bytes);
    block
}
