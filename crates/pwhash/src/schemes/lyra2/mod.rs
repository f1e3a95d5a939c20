//! Lyra2: the final version (version 3; its hashes are those of version 2 of 2015) and version 1 of April 2014.
//!
//! A finalist of the Password Hashing Competition, for those who have hashes of it, for coins, and for comparisons: new
//! systems take [Argon2](crate::argon2).
//!
//! ```
//! use lanesmith_pwhash::lyra2::{Params, hash};
//! use lanesmith_pwhash::mem::Arena;
//!
//! let mut arena = Arena::new();
//! let mut key = [0; 32];
//! hash(&Params::default().rows(64), b"password", b"saltsaltsaltsalt", &mut key, &mut arena)?;
//! # Ok::<(), lanesmith_pwhash::Error>(())
//! ```

use alloc::vec::Vec;

use lanesmith_isa::Choice;

use crate::Error;
use crate::kernel::lyra2::{Job, Shape};
use crate::mem::{Arena, MemoryError, ask_mask, wipe};
use crate::ops::Lyra2Kernel;
use crate::work::{LYRA2_COLUMN, LYRA2_ROW, weigh};

/// ```
/// use lanesmith_pwhash::lyra2::{Bitrate, Params};
/// let bytes = |bitrate| Params::default().rows(3).columns(1).bitrate(bitrate).memory();
/// assert_eq!([Bitrate::Words8, Bitrate::Words10, Bitrate::Words12].map(bytes), [3 * 64, 3 * 80, 3 * 96]);
/// ```
pub use crate::kernel::lyra2::Bitrate;
/// ```
/// use lanesmith_pwhash::lyra2::{Edition, Params, Sponge};
/// // The first edition had one permutation.
/// let first = Params::default().edition(Edition::April2014);
/// assert!(first.check().is_err() && first.sponge(Sponge::Blake2b).check().is_ok());
/// ```
pub use crate::kernel::lyra2::Edition;
/// ```
/// use lanesmith_pwhash::lyra2::{Params, Sponge};
/// assert!(Params::default().sponge(Sponge::HalfRoundBlaMka).check().is_ok());
/// ```
pub use crate::kernel::lyra2::Sponge;

/// Cost and kind of a hash.
///
/// ```
/// use lanesmith_pwhash::lyra2::{Bitrate, Params, Sponge};
/// let params = Params::default().sponge(Sponge::Blake2b).bitrate(Bitrate::Words8).rows(64).columns(16);
/// assert_eq!((params.get_rows(), params.memory(), params.traffic()), (64, 64 << 10, 128 << 10));
/// assert!(params.rows(2).check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    pub(crate) edition: Edition,
    pub(crate) sponge: Sponge,
    pub(crate) bitrate: Bitrate,
    pub(crate) rounds: u32,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    pub(crate) passes: u32,
    pub(crate) threads: u32,
}

impl Default for Params {
    /// Rows of 256 columns of 96 bytes, one pass over 683 of them: 16 MiB.
    fn default() -> Self {
        Params {
            edition: Edition::Final,
            sponge: Sponge::BlaMka,
            bitrate: Bitrate::Words12,
            rounds: 1,
            columns: 256,
            rows: 683,
            passes: 1,
            threads: 1,
        }
    }
}

/// A setter of the plain name, and what tells what it has set.
macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident, $get:ident: $type:ty;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub const fn $name(mut self, $name: $type) -> Self {
            self.$name = $name;
            self
        }
        $(#[$doc])*
        pub const fn $get(&self) -> $type {
            self.$name
        }
    )*};
}

impl Params {
    settings! {
        /// Which of the functions called Lyra2.
        edition, get_edition: Edition;
        /// The permutation.
        sponge, get_sponge: Sponge;
        /// The width of a column.
        bitrate, get_bitrate: Bitrate;
        /// Rounds of the reduced permutation: at least 1.
        rounds, get_rounds: u32;
        /// Columns of a row: at least 1.
        columns, get_columns: u32;
        /// Rows: at least 3, and for several threads a multiple of twice their number, at least 6 for each.
        rows, get_rows: u32;
        /// Passes over the memory ("time cost"): at least 1.
        passes, get_passes: u32;
        /// Threads. Their number goes into the hash; they are computed side by side in this one.
        threads, get_threads: u32;
    }

    /// How many bytes of memory a hash takes.
    pub const fn memory(&self) -> u64 {
        (self.rows as u64).saturating_mul(self.columns as u64).saturating_mul(self.bitrate.words() as u64 * 8)
    }

    /// Bytes that are filled or mixed, each time counted; saturating.
    pub const fn traffic(&self) -> u64 {
        let passes = (self.passes as u64).saturating_add(1);
        self.memory().saturating_mul(passes).saturating_mul(self.rounds as u64)
    }

    /// The time that a hash takes: in the same time Argon2id fills so many bytes. What limits on stored strings count; saturating.
    pub fn work(&self) -> u64 {
        let rows = u128::from(self.rows) * (u128::from(self.passes) + 1);
        let columns = rows.saturating_mul(u128::from(self.columns) * u128::from(self.rounds));
        weigh(&[(columns, LYRA2_COLUMN), (rows, LYRA2_ROW)])
    }

    /// Whether there is a function for them.
    ///
    /// # Errors
    /// [`Error::Parameter`] names what is out of range.
    pub fn check(&self) -> Result<(), Error> {
        let wrong = |name, value: u32, need| Err(Error::Parameter { name, value: value.into(), need });
        if self.rounds == 0 {
            return wrong("rho (rounds)", 0, "at least 1");
        }
        if self.columns == 0 {
            return wrong("C (columns)", 0, "at least 1");
        }
        if self.passes == 0 {
            return wrong("T (passes)", 0, "at least 1");
        }
        if self.threads == 0 {
            return wrong("p (threads)", 0, "at least 1");
        }
        if self.rows < 3 {
            return wrong("R (rows)", self.rows, "at least 3");
        }
        if self.threads > 1 {
            let twice = u64::from(self.threads) * 2;
            if !u64::from(self.rows).is_multiple_of(twice) || u64::from(self.rows) / twice < 2 {
                return wrong("R (rows)", self.rows, "a multiple of 2p, and at least 4p");
            }
        }
        let first = self.edition == Edition::April2014;
        if first && (self.threads > 1 || self.sponge != Sponge::Blake2b || self.bitrate != Bitrate::Words12) {
            let need = "one, with BLAKE2b and columns of 12 words: the edition of April 2014 has no others";
            return wrong("p (threads)", self.threads, need);
        }
        Ok(())
    }
}

/// Hashes a password; the length of `out` goes into the hash.
///
/// # Errors
/// [`Error::Parameter`] and [`Error::Length`] if there is no such function, [`Error::Memory`] if the arena cannot hold it.
pub fn hash(
    params: &Params,
    password: &[u8],
    salt: &[u8],
    out: &mut [u8],
    arena: &mut Arena<'_>,
) -> Result<(), Error> {
    hash_with(Choice::AUTO, params, password, salt, out, arena)
}

/// The same on a chosen engine of [`LYRA2`](crate::LYRA2).
///
/// ```
/// use lanesmith_pwhash::LYRA2;
/// use lanesmith_pwhash::lyra2::{Params, hash, hash_with};
/// use lanesmith_pwhash::mem::Arena;
/// let (params, mut arena) = (Params::default().rows(64).columns(16), Arena::new());
/// let (mut usual, mut portable) = ([0; 32], [0; 32]);
/// hash(&params, b"password", b"salt", &mut usual, &mut arena)?;
/// hash_with(LYRA2.by_name("scalar")?, &params, b"password", b"salt", &mut portable, &mut arena)?;
/// assert_eq!(usual, portable);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// As [`hash`].
pub fn hash_with(
    engine: impl Into<Choice<Lyra2Kernel>>,
    params: &Params,
    password: &[u8],
    salt: &[u8],
    out: &mut [u8],
    arena: &mut Arena<'_>,
) -> Result<(), Error> {
    hash_many(engine, params, &mut [Request { password, salt, out }], arena)
}

/// One of several hashes of the same parameters.
///
/// ```
/// use lanesmith_pwhash::lyra2::Request;
/// let mut out = [0; 32];
/// let request = Request { password: b"password", salt: b"salt", out: &mut out };
/// assert!(!format!("{request:?}").contains("password"));
/// ```
pub struct Request<'a> {
    /// The password.
    pub password: &'a [u8],
    /// The salt.
    pub salt: &'a [u8],
    /// Where the hash goes; its length goes into the hash.
    pub out: &'a mut [u8],
}

impl core::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Request").field("salt", &self.salt).finish_non_exhaustive()
    }
}

/// Bytes between the matrices of hashes that are computed side by side: at equal offsets modulo 4 KiB the loads of one would
/// wait for stores of the other.
const COLOUR: usize = 1024;

/// Hashes of the same parameters, two side by side: while one waits for a multiplication, the other one computes. Each
/// takes [`Params::memory`] of the arena.
///
/// ```
/// use lanesmith_isa::Choice;
/// use lanesmith_pwhash::lyra2::{Params, Request, hash_many};
/// use lanesmith_pwhash::mem::Arena;
///
/// let (mut one, mut two) = ([0; 32], [0; 32]);
/// let mut requests = [
///     Request { password: b"password", salt: b"salt", out: &mut one },
///     Request { password: b"other", salt: b"salt", out: &mut two },
/// ];
/// hash_many(Choice::AUTO, &Params::default().rows(64), &mut requests, &mut Arena::new())?;
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
///
/// # Errors
/// As [`hash`]; then no hash was computed.
pub fn hash_many(
    engine: impl Into<Choice<Lyra2Kernel>>,
    params: &Params,
    requests: &mut [Request<'_>],
    arena: &mut Arena<'_>,
) -> Result<(), Error> {
    let kernel = engine.into().handle().kernel();
    params.check()?;
    let too_large = MemoryError::TooLarge { count: requests.len(), size: usize::MAX };
    let bytes = usize::try_from(params.memory()).map_err(|_| too_large)?;
    for request in requests.iter() {
        check_lengths(params, request, bytes)?;
    }
    let each = bytes.checked_add(COLOUR).ok_or(too_large)?;
    let row = params.columns as usize * params.bitrate.words() * 8;
    let done = arena.stoppable(|arena| {
        let mut space = arena.space(each.checked_mul(requests.len().min(2)).ok_or(too_large)?)?;
        let shape = Shape {
            edition: params.edition,
            sponge: params.sponge,
            bitrate: params.bitrate,
            rounds: params.rounds,
            columns: params.columns as usize,
            rows: params.rows as usize,
            passes: params.passes,
            threads: params.threads as usize,
            interrupt: space.interrupt(),
            every: ask_mask(row),
        };
        let mut matrices = Vec::new();
        for _ in 0..requests.len().min(2) {
            matrices.push(space.take::<u64>(bytes / 8)?);
            space.skip(COLOUR)?;
        }
        for pair in requests.chunks_mut(2) {
            let mut seeds: Vec<Vec<Vec<u64>>> = pair
                .iter()
                .map(|request| (0..params.threads).map(|thread| seed(params, request, thread)).collect())
                .collect();
            let mut jobs: Vec<Job<'_>> = pair
                .iter_mut()
                .zip(&mut matrices)
                .zip(&seeds)
                .map(|((request, matrix), seeds)| Job { matrix, seeds, out: request.out })
                .collect();
            (kernel.run)(&shape, &mut jobs);
            drop(jobs);
            seeds.iter_mut().flatten().for_each(|seed| wipe(seed));
            shape.interrupt.check()?;
        }
        Ok(())
    });
    if done.is_err() {
        // Those that had been computed before it was stopped.
        requests.iter_mut().for_each(|request| wipe(request.out));
    }
    done
}

fn check_lengths(params: &Params, request: &Request<'_>, memory: usize) -> Result<(), Error> {
    if request.out.is_empty() || u32::try_from(request.out.len()).is_err() {
        return Err(Error::Length { what: "hash", bytes: request.out.len(), need: "from 1 to 2^32 - 1" });
    }
    // The reference puts the seed into the matrix, or into the slice of a thread.
    let room = memory / params.threads as usize;
    let bytes = request.password.len().saturating_add(request.salt.len());
    if bytes.saturating_add(8 * 4 + 96) > room || u32::try_from(bytes).is_err() {
        return Err(Error::Length { what: "password and salt", bytes, need: "less than the memory" });
    }
    Ok(())
}

/// What a thread absorbs: password, salt and parameters, then a one bit, zeros and another one bit up to a whole block.
fn seed(params: &Params, request: &Request<'_>, thread: u32) -> Vec<u64> {
    let block = match params.edition {
        Edition::April2014 => 12,
        Edition::Final => 8,
    };
    let lengths = [request.out, request.password, request.salt].map(|part| part.len() as u32);
    let numbers = [params.passes, params.rows, params.columns, params.threads, thread];
    let numbers = if params.threads > 1 { &numbers[..] } else { &numbers[..3] };
    let len = request.password.len() + request.salt.len() + 4 * (lengths.len() + numbers.len());
    let mut seed = alloc::vec![0u64; (len / (block * 8) + 1) * block];
    let mut at = 0;
    let mut push = |bytes: &[u8]| {
        for &byte in bytes {
            seed[at / 8] |= u64::from(byte) << (at % 8 * 8);
            at += 1;
        }
    };
    push(request.password);
    push(request.salt);
    lengths.iter().chain(numbers).for_each(|number| push(&number.to_le_bytes()));
    push(&[0x80]);
    if let Some(last) = seed.last_mut() {
        *last ^= 1 << 56;
    }
    seed
}
