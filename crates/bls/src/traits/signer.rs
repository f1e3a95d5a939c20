//! Keys with a scheme, as the crate `signature` wants them.

use core::fmt;

use ::signature::{Error, Keypair, SignatureEncoding, Signer, Verifier};

use crate::signature::{MinPk, MinSig, PublicKey, Scheme, SecretKey, Signature, SignatureError, Variant};

/// A secret key and the scheme that it signs by.
///
/// ```
/// use lanesmith_bls::signature::{Scheme, SecretKey, SignatureError};
/// use lanesmith_bls::traits::SigningKey;
/// use signature::{Keypair, Signer, Verifier};
///
/// let key = SigningKey::new(Scheme::min_pk(), SecretKey::generate(&[7; 32], b"")?);
/// let signature = key.sign(b"message");
/// assert!(key.verifying_key().verify(b"message", &signature).is_ok());
/// assert!(key.verifying_key().verify(b"another", &signature).is_err());
/// # Ok::<(), SignatureError>(())
/// ```
#[derive(Clone)]
pub struct SigningKey<'t, V: Variant> {
    scheme: Scheme<'t, V>,
    secret: SecretKey,
}

/// A public key and the scheme that it verifies by.
///
/// ```
/// use lanesmith_bls::signature::{Scheme, SecretKey};
/// use lanesmith_bls::traits::VerifyingKey;
/// use signature::Verifier;
/// let (scheme, secret) = (Scheme::min_sig(), SecretKey::generate(&[7; 32], b"")?);
/// let key = VerifyingKey { scheme, key: scheme.public_key(&secret) };
/// assert!(key.verify(b"message", &scheme.sign(&secret, b"message")?).is_ok());
/// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct VerifyingKey<'t, V: Variant> {
    /// The scheme.
    pub scheme: Scheme<'t, V>,
    /// The key.
    pub key: PublicKey<V>,
}

impl<'t, V: Variant> SigningKey<'t, V> {
    /// Of a scheme and a key.
    pub fn new(scheme: Scheme<'t, V>, secret: SecretKey) -> Self {
        Self { scheme, secret }
    }

    /// The key.
    pub fn secret(&self) -> &SecretKey {
        &self.secret
    }
}

impl<V: Variant> fmt::Debug for SigningKey<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("scheme", &self.scheme).finish_non_exhaustive()
    }
}

/// The crate says no more of an error than that there is one, so that it tells an attacker nothing.
fn opaque(_: SignatureError) -> Error {
    Error::new()
}

impl<V: Variant> Signer<Signature<V>> for SigningKey<'_, V> {
    fn try_sign(&self, message: &[u8]) -> Result<Signature<V>, Error> {
        self.scheme.sign(&self.secret, message).map_err(opaque)
    }
}

impl<'t, V: Variant> Keypair for SigningKey<'t, V> {
    type VerifyingKey = VerifyingKey<'t, V>;

    fn verifying_key(&self) -> VerifyingKey<'t, V> {
        VerifyingKey { scheme: self.scheme, key: self.scheme.public_key(&self.secret) }
    }
}

impl<V: Variant> Verifier<Signature<V>> for VerifyingKey<'_, V> {
    fn verify(&self, message: &[u8], signature: &Signature<V>) -> Result<(), Error> {
        self.scheme.verify(&self.key, message, signature).map_err(opaque)
    }
}

impl<V: Variant> TryFrom<&[u8]> for Signature<V> {
    type Error = SignatureError;

    fn try_from(bytes: &[u8]) -> Result<Self, SignatureError> {
        Self::from_bytes(bytes)
    }
}

macro_rules! encoding {
    ($variant:ty, $length:literal) => {
        impl From<Signature<$variant>> for [u8; $length] {
            fn from(signature: Signature<$variant>) -> Self {
                signature.to_bytes()
            }
        }

        impl SignatureEncoding for Signature<$variant> {
            type Repr = [u8; $length];
        }
    };
}
encoding!(MinPk, 96);
encoding!(MinSig, 48);
