//! Text: comparison in constants, which `==` cannot do yet, and quotation in messages.

use core::fmt::{self, Write};

/// Whether two texts are equal.
pub(crate) const fn same(a: &[u8], b: &[u8]) -> bool {
    same_part(a, b, 0, b.len())
}

/// Whether a text is the part of another from `start` to before `end`.
pub(crate) const fn same_part(a: &[u8], b: &[u8], start: usize, end: usize) -> bool {
    if a.len() != end - start {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[start + i] {
            return false;
        }
        i += 1;
    }
    true
}

/// A text in quotes, as `{:?}` has it, but that letters outside of ASCII are escaped too: to know which of them can be printed takes
/// tables of Unicode, several kilobytes in a WebAssembly module.
///
/// ```
/// assert_eq!(lanesmith_isa::Quoted("a\tb").to_string(), r#""a\tb""#);
/// ```
#[derive(Clone, Copy)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '\'' => f.write_char(c)?,
                _ => c.escape_default().try_for_each(|c| f.write_char(c))?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::format;

    use super::Quoted;

    #[test]
    fn quoted_text_is_what_debug_makes_of_it_where_it_is_ascii() {
        for text in ["", "scalar", "a \"b\" 'c' \\", "tab\tline\nend\r", "\u{1}\u{7f}\0x"] {
            let debug = format!("{text:?}").replace("\\0", "\\u{0}");
            assert_eq!(format!("{}", Quoted(text)), debug);
        }
        assert_eq!(format!("{}", Quoted("é")), r#""\u{e9}""#);
    }
}
