//! The texts of the kernels. Registers: the result's address in `x0` (of kernels with a result in memory), operands in `x1`, `x2`, `x3`,
//! the constants in `x4`; results in registers are in `x5` to `x10`, of `Fp2` the second coefficient in `x11` to `x16`.

use super::rows::{Product, at, constant};
use super::text::{Text, Value};

/// How an engine computes.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub product: Product,
    /// Whether products reduce by a block of three words where the bound permits.
    pub block: bool,
}

const FIRST: [u8; 6] = [5, 6, 7, 8, 9, 10];
const SECOND: [u8; 6] = [11, 12, 13, 14, 15, 16];

/// What the kernel's operands are.
struct Operands {
    out: Value,
    a: Value,
    b: Value,
    constants: Value,
}

fn operands(text: &mut Text) -> Operands {
    Operands { out: text.given(0), a: text.given(1), b: text.given(2), constants: text.given(4) }
}

fn give(text: &mut Text, words: &[Value], registers: [u8; 6]) {
    text.results.extend(words.iter().copied().zip(registers));
}

impl Style {
    /// Reduction of a product of loose values.
    pub fn reduce(self, text: &mut Text, t: &[Value], constants: Value) -> Vec<Value> {
        if self.block { text.reduce_by_block(t, constants) } else { text.reduce(t, constants, false) }
    }

    /// Reduction where the result is normalised, or the operand small.
    pub fn reduce_more(self, text: &mut Text, t: &[Value], constants: Value) -> Vec<Value> {
        if self.block { text.reduce_by_block(t, constants) } else { text.reduce(t, constants, true) }
    }

    pub fn fp_mul(self) -> Text {
        let mut text = Text::new();
        let Operands { a, b, constants, .. } = operands(&mut text);
        let a = text.load_many(at(a, 0), 6);
        let b = text.load_many(at(b, 0), 6);
        let t = text.product(&a, &b, self.product);
        let out = self.reduce(&mut text, &t, constants);
        give(&mut text, &out, FIRST);
        text
    }

    pub fn fp_sqr(self) -> Text {
        let mut text = Text::new();
        let Operands { a, constants, .. } = operands(&mut text);
        let a = text.load_many(at(a, 0), 6);
        let t = text.square(&a);
        let out = self.reduce(&mut text, &t, constants);
        give(&mut text, &out, FIRST);
        text
    }

    /// Loads what the loop of squares starts with; the count and the constants stay where they are.
    pub fn fp_sqr_start(self) -> Text {
        let mut text = Text::new();
        let (a, count, constants) = (text.given(1), text.given(2), text.given(4));
        let a = text.load_many(at(a, 0), 6);
        give(&mut text, &a, FIRST);
        text.results.extend([(count, 2), (constants, 4)]);
        text
    }

    /// A turn of the loop of squares: from `x5` to `x10` to the same.
    pub fn fp_sqr_turn(self) -> Text {
        let mut text = Text::new();
        let a: Vec<Value> = FIRST.iter().map(|register| text.given(*register)).collect();
        let (count, constants) = (text.given(2), text.given(4));
        let t = text.square(&a);
        let out = self.reduce_more(&mut text, &t, constants);
        give(&mut text, &out, FIRST);
        text.results.extend([(count, 2), (constants, 4)]);
        text
    }

    pub fn fp_mul_wide(self) -> Text {
        let mut text = Text::new();
        let Operands { out, a, b, .. } = operands(&mut text);
        let a = text.load_many(at(a, 0), 6);
        let b = text.load_many(at(b, 0), 6);
        let t = text.product(&a, &b, self.product);
        text.store(&t, at(out, 0));
        text
    }

    pub fn fp_sqr_wide(self) -> Text {
        let mut text = Text::new();
        let Operands { out, a, .. } = operands(&mut text);
        let a = text.load_many(at(a, 0), 6);
        let t = text.square(&a);
        text.store(&t, at(out, 0));
        text
    }

    pub fn fp_reduce(self) -> Text {
        let mut text = Text::new();
        let Operands { a, constants, .. } = operands(&mut text);
        let t = text.load_many(at(a, 0), 12);
        let out = text.reduce(&t, constants, false);
        give(&mut text, &out, FIRST);
        text
    }

    pub fn fp_reduce_tight(self) -> Text {
        let mut text = Text::new();
        let Operands { a, constants, .. } = operands(&mut text);
        let t = text.load_many(at(a, 0), 12);
        let out = self.reduce_more(&mut text, &t, constants);
        let out = text.tighten(&out, constants, Some(constant::P3));
        give(&mut text, &out, FIRST);
        text
    }

    // ---- Fp2 ----

    /// Karatsuba's product with one reduction for each coefficient. `v0 - v1` may be negative: a multiple of `p * 2^320` that is not
    /// below `4p^2` is added.
    pub fn fp2_mul(self) -> Text {
        let mut text = Text::new();
        let Operands { a, b, constants, .. } = operands(&mut text);
        let (v0, v1, sums) = self.products(&mut text, a, b);
        let t0 = text.load_many(v0, 12);
        let t1 = text.load_many(v1, 12);
        let mut t = text.sub(&t0, &t1, false);
        let lift = text.load_many(at(constants, constant::LIFT), 7);
        let lifted = text.add(&t[5..], &lift, false);
        t.splice(5.., lifted);
        let c0 = self.reduce(&mut text, &t, constants);
        let waits = text.reserve(48);
        text.store(&c0, waits);
        let t = self.third(&mut text, v0, v1, sums);
        let c1 = self.reduce(&mut text, &t, constants);
        let c0 = text.load_many(waits, 6);
        give(&mut text, &c0, FIRST);
        give(&mut text, &c1, SECOND);
        text
    }

    pub fn fp2_mul_wide(self) -> Text {
        let mut text = Text::new();
        let Operands { out, a, b, .. } = operands(&mut text);
        let (v0, v1, sums) = self.products(&mut text, a, b);
        let t0 = text.load_many(v0, 12);
        let t1 = text.load_many(v1, 12);
        let t = text.sub(&t0, &t1, false);
        text.store(&t, at(out, 0));
        let t = self.third(&mut text, v0, v1, sums);
        text.store(&t, at(out, 96));
        text
    }

    /// `a0*b0` and `a1*b1` in the frame, and the sums of the coefficients of both operands.
    fn products(self, text: &mut Text, a: Value, b: Value) -> (Wait, Wait, Wait) {
        let (v0, v1, sums) = (text.reserve(96), text.reserve(96), text.reserve(96));
        let [a0, a1, b0, b1] =
            [(a, 0), (a, 48), (b, 0), (b, 48)].map(|(value, bytes)| text.load_many(at(value, bytes), 6));
        let t = text.product(&a0, &b0, self.product);
        text.store(&t, v0);
        let sum = text.add(&a0, &a1, false);
        text.store(&sum, sums);
        let sum = text.add(&b0, &b1, false);
        text.store(&sum, (sums.0, sums.1 + 48));
        let t = text.product(&a1, &b1, self.product);
        text.store(&t, v1);
        (v0, v1, sums)
    }

    /// `(a0 + a1)(b0 + b1) - v0 - v1`.
    fn third(self, text: &mut Text, v0: Wait, v1: Wait, sums: Wait) -> Vec<Value> {
        let a = text.load_many(sums, 6);
        let b = text.load_many((sums.0, sums.1 + 48), 6);
        let t = text.product(&a, &b, self.product);
        let t0 = text.load_many(v0, 12);
        let t = text.sub(&t, &t0, false);
        let t1 = text.load_many(v1, 12);
        text.sub(&t, &t1, false)
    }

    /// `(a0 + a1)(a0 - a1)` and `2*a0*a1`, the difference made non-negative with `2p`.
    pub fn fp2_sqr(self) -> Text {
        let mut text = Text::new();
        let Operands { a, constants, .. } = operands(&mut text);
        let a0 = text.load_many(at(a, 0), 6);
        let a1 = text.load_many(at(a, 48), 6);
        let sum = text.add(&a0, &a1, false);
        let difference = text.difference(&a0, &a1, constants);
        let t = text.product(&sum, &difference, self.product);
        let c0 = self.reduce(&mut text, &t, constants);
        let waits = text.reserve(48);
        text.store(&c0, waits);
        let a0 = text.load_many(at(a, 0), 6);
        let a1 = text.load_many(at(a, 48), 6);
        let double = text.add(&a0, &a0, false);
        let t = text.product(&double, &a1, self.product);
        let c1 = self.reduce(&mut text, &t, constants);
        let c0 = text.load_many(waits, 6);
        give(&mut text, &c0, FIRST);
        give(&mut text, &c1, SECOND);
        text
    }

    /// `a0 - a1` is taken modulo `2^384`; where it is negative, the product with `a0 + a1` is too large by `(a0 + a1) * 2^384`.
    pub fn fp2_sqr_wide(self) -> Text {
        let mut text = Text::new();
        let Operands { out, a, .. } = operands(&mut text);
        let a0 = text.load_many(at(a, 0), 6);
        let a1 = text.load_many(at(a, 48), 6);
        let difference = text.sub(&a0, &a1, true);
        let mask = text.borrowed();
        let sum = text.add(&a0, &a1, false);
        let excess: Vec<Value> = sum.iter().map(|word| text.op("and", *word, mask)).collect();
        let waits = text.reserve(48);
        text.store(&excess, waits);
        let t = text.product(&sum, &difference, self.product);
        text.store(&t[..6], at(out, 0));
        let excess = text.load_many(waits, 6);
        let high = text.sub(&t[6..], &excess, false);
        text.store(&high, at(out, 48));
        let a0 = text.load_many(at(a, 0), 6);
        let a1 = text.load_many(at(a, 48), 6);
        let double = text.add(&a0, &a0, false);
        let t = text.product(&double, &a1, self.product);
        text.store(&t, at(out, 96));
        text
    }
}

type Wait = super::text::Place;
