//! Hexadecimal, messages and small files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use zeroize::Zeroizing;

use crate::failure::{Failure, Outcome};

/// Decodes hexadecimal, with `0x` (or `0X`) or without.
pub fn decode(text: impl AsRef<[u8]>) -> Result<Vec<u8>, String> {
    let text = text.as_ref();
    decode_shown(text, |at| {
        let rest = text.trim_ascii().get(at..).unwrap_or_default();
        match rest.utf8_chunks().next().map(|chunk| (chunk.valid().chars().next(), chunk.invalid())) {
            Some((Some(c), _)) => format!("{c:?} at character {}", at + 1),
            Some((None, [byte, ..])) => format!("byte {byte:#04x} at character {}", at + 1),
            _ => format!("character {}", at + 1),
        }
    })
}

/// [`decode`] of a field, whose name stands before what is wrong.
pub fn decode_field(name: &str, text: impl AsRef<[u8]>) -> Result<Vec<u8>, String> {
    decode(text).map_err(|error| format!("{name}: {error}"))
}

/// [`decode`] for what is secret: an error says where, and shows nothing of it.
pub fn decode_secret(text: impl AsRef<[u8]>) -> Result<Zeroizing<Vec<u8>>, String> {
    decode_shown(text.as_ref(), |at| format!("character {}", at + 1)).map(Zeroizing::new)
}

/// A wrong character comes before a count in which it would be one of many.
fn decode_shown(text: &[u8], shown: impl Fn(usize) -> String) -> Result<Vec<u8>, String> {
    let text = text.trim_ascii();
    let digits = text.strip_prefix(b"0x").or_else(|| text.strip_prefix(b"0X")).unwrap_or(text);
    if let Some(wrong) = digits.iter().position(|digit| !digit.is_ascii_hexdigit()) {
        // All before it are digits: bytes are characters.
        return Err(format!("{} is not a hexadecimal digit", shown(wrong + text.len() - digits.len())));
    }
    hex::decode(digits).map_err(|_| match digits.len() {
        1 => "1 hexadecimal digit is not a whole byte".into(),
        count => format!("{count} hexadecimal digits are not whole bytes"),
    })
}

/// Whether a path means standard input or output.
pub fn is_dash(path: &Path) -> bool {
    path == Path::new("-")
}

/// A path as it is shown.
pub fn shown(path: &Path) -> String {
    if is_dash(path) { "standard input".into() } else { path.display().to_string() }
}

/// Refuses to read standard input twice.
pub fn once(paths: &[Option<&Path>]) -> Outcome {
    let dashes = paths.iter().flatten().filter(|path| is_dash(path)).count();
    if dashes > 1 {
        return Err(Failure::usage("standard input (-) can be read only once"));
    }
    Ok(())
}

/// All of a file or of standard input, wiped when dropped. `most` bytes are allowed, so that one buffer holds them all.
pub fn read_secret(path: &Path, most: usize) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(most + 1));
    read_to(path, most, &mut bytes)?;
    Ok(bytes)
}

fn read_to(path: &Path, most: usize, bytes: &mut Vec<u8>) -> anyhow::Result<()> {
    let unreadable = || format!("cannot read {}", shown(path));
    let reader: Box<dyn Read> = match is_dash(path) {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(path).with_context(unreadable)?),
    };
    reader.take(most as u64 + 1).read_to_end(bytes).with_context(unreadable)?;
    anyhow::ensure!(bytes.len() <= most, "{}: longer than {most} bytes", shown(path));
    Ok(())
}

/// Longest message that is read from a file.
const LONGEST: usize = 1 << 30;

/// One message.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub struct MessageArgs {
    /// The message in hexadecimal
    #[arg(long, value_name = "HEX")]
    message: Option<String>,
    /// The message as text, in UTF-8
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,
    /// File with the message, byte for byte, at most 1 GiB; - for standard input
    #[arg(long, value_name = "FILE")]
    message_file: Option<PathBuf>,
}

impl MessageArgs {
    /// The file that it comes from.
    pub fn path(&self) -> Option<&Path> {
        self.message_file.as_deref()
    }

    /// The message, if one was given.
    pub fn read(&self) -> Outcome<Option<Vec<u8>>> {
        if let Some(text) = &self.message {
            let bytes = decode(text).map_err(|e| Failure::usage(format!("--message: {e}")))?;
            return Ok(Some(bytes));
        }
        if let Some(path) = &self.message_file {
            let mut bytes = Vec::new();
            read_to(path, LONGEST, &mut bytes)?;
            return Ok(Some(bytes));
        }
        Ok(self.text.as_ref().map(|text| text.clone().into_bytes()))
    }

    /// The message.
    pub fn needed(&self) -> Outcome<Vec<u8>> {
        self.read()?.ok_or_else(|| {
            Failure::usage("no message: --message HEX, --text TEXT or --message-file FILE is needed")
        })
    }
}
