//! Transposing loads and stores of 32-byte rows, over any vector made of 128-bit parts.

/// What a vector of 32-bit words needs for them.
pub(crate) trait Quads: Copy {
    /// Reads each part from its own address, unaligned.
    ///
    /// # Safety
    /// `at(p)` must be readable for 16 bytes, for every 128-bit part `p`.
    unsafe fn gather(at: impl Fn(usize) -> *const u8) -> Self;
    /// Writes each part to its own address, unaligned.
    ///
    /// # Safety
    /// `at(p)` must be writable for 16 bytes, for every 128-bit part `p`.
    unsafe fn scatter(self, at: impl Fn(usize) -> *mut u8);
    /// In each part, words 0 and 1 of both interleaved.
    fn zip_low(self, other: Self) -> Self;
    /// In each part, words 2 and 3 of both interleaved.
    fn zip_high(self, other: Self) -> Self;
    /// Reverses the bytes of every word.
    fn swap_bytes(self) -> Self;
}

/// Transposes the 4 x 4 words in each part.
#[inline(always)]
fn transpose4<Q: Quads>([a, b, c, d]: [Q; 4]) -> [Q; 4] {
    let (ac_low, ac_high) = (a.zip_low(c), a.zip_high(c));
    let (bd_low, bd_high) = (b.zip_low(d), b.zip_high(d));
    [ac_low.zip_low(bd_low), ac_low.zip_high(bd_low), ac_high.zip_low(bd_high), ac_high.zip_high(bd_high)]
}

/// Reads 16 bytes of four rows and transposes them.
///
/// # Safety
/// `row(i) + offset` must be readable for 16 bytes for each lane `i`.
#[inline(always)]
unsafe fn load4<Q: Quads>(row: &impl Fn(usize) -> *const u8, offset: usize, swap: bool) -> [Q; 4] {
    // SAFETY: handed on from the caller.
    let q = unsafe {
        [
            Q::gather(|p| row(4 * p).add(offset)),
            Q::gather(|p| row(4 * p + 1).add(offset)),
            Q::gather(|p| row(4 * p + 2).add(offset)),
            Q::gather(|p| row(4 * p + 3).add(offset)),
        ]
    };
    transpose4(if swap { swap4(q) } else { q })
}

/// The reverse of [`load4`].
///
/// # Safety
/// `row(i) + offset` must be writable for 16 bytes for each lane `i`.
#[inline(always)]
unsafe fn store4<Q: Quads>(words: [Q; 4], row: &impl Fn(usize) -> *mut u8, offset: usize, swap: bool) {
    let q = transpose4(words);
    let [a, b, c, d] = if swap { swap4(q) } else { q };
    // SAFETY: handed on from the caller.
    unsafe {
        a.scatter(|p| row(4 * p).add(offset));
        b.scatter(|p| row(4 * p + 1).add(offset));
        c.scatter(|p| row(4 * p + 2).add(offset));
        d.scatter(|p| row(4 * p + 3).add(offset));
    }
}

// No closure above or below holds an intrinsic: closures cannot be marked `inline(always)`.
#[inline(always)]
fn swap4<Q: Quads>([a, b, c, d]: [Q; 4]) -> [Q; 4] {
    [a.swap_bytes(), b.swap_bytes(), c.swap_bytes(), d.swap_bytes()]
}

/// One row per word of the vectors; lane `4 p + r` is word `r` of part `p`.
///
/// # Safety
/// `row(i)` must be readable for 32 bytes for each lane.
#[inline(always)]
pub(crate) unsafe fn load<Q: Quads>(row: impl Fn(usize) -> *const u8, swap: bool) -> [Q; 8] {
    // SAFETY: 16 bytes at offset 0 or 16 of 32-byte rows.
    let ([a, b, c, d], [e, f, g, h]) = unsafe { (load4(&row, 0, swap), load4(&row, 16, swap)) };
    [a, b, c, d, e, f, g, h]
}

/// The reverse of [`load`].
///
/// # Safety
/// `row(i)` must be writable for 32 bytes for each lane.
#[inline(always)]
pub(crate) unsafe fn store<Q: Quads>(words: [Q; 8], row: impl Fn(usize) -> *mut u8, swap: bool) {
    let [a, b, c, d, e, f, g, h] = words;
    // SAFETY: 16 bytes at offset 0 or 16 of 32-byte rows.
    unsafe {
        store4([a, b, c, d], &row, 0, swap);
        store4([e, f, g, h], &row, 16, swap);
    }
}

/// The loads and stores of `WordLanes` for a type that is `Quads`.
macro_rules! word_rows {
    ($token:ty) => {
        #[inline(always)]
        fn load_be<'a>(_token: $token, row: impl Fn(usize) -> &'a [u8; 32]) -> [Self; 8] {
            // SAFETY: each row is 32 readable bytes.
            unsafe { $crate::arch::transpose::load(|i| row(i).as_ptr(), true) }
        }
        #[inline(always)]
        fn store_be(words: [Self; 8], rows: &mut [[u8; 32]]) {
            let rows = rows[..Self::LANES].as_mut_ptr();
            // SAFETY: `LANES` rows of 32 bytes are there to write.
            unsafe { $crate::arch::transpose::store(words, |i| rows.add(i).cast(), true) };
        }
        #[inline(always)]
        fn load(_token: $token, rows: &[[u32; 8]]) -> [Self; 8] {
            let rows = rows[..Self::LANES].as_ptr();
            // SAFETY: `LANES` rows of 32 bytes are there.
            unsafe { $crate::arch::transpose::load(|i| rows.add(i).cast(), false) }
        }
        #[inline(always)]
        fn store(words: [Self; 8], rows: &mut [[u32; 8]]) {
            let rows = rows[..Self::LANES].as_mut_ptr();
            // SAFETY: `LANES` rows of 32 bytes are there to write.
            unsafe { $crate::arch::transpose::store(words, |i| rows.add(i).cast(), false) };
        }
    };
}
pub(crate) use word_rows;

/// The loads and stores of `RowLanes` for a type that is `Quads`, and how many rows it has.
macro_rules! row_lanes {
    ($token:ty, $rows:literal) => {
        const ROWS: usize = $rows;

        #[inline(always)]
        fn load_rows<'a>(_token: $token, row: impl Fn(usize) -> &'a [u8; 16]) -> Self {
            // SAFETY: each row is 16 readable bytes.
            unsafe { <Self as Quads>::gather(|p| row(p).as_ptr()) }.swap_bytes()
        }
        #[inline(always)]
        fn splat_row(_token: $token, words: &[u32; 4]) -> Self {
            // SAFETY: the row is 16 readable bytes.
            unsafe { <Self as Quads>::gather(|_| words.as_ptr().cast()) }
        }
        #[inline(always)]
        fn store_rows(self, rows: &mut [[u32; 4]]) {
            let rows = rows[..$rows].as_mut_ptr();
            // SAFETY: so many rows of 16 bytes are there to write.
            unsafe { Quads::scatter(self, |p| rows.add(p).cast()) };
        }
    };
}
pub(crate) use row_lanes;

/// `gather` of `Quad32` for a type of several rows that is `Quads`.
#[cfg(target_arch = "x86_64")]
macro_rules! quad_rows {
    ($token:ty) => {
        #[inline(always)]
        fn gather(_token: $token, rows: [&[u32; 4]; 4]) -> Self {
            // SAFETY: each row is 16 readable bytes, and there are no more parts than rows.
            unsafe { Quads::gather(|p| rows[p].as_ptr().cast()) }
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(crate) use quad_rows;
