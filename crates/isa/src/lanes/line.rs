//! Plain memory, aligned for every vector type.

/// A cache line of plain words: the unit in which lane memory is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Line(pub [u64; 8]);

impl Line {
    /// All zero.
    pub const ZERO: Line = Line([0; 8]);

    /// The words of several lines.
    pub fn words(lines: &[Line]) -> &[u64] {
        // SAFETY: `Line` is `repr(C)` around `[u64; 8]` without padding (its size is its alignment).
        unsafe { core::slice::from_raw_parts(lines.as_ptr().cast(), lines.len() * 8) }
    }

    /// The words of several lines, to write.
    pub fn words_mut(lines: &mut [Line]) -> &mut [u64] {
        // SAFETY: as in `words`; the borrow is exclusive.
        unsafe { core::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), lines.len() * 8) }
    }
}

/// How many lines hold that many bits.
pub const fn lines_for(bits: usize) -> usize {
    bits.div_ceil(512)
}

/// Lane values that are nothing but bits, so that lines can be read as them.
///
/// # Safety
/// Every bit pattern is a value, there is no padding, the size divides 64 bytes, and the alignment is at most 64.
pub unsafe trait Plain: Copy + 'static {
    /// The token that a value of this type stands for.
    type Token: crate::token::Token;

    /// Asks for a line of the cache that will be needed soon; any address is allowed. Does nothing where no instruction does that.
    #[inline(always)]
    fn prefetch<T>(_at: *const T) {}

    /// Lines as lane values.
    #[inline(always)]
    fn of_lines(_token: Self::Token, lines: &[Line]) -> &[Self] {
        const { assert!(64 % size_of::<Self>() == 0 && align_of::<Self>() <= 64) };
        let len = size_of_val(lines) / size_of::<Self>();
        // SAFETY: lines are plain words, aligned to 64; the trait's contract makes them values of `Self`.
        unsafe { core::slice::from_raw_parts(lines.as_ptr().cast(), len) }
    }

    /// Lines as lane values, to write.
    #[inline(always)]
    fn of_lines_mut(_token: Self::Token, lines: &mut [Line]) -> &mut [Self] {
        const { assert!(64 % size_of::<Self>() == 0 && align_of::<Self>() <= 64) };
        let len = size_of_val(lines) / size_of::<Self>();
        // SAFETY: as in `of_lines`; every bit pattern written is a valid word, and the borrow is exclusive.
        unsafe { core::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), len) }
    }
}
