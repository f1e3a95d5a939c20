//! Whether a stored string should be made anew, and making it anew where its password is there.

use super::{Context, Limits, PasswordHash, Policy};
use crate::Error;
use crate::mem::Arena;

impl PasswordHash {
    /// Whether a new string of that policy would be better: of another scheme, dearer, with other parameters besides the costs, or with
    /// a longer salt or hash. A string that costs more than the policy asks for is not made cheaper: [`differs`](Self::differs) says
    /// whether it would be. A TwoCats string that was [raised](Self::upgraded) to the policy's memory is as good as a new one, and one
    /// of [another library](super::StoredLegacy) never is.
    ///
    /// ```
    /// use lanesmith_pwhash::mem::Arena;
    /// use lanesmith_pwhash::password::{Policy, Scheme};
    ///
    /// let usual = Policy::new(Scheme::Argon2id).with_memory(1 << 20)?;
    /// let stored = usual.with_memory(2 << 20)?.hash(b"password", b"16 random bytes!", &mut Arena::new())?;
    /// assert!(!stored.needs_rehash(&usual) && stored.differs(&usual));
    /// assert!(stored.needs_rehash(&usual.with_memory(4 << 20)?));
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    pub fn needs_rehash(&self, policy: &Policy) -> bool {
        self.differs(&self.no_cheaper(policy))
    }

    /// Whether a new string of that policy would be another: of another scheme, with other parameters, or with a longer salt or hash.
    pub fn differs(&self, policy: &Policy) -> bool {
        self.string().differs(policy)
    }

    /// The policy, at the string's costs if neither its memory nor its time is less.
    fn no_cheaper(&self, policy: &Policy) -> Policy {
        let Some(own) = self.policy() else { return *policy };
        if own.memory() < policy.memory() || own.time_cost() < policy.time_cost() {
            return *policy;
        }
        policy.params().at_costs_of(&own)
    }
}

impl Policy {
    /// Verifies a password and, if it is right and its string should be made anew, makes the new string: what a login does. Nothing
    /// if the string is as good as a new one. It should be made anew if it [needs to](PasswordHash::needs_rehash), and if it was not
    /// made with the context's current secret and, where strings have a place for it, its id.
    ///
    /// The salt is used for a new string only; it must be random, and new for each call.
    ///
    /// ```
    /// use lanesmith_pwhash::crypt::Limits;
    /// use lanesmith_pwhash::mem::Arena;
    /// use lanesmith_pwhash::password::{Context, Policy, Scheme};
    ///
    /// let (context, limits, mut arena) = (Context::new(), Limits::default(), Arena::new());
    /// let policy = Policy::new(Scheme::Argon2id).with_memory(1 << 20)?;
    /// let old = Policy::new(Scheme::Scrypt).with_memory(1 << 20)?.hash(b"password", b"16 random bytes!", &mut arena)?;
    /// let salt = b"other 16 bytes!!";
    /// let new = policy.verify_and_upgrade(&old, &context, b"password", salt, &limits, &mut arena)?;
    /// let new = new.expect("another scheme");
    /// assert_eq!(policy.verify_and_upgrade(&new, &context, b"password", salt, &limits, &mut arena)?, None);
    /// assert!(policy.verify_and_upgrade(&old, &context, b"passw0rd", salt, &limits, &mut arena).is_err());
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`PasswordHash::verify_in`] and [`hash_in`](Self::hash_in).
    pub fn verify_and_upgrade(
        &self,
        stored: &PasswordHash,
        context: &Context<'_>,
        password: &[u8],
        salt: &[u8],
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<Option<PasswordHash>, Error> {
        let found = stored.verify_by(context, password, limits, arena)?;
        let same_key = found.secret == context.secret && self.names(stored, context);
        match same_key && !stored.needs_rehash(self) {
            true => Ok(None),
            false => self.hash_in(context, password, salt, arena).map(Some),
        }
    }

    /// Whether a string names the context's secret as a new one would.
    fn names(&self, stored: &PasswordHash, context: &Context<'_>) -> bool {
        let id = if context.secret.is_empty() { &[][..] } else { context.key_id };
        !self.params().names_keys() || stored.key_id() == id
    }
}
