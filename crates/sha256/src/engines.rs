//! The engine tables: which implementations there are of each operation, most preferred first, and what they cost.
//!
//! Costs are picoseconds: of a node, of a block of each of several streams, of half a round of PBKDF2. Those of
//! [`Other`] were measured on AMD Zen 4 (family 19h, model 17), those of [`Zen5`] on family 26, model 2; those of [`Intel`] are
//! core cycles of Sapphire Rapids times 340 ps; they only decide between engines of the same machine. Those of aarch64 are modelled
//! (`cargo xtask model`: llvm-mca for Neoverse V2 at 3.3 GHz), those of WebAssembly and of 32-bit Arm guessed: nobody has measured them.

use lanesmith_isa::cpu::Kind::{Intel, Other, Zen5};
use lanesmith_isa::{AnyTable, Cost, table};

use crate::arch::*;
use crate::kernel::fixed;
use crate::ops::{ManyKernel, NodeKernel, Pbkdf2Kernel, StreamKernel};

/// Nodes and streams of one node or block cost the same as of all lanes.
const fn pass(cost: u32) -> Cost<'static> {
    Cost::pass(cost)
}

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
    pub static STREAM: StreamKernel;
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
    pub static NODES: planned NodeKernel;
    x86_64 {
        avx512: Avx512, 16, "sixteen lanes", &[(Other, pass(515_000)), (Intel, pass(525_000)), (Zen5, pass(367_000))], nodes!(avx512);
        avx512vl: Avx512, 8, "eight lanes, ternary logic and rotations",
            &[(Other, pass(290_000)), (Intel, pass(379_000)), (Zen5, pass(345_000))], nodes!(avx512vl);
        shani: Shani, 6, "SHA-NI, up to six nodes interleaved",
            &[
                (Other, Cost::each(&[
                    88_000, 95_000, 136_000, 148_000, 176_000, 203_000, 244_000, 278_000, 272_000, 315_000, 340_000,
                    338_000,
                ])),
                (Intel, Cost::each(&[71_000, 131_000, 202_000, 266_000, 332_000, 398_000])), (Zen5, Cost::each(&[
                    45_500, 79_500, 109_500, 139_000, 166_000, 205_000, 250_000, 284_000, 305_000, 343_000, 374_000,
                    401_000,
                ]))], nodes!(shani);
        avx2: Avx2, 8, "eight lanes", &[(Other, pass(470_000)), (Intel, pass(800_000)), (Zen5, pass(530_000))], nodes!(avx2);
        ssse3: Ssse3, 4, "four lanes", &[(Other, pass(575_000)), (Intel, pass(700_000)), (Zen5, pass(625_000))], nodes!(ssse3);
    }
    aarch64 {
        sha2: ArmSha2, 4, "Armv8 SHA-256 rounds, four nodes interleaved",
            &[(Other, Cost::each(&[60_000, 60_000, 82_000, 109_000]))], nodes!(sha2);
        neon: Neon, 4, "four lanes", &[(Other, pass(550_000))], nodes!(neon);
    }
    arm {
        neon: Neon, 4, "four lanes", &[(Other, pass(550_000))], nodes!(arm_neon);
    }
    simd128 {
        simd128: Simd128, 8, "eight lanes in two vectors", &[(Other, Cost::each(&[240_000, 480_000, 720_000, 900_000]))], nodes!(simd128);
    }
    fallback {
        scalar: Portable, 1, "general registers", &[(Other, pass(310_000)), (Intel, pass(425_000)), (Zen5, pass(231_000))], nodes!(scalar);
    }
}

table! {
    /// The engines of independent messages of any length.
    pub static MANY: planned ManyKernel;
    x86_64 {
        avx512: Avx512, 16, "sixteen lanes", &[(Other, pass(288_000)), (Intel, pass(306_000)), (Zen5, pass(181_000))], many!(avx512);
        avx512vl: Avx512, 8, "eight lanes, ternary logic and rotations",
            &[(Other, pass(168_000)), (Intel, pass(231_000)), (Zen5, pass(180_000))], many!(avx512vl);
        shani: Shani, 6, "SHA-NI, up to six streams interleaved",
            &[
                (Other, Cost::each(&[35_300, 38_500, 61_000, 67_500, 77_500, 91_500])),
                (Intel, Cost::each(&[45_000, 66_000, 99_000, 132_000, 165_000, 198_000])), (Zen5, Cost::each(&[33_900, 45_500, 60_000, 72_500, 86_000, 101_000]))], many!(shani);
        avx2: Avx2, 8, "eight lanes", &[(Other, pass(310_000)), (Intel, pass(480_000)), (Zen5, pass(286_000))], many!(avx2);
        ssse3: Ssse3, 4, "four lanes", &[(Other, pass(440_000)), (Intel, pass(410_000)), (Zen5, pass(305_000))], many!(ssse3);
    }
    aarch64 {
        sha2: ArmSha2, 2, "Armv8 SHA-256 rounds, two streams interleaved",
            &[(Other, Cost::each(&[30_000, 33_000]))], many!(sha2);
        neon: Neon, 4, "four lanes", &[(Other, pass(315_000))], many!(neon);
    }
    arm {
        neon: Neon, 4, "four lanes", &[(Other, pass(315_000))], many!(arm_neon);
    }
    simd128 {
        simd128: Simd128, 8, "eight lanes in two vectors", &[(Other, Cost::each(&[130_000, 260_000, 390_000, 520_000]))], many!(simd128);
    }
    fallback {
        scalar: Portable, 1, "general registers", &[(Other, pass(263_000)), (Intel, pass(220_000)), (Zen5, pass(143_000))], many!(scalar);
    }
}

table! {
    /// The engines of the inner loop of PBKDF2-HMAC-SHA-256. The rounds of a password are one chain, each block made of
    /// the one before: engines that interleave streams take as many passwords as stay in registers between blocks.
    pub static PBKDF2: planned Pbkdf2Kernel;
    x86_64 {
        avx512: Avx512, 16, "sixteen lanes", &[(Other, pass(288_000)), (Intel, pass(306_000)), (Zen5, pass(169_000))], pbkdf2!(avx512);
        avx512vl: Avx512, 8, "eight lanes, ternary logic and rotations",
            &[(Other, pass(168_000)), (Intel, pass(231_000)), (Zen5, pass(173_000))], pbkdf2!(avx512vl);
        shani: Shani, 2, "SHA-NI, two passwords interleaved",
            &[(Other, Cost::each(&[35_300, 38_500])), (Intel, Cost::each(&[45_000, 66_000])), (Zen5, Cost::each(&[35_800, 45_800]))], pbkdf2!(shani);
        avx2: Avx2, 8, "eight lanes", &[(Other, pass(310_000)), (Intel, pass(480_000)), (Zen5, pass(284_000))], pbkdf2!(avx2);
        ssse3: Ssse3, 4, "four lanes", &[(Other, pass(440_000)), (Intel, pass(410_000)), (Zen5, pass(385_000))], pbkdf2!(ssse3);
    }
    aarch64 {
        sha2: ArmSha2, 2, "Armv8 SHA-256 rounds, two passwords interleaved",
            &[(Other, Cost::each(&[30_000, 33_000]))], pbkdf2!(sha2);
        neon: Neon, 4, "four lanes", &[(Other, pass(315_000))], pbkdf2!(neon);
    }
    arm {
        neon: Neon, 4, "four lanes", &[(Other, pass(315_000))], pbkdf2!(arm_neon);
    }
    simd128 {
        simd128: Simd128, 8, "eight lanes in two vectors", &[(Other, pass(850_000))], pbkdf2!(simd128);
    }
    portable {
        scalar: Portable, 1, "general registers", &[(Other, pass(263_000)), (Intel, pass(220_000)), (Zen5, pass(164_000))], pbkdf2!(scalar);
    }
}

/// The tables of every operation of this crate.
pub static TABLES: &[&dyn AnyTable] = &[&STREAM, &NODES, &MANY, &PBKDF2];
