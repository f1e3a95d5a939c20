//! What goes into a hash besides the password and the salt.

use core::fmt;

use lanesmith_sha256::{Hmac, HmacKey};

use crate::mem::Secret;

/// What goes into a hash besides the password and the salt, and is not part of its string.
///
/// Argon2 has an input for each of the two, TwoCats one for data. Where a scheme has no input for what is given, the password is
/// replaced by 32 bytes: HMAC-SHA-256 under the secret of the data's length (eight bytes, the lowest first), the data
/// and the password. Such a `$y$` string no longer verifies with crypt(3).
///
/// ```
/// use lanesmith_pwhash::crypt::Limits;
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::password::{Context, Policy, Scheme};
///
/// let mut arena = Arena::new();
/// let context = Context::new().secret(b"a key from another machine").data(b"user 4711");
/// let policy = Policy::new(Scheme::Argon2id).with_memory(1 << 20)?;
/// let stored = policy.hash_with(&context, b"correct horse", b"16 random bytes!", &mut arena)?;
/// stored.verify_with(&context, b"correct horse", &Limits::default(), &mut arena)?;
/// assert!(stored.verify(b"correct horse", &Limits::default(), &mut arena).is_err());
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Context<'a> {
    /// A secret key of the service ("pepper"), kept elsewhere than the strings; or nothing.
    pub secret: &'a [u8],
    /// Associated data, such as the user's number: the string is worth nothing in another user's place; or nothing.
    pub data: &'a [u8],
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("data", &self.data).finish_non_exhaustive()
    }
}

impl<'a> Context<'a> {
    /// Nothing besides password and salt.
    pub const fn new() -> Self {
        Context { secret: &[], data: &[] }
    }

    /// With a secret key.
    #[must_use]
    pub const fn secret(self, secret: &'a [u8]) -> Self {
        Context { secret, ..self }
    }

    /// With associated data.
    #[must_use]
    pub const fn data(self, data: &'a [u8]) -> Self {
        Context { data, ..self }
    }

    /// What a scheme hashes that has no input of its own for any of this.
    pub(super) fn mixed<'p>(&self, password: &'p [u8], place: &'p mut Secret<[u8; 32]>) -> &'p [u8] {
        if self.secret.is_empty() && self.data.is_empty() {
            return password;
        }
        let mut hmac = Hmac::new(&HmacKey::new(self.secret));
        hmac.update((self.data.len() as u64).to_le_bytes());
        hmac.update(self.data);
        hmac.update(password);
        **place = hmac.finalize();
        &place[..]
    }
}
