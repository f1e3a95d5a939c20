//! NEON of 32-bit Arm: the compression function of four blocks at once, written out, because stable Rust has neither the vectors of
//! 32-bit Arm nor its target features. Any build for Linux or Android contains it; only a CPU with NEON is given it.
//!
//! Chaining values stay in q0 to q7 and change their names from round to round. The sixteen words of the schedule that roll are in
//! memory, where the block was: the other eight registers are needed by the round.

use core::arch::naked_asm;

/// Three rotations of a register to the left, exclusive or of them; `vsri` brings what left shifts lose. The third one may be a plain
/// shift to the right.
macro_rules! sigma {
    ($x:literal, $l1:literal $r1:literal, $l2:literal $r2:literal, $l3:literal $r3:literal) => {
        concat!(
            sigma!(@rotate "q10", $x, $l1 $r1), sigma!(@rotate "q11", $x, $l2 $r2), sigma!(@rotate "q12", $x, $l3 $r3),
            "veor q10, q10, q11\nveor q10, q10, q12\n",
        )
    };
    ($x:literal, $l1:literal $r1:literal, $l2:literal $r2:literal, shift $r3:literal) => {
        concat!(
            sigma!(@rotate "q10", $x, $l1 $r1), sigma!(@rotate "q11", $x, $l2 $r2),
            "vshr.u32 q12, ", $x, ", #", $r3, "\n",
            "veor q10, q10, q11\nveor q10, q10, q12\n",
        )
    };
    (@rotate $to:literal, $x:literal, $l:literal $r:literal) => {
        concat!(
            "vshl.i32 ", $to, ", ", $x, ", #", $l, "\n",
            "vsri.32 ", $to, ", ", $x, ", #", $r, "\n",
        )
    };
}

/// A round, given what leaves the sum of word and constant in q8.
macro_rules! round {
    ($input:expr, $a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal) => {
        concat!(
            $input,
            "vadd.i32 ", $h, ", ", $h, ", q8\n",
            // Choice: f where e is set, else g.
            "vmov q13, ", $e, "\nvbsl q13, ", $f, ", ", $g, "\n",
            sigma!($e, 26 6, 21 11, 7 25),
            "vadd.i32 ", $h, ", ", $h, ", q13\n",
            "vadd.i32 ", $h, ", ", $h, ", q10\n",
            "vadd.i32 ", $d, ", ", $d, ", ", $h, "\n",
            // Majority: where a and b differ c decides, elsewhere b is it.
            "veor q14, ", $a, ", ", $b, "\nvbsl q14, ", $c, ", ", $b, "\n",
            sigma!($a, 30 2, 19 13, 10 22),
            "vadd.i32 ", $h, ", ", $h, ", q14\n",
            "vadd.i32 ", $h, ", ", $h, ", q10\n",
        )
    };
}

macro_rules! rounds8 {
    ($i0:expr, $i1:expr, $i2:expr, $i3:expr, $i4:expr, $i5:expr, $i6:expr, $i7:expr) => {
        concat!(
            round!($i0, "q0" "q1" "q2" "q3" "q4" "q5" "q6" "q7"),
            round!($i1, "q7" "q0" "q1" "q2" "q3" "q4" "q5" "q6"),
            round!($i2, "q6" "q7" "q0" "q1" "q2" "q3" "q4" "q5"),
            round!($i3, "q5" "q6" "q7" "q0" "q1" "q2" "q3" "q4"),
            round!($i4, "q4" "q5" "q6" "q7" "q0" "q1" "q2" "q3"),
            round!($i5, "q3" "q4" "q5" "q6" "q7" "q0" "q1" "q2"),
            round!($i6, "q2" "q3" "q4" "q5" "q6" "q7" "q0" "q1"),
            round!($i7, "q1" "q2" "q3" "q4" "q5" "q6" "q7" "q0"),
        )
    };
}

/// The next constant, which contains its word.
macro_rules! known {
    () => {
        "vld1.32 {{d16[], d17[]}}, [r2]!\n"
    };
}

/// The next word of the block and the next constant.
macro_rules! given {
    () => {
        "vld1.64 {{d16, d17}}, [r3]!\nvld1.32 {{d18[], d19[]}}, [r2]!\nvadd.i32 q8, q8, q9\n"
    };
}

/// The word sixteen rounds on, from those at four places of the ring: its own, whose old value is in q15, the next, which q15 has
/// afterwards, and those 9 and 14 further on. Then the next constant.
macro_rules! made {
    ($own:literal, $next:literal, $ninth:literal, $fourteenth:literal) => {
        concat!(
            "add r3, r1, #16 * ", $ninth, "\nvld1.64 {{d16, d17}}, [r3]\n",
            "add r3, r1, #16 * ", $fourteenth, "\nvld1.64 {{d18, d19}}, [r3]\n",
            "vadd.i32 q8, q8, q15\n",
            sigma!("q9", 15 17, 13 19, shift 10),
            "add r3, r1, #16 * ", $next, "\nvld1.64 {{d30, d31}}, [r3]\n",
            "vadd.i32 q8, q8, q10\n",
            sigma!("q15", 25 7, 14 18, shift 3),
            "vld1.32 {{d18[], d19[]}}, [r2]!\n",
            "vadd.i32 q8, q8, q10\n",
            "add r3, r1, #16 * ", $own, "\nvst1.64 {{d16, d17}}, [r3]\n",
            "vadd.i32 q8, q8, q9\n",
        )
    };
}

/// Registers that the caller wants back; chaining values from memory.
macro_rules! enter {
    () => {
        concat!(
            ".fpu neon\n",
            "vpush {{d8-d15}}\n",
            "mov r3, r0\n",
            "vld1.64 {{d0-d3}}, [r3]!\nvld1.64 {{d4-d7}}, [r3]!\n",
            "vld1.64 {{d8-d11}}, [r3]!\nvld1.64 {{d12-d15}}, [r3]\n",
        )
    };
}

/// Chaining values are added to those in memory.
macro_rules! leave {
    () => {
        concat!(
            "mov r3, r0\n",
            "vld1.64 {{d16-d19}}, [r3]!\nvld1.64 {{d20-d23}}, [r3]!\n",
            "vld1.64 {{d24-d27}}, [r3]!\nvld1.64 {{d28-d31}}, [r3]\n",
            "vadd.i32 q0, q0, q8\nvadd.i32 q1, q1, q9\nvadd.i32 q2, q2, q10\nvadd.i32 q3, q3, q11\n",
            "vadd.i32 q4, q4, q12\nvadd.i32 q5, q5, q13\nvadd.i32 q6, q6, q14\nvadd.i32 q7, q7, q15\n",
            "vst1.64 {{d0-d3}}, [r0]!\nvst1.64 {{d4-d7}}, [r0]!\n",
            "vst1.64 {{d8-d11}}, [r0]!\nvst1.64 {{d12-d15}}, [r0]\n",
            "vpop {{d8-d15}}\n",
            "bx lr\n",
        )
    };
}

/// Four chaining values advanced by a block each. The block is overwritten by what its schedule ends with.
///
/// # Safety
/// The CPU has NEON.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn compress(
    state: &mut [[u32; 4]; 8],
    block: &mut [[u32; 4]; 16],
    constants: &[u32; 64],
) {
    naked_asm!(
        enter!(),
        "mov r3, r1",
        "mov r12, #2",
        "2:",
        rounds8!(given!(), given!(), given!(), given!(), given!(), given!(), given!(), given!()),
        "subs r12, r12, #1",
        "bne 2b",
        "vld1.64 {{d30, d31}}, [r1]",
        "mov r12, #3",
        "3:",
        rounds8!(
            made!(0, 1, 9, 14),
            made!(1, 2, 10, 15),
            made!(2, 3, 11, 0),
            made!(3, 4, 12, 1),
            made!(4, 5, 13, 2),
            made!(5, 6, 14, 3),
            made!(6, 7, 15, 4),
            made!(7, 8, 0, 5)
        ),
        rounds8!(
            made!(8, 9, 1, 6),
            made!(9, 10, 2, 7),
            made!(10, 11, 3, 8),
            made!(11, 12, 4, 9),
            made!(12, 13, 5, 10),
            made!(13, 14, 6, 11),
            made!(14, 15, 7, 12),
            made!(15, 0, 8, 13)
        ),
        "subs r12, r12, #1",
        "bne 3b",
        leave!(),
    )
}

/// Four chaining values advanced by one block that is known: its schedule is in the constants.
///
/// # Safety
/// The CPU has NEON. The second argument is there only to leave its register.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn compress_known(
    state: &mut [[u32; 4]; 8],
    _unused: usize,
    constants: &[u32; 64],
) {
    naked_asm!(
        enter!(),
        "mov r12, #8",
        "2:",
        rounds8!(known!(), known!(), known!(), known!(), known!(), known!(), known!(), known!()),
        "subs r12, r12, #1",
        "bne 2b",
        leave!(),
    )
}
