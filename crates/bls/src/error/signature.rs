//! What can be wrong with keys, signatures and lists of them.

use super::{DecodeError, ExpandError};

/// Why a key or a signature is refused.
///
/// ```
/// use lanesmith_bls::signature::{SecretKey, SignatureError};
/// let error = SecretKey::generate(&[7; 31], b"").map(drop);
/// assert_eq!(error, Err(SignatureError::Material { found: 31, least: 32 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureError {
    /// The bytes of a point are wrong.
    Point {
        /// Which point.
        what: &'static str,
        /// What is wrong with it.
        error: DecodeError,
    },
    /// The public key, or the sum of public keys, is the point at infinity: anybody can sign for it.
    InfinityKey,
    /// The secret key is zero or not below the order of the group.
    SecretRange,
    /// Bytes are too few or too many.
    Length {
        /// Of what.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// Key material is shorter than a key can safely be made of.
    Material {
        /// How many bytes there are.
        found: usize,
        /// How many there must be at least.
        least: usize,
    },
    /// A list has no entry.
    Empty {
        /// Of what.
        what: &'static str,
    },
    /// Two lists that belong together are not equally long.
    Count {
        /// How many keys.
        keys: usize,
        /// How many messages.
        messages: usize,
    },
    /// The basic scheme aggregates signatures of different messages only, and two are the same.
    RepeatedMessage {
        /// The index of the first.
        first: usize,
        /// The index of the second.
        second: usize,
    },
    /// Sums of keys are safe only if each key has proved that its owner holds the secret: the proof-of-possession scheme.
    NeedsProofs,
    /// The tag cannot be used.
    Tag(ExpandError),
    /// The tag is that of proofs of possession: a signature of a public key would be a proof that nobody gave.
    ProofTag,
    /// Batches of two schemes cannot be one.
    OtherScheme,
    /// The signature is not of this message and key.
    Mismatch,
    /// The source of random numbers gives nothing but zeros.
    Randomness,
}

/// What an error is about. Stable: for programs that tell their callers less than the error does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureErrorKind {
    /// A key, or bytes that should be one.
    Key,
    /// A signature, or bytes that should be one; also a signature that is not of the message and key.
    Signature,
    /// How many things are in a list.
    Count,
    /// What the scheme does not allow: its tag, messages that are the same, sums of keys without proofs.
    Scheme,
    /// The source of random numbers.
    Randomness,
}

impl SignatureError {
    /// What it is about.
    ///
    /// ```
    /// use lanesmith_bls::signature::{MinPk, PublicKey, SignatureErrorKind};
    /// let error = PublicKey::<MinPk>::from_bytes(b"no key").unwrap_err();
    /// assert_eq!(error.kind(), SignatureErrorKind::Key);
    /// ```
    pub fn kind(&self) -> SignatureErrorKind {
        match self {
            Self::Point { what, .. } | Self::Length { what, .. } if what.starts_with("signature") => {
                SignatureErrorKind::Signature
            }
            Self::Point { .. }
            | Self::Length { .. }
            | Self::Material { .. }
            | Self::InfinityKey
            | Self::SecretRange => SignatureErrorKind::Key,
            Self::Empty { .. } | Self::Count { .. } => SignatureErrorKind::Count,
            Self::RepeatedMessage { .. }
            | Self::NeedsProofs
            | Self::Tag(_)
            | Self::ProofTag
            | Self::OtherScheme => SignatureErrorKind::Scheme,
            Self::Mismatch => SignatureErrorKind::Signature,
            Self::Randomness => SignatureErrorKind::Randomness,
        }
    }
}

impl core::fmt::Display for SignatureError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Point { what, error } => write!(f, "{what}: {error}"),
            Self::InfinityKey => f.write_str("the public key is the point at infinity"),
            Self::SecretRange => f.write_str("the secret key is zero or not below the order of the group"),
            Self::Length { what, found, expected } => {
                let plural = if *found == 1 { "" } else { "s" };
                write!(f, "{what}: {found} byte{plural}, expected {expected}")
            }
            Self::Material { found, least } => {
                write!(f, "key material: {found} bytes, at least {least} are needed")
            }
            Self::Empty { what } => write!(f, "no {what}"),
            Self::Count { keys, messages } => write!(f, "{keys} keys, but {messages} messages"),
            Self::RepeatedMessage { first, second } => {
                write!(f, "messages {first} and {second} are the same, which the basic scheme forbids")
            }
            Self::NeedsProofs => f.write_str("keys may be summed only in the proof-of-possession scheme"),
            Self::Tag(error) => error.fmt(f),
            Self::ProofTag => f.write_str("the tag is that of proofs of possession: signatures need another"),
            Self::OtherScheme => f.write_str("batches of two schemes cannot be merged: mode or tag differ"),
            Self::Mismatch => f.write_str("the signature is not of this message and key"),
            Self::Randomness => f.write_str("the source of random numbers gives nothing but zeros"),
        }
    }
}

impl core::error::Error for SignatureError {}

impl From<ExpandError> for SignatureError {
    fn from(error: ExpandError) -> Self {
        Self::Tag(error)
    }
}
