//! BLS12-381: keys, signatures, batches. Secrets stay in the room, which JavaScript wipes after the call; what is made of them
//! here is wiped when dropped.

use alloc::vec::Vec;

use lanesmith::bls::keys::KeyPath;
use lanesmith::bls::signature::{Proof, PublicKey, Scheme, SecretKey, Signature, Variant};
use lanesmith_javascript::bls::{self, verify_rows};

use crate::fault::Fault;
use crate::ffi::{Room, exports};

/// Yes, or no where it is only another signature.
fn verdict(done: Result<(), lanesmith::bls::signature::SignatureError>) -> Result<i32, Fault> {
    bls::verdict(done).map(i32::from)
}

/// Which scheme, in a number (variant and twice the mode), and how long its tag is, which comes first in the room.
#[derive(Clone, Copy)]
struct Which(u32, usize);

impl Which {
    fn read<'a, V: Variant>(self, room: &mut Room<'a>) -> Result<Scheme<'a, V>, Fault> {
        bls::scheme(self.0 >> 1, room.next(self.1)?)
    }
}

/// Runs an expression with the variant as a type.
macro_rules! of_variant {
    ($which:expr, $variant:ident => $body:expr) => {
        lanesmith_javascript::of_variant!($which.0 & 1, $variant => $body)
    };
}

/// Writes a short result.
fn put(room: &mut Room<'_>, bytes: &[u8]) -> Result<i32, Fault> {
    room.head.get_mut(..bytes.len()).ok_or_else(Fault::room)?.copy_from_slice(bytes);
    Ok(bytes.len() as i32)
}

fn secret(room: &mut Room<'_>) -> Result<SecretKey, Fault> {
    Ok(SecretKey::from_bytes(room.next(32)?)?)
}

fn put_secret(room: &mut Room<'_>, secret: &SecretKey) -> Result<i32, Fault> {
    put(room, &*secret.to_bytes())
}

/// Keys in rows; a fault names its row.
fn keys<V: Variant>(room: &mut Room<'_>, count: usize, total: usize) -> Result<Vec<PublicKey<V>>, Fault> {
    bls::keys(&room.messages(count, total)?)
}

exports! {
    /// A secret key from material, into the head.
    fn bls_generate(room, material: usize, info: usize) {
        let key = SecretKey::generate(room.next(material)?, room.next(info)?)?;
        put_secret(room, &key)
    }

    /// The master key of a seed, into the head.
    fn bls_derive_master(room, seed: usize) {
        let key = SecretKey::derive_master(room.next(seed)?)?;
        put_secret(room, &key)
    }

    /// The descendant of a key along a path, into the head.
    fn bls_derive_path(room, path: usize) {
        let parent = secret(room)?;
        let key = parent.derive_path(&KeyPath::parse(room.str(path)?)?)?;
        put_secret(room, &key)
    }

    /// The public key of a secret key, into the head; gives its length.
    fn bls_public_key(room, which: u32, tag: usize) {
        let which = Which(which, tag);
        of_variant!(which, V => {
            let scheme = which.read::<V>(room)?;
            let key = scheme.public_key(&secret(room)?);
            put(room, key.to_bytes().as_ref())
        })
    }

    /// Whether bytes are a public key.
    fn bls_check_key(room, which: u32, key: usize) {
        of_variant!(Which(which, 0), V => {
            PublicKey::<V>::from_bytes(room.next(key)?)?;
            Ok(0)
        })
    }

    /// The signature of a message, into the head; gives its length.
    fn bls_sign(room, which: u32, tag: usize, message: usize) {
        let which = Which(which, tag);
        of_variant!(which, V => {
            let scheme = which.read::<V>(room)?;
            let secret = secret(room)?;
            let signature = scheme.sign(&secret, room.next(message)?)?;
            put(room, signature.to_bytes().as_ref())
        })
    }

    /// Whether a signature is right: key, signature, message.
    fn bls_verify(room, which: u32, tag: usize, key: usize, signature: usize, message: usize) {
        let which = Which(which, tag);
        of_variant!(which, V => {
            let scheme = which.read::<V>(room)?;
            let key = PublicKey::from_bytes(room.next(key)?)?;
            let signature = Signature::from_bytes(room.next(signature)?)?;
            verdict(scheme.verify(&key, room.next(message)?, &signature))
        })
    }

    /// The sum of signatures, into the head; gives its length.
    fn bls_aggregate(room, which: u32, count: usize, total: usize) {
        let which = Which(which, 0);
        of_variant!(which, V => {
            let sum = which.read::<V>(room)?.aggregate(&bls::signatures(&room.messages(count, total)?)?)?;
            put(room, sum.to_bytes().as_ref())
        })
    }

    /// The sum of keys, into the head; gives its length.
    fn bls_aggregate_keys(room, which: u32, count: usize, total: usize) {
        let which = Which(which, 0);
        of_variant!(which, V => {
            let sum = which.read::<V>(room)?.aggregate_keys(&keys(room, count, total)?)?;
            put(room, sum.to_bytes().as_ref())
        })
    }

    /// Whether a signature is the sum of those of a message by each key: keys, messages, signature.
    fn bls_aggregate_verify(
        room, which: u32, tag: usize, count: usize, key_total: usize, messages: usize, message_total: usize,
        signature: usize
    ) {
        let which = Which(which, tag);
        of_variant!(which, V => {
            let scheme = which.read::<V>(room)?;
            let keys = keys(room, count, key_total)?;
            let messages = room.messages(messages, message_total)?;
            let signature = Signature::from_bytes(room.next(signature)?)?;
            verdict(scheme.aggregate_verify(&keys, &messages, &signature))
        })
    }

    /// Whether a signature is the sum of those of one message by all keys: keys, signature, message.
    fn bls_fast_aggregate_verify(
        room, which: u32, tag: usize, count: usize, total: usize, signature: usize, message: usize
    ) {
        let which = Which(which, tag);
        of_variant!(which, V => {
            let scheme = which.read::<V>(room)?;
            let keys = keys(room, count, total)?;
            let signature = Signature::from_bytes(room.next(signature)?)?;
            verdict(scheme.fast_aggregate_verify(&keys, room.next(message)?, &signature))
        })
    }

    /// The proof of possession of a secret key, into the head; gives its length.
    fn bls_prove(room, which: u32, tag: usize) {
        let which = Which(which, tag);
        of_variant!(which, V => {
            let scheme = which.read::<V>(room)?;
            let proof = scheme.prove_possession(&secret(room)?)?;
            put(room, proof.0.to_bytes().as_ref())
        })
    }

    /// Whether a proof of possession is of a key: key, proof.
    fn bls_verify_proof(room, which: u32, tag: usize, key: usize, proof: usize) {
        let which = Which(which, tag);
        of_variant!(which, V => {
            let scheme = which.read::<V>(room)?;
            let key = PublicKey::from_bytes(room.next(key)?)?;
            let proof = Proof(Signature::from_bytes(room.next(proof)?)?);
            verdict(scheme.verify_possession(&key, &proof))
        })
    }

    /// A byte for each row of keys, messages and signatures; before them a seed of 32 bytes.
    fn bls_verify_batch(
        room, which: u32, tag: usize, count: usize, key_total: usize, message_total: usize, signature_total: usize
    ) {
        let which = Which(which, tag);
        of_variant!(which, V => {
            let scheme = which.read::<V>(room)?;
            let seed = room.next(32)?.try_into().map_err(|_| Fault::room())?;
            let keys = room.messages(count, key_total)?;
            let messages = room.messages(count, message_total)?;
            let signatures = room.messages(count, signature_total)?;
            verify_rows(&scheme, seed, [&keys, &messages, &signatures], room.next(count)?)?;
            Ok(0)
        })
    }
}
