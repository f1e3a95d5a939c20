//! The list of kernels, and those of the tower, which call others.

use super::kernels::Style;
use super::text::{Text, Value};
use super::rows::{at, constant};
use super::{Kernel, Piece};

fn plain(name: &'static str, about: &'static str, text: Text) -> Kernel {
    Kernel { name, about, pieces: vec![Piece::Text(text)], frame: 0 }
}

/// All kernels of an engine.
pub fn kernels(style: Style) -> Vec<Kernel> {
    let start = style.fp_sqr_start();
    vec![
        plain("fp_mul", "Montgomery product.", style.fp_mul()),
        plain("fp_sqr", "Montgomery square.", style.fp_sqr()),
        Kernel {
            name: "fp_sqr_n",
            about: "Montgomery squares in a row, as many as the second operand says, at least one.",
            pieces: vec![
                Piece::Text(start),
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
    ]
}
