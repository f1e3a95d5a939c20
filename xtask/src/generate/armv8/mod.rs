//! The kernels of BLS12-381 for AArch64: written as texts, put in an order that suits cores which execute in order, given registers.

mod kernels;
mod order;
mod registers;
mod rows;
mod text;
mod tower;

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use kernels::Style;
use registers::{Code, Ends};
use rows::Product;
use text::Text;

use crate::in_order;

/// How many values wait at a time while the order is sought: there are fewer registers, but not all that waits needs one.
const ROOMS: RangeInclusive<usize> = 20..=36;

/// What an instruction is worth on cores that execute out of order, in cycles of one that does not.
const WORTH: usize = 1;

/// Registers of a kernel: every one but `x18`, which belongs to some systems, and `x30`, `x19`, `x29`, which a kernel saves that wants
/// them.
const PLAIN: &[u8] =
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24, 25, 26, 27, 28];
const SAVED: &[u8] = &[30, 19, 29];

/// A part of a kernel.
pub enum Piece {
    Text(Text),
    /// A text that ends in moves instead of being renamed: the inside of a loop.
    Turn(Text),
    Line(&'static str),
    Call(&'static str),
}

/// A kernel: a function without the usual convention.
pub struct Kernel {
    pub name: &'static str,
    pub about: &'static str,
    pub pieces: Vec<Piece>,
    /// Bytes of the frame that the pieces share; with calls the first eight are the return address.
    pub frame: u32,
}

/// A text with its registers: the best of several orders.
fn piece(text: &Text, registers: &[u8], frame: u32, ends: Ends) -> Option<(usize, Code)> {
    let frame = frame.max(text.frame);
    ROOMS
        .map(|room| order::ordered(text, room))
        .filter_map(|list| {
            let code = registers::allocate(&list, (&text.given, &text.results), registers, frame, ends)?;
            let trace: Vec<&str> = code.lines.iter().map(String::as_str).collect();
            let cycles = in_order::cycles(&trace).ok()? as usize;
            Some((WORTH * code.lines.len() + cycles, code))
        })
        .min_by_key(|(price, ..)| *price)
}

impl Kernel {
    fn calls(&self) -> impl Iterator<Item = &'static str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Call(name) => Some(*name),
            _ => None,
        })
    }

    /// The lines of a kernel, its frame included.
    fn compile(&self) -> Option<Vec<String>> {
        if self.calls().next().is_some() {
            return self.with_saved(1, true).map(|(_, lines)| lines);
        }
        let all = (0..=SAVED.len()).filter_map(|saved| self.with_saved(saved, false));
        all.min_by_key(|(price, _)| *price).map(|(_, lines)| lines)
    }

    /// With so many of the registers that are saved first.
    fn with_saved(&self, saved: usize, calls: bool) -> Option<(usize, Vec<String>)> {
        let registers = [PLAIN, &SAVED[..saved]].concat();
        let (mut price, mut body, mut frame) = (0, Vec::new(), self.frame);
        for part in &self.pieces {
            let (text, ends) = match part {
                Piece::Line(line) => {
                    body.push((*line).to_owned());
                    continue;
                }
                Piece::Call(name) => {
                    body.push(format!("bl {{{name}}}"));
                    continue;
                }
                Piece::Text(text) => (text, Ends::Renamed),
                Piece::Turn(text) => (text, Ends::Moved),
            };
            let (cost, code) = piece(text, &registers, self.frame, ends)?;
            price += cost;
            frame = frame.max(code.frame);
            body.extend(code.lines);
        }
        let own = if calls { 0 } else { saved as u32 * 8 };
        let size = (frame.next_multiple_of(8) + own).next_multiple_of(16);
        let mut lines = Vec::new();
        if size > 0 {
            // A page at most, so that none of the stack's is skipped.
            if size >= 4096 {
                return None;
            }
            lines.push(format!("sub sp, sp, #{size}"));
        }
        let at = |i: usize| if calls { 0 } else { frame.next_multiple_of(8) + 8 * i as u32 };
        lines.extend((0..saved).map(|i| format!("str x{}, [sp, #{}]", SAVED[i], at(i))));
        lines.extend(body);
        lines.extend((0..saved).map(|i| format!("ldr x{}, [sp, #{}]", SAVED[i], at(i))));
        if size > 0 {
            lines.push(format!("add sp, sp, #{size}"));
        }
        lines.push("ret".into());
        Some((price + 2 * saved, lines))
    }
}

/// The engines: the name of the file, what it is, how it computes.
const ENGINES: [(&str, &str, Style); 2] = [
    (
        "karatsuba.rs",
        "One level of Karatsuba's method: 27 pairs of multiplications a product.",
        Style { product: Product::Karatsuba, block: false },
    ),
    (
        "differences.rs",
        "Both levels by differences, 18 pairs of multiplications a product, for cores on which one takes several cycles.",
        Style { product: Product::Differences, block: true },
    ),
];

/// Every file: name and unformatted text.
pub fn files() -> crate::Result<Vec<(&'static str, String)>> {
    let mut files = Vec::new();
    for (name, about, style) in ENGINES {
        let functions = functions(tower::fields(style))?;
        let text = "use core::arch::naked_asm;\n\nuse super::tower::tower_kernels;\n";
        files.push((name, format!("{}{text}{functions}\ntower_kernels!();\n", head(about))));
    }
    let about = "Kernels of the tower: the same in both files of kernels, made of those of the field that stand there.";
    let functions = functions(tower::tower())?;
    let text =
        format!("macro_rules! tower_kernels {{ () => {{{functions}}} }}\npub(super) use tower_kernels;\n");
    files.push(("tower.rs", head(about) + &text));
    Ok(files)
}

fn head(about: &str) -> String {
    format!(
        "//! {about}\n//!\n//! Written by `cargo xtask generate`; do not edit. The texts are in `xtask/src/generate/armv8`.\n\n"
    )
}

fn functions(kernels: Vec<Kernel>) -> crate::Result<String> {
    let mut out = String::new();
    for kernel in kernels {
        let lines = kernel.compile().ok_or_else(|| format!("{}: too few registers", kernel.name))?;
        let _ = write!(
            out,
            "\n/// {}\n///\n/// {} instructions.\n///\n/// # Safety\n/// As the macros in `backend` say.\n\
             #[unsafe(naked)]\npub(in crate::arch) unsafe extern \"C\" fn {}() {{\nnaked_asm!(\n",
            kernel.about,
            lines.len(),
            kernel.name
        );
        for group in lines.chunks(5) {
            let _ = writeln!(out, "\"{}\",", group.join("\\n"));
        }
        let mut calls: Vec<&str> = kernel.calls().collect();
        calls.sort_unstable();
        calls.dedup();
        for name in calls {
            let _ = writeln!(out, "{name} = sym {name},");
        }
        out += ")\n}\n";
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_kernel_uses_the_register_that_belongs_to_some_systems() {
        for (name, text) in files().expect("the kernels") {
            let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
            assert!(words.contains(&"x25"), "{name} names registers otherwise");
            assert!(!words.iter().any(|word| ["x18", "w18"].contains(word)), "{name}");
        }
    }

    #[test]
    fn control_flow_and_addresses_depend_on_no_value() {
        use text::{Base, Operand};
        let plain = [
            "mul", "umulh", "adds", "adcs", "adc", "subs", "sbcs", "sbc", "add", "eor", "eon", "and", "lsr",
            "csel", "csetm", "cneg", "ldr", "ldp", "str", "stp",
        ];
        for (_, _, style) in ENGINES {
            for Kernel { name, pieces, .. } in tower::fields(style).into_iter().chain(tower::tower()) {
                for piece in pieces {
                    let (Piece::Text(text) | Piece::Turn(text)) = piece else {
                        let loops = matches!(piece, Piece::Line("2:" | "subs x2, x2, #1" | "b.ne 2b"));
                        assert!(matches!(piece, Piece::Call(_)) || (loops && name == "fp_sqr_n"), "{name}");
                        continue;
                    };
                    // What came in as an address, and what is a constant further.
                    let mut addresses: Vec<_> =
                        text.given.iter().filter(|(_, r)| *r < 5).map(|(value, _)| *value).collect();
                    for i in &text.instructions {
                        assert!(plain.contains(&i.name), "{name}: {}", i.name);
                        if let Some((Base::Address(value), _)) = i.memory {
                            assert!(addresses.contains(&value), "{name}: {i:?}");
                        }
                        let address = match (i.name, &i.args[..], i.memory) {
                            ("add", [Operand::Stack, _], _) => true,
                            ("add", [Operand::Value(value), Operand::Constant(_)], _) => {
                                addresses.contains(value)
                            }
                            // The addresses that came in wait at the beginning of the frame.
                            ("ldr", [], Some((Base::Frame, at))) => at < 48,
                            _ => false,
                        };
                        if address {
                            addresses.extend(&i.out);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn flags_are_used_in_the_order_of_the_text() {
        let text = ENGINES[0].2.fp2_mul();
        let flags = |list: &[text::Instruction]| {
            list.iter().filter(|i| i.touches_flags()).map(|i| i.out.clone()).collect::<Vec<_>>()
        };
        assert_eq!(flags(&order::ordered(&text, 24)), flags(&text.instructions));
    }
}
