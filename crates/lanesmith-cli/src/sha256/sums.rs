//! The lines of check files: those of sha256sum, of its `--tag`, and of BSD's `sha256 -r`.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};

use crate::lines::encoded;

/// The name with its backslashes and ends of line escaped; `None` if it has none.
pub fn escaped(name: &[u8]) -> Option<Vec<u8>> {
    if !name.iter().any(|b| matches!(b, b'\\' | b'\n' | b'\r')) {
        return None;
    }
    let mut text = Vec::with_capacity(name.len() + 1);
    for &byte in name {
        match byte {
            b'\\' => text.extend(br"\\"),
            b'\n' => text.extend(br"\n"),
            b'\r' => text.extend(br"\r"),
            _ => text.push(byte),
        }
    }
    Some(text)
}

fn unescaped(text: &[u8]) -> Option<Vec<u8>> {
    let mut name = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        name.push(match byte {
            b'\\' => match bytes.next()? {
                b'\\' => b'\\',
                b'n' => b'\n',
                b'r' => b'\r',
                _ => return None,
            },
            byte => byte,
        });
    }
    Some(name)
}

/// A file name of these bytes; what is no text is replaced where names must be text.
pub fn os_string(name: Vec<u8>) -> OsString {
    #[cfg(unix)]
    return std::os::unix::ffi::OsStringExt::from_vec(name);
    #[cfg(not(unix))]
    return String::from_utf8_lossy(&name).into_owned().into();
}

/// A line of a check file.
#[derive(Debug)]
pub enum Line {
    /// The digest of a file.
    Sum {
        /// Name of the file.
        name: Vec<u8>,
        /// Its digest.
        digest: [u8; 32],
    },
    /// Something else.
    Bad {
        /// Which line, from 1.
        number: u64,
        /// What an editor has made of it, if that is so.
        why: Option<String>,
    },
    /// The rest cannot be read.
    Fault(io::Error),
}

/// Longest line: four times the longest path of Linux, escaped throughout. A longer one is bad.
const LONGEST: u64 = 1 << 15;

/// The lines of a check file but for the empty ones and comments.
pub struct Sums<R> {
    reader: Option<BufReader<R>>,
    number: u64,
    style: Style,
}

/// Which of two forms that cannot be told apart by one line the file is in: the first line decides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Unknown,
    /// A blank and a mark, which may be another blank, between digest and name.
    Marked,
    /// One blank.
    Plain,
}

impl<R: Read> Sums<R> {
    /// Reads a check file.
    pub fn new(reader: R) -> Self {
        Sums { reader: Some(BufReader::with_capacity(1 << 16, reader)), number: 0, style: Style::Unknown }
    }

    /// The next line without its end, empty at the end of the file; `None` if it is too long.
    fn read(reader: &mut BufReader<R>, line: &mut Vec<u8>) -> io::Result<Option<()>> {
        reader.by_ref().take(LONGEST).read_until(b'\n', line)?;
        if line.len() as u64 == LONGEST && !line.ends_with(b"\n") {
            reader.skip_until(b'\n')?;
            return Ok(None);
        }
        Ok(Some(()))
    }

    fn parse(&mut self, line: &[u8]) -> Option<(Vec<u8>, [u8; 32])> {
        let start = line.iter().position(|b| !matches!(b, b' ' | b'\t'))?;
        let line = &line[start..];
        let (is_escaped, line) = match line.strip_prefix(b"\\") {
            Some(line) => (true, line),
            None => (false, line),
        };
        let (name, digest) = match line.strip_prefix(b"SHA256") {
            Some(rest) => tagged(rest)?,
            None => self.untagged(line)?,
        };
        let name = if is_escaped { unescaped(name)? } else { name.to_vec() };
        Some((name, digest))
    }

    fn untagged<'a>(&mut self, line: &'a [u8]) -> Option<(&'a [u8], [u8; 32])> {
        let (digest, rest) = line.split_at_checked(64)?;
        let digest = decode(digest)?;
        let [b' ' | b'\t', rest @ ..] = rest else { return None };
        let name = match rest {
            [] => return None,
            [b' ' | b'*', name @ ..] if !name.is_empty() && self.style != Style::Plain => {
                self.style = Style::Marked;
                name
            }
            name if self.style != Style::Marked => {
                self.style = Style::Plain;
                name
            }
            _ => return None,
        };
        Some((name, digest))
    }
}

/// ` (name) = digest`.
fn tagged(rest: &[u8]) -> Option<(&[u8], [u8; 32])> {
    let rest = rest.strip_prefix(b" ").unwrap_or(rest).strip_prefix(b"(")?;
    let end = rest.iter().rposition(|&b| b == b')')?;
    let digest = rest[end + 1..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    Some((&rest[..end], decode(digest)?))
}

fn decode(digits: &[u8]) -> Option<[u8; 32]> {
    let mut digest = [0; 32];
    hex::decode_to_slice(digits, &mut digest).ok()?;
    Some(digest)
}

impl<R: Read> Iterator for Sums<R> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        loop {
            let mut line = Vec::new();
            self.number += 1;
            match Self::read(self.reader.as_mut()?, &mut line) {
                Ok(Some(())) => {}
                Ok(None) => return Some(Line::Bad { number: self.number, why: None }),
                Err(error) => {
                    self.reader = None;
                    return Some(Line::Fault(error));
                }
            }
            if line.is_empty() {
                self.reader = None;
                return None;
            }
            let line = line.strip_suffix(b"\n").unwrap_or(&line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() || line.starts_with(b"#") {
                continue;
            }
            return Some(match self.parse(line) {
                Some((name, digest)) => Line::Sum { name, digest },
                None => Line::Bad { number: self.number, why: encoded(self.number, line) },
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEX: &str = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";

    /// The names, or the numbers of bad lines.
    fn read(text: &str) -> Vec<Result<String, u64>> {
        Sums::new(text.as_bytes())
            .map(|line| match line {
                Line::Sum { name, digest } => {
                    assert_eq!(hex::encode(digest), HEX);
                    Ok(String::from_utf8(name).unwrap())
                }
                Line::Bad { number, .. } => Err(number),
                Line::Fault(error) => panic!("{error}"),
            })
            .collect()
    }

    #[test]
    fn every_form_of_line_is_read() {
        let upper = HEX.to_uppercase();
        for (line, name) in [
            (format!("{HEX}  a b"), "a b"),
            (format!("{HEX} *a"), "a"),
            (format!(" \t{HEX}\t a\r"), "a"),
            (format!("{upper}  a"), "a"),
            (format!("{HEX} a"), "a"),
            (format!("\\{HEX}  a\\n\\\\\\r"), "a\n\\\r"),
            (format!("{HEX}  a\\n"), "a\\n"),
            (format!("SHA256 (a) b) = {HEX}"), "a) b"),
            (format!("SHA256(a)= {HEX}"), "a"),
            (format!("\\SHA256 (\\n) = {HEX}"), "\n"),
        ] {
            assert_eq!(read(&line), [Ok(name.into())], "{line}");
        }
    }

    #[test]
    fn what_is_no_checksum_is_numbered_and_comments_are_passed_over() {
        let short = &HEX[1..];
        for line in [
            "junk".into(),
            HEX.into(),
            format!("{HEX} "),
            format!("{short}  a"),
            format!("{HEX}0  a"),
            format!("\\{HEX}  a\\x"),
            format!("\\{HEX}  a\\"),
            format!("SHA256 (a) = {HEX} "),
            format!("SHA256 a = {HEX}"),
            "x".repeat(3 * LONGEST as usize),
        ] {
            let text = format!("# comment\n\n{line}\n{HEX}  good\n");
            assert_eq!(read(&text), [Err(3), Ok("good".into())], "{line:.80}");
        }
    }

    #[test]
    fn the_first_line_decides_how_many_blanks_there_are() {
        assert_eq!(read(&format!("{HEX} a\n{HEX}  a")), [Ok("a".into()), Ok(" a".into())]);
        assert_eq!(read(&format!("{HEX}  a\n{HEX} a")), [Ok("a".into()), Err(2)]);
    }
}
