//! Batches of signatures: blinded with random factors, so that errors cannot cancel.
//!
//! Signatures `s_i` of points `h_i` by keys `k_i` are all right if `sum r_i (e(k_i, h_i) - e(g, s_i))` vanishes for random
//! `r_i`: a batch that is wrong passes with probability `2^-64`. Factors are never zero, so that a batch of one is exact. 64 random bits
//! `a + b*2^32` stand for the scalar `a + b*X^2`: there are as many, and the endomorphisms halve the doublings. Keys, hashes and
//! signatures are in their groups, without which that would not be the same scalar in both.

use alloc::vec::Vec;

use lanesmith_parallel::Workers;
use lanesmith_sha256::Sha256;

use super::key::{PublicKey, Signature, generator};
use super::scheme::{Mode, Scheme};
use super::variant::{Group, Variant};
use crate::arch::Scalar;
use crate::curve::{Affine, G1Affine, G2Affine};
use crate::error::SignatureError;
use crate::ops::SignatureKernel;
use crate::tower::Fp12;

/// Entries that wait until they are worth a Miller loop: as many as share its squarings, in eight lanes sixteen each.
const WAITING: usize = 128;

/// Entries that are worth a thread.
const PART: usize = 32;

/// How often a source may answer zero before it is called broken.
const ZEROS: usize = 4;

/// A signature that is said to be of a message and a key.
///
/// ```
/// use lanesmith_bls::signature::{Entry, Scheme, SecretKey, expand_seed};
/// let (scheme, secret) = (Scheme::min_pk(), SecretKey::generate(&[7; 32], b"")?);
/// let key = scheme.public_key(&secret);
/// let entry = |signed: &[u8]| Ok::<_, lanesmith_bls::signature::SignatureError>(Entry {
///     key,
///     message: b"message",
///     signature: scheme.sign(&secret, signed)?,
/// });
/// let mut random = expand_seed([42; 32]); // from the operating system in production
/// let entries = [entry(b"message")?, entry(b"another")?];
/// assert!(scheme.verify_batch(&entries, &mut random).is_err());
/// assert_eq!(scheme.find_bad(&entries, &mut random)?, [1]);
/// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Entry<'m, V: Variant> {
    /// The key.
    pub key: PublicKey<V>,
    /// The message.
    pub message: &'m [u8],
    /// The signature.
    pub signature: Signature<V>,
}

impl<'m, V: Variant> Entry<'m, V> {
    /// Decodes key and signature with every check.
    ///
    /// # Errors
    /// What is wrong with the bytes of the key, else with those of the signature.
    pub fn from_bytes(key: &[u8], message: &'m [u8], signature: &[u8]) -> Result<Self, SignatureError> {
        Ok(Self { key: PublicKey::from_bytes(key)?, message, signature: Signature::from_bytes(signature)? })
    }
}

/// Endless bytes from a secret seed: SHA-256 of the seed and a counter. The seed must come from the operating system or
/// another cryptographic generator, after the signatures are in hand.
pub fn expand_seed(seed: [u8; 32]) -> impl FnMut(&mut [u8]) + Send {
    let mut counter = 0u64;
    move |bytes: &mut [u8]| {
        for chunk in bytes.chunks_mut(32) {
            let mut hasher = Sha256::new();
            hasher.update(seed.as_slice());
            hasher.update(counter.to_be_bytes());
            chunk.copy_from_slice(&hasher.finalize()[..chunk.len()]);
            counter += 1;
        }
    }
}

/// A factor that is not zero.
pub(super) fn factor(random: &mut dyn FnMut(&mut [u8])) -> Result<u64, SignatureError> {
    for _ in 0..ZEROS {
        let mut bytes = [0; 8];
        random(&mut bytes);
        match u64::from_le_bytes(bytes) {
            0 => {}
            factor => return Ok(factor),
        }
    }
    Err(SignatureError::Randomness)
}

/// Gathers entries and verifies them all at once. Threads fill one each, and merge them.
///
/// ```
/// use lanesmith_bls::signature::{Accumulator, Entry, Scheme, SecretKey, expand_seed};
/// let scheme = Scheme::min_pk();
/// let secret = SecretKey::generate(&[7; 32], b"")?;
/// let (key, message) = (scheme.public_key(&secret), &b"message"[..]);
/// let entry = Entry { key, message, signature: scheme.sign(&secret, message)? };
/// let mut random = expand_seed([42; 32]); // from the operating system in production
/// let (mut one, mut other) = (Accumulator::new(scheme), Accumulator::new(scheme));
/// one.push(&entry, &mut random)?;
/// other.push(&entry, &mut random)?;
/// one.merge(other)?;
/// one.verify()?;
/// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
/// ```
#[derive(Clone)]
pub struct Accumulator<'t, V: Variant> {
    scheme: Scheme<'t, V>,
    count: usize,
    product: Option<Fp12>,
    sum: Affine<V::Signature>,
    keys: Vec<Affine<V::Key>>,
    /// What the messages are hashed to, before it becomes points.
    fields: Vec<[V::Signature; 2]>,
    signatures: Vec<Affine<V::Signature>>,
    factors: Vec<u64>,
}

impl<V: Variant> core::fmt::Debug for Accumulator<'_, V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Accumulator")
            .field("scheme", &self.scheme)
            .field("count", &self.count)
            .finish_non_exhaustive()
    }
}

impl<'t, V: Variant> Accumulator<'t, V> {
    /// An empty one.
    pub fn new(scheme: Scheme<'t, V>) -> Self {
        let room = WAITING;
        Self {
            scheme,
            count: 0,
            product: None,
            sum: Affine::INFINITY,
            keys: Vec::with_capacity(room),
            fields: Vec::with_capacity(room),
            signatures: Vec::with_capacity(room),
            factors: Vec::with_capacity(room),
        }
    }

    /// How many entries are in it.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds an entry. `random` fills bytes from a cryptographic generator.
    ///
    /// # Errors
    /// If the generator gives only zeros, or the tag cannot be used.
    pub fn push(
        &mut self,
        entry: &Entry<'_, V>,
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Result<(), SignatureError> {
        let factor = factor(random)?;
        self.push_blinded(entry, factor)
    }

    /// Adds an entry with a factor, which is not zero.
    pub(super) fn push_blinded(&mut self, entry: &Entry<'_, V>, factor: u64) -> Result<(), SignatureError> {
        let fields = self.scheme.fields(&entry.key, entry.message)?;
        self.keys.push(entry.key.0);
        self.fields.push(fields);
        self.signatures.push(entry.signature.0);
        self.factors.push(factor);
        self.count += 1;
        if self.keys.len() == WAITING {
            self.work();
        }
        Ok(())
    }

    /// Works off what waits.
    fn work(&mut self) {
        if self.keys.is_empty() {
            return;
        }
        let kernel = self.scheme.kernel_for(self.keys.len());
        let signatures = V::Signature::kernel(kernel);
        let pairs = pairs::<V>(kernel, &mut self.keys, &self.fields, &self.factors);
        let sum = signatures.sum_scaled(&self.signatures, &self.factors);
        self.include((kernel.miller_loop)(&pairs), sum);
        self.keys.clear();
        self.fields.clear();
        self.signatures.clear();
        self.factors.clear();
    }

    fn include(&mut self, product: Fp12, sum: Affine<V::Signature>) {
        let kernel = self.scheme.kernel();
        self.product = Some(self.product.map_or(product, |before| (kernel.product)(&before, &product)));
        self.sum = self.scheme.signatures().sum(&[self.sum, sum]);
    }

    /// Adds the entries of another.
    ///
    /// # Errors
    /// [`SignatureError::OtherScheme`] if it is of another mode or tag: signatures of one scheme say nothing in the other.
    pub fn merge(&mut self, mut other: Self) -> Result<(), SignatureError> {
        if !self.scheme.is_like(&other.scheme) {
            return Err(SignatureError::OtherScheme);
        }
        other.work();
        if let Some(product) = other.product {
            self.include(product, other.sum);
        }
        self.count += other.count;
        Ok(())
    }

    /// Whether all entries are right.
    ///
    /// # Errors
    /// [`SignatureError::Mismatch`] if one is not; if there is none.
    pub fn verify(mut self) -> Result<(), SignatureError> {
        self.work();
        let Some(product) = self.product else {
            return Err(SignatureError::Empty { what: "entries of a batch" });
        };
        let kernel = self.scheme.kernel();
        let last = (kernel.miller_loop)(&[V::pair(generator::<V>().neg::<Scalar>(), self.sum)]);
        if (kernel.is_one)(&(kernel.product)(&product, &last)) {
            Ok(())
        } else {
            Err(SignatureError::Mismatch)
        }
    }
}

/// The pairs of keys and hashes, one side of each times its factor.
pub(super) fn pairs<V: Variant>(
    kernel: &SignatureKernel,
    keys: &mut [Affine<V::Key>],
    fields: &[[V::Signature; 2]],
    factors: &[u64],
) -> Vec<(G1Affine, G2Affine)> {
    let mut hashes = (V::Signature::kernel(kernel).fields_to_group)(fields);
    V::scale(kernel, keys, &mut hashes, factors);
    keys.iter().zip(&hashes).map(|(key, hash)| V::pair(*key, *hash)).collect()
}

impl<'t, V: Variant> Scheme<'t, V> {
    /// Verifies many signatures at once: one product of pairings for all of them.
    ///
    /// # Errors
    /// [`SignatureError::Mismatch`] if one is wrong ([`Scheme::find_bad`] says which); if there is none; if the generator
    /// gives only zeros.
    pub fn verify_batch(
        &self,
        entries: &[Entry<'_, V>],
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Result<(), SignatureError> {
        let mut all = Accumulator::new(*self);
        entries.iter().try_for_each(|entry| all.push(entry, random))?;
        all.verify()
    }

    /// The same, computed by these workers.
    ///
    /// ```
    /// use lanesmith_bls::Workers;
    /// use lanesmith_bls::signature::{Entry, Scheme, SecretKey, expand_seed};
    /// let (scheme, secret) = (Scheme::min_pk(), SecretKey::generate(&[7; 32], b"")?);
    /// let (key, message) = (scheme.public_key(&secret), &b"message"[..]);
    /// let entries = [Entry { key, message, signature: scheme.sign(&secret, message)? }; 100];
    /// let mut random = expand_seed([42; 32]); // from the operating system in production
    /// scheme.verify_batch_on(Workers::threads(4), &entries, &mut random)?;
    /// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
    /// ```
    ///
    /// # Errors
    /// As [`verify_batch`](Self::verify_batch).
    pub fn verify_batch_on(
        &self,
        workers: Workers<'_>,
        entries: &[Entry<'_, V>],
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Result<(), SignatureError> {
        let parts = entries.len().div_ceil(PART).min(workers.count().saturating_mul(2)).max(1);
        let size = entries.len().div_ceil(parts).max(1);
        let factors = entries.iter().map(|_| factor(random)).collect::<Result<Vec<_>, _>>()?;
        let mut parts: Vec<Result<Accumulator<'_, V>, SignatureError>> =
            entries.chunks(size).map(|_| Ok(Accumulator::new(*self))).collect();
        workers.each(&mut parts, |number, part| {
            let rows = number * size..entries.len().min((number + 1) * size);
            let Ok(all) = part else { return };
            let mut rows = entries[rows.clone()].iter().zip(&factors[rows]);
            match rows.try_for_each(|(entry, factor)| all.push_blinded(entry, *factor)) {
                Ok(()) => all.work(),
                Err(error) => *part = Err(error),
            }
        });
        let mut all = Accumulator::new(*self);
        parts.into_iter().try_for_each(|part| all.merge(part?))?;
        all.verify()
    }

    /// Verifies signatures of one message by many keys, each for itself: two pairings however many there are. Random factors
    /// make it safe without proofs of possession.
    ///
    /// # Errors
    /// [`SignatureError::Mismatch`] if one is wrong; if there is none; if the generator gives only zeros; in
    /// [`Mode::Augmented`], where no two keys sign the same, [`SignatureError::NeedsProofs`].
    pub fn verify_same_message(
        &self,
        message: &[u8],
        signed: &[(PublicKey<V>, Signature<V>)],
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Result<(), SignatureError> {
        if self.mode() == Mode::Augmented {
            return Err(SignatureError::NeedsProofs);
        }
        let Some((first, _)) = signed.first() else {
            return Err(SignatureError::Empty { what: "entries of a batch" });
        };
        let hash = self.hash(first, message)?;
        let factors = signed.iter().map(|_| factor(random)).collect::<Result<Vec<_>, _>>()?;
        let keys: Vec<_> = signed.iter().map(|(key, _)| key.0).collect();
        let signatures: Vec<_> = signed.iter().map(|(_, signature)| signature.0).collect();
        let kernel = self.kernel_for(signed.len());
        let key = V::Key::kernel(kernel).sum_scaled(&keys, &factors);
        let signature = V::Signature::kernel(kernel).sum_scaled(&signatures, &factors);
        let pairs = [V::pair(key, hash), V::pair(generator::<V>().neg::<Scalar>(), signature)];
        if (kernel.is_one)(&(kernel.miller_loop)(&pairs)) { Ok(()) } else { Err(SignatureError::Mismatch) }
    }
}
