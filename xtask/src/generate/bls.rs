//! The constants of BLS12-381: what is derived from the parameter, and what RFC 9380 gives in Montgomery form.

use std::fmt::Write as _;

use num_bigint::BigUint;
use serde::Deserialize;

use super::number::{Field, Pair};
use crate::Result;

/// The absolute value of the parameter; the parameter is negative.
const X: u64 = 0xd201_0000_0001_0000;

/// What cannot be derived: generators, and the isogenies of RFC 9380.
#[derive(Deserialize)]
struct Given {
    g1: Curve<String>,
    g2: Curve<[String; 2]>,
}

#[derive(Deserialize)]
struct Curve<T> {
    x: T,
    y: T,
    a: T,
    b: T,
    z: T,
    x_num: Vec<T>,
    x_den: Vec<T>,
    y_num: Vec<T>,
    y_den: Vec<T>,
}

/// A value as the generator prints it.
trait Print {
    const TYPE: &str;
    fn print(&self, to: &Printer) -> String;
}

struct Printer {
    field: Field,
}

impl Printer {
    fn limbs(value: &BigUint, count: usize) -> String {
        let mut digits = value.to_u64_digits();
        digits.resize(count, 0);
        let words: Vec<String> = digits.iter().map(|d| format!("0x{d:016x}")).collect();
        format!("[{}]", words.join(", "))
    }

    fn fp(&self, value: &BigUint) -> String {
        let montgomery = (value << 384u32) % &self.field.p;
        format!("Fp({})", Self::limbs(&montgomery, 6))
    }

    fn fp2(&self, value: &Pair) -> String {
        format!("Fp2 {{ c0: {}, c1: {} }}", self.fp(&value.0), self.fp(&value.1))
    }
}

fn hex(text: &str) -> BigUint {
    BigUint::parse_bytes(text.as_bytes(), 16).unwrap_or_default()
}

impl Print for String {
    const TYPE: &str = "Fp";
    fn print(&self, to: &Printer) -> String {
        to.fp(&hex(self))
    }
}

impl Print for [String; 2] {
    const TYPE: &str = "Fp2";
    fn print(&self, to: &Printer) -> String {
        to.fp2(&(hex(&self[0]), hex(&self[1])))
    }
}

/// A Rust file in the making.
struct File(String);

impl File {
    fn new(title: &str) -> Self {
        Self(format!("//! {title}\n//!\n//! Written by `cargo xtask generate`; do not edit.\n\n"))
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.0, "{text}");
    }

    fn item(&mut self, name: &str, doc: &str, kind: &str, value: &str) {
        let _ = writeln!(self.0, "/// {doc}\npub const {name}: {kind} = {value};");
    }
}

/// The field constants that both fields have.
fn montgomery(file: &mut File, p: &BigUint, limbs: usize) {
    let kind = format!("[u64; {limbs}]");
    let word = BigUint::from(1u32) << 64u32;
    let r = BigUint::from(1u32) << (64 * limbs);
    // The units modulo 2^64 have exponent 2^62.
    let inverse = (p % &word).modpow(&(BigUint::from((1u64 << 62) - 1)), &word);
    let n0 = (&word - inverse) % &word;
    file.item("P", "The modulus.", &kind, &Printer::limbs(p, limbs));
    file.item("N0", "`-1/p mod 2^64`.", "u64", &format!("0x{:016x}", n0.to_u64_digits()[0]));
    for (name, power) in [("R1", 1u32), ("R2", 2), ("R3", 3)] {
        let value = r.modpow(&BigUint::from(power), p);
        let doc = format!("`R^{power} mod p`, for `R = 2^{}`.", 64 * limbs);
        file.item(name, &doc, &kind, &Printer::limbs(&value, limbs));
    }
}

fn isogeny<T: Print>(file: &mut File, to: &Printer, name: &str, curve: &Curve<T>) {
    let kind = T::TYPE;
    for (part, value) in [("A", &curve.a), ("B", &curve.b), ("Z", &curve.z)] {
        let doc =
            format!("RFC 9380's `{part}` of the simplified map to the curve isogenous to that of {name}.");
        file.item(&format!("{name}_{part}"), &doc, kind, &value.print(to));
    }
    let polynomials = [
        ("X_NUM", "the numerator of x", &curve.x_num),
        ("X_DEN", "the denominator of x", &curve.x_den),
        ("Y_NUM", "the numerator of y", &curve.y_num),
        ("Y_DEN", "the denominator of y", &curve.y_den),
    ];
    for (part, what, coefficients) in polynomials {
        let values: Vec<String> = coefficients.iter().map(|c| c.print(to)).collect();
        let doc = format!("The isogeny to the curve of {name}: {what}, from the constant upwards.");
        let kind = format!("[{kind}; {}]", values.len());
        file.item(&format!("{name}_{part}"), &doc, &kind, &format!("[{}]", values.join(", ")));
    }
}

/// Every file: name and unformatted text.
pub fn files() -> Result<Vec<(&'static str, String)>> {
    let given: Given = serde_json::from_str(include_str!("../../data/bls12-381.json"))
        .map_err(|e| format!("xtask/data/bls12-381.json: {e}"))?;
    let x = BigUint::from(X);
    let one = BigUint::from(1u32);
    // r = x^4 - x^2 + 1; p = (x - 1)^2 * r / 3 + x, for negative x.
    let r = x.pow(4) - x.pow(2) + 1u32;
    let p = (&x + 1u32).pow(2) * &r / 3u32 - &x;
    let to = Printer { field: Field { p: p.clone() } };
    let f = &to.field;

    let mut field = File::new("The base field.");
    field.line("use crate::field::FpDbl;\n");
    montgomery(&mut field, &p, 6);
    field.item("HALF", "`(p - 1)/2`.", "[u64; 6]", &Printer::limbs(&((&p - 1u32) / 2u32), 6));
    for k in [2u32, 3, 4] {
        field.item(&format!("P{k}"), &format!("`{k}p`."), "[u64; 6]", &Printer::limbs(&(&p * k), 6));
    }
    let top = (&p >> 320u32) + 1u32;
    let quotient = (&one << 124u32) / top;
    field.item(
        "P_TOP_INVERSE",
        "`floor(2^124 / (p's top limb + 1))`.",
        "u64",
        &format!("0x{:016x}", quotient.to_u64_digits()[0]),
    );
    let square = format!("FpDbl({})", Printer::limbs(&(&p * &p * 4u32), 12));
    field.item("P_SQUARED_4", "`4p^2`.", "FpDbl", &square);
    field.item(
        "SQRT_EXPONENT",
        "`(p - 3)/4`: the power that is the inverse of a square root.",
        "[u64; 6]",
        &Printer::limbs(&((&p - 3u32) / 4u32), 6),
    );

    let mut scalar = File::new("The scalar field.");
    montgomery(&mut scalar, &r, 4);

    let mut tower = File::new("Frobenius maps of the tower, and the untwisted Frobenius map of G2.");
    tower.line("use crate::field::Fp;\nuse crate::tower::Fp2;\n");
    let xi: Pair = (one.clone(), one.clone());
    let gamma = |i: u32| f.pow2(&xi, &((&p - 1u32) / 6u32 * i));
    let powers: Vec<String> = (1..6).map(|i| to.fp2(&gamma(i))).collect();
    tower.item(
        "FROBENIUS",
        "`xi^(i(p-1)/6)` for `i = 1..=5`: what the coefficient of `w^i` is multiplied by under Frobenius.",
        "[Fp2; 5]",
        &format!("[{}]", powers.join(", ")),
    );
    let norms: Vec<String> = (1..6).map(|i| to.fp(&f.mul2(&gamma(i), &f.conjugate(&gamma(i))).0)).collect();
    tower.item(
        "FROBENIUS_2",
        "The norms of those: the same for Frobenius twice.",
        "[Fp; 5]",
        &format!("[{}]", norms.join(", ")),
    );

    let mut curve = File::new("The curves.");
    curve.line("use crate::field::Fp;\nuse crate::tower::Fp2;\n");
    curve.item(
        "X_ABS",
        "The absolute value of the parameter of the curve, which is negative.",
        "u64",
        &format!("0x{X:016x}"),
    );
    curve.item("G1_X", "`x` of the generator of G1.", "Fp", &given.g1.x.print(&to));
    curve.item("G1_Y", "`y` of the generator of G1.", "Fp", &given.g1.y.print(&to));
    curve.item("G2_X", "`x` of the generator of G2.", "Fp2", &given.g2.x.print(&to));
    curve.item("G2_Y", "`y` of the generator of G2.", "Fp2", &given.g2.y.print(&to));
    curve.item("B1", "The constant of G1's equation, 4.", "Fp", &to.fp(&BigUint::from(4u32)));
    curve.item("B2", "The constant of G2's equation, `4 + 4u`.", "Fp2", &to.fp2(&(4u32.into(), 4u32.into())));
    let g: Pair = (hex(&given.g1.x), hex(&given.g1.y));
    // phi(x, y) = (beta x, y) is multiplication by -x^2 for one of the two cube roots of unity.
    let eigenvalue = &r - x.pow(2);
    let image = f.multiply(&eigenvalue, &g);
    let beta = &image.0 * f.inverse(&g.0) % &p;
    if image.1 != g.1 || beta.modpow(&BigUint::from(3u32), &p) != one {
        return Err("phi is not multiplication by -x^2".into());
    }
    curve.item(
        "BETA",
        "The cube root of unity for which `(BETA*x, y)` is `-x^2` times `(x, y)` in G1.",
        "Fp",
        &to.fp(&beta),
    );
    let psi_x = f.inverse2(&gamma(2));
    let psi_y = f.inverse2(&gamma(3));
    curve.item(
        "PSI_X",
        "`psi(x, y) = (PSI_X*conj(x), PSI_Y*conj(y))`, `1/xi^((p-1)/3)`.",
        "Fp2",
        &to.fp2(&psi_x),
    );
    curve.item("PSI_Y", "`1/xi^((p-1)/2)`.", "Fp2", &to.fp2(&psi_y));
    let psi2_x = f.mul2(&psi_x, &f.conjugate(&psi_x));
    curve.item("PSI2_X", "`psi^2(x, y) = (PSI2_X*x, -y)`.", "Fp", &to.fp(&psi2_x.0));

    let mut hash = File::new("Maps to the curves, RFC 9380, sections 8.8, E.2 and E.3.");
    hash.line("use crate::field::Fp;\nuse crate::tower::Fp2;\n");
    isogeny(&mut hash, &to, "G1", &given.g1);
    isogeny(&mut hash, &to, "G2", &given.g2);
    // What a root is multiplied by if the value is not a square; p = 3 mod 4.
    let root = |value: BigUint| {
        let root = value.modpow(&((&p + 1u32) / 4u32), &p);
        if &root * &root % &p == value { Ok(root) } else { Err(format!("{value} has no root")) }
    };
    let z = hex(&given.g1.z);
    let minus_z3 = f.sub(&BigUint::ZERO, &z.modpow(&BigUint::from(3u32), &p));
    hash.item("G1_SQRT_MINUS_Z3", "`sqrt(-Z^3)` for G1.", "Fp", &to.fp(&root(minus_z3)?));
    let z: Pair = (hex(&given.g2.z[0]), hex(&given.g2.z[1]));
    let z3 = f.mul2(&f.mul2(&z, &z), &z);
    hash.item("G2_Z3", "`Z^3` for G2.", "Fp2", &to.fp2(&z3));
    let norm = (&z3.0 * &z3.0 + &z3.1 * &z3.1) % &p;
    let norm_root = root(f.sub(&BigUint::ZERO, &norm))?;
    hash.item("G2_SQRT_MINUS_NORM", "`s = sqrt(-n)` for the norm `n` of `Z^3`.", "Fp", &to.fp(&norm_root));
    let quotient = norm_root * f.inverse(&norm) % &p;
    hash.item("G2_SQRT_OVER_NORM", "`s/n`.", "Fp", &to.fp(&quotient));

    Ok(vec![
        ("field.rs", field.0),
        ("scalar.rs", scalar.0),
        ("tower.rs", tower.0),
        ("curve.rs", curve.0),
        ("hash.rs", hash.0),
    ])
}
