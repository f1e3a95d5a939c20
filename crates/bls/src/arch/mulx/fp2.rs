//! `Fp2`: one frame for each product, sums without correction, one reduction for each coefficient.

/// `rdi` and `rdx` words of `m + offset` (six) summed into `to + offset`, through six registers.
macro_rules! sum_six {
    ($first:tt $next:tt $a:tt $b:tt $to:tt; $($r:tt)*) => {
        concat!(six!("mov" "mov" $a; $($r)*), six!($first $next $b; $($r)*), store_six!($to + 0; $($r)*))
    };
}

/// Montgomery product in `Fp2` of `rsi` and `rdx`, in registers: Karatsuba, in one frame.
///
/// Stack: `v0` at 0, `v1` at 96, `v2` at 192 (twelve words each), `a0 + a1` at 288, `b0 + b1` at 336, the address of `b` at 384,
/// `c0` at 392.
/// `c0 = v0 - v1` may be negative: `m*p*2^320 >= 4p^2` is added, whose five low words are zero.
macro_rules! fp2_mul {
    ($s:tt $how:tt) => {
        concat!(
            enter_words!(440),
            op!("mov" ["rsp" + 384], "rdx"),
            sum_six!("add" "adc" "rsi" "rsi + 48" "rsp + 288"; "rax" "rcx" "rdi" "r8" "r9" "r10"),
            sum_six!("add" "adc" "rdx" "rdx + 48" "rsp + 336"; "r11" "rbx" "rbp" "r12" "r13" "r14"),
            program!($s product "rsi" [at "rsp" 384] ["rsp"];),
            "add rsi, 48\nadd qword ptr [rsp + 384], 48\n",
            program!($s product "rsi" [at "rsp" 384] ["rsp + 96"];),
            // c0.
            on_twelve!("mov" "mov" "rsp"),
            on_twelve!("sub" "sbb" "rsp + 96"),
            op!("add" "r10", ["rip + {c}" + 112]),
            op!("adc" "r11", ["rip + {c}" + 120]),
            op!("adc" "rbx", ["rip + {c}" + 128]),
            op!("adc" "rbp", ["rip + {c}" + 136]),
            op!("adc" "r12", ["rip + {c}" + 144]),
            op!("adc" "r13", ["rip + {c}" + 152]),
            op!("adc" "r14", ["rip + {c}" + 160]),
            store_six!("rsp" + 192; "r11" "rbx" "rbp" "r12" "r13" "r14"),
            program!($s reduce $how "rsp + 192"; store "rsp + 392";),
            // c1.
            program!($s product "rsp + 288" [word "rsp + 336"] ["rsp + 192"];),
            on_twelve!("mov" "mov" "rsp + 192"),
            on_twelve!("sub" "sbb" "rsp"),
            on_twelve!("sub" "sbb" "rsp + 96"),
            store_six!("rsp" + 192; "r11" "rbx" "rbp" "r12" "r13" "r14"),
            program!($s reduce $how "rsp + 192";),
            load_c0!("rsp + 392"),
            leave_words!(440),
        )
    };
}

/// Loads `c0` into the registers in which it is returned; `c1` is in its own, where the program left it.
macro_rules! load_c0 {
    ($m:tt) => { six!("mov" "mov" $m; "rdx" "rsi" "r10" "r12" "r13" "r14") };
}

/// A chain over twelve words in the first twelve registers of `program!`.
macro_rules! on_twelve {
    ($first:tt $next:tt $m:tt) => {
        twelve!($first $next $m; "rax" "rcx" "rdi" "r8" "r9" "r10" "r11" "rbx" "rbp" "r12" "r13" "r14")
    };
}

/// Product in `Fp2` of `rsi` and `rdx` without reduction into `rdi`: exact integers modulo `2^768`. Same frame.
macro_rules! fp2_mul_wide {
    ($s:tt) => {
        concat!(
            enter!(304),
            op!("mov" ["rsp" + 288], "rdx"),
            sum_six!("add" "adc" "rsi" "rsi + 48" "rsp + 192"; "rax" "rcx" "rdi" "r8" "r9" "r10"),
            sum_six!("add" "adc" "rdx" "rdx + 48" "rsp + 240"; "r11" "rbx" "rbp" "r12" "r13" "r14"),
            program!($s product "rsi" [at "rsp" 288] ["rsp"];),
            "add rsi, 48\nadd qword ptr [rsp + 288], 48\n",
            program!($s product "rsi" [at "rsp" 288] ["rsp + 96"];),
            // c0.
            on_twelve!("mov" "mov" "rsp"),
            on_twelve!("sub" "sbb" "rsp + 96"),
            op!("mov" "rdx", ["rsp" + 304]),
            store_six!("rdx" + 0; "rax" "rcx" "rdi" "r8" "r9" "r10"),
            store_six!("rdx" + 48; "r11" "rbx" "rbp" "r12" "r13" "r14"),
            "lea rsi, [rdx + 96]\n",
            // c1.
            program!($s product "rsp + 192" [word "rsp + 240"] ["rsi"];),
            on_twelve!("mov" "mov" "rsi"),
            on_twelve!("sub" "sbb" "rsp"),
            on_twelve!("sub" "sbb" "rsp + 96"),
            store_six!("rsi" + 0; "rax" "rcx" "rdi" "r8" "r9" "r10"),
            store_six!("rsi" + 48; "r11" "rbx" "rbp" "r12" "r13" "r14"),
            leave!(304),
        )
    };
}

/// Montgomery square in `Fp2` of `rsi`, in registers: `(a0 + a1)(a0 - a1)` and `2*a0*a1`, the difference made non-negative with `2p`.
///
/// Stack: spilled word at 0, `a0 + a1` at 8, `a0 - a1` at 56, `2*a0` at 104, `c0` at 152.
macro_rules! fp2_sqr {
    ($s:tt $how:tt) => {
        concat!(
            enter_words!(200),
            sum_six!("add" "adc" "rsi" "rsi + 48" "rsp + 8"; "rax" "rcx" "rdi" "r8" "r9" "r10"),
            sum_six!("add" "adc" "rsi" "rsi" "rsp + 104"; "rax" "rcx" "rdi" "r8" "r9" "r10"),
            difference_six!("rsi" "rsi + 48" "rsp + 56"),
            program!($s scan $how "rsp + 8" [word "rsp + 56"] "rsp" 0; store "rsp + 152";),
            program!($s scan $how "rsp + 104" [word "rsi + 48"] "rsp" 0;),
            load_c0!("rsp + 152"),
            leave_words!(200),
        )
    };
}

/// `a - b + 2p` if `a < b`, else `a - b`, stored at `to`.
macro_rules! difference_six {
    ($a:tt $b:tt $to:tt) => {
        concat!(
            six!("mov" "mov" $a; "rax" "rcx" "rdi" "r8" "r9" "r10"),
            six!("sub" "sbb" $b; "rax" "rcx" "rdi" "r8" "r9" "r10"),
            op!("sbb" "rdx", "rdx"),
            masked_six!("rip + {c} + 168"; "r11" "rbx" "rbp" "r12" "r13" "r14"),
            chain!("add" "adc"; "rax" "r11"; "rcx" "rbx"; "rdi" "rbp"; "r8" "r12"; "r9" "r13"; "r10" "r14"),
            store_six!($to + 0; "rax" "rcx" "rdi" "r8" "r9" "r10"),
        )
    };
}

/// Six words from `m`, all zero unless the mask in `rdx` is all ones.
macro_rules! masked_six {
    ($m:tt; $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt) => {
        concat!(
            six!("mov" "mov" $m; $a0 $a1 $a2 $a3 $a4 $a5),
            op!("and" $a0, "rdx"),
            op!("and" $a1, "rdx"),
            op!("and" $a2, "rdx"),
            op!("and" $a3, "rdx"),
            op!("and" $a4, "rdx"),
            op!("and" $a5, "rdx"),
        )
    };
}

/// Square in `Fp2` of `rsi` without reduction into `rdi`: exact integers modulo `2^768`.
///
/// `a0 - a1` is taken modulo `2^384`; where it is negative, the product with `a0 + a1` is too large by `(a0 + a1) * 2^384`.
/// Stack: `a0 + a1` at 0, `a0 - a1` at 48, `2*a0` at 96, the correction at 144.
macro_rules! fp2_sqr_wide {
    ($s:tt) => {
        concat!(
            enter!(192),
            sum_six!("add" "adc" "rsi" "rsi + 48" "rsp"; "rax" "rcx" "rdi" "r8" "r9" "r10"),
            sum_six!("add" "adc" "rsi" "rsi" "rsp + 96"; "rax" "rcx" "rdi" "r8" "r9" "r10"),
            sum_six!("sub" "sbb" "rsi" "rsi + 48" "rsp + 48"; "rax" "rcx" "rdi" "r8" "r9" "r10"),
            op!("sbb" "rdx", "rdx"),
            masked_six!("rsp"; "r11" "rbx" "rbp" "r12" "r13" "r14"),
            store_six!("rsp" + 144; "r11" "rbx" "rbp" "r12" "r13" "r14"),
            program!($s product_low "rsp" [word "rsp + 48"] [via "rsp" 192]; sub "rsp + 144"; store_high via "rsp" 192;),
            "add qword ptr [rsp + 192], 96\n",
            program!($s product "rsp + 96" [word "rsi + 48"] [via "rsp" 192];),
            "sub qword ptr [rsp + 192], 96\n",
            leave!(192),
        )
    };
}
