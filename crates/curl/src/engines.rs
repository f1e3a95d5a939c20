//! The engine tables: which implementations there are of each operation. What they cost stands in `costs/`.

use lanesmith_isa::{AnyTable, table};

use crate::arch::*;
use crate::costs::CPUS;
use crate::ops::{CurlKernel, PowKernel};

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
    pub static HASH: planned CurlKernel, CPUS;
    x86_64 {
        avx512: Avx512, 1 or 512, "512 lanes, ternary logic, 5 rounds per pass over memory", avx512::HASH;
        avx512vl: Avx512, 1 or 256, "256 lanes, ternary logic, 5 rounds per pass over memory", avx512vl::HASH;
        avx2: Avx2, 1 or 256, "256 lanes, 3 rounds per pass over memory", avx2::HASH;
        sse2: Sse2, 1 or 128, "128 lanes, 3 rounds per pass over memory", sse2::HASH;
    }
    aarch64 {
        neon: Neon, 1 or 128, "128 lanes, 3 rounds per pass over memory", neon::HASH;
        neon_sha3: ArmSha3, 1 or 128, "128 lanes, BCAX, 3 rounds per pass over memory", neon_sha3::HASH;
    }
    arm {
        neon: Neon, 1 or 128, "128 lanes, 2 rounds per pass over memory", arm_neon::HASH;
    }
    simd128 {
        simd128: Simd128, 1 or 128, "128 lanes, 3 rounds per pass over memory", simd128::HASH;
    }
    fallback {
        scalar: Portable, 1 or 256, "256 lanes in plain Rust, 1 round per pass over memory", scalar::HASH;
    }
}

table! {
    /// The engines of the nonce search.
    ///
    /// ```
    /// use lanesmith_curl::POW;
    /// assert!(POW.by_name("scalar").is_ok());
    /// ```
    pub static POW: ranked PowKernel, CPUS;
    x86_64 {
        avx512: Avx512, 512, "512 lanes, ternary logic, 5 rounds per pass over memory", avx512::POW;
        avx512vl: Avx512, 256, "256 lanes, ternary logic, 5 rounds per pass over memory", avx512vl::POW;
        avx2: Avx2, 256, "256 lanes, 3 rounds per pass over memory", avx2::POW;
        sse2: Sse2, 128, "128 lanes, 3 rounds per pass over memory", sse2::POW;
    }
    aarch64 {
        neon: Neon, 128, "128 lanes, 3 rounds per pass over memory", neon::POW;
        neon_sha3: ArmSha3, 128, "128 lanes, BCAX, 3 rounds per pass over memory", neon_sha3::POW;
    }
    arm {
        neon: Neon, 128, "128 lanes, 2 rounds per pass over memory", arm_neon::POW;
    }
    simd128 {
        simd128: Simd128, 128, "128 lanes, 3 rounds per pass over memory", simd128::POW;
    }
    fallback {
        scalar: Portable, 256, "256 lanes in plain Rust, 1 round per pass over memory", scalar::POW;
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
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    use lanesmith_isa::cpu::Kind::{Apple, NeoverseV1, NeoverseV2};
    #[cfg(target_arch = "x86_64")]
    use lanesmith_isa::cpu::Kind::{SapphireRapids, Zen4, Zen5};

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

    /// On Zen 4 hashing is 1 to 5 % faster on 256 lanes, by the costs that were measured there; searches are as fast either way.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn zen_4_hashes_on_256_lanes_and_cpus_of_512_bits_in_one_piece_on_512() {
        assert_eq!(HASH.cheapest_on(Zen4).name, "avx512vl");
        for kind in [SapphireRapids, Zen5] {
            assert_eq!(HASH.cheapest_on(kind).name, "avx512", "{kind:?}");
            assert_eq!(POW.cheapest_on(kind).name, "avx512", "{kind:?}");
        }
    }

    /// One vector pipe of four has BCAX on Arm's own cores, each of Apple's.
    #[test]
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    fn bcax_is_for_apple_silicon() {
        for (kind, name) in [(Apple, "neon_sha3"), (NeoverseV1, "neon"), (NeoverseV2, "neon")] {
            assert_eq!(HASH.cheapest_on(kind).name, name, "{kind:?}");
            assert_eq!(POW.cheapest_on(kind).name, name, "{kind:?}");
        }
    }
}
