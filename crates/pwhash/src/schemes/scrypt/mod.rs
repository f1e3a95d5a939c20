//! scrypt (RFC 7914): key derivation of keystores (EIP-2335 among them), and of many services.
//!
//! ```
//! use lanesmith_pwhash::mem::Arena;
//! use lanesmith_pwhash::scrypt::{Params, derive};
//!
//! let mut arena = Arena::new();
//! let mut key = [0; 64];
//! derive(&Params::new(16, 1, 1), b"", b"", &mut key, &mut arena)?;
//! assert_eq!(key[..4], [0x77, 0xd6, 0x57, 0x62]);
//! # Ok::<(), lanesmith_pwhash::Error>(())
//! ```

use core::num::NonZeroU32;

use lanesmith_isa::Choice;
use lanesmith_sha256::{Pbkdf2Job, pbkdf2_many_until};

use crate::Error;
use crate::kernel::salsa::Mix;
use crate::mem::{Arena, Interrupt, MemoryError, bytes_of_mut};
use crate::ops::ScryptKernel;
use crate::work::{BLOCK, INPUT_BYTE, SALSA_BYTE, weigh};

/// Cost of a derivation.
///
/// ```
/// use lanesmith_pwhash::scrypt::Params;
/// let params = Params::new(1 << 17, 8, 1);
/// assert_eq!(params.table_bytes(), 128 << 20);
/// assert!(params.memory() > params.table_bytes());
/// assert!(Params::new(1000, 8, 1).check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    n: u64,
    r: u32,
    p: u32,
}

impl Params {
    /// `n` entries of `128 r` bytes, `p` times.
    pub const fn new(n: u64, r: u32, p: u32) -> Self {
        Params { n, r, p }
    }
    /// Entries of the table ("N"): a power of two, at least 2.
    pub const fn n(&self) -> u64 {
        self.n
    }
    /// Size of an entry in units of 128 bytes.
    pub const fn r(&self) -> u32 {
        self.r
    }
    /// How many tables are filled, one after the other or at the same time.
    pub const fn p(&self) -> u32 {
        self.p
    }

    /// How many bytes a table takes.
    pub const fn table_bytes(&self) -> u64 {
        self.n.saturating_mul(128 * self.r as u64)
    }

    /// How many bytes of memory a derivation takes: a table, and the inputs of all.
    pub const fn memory(&self) -> u64 {
        self.memory_bytes(1, 1)
    }

    /// How many bytes [`derive_many`] takes for `requests` requests, `width` tables at the same time.
    pub const fn memory_bytes(&self, requests: usize, width: usize) -> u64 {
        let inputs = (self.p as u64).saturating_mul(requests as u64).saturating_mul(128 * self.r as u64);
        let table = self.table_bytes().saturating_add(2 * 128 * self.r as u64 + COLOUR as u64 * 8);
        table.saturating_mul(width as u64).saturating_add(inputs)
    }

    /// Bytes that a derivation fills or mixes, each time counted; saturating: each table is filled once and read once.
    pub const fn traffic(&self) -> u64 {
        self.table_bytes().saturating_mul(2).saturating_mul(self.p as u64)
    }

    /// The time that a hash takes: in the same time Argon2id fills so many bytes. What limits on stored strings count; saturating.
    ///
    /// ```
    /// use lanesmith_pwhash::scrypt::Params;
    /// // PBKDF2 is most of the work where tables are small.
    /// let (usual, flat) = (Params::new(1 << 17, 8, 1), Params::new(2, 1, 1 << 19));
    /// assert_eq!(usual.traffic(), flat.traffic());
    /// assert!(flat.work() > 3 * usual.work());
    /// ```
    pub fn work(&self) -> u64 {
        let (n, r, p) = (u128::from(self.n), u128::from(self.r), u128::from(self.p));
        let (blocks, inputs) = ((2 * n).saturating_mul(p), 128 * r * p);
        weigh(&[(blocks.saturating_mul(128 * r), SALSA_BYTE), (blocks, BLOCK), (inputs, INPUT_BYTE)])
    }

    /// Whether RFC 7914 defines a function for them. (It also demands that N be less than 2^(16 r), which erratum 5971
    /// corrects.)
    ///
    /// # Errors
    /// [`Error::Parameter`] names what is out of range.
    pub const fn check(&self) -> Result<(), Error> {
        // 2^32 entries and more are not addressed by the 32 bits that this takes from the integer in the RFC, and would
        // be 1 TiB with r = 2.
        if self.n < 2 || !self.n.is_power_of_two() || self.n > 1 << 32 {
            return Err(Error::Parameter {
                name: "N",
                value: self.n,
                need: "a power of two, from 2 to 2^32",
            });
        }
        if self.r == 0 || self.p == 0 {
            return Err(Error::Parameter { name: "r or p", value: 0, need: "at least 1" });
        }
        let product = self.r as u64 * self.p as u64;
        if product >= 1 << 30 {
            return Err(Error::Parameter { name: "r * p", value: product, need: "less than 2^30" });
        }
        Ok(())
    }
}

/// Derives a key.
///
/// # Errors
/// [`Error::Parameter`] and [`Error::Length`] if RFC 7914 does not define it, [`Error::Memory`] if the arena cannot hold it.
pub fn derive(
    params: &Params,
    password: &[u8],
    salt: &[u8],
    key: &mut [u8],
    arena: &mut Arena<'_>,
) -> Result<(), Error> {
    derive_many(Choice::AUTO, params, &mut [Request { password, salt, key }], 1, arena)
}

/// One of several keys of the same parameters.
///
/// ```
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::scrypt::{Params, Request, derive, derive_many};
/// use lanesmith_pwhash::SCRYPT;
/// let (params, mut alone, mut among, mut arena) = (Params::new(16, 1, 1), [0; 32], [0; 32], Arena::new());
/// derive(&params, b"password", b"salt", &mut alone, &mut arena)?;
/// let mut requests = [Request { password: b"password", salt: b"salt", key: &mut among }];
/// derive_many(SCRYPT.by_name("scalar")?, &params, &mut requests, 1, &mut arena)?;
/// assert_eq!(alone, among);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Request<'a> {
    /// The password.
    pub password: &'a [u8],
    /// The salt.
    pub salt: &'a [u8],
    /// Where the key goes.
    pub key: &'a mut [u8],
}

impl core::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Request").field("salt", &self.salt).finish_non_exhaustive()
    }
}

/// Words between tables, so that they do not start at the same offset modulo 4 KiB.
const COLOUR: usize = 256;

/// Derives keys of the same parameters with `width` tables at the same time, on a chosen engine of [`SCRYPT`](crate::SCRYPT). One table alone
/// waits for the latency of its instructions; four in vectors take little longer than one, in four times the memory
/// ([`Params::memory_bytes`]). The `p` parts of a key count like keys.
///
/// ```
/// use lanesmith_isa::Choice;
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::scrypt::{Params, Request, derive_many};
///
/// let mut keys = [[0; 32]; 4];
/// let mut requests: Vec<_> = keys
///     .iter_mut()
///     .zip([b"one", b"two", b"six", b"ten"])
///     .map(|(key, password)| Request { password, salt: b"salt", key })
///     .collect();
/// derive_many(Choice::AUTO, &Params::new(1024, 8, 1), &mut requests, 4, &mut Arena::new())?;
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
///
/// # Errors
/// As [`derive()`]; then no key was derived.
pub fn derive_many(
    engine: impl Into<Choice<ScryptKernel>>,
    params: &Params,
    requests: &mut [Request<'_>],
    width: usize,
    arena: &mut Arena<'_>,
) -> Result<(), Error> {
    let engine = engine.into();
    params.check()?;
    for request in requests.iter() {
        let bytes = request.key.len();
        if bytes == 0 || bytes.div_ceil(32) as u64 > u64::from(u32::MAX) {
            return Err(Error::Length { what: "key", bytes, need: "from 1 to (2^32 - 1) * 32" });
        }
    }
    let too_large = MemoryError::TooLarge { count: requests.len(), size: usize::MAX };
    let (r, p) = (params.r as usize, params.p as usize);
    let inputs = p.checked_mul(requests.len()).ok_or(too_large)?;
    let width = width.clamp(1, inputs.max(1));
    let size = |bytes: u64| usize::try_from(bytes).map_err(|_| too_large);
    let stride = size(params.table_bytes())? / 4 + COLOUR;
    let n = size(params.n)?;
    arena.stoppable(|arena| {
        let mut space = arena.space(size(params.memory_bytes(requests.len(), width))?)?;
        let interrupt = space.interrupt();
        let table = space.take::<u32>(stride.checked_mul(width).ok_or(too_large)?)?;
        let scratch = space.take::<u32>(64 * r * width)?;
        let words = space.take::<u32>(32 * r * inputs)?;

        let bytes = bytes_of_mut(words);
        let inputs = requests.iter().zip(bytes.chunks_mut(128 * r * p));
        stretch(
            inputs.map(|(request, input)| Pbkdf2Job {
                password: request.password,
                salt: request.salt,
                out: input,
            }),
            interrupt,
        )?;
        words.iter_mut().for_each(|word| *word = u32::from_le(*word));
        for inputs in words.chunks_mut(32 * r * width) {
            let mut mix = Mix { inputs, table, stride, scratch, n, r, interrupt };
            let mut done = 0;
            for step in engine.steps(mix.lanes()) {
                (step.engine.kernel().mix)(&mut mix.take(done, step.take));
                done += step.take;
                interrupt.check()?;
            }
        }
        words.iter_mut().for_each(|word| *word = word.to_le());
        let bytes = bytes_of_mut(words);
        let outputs = requests.iter_mut().zip(bytes.chunks(128 * r * p));
        stretch(
            outputs.map(|(request, salt)| Pbkdf2Job { password: request.password, salt, out: request.key }),
            interrupt,
        )
    })
}

/// One iteration of PBKDF2-HMAC-SHA-256.
fn stretch<'a>(jobs: impl Iterator<Item = Pbkdf2Job<'a>>, interrupt: Interrupt<'_>) -> Result<(), Error> {
    let mut jobs: alloc::vec::Vec<_> = jobs.collect();
    let done = pbkdf2_many_until(Choice::AUTO, &mut jobs, NonZeroU32::MIN, &|| interrupt.asked());
    match done {
        Ok(true) => Ok(()),
        Ok(false) => Err(Error::Interrupted),
        Err(_) => {
            let need = "at most (2^32 - 1) * 32";
            Err(Error::Length { what: "key", bytes: usize::MAX, need })
        }
    }
}
