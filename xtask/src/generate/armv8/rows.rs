//! Products, squares and reductions: rows of one word times several, steps of reductions, Karatsuba's product.

use super::text::{Operand, Place, Text, Value};

/// How products of six words are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// One level of Karatsuba's method by differences: 27 pairs of multiplications.
    Karatsuba,
    /// Both levels: 18 pairs, for cores whose multiplications take several cycles each.
    Differences,
}

/// Where the constants are that the kernels read: byte offsets from their address.
pub mod constant {
    pub const P: u32 = 0;
    pub const N0: u32 = 56;
    pub const TOP_INVERSE: u32 = 216;
    pub const RHO: u32 = 64;
    pub const P2: u32 = 168;
    pub const P3: u32 = 224;
    pub const P4: u32 = 272;
    pub const LIFT: u32 = 112;
    pub const RHO3: u32 = 320;
}

impl Text {
    /// `a * b` for one word `b`: a word more than `a`.
    pub fn row_first(&mut self, a: &[Value], b: Value) -> Vec<Value> {
        let mut out = vec![self.mul(a[0], b)];
        for i in 1..a.len() {
            let low = self.mul(a[i], b);
            let high = self.umulh(a[i - 1], b);
            out.push(self.op(if i == 1 { "adds" } else { "adcs" }, low, high));
        }
        let high = self.umulh(a[a.len() - 1], b);
        out.push(self.op("adc", high, Operand::Zero));
        out
    }

    /// `sum + a * b` for one word `b`; `sum` has as many words as `a` or one more, the result one more. First all low words, then all
    /// high ones: one flag is enough.
    pub fn row(&mut self, sum: &[Value], a: &[Value], b: Value) -> Vec<Value> {
        let n = a.len();
        let mut out = Vec::with_capacity(n + 1);
        for i in 0..n {
            let low = self.mul(a[i], b);
            out.push(self.op(if i == 0 { "adds" } else { "adcs" }, sum[i], low));
        }
        let whole = sum.len() > n;
        if whole {
            out.push(self.op("adc", sum[n], Operand::Zero));
        } else {
            let high = self.umulh(a[n - 1], b);
            out.push(self.op("adc", high, Operand::Zero));
        }
        for i in 0..n - 1 {
            let high = self.umulh(a[i], b);
            out[i + 1] = self.op(if i == 0 { "adds" } else { "adcs" }, out[i + 1], high);
        }
        if whole {
            let high = self.umulh(a[n - 1], b);
            out[n] = self.op("adc", out[n], high);
        } else if n > 1 {
            out[n] = self.op("adc", out[n], Operand::Zero);
        }
        out
    }

    // ---- reductions ----

    /// Seven or six words to six: adds the multiple of `p` that clears the lowest word, and shifts that out.
    fn step(&mut self, t: &[Value], p: &[Value], n0: Value) -> Vec<Value> {
        let q = self.mul(t[0], n0);
        // The low word of q*p is -t[0]: their sum carries unless both are zero.
        self.flags("subs", t[0], Operand::Constant(1));
        let mut out = Vec::with_capacity(6);
        for i in 1..6 {
            let low = self.mul(q, p[i]);
            out.push(self.op("adcs", t[i], low));
        }
        let whole = t.len() == 7;
        if whole {
            out.push(self.op("adc", t[6], Operand::Zero));
        } else {
            let high = self.umulh(q, p[5]);
            out.push(self.op("adc", high, Operand::Zero));
        }
        for i in 0..5 {
            let high = self.umulh(q, p[i]);
            out[i] = self.op(if i == 0 { "adds" } else { "adcs" }, out[i], high);
        }
        if whole {
            let high = self.umulh(q, p[5]);
            out[5] = self.op("adc", out[5], high);
        } else {
            out[5] = self.op("adc", out[5], Operand::Zero);
        }
        out
    }

    /// Six or seven words to seven: shifts the lowest word `x` out and adds `x * rho`, `rho = 2^-64 mod p`.
    fn rho(&mut self, t: &[Value], rho: &[Value]) -> Vec<Value> {
        if t.len() == 7 {
            return self.row(&t[1..], rho, t[0]);
        }
        let x = t[0];
        let mut out = Vec::with_capacity(7);
        for i in 0..5 {
            let low = self.mul(rho[i], x);
            out.push(self.op(if i == 0 { "adds" } else { "adcs" }, t[i + 1], low));
        }
        let low = self.mul(rho[5], x);
        out.push(self.op("adcs", low, Operand::Zero));
        let high = self.umulh(rho[5], x);
        out.push(self.op("adc", high, Operand::Zero));
        for i in 0..5 {
            let high = self.umulh(rho[i], x);
            out[i + 1] = self.op(if i == 0 { "adds" } else { "adcs" }, out[i + 1], high);
        }
        out[6] = self.op("adc", out[6], Operand::Zero);
        out
    }

    /// Montgomery reduction of twelve words `t`: in `[0, t/R + p + 2^330)`, or `[0, t/R + p + rho)` if `five` steps are by `rho` and
    /// one is a standard one, instead of four and two.
    pub fn reduce(&mut self, t: &[Value], constants: Value, five: bool) -> Vec<Value> {
        let rho = self.load_many((address(constants), constant::RHO), 6);
        let mut low = self.rho(&t[..6], &rho);
        for _ in 1..if five { 5 } else { 4 } {
            low = self.rho(&low, &rho);
        }
        let p = self.load_many((address(constants), constant::P), 6);
        let n0 = self.load((address(constants), constant::N0));
        low = self.step(&low, &p, n0);
        if !five {
            low = self.step(&low, &p, n0);
        }
        self.add(&low, &t[6..], false)
    }

    /// Montgomery reduction of twelve words `t` by a block of three: `t <- (t >> 192) + (t mod 2^192) * 2^-192`, then three standard
    /// steps. Below `t/R + p + 0.09 p`: loose for `t < 8.95 p^2`.
    pub fn reduce_by_block(&mut self, t: &[Value], constants: Value) -> Vec<Value> {
        let rho = self.load_many((address(constants), constant::RHO3), 6);
        let low = self.product3(&t[..3], &rho[..3], Product::Differences);
        let high = self.product3(&t[..3], &rho[3..], Product::Differences);
        // Words 3..9 of t take the first product, words 6..12 the second: only words 3..5 and a carry are left to reduce.
        let middle = self.add(&low[3..], &high[..3], true);
        let mut block = low[..3].to_vec();
        block.extend(middle);
        block.push(self.op("adcs", high[3], Operand::Zero));
        block.push(self.op("adcs", high[4], Operand::Zero));
        block.push(self.op("adc", high[5], Operand::Zero));
        let sum = self.add(&block, &t[3..12], false);
        let p = self.load_many((address(constants), constant::P), 6);
        let n0 = self.load((address(constants), constant::N0));
        // The three words above the six of a step are added at the end.
        let mut low = sum[..6].to_vec();
        for _ in 0..3 {
            low = self.step(&low, &p, n0);
        }
        let upper = self.add(&low[3..], &sum[6..9], false);
        [&low[..3], &upper[..]].concat()
    }

    /// Adds the six words at `bias` and subtracts the multiple of `p` that the top word shows: in `[0, p + 2^330)`.
    pub fn tighten(&mut self, t: &[Value], constants: Value, bias: Option<u32>) -> Vec<Value> {
        let mut t = t.to_vec();
        if let Some(bias) = bias {
            let bias = self.load_many((address(constants), bias), 6);
            t = self.add(&t, &bias, false);
        }
        let inverse = self.load((address(constants), constant::TOP_INVERSE));
        let k = self.umulh(t[5], inverse);
        let k = self.op("lsr", k, Operand::Constant(60));
        let p = self.load_many((address(constants), constant::P), 6);
        let mut multiple = vec![self.mul(p[0], k)];
        for i in 1..6 {
            let low = self.mul(p[i], k);
            let high = self.umulh(p[i - 1], k);
            multiple.push(self.op(if i == 1 { "adds" } else { "adcs" }, low, high));
        }
        self.sub(&t, &multiple, false)
    }

    // ---- products ----

    /// Twelve words: the product of six and six.
    pub fn product(&mut self, a: &[Value], b: &[Value], how: Product) -> Vec<Value> {
        let (da, sign_a) = self.distance(&a[..3], &a[3..]);
        let (db, sign_b) = self.distance(&b[..3], &b[3..]);
        // a0*b1 + a1*b0 = a0*b0 + a1*b1 - (a0 - a1)(b0 - b1).
        let minus = self.op("eon", sign_a, sign_b);
        let low = self.product3(&a[..3], &b[..3], how);
        let high = self.product3(&a[3..], &b[3..], how);
        let both = self.add(&low, &high, true);
        let both_top = self.op("adc", Operand::Zero, Operand::Zero);
        let cross = self.product3(&da, &db, how);
        self.combine(&low, &high, (both, both_top), (&cross, minus))
    }

    /// `low + middle * 2^192 + high * 2^384` where the middle is `both + cross`, or `both - cross` where `minus` is all ones.
    fn combine(
        &mut self,
        low: &[Value],
        high: &[Value],
        (both, both_top): (Vec<Value>, Value),
        (cross, minus): (&[Value], Value),
    ) -> Vec<Value> {
        let cross: Vec<Value> = cross.iter().map(|word| self.op("eor", *word, minus)).collect();
        // Minus the cross product is its complement and one more: the carry in is that one.
        self.flags("adds", minus, Operand::Constant(1));
        let mut middle: Vec<Value> = both.iter().zip(&cross).map(|(a, b)| self.op("adcs", *a, *b)).collect();
        middle.push(self.op("adc", both_top, minus));
        let mut out = low[..3].to_vec();
        for i in 0..6 {
            let under = if i < 3 { low[3 + i] } else { high[i - 3] };
            out.push(self.op(if i == 0 { "adds" } else { "adcs" }, under, middle[i]));
        }
        out.push(self.op("adcs", high[3], middle[6]));
        out.push(self.op("adcs", high[4], Operand::Zero));
        out.push(self.op("adc", high[5], Operand::Zero));
        out
    }

    /// `|a - b|`, and all ones if the difference is negative.
    fn distance(&mut self, a: &[Value], b: &[Value]) -> (Vec<Value>, Value) {
        let difference = self.sub(a, b, true);
        let sign = self.borrowed();
        let turned: Vec<Value> = difference.iter().map(|word| self.op("eor", *word, sign)).collect();
        let mut out = Vec::with_capacity(3);
        for (i, word) in turned.iter().enumerate() {
            let name = match i {
                0 => "subs",
                _ if i + 1 == turned.len() => "sbc",
                _ => "sbcs",
            };
            out.push(self.op(name, *word, sign));
        }
        (out, sign)
    }

    /// Six words: the product of three and three.
    pub fn product3(&mut self, a: &[Value], b: &[Value], how: Product) -> Vec<Value> {
        if how == Product::Differences {
            return self.product3_by_differences(a, b);
        }
        let mut out = Vec::with_capacity(6);
        let mut sum = self.row_first(a, b[0]);
        for word in &b[1..] {
            out.push(sum[0]);
            sum = self.row(&sum[1..], a, *word);
        }
        out.extend(sum);
        out
    }

    /// The same with six pairs of multiplications: `a_i*b_j + a_j*b_i = a_i*b_i + a_j*b_j - (a_i - a_j)(b_i - b_j)`.
    fn product3_by_differences(&mut self, a: &[Value], b: &[Value]) -> Vec<Value> {
        let low: Vec<Value> = (0..3).map(|i| self.mul(a[i], b[i])).collect();
        let high: Vec<Value> = (0..3).map(|i| self.umulh(a[i], b[i])).collect();
        // s = the sum of the squares-like products at one word each: l0, h0+l1, h1+l2, h2.
        let mut s = vec![low[0]];
        s.push(self.op("adds", high[0], low[1]));
        s.push(self.op("adcs", high[1], low[2]));
        s.push(self.op("adc", high[2], Operand::Zero));
        // All a_i*b_j with every difference taken as nothing: s * (1 + 2^64 + 2^128).
        let mut out = vec![s[0]];
        out.push(self.op("adds", s[1], s[0]));
        out.push(self.op("adcs", s[2], s[1]));
        out.push(self.op("adcs", s[3], s[2]));
        out.push(self.op("adc", s[3], Operand::Zero));
        let second = out.clone();
        out[2] = self.op("adds", second[2], s[0]);
        out[3] = self.op("adcs", second[3], s[1]);
        out[4] = self.op("adcs", second[4], s[2]);
        out.push(self.op("adc", s[3], Operand::Zero));
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            self.cross(&mut out, a, b, i, j);
        }
        out
    }

    /// Subtracts `(a_i - a_j)(b_i - b_j)` at word `i + j`.
    fn cross(&mut self, out: &mut [Value], a: &[Value], b: &[Value], i: usize, j: usize) {
        let (da, sign_a) = self.distance1(a[i], a[j]);
        // Of the other the difference the other way round: the product is then added.
        let (db, sign_b) = self.distance1(b[j], b[i]);
        let sign = self.op("eor", sign_a, sign_b);
        let low = self.mul(da, db);
        let high = self.umulh(da, db);
        let low = self.op("eor", low, sign);
        let high = self.op("eor", high, sign);
        self.flags("adds", sign, Operand::Constant(1));
        let at = i + j;
        out[at] = self.op("adcs", out[at], low);
        out[at + 1] = self.op("adcs", out[at + 1], high);
        for (k, word) in (at + 2..).zip(&mut out[at + 2..6]) {
            *word = self.op(if k == 5 { "adc" } else { "adcs" }, *word, sign);
        }
    }

    /// `|a - b|`, and all ones if the difference is negative.
    fn distance1(&mut self, a: Value, b: Value) -> (Value, Value) {
        let difference = self.op("subs", a, b);
        let absolute = self.negated_if_borrowed(difference);
        (absolute, self.borrowed())
    }

    /// Twelve words: the square of six.
    pub fn square(&mut self, a: &[Value]) -> Vec<Value> {
        // The products of different words: words 1 to 10.
        let mut out = self.row_first(&a[1..], a[0]);
        for i in 1..5 {
            let at = 2 * i;
            let upper = self.row(&out[at..], &a[i + 1..], a[i]);
            out.truncate(at);
            out.extend(upper);
        }
        let mut double = self.add(&out, &out, true);
        double.push(self.op("adc", Operand::Zero, Operand::Zero));
        let mut square = vec![self.mul(a[0], a[0])];
        let high = self.umulh(a[0], a[0]);
        square.push(self.op("adds", double[0], high));
        for i in 1..6 {
            let low = self.mul(a[i], a[i]);
            square.push(self.op("adcs", double[2 * i - 1], low));
            let high = self.umulh(a[i], a[i]);
            square.push(self.op(if i == 5 { "adc" } else { "adcs" }, double[2 * i], high));
        }
        square
    }

    /// `a - p`, or `a` where that is negative.
    pub fn less_p(&mut self, a: &[Value], constants: Value) -> Vec<Value> {
        let p = self.load_many((address(constants), constant::P), 6);
        let less = self.sub(a, &p, true);
        a.iter().zip(less).map(|(a, less)| self.if_borrowed(*a, less)).collect()
    }

    /// `a - b`, and `2p` more where that is negative.
    pub fn difference(&mut self, a: &[Value], b: &[Value], constants: Value) -> Vec<Value> {
        let difference = self.sub(a, b, true);
        let mask = self.borrowed();
        let p2 = self.load_many((address(constants), constant::P2), 6);
        let back: Vec<Value> = p2.iter().map(|word| self.op("and", *word, mask)).collect();
        self.add(&difference, &back, false)
    }
}

pub fn address(value: Value) -> super::text::Base {
    super::text::Base::Address(value)
}

/// A place at so many bytes from an address.
pub fn at(value: Value, bytes: u32) -> Place {
    (address(value), bytes)
}
