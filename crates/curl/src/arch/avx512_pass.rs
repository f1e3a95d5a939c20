//! AVX-512: five rounds per walk, four delay lines in registers and the longest in the state itself.
//!
//! The compiler has no allocation without spills for this loop, so it is written out. A pair of registers is loaded
//! with trit u and takes it through round 1 (whose other operand, 16 steps ahead, is read from memory); eight steps
//! later it becomes the place of that trit after round 2, four steps later after round 3, two steps later after round
//! 4, one step later after round 5, is stored where trit u + 15 was read, and is free again: period 16. Every
//! ternary-logic instruction overwrites an operand that is dead. Delay lines of 15 pairs and the one being loaded are
//! all 32 registers.

use core::arch::asm;

use lanesmith_isa::lanes::BitLanes;

use crate::kernel::{At, Layout, Pair, STATE};

/// Loads trit u and takes it through round 1 with trit u + 16. Its planes end up swapped.
macro_rules! first {
    ($v:literal, $high:literal, $xl:literal $xh:literal) => {
        concat!(
            "vmovdqa64 ",
            $v,
            $xl,
            ", [{end} + {old}]\n",
            "vmovdqa64 ",
            $v,
            $xh,
            ", [{end} + {old} + ",
            $high,
            "]\n",
            "vpternlogd ",
            $v,
            $xh,
            ", ",
            $v,
            $xl,
            ", [{end} + {new}], 0xb4\n",
            "vpternlogd ",
            $v,
            $xl,
            ", ",
            $v,
            $xh,
            ", [{end} + {new} + ",
            $high,
            "], 0x78\n",
            "lea {wrapped}, [{new} + {new_back}]\nadd {new}, {new_stride}\ncmovc {new}, {wrapped}\n",
        )
    };
}

/// Moves on by one stride: offsets count up from minus the size of the state and wrap where they reach 0.
macro_rules! next {
    () => {
        "lea {wrapped}, [{old} + {back}]\nadd {old}, {stride}\ncmovc {old}, {wrapped}\n"
    };
}

/// One step. Operands: the pair to load, then those loaded 8, 12, 14, 15 steps ago, even register first.
macro_rules! step {
    ($v:literal, $high:literal, $store:literal,
     $xl:literal $xh:literal, $al:literal $ah:literal, $bl:literal $bh:literal, $cl:literal $ch:literal,
     $dl:literal $dh:literal) => {
        concat!(
            first!($v, $high, $xl $xh),
            // Round 2 with the trit of 8 steps ago, which dies; both have swapped planes.
            "vpternlogd ", $v, $ah, ", ", $v, $xl, ", ", $v, $xh, ", 0xc6\n",
            "vpternlogd ", $v, $al, ", ", $v, $xh, ", ", $v, $ah, ", 0x6c\n",
            // Round 3: the older operand comes first and dies; its planes end up in order.
            "vpternlogd ", $v, $bl, ", ", $v, $ah, ", ", $v, $bh, ", 0xd2\n",
            "vpternlogd ", $v, $bh, ", ", $v, $al, ", ", $v, $bl, ", 0x78\n",
            // Round 4.
            "vpternlogd ", $v, $cl, ", ", $v, $bh, ", ", $v, $bl, ", 0xc6\n",
            "vpternlogd ", $v, $ch, ", ", $v, $bl, ", ", $v, $cl, ", 0x6c\n",
            // Round 5 swaps them again.
            "vpternlogd ", $v, $dh, ", ", $v, $cl, ", ", $v, $dl, ", 0xd2\n",
            "vpternlogd ", $v, $dl, ", ", $v, $ch, ", ", $v, $dh, ", 0x78\n",
            $store, "vmovdqa64 [{out} + {old}], ", $v, $dh, "\n",
            $store, "vmovdqa64 [{out} + {old} + ", $high, "], ", $v, $dl, "\n",
            next!(),
        )
    };
}

/// Steps by which results lag behind the walk that writes them.
const LAG: usize = 5;
/// Rounds of one pass.
pub(super) const ROUNDS: usize = 5;

macro_rules! pass {
    ($name:ident, $across:ident, $walk:ident, $v:literal, $high:literal) => {
        /// Five rounds in one walk over the state.
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        pub(super) fn $name<V: BitLanes>(state: &mut [Pair<V>; STATE], layout: &mut Layout) {
            let state: *mut _ = state;
            // SAFETY: the target features are enabled, and the borrow is exclusive.
            unsafe { $walk(state, state, layout) }
        }

        /// Five rounds in one walk from one state to another.
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        pub(super) fn $across<V: BitLanes>(
            from: &[Pair<V>; STATE],
            to: &mut [Pair<V>; STATE],
            layout: &mut Layout,
        ) {
            // SAFETY: the target features are enabled, and the borrows say what may be read and written.
            unsafe { $walk(from, to, layout) }
        }

        /// # Safety
        /// `state` must be readable and `to` writable; they are the same state or do not overlap.
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        unsafe fn $walk<V: BitLanes>(
            state: *const [Pair<V>; STATE],
            to: *mut [Pair<V>; STATE],
            layout: &mut Layout,
        ) {
            const { assert!(size_of::<V>() == $high) };
            let (stride, next) = layout.after(ROUNDS, LAG);
            *layout = next;
            // Trits 0 to 15 are read again at the end of the walk, when their places hold results.
            let mut at = At::new(0);
            let head: [Pair<V>; 16] = core::array::from_fn(|_| {
                // SAFETY: `at` is below the length; the caller vouches for the state.
                let pair = unsafe { (*state)[at.get()] };
                at = at.plus(stride);
                pair
            });
            let size = size_of::<[Pair<V>; STATE]>();
            let bytes = |at: At| at.get() * size_of::<Pair<V>>();
            let end = state.wrapping_add(1);
            // SAFETY: the target features are enabled. Offsets from `end` start in [-size, 0) and stay there: adding
            // the stride (below size) carries exactly when it reaches 0, and then size is taken off. For the last 16
            // steps `new` walks over `head` instead, which does not contain `end`, so nothing carries. `state` and
            // `head` hold pairs of `V`, whose size is checked above, aligned as vectors are. `to` is as
            // large as `state`, and writes go to the same offsets.
            unsafe {
                asm!(
                    concat!(first!($v, $high, 16 17), next!()),
                    concat!(first!($v, $high, 18 19), next!()),
                    concat!(first!($v, $high, 20 21), next!()),
                    concat!(first!($v, $high, 22 23), next!()),
                    concat!(first!($v, $high, 24 25), next!()),
                    concat!(first!($v, $high, 26 27), next!()),
                    concat!(first!($v, $high, 28 29), next!()),
                    concat!(first!($v, $high, 30 31), next!()),
                    step!($v, $high, "#", 0 1, 16 17, 8 9, 4 5, 2 3),
                    step!($v, $high, "#", 2 3, 18 19, 10 11, 6 7, 4 5),
                    step!($v, $high, "#", 4 5, 20 21, 12 13, 8 9, 6 7),
                    step!($v, $high, "#", 6 7, 22 23, 14 15, 10 11, 8 9),
                    step!($v, $high, "#", 8 9, 24 25, 16 17, 12 13, 10 11),
                    step!($v, $high, "#", 10 11, 26 27, 18 19, 14 15, 12 13),
                    step!($v, $high, "#", 12 13, 28 29, 20 21, 16 17, 14 15),
                    step!($v, $high, "", 14 15, 30 31, 22 23, 18 19, 16 17),
                    step!($v, $high, "", 16 17, 0 1, 24 25, 20 21, 18 19),
                    step!($v, $high, "", 18 19, 2 3, 26 27, 22 23, 20 21),
                    step!($v, $high, "", 20 21, 4 5, 28 29, 24 25, 22 23),
                    step!($v, $high, "", 22 23, 6 7, 30 31, 26 27, 24 25),
                    step!($v, $high, "", 24 25, 8 9, 0 1, 28 29, 26 27),
                    step!($v, $high, "", 26 27, 10 11, 2 3, 30 31, 28 29),
                    step!($v, $high, "", 28 29, 12 13, 4 5, 0 1, 30 31),
                    step!($v, $high, "", 30 31, 14 15, 6 7, 2 3, 0 1),
                    "2:",
                    step!($v, $high, "", 0 1, 16 17, 8 9, 4 5, 2 3),
                    step!($v, $high, "", 2 3, 18 19, 10 11, 6 7, 4 5),
                    step!($v, $high, "", 4 5, 20 21, 12 13, 8 9, 6 7),
                    step!($v, $high, "", 6 7, 22 23, 14 15, 10 11, 8 9),
                    step!($v, $high, "", 8 9, 24 25, 16 17, 12 13, 10 11),
                    step!($v, $high, "", 10 11, 26 27, 18 19, 14 15, 12 13),
                    step!($v, $high, "", 12 13, 28 29, 20 21, 16 17, 14 15),
                    step!($v, $high, "", 14 15, 30 31, 22 23, 18 19, 16 17),
                    step!($v, $high, "", 16 17, 0 1, 24 25, 20 21, 18 19),
                    step!($v, $high, "", 18 19, 2 3, 26 27, 22 23, 20 21),
                    step!($v, $high, "", 20 21, 4 5, 28 29, 24 25, 22 23),
                    step!($v, $high, "", 22 23, 6 7, 30 31, 26 27, 24 25),
                    step!($v, $high, "", 24 25, 8 9, 0 1, 28 29, 26 27),
                    step!($v, $high, "", 26 27, 10 11, 2 3, 30 31, 28 29),
                    step!($v, $high, "", 28 29, 12 13, 4 5, 0 1, 30 31),
                    step!($v, $high, "", 30 31, 14 15, 6 7, 2 3, 0 1),
                    "dec {count}",
                    "jnz 2b",
                    // Once more, with the saved trits for what has been overwritten.
                    "mov {new}, {head}",
                    concat!("mov {new_stride}, ", $high, " * 2"),
                    "mov {count:e}, 1",
                    "dec {turns}",
                    "jnz 2b",
                    end = in(reg) end,
                    out = in(reg) to.wrapping_add(1),
                    old = inout(reg) bytes(stride.times(At::new(STATE - 15))).wrapping_sub(size) => _,
                    new = inout(reg) bytes(stride).wrapping_sub(size) => _,
                    stride = in(reg) bytes(stride),
                    back = in(reg) bytes(stride).wrapping_sub(size),
                    new_stride = inout(reg) bytes(stride) => _,
                    new_back = in(reg) bytes(stride).wrapping_sub(size),
                    head = in(reg) head.as_ptr().expose_provenance().wrapping_sub(end.addr()),
                    turns = inout(reg) 2usize => _,
                    wrapped = out(reg) _,
                    count = inout(reg) STATE / 16 - 1 => _,
                    out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _, out("zmm4") _, out("zmm5") _, out("zmm6") _, out("zmm7") _,
                    out("zmm8") _, out("zmm9") _, out("zmm10") _, out("zmm11") _, out("zmm12") _, out("zmm13") _, out("zmm14") _, out("zmm15") _,
                    out("zmm16") _, out("zmm17") _, out("zmm18") _, out("zmm19") _, out("zmm20") _, out("zmm21") _, out("zmm22") _, out("zmm23") _,
                    out("zmm24") _, out("zmm25") _, out("zmm26") _, out("zmm27") _, out("zmm28") _, out("zmm29") _, out("zmm30") _, out("zmm31") _,
                    options(nostack),
                );
            }
        }
    };
}

pass!(pass_512, across_512, walk_512, "zmm", 64);
pass!(pass_256, across_256, walk_256, "ymm", 32);
