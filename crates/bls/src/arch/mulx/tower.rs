//! The tower above `Fp2`: sums of double width in twelve registers, reductions, and the frames that call the products.

/// A chain over twelve words in registers that leave `rdi`, `rsi` and `rdx` for addresses.
macro_rules! wide {
    ($first:tt $next:tt $m:tt) => {
        twelve!($first $next $m; "rax" "rbx" "rcx" "rbp" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15")
    };
    (load $m:tt) => { wide!("mov" "mov" $m) };
    (add $m:tt) => { wide!("add" "adc" $m) };
    (sub $m:tt) => { wide!("sub" "sbb" $m) };
    (store $m:tt) => {
        concat!(
            store_six!($m + 0; "rax" "rbx" "rcx" "rbp" "r8" "r9"),
            store_six!($m + 48; "r10" "r11" "r12" "r13" "r14" "r15"),
        )
    };
}

/// A sum of double width: `wide_sum!(load x; add y; sub z; ...)`.
macro_rules! wide_sum {
    ($($name:ident $m:tt;)*) => { concat!($(wide!($name $m)),*) };
}

/// The sum of the twelve words at `rsi` and `rdx` into `rdi`.
macro_rules! wide_add {
    () => { concat!(enter!(0), wide_sum!(load "rsi"; add "rdx"; store "rdi";), leave!(0)) };
}

/// The difference of the twelve words at `rsi` and `rdx` into `rdi`.
macro_rules! wide_sub {
    () => { concat!(enter!(0), wide_sum!(load "rsi"; sub "rdx"; store "rdi";), leave!(0)) };
}

/// Karatsuba's operand sums in `Fp6`: `(a1 + a2, a0 + a1, a0 + a2)` of `rsi` into `rdi`. Writes before it has read everything.
macro_rules! fp6_pre {
    () => {
        concat!(
            sum_six!("add" "adc" "rsi + 96" "rsi + 192" "rdi"; "rax" "rcx" "rdx" "r8" "r9" "r10"),
            sum_six!("add" "adc" "rsi + 144" "rsi + 240" "rdi + 48"; "rax" "rcx" "rdx" "r8" "r9" "r10"),
            sum_six!("add" "adc" "rsi" "rsi + 96" "rdi + 96"; "rax" "rcx" "rdx" "r8" "r9" "r10"),
            sum_six!("add" "adc" "rsi + 48" "rsi + 144" "rdi + 144"; "rax" "rcx" "rdx" "r8" "r9" "r10"),
            sum_six!("add" "adc" "rsi" "rsi + 192" "rdi + 192"; "rax" "rcx" "rdx" "r8" "r9" "r10"),
            sum_six!("add" "adc" "rsi + 48" "rsi + 240" "rdi + 240"; "rax" "rcx" "rdx" "r8" "r9" "r10"),
            "mov rax, rdi\nret\n",
        )
    };
}

/// From the six products `v` (`rsi`) and `m` (`rdx`) of Karatsuba's method to the product in `Fp6` (`rdi`): 22 chains.
/// Writes before it has read everything.
macro_rules! fp6_post {
    () => {
        concat!(
            enter!(0),
            // c0 = v0 + xi * s with s = m0 - v1 - v2; s waits where c1 will be.
            wide_sum!(load "rdx + 96"; sub "rsi + 288"; sub "rsi + 480"; store "rdi + 192";),
            wide_sum!(load "rdx"; sub "rsi + 192"; sub "rsi + 384"; store "rdi + 288";),
            wide_sum!(sub "rdi + 192"; add "rsi"; store "rdi";),
            wide_sum!(load "rdi + 192"; add "rdi + 288"; add "rsi + 96"; store "rdi + 96";),
            // c1 = m1 - v0 - v1 + xi * v2.
            wide_sum!(load "rdx + 192"; sub "rsi"; sub "rsi + 192"; add "rsi + 384"; sub "rsi + 480"; store "rdi + 192";),
            wide_sum!(load "rdx + 288"; sub "rsi + 96"; sub "rsi + 288"; add "rsi + 384"; add "rsi + 480"; store "rdi + 288";),
            // c2 = m2 - v0 - v2 + v1.
            wide_sum!(load "rdx + 384"; sub "rsi"; sub "rsi + 384"; add "rsi + 192"; store "rdi + 384";),
            wide_sum!(load "rdx + 480"; sub "rsi + 96"; sub "rsi + 480"; add "rsi + 288"; store "rdi + 480";),
            leave!(0),
        )
    };
}

/// One output of a last layer: the value is summed in twelve registers, its high half goes to the bottom of the frame, and the
/// local routine `3` reduces the value and stores it at the next place of the result. `operands` loads the addresses of the operands
/// from the frame first.
macro_rules! output {
    (operands $($name:ident $m:tt;)*) => {
        concat!(
            op!("mov" "rsi", ["rsp" + 56]),
            op!("mov" "rdi", ["rsp" + 64]),
            op!("mov" "rdx", ["rsp" + 72]),
            output!($($name $m;)*),
        )
    };
    ($($name:ident $m:tt;)*) => {
        concat!(
            wide_sum!($($name $m;)*),
            store_six!("rsp" + 0; "r10" "r11" "r12" "r13" "r14" "r15"),
            "call 3f\n",
        )
    };
}

/// The routine of `output!`: registers as `wide!` leaves them; the frame lies 8 bytes higher, above the return address. The address
/// of the next output lies at 48 in the frame. `tail` is what follows the reduction.
macro_rules! output_routine {
    ($s:tt $how:tt $($tail:tt)*) => {
        concat!(
            prog!($s ["rax" "rbx" "rcx" "rbp" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "rdi"]
                reduce $how "rsp + 8"; $($tail)* word "rsp" 56; store "rdx";),
            "add qword ptr [rsp + 56], 48\n",
            "ret\n",
        )
    };
}

/// The last layer of a product in `Fp12`: `aa` in `rsi`, `bb` in `rdx`, `m` in `rcx`; twelve reductions. The result may not
/// overlap them.
macro_rules! fp12_post {
    ($s:tt $how:tt) => {
        concat!(
            enter!(80),
            op!("mov" ["rsp" + 48], "rdi"),
            op!("mov" ["rsp" + 56], "rsi"),
            op!("mov" ["rsp" + 64], "rdx"),
            op!("mov" ["rsp" + 72], "rcx"),
            // aa + v * bb.
            output!(operands load "rsi"; add "rdi + 384"; sub "rdi + 480";),
            output!(operands load "rsi + 96"; add "rdi + 384"; add "rdi + 480";),
            output!(operands load "rsi + 192"; add "rdi";),
            output!(operands load "rsi + 288"; add "rdi + 96";),
            output!(operands load "rsi + 384"; add "rdi + 192";),
            output!(operands load "rsi + 480"; add "rdi + 288";),
            // m - aa - bb.
            output!(operands load "rdx"; sub "rsi"; sub "rdi";),
            output!(operands load "rdx + 96"; sub "rsi + 96"; sub "rdi + 96";),
            output!(operands load "rdx + 192"; sub "rsi + 192"; sub "rdi + 192";),
            output!(operands load "rdx + 288"; sub "rsi + 288"; sub "rdi + 288";),
            output!(operands load "rdx + 384"; sub "rsi + 384"; sub "rdi + 384";),
            output!(operands load "rdx + 480"; sub "rsi + 480"; sub "rdi + 480";),
            leave!(80),
            "3:\n",
            output_routine!($s $how tighten "rip + {c} + 224";),
        )
    };
}

/// The last layer of a square in `Fp12`: `ab` in `rsi`, `m` in `rdx`; `m - ab - v*ab` and `2*ab`.
macro_rules! fp12_sqr_post {
    ($s:tt $how:tt) => {
        concat!(
            enter!(80),
            op!("mov" ["rsp" + 48], "rdi"),
            op!("mov" ["rsp" + 56], "rsi"),
            op!("mov" ["rsp" + 64], "rdx"),
            output!(operands load "rdi"; sub "rsi"; sub "rsi + 384"; add "rsi + 480";),
            output!(operands load "rdi + 96"; sub "rsi + 96"; sub "rsi + 384"; sub "rsi + 480";),
            output!(operands load "rdi + 192"; sub "rsi + 192"; sub "rsi";),
            output!(operands load "rdi + 288"; sub "rsi + 288"; sub "rsi + 96";),
            output!(operands load "rdi + 384"; sub "rsi + 384"; sub "rsi + 192";),
            output!(operands load "rdi + 480"; sub "rsi + 480"; sub "rsi + 288";),
            output!(operands load "rsi"; add "rsi";),
            output!(operands load "rsi + 96"; add "rsi + 96";),
            output!(operands load "rsi + 192"; add "rsi + 192";),
            output!(operands load "rsi + 288"; add "rsi + 288";),
            output!(operands load "rsi + 384"; add "rsi + 384";),
            output!(operands load "rsi + 480"; add "rsi + 480";),
            leave!(80),
            "3:\n",
            output_routine!($s $how tighten "rip + {c} + 224";),
        )
    };
}

/// Karatsuba's product in `Fp6` of `rsi` and `rdx` without reduction into `rdi`. Calls `{pre}`, `{mul}`, `{post}`.
///
/// Stack: operand sums at 0 and 288, `v` at 576, `m` at 1152.
macro_rules! fp6_mul_wide {
    () => {
        concat!(
            "push rbx\npush rbp\npush r12\nsub rsp, 1728\n",
            "mov r12, rdi\nmov rbx, rsi\nmov rbp, rdx\n",
            call!("pre"; "rdi" "rsp"),
            call!("pre"; "rdi" "rsp + 288"; "rsi" "rbp"),
            call!("mul"; "rdi" "rsp + 576"; "rsi" "rbx"; "rdx" "rbp"),
            call!("mul"; "rdi" "rsp + 768"; "rsi" "rbx + 96"; "rdx" "rbp + 96"),
            call!("mul"; "rdi" "rsp + 960"; "rsi" "rbx + 192"; "rdx" "rbp + 192"),
            call!("mul"; "rdi" "rsp + 1152"; "rsi" "rsp"; "rdx" "rsp + 288"),
            call!("mul"; "rdi" "rsp + 1344"; "rsi" "rsp + 96"; "rdx" "rsp + 384"),
            call!("mul"; "rdi" "rsp + 1536"; "rsi" "rsp + 192"; "rdx" "rsp + 480"),
            call!("post"; "rdi" "r12"; "rsi" "rsp + 576"; "rdx" "rsp + 1152"),
            "mov rax, r12\nadd rsp, 1728\npop r12\npop rbp\npop rbx\nret\n",
        )
    };
}

/// Product in `Fp6` of `rsi` with `a + b*v` (`rdx`, `rcx`) without reduction into `rdi`. Calls `{mul}`.
///
/// Stack: `x0*a` at 0, `x1*b` at 192, `(x0 + x1)(a + b)` at 384, `x2*b` at 576, `x2*a` at 768, the sums at 960 and 1056.
macro_rules! fp6_mul_by_01 {
    () => {
        concat!(
            sparse_products!("rbx" "rbx + 96" "rbx + 192"; "r13" "rbp"),
            // x0*a + xi*x2*b, m - x0*a - x1*b, x1*b + x2*a.
            wide_sum!(load "rsp"; add "rsp + 576"; sub "rsp + 672"; store "rdi";),
            wide_sum!(load "rsp + 96"; add "rsp + 576"; add "rsp + 672"; store "rdi + 96";),
            wide_sum!(load "rsp + 384"; sub "rsp"; sub "rsp + 192"; store "rdi + 192";),
            wide_sum!(load "rsp + 480"; sub "rsp + 96"; sub "rsp + 288"; store "rdi + 288";),
            wide_sum!(load "rsp + 192"; add "rsp + 768"; store "rdi + 384";),
            wide_sum!(load "rsp + 288"; add "rsp + 864"; store "rdi + 480";),
            leave!(1152),
        )
    };
}

/// Product in `Fp6` of `rsi` with `b*v + c*v^2` (`rdx`, `rcx`) without reduction into `rdi`. Calls `{mul}`.
///
/// Stack: `x1*b` at 0, `x2*c` at 192, `(x1 + x2)(b + c)` at 384, `x0*b` at 576, `x0*c` at 768, the sums at 960 and 1056.
macro_rules! fp6_mul_by_12 {
    () => {
        concat!(
            sparse_products!("rbx + 96" "rbx + 192" "rbx"; "rbp" "r13"),
            // xi*(m - x1*b - x2*c), x0*b + xi*x2*c, x0*c + x1*b.
            wide_sum!(load "rsp + 480"; sub "rsp + 96"; sub "rsp + 288"; store "rsp + 480";),
            wide_sum!(load "rsp + 384"; sub "rsp"; sub "rsp + 192"; store "rsp + 384";),
            wide_sum!(sub "rsp + 480"; store "rdi";),
            wide_sum!(load "rsp + 384"; add "rsp + 480"; store "rdi + 96";),
            wide_sum!(load "rsp + 576"; add "rsp + 192"; sub "rsp + 288"; store "rdi + 192";),
            wide_sum!(load "rsp + 672"; add "rsp + 192"; add "rsp + 288"; store "rdi + 288";),
            wide_sum!(load "rsp + 768"; add "rsp"; store "rdi + 384";),
            wide_sum!(load "rsp + 864"; add "rsp + 96"; store "rdi + 480";),
            leave!(1152),
        )
    };
}

/// The frame of both and its five products: `x*s`, `y*t`, `(x + y)(s + t)`, `z*first`, `z*second`, where `s` and `t` are the operands in
/// `rdx` and `rcx`, then in `rbp` and `r13`. The address of the result is in `rdi` afterwards.
macro_rules! sparse_products {
    ($x:tt $y:tt $z:tt; $first:tt $second:tt) => {
        concat!(
            enter!(1152),
            "mov rbx, rsi\nmov rbp, rdx\nmov r13, rcx\n",
            fp6_sum!("rbp" "r13" "rsp + 1056"; "+ 0"),
            fp6_sum!("rbp" "r13" "rsp + 1056"; "+ 48"),
            fp6_sum!($x $y "rsp + 960"; "+ 0"),
            fp6_sum!($x $y "rsp + 960"; "+ 48"),
            call!("mul"; "rdi" "rsp"; "rsi" $x; "rdx" "rbp"),
            call!("mul"; "rdi" "rsp + 192"; "rsi" $y; "rdx" "r13"),
            call!("mul"; "rdi" "rsp + 384"; "rsi" "rsp + 960"; "rdx" "rsp + 1056"),
            call!("mul"; "rdi" "rsp + 576"; "rsi" $z; "rdx" $first),
            call!("mul"; "rdi" "rsp + 768"; "rsi" $z; "rdx" $second),
            op!("mov" "rdi", ["rsp" + 1152]),
        )
    };
}

/// Product in `Fp6` of `rsi` with `c*v` (`rdx`) without reduction into `rdi`: `(xi*x2*c, x0*c, x1*c)`. Calls `{mul}`.
macro_rules! fp6_mul_by_1 {
    () => {
        concat!(
            enter!(192),
            "mov rbx, rsi\nmov rbp, rdx\nmov r13, rdi\n",
            call!("mul"; "rdi" "r13 + 192"; "rsi" "rbx"; "rdx" "rbp"),
            call!("mul"; "rdi" "r13 + 384"; "rsi" "rbx + 96"; "rdx" "rbp"),
            call!("mul"; "rdi" "rsp"; "rsi" "rbx + 192"; "rdx" "rbp"),
            op!("mov" "rdi", ["rsp" + 192]),
            wide_sum!(load "rsp"; sub "rsp + 96"; store "rdi";),
            wide_sum!(load "rsp"; add "rsp + 96"; store "rdi + 96";),
            leave!(192),
        )
    };
}

/// A call with addresses as arguments.
macro_rules! call {
    ($name:tt; $($register:tt $address:tt);*) => {
        concat!($("lea ", $register, ", [", $address, "]\n",)* "call {", $name, "}\n")
    };
}

/// The sum of two elements of `Fp6` without correction: `[a] + [b]` to `[to]`.
macro_rules! fp6_sum {
    ($a:tt $b:tt $to:tt) => {
        concat!(
            fp6_sum!($a $b $to; "+ 0"),
            fp6_sum!($a $b $to; "+ 48"),
            fp6_sum!($a $b $to; "+ 96"),
            fp6_sum!($a $b $to; "+ 144"),
            fp6_sum!($a $b $to; "+ 192"),
            fp6_sum!($a $b $to; "+ 240"),
        )
    };
    ($a:tt $b:tt $to:tt; $o:tt) => {
        concat!(
            six!("mov" "mov" $a $o; "rax" "rcx" "rdx" "r8" "r9" "r10"),
            six!("add" "adc" $b $o; "rax" "rcx" "rdx" "r8" "r9" "r10"),
            store_six!($to $o; "rax" "rcx" "rdx" "r8" "r9" "r10"),
        )
    };
}

/// Product in `Fp12` of `rsi` and `rdx` into `rdi`. Calls `{mul}` (the product in `Fp6`) and `{post}`.
///
/// Stack: `a0*b0` at 0, `a1*b1` at 576, the product of the sums at 1152, the sums at 1728 and 2016.
macro_rules! fp12_mul {
    () => {
        concat!(
            "push rbx\npush rbp\npush r12\nsub rsp, 2304\n",
            "mov r12, rdi\nmov rbx, rsi\nmov rbp, rdx\n",
            fp6_sum!("rbx" "rbx + 288" "rsp + 1728"),
            fp6_sum!("rbp" "rbp + 288" "rsp + 2016"),
            call!("mul"; "rdi" "rsp"; "rsi" "rbx"; "rdx" "rbp"),
            call!("mul"; "rdi" "rsp + 576"; "rsi" "rbx + 288"; "rdx" "rbp + 288"),
            call!("mul"; "rdi" "rsp + 1152"; "rsi" "rsp + 1728"; "rdx" "rsp + 2016"),
            call!("post"; "rdi" "r12"; "rsi" "rsp"; "rdx" "rsp + 576"; "rcx" "rsp + 1152"),
            "mov rax, r12\nadd rsp, 2304\npop r12\npop rbp\npop rbx\nret\n",
        )
    };
}

/// Square in `Fp12` of `rsi` into `rdi`: `a0*a1` and `(a0 + a1)(a0 + v*a1)`. Calls `{mul}` and `{post}`.
///
/// Stack: the products at 0 and 576, `a0 + a1` at 1152, `a0 + v*a1` at 1440, `xi` times the last coefficient of `a1` at 1728.
macro_rules! fp12_sqr {
    () => {
        concat!(
            "push rbx\npush rbp\npush r12\npush r13\npush r14\npush r15\nsub rsp, 1824\n",
            "mov r12, rdi\nmov rbx, rsi\n",
            fp6_sum!("rbx" "rbx + 288" "rsp + 1152"),
            mul_xi_tight!("rbx + 480" "rbx + 528" "rsp + 1728" "rsp + 1776"),
            fp6_sum!("rbx" "rsp + 1728" "rsp + 1440"; "+ 0"),
            fp6_sum!("rbx" "rsp + 1728" "rsp + 1440"; "+ 48"),
            fp6_sum!("rbx + 96" "rbx + 288" "rsp + 1536"; "+ 0"),
            fp6_sum!("rbx + 96" "rbx + 288" "rsp + 1536"; "+ 48"),
            fp6_sum!("rbx + 96" "rbx + 288" "rsp + 1536"; "+ 96"),
            fp6_sum!("rbx + 96" "rbx + 288" "rsp + 1536"; "+ 144"),
            call!("mul"; "rdi" "rsp"; "rsi" "rbx"; "rdx" "rbx + 288"),
            call!("mul"; "rdi" "rsp + 576"; "rsi" "rsp + 1152"; "rdx" "rsp + 1440"),
            call!("post"; "rdi" "r12"; "rsi" "rsp"; "rdx" "rsp + 576"),
            "mov rax, r12\nadd rsp, 1824\npop r15\npop r14\npop r13\npop r12\npop rbp\npop rbx\nret\n",
        )
    };
}

/// `(x - y, x + y)` of tight `[x]`, `[y]`, below `p` and below `p + 2^331`.
macro_rules! mul_xi_tight {
    ($x:tt $y:tt $difference:tt $sum:tt) => {
        concat!(
            six!("mov" "mov" $x; "rax" "rcx" "rsi" "rdi" "r8" "r9"),
            six!("sub" "sbb" $y; "rax" "rcx" "rsi" "rdi" "r8" "r9"),
            op!("sbb" "rdx", "rdx"),
            masked_six!("rip + {c} + 168"; "r10" "r11" "r13" "r14" "rbp" "r15"),
            chain!("add" "adc"; "rax" "r10"; "rcx" "r11"; "rsi" "r13"; "rdi" "r14"; "r8" "rbp"; "r9" "r15"),
            subtract_p!("rax" "rcx" "rsi" "rdi" "r8" "r9"; "r10" "r11" "r13" "r14" "rbp" "r15"),
            store_six!($difference + 0; "rax" "rcx" "rsi" "rdi" "r8" "r9"),
            six!("mov" "mov" $x; "rax" "rcx" "rsi" "rdi" "r8" "r9"),
            six!("add" "adc" $y; "rax" "rcx" "rsi" "rdi" "r8" "r9"),
            subtract_p!("rax" "rcx" "rsi" "rdi" "r8" "r9"; "r10" "r11" "r13" "r14" "rbp" "r15"),
            store_six!($sum + 0; "rax" "rcx" "rsi" "rdi" "r8" "r9"),
        )
    };
}

/// Subtracts `p` unless that borrows; `rdx` and the registers behind `;` are temporaries.
macro_rules! subtract_p {
    ($a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt; $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt) => {
        concat!(
            six!("sub" "sbb" "rip + {c}"; $a0 $a1 $a2 $a3 $a4 $a5),
            op!("sbb" "rdx", "rdx"),
            masked_six!("rip + {c}"; $t0 $t1 $t2 $t3 $t4 $t5),
            chain!("add" "adc"; $a0 $t0; $a1 $t1; $a2 $t2; $a3 $t3; $a4 $t4; $a5 $t5),
        )
    };
}
