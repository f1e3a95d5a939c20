//! Reading strings of the PHC form strictly: what a writer would not write is refused.

use alloc::string::String;
use alloc::vec::Vec;

use base64ct::{Base64Unpadded, Encoding};

use crate::Error;

/// The longest string that is looked at.
const LONGEST: usize = 512;

/// A string, and how far it was read.
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Result<Self, Error> {
        match text.len() {
            0..=LONGEST => Ok(Reader { text, at: 0 }),
            _ => Err(Error::Malformed { at: LONGEST, what: "longer than 512 bytes" }),
        }
    }

    pub(super) fn rest(&self) -> &'t str {
        // `at` moves over whole characters only.
        self.text.get(self.at..).unwrap_or("")
    }

    /// Whether this comes next; it is passed over then.
    pub(super) fn skip(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// What comes next must be `word`.
    pub(super) fn expect(&mut self, word: &str, what: &'static str) -> Result<(), Error> {
        if self.skip(word) { Ok(()) } else { Err(self.wrong(what)) }
    }

    /// A decimal number without sign or leading zero.
    pub(super) fn number(&mut self) -> Result<u32, Error> {
        let rest = self.rest();
        let len = rest.bytes().take_while(u8::is_ascii_digit).count();
        let digits = &rest[..len];
        if len == 0 {
            return Err(self.wrong("a number is missing"));
        }
        if len > 1 && digits.starts_with('0') {
            return Err(self.wrong("a number with a leading zero"));
        }
        let number = digits.parse().map_err(|_| self.wrong("a number above 2^32 - 1"))?;
        self.at += len;
        Ok(number)
    }

    /// Passes over so many bytes.
    #[cfg(feature = "legacy")]
    pub(super) fn pass(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// What comes before the next of this character, or before the end.
    #[cfg(feature = "legacy")]
    pub(super) fn until(&mut self, end: char) -> &'t str {
        let rest = self.rest();
        let part = rest.split(end).next().unwrap_or(rest);
        self.at += part.len();
        part
    }

    /// Bytes in base64 without padding, up to the next `$`, `,` or the end.
    pub(super) fn base64(&mut self) -> Result<Vec<u8>, Error> {
        let rest = self.rest();
        let len = rest.bytes().take_while(|byte| !matches!(byte, b'$' | b',')).count();
        let bytes = rest.get(..len).and_then(|text| Base64Unpadded::decode_vec(text).ok());
        let bytes = bytes.ok_or_else(|| self.wrong("not base64 without padding"))?;
        self.at += len;
        Ok(bytes)
    }

    /// Nothing may follow.
    pub(super) fn end(&self) -> Result<(), Error> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.wrong("something follows the hash")) }
    }

    pub(super) fn wrong(&self, what: &'static str) -> Error {
        Error::Malformed { at: self.at, what }
    }

    /// A length must be in range.
    pub(super) fn length(
        &self,
        bytes: usize,
        range: core::ops::RangeInclusive<usize>,
        what: &'static str,
    ) -> Result<(), Error> {
        if range.contains(&bytes) { Ok(()) } else { Err(self.wrong(what)) }
    }
}

pub(super) fn encode(bytes: &[u8]) -> String {
    Base64Unpadded::encode_string(bytes)
}
