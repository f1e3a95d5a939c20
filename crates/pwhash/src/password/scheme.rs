//! What a scheme of stored passwords is, and the list of them. A new one is a file in `stored/` with its two implementations, and
//! an entry in the list at the end.

use core::fmt;
use core::str::FromStr;

use super::legacy::StoredLegacy;
use super::report::{Report, StoredScheme};
use super::{Context, Limits, stored};
use crate::mem::Arena;
use crate::{Error, argon2, lyra2, scrypt, twocats, yescrypt};

/// The parameters of a scheme, as a [`Policy`] needs them.
pub(super) trait SchemeParams {
    /// The usual costs, under one of the scheme's names.
    fn usual(scheme: Scheme) -> Self
    where
        Self: Sized;

    /// Which of the scheme's names they stand for.
    fn scheme(&self) -> Scheme;

    /// Bytes of memory that a hash takes.
    fn memory(&self) -> u64;
    /// Bytes that a hash fills or mixes, each time counted.
    fn traffic(&self) -> u64;
    /// The time that a hash takes, as [`Limits`] count it.
    fn work(&self) -> u64;
    /// The time cost; nothing where the scheme has none.
    fn get_time_cost(&self) -> Option<u32>;
    /// Into how many parts the work is cut.
    fn get_parallelism(&self) -> u32;

    /// The same with the most memory that does not exceed `bytes`. What comes out is checked by the caller, here and below.
    fn with_memory(&self, bytes: u64) -> Result<Policy, Error>;
    /// The same with another time cost.
    fn with_time_cost(&self, cost: u32) -> Result<Policy, Error>;
    /// The same in so many parts.
    fn with_parallelism(&self, parts: u32) -> Result<Policy, Error>;
    /// The same with the least time cost, which need not fill memory yet.
    #[cfg(feature = "std")]
    fn cheapest(&self) -> Result<Policy, Error>;
    /// The same at the memory and time of a policy that costs no less, where both are alike in all else.
    fn at_costs_of(&self, own: &Policy) -> Policy;

    /// Whether the scheme is defined for them.
    fn check(&self) -> Result<(), Error>;
    /// Whether new hashes should be made with them besides.
    fn check_new(&self) -> Result<(), Error> {
        self.check()
    }
    /// The least costs for new hashes.
    fn floor(&self) -> Floor;
    /// Whether its strings are of the PHC form.
    #[cfg(feature = "password-hash")]
    fn is_phc(&self) -> bool {
        true
    }
    /// Whether its strings have a place for the name of the secret.
    fn names_keys(&self) -> bool {
        false
    }

    /// Hashes a new password. Salt and parameters have been checked for new hashes.
    fn hash(
        &self,
        password: &[u8],
        salt: &[u8],
        context: &Context<'_>,
        arena: &mut Arena<'_>,
    ) -> Result<PasswordHash, Error>;
}

/// The least costs for new hashes.
pub(super) struct Floor {
    /// Memory in MiB, and the least time cost for it: all equally hard to attack, the most memory first.
    pub(super) rows: &'static [(u64, u32)],
    /// Whether OWASP has set them.
    pub(super) of_owasp: bool,
}

/// What each scheme's parameters tell by functions of their own.
macro_rules! own_costs {
    () => {
        fn memory(&self) -> u64 {
            Self::memory(self)
        }
        fn traffic(&self) -> u64 {
            Self::traffic(self)
        }
        fn work(&self) -> u64 {
            Self::work(self)
        }
    };
}
pub(super) use own_costs;

/// A stored string of a scheme, as a [`PasswordHash`] needs it.
pub(super) trait SchemeString: fmt::Display {
    /// Whether a string begins like one of the scheme.
    fn begins(text: &str) -> bool
    where
        Self: Sized;

    /// What makes strings like this one, if we make such.
    fn policy(&self) -> Option<Policy>;
    /// What it is.
    fn scheme(&self) -> StoredScheme {
        StoredScheme::Ours(self.policy().unwrap_or_default().scheme())
    }
    /// Bytes of memory that verifying takes.
    fn memory(&self) -> u64 {
        self.policy().map_or(0, |policy| policy.memory())
    }
    /// The time that verifying takes.
    fn work(&self) -> u64 {
        self.policy().map_or(0, |policy| policy.work())
    }
    /// The salt.
    fn salt(&self) -> &[u8];
    /// The name of the secret that it was made with, if it says so.
    fn key_id(&self) -> &[u8] {
        &[]
    }

    /// Whether the limits let it be computed.
    fn admit(&self, limits: &Limits) -> Result<(), Error>;
    /// Whether the password is the one that was stored.
    fn verify(
        &self,
        password: &[u8],
        context: &Context<'_>,
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error>;
    /// Whether a new string of the policy would be another.
    fn differs(&self, policy: &Policy) -> bool;
    /// The string at the memory of the policy, without the password, where that can be.
    fn upgraded(&self, _policy: &Policy, _arena: &mut Arena<'_>) -> Result<Option<PasswordHash>, Error> {
        Ok(None)
    }
    /// Writes down its version, function, parameters, length of the hash, and what should be known of them.
    fn describe(&self, report: &mut Report);
}

/// Writes the three types over all schemes: how new strings are made, strings, and names.
macro_rules! schemes {
    ($(
        $(#[$params_doc:meta])*
        $policy:ident($params:ty) {
            $(#[$string_doc:meta])*
            $string:ident($stored:ty);
            $($(#[$name_doc:meta])* $scheme:ident = $name:literal,)+
        }
    )*) => {
        /// How new passwords are stored, and what older ones are compared with.
        ///
        /// ```
        /// use lanesmith_pwhash::password::{Policy, Scheme};
        /// let policy = Policy::new(Scheme::Argon2id).with_memory(19 << 20)?.with_time_cost(2)?;
        /// assert_eq!((policy.memory(), policy.time_cost(), policy.parallelism()), (19 << 20, Some(2), 4));
        /// # Ok::<(), lanesmith_pwhash::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Policy {
            $($(#[$params_doc])* $policy($params),)*
        }

        /// A stored password of any scheme.
        ///
        /// ```
        /// use lanesmith_pwhash::password::PasswordHash;
        /// let text = "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI";
        /// let stored: PasswordHash = text.parse()?;
        /// assert_eq!((stored.salt(), stored.memory()), (&b"somesalt"[..], 64 << 10));
        /// assert_eq!(stored.to_string(), text);
        /// # Ok::<(), lanesmith_pwhash::Error>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum PasswordHash {
            $($(#[$string_doc])* $string($stored),)*
            /// Strings of other libraries and older systems: `$2b$`, `$6$`, `pbkdf2_sha256$`, `{CRYPT}` and their like.
            Legacy(StoredLegacy),
        }

        /// A scheme in which passwords are stored.
        ///
        /// ```
        /// use lanesmith_pwhash::password::{Policy, Scheme};
        /// assert_eq!("yescrypt".parse(), Ok(Scheme::Yescrypt));
        /// for scheme in Scheme::ALL {
        ///     println!("{scheme}: {} MiB", Policy::new(scheme).memory() >> 20);
        /// }
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Scheme {
            $($($(#[$name_doc])* $scheme,)+)*
        }

        impl Policy {
            /// The usual costs of a scheme.
            pub(super) fn usual(scheme: Scheme) -> Self {
                match scheme {
                    $($(Scheme::$scheme)|+ => Policy::$policy(SchemeParams::usual(scheme)),)*
                }
            }

            /// Its parameters, whatever the scheme.
            pub(super) fn params(&self) -> &dyn SchemeParams {
                match self {
                    $(Policy::$policy(params) => params,)*
                }
            }
        }

        impl PasswordHash {
            /// Its string, whatever the scheme.
            pub(super) fn string(&self) -> &dyn SchemeString {
                match self {
                    $(PasswordHash::$string(stored) => stored,)*
                    PasswordHash::Legacy(stored) => stored,
                }
            }
        }

        impl FromStr for PasswordHash {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self, Error> {
                // First of all: a string of libsodium begins like any other.
                if StoredLegacy::begins(text) {
                    return text.parse().map(PasswordHash::Legacy);
                }
                $(if <$stored>::begins(text) {
                    return text.parse().map(PasswordHash::$string);
                })*
                Err(Error::Malformed { at: 0, what: super::UNKNOWN })
            }
        }

        $(
            impl From<$params> for Policy {
                fn from(params: $params) -> Self {
                    Policy::$policy(params)
                }
            }

            impl From<$stored> for PasswordHash {
                fn from(stored: $stored) -> Self {
                    PasswordHash::$string(stored)
                }
            }
        )*

        impl Scheme {
            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(Scheme::$scheme => $name,)+)*
                }
            }

            /// All of them, as they stand in the list.
            #[cfg(test)]
            const LISTED: &[Scheme] = &[$($(Scheme::$scheme,)+)*];
        }
    };
}

schemes! {
    /// Argon2 with tags of 32 bytes: for new systems.
    Argon2(argon2::Params) {
        /// `$argon2id$`, `$argon2i$`, `$argon2d$`.
        Argon2(stored::StoredArgon2);
        /// Argon2id: for new systems.
        Argon2id = "argon2id",
        /// Argon2i: no address depends on the password; weaker than Argon2id for the same cost.
        Argon2i = "argon2i",
        /// Argon2d: all addresses depend on the password, which other programs on the machine may watch.
        Argon2d = "argon2d",
    }
    /// scrypt with keys of 32 bytes.
    Scrypt(scrypt::Params) {
        /// `$scrypt$`.
        Scrypt(stored::StoredScrypt);
        /// scrypt.
        Scrypt = "scrypt",
    }
    /// yescrypt (`$y$`): for new systems, and for what crypt(3) is to read.
    Yescrypt(yescrypt::Params) {
        /// `$y$` and `$7$`.
        Crypt(stored::Stored);
        /// yescrypt, and the scrypt of `$7$` strings.
        Yescrypt = "yescrypt",
    }
    /// Lyra2 with hashes of 32 bytes.
    Lyra2(lyra2::Params) {
        /// `$lyra2$`.
        Lyra2(stored::StoredLyra2);
        /// Lyra2.
        Lyra2 = "lyra2",
    }
    /// TwoCats.
    TwoCats(twocats::Params) {
        /// `$twocats$`.
        TwoCats(stored::StoredTwoCats);
        /// TwoCats.
        TwoCats = "twocats",
    }
}

impl Scheme {
    /// All of them, those for new systems first.
    pub const ALL: [Scheme; 7] = [
        Scheme::Argon2id,
        Scheme::Yescrypt,
        Scheme::Argon2i,
        Scheme::Argon2d,
        Scheme::Scrypt,
        Scheme::Lyra2,
        Scheme::TwoCats,
    ];
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Scheme {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let found = Scheme::ALL.into_iter().find(|scheme| scheme.name() == text);
        found.ok_or(Error::Malformed {
            at: 0,
            what: "not argon2id, argon2i, argon2d, scrypt, yescrypt, lyra2 or twocats",
        })
    }
}

impl fmt::Display for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.string().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_scheme_is_among_all_and_known_by_its_name() {
        assert_eq!(Scheme::LISTED.len(), Scheme::ALL.len());
        for scheme in Scheme::LISTED {
            assert!(Scheme::ALL.contains(scheme), "{scheme}");
            assert_eq!(scheme.name().parse(), Ok(*scheme));
            assert_eq!(Policy::new(*scheme).scheme(), *scheme);
            let unknown = "none".parse::<Scheme>().expect_err("no scheme").to_string();
            assert!(unknown.contains(scheme.name()), "{unknown}");
        }
    }
}
