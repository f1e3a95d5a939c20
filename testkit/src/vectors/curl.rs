//! Curl-P: sponge, permutation, transactions, proof of work, collisions and the ternary encodings.
//!
//! Trytes are strings over `9A..Z`, raw trits strings over `-0+`. `rounds` is 27 or 81. The conventions are in
//! `vectors/curl/README.md`.
//!
//! ```
//! let v = &lanesmith_testkit::vectors::curl::transaction()[0];
//! assert_eq!((v.rounds, v.trytes.len(), v.hash.len()), (81, 2673, 81));
//! ```

use serde::Deserialize;

use super::files;

/// Sponge: trytes in, one or more blocks of 81 trytes out.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Hash {
    /// Identity of the record.
    pub id: &'static str,
    /// 27 or 81.
    pub rounds: u32,
    /// Trytes to absorb.
    pub input: &'static str,
    /// Trytes squeezed.
    pub output: &'static str,
    /// Whether the input is not a multiple of 81 trytes long.
    #[serde(default)]
    pub partial_block: bool,
    /// Whether the expected output itself stands in a public source.
    pub published: bool,
}

/// Sponge on raw trits, whose number need not be a multiple of three.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct HashTrits {
    /// Identity of the record.
    pub id: &'static str,
    /// 27 or 81.
    pub rounds: u32,
    /// Trits to absorb.
    pub input_trits: &'static str,
    /// Trits squeezed.
    pub output_trits: &'static str,
}

/// One transform of a whole state of 729 trits.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Permutation {
    /// Identity of the record.
    pub id: &'static str,
    /// 27 or 81.
    pub rounds: u32,
    /// State before.
    pub state_in: &'static str,
    /// State after.
    pub state_out: &'static str,
}

/// A transaction of 2673 trytes and its hash.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Transaction {
    /// Identity of the record.
    pub id: &'static str,
    /// 81, or 27 for network transactions of mid-2017.
    pub rounds: u32,
    /// The serialised transaction.
    pub trytes: &'static str,
    /// Its hash, 81 trytes.
    pub hash: &'static str,
    /// Trailing zero trits of the hash.
    pub weight: usize,
    /// Whether the hash itself stands in a public source.
    pub published: bool,
}

/// A transaction whose proof of work is valid for one weight and not for another.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct PowCheck {
    /// Identity of the record.
    pub id: &'static str,
    /// 27 or 81.
    pub rounds: u32,
    /// The serialised transaction.
    pub trytes: &'static str,
    /// Its last 27 trytes.
    pub nonce: &'static str,
    /// Its hash.
    pub hash: &'static str,
    /// Trailing zero trits of the hash.
    pub weight: usize,
    /// A minimum weight magnitude that it meets.
    pub valid_at_mwm: usize,
    /// One that it does not.
    pub invalid_at_mwm: usize,
}

/// The nonce that a single-worker search in the order of IRI's PearlDiver finds first.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct PowIriOrder {
    /// Identity of the record.
    pub id: &'static str,
    /// 81.
    pub rounds: u32,
    /// The transaction without its last 27 trytes.
    pub trytes_without_nonce: &'static str,
    /// The weight searched for.
    pub min_weight_magnitude: usize,
    /// The nonce found.
    pub nonce: &'static str,
    /// Hash of the transaction with it.
    pub hash: &'static str,
    /// Trailing zero trits of the hash.
    pub weight: usize,
    /// Transforms of 64 lanes that the search took.
    pub batches_of_64: u64,
}

/// Proof of work of TIP-12 (Chrysalis).
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct PowTip12 {
    /// Identity of the record.
    pub id: &'static str,
    /// 81.
    pub rounds: u32,
    /// The message; its last 8 bytes are the nonce.
    pub message_hex: &'static str,
    /// BLAKE2b-256 of the message without the nonce.
    pub blake2b256_hex: &'static str,
    /// The one block that is hashed.
    pub curl_input_trytes: &'static str,
    /// Its hash.
    pub hash: &'static str,
    /// Trailing zero trits of the hash.
    pub trailing_zeros: usize,
    /// `3^trailing_zeros / message length`.
    pub score: f64,
}

/// Different inputs with one digest.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Collision {
    /// Identity of the record.
    pub id: &'static str,
    /// The rounds at which they collide.
    pub rounds: u32,
    /// The inputs, in trytes.
    pub inputs: Vec<&'static str>,
    /// The digest of all of them.
    pub output: &'static str,
    /// Their digests under Curl-P-81, in order.
    pub outputs_curl_p_81: Vec<&'static str>,
}

/// Bytes and trytes of the same content (t5b1 or b1t6).
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Encoding {
    /// Identity of the record.
    pub id: &'static str,
    /// The bytes.
    pub bytes_hex: &'static str,
    /// The trytes.
    pub trytes: &'static str,
}

/// Bytes that a t5b1 decoder must refuse.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct InvalidT5b1 {
    /// Identity of the record.
    pub id: &'static str,
    /// The bytes.
    pub bytes_hex: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// Trytes that a b1t6 decoder must refuse.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct InvalidB1t6 {
    /// Identity of the record.
    pub id: &'static str,
    /// The trytes.
    pub trytes: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// One letter of the tryte alphabet.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Tryte {
    /// Identity of the record.
    pub id: &'static str,
    /// The letter.
    pub tryte: &'static str,
    /// Its value, -13..=13.
    pub value: i8,
    /// Its trits, least significant first.
    pub trits: [i8; 3],
}

files! {
    /// `hash.json`.
    hash: Vec<Hash> = "curl/hash.json";
    /// `hash_trits.json`.
    hash_trits: Vec<HashTrits> = "curl/hash_trits.json";
    /// `permutation.json`.
    permutation: Vec<Permutation> = "curl/permutation.json";
    /// `transaction.json`.
    transaction: Vec<Transaction> = "curl/transaction.json";
    /// `pow_check.json`.
    pow_check: Vec<PowCheck> = "curl/pow_check.json";
    /// `pow_iri_order.json`.
    pow_iri_order: Vec<PowIriOrder> = "curl/pow_iri_order.json";
    /// `pow_tip12.json`.
    pow_tip12: Vec<PowTip12> = "curl/pow_tip12.json";
    /// `collision.json`.
    collision: Vec<Collision> = "curl/collision.json";
    /// `t5b1.json`.
    t5b1: Vec<Encoding> = "curl/t5b1.json";
    /// `t5b1_invalid.json`.
    t5b1_invalid: Vec<InvalidT5b1> = "curl/t5b1_invalid.json";
    /// `b1t6.json`.
    b1t6: Vec<Encoding> = "curl/b1t6.json";
    /// `b1t6_invalid.json`.
    b1t6_invalid: Vec<InvalidB1t6> = "curl/b1t6_invalid.json";
    /// `tryte.json`.
    tryte: Vec<Tryte> = "curl/tryte.json";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_parses_and_has_all_its_records() {
        let counts = [
            (hash().len(), 136),
            (hash_trits().len(), 16),
            (permutation().len(), 10),
            (transaction().len(), 132),
            (pow_check().len(), 24),
            (pow_iri_order().len(), 17),
            (pow_tip12().len(), 11),
            (collision().len(), 5),
            (t5b1().len(), 14),
            (t5b1_invalid().len(), 4),
            (b1t6().len(), 12),
            (b1t6_invalid().len(), 6),
            (tryte().len(), 27),
        ];
        for (place, (got, want)) in counts.into_iter().enumerate() {
            assert_eq!(got, want, "file {place} of the list");
        }
    }
}
