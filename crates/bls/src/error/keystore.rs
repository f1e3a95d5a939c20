//! What can be wrong with a keystore.

use alloc::string::String;

use super::SignatureError;

/// What is wrong with a keystore, or with the password.
///
/// ```
/// use lanesmith_bls::keys::keystore::{Keystore, KeystoreError};
/// let twice = Keystore::from_json(br#"{"version": 4, "version": 4}"#).unwrap_err();
/// assert_eq!(twice, KeystoreError::Twice { name: "version".into() });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeystoreError {
    /// It is no JSON.
    Json {
        /// What the reader says.
        error: String,
    },
    /// Two fields of one object have the same name: which of them counts would be a matter of the reader.
    Twice {
        /// The name.
        name: String,
    },
    /// A field is not there, or is not what it must be.
    Field {
        /// Its place, such as `/crypto/kdf/params/n`.
        at: &'static str,
        /// What it must be.
        need: &'static str,
    },
    /// A function or a version that this library does not know.
    Unknown {
        /// Its place.
        at: &'static str,
        /// What stands there.
        found: String,
        /// What is known.
        known: &'static str,
    },
    /// It asks for more work or memory than the [`Limits`](crate::keys::keystore::Limits) allow.
    OverLimit {
        /// Of what.
        what: &'static str,
        /// How much it asks for.
        value: u64,
        /// How much is allowed.
        limit: u64,
    },
    /// The derivation refuses its parameters, or there is no memory for it.
    Derivation(lanesmith_pwhash::Error),
    /// A new keystore needs a password, and nothing is left of this one: it is empty, or of control characters alone, which the EIP
    /// leaves out.
    EmptyPassword,
    /// The derivation was told to stop.
    Interrupted,
    /// The checksum is wrong: another password made the keystore, or it is damaged.
    WrongPassword,
    /// The secret is not that of the public key that the keystore names.
    OtherKey,
    /// The secret is no key.
    Secret(SignatureError),
}

impl core::fmt::Display for KeystoreError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Json { error } => write!(f, "the keystore is no JSON: {error}"),
            Self::Twice { name } => write!(f, "two fields of the keystore are called {name:?}"),
            Self::Field { at, need } => write!(f, "{at} of the keystore is not {need}"),
            Self::Unknown { at, found, known } => {
                write!(f, "{at} of the keystore is {found:?}, known is {known}")
            }
            Self::OverLimit { what, value, limit } => {
                write!(f, "the keystore asks for {value} {what}, more than the limit of {limit}")
            }
            Self::Derivation(error) => error.fmt(f),
            Self::EmptyPassword => f.write_str(
                "the password is empty: anybody could open the keystore (control characters do not count)",
            ),
            Self::Interrupted => f.write_str("interrupted"),
            Self::WrongPassword => f.write_str("wrong password, or the keystore is damaged"),
            Self::OtherKey => f.write_str("the secret is not that of the keystore's public key"),
            Self::Secret(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for KeystoreError {}

impl From<SignatureError> for KeystoreError {
    fn from(error: SignatureError) -> Self {
        Self::Secret(error)
    }
}
