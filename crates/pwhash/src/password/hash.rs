//! Stored passwords: what is the same for every scheme.

use super::{Context, Limits, PasswordHash, Policy};
use crate::Error;
use crate::mem::Arena;

impl PasswordHash {
    /// Whether the password is the one that was stored; compared in constant time.
    ///
    /// # Errors
    /// [`Error::WrongPassword`] if it is not; those of [`admit`](Self::admit) before anything is computed, if the string asks for
    /// more than the limits allow or its hash is too short to prove anything; [`Error::Memory`] if the memory cannot be had;
    /// [`Error::Unsupported`] if the string is one of [another library](super::StoredLegacy) and not verified here.
    pub fn verify(&self, password: &[u8], limits: &Limits, arena: &mut Arena<'_>) -> Result<(), Error> {
        self.verify_in(&Context::new(), password, limits, arena)
    }

    /// Whether [`verify`](Self::verify) would compute anything, for those who take memory from a [`Pool`](crate::mem::Pool) first: the
    /// limits must be checked before memory is promised.
    ///
    /// ```
    /// use lanesmith_pwhash::crypt::Limits;
    /// use lanesmith_pwhash::mem::{ArenaOptions, Pool};
    /// use lanesmith_pwhash::password::{PasswordHash, Policy};
    ///
    /// let pool = Pool::new(1 << 30, 4, ArenaOptions::default());
    /// # let text = "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI";
    /// let stored: PasswordHash = text.parse()?;
    /// let limits = Limits::default();
    /// stored.admit(&limits)?;
    /// let mut arena = pool.acquire(stored.arena_bytes())?;
    /// # let verified =
    /// stored.verify(b"password", &limits, &mut arena);
    /// # assert_eq!(verified, Err(lanesmith_pwhash::Error::WrongPassword));
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OverLimit`]; [`Error::Length`] if its hash is too short to prove anything; [`Error::Parameter`] if it has more than 256
    /// parts.
    pub fn admit(&self, limits: &Limits) -> Result<(), Error> {
        self.string().admit(limits)
    }

    /// The same in a context: for a hash that was made with a secret of the service, or associated data. Of several secrets the one counts that the
    /// string names; if it names none, each is tried.
    ///
    /// # Errors
    /// As [`verify`](Self::verify); and [`Error::UnknownKey`] if the string cannot have been made with any of the secrets.
    pub fn verify_in(
        &self,
        context: &Context<'_>,
        password: &[u8],
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        self.verify_by(context, password, limits, arena).map(drop)
    }

    /// The context, of those that are possible, in which the password is right.
    pub(super) fn verify_by<'c>(
        &self,
        context: &Context<'c>,
        password: &[u8],
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<Context<'c>, Error> {
        // A string that we would not make has been made without a secret.
        let foreign = self.policy().is_none();
        let mut answer = Error::UnknownKey {
            need: match foreign {
                true => "none at all (Pepper::NONE), as strings of other libraries have none",
                false => "the one of its key id",
            },
        };
        let candidates = context.candidates(self.key_id());
        for candidate in candidates.filter(|candidate| !foreign || candidate.secret.is_empty()) {
            match self.string().verify(password, &candidate, limits, arena) {
                Ok(()) => return Ok(candidate),
                Err(Error::WrongPassword) => answer = Error::WrongPassword,
                Err(error) => return Err(error),
            }
        }
        Err(answer)
    }

    /// The same hash at the memory of the policy, without the password: TwoCats can do that, where both the string and the policy
    /// say no overwriting and agree in all but the memory. Nothing where the password is needed.
    ///
    /// No other scheme has it. yescrypt had in its first drafts, and gave it up; its strings can be
    /// [encrypted](super::Stored::encrypted) and decrypted without the password.
    ///
    /// ```
    /// use lanesmith_pwhash::crypt::Limits;
    /// use lanesmith_pwhash::mem::Arena;
    /// use lanesmith_pwhash::password::{Policy, Scheme};
    ///
    /// let mut arena = Arena::new();
    /// let (old, new) = (Policy::new(Scheme::TwoCats).with_memory(1 << 20)?, Policy::new(Scheme::TwoCats).with_memory(4 << 20)?);
    /// let stored = old.hash(b"correct horse", b"16 random bytes!", &mut arena)?;
    /// assert!(stored.needs_rehash(&new));
    /// let raised = stored.upgraded(&new, &mut arena)?.expect("TwoCats");
    /// assert!(!raised.needs_rehash(&new));
    /// raised.verify(b"correct horse", &Limits::default(), &mut arena)?;
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Memory`] if the memory cannot be had.
    pub fn upgraded(&self, policy: &Policy, arena: &mut Arena<'_>) -> Result<Option<Self>, Error> {
        self.string().upgraded(policy, arena)
    }

    /// The policy that makes strings like this one; none makes those of [other libraries](super::StoredLegacy).
    pub fn policy(&self) -> Option<Policy> {
        self.string().policy()
    }

    /// Bytes of memory that verifying takes.
    pub fn memory(&self) -> u64 {
        self.string().memory()
    }

    /// The time that verifying takes, as [`Limits`] count it.
    pub fn work(&self) -> u64 {
        self.string().work()
    }

    /// The salt.
    pub fn salt(&self) -> &[u8] {
        self.string().salt()
    }

    /// The name of the secret that it was made with, if the string says so.
    pub fn key_id(&self) -> &[u8] {
        self.string().key_id()
    }
}
