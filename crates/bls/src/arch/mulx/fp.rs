//! The base field: products, squares, reductions.
//!
//! Frames: `enter!(n)` saves what the convention wants kept and `rdi`, the address of the result, and reserves `n` bytes; `leave!(n)`
//! gives the address back in `rax`. Kernels write their result after the last read of an operand, unless they say otherwise.

/// Saves the registers of the caller and the address of the result (at `rsp + n`), and reserves `n` bytes.
macro_rules! enter {
    ($n:tt) => {
        concat!(
            "push rbx\npush rbp\npush r12\npush r13\npush r14\npush r15\npush rdi\n",
            "sub rsp, ",
            $n,
            "\n",
        )
    };
}

/// Undoes `enter!`.
macro_rules! leave {
    ($n:tt) => {
        concat!(
            "add rsp, ", $n, "\n",
            "pop rax\npop r15\npop r14\npop r13\npop r12\npop rbp\npop rbx\nret\n",
        )
    };
}

/// The frame of a kernel that returns its result in registers (see `words!`): saves `rbx` and `rbp`, reserves `n` bytes.
macro_rules! enter_words {
    ($n:tt) => {
        concat!("push rbx\npush rbp\nsub rsp, ", $n, "\n")
    };
}

/// Undoes `enter_words!`.
macro_rules! leave_words {
    ($n:tt) => {
        concat!("add rsp, ", $n, "\npop rbp\npop rbx\nret\n")
    };
}

/// A program on the thirteen registers that are not `rsp`, `rdx` (the multiplier) and `rsi` (an operand).
macro_rules! program {
    ($s:tt $($program:tt)*) => {
        prog!($s ["rax" "rcx" "rdi" "r8" "r9" "r10" "r11" "rbx" "rbp" "r12" "r13" "r14" "r15"] $($program)*)
    };
}

/// Montgomery product of `rsi` and `rdx`, in registers.
macro_rules! fp_mul {
    ($s:tt $how:tt) => {
        concat!(
            enter_words!(16),
            op!("mov" ["rsp" + 8], "rdx"),
            program!($s scan $how "rsi" [at "rsp" 8] "rsp" 0;),
            leave_words!(16),
        )
    };
}

/// Product of `rsi` and `rdx` without reduction into `rdi`; writes before it has read everything.
macro_rules! fp_mul_wide {
    ($s:tt) => {
        concat!(
            enter!(8),
            op!("mov" ["rsp" + 0], "rdx"),
            program!($s product "rsi" [at "rsp" 0] [via "rsp" 8];),
            leave!(8),
        )
    };
}

/// Square of `rsi` without reduction into `rdi`.
macro_rules! fp_sqr_wide {
    ($s:tt) => {
        concat!(
            enter!(0),
            on_thirteen!(square "rsi"),
            op!("mov" "rdx", ["rsp" + 0]),
            store_six!("rdx" + 0; "rax" "rcx" "rdi" "r8" "r9" "r10"),
            store_six!("rdx" + 48; "r11" "rbx" "rbp" "r12" "r13" "r14"),
            leave!(0),
        )
    };
}

/// Montgomery square of `rsi`, in registers.
macro_rules! fp_sqr {
    ($s:tt $how:tt) => {
        concat!(
            enter_words!(48),
            on_thirteen!(square "rsi"),
            store_six!("rsp" + 0; "r11" "rbx" "rbp" "r12" "r13" "r14"),
            program!($s reduce $how "rsp";),
            leave_words!(48),
        )
    };
}

/// `edx` Montgomery squares in a row, from `rsi`, in registers; `edx` is at least 1.
macro_rules! fp_sqr_n {
    ($s:tt $how:tt) => {
        concat!(
            enter_words!(104),
            op!("mov" ["rsp" + 96], "rdx"),
            "2:\n",
            on_thirteen!(square "rsi"),
            store_six!("rsp" + 48; "r11" "rbx" "rbp" "r12" "r13" "r14"),
            program!($s reduce $how "rsp + 48"; store "rsp";),
            "mov rsi, rsp\n",
            "sub dword ptr [rsp + 96], 1\n",
            "jnz 2b\n",
            leave_words!(104),
        )
    };
}

/// Montgomery reduction of the twelve words at `rsi`, in registers.
macro_rules! fp_reduce {
    ($s:tt $how:tt) => {
        concat!(
            enter_words!(0),
            program!($s load "rsi"; reduce $how "rsi + 48";),
            leave_words!(0),
        )
    };
}

/// A macro for twelve words and a temporary with the registers of `program!`.
macro_rules! on_thirteen {
    ($name:ident $m:tt) => {
        $name!($m; "rax" "rcx" "rdi" "r8" "r9" "r10" "r11" "rbx" "rbp" "r12" "r13" "r14" "r15")
    };
}

/// The square of the six words at `m` in twelve registers: the products of different words, doubled, and the squares. `t` is a
/// temporary.
macro_rules! square {
    ($m:tt; $w0:tt $w1:tt $w2:tt $w3:tt $w4:tt $w5:tt $w6:tt $w7:tt $w8:tt $w9:tt $w10:tt $w11:tt $t:tt) => {
        concat!(
            op!("mov" "rdx", [$m + 0]),
            mulx!($w2 $w1 [$m + 8]),
            mulx!($w3 $w7 [$m + 16]),
            mulx!($w4 $w8 [$m + 24]),
            op!("add" $w2, $w7),
            mulx!($w5 $w9 [$m + 32]),
            op!("adc" $w3, $w8),
            op!("adc" $w4, $w9),
            mulx!($w6 "rdx" [$m + 40]),
            op!("adc" $w5, "rdx"),
            op!("adc" $w6, "0"),
            // a1 * (a2, a3, a4, a5): words 3 to 7.
            op!("mov" "rdx", [$m + 8]),
            mulx!($w8 $w0 [$m + 16]),
            mulx!($w9 $t [$m + 24]),
            op!("add" $w8, $t),
            mulx!($w10 $t [$m + 32]),
            op!("adc" $w9, $t),
            mulx!($w7 "rdx" [$m + 40]),
            op!("adc" $w10, "rdx"),
            op!("adc" $w7, "0"),
            chain!("add" "adc"; $w3 $w0; $w4 $w8; $w5 $w9; $w6 $w10; $w7 "0"),
            // a2 * (a3, a4, a5): words 5 to 8.
            op!("mov" "rdx", [$m + 16]),
            mulx!($w9 $w0 [$m + 24]),
            mulx!($w10 $t [$m + 32]),
            op!("add" $w9, $t),
            mulx!($w8 "rdx" [$m + 40]),
            op!("adc" $w10, "rdx"),
            op!("adc" $w8, "0"),
            chain!("add" "adc"; $w5 $w0; $w6 $w9; $w7 $w10; $w8 "0"),
            // a3 * (a4, a5): words 7 to 9; a4 * a5: words 9, 10.
            op!("mov" "rdx", [$m + 24]),
            mulx!($w10 $w0 [$m + 32]),
            mulx!($w9 "rdx" [$m + 40]),
            op!("add" $w10, "rdx"),
            op!("adc" $w9, "0"),
            op!("mov" "rdx", [$m + 32]),
            mulx!($t $w11 [$m + 40]),
            chain!("add" "adc"; $w7 $w0; $w8 $w10; $w9 $w11; $t "0"),
            op!("mov" $w10, $t),
            // Doubled; word 11 is the carry.
            clear!($w11),
            chain!("add" "adc"; $w1 $w1; $w2 $w2; $w3 $w3; $w4 $w4; $w5 $w5; $w6 $w6; $w7 $w7; $w8 $w8; $w9 $w9;
                $w10 $w10; $w11 $w11),
            // The squares.
            op!("mov" "rdx", [$m + 0]),
            "mulx rdx, ", $w0, ", rdx\n",
            op!("add" $w1, "rdx"),
            op!("mov" "rdx", [$m + 8]),
            square_word!($w2 $w3 $t),
            op!("mov" "rdx", [$m + 16]),
            square_word!($w4 $w5 $t),
            op!("mov" "rdx", [$m + 24]),
            square_word!($w6 $w7 $t),
            op!("mov" "rdx", [$m + 32]),
            square_word!($w8 $w9 $t),
            op!("mov" "rdx", [$m + 40]),
            square_word!($w10 $w11 $t),
        )
    };
}

/// Adds the square of `rdx` and the carry to two words.
macro_rules! square_word {
    ($low:tt $high:tt $t:tt) => {
        concat!("mulx rdx, ", $t, ", rdx\n", op!("adc" $low, $t), op!("adc" $high, "rdx"))
    };
}

/// Signed Montgomery reduction of the twelve words at `rsi`, in registers, tight.
macro_rules! fp_reduce_tight {
    ($s:tt $how:tt) => {
        concat!(
            enter_words!(0),
            program!($s load "rsi"; reduce $how "rsi + 48"; tighten "rip + {c} + 224";),
            leave_words!(0),
        )
    };
}
