//! Every operation of every lane type against the plain array of its width, on edge values and random ones.
//!
//! Lane values are looked at through memory, which is what kernels do with them. Miri runs this too, with the vectors that it
//! knows.

use super::scalar::{Bytes, Words, Words32};
use crate::lanes::{
    BitLanes, ByteLanes, Half64, Limbs52, Line, Plain, PwxLanes, PwxTable, Quad32, Row64, RowLanes, Two,
    Vector32, Wide64, WordLanes,
};
use crate::token::{Portable, Token};

/// Lines that are asked for: of one value each that is an edge for bytes and words, then random ones.
fn inputs() -> impl Iterator<Item = Line> {
    const EDGES: [u64; 10] = [
        0,
        u64::MAX,
        0x8080_8080_8080_8080,
        0x7f7f_7f7f_7f7f_7f7f,
        0x0101_0101_0101_0101,
        0x8000_0000_8000_0000,
        0x7fff_ffff_7fff_ffff,
        0x0000_0001_0000_0001,
        0x5555_5555_5555_5555,
        0x0706_0504_0302_0100,
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let random = core::iter::repeat_with(move || {
        Line(core::array::from_fn(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.wrapping_mul(0x2545_f491_4f6c_dd1d)
        }))
    });
    EDGES.into_iter().map(|word| Line([word; 8])).chain(random)
}

/// Pairs of an edge with each edge, then random triples.
fn triples() -> Vec<[Line; 3]> {
    let edges: Vec<Line> = inputs().take(10).collect();
    let mut triples = Vec::new();
    for (i, a) in edges.iter().enumerate() {
        if cfg!(miri) {
            // It takes half of them, each with one other.
            triples.extend((i % 2 == 0).then(|| [*a, edges[(i + 3) % 10], edges[9]]));
            continue;
        }
        triples.extend(edges.iter().map(|b| [*a, *b, edges[9]]));
    }
    let mut random = inputs().skip(10);
    for _ in 0..if cfg!(miri) { 2 } else { 200 } {
        triples.push(core::array::from_fn(|_| random.next().expect("there is no end")));
    }
    triples
}

/// The lane value at the start of a line.
fn take<V: Plain>(token: V::Token, line: &Line) -> V {
    V::of_lines(token, core::slice::from_ref(line))[0]
}

/// A lane value as a line; what is behind it is zero.
fn give<V: Plain>(token: V::Token, value: V) -> Line {
    let mut line = Line::ZERO;
    V::of_lines_mut(token, core::slice::from_mut(&mut line))[0] = value;
    line
}

/// Asserts that an expression in `v!` of both types gives the same memory.
macro_rules! same {
    ($t:ident: $v:ty, $s:ty; $([$($name:ident),+] $what:literal = |$l:ident| $e:expr;)*) => {$({
        fn run<$l>(token: $l::Token, [$($name),+]: [$l; 3]) -> Line where $l: Lanes {
            let _ = ($($name,)+);
            give(token, $e)
        }
        for lines in triples() {
            let vector = run::<$v>($t, lines.each_ref().map(|line| take::<$v>($t, line)));
            let plain = run::<$s>(Portable, lines.each_ref().map(|line| take::<$s>(Portable, line)));
            assert_eq!(vector, plain, "{} of {lines:x?}", $what);
        }
    })*};
}

fn bits<V: BitLanes, S: BitLanes<Token = Portable>>(token: V::Token) {
    use BitLanes as Lanes;
    assert_eq!((V::BITS, size_of::<V>()), (S::BITS, size_of::<S>()));
    for bit in [false, true] {
        assert_eq!(give(token, V::splat(token, bit)), give(Portable, S::splat(Portable, bit)));
    }
    same! { token: V, S;
        [a, b, _c] "and" = |L| a.and(b);
        [a, b, _c] "or" = |L| a.or(b);
        [a, b, _c] "xor" = |L| a.xor(b);
        [a, b, _c] "and_not" = |L| a.and_not(b);
        [a, b, _c] "or_not" = |L| a.or_not(b);
        [a, _b, _c] "not" = |L| a.not();
        [a, b, c] "bcax" = |L| a.bcax(b, c);
        [a, b, c] "select" = |L| L::select(a, b, c);
    }
    for [a, b, _] in triples() {
        assert_eq!(take::<V>(token, &a).is_zero(), take::<S>(Portable, &a).is_zero());
        let rest = take::<V>(token, &a).and_not(take(token, &b));
        assert_eq!(rest.is_zero(), take::<S>(Portable, &a).and_not(take(Portable, &b)).is_zero());
    }
    // Miri takes some bits and some tables.
    for bit in (0..V::BITS).step_by(if cfg!(miri) { 27 } else { 1 }) {
        let mut one = Line::ZERO;
        one.0[bit / 64] = 1 << (bit % 64);
        assert!(!take::<V>(token, &one).is_zero(), "bit {bit} alone is not nothing");
    }
    // All eight rows of the truth table are in each of the random lines.
    let random = triples().split_off(triples().len() - 2);
    let tables = (0u64..).zip(ternaries::<V>());
    for (table, ternary) in tables.step_by(if cfg!(miri) { 15 } else { 1 }) {
        for [a, b, c] in &random {
            let got = give(token, ternary(take(token, a), take(token, b), take(token, c)));
            let want = Line(core::array::from_fn(|i| {
                let rows = (0..8).filter(|row| table >> row & 1 == 1);
                rows.fold(0, |word, row| word | minterm(row, [a.0[i], b.0[i], c.0[i]]))
            }));
            let width = V::BITS / 64;
            assert_eq!(got.0[..width], want.0[..width], "table {table}");
        }
    }
}

/// The bits where three words are the three bits of a row.
fn minterm(row: usize, words: [u64; 3]) -> u64 {
    let bits = [row >> 2 & 1, row >> 1 & 1, row & 1];
    bits.into_iter().zip(words).fold(!0, |all, (bit, word)| all & if bit == 1 { word } else { !word })
}

/// The functions of all 256 tables.
fn ternaries<V: BitLanes>() -> Vec<fn(V, V, V) -> V> {
    macro_rules! tables {
        ($($low:literal)*) => { tables!(@rows [$($low)*] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15) };
        (@rows $lows:tt $($high:literal)*) => {{
            let mut all: Vec<fn(V, V, V) -> V> = Vec::new();
            $(tables!(@row all $high $lows);)*
            all
        }};
        (@row $all:ident $high:literal [$($low:literal)*]) => {
            $($all.push(V::ternary::<{ 16 * $high + $low }>);)*
        };
    }
    tables!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}

fn bytes<V: ByteLanes, S: ByteLanes<Token = Portable>>(token: V::Token) {
    use ByteLanes as Lanes;
    assert_eq!((V::WIDTH, size_of::<V>()), (S::WIDTH, size_of::<S>()));
    for byte in (i8::MIN..=i8::MAX).step_by(if cfg!(miri) { 51 } else { 1 }) {
        assert_eq!(give(token, V::splat(token, byte)), give(Portable, S::splat(Portable, byte)));
    }
    same! { token: V, S;
        [a, b, _c] "and" = |L| a.and(b);
        [a, b, _c] "add" = |L| a.add(b);
        [a, b, _c] "sub" = |L| a.sub(b);
        [a, b, _c] "greater" = |L| a.greater(b);
        [a, b, _c] "unpack_low" = |L| a.unpack_low(b);
        [a, b, _c] "unpack_high" = |L| a.unpack_high(b);
    }
    for [a, b, c] in triples() {
        let (x, y) = (take::<V>(token, &a), take::<V>(token, &b));
        let (s, t) = (take::<S>(Portable, &a), take::<S>(Portable, &b));
        assert_eq!(x.greater_mask(y), s.greater_mask(t), "greater_mask of {a:x?} and {b:x?}");
        // Rows at odd addresses, one past the end of another.
        let memory: Vec<u8> = [a, b, c].iter().flat_map(|line| line.0).flat_map(u64::to_le_bytes).collect();
        let rows: Vec<&[u8; 16]> =
            (0..4).map(|row| memory[1 + 17 * row..].first_chunk().expect("16 bytes")).collect();
        assert_eq!(
            give(token, V::gather_rows(token, &rows)),
            give(Portable, S::gather_rows(Portable, &rows)),
            "gather_rows"
        );
        let load = (V::load(token, &memory[3..]), S::load(Portable, &memory[3..]));
        assert_eq!(give(token, load.0), give(Portable, load.1), "load");
    }
    let lines: Vec<Line> = inputs().skip(10).take(16).collect();
    let got = V::transpose16(core::array::from_fn(|row| take(token, &lines[row])));
    let want = S::transpose16(core::array::from_fn(|row| take(Portable, &lines[row])));
    for (got, want) in got.into_iter().zip(want) {
        assert_eq!(give(token, got), give(Portable, want), "transpose16");
    }
}

fn vectors<V: Vector32, S: Vector32<Token = Portable>>(token: V::Token) {
    use Vector32 as Lanes;
    assert_eq!((V::WORDS, size_of::<V>()), (S::WORDS, size_of::<S>()));
    for word in [0, 1, 0x8000_0000, 0x0102_0304, u32::MAX] {
        assert_eq!(give(token, V::splat(token, word)), give(Portable, S::splat(Portable, word)));
    }
    same! { token: V, S;
        [a, b, _c] "add" = |L| a.add(b);
        [a, b, _c] "xor" = |L| a.xor(b);
        [a, b, _c] "and" = |L| a.and(b);
        [a, _b, _c] "rotate_right 1" = |L| a.rotate_right::<1, 31>();
        [a, _b, _c] "rotate_right 2" = |L| a.rotate_right::<2, 30>();
        [a, _b, _c] "rotate_right 6" = |L| a.rotate_right::<6, 26>();
        [a, _b, _c] "rotate_right 7" = |L| a.rotate_right::<7, 25>();
        [a, _b, _c] "rotate_right 8" = |L| a.rotate_right::<8, 24>();
        [a, _b, _c] "rotate_right 11" = |L| a.rotate_right::<11, 21>();
        [a, _b, _c] "rotate_right 13" = |L| a.rotate_right::<13, 19>();
        [a, _b, _c] "rotate_right 16" = |L| a.rotate_right::<16, 16>();
        [a, _b, _c] "rotate_right 17" = |L| a.rotate_right::<17, 15>();
        [a, _b, _c] "rotate_right 18" = |L| a.rotate_right::<18, 14>();
        [a, _b, _c] "rotate_right 19" = |L| a.rotate_right::<19, 13>();
        [a, _b, _c] "rotate_right 22" = |L| a.rotate_right::<22, 10>();
        [a, _b, _c] "rotate_right 24" = |L| a.rotate_right::<24, 8>();
        [a, _b, _c] "rotate_right 25" = |L| a.rotate_right::<25, 7>();
        [a, _b, _c] "rotate_right 31" = |L| a.rotate_right::<31, 1>();
        [a, _b, _c] "rotate_left 7" = |L| a.rotate_left::<7, 25>();
        [a, _b, _c] "rotate_left 8" = |L| a.rotate_left::<8, 24>();
        [a, b, c] "add_xor_rotate 8" = |L| a.add_xor_rotate::<8, 24>(b, c);
        [a, _b, _c] "rotate_left 9" = |L| a.rotate_left::<9, 23>();
        [a, _b, _c] "rotate_left 18" = |L| a.rotate_left::<18, 14>();
        [a, _b, _c] "shift_right 1" = |L| a.shift_right::<1>();
        [a, _b, _c] "shift_right 3" = |L| a.shift_right::<3>();
        [a, _b, _c] "shift_right 10" = |L| a.shift_right::<10>();
        [a, _b, _c] "shift_right 31" = |L| a.shift_right::<31>();
    }
    // As many words as it has, one past the start of others; what is behind them stays.
    let numbers: Vec<u32> =
        inputs().skip(7).take(4).flat_map(|line| line.0).map(|word| (word >> 13) as u32).collect();
    for at in 0..3 {
        let (got, want) = (V::load_words(token, &numbers[at..]), S::load_words(Portable, &numbers[at..]));
        assert_eq!(give(token, got), give(Portable, want), "load_words");
        let (mut got_words, mut want_words) = ([7; 19], [7; 19]);
        got.store_words(&mut got_words[at..][..V::WORDS]);
        want.store_words(&mut want_words[at..]);
        assert_eq!(got_words, want_words, "store_words");
        assert_eq!(got_words[at..][..V::WORDS], numbers[at..][..V::WORDS]);
    }
    prefetches::<V>();
}

/// Any address may be asked for.
fn prefetches<V: Plain>() {
    // Miri knows no such instruction.
    if !cfg!(miri) {
        V::prefetch(core::ptr::null::<u8>());
        V::prefetch(&Line::ZERO);
    }
}

fn words<V: WordLanes, S: WordLanes<Token = Portable>>(token: V::Token) {
    use WordLanes as Lanes;
    assert_eq!(V::LANES, S::LANES);
    vectors::<V, S>(token);
    same! { token: V, S;
        [a, b, c] "xor3" = |L| L::xor3(a, b, c);
        [a, b, c] "ch" = |L| L::ch(a, b, c);
        [a, b, c] "maj" = |L| L::maj(a, b, c);
        [a, b, c] "sha256_round, d" = |L| L::sha256_round(a.add(b), [a, b, c, b.xor(c)], [c.add(a), b, a.xor(c)])[0];
        [a, b, c] "sha256_round, h" = |L| L::sha256_round(a.add(b), [a, b, c, b.xor(c)], [c.add(a), b, a.xor(c)])[1];
        [a, b, c] "sha256_word" = |L| L::sha256_word(a, b, c, a.xor(b));
    }
    // Sixteen rows of 32 bytes, at an odd address.
    let memory: Vec<u8> =
        inputs().skip(5).take(17).flat_map(|line| line.0).flat_map(u64::to_le_bytes).collect();
    let rows: Vec<[u8; 32]> = memory[1..].as_chunks().0[..16].to_vec();
    let numbers: Vec<[u32; 8]> =
        rows.iter().map(|row| core::array::from_fn(|i| u32::from_le_bytes(row.as_chunks().0[i]))).collect();
    let got = V::load_be(token, |lane| &rows[15 - lane]);
    let want = S::load_be(Portable, |lane| &rows[15 - lane]);
    let (mut got_rows, mut want_rows) = ([[7; 32]; 17], [[7; 32]; 17]);
    V::store_be(got, &mut got_rows);
    S::store_be(want, &mut want_rows);
    assert_eq!(got.map(|v| give(token, v)), want.map(|v| give(Portable, v)), "load_be");
    assert_eq!(got_rows, want_rows, "store_be");
    let (got, want) = (V::load(token, &numbers), S::load(Portable, &numbers));
    let (mut got_rows, mut want_rows) = ([[7; 8]; 17], [[7; 8]; 17]);
    V::store(got, &mut got_rows);
    S::store(want, &mut want_rows);
    assert_eq!(got.map(|v| give(token, v)), want.map(|v| give(Portable, v)), "load");
    assert_eq!(got_rows, want_rows, "store");
}

#[allow(dead_code, reason = "not every architecture has such a type")]
fn rows<V: RowLanes, S: RowLanes<Token = Portable>>(token: V::Token) {
    use RowLanes as Lanes;
    assert_eq!(V::ROWS, S::ROWS);
    same! { token: V, S;
        [a, b, _c] "advance" = |L| a.advance(b);
        [a, _b, _c] "high_pair" = |L| a.high_pair();
        [a, _b, _c] "low_pair" = |L| a.low_pair();
    }
    let memory: Vec<u8> =
        inputs().skip(7).take(4).flat_map(|line| line.0).flat_map(u64::to_le_bytes).collect();
    let at = |row: usize| memory[1 + 19 * row..].first_chunk().expect("16 bytes");
    let (got, want) = (V::load_rows(token, at), S::load_rows(Portable, at));
    assert_eq!(give(token, got), give(Portable, want), "load_rows");
    let (mut got_rows, mut want_rows) = ([[7; 4]; 5], [[7; 4]; 5]);
    got.store_rows(&mut got_rows);
    want.store_rows(&mut want_rows);
    assert_eq!(got_rows, want_rows, "store_rows");
    let words = [1, 0x8000_0000, u32::MAX, 7];
    assert_eq!(give(token, V::splat_row(token, &words)), give(Portable, S::splat_row(Portable, &words)));
}

#[allow(dead_code, reason = "not every architecture has such a type")]
fn quads<V: Quad32, S: Quad32<Token = Portable>>(token: V::Token) {
    use Quad32 as Lanes;
    assert_eq!(V::ROWS, S::ROWS);
    vectors::<V, S>(token);
    same! { token: V, S;
        [a, _b, _c] "turn 1" = |L| a.turn::<1>();
        [a, _b, _c] "turn 2" = |L| a.turn::<2>();
        [a, _b, _c] "turn 3" = |L| a.turn::<3>();
    }
    let numbers: Vec<u32> = (0..40).map(|i: u32| i.wrapping_mul(0x9e37_79b9)).collect();
    let at = |row: usize| numbers[1 + 9 * row..].first_chunk::<4>().expect("four words");
    let rows = [at(2), at(0), at(3), at(1)];
    let (got, want) = (V::gather(token, rows), S::gather(Portable, rows));
    assert_eq!(give(token, got), give(Portable, want), "gather");
    let scatters = [V::scatter::<0>, V::scatter::<1>, V::scatter::<2>, V::scatter::<3>];
    for (scatter, expected) in scatters.into_iter().zip(rows).take(V::ROWS) {
        let mut row = [7; 4];
        scatter(got, &mut row);
        assert_eq!(row, *expected, "scatter");
    }
}

/// The operations that rows and halves of rows have alike.
macro_rules! same64 {
    ($t:ident: $v:ty, $s:ty) => {
        same! { $t: $v, $s;
            [a, b, _c] "add" = |L| a.add(b);
            [a, b, _c] "xor" = |L| a.xor(b);
            [a, b, _c] "blamka" = |L| a.blamka(b);
            [a, _b, _c] "rotate_right 32" = |L| a.rotate_right::<32>();
            [a, _b, _c] "rotate_right 24" = |L| a.rotate_right::<24>();
            [a, _b, _c] "rotate_right 16" = |L| a.rotate_right::<16>();
            [a, _b, _c] "rotate_right 63" = |L| a.rotate_right::<63>();
            [a, b, _c] "xor_rotate_right 32" = |L| a.xor_rotate_right::<32>(b);
            [a, b, _c] "xor_rotate_right 24" = |L| a.xor_rotate_right::<24>(b);
            [a, b, _c] "xor_rotate_right 16" = |L| a.xor_rotate_right::<16>(b);
            [a, b, _c] "xor_rotate_right 63" = |L| a.xor_rotate_right::<63>(b);
        }
    };
}

#[allow(dead_code, reason = "not every architecture has such a type")]
fn halves<V: Half64, S: Half64<Token = Portable>>(token: V::Token) {
    use Half64 as Lanes;
    same64!(token: V, S);
    same! { token: V, S;
        [a, b, _c] "between" = |L| a.between(b);
    }
    for [a, ..] in triples() {
        assert_eq!(take::<V>(token, &a).first(), take::<S>(Portable, &a).first());
    }
}

/// Words, of which rows are read that do not begin where vectors do.
fn some_words() -> [u64; 9] {
    core::array::from_fn(|i| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

fn rows64<V: Row64, S: Row64<Token = Portable>>(token: V::Token) {
    use Row64 as Lanes;
    same64!(token: V, S);
    same! { token: V, S;
        [a, b, _c] "blamka_late" = |L| a.blamka_late(b);
        [a, _b, _c] "turn 1" = |L| a.turn::<1>();
        [a, _b, _c] "turn 2" = |L| a.turn::<2>();
        [a, _b, _c] "turn 3" = |L| a.turn::<3>();
        [a, b, _c] "straddle" = |L| a.straddle(b);
        [a, b, _c] "shift_in 2" = |L| a.shift_in::<2>(b);
        [a, b, _c] "shift_in 3" = |L| a.shift_in::<3>(b);
    }
    for [a, b, _] in triples() {
        assert_eq!(take::<V>(token, &a).even(), take::<S>(Portable, &a).even());
        // The late sum is the sum.
        let (x, y) = (take::<V>(token, &a), take::<V>(token, &b));
        assert_eq!(give(token, x.blamka_late(y)), give(token, x.blamka(y)));
    }
    let words = some_words();
    let row = words[1..].first_chunk().expect("four words");
    assert_eq!(give(token, V::load(token, row)), give(Portable, S::load(Portable, row)), "load");
    let mut stored = [7; 9];
    V::load(token, row).store(stored[3..].first_chunk_mut().expect("four words"));
    assert_eq!(stored[3..7], *row, "store");
    assert_eq!([stored[2], stored[7]], [7, 7]);
    prefetches::<V>();
}

#[allow(dead_code, reason = "not every architecture has such a type")]
fn wide64<V: Wide64, S: Wide64<Token = Portable>>(token: V::Token) {
    use Wide64 as Lanes;
    same! { token: V, S;
        [a, b, _c] "xor" = |L| a.xor(b);
        [a, b, c] "xor3" = |L| L::xor3(a, b, c);
        [a, b, _c] "blamka" = |L| a.blamka(b);
        [a, _b, _c] "rotate_right 32" = |L| a.rotate_right::<32>();
        [a, _b, _c] "rotate_right 24" = |L| a.rotate_right::<24>();
        [a, _b, _c] "rotate_right 16" = |L| a.rotate_right::<16>();
        [a, _b, _c] "rotate_right 63" = |L| a.rotate_right::<63>();
        [a, _b, _c] "turn 1" = |L| a.turn::<1>();
        [a, _b, _c] "turn 2" = |L| a.turn::<2>();
        [a, _b, _c] "turn 3" = |L| a.turn::<3>();
        [a, _b, _c] "turn_columns 1" = |L| a.turn_columns::<1>();
        [a, _b, _c] "turn_columns 2" = |L| a.turn_columns::<2>();
        [a, _b, _c] "turn_columns 3" = |L| a.turn_columns::<3>();
    }
    let words = some_words();
    let row = words[1..].first_chunk().expect("eight words");
    assert_eq!(give(token, V::load(token, row)), give(Portable, S::load(Portable, row)), "load");
    let mut stored = [7; 9];
    V::load(token, row).store(stored[1..].first_chunk_mut().expect("eight words"));
    assert_eq!((stored[0], &stored[1..]), (7, &row[..]), "store");
}

#[allow(dead_code, reason = "not every architecture has such a type")]
fn limbs<V: Limbs52, S: Limbs52<Token = Portable>>(token: V::Token) {
    use Limbs52 as Lanes;
    same! { token: V, S;
        [a, b, _c] "add" = |L| Limbs52::add(a, b);
        [a, b, _c] "sub" = |L| a.sub(b);
        [a, b, _c] "and" = |L| Limbs52::and(a, b);
        [a, b, _c] "or" = |L| Limbs52::or(a, b);
        [a, _b, _c] "carry" = |L| a.carry();
        [a, b, c] "madd_low" = |L| a.madd_low(b, c);
        [a, b, c] "madd_high" = |L| a.madd_high(b, c);
        [a, b, _c] "select none" = |L| a.select(b, 0);
        [a, b, _c] "select some" = |L| a.select(b, 0b1010_0110);
        [a, b, _c] "select all" = |L| a.select(b, 0xff);
    }
    let lines: Vec<Line> = inputs().skip(10).take(8).collect();
    let columns = V::transpose(core::array::from_fn(|i| take::<V>(token, &lines[i])));
    let plain = S::transpose(core::array::from_fn(|i| take::<S>(Portable, &lines[i])));
    for (i, (column, plain)) in columns.into_iter().zip(plain).enumerate() {
        let expected = Line(core::array::from_fn(|j| lines[j].0[i]));
        assert_eq!([give(token, column), give(Portable, plain)], [expected; 2], "column {i}");
    }
    for [a, mut b, _] in triples() {
        for lanes in [0, 1, 0x80, 0x5a, 0xff] {
            for (i, word) in b.0.iter_mut().enumerate() {
                *word = if lanes >> i & 1 == 1 { a.0[i] } else { a.0[i] ^ 1 << (8 * i) };
            }
            assert_eq!(take::<V>(token, &a).equals(take::<V>(token, &b)), lanes);
            assert_eq!(take::<S>(Portable, &a).equals(take::<S>(Portable, &b)), lanes);
        }
    }
    let words = some_words();
    let row = words[1..].first_chunk().expect("eight words");
    assert_eq!(give(token, V::load(token, row)), give(Portable, S::load(Portable, row)), "load");
    assert_eq!(give(token, V::splat(token, 7)), Line([7; 8]), "splat");
    let mut stored = [7; 9];
    V::load(token, row).store(stored[1..].first_chunk_mut().expect("eight words"));
    assert_eq!((stored[0], &stored[1..]), (7, &row[..]), "store");
}

#[allow(dead_code, reason = "not every architecture has such a type")]
fn pwx<V: PwxLanes, S: PwxLanes<Token = Portable>>(token: V::Token) {
    fn run<L: PwxLanes>(token: L::Token, lines: &[Line; 3], tables: &[PwxTable; 2]) -> [Line; 7] {
        let each = |f: fn(L, L, L) -> L| {
            let [a, b, c] = lines.each_ref().map(|line| L::load(token, line));
            let mut line = Line::ZERO;
            L::store(
                [f(a[0], b[0], c[0]), f(a[1], b[1], c[1]), f(a[2], b[2], c[2]), f(a[3], b[3], c[3])],
                &mut line,
            );
            line
        };
        let mut substituted = Line::ZERO;
        // Twice, as what a step leaves is what the next one looks up by.
        let twice = |lane: L| lane.pwx(&tables[0], &tables[1]).pwx(&tables[1], &tables[0]);
        L::store(L::load(token, &lines[0]).map(twice), &mut substituted);
        [
            each(|a, b, _| a.xor(b)),
            each(|a, b, _| a.add(b)),
            each(|a, b, c| a.add_rotate_xor::<7, 25>(b, c)),
            each(|a, b, c| a.add_rotate_xor::<18, 14>(b, c)),
            each(|a, b, _| a.xor(b.turn::<1>())),
            each(|a, b, c| a.turn::<2>().add(b).xor(c.turn::<3>())),
            substituted,
        ]
    }
    if cfg!(miri) {
        return println!("not run: addresses go through assembly, which Miri does not know");
    }
    let mut random = inputs().skip(10);
    let tables: [PwxTable; 2] =
        core::array::from_fn(|_| core::array::from_fn(|_| random.next().expect("there is no end")));
    for lines in triples() {
        assert_eq!(run::<V>(token, &lines, &tables), run::<S>(Portable, &lines, &tables), "of {lines:x?}");
    }
    V::prefetch(&Line::ZERO);
}

/// One test for each lane type; where the CPU lacks the instructions it says so.
macro_rules! lane_tests {
    ($($name:ident: $v:ty, $token:ty => $($check:ident $s:ty),+;)*) => {$(
        #[test]
        fn $name() {
            let Some(token) = <$token>::detect() else {
                return println!("not run: needs {}", <$token>::FEATURES);
            };
            $($check::<$v, $s>(token);)+
        }
    )*};
}

lane_tests! {
    words_are_the_array_of_512_bits: Words<8>, Portable => bits Words<8>;
    a_word_is_the_array_of_one: super::scalar::Word32, Portable => words Words32<1>;
    two_words_are_the_array_of_two: Two<super::scalar::Word32>, Portable => words Words32<2>;
    two_arrays_are_the_array_of_both: Two<Words32<4>>, Portable => words Words32<8>;
    two_halves_are_a_row: Two<Words<2>>, Portable => rows64 Words<4>;
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
mod x86_64 {
    use super::*;
    use crate::arch::x86_64::{
        avx2::X256, avx512::X256T, avx512::X512, avx512ifma::X512I, bmi2::Dual, sse2::X128, ssse3::X128S,
    };
    use crate::token::{Avx2, Avx512, Bmi2, Ifma, Sse2, Ssse3};

    lane_tests! {
        sse2_is_the_array_of_128_bits: X128, Sse2 => bits Words<2>, bytes Bytes<16>, quads Words32<4>, halves Words<2>;
        sse2_twice_is_a_row: Two<X128>, Sse2 => rows64 Words<4>;
        ssse3_is_the_array_of_128_bits: X128S, Ssse3 => words Words32<4>, rows Words32<4>, quads Words32<4>, halves Words<2>;
        ssse3_twice_is_a_row: Two<X128S>, Ssse3 => rows64 Words<4>;
        avx2_is_the_array_of_256_bits: X256, Avx2 => bits Words<4>, bytes Bytes<32>, words Words32<8>, rows Words32<8>;
        avx2_is_two_quads_and_a_row: X256, Avx2 => quads Words32<8>, rows64 Words<4>;
        avx2_has_128_bits_too: X128<Avx2>, Avx2 => quads Words32<4>;
        avx512vl_is_the_array_of_256_bits: X256T, Avx512 => bits Words<4>, words Words32<8>, quads Words32<8>, rows64 Words<4>;
        avx512vl_has_128_bits_too: X128<Avx512>, Avx512 => quads Words32<4>;
        avx512_is_the_array_of_512_bits: X512, Avx512 => bits Words<8>, bytes Bytes<64>;
        // Apart, for Miri does not know their shift and their permutation.
        avx512_words_are_the_array_of_512_bits: X512, Avx512 => words Words32<16>, quads Words32<16>, wide64 Words<8>;
        limbs_of_avx512ifma_are_the_array_of_eight: X512I, Ifma => limbs Words<8>;
        pwx_of_sse2_is_that_of_the_array: X128, Sse2 => pwx Words<2>;
        pwx_beside_bmi2_is_that_of_the_array: X128<Bmi2>, Bmi2 => pwx Words<2>;
        pwx_of_bmi2_is_that_of_the_array: Dual, Bmi2 => pwx Words<2>;
    }
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod aarch64 {
    use super::*;
    use crate::arch::aarch64::neon::{N128, N128Sha3};
    use crate::token::{ArmSha3, Neon};

    lane_tests! {
        neon_is_the_array_of_128_bits: N128, Neon => bits Words<2>, bytes Bytes<16>, words Words32<4>, rows Words32<4>;
        neon_is_a_quad_and_half_a_row: N128, Neon => quads Words32<4>, halves Words<2>;
        neon_twice_is_a_row: Two<N128>, Neon => rows64 Words<4>;
        pwx_of_neon_is_that_of_the_array: N128, Neon => pwx Words<2>;
        neon_with_sha3_is_the_array_of_128_bits: N128Sha3, ArmSha3 => bits Words<2>, halves Words<2>;
        neon_with_sha3_twice_is_a_row: Two<N128Sha3>, ArmSha3 => rows64 Words<4>;
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32 {
    use super::*;
    use crate::arch::wasm32::simd128::W128;
    use crate::token::Simd128;

    lane_tests! {
        simd128_is_the_array_of_128_bits: W128, Simd128 => bits Words<2>, bytes Bytes<16>, words Words32<4>, rows Words32<4>;
    }
}
