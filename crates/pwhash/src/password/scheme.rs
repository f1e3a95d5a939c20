//! The names of the schemes.

use core::fmt;
use core::str::FromStr;

use crate::Error;

/// A scheme in which passwords are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scheme {
    /// Argon2id: for new systems.
    Argon2id,
    /// Argon2i: no address depends on the password; weaker than Argon2id for the same cost.
    Argon2i,
    /// Argon2d: all addresses depend on the password, which other programs on the machine may watch.
    Argon2d,
    /// scrypt.
    Scrypt,
    /// yescrypt, and the scrypt of `$7$` strings.
    Yescrypt,
    /// Lyra2.
    Lyra2,
    /// TwoCats.
    TwoCats,
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

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Scheme::Argon2id => "argon2id",
            Scheme::Argon2i => "argon2i",
            Scheme::Argon2d => "argon2d",
            Scheme::Scrypt => "scrypt",
            Scheme::Yescrypt => "yescrypt",
            Scheme::Lyra2 => "lyra2",
            Scheme::TwoCats => "twocats",
        }
    }
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
