//! Hashing to the curves.

use lanesmith_bls::curve::{Encoded, Projective};
use lanesmith_bls::hazmat::{Fp, Fp2, HashKernel, Scalar};
use lanesmith_bls::{ExpandError, HashToCurve};
use lanesmith_isa::Choice;
use lanesmith_testkit::vectors::bls::{self as vectors, HashSuite, Precompile};

use super::point::uncompressed;
use super::{Outcome, holds, refused};
use crate::Tally;

fn bytes<F: Encoded>(point: &Projective<F>) -> Vec<u8> {
    point.to_affine::<Scalar>().to_uncompressed::<Scalar>().as_ref().to_vec()
}

/// A suite of hashing.
fn suite<F: Encoded>(
    vectors: &HashSuite,
    hash: impl Fn(&[u8], &[u8]) -> Result<Projective<F>, ExpandError>,
    tally: &mut Tally<'_>,
) -> Outcome {
    for v in &vectors.vectors {
        let id = format!("{} of {:?}", vectors.ciphersuite, v.msg);
        let point = hash(v.msg.as_bytes(), vectors.dst.as_bytes()).map_err(|e| refused(&id, e))?;
        tally.bytes(|| id, &v.point.to_uncompressed(), &bytes(&point))?;
    }
    let id = || format!("{} with an empty tag", vectors.ciphersuite);
    holds(tally, id, false, hash(b"", b"").is_ok())
}

pub fn messages(engine: Choice<HashKernel>, tally: &mut Tally<'_>) -> Outcome {
    let hash = HashToCurve::with_engine(engine);
    suite(vectors::hash_to_g1(), |m, dst| hash.to_g1(m, dst), tally)?;
    suite(vectors::encode_to_g1(), |m, dst| hash.encode_to_g1(m, dst), tally)?;
    suite(vectors::hash_to_g2(), |m, dst| hash.to_g2(m, dst), tally)?;
    suite(vectors::encode_to_g2(), |m, dst| hash.encode_to_g2(m, dst), tally)?;
    // Ethereum has no tag for these but RFC 9380's.
    let dst = vectors::hash_to_g2().dst.as_bytes();
    for case in vectors::ethereum_hash_to_g2() {
        let point = hash.to_g2(case.input.msg.as_bytes(), dst).map_err(|e| refused(&case.name, e))?;
        tally.bytes(|| case.name.clone(), &case.output.to_uncompressed(), &bytes(&point))?;
    }
    Ok(())
}

/// The map of a field element to the group.
fn map<F: Encoded>(list: &[Precompile], map: impl Fn(&F) -> Projective<F>, tally: &mut Tally<'_>) -> Outcome {
    for v in list {
        let element: Vec<u8> =
            v.input.0.chunks(64).rev().flat_map(|e| &e[e.len().min(16)..]).copied().collect();
        let element =
            F::read::<Scalar>(&element).map_err(|_| refused(&v.name, "an element that is not canonical"))?;
        let expected = v.expected.as_ref().map(|e| uncompressed::<F>(&e.0)).unwrap_or_default();
        tally.bytes(|| v.name.clone(), &expected, &bytes(&map(&element)))?;
    }
    Ok(())
}

pub fn maps(engine: Choice<HashKernel>, tally: &mut Tally<'_>) -> Outcome {
    let hash = HashToCurve::with_engine(engine);
    map::<Fp>(vectors::map_fp_to_g1(), |u| hash.map_to_g1(u), tally)?;
    map::<Fp2>(vectors::map_fp2_to_g2(), |u| hash.map_to_g2(u), tally)
}
