//! Key derivation: PBKDF2 around SMix, and what yescrypt adds before and after.

use alloc::vec::Vec;

use lanesmith_isa::lanes::Line;
use lanesmith_sha256::sha256;

use super::hmac::{hmac, pbkdf2};
use super::params::{Mode, Params};
use crate::Error;
use crate::kernel::yescrypt::lane::{bytes_of_lines, lines_of_bytes};
use crate::kernel::yescrypt::pwx::{Boxes, Own, Shared};
use crate::kernel::yescrypt::{Course, Form};
use crate::mem::{Arena, Interrupt, MemoryError, Secret, Space};
use crate::ops::YescryptKernel;

/// Lines of the S-boxes of a part.
const BOXES: usize = 192;

/// One password to hash.
///
/// ```
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::yescrypt::{Job, Mode, Params, Yescrypt};
/// let (mut one, mut two) = ([0; 32], [0; 32]);
/// let mut pair = [
///     Job { password: b"one", salt: b"salt", out: &mut one },
///     Job { password: b"two", salt: b"salt", out: &mut two },
/// ];
/// Yescrypt::new(Params::new(Mode::ReadWrite, 64, 8)?).derive_pair(&mut pair, &mut Arena::new())?;
/// assert_ne!(one, two);
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Debug)]
pub struct Job<'a> {
    /// The password, of any length.
    pub password: &'a [u8],
    /// The salt, of any length.
    pub salt: &'a [u8],
    /// Where the key goes; its length is the key's.
    pub out: &'a mut [u8],
}

/// What a run of the function ends with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// A shorter run whose result replaces the password.
    Prehash,
    /// The key itself: the client's part does not end with the final hash.
    ClientKey,
    /// The stored key.
    StoredKey,
}

/// SMix and what is around it, for hashes of equal parameters.
pub(super) struct Run<'r> {
    pub(super) kernel: YescryptKernel,
    pub(super) params: Params,
    pub(super) rom: &'r [Line],
    /// Whether the memory itself is the result: no shorter run comes first.
    pub(super) keeps_memory: bool,
}

/// The memory of a hash.
struct Memory<'a> {
    v: &'a mut [Line],
    x: &'a mut [Line],
    y: &'a mut [Line],
    boxes: &'a mut [Line],
    bytes: &'a mut [u8],
}

fn too_large(count: u64, size: usize) -> Error {
    MemoryError::TooLarge { count: usize::try_from(count).unwrap_or(usize::MAX), size }.into()
}

impl Run<'_> {
    /// Lines of: the memory, the states, the other state, the tables.
    fn lines(&self) -> Result<[usize; 4], Error> {
        let size = 2 * self.params.r as usize;
        let v = usize::try_from(self.params.n).ok().and_then(|n| n.checked_mul(size));
        let v = v.filter(|v| v.checked_mul(64).is_some());
        let v = v.ok_or_else(|| too_large(self.params.n, 64 * size))?;
        let p = self.params.p as usize;
        let (y, boxes) = match self.params.mode {
            Mode::ReadWrite => (0, p * BOXES),
            _ => (size, 0),
        };
        Ok([v, size * p, y, boxes])
    }

    /// Bytes of memory that one of `hashes` needs.
    fn bytes(&self, own_v: bool) -> Result<usize, Error> {
        let [v, x, y, boxes] = self.lines()?;
        let v = if own_v { v } else { 0 };
        let lines = x.checked_mul(2).and_then(|lines| lines.checked_add(v));
        let lines =
            lines.and_then(|lines| lines.checked_add(y + boxes + 32)).and_then(|lines| lines.checked_mul(64));
        lines.ok_or_else(|| too_large(self.params.n, v))
    }

    fn take<'a>(&self, space: &mut Space<'a>, own_v: bool) -> Result<Memory<'a>, Error> {
        let [v, x, y, boxes] = self.lines()?;
        let v = if own_v { v } else { 0 };
        let memory = Memory {
            v: space.take(v)?,
            x: space.take(x)?,
            y: space.take(y)?,
            boxes: space.take(boxes)?,
            bytes: space.take(64 * x)?,
        };
        // Hashes that run in lock step must not start at the same offset modulo 4 KiB.
        space.skip(1024)?;
        Ok(memory)
    }

    /// Hashes one password in memory of the caller's, which keeps what it is left with.
    pub(super) fn run_in(
        &self,
        job: &mut Job<'_>,
        v: &mut [Line],
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        arena.stoppable(|arena| {
            let mut space = arena.space(self.bytes(false)?)?;
            let memory = Memory { v, ..self.take(&mut space, false)? };
            self.hash(core::slice::from_mut(job), false, &mut [memory], space.interrupt())
        })
    }

    /// Hashes one password, or two in lock step.
    pub(super) fn run(&self, jobs: &mut [Job<'_>], client: bool, arena: &mut Arena<'_>) -> Result<(), Error> {
        let needed = self.bytes(true)?.checked_mul(jobs.len()).ok_or_else(|| too_large(self.params.n, 0))?;
        arena.stoppable(|arena| {
            let mut space = arena.space(needed)?;
            let mut memories = Vec::with_capacity(jobs.len());
            for _ in jobs.iter() {
                memories.push(self.take(&mut space, true)?);
            }
            self.hash(jobs, client, &mut memories, space.interrupt())
        })
    }

    fn hash(
        &self,
        jobs: &mut [Job<'_>],
        client: bool,
        memories: &mut [Memory<'_>],
        interrupt: Interrupt<'_>,
    ) -> Result<(), Error> {
        let Params { mode, n, r, p, .. } = self.params;
        let end = if client { End::ClientKey } else { End::StoredKey };
        let part = n / u64::from(p);
        if mode == Mode::ReadWrite
            && !self.keeps_memory
            && part >= 0x100
            && part.saturating_mul(r.into()) >= 0x2_0000
        {
            let mut keys: Vec<Secret<[u8; 32]>> = jobs.iter().map(|_| Secret::new([0; 32])).collect();
            let mut first: Vec<Job<'_>> = jobs
                .iter()
                .zip(&mut keys)
                .map(|(job, key)| Job { password: job.password, salt: job.salt, out: &mut key[..] })
                .collect();
            let short = Run { params: Params { n: n / 64, t: 0, ..self.params }, ..*self };
            short.body(&mut first, End::Prehash, memories, interrupt)?;
            let mut second: Vec<Job<'_>> = jobs
                .iter_mut()
                .zip(&keys)
                .map(|(job, key)| Job { password: &key[..], salt: job.salt, out: job.out })
                .collect();
            return self.body(&mut second, end, memories, interrupt);
        }
        self.body(jobs, end, memories, interrupt)
    }

    fn body(
        &self,
        jobs: &mut [Job<'_>],
        end: End,
        memories: &mut [Memory<'_>],
        interrupt: Interrupt<'_>,
    ) -> Result<(), Error> {
        let classic = self.params.mode == Mode::Scrypt;
        let name: &[u8] = if end == End::Prehash { b"yescrypt-prehash" } else { b"yescrypt" };
        let mut keys: Vec<Secret<[u8; 32]>> = Vec::with_capacity(jobs.len());
        for (job, memory) in jobs.iter().zip(memories.iter_mut()) {
            if classic {
                pbkdf2(job.password, job.salt, memory.bytes, interrupt)?;
            } else {
                pbkdf2(&hmac(name, job.password)[..], job.salt, memory.bytes, interrupt)?;
            }
            let mut key = Secret::new([0; 32]);
            key.copy_from_slice(&memory.bytes[..32]);
            keys.push(key);
            lines_of_bytes(memory.bytes, memory.x);
        }
        let v: usize = self.lines()?[0];
        if self.params.mode == Mode::ReadWrite {
            self.smix(v, &mut keys, memories, interrupt)?;
        } else {
            let steps = self.params.steps().next_multiple_of(2);
            let course = Course { rom: self.rom, steps, interrupt };
            for memory in memories.iter_mut() {
                for x in memory.x.chunks_exact_mut(2 * self.params.r as usize) {
                    (self.kernel.classic)(&course, x, memory.y, &mut memory.v[..v]);
                }
            }
        }
        interrupt.check()?;
        for ((job, memory), key) in jobs.iter_mut().zip(memories.iter_mut()).zip(&keys) {
            bytes_of_lines(memory.x, memory.bytes);
            let password = if classic { job.password } else { &key[..] };
            finish(password, memory.bytes, end, classic, job.out, interrupt)?;
        }
        Ok(())
    }

    /// SMix with pwxform.
    fn smix(
        &self,
        v: usize,
        keys: &mut [Secret<[u8; 32]>],
        memories: &mut [Memory<'_>],
        interrupt: Interrupt<'_>,
    ) -> Result<(), Error> {
        let Params { n, r, p, .. } = self.params;
        let size = 2 * r as usize;
        for (memory, key) in memories.iter_mut().zip(keys) {
            for (i, (x, boxes)) in
                memory.x.chunks_exact_mut(size).zip(memory.boxes.chunks_exact_mut(BOXES)).enumerate()
            {
                (self.kernel.boxes)(Form::V1, &mut x[..2], boxes);
                if i == 0 {
                    let mut last = Secret::new([0; 64]);
                    bytes_of_lines(&x[size - 1..], &mut last[..]);
                    *key = hmac(&last[..], &key[..]);
                }
            }
        }
        // Parts have even sizes; the last one takes what is left.
        let part = n / u64::from(p);
        let chunk = (part & !1) as usize * size;
        let all = self.params.steps();
        // A ROM's parts stay apart.
        let own = if self.keeps_memory { all } else { all / u64::from(p) }.next_multiple_of(2);
        let shared = all.next_multiple_of(2).saturating_sub(own);
        let count = p as usize * memories.len();
        let reserve =
            |wanted: Result<(), _>| wanted.map_err(|_| too_large(count as u64, size_of::<Own<'_>>()));
        let mut parts = Vec::new();
        reserve(parts.try_reserve_exact(count))?;
        let mut pieces: Vec<_> = memories
            .iter_mut()
            .map(|m| (m.x.chunks_exact_mut(size), m.boxes.chunks_exact_mut(BOXES), &mut m.v[..v]))
            .collect();
        for left in (0..p).rev() {
            // Parts of different hashes are beside each other, and run in lock step.
            for (x, boxes, rest) in &mut pieces {
                let length = if left == 0 { rest.len() } else { chunk };
                let (v, after) = core::mem::take(rest).split_at_mut(length);
                *rest = after;
                if let (Some(x), Some(lines)) = (x.next(), boxes.next()) {
                    parts.push(Own { x, v, boxes: Boxes { lines, at: 0 } });
                }
            }
        }
        (self.kernel.own)(Form::V1, &Course { rom: self.rom, steps: own, interrupt }, &mut parts);
        if shared == 0 {
            return Ok(());
        }
        let mut at = Vec::new();
        reserve(at.try_reserve_exact(count))?;
        at.extend(parts.iter().map(|part| part.boxes.at));
        drop((parts, pieces));
        let mut at = at.into_iter();
        let mut parts = Vec::new();
        reserve(parts.try_reserve_exact(count))?;
        let mut pieces: Vec<_> = memories
            .iter_mut()
            .map(|m| (m.x.chunks_exact_mut(size), m.boxes.chunks_exact_mut(BOXES), &m.v[..v]))
            .collect();
        for _ in 0..p {
            for (x, boxes, v) in &mut pieces {
                if let (Some(x), Some(lines), Some(at)) = (x.next(), boxes.next(), at.next()) {
                    parts.push(Shared { x, v, boxes: Boxes { lines, at } });
                }
            }
        }
        (self.kernel.shared)(Form::V1, &Course { rom: self.rom, steps: shared, interrupt }, &mut parts);
        Ok(())
    }
}

/// From the state to the output.
fn finish(
    password: &[u8],
    state: &[u8],
    end: End,
    classic: bool,
    out: &mut [u8],
    interrupt: Interrupt<'_>,
) -> Result<(), Error> {
    if classic || end == End::Prehash {
        return pbkdf2(password, state, out, interrupt);
    }
    let mut key = Secret::new([0; 32]);
    pbkdf2(password, state, &mut key[..], interrupt)?;
    pbkdf2(password, state, out, interrupt)?;
    let client = hmac(&key[..], b"Client Key");
    let first = match end {
        End::ClientKey => *client,
        _ => stored_key(&client),
    };
    let length = out.len().min(32);
    out[..length].copy_from_slice(&first[..length]);
    Ok(())
}

/// The server's part of a hash: what it stores, from the [client's key](super::Yescrypt::client_key).
pub fn stored_key(client_key: &[u8; 32]) -> [u8; 32] {
    sha256(client_key)
}
