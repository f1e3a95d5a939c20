//! yescrypt 0.5, as submitted to the Password Hashing Competition in March 2014: another function than today's.
//!
//! For old hashes and for history; the variant with reduced rounds is the one that was timed on the competition's mailing
//! list on 17 April 2014.

use lanesmith_isa::Choice;
use lanesmith_isa::lanes::Line;
use lanesmith_sha256::sha256;

use super::hmac::{hmac, pbkdf2};
use super::params::{Mode, Params};
use crate::Error;
use crate::kernel::yescrypt::lane::{bytes_of_lines, lines_of_bytes};
use crate::kernel::yescrypt::pwx::{Boxes, Own, Shared};
use crate::kernel::yescrypt::{Course, Form};
use crate::mem::{Arena, MemoryError, Secret};
use crate::ops::YescryptKernel;

/// yescrypt 0.5 in its read-write mode with pwxform, one part.
///
/// ```
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::yescrypt::{Mode, Params, Yescrypt, Yescrypt05};
/// let (mut new, mut arena) = ([0; 32], Arena::new());
/// let old = Yescrypt05::new(64, 8, 0)?.derive(b"password", b"salt", &mut arena)?;
/// Yescrypt::new(Params::new(Mode::ReadWrite, 64, 8)?).derive(b"password", b"salt", &mut new, &mut arena)?;
/// assert_ne!(old, new);
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Yescrypt05 {
    kernel: YescryptKernel,
    form: Form,
    params: Params,
}

impl Yescrypt05 {
    /// `n` blocks of 128 `r` bytes, on the engine that the table gives.
    ///
    /// # Errors
    /// [`Error::Parameter`] as in [`Params::new`] and [`Params::time`].
    pub fn new(n: u64, r: u32, t: u32) -> Result<Self, Error> {
        Self::with_engine(Choice::AUTO, n, r, t)
    }

    /// The same on a chosen engine of [`YESCRYPT`](crate::YESCRYPT).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_engine(
        engine: impl Into<Choice<YescryptKernel>>,
        n: u64,
        r: u32,
        t: u32,
    ) -> Result<Self, Error> {
        let params = Params::new(Mode::ReadWrite, n, r)?.time(t)?;
        Ok(Yescrypt05 { kernel: *engine.into().handle().kernel(), form: Form::V05, params })
    }

    /// The same with one round of pwxform where there are six, and Salsa20/2 where there is Salsa20/8.
    #[must_use]
    pub fn reduced(self) -> Self {
        Yescrypt05 { form: Form::V05Reduced, ..self }
    }

    /// Derives a key.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn derive(&self, password: &[u8], salt: &[u8], arena: &mut Arena<'_>) -> Result<[u8; 32], Error> {
        let size = 2 * self.params.r as usize;
        let n = usize::try_from(self.params.n).unwrap_or(usize::MAX);
        let count = n.checked_mul(size);
        let bytes = count.and_then(|v| v.checked_add(2 * size + 192)).and_then(|lines| lines.checked_mul(64));
        let (Some(count), Some(bytes)) = (count, bytes) else {
            return Err(MemoryError::TooLarge { count: n, size: 64 * size }.into());
        };
        arena.stoppable(|arena| {
            let mut space = arena.space(bytes)?;
            let interrupt = space.interrupt();
            let v = space.take::<Line>(count)?;
            let x = space.take::<Line>(size)?;
            let lines = space.take::<Line>(192)?;
            let state = space.take::<u8>(64 * size)?;

            let password = Secret::new(sha256(password));
            pbkdf2(&password[..], salt, state, interrupt)?;
            let mut key = Secret::new([0; 32]);
            key.copy_from_slice(&state[..32]);
            lines_of_bytes(state, x);
            (self.kernel.boxes)(self.form, &mut x[..2], lines);
            let all = self.params.steps().next_multiple_of(2);
            let own = self.params.steps() & !1;
            let boxes = Boxes { lines, at: 0 };
            let mut parts = [Own { x, v, boxes }];
            (self.kernel.own)(self.form, &Course { rom: &[], steps: own, interrupt }, &mut parts);
            let [Own { x, v, boxes }] = parts;
            let mut parts = [Shared { x, v, boxes }];
            (self.kernel.shared)(self.form, &Course { rom: &[], steps: all - own, interrupt }, &mut parts);
            interrupt.check()?;
            bytes_of_lines(parts[0].x, state);
            let mut out = Secret::new([0; 32]);
            pbkdf2(&key[..], state, &mut out[..], interrupt)?;
            Ok(sha256(&hmac(&out[..], b"Client Key")[..]))
        })
    }
}
