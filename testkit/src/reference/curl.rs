//! Curl-P and IOTA's ternary encodings, one trit per `i8` (-1, 0 or +1).
//!
//! Definition: a state of 729 trits, all zero at the start, the first 243 of them the rate. A round replaces trit `i`
//! by `g(S[364 i], S[364 (i + 1)])`, indices modulo 729; a transform is 27 or 81 rounds without constants. There is no
//! padding. Absorbing *overwrites* the first trits of the rate with those of the block, a short last block leaves the
//! rest of the rate as it was. Source: iotaledger/iota_common `curl_p.c`, iotaledger/iri `Curl.java`.

/// Trits of the state.
pub const STATE: usize = 729;

/// Trits of a block, and of a digest.
pub const RATE: usize = 243;

/// The substitution box, as the table that defines it.
///
/// ```
/// use lanesmith_testkit::reference::curl::s_box;
/// assert_eq!([s_box(-1, -1), s_box(0, 0), s_box(1, 1)], [1, -1, 0]);
/// ```
///
/// # Panics
/// If an argument is not a trit.
pub fn s_box(a: i8, b: i8) -> i8 {
    match (a, b) {
        (-1, -1) => 1,
        (-1, 0) => 1,
        (-1, 1) => -1,
        (0, -1) => 0,
        (0, 0) => -1,
        (0, 1) => 1,
        (1, -1) => -1,
        (1, 0) => 0,
        (1, 1) => 0,
        _ => panic!("not a pair of trits: {a}, {b}"),
    }
}

/// The permutation: so many rounds on a whole state.
pub fn transform(state: &mut [i8; STATE], rounds: u32) {
    for _ in 0..rounds {
        let old = *state;
        for (i, trit) in state.iter_mut().enumerate() {
            *trit = s_box(old[364 * i % STATE], old[364 * (i + 1) % STATE]);
        }
    }
}

/// Absorbs trits into a state, block by block.
pub fn absorb(state: &mut [i8; STATE], trits: &[i8], rounds: u32) {
    for block in trits.chunks(RATE) {
        state[..block.len()].copy_from_slice(block);
        transform(state, rounds);
    }
}

/// Hash of a message of any length: `blocks` times 243 trits, with a transform between two blocks of output.
///
/// ```
/// use lanesmith_testkit::reference::curl;
/// // The all-zero state is a fixed point, so zeros hash to zeros, whatever their number.
/// assert_eq!(curl::hash(81, &[0; 486], 1), [0; 243]);
/// ```
pub fn hash(rounds: u32, trits: &[i8], blocks: usize) -> Vec<i8> {
    let mut state = [0; STATE];
    absorb(&mut state, trits, rounds);
    let mut output = Vec::with_capacity(blocks * RATE);
    for block in 0..blocks {
        if block > 0 {
            transform(&mut state, rounds);
        }
        output.extend_from_slice(&state[..RATE]);
    }
    output
}

/// The same on trytes; `None` if a character is not a tryte.
///
/// ```
/// # use lanesmith_testkit::reference::curl;
/// assert_eq!(curl::hash_trytes(81, "9", 1), Some("9".repeat(81)));
/// ```
pub fn hash_trytes(rounds: u32, trytes: &str, blocks: usize) -> Option<String> {
    trits_to_trytes(&hash(rounds, &trytes_to_trits(trytes)?, blocks))
}

/// Number of trailing zero trits: the weight magnitude of a transaction hash.
pub fn weight(hash: &[i8]) -> usize {
    hash.iter().rev().take_while(|trit| **trit == 0).count()
}

/// The tryte alphabet: values 0, 1..=13, -13..=-1 in this order.
pub const ALPHABET: &[u8; 27] = b"9ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Value of a tryte, -13..=13.
fn tryte_value(tryte: u8) -> Option<i8> {
    let place = ALPHABET.iter().position(|c| *c == tryte)? as i8;
    Some(if place > 13 { place - 27 } else { place })
}

/// The tryte of a value -13..=13.
fn tryte_of(value: i16) -> u8 {
    ALPHABET[value.rem_euclid(27) as usize]
}

/// `count` balanced trits of a value, least significant first.
fn balanced(mut value: i16, count: usize) -> Vec<i8> {
    (0..count)
        .map(|_| {
            let trit = (value + 1).rem_euclid(3) - 1;
            value = (value - trit) / 3;
            trit as i8
        })
        .collect()
}

/// The value of balanced trits, least significant first.
fn value(trits: &[i8]) -> i16 {
    trits.iter().rev().fold(0, |sum, trit| 3 * sum + i16::from(*trit))
}

/// Three trits per tryte, least significant first; `None` if a character is not a tryte.
///
/// ```
/// # use lanesmith_testkit::reference::curl;
/// assert_eq!(curl::trytes_to_trits("AN"), Some(vec![1, 0, 0, -1, -1, -1]));
/// assert_eq!(curl::trytes_to_trits("a"), None);
/// ```
pub fn trytes_to_trits(trytes: &str) -> Option<Vec<i8>> {
    let mut trits = Vec::with_capacity(3 * trytes.len());
    for tryte in trytes.bytes() {
        trits.extend(balanced(tryte_value(tryte)?.into(), 3));
    }
    Some(trits)
}

/// One tryte per three trits; `None` if their number is not a multiple of three.
pub fn trits_to_trytes(trits: &[i8]) -> Option<String> {
    let (groups, rest) = trits.as_chunks::<3>();
    rest.is_empty().then(|| groups.iter().map(|group| tryte_of(value(group)) as char).collect())
}

/// Trits written as `-`, `0` and `+`, as the vectors have them; `None` if a character is none of these.
///
/// ```
/// # use lanesmith_testkit::reference::curl;
/// assert_eq!(curl::trits_from_signs("-0+"), Some(vec![-1, 0, 1]));
/// ```
pub fn trits_from_signs(text: &str) -> Option<Vec<i8>> {
    text.bytes()
        .map(|c| match c {
            b'-' => Some(-1),
            b'0' => Some(0),
            b'+' => Some(1),
            _ => None,
        })
        .collect()
}

/// t5b1: five trits per byte, two's complement, the last group filled with zeros.
pub fn t5b1_encode(trits: &[i8]) -> Vec<u8> {
    trits.chunks(5).map(|group| value(group) as i8 as u8).collect()
}

/// t5b1 back to five trits per byte; `None` if a byte is outside -121..=121.
pub fn t5b1_decode(bytes: &[u8]) -> Option<Vec<i8>> {
    let groups = bytes.iter().map(|byte| {
        let value = i16::from(*byte as i8);
        (-121..=121).contains(&value).then(|| balanced(value, 5))
    });
    Some(groups.collect::<Option<Vec<_>>>()?.concat())
}

/// b1t6: two trytes per byte, low tryte first.
pub fn b1t6_encode(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| balanced(i16::from(*byte as i8), 6).as_chunks::<3>().0.to_vec())
        .map(|group| tryte_of(value(&group)) as char)
        .collect()
}

/// b1t6 back to bytes; `None` for an odd number of trytes, another character, or a value outside -128..=127.
pub fn b1t6_decode(trytes: &str) -> Option<Vec<u8>> {
    let trits = trytes_to_trits(trytes)?;
    let (groups, rest) = trits.as_chunks::<6>();
    if !rest.is_empty() {
        return None;
    }
    groups.iter().map(|group| i8::try_from(value(group)).ok().map(|v| v as u8)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex;
    use crate::vectors::curl as vectors;

    #[test]
    fn hashes_equal_the_vectors() {
        for v in vectors::hash() {
            let blocks = v.output.len() / 81;
            assert_eq!(hash_trytes(v.rounds, v.input, blocks).as_deref(), Some(v.output), "{}", v.id);
        }
    }

    #[test]
    fn hashes_of_raw_trits_equal_the_vectors() {
        for v in vectors::hash_trits() {
            let input = trits_from_signs(v.input_trits).expect("signs");
            let output = trits_from_signs(v.output_trits).expect("signs");
            assert_eq!(hash(v.rounds, &input, output.len() / RATE), output, "{}", v.id);
        }
    }

    #[test]
    fn the_permutation_equals_the_vectors() {
        for v in vectors::permutation() {
            let mut state: [i8; STATE] = trits_from_signs(v.state_in).unwrap().try_into().unwrap();
            transform(&mut state, v.rounds);
            assert_eq!(state.to_vec(), trits_from_signs(v.state_out).unwrap(), "{}", v.id);
        }
    }

    #[test]
    fn transaction_hashes_and_weights_equal_the_vectors() {
        for v in vectors::transaction() {
            let hash = hash(v.rounds, &trytes_to_trits(v.trytes).expect("trytes"), 1);
            assert_eq!(trits_to_trytes(&hash).as_deref(), Some(v.hash), "{}", v.id);
            assert_eq!(weight(&hash), v.weight, "{}", v.id);
        }
    }

    #[test]
    fn the_published_collisions_collide() {
        for v in vectors::collision() {
            for input in &v.inputs {
                assert_eq!(hash_trytes(v.rounds, input, 1).as_deref(), Some(v.output), "{}", v.id);
            }
        }
    }

    #[test]
    fn the_alphabet_equals_the_vectors() {
        for v in vectors::tryte() {
            assert_eq!(trytes_to_trits(v.tryte).unwrap(), v.trits, "{}", v.id);
            assert_eq!(trits_to_trytes(&v.trits).unwrap(), v.tryte, "{}", v.id);
        }
    }

    #[test]
    fn t5b1_equals_the_vectors_both_ways() {
        for v in vectors::t5b1() {
            let (bytes, trits) = (hex::decode(v.bytes_hex).unwrap(), trytes_to_trits(v.trytes).unwrap());
            assert_eq!(t5b1_encode(&trits), bytes, "{}", v.id);
            assert_eq!(t5b1_decode(&bytes).unwrap()[..trits.len()], trits, "{}", v.id);
        }
    }

    #[test]
    fn b1t6_equals_the_vectors_both_ways() {
        for v in vectors::b1t6() {
            let bytes = hex::decode(v.bytes_hex).unwrap();
            assert_eq!(b1t6_encode(&bytes), v.trytes, "{}", v.id);
            assert_eq!(b1t6_decode(v.trytes), Some(bytes), "{}", v.id);
        }
    }

    #[test]
    fn invalid_encodings_are_rejected() {
        for v in vectors::t5b1_invalid() {
            assert_eq!(t5b1_decode(&hex::decode(v.bytes_hex).unwrap()), None, "{}", v.id);
        }
        for v in vectors::b1t6_invalid() {
            assert_eq!(b1t6_decode(v.trytes), None, "{}", v.id);
        }
    }
}
