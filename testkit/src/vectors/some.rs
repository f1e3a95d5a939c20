//! What is compiled in of large files: all of them with feature `all`, else one record of twelve, so that a program that has to
//! be small can check itself with vectors of every kind.

/// Of so many records one is kept: the first, and every one at this distance from it.
#[cfg(any(test, not(feature = "all")))]
const EVERY: usize = 12;

/// Where the line ends that begins there: behind its line feed, or at the end of the text. Sixteen bytes a turn, as the compiler takes a
/// microsecond for each.
#[cfg(any(test, not(feature = "all")))]
const fn line_end(from: &[u8], begin: usize) -> usize {
    const ONES: u128 = u128::MAX / 0xff;
    let mut at = begin;
    while let Some(chunk) = from.split_at(at).1.first_chunk() {
        let zero_where_it_ends = u128::from_le_bytes(*chunk) ^ (ONES * b'\n' as u128);
        // The lowest bit that is set is that of the first byte that is zero.
        let zeros = zero_where_it_ends.wrapping_sub(ONES) & !zero_where_it_ends & ONES << 7;
        if zeros != 0 {
            return at + zeros.trailing_zeros() as usize / 8 + 1;
        }
        at += 16;
    }
    while at < from.len() && from[at] != b'\n' {
        at += 1;
    }
    if at < from.len() { at + 1 } else { at }
}

/// Copies the records that are kept, each of which ends with so many line feeds; gives how many bytes those are.
#[cfg(any(test, not(feature = "all")))]
#[allow(long_running_const_eval, reason = "a megabyte")]
const fn keep(from: &[u8], line_feeds: usize, mut to: Option<&mut [u8]>) -> usize {
    let (mut at, mut record, mut run, mut len) = (0, 0, 0, 0);
    while at < from.len() {
        let end = line_end(from, at);
        if record % EVERY == 0 {
            if let Some(to) = &mut to {
                to.split_at_mut(len)
                    .1
                    .split_at_mut(end - at)
                    .0
                    .copy_from_slice(from.split_at(at).1.split_at(end - at).0);
            }
            len += end - at;
        }
        // A line without text is one more line feed in a row.
        run = if end - at == 1 && from[at] == b'\n' { run + 1 } else { 1 };
        if run == line_feeds {
            record += 1;
            run = 0;
        }
        at = end;
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
    fn one_record_of_twelve_is_kept_whole() {
        const TEXT: &str = "a\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\nbb\n13";
        assert_eq!(super::bytes::<{ super::len(TEXT, 1) }>(TEXT, 1), *b"a\nbb\n");
        const PARTS: &str = "a\na\n\n1\n\n2\n\n3\n\n4\n\n5\n\n6\n\n7\n\n8\n\n9\n\n10\n\n11\n\nb";
        assert_eq!(super::bytes::<{ super::len(PARTS, 2) }>(PARTS, 2), *b"a\na\n\nb");
    }

    #[test]
    fn of_a_large_file_every_twelfth_line_is_kept() {
        let text = include_str!("../../vectors/memhard/twocats_published.jsonl");
        let mut kept = vec![0; super::len(text, 1)];
        assert_eq!(super::keep(text.as_bytes(), 1, Some(&mut kept)), kept.len());
        let lines: String = text.split_inclusive('\n').step_by(super::EVERY).collect();
        assert_eq!(kept, lines.as_bytes());
    }
}
