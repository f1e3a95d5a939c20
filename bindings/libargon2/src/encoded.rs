//! Strings, `$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$...`, as libargon2 writes and reads them.

use base64ct::{Base64Unpadded, Encoding};

use crate::Code;
use crate::shape::{Kind, Piece, Shape};

/// What a string says.
#[derive(Debug, PartialEq, Eq)]
pub struct Encoded {
    pub version: u32,
    pub m_cost: u32,
    pub t_cost: u32,
    pub lanes: u32,
    pub salt: Vec<u8>,
    pub hash: Vec<u8>,
}

/// Characters that numbers of so many bytes take in base64 without padding.
fn base64_len(bytes: usize) -> usize {
    bytes / 3 * 4 + [0, 2, 3][bytes % 3]
}

fn digits(number: u32) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

/// How many bytes a string takes, its end included.
pub fn encoded_len(costs: [u32; 3], salt: u32, hash: u32, name: &str) -> usize {
    let signs = "$$v=19$m=,t=,p=$$".len() + name.len();
    let numbers: usize = costs.into_iter().map(digits).sum();
    signs + numbers + base64_len(salt as usize) + base64_len(hash as usize) + 1
}

impl Encoded {
    /// The string, without its end.
    pub fn text(&self, kind: Kind) -> String {
        let Encoded { version, m_cost, t_cost, lanes, .. } = self;
        let [salt, hash] = [&self.salt, &self.hash].map(|bytes| Base64Unpadded::encode_string(bytes));
        format!("${}$v={version}$m={m_cost},t={t_cost},p={lanes}${salt}${hash}", kind.name())
    }

    /// Reads a string of this kind. Costs are checked before anything is said of what stands behind the hash.
    pub fn read(text: &[u8], kind: Kind, pwd: Piece) -> Result<Encoded, Code> {
        let mut rest = text;
        expect(&mut rest, b"$")?;
        expect(&mut rest, kind.name().as_bytes())?;
        // The version before there were versions.
        let version = if expect(&mut rest, b"$v=").is_ok() { number(&mut rest)? } else { 0x10 };
        let mut cost = |name: &[u8]| expect(&mut rest, name).and_then(|()| number(&mut rest));
        let [m_cost, t_cost, lanes] = [cost(b"$m=")?, cost(b",t=")?, cost(b",p=")?];
        let mut bytes = || expect(&mut rest, b"$").and_then(|()| base64(&mut rest));
        let [salt, hash] = [bytes()?, bytes()?];
        let shape = Shape {
            out: Piece::of(hash.len()),
            salt: Piece::of(salt.len()),
            pwd,
            m_cost,
            t_cost,
            lanes,
            threads: lanes,
            ..Shape::default()
        };
        shape.check()?;
        if !rest.is_empty() {
            return Err(Code::DecodingFail);
        }
        Ok(Encoded { version, m_cost, t_cost, lanes, salt, hash })
    }
}

fn expect(rest: &mut &[u8], what: &[u8]) -> Result<(), Code> {
    *rest = rest.strip_prefix(what).ok_or(Code::DecodingFail)?;
    Ok(())
}

/// The characters from here on of which this holds.
fn span<'t>(rest: &mut &'t [u8], holds: impl Fn(&u8) -> bool) -> &'t [u8] {
    let end = rest.iter().position(|byte| !holds(byte)).unwrap_or(rest.len());
    let (span, after) = rest.split_at(end);
    *rest = after;
    span
}

/// A number of 32 bits without leading zeros.
fn number(rest: &mut &[u8]) -> Result<u32, Code> {
    let digits = span(rest, u8::is_ascii_digit);
    let text = str::from_utf8(digits).map_err(|_| Code::DecodingFail)?;
    if text.len() > 1 && text.starts_with('0') {
        return Err(Code::DecodingFail);
    }
    text.parse().map_err(|_| Code::DecodingFail)
}

fn base64(rest: &mut &[u8]) -> Result<Vec<u8>, Code> {
    let characters = span(rest, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'));
    let text = str::from_utf8(characters).map_err(|_| Code::DecodingFail)?;
    Base64Unpadded::decode_vec(text).map_err(|_| Code::DecodingFail)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

    fn read(text: &str) -> Result<Encoded, Code> {
        Encoded::read(text.as_bytes(), Kind::Id, Piece::default())
    }

    #[test]
    fn what_is_written_is_read_and_has_the_length_that_is_told() {
        let good = read(GOOD).unwrap();
        assert_eq!((good.version, good.m_cost, good.t_cost, good.lanes), (19, 256, 2, 1));
        assert_eq!((good.salt.as_slice(), good.hash.len()), (&b"somesalt"[..], 32));
        assert_eq!(good.text(Kind::Id), GOOD);
        assert_eq!(encoded_len([256, 2, 1], 8, 32, "argon2id"), GOOD.len() + 1);
        assert_eq!(
            encoded_len([u32::MAX, 0, 10], 9, 10, "argon2i"),
            "$argon2i$v=19$m=4294967295,t=0,p=10$".len() + 12 + 1 + 14 + 1
        );
    }

    #[test]
    fn a_string_without_a_version_is_of_the_first_one() {
        assert_eq!(read(&GOOD.replace("$v=19", "")).unwrap().version, 0x10);
    }

    #[test]
    fn a_string_of_another_form_is_refused() {
        for (from, to) in [
            ("$argon2id", "argon2id"),
            ("argon2id", "argon2i"),
            ("argon2id", "Argon2id"),
            ("v=19", "v="),
            ("v=19", "v=019"),
            ("m=256", "m=+256"),
            ("m=256", "m=4294967296"),
            (",t=2", ";t=2"),
            ("m=256,t=2", "t=2,m=256"),
            ("c29tZXNhbHQ", "c29tZXNhbHQ="),
            ("c29tZXNhbHQ", "c29tZXNhbHR"),
            ("i/4", "i/4="),
            ("i/4", "i/4$"),
            ("i/4", "i/4 "),
        ] {
            assert_eq!(read(&GOOD.replacen(from, to, 1)), Err(Code::DecodingFail), "{from} {to}");
        }
        // A hash of four bytes, six characters, would be one.
        for end in 0..GOOD.rfind('$').unwrap() + 1 + 6 {
            assert!(read(&GOOD[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn costs_and_lengths_of_a_string_have_codes_of_their_own() {
        for (from, to, code) in [
            ("m=256", "m=7", Code::MemoryTooLittle),
            ("p=1", "p=33", Code::MemoryTooLittle),
            ("t=2", "t=0", Code::TimeTooSmall),
            ("p=1", "p=0", Code::LanesTooFew),
            ("c29tZXNhbHQ", "c29tZXNhbA", Code::SaltTooShort),
            ("nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "nf65", Code::OutputTooShort),
        ] {
            assert_eq!(read(&GOOD.replacen(from, to, 1)), Err(code), "{to}");
        }
    }
}
