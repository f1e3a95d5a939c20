//! Comparison of text in constants, which `==` cannot do yet.

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
