//! Keys shared among many: Shamir's split, Lagrange recovery of keys and signatures, Feldman's commitments.

use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use lanesmith_isa::Choice;

use crate::curve::Affine;
use crate::error::SharingError;
use crate::field::Fr;
use crate::mem;
use crate::signature::{
    Group, PublicKey, SecretKey, Signature, SignatureError, SignatureKernel, Variant, key::generator,
};

/// A share of a secret key. Wiped when dropped, never shown.
///
/// ```
/// use lanesmith_bls::keys::{recover_key, split};
/// use lanesmith_bls::signature::{MinPk, SecretKey, expand_seed};
/// let key = SecretKey::generate(&[7; 32], b"")?;
/// let mut random = expand_seed([42; 32]); // from the operating system in production
/// let (shares, _) = split::<MinPk>(&key, 2, 3, &mut random)?;
/// assert_eq!(*recover_key(&shares[1..])?.to_bytes(), *key.to_bytes());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Share {
    /// Where the polynomial was evaluated; public.
    pub index: NonZeroU32,
    /// Its value there: a key that signs.
    pub key: SecretKey,
}

impl core::fmt::Debug for Share {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Share").field("index", &self.index).finish_non_exhaustive()
    }
}

/// Commitments to the coefficients of the polynomial (Feldman): a holder can tell whether a share is right, and everybody
/// knows the public key of each share. The first is the public key.
///
/// ```
/// use lanesmith_bls::keys::split;
/// use lanesmith_bls::signature::{Scheme, SecretKey, expand_seed};
/// let (scheme, key) = (Scheme::min_pk(), SecretKey::generate(&[7; 32], b"")?);
/// let mut random = expand_seed([42; 32]); // from the operating system in production
/// let (shares, commitments) = split(&key, 2, 3, &mut random)?;
/// assert_eq!(commitments.public_key()?, scheme.public_key(&key));
/// assert!(commitments.verify(&shares[0]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Commitments<V: Variant>(Vec<Affine<V::Key>>);

struct Polynomial(Vec<Fr>);

impl Drop for Polynomial {
    fn drop(&mut self) {
        self.0.iter_mut().for_each(Fr::wipe);
    }
}

/// Splits a key so that any `threshold` of the shares `1..=shares` recover it and fewer tell nothing. `random` fills bytes
/// from a cryptographic generator.
///
/// # Errors
/// If the threshold is zero or above the number of shares; if there is no memory for them; if the generator gives zeros, or
/// makes a share zero, which none does by chance.
pub fn split<V: Variant>(
    secret: &SecretKey,
    threshold: usize,
    shares: u32,
    random: &mut dyn FnMut(&mut [u8]),
) -> Result<(Vec<Share>, Commitments<V>), SharingError> {
    let count = usize::try_from(shares).unwrap_or(usize::MAX);
    if threshold == 0 || threshold > count {
        return Err(SharingError::Threshold { threshold, shares: count });
    }
    let (mut polynomial, mut all) = (Polynomial(Vec::new()), Vec::new());
    let mut commitments = Vec::new();
    let reserved = (polynomial.0.try_reserve_exact(threshold))
        .and_then(|()| commitments.try_reserve_exact(threshold))
        .and_then(|()| all.try_reserve_exact(count));
    reserved.map_err(|_| SharingError::Memory { shares: count })?;
    polynomial.0.push(secret.0);
    for _ in 1..threshold {
        // 64 bytes: the bias of the reduction is below 2^-256.
        let mut bytes = [0; 64];
        random(&mut bytes);
        let mut scalar = Fr::from_bytes_reduced(&bytes);
        mem::wipe_bytes(&mut bytes);
        // Wiped when dropped, and never zero.
        let coefficient = SecretKey::from_scalar(&scalar);
        scalar.wipe();
        polynomial.0.push(coefficient.as_ref().map_err(|_| SharingError::Randomness)?.0);
    }
    for index in (1..=shares).filter_map(NonZeroU32::new) {
        let x = Fr::from_u64(index.get().into());
        let mut value = polynomial.0.iter().rev().fold(Fr::ZERO, |sum, c| sum.mul(&x).add(c));
        let key = SecretKey::from_scalar(&value).map_err(|_| SharingError::NoKey);
        value.wipe();
        all.push(Share { index, key: key? });
    }
    let engine = Choice::<SignatureKernel>::AUTO.step(1).engine;
    let kernel = V::Key::kernel(engine.kernel());
    commitments.extend(polynomial.0.iter().map(|c| kernel.multiply(&generator::<V>(), c)));
    Ok((all, Commitments(commitments)))
}

impl<V: Variant> Commitments<V> {
    /// The public key that was split.
    ///
    /// # Errors
    /// If it is the point at infinity.
    pub fn public_key(&self) -> Result<PublicKey<V>, SignatureError> {
        PublicKey::from_point(self.0.first().copied().unwrap_or(Affine::INFINITY))
    }

    /// How many shares recover the key.
    pub fn threshold(&self) -> usize {
        self.0.len()
    }

    /// The public key of a share.
    ///
    /// # Errors
    /// If it is the point at infinity.
    pub fn share_key(&self, index: NonZeroU32) -> Result<PublicKey<V>, SignatureError> {
        let engine = Choice::<SignatureKernel>::AUTO.step(1).engine;
        let x = Fr::from_u64(index.get().into());
        let powers: Vec<Fr> =
            core::iter::successors(Some(Fr::ONE), |power| Some(power.mul(&x))).take(self.0.len()).collect();
        PublicKey::from_point(V::Key::kernel(engine.kernel()).msm(&self.0, &powers))
    }

    /// Whether a share is the one that was dealt.
    pub fn verify(&self, share: &Share) -> bool {
        let engine = Choice::<SignatureKernel>::AUTO.step(1).engine;
        let point = V::Key::kernel(engine.kernel()).multiply(&generator::<V>(), &share.key.0);
        let key = PublicKey::<V>::from_point(point);
        matches!((key, self.share_key(share.index)), (Ok(a), Ok(b)) if a == b)
    }

    /// The commitments in compressed encoding.
    pub fn to_bytes(&self) -> Vec<<V::Key as crate::curve::Encoded>::Compressed> {
        self.0.iter().map(|point| point.to_compressed::<crate::arch::Scalar>()).collect()
    }

    /// Decodes commitments, with every check.
    ///
    /// # Errors
    /// What is wrong with the first that is.
    pub fn from_bytes<'a>(points: impl IntoIterator<Item = &'a [u8]>) -> Result<Self, SignatureError> {
        let all: Result<Vec<_>, _> =
            points.into_iter().map(|bytes| PublicKey::<V>::from_bytes(bytes).map(|key| key.0)).collect();
        all.and_then(|all| {
            if all.is_empty() { Err(SignatureError::Empty { what: "commitments" }) } else { Ok(Self(all)) }
        })
    }
}

/// The factors by which values at the indices give the value at zero; nothing if `stop` says yes.
fn lagrange(indices: &[NonZeroU32], stop: &dyn Fn() -> bool) -> Result<Option<Vec<Fr>>, SharingError> {
    if indices.is_empty() {
        return Err(SharingError::NoShare);
    }
    let mut sorted = indices.to_vec();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(SharingError::RepeatedIndex { index: pair[0] });
    }
    let values: Vec<Fr> = indices.iter().map(|index| Fr::from_u64(index.get().into())).collect();
    let mut factors = vec![Fr::ONE; values.len()];
    for (i, factor) in factors.iter_mut().enumerate() {
        if stop() {
            return Ok(None);
        }
        let (mut above, mut below) = (Fr::ONE, Fr::ONE);
        for (j, value) in values.iter().enumerate().filter(|(j, _)| *j != i) {
            debug_assert_ne!(i, j);
            above = above.mul(value);
            below = below.mul(&value.sub(&values[i]));
        }
        *factor = above.mul(&below.inv_vartime());
    }
    Ok(Some(factors))
}

/// The key that was split, from as many shares as the threshold; from fewer, another key.
///
/// # Errors
/// If there is no share, or an index twice.
pub fn recover_key(shares: &[Share]) -> Result<SecretKey, SharingError> {
    match recover_key_until(shares, &|| false)? {
        Some(key) => Ok(key),
        None => unreachable!("nobody says stop"),
    }
}

/// The same, unless `stop` says yes, which is asked once for every share: nothing then. The work grows with the square of their number.
///
/// # Errors
/// As [`recover_key`].
pub fn recover_key_until(
    shares: &[Share],
    stop: &dyn Fn() -> bool,
) -> Result<Option<SecretKey>, SharingError> {
    let indices: Vec<_> = shares.iter().map(|share| share.index).collect();
    let Some(factors) = lagrange(&indices, stop)? else { return Ok(None) };
    let mut sum = Fr::ZERO;
    for (share, factor) in shares.iter().zip(&factors) {
        sum = sum.add(&share.key.0.mul(factor));
    }
    let key = SecretKey::from_scalar(&sum).map_err(|_| SharingError::NoKey);
    sum.wipe();
    key.map(Some)
}

/// The signature of the key that was split, from signatures by as many shares as the threshold.
///
/// # Errors
/// If there is no signature, or an index twice.
pub fn recover_signature<V: Variant>(
    signatures: &[(NonZeroU32, Signature<V>)],
) -> Result<Signature<V>, SharingError> {
    match recover_signature_until(signatures, &|| false)? {
        Some(signature) => Ok(signature),
        None => unreachable!("nobody says stop"),
    }
}

/// The same, unless `stop` says yes, which is asked at least once for every 4096 signatures: nothing then. The work grows with the square
/// of their number.
///
/// ```
/// use core::num::NonZeroU32;
/// use lanesmith_bls::keys::{recover_signature, recover_signature_until};
/// use lanesmith_bls::signature::{Scheme, SecretKey};
///
/// let signature = Scheme::min_pk().sign(&SecretKey::generate(&[7; 32], b"")?, b"message")?;
/// let shares = [(NonZeroU32::MIN, signature)];
/// assert_eq!(recover_signature_until(&shares, &|| false)?, Some(recover_signature(&shares)?));
/// assert_eq!(recover_signature_until(&shares, &|| true)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`recover_signature`].
pub fn recover_signature_until<V: Variant>(
    signatures: &[(NonZeroU32, Signature<V>)],
    stop: &dyn Fn() -> bool,
) -> Result<Option<Signature<V>>, SharingError> {
    /// Some 100 ms.
    const PART: usize = 1 << 12;
    let indices: Vec<_> = signatures.iter().map(|(index, _)| *index).collect();
    let Some(factors) = lagrange(&indices, stop)? else { return Ok(None) };
    let points: Vec<_> = signatures.iter().map(|(_, signature)| signature.0).collect();
    let engine = Choice::<SignatureKernel>::AUTO.step(1).engine;
    let kernel = V::Signature::kernel(engine.kernel());
    let mut sums = Vec::with_capacity(points.len().div_ceil(PART));
    for (points, factors) in points.chunks(PART).zip(factors.chunks(PART)) {
        if stop() {
            return Ok(None);
        }
        sums.push(kernel.msm(points, factors));
    }
    Ok(Some(Signature(kernel.sum(&sums))))
}
