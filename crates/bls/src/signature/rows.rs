//! A verdict for each row of a batch: what is wrong is found at little more than the price of a product of pairings for all.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::Range;

use lanesmith_parallel::Workers;

use super::batch::{Entry, factor, pairs};
use super::key::{PublicKey, Signature, generator};
use super::scheme::Scheme;
use super::variant::{Group, Variant};
use crate::arch::Scalar;
use crate::curve::{Affine, G1Affine, G2Affine};
use crate::error::SignatureError;
use crate::ops::SignatureKernel;
use crate::tower::Fp12;

/// Rows of [`Scheme::verify_each`] and [`Scheme::verify_rows`] that share a product of pairings.
const ROWS: usize = 512;

/// Rows that share one for each of several threads, where those are many.
const ROWS_EACH: usize = 32;

/// Rows of which no fewer are worth a turn of a thread: they share the squarings of a Miller loop.
const SHARE: usize = 4;

/// Rows from which on a turn of a thread is long: with fewer, another turn costs more than waiting for a thread that is late.
const TURN: usize = 128;

/// Rows that vectors take together: a turn of another length leaves lanes empty.
const LANES: usize = 8;

/// A key or a signature of a [`Row`].
#[derive(Clone, Debug)]
pub enum Given<'m, T> {
    /// Decoded already.
    Decoded(T),
    /// Its bytes, compressed or not, of which nothing was checked.
    Bytes(Cow<'m, [u8]>),
}

impl<'m, T> Given<'m, T> {
    /// What is decoded, and the next of `found` for what was not.
    fn or_next(
        self,
        found: &mut impl Iterator<Item = Result<T, SignatureError>>,
    ) -> Result<T, SignatureError> {
        match self {
            Given::Decoded(point) => Ok(point),
            // There are as many as were given.
            Given::Bytes(_) => found.next().unwrap_or(Err(SignatureError::Empty { what: "decoded points" })),
        }
    }

    fn bytes(&self) -> Option<&[u8]> {
        match self {
            Given::Decoded(_) => None,
            Given::Bytes(bytes) => Some(bytes),
        }
    }
}

/// An [`Entry`] that may have to be decoded: many together take a fraction of the time where the CPU has lanes for it.
#[derive(Clone, Debug)]
pub struct Row<'m, V: Variant> {
    /// The key.
    pub key: Given<'m, PublicKey<V>>,
    /// The message.
    pub message: &'m [u8],
    /// The signature.
    pub signature: Given<'m, Signature<V>>,
}

impl<'m, V: Variant> Row<'m, V> {
    /// A row of which nothing was decoded.
    pub fn from_bytes(
        key: impl Into<Cow<'m, [u8]>>,
        message: &'m [u8],
        signature: impl Into<Cow<'m, [u8]>>,
    ) -> Self {
        Row { key: Given::Bytes(key.into()), message, signature: Given::Bytes(signature.into()) }
    }
}

impl<'m, V: Variant> From<Entry<'m, V>> for Row<'m, V> {
    fn from(entry: Entry<'m, V>) -> Self {
        Row {
            key: Given::Decoded(entry.key),
            message: entry.message,
            signature: Given::Decoded(entry.signature),
        }
    }
}

/// Decodes rows together; of a row with two bad points the key is named.
fn decoded<'m, V: Variant, E: From<SignatureError>>(
    kernel: &SignatureKernel,
    rows: Vec<Result<Row<'m, V>, E>>,
) -> Vec<Result<Entry<'m, V>, E>> {
    let good = || rows.iter().filter_map(|row| row.as_ref().ok());
    let keys: Vec<&[u8]> = good().filter_map(|row| row.key.bytes()).collect();
    let signatures: Vec<&[u8]> = good().filter_map(|row| row.signature.bytes()).collect();
    let mut keys = PublicKey::decode_many(kernel, &keys).into_iter();
    let mut signatures = Signature::decode_many(kernel, &signatures).into_iter();
    let entry = |row: Result<Row<'m, V>, E>| {
        let Row { key, message, signature } = row?;
        // Both are taken before either is looked at: the next row's are the next.
        let (key, signature) = (key.or_next(&mut keys), signature.or_next(&mut signatures));
        Ok(Entry { key: key?, message, signature: signature? })
    };
    rows.into_iter().map(entry).collect()
}

/// Entries that are blinded together, and can be verified in parts.
struct Blinded<V: Variant> {
    pairs: Vec<(G1Affine, G2Affine)>,
    signatures: Vec<Affine<V::Signature>>,
    factors: Vec<u64>,
}

impl<V: Variant> Blinded<V> {
    /// The product of pairings of messages and keys, and the sum of signatures.
    fn product(&self, scheme: &Scheme<'_, V>, range: Range<usize>) -> (Fp12, Affine<V::Signature>) {
        let kernel = scheme.kernel_for(range.len());
        let signatures = V::Signature::kernel(kernel);
        let sum = signatures.sum_scaled(&self.signatures[range.clone()], &self.factors[range.clone()]);
        ((kernel.miller_loop)(&self.pairs[range]), sum)
    }

    fn is_right(&self, scheme: &Scheme<'_, V>, range: Range<usize>) -> bool {
        let (product, sum) = self.product(scheme, range);
        cancels(scheme, &product, sum)
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

/// Whether a product of pairings of messages and keys is that of the sum of signatures.
fn cancels<V: Variant>(scheme: &Scheme<'_, V>, product: &Fp12, sum: Affine<V::Signature>) -> bool {
    let kernel = scheme.kernel();
    let last = (kernel.miller_loop)(&[V::pair(generator::<V>().neg::<Scalar>(), sum)]);
    (kernel.is_one)(&(kernel.product)(product, &last))
}

/// Rows that one thread takes together.
struct Part<V: Variant, E> {
    /// The numbers of those that have something to verify.
    rows: Vec<usize>,
    blinded: Blinded<V>,
    product: Option<(Fp12, Affine<V::Signature>)>,
    refused: Vec<(usize, E)>,
    failed: Option<SignatureError>,
    bad: Vec<usize>,
}

impl<V: Variant, E> Part<V, E> {
    fn new(rows: Range<usize>, random: &mut dyn FnMut(&mut [u8])) -> Result<Self, SignatureError> {
        let factors = rows.clone().map(|_| factor(random)).collect::<Result<_, _>>()?;
        let blinded = Blinded { pairs: Vec::new(), signatures: Vec::new(), factors };
        let (product, refused, failed, bad) = (None, Vec::new(), None, Vec::new());
        Ok(Part { rows: rows.collect(), blinded, product, refused, failed, bad })
    }

    /// Reads the rows, and works on them as far as it goes without the others.
    fn work<'m>(
        &mut self,
        scheme: &Scheme<'_, V>,
        read: impl Fn(&[usize]) -> Vec<Result<Entry<'m, V>, E>>,
    ) -> Result<(), SignatureError> {
        let (mut keys, mut fields, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        let entries = read(&self.rows);
        for (number, entry) in core::mem::take(&mut self.rows).into_iter().zip(entries) {
            match entry {
                Ok(entry) => {
                    fields.push(scheme.fields(&entry.key, entry.message)?);
                    keys.push(entry.key.0);
                    self.blinded.signatures.push(entry.signature.0);
                    rows.push(number);
                }
                Err(reason) => self.refused.push((number, reason)),
            }
        }
        self.rows = rows;
        self.blinded.factors.truncate(keys.len());
        if keys.is_empty() {
            return Ok(());
        }
        self.blinded.pairs =
            pairs::<V>(scheme.kernel_for(keys.len()), &mut keys, &fields, &self.blinded.factors);
        self.product = Some(self.blinded.product(scheme, 0..keys.len()));
        Ok(())
    }

    /// Names what is wrong, of rows that have something wrong or not.
    fn search(&mut self, scheme: &Scheme<'_, V>) {
        let Some((product, sum)) = &self.product else { return };
        if !cancels(scheme, product, *sum) {
            let (mut bad, all) = (Vec::new(), 0..self.rows.len());
            self.blinded.bisect(scheme, all, &mut bad);
            self.bad = bad.into_iter().map(|place| self.rows[place]).collect();
        }
    }
}

impl<V: Variant> Scheme<'_, V> {
    /// The parts of some rows after their work, and whether all that can be verified is right.
    fn parts<'m, E: Send>(
        &self,
        workers: Workers<'_>,
        rows: Range<usize>,
        read: &(impl Fn(&[usize]) -> Vec<Result<Entry<'m, V>, E>> + Sync),
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Result<(Vec<Part<V, E>>, bool), SignatureError> {
        // Two turns for each thread, so that none waits long for another. Alone, or where turns are short, one: the larger a product,
        // the cheaper each row.
        let threads = workers.count().max(1);
        let long = threads > 1 && rows.len() / threads >= 2 * TURN;
        let turns = if long { threads.saturating_mul(2) } else { threads };
        let size = rows.len().div_ceil(turns);
        let size = if size > LANES { size.next_multiple_of(LANES) } else { size.max(SHARE) };
        let starts = rows.clone().step_by(size);
        let mut parts = starts
            .map(|start| Part::new(start..rows.end.min(start + size), random))
            .collect::<Result<Vec<Part<V, E>>, _>>()?;
        workers.each(&mut parts, |_, part| part.failed = part.work(self, read).err());
        if let Some(error) = parts.iter_mut().find_map(|part| part.failed.take()) {
            return Err(error);
        }
        let mut products = parts.iter().filter_map(|part| part.product);
        let Some(first) = products.next() else { return Ok((parts, true)) };
        let kernel = self.kernel();
        let (product, sum) = products.fold(first, |(product, sum), (other, more)| {
            ((kernel.product)(&product, &other), self.signatures().sum(&[sum, more]))
        });
        let is_right = cancels(self, &product, sum);
        Ok((parts, is_right))
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
        let read =
            |numbers: &[usize]| numbers.iter().map(|number| Ok::<_, Infallible>(entries[*number])).collect();
        let (mut parts, is_right) = self.parts(Workers::HERE, 0..entries.len(), &read, random)?;
        if !is_right {
            parts.iter_mut().for_each(|part| part.search(self));
        }
        Ok(parts.into_iter().flat_map(|part| part.bad).collect())
    }

    /// A verdict for each row, at little more than the price of [`Scheme::verify_batch`]: whether its signature is right, or the
    /// caller's own reason why the row has none to verify. Rows are taken from the iterator as they are worked on, 512 at a
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

    /// A verdict for each of `count` rows as [`verify_each`](Self::verify_each) gives it, computed by these workers. `row` gives a row by
    /// its number, and is called on their threads: what has to be decoded is best decoded there.
    ///
    /// ```
    /// use lanesmith_bls::Workers;
    /// use lanesmith_bls::signature::{Entry, Scheme, SecretKey, SignatureError, expand_seed};
    /// let (scheme, secret) = (Scheme::min_pk(), SecretKey::generate(&[7; 32], b"")?);
    /// let key = scheme.public_key(&secret).to_bytes();
    /// let signature = scheme.sign(&secret, b"message")?.to_bytes();
    /// let messages: [&[u8]; 100] = [b"message"; 100];
    /// let row = |number: usize| Entry::from_bytes(&key, messages[number], &signature);
    /// let mut random = expand_seed([42; 32]); // from the operating system in production
    /// let verdicts = scheme.verify_rows(Workers::threads(4), messages.len(), row, &mut random)?;
    /// assert!(verdicts.iter().all(|verdict| *verdict == Ok(true)));
    /// # Ok::<(), SignatureError>(())
    /// ```
    ///
    /// # Errors
    /// If the generator gives only zeros, or the tag cannot be used.
    pub fn verify_rows<'m, E: Send>(
        &self,
        workers: Workers<'_>,
        count: usize,
        row: impl Fn(usize) -> Result<Entry<'m, V>, E> + Sync,
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Result<Vec<Result<bool, E>>, SignatureError> {
        self.verdicts(workers, count, |numbers| numbers.iter().map(|number| row(*number)).collect(), random)
    }

    /// [`verify_rows`](Self::verify_rows) of rows that are not decoded yet: each thread decodes many together.
    ///
    /// ```
    /// use lanesmith_bls::Workers;
    /// use lanesmith_bls::signature::{Row, Scheme, SecretKey, SignatureError, expand_seed};
    /// let (scheme, secret) = (Scheme::min_pk(), SecretKey::generate(&[7; 32], b"")?);
    /// let key = scheme.public_key(&secret).to_bytes();
    /// let signature = scheme.sign(&secret, b"message")?.to_bytes();
    /// let messages: [&[u8]; 100] = [b"message"; 100];
    /// let row = |number: usize| Ok::<_, SignatureError>(Row::from_bytes(&key[number / 99..], messages[number], &signature[..]));
    /// let mut random = expand_seed([42; 32]); // from the operating system in production
    /// let verdicts = scheme.verify_encoded_rows(Workers::threads(4), messages.len(), row, &mut random)?;
    /// assert!(verdicts[..99].iter().all(|verdict| *verdict == Ok(true)));
    /// assert!(matches!(verdicts[99], Err(SignatureError::Point { .. })));
    /// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn verify_encoded_rows<'m, E: Send + From<SignatureError>>(
        &self,
        workers: Workers<'_>,
        count: usize,
        row: impl Fn(usize) -> Result<Row<'m, V>, E> + Sync,
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Result<Vec<Result<bool, E>>, SignatureError> {
        let read = |numbers: &[usize]| {
            decoded(self.kernel_for(numbers.len()), numbers.iter().map(|number| row(*number)).collect())
        };
        self.verdicts(workers, count, read, random)
    }

    /// A verdict for each of so many rows, of which `read` gives some at a time.
    fn verdicts<'m, E: Send>(
        &self,
        workers: Workers<'_>,
        count: usize,
        read: impl Fn(&[usize]) -> Vec<Result<Entry<'m, V>, E>> + Sync,
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Result<Vec<Result<bool, E>>, SignatureError> {
        let mut verdicts: Vec<Result<bool, E>> = (0..count).map(|_| Ok(true)).collect();
        let most = workers.count().saturating_mul(ROWS_EACH).max(ROWS);
        // All of about the same size.
        let size = count.div_ceil(count.div_ceil(most).max(1)).max(1);
        for start in (0..count).step_by(size) {
            let (mut parts, is_right) = self.parts(workers, start..count.min(start + size), &read, random)?;
            if !is_right {
                workers.each(&mut parts, |_, part| part.search(self));
            }
            for part in parts {
                part.refused.into_iter().for_each(|(row, reason)| verdicts[row] = Err(reason));
                part.bad.into_iter().for_each(|row| verdicts[row] = Ok(false));
            }
        }
        Ok(verdicts)
    }
}
