//! The published vectors of Curl-P.

mod hash;
#[cfg(feature = "whole")]
mod lab;
pub mod pow;

#[cfg(feature = "whole")]
use lanesmith_curl::lab::pcurl::LAB;
use lanesmith_curl::{HASH, POW, Rounds};
use lanesmith_testkit::vectors::curl as vectors;

use crate::{Check, CheckFailure};

type Outcome = Result<(), CheckFailure>;

/// The checks.
pub fn checks() -> Vec<Check> {
    vec![
        Check::new(
            &HASH,
            "vectors_one_by_one",
            "sponge, transactions and collisions, one by one",
            hash::one_by_one,
        ),
        Check::new(
            &HASH,
            "vectors_in_batches",
            "sponge, transactions and collisions, side by side",
            hash::in_batches,
        ),
        Check::new(&HASH, "vectors_in_trits", "messages of any number of trits", hash::trits),
        Check::new(&HASH, "vectors_of_the_permutation", "whole states", hash::permutations),
        Check::new(
            &HASH,
            "transactions_in_every_encoding",
            "trytes, trits and bytes in one batch",
            hash::encodings,
        ),
        Check::new(&POW, "published_nonces_are_found_again", "nonces of the network", pow::published),
        Check::new(&POW, "vectors_in_iri_order", "the first nonce in the order of IRI", pow::iri_order),
        Check::new(&POW, "tip12_vectors", "messages of TIP-12", pow::tip12_messages),
        #[cfg(feature = "whole")]
        Check::new(&LAB, "vectors_in_every_lane", "messages of whole blocks in every lane", lab::every_lane),
    ]
}

fn rounds(count: u32) -> Rounds {
    if count == 27 { Rounds::P27 } else { Rounds::P81 }
}

/// A message in trytes and what is squeezed for it.
struct Vector {
    id: &'static str,
    input: &'static str,
    output: &'static str,
}

/// Vectors of one number of rounds and one length of output, so that they can be hashed in batches.
struct Group {
    rounds: Rounds,
    blocks: usize,
    list: Vec<Vector>,
}

/// The vectors in trytes, up to so many of each kind.
fn groups(most: usize) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    let hashes = vectors::hash().iter().map(|v| (v.rounds, v.id, v.input, v.output));
    let transactions = vectors::transaction().iter().map(|v| (v.rounds, v.id, v.trytes, v.hash));
    let work = vectors::pow_check().iter().map(|v| (v.rounds, v.id, v.trytes, v.hash));
    let collisions = vectors::collision()
        .iter()
        .flat_map(|v| v.inputs.iter().map(|input| (v.rounds, v.id, *input, v.output)));
    let lists: [Box<dyn Iterator<Item = _>>; 4] =
        [Box::new(hashes), Box::new(transactions), Box::new(work), Box::new(collisions)];
    for (count, id, input, output) in lists.into_iter().flat_map(|list| list.take(most)) {
        let (rounds, blocks) = (rounds(count), output.len() / 81);
        let vector = Vector { id, input, output };
        match all.iter_mut().find(|g| (g.rounds, g.blocks) == (rounds, blocks)) {
            Some(group) => group.list.push(vector),
            None => all.push(Group { rounds, blocks, list: vec![vector] }),
        }
    }
    all
}
