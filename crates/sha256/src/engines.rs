//! The engine tables: which implementations there are of each operation. What they cost stands in `costs/`.

use lanesmith_isa::{AnyTable, table};

use crate::arch::*;
use crate::costs::CPUS;
use crate::kernel::fixed;
use crate::ops::{ManyKernel, NodeKernel, Pbkdf2Kernel, StreamKernel};

/// The kernel of a module of `arch` whose one compression function serves all fixed lengths.
#[allow(unused_macros, reason = "not every architecture uses all of them")]
macro_rules! stream {
    ($module:ident) => {
        StreamKernel { compress: $module::compress, fixed: fixed::of_compress!($module::compress) }
    };
    ($module:ident written out) => {
        StreamKernel { compress: $module::compress, fixed: $module::FIXED }
    };
}

macro_rules! nodes {
    ($module:ident) => {
        NodeKernel { hash: $module::nodes, one: $module::node }
    };
}

macro_rules! many {
    ($module:ident) => {
        ManyKernel { compress: $module::many }
    };
}

macro_rules! pbkdf2 {
    ($module:ident) => {
        Pbkdf2Kernel { rounds: $module::pbkdf2 }
    };
}

table! {
    /// The engines of one message.
    ///
    /// ```
    /// use lanesmith_sha256::{EngineError, Handle, STREAM, sha256, sha256_with};
    /// let scalar: Handle<_> = STREAM.by_name("scalar")?;
    /// assert_eq!(sha256_with(scalar, b"abc"), sha256(b"abc"));
    /// # Ok::<(), EngineError>(())
    /// ```
    pub static STREAM: ranked StreamKernel, CPUS;
    x86_64 {
        shani: Shani, 1, "SHA-NI rounds", stream!(shani written out);
        avx2: Avx2Bmi2, 1, "schedules of two blocks in vectors, rounds with BMI2", stream!(avx2);
        ssse3: Ssse3, 1, "schedule in vectors, rounds in general registers", stream!(ssse3);
    }
    aarch64 {
        sha2: ArmSha2, 1, "Armv8 SHA-256 rounds", stream!(sha2 written out);
        neon: Neon, 1, "schedule in vectors, rounds in general registers", stream!(neon);
    }
    simd128 {
        simd128: Simd128, 1, "schedule in vectors, rounds in general registers", stream!(simd128);
    }
    fallback {
        scalar: Portable, 1, "general registers", stream!(scalar);
    }
}

table! {
    /// The engines of 64-byte messages, the nodes of binary trees.
    pub static NODES: planned NodeKernel, CPUS;
    x86_64 {
        avx512: Avx512, 16, "sixteen lanes", nodes!(avx512);
        avx512vl: Avx512, 8, "eight lanes, ternary logic and rotations", nodes!(avx512vl);
        shani: Shani, 1..=6, "SHA-NI, up to six nodes interleaved", nodes!(shani);
        avx2: Avx2, 8, "eight lanes", nodes!(avx2);
        ssse3: Ssse3, 4, "four lanes", nodes!(ssse3);
    }
    aarch64 {
        sha2: ArmSha2, 1..=4, "Armv8 SHA-256 rounds, four nodes interleaved", nodes!(sha2);
        neon: Neon, 4, "four lanes", nodes!(neon);
    }
    arm {
        neon: Neon, 4, "four lanes", nodes!(arm_neon);
    }
    simd128 {
        simd128: Simd128, 8, "eight lanes in two vectors", nodes!(simd128);
    }
    fallback {
        scalar: Portable, 1, "general registers", nodes!(scalar);
    }
}

table! {
    /// The engines of independent messages of any length.
    pub static MANY: planned ManyKernel, CPUS;
    x86_64 {
        avx512: Avx512, 16, "sixteen lanes", many!(avx512);
        avx512vl: Avx512, 8, "eight lanes, ternary logic and rotations", many!(avx512vl);
        shani: Shani, 1..=6, "SHA-NI, up to six streams interleaved", many!(shani);
        avx2: Avx2, 8, "eight lanes", many!(avx2);
        ssse3: Ssse3, 4, "four lanes", many!(ssse3);
    }
    aarch64 {
        sha2: ArmSha2, 1..=4, "Armv8 SHA-256 rounds, up to four streams interleaved", many!(sha2);
        neon: Neon, 4, "four lanes", many!(neon);
    }
    arm {
        neon: Neon, 4, "four lanes", many!(arm_neon);
    }
    simd128 {
        simd128: Simd128, 8, "eight lanes in two vectors", many!(simd128);
    }
    fallback {
        scalar: Portable, 1, "general registers", many!(scalar);
    }
}

table! {
    /// The engines of the inner loop of PBKDF2-HMAC-SHA-256. The rounds of a password are one chain, each block made of
    /// the one before: engines that interleave streams take as many passwords as stay in registers between blocks.
    pub static PBKDF2: planned Pbkdf2Kernel, CPUS;
    x86_64 {
        avx512: Avx512, 16, "sixteen lanes", pbkdf2!(avx512);
        avx512vl: Avx512, 8, "eight lanes, ternary logic and rotations", pbkdf2!(avx512vl);
        shani: Shani, 1..=2, "SHA-NI, two passwords interleaved", pbkdf2!(shani);
        avx2: Avx2, 8, "eight lanes", pbkdf2!(avx2);
        ssse3: Ssse3, 4, "four lanes", pbkdf2!(ssse3);
    }
    aarch64 {
        sha2: ArmSha2, 1..=2, "Armv8 SHA-256 rounds, two passwords interleaved", pbkdf2!(sha2);
        neon: Neon, 4, "four lanes", pbkdf2!(neon);
    }
    arm {
        neon: Neon, 4, "four lanes", pbkdf2!(arm_neon);
    }
    simd128 {
        simd128: Simd128, 8, "eight lanes in two vectors", pbkdf2!(simd128);
    }
    portable {
        scalar: Portable, 1, "general registers", pbkdf2!(scalar);
    }
}

/// The tables of every operation of this crate.
pub static TABLES: &[&dyn AnyTable] = &[&STREAM, &NODES, &MANY, &PBKDF2];
