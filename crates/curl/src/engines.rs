//! The engine tables: which implementations there are of each operation, most preferred first, and what they cost.
//!
//! Costs are picoseconds of one transform of a message alone, and of packing a block of every lane and transforming them; of
//! an attempt of every lane at a nonce. Those of [`Other`] were measured on AMD Zen 4, those of [`Zen5`] on family 26, model 2, which does 512 bits in one piece.
//! Their ratios are much the same elsewhere, because all engines are bound by the ports of one kind of instruction: on [`Intel`],
//! not measured, two of 512 bits or three of 256 in a cycle, where Zen 4 has two of 256 bits either way.

#[allow(unused_imports, reason = "WebAssembly with SIMD has one engine and one kind of CPU")]
use lanesmith_isa::cpu::Kind::{Intel, Other, Zen5};
use lanesmith_isa::{AnyTable, Cost, table};

use crate::arch::*;
use crate::ops::{CurlKernel, PowKernel};

/// One transform alone, and one of every lane.
const fn cost(alone: &'static [u32; 1], pass: u32) -> Cost<'static> {
    Cost::each(alone).or_pass(pass)
}

/// One attempt of every lane.
const fn attempts(pass: u32) -> Cost<'static> {
    Cost::pass(pass)
}

table! {
    /// The engines of Curl-P.
    ///
    /// ```
    /// use lanesmith_curl::{EngineError, HASH, Handle, ManyHasher, Rounds};
    /// for engine in HASH.available() {
    ///     println!("{}: {} lanes", engine.name(), engine.info.lanes);
    /// }
    /// let scalar: Handle<_> = HASH.by_name("scalar")?;
    /// let hasher = ManyHasher::new(Rounds::P81).with_engine(scalar);
    /// # Ok::<(), EngineError>(())
    /// ```
    pub static HASH: planned CurlKernel;
    x86_64 {
        avx512: Avx512, 512, "512 lanes, ternary logic, 5 rounds per pass over memory",
            &[(Other, cost(&[2_060_000], 59_000_000)), (Intel, cost(&[2_060_000], 43_500_000)), (Zen5, cost(&[1_380_000], 22_200_000))], avx512::HASH;
        avx512vl: Avx512, 256, "256 lanes, ternary logic, 5 rounds per pass over memory",
            &[(Other, cost(&[2_060_000], 29_000_000)), (Intel, cost(&[2_060_000], 29_000_000)), (Zen5, cost(&[1_390_000], 17_500_000))], avx512vl::HASH;
        avx2: Avx2, 256, "256 lanes, 3 rounds per pass over memory",
            &[(Other, cost(&[3_800_000], 30_000_000)), (Intel, cost(&[3_800_000], 30_000_000)), (Zen5, cost(&[2_900_000], 19_100_000))], avx2::HASH;
        sse2: Sse2, 128, "128 lanes, 3 rounds per pass over memory",
            &[(Other, cost(&[3_650_000], 29_000_000)), (Intel, cost(&[3_650_000], 29_000_000)), (Zen5, cost(&[2_920_000], 20_600_000))], sse2::HASH;
    }
    aarch64 {
        neon: Neon, 128, "128 lanes, 3 rounds per pass over memory",
            &[(Other, cost(&[3_950_000], 29_000_000))], neon::HASH;
    }
    arm {
        neon: Neon, 128, "128 lanes, 2 rounds per pass over memory",
            &[(Other, cost(&[3_950_000], 29_000_000))], arm_neon::HASH;
    }
    simd128 {
        simd128: Simd128, 128, "128 lanes, 3 rounds per pass over memory",
            &[(Other, cost(&[3_950_000], 29_000_000))], simd128::HASH;
    }
    fallback {
        scalar: Portable, 256, "256 lanes in plain Rust, 1 round per pass over memory",
            &[(Other, cost(&[3_950_000], 140_000_000)), (Intel, cost(&[3_950_000], 140_000_000)), (Zen5, cost(&[2_930_000], 73_400_000))], scalar::HASH;
    }
}

table! {
    /// The engines of the nonce search.
    ///
    /// ```
    /// use lanesmith_curl::POW;
    /// assert!(POW.by_name("scalar").is_ok());
    /// ```
    pub static POW: ranked PowKernel;
    x86_64 {
        avx512: Avx512, 512, "512 lanes, ternary logic, 5 rounds per pass over memory",
            &[(Other, attempts(34_900_000)), (Intel, attempts(25_700_000)), (Zen5, attempts(18_600_000))], avx512::POW;
        avx512vl: Avx512, 256, "256 lanes, ternary logic, 5 rounds per pass over memory",
            &[(Other, attempts(16_700_000)), (Intel, attempts(16_700_000)), (Zen5, attempts(14_000_000))], avx512vl::POW;
        avx2: Avx2, 256, "256 lanes, 3 rounds per pass over memory",
            &[(Other, attempts(18_600_000)), (Intel, attempts(18_600_000)), (Zen5, attempts(15_200_000))], avx2::POW;
        sse2: Sse2, 128, "128 lanes, 3 rounds per pass over memory",
            &[(Other, attempts(18_900_000)), (Intel, attempts(18_900_000)), (Zen5, attempts(16_300_000))], sse2::POW;
    }
    aarch64 {
        neon: Neon, 128, "128 lanes, 3 rounds per pass over memory", &[(Other, attempts(18_900_000))], neon::POW;
    }
    arm {
        neon: Neon, 128, "128 lanes, 2 rounds per pass over memory", &[(Other, attempts(18_900_000))], arm_neon::POW;
    }
    simd128 {
        simd128: Simd128, 128, "128 lanes, 3 rounds per pass over memory", &[(Other, attempts(18_900_000))], simd128::POW;
    }
    fallback {
        scalar: Portable, 256, "256 lanes in plain Rust, 1 round per pass over memory",
            &[(Other, attempts(72_400_000)), (Intel, attempts(72_400_000)), (Zen5, attempts(58_900_000))], scalar::POW;
    }
}

/// The tables of every operation of this crate.
pub static TABLES: &[&dyn AnyTable] = &[&HASH, &POW];

/// Every configuration of PCurl's design space on this architecture: a study, which no caller is given.
#[cfg(feature = "lab")]
pub static LAB: lanesmith_isa::Table<crate::ops::LabKernel> = lanesmith_isa::Table::new(lab::CONFIGURATIONS);

#[cfg(feature = "lab")]
impl lanesmith_isa::Tabled for crate::ops::LabKernel {
    fn table() -> &'static lanesmith_isa::Table<Self> {
        &LAB
    }
}

#[cfg(test)]
mod tests {
    use lanesmith_isa::cpu;

    use super::*;

    #[test]
    fn batches_take_the_engine_with_the_cheapest_lane_of_this_kind_of_cpu() {
        if HASH.by_name("avx512").is_err() {
            return;
        }
        let table: &'static dyn AnyTable = &HASH;
        let expected = HASH.cheapest_on(cpu::kind()).name;
        assert_eq!(table.first_step(1 << 20).0, expected);
        assert_eq!(table.first_step(512).0, expected);
        assert_eq!(POW.auto().name(), POW.cheapest_on(cpu::kind()).name);
    }

    /// On Zen 4 (`Other`, as everything that is not known) the recorded race has it ahead by 3 to 5 %.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn zen_4_takes_256_lanes_and_cpus_of_512_bits_in_one_piece_take_512() {
        for kind in [Other, Intel, Zen5] {
            let expected = if kind == Other { "avx512vl" } else { "avx512" };
            assert_eq!(HASH.cheapest_on(kind).name, expected, "{kind:?}");
            assert_eq!(POW.cheapest_on(kind).name, expected, "{kind:?}");
        }
    }
}
