//! Rows: one word times six, in the two styles of carry.
//!
//! * `two_pass`: the row is summed in registers of its own by one ADD/ADC chain and added to the accumulators by a second
//!   one. Needs BMI2 only. The flags are free between the passes, so neighbouring rows overlap.
//! * `adx`: the textbook row, low words on the carry flag (ADCX), high words on the overflow flag (ADOX), closed by an ADCX
//!   with a word in memory (a zero, or a word that waits to be added), which AMD's cores prefer to one more register.
//!
//! Every macro expands to a string of instructions. A place in memory is written without its brackets (`"rsi"`,
//! `"rsp + 48"`, `"rip + {c} + 64"`). `{c}` is [`CONSTANTS`](super::super::constants::CONSTANTS). `rdx` is the multiplier; rows destroy it.

/// An instruction with two operands.
macro_rules! op {
    ($name:tt $a:tt, [$m:tt + $offset:tt]) => {
        concat!($name, " ", $a, ", qword ptr [", $m, " + ", $offset, "]\n")
    };
    ($name:tt [$m:tt + $offset:tt], $b:tt) => {
        concat!($name, " qword ptr [", $m, " + ", $offset, "], ", $b, "\n")
    };
    ($name:tt $a:tt, $b:tt) => {
        concat!($name, " ", $a, ", ", $b, "\n")
    };
}

/// `rdx` times the word at `m + offset`: high and low word.
macro_rules! mulx {
    ($high:tt $low:tt [$m:tt + $offset:tt]) => {
        concat!("mulx ", $high, ", ", $low, ", qword ptr [", $m, " + ", $offset, "]\n")
    };
}

/// A run of ADD, ADC, ADC ... (or SUB, SBB, ...) on pairs of operands.
macro_rules! chain {
    ($first:tt $next:tt; $a:tt $b:tt $(; $as:tt $bs:tt)*) => {
        concat!(op!($first $a, $b) $(, op!($next $as, $bs))*)
    };
}

/// Clears a register by the 32-bit XOR, which costs no execution; clears both carry flags too.
macro_rules! clear {
    ("rax") => {
        "xor eax, eax\n"
    };
    ("rbx") => {
        "xor ebx, ebx\n"
    };
    ("rcx") => {
        "xor ecx, ecx\n"
    };
    ("rbp") => {
        "xor ebp, ebp\n"
    };
    ("rdi") => {
        "xor edi, edi\n"
    };
    ("r8") => {
        "xor r8d, r8d\n"
    };
    ("r9") => {
        "xor r9d, r9d\n"
    };
    ("r10") => {
        "xor r10d, r10d\n"
    };
    ("r11") => {
        "xor r11d, r11d\n"
    };
    ("r12") => {
        "xor r12d, r12d\n"
    };
    ("r13") => {
        "xor r13d, r13d\n"
    };
    ("r14") => {
        "xor r14d, r14d\n"
    };
    ("r15") => {
        "xor r15d, r15d\n"
    };
}

/// Seven words `w0..w6 = rdx * [m]`.
macro_rules! row_first {
    ($m:tt; $w0:tt $w1:tt $w2:tt $w3:tt $w4:tt $w5:tt $w6:tt) => {
        concat!(
            mulx!($w1 $w0 [$m + 0]),
            mulx!($w2 $w6 [$m + 8]),
            mulx!($w3 $w5 [$m + 16]),
            op!("add" $w1, $w6),
            mulx!($w4 $w6 [$m + 24]),
            op!("adc" $w2, $w5),
            op!("adc" $w3, $w6),
            mulx!($w5 $w6 [$m + 32]),
            op!("adc" $w4, $w6),
            mulx!($w6 "rdx" [$m + 40]),
            op!("adc" $w5, "rdx"),
            op!("adc" $w6, "0"),
        )
    };
}

/// `a0..a5, top = a0..a5 + rdx * [m] + [extra] * 2^384`; the registers after `|` are temporaries.
macro_rules! row {
    (two_pass $m:tt [$extra:tt + $offset:tt];
     $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $top:tt | $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt) => {
        concat!(
            row_first!($m; $t0 $t1 $t2 $t3 $t4 $t5 $top),
            chain!("add" "adc"; $a0 $t0; $a1 $t1; $a2 $t2; $a3 $t3; $a4 $t4; $a5 $t5),
            op!("adc" $top, [$extra + $offset]),
        )
    };
    (two_pass $m:tt;
     $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $top:tt | $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt) => {
        concat!(
            row_first!($m; $t0 $t1 $t2 $t3 $t4 $t5 $top),
            chain!("add" "adc"; $a0 $t0; $a1 $t1; $a2 $t2; $a3 $t3; $a4 $t4; $a5 $t5; $top "0"),
        )
    };
    (adx $m:tt;
     $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $top:tt | $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt) => {
        row!(adx $m ["rip + {c}" + 48]; $a0 $a1 $a2 $a3 $a4 $a5 $top | $t0 $t1 $t2 $t3 $t4 $t5)
    };
    (adx $m:tt [$extra:tt + $offset:tt];
     $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $top:tt | $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt) => {
        concat!(
            clear!($top),
            row_adx!($m; $a0 $a1 $a2 $a3 $a4 $a5 $top; $t0 $t1),
            op!("adcx" $top, [$extra + $offset]),
        )
    };
}

/// The body of an ADX row, flags clear: all but its closing carry.
macro_rules! row_adx {
    ($m:tt; $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt; $low:tt $high:tt) => {
        concat!(
            mulx!($high $low [$m + 0]),
            op!("adcx" $a0, $low),
            op!("adox" $a1, $high),
            mulx!($high $low [$m + 8]),
            op!("adcx" $a1, $low),
            op!("adox" $a2, $high),
            mulx!($high $low [$m + 16]),
            op!("adcx" $a2, $low),
            op!("adox" $a3, $high),
            mulx!($high $low [$m + 24]),
            op!("adcx" $a3, $low),
            op!("adox" $a4, $high),
            mulx!($high $low [$m + 32]),
            op!("adcx" $a4, $low),
            op!("adox" $a5, $high),
            mulx!($high $low [$m + 40]),
            op!("adcx" $a5, $low),
            op!("adox" $a6, $high),
        )
    };
}

/// `a0..a6 / 2^64` after adding the multiple of `p` that clears `a0`: the standard step of a Montgomery reduction.
/// The result is in `a1..a6`. The low half of `q*p0` is `-a0`; its sum with `a0` carries exactly if `a0` is not zero.
macro_rules! step {
    (two_pass;
     $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt | $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt) => {
        concat!(
            step_multiple!($a0; $t0 $t1 $t2 $t3 $t4 $t5),
            chain!("add" "adc"; $a1 $t0; $a2 $t1; $a3 $t2; $a4 $t3; $a5 $t4; $a6 $t5),
        )
    };
    (adx;
     $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt | $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt) => {
        concat!(
            op!("mov" "rdx", $a0),
            op!("imul" "rdx", ["rip + {c}" + 56]),
            clear!($t0),
            row_adx!("rip + {c}"; $a0 $a1 $a2 $a3 $a4 $a5 $a6; $t0 $t1),
            op!("adcx" $a6, ["rip + {c}" + 48]),
        )
    };
}

/// The same with nothing yet in `a6`.
macro_rules! step_six {
    (two_pass;
     $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt | $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt) => {
        concat!(
            step_multiple!($a0; $t0 $t1 $t2 $t3 $t4 $a6),
            chain!("add" "adc"; $a1 $t0; $a2 $t1; $a3 $t2; $a4 $t3; $a5 $t4; $a6 "0"),
        )
    };
    (adx;
     $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt | $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt) => {
        concat!(
            op!("mov" "rdx", $a0),
            op!("imul" "rdx", ["rip + {c}" + 56]),
            row!(adx "rip + {c}"; $a0 $a1 $a2 $a3 $a4 $a5 $a6 | $t0 $t1 $t2 $t3 $t4 $t5),
        )
    };
}

/// `w1..w6`: the words above the lowest of `q*p + a0`, where the lowest is zero.
macro_rules! step_multiple {
    ($a0:tt; $w1:tt $w2:tt $w3:tt $w4:tt $w5:tt $w6:tt) => {
        concat!(
            op!("mov" "rdx", $a0),
            op!("imul" "rdx", ["rip + {c}" + 56]),
            mulx!($w1 $w1 ["rip + {c}" + 0]),
            op!("add" $a0, "-1"),
            mulx!($w2 $a0 ["rip + {c}" + 8]),
            op!("adc" $w1, $a0),
            mulx!($w3 $a0 ["rip + {c}" + 16]),
            op!("adc" $w2, $a0),
            mulx!($w4 $a0 ["rip + {c}" + 24]),
            op!("adc" $w3, $a0),
            mulx!($w5 $a0 ["rip + {c}" + 32]),
            op!("adc" $w4, $a0),
            mulx!($w6 "rdx" ["rip + {c}" + 40]),
            op!("adc" $w5, "rdx"),
            op!("adc" $w6, "0"),
        )
    };
}

/// `a0..a5` to `a1..a5, a6, a0 = a1..a5 + a0 * rho`: a rho step (see [`prog`]) on six words.
macro_rules! rho_six {
    (two_pass;
     $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt | $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt) => {
        concat!(
            op!("mov" "rdx", $a0),
            row_first!("rip + {c} + 64"; $t0 $t1 $t2 $t3 $t4 $a6 $a0),
            chain!("add" "adc"; $a1 $t0; $a2 $t1; $a3 $t2; $a4 $t3; $a5 $t4; $a6 "0"; $a0 "0"),
        )
    };
    (adx;
     $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt | $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt) => {
        concat!(
            op!("mov" "rdx", $a0),
            clear!($a6),
            row!(adx "rip + {c} + 64"; $a1 $a2 $a3 $a4 $a5 $a6 $a0 | $t0 $t1 $t2 $t3 $t4 $t5),
        )
    };
}
