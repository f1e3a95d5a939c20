//! Portable: 256 lanes as arrays of words, which a compiler may put into whatever vectors every CPU of the target has.

use lanesmith_isa::arch::scalar::{Bytes, Words};

use crate::kernel::{Layout, Pair, STATE, sliced};
use crate::ops::{CurlKernel, PowKernel};

type V = Words<4>;

pub(crate) const HASH: CurlKernel =
    super::hash!(scalar, Portable, V, Bytes<16>, sliced::transform_plain::<V>);

pub(crate) const POW: PowKernel = super::pow!(
    scalar,
    Portable,
    V,
    |_| (7, 9),
    |state: &mut [Pair<V>; STATE], layout: &mut Layout| sliced::pass_plain(state, layout),
    |from: &mut [Pair<V>; STATE], to: &mut [Pair<V>; STATE], layout: &mut Layout, rounds| {
        sliced::rounds_plain(from, to, layout, rounds);
    }
);
