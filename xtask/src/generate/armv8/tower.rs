//! The list of kernels, and those of the tower, which call others. The frame of these begins with the return address and the addresses
//! that came in.

use super::kernels::Style;
use super::rows::{at, constant};
use super::text::{Base, Place, Text, Value};
use super::{Kernel, Piece};

fn plain(name: &'static str, about: &'static str, text: Text) -> Kernel {
    Kernel { name, about, pieces: vec![Piece::Text(text)], frame: 0 }
}

/// The kernels of the field and of `Fp2`, which those of the tower call.
pub fn fields(style: Style) -> Vec<Kernel> {
    vec![
        plain("fp_mul", "Montgomery product.", style.fp_mul()),
        plain("fp_sqr", "Montgomery square.", style.fp_sqr()),
        Kernel {
            name: "fp_sqr_n",
            about: "Montgomery squares in a row, as many as the second operand says, at least one.",
            pieces: vec![
                Piece::Text(style.fp_sqr_start()),
                Piece::Line("2:"),
                Piece::Turn(style.fp_sqr_turn()),
                Piece::Line("subs x2, x2, #1"),
                Piece::Line("b.ne 2b"),
            ],
            frame: 0,
        },
        plain("fp_mul_wide", "Product without reduction.", style.fp_mul_wide()),
        plain("fp_sqr_wide", "Square without reduction.", style.fp_sqr_wide()),
        plain("fp_reduce", "Montgomery reduction.", style.fp_reduce()),
        plain("fp_reduce_tight", "Montgomery reduction of a signed value, tight.", style.fp_reduce_tight()),
        plain("fp2_mul", "Montgomery product in `Fp2`.", style.fp2_mul()),
        plain("fp2_sqr", "Montgomery square in `Fp2`.", style.fp2_sqr()),
        plain("fp2_mul_wide", "Product in `Fp2` without reduction.", style.fp2_mul_wide()),
        plain("fp2_sqr_wide", "Square in `Fp2` without reduction.", style.fp2_sqr_wide()),
        plain("tight_words", "`fp_reduce_tight` of words in registers, for kernels.", tight_words(style)),
        plain(
            "triple_minus",
            "`3t - 2z` of `t` in registers, which is reduced first, tight.",
            triple(style, true),
        ),
        plain(
            "triple_plus",
            "`3t + 2z` of `t` in registers, which is reduced first, tight.",
            triple(style, false),
        ),
    ]
}

/// What is made of them: the same in every style, each with its own.
pub fn tower() -> Vec<Kernel> {
    vec![
        fp6_mul_wide(),
        fp6_mul_by_01_wide(),
        fp6_mul_by_12_wide(),
        fp6_mul_by_1_wide(),
        fp12_mul(),
        fp12_sqr(),
        fp12_cyclotomic_sqr(),
        fp12_compressed_sqr(),
    ]
}

/// Where twelve words are given to those that reduce them, and where they leave six.
const WIDE: [u8; 12] = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const REDUCED: [u8; 6] = [20, 21, 22, 23, 24, 25];

fn tight_words(style: Style) -> Text {
    let mut text = Text::new();
    let t = WIDE.map(|register| text.given(register));
    let constants = text.given(4);
    let out = style.reduce_more(&mut text, &t, constants);
    let out = text.tighten(&out, constants, Some(constant::P3));
    text.results.extend(out.into_iter().zip(REDUCED));
    text
}

/// The address of `z` is in `x1`. The bias makes up for a negative `t` and for `2z`.
fn triple(style: Style, minus: bool) -> Text {
    let mut text = Text::new();
    let t = WIDE.map(|register| text.given(register));
    let (z, constants) = (text.given(1), text.given(4));
    let t = style.reduce(&mut text, &t, constants);
    let z = text.load_many(at(z, 0), 6);
    let near = if minus { text.sub(&t, &z, false) } else { text.add(&t, &z, false) };
    let double = text.add(&near, &near, false);
    let out = text.add(&double, &t, false);
    let bias = if minus { constant::P4 } else { constant::P2 };
    let out = text.tighten(&out, constants, Some(bias));
    text.results.extend(out.into_iter().zip(REDUCED));
    text
}

/// A register that an address came in, and is called with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    Out,
    A,
    B,
    C,
    Constants,
}

impl Argument {
    /// Where it waits in the frame.
    fn place(self) -> Place {
        (Base::Frame, 8 + 8 * self as u32)
    }
}

/// A kernel in the making: its pieces and its frame.
struct Program {
    pieces: Vec<Piece>,
    frame: u32,
}

/// An object in memory: in the frame, or so many bytes behind an argument.
#[derive(Clone, Copy, Debug)]
enum Object {
    Frame(u32),
    Behind(Argument, u32),
}

impl Object {
    fn further(self, bytes: u32) -> Object {
        match self {
            Object::Frame(at) => Object::Frame(at + bytes),
            Object::Behind(argument, at) => Object::Behind(argument, at + bytes),
        }
    }

    fn address(self, text: &mut Text) -> Value {
        match self {
            Object::Frame(bytes) => text.frame_address(bytes),
            Object::Behind(argument, 0) => text.load(argument.place()),
            Object::Behind(argument, bytes) => {
                let base = text.load(argument.place());
                text.address(base, bytes)
            }
        }
    }
}

const OUT: Object = Object::Behind(Argument::Out, 0);
const A: Object = Object::Behind(Argument::A, 0);
const B: Object = Object::Behind(Argument::B, 0);
const C: Object = Object::Behind(Argument::C, 0);

impl Program {
    fn new() -> Self {
        let mut text = Text::new();
        let given: Vec<Value> = (0..5).map(|register| text.given(register)).collect();
        text.store(&given[..4], Argument::Out.place());
        text.store(&given[4..], Argument::Constants.place());
        Program { pieces: vec![Piece::Text(text)], frame: 48 }
    }

    fn reserve(&mut self, bytes: u32) -> Object {
        self.frame += bytes;
        Object::Frame(self.frame - bytes)
    }

    fn text(&mut self, write: impl FnOnce(&mut Text)) {
        let mut text = Text::new();
        write(&mut text);
        self.pieces.push(Piece::Text(text));
    }

    fn call(&mut self, name: &'static str, out: Object, a: Object, b: Option<Object>) {
        self.text(|text| {
            for (object, register) in [Some(out), Some(a), b].into_iter().zip([0, 1, 2]) {
                if let Some(object) = object {
                    let address = object.address(text);
                    text.results.push((address, register));
                }
            }
            let constants = text.load(Argument::Constants.place());
            text.results.push((constants, 4));
        });
        self.pieces.push(Piece::Call(name));
    }

    /// Sums of so many times six words without correction.
    fn sum(&mut self, a: Object, b: Object, to: Object, count: u32) {
        self.text(|text| {
            let [a, b, to] = [a, b, to].map(|object| object.address(text));
            for i in 0..count {
                let x = text.load_many(at(a, 48 * i), 6);
                let y = text.load_many(at(b, 48 * i), 6);
                let sum = text.add(&x, &y, false);
                text.store(&sum, at(to, 48 * i));
            }
        });
    }

    /// A sum of twelve-word values, the first of them positive.
    fn wide(&mut self, terms: &[(bool, Object)], to: Object) {
        self.text(|text| {
            let sum = wide(text, terms);
            let to = to.address(text);
            text.store(&sum, at(to, 0));
        });
    }

    /// Twelve or eight sums, each reduced by a kernel on words in registers and stored one after the other; for the kernels that want
    /// one, `z` is the element of the first operand at the same place.
    fn outputs(&mut self, outputs: &[(&'static str, Vec<(bool, Object)>)]) {
        for (i, (kernel, terms)) in (0u32..).zip(outputs) {
            self.text(|text| {
                if i > 0 {
                    store_reduced(text, i - 1);
                }
                let sum = wide(text, terms);
                text.results.extend(sum.into_iter().zip(WIDE));
                if *kernel != "tight_words" {
                    let z = A.further(48 * i).address(text);
                    text.results.push((z, 1));
                }
                let constants = text.load(Argument::Constants.place());
                text.results.push((constants, 4));
            });
            self.pieces.push(Piece::Call(kernel));
        }
        self.text(|text| store_reduced(text, outputs.len() as u32 - 1));
    }

    fn kernel(self, name: &'static str, about: &'static str) -> Kernel {
        Kernel { name, about, pieces: self.pieces, frame: self.frame }
    }
}

fn store_reduced(text: &mut Text, index: u32) {
    let words = REDUCED.map(|register| text.given(register));
    let out = text.load(Argument::Out.place());
    // The offsets of pairs end at 504.
    if index < 10 {
        text.store(&words, at(out, 48 * index));
    } else {
        let out = text.address(out, 48 * index);
        text.store(&words, at(out, 0));
    }
}

fn wide(text: &mut Text, terms: &[(bool, Object)]) -> Vec<Value> {
    let mut sum = Vec::new();
    for (i, (plus, object)) in terms.iter().enumerate() {
        let address = object.address(text);
        let words = text.load_many(at(address, 0), 12);
        sum = match (i, plus) {
            (0, _) => words,
            (_, true) => text.add(&sum, &words, false),
            (_, false) => text.sub(&sum, &words, false),
        };
    }
    sum
}

/// Plus and minus an object.
fn plus(object: Object) -> (bool, Object) {
    (true, object)
}

fn minus(object: Object) -> (bool, Object) {
    (false, object)
}

// ---- Fp6 ----

/// Karatsuba's product: the six products in `Fp2`, then their sums (`Backend::fp6_post` has the formula).
fn fp6_mul_wide() -> Kernel {
    let mut program = Program::new();
    let [sums_a, sums_b] = [288, 288].map(|bytes| program.reserve(bytes));
    let [v, m] = [576, 576].map(|bytes| program.reserve(bytes));
    for (x, sums) in [(A, sums_a), (B, sums_b)] {
        program.text(|text| {
            let [x, sums] = [x, sums].map(|object| object.address(text));
            for c in [0, 48] {
                let [x0, x1, x2] = [0, 96, 192].map(|i| text.load_many(at(x, i + c), 6));
                for (i, (a, b)) in (0u32..).zip([(&x1, &x2), (&x0, &x1), (&x0, &x2)]) {
                    let sum = text.add(a, b, false);
                    text.store(&sum, at(sums, 96 * i + c));
                }
            }
        });
    }
    for i in 0..3 {
        program.call("fp2_mul_wide", v.further(192 * i), A.further(96 * i), Some(B.further(96 * i)));
    }
    for i in 0..3 {
        let (a, b) = (sums_a.further(96 * i), sums_b.further(96 * i));
        program.call("fp2_mul_wide", m.further(192 * i), a, Some(b));
    }
    let [v, m] = [v, m].map(|of| [0, 1, 2, 3, 4, 5].map(|i| of.further(96 * i)));
    let out = |i: u32| OUT.further(96 * i);
    // c0 = v0 + xi*s with s = m0 - v1 - v2, which takes the place of m0.
    program.wide(&[plus(m[1]), minus(v[3]), minus(v[5])], m[1]);
    program.wide(&[plus(m[0]), minus(v[2]), minus(v[4])], m[0]);
    program.wide(&[plus(m[0]), minus(m[1]), plus(v[0])], out(0));
    program.wide(&[plus(m[0]), plus(m[1]), plus(v[1])], out(1));
    // c1 = m1 - v0 - v1 + xi*v2.
    program.wide(&[plus(m[2]), minus(v[0]), minus(v[2]), plus(v[4]), minus(v[5])], out(2));
    program.wide(&[plus(m[3]), minus(v[1]), minus(v[3]), plus(v[4]), plus(v[5])], out(3));
    // c2 = m2 - v0 - v2 + v1.
    program.wide(&[plus(m[4]), minus(v[0]), minus(v[4]), plus(v[2])], out(4));
    program.wide(&[plus(m[5]), minus(v[1]), minus(v[5]), plus(v[3])], out(5));
    program.kernel("fp6_mul_wide", "Karatsuba's product in `Fp6` without reduction.")
}

/// The five products of a sparse one: `x*s`, `y*t`, `(x + y)(s + t)`, `z*first`, `z*second`, each with two places of twelve words.
fn sparse(program: &mut Program, [x, y, z]: [Object; 3], [first, second]: [Object; 2]) -> [[Object; 2]; 5] {
    let [sum_x, sum_s] = [96, 96].map(|bytes| program.reserve(bytes));
    let products = [192; 5].map(|bytes| program.reserve(bytes));
    program.sum(x, y, sum_x, 2);
    program.sum(B, C, sum_s, 2);
    let operands = [(x, B), (y, C), (sum_x, sum_s), (z, first), (z, second)];
    for (out, (a, b)) in products.into_iter().zip(operands) {
        program.call("fp2_mul_wide", out, a, Some(b));
    }
    products.map(|product| [product, product.further(96)])
}

/// With `a + b*v`: `x0*a + xi*x2*b`, `(x0 + x1)(a + b) - x0*a - x1*b`, `x1*b + x2*a`.
fn fp6_mul_by_01_wide() -> Kernel {
    let mut program = Program::new();
    let x = [0, 96, 192].map(|i| A.further(i));
    let [v0, v1, m, last_b, last_a] = sparse(&mut program, x, [C, B]);
    let out = |i: u32| OUT.further(96 * i);
    program.wide(&[plus(v0[0]), plus(last_b[0]), minus(last_b[1])], out(0));
    program.wide(&[plus(v0[1]), plus(last_b[0]), plus(last_b[1])], out(1));
    for i in [0, 1] {
        program.wide(&[plus(m[i]), minus(v0[i]), minus(v1[i])], out(2 + i as u32));
        program.wide(&[plus(v1[i]), plus(last_a[i])], out(4 + i as u32));
    }
    program.kernel("fp6_mul_by_01_wide", "Product in `Fp6` with `a + b*v` without reduction.")
}

/// With `b*v + c*v^2`: `xi*((x1 + x2)(b + c) - x1*b - x2*c)`, `x0*b + xi*x2*c`, `x0*c + x1*b`.
fn fp6_mul_by_12_wide() -> Kernel {
    let mut program = Program::new();
    let x = [96, 192, 0].map(|i| A.further(i));
    let [v1, v2, m, first_b, first_c] = sparse(&mut program, x, [B, C]);
    let out = |i: u32| OUT.further(96 * i);
    for i in [0, 1] {
        program.wide(&[plus(m[i]), minus(v1[i]), minus(v2[i])], m[i]);
    }
    program.wide(&[plus(m[0]), minus(m[1])], out(0));
    program.wide(&[plus(m[0]), plus(m[1])], out(1));
    program.wide(&[plus(first_b[0]), plus(v2[0]), minus(v2[1])], out(2));
    program.wide(&[plus(first_b[1]), plus(v2[0]), plus(v2[1])], out(3));
    for i in [0, 1] {
        program.wide(&[plus(first_c[i]), plus(v1[i])], out(4 + i as u32));
    }
    program.kernel("fp6_mul_by_12_wide", "Product in `Fp6` with `b*v + c*v^2` without reduction.")
}

/// With `c*v`: `xi*x2*c`, `x0*c`, `x1*c`.
fn fp6_mul_by_1_wide() -> Kernel {
    let mut program = Program::new();
    let last = program.reserve(192);
    program.call("fp2_mul_wide", OUT.further(192), A, Some(B));
    program.call("fp2_mul_wide", OUT.further(384), A.further(96), Some(B));
    program.call("fp2_mul_wide", last, A.further(192), Some(B));
    program.wide(&[plus(last), minus(last.further(96))], OUT);
    program.wide(&[plus(last), plus(last.further(96))], OUT.further(96));
    program.kernel("fp6_mul_by_1_wide", "Product in `Fp6` with `c*v` without reduction.")
}

// ---- Fp12 ----

/// `aa = a0*b0`, `bb = a1*b1`, `m = (a0 + a1)(b0 + b1)`; `aa + v*bb` and `m - aa - bb`.
fn fp12_mul() -> Kernel {
    let mut program = Program::new();
    let [sum_a, sum_b] = [288, 288].map(|bytes| program.reserve(bytes));
    let [aa, bb, m] = [576; 3].map(|bytes| program.reserve(bytes));
    program.sum(A, A.further(288), sum_a, 6);
    program.sum(B, B.further(288), sum_b, 6);
    program.call("fp6_mul_wide", aa, A, Some(B));
    program.call("fp6_mul_wide", bb, A.further(288), Some(B.further(288)));
    program.call("fp6_mul_wide", m, sum_a, Some(sum_b));
    let [aa, bb, m] = [aa, bb, m].map(|of| [0, 1, 2, 3, 4, 5].map(|i| of.further(96 * i)));
    let mut outputs =
        vec![vec![plus(aa[0]), plus(bb[4]), minus(bb[5])], vec![plus(aa[1]), plus(bb[4]), plus(bb[5])]];
    outputs.extend((2..6).map(|i| vec![plus(aa[i]), plus(bb[i - 2])]));
    outputs.extend((0..6).map(|i| vec![plus(m[i]), minus(aa[i]), minus(bb[i])]));
    program.outputs(&outputs.into_iter().map(|terms| ("tight_words", terms)).collect::<Vec<_>>());
    program.kernel("fp12_mul", "Product in `Fp12`, tight.")
}

/// `ab = a0*a1`, `m = (a0 + a1)(a0 + v*a1)`; `m - ab - v*ab` and `2*ab`.
fn fp12_sqr() -> Kernel {
    let mut program = Program::new();
    let [sum, other, xi] = [288, 288, 96].map(|bytes| program.reserve(bytes));
    let [ab, m] = [576; 2].map(|bytes| program.reserve(bytes));
    program.sum(A, A.further(288), sum, 6);
    program.text(|text| {
        let x = A.further(480).address(text);
        let to = xi.address(text);
        let constants = text.load(Argument::Constants.place());
        let [x, y] = [0, 48].map(|i| text.load_many(at(x, i), 6));
        let difference = text.difference(&x, &y, constants);
        let sum = text.add(&x, &y, false);
        for (i, loose) in [(0, difference), (48, sum)] {
            let tight = text.less_p(&loose, constants);
            text.store(&tight, at(to, i));
        }
    });
    program.sum(A, xi, other, 2);
    program.sum(A.further(96), A.further(288), other.further(96), 4);
    program.call("fp6_mul_wide", ab, A, Some(A.further(288)));
    program.call("fp6_mul_wide", m, sum, Some(other));
    let [ab, m] = [ab, m].map(|of| [0, 1, 2, 3, 4, 5].map(|i| of.further(96 * i)));
    let mut outputs = vec![
        vec![plus(m[0]), minus(ab[0]), minus(ab[4]), plus(ab[5])],
        vec![plus(m[1]), minus(ab[1]), minus(ab[4]), minus(ab[5])],
    ];
    outputs.extend((2..6).map(|i| vec![plus(m[i]), minus(ab[i]), minus(ab[i - 2])]));
    outputs.extend((0..6).map(|i| vec![plus(ab[i]), plus(ab[i])]));
    program.outputs(&outputs.into_iter().map(|terms| ("tight_words", terms)).collect::<Vec<_>>());
    program.kernel("fp12_sqr", "Square in `Fp12`, tight.")
}

// ---- the cyclotomic subgroup ----

/// The wide squares of one square `(a + b*s)^2` in `Fp4 = Fp2[s]/(s^2 - xi)`: `a^2`, `b^2`, `(a + b)^2`.
struct Squares {
    a: [Object; 2],
    b: [Object; 2],
    sum: [Object; 2],
}

impl Squares {
    fn new(program: &mut Program, a: u32, b: u32, sum: Object) -> Self {
        let squares = [192; 3].map(|bytes| program.reserve(bytes));
        let (a, b) = (A.further(a), A.further(b));
        program.sum(a, b, sum, 2);
        for (out, of) in squares.into_iter().zip([a, b, sum]) {
            program.call("fp2_sqr_wide", out, of, None);
        }
        let [a, b, sum] = squares.map(|square| [square, square.further(96)]);
        Squares { a, b, sum }
    }

    /// `a^2 + xi*b^2`.
    fn first(&self) -> [Output; 2] {
        let Squares { a, b, .. } = self;
        [
            ("triple_minus", vec![plus(a[0]), plus(b[0]), minus(b[1])]),
            ("triple_minus", vec![plus(a[1]), plus(b[0]), plus(b[1])]),
        ]
    }

    /// `(a + b)^2 - a^2 - b^2`.
    fn second(&self) -> [Output; 2] {
        let Squares { a, b, sum } = self;
        [0, 1].map(|i| ("triple_plus", vec![plus(sum[i]), minus(a[i]), minus(b[i])]))
    }

    /// `xi` times that, which takes the place of `(a + b)^2`.
    fn xi_second(&self, program: &mut Program) -> [Output; 2] {
        let Squares { a, b, sum } = self;
        for i in [0, 1] {
            program.wide(&[plus(sum[i]), minus(a[i]), minus(b[i])], sum[i]);
        }
        [
            ("triple_plus", vec![plus(sum[0]), minus(sum[1])]),
            ("triple_plus", vec![plus(sum[0]), plus(sum[1])]),
        ]
    }
}

type Output = (&'static str, Vec<(bool, Object)>);

/// Granger and Scott: three squares in `Fp4`, an output is `3t - 2z` or `3t + 2z`.
fn fp12_cyclotomic_sqr() -> Kernel {
    let mut program = Program::new();
    let sum = program.reserve(96);
    let first = Squares::new(&mut program, 0, 384, sum);
    let second = Squares::new(&mut program, 288, 192, sum);
    let third = Squares::new(&mut program, 96, 480, sum);
    let xi = third.xi_second(&mut program);
    let outputs = [first.first(), second.first(), third.first(), xi, first.second(), second.second()];
    program.outputs(outputs.as_flattened());
    program.kernel("fp12_cyclotomic_sqr", "Square in the cyclotomic subgroup, tight.")
}

/// Karabina: `(z2, z3, z4, z5)` by two squares in `Fp4`.
fn fp12_compressed_sqr() -> Kernel {
    let mut program = Program::new();
    let sum = program.reserve(96);
    let first = Squares::new(&mut program, 0, 96, sum);
    let second = Squares::new(&mut program, 192, 288, sum);
    let xi = second.xi_second(&mut program);
    let outputs = [xi, second.first(), first.first(), first.second()];
    program.outputs(outputs.as_flattened());
    program.kernel("fp12_compressed_sqr", "Square of a compressed element of the cyclotomic subgroup, tight.")
}
