//! BLS12-381: points, hashing to the curves, signatures, keys, beacons and precompiled contracts.
//!
//! ```
//! use lanesmith_testkit::vectors::bls;
//! assert_eq!(bls::verify().len(), 20);
//! ```

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::files;

/// Bytes that the file writes in hexadecimal, with `0x` or without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex(pub Vec<u8>);

impl AsRef<[u8]> for Hex {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        let digits = text.strip_prefix("0x").unwrap_or(&text);
        crate::hex::decode(digits).map(Hex).ok_or_else(|| D::Error::custom("not hexadecimal"))
    }
}

/// A case of Ethereum's tests: an input and what must come out.
#[derive(Clone, Debug, Deserialize)]
pub struct Case<I, O> {
    /// Its name.
    pub name: String,
    /// The input.
    pub input: I,
    /// What must come out.
    pub output: O,
}

/// A field element that the file writes as `0x..`, or `0x..,0x..` with the constant first; here as encodings of points have
/// it, the constant last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element(pub Vec<u8>);

impl<'de> Deserialize<'de> for Element {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        let part = |part: &str| crate::hex::decode(part.strip_prefix("0x").unwrap_or(part));
        let parts: Option<Vec<Vec<u8>>> = text.split(',').rev().map(part).collect();
        parts.map(|parts| Element(parts.concat())).ok_or_else(|| D::Error::custom("not hexadecimal"))
    }
}

/// A point.
#[derive(Clone, Debug, Deserialize)]
pub struct Point {
    /// Its first coordinate.
    pub x: Element,
    /// Its second coordinate.
    pub y: Element,
}

impl Point {
    /// The uncompressed encoding.
    pub fn to_uncompressed(&self) -> Vec<u8> {
        [&self.x.0[..], &self.y.0].concat()
    }
}

/// A message and the point that it hashes to (RFC 9380).
#[derive(Clone, Debug, Deserialize)]
pub struct HashedMessage {
    /// The message.
    pub msg: String,
    /// The point.
    #[serde(rename = "P")]
    pub point: Point,
    /// The points that are summed and multiplied by the cofactor, for the suites of random oracles.
    #[serde(rename = "Q0")]
    pub first: Option<Point>,
    /// The second of them.
    #[serde(rename = "Q1")]
    pub second: Option<Point>,
    /// The point that is multiplied by the cofactor, for the other suites.
    #[serde(rename = "Q")]
    pub only: Option<Point>,
    /// The field elements that are mapped to them.
    pub u: Vec<Element>,
}

impl HashedMessage {
    /// All points of the vector: on the curve, and the first one in the group.
    pub fn points(&self) -> impl Iterator<Item = &Point> {
        [Some(&self.point), self.first.as_ref(), self.second.as_ref(), self.only.as_ref()]
            .into_iter()
            .flatten()
    }
}

/// The vectors of a suite of RFC 9380.
#[derive(Clone, Debug, Deserialize)]
pub struct HashSuite {
    /// Its name.
    pub ciphersuite: String,
    /// The tag.
    pub dst: String,
    /// The vectors.
    pub vectors: Vec<HashedMessage>,
}

/// `hash_to_G2`.
#[derive(Clone, Debug, Deserialize)]
pub struct MessageInput {
    /// The message.
    pub msg: String,
}

/// `deserialization_G1` and `deserialization_G2`.
#[derive(Clone, Debug, Deserialize)]
pub struct EncodingInput {
    /// The encoding.
    #[serde(alias = "pubkey", alias = "signature")]
    pub bytes: Hex,
}

/// The compressed multiples of the generator of G1, from the zeroth to the 999th, 48 bytes each (zkcrypto).
pub fn multiples_in_g1() -> &'static [u8] {
    include_bytes!("../../vectors/bls/zkcrypto/g1_compressed_valid_test_vectors.dat")
}

/// The compressed multiples of the generator of G2, from the zeroth to the 999th, 96 bytes each (zkcrypto).
pub fn multiples_in_g2() -> &'static [u8] {
    include_bytes!("../../vectors/bls/zkcrypto/g2_compressed_valid_test_vectors.dat")
}

/// `sign`.
#[derive(Clone, Debug, Deserialize)]
pub struct SignInput {
    /// The secret key.
    pub privkey: Hex,
    /// The message.
    pub message: Hex,
}

/// `verify`.
#[derive(Clone, Debug, Deserialize)]
pub struct VerifyInput {
    /// The public key.
    pub pubkey: Hex,
    /// The message.
    pub message: Hex,
    /// The signature.
    pub signature: Hex,
}

/// `aggregate_verify`.
#[derive(Clone, Debug, Deserialize)]
pub struct AggregateInput {
    /// The public keys.
    pub pubkeys: Vec<Hex>,
    /// The messages.
    pub messages: Vec<Hex>,
    /// The aggregate.
    pub signature: Hex,
}

/// `fast_aggregate_verify`.
#[derive(Clone, Debug, Deserialize)]
pub struct FastAggregateInput {
    /// The public keys.
    pub pubkeys: Vec<Hex>,
    /// The message.
    pub message: Hex,
    /// The aggregate.
    pub signature: Hex,
}

/// `batch_verify`.
#[derive(Clone, Debug, Deserialize)]
pub struct BatchInput {
    /// The public keys.
    pub pubkeys: Vec<Hex>,
    /// The messages.
    pub messages: Vec<Hex>,
    /// The signatures.
    pub signatures: Vec<Hex>,
}

/// A call of a precompiled contract (go-ethereum's form).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Precompile {
    /// Its name.
    pub name: String,
    /// The input.
    pub input: Hex,
    /// What must come out.
    pub expected: Option<Hex>,
    /// Or how it must fail.
    pub expected_error: Option<String>,
}

/// A call of a precompiled contract that fails at a known place.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct PrecompileFail {
    /// Its name.
    pub name: String,
    /// The function, as the library calls it.
    pub function: String,
    /// The input.
    pub input: Hex,
    /// How it must fail.
    pub expected_error: String,
    /// Where what is wrong begins; nowhere if it is the length.
    pub offset: Option<usize>,
}

/// A key from key material.
#[derive(Clone, Debug, Deserialize)]
pub struct KeyGen {
    /// The key material.
    pub ikm: Hex,
    /// The context.
    pub key_info: Hex,
    /// The draft: `v3`, `v4`, `v5`.
    pub draft: String,
    /// The salt.
    pub salt: String,
    /// The secret key.
    pub sk: Hex,
}

/// A master key and a child (EIP-2333); keys are decimal.
#[derive(Clone, Debug, Deserialize)]
#[allow(non_snake_case, reason = "the names of the file")]
pub struct Derivation {
    /// The seed.
    pub seed: Hex,
    /// The master key.
    pub master_SK: String,
    /// The index of the child.
    pub child_index: u32,
    /// The child.
    pub child_SK: String,
}

/// A keystore (EIP-2335).
#[derive(Clone, Debug, Deserialize)]
pub struct Keystore {
    /// The password.
    pub password: String,
    /// What of it goes into the key derivation.
    pub password_nfkd_utf8_hex: Hex,
    /// The secret.
    pub secret: Hex,
    /// The keystore.
    pub keystore: serde_json::Value,
}

/// A round of drand.
#[derive(Clone, Debug, Deserialize)]
pub struct Round {
    /// Its name.
    pub name: String,
    /// drand's name of the scheme.
    pub scheme: String,
    /// The network's key.
    pub public_key: Hex,
    /// The round.
    pub round: u64,
    /// The signature before, in chained networks.
    pub previous_signature: Option<Hex>,
    /// The signature.
    pub signature: Hex,
    /// Its hash, if it is valid.
    pub randomness: Option<Hex>,
    /// Whether it is valid.
    pub valid: bool,
}

/// A signature of Ethereum's networks.
#[derive(Clone, Debug, Deserialize)]
pub struct Signed {
    /// The public key.
    #[serde(alias = "from_bls_pubkey")]
    pub pubkey: Hex,
    /// The message.
    pub signing_root: Hex,
    /// The signature.
    pub signature: Hex,
}

/// An aggregate of a sync committee.
#[derive(Clone, Debug, Deserialize)]
pub struct SyncAggregate {
    /// The keys of the committee.
    pub sync_committee_pubkeys: Vec<Hex>,
    /// Their sum.
    pub sync_committee_aggregate_pubkey: Hex,
    /// Who signed, lowest bit of the first byte first.
    pub sync_committee_bits: Hex,
    /// How many signed.
    pub participants: usize,
    /// The message.
    pub signing_root: Hex,
    /// The aggregate.
    pub sync_committee_signature: Hex,
}

files! {
    /// Hashing to G1.
    hash_to_g1: HashSuite = "bls/rfc9380/BLS12381G1_XMD_SHA-256_SSWU_RO_.json";
    /// Encoding to G1.
    encode_to_g1: HashSuite = "bls/rfc9380/BLS12381G1_XMD_SHA-256_SSWU_NU_.json";
    /// Hashing to G2.
    hash_to_g2: HashSuite = "bls/rfc9380/BLS12381G2_XMD_SHA-256_SSWU_RO_.json";
    /// Encoding to G2.
    encode_to_g2: HashSuite = "bls/rfc9380/BLS12381G2_XMD_SHA-256_SSWU_NU_.json";
    /// Hashing to G2, as Ethereum's tests have it.
    ethereum_hash_to_g2: Vec<Case<MessageInput, Point>> = "bls/eth_bls12_381_tests/hash_to_G2.json";
    /// Encodings in G1, and whether they are right.
    deserialization_g1: Vec<Case<EncodingInput, bool>> = "bls/eth_bls12_381_tests/deserialization_G1.json";
    /// Encodings in G2, and whether they are right.
    deserialization_g2: Vec<Case<EncodingInput, bool>> = "bls/eth_bls12_381_tests/deserialization_G2.json";
    /// Signatures; none must come out for a key of zero.
    sign: Vec<Case<SignInput, Option<Hex>>> = "bls/eth_bls12_381_tests/sign.json";
    /// Single verifications.
    verify: Vec<Case<VerifyInput, bool>> = "bls/eth_bls12_381_tests/verify.json";
    /// Aggregates; none must come out where there is nothing to aggregate.
    aggregate: Vec<Case<Vec<Hex>, Option<Hex>>> = "bls/eth_bls12_381_tests/aggregate.json";
    /// Verifications of aggregates of several messages.
    aggregate_verify: Vec<Case<AggregateInput, bool>> = "bls/eth_bls12_381_tests/aggregate_verify.json";
    /// Verifications of aggregates of one message.
    fast_aggregate_verify: Vec<Case<FastAggregateInput, bool>> = "bls/eth_bls12_381_tests/fast_aggregate_verify.json";
    /// Batches.
    batch_verify: Vec<Case<BatchInput, bool>> = "bls/eth_bls12_381_tests/batch_verify.json";
    /// Keys from key material.
    keygen: Vec<KeyGen> = "bls/keygen/keygen.json";
    /// Trees of keys.
    derive: Vec<Derivation> = "bls/eip2333/derive.json";
    /// Keystores.
    keystores: Vec<Keystore> = "bls/eip2335/keystores.json";
    /// Rounds of drand.
    rounds: Vec<Round> = "bls/drand/rounds.json";
    /// Deposits.
    deposits: Vec<Signed> = "bls/eth_real/deposits.json";
    /// A change of credentials.
    credential_change: Signed = "bls/eth_real/bls_to_execution_change.json";
    /// Aggregates of sync committees.
    sync_aggregates: Vec<SyncAggregate> = "bls/eth_real/sync_aggregates.json";
    /// `BLS12_G1ADD`.
    g1_add: Vec<Precompile> = "bls/eip2537/add_G1_bls.json";
    /// `BLS12_G1ADD`, failing.
    g1_add_fails: Vec<Precompile> = "bls/eip2537/fail-add_G1_bls.json";
    /// `BLS12_G1MUL`.
    g1_mul: Vec<Precompile> = "bls/eip2537/mul_G1_bls.json";
    /// `BLS12_G1MUL`, failing.
    g1_mul_fails: Vec<Precompile> = "bls/eip2537/fail-mul_G1_bls.json";
    /// `BLS12_G1MSM`.
    g1_msm: Vec<Precompile> = "bls/eip2537/msm_G1_bls.json";
    /// `BLS12_G1MSM`, failing.
    g1_msm_fails: Vec<Precompile> = "bls/eip2537/fail-msm_G1_bls.json";
    /// `BLS12_G2ADD`.
    g2_add: Vec<Precompile> = "bls/eip2537/add_G2_bls.json";
    /// `BLS12_G2ADD`, failing.
    g2_add_fails: Vec<Precompile> = "bls/eip2537/fail-add_G2_bls.json";
    /// `BLS12_G2MUL`.
    g2_mul: Vec<Precompile> = "bls/eip2537/mul_G2_bls.json";
    /// `BLS12_G2MUL`, failing.
    g2_mul_fails: Vec<Precompile> = "bls/eip2537/fail-mul_G2_bls.json";
    /// `BLS12_G2MSM`.
    g2_msm: Vec<Precompile> = "bls/eip2537/msm_G2_bls.json";
    /// `BLS12_G2MSM`, failing.
    g2_msm_fails: Vec<Precompile> = "bls/eip2537/fail-msm_G2_bls.json";
    /// `BLS12_MAP_FP_TO_G1`.
    map_fp_to_g1: Vec<Precompile> = "bls/eip2537/map_fp_to_G1_bls.json";
    /// `BLS12_MAP_FP_TO_G1`, failing.
    map_fp_to_g1_fails: Vec<Precompile> = "bls/eip2537/fail-map_fp_to_G1_bls.json";
    /// `BLS12_MAP_FP2_TO_G2`.
    map_fp2_to_g2: Vec<Precompile> = "bls/eip2537/map_fp2_to_G2_bls.json";
    /// `BLS12_MAP_FP2_TO_G2`, failing.
    map_fp2_to_g2_fails: Vec<Precompile> = "bls/eip2537/fail-map_fp2_to_G2_bls.json";
    /// `BLS12_PAIRING_CHECK`.
    pairing_check: Vec<Precompile> = "bls/eip2537/pairing_check_bls.json";
    /// `BLS12_PAIRING_CHECK`, failing.
    pairing_check_fails: Vec<Precompile> = "bls/eip2537/fail-pairing_check_bls.json";
    /// All functions, failing: generated by us.
    precompile_fails: Vec<PrecompileFail> = "bls/eip2537/fail-generated.json";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_whole() {
        let signatures = [
            sign().len(),
            verify().len(),
            aggregate().len(),
            aggregate_verify().len(),
            fast_aggregate_verify().len(),
            batch_verify().len(),
        ];
        assert_eq!(signatures, [7, 20, 4, 4, 8, 2]);
        assert_eq!([keygen().len(), derive().len(), keystores().len(), rounds().len()], [12, 2, 2, 36]);
        assert_eq!([deposits().len(), sync_aggregates().len()], [18, 2]);
        assert_eq!(credential_change().signing_root.0.len(), 32);
        let right =
            [g1_add(), g1_mul(), g1_msm(), g2_add(), g2_mul(), g2_msm(), map_fp_to_g1(), map_fp2_to_g2()];
        assert_eq!(right.map(Vec::len), [6, 8, 21, 6, 8, 10, 4, 4]);
        assert_eq!(pairing_check().len(), 10);
        let hashed = [hash_to_g1(), encode_to_g1(), hash_to_g2(), encode_to_g2()].map(|s| s.vectors.len());
        assert_eq!((hashed, ethereum_hash_to_g2().len()), ([3; 4], 3));
        assert_eq!([deserialization_g1().len(), deserialization_g2().len()], [9, 10]);
        assert_eq!([multiples_in_g1().len() / 48, multiples_in_g2().len() / 96], [1000; 2]);
        let failing = [
            g1_add_fails(),
            g1_mul_fails(),
            g1_msm_fails(),
            g2_add_fails(),
            g2_mul_fails(),
            g2_msm_fails(),
            map_fp_to_g1_fails(),
            map_fp2_to_g2_fails(),
            pairing_check_fails(),
        ];
        assert_eq!(failing.iter().map(|list| list.len()).sum::<usize>(), 43);
        assert_eq!(precompile_fails().len(), 141);
    }
}
