//! What goes into a hash besides the password and the salt.

use core::fmt;

use lanesmith_sha256::{Hmac, HmacKey};

use crate::mem::{Secret, wipe};

/// A secret of the service ("pepper") that strings of before were made with.
///
/// ```
/// use lanesmith_pwhash::password::Pepper;
/// let pepper = Pepper { id: b"2025", secret: b"the key of 2025" };
/// assert!(!format!("{pepper:?}").contains("key of"));
/// assert_eq!(Pepper::NONE.secret, b"");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pepper<'a> {
    /// Its name, which strings of Argon2 hold; or nothing.
    pub id: &'a [u8],
    /// The secret itself.
    pub secret: &'a [u8],
}

impl Pepper<'_> {
    /// None at all: for strings that were made before there was a secret, and for those of other libraries.
    pub const NONE: Pepper<'static> = Pepper { id: &[], secret: &[] };
}

impl fmt::Debug for Pepper<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pepper").field("id", &self.id).finish_non_exhaustive()
    }
}

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
/// let stored = policy.hash_in(&context, b"correct horse", b"16 random bytes!", &mut arena)?;
/// stored.verify_in(&context, b"correct horse", &Limits::default(), &mut arena)?;
/// assert!(stored.verify(b"correct horse", &Limits::default(), &mut arena).is_err());
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
///
/// # A new secret
///
/// Secrets are replaced one login after the other: new strings are made with the new one, and older ones say by their id which one they
/// were made with. Only Argon2 has a place for it (`keyid=`). For strings without an id all secrets are tried, the current one first;
/// whoever does not want to pay for that notes beside each string which secret it has, and gives that one alone. What
/// [`Policy::verify_and_upgrade`](super::Policy::verify_and_upgrade) finds to be of an older secret it makes anew.
///
/// ```
/// use lanesmith_pwhash::crypt::Limits;
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::password::{Context, Pepper, Policy, Scheme};
///
/// let (mut arena, limits) = (Arena::new(), Limits::default());
/// let policy = Policy::new(Scheme::Argon2id).with_memory(1 << 20)?;
/// let before = Context::new().secret(b"the key of 2025").key_id(b"2025");
/// let stored = policy.hash_in(&before, b"correct horse", b"16 random bytes!", &mut arena)?;
/// assert!(stored.to_string().contains(",keyid=MjAyNQ$"));
///
/// let older = [Pepper { id: b"2025", secret: b"the key of 2025" }];
/// let now = Context::new().secret(b"the key of 2026").key_id(b"2026").older(&older);
/// let new = policy.verify_and_upgrade(&stored, &now, b"correct horse", b"other 16 bytes!!", &limits, &mut arena)?;
/// assert_eq!(new.expect("it was of an older secret").key_id(), b"2026");
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Context<'a> {
    /// A secret key of the service ("pepper"), kept elsewhere than the strings; or nothing.
    pub secret: &'a [u8],
    /// Associated data, such as the user's number: the string is worth nothing in another user's place; or nothing.
    pub data: &'a [u8],
    /// The name of the secret, which new strings of Argon2 hold; or nothing.
    pub key_id: &'a [u8],
    /// Secrets that strings of before were made with.
    pub older: &'a [Pepper<'a>],
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut f = f.debug_struct("Context");
        f.field("data", &self.data)
            .field("key_id", &self.key_id)
            .field("older", &self.older)
            .finish_non_exhaustive()
    }
}

impl<'a> Context<'a> {
    /// Nothing besides password and salt.
    pub const fn new() -> Self {
        Context { secret: &[], data: &[], key_id: &[], older: &[] }
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

    /// With a name for the secret, of at most 8 bytes.
    #[must_use]
    pub const fn key_id(self, key_id: &'a [u8]) -> Self {
        Context { key_id, ..self }
    }

    /// With secrets that strings of before were made with.
    #[must_use]
    pub const fn older(self, older: &'a [Pepper<'a>]) -> Self {
        Context { older, ..self }
    }

    /// The contexts in which a string may have been made, each with one secret, the current one first: those of its key id, if it
    /// names one and ids were given.
    pub(super) fn candidates(&self, key_id: &[u8]) -> impl Iterator<Item = Context<'a>> {
        let named = !key_id.is_empty() && (!self.key_id.is_empty() || !self.older.is_empty());
        let current = Pepper { id: self.key_id, secret: self.secret };
        let (older, data) = (self.older, self.data);
        let all = core::iter::once(current).chain(older.iter().copied());
        let fitting = all.filter(move |pepper| !named || pepper.id == key_id);
        fitting.map(move |Pepper { id, secret }| Context { secret, data, key_id: id, older: &[] })
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
        // By a name of its own, so that no copy is left that nobody wipes.
        let mut tag = hmac.finalize();
        place.copy_from_slice(&tag);
        wipe(&mut tag);
        &place[..]
    }
}
