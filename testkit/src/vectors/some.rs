//! What is compiled in of large files: all of them with feature `all`, else one record of six, so that a program that has to
//! be small can check itself with vectors of every kind.

/// Of so many records one is kept: the first, and every one at this distance from it.
#[cfg(any(test, not(feature = "all")))]
const EVERY: usize = 6;

/// Copies the records that are kept, each of which ends with so many line feeds; gives how many bytes those are.
#[cfg(any(test, not(feature = "all")))]
#[allow(long_running_const_eval, reason = "a third of a megabyte, byte by byte")]
const fn keep(from: &[u8], line_feeds: usize, mut to: Option<&mut [u8]>) -> usize {
    let (mut at, mut record, mut run, mut len) = (0, 0, 0, 0);
    while at < from.len() {
        if record % EVERY == 0 {
            if let Some(to) = &mut to {
                to[len] = from[at];
            }
            len += 1;
        }
        run = if from[at] == b'\n' { run + 1 } else { 0 };
        if run == line_feeds {
            record += 1;
            run = 0;
        }
        at += 1;
    }
    len
}

/// How many bytes are kept.
#[cfg(any(test, not(feature = "all")))]
pub const fn len(from: &str, line_feeds: usize) -> usize {
    keep(from.as_bytes(), line_feeds, None)
}

/// The bytes that are kept.
#[cfg(any(test, not(feature = "all")))]
pub const fn bytes<const N: usize>(from: &str, line_feeds: usize) -> [u8; N] {
    let mut to = [0; N];
    keep(from.as_bytes(), line_feeds, Some(&mut to));
    to
}

/// The text of a file whose records end with so many line feeds, or what is kept of it.
#[cfg(feature = "all")]
macro_rules! some {
    ($path:expr, $line_feeds:literal) => {
        include_str!($path)
    };
}

#[cfg(not(feature = "all"))]
macro_rules! some {
    ($path:expr, $line_feeds:literal) => {{
        use $crate::vectors::some;
        const ALL: &str = include_str!($path);
        static KEPT: [u8; some::len(ALL, $line_feeds)] = some::bytes(ALL, $line_feeds);
        // The files are ASCII; records are kept whole.
        core::str::from_utf8(&KEPT).unwrap_or_default()
    }};
}
pub(crate) use some;

#[cfg(test)]
mod tests {
    #[test]
    fn one_record_of_six_is_kept_whole() {
        const TEXT: &str = "0\n1\n2\n3\n4\n5\n66\n7";
        assert_eq!(super::bytes::<{ super::len(TEXT, 1) }>(TEXT, 1), *b"0\n66\n");
        const PARTS: &str = "0\na\n\n1\n\n2\n\n3\n\n4\n\n5\n\n6";
        assert_eq!(super::bytes::<{ super::len(PARTS, 2) }>(PARTS, 2), *b"0\na\n\n6");
    }
}
