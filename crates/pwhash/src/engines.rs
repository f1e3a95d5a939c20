//! The engines of each operation, most preferred first.

use lanesmith_isa::token::{Token, self};
use lanesmith_isa::{AnyTable, Engine, Table};

use crate::arch::*;
use crate::ops::{Argon2Kernel, Layout, Lyra2Kernel, ScryptKernel};

macro_rules! argon2 {
    ($name:literal, $summary:literal, $token:ident, $module:ident, $layout:ident) => {
        Engine::new(
            $name,
            $summary,
            token::$token::FEATURES,
            1,
            Argon2Kernel { fill: $module::argon2_fill, layout: Layout::$layout },
        )
    };
}

/// `pwhash.argon2`.
pub static ARGON2: Table<Argon2Kernel> = Table::new(
    "pwhash.argon2",
    &[
        #[cfg(target_arch = "x86_64")]
        argon2!("avx512", "a block in sixteen registers", Avx512, avx512, Pairs),
        #[cfg(target_arch = "x86_64")]
        argon2!("avx2", "rows in 256 bits", Avx2, avx2, Rows),
        #[cfg(target_arch = "x86_64")]
        argon2!("ssse3", "half rows in 128 bits, byte shuffles", Ssse3, ssse3, Rows),
        #[cfg(target_arch = "x86_64")]
        argon2!("sse2", "half rows in 128 bits", Sse2, sse2, Rows),
        #[cfg(target_arch = "aarch64")]
        argon2!("neon", "half rows in 128 bits", Neon, neon, Rows),
        argon2!("scalar", "general registers", Portable, scalar, Rows),
    ],
);

macro_rules! lyra2 {
    ($name:literal, $summary:literal, $token:ident, $module:ident) => {
        Engine::new($name, $summary, token::$token::FEATURES, 2, Lyra2Kernel { run: $module::lyra2_run })
    };
}

/// `pwhash.lyra2`.
pub static LYRA2: Table<Lyra2Kernel> = Table::new(
    "pwhash.lyra2",
    &[
        #[cfg(target_arch = "x86_64")]
        lyra2!("avx512", "rows in 256 bits, rotations", Avx512, avx512),
        #[cfg(target_arch = "x86_64")]
        lyra2!("avx2", "rows in 256 bits", Avx2, avx2),
        #[cfg(target_arch = "x86_64")]
        lyra2!("ssse3", "half rows in 128 bits, byte shuffles", Ssse3, ssse3),
        #[cfg(target_arch = "x86_64")]
        lyra2!("sse2", "half rows in 128 bits", Sse2, sse2),
        #[cfg(target_arch = "aarch64")]
        lyra2!("neon", "half rows in 128 bits", Neon, neon),
        lyra2!("scalar", "general registers", Portable, scalar),
    ],
);

macro_rules! scrypt {
    ($name:literal, $summary:literal, $token:ident, $lanes:literal, $module:ident) => {
        Engine::new(
            $name,
            $summary,
            token::$token::FEATURES,
            $lanes,
            ScryptKernel { mix: $module::scrypt_mix },
        )
    };
}

/// `pwhash.scrypt`.
pub static SCRYPT: Table<ScryptKernel> = Table::new(
    "pwhash.scrypt",
    &[
        #[cfg(target_arch = "x86_64")]
        scrypt!("avx512", "up to eight inputs in 512 bits", Avx512, 8, avx512),
        #[cfg(target_arch = "x86_64")]
        scrypt!("avx2", "up to four inputs in 256 bits", Avx2, 4, avx2),
        #[cfg(target_arch = "x86_64")]
        scrypt!("sse2", "one or two inputs in 128 bits", Sse2, 2, sse2),
        #[cfg(target_arch = "aarch64")]
        scrypt!("neon", "one or two inputs in 128 bits", Neon, 2, neon),
        scrypt!("scalar", "general registers", Portable, 1, scalar),
    ],
);

/// Every operation of this crate.
pub fn tables() -> [&'static dyn AnyTable; 3] {
    [&ARGON2, &LYRA2, &SCRYPT]
}
