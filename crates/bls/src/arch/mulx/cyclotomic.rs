//! The cyclotomic subgroup: whole and compressed squares.

/// Square in the cyclotomic subgroup of `rsi` into `rdi` (Granger and Scott). Calls `{sqr}`, the wide square in `Fp2`.
///
/// Three squares `(a + b*s)^2` in `Fp4 = Fp2[s]/(s^2 - xi)` give `t0 = a^2 + xi*b^2` and `t1 = (a + b)^2 - a^2 - b^2`; an output is
/// `3*t - 2*z` or `3*t + 2*z`. Stack: frame of `output!` with the address of the next `z` at 56, the address of `x` at 64; the wide
/// squares `a^2`, `b^2`, `(a + b)^2` of the three at 80, 656, 1232; `a + b` at 1808.
macro_rules! fp12_cyclotomic_sqr {
    ($s:tt $how:tt) => {
        concat!(
            enter!(1904),
            op!("mov" ["rsp" + 48], "rdi"),
            op!("mov" ["rsp" + 56], "rsi"),
            "mov rbx, rsi\n",
            fp4_squares!("rbx" "rbx + 384" "rsp + 80" "rsp + 272" "rsp + 464" "rsp + 1808"),
            fp4_squares!("rbx + 288" "rbx + 192" "rsp + 656" "rsp + 848" "rsp + 1040" "rsp + 1808"),
            fp4_squares!("rbx + 96" "rbx + 480" "rsp + 1232" "rsp + 1424" "rsp + 1616" "rsp + 1808"),
            fp4_t0!("rsp + 80" "rsp + 176" "rsp + 272" "rsp + 368"),
            fp4_t0!("rsp + 656" "rsp + 752" "rsp + 848" "rsp + 944"),
            fp4_t0!("rsp + 1232" "rsp + 1328" "rsp + 1424" "rsp + 1520"),
            // xi * t1 of the third.
            wide_sum!(load "rsp + 1616"; sub "rsp + 1232"; sub "rsp + 1424"; store "rsp + 1616";),
            wide_sum!(load "rsp + 1712"; sub "rsp + 1328"; sub "rsp + 1520"; store "rsp + 1712";),
            output_triple!("4"; load "rsp + 1616"; sub "rsp + 1712";),
            output_triple!("4"; load "rsp + 1616"; add "rsp + 1712";),
            output_triple!("4"; load "rsp + 464"; sub "rsp + 80"; sub "rsp + 272";),
            output_triple!("4"; load "rsp + 560"; sub "rsp + 176"; sub "rsp + 368";),
            output_triple!("4"; load "rsp + 1040"; sub "rsp + 656"; sub "rsp + 848";),
            output_triple!("4"; load "rsp + 1136"; sub "rsp + 752"; sub "rsp + 944";),
            leave!(1904),
            "3:\n",
            triple_routine!($s $how "sub" "sbb" "rip + {c} + 272"),
            "4:\n",
            triple_routine!($s $how "add" "adc" "rip + {c} + 168"),
        )
    };
}

/// Square of a compressed element `(z2, z3, z4, z5)` of the cyclotomic subgroup, from `rsi` into `rdi`. Calls `{sqr}`.
///
/// As above with `b = (z2 + z3*s)^2`, `c = (z4 + z5*s)^2`, whose wide squares lie at 80 and 656; sums at 1232.
macro_rules! fp12_compressed_sqr {
    ($s:tt $how:tt) => {
        concat!(
            enter!(1328),
            op!("mov" ["rsp" + 48], "rdi"),
            op!("mov" ["rsp" + 56], "rsi"),
            "mov rbx, rsi\n",
            fp4_squares!("rbx" "rbx + 96" "rsp + 80" "rsp + 272" "rsp + 464" "rsp + 1232"),
            fp4_squares!("rbx + 192" "rbx + 288" "rsp + 656" "rsp + 848" "rsp + 1040" "rsp + 1232"),
            // xi * c1.
            wide_sum!(load "rsp + 1040"; sub "rsp + 656"; sub "rsp + 848"; store "rsp + 1040";),
            wide_sum!(load "rsp + 1136"; sub "rsp + 752"; sub "rsp + 944"; store "rsp + 1136";),
            output_triple!("4"; load "rsp + 1040"; sub "rsp + 1136";),
            output_triple!("4"; load "rsp + 1040"; add "rsp + 1136";),
            fp4_t0!("rsp + 656" "rsp + 752" "rsp + 848" "rsp + 944"),
            fp4_t0!("rsp + 80" "rsp + 176" "rsp + 272" "rsp + 368"),
            output_triple!("4"; load "rsp + 464"; sub "rsp + 80"; sub "rsp + 272";),
            output_triple!("4"; load "rsp + 560"; sub "rsp + 176"; sub "rsp + 368";),
            leave!(1328),
            "3:\n",
            triple_routine!($s $how "sub" "sbb" "rip + {c} + 272"),
            "4:\n",
            triple_routine!($s $how "add" "adc" "rip + {c} + 168"),
        )
    };
}

/// The three wide squares of one square in `Fp4`.
macro_rules! fp4_squares {
    ($a:tt $b:tt $aa:tt $bb:tt $m:tt $sum:tt) => {
        concat!(
            fp6_sum!($a $b $sum; "+ 0"),
            fp6_sum!($a $b $sum; "+ 48"),
            call!("sqr"; "rdi" $aa; "rsi" $a),
            call!("sqr"; "rdi" $bb; "rsi" $b),
            call!("sqr"; "rdi" $m; "rsi" $sum),
        )
    };
}

/// The two outputs from `t0 = aa + xi*bb`.
macro_rules! fp4_t0 {
    ($aa0:tt $aa1:tt $bb0:tt $bb1:tt) => {
        concat!(
            output_triple!("3"; load $aa0; add $bb0; sub $bb1;),
            output_triple!("3"; load $aa1; add $bb0; add $bb1;),
        )
    };
}

/// One output of a cyclotomic square, by the local routine with the given number.
macro_rules! output_triple {
    ($routine:tt; $($name:ident $m:tt;)*) => {
        concat!(
            wide_sum!($($name $m;)*),
            store_six!("rsp" + 0; "r10" "r11" "r12" "r13" "r14" "r15"),
            "call ", $routine, "f\n",
        )
    };
}

/// Reduction, `3*t +- 2*z`, normalisation.
macro_rules! triple_routine {
    ($s:tt $how:tt $first:tt $next:tt $bias:tt) => {
        output_routine!($s $how
            word "rsp" 64; two_and_one $first $next "rdx"; tighten $bias; asm "add qword ptr [rsp + 64], 48\n";)
    };
}
