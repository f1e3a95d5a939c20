//! BLS12-381: keys, signatures, batches, shares. Secrets stay in the room, which JavaScript wipes after the call; what is made of them
//! here is wiped when dropped. Keys and signatures that were decoded stay here under numbers, until JavaScript lets go of them.

use alloc::vec::Vec;

use lanesmith_face::bls::{self, Key, Scheme, Sig};

use crate::fault::{Fault, Status};
use crate::ffi::{Kept, Room, exports};

/// What is kept under a number.
#[derive(Clone, Copy)]
enum Point {
    Key(Key),
    Sig(Sig),
}

/// Points under their numbers, and the numbers that are free.
struct Points {
    all: Vec<Option<Point>>,
    free: Vec<u32>,
}

static POINTS: Kept<Points> = Kept::new(Points { all: Vec::new(), free: Vec::new() });

/// The number of a row without a key or a signature.
const NONE: u32 = u32::MAX;

fn keep(point: Point) -> Result<i32, Fault> {
    POINTS.with(|Points { all, free }| {
        let at = match free.pop() {
            Some(at) => at as usize,
            None => {
                // Room for the number too, so that letting go never fails.
                let refused = |error| Fault::new(Status::Memory, error);
                all.try_reserve(1).map_err(refused)?;
                free.try_reserve(all.len() + 1).map_err(refused)?;
                all.push(None);
                all.len() - 1
            }
        };
        all[at] = Some(point);
        Ok(at as i32)
    })
}

fn point(id: u32) -> Result<Point, Fault> {
    POINTS.with(|points| points.all.get(id as usize).copied().flatten()).ok_or_else(Fault::room)
}

fn key(id: u32) -> Result<Key, Fault> {
    if let Point::Key(key) = point(id)? { Ok(key) } else { Err(Fault::room()) }
}

fn signature(id: u32) -> Result<Sig, Fault> {
    if let Point::Sig(signature) = point(id)? { Ok(signature) } else { Err(Fault::room()) }
}

/// What is kept under the next numbers of the room.
fn all<T>(
    room: &mut Room<'_>,
    count: usize,
    read: impl Fn(u32) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    room.rows::<4>(count)?.iter().map(|id| read(u32::from_le_bytes(*id))).collect()
}

/// The same where a row may have none.
fn perhaps<T>(read: impl Fn(u32) -> Result<T, Fault>) -> impl Fn(u32) -> Result<Option<T>, Fault> {
    move |id| if id == NONE { Ok(None) } else { read(id).map(Some) }
}

/// Which scheme, in a number (variant and twice the mode), and how long its tag is, which is next in the room.
fn scheme<'a>(room: &mut Room<'a>, which: u32, tag: usize) -> Result<Scheme<'a>, Fault> {
    Ok(Scheme { variant: which & 1, mode: which >> 1, tag: room.next(tag)? })
}

/// Writes a short result.
fn put(room: &mut Room<'_>, bytes: &[u8]) -> Result<i32, Fault> {
    room.head.get_mut(..bytes.len()).ok_or_else(Fault::room)?.copy_from_slice(bytes);
    Ok(bytes.len() as i32)
}

fn secret<'a>(room: &mut Room<'a>) -> Result<&'a [u8; 32], Fault> {
    room.rows::<32>(1)?.first().ok_or_else(Fault::room)
}

/// The next numbers of the room.
fn numbers(room: &mut Room<'_>, count: usize) -> Result<Vec<u32>, Fault> {
    all(room, count, Ok)
}

exports! {
    /// Decodes a key and keeps it: its number.
    fn bls_key(room, variant: u32, len: usize) {
        let key = bls::bls_key_decode(variant, room.next(len)?)?;
        keep(Point::Key(key))
    }

    /// Decodes a signature and keeps it: its number.
    fn bls_signature(room, variant: u32, len: usize) {
        let signature = bls::bls_signature_decode(variant, room.next(len)?)?;
        keep(Point::Sig(signature))
    }

    /// Lets go of a key or a signature.
    fn bls_release(_room, id: u32) {
        POINTS.with(|Points { all, free }| {
            if all.get_mut(id as usize).and_then(Option::take).is_some() {
                free.push(id);
            }
        });
        Ok(0)
    }

    /// The compressed encoding of a key or a signature, into the head; gives its length.
    fn bls_bytes(room, id: u32) {
        let bytes = match point(id)? {
            Point::Key(key) => bls::bls_key_bytes(&key),
            Point::Sig(signature) => bls::bls_signature_bytes(&signature),
        };
        put(room, &bytes)
    }

    /// A secret key from material, into the head.
    fn bls_generate(room, material: usize, info: usize) {
        let key = bls::bls_generate(room.next(material)?, room.next(info)?)?;
        put(room, &*key)
    }

    /// The master key of a seed, into the head.
    fn bls_derive_master(room, seed: usize) {
        let key = bls::bls_derive_master(room.next(seed)?)?;
        put(room, &*key)
    }

    /// The descendant of a key along a path, into the head.
    fn bls_derive_path(room, path: usize) {
        let parent = secret(room)?;
        let key = bls::bls_derive_path(room.str(path)?, parent)?;
        put(room, &*key)
    }

    /// The public key of a secret key, into the head; gives its length.
    fn bls_public_key(room, variant: u32) {
        let key = bls::bls_public_key(variant, secret(room)?)?;
        put(room, &bls::bls_key_bytes(&key))
    }

    /// The signature of a message, into the head; gives its length.
    fn bls_sign(room, which: u32, tag: usize, message: usize) {
        let signature = bls::bls_sign(scheme(room, which, tag)?, secret(room)?, room.next(message)?)?;
        put(room, &bls::bls_signature_bytes(&signature))
    }

    /// Whether a signature is right: message.
    fn bls_verify(room, which: u32, tag: usize, id: u32, signed: u32, message: usize) {
        let scheme = scheme(room, which, tag)?;
        bls::bls_verify(scheme, &key(id)?, room.next(message)?, &signature(signed)?).map(i32::from)
    }

    /// The sum of signatures, into the head; gives its length.
    fn bls_aggregate(room, which: u32, count: usize) {
        let signatures = all(room, count, signature)?;
        let sum = bls::bls_aggregate(scheme(room, which, 0)?, &signatures.iter().collect::<Vec<_>>())?;
        put(room, &bls::bls_signature_bytes(&sum))
    }

    /// The sum of keys, into the head; gives its length.
    fn bls_aggregate_keys(room, which: u32, count: usize) {
        let keys = all(room, count, key)?;
        let sum = bls::bls_aggregate_keys(scheme(room, which, 0)?, &keys.iter().collect::<Vec<_>>())?;
        put(room, &bls::bls_key_bytes(&sum))
    }

    /// Whether a signature is the sum of those of a message by each key: keys, messages.
    fn bls_aggregate_verify(
        room, which: u32, tag: usize, count: usize, messages: usize, message_total: usize, signed: u32
    ) {
        let (scheme, keys) = (scheme(room, which, tag)?, all(room, count, key)?);
        let messages = room.messages(messages, message_total)?;
        let keys: Vec<_> = keys.iter().collect();
        bls::bls_aggregate_verify(scheme, &keys, &messages, &signature(signed)?).map(i32::from)
    }

    /// Whether a signature is the sum of those of one message by all keys: keys, message.
    fn bls_fast_aggregate_verify(room, which: u32, tag: usize, count: usize, signed: u32, message: usize) {
        let (scheme, keys) = (scheme(room, which, tag)?, all(room, count, key)?);
        let keys: Vec<_> = keys.iter().collect();
        bls::bls_fast_aggregate_verify(scheme, &keys, room.next(message)?, &signature(signed)?).map(i32::from)
    }

    /// The proof of possession of a secret key, into the head; gives its length.
    fn bls_prove(room, which: u32, tag: usize) {
        let proof = bls::bls_prove_possession(scheme(room, which, tag)?, secret(room)?)?;
        put(room, &bls::bls_signature_bytes(&proof))
    }

    /// Whether a proof of possession is of a key.
    fn bls_verify_proof(room, which: u32, tag: usize, id: u32, proof: u32) {
        bls::bls_verify_possession(scheme(room, which, tag)?, &key(id)?, &signature(proof)?).map(i32::from)
    }

    /// A byte for each row of keys, messages and signatures; before them a seed of 32 bytes.
    fn bls_verify_batch(room, which: u32, tag: usize, count: usize, message_total: usize) {
        let (scheme, seed) = (scheme(room, which, tag)?, *secret(room)?);
        let keys = all(room, count, perhaps(key))?;
        let signatures = all(room, count, perhaps(signature))?;
        let messages = room.messages(count, message_total)?;
        let (keys, signatures): (Vec<_>, Vec<_>) =
            (keys.iter().map(Option::as_ref).collect(), signatures.iter().map(Option::as_ref).collect());
        match bls::bls_verify_batch(scheme, &keys, &messages, &signatures, seed, room.next(count)?) {
            Err(fault) if fault.status != Status::Mismatch => Err(fault),
            // The verdicts say it.
            _ => Ok(0),
        }
    }

    /// Shares of a secret key, and commitments of so many bytes: secret, seed.
    fn bls_split(room, variant: u32, threshold: u32, shares: u32, commitments: usize) {
        let (own, seed) = (secret(room)?, *secret(room)?);
        let out = room.next((shares as usize).checked_mul(32).ok_or_else(Fault::room)?)?;
        bls::bls_split(variant, threshold, shares, own, seed, out, room.next(commitments)?)?;
        Ok(0)
    }

    /// Whether a share is the one that was dealt: secret, commitments.
    fn bls_share_verify(room, variant: u32, index: u32, commitments: usize) {
        let own = secret(room)?;
        bls::bls_share_verify(variant, index, own, room.next(commitments)?).map(i32::from)
    }

    /// The public key of a share, into the head; gives its length.
    fn bls_share_key(room, variant: u32, index: u32, commitments: usize) {
        let key = bls::bls_share_key(variant, index, room.next(commitments)?)?;
        put(room, &bls::bls_key_bytes(&key))
    }

    /// The key of shares, into the head: numbers, shares.
    fn bls_recover_key(room, count: usize) {
        let indices = numbers(room, count)?;
        let key = bls::bls_recover_key(&indices, room.rows(count)?)?;
        put(room, &*key)
    }

    /// The signature of signatures by shares, into the head; gives its length: numbers, signatures.
    fn bls_recover_signature(room, variant: u32, count: usize) {
        let (indices, signatures) = (numbers(room, count)?, all(room, count, signature)?);
        let whole = bls::bls_recover_signature(variant, &indices, &signatures.iter().collect::<Vec<_>>())?;
        put(room, &bls::bls_signature_bytes(&whole))
    }

    /// Whether a round of drand is right, and its randomness, into the head: network, key, previous signature, signature.
    fn drand_verify(room, network: usize, key: usize, round: u64, previous: usize, signature: usize) {
        let (network, key) = (room.str(network)?, room.next(key)?);
        let (previous, signature) = (room.next(previous)?, room.next(signature)?);
        match bls::drand_verify(network, key, round, previous, signature) {
            Err(fault) if fault.status == Status::Mismatch => Ok(0),
            randomness => put(room, &randomness?).map(|_| 1),
        }
    }
}
