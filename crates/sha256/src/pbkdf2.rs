//! PBKDF2-HMAC-SHA-256 (RFC 8018, 5.2) for many passwords at once.

use core::num::NonZeroU32;

use lanesmith_isa::Handle;

use crate::consts::H0;
use crate::digest::{Midstate, Sha256, sha256};
use crate::engines::{MANY, ManyKernel, Pbkdf2Lane};
use crate::error::LengthError;
use crate::fixed::digest_of;

/// One key to derive.
#[derive(Debug)]
pub struct Pbkdf2Job<'a> {
    /// The password, of any length.
    pub password: &'a [u8],
    /// The salt, of any length.
    pub salt: &'a [u8],
    /// Where the key goes; its length is the key's.
    pub out: &'a mut [u8],
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
    pbkdf2_many_with(MANY.auto(), jobs, iterations)
}

/// The same on a chosen engine of [`MANY`].
///
/// # Errors
/// As [`pbkdf2_many`].
pub fn pbkdf2_many_with(
    engine: Handle<ManyKernel>,
    jobs: &mut [Pbkdf2Job<'_>],
    iterations: NonZeroU32,
) -> Result<(), LengthError> {
    for job in jobs.iter() {
        if job.out.len().div_ceil(32) as u64 > u64::from(u32::MAX) {
            return Err(LengthError::KeyTooLong { bytes: job.out.len() });
        }
    }
    let units = jobs.iter_mut().flat_map(|job| {
        let key = HmacKey::new(job.password);
        let salt = job.salt;
        job.out.chunks_mut(32).zip(1u32..).map(move |(out, number)| (key, salt, out, number))
    });
    let mut lanes = [Pbkdf2Lane { inner: H0, outer: H0, u: [0; 8], sum: [0; 8] }; 16];
    let mut outs: [&mut [u8]; 16] = Default::default();
    let mut active = 0;
    for (key, salt, out, number) in units {
        let first = key.mac(&[salt, &number.to_be_bytes()]);
        lanes[active] =
            Pbkdf2Lane { inner: key.inner.state(), outer: key.outer.state(), u: first, sum: first };
        outs[active] = out;
        active += 1;
        if active == lanes.len() {
            finish(engine, &mut lanes, &mut outs, iterations);
            active = 0;
        }
    }
    if active > 0 {
        finish(engine, &mut lanes[..active], &mut outs[..active], iterations);
    }
    Ok(())
}

fn finish(
    engine: Handle<ManyKernel>,
    lanes: &mut [Pbkdf2Lane],
    outs: &mut [&mut [u8]],
    iterations: NonZeroU32,
) {
    (engine.kernel().pbkdf2)(lanes, iterations.get() - 1);
    for (lane, out) in lanes.iter().zip(outs) {
        let len = out.len();
        out.copy_from_slice(&digest_of(&lane.sum)[..len]);
    }
}

/// The two chaining values of an HMAC key (RFC 2104).
#[derive(Clone, Copy)]
struct HmacKey {
    inner: Midstate,
    outer: Midstate,
}

impl HmacKey {
    fn new(key: &[u8]) -> Self {
        let mut block = [0; 64];
        match block.get_mut(..key.len()) {
            Some(place) => place.copy_from_slice(key),
            None => block[..32].copy_from_slice(&sha256(key)),
        }
        let keyed = |pad: u8| Midstate::INITIAL.advanced(&[block.map(|b| b ^ pad)]);
        HmacKey { inner: keyed(0x36), outer: keyed(0x5c) }
    }

    /// The tag's words.
    fn mac(&self, message: &[&[u8]]) -> [u32; 8] {
        let mut inner = Sha256::from_midstate(self.inner);
        for part in message {
            inner.update(part);
        }
        let mut outer = Sha256::from_midstate(self.outer);
        outer.update(&inner.finalize());
        let tag = outer.finalize();
        let (words, _) = tag.as_chunks::<4>();
        core::array::from_fn(|i| u32::from_be_bytes(words[i]))
    }
}
