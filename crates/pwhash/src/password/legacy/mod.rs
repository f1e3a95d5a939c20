//! Strings of other libraries and older systems: named for what they are, and verified with the feature `legacy`, so that a table of
//! them can be moved to a scheme of today, each at its user's next login.

#[cfg(feature = "legacy")]
mod digest;
#[cfg(feature = "legacy")]
mod functions;
#[cfg(feature = "legacy")]
mod read;
#[cfg(feature = "legacy")]
mod verify;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

#[cfg(feature = "legacy")]
use read::Form;

use super::scheme::SchemeString;
use super::{Context, Limits, Parameter, Policy, Report, StoredScheme};
use crate::Error;
use crate::mem::Arena;

/// A stored string of another library or an older system: bcrypt, what `/etc/shadow` holds, PBKDF2, the spellings of passlib, Django,
/// Werkzeug, LDAP and libsodium.
///
/// It is read to be replaced: it [always needs to be made anew](super::PasswordHash::needs_rehash). In every build it is named for what
/// it is; the feature `legacy` reads what is behind the name and verifies it. [`design::strings`](crate::design::strings) lists them.
///
#[cfg_attr(feature = "legacy", doc = "```")]
#[cfg_attr(not(feature = "legacy"), doc = "```ignore")]
/// use lanesmith_pwhash::crypt::Limits;
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::password::{Context, PasswordHash, Policy, Scheme};
///
/// let old: PasswordHash = "$2y$04$abcdefghijklmnopqrstuughE8Ev8uGFaUgY2cNEySvxngrb/Jzdm".parse()?;
/// let (policy, context) = (Policy::new(Scheme::Argon2id).with_memory(1 << 20)?, Context::new());
/// let (salt, limits, mut arena) = (b"16 random bytes!", Limits::default(), Arena::new());
/// let new = policy.verify_and_upgrade(&old, &context, b"password", salt, &limits, &mut arena)?;
/// assert!(new.expect("bcrypt is always replaced").to_string().starts_with("$argon2id$"));
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct StoredLegacy {
    text: Box<str>,
    name: &'static str,
    #[cfg(feature = "legacy")]
    form: Form,
}

/// What a string is by its start.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "legacy"), allow(dead_code, reason = "the feature `legacy` reads what follows"))]
enum Kind {
    /// `cost$` and 53 characters.
    Bcrypt,
    /// bcrypt of a SHA-256, as passlib has it.
    PasslibBcrypt,
    /// `[rounds=N$]salt$hash`.
    Sha256Crypt,
    Sha512Crypt,
    /// As `$y$`.
    Gost,
    /// `rounds$salt$hash` of passlib, or the PHC form.
    Pbkdf2(Hash),
    /// `rounds$salt$hash`, the salt as it stands.
    DjangoPbkdf2(Hash),
    /// `$`, and a string of bcrypt.
    DjangoBcrypt {
        sha256: bool,
    },
    /// `N$salt$r$p$hash`.
    DjangoScrypt,
    /// `N:r:p$salt$hash`.
    WerkzeugScrypt,
    /// `hash:rounds$salt$hash`.
    WerkzeugPbkdf2,
    /// Another string, which begins so many characters before the end of the prefix.
    Wrapped(usize),
    /// The NULs of a buffer behind a string.
    Padded,
    /// Known by name alone.
    Named,
}

/// The hash functions of PBKDF2.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hash {
    Sha1,
    Sha256,
    Sha512,
}

/// How strings begin, what they are called, and what follows. Of two where one begins the other, the longer comes first. What stands in
/// braces may have letters of either case.
const KNOWN: &[(&str, &str, Kind)] = &[
    ("$2a$", "bcrypt", Kind::Bcrypt),
    ("$2b$", "bcrypt", Kind::Bcrypt),
    ("$2y$", "bcrypt", Kind::Bcrypt),
    // crypt_blowfish of before 2011, which got characters outside of ASCII wrong.
    ("$2x$", "bcrypt-2x", Kind::Named),
    ("$2$", "bcrypt-2", Kind::Named),
    ("$bcrypt-sha256$", "passlib-bcrypt-sha256", Kind::PasslibBcrypt),
    ("$5$", "sha256-crypt", Kind::Sha256Crypt),
    ("$6$", "sha512-crypt", Kind::Sha512Crypt),
    ("$gy$", "gost-yescrypt", Kind::Gost),
    ("$pbkdf2-sha256$", "pbkdf2-sha256", Kind::Pbkdf2(Hash::Sha256)),
    ("$pbkdf2-sha512$", "pbkdf2-sha512", Kind::Pbkdf2(Hash::Sha512)),
    ("$pbkdf2$", "pbkdf2-sha1", Kind::Pbkdf2(Hash::Sha1)),
    ("{PBKDF2-SHA256}", "ldap-pbkdf2-sha256", Kind::Pbkdf2(Hash::Sha256)),
    ("{PBKDF2-SHA512}", "ldap-pbkdf2-sha512", Kind::Pbkdf2(Hash::Sha512)),
    ("{PBKDF2}$", "dovecot-pbkdf2", Kind::Named),
    ("{PBKDF2}", "ldap-pbkdf2-sha1", Kind::Pbkdf2(Hash::Sha1)),
    ("pbkdf2_sha256$", "django-pbkdf2-sha256", Kind::DjangoPbkdf2(Hash::Sha256)),
    ("pbkdf2_sha1$", "django-pbkdf2-sha1", Kind::DjangoPbkdf2(Hash::Sha1)),
    ("argon2$argon2", "django-argon2", Kind::Wrapped("$argon2".len())),
    ("bcrypt_sha256$", "django-bcrypt-sha256", Kind::DjangoBcrypt { sha256: true }),
    ("bcrypt$", "django-bcrypt", Kind::DjangoBcrypt { sha256: false }),
    ("scrypt$", "django-scrypt", Kind::DjangoScrypt),
    ("scrypt:", "werkzeug-scrypt", Kind::WerkzeugScrypt),
    ("pbkdf2:", "werkzeug-pbkdf2", Kind::WerkzeugPbkdf2),
    ("{CRYPT}", "ldap-crypt", Kind::Wrapped(0)),
    ("{ARGON2}", "ldap-argon2", Kind::Wrapped(0)),
    ("{ARGON2I}", "dovecot-argon2i", Kind::Wrapped(0)),
    ("{ARGON2ID}", "dovecot-argon2id", Kind::Wrapped(0)),
    ("{BLF-CRYPT}", "dovecot-bcrypt", Kind::Wrapped(0)),
    ("{SHA256-CRYPT}", "dovecot-sha256-crypt", Kind::Wrapped(0)),
    ("{SHA512-CRYPT}", "dovecot-sha512-crypt", Kind::Wrapped(0)),
    ("$1$", "md5-crypt", Kind::Named),
    ("$apr1$", "apache-md5-crypt", Kind::Named),
    ("$md5", "sun-md5", Kind::Named),
    ("$sha1$", "sha1-crypt", Kind::Named),
    ("$3$", "nt-hash", Kind::Named),
    ("$sm3", "sm3-crypt", Kind::Named),
    ("$P$", "phpass", Kind::Named),
    ("$H$", "phpass", Kind::Named),
    ("$S$", "drupal-sha512", Kind::Named),
    ("{MD5-CRYPT}", "dovecot-md5-crypt", Kind::Named),
    ("{SSHA", "ldap-salted-sha", Kind::Named),
    ("{SHA", "ldap-sha", Kind::Named),
    ("{SMD5}", "ldap-salted-md5", Kind::Named),
    ("{MD5}", "ldap-md5", Kind::Named),
    ("md5$", "django-md5", Kind::Named),
    ("sha1$", "django-sha1", Kind::Named),
];

impl Kind {
    /// What a string is, what it is called, and what follows its start.
    fn of(text: &str) -> Option<(Kind, &'static str, &str)> {
        let inner = text.trim_end_matches('\0');
        if inner.len() < text.len() && (inner.starts_with("$argon2") || inner.starts_with("$7$")) {
            return Some((Kind::Padded, "libsodium", inner));
        }
        KNOWN.iter().find_map(|&(start, name, kind)| {
            let (head, _) = text.split_at_checked(start.len())?;
            let same = head == start || start.starts_with('{') && head.eq_ignore_ascii_case(start);
            let back = if let Kind::Wrapped(back) = kind { back } else { 0 };
            same.then(|| (kind, name, &text[start.len() - back..]))
        })
    }
}

impl StoredLegacy {
    /// What it is, such as `bcrypt`, `sha512-crypt` or `django-pbkdf2-sha256`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The parameters, in the order of the string; none without the feature `legacy`.
    fn parameters(&self) -> Vec<Parameter> {
        #[cfg(feature = "legacy")]
        return self.form.parameters();
        #[cfg(not(feature = "legacy"))]
        Vec::new()
    }

    /// Bytes of salt and hash, or zeros where they are not read.
    fn lengths(&self) -> [usize; 2] {
        #[cfg(feature = "legacy")]
        return self.form.lengths();
        #[cfg(not(feature = "legacy"))]
        [0; 2]
    }

    /// The salt; nothing where it is not read.
    pub fn salt(&self) -> &[u8] {
        #[cfg(feature = "legacy")]
        return self.form.salt();
        #[cfg(not(feature = "legacy"))]
        &[]
    }

    /// Bytes of memory that verifying takes; 0 where the string is not verified.
    pub fn memory(&self) -> u64 {
        #[cfg(feature = "legacy")]
        return self.form.cost().0;
        #[cfg(not(feature = "legacy"))]
        0
    }

    /// The time that verifying takes, as [`Limits`] count it; 0 where the string is not verified. sha256-crypt and sha512-crypt take longer
    /// for passwords of more than a hundred bytes, which is counted when they are verified.
    pub fn work(&self) -> u64 {
        #[cfg(feature = "legacy")]
        return self.form.cost().1;
        #[cfg(not(feature = "legacy"))]
        0
    }

    /// Whether the limits let it be computed.
    #[cfg_attr(not(feature = "legacy"), expect(unused_variables, reason = "nothing is computed"))]
    fn admit(&self, limits: &Limits) -> Result<(), Error> {
        #[cfg(feature = "legacy")]
        return self.form.admit(limits);
        #[cfg(not(feature = "legacy"))]
        Ok(())
    }

    /// Whether the password is the one that was stored; compared in constant time. Neither secret nor associated data of ours is in
    /// such a string.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if the scheme is not verified: without the feature `legacy`, and what is known by name alone. Otherwise as
    /// [`PasswordHash::verify`](super::PasswordHash::verify); and [`Error::Length`] if sha256-crypt or sha512-crypt is given more than
    /// 4096 bytes, which take it minutes, and
    /// [`Error::OverLimit`] if a shorter one takes more time than the limits allow.
    #[cfg(feature = "legacy")]
    pub fn verify(&self, password: &[u8], limits: &Limits, arena: &mut Arena<'_>) -> Result<(), Error> {
        if self.form == Form::Named {
            let why = "it is known by name alone; its user has to set a new password";
            return Err(Error::Unsupported { scheme: self.name, why });
        }
        self.form.verify(password, limits, arena)
    }

    /// That it is not verified.
    ///
    /// # Errors
    /// [`Error::Unsupported`], as the feature `legacy` is off.
    #[cfg(not(feature = "legacy"))]
    pub fn verify(&self, _: &[u8], _: &Limits, _: &mut Arena<'_>) -> Result<(), Error> {
        Err(Error::Unsupported { scheme: self.name, why: "the feature `legacy` of lanesmith-pwhash is off" })
    }
}

impl SchemeString for StoredLegacy {
    fn begins(text: &str) -> bool {
        Kind::of(text).is_some()
    }

    fn policy(&self) -> Option<Policy> {
        None
    }

    fn scheme(&self) -> StoredScheme {
        StoredScheme::Legacy(self.name)
    }

    fn memory(&self) -> u64 {
        Self::memory(self)
    }

    fn work(&self) -> u64 {
        Self::work(self)
    }

    fn salt(&self) -> &[u8] {
        Self::salt(self)
    }

    fn admit(&self, limits: &Limits) -> Result<(), Error> {
        Self::admit(self, limits)
    }

    /// Nothing of a context of ours is in such a string.
    fn verify(
        &self,
        password: &[u8],
        _: &Context<'_>,
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        Self::verify(self, password, limits, arena)
    }

    fn differs(&self, _: &Policy) -> bool {
        true
    }

    fn describe(&self, report: &mut Report) {
        report.parameters = self.parameters();
        [report.salt_bytes, report.hash_bytes] = self.lengths();
        report.remarks.push("of another library: to be made anew when its password is there");
    }
}

impl FromStr for StoredLegacy {
    type Err = Error;

    /// Reads a string. With the feature `legacy` the whole of it must be as its writers write it.
    fn from_str(text: &str) -> Result<Self, Error> {
        let unknown = Error::Malformed { at: 0, what: super::UNKNOWN };
        #[cfg_attr(not(feature = "legacy"), expect(unused_variables, reason = "only the name is needed"))]
        let (kind, name, rest) = Kind::of(text).ok_or(unknown)?;
        Ok(StoredLegacy {
            #[cfg(feature = "legacy")]
            form: Form::read(kind, text, rest)?,
            text: text.into(),
            name,
        })
    }
}

impl fmt::Display for StoredLegacy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for StoredLegacy {
    // A hash can be attacked: it does not belong into logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredLegacy").field("name", &self.name).finish_non_exhaustive()
    }
}
