//! The engines of each operation, most preferred first.

use lanesmith_isa::token::{Token, self};
use lanesmith_isa::{AnyTable, Engine, Table};

use crate::arch::*;
use crate::ops::{Argon2Kernel, Layout};

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

/// Every operation of this crate.
pub fn tables() -> [&'static dyn AnyTable; 1] {
    [&ARGON2]
}
