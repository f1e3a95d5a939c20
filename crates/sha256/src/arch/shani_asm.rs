//! SHA-NI, two streams and more at once, written out. The messages of three fit no registers, and the compiler has no
//! better idea than to spill at every step; of two it is free to do one after the other, and sometimes does.
//!
//! Registers: `xmm0` holds the words that `sha256rnds2` reads, `xmm1` to `xmm12` two for each of six chaining values,
//! `xmm13` to `xmm15` work on a message. Messages of three and more stay in memory: sixteen words a stream, each four replaced by those of
//! sixteen rounds later. Encodings are those of SSE, since CPUs with SHA-NI need not have AVX.

use core::arch::asm;
use core::arch::x86_64::__m128i;
use core::mem::MaybeUninit;

use super::shani_state::{INITIAL, State, quad};
use crate::kernel::consts::{PADDING_AFTER_64, ROUND_CONSTANTS, Table64, scheduled};

/// What the code below reads at fixed distances from one register.
#[repr(C, align(64))]
pub(super) struct Constants {
    /// At 0.
    k: Table64,
    /// At 256: round constants and words of the block that follows a 64-byte message.
    padding: Table64,
    /// At 512.
    initial: State,
    /// At 544: shuffle that swaps the bytes of words.
    swap: __m128i,
}

pub(super) static CONSTANTS: Constants = Constants {
    k: Table64(ROUND_CONSTANTS),
    padding: Table64(scheduled(PADDING_AFTER_64)),
    initial: INITIAL,
    swap: quad([0x0001_0203, 0x0405_0607, 0x0809_0a0b, 0x0c0d_0e0f]),
};

/// Four rounds of a stream whose message lies at `$m`: words `4 * $q` to `4 * $q + 3`, at `$d` of its four places.
///
/// `$source`: they come from there, as bytes. `next`: before the rounds, the following four words are made from
/// those at `$a`, `$b`, `$c`, `$d`, in place of `$a`.
macro_rules! four_rounds {
    ($q:literal, $a:literal $b:literal $c:literal $d:literal, $m:literal $abef:literal $cdgh:literal,
     [$($source:literal)?] [$($next:ident)?]) => {
        concat!(
            four_rounds!(@words $m, $d $(, $source)?),
            $(four_rounds!(@$next $m, $a $b $c),)?
            "movdqa xmm0, xmm13\n",
            "paddd xmm0, [{constants} + 16 * ", $q, "]\n",
            "sha256rnds2 xmm", $cdgh, ", xmm", $abef, "\n",
            "pshufd xmm0, xmm0, 14\n",
            "sha256rnds2 xmm", $abef, ", xmm", $cdgh, "\n",
        )
    };
    (@words $m:literal, $d:literal) => {
        concat!("movdqa xmm13, [", $m, " + 16 * ", $d, "]\n")
    };
    (@words $m:literal, $d:literal, $source:literal) => {
        concat!(
            "movdqu xmm13, [", $source, " + 16 * ", $d, "]\n",
            "pshufb xmm13, [{constants} + 544]\n",
            "movdqa [", $m, " + 16 * ", $d, "], xmm13\n",
        )
    };
    (@next $m:literal, $a:literal $b:literal $c:literal) => {
        concat!(
            "movdqa xmm14, [", $m, " + 16 * ", $a, "]\n",
            "sha256msg1 xmm14, [", $m, " + 16 * ", $b, "]\n",
            "movdqa xmm15, xmm13\n",
            "palignr xmm15, [", $m, " + 16 * ", $c, "], 4\n",
            "paddd xmm14, xmm15\n",
            "sha256msg2 xmm14, xmm13\n",
            "movdqa [", $m, " + 16 * ", $a, "], xmm14\n",
        )
    };
}

/// Two rounds on two words known in advance, numbers `2 * $pair` and the one after, of each stream.
macro_rules! two_known_rounds {
    ($pair:literal, $($to:literal $from:literal),*) => {
        concat!(
            "movq xmm0, qword ptr [{constants} + 256 + 8 * ", $pair, "]\n",
            $("sha256rnds2 xmm", $to, ", xmm", $from, "\n",)*
        )
    };
}

/// As [`four_rounds`] of a stream whose message is in registers `$a`, `$b`, `$c`, `$d`.
macro_rules! in_registers {
    ($q:literal, $a:literal $b:literal $c:literal $d:literal, $abef:literal $cdgh:literal, [$($next:ident)?]) => {
        concat!(
            $(in_registers!(@$next $a $b $c $d),)?
            "movdqa xmm0, xmm", $d, "\n",
            "paddd xmm0, [{constants} + 16 * ", $q, "]\n",
            "sha256rnds2 xmm", $cdgh, ", xmm", $abef, "\n",
            "pshufd xmm0, xmm0, 14\n",
            "sha256rnds2 xmm", $abef, ", xmm", $cdgh, "\n",
        )
    };
    (@next $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "sha256msg1 xmm", $a, ", xmm", $b, "\n",
            "movdqa xmm13, xmm", $d, "\n",
            "palignr xmm13, xmm", $c, ", 4\n",
            "paddd xmm", $a, ", xmm13\n",
            "sha256msg2 xmm", $a, ", xmm", $d, "\n",
        )
    };
}

/// The 64 rounds of two streams, without what is added at the end. All is in registers; left to itself, the compiler
/// puts one stream after the other.
///
/// # Safety
/// The CPU must have SHA-NI.
#[inline(always)]
pub(super) unsafe fn rounds2([a, b]: &mut [State; 2], [m, n]: [[__m128i; 4]; 2]) {
    // SAFETY: only the constants are read, at offsets inside them.
    unsafe {
        asm!(
            in_registers!(0, 6 7 8 5, 1 2, []),
            in_registers!(0, 10 11 12 9, 3 4, []),
            in_registers!(1, 7 8 5 6, 1 2, []),
            in_registers!(1, 11 12 9 10, 3 4, []),
            in_registers!(2, 8 5 6 7, 1 2, []),
            in_registers!(2, 12 9 10 11, 3 4, []),
            in_registers!(3, 5 6 7 8, 1 2, [next]),
            in_registers!(3, 9 10 11 12, 3 4, [next]),
            in_registers!(4, 6 7 8 5, 1 2, [next]),
            in_registers!(4, 10 11 12 9, 3 4, [next]),
            in_registers!(5, 7 8 5 6, 1 2, [next]),
            in_registers!(5, 11 12 9 10, 3 4, [next]),
            in_registers!(6, 8 5 6 7, 1 2, [next]),
            in_registers!(6, 12 9 10 11, 3 4, [next]),
            in_registers!(7, 5 6 7 8, 1 2, [next]),
            in_registers!(7, 9 10 11 12, 3 4, [next]),
            in_registers!(8, 6 7 8 5, 1 2, [next]),
            in_registers!(8, 10 11 12 9, 3 4, [next]),
            in_registers!(9, 7 8 5 6, 1 2, [next]),
            in_registers!(9, 11 12 9 10, 3 4, [next]),
            in_registers!(10, 8 5 6 7, 1 2, [next]),
            in_registers!(10, 12 9 10 11, 3 4, [next]),
            in_registers!(11, 5 6 7 8, 1 2, [next]),
            in_registers!(11, 9 10 11 12, 3 4, [next]),
            in_registers!(12, 6 7 8 5, 1 2, [next]),
            in_registers!(12, 10 11 12 9, 3 4, [next]),
            in_registers!(13, 7 8 5 6, 1 2, [next]),
            in_registers!(13, 11 12 9 10, 3 4, [next]),
            in_registers!(14, 8 5 6 7, 1 2, [next]),
            in_registers!(14, 12 9 10 11, 3 4, [next]),
            in_registers!(15, 5 6 7 8, 1 2, []),
            in_registers!(15, 9 10 11 12, 3 4, []),
            constants = in(reg) &raw const CONSTANTS,
            inout("xmm1") a.abef,
            inout("xmm2") a.cdgh,
            inout("xmm3") b.abef,
            inout("xmm4") b.cdgh,
            inout("xmm5") m[0] => _,
            inout("xmm6") m[1] => _,
            inout("xmm7") m[2] => _,
            inout("xmm8") m[3] => _,
            inout("xmm9") n[0] => _,
            inout("xmm10") n[1] => _,
            inout("xmm11") n[2] => _,
            inout("xmm12") n[3] => _,
            out("xmm0") _,
            out("xmm13") _,
            options(nostack, readonly, preserves_flags),
        );
    }
}

/// The same on the block that follows a 64-byte message.
///
/// # Safety
/// The CPU must have SHA-NI.
#[inline(always)]
pub(super) unsafe fn padding_rounds2([a, b]: &mut [State; 2]) {
    // SAFETY: only the constants are read, at offsets inside them.
    unsafe {
        asm!(
            two_known_rounds!(0, 2 1, 4 3),
            two_known_rounds!(1, 1 2, 3 4),
            two_known_rounds!(2, 2 1, 4 3),
            two_known_rounds!(3, 1 2, 3 4),
            two_known_rounds!(4, 2 1, 4 3),
            two_known_rounds!(5, 1 2, 3 4),
            two_known_rounds!(6, 2 1, 4 3),
            two_known_rounds!(7, 1 2, 3 4),
            two_known_rounds!(8, 2 1, 4 3),
            two_known_rounds!(9, 1 2, 3 4),
            two_known_rounds!(10, 2 1, 4 3),
            two_known_rounds!(11, 1 2, 3 4),
            two_known_rounds!(12, 2 1, 4 3),
            two_known_rounds!(13, 1 2, 3 4),
            two_known_rounds!(14, 2 1, 4 3),
            two_known_rounds!(15, 1 2, 3 4),
            two_known_rounds!(16, 2 1, 4 3),
            two_known_rounds!(17, 1 2, 3 4),
            two_known_rounds!(18, 2 1, 4 3),
            two_known_rounds!(19, 1 2, 3 4),
            two_known_rounds!(20, 2 1, 4 3),
            two_known_rounds!(21, 1 2, 3 4),
            two_known_rounds!(22, 2 1, 4 3),
            two_known_rounds!(23, 1 2, 3 4),
            two_known_rounds!(24, 2 1, 4 3),
            two_known_rounds!(25, 1 2, 3 4),
            two_known_rounds!(26, 2 1, 4 3),
            two_known_rounds!(27, 1 2, 3 4),
            two_known_rounds!(28, 2 1, 4 3),
            two_known_rounds!(29, 1 2, 3 4),
            two_known_rounds!(30, 2 1, 4 3),
            two_known_rounds!(31, 1 2, 3 4),
            constants = in(reg) &raw const CONSTANTS,
            inout("xmm1") a.abef,
            inout("xmm2") a.cdgh,
            inout("xmm3") b.abef,
            inout("xmm4") b.cdgh,
            out("xmm0") _,
            options(nostack, readonly, preserves_flags),
        );
    }
}

/// The chaining value at `$from`.
macro_rules! begin {
    ($from:literal, $abef:literal $cdgh:literal) => {
        concat!("movdqa xmm", $abef, ", [", $from, "]\n", "movdqa xmm", $cdgh, ", [", $from, " + 16]\n")
    };
}

/// The chaining value at `$from` plus what the rounds made of it, to `$to`.
macro_rules! end {
    ($from:literal, $to:literal, $abef:literal $cdgh:literal) => {
        concat!(
            "paddd xmm",
            $abef,
            ", [",
            $from,
            "]\n",
            "paddd xmm",
            $cdgh,
            ", [",
            $from,
            " + 16]\n",
            "movdqa [",
            $to,
            "], xmm",
            $abef,
            "\n",
            "movdqa [",
            $to,
            " + 16], xmm",
            $cdgh,
            "\n",
        )
    };
}

/// `asm!` with the register use that this file's first lines tell.
macro_rules! assembly {
    ($($text:expr),*; $($operand:tt)*) => {
        asm!(
            $($text,)*
            constants = in(reg) &raw const CONSTANTS,
            $($operand)*
            out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _, out("xmm4") _, out("xmm5") _, out("xmm6") _,
            out("xmm7") _, out("xmm8") _, out("xmm9") _, out("xmm10") _, out("xmm11") _, out("xmm12") _,
            out("xmm13") _, out("xmm14") _, out("xmm15") _,
            options(nostack),
        )
    };
}

/// The compression function on a block of each stream, from `$source` where it is told.
macro_rules! block {
    ($(($m:literal $abef:literal $cdgh:literal $(, $source:literal)?))*) => {
        concat!(
            $(four_rounds!(0, 1 2 3 0, $m $abef $cdgh, [$($source)?] []),)*
            $(four_rounds!(1, 2 3 0 1, $m $abef $cdgh, [$($source)?] []),)*
            $(four_rounds!(2, 3 0 1 2, $m $abef $cdgh, [$($source)?] []),)*
            $(four_rounds!(3, 0 1 2 3, $m $abef $cdgh, [$($source)?] [next]),)*
            $(four_rounds!(4, 1 2 3 0, $m $abef $cdgh, [] [next]),)*
            $(four_rounds!(5, 2 3 0 1, $m $abef $cdgh, [] [next]),)*
            $(four_rounds!(6, 3 0 1 2, $m $abef $cdgh, [] [next]),)*
            $(four_rounds!(7, 0 1 2 3, $m $abef $cdgh, [] [next]),)*
            $(four_rounds!(8, 1 2 3 0, $m $abef $cdgh, [] [next]),)*
            $(four_rounds!(9, 2 3 0 1, $m $abef $cdgh, [] [next]),)*
            $(four_rounds!(10, 3 0 1 2, $m $abef $cdgh, [] [next]),)*
            $(four_rounds!(11, 0 1 2 3, $m $abef $cdgh, [] [next]),)*
            $(four_rounds!(12, 1 2 3 0, $m $abef $cdgh, [] [next]),)*
            $(four_rounds!(13, 2 3 0 1, $m $abef $cdgh, [] [next]),)*
            $(four_rounds!(14, 3 0 1 2, $m $abef $cdgh, [] [next]),)*
            $(four_rounds!(15, 0 1 2 3, $m $abef $cdgh, [] []),)*
        )
    };
}

macro_rules! streams {
    ($n:literal, $words:ident, $bytes:ident,
     $($i:literal $p:ident $source:literal $m:literal $s:literal $abef:literal $cdgh:literal),*) => {
        /// The compression function on one block of each of that many streams, given as words, which are used up.
        ///
        /// # Safety
        /// The CPU must have SHA-NI.
        #[inline(always)]
        pub(super) unsafe fn $words(s: &mut [State; $n], m: &mut [[__m128i; 4]; $n]) {
            // SAFETY: offsets stay inside the two arrays and the constants, all of them aligned to 16 bytes.
            unsafe {
                assembly!(
                    $(begin!($s, $abef $cdgh),)*
                    block!($(($m $abef $cdgh))*),
                    $(end!($s, $s, $abef $cdgh)),*;
                    m = in(reg) m.as_mut_ptr(),
                    s = in(reg) s.as_mut_ptr(),
                );
            }
        }

        /// The compression function on all blocks of that many streams, as many as the shortest one has.
        ///
        /// # Safety
        /// The CPU must have SHA-NI.
        #[inline(always)]
        pub(super) unsafe fn $bytes(s: &mut [State; $n], streams: &[&[[u8; 64]]; $n]) {
            let mut count = streams[0].len();
            $(count = count.min(streams[$i].len());)*
            if count == 0 {
                return;
            }
            let mut m = MaybeUninit::<[[__m128i; 4]; $n]>::uninit();
            // SAFETY: `at` counts from minus the length in bytes of what is read of each stream up to 0, so every read
            // is inside; other offsets stay inside the two arrays and the constants, all of them aligned to 16 bytes.
            // What is read of `m` has been written before.
            unsafe {
                assembly!(
                    $(begin!($s, $abef $cdgh),)*
                    "2:",
                    block!($(($m $abef $cdgh, $source))*),
                    $(end!($s, $s, $abef $cdgh),)*
                    "add {at}, 64",
                    "jnz 2b";
                    $($p = in(reg) streams[$i].as_ptr().wrapping_add(count),)*
                    at = inout(reg) count.wrapping_mul(64).wrapping_neg() => _,
                    m = in(reg) m.as_mut_ptr(),
                    s = in(reg) s.as_mut_ptr(),
                );
            }
        }
    };
}

#[rustfmt::skip]
streams!(3, words3, bytes3,
    0 p0 "{p0} + {at}" "{m} + 0" "{s} + 0" 1 2,
    1 p1 "{p1} + {at}" "{m} + 64" "{s} + 32" 3 4,
    2 p2 "{p2} + {at}" "{m} + 128" "{s} + 64" 5 6);
#[rustfmt::skip]
streams!(4, words4, bytes4,
    0 p0 "{p0} + {at}" "{m} + 0" "{s} + 0" 1 2,
    1 p1 "{p1} + {at}" "{m} + 64" "{s} + 32" 3 4,
    2 p2 "{p2} + {at}" "{m} + 128" "{s} + 64" 5 6,
    3 p3 "{p3} + {at}" "{m} + 192" "{s} + 96" 7 8);
#[rustfmt::skip]
streams!(5, words5, bytes5,
    0 p0 "{p0} + {at}" "{m} + 0" "{s} + 0" 1 2,
    1 p1 "{p1} + {at}" "{m} + 64" "{s} + 32" 3 4,
    2 p2 "{p2} + {at}" "{m} + 128" "{s} + 64" 5 6,
    3 p3 "{p3} + {at}" "{m} + 192" "{s} + 96" 7 8,
    4 p4 "{p4} + {at}" "{m} + 256" "{s} + 128" 9 10);
#[rustfmt::skip]
streams!(6, words6, bytes6,
    0 p0 "{p0} + {at}" "{m} + 0" "{s} + 0" 1 2,
    1 p1 "{p1} + {at}" "{m} + 64" "{s} + 32" 3 4,
    2 p2 "{p2} + {at}" "{m} + 128" "{s} + 64" 5 6,
    3 p3 "{p3} + {at}" "{m} + 192" "{s} + 96" 7 8,
    4 p4 "{p4} + {at}" "{m} + 256" "{s} + 128" 9 10,
    5 p5 "{p5} + {at}" "{m} + 320" "{s} + 160" 11 12);

/// Four rounds of three streams with messages, and between them four rounds of three others on padding.
macro_rules! six_streams {
    ($q:literal, $a:literal $b:literal $c:literal $d:literal, $first:literal $second:literal,
     [$($s0:literal)?] [$($s1:literal)?] [$($s2:literal)?] [$($next:ident)?]) => {
        concat!(
            four_rounds!($q, $a $b $c $d, "{m}" 1 2, [$($s0)?] [$($next)?]),
            two_known_rounds!($first, 8 7, 10 9, 12 11),
            four_rounds!($q, $a $b $c $d, "{m} + 64" 3 4, [$($s1)?] [$($next)?]),
            two_known_rounds!($second, 7 8, 9 10, 11 12),
            four_rounds!($q, $a $b $c $d, "{m} + 128" 5 6, [$($s2)?] [$($next)?]),
        )
    };
}

/// The first block of three 64-byte messages, and the second block, which is padding, of three others: six independent
/// streams hide the latency of the rounds, and only half of them need the other units for a message schedule.
///
/// `middle` holds the chaining values between the blocks, of the three others before and of the three messages after;
/// `done` takes the results.
///
/// # Safety
/// The CPU must have SHA-NI.
#[inline(always)]
pub(super) unsafe fn first_and_second_blocks(
    pairs: &[[&[u8; 32]; 2]; 3],
    middle: &mut [State; 3],
    done: &mut [State; 3],
) {
    let mut m = MaybeUninit::<[[__m128i; 4]; 3]>::uninit();
    // SAFETY: reads of halves stay inside their 32 bytes, other offsets inside the arrays and the constants, all of them
    // aligned to 16 bytes. What is read of `m` has been written before.
    unsafe {
        assembly!(
            begin!("{constants} + 512", 1 2),
            begin!("{constants} + 512", 3 4),
            begin!("{constants} + 512", 5 6),
            begin!("{middle}", 7 8),
            begin!("{middle} + 32", 9 10),
            begin!("{middle} + 64", 11 12),
            six_streams!(0, 1 2 3 0, 0 1, ["{l0}"] ["{l1}"] ["{l2}"] []),
            six_streams!(1, 2 3 0 1, 2 3, ["{l0}"] ["{l1}"] ["{l2}"] []),
            six_streams!(2, 3 0 1 2, 4 5, ["{r0} - 32"] ["{r1} - 32"] ["{r2} - 32"] []),
            six_streams!(3, 0 1 2 3, 6 7, ["{r0} - 32"] ["{r1} - 32"] ["{r2} - 32"] [next]),
            six_streams!(4, 1 2 3 0, 8 9, [] [] [] [next]),
            six_streams!(5, 2 3 0 1, 10 11, [] [] [] [next]),
            six_streams!(6, 3 0 1 2, 12 13, [] [] [] [next]),
            six_streams!(7, 0 1 2 3, 14 15, [] [] [] [next]),
            six_streams!(8, 1 2 3 0, 16 17, [] [] [] [next]),
            six_streams!(9, 2 3 0 1, 18 19, [] [] [] [next]),
            six_streams!(10, 3 0 1 2, 20 21, [] [] [] [next]),
            six_streams!(11, 0 1 2 3, 22 23, [] [] [] [next]),
            six_streams!(12, 1 2 3 0, 24 25, [] [] [] [next]),
            six_streams!(13, 2 3 0 1, 26 27, [] [] [] [next]),
            six_streams!(14, 3 0 1 2, 28 29, [] [] [] [next]),
            six_streams!(15, 0 1 2 3, 30 31, [] [] [] []),
            end!("{middle}", "{done}", 7 8),
            end!("{middle} + 32", "{done} + 32", 9 10),
            end!("{middle} + 64", "{done} + 64", 11 12),
            end!("{constants} + 512", "{middle}", 1 2),
            end!("{constants} + 512", "{middle} + 32", 3 4),
            end!("{constants} + 512", "{middle} + 64", 5 6);
            l0 = in(reg) pairs[0][0],
            r0 = in(reg) pairs[0][1],
            l1 = in(reg) pairs[1][0],
            r1 = in(reg) pairs[1][1],
            l2 = in(reg) pairs[2][0],
            r2 = in(reg) pairs[2][1],
            m = in(reg) m.as_mut_ptr(),
            middle = in(reg) middle.as_mut_ptr(),
            done = in(reg) done.as_mut_ptr(),
        );
    }
}
