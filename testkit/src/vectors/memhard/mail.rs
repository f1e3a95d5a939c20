//! The hashes of 2 GiB in a mail of 17 April 2014 to the list of the Password Hashing Competition, and one of the unchanged
//! yescrypt of that time.

use std::sync::LazyLock;

use super::super::Bytes;

/// All inputs that the mail's programs have in common are these.
pub const PASSWORD: &[u8] = b"password";
/// See [`PASSWORD`].
pub const SALT: &[u8] = b"saltsaltsaltsalt";

/// What came out.
#[derive(Clone, Debug, serde::Deserialize)]
struct Line {
    alg: String,
    version: String,
    out: Bytes,
}

static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| {
    super::parse_lines(
        "memhard/mail_2014-04-17.jsonl",
        include_str!("../../../vectors/memhard/mail_2014-04-17.jsonl"),
    )
});

fn of(wanted: impl Fn(&Line) -> bool) -> &'static [u8] {
    LINES.iter().find(|line| wanted(line)).map_or(&[], |line| &line.out)
}

/// `phs-lyra 1 349525`.
pub fn lyra2() -> &'static [u8] {
    of(|line| line.alg == "lyra2")
}

/// `phs-yescrypt 0 18`, with most rounds left out.
pub fn yescrypt_reduced() -> &'static [u8] {
    of(|line| line.version.starts_with("0.5-reduced"))
}

/// The same with all rounds.
pub fn yescrypt() -> &'static [u8] {
    of(|line| line.version == "0.5")
}

/// `phs-twocats 0 21`, with one multiplication and one thread.
pub fn twocats() -> &'static [u8] {
    of(|line| line.alg == "twocats")
}
