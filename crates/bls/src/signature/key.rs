//! Secret keys, public keys and signatures: what is in hand has been checked.

use alloc::vec::Vec;
use core::fmt;

use lanesmith_isa::Choice;

use super::variant::{Group, Variant};
use crate::arch::Scalar;
use crate::curve::{Affine, Curve};
use crate::error::SignatureError;
use crate::field::Fr;
use crate::kernel::many::units;
use crate::mem;
use crate::ops::SignatureKernel;

/// Secret bytes: wiped when dropped, never shown.
///
/// ```
/// use lanesmith_bls::signature::SecretBytes;
/// let secret = SecretBytes::new([7; 32]);
/// assert_eq!((secret[0], format!("{secret:?}")), (7, "SecretBytes(..)".into()));
/// ```
#[derive(Clone)]
pub struct SecretBytes<const N: usize>([u8; N]);

impl<const N: usize> SecretBytes<N> {
    /// Takes bytes over. The caller's copy stays the caller's.
    pub const fn new(bytes: [u8; N]) -> Self {
        Self(bytes)
    }
}

impl<const N: usize> core::ops::Deref for SecretBytes<N> {
    type Target = [u8; N];
    fn deref(&self) -> &[u8; N] {
        &self.0
    }
}

impl<const N: usize> core::ops::DerefMut for SecretBytes<N> {
    fn deref_mut(&mut self) -> &mut [u8; N] {
        &mut self.0
    }
}

impl<const N: usize> fmt::Debug for SecretBytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretBytes(..)")
    }
}

impl<const N: usize> Drop for SecretBytes<N> {
    fn drop(&mut self) {
        mem::wipe_bytes(&mut self.0);
    }
}

/// A secret key: a scalar that is neither zero nor above the order. Wiped when dropped, never shown.
///
/// ```
/// use lanesmith_bls::signature::SecretKey;
/// let key = SecretKey::generate(&[7; 32], b"")?;
/// assert_eq!(format!("{key:?}"), "SecretKey(..)");
/// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
/// ```
#[derive(Clone)]
pub struct SecretKey(pub(crate) Fr);

impl SecretKey {
    /// Decodes 32 bytes, most significant first.
    ///
    /// # Errors
    /// If they are not 32, the scalar is zero or not below the order of the group.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SignatureError> {
        let length = SignatureError::Length { what: "secret key", found: bytes.len(), expected: 32 };
        let bytes: &[u8; 32] = bytes.try_into().map_err(|_| length)?;
        let mut scalar = Fr::from_bytes(bytes).ok_or(SignatureError::SecretRange)?;
        let key = Self::from_scalar(&scalar);
        scalar.wipe();
        key
    }

    /// 32 bytes, most significant first.
    pub fn to_bytes(&self) -> SecretBytes<32> {
        SecretBytes(self.0.to_bytes())
    }

    /// Copies a scalar that is not zero. The key is made in the place of the result: what is moved may leave a copy behind.
    pub(crate) fn from_scalar(scalar: &Fr) -> Result<Self, SignatureError> {
        let mut key = Ok(Self(Fr::ZERO));
        match &mut key {
            Ok(key) if !scalar.is_zero() => key.0 = *scalar,
            _ => return Err(SignatureError::SecretRange),
        }
        key
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.0.wipe();
    }
}

/// A public key: a point of the group, not at infinity.
///
/// ```
/// use lanesmith_bls::signature::{PublicKey, Scheme, SecretKey, SignatureError};
/// let key = Scheme::min_pk().public_key(&SecretKey::generate(&[7; 32], b"")?);
/// assert_eq!(PublicKey::from_bytes(&key.to_bytes())?, key);
/// let infinity = [&[0xc0][..], &[0; 47]].concat();
/// assert_eq!(PublicKey::<lanesmith_bls::signature::MinPk>::from_bytes(&infinity), Err(SignatureError::InfinityKey));
/// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
/// ```
#[derive(Clone, Copy)]
pub struct PublicKey<V: Variant>(pub(crate) Affine<V::Key>);

/// A signature: a point of the group. It may be at infinity, as the sum of signatures that cancel is.
///
/// ```
/// use lanesmith_bls::signature::{Scheme, SecretKey, Signature};
/// let signature = Scheme::min_sig().sign(&SecretKey::generate(&[7; 32], b"")?, b"message")?;
/// assert_eq!(signature.to_bytes().len(), 48);
/// assert_eq!(Signature::from_bytes(&signature.to_bytes())?, signature);
/// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Signature<V: Variant>(pub(crate) Affine<V::Signature>);

impl<V: Variant> PublicKey<V> {
    /// Decodes a compressed or an uncompressed key with every check.
    ///
    /// # Errors
    /// What is wrong with the bytes; the point at infinity is no key.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SignatureError> {
        Self::from_bytes_with(Choice::AUTO, bytes)
    }

    /// [`PublicKey::from_bytes`] on a chosen engine.
    ///
    /// # Errors
    /// As there.
    pub fn from_bytes_with(
        engine: impl Into<Choice<SignatureKernel>>,
        bytes: &[u8],
    ) -> Result<Self, SignatureError> {
        let engine = engine.into().step(1).engine;
        let point = V::Key::kernel(engine.kernel())
            .decode(bytes)
            .map_err(|error| SignatureError::Point { what: "public key", error })?;
        Self::from_point(point)
    }

    /// [`PublicKey::from_bytes`] of many, which takes a fraction of the time where the CPU has lanes for it.
    ///
    /// ```
    /// use lanesmith_bls::signature::{MinPk, PublicKey, Scheme, SecretKey};
    /// let key = Scheme::min_pk().public_key(&SecretKey::generate(&[7; 32], b"")?);
    /// let keys = PublicKey::<MinPk>::from_bytes_many(&[&key.to_bytes(), &key.to_uncompressed(), b"no key"]);
    /// assert_eq!(keys[..2], [Ok(key), Ok(key)]);
    /// assert!(keys[2].is_err());
    /// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
    /// ```
    pub fn from_bytes_many(encodings: &[&[u8]]) -> Vec<Result<Self, SignatureError>> {
        Self::from_bytes_many_with(Choice::AUTO, encodings)
    }

    /// [`PublicKey::from_bytes_many`] on a chosen engine.
    pub fn from_bytes_many_with(
        engine: impl Into<Choice<SignatureKernel>>,
        encodings: &[&[u8]],
    ) -> Vec<Result<Self, SignatureError>> {
        Self::decode_many(kernel_for(engine.into(), encodings.len()), encodings)
    }

    /// [`PublicKey::from_bytes_many`] by a kernel.
    pub(super) fn decode_many(
        kernel: &SignatureKernel,
        encodings: &[&[u8]],
    ) -> Vec<Result<Self, SignatureError>> {
        let points = V::Key::kernel(kernel).decode_many(encodings).into_iter();
        let refused = |error| SignatureError::Point { what: "public key", error };
        points.map(|point| Self::from_point(point.map_err(refused)?)).collect()
    }

    /// Takes a point of the group.
    pub(crate) fn from_point(point: Affine<V::Key>) -> Result<Self, SignatureError> {
        if point.infinity { Err(SignatureError::InfinityKey) } else { Ok(Self(point)) }
    }

    /// The compressed encoding: 48 bytes in G1, 96 in G2.
    pub fn to_bytes(&self) -> <V::Key as crate::curve::Encoded>::Compressed {
        self.0.to_compressed::<Scalar>()
    }

    /// The uncompressed encoding, which decodes without a square root: 96 bytes in G1, 192 in G2.
    pub fn to_uncompressed(&self) -> <V::Key as crate::curve::Encoded>::Uncompressed {
        self.0.to_uncompressed::<Scalar>()
    }

    /// The point.
    pub fn point(&self) -> &Affine<V::Key> {
        &self.0
    }
}

impl<V: Variant> Signature<V> {
    /// Decodes a compressed or an uncompressed signature with every check.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SignatureError> {
        Self::from_bytes_with(Choice::AUTO, bytes)
    }

    /// [`Signature::from_bytes`] on a chosen engine.
    ///
    /// # Errors
    /// As there.
    pub fn from_bytes_with(
        engine: impl Into<Choice<SignatureKernel>>,
        bytes: &[u8],
    ) -> Result<Self, SignatureError> {
        let engine = engine.into().step(1).engine;
        V::Signature::kernel(engine.kernel())
            .decode(bytes)
            .map(Self)
            .map_err(|error| SignatureError::Point { what: "signature", error })
    }

    /// [`Signature::from_bytes`] of many, which takes a fraction of the time where the CPU has lanes for it.
    pub fn from_bytes_many(encodings: &[&[u8]]) -> Vec<Result<Self, SignatureError>> {
        Self::from_bytes_many_with(Choice::AUTO, encodings)
    }

    /// [`Signature::from_bytes_many`] on a chosen engine.
    pub fn from_bytes_many_with(
        engine: impl Into<Choice<SignatureKernel>>,
        encodings: &[&[u8]],
    ) -> Vec<Result<Self, SignatureError>> {
        Self::decode_many(kernel_for(engine.into(), encodings.len()), encodings)
    }

    /// [`Signature::from_bytes_many`] by a kernel.
    pub(super) fn decode_many(
        kernel: &SignatureKernel,
        encodings: &[&[u8]],
    ) -> Vec<Result<Self, SignatureError>> {
        let points = V::Signature::kernel(kernel).decode_many(encodings).into_iter();
        let refused = |error| SignatureError::Point { what: "signature", error };
        points.map(|point| point.map(Self).map_err(refused)).collect()
    }

    /// The compressed encoding: 96 bytes in G2, 48 in G1.
    pub fn to_bytes(&self) -> <V::Signature as crate::curve::Encoded>::Compressed {
        self.0.to_compressed::<Scalar>()
    }

    /// The uncompressed encoding.
    pub fn to_uncompressed(&self) -> <V::Signature as crate::curve::Encoded>::Uncompressed {
        self.0.to_uncompressed::<Scalar>()
    }

    /// Whether it is the point at infinity, which is the signature of nothing.
    pub fn is_infinity(&self) -> bool {
        self.0.infinity
    }

    /// The point.
    pub fn point(&self) -> &Affine<V::Signature> {
        &self.0
    }
}

macro_rules! shown {
    ($name:ident) => {
        impl<V: Variant> PartialEq for $name<V> {
            fn eq(&self, other: &Self) -> bool {
                self.0.equals::<Scalar>(&other.0)
            }
        }
        impl<V: Variant> Eq for $name<V> {}
        impl<V: Variant> fmt::Debug for $name<V> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }
        impl<V: Variant> fmt::Display for $name<V> {
            /// The compressed encoding in hexadecimal.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.to_bytes().as_ref().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    };
}
shown!(PublicKey);
shown!(Signature);

/// What is chosen for so many entries at once.
pub(crate) fn kernel_for(engine: Choice<SignatureKernel>, entries: usize) -> &'static SignatureKernel {
    engine.step(units(entries)).engine.kernel()
}

/// The generator of the group of keys.
pub(crate) fn generator<V: Variant>() -> Affine<V::Key> {
    <V::Key as Curve>::GENERATOR
}
