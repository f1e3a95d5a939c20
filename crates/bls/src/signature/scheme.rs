//! The schemes of draft-irtf-cfrg-bls-signature: signing, verifying, aggregating.
//!
//! Long because every function of a scheme stands here once, with its example.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use lanesmith_isa::{Choice, EngineError};
use lanesmith_parallel::Workers;

use super::key::{PublicKey, SecretKey, Signature, generator, kernel_for};
use super::variant::{Group, MinPk, MinSig, Variant};
use crate::arch::Scalar;
use crate::curve::Affine;
use crate::error::SignatureError;
use crate::ops::{GroupKernel, SignatureKernel};

/// How rogue keys, which are chosen so that they cancel others in a sum, are kept out of aggregates.
///
/// ```
/// use lanesmith_bls::signature::{MinPk, Mode, Scheme, SecretKey};
/// let secret = SecretKey::generate(&[7; 32], b"")?;
/// let sign = |mode| Scheme::<MinPk>::new(mode).sign(&secret, b"message");
/// // Each has a tag of its own.
/// assert_ne!(sign(Mode::Basic)?, sign(Mode::Possession)?);
/// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Messages of an aggregate must differ.
    Basic,
    /// Each message is signed together with the key.
    Augmented,
    /// Each key has proved possession of its secret.
    Possession,
}

/// Keys of an aggregate whose pairings are computed together, and messages that are signed together.
const PART: usize = 128;

/// A proof that the owner of a key holds its secret. It is no signature: its tag is another.
///
/// ```
/// use lanesmith_bls::signature::{Scheme, SecretKey};
/// let (scheme, secret) = (Scheme::min_pk(), SecretKey::generate(&[7; 32], b"")?);
/// let (key, proof) = (scheme.public_key(&secret), scheme.prove_possession(&secret)?);
/// scheme.verify_possession(&key, &proof)?;
/// // The owner of another key has proved nothing for this one.
/// let other = scheme.prove_possession(&SecretKey::generate(&[8; 32], b"")?)?;
/// assert!(scheme.verify_possession(&key, &other).is_err());
/// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof<V: Variant>(pub Signature<V>);

/// A signature scheme: groups, mode, tag and engine.
///
/// ```
/// use lanesmith_bls::signature::{Scheme, SecretKey};
/// let scheme = Scheme::min_pk();
/// let secret = SecretKey::generate(&[7; 32], b"")?;
/// let key = scheme.public_key(&secret);
/// let signature = scheme.sign(&secret, b"message")?;
/// scheme.verify(&key, b"message", &signature)?;
/// assert!(scheme.verify(&key, b"another", &signature).is_err());
/// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scheme<'t, V: Variant> {
    mode: Mode,
    tag: &'t [u8],
    engine: Choice<SignatureKernel>,
    variant: PhantomData<V>,
}

impl Scheme<'static, MinPk> {
    /// Small keys, proofs of possession: what Ethereum uses.
    pub fn min_pk() -> Self {
        Self::new(Mode::Possession)
    }
}

impl Scheme<'static, MinSig> {
    /// Small signatures, the basic scheme: what drand's quicknet uses.
    pub fn min_sig() -> Self {
        Self::new(Mode::Basic)
    }
}

impl<V: Variant> Scheme<'static, V> {
    /// A scheme with the tag of the draft.
    pub fn new(mode: Mode) -> Self {
        Self::with_tag(mode, V::TAGS[mode as usize])
    }
}

impl<'t, V: Variant> Scheme<'t, V> {
    /// A scheme with a tag of one's own. One that is empty, or that of proofs of possession ([`Variant::PROOF_TAG`]), is refused by
    /// whatever signs or verifies with it.
    pub fn with_tag(mode: Mode, tag: &'t [u8]) -> Self {
        Self { mode, tag, engine: Choice::AUTO, variant: PhantomData }
    }

    /// The same on a chosen engine.
    #[must_use]
    pub fn with_engine(self, engine: impl Into<Choice<SignatureKernel>>) -> Self {
        Self { engine: engine.into(), ..self }
    }

    /// The same on the engine of a name.
    ///
    /// # Errors
    /// If there is none of the name, or it cannot run here.
    pub fn by_name(self, engine: &str) -> Result<Self, EngineError> {
        Ok(self.with_engine(Choice::by_name(engine)?))
    }

    /// The mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The domain separation tag.
    pub fn tag(&self) -> &'t [u8] {
        self.tag
    }

    pub(super) fn kernel(&self) -> &'static SignatureKernel {
        self.kernel_for(1)
    }

    /// What is chosen for so many entries at once.
    pub(super) fn kernel_for(&self, entries: usize) -> &'static SignatureKernel {
        kernel_for(self.engine, entries)
    }

    fn keys(&self) -> &'static GroupKernel<V::Key> {
        V::Key::kernel(self.kernel())
    }

    pub(super) fn signatures(&self) -> &'static GroupKernel<V::Signature> {
        V::Signature::kernel(self.kernel())
    }

    /// The point that a signature of the message by the key is a multiple of.
    pub(super) fn hash(
        &self,
        key: &PublicKey<V>,
        message: &[u8],
    ) -> Result<Affine<V::Signature>, SignatureError> {
        if self.mode != Mode::Augmented {
            return self.hash_bytes(message);
        }
        self.hash_bytes(&[key.to_bytes().as_ref(), message].concat())
    }

    /// The first half of [`Scheme::hash`]: what [`GroupKernel::fields_to_group`] makes points of, many at once.
    pub(super) fn fields(
        &self,
        key: &PublicKey<V>,
        message: &[u8],
    ) -> Result<[V::Signature; 2], SignatureError> {
        let tag = self.usable_tag()?;
        let fields_of = self.signatures().fields_of;
        Ok(match self.mode {
            Mode::Augmented => fields_of(&[key.to_bytes().as_ref(), message].concat(), tag)?,
            _ => fields_of(message, tag)?,
        })
    }

    /// The point of all that is signed.
    fn hash_bytes(&self, signed: &[u8]) -> Result<Affine<V::Signature>, SignatureError> {
        let tag = self.usable_tag()?;
        Ok(self.signatures().hash(signed, tag)?)
    }

    fn usable_tag(&self) -> Result<&'t [u8], SignatureError> {
        if self.tag == V::PROOF_TAG { Err(SignatureError::ProofTag) } else { Ok(self.tag) }
    }

    /// Whether a signature of one is a signature of the other: engines may differ.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (self.mode, self.tag) == (other.mode, other.tag)
    }

    /// The public key of a secret key, in constant time.
    pub fn public_key(&self, secret: &SecretKey) -> PublicKey<V> {
        // A scalar that is not zero below the order: never the point at infinity.
        PublicKey(self.keys().multiply(&generator::<V>(), &secret.0))
    }

    /// Signs a message. The time depends on the message, not on the key.
    ///
    /// # Errors
    /// If the tag cannot be used.
    pub fn sign(&self, secret: &SecretKey, message: &[u8]) -> Result<Signature<V>, SignatureError> {
        if self.mode == Mode::Augmented {
            return self.sign_with_key(secret, &self.public_key(secret), message);
        }
        let hash = self.hash_bytes(message)?;
        Ok(Signature(self.signatures().multiply(&hash, &secret.0)))
    }

    /// The same for a signer who has the public key of the secret key at hand: with [`Mode::Augmented`] it is part of what is
    /// signed, and need not be computed again. The time depends on the message and the public key, not on the secret key.
    /// Under another public key the signature is worth nothing.
    ///
    /// # Errors
    /// If the tag cannot be used.
    pub fn sign_with_key(
        &self,
        secret: &SecretKey,
        key: &PublicKey<V>,
        message: &[u8],
    ) -> Result<Signature<V>, SignatureError> {
        let hash = self.hash(key, message)?;
        Ok(Signature(self.signatures().multiply(&hash, &secret.0)))
    }

    /// The public keys of many secret keys, in constant time: a fraction of the time where the CPU has lanes for it.
    ///
    /// ```
    /// use lanesmith_bls::Workers;
    /// use lanesmith_bls::signature::{Scheme, SecretKey, SignatureError};
    /// let scheme = Scheme::min_pk();
    /// let secrets: Vec<_> = (0..9).map(|i| SecretKey::generate(&[i; 32], b"")).collect::<Result<_, _>>()?;
    /// let keys = scheme.public_keys(Workers::HERE, &secrets);
    /// assert_eq!(keys[8], scheme.public_key(&secrets[8]));
    /// # Ok::<(), SignatureError>(())
    /// ```
    pub fn public_keys(&self, workers: Workers<'_>, secrets: &[SecretKey]) -> Vec<PublicKey<V>> {
        let mut parts = self.parts_of::<Vec<PublicKey<V>>>(workers, secrets.len());
        workers.each(&mut parts, |_, (range, keys)| {
            let scalars: Vec<_> = secrets[range.clone()].iter().map(|secret| &secret.0).collect();
            let points = alloc::vec![generator::<V>(); scalars.len()];
            let kernel = V::Key::kernel(self.kernel_for(scalars.len()));
            *keys = kernel.multiply_many(&points, &scalars).into_iter().map(PublicKey).collect();
        });
        parts.into_iter().flat_map(|(_, keys)| keys).collect()
    }

    /// The signature of each message by the secret key beside it, in time that depends on the messages, not on the keys: a fraction of
    /// that of [`Scheme::sign`] where the CPU has lanes for it.
    ///
    /// ```
    /// use lanesmith_bls::Workers;
    /// use lanesmith_bls::signature::{Scheme, SecretKey, SignatureError};
    /// let (scheme, secret) = (Scheme::min_pk(), SecretKey::generate(&[7; 32], b"")?);
    /// let jobs: [(&SecretKey, &[u8]); 2] = [(&secret, b"one"), (&secret, b"another")];
    /// let signatures = scheme.sign_many(Workers::HERE, &jobs)?;
    /// assert_eq!(signatures[1], scheme.sign(&secret, b"another")?);
    /// # Ok::<(), SignatureError>(())
    /// ```
    ///
    /// # Errors
    /// If the tag cannot be used.
    pub fn sign_many(
        &self,
        workers: Workers<'_>,
        jobs: &[(&SecretKey, &[u8])],
    ) -> Result<Vec<Signature<V>>, SignatureError> {
        let mut parts = self.parts_of::<(Vec<Signature<V>>, Option<SignatureError>)>(workers, jobs.len());
        workers.each(&mut parts, |_, (range, (signatures, failed))| {
            match self.sign_part(&jobs[range.clone()]) {
                Ok(signed) => *signatures = signed,
                Err(error) => *failed = Some(error),
            }
        });
        let mut all = Vec::with_capacity(jobs.len());
        for (_, (signatures, failed)) in parts {
            failed.map_or(Ok(()), Err)?;
            all.extend(signatures);
        }
        Ok(all)
    }

    /// Signs what one thread signs.
    fn sign_part(&self, jobs: &[(&SecretKey, &[u8])]) -> Result<Vec<Signature<V>>, SignatureError> {
        let kernel = self.kernel_for(jobs.len());
        let scalars: Vec<_> = jobs.iter().map(|(secret, _)| &secret.0).collect();
        let tag = self.usable_tag()?;
        let fields_of = self.signatures().fields_of;
        let fields = if self.mode == Mode::Augmented {
            let points = alloc::vec![generator::<V>(); scalars.len()];
            let keys = V::Key::kernel(kernel).multiply_many(&points, &scalars);
            let pairs = keys.into_iter().map(PublicKey).zip(jobs);
            pairs.map(|(key, (_, message))| self.fields(&key, message)).collect::<Result<Vec<_>, _>>()?
        } else {
            jobs.iter().map(|(_, message)| fields_of(message, tag)).collect::<Result<Vec<_>, _>>()?
        };
        let signatures = V::Signature::kernel(kernel);
        let hashes = (signatures.fields_to_group)(&fields);
        Ok(signatures.multiply_many(&hashes, &scalars).into_iter().map(Signature).collect())
    }

    /// The parts in which so many entries are done, each with what is found there, of nothing yet.
    fn parts_of<T: Default>(&self, workers: Workers<'_>, count: usize) -> Vec<(Range<usize>, T)> {
        let size = count.div_ceil(workers.count().max(1)).next_multiple_of(8).clamp(8, PART);
        (0..count).step_by(size).map(|start| (start..count.min(start + size), T::default())).collect()
    }

    /// Verifies the signature of a message: one loop over two pairs.
    ///
    /// # Errors
    /// [`SignatureError::Mismatch`] if it is another's; if the tag cannot be used.
    pub fn verify(
        &self,
        key: &PublicKey<V>,
        message: &[u8],
        signature: &Signature<V>,
    ) -> Result<(), SignatureError> {
        let hash = self.hash(key, message)?;
        self.check(key, hash, signature)
    }

    /// Whether the pairing of the key and the hash is that of the generator and the signature.
    fn check(
        &self,
        key: &PublicKey<V>,
        hash: Affine<V::Signature>,
        signature: &Signature<V>,
    ) -> Result<(), SignatureError> {
        let last = V::pair(generator::<V>().neg::<Scalar>(), signature.0);
        let kernel = self.kernel();
        let f = (kernel.miller_loop)(&[V::pair(key.0, hash), last]);
        if (kernel.is_one)(&f) { Ok(()) } else { Err(SignatureError::Mismatch) }
    }

    /// The sum of signatures.
    ///
    /// # Errors
    /// If there is none.
    pub fn aggregate(&self, signatures: &[Signature<V>]) -> Result<Signature<V>, SignatureError> {
        if signatures.is_empty() {
            return Err(SignatureError::Empty { what: "signatures" });
        }
        let points: Vec<_> = signatures.iter().map(|signature| signature.0).collect();
        Ok(Signature(self.signatures().sum(&points)))
    }

    /// The sum of keys. It stands for all of them only where each has proved possession.
    ///
    /// # Errors
    /// If there is none, or the sum is the point at infinity.
    pub fn aggregate_keys(&self, keys: &[PublicKey<V>]) -> Result<PublicKey<V>, SignatureError> {
        if keys.is_empty() {
            return Err(SignatureError::Empty { what: "public keys" });
        }
        let points: Vec<_> = keys.iter().map(|key| key.0).collect();
        PublicKey::from_point(self.keys().sum(&points))
    }

    /// Verifies the aggregate of signatures of one message by each key.
    ///
    /// # Errors
    /// [`SignatureError::Mismatch`] if it is not that; if there is no key, as many messages as keys are not there, or the
    /// scheme is the basic one and two messages are the same.
    pub fn aggregate_verify(
        &self,
        keys: &[PublicKey<V>],
        messages: &[impl AsRef<[u8]>],
        signature: &Signature<V>,
    ) -> Result<(), SignatureError> {
        self.aggregate_verify_until(keys, messages, signature, &|| false).map(|_| ())
    }

    /// The same, unless `stop` says yes, which is asked after every 128 keys, some 50 ms. Whether it is done: if not, nothing is known
    /// about the signature.
    ///
    /// ```
    /// use lanesmith_bls::signature::{Scheme, SecretKey};
    ///
    /// let scheme = Scheme::min_pk();
    /// let secret = SecretKey::generate(&[7; 32], b"")?;
    /// let (key, signature) = (scheme.public_key(&secret), scheme.sign(&secret, b"a")?);
    /// assert_eq!(scheme.aggregate_verify_until(&[key], &[b"a"], &signature, &|| false), Ok(true));
    /// assert_eq!(scheme.aggregate_verify_until(&[key], &[b"b"], &signature, &|| true), Ok(false));
    /// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
    /// ```
    ///
    /// # Errors
    /// As [`aggregate_verify`](Self::aggregate_verify).
    pub fn aggregate_verify_until(
        &self,
        keys: &[PublicKey<V>],
        messages: &[impl AsRef<[u8]>],
        signature: &Signature<V>,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, SignatureError> {
        if keys.len() != messages.len() {
            return Err(SignatureError::Count { keys: keys.len(), messages: messages.len() });
        }
        if keys.is_empty() {
            return Err(SignatureError::Empty { what: "public keys" });
        }
        if self.mode == Mode::Basic {
            let mut seen = BTreeMap::new();
            for (second, message) in messages.iter().enumerate() {
                if let Some(first) = seen.insert(message.as_ref(), second) {
                    return Err(SignatureError::RepeatedMessage { first, second });
                }
            }
        }
        let kernel = self.kernel_for(keys.len());
        let parts = keys.len().div_ceil(PART);
        let mut product = None;
        let mut pairs = Vec::with_capacity(keys.len().min(PART) + 1);
        for (part, (keys, messages)) in (1..).zip(keys.chunks(PART).zip(messages.chunks(PART))) {
            if stop() {
                return Ok(false);
            }
            let fields = keys.iter().zip(messages).map(|(key, message)| self.fields(key, message.as_ref()));
            let hashes =
                (V::Signature::kernel(kernel).fields_to_group)(&fields.collect::<Result<Vec<_>, _>>()?);
            pairs.extend(keys.iter().zip(hashes).map(|(key, hash)| V::pair(key.0, hash)));
            if part == parts {
                pairs.push(V::pair(generator::<V>().neg::<Scalar>(), signature.0));
            }
            let value = (kernel.miller_loop)(&pairs);
            product = Some(product.map_or(value, |before| (kernel.product)(&before, &value)));
            pairs.clear();
        }
        match product.is_some_and(|product| (kernel.is_one)(&product)) {
            true => Ok(true),
            false => Err(SignatureError::Mismatch),
        }
    }

    /// Verifies the aggregate of signatures of one message by all keys.
    ///
    /// # Errors
    /// [`SignatureError::Mismatch`] if it is not that; [`SignatureError::NeedsProofs`] in another mode than
    /// [`Mode::Possession`]; if there is no key, or they sum to the point at infinity.
    pub fn fast_aggregate_verify(
        &self,
        keys: &[PublicKey<V>],
        message: &[u8],
        signature: &Signature<V>,
    ) -> Result<(), SignatureError> {
        if self.mode != Mode::Possession {
            return Err(SignatureError::NeedsProofs);
        }
        self.verify(&self.aggregate_keys(keys)?, message, signature)
    }

    /// Proves that the owner of a key holds its secret.
    ///
    /// # Errors
    /// None that happens: the tag is fixed.
    pub fn prove_possession(&self, secret: &SecretKey) -> Result<Proof<V>, SignatureError> {
        let key = self.public_key(secret);
        let hash = self.signatures().hash(key.to_bytes().as_ref(), V::PROOF_TAG)?;
        Ok(Proof(Signature(self.signatures().multiply(&hash, &secret.0))))
    }

    /// Verifies a proof of possession.
    ///
    /// # Errors
    /// [`SignatureError::Mismatch`] if it is another key's.
    pub fn verify_possession(&self, key: &PublicKey<V>, proof: &Proof<V>) -> Result<(), SignatureError> {
        let hash = self.signatures().hash(key.to_bytes().as_ref(), V::PROOF_TAG)?;
        self.check(key, hash, &proof.0)
    }
}
