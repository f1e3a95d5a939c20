//! SHA-256, its Merkle trees (SSZ, RFC 6962, Bitcoin) and what is built on it (HMAC, HKDF, PBKDF2).
//!
//! Where a file gives a seed instead of bytes, [`generate`] makes them.
//!
//! ```
//! use lanesmith_testkit::vectors::sha256;
//! let v = &sha256::short_messages()[0];
//! assert!(v.message.is_empty() && v.digest[..2] == [0xe3, 0xb0]);
//! ```

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::some::some;
use super::{Base64, Bytes, Digest, Wycheproof, files, parse};
use crate::hex;

/// The byte generator of the vectors: `x = seed`, then `x = 1103515245 x + 12345 mod 2^32`, emit `x >> 24`.
///
/// ```
/// assert_eq!(lanesmith_testkit::vectors::sha256::generate(1, 2), [0x41, 0x96]);
/// ```
pub fn generate(seed: u32, len: usize) -> Vec<u8> {
    let mut x = seed;
    let step = || {
        x = x.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (x >> 24) as u8
    };
    std::iter::repeat_with(step).take(len).collect()
}

/// A message and its digest (NIST CAVS, byte oriented).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Message {
    /// The message.
    pub message: Vec<u8>,
    /// Its SHA-256.
    pub digest: [u8; 32],
}

/// The NIST Monte Carlo test: from the seed, 1000 digests a checkpoint, each of the last three concatenated; the
/// checkpoint's digest is the next seed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MonteCarlo {
    /// The first seed.
    pub seed: [u8; 32],
    /// The digest at each checkpoint.
    pub checkpoints: Vec<[u8; 32]>,
}

/// The `Key = value` lines of a CAVS response file.
fn fields(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.lines().filter(|line| !line.starts_with(['#', '['])).filter_map(|line| {
        let (key, value) = line.split_once('=')?;
        Some((key.trim(), value.trim()))
    })
}

fn bytes(text: &str) -> Vec<u8> {
    hex::decode(text).unwrap_or_else(|| panic!("vectors/sha256: not hexadecimal: {text}"))
}

fn digest(text: &str) -> [u8; 32] {
    bytes(text).try_into().unwrap_or_else(|_| panic!("vectors/sha256: not 32 bytes: {text}"))
}

fn messages(text: &'static str) -> Vec<Message> {
    let (mut len, mut message, mut list) = (0, Vec::new(), Vec::new());
    for (key, value) in fields(text) {
        match key {
            "Len" => len = value.parse::<usize>().unwrap_or_else(|e| panic!("vectors/sha256: {value}: {e}")),
            "Msg" => {
                message = bytes(value);
                message.truncate(len / 8);
            }
            "MD" => {
                list.push(Message { message: std::mem::take(&mut message), digest: digest(value) });
            }
            _ => {}
        }
    }
    list
}

/// `SHA256ShortMsg.rsp`.
pub fn short_messages() -> &'static [Message] {
    static PARSED: LazyLock<Vec<Message>> =
        LazyLock::new(|| messages(include_str!("../../vectors/sha256/SHA256ShortMsg.rsp")));
    &PARSED
}

/// `SHA256LongMsg.rsp`.
pub fn long_messages() -> &'static [Message] {
    static PARSED: LazyLock<Vec<Message>> =
        LazyLock::new(|| messages(some!("../../vectors/sha256/SHA256LongMsg.rsp", 2)));
    &PARSED
}

/// `SHA256Monte.rsp`.
pub fn monte_carlo() -> &'static MonteCarlo {
    static PARSED: LazyLock<MonteCarlo> = LazyLock::new(|| {
        let mut all = MonteCarlo { seed: [0; 32], checkpoints: Vec::new() };
        for (key, value) in fields(include_str!("../../vectors/sha256/SHA256Monte.rsp")) {
            match key {
                "Seed" => all.seed = digest(value),
                "MD" => all.checkpoints.push(digest(value)),
                _ => {}
            }
        }
        all
    });
    &PARSED
}

/// Digests of generator output of many lengths.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct LengthSweep {
    /// Seed for [`generate`].
    pub seed: u32,
    /// The lengths.
    pub digests: Vec<LengthDigest>,
}

/// One length of the sweep.
#[derive(Clone, Copy, Debug, Deserialize)]
#[non_exhaustive]
pub struct LengthDigest {
    /// Bytes of the message.
    pub len: usize,
    /// Its digest.
    pub sha256: Digest,
}

/// Independent 64-byte messages hashed side by side.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Hash64Batch {
    /// Number of messages.
    pub count: usize,
    /// Seed for [`generate`].
    pub seed: u32,
    /// The messages one after the other, if the file gives them; else `generate(seed, 64 * count)`.
    pub nodes: Option<Bytes>,
    /// The digests one after the other, if the file gives them.
    pub digests: Option<Bytes>,
    /// Digest of all digests one after the other.
    pub sha256_of_digests: Digest,
}

impl Hash64Batch {
    /// The messages, given or generated.
    pub fn messages(&self) -> Vec<u8> {
        self.nodes.as_ref().map_or_else(|| generate(self.seed, 64 * self.count), |nodes| nodes.to_vec())
    }
}

/// SSZ `merkleize`.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct SszMerkleize {
    /// Roots of all-zero trees of depth 0..=64.
    pub zero_hashes: Vec<Digest>,
    /// The cases.
    pub cases: Vec<SszMerkleizeCase>,
}

/// One tree.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct SszMerkleizeCase {
    /// Number of chunks.
    pub count: usize,
    /// Seed for [`generate`].
    pub seed: u32,
    /// The chunks one after the other, if the file gives them.
    pub chunks: Option<Bytes>,
    /// Leaf limit; none means the next power of two.
    pub limit: Option<u64>,
    /// The root.
    pub root: Digest,
    /// The root with the count mixed in.
    pub root_mixed_in_length: Digest,
}

impl SszMerkleizeCase {
    /// The chunks, given or generated.
    pub fn chunks(&self) -> Vec<u8> {
        self.chunks.as_ref().map_or_else(|| generate(self.seed, 32 * self.count), |chunks| chunks.to_vec())
    }
}

/// A tree that changes step by step.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct SszIncremental {
    /// The leaf limit is `2^depth`.
    pub depth: u32,
    /// Leaves at the start.
    pub initial: Vec<Digest>,
    /// Root at the start.
    pub initial_root: Digest,
    /// The steps.
    pub steps: Vec<SszStep>,
}

/// One step.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct SszStep {
    /// Leaves to set; an index equal to the count appends.
    pub set: Vec<(usize, Digest)>,
    /// Leaves after the step.
    pub count: usize,
    /// Root after the step.
    pub root: Digest,
    /// The same with the count mixed in.
    pub root_mixed_in_length: Digest,
}

/// SSZ `hash_tree_root` of typed values.
#[derive(Clone, Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
#[non_exhaustive]
pub struct SszHashTreeRoot {
    /// Container types: name to fields, each a name and a type.
    pub containers: BTreeMap<&'static str, Vec<(&'static str, &'static str)>>,
    /// The values.
    pub cases: Vec<SszValue>,
}

/// One value.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct SszValue {
    /// Its type: a container or an SSZ type expression.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// Its serialisation.
    pub serialized: Bytes,
    /// Its root.
    pub root: Digest,
}

/// A deposit of the EIP-4881 test cases and the tree after it.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Deposit {
    /// BLS public key, 48 bytes.
    pub pubkey: Bytes,
    /// Withdrawal credentials.
    pub withdrawal_credentials: Digest,
    /// Gwei.
    pub amount: u64,
    /// BLS signature, 96 bytes.
    pub signature: Bytes,
    /// `hash_tree_root` of the deposit data.
    pub deposit_data_root: Digest,
    /// Deposits so far.
    pub deposit_count: u64,
    /// Root of the deposit tree (depth 32, count mixed in).
    pub deposit_root: Digest,
    /// Roots of the finalized subtrees.
    pub finalized: Vec<Digest>,
}

/// RFC 6962 (Certificate Transparency).
#[derive(Clone, Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
#[non_exhaustive]
pub struct Rfc6962 {
    /// Leaf data.
    pub leaves: Vec<Bytes>,
    /// Hashes of fixed inputs, by name.
    pub hashes: BTreeMap<&'static str, Digest>,
    /// The trees over the first 0..=8 leaves.
    pub trees: Vec<Rfc6962Tree>,
    /// Inclusion proofs, good and bad.
    pub inclusion_proofs: Vec<InclusionProof>,
    /// Consistency proofs, good and bad.
    pub consistency_proofs: Vec<ConsistencyProof>,
}

/// What other programs say of trees over files.
#[derive(Clone, Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
#[non_exhaustive]
pub struct BlockTrees {
    /// Seed of the generator that gives the files.
    pub seed: u32,
    /// The programs.
    pub versions: BTreeMap<&'static str, String>,
    /// The trees.
    pub cases: Vec<BlockCase>,
}

/// A tree over a file.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct BlockCase {
    /// `dm-verity`, `fsverity`, `glacier` or `btv2`.
    pub format: &'static str,
    /// Bytes of the file.
    pub length: usize,
    /// Bytes of a block, where that can be chosen.
    pub block_size: Option<u64>,
    /// Bytes of a block of hashes (dm-verity).
    pub hash_block_size: Option<u64>,
    /// Bytes of a piece (btv2).
    pub piece_length: Option<u64>,
    /// The salt.
    pub salt: Option<Bytes>,
    /// UUID of the hash device (dm-verity).
    pub uuid: Option<Bytes>,
    /// What the program prints: the root, or the digest of the descriptor (fsverity).
    pub root: Digest,
    /// SHA-256 of the hash device, Merkle tree or piece layer.
    pub stored_sha256: Option<Digest>,
}

/// A tree over the first leaves.
#[derive(Clone, Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
#[non_exhaustive]
pub struct Rfc6962Tree {
    /// Leaves.
    pub size: usize,
    /// Root.
    pub root: Digest,
    /// Inclusion proof of each leaf.
    pub inclusion: Vec<Vec<Digest>>,
    /// Consistency proof from each smaller size, written as a decimal number.
    pub consistency: BTreeMap<&'static str, Vec<Digest>>,
}

/// A claim that a leaf is in a tree.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InclusionProof {
    /// Name of the probe.
    pub name: &'static str,
    /// What it does.
    pub desc: &'static str,
    /// Index of the leaf.
    pub leaf_idx: u64,
    /// Leaves of the tree.
    pub tree_size: u64,
    /// Claimed root.
    pub root: Base64,
    /// Leaf hash.
    pub leaf_hash: Base64,
    /// The proof.
    pub proof: Option<Vec<Base64>>,
    /// Whether it must be refused.
    pub want_err: bool,
}

/// A claim that one tree is a prefix of another.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ConsistencyProof {
    /// Name of the probe.
    pub name: &'static str,
    /// What it does.
    pub desc: &'static str,
    /// Leaves of the first tree.
    pub size1: u64,
    /// Leaves of the second.
    pub size2: u64,
    /// Root of the first.
    pub root1: Base64,
    /// Root of the second.
    pub root2: Base64,
    /// The proof.
    pub proof: Option<Vec<Base64>>,
    /// Whether it must be refused.
    pub want_err: bool,
}

/// A Bitcoin block: double SHA-256, the last node doubled on odd levels; hashes in the usual reversed order.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct BitcoinBlock {
    /// Double SHA-256 of the header, reversed.
    pub block_hash: Digest,
    /// The 80 bytes of the header.
    pub header: Bytes,
    /// Transaction ids, reversed.
    pub txids: Vec<Digest>,
    /// Their Merkle root, reversed.
    pub merkle_root: Digest,
}

/// HMAC-SHA-256 (RFC 4231).
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Hmac {
    /// Key.
    pub key: Bytes,
    /// Message.
    pub msg: Bytes,
    /// Tag, truncated in one case.
    pub tag: Bytes,
}

/// HKDF-SHA-256 (RFC 5869).
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Hkdf {
    /// Input key material.
    pub ikm: Bytes,
    /// Salt.
    pub salt: Bytes,
    /// Info.
    pub info: Bytes,
    /// Output bytes.
    pub length: usize,
    /// Pseudo-random key.
    pub prk: Bytes,
    /// Output key material.
    pub okm: Bytes,
}

/// PBKDF2-HMAC-SHA-256 (RFC 7914 section 11).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Pbkdf2 {
    /// Password.
    pub password: Bytes,
    /// Salt.
    pub salt: Bytes,
    /// Iterations.
    #[serde(alias = "iterationCount")]
    pub iterations: u32,
    /// Output bytes.
    pub dk_len: usize,
    /// Derived key.
    pub dk: Bytes,
}

/// Wycheproof's word on a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Must be accepted.
    Valid,
    /// Must be refused.
    Invalid,
    /// May be either.
    Acceptable,
}

/// A Wycheproof HMAC test.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WycheproofHmac {
    /// Number of the test.
    pub tc_id: u32,
    /// Key.
    pub key: Bytes,
    /// Message.
    pub msg: Bytes,
    /// Tag, perhaps truncated.
    pub tag: Bytes,
    /// Whether the tag is right.
    pub result: Verdict,
}

/// A Wycheproof HKDF test.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WycheproofHkdf {
    /// Number of the test.
    pub tc_id: u32,
    /// Input key material.
    pub ikm: Bytes,
    /// Salt.
    pub salt: Bytes,
    /// Info.
    pub info: Bytes,
    /// Output bytes asked for.
    pub size: usize,
    /// Output key material.
    pub okm: Bytes,
    /// Whether it can be derived at all.
    pub result: Verdict,
}

/// A Wycheproof PBKDF2 test.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WycheproofPbkdf2 {
    /// Number of the test.
    pub tc_id: u32,
    /// The test.
    #[serde(flatten)]
    pub case: Pbkdf2,
    /// Whether it is right.
    pub result: Verdict,
}

files! {
    /// `length_sweep.json`.
    length_sweep: LengthSweep = "sha256/length_sweep.json";
    /// `hash64_batches.json`.
    hash64_batches: Vec<Hash64Batch> = "sha256/hash64_batches.json";
    /// `ssz_merkleize.json`.
    ssz_merkleize: SszMerkleize = "sha256/ssz_merkleize.json";
    /// `ssz_incremental.json`.
    ssz_incremental: Vec<SszIncremental> = "sha256/ssz_incremental.json";
    /// `ssz_hash_tree_root.json`.
    ssz_hash_tree_root: SszHashTreeRoot = "sha256/ssz_hash_tree_root.json";
    /// `deposit_tree_eip4881.json`.
    deposit_tree: Vec<Deposit> = "sha256/deposit_tree_eip4881.json";
    /// `rfc6962.json`.
    rfc6962: Rfc6962 = "sha256/rfc6962.json";
    /// `blocks_generated.json`.
    block_trees: BlockTrees = "sha256/blocks_generated.json";
    /// `bitcoin_blocks.json`.
    bitcoin_blocks: Vec<BitcoinBlock> = "sha256/bitcoin_blocks.json";
    /// `hmac_rfc4231.json`.
    hmac: Vec<Hmac> = "sha256/hmac_rfc4231.json";
    /// `hkdf_rfc5869.json`.
    hkdf: Vec<Hkdf> = "sha256/hkdf_rfc5869.json";
    /// `pbkdf2_rfc7914.json`.
    pbkdf2: Vec<Pbkdf2> = "sha256/pbkdf2_rfc7914.json";
}

macro_rules! wycheproof {
    ($($(#[$doc:meta])* $function:ident: $type:ty = $path:literal;)*) => {$(
        $(#[$doc])*
        pub fn $function() -> &'static [$type] {
            static PARSED: LazyLock<Vec<$type>> = LazyLock::new(|| {
                let file: Wycheproof<$type> = parse($path, include_str!(concat!("../../vectors/", $path)));
                let tests: Vec<$type> = file.test_groups.into_iter().flat_map(|group| group.tests).collect();
                assert_eq!(tests.len(), file.number_of_tests, "vectors/{}", $path);
                tests
            });
            &PARSED
        }
    )*};
}

wycheproof! {
    /// `wycheproof_hmac_sha256_test.json`.
    wycheproof_hmac: WycheproofHmac = "sha256/wycheproof_hmac_sha256_test.json";
    /// `wycheproof_hkdf_sha256_test.json`.
    wycheproof_hkdf: WycheproofHkdf = "sha256/wycheproof_hkdf_sha256_test.json";
    /// `wycheproof_pbkdf2_hmacsha256_test.json`.
    wycheproof_pbkdf2: WycheproofPbkdf2 = "sha256/wycheproof_pbkdf2_hmacsha256_test.json";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_parses_and_has_all_its_records() {
        let counts = [
            (short_messages().len(), 44),
            (long_messages().len(), 43),
            (monte_carlo().checkpoints.len(), 67),
            (length_sweep().digests.len(), 268),
            (hash64_batches().len(), 42),
            (ssz_merkleize().cases.len(), 76),
            (ssz_merkleize().zero_hashes.len(), 65),
            (ssz_incremental().len(), 3),
            (ssz_hash_tree_root().cases.len(), 141),
            (deposit_tree().len(), 512),
            (rfc6962().trees.len(), 9),
            (block_trees().cases.len(), 82),
            (bitcoin_blocks().len(), 10),
            (hmac().len(), 5),
            (hkdf().len(), 2),
            (pbkdf2().len(), 1),
            (wycheproof_hmac().len(), 174),
            (wycheproof_hkdf().len(), 86),
            (wycheproof_pbkdf2().len(), 60),
        ];
        for (place, (got, want)) in counts.into_iter().enumerate() {
            assert_eq!(got, want, "file {place} of the list");
        }
    }

    #[test]
    fn the_generator_makes_the_messages_that_the_file_writes_out() {
        for batch in hash64_batches() {
            if let Some(nodes) = &batch.nodes {
                assert_eq!(generate(batch.seed, 64 * batch.count), nodes.to_vec());
            }
        }
    }
}
