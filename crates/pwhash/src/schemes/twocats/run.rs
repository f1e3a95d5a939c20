//! Levels, slices, blocks.

use alloc::vec::Vec;

use super::hash::{bytes_of, words_of};
use super::params::{Edition, Params};
use crate::Error;
use crate::kernel::twocats::{Mix, State};
use crate::mem::{Arena, Interrupt, MemoryError, Secret, ask_mask};
use crate::ops::TwoCatsKernel;

/// Work of one part in one slice of the memory, to be done in any thread.
struct Part<'w> {
    kernel: TwoCatsKernel,
    params: Params,
    state: &'w mut State,
    /// What all parts have finished.
    done: &'w [&'w [u32]],
    /// Blocks of this slice.
    now: &'w mut [u32],
    number: usize,
    slice: u32,
    resistant: bool,
    interrupt: Interrupt<'w>,
}

impl Part<'_> {
    fn run(&mut self) {
        let size = self.params.block as usize / 4;
        let count = (self.now.len() / size) as u32;
        let start = self.slice * count;
        let mut first = start;
        if start == 0 {
            self.expand(size);
            first = 1;
        }
        let every = ask_mask(4 * size) as u32;
        for i in first..start + count {
            if i & every == 0 && self.interrupt.asked() {
                return;
            }
            let (from, part) = if self.resistant { self.fixed(i, start) } else { self.random(i, start) };
            // Fixed ones are known one ahead.
            let next = self.resistant.then(|| self.fixed(i + 1, start)).filter(|(number, _)| *number < i);
            let (before, to) = self.now.split_at_mut((i - start) as usize * size);
            let own: &[u32] = before;
            let finished: &[&[u32]] = self.done;
            let block = |number: u32, part: usize| -> &[u32] {
                let (blocks, at) =
                    if number < start { (finished[part], number) } else { (own, number - start) };
                &blocks[at as usize * size..][..size]
            };
            let next = next.map(|(number, part)| block(number, part));
            let mut work = Mix {
                state: self.state,
                next,
                from: block(from, part),
                previous: block(i - 1, self.number),
                to: &mut to[..size],
                lanes: self.params.lanes.into(),
                sub_block: if self.resistant { size } else { self.params.sub_block as usize / 4 },
                multiplies: self.params.multiplies,
                passes: 1 << self.params.time,
                interrupt: self.interrupt,
            };
            let a = (self.kernel.mix)(&mut work);
            *self.state = *self.params.hash.next(self.state, a);
        }
    }

    /// The first block: digests of the state.
    fn expand(&mut self, size: usize) {
        let words = self.params.hash.words();
        for (block, counter) in self.now[..size].chunks_mut(words).zip(0..) {
            block.copy_from_slice(&self.params.hash.next(self.state, counter)[..block.len()]);
        }
    }

    /// Which block goes into block `i` where addresses may not depend on the password: Catena's bit reversal, in a window
    /// that slides.
    fn fixed(&self, i: u32, start: u32) -> (u32, usize) {
        let bits = 31 - i.leading_zeros();
        let window = 1 << bits;
        let mut from = if bits == 0 { 0 } else { (i ^ window).reverse_bits() >> (32 - bits) };
        if from + window < i {
            from += window;
        }
        let part = if from < start { i as usize % self.done.len() } else { self.number };
        (from, part)
    }

    /// The same as the state says; blocks that are near are likelier.
    fn random(&self, i: u32, start: u32) -> (u32, usize) {
        let v = u64::from(self.state[0]);
        let v3 = (v * ((v * v) >> 32)) >> 32;
        let distance = ((u64::from(i - 1) * v3) >> 32) as u32;
        let from = i - 1 - distance;
        let part = if from < start { self.state[1] as usize % self.done.len() } else { self.number };
        (from, part)
    }
}

/// The key before the first level.
pub(super) fn extract(
    params: &Params,
    password: &[u8],
    salt: &[u8],
    data: &[u8],
) -> Result<Secret<[u8; 64]>, Error> {
    let mut head = Vec::with_capacity(32);
    for (what, bytes) in [("password", password.len()), ("salt", salt.len()), ("data", data.len())] {
        let length =
            u32::try_from(bytes).map_err(|_| Error::Length { what, bytes, need: "at most 2^32 - 1" })?;
        head.extend_from_slice(&length.to_le_bytes());
    }
    head.extend_from_slice(&params.block.to_le_bytes());
    head.extend_from_slice(&params.sub_block.to_le_bytes());
    head.push(params.start);
    if params.edition == Edition::Phc2014 {
        head.push(params.time);
    }
    head.extend_from_slice(&[params.multiplies, params.lanes, params.parallelism, params.overwrite_until()]);
    if params.edition == Edition::Final2015 {
        head.push(params.resistant.into());
    }
    Ok(params.hash.digest(&[&head, password, salt, data]))
}

/// All levels from `first` to the last: those that count from `start` on, those below only where they are overwritten.
pub(super) fn levels(
    kernel: TwoCatsKernel,
    params: &Params,
    first: u8,
    start: u8,
    key: &mut Secret<[u8; 64]>,
    arena: &mut Arena<'_>,
) -> Result<(), Error> {
    for level in params.levels(first, start) {
        if params.filled(level) > 0 {
            let slices = if level < start || params.resistant { 4 } else { 2 };
            fill(kernel, params, level, slices, key, arena)?;
        }
        if level < params.stop {
            *key = again(params, key);
        }
    }
    Ok(())
}

/// The digest of a digest: between levels, and from the client's hash to the server's.
pub(super) fn again(params: &Params, key: &[u8; 64]) -> Secret<[u8; 64]> {
    params.hash.digest(&[&key[..params.hash.bytes()]])
}

/// One level: fills `2^level` KiB and takes them into the key.
fn fill(
    kernel: TwoCatsKernel,
    params: &Params,
    level: u8,
    resistant: u32,
    key: &mut Secret<[u8; 64]>,
    arena: &mut Arena<'_>,
) -> Result<(), Error> {
    let (parts, block) = (usize::from(params.parallelism), params.block as usize / 4);
    let too_large = MemoryError::TooLarge { count: 1 << level.min(31), size: 1024 };
    // Not a shift of `usize`: with 32 bits it would shift everything out and call that a size.
    let words = usize::try_from(256u64 << level.min(30)).ok();
    let memory = words.filter(|words| words.checked_mul(4).is_some()).ok_or(too_large)?;
    let quarter = memory / (4 * parts * block) * block;
    arena.stoppable(|arena| {
        let mut space = arena.space(16 * quarter * parts)?;
        let interrupt = space.interrupt();
        let workers = space.workers(4 * quarter * parts);
        let memory = space.take::<u32>(4 * quarter * parts)?;
        let root = words_of(key);
        let mut states: Vec<Secret<State>> =
            (0..params.parallelism.into()).map(|k| params.hash.next(&root, k)).collect();
        for slice in 0..4 {
            let done = slice as usize * quarter;
            let mut finished = Vec::with_capacity(parts);
            let mut current = Vec::with_capacity(parts);
            for part in memory.chunks_exact_mut(4 * quarter) {
                let (before, rest) = part.split_at_mut(done);
                finished.push(&*before);
                current.push(&mut rest[..quarter]);
            }
            let mut work: Vec<Part<'_>> = current
                .into_iter()
                .zip(&mut states)
                .enumerate()
                .map(|(number, (now, state))| Part {
                    kernel,
                    params: *params,
                    state,
                    done: &finished,
                    now,
                    number,
                    slice,
                    resistant: slice < resistant,
                    interrupt,
                })
                .collect();
            workers.each(&mut work, |_, part| part.run());
            interrupt.check()?;
        }
        let mut sum = root;
        for state in &states {
            for (sum, word) in sum.iter_mut().zip(state.iter()) {
                *sum = sum.wrapping_add(*word);
            }
        }
        let mut bytes = Secret::new([0; 64]);
        bytes_of(&sum, &mut bytes);
        *key = again(params, &bytes);
        Ok(())
    })
}
