//! Signatures: Ethereum's tests and networks, and beacons of drand.

use lanesmith_bls::signature::{
    Entry, MinPk, MinSig, Mode, PublicKey, Scheme, SecretKey, Signature, SignatureError, SignatureKernel,
    Variant, expand_seed,
};
use lanesmith_isa::Choice;
use lanesmith_sha256::sha256;
use lanesmith_testkit::vectors::bls::{self as vectors, Hex, Round};

use super::{Outcome, holds, refused};
use crate::{CheckFailure, Tally};

/// Ethereum's signatures on an engine, from bytes.
#[derive(Clone, Copy)]
struct Ethereum {
    engine: Choice<SignatureKernel>,
    scheme: Scheme<'static, MinPk>,
}

impl Ethereum {
    fn new(engine: Choice<SignatureKernel>) -> Self {
        Self { engine, scheme: Scheme::min_pk().with_engine(engine) }
    }

    fn key(&self, bytes: &Hex) -> Result<PublicKey<MinPk>, SignatureError> {
        PublicKey::from_bytes_with(self.engine, &bytes.0)
    }

    fn keys<'a>(
        &self,
        list: impl IntoIterator<Item = &'a Hex>,
    ) -> Result<Vec<PublicKey<MinPk>>, SignatureError> {
        list.into_iter().map(|bytes| self.key(bytes)).collect()
    }

    fn signature(&self, bytes: &Hex) -> Result<Signature<MinPk>, SignatureError> {
        Signature::from_bytes_with(self.engine, &bytes.0)
    }
}

/// Bytes that must come out, or none.
fn bytes_or_none(tally: &mut Tally<'_>, id: &str, expected: Option<&Hex>, got: Option<&[u8]>) -> Outcome {
    match (expected, got) {
        (Some(expected), Some(got)) => tally.bytes(|| id.into(), &expected.0, got),
        (expected, got) => holds(tally, || id.into(), expected.is_some(), got.is_some()),
    }
}

pub fn ethereum(engine: Choice<SignatureKernel>, tally: &mut Tally<'_>) -> Outcome {
    let on = Ethereum::new(engine);
    for case in vectors::sign() {
        let sign = || on.scheme.sign(&SecretKey::from_bytes(&case.input.privkey.0)?, &case.input.message.0);
        let got = sign().ok().map(|signature| signature.to_bytes());
        bytes_or_none(tally, &case.name, case.output.as_ref(), got.as_ref().map(|b| &b[..]))?;
    }
    for case in vectors::verify() {
        let input = &case.input;
        let verify = || {
            let (key, signature) = (on.key(&input.pubkey)?, on.signature(&input.signature)?);
            on.scheme.verify(&key, &input.message.0, &signature)
        };
        holds(tally, || case.name.clone(), case.output, verify().is_ok())?;
    }
    for case in vectors::aggregate() {
        let all: Result<Vec<_>, _> = case.input.iter().map(|bytes| on.signature(bytes)).collect();
        let got = all.and_then(|all| on.scheme.aggregate(&all)).ok().map(|sum| sum.to_bytes());
        bytes_or_none(tally, &case.name, case.output.as_ref(), got.as_ref().map(|b| &b[..]))?;
    }
    for case in vectors::aggregate_verify() {
        let input = &case.input;
        let verify = || {
            let (keys, signature) = (on.keys(&input.pubkeys)?, on.signature(&input.signature)?);
            on.scheme.aggregate_verify(&keys, &input.messages, &signature)
        };
        holds(tally, || case.name.clone(), case.output, verify().is_ok())?;
    }
    for case in vectors::fast_aggregate_verify() {
        let input = &case.input;
        let verify = || {
            let (keys, signature) = (on.keys(&input.pubkeys)?, on.signature(&input.signature)?);
            on.scheme.fast_aggregate_verify(&keys, &input.message.0, &signature)
        };
        holds(tally, || case.name.clone(), case.output, verify().is_ok())?;
    }
    Ok(())
}

pub fn batches(engine: Choice<SignatureKernel>, tally: &mut Tally<'_>) -> Outcome {
    let on = Ethereum::new(engine);
    for case in vectors::batch_verify() {
        let input = &case.input;
        let decode = || {
            let keys = on.keys(&input.pubkeys)?;
            let signatures: Result<Vec<_>, _> = input.signatures.iter().map(|s| on.signature(s)).collect();
            Ok::<_, SignatureError>((keys, signatures?))
        };
        let (keys, signatures) = decode().map_err(|e| refused(&case.name, e))?;
        let entries: Vec<Entry<'_, MinPk>> = keys
            .iter()
            .zip(&input.messages)
            .zip(&signatures)
            .map(|((key, message), signature)| Entry {
                key: *key,
                message: &message.0,
                signature: *signature,
            })
            .collect();
        let mut random = expand_seed([1; 32]);
        let right = on.scheme.verify_batch(&entries, &mut random).is_ok();
        holds(tally, || case.name.clone(), case.output, right)?;
        let bad = on.scheme.find_bad(&entries, &mut random).map_err(|e| refused(&case.name, e))?;
        holds(tally, || format!("{}, bad entries", case.name), case.output, bad.is_empty())?;
    }
    Ok(())
}

pub fn network(engine: Choice<SignatureKernel>, tally: &mut Tally<'_>) -> Outcome {
    let on = Ethereum::new(engine);
    let all = vectors::deposits().iter().chain([vectors::credential_change()]);
    for (i, v) in all.enumerate().take(tally.up_to(2)) {
        let id = format!("signature {i} of the network");
        let decode = || Ok::<_, SignatureError>((on.key(&v.pubkey)?, on.signature(&v.signature)?));
        let (key, signature) = decode().map_err(|e| refused(&id, e))?;
        let right = on.scheme.verify(&key, &v.signing_root.0, &signature).is_ok();
        holds(tally, || id.clone(), true, right)?;
        let other = on.scheme.verify(&key, b"other", &signature).is_ok();
        holds(tally, || format!("{id} for another message"), false, other)?;
    }
    #[cfg(feature = "whole")]
    // 512 keys are a tenth of a second on an emulated CPU.
    for (i, v) in vectors::sync_aggregates().iter().enumerate().take(tally.up_to(0)) {
        committee(on, &format!("sync committee {i}"), v, tally)?;
    }
    Ok(())
}

/// A committee of which some signed.
#[cfg(feature = "whole")]
fn committee(on: Ethereum, id: &str, v: &vectors::SyncAggregate, tally: &mut Tally<'_>) -> Outcome {
    let refuse = |e| refused(id, e);
    let keys = on.keys(&v.sync_committee_pubkeys).map_err(refuse)?;
    let sum = on.scheme.aggregate_keys(&keys).map_err(refuse)?;
    tally.bytes(|| format!("{id}, sum"), &v.sync_committee_aggregate_pubkey.0, sum.to_bytes().as_ref())?;
    let bits = &v.sync_committee_bits.0;
    let signers: Vec<_> = keys
        .into_iter()
        .enumerate()
        .filter(|(i, _)| bits.get(i / 8).is_some_and(|byte| byte >> (i % 8) & 1 == 1))
        .map(|(_, key)| key)
        .collect();
    holds(tally, || format!("{id}, participants"), true, signers.len() == v.participants)?;
    let signature = on.signature(&v.sync_committee_signature).map_err(refuse)?;
    let verify = |keys: &[_]| on.scheme.fast_aggregate_verify(keys, &v.signing_root.0, &signature).is_ok();
    holds(tally, || id.into(), true, verify(&signers))?;
    holds(tally, || format!("{id} without one"), false, verify(&signers[1..]))
}

/// A round on an engine: whether its signature is right.
fn round<V: Variant>(
    engine: Choice<SignatureKernel>,
    v: &Round,
    tag: &'static [u8],
) -> Result<bool, CheckFailure> {
    let scheme = Scheme::<V>::with_tag(Mode::Basic, tag).with_engine(engine);
    let key = PublicKey::from_bytes_with(engine, &v.public_key.0).map_err(|e| refused(&v.name, e))?;
    let previous = v.previous_signature.as_ref().map_or(&[][..], |p| &p.0);
    let chained = if v.scheme == "pedersen-bls-chained" { previous } else { &[] };
    let message = sha256(&[chained, &v.round.to_be_bytes()].concat());
    let verify = |signature| scheme.verify(&key, &message, &signature);
    Ok(Signature::from_bytes_with(engine, &v.signature.0).and_then(verify).is_ok())
}

pub fn drand(engine: Choice<SignatureKernel>, tally: &mut Tally<'_>) -> Outcome {
    let quick = if tally.is_full() { 1 } else { 5 };
    for v in vectors::rounds().iter().step_by(quick) {
        let right = match v.scheme.as_str() {
            "pedersen-bls-chained" | "pedersen-bls-unchained" => {
                round::<MinPk>(engine, v, MinPk::TAGS[Mode::Basic as usize])?
            }
            // By a slip that stands, this scheme has the tag of the other group.
            "bls-unchained-on-g1" => round::<MinSig>(engine, v, MinPk::TAGS[Mode::Basic as usize])?,
            _ => round::<MinSig>(engine, v, MinSig::TAGS[Mode::Basic as usize])?,
        };
        holds(tally, || v.name.clone(), v.valid, right)?;
    }
    Ok(())
}
