//! What commands on lines share: their options, and a count for people who wait.

use std::cell::OnceCell;
use std::io::Write;
use std::time::{Duration, Instant};

pub use lanesmith_parallel::lines::{BadLine, Done, Empty, Job, name};

use crate::failure::{Failure, Outcome};
use crate::terminal;

/// The option that takes what is empty.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct AllowEmpty {
    /// Accept an input without lines, and take an empty line as an empty record; without this option both are errors
    #[arg(long)]
    allow_empty: bool,
}

impl From<AllowEmpty> for Empty {
    fn from(option: AllowEmpty) -> Self {
        if option.allow_empty { Empty::Taken } else { Empty::Refused }
    }
}

/// [`Job::run_with`] with a count of lines on the terminal, and with what spreadsheets have done told. Where a batch is one line,
/// the work shows its own progress.
pub fn run(
    job: &Job<'_>,
    empty: Empty,
    out: &mut dyn Write,
    work: impl Fn(u64, &[&[u8]]) -> Done + Sync,
) -> Outcome {
    let progress = Progress::new();
    let tell = |lines| progress.at(lines);
    let progress = (job.batch > 1).then_some(&tell as &dyn Fn(u64));
    let work = |first, lines: &[&[u8]]| {
        let mut done = work(first, lines);
        if let Some(bad) = &mut done.bad {
            let line = lines.get(bad.index).copied().unwrap_or_default();
            bad.reason = explained(first + bad.index as u64, line, std::mem::take(&mut bad.reason));
        }
        done
    };
    Ok(job.run_with(empty, out, progress, work)?)
}

/// Why a line is bad, where spreadsheets and editors made it so: what they add looks like nothing in most messages, as it cannot be
/// seen or stands where nobody looks. `reason` is what the command says of the line, which is bad for certain.
pub fn explained(number: u64, line: &[u8], reason: String) -> String {
    if let Some(why) = encoded(number, line) {
        return why;
    }
    // Blanks are no fields, and quotes are a part of JSON.
    let text = line.trim_ascii();
    if text.is_empty() || text.starts_with(b"{") || text.windows(2).any(|two| two == b"\":") {
        return reason;
    }
    let fields = || line.split(|byte| b",;\t".contains(byte)).map(<[u8]>::trim_ascii);
    if fields().any(|field| field.len() > 1 && (field.starts_with(b"\"") || field.ends_with(b"\""))) {
        return format!("{reason} (values stand without quotes)");
    }
    if number == 1 && is_header(line) {
        return format!("{reason} (a header row? every line is read as a record)");
    }
    if !line.contains(&b',') && fields().count() > 1 {
        return format!("{reason} (fields are separated by commas)");
    }
    reason
}

/// The same of lines whose fields are a command's own affair: what an encoding has added or made of them.
pub fn encoded(number: u64, line: &[u8]) -> Option<String> {
    let wide = line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff");
    if number == 1 && wide {
        return Some("the file is in UTF-16; save it as UTF-8 (or: iconv -f UTF-16 -t UTF-8)".into());
    }
    if line.contains(&0) {
        let why = "a NUL byte: the file is no text, or is in UTF-16 (then: iconv -f UTF-16LE -t UTF-8)";
        return Some(why.into());
    }
    let rest = line.strip_prefix(b"\xef\xbb\xbf")?;
    let header = if number == 1 && is_header(rest) { ", and a header row behind it" } else { "" };
    Some(format!("it begins with a byte order mark (BOM){header}; save the file as UTF-8 without one"))
}

/// Whether a line holds names of columns: short words, one of which at least is no hexadecimal number.
fn is_header(line: &[u8]) -> bool {
    let fields: Vec<&[u8]> = line.split(|byte| b",;\t".contains(byte)).map(<[u8]>::trim_ascii).collect();
    let word = |field: &&[u8]| {
        field.len() <= 40
            && field.first().is_some_and(u8::is_ascii_alphabetic)
            && field.iter().all(|c| c.is_ascii_alphanumeric() || b"_-. ()#/".contains(c))
    };
    fields.iter().all(word) && fields.iter().any(|field| !field.iter().all(u8::is_ascii_hexdigit))
}

/// A count of lines for people who wait longer than two seconds.
struct Progress {
    started: Instant,
    spinner: OnceCell<indicatif::ProgressBar>,
}

impl Progress {
    fn new() -> Self {
        Progress { started: Instant::now(), spinner: OnceCell::new() }
    }

    fn at(&self, lines: u64) {
        let elapsed = self.started.elapsed();
        if elapsed > Duration::from_secs(2) {
            let rate = lines as f64 / elapsed.as_secs_f64();
            let spinner = self.spinner.get_or_init(terminal::spinner);
            terminal::tell(spinner, format!("{lines} lines, {rate:.0} per second"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(spinner) = self.spinner.get() {
            spinner.finish_and_clear();
        }
    }
}

/// Threads to use where the user has not said: one for each core.
pub fn threads(asked: Option<usize>) -> Outcome<usize> {
    match asked {
        Some(0) => Err(Failure::usage("--threads 0: at least one thread is needed")),
        Some(n @ 1..=1024) => Ok(n),
        Some(n) => Err(Failure::usage(format!("--threads {n}: at most 1024"))),
        None => Ok(std::thread::available_parallelism().map_or(1, Into::into)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_spreadsheets_add_is_named() {
        let told = |number, line: &[u8]| explained(number, line, "bad".into());
        for (line, part) in [
            (&b"\xff\xfea\0b\0"[..], "UTF-16"),
            (b"\xfe\xff\0a\0b", "UTF-16"),
            (b"a\0b\0", "NUL"),
            (b"\xef\xbb\xbf0102", "byte order mark"),
            (b"\xef\xbb\xbfpubkey,message", "a header row behind it"),
            (b"\"0102\",\"03\"", "bad (values stand without quotes)"),
            (b"pubkey,message,signature", "bad (a header row?"),
            (b"Leaf hash", "bad (a header row?"),
            (b"01;02;03", "bad (fields are separated by commas)"),
            (b"01\t02", "bad (fields are separated by commas)"),
        ] {
            let told = told(1, line);
            assert!(told.contains(part), "{}: {told}", line.escape_ascii());
        }
    }

    #[test]
    fn what_is_bad_for_itself_is_told_as_it_is() {
        for line in [
            &b"0x01zz"[..],
            b"01,02",
            b"abc",
            b"",
            b"\"",
            b"?",
            b" \t ",
            b"{\"a\":1,\"b\":2}",
            b"  \"a\": \"b\",",
        ] {
            assert_eq!(explained(1, line, "bad".into()), "bad", "{}", line.escape_ascii());
        }
        assert_eq!(explained(2, b"pubkey,message", "bad".into()), "bad", "only the first line is a header");
    }
}
