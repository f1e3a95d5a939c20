//! The base64 of crypt(3): its own alphabet, and the least significant bits first.

use alloc::string::String;

const ALPHABET: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// What a character stands for.
pub(super) fn digit(character: u8) -> Option<u32> {
    let value = match character {
        b'.' | b'/' | b'0'..=b'9' => character - b'.',
        b'A'..=b'Z' => character - b'A' + 12,
        b'a'..=b'z' => character - b'a' + 38,
        _ => return None,
    };
    Some(value.into())
}

/// The character of the six lowest bits.
pub(super) fn character(value: u32) -> char {
    ALPHABET[(value & 63) as usize].into()
}

/// Writes bytes: three in four characters.
pub(super) fn encode(bytes: &[u8], out: &mut String) {
    for group in bytes.chunks(3) {
        let word = group.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
        for i in 0..=group.len() {
            out.push(character(word >> (6 * i)));
        }
    }
}

/// Reads what [`encode`] writes and nothing else. The number of bytes, or where and what is wrong.
pub(super) fn decode(text: &[u8], out: &mut [u8]) -> Result<usize, (usize, &'static str)> {
    let mut length = 0;
    for (i, group) in text.chunks(4).enumerate() {
        let mut word = 0;
        for (j, &c) in group.iter().enumerate() {
            let value = digit(c).ok_or((4 * i + j, "a character outside ./0-9A-Za-z"))?;
            word |= value << (6 * j);
        }
        let end = 4 * i + group.len() - 1;
        let bytes = group.len() - 1;
        if bytes == 0 {
            return Err((end, "a character too many"));
        }
        if word >> (8 * bytes) != 0 {
            return Err((end, "bits that belong to no byte"));
        }
        let place = out.get_mut(length..length + bytes).ok_or((end, "more bytes than there may be"))?;
        place.copy_from_slice(&word.to_le_bytes()[..bytes]);
        length += bytes;
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn what_is_written_is_read_at_every_length() {
        for length in 0..=64 {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 37 + 251) as u8).collect();
            let mut text = String::new();
            encode(&bytes, &mut text);
            let mut back = [0; 64];
            assert_eq!(decode(text.as_bytes(), &mut back), Ok(bytes.len()));
            assert_eq!(&back[..bytes.len()], &bytes[..]);
        }
    }

    #[test]
    fn every_digit_is_that_of_its_character() {
        for value in 0..64 {
            assert_eq!(digit(character(value) as u8), Some(value));
        }
        assert_eq!((0..=255).filter(|&c| digit(c).is_some()).count(), 64);
    }

    #[test]
    fn bits_and_characters_too_many_are_refused() {
        let mut out = [0; 3];
        assert_eq!(decode(b".z", &mut out), Err((1, "bits that belong to no byte")));
        assert_eq!(decode(b"....0", &mut out), Err((4, "a character too many")));
        assert_eq!(decode(b"......", &mut out), Err((5, "more bytes than there may be")));
        assert_eq!(decode(b".!", &mut out), Err((1, "a character outside ./0-9A-Za-z")));
    }
}
