//! Two vectors as one: what a compiler that does not interleave by itself is given.

use super::{Plain, Vector32, WordLanes};

/// Twice the lanes, in two vectors that each operation is done on in turn. Where one vector is a chain of operations that wait for each
/// other, the other fills the time.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Two<V>(
    /// The first lanes.
    pub V,
    /// Those behind them.
    pub V,
);

// SAFETY: two plain values, the second behind the first without padding, since the size of `V` divides a line and so is a multiple
// of its alignment; lanes of 512 bits, which would be too large, are refused where lines are read as them.
unsafe impl<V: Plain> Plain for Two<V> {
    type Token = V::Token;

    #[inline(always)]
    fn prefetch<T>(at: *const T) {
        V::prefetch(at);
    }
}

macro_rules! both {
    ($($name:ident($($arg:ident)?);)*) => {$(
        #[inline(always)]
        fn $name(self $(, $arg: Self)?) -> Self {
            Two(self.0.$name($($arg.0)?), self.1.$name($($arg.1)?))
        }
    )*};
}

impl<V: Copy> Two<V> {
    /// Words of two vectors put together.
    #[inline(always)]
    pub fn join(a: [V; 8], b: [V; 8]) -> [Self; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a;
        let [b0, b1, b2, b3, b4, b5, b6, b7] = b;
        [
            Two(a0, b0),
            Two(a1, b1),
            Two(a2, b2),
            Two(a3, b3),
            Two(a4, b4),
            Two(a5, b5),
            Two(a6, b6),
            Two(a7, b7),
        ]
    }
}

impl<V: Vector32> Vector32 for Two<V> {
    const WORDS: usize = 2 * V::WORDS;

    #[inline(always)]
    fn splat(token: V::Token, word: u32) -> Self {
        Two(V::splat(token, word), V::splat(token, word))
    }
    both! { add(other); xor(other); and(other); }
    #[inline(always)]
    fn rotate_right<const R: i32, const L: i32>(self) -> Self {
        Two(self.0.rotate_right::<R, L>(), self.1.rotate_right::<R, L>())
    }
    #[inline(always)]
    fn shift_right<const R: i32>(self) -> Self {
        Two(self.0.shift_right::<R>(), self.1.shift_right::<R>())
    }
}

impl<V: WordLanes> WordLanes for Two<V> {
    const SHORT_LOOPS: bool = true;

    #[inline(always)]
    fn load_be<'a>(token: V::Token, row: impl Fn(usize) -> &'a [u8; 32]) -> [Self; 8] {
        Two::join(V::load_be(token, |i| row(i)), V::load_be(token, |i| row(V::LANES + i)))
    }
    #[inline(always)]
    fn store_be(words: [Self; 8], rows: &mut [[u8; 32]]) {
        let (first, second) = rows.split_at_mut(V::LANES);
        V::store_be(words.map(|two| two.0), first);
        V::store_be(words.map(|two| two.1), second);
    }
    #[inline(always)]
    fn load(token: V::Token, rows: &[[u32; 8]]) -> [Self; 8] {
        let (first, second) = rows.split_at(V::LANES);
        Two::join(V::load(token, first), V::load(token, second))
    }
    #[inline(always)]
    fn store(words: [Self; 8], rows: &mut [[u32; 8]]) {
        let (first, second) = rows.split_at_mut(V::LANES);
        V::store(words.map(|two| two.0), first);
        V::store(words.map(|two| two.1), second);
    }
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        Two(V::xor3(a.0, b.0, c.0), V::xor3(a.1, b.1, c.1))
    }
    #[inline(always)]
    fn ch(e: Self, f: Self, g: Self) -> Self {
        Two(V::ch(e.0, f.0, g.0), V::ch(e.1, f.1, g.1))
    }
    #[inline(always)]
    fn maj(a: Self, b: Self, c: Self) -> Self {
        Two(V::maj(a.0, b.0, c.0), V::maj(a.1, b.1, c.1))
    }
}
