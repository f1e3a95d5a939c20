//! Names of CPU features and sets of them.

use core::fmt;

use crate::text;

macro_rules! features {
    ($($variant:ident $name:literal $doc:literal),* $(,)?) => {
        /// An instruction-set extension that some engine may need.
        ///
        /// ```
        /// use lanesmith_isa::Feature;
        /// assert_eq!(Feature::Sha.name(), "sha");
        /// assert_eq!(Feature::by_name("avx512vl"), Some(Feature::Avx512Vl));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Feature { $(#[doc = $doc] $variant),* }

        impl Feature {
            /// Every feature known to this crate, of all architectures.
            pub const ALL: &'static [Feature] = &[$(Feature::$variant),*];

            /// The name in lower case, as compilers and operating systems spell it.
            pub const fn name(self) -> &'static str {
                match self { $(Feature::$variant => $name),* }
            }
        }
    };
}

features! {
    Sse2 "sse2" "128-bit integer SIMD, part of every x86-64.",
    Ssse3 "ssse3" "Byte shuffles on 128 bits.",
    Sse41 "sse4.1" "Blends and extracts on 128 bits.",
    Avx "avx" "256-bit registers, three-operand encoding.",
    Avx2 "avx2" "256-bit integer SIMD.",
    Bmi1 "bmi1" "ANDN and friends on general registers.",
    Bmi2 "bmi2" "MULX, RORX, PEXT.",
    Adx "adx" "ADCX and ADOX: two carry chains.",
    Aes "aes" "AES rounds.",
    Sha "sha" "SHA-256 and SHA-1 rounds.",
    Avx512F "avx512f" "512-bit registers, masks, ternary logic.",
    Avx512Bw "avx512bw" "Bytes and words on 512 bits.",
    Avx512Dq "avx512dq" "More 64-bit operations on 512 bits.",
    Avx512Vl "avx512vl" "AVX-512 operations on 128 and 256 bits.",
    Avx512Ifma "avx512ifma" "52-bit multiply-add.",
    Avx512Vbmi "avx512vbmi" "Byte permutes across 512 bits.",
    Avx512Vbmi2 "avx512vbmi2" "Funnel shifts.",
    Gfni "gfni" "Affine maps over GF(2).",
    Neon "neon" "128-bit SIMD of Arm: part of Armv8, and of most Armv7.",
    ArmAes "armv8-aes" "AES rounds of Armv8.",
    ArmSha2 "armv8-sha2" "SHA-256 rounds of Armv8.",
    ArmSha3 "armv8-sha3" "EOR3, BCAX, XAR of Armv8.2.",
    Simd128 "simd128" "128-bit SIMD of WebAssembly.",
}

impl Feature {
    /// The feature of that name.
    pub fn by_name(name: &str) -> Option<Feature> {
        Self::ALL.iter().copied().find(|f| f.name() == name)
    }

    /// The name in `#[target_feature(enable = ..)]`.
    pub const fn compiler_name(self) -> &'static str {
        match self {
            Feature::ArmAes => "aes",
            Feature::ArmSha2 => "sha2",
            Feature::ArmSha3 => "sha3",
            _ => self.name(),
        }
    }

    /// The name that people use, one for the parts of AVX-512 that come together.
    ///
    /// ```
    /// use lanesmith_isa::Feature;
    /// assert_eq!(Feature::Sha.title(), "SHA-NI");
    /// assert_eq!(Feature::Avx512Vl.title(), Feature::Avx512F.title());
    /// ```
    pub const fn title(self) -> &'static str {
        match self {
            Feature::Sse2 => "SSE2",
            Feature::Ssse3 => "SSSE3",
            Feature::Sse41 => "SSE4.1",
            Feature::Avx => "AVX",
            Feature::Avx2 => "AVX2",
            Feature::Bmi1 => "BMI1",
            Feature::Bmi2 => "BMI2",
            Feature::Adx => "ADX",
            Feature::Aes => "AES-NI",
            Feature::Sha => "SHA-NI",
            Feature::Avx512F | Feature::Avx512Bw | Feature::Avx512Dq | Feature::Avx512Vl => "AVX-512",
            Feature::Avx512Ifma => "AVX-512 IFMA",
            Feature::Avx512Vbmi => "AVX-512 VBMI",
            Feature::Avx512Vbmi2 => "AVX-512 VBMI2",
            Feature::Gfni => "GFNI",
            Feature::Neon => "NEON",
            Feature::ArmAes => "Armv8 AES",
            Feature::ArmSha2 => "Armv8 SHA-2",
            Feature::ArmSha3 => "Armv8 SHA-3",
            Feature::Simd128 => "WebAssembly SIMD",
        }
    }

    /// The features that every CPU with this one has too.
    ///
    /// ```
    /// use lanesmith_isa::Feature;
    /// assert!(Feature::Adx.implies().has(Feature::Bmi2));
    /// assert!(!Feature::Sha.implies().has(Feature::Avx2));
    /// ```
    pub const fn implies(self) -> FeatureSet {
        const fn all(below: Feature) -> FeatureSet {
            below.implies().with(below)
        }
        match self {
            Feature::Ssse3 => all(Feature::Sse2),
            Feature::Sse41 => all(Feature::Ssse3),
            Feature::Avx | Feature::Sha => all(Feature::Sse41),
            Feature::Avx2 => all(Feature::Avx),
            Feature::Bmi2 => all(Feature::Bmi1),
            Feature::Adx => all(Feature::Bmi2),
            Feature::Avx512F => all(Feature::Avx2).union(all(Feature::Bmi2)),
            Feature::Avx512Bw | Feature::Avx512Dq | Feature::Avx512Vl => all(Feature::Avx512F),
            Feature::Avx512Ifma | Feature::Avx512Vbmi => {
                all(Feature::Avx512Vl).with(Feature::Avx512Bw).with(Feature::Avx512Dq)
            }
            Feature::Avx512Vbmi2 => all(Feature::Avx512Vbmi),
            Feature::ArmAes | Feature::ArmSha2 | Feature::ArmSha3 => all(Feature::Neon),
            _ => FeatureSet::EMPTY,
        }
    }

    /// The architecture that has this feature, as Rust names it. Of NEON, which 32-bit Arm has too, it is the one that this
    /// program was compiled for, if that is an Arm.
    pub const fn architecture(self) -> &'static str {
        match self {
            Feature::Neon if cfg!(target_arch = "arm") => "arm",
            Feature::Neon | Feature::ArmAes | Feature::ArmSha2 | Feature::ArmSha3 => "aarch64",
            Feature::Simd128 => "wasm32",
            Feature::Sse2
            | Feature::Ssse3
            | Feature::Sse41
            | Feature::Avx
            | Feature::Avx2
            | Feature::Bmi1
            | Feature::Bmi2
            | Feature::Adx
            | Feature::Aes
            | Feature::Sha
            | Feature::Avx512F
            | Feature::Avx512Bw
            | Feature::Avx512Dq
            | Feature::Avx512Vl
            | Feature::Avx512Ifma
            | Feature::Avx512Vbmi
            | Feature::Avx512Vbmi2
            | Feature::Gfni => "x86_64",
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

// The highest bit of a set says in `detect` that it is known.
const _: () = assert!(Feature::ALL.len() < 32);

/// A set of [`Feature`]s.
///
/// ```
/// use lanesmith_isa::{Feature, FeatureSet};
/// let need = FeatureSet::of(&[Feature::Avx2, Feature::Bmi2]);
/// let have = FeatureSet::of(&[Feature::Avx2]);
/// assert_eq!(have.missing_from(need).to_string(), "bmi2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct FeatureSet(u32);

impl FeatureSet {
    /// No feature at all: what a portable engine needs.
    pub const EMPTY: FeatureSet = FeatureSet(0);

    /// The set of the listed features.
    pub const fn of(list: &[Feature]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < list.len() {
            bits |= 1 << list[i] as u8;
            i += 1;
        }
        FeatureSet(bits)
    }

    /// What `#[target_feature(enable = "..")]` enables on an architecture: the features that the list names, and those
    /// that they imply. NEON is one of `aarch64` here, whatever this program was compiled for.
    ///
    /// ```
    /// use lanesmith_isa::{Feature, FeatureSet};
    /// assert!(FeatureSet::enabled_by("x86_64", "avx2,bmi2").has(Feature::Avx));
    /// ```
    ///
    /// # Panics
    /// If a name is not a feature of the architecture. In a constant, that does not compile.
    pub const fn enabled_by(architecture: &str, list: &str) -> Self {
        let list = list.as_bytes();
        let mut set = FeatureSet::EMPTY;
        let mut start = 0;
        while start < list.len() {
            let mut end = start;
            while end < list.len() && list[end] != b',' {
                end += 1;
            }
            let mut known = false;
            let mut i = 0;
            while i < Feature::ALL.len() {
                let feature = Feature::ALL[i];
                let home = if matches!(feature, Feature::Neon) { "aarch64" } else { feature.architecture() };
                if text::same(home.as_bytes(), architecture.as_bytes())
                    && text::same_part(feature.compiler_name().as_bytes(), list, start, end)
                {
                    set = set.union(feature.implies()).with(feature);
                    known = true;
                }
                i += 1;
            }
            assert!(known, "the architecture has no such feature");
            start = end + 1;
        }
        set
    }

    /// This set and one more.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Self {
        FeatureSet(self.0 | 1 << feature as u8)
    }

    /// All that is in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        FeatureSet(self.0 | other.0)
    }

    /// Whether the feature is in the set.
    pub const fn has(self, feature: Feature) -> bool {
        self.0 >> feature as u8 & 1 == 1
    }

    /// Whether every feature of `need` is in this set.
    pub const fn covers(self, need: Self) -> bool {
        need.0 & !self.0 == 0
    }

    /// What is in `need` and not in this set.
    #[must_use]
    pub const fn missing_from(self, need: Self) -> Self {
        FeatureSet(need.0 & !self.0)
    }

    /// Whether nothing is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, in the order of [`Feature::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.iter().copied().filter(move |f| self.has(*f))
    }

    pub(crate) const fn to_bits(self) -> u32 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u32) -> Self {
        FeatureSet(bits)
    }
}

/// Result of one look at the CPU.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Present in the CPU and enabled by the system.
    pub usable: FeatureSet,
    /// Present in the CPU.
    pub present: FeatureSet,
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, feature) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            f.write_str(feature.name())?;
        }
        Ok(())
    }
}

impl fmt::Debug for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
