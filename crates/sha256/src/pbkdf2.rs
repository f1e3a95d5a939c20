//! PBKDF2-HMAC-SHA-256 (RFC 8018, 5.2) for many passwords at once.

use core::fmt;
use core::num::NonZeroU32;

use lanesmith_isa::Choice;
use lanesmith_parallel::Workers;
use subtle::ConstantTimeEq;

use crate::error::LengthError;
use crate::hmac::{Hmac, HmacKey};
use crate::kernel::consts::H0;
use crate::kernel::padding::digest_of;
use crate::ops::{Pbkdf2Kernel, Pbkdf2Lane};
use crate::wipe::{leaving_nothing, wipe, wipe_words};

/// The most bytes of a key, as the standard has it.
const MAX: u64 = u32::MAX as u64 * 32;

/// One key to derive.
pub struct Pbkdf2Job<'a> {
    /// The password, of any length.
    pub password: &'a [u8],
    /// The salt, of any length.
    pub salt: &'a [u8],
    /// Where the key goes; its length is the key's.
    pub out: &'a mut [u8],
}

impl fmt::Debug for Pbkdf2Job<'_> {
    // The password is a secret, and the key too.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pbkdf2Job").field("key_bytes", &self.out.len()).finish_non_exhaustive()
    }
}

/// Derives a key by PBKDF2-HMAC-SHA-256.
///
/// ```
/// use core::num::NonZeroU32;
/// let mut key = [0; 32];
/// lanesmith_sha256::pbkdf2(b"password", b"salt", NonZeroU32::MIN, &mut key)?;
/// assert_eq!(key[..4], [0x12, 0x0f, 0xb6, 0xcf]);
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
///
/// # Errors
/// [`LengthError::KeyTooLong`] if the key is longer than the standard allows, `(2^32 - 1) * 32` bytes.
pub fn pbkdf2(
    password: &[u8],
    salt: &[u8],
    iterations: NonZeroU32,
    out: &mut [u8],
) -> Result<(), LengthError> {
    pbkdf2_many(&mut [Pbkdf2Job { password, salt, out }], iterations)
}

/// The longest key that [`pbkdf2_verify`] compares, in bytes.
pub const PBKDF2_VERIFY_MAX: usize = 256;

/// Whether a password gives that key by PBKDF2-HMAC-SHA-256, in a time that does not depend on where they differ. An empty key
/// is never right: it would be that of every password.
///
/// ```
/// use core::num::NonZeroU32;
/// use lanesmith_sha256::{pbkdf2, pbkdf2_verify};
/// let (iterations, mut stored) = (NonZeroU32::MIN, [0; 32]);
/// pbkdf2(b"password", b"salt", iterations, &mut stored)?;
/// assert_eq!(pbkdf2_verify(b"password", b"salt", iterations, &stored), Ok(true));
/// assert_eq!(pbkdf2_verify(b"passw0rd", b"salt", iterations, &stored), Ok(false));
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
///
/// # Errors
/// [`LengthError::KeyTooLong`] if the key is longer than [`PBKDF2_VERIFY_MAX`].
#[must_use = "whether the password is right"]
pub fn pbkdf2_verify(
    password: &[u8],
    salt: &[u8],
    iterations: NonZeroU32,
    expected: &[u8],
) -> Result<bool, LengthError> {
    let mut derived = [0; PBKDF2_VERIFY_MAX];
    let Some(out) = derived.get_mut(..expected.len()) else {
        return Err(LengthError::KeyTooLong { bytes: expected.len(), most: PBKDF2_VERIFY_MAX as u64 });
    };
    pbkdf2(password, salt, iterations, out)?;
    let same = bool::from(out.ct_eq(expected)) && !expected.is_empty();
    wipe(out);
    Ok(same)
}

/// Derives many keys by PBKDF2-HMAC-SHA-256, all with the same number of iterations. Every 32 bytes of every key are
/// a unit of work of their own, and as many of them run side by side as the engine has lanes.
///
/// ```
/// use core::num::NonZeroU32;
/// use lanesmith_sha256::{Pbkdf2Job, pbkdf2_many};
/// let (mut a, mut b) = ([0; 32], [0; 20]);
/// let mut jobs = [
///     Pbkdf2Job { password: b"password", salt: b"salt", out: &mut a },
///     Pbkdf2Job { password: b"other", salt: b"salt", out: &mut b },
/// ];
/// pbkdf2_many(&mut jobs, NonZeroU32::MIN)?;
/// assert_eq!(a[..4], [0x12, 0x0f, 0xb6, 0xcf]);
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
///
/// # Errors
/// [`LengthError::KeyTooLong`] if a key is longer than the standard allows, `(2^32 - 1) * 32` bytes.
pub fn pbkdf2_many(jobs: &mut [Pbkdf2Job<'_>], iterations: NonZeroU32) -> Result<(), LengthError> {
    pbkdf2_many_with(Choice::AUTO, jobs, iterations)
}

/// The same, computed by these workers.
///
/// ```
/// use core::num::NonZeroU32;
/// use lanesmith_sha256::{Pbkdf2Job, Workers, pbkdf2_many_on};
/// let mut keys = vec![[0; 32]; 100];
/// let mut jobs: Vec<_> =
///     keys.iter_mut().map(|key| Pbkdf2Job { password: b"password", salt: b"salt", out: key }).collect();
/// pbkdf2_many_on(Workers::threads(4), &mut jobs, NonZeroU32::MIN)?;
/// assert!(keys.iter().all(|key| key[..4] == [0x12, 0x0f, 0xb6, 0xcf]));
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
///
/// # Errors
/// As [`pbkdf2_many`].
pub fn pbkdf2_many_on(
    workers: Workers<'_>,
    jobs: &mut [Pbkdf2Job<'_>],
    iterations: NonZeroU32,
) -> Result<(), LengthError> {
    check(jobs)?;
    // Alone, all at once: the blocks of several keys fill the lanes.
    let share = if workers.count() > 1 { LANES } else { jobs.len() };
    workers.chunks(jobs, share, |_, jobs| {
        leaving_nothing(|| derive(Choice::AUTO, jobs, iterations, &|| false));
    });
    Ok(())
}

fn check(jobs: &[Pbkdf2Job<'_>]) -> Result<(), LengthError> {
    match jobs.iter().map(|job| job.out.len()).find(|bytes| *bytes as u64 > MAX) {
        Some(bytes) => Err(LengthError::KeyTooLong { bytes, most: MAX }),
        None => Ok(()),
    }
}

/// The same on a chosen engine of [`PBKDF2`](crate::PBKDF2).
///
/// # Errors
/// As [`pbkdf2_many`].
pub fn pbkdf2_many_with(
    engine: impl Into<Choice<Pbkdf2Kernel>>,
    jobs: &mut [Pbkdf2Job<'_>],
    iterations: NonZeroU32,
) -> Result<(), LengthError> {
    pbkdf2_many_until(engine, jobs, iterations, &|| false).map(|_| ())
}

/// The same, unless `stop` says yes, which is asked every few milliseconds. Whether it is done: if not, the keys are zeros.
///
/// ```
/// use core::num::NonZeroU32;
/// use lanesmith_isa::Choice;
/// use lanesmith_sha256::{Pbkdf2Job, pbkdf2_many_until};
/// let mut key = [0; 32];
/// let mut jobs = [Pbkdf2Job { password: b"password", salt: b"salt", out: &mut key }];
/// // Hours, were it not stopped.
/// let done = pbkdf2_many_until(Choice::AUTO, &mut jobs, NonZeroU32::MAX, &|| true)?;
/// assert_eq!((done, key), (false, [0; 32]));
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
///
/// # Errors
/// As [`pbkdf2_many`].
pub fn pbkdf2_many_until(
    engine: impl Into<Choice<Pbkdf2Kernel>>,
    jobs: &mut [Pbkdf2Job<'_>],
    iterations: NonZeroU32,
    stop: &dyn Fn() -> bool,
) -> Result<bool, LengthError> {
    let engine = engine.into();
    check(jobs)?;
    let done = leaving_nothing(|| derive(engine, jobs, iterations, stop));
    if !done {
        jobs.iter_mut().for_each(|job| wipe(job.out));
    }
    Ok(done)
}

/// Batches of keys of one iteration, bytes of salt and iterations between two questions: a few milliseconds each.
const ASK_BATCHES: u32 = 1 << 9;
const ASK_SALT: usize = 1 << 20;
const ASK_ITERATIONS: u32 = 1 << 12;

fn derive(
    engine: Choice<Pbkdf2Kernel>,
    jobs: &mut [Pbkdf2Job<'_>],
    iterations: NonZeroU32,
    stop: &dyn Fn() -> bool,
) -> bool {
    let mut batch = Batch { lanes: [Batch::IDLE; LANES], outs: Default::default(), active: 0 };
    let mut batches = 0_u32;
    for job in jobs.iter_mut() {
        let key = HmacKey::new(job.password);
        let (inner, outer) = key.states();
        for (out, number) in job.out.chunks_mut(32).zip(1_u32..) {
            let mut mac = Hmac::new(&key);
            for part in job.salt.chunks(ASK_SALT) {
                if part.len() == ASK_SALT && stop() {
                    return false;
                }
                mac.update(part);
            }
            mac.update(number.to_be_bytes());
            let mut tag = [0; 32];
            mac.tag_into(&mut tag);
            let (words, _) = tag.as_chunks::<4>();
            let first = core::array::from_fn(|i| u32::from_be_bytes(words[i]));
            batch.lanes[batch.active] = Pbkdf2Lane { inner, outer, u: first, sum: first };
            batch.outs[batch.active] = out;
            batch.active += 1;
            wipe(&mut tag);
            if batch.active == LANES {
                batches = batches.wrapping_add(1);
                let asks = batches.is_multiple_of(ASK_BATCHES) && stop();
                if asks || !batch.finish(engine, iterations, stop) {
                    return false;
                }
            }
        }
    }
    batch.finish(engine, iterations, stop)
}

/// Blocks of keys under way at once: the most lanes of any engine.
const LANES: usize = 16;

/// Blocks of keys under way, and where they go. Wiped when dropped.
struct Batch<'a> {
    lanes: [Pbkdf2Lane; LANES],
    outs: [&'a mut [u8]; LANES],
    active: usize,
}

impl Batch<'_> {
    const IDLE: Pbkdf2Lane = Pbkdf2Lane { inner: H0, outer: H0, u: [0; 8], sum: [0; 8] };

    /// Whether it was not stopped.
    fn finish(
        &mut self,
        engine: Choice<Pbkdf2Kernel>,
        iterations: NonZeroU32,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        let mut left = &mut self.lanes[..self.active];
        while !left.is_empty() {
            let step = engine.step(left.len());
            let (now, later) = left.split_at_mut(step.take);
            let mut rounds = iterations.get() - 1;
            while rounds > ASK_ITERATIONS {
                if stop() {
                    return false;
                }
                (step.engine.kernel().rounds)(now, ASK_ITERATIONS);
                rounds -= ASK_ITERATIONS;
            }
            (step.engine.kernel().rounds)(now, rounds);
            left = later;
        }
        for (lane, out) in self.lanes[..self.active].iter().zip(&mut self.outs) {
            let mut digest = digest_of(&lane.sum);
            out.copy_from_slice(&digest[..out.len()]);
            wipe(&mut digest);
        }
        self.active = 0;
        true
    }
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        for lane in &mut self.lanes {
            for words in [&mut lane.inner, &mut lane.outer, &mut lane.u, &mut lane.sum] {
                wipe_words(words);
            }
        }
    }
}
