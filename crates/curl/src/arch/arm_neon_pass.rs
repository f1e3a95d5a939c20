//! NEON of 32-bit Arm: two rounds per walk, delay lines in registers.
//!
//! Stable Rust has neither the vectors of 32-bit Arm nor its target features, so the walk is a function of assembly alone, which
//! any build for Linux or Android contains and only a CPU with NEON is given.
//!
//! CPUs that execute in order (Cortex-A7, A8) wait for each of the eight dependent operations of two S-boxes. So a step takes trit
//! n through its first round and trit n - 1 through its second, in turns, and loads trit n + 1. A pair of registers is loaded; a
//! step later it is the trit itself, then for two steps the delay line of the first round, whose result overwrites it; then for
//! two steps the delay line of the second; then it is free: period 6.

use core::arch::naked_asm;

use lanesmith_isa::lanes::BitLanes;

use crate::kernel::{At, Layout, Pair, STATE};

/// Bytes of a state: two planes of 16 bytes for each trit. In the assembly it is put together from two immediate values.
const SIZE: usize = STATE * 32;
const _: () = assert!(SIZE == 0x5b00 + 0x20);

/// The next place: offsets from the end of the state count up from minus its size, and wrap where they reach 0. The size is in a low
/// register, because Armv8 wants conditional instructions short.
macro_rules! advance {
    ($new:literal, $old:literal) => {
        concat!("adds ", $new, ", ", $old, ", r3\n", "it cs\n", "subcs ", $new, ", ", $new, ", r7\n",)
    };
}

/// A pair of planes from a place to registers.
macro_rules! load {
    ($at:literal, $planes:literal) => {
        concat!("add r6, r0, ", $at, "\nvld1.64 {{", $planes, "}}, [r6]\n")
    };
}

/// One step of two rounds. Places: the next, this one's and the last, whose result is stored. Pairs: loaded (as double words);
/// then low and high plane of trit n, of n - 2, which becomes trit n after one round, of n - 1 and n - 2 after one round.
macro_rules! step_two {
    ($store:literal, $new:literal $this:literal $last:literal, $f:literal, $xl:literal $xh:literal, $al:literal $ah:literal,
     $yl:literal $yh:literal, $dl:literal $dh:literal) => {
        concat!(
            advance!($new, $this),
            load!($new, $f),
            "vbic ",
            $al,
            ", ",
            $xl,
            ", ",
            $al,
            "\n",
            "vbic q4, ",
            $dl,
            ", ",
            $yl,
            "\n",
            "veor ",
            $al,
            ", ",
            $xh,
            ", ",
            $al,
            "\n",
            "veor q4, ",
            $dh,
            ", q4\n",
            "vand ",
            $ah,
            ", ",
            $ah,
            ", ",
            $al,
            "\n",
            "vand q5, ",
            $yh,
            ", q4\n",
            "veor ",
            $ah,
            ", ",
            $xl,
            ", ",
            $ah,
            "\n",
            "veor q5, ",
            $dl,
            ", q5\n",
            "add r6, r1, ",
            $last,
            "\n",
            $store,
            "vst1.64 {{d8-d11}}, [r6]\n",
        )
    };
}

/// One step of one round: places and pairs as above, of trits n and n - 1. The result goes to this place.
macro_rules! step_one {
    ($new:literal $this:literal, $f:literal, $xl:literal $xh:literal, $dl:literal $dh:literal) => {
        concat!(
            advance!($new, $this),
            load!($new, $f),
            "vbic q4, ",
            $dl,
            ", ",
            $xl,
            "\n",
            "veor q4, ",
            $dh,
            ", q4\n",
            "vand q5, ",
            $xh,
            ", q4\n",
            "veor q5, ",
            $dl,
            ", q5\n",
            "add r6, r1, ",
            $this,
            "\n",
            "vst1.64 {{d8-d11}}, [r6]\n",
        )
    };
}

/// What a walk begins with: registers that the caller wants back, the size of the state.
macro_rules! enter {
    () => {
        concat!(
            ".fpu neon\n",
            "push {{r4, r5, r6, r7, lr}}\n",
            "vpush {{d8-d11}}\n",
            "mov r7, #0x5b00\n",
            "orr r7, r7, #0x20\n",
        )
    };
}

macro_rules! leave {
    () => {
        "vpop {{d8-d11}}\npop {{r4, r5, r6, r7, pc}}\n"
    };
}

/// Two rounds from the state that ends at `from` to the one that ends at `to`, which may be the same.
///
/// # Safety
/// The CPU has NEON. 23,328 bytes before `from` are readable, and before `to` writable. `at`, counted from the end, is a place of
/// a pair in the state, and `stride` below its size a distance of such places.
#[unsafe(naked)]
unsafe extern "C" fn walk_two(from: *const u8, to: *mut u8, at: usize, stride: usize) {
    naked_asm!(
        enter!(),
        // Trits -2, -1 and 0, then two steps without results.
        load!("r2", "d20-d23"),
        advance!("r4", "r2"),
        load!("r4", "d24-d27"),
        advance!("r5", "r4"),
        load!("r5", "d28-d31"),
        step_two!("@", "r2" "r5" "r4", "d0-d3", "q14" "q15", "q10" "q11", "q8" "q9", "q2" "q3"),
        step_two!("@", "r4" "r2" "r5", "d4-d7", "q0" "q1", "q12" "q13", "q10" "q11", "q8" "q9"),
        "mov lr, #121",
        "2:",
        step_two!("", "r5" "r4" "r2", "d16-d19", "q2" "q3", "q14" "q15", "q12" "q13", "q10" "q11"),
        step_two!("", "r2" "r5" "r4", "d20-d23", "q8" "q9", "q0" "q1", "q14" "q15", "q12" "q13"),
        step_two!("", "r4" "r2" "r5", "d24-d27", "q10" "q11", "q2" "q3", "q0" "q1", "q14" "q15"),
        step_two!("", "r5" "r4" "r2", "d28-d31", "q12" "q13", "q8" "q9", "q2" "q3", "q0" "q1"),
        step_two!("", "r2" "r5" "r4", "d0-d3", "q14" "q15", "q10" "q11", "q8" "q9", "q2" "q3"),
        step_two!("", "r4" "r2" "r5", "d4-d7", "q0" "q1", "q12" "q13", "q10" "q11", "q8" "q9"),
        "subs lr, lr, #1",
        "bne 2b",
        step_two!("", "r5" "r4" "r2", "d16-d19", "q2" "q3", "q14" "q15", "q12" "q13", "q10" "q11"),
        step_two!("", "r2" "r5" "r4", "d20-d23", "q8" "q9", "q0" "q1", "q14" "q15", "q12" "q13"),
        step_two!("", "r4" "r2" "r5", "d24-d27", "q10" "q11", "q2" "q3", "q0" "q1", "q14" "q15"),
        leave!(),
    )
}

/// One round, likewise.
///
/// # Safety
/// As for [`walk_two`].
#[unsafe(naked)]
unsafe extern "C" fn walk_one(from: *const u8, to: *mut u8, at: usize, stride: usize) {
    naked_asm!(
        enter!(),
        // Trits 0 and 1.
        load!("r2", "d16-d19"),
        advance!("r4", "r2"),
        load!("r4", "d0-d3"),
        "mov lr, #243",
        "2:",
        step_one!("r5" "r4", "d4-d7", "q0" "q1", "q8" "q9"),
        step_one!("r2" "r5", "d16-d19", "q2" "q3", "q0" "q1"),
        step_one!("r4" "r2", "d0-d3", "q8" "q9", "q2" "q3"),
        "subs lr, lr, #1",
        "bne 2b",
        leave!(),
    )
}

type Walk = unsafe extern "C" fn(*const u8, *mut u8, usize, usize);

/// So many rounds by a walk that begins so many steps before it writes.
///
/// # Safety
/// The CPU has NEON; `from` is readable and `to` writable, and they are the same state or do not overlap.
#[inline(always)]
unsafe fn pass<V: BitLanes>(
    walk: Walk,
    (rounds, before): (usize, usize),
    from: *const [Pair<V>; STATE],
    to: *mut [Pair<V>; STATE],
    layout: &mut Layout,
) {
    const { assert!(size_of::<[Pair<V>; STATE]>() == SIZE) };
    let (stride, next) = layout.after(rounds, 1);
    *layout = next;
    let bytes = |at: At| at.get() * size_of::<Pair<V>>();
    let start = stride.times(At::new(STATE + 1 - before));
    // SAFETY: the caller vouches for the CPU and both states; offsets are multiples of a pair below the size. Everything is read
    // at its place before it is overwritten: reads are a step or two ahead of writes, and the trits that the walk begins with come
    // up again at its end. What is read once more after that is not used.
    unsafe {
        walk(
            from.wrapping_add(1).cast(),
            to.wrapping_add(1).cast(),
            bytes(start).wrapping_sub(SIZE),
            bytes(stride),
        );
    }
}

/// Two rounds in place.
///
/// # Safety
/// The CPU has NEON.
pub(super) unsafe fn pass_two<V: BitLanes>(state: &mut [Pair<V>; STATE], layout: &mut Layout) {
    let state: *mut _ = state;
    // SAFETY: the caller vouches for the CPU; the borrow is exclusive.
    unsafe { pass(walk_two, (2, 3), state, state, layout) }
}

/// Two rounds from one state to another.
///
/// # Safety
/// The CPU has NEON.
pub(super) unsafe fn across_two<V: BitLanes>(
    from: &[Pair<V>; STATE],
    to: &mut [Pair<V>; STATE],
    layout: &mut Layout,
) {
    // SAFETY: the caller vouches for the CPU; the borrows say what may be read and written.
    unsafe { pass(walk_two, (2, 3), from, to, layout) }
}

/// One round in place.
///
/// # Safety
/// The CPU has NEON.
pub(super) unsafe fn pass_one<V: BitLanes>(state: &mut [Pair<V>; STATE], layout: &mut Layout) {
    let state: *mut _ = state;
    // SAFETY: the caller vouches for the CPU; the borrow is exclusive.
    unsafe { pass(walk_one, (1, 1), state, state, layout) }
}
