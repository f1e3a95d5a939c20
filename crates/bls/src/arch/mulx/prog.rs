//! A small language for products and reductions: the words of the accumulator move through thirteen registers, and the
//! list in front of a program says which register holds which word. Nothing is moved; the list is rotated.

/// Expands a program: `prog!(style [thirteen registers] statement; statement; ...)`.
///
/// The first six (after some statements seven) registers hold the accumulator, lowest word first; the others are free.
///
/// | statement | accumulator | effect |
/// | --- | --- | --- |
/// | `at p o i` | any | `rdx` = word at byte `i` of the operand whose address lies at `p + o` |
/// | `word m i` | any | `rdx` = word at byte `i` of `m` |
/// | `first m` | none to 7 | accumulator = `rdx * [m]` |
/// | `row m` | 6 to 7 | accumulator += `rdx * [m]` |
/// | `row_spilled m s o` | 6 to 7 | the same, and the word that was spilled is added at the top |
/// | `low m o` | 7 to 6 | stores the lowest word at `m + o` and shifts it out |
/// | `low via p q o` | 7 to 6 | the same at byte `o` of the place whose address lies at `p + q` |
/// | `spill m o` | 7 to 6 | stores the highest word at `m + o` |
/// | `step` | 7 to 6 | adds the multiple of `p` that clears the lowest word, shifts it out |
/// | `step_six` | 6 to 6 | the same |
/// | `rho` | 7 to 7 | shifts the lowest word `t` out and adds `t * rho`, `rho = 2^-64 mod p`: no quotient is computed |
/// | `rho_six` | 6 to 7 | the same |
/// | `load m` | none to 6 | loads six words |
/// | `add m`, `sub m` | 6 | adds, subtracts six words |
/// | `store m`, `store_high m`, `store_high via p q` | 6 | stores the six words at `m`, at `m + 48` |
/// | `asm text` | any | `text` as it is |
/// | `scan how m [b] s o` | none to 6 | the Montgomery product of `m` with the words that `b` names (`at p o` or `word m`), spilling to `s + o`; `how` below |
/// | `product m [b] [out]` | none | the product without reduction, stored at `out` (`m` or `via p q`) |
/// | `product_low m [b] [out]` | none to 6 | the same, but the high half stays in the accumulator |
/// | `tighten bias` | 6 | adds `[bias]`, subtracts the multiple of `p` that the top word shows: in `[0, p + 2^330)` |
/// | `two_and_one first next m` | 6 | from `t` to `3t + 2*[m]` (`"add" "adc"`) or `3t - 2*[m]` |
/// | `reduce how high` | 6 to 6 | Montgomery reduction of six words; then adds the six words at `high` |
///
/// `how` says which steps do the reduction, and so the bound of the result for an input `t`:
/// `standard` (six standard steps) and `rho4` (four rho steps, two standard ones) give `[0, t/R + p + 2^330)`,
/// `rho5` (five and one) gives `[0, t/R + p + rho)` with `rho < 0.54 p`.
macro_rules! prog {
    ($s:tt [$($r:tt)*]) => { "" };
    ($s:tt [$($r:tt)*] scan standard $m:tt [$($b:tt)*] $p:tt $o:tt; $($rest:tt)*) => {
        prog!($s [$($r)*]
            $($b)* 0; first $m; step;
            $($b)* 8; row $m; step;
            $($b)* 16; row $m; step;
            $($b)* 24; row $m; step;
            $($b)* 32; row $m; step;
            $($b)* 40; row $m; step;
            $($rest)*)
    };
    ($s:tt [$($r:tt)*] scan rho4 $m:tt [$($b:tt)*] $p:tt $o:tt; $($rest:tt)*) => {
        prog!($s [$($r)*]
            $($b)* 0; first $m; rho; spill $p $o;
            $($b)* 8; row_spilled $m $p $o; rho; spill $p $o;
            $($b)* 16; row_spilled $m $p $o; rho; spill $p $o;
            $($b)* 24; row_spilled $m $p $o; rho; spill $p $o;
            $($b)* 32; row_spilled $m $p $o; step;
            $($b)* 40; row $m; step;
            $($rest)*)
    };
    ($s:tt [$($r:tt)*] scan rho5 $m:tt [$($b:tt)*] $p:tt $o:tt; $($rest:tt)*) => {
        prog!($s [$($r)*]
            $($b)* 0; first $m; rho; spill $p $o;
            $($b)* 8; row_spilled $m $p $o; rho; spill $p $o;
            $($b)* 16; row_spilled $m $p $o; rho; spill $p $o;
            $($b)* 24; row_spilled $m $p $o; rho; spill $p $o;
            $($b)* 32; row_spilled $m $p $o; rho; spill $p $o;
            $($b)* 40; row_spilled $m $p $o; step;
            $($rest)*)
    };
    ($s:tt [$($r:tt)*] product $m:tt [$($b:tt)*] [$($out:tt)*]; $($rest:tt)*) => {
        prog!($s [$($r)*] product_low $m [$($b)*] [$($out)*]; store_high $($out)*; $($rest)*)
    };
    ($s:tt [$($r:tt)*] product_low $m:tt [$($b:tt)*] [$($out:tt)*]; $($rest:tt)*) => {
        prog!($s [$($r)*]
            $($b)* 0; first $m; low $($out)* 0;
            $($b)* 8; row $m; low $($out)* 8;
            $($b)* 16; row $m; low $($out)* 16;
            $($b)* 24; row $m; low $($out)* 24;
            $($b)* 32; row $m; low $($out)* 32;
            $($b)* 40; row $m; low $($out)* 40;
            $($rest)*)
    };
    ($s:tt [$($r:tt)*] reduce standard $high:tt; $($rest:tt)*) => {
        prog!($s [$($r)*] step_six; step_six; step_six; step_six; step_six; step_six; add $high; $($rest)*)
    };
    ($s:tt [$($r:tt)*] reduce rho4 $high:tt; $($rest:tt)*) => {
        prog!($s [$($r)*] rho_six; rho; rho; rho; step; step_six; add $high; $($rest)*)
    };
    ($s:tt [$($r:tt)*] reduce rho5 $high:tt; $($rest:tt)*) => {
        prog!($s [$($r)*] rho_six; rho; rho; rho; rho; step; add $high; $($rest)*)
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt]
     tighten $bias:tt; $($rest:tt)*) => {
        concat!(
            six!("add" "adc" $bias; $a0 $a1 $a2 $a3 $a4 $a5),
            op!("mov" "rdx", $a5),
            mulx!("rdx" $a6 ["rip + {c}" + 216]),
            op!("shr" "rdx", "60"),
            row_first!("rip + {c}"; $t0 $t1 $t2 $t3 $t4 $t5 $a6),
            chain!("sub" "sbb"; $a0 $t0; $a1 $t1; $a2 $t2; $a3 $t3; $a4 $t4; $a5 $t5),
            prog!($s [$a0 $a1 $a2 $a3 $a4 $a5 $a6 $t0 $t1 $t2 $t3 $t4 $t5] $($rest)*),
        )
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt]
     two_and_one $first:tt $next:tt $m:tt; $($rest:tt)*) => {
        concat!(
            op!("mov" $t0, $a0),
            op!("mov" $t1, $a1),
            op!("mov" $t2, $a2),
            op!("mov" $t3, $a3),
            op!("mov" $t4, $a4),
            op!("mov" $t5, $a5),
            six!($first $next $m; $t0 $t1 $t2 $t3 $t4 $t5),
            chain!("add" "adc"; $t0 $t0; $t1 $t1; $t2 $t2; $t3 $t3; $t4 $t4; $t5 $t5),
            chain!("add" "adc"; $a0 $t0; $a1 $t1; $a2 $t2; $a3 $t3; $a4 $t4; $a5 $t5),
            prog!($s [$a0 $a1 $a2 $a3 $a4 $a5 $a6 $t0 $t1 $t2 $t3 $t4 $t5] $($rest)*),
        )
    };
    ($s:tt [$($r:tt)*] asm $text:tt; $($rest:tt)*) => {
        concat!($text, prog!($s [$($r)*] $($rest)*))
    };
    ($s:tt [$($r:tt)*] at $p:tt $o:tt $i:tt; $($rest:tt)*) => {
        concat!(op!("mov" "rdx", [$p + $o]), op!("mov" "rdx", ["rdx" + $i]), prog!($s [$($r)*] $($rest)*))
    };
    ($s:tt [$($r:tt)*] word $m:tt $i:tt; $($rest:tt)*) => {
        concat!(op!("mov" "rdx", [$m + $i]), prog!($s [$($r)*] $($rest)*))
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $($t:tt)*] first $m:tt; $($rest:tt)*) => {
        concat!(row_first!($m; $a0 $a1 $a2 $a3 $a4 $a5 $a6), prog!($s [$a0 $a1 $a2 $a3 $a4 $a5 $a6 $($t)*] $($rest)*))
    };
    ($s:tt [$($a:tt)*] row $m:tt; $($rest:tt)*) => {
        concat!(on_registers!(row [$s $m]; $($a)*), prog!($s [$($a)*] $($rest)*))
    };
    ($s:tt [$($a:tt)*] row_spilled $m:tt $p:tt $o:tt; $($rest:tt)*) => {
        concat!(on_registers!(row [$s $m [$p + $o]]; $($a)*), prog!($s [$($a)*] $($rest)*))
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $($t:tt)*] low $m:tt $o:tt; $($rest:tt)*) => {
        concat!(op!("mov" [$m + $o], $a0), prog!($s [$a1 $a2 $a3 $a4 $a5 $a6 $a0 $($t)*] $($rest)*))
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $($t:tt)*] low via $p:tt $q:tt $o:tt; $($rest:tt)*) => {
        concat!(op!("mov" "rdx", [$p + $q]), op!("mov" ["rdx" + $o], $a0), prog!($s [$a1 $a2 $a3 $a4 $a5 $a6 $a0 $($t)*] $($rest)*))
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $($t:tt)*] spill $m:tt $o:tt; $($rest:tt)*) => {
        concat!(op!("mov" [$m + $o], $a6), prog!($s [$a0 $a1 $a2 $a3 $a4 $a5 $a6 $($t)*] $($rest)*))
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $($t:tt)*] step; $($rest:tt)*) => {
        concat!(
            on_registers!(step [$s]; $a0 $a1 $a2 $a3 $a4 $a5 $a6 $($t)*),
            prog!($s [$a1 $a2 $a3 $a4 $a5 $a6 $a0 $($t)*] $($rest)*),
        )
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $($t:tt)*] step_six; $($rest:tt)*) => {
        concat!(
            on_registers!(step_six [$s]; $a0 $a1 $a2 $a3 $a4 $a5 $a6 $($t)*),
            prog!($s [$a1 $a2 $a3 $a4 $a5 $a6 $a0 $($t)*] $($rest)*),
        )
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $($t:tt)*] rho; $($rest:tt)*) => {
        concat!(
            op!("mov" "rdx", $a0),
            on_registers!(row [$s "rip + {c} + 64"]; $a1 $a2 $a3 $a4 $a5 $a6 $a0 $($t)*),
            prog!($s [$a1 $a2 $a3 $a4 $a5 $a6 $a0 $($t)*] $($rest)*),
        )
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $($t:tt)*] rho_six; $($rest:tt)*) => {
        concat!(
            on_registers!(rho_six [$s]; $a0 $a1 $a2 $a3 $a4 $a5 $a6 $($t)*),
            prog!($s [$a1 $a2 $a3 $a4 $a5 $a6 $a0 $($t)*] $($rest)*),
        )
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $($t:tt)*] load $m:tt; $($rest:tt)*) => {
        concat!(six!("mov" "mov" $m; $a0 $a1 $a2 $a3 $a4 $a5), prog!($s [$a0 $a1 $a2 $a3 $a4 $a5 $($t)*] $($rest)*))
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $($t:tt)*] add $m:tt; $($rest:tt)*) => {
        concat!(six!("add" "adc" $m; $a0 $a1 $a2 $a3 $a4 $a5), prog!($s [$a0 $a1 $a2 $a3 $a4 $a5 $($t)*] $($rest)*))
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $($t:tt)*] sub $m:tt; $($rest:tt)*) => {
        concat!(six!("sub" "sbb" $m; $a0 $a1 $a2 $a3 $a4 $a5), prog!($s [$a0 $a1 $a2 $a3 $a4 $a5 $($t)*] $($rest)*))
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $($t:tt)*] store $m:tt; $($rest:tt)*) => {
        concat!(store_six!($m + 0; $a0 $a1 $a2 $a3 $a4 $a5), prog!($s [$a0 $a1 $a2 $a3 $a4 $a5 $($t)*] $($rest)*))
    };
    ($s:tt [$($r:tt)*] store_high via $p:tt $q:tt; $($rest:tt)*) => {
        concat!(op!("mov" "rdx", [$p + $q]), prog!($s [$($r)*] store_high "rdx"; $($rest)*))
    };
    ($s:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $($t:tt)*] store_high $m:tt; $($rest:tt)*) => {
        concat!(store_six!($m + 48; $a0 $a1 $a2 $a3 $a4 $a5), prog!($s [$a0 $a1 $a2 $a3 $a4 $a5 $($t)*] $($rest)*))
    };
}

/// Calls a row macro with the thirteen registers split into words and temporaries.
macro_rules! on_registers {
    ($row:ident [$($arg:tt)*]; $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $($t:tt)*) => {
        $row!($($arg)*; $a0 $a1 $a2 $a3 $a4 $a5 $a6 | $($t)*)
    };
}

/// `op register, word` for six words from `m`, or from `m` and an offset.
macro_rules! six {
    ($first:tt $next:tt $m:tt; $($r:tt)*) => { six!($first $next $m "+ 0"; $($r)*) };
    ($first:tt $next:tt $m:tt $o:tt; $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt) => {
        concat!(
            $first, " ", $a0, ", qword ptr [", $m, " ", $o, "]\n",
            $next, " ", $a1, ", qword ptr [", $m, " ", $o, " + 8]\n",
            $next, " ", $a2, ", qword ptr [", $m, " ", $o, " + 16]\n",
            $next, " ", $a3, ", qword ptr [", $m, " ", $o, " + 24]\n",
            $next, " ", $a4, ", qword ptr [", $m, " ", $o, " + 32]\n",
            $next, " ", $a5, ", qword ptr [", $m, " ", $o, " + 40]\n",
        )
    };
}

/// Stores six words at `m` and an offset.
macro_rules! store_six {
    ($m:tt + $o:tt; $($r:tt)*) => { store_six!($m concat!("+ ", $o); $($r)*) };
    ($m:tt $o:expr; $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt) => {
        concat!(
            "mov qword ptr [", $m, " ", $o, "], ", $a0, "\n",
            "mov qword ptr [", $m, " ", $o, " + 8], ", $a1, "\n",
            "mov qword ptr [", $m, " ", $o, " + 16], ", $a2, "\n",
            "mov qword ptr [", $m, " ", $o, " + 24], ", $a3, "\n",
            "mov qword ptr [", $m, " ", $o, " + 32], ", $a4, "\n",
            "mov qword ptr [", $m, " ", $o, " + 40], ", $a5, "\n",
        )
    };
}

/// An instruction chain over twelve words from `m`: load, add or subtract.
macro_rules! twelve {
    ($first:tt $next:tt $m:tt; $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $a7:tt $a8:tt $a9:tt $a10:tt $a11:tt) => {
        concat!(
            op!($first $a0, [$m + 0]),
            op!($next $a1, [$m + 8]),
            op!($next $a2, [$m + 16]),
            op!($next $a3, [$m + 24]),
            op!($next $a4, [$m + 32]),
            op!($next $a5, [$m + 40]),
            op!($next $a6, [$m + 48]),
            op!($next $a7, [$m + 56]),
            op!($next $a8, [$m + 64]),
            op!($next $a9, [$m + 72]),
            op!($next $a10, [$m + 80]),
            op!($next $a11, [$m + 88]),
        )
    };
}
