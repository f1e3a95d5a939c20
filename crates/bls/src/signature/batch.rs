//! Batches of signatures: blinded with random factors, so that errors cannot cancel.
//!
//! Signatures `s_i` of points `h_i` by keys `k_i` are all right if `sum r_i (e(k_i, h_i) - e(g, s_i))` vanishes for random
//! `r_i`: a batch that is wrong passes with probability `2^-64`. Factors are never zero, so that a batch of one is exact.

use alloc::vec::Vec;
use core::ops::Range;

use lanesmith_sha256::Sha256;

use super::key::{PublicKey, Signature, generator};
use super::scheme::{Mode, Scheme};
use super::variant::{Group, Variant};
use crate::arch::Scalar;
use crate::curve::{Affine, G1Affine, G2Affine};
use crate::error::SignatureError;
use crate::tower::Fp12;

/// Entries that wait until they are worth a Miller loop: as many as share its squarings.
const WAITING: usize = 32;

/// Rows of [`Scheme::verify_each`] that share a product of pairings.
const ROWS: usize = 256;

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
    hashes: Vec<Affine<V::Signature>>,
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
            hashes: Vec::with_capacity(room),
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
        let hash = self.scheme.hash(&entry.key, entry.message)?;
        self.keys.push(entry.key.0);
        self.hashes.push(hash);
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
        let kernel = self.scheme.kernel();
        V::scale(kernel, &mut self.keys, &mut self.hashes, &self.factors);
        let pairs: Vec<(G1Affine, G2Affine)> =
            self.keys.iter().zip(&self.hashes).map(|(key, hash)| V::pair(*key, *hash)).collect();
        let signatures = self.scheme.signatures();
        let sum = signatures.msm_u64(&self.signatures, &self.factors);
        self.include((kernel.miller_loop)(&pairs), sum);
        self.keys.clear();
        self.hashes.clear();
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

/// Entries that can be verified in parts.
struct Blinded<V: Variant> {
    pairs: Vec<(G1Affine, G2Affine)>,
    signatures: Vec<Affine<V::Signature>>,
    factors: Vec<u64>,
}

impl<V: Variant> Blinded<V> {
    fn is_right(&self, scheme: &Scheme<'_, V>, range: Range<usize>) -> bool {
        let kernel = scheme.kernel();
        let sum = scheme.signatures().msm_u64(&self.signatures[range.clone()], &self.factors[range.clone()]);
        let product = (kernel.miller_loop)(&self.pairs[range]);
        let last = (kernel.miller_loop)(&[V::pair(generator::<V>().neg::<Scalar>(), sum)]);
        (kernel.is_one)(&(kernel.product)(&product, &last))
    }

    /// Finds what is wrong in a range that has something wrong, by halves.
    fn bisect(&self, scheme: &Scheme<'_, V>, range: Range<usize>, bad: &mut Vec<usize>) {
        if range.len() <= 1 {
            bad.extend(range);
            return;
        }
        let middle = range.start + range.len() / 2;
        let (left, right) = (range.start..middle, middle..range.end);
        let left_is_right = self.is_right(scheme, left.clone());
        if !left_is_right {
            self.bisect(scheme, left, bad);
        }
        // If nothing is wrong on the left, something is on the right.
        if left_is_right || !self.is_right(scheme, right.clone()) {
            self.bisect(scheme, right, bad);
        }
    }
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

    /// The indices of the entries that are wrong, in order: by halves, so that a few cost little more than none. A wrong entry is
    /// left out, or a right one named in its place, with probability `2^-64`.
    ///
    /// # Errors
    /// If the generator gives only zeros, or the tag cannot be used.
    pub fn find_bad(
        &self,
        entries: &[Entry<'_, V>],
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Result<Vec<usize>, SignatureError> {
        let mut keys: Vec<_> = entries.iter().map(|entry| entry.key.0).collect();
        let mut hashes = Vec::with_capacity(entries.len());
        let mut factors = Vec::with_capacity(entries.len());
        for entry in entries {
            hashes.push(self.hash(&entry.key, entry.message)?);
            factors.push(factor(random)?);
        }
        V::scale(self.kernel(), &mut keys, &mut hashes, &factors);
        let pairs = keys.iter().zip(&hashes).map(|(key, hash)| V::pair(*key, *hash)).collect();
        let signatures = entries.iter().map(|entry| entry.signature.0).collect();
        let blinded = Blinded::<V> { pairs, signatures, factors };
        let mut bad = Vec::new();
        if !entries.is_empty() && !blinded.is_right(self, 0..entries.len()) {
            blinded.bisect(self, 0..entries.len(), &mut bad);
        }
        Ok(bad)
    }

    /// A verdict for each row, at little more than the price of [`Scheme::verify_batch`]: whether its signature is right, or the
    /// caller's own reason why the row has none to verify. Rows are taken from the iterator as they are worked on, 256 at a
    /// time, so that no more decoded points than that are held.
    ///
    /// ```
    /// use lanesmith_bls::signature::{Entry, Scheme, SecretKey, SignatureError, expand_seed};
    /// let scheme = Scheme::min_pk();
    /// let secret = SecretKey::generate(&[7; 32], b"")?;
    /// let key = scheme.public_key(&secret).to_bytes();
    /// let signature = scheme.sign(&secret, b"message")?.to_bytes();
    /// let rows: [(&[u8], &[u8], &[u8]); 3] =
    ///     [(&key, b"message", &signature), (&key, b"another", &signature), (b"no key", b"message", &signature)];
    /// let entries = rows.map(|(key, message, signature)| Entry::from_bytes(key, message, signature));
    /// let mut random = expand_seed([42; 32]); // from the operating system in production
    /// let verdicts = scheme.verify_each(entries, &mut random)?;
    /// assert!(matches!(verdicts[..], [Ok(true), Ok(false), Err(SignatureError::Point { .. })]));
    /// # Ok::<(), SignatureError>(())
    /// ```
    ///
    /// # Errors
    /// If the generator gives only zeros, or the tag cannot be used.
    pub fn verify_each<'m, E>(
        &self,
        rows: impl IntoIterator<Item = Result<Entry<'m, V>, E>>,
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Result<Vec<Result<bool, E>>, SignatureError> {
        let mut rows = rows.into_iter();
        let mut verdicts = Vec::with_capacity(rows.size_hint().0);
        let (mut entries, mut places) = (Vec::new(), Vec::new());
        loop {
            let start = verdicts.len();
            for row in rows.by_ref().take(ROWS) {
                let place = verdicts.len();
                verdicts.push(row.map(|entry| {
                    entries.push(entry);
                    places.push(place);
                    true
                }));
            }
            if verdicts.len() == start {
                return Ok(verdicts);
            }
            for bad in self.find_bad(&entries, random)? {
                verdicts[places[bad]] = Ok(false);
            }
            entries.clear();
            places.clear();
        }
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
        let kernel = self.kernel();
        let key = V::Key::kernel(kernel).msm_u64(&keys, &factors);
        let signature = self.signatures().msm_u64(&signatures, &factors);
        let pairs = [V::pair(key, hash), V::pair(generator::<V>().neg::<Scalar>(), signature)];
        if (kernel.is_one)(&(kernel.miller_loop)(&pairs)) { Ok(()) } else { Err(SignatureError::Mismatch) }
    }
}

#[cfg(feature = "rayon")]
impl<'t, V: Variant> Scheme<'t, V> {
    /// [`Scheme::verify_batch`] on the threads of rayon's current pool.
    ///
    /// # Errors
    /// As there.
    pub fn verify_batch_parallel(
        &self,
        entries: &[Entry<'_, V>],
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Result<(), SignatureError> {
        use rayon::prelude::*;
        let factors = entries.iter().map(|_| factor(random)).collect::<Result<Vec<_>, _>>()?;
        let parts = entries.par_chunks(WAITING).zip(factors.par_chunks(WAITING)).map(|(entries, factors)| {
            let mut part = Accumulator::new(*self);
            entries.iter().zip(factors).try_for_each(|(entry, factor)| part.push_blinded(entry, *factor))?;
            part.work();
            Ok::<_, SignatureError>(part)
        });
        let merge = |mut a: Accumulator<'t, V>, b| {
            a.merge(b)?;
            Ok(a)
        };
        parts.try_reduce(|| Accumulator::new(*self), merge)?.verify()
    }
}
