//! The engine tables: which implementations there are of each operation, most preferred first.

use lanesmith_isa::token::Token;
use lanesmith_isa::{AnyTable, Engine, FeatureSet, Table};

use crate::arch::*;
use crate::crossover;
use crate::fixed::{self, FixedKernel};
pub use crate::kernel::Pbkdf2Lane;

/// Functions of an engine for one stream.
#[derive(Clone, Copy, Debug)]
pub struct StreamKernel {
    /// Advances a chaining value by whole blocks.
    pub compress: fn(state: &mut [u32; 8], blocks: &[[u8; 64]]),
    /// Whole messages of lengths known in advance.
    pub fixed: FixedKernel,
}

/// Functions of an engine for 64-byte nodes.
#[derive(Clone, Copy, Debug)]
pub struct NodeKernel {
    /// Hashes each pair of 32-byte halves. The shorter of the two decides how many; callers outside this crate use
    /// [`NodeHasher`](crate::NodeHasher), which checks.
    pub hash: fn(out: &mut [[u8; 32]], pairs: Pairs<'_>),
}

/// Pairs of 32-byte halves.
#[derive(Clone, Copy, Debug)]
pub enum Pairs<'a> {
    /// Side by side in memory.
    Adjacent(&'a [[[u8; 32]; 2]]),
    /// Anywhere.
    Apart(&'a [[&'a [u8; 32]; 2]]),
}

impl<'a> Pairs<'a> {
    /// Pairs that fill 64-byte blocks.
    #[inline]
    pub fn of_blocks(blocks: &'a [[u8; 64]]) -> Self {
        Pairs::Adjacent(blocks.as_flattened().as_chunks::<32>().0.as_chunks::<2>().0)
    }

    /// How many.
    #[inline(always)]
    pub fn len(self) -> usize {
        match self {
            Pairs::Adjacent(pairs) => pairs.len(),
            Pairs::Apart(pairs) => pairs.len(),
        }
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Those before and those from `at`, which may be at most the length.
    #[inline(always)]
    pub(crate) fn split_at(self, at: usize) -> (Self, Self) {
        match self {
            Pairs::Adjacent(pairs) => {
                let (a, b) = pairs.split_at(at);
                (Pairs::Adjacent(a), Pairs::Adjacent(b))
            }
            Pairs::Apart(pairs) => {
                let (a, b) = pairs.split_at(at);
                (Pairs::Apart(a), Pairs::Apart(b))
            }
        }
    }

    /// The first `N`, the last one repeated where there are fewer; there must be one.
    #[inline(always)]
    pub(crate) fn first<const N: usize>(self) -> [[&'a [u8; 32]; 2]; N] {
        match self {
            Pairs::Adjacent(pairs) => {
                let last = pairs.len() - 1;
                core::array::from_fn(|i| {
                    let [left, right] = &pairs[i.min(last)];
                    [left, right]
                })
            }
            Pairs::Apart(pairs) => {
                let last = pairs.len() - 1;
                core::array::from_fn(|i| pairs[i.min(last)])
            }
        }
    }
}

/// Functions of an engine for many streams at once.
#[derive(Clone, Copy, Debug)]
pub struct ManyKernel {
    /// Advances each chaining value by the blocks of its stream. All streams must have as many blocks as the first;
    /// callers outside this crate use [`hash_many`](crate::hash_many), which takes care of that.
    pub compress: fn(states: &mut [[u32; 8]], streams: &[&[[u8; 64]]]),
    /// The inner loop of PBKDF2-HMAC-SHA-256: that many further rounds of each lane.
    pub pbkdf2: fn(lanes: &mut [Pbkdf2Lane], rounds: u32),
}

macro_rules! stream {
    ($name:literal, $summary:literal, $token:ident, $module:ident) => {
        Engine::new(
            $name,
            $summary,
            lanesmith_isa::token::$token::FEATURES,
            1,
            StreamKernel { compress: $module::compress, fixed: fixed::kernel!($module::compress) },
        )
    };
}

macro_rules! nodes {
    ($name:literal, $summary:literal, $features:expr, $lanes:literal, $function:path) => {
        Engine::new($name, $summary, $features, $lanes, NodeKernel { hash: $function })
    };
}

macro_rules! many {
    ($name:literal, $summary:literal, $features:expr, $lanes:literal, $compress:path, $pbkdf2:path) => {
        Engine::new($name, $summary, $features, $lanes, ManyKernel { compress: $compress, pbkdf2: $pbkdf2 })
    };
}

#[allow(unused_macros, reason = "every architecture uses some")]
macro_rules! features {
    ($token:ident) => {
        lanesmith_isa::token::$token::FEATURES
    };
}

/// `sha256.stream`: one message.
pub static STREAM: Table<StreamKernel> = Table::new(
    "sha256.stream",
    &[
        #[cfg(target_arch = "x86_64")]
        Engine::new(
            "shani",
            "SHA-NI rounds",
            features!(Shani),
            1,
            StreamKernel {
                compress: shani::compress,
                fixed: FixedKernel {
                    hash32: shani::hash32,
                    hash33: shani::hash33,
                    hash64: shani::hash64,
                    hash65: shani::hash65,
                    double_hash64: shani::double_hash64,
                    double_hash80: shani::double_hash80,
                },
            },
        ),
        #[cfg(target_arch = "aarch64")]
        Engine::new(
            "sha2",
            "Armv8 SHA-256 rounds",
            features!(ArmSha2),
            1,
            StreamKernel {
                compress: sha2::compress,
                fixed: FixedKernel {
                    hash32: sha2::hash32,
                    hash33: sha2::hash33,
                    hash64: sha2::hash64,
                    hash65: sha2::hash65,
                    double_hash64: sha2::double_hash64,
                    double_hash80: sha2::double_hash80,
                },
            },
        ),
        #[cfg(target_arch = "x86_64")]
        stream!("avx2", "schedules of two blocks in vectors, rounds with BMI2", Avx2Bmi2, avx2),
        #[cfg(target_arch = "x86_64")]
        stream!("ssse3", "schedule in vectors, rounds in general registers", Ssse3, ssse3),
        #[cfg(target_arch = "aarch64")]
        stream!("neon", "schedule in vectors, rounds in general registers", Neon, neon),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        stream!("simd128", "schedule in vectors, rounds in general registers", Simd128, simd128),
        stream!("scalar", "general registers", Portable, scalar),
    ],
)
.with_foreign(FOREIGN_STREAM);

/// `sha256.nodes`: 64-byte messages, the nodes of binary trees.
pub static NODES: Table<NodeKernel> = Table::new(
    "sha256.nodes",
    &[
        nodes!("auto", "the cheapest of the others for each count", FeatureSet::EMPTY, 1, crossover::nodes),
        #[cfg(target_arch = "x86_64")]
        nodes!("avx512", "sixteen lanes", features!(Avx512), 16, avx512::nodes),
        #[cfg(target_arch = "x86_64")]
        nodes!("avx512vl", "eight lanes, ternary logic and rotations", features!(Avx512), 8, avx512vl::nodes),
        #[cfg(target_arch = "x86_64")]
        nodes!("shani", "SHA-NI, up to six nodes interleaved", features!(Shani), 6, shani::nodes),
        #[cfg(target_arch = "x86_64")]
        nodes!("avx2", "eight lanes", features!(Avx2), 8, avx2::nodes),
        #[cfg(target_arch = "x86_64")]
        nodes!("ssse3", "four lanes", features!(Ssse3), 4, ssse3::nodes),
        #[cfg(target_arch = "aarch64")]
        nodes!("sha2", "Armv8 SHA-256 rounds, four nodes interleaved", features!(ArmSha2), 4, sha2::nodes),
        #[cfg(target_arch = "aarch64")]
        nodes!("neon", "four lanes", features!(Neon), 4, neon::nodes),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        nodes!("simd128", "four lanes", features!(Simd128), 4, simd128::nodes),
        nodes!("scalar", "general registers", FeatureSet::EMPTY, 1, scalar::nodes),
    ],
)
.with_foreign(FOREIGN_LANES);

/// `sha256.many`: independent messages of any length.
pub static MANY: Table<ManyKernel> = Table::new(
    "sha256.many",
    &[
        many!(
            "auto",
            "the cheapest of the others for each count",
            FeatureSet::EMPTY,
            1,
            crossover::many,
            crossover::pbkdf2
        ),
        #[cfg(target_arch = "x86_64")]
        many!("avx512", "sixteen lanes", features!(Avx512), 16, avx512::many, avx512::pbkdf2),
        #[cfg(target_arch = "x86_64")]
        many!(
            "avx512vl",
            "eight lanes, ternary logic and rotations",
            features!(Avx512),
            8,
            avx512vl::many,
            avx512vl::pbkdf2
        ),
        #[cfg(target_arch = "x86_64")]
        many!(
            "shani",
            "SHA-NI, up to six streams interleaved",
            features!(Shani),
            6,
            shani::many,
            shani::pbkdf2
        ),
        #[cfg(target_arch = "x86_64")]
        many!("avx2", "eight lanes", features!(Avx2), 8, avx2::many, avx2::pbkdf2),
        #[cfg(target_arch = "x86_64")]
        many!("ssse3", "four lanes", features!(Ssse3), 4, ssse3::many, ssse3::pbkdf2),
        #[cfg(target_arch = "aarch64")]
        many!(
            "sha2",
            "Armv8 SHA-256 rounds, two streams interleaved",
            features!(ArmSha2),
            2,
            sha2::many,
            sha2::pbkdf2
        ),
        #[cfg(target_arch = "aarch64")]
        many!("neon", "four lanes", features!(Neon), 4, neon::many, neon::pbkdf2),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        many!("simd128", "four lanes", features!(Simd128), 4, simd128::many, simd128::pbkdf2),
        many!("scalar", "general registers", FeatureSet::EMPTY, 1, scalar::many, scalar::pbkdf2),
    ],
)
.with_foreign(FOREIGN_LANES);

const FOREIGN_STREAM: lanesmith_isa::engine::Foreign = if cfg!(target_arch = "x86_64") {
    &[("sha2", "aarch64"), ("neon", "aarch64"), ("simd128", "wasm32")]
} else if cfg!(target_arch = "aarch64") {
    &[("shani", "x86_64"), ("avx2", "x86_64"), ("ssse3", "x86_64"), ("simd128", "wasm32")]
} else {
    &[("shani", "x86_64"), ("avx2", "x86_64"), ("ssse3", "x86_64"), ("sha2", "aarch64"), ("neon", "aarch64")]
};

const FOREIGN_LANES: lanesmith_isa::engine::Foreign = if cfg!(target_arch = "x86_64") {
    &[("sha2", "aarch64"), ("neon", "aarch64"), ("simd128", "wasm32")]
} else if cfg!(target_arch = "aarch64") {
    &[
        ("avx512", "x86_64"),
        ("avx512vl", "x86_64"),
        ("shani", "x86_64"),
        ("avx2", "x86_64"),
        ("ssse3", "x86_64"),
        ("simd128", "wasm32"),
    ]
} else {
    &[
        ("avx512", "x86_64"),
        ("avx512vl", "x86_64"),
        ("shani", "x86_64"),
        ("avx2", "x86_64"),
        ("ssse3", "x86_64"),
        ("sha2", "aarch64"),
        ("neon", "aarch64"),
    ]
};

/// Every operation of this crate.
pub fn tables() -> [&'static dyn AnyTable; 3] {
    [&STREAM, &NODES, &MANY]
}
