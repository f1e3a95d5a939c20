//! SHA-NI, one node written out. The calls of a loop overlap as far as the CPU looks ahead, so what counts is how many
//! instructions a node takes and how early its first rounds stand among them: the compiler loads and swaps the whole message
//! before them.
//!
//! Registers: `xmm0` holds the words that `sha256rnds2` reads, `xmm1` and `xmm2` the chaining value, `xmm3` to `xmm6` the message,
//! `xmm7` works on it. Encodings are those of SSE, since CPUs with SHA-NI need not have AVX.

use core::arch::asm;

use super::shani_asm::CONSTANTS;
use super::shani_state::State;

/// Four rounds on the words in `$d`, number `4 * $q` and on, which come from `$source` where it is told. `end`: the words of the
/// next four rounds are finished in `$a`; `begin`: those of four rounds twelve rounds on are begun in `$c`.
macro_rules! four_rounds {
    ($q:literal, $a:literal $c:literal $d:literal, [$($source:literal)?] [$($schedule:ident)*]) => {
        concat!(
            $(
                "movdqu xmm", $d, ", [", $source, "]\n",
                "pshufb xmm", $d, ", [{constants} + 544]\n",
            )?
            "movdqa xmm0, [{constants} + 16 * ", $q, "]\n",
            "paddd xmm0, xmm", $d, "\n",
            "sha256rnds2 xmm2, xmm1\n",
            "pshufd xmm0, xmm0, 14\n",
            "sha256rnds2 xmm1, xmm2\n",
            $(four_rounds!(@$schedule $a $c $d),)*
        )
    };
    (@end $a:literal $c:literal $d:literal) => {
        concat!(
            "movdqa xmm7, xmm", $d, "\n",
            "palignr xmm7, xmm", $c, ", 4\n",
            "paddd xmm", $a, ", xmm7\n",
            "sha256msg2 xmm", $a, ", xmm", $d, "\n",
        )
    };
    (@begin $a:literal $c:literal $d:literal) => {
        concat!("sha256msg1 xmm", $c, ", xmm", $d, "\n")
    };
}

/// Four rounds of the block after a 64-byte message, whose words are known.
macro_rules! four_known_rounds {
    ($($q:literal)*) => {
        concat!($(
            "movq xmm0, qword ptr [{constants} + 256 + 16 * ", $q, "]\n",
            "sha256rnds2 xmm2, xmm1\n",
            "movq xmm0, qword ptr [{constants} + 264 + 16 * ", $q, "]\n",
            "sha256rnds2 xmm1, xmm2\n",
        )*)
    };
}

/// The chaining value after the 64 bytes `left || right` and their padding.
///
/// # Safety
/// The CPU must have SHA-NI.
#[inline(always)]
pub(super) unsafe fn node(left: &[u8; 32], right: &[u8; 32]) -> State {
    let (abef, cdgh);
    // SAFETY: 32 bytes are read of each half, and the constants at offsets inside them, aligned to 16 bytes.
    unsafe {
        asm!(
            "movdqa xmm1, [{constants} + 512]",
            "movdqa xmm2, [{constants} + 528]",
            four_rounds!(0, 4 6 3, ["{left}"] []),
            four_rounds!(1, 5 3 4, ["{left} + 16"] [begin]),
            four_rounds!(2, 6 4 5, ["{right}"] [begin]),
            four_rounds!(3, 3 5 6, ["{right} + 16"] [end begin]),
            four_rounds!(4, 4 6 3, [] [end begin]),
            four_rounds!(5, 5 3 4, [] [end begin]),
            four_rounds!(6, 6 4 5, [] [end begin]),
            four_rounds!(7, 3 5 6, [] [end begin]),
            four_rounds!(8, 4 6 3, [] [end begin]),
            four_rounds!(9, 5 3 4, [] [end begin]),
            four_rounds!(10, 6 4 5, [] [end begin]),
            four_rounds!(11, 3 5 6, [] [end begin]),
            four_rounds!(12, 4 6 3, [] [end begin]),
            four_rounds!(13, 5 3 4, [] [end]),
            four_rounds!(14, 6 4 5, [] [end]),
            four_rounds!(15, 3 5 6, [] []),
            "paddd xmm1, [{constants} + 512]",
            "paddd xmm2, [{constants} + 528]",
            "movdqa xmm3, xmm1",
            "movdqa xmm4, xmm2",
            four_known_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
            "paddd xmm1, xmm3",
            "paddd xmm2, xmm4",
            constants = in(reg) &raw const CONSTANTS,
            left = in(reg) left,
            right = in(reg) right,
            out("xmm1") abef,
            out("xmm2") cdgh,
            out("xmm0") _,
            out("xmm3") _,
            out("xmm4") _,
            out("xmm5") _,
            out("xmm6") _,
            out("xmm7") _,
            options(nostack, readonly, preserves_flags),
        );
    }
    State { abef, cdgh }
}
