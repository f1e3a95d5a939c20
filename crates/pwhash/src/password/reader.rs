//! Reading stored strings strictly: what a writer would not write is refused.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use base64ct::{Base64Unpadded, Encoding};

use crate::Error;

/// The longest string that is looked at, where the grammar sets no bound.
const LONGEST: usize = 512;

/// A string, and how far it was read. Errors name the byte where what was read last begins.
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    /// At the beginning of a string whose parts are all bounded.
    pub(super) fn new(text: &'t str) -> Self {
        Reader { text, at: 0 }
    }

    /// At the beginning of a string that must not be too long.
    ///
    /// # Errors
    /// [`Error::Malformed`], if it is.
    pub(super) fn bounded(text: &'t str) -> Result<Self, Error> {
        match text.len() {
            0..=LONGEST => Ok(Reader::new(text)),
            _ => Err(Error::Malformed { at: LONGEST, what: "longer than 512 bytes" }),
        }
    }

    /// Where it is.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// What follows.
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

    /// Passes over so many bytes.
    pub(super) fn pass(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// The value of the next character, if it has one: that is passed over then.
    pub(super) fn one<T>(
        &mut self,
        value: impl FnOnce(u8) -> Option<T>,
        what: &'static str,
    ) -> Result<T, Error> {
        let found = self.rest().bytes().next().and_then(value);
        let found = found.ok_or_else(|| self.wrong(what))?;
        self.at += 1;
        Ok(found)
    }

    /// What comes before the next of these characters, or before the end.
    pub(super) fn until(&mut self, ends: &[char]) -> &'t str {
        let rest = self.rest();
        let part = rest.split(ends).next().unwrap_or(rest);
        self.at += part.len();
        part
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

    /// The same up to the next `$`, `,` or the end, and no larger than its type holds.
    pub(super) fn whole_number<T: TryFrom<u32>>(&mut self, what: &'static str) -> Result<T, Error> {
        let wrong = self.wrong(what);
        let digits = self.until(&[',', '$']);
        let plain = digits.bytes().all(|c| c.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        let value = if plain { digits.parse::<u32>().ok() } else { None };
        value.and_then(|value| T::try_from(value).ok()).ok_or(wrong)
    }

    /// Bytes in base64 without padding, up to the next `$`, `,` or the end.
    pub(super) fn base64(&mut self) -> Result<Vec<u8>, Error> {
        let wrong = self.wrong("not base64 without padding");
        Base64Unpadded::decode_vec(self.until(&[',', '$'])).map_err(|_| wrong)
    }

    /// The same up to the next `$` or the end, no more than there is place for.
    pub(super) fn base64_in<'b>(
        &mut self,
        place: &'b mut [u8],
        what: &'static str,
    ) -> Result<&'b [u8], Error> {
        let wrong = self.wrong(what);
        Base64Unpadded::decode(self.until(&['$']), place).map_err(|_| wrong)
    }

    /// Nothing may follow.
    pub(super) fn end(&self, what: &'static str) -> Result<(), Error> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.wrong(what)) }
    }

    /// That something is wrong here.
    pub(super) fn wrong(&self, what: &'static str) -> Error {
        Error::Malformed { at: self.at, what }
    }

    /// A length must be in range.
    pub(super) fn length(
        &self,
        bytes: usize,
        range: RangeInclusive<usize>,
        what: &'static str,
    ) -> Result<(), Error> {
        if range.contains(&bytes) { Ok(()) } else { Err(self.wrong(what)) }
    }
}

/// Bytes in base64 without padding.
pub(super) fn encode(bytes: &[u8]) -> String {
    Base64Unpadded::encode_string(bytes)
}
