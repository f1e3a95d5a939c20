//! Trits, trytes, and the encodings of IOTA: t1b1, t5b1 and b1t6.
//!
//! A trit is -1, 0 or +1. A tryte is three of them, least significant first, written `9` (0), `A` to `M` (1 to 13),
//! `N` to `Z` (-13 to -1). Sources: iotaledger/iota_common `trit_tryte.c`, iotaledger/iota.go `encoding/t5b1` and
//! `encoding/b1t6`, TIP-5.

use alloc::vec::Vec;

use crate::error::Error;

/// The tryte alphabet in the order of values 0, 1 .. 13, -13 .. -1.
pub const ALPHABET: &[u8; 27] = b"9ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Trits of each tryte, in the order of [`ALPHABET`].
const TRITS: [[i8; 3]; 27] = {
    let mut table = [[0; 3]; 27];
    let mut i = 0;
    while i < 27 {
        let value = if i > 13 { i as i8 - 27 } else { i as i8 };
        table[i] = [digit(value, 1), digit(value, 3), digit(value, 9)];
        i += 1;
    }
    table
};

/// The balanced digit of that weight.
const fn digit(value: i8, weight: i8) -> i8 {
    // 364 = 111111 in base 3: adding it makes every digit one of 0, 1, 2.
    ((value as i16 + 364) / weight as i16 % 3) as i8 - 1
}

#[inline(always)]
fn index(tryte: u8) -> Option<usize> {
    match tryte {
        b'9' => Some(0),
        b'A'..=b'Z' => Some((tryte - b'A' + 1) as usize),
        _ => None,
    }
}

/// The trits of a valid tryte.
pub(crate) fn trits_of(tryte: u8) -> [i8; 3] {
    index(tryte).map_or([0; 3], |index| TRITS[index])
}

/// Checks that every value is a trit.
///
/// # Errors
/// [`Error::Trit`] with the first that is not.
pub fn check_trits(trits: &[i8]) -> Result<(), Error> {
    let bad = |&t: &i8| !(-1..=1).contains(&t);
    // One branch for the whole slice: the common case is that all is well.
    if !trits.iter().fold(false, |any, t| any | bad(t)) {
        return Ok(());
    }
    match trits.iter().position(bad) {
        Some(at) => Err(Error::Trit { at, value: trits[at] }),
        None => Ok(()),
    }
}

/// Checks that every character is a tryte.
///
/// # Errors
/// [`Error::Tryte`] with the first that is not.
pub fn check_trytes(trytes: &[u8]) -> Result<(), Error> {
    let bad = |&c: &u8| !(c.is_ascii_uppercase() | (c == b'9'));
    if !trytes.iter().fold(false, |any, c| any | bad(c)) {
        return Ok(());
    }
    match trytes.iter().position(bad) {
        Some(at) => Err(Error::Tryte { at, byte: trytes[at] }),
        None => Ok(()),
    }
}

/// Three trits for each tryte.
///
/// ```
/// use lanesmith_curl::trit::{trits_to_trytes, trytes_to_trits};
/// assert_eq!(trytes_to_trits(b"9AZ")?, [0, 0, 0, 1, 0, 0, -1, 0, 0]);
/// assert_eq!(trits_to_trytes(&[1, 1, 1])?, b"M");
/// # Ok::<(), lanesmith_curl::Error>(())
/// ```
///
/// # Errors
/// [`Error::Tryte`].
pub fn trytes_to_trits(trytes: &[u8]) -> Result<Vec<i8>, Error> {
    let mut trits = Vec::with_capacity(3 * trytes.len());
    for (at, &byte) in trytes.iter().enumerate() {
        let index = index(byte).ok_or(Error::Tryte { at, byte })?;
        trits.extend_from_slice(&TRITS[index]);
    }
    Ok(trits)
}

/// One tryte for every three trits.
///
/// # Errors
/// [`Error::Trit`], or [`Error::Length`] if the number of trits is not a multiple of three.
pub fn trits_to_trytes(trits: &[i8]) -> Result<Vec<u8>, Error> {
    let (groups, rest) = trits.as_chunks::<3>();
    if !rest.is_empty() {
        return Err(Error::Length { unit: "trits", found: trits.len(), expected: "a multiple of 3" });
    }
    check_trits(trits)?;
    Ok(groups.iter().map(tryte_of).collect())
}

/// The tryte of three valid trits.
pub(crate) fn tryte_of(&[a, b, c]: &[i8; 3]) -> u8 {
    ALPHABET[(a + 3 * b + 9 * c).rem_euclid(27) as usize]
}

/// Number of trailing zero trits: the weight magnitude of a hash.
///
/// ```
/// assert_eq!(lanesmith_curl::trit::trailing_zeros(&[1, 0, -1, 0, 0]), 2);
/// ```
pub fn trailing_zeros(trits: &[i8]) -> usize {
    trits.iter().rev().take_while(|t| **t == 0).count()
}

/// t1b1: a byte for each trit, -1, 0 or +1 in two's complement.
///
/// ```
/// use lanesmith_curl::trit::{t1b1_decode, t1b1_encode};
/// assert_eq!(t1b1_encode(&[1, -1])?, [1, 0xff]);
/// assert!(t1b1_decode(&[2]).is_err());
/// # Ok::<(), lanesmith_curl::Error>(())
/// ```
///
/// # Errors
/// [`Error::Trit`].
pub fn t1b1_encode(trits: &[i8]) -> Result<Vec<u8>, Error> {
    check_trits(trits)?;
    Ok(trits.iter().map(|t| t.cast_unsigned()).collect())
}

/// The inverse of [`t1b1_encode`].
///
/// # Errors
/// [`Error::Trit`].
pub fn t1b1_decode(bytes: &[u8]) -> Result<Vec<i8>, Error> {
    let trits: Vec<i8> = bytes.iter().map(|b| b.cast_signed()).collect();
    check_trits(&trits)?;
    Ok(trits)
}

/// t5b1: a byte for every five trits, least significant first, as a number from -121 to 121 in two's complement; the
/// last group is filled with zeros.
///
/// ```
/// use lanesmith_curl::trit::{t5b1_decode, t5b1_encode};
/// assert_eq!(t5b1_encode(&[1, 1, 1, 1, 1, -1])?, [121, 0xff]);
/// assert_eq!(t5b1_decode(&[121, 0xff], 6)?, [1, 1, 1, 1, 1, -1]);
/// # Ok::<(), lanesmith_curl::Error>(())
/// ```
///
/// # Errors
/// [`Error::Trit`].
pub fn t5b1_encode(trits: &[i8]) -> Result<Vec<u8>, Error> {
    check_trits(trits)?;
    let value = |group: &[i8]| group.iter().rev().fold(0i8, |sum, t| 3 * sum + t);
    Ok(trits.chunks(5).map(|group| value(group).cast_unsigned()).collect())
}

/// Trits of each t5b1 byte; 2 in front where the byte stands for none.
const GROUPS: [[i8; 5]; 256] = {
    let mut table = [[2; 5]; 256];
    let mut value = -121i16;
    while value <= 121 {
        let v = value + 364;
        let mut group = [0; 5];
        let (mut i, mut weight) = (0, 1);
        while i < 5 {
            group[i] = (v / weight % 3) as i8 - 1;
            weight *= 3;
            i += 1;
        }
        table[(value & 255) as usize] = group;
        value += 1;
    }
    table
};

/// The first `trits` trits of a t5b1 encoding.
///
/// # Errors
/// [`Error::T5b1`] for a byte that is no group or has non-zero trits beyond the length, [`Error::Length`] if the bytes
/// are not just as many as so many trits need.
pub fn t5b1_decode(bytes: &[u8], trits: usize) -> Result<Vec<i8>, Error> {
    if bytes.len() != trits.div_ceil(5) {
        return Err(Error::Length { unit: "bytes", found: bytes.len(), expected: "one for every 5 trits" });
    }
    let mut out = Vec::with_capacity(5 * bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        let group = &GROUPS[byte as usize];
        if group[0] == 2 {
            return Err(Error::T5b1 { at, byte });
        }
        out.extend_from_slice(group);
    }
    if out[trits..].iter().any(|t| *t != 0) {
        let at = bytes.len() - 1;
        return Err(Error::T5b1 { at, byte: bytes[at] });
    }
    out.truncate(trits);
    Ok(out)
}

/// b1t6: two trytes for each byte, which is taken as a number from -128 to 127, low tryte first.
///
/// ```
/// use lanesmith_curl::trit::{b1t6_decode, b1t6_encode};
/// assert_eq!(b1t6_encode(&[1, 0xff]), b"A9Z9");
/// assert_eq!(b1t6_decode(b"A9Z9")?, [1, 0xff]);
/// # Ok::<(), lanesmith_curl::Error>(())
/// ```
pub fn b1t6_encode(bytes: &[u8]) -> Vec<u8> {
    let mut trytes = Vec::with_capacity(2 * bytes.len());
    for byte in bytes {
        let value = i16::from(byte.cast_signed());
        let (low, high) = balanced(value);
        trytes.push(ALPHABET[low.rem_euclid(27) as usize]);
        trytes.push(ALPHABET[high.rem_euclid(27) as usize]);
    }
    trytes
}

/// `value = low + 27 * high` with `low` from -13 to 13.
fn balanced(value: i16) -> (i16, i16) {
    let low = (value + 13).rem_euclid(27) - 13;
    (low, (value - low) / 27)
}

/// The inverse of [`b1t6_encode`].
///
/// # Errors
/// [`Error::Tryte`], [`Error::B1t6`], or [`Error::Length`] for an odd number of trytes.
pub fn b1t6_decode(trytes: &[u8]) -> Result<Vec<u8>, Error> {
    let (pairs, rest) = trytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Error::Length { unit: "trytes", found: trytes.len(), expected: "an even number" });
    }
    let value = |at: usize, byte: u8| {
        let index = index(byte).ok_or(Error::Tryte { at, byte })? as i16;
        Ok(if index > 13 { index - 27 } else { index })
    };
    let decode = |(i, pair): (usize, &[u8; 2])| {
        let at = 2 * i;
        let value = value(at, pair[0])? + 27 * value(at + 1, pair[1])?;
        i8::try_from(value).map(i8::cast_unsigned).map_err(|_| Error::B1t6 { at, value })
    };
    pairs.iter().enumerate().map(decode).collect()
}
