//! Keys that several hold: any so many shares recover the key or its signatures, fewer tell nothing.

use alloc::vec::Vec;
use core::num::NonZeroU32;

use lanesmith::bls::keys::{Commitments, Share, SharingError, recover_key, recover_signature, split};
use lanesmith::bls::signature::expand_seed;

use super::secret::{Secret, secret_of};
use super::values::{Held, of_variant, signature};
use super::{Key, Seed, Sig};
use crate::{Fault, Outcome, Status, sized};

impl From<SharingError> for Fault {
    fn from(error: SharingError) -> Self {
        let status = match error {
            SharingError::Threshold { .. } | SharingError::RepeatedIndex { .. } => Status::Range,
            SharingError::NoShare => Status::Length,
            SharingError::Memory { .. } => Status::Memory,
            SharingError::NoKey => Status::Key,
            _ => Status::Internal,
        };
        Fault::new(status, error)
    }
}

/// Bytes of a compressed key.
fn width(variant: u32) -> usize {
    if variant == 0 { 48 } else { 96 }
}

fn index_of(index: u32) -> Outcome<NonZeroU32> {
    NonZeroU32::new(index).ok_or_else(|| Fault::range("index", 0, "1 or more"))
}

// JavaScript: bls.splitKey. Python: bls.split.
/// Splits a secret key: any `threshold` of the shares recover it, fewer tell nothing. `out` is 32 bytes for each share, which are
/// numbered from 1; `commitments` (Feldman) is a compressed key for each of the threshold, of which the first is the public key.
pub fn bls_split(
    variant: u32,
    threshold: u32,
    shares: u32,
    secret: &[u8; 32],
    seed: Seed,
    out: &mut [u8],
    commitments: &mut [u8],
) -> Outcome {
    let secret = secret_of(secret)?;
    let out = sized::<32>("out", out, shares as usize)?;
    let (found, wanted) = (commitments.len(), (threshold as usize).checked_mul(width(variant)));
    if Some(found) != wanted {
        return Err(Fault::length("commitments", found, format_args!("{threshold} keys")));
    }
    of_variant!(variant, V => {
        let (dealt, public) = split::<V>(&secret, threshold as usize, shares, &mut expand_seed(seed))?;
        for (out, share) in out.iter_mut().zip(&dealt) {
            out.copy_from_slice(&*share.key.to_bytes());
        }
        for (out, point) in commitments.chunks_exact_mut(width(variant)).zip(public.to_bytes()) {
            out.copy_from_slice(point.as_ref());
        }
        Ok(())
    })
}

// JavaScript: bls.verifyShare. Python: bls.Commitments.verify.
/// Whether share `index` is the one that was dealt, by the commitments.
pub fn bls_share_verify(variant: u32, index: u32, secret: &[u8; 32], commitments: &[u8]) -> Outcome<bool> {
    let share = Share { index: index_of(index)?, key: secret_of(secret)? };
    of_variant!(variant, V => Ok(read::<V>(variant, commitments)?.verify(&share)))
}

// JavaScript: bls.shareKey. Python: bls.Commitments.share_key.
/// The public key of share `index`, by the commitments.
pub fn bls_share_key(variant: u32, index: u32, commitments: &[u8]) -> Outcome<Key> {
    let index = index_of(index)?;
    of_variant!(variant, V => Ok(V::keep(read::<V>(variant, commitments)?.share_key(index)?)))
}

fn read<V: Held>(variant: u32, flat: &[u8]) -> Outcome<Commitments<V>> {
    let points = flat.chunks_exact(width(variant));
    if !points.remainder().is_empty() {
        return Err(Fault::length(
            "commitments",
            flat.len(),
            format_args!("a multiple of {}", width(variant)),
        ));
    }
    Ok(Commitments::from_bytes(points)?)
}

// JavaScript: bls.recoverKey. Python: bls.recover_key.
/// The secret key that was split, from as many shares as the threshold, 32 bytes each, and their numbers; from fewer, another key.
pub fn bls_recover_key(indices: &[u32], shares: &[[u8; 32]]) -> Outcome<Secret> {
    if indices.len() != shares.len() {
        return Err(Fault::counts("indices", indices.len(), "shares", shares.len()));
    }
    let read = |(row, (index, bytes)): (usize, (&u32, &[u8; 32]))| {
        let share = index_of(*index).and_then(|index| Ok(Share { index, key: secret_of(bytes)? }));
        share.map_err(|fault| fault.at(row))
    };
    let shares: Vec<Share> = indices.iter().zip(shares).enumerate().map(read).collect::<Outcome<_>>()?;
    Ok(recover_key(&shares)?.to_bytes())
}

// JavaScript: bls.recoverSignature. Python: bls.recover_signature.
/// The signature of the key that was split, from signatures by as many shares as the threshold, and their numbers.
pub fn bls_recover_signature(variant: u32, indices: &[u32], signatures: &[&Sig]) -> Outcome<Sig> {
    if indices.len() != signatures.len() {
        return Err(Fault::counts("indices", indices.len(), "signatures", signatures.len()));
    }
    of_variant!(variant, V => {
        let read = |(row, (index, one)): (usize, (&u32, &&Sig))| {
            let pair = index_of(*index).and_then(|index| Ok((index, *signature::<V>(one)?)));
            pair.map_err(|fault| fault.at(row))
        };
        let pairs: Vec<_> = indices.iter().zip(signatures).enumerate().map(read).collect::<Outcome<_>>()?;
        Ok(V::keep_signature(recover_signature(&pairs)?))
    })
}
