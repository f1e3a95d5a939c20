//! Which CPU this is: what costs depend on, and what a measurement is bound to.

use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::detect::{self, Teller, Told};

/// The kinds of CPU, a line each: how one is recognised by vendor, family and model (the first line that fits counts), its name in Rust
/// and in commands, its name for people, architecture, and the kind whose costs are taken as long as it has none of its own (`like`).
macro_rules! cpus {
    ($($told:pat => $kind:ident $name:literal $title:literal $architecture:literal $(like $like:ident)?;)*) => {
        /// A kind of CPU whose engines cost about the same: as far as built-in costs distinguish CPUs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $(
                #[doc = $title]
                $kind,
            )*
            /// None of these: nothing is known of its costs.
            Unknown,
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind,)* Kind::Unknown];

            /// Its name in commands and files, such as `zen4`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                    Kind::Unknown => "unknown",
                }
            }

            /// Its name for people.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Kind::$kind => $title,)*
                    Kind::Unknown => "an unknown CPU",
                }
            }

            /// The architecture that has this kind of CPU, as Rust names it; `None` for [`Kind::Unknown`].
            pub const fn architecture(self) -> Option<&'static str> {
                match self {
                    $(Kind::$kind => Some($architecture),)*
                    Kind::Unknown => None,
                }
            }

            /// The kind whose costs stand for those that this one has not: a relative, nearer to it than a guess.
            pub const fn like(self) -> Option<Kind> {
                match self {
                    $($(Kind::$kind => Some(Kind::$like),)?)*
                    _ => None,
                }
            }

            /// Which kind a CPU is that tells so much of itself.
            fn told(vendor: &str, family: u32, model: u32) -> Kind {
                #[allow(unreachable_patterns, reason = "WebAssembly and 32-bit Arm tell nothing of themselves")]
                match (vendor, family, model) {
                    $($told => Kind::$kind,)*
                    _ => Kind::Unknown,
                }
            }
        }
    };
}

// Models by CPUID (Intel SDM volume 4, table 2-1; AMD's revision guides) and MIDR_EL1 (Arm's technical
// reference manuals, Apple's headers). CPUs with the same core are one kind. Of CPUs with two kinds of cores,
// the large ones are meant.
cpus! {
    ("GenuineIntel", 6, 0x8f | 0xcf)
        => SapphireRapids "sapphire-rapids" "Intel Sapphire or Emerald Rapids" "x86_64" like Intel;
    ("GenuineIntel", 6, 0xad | 0xae)
        => GraniteRapids "granite-rapids" "Intel Granite Rapids" "x86_64" like Intel;
    ("GenuineIntel", 6, 0xaf | 0xb6)
        => SierraForest "sierra-forest" "Intel Sierra Forest or Grand Ridge" "x86_64" like Intel;
    ("GenuineIntel", 6, 0x97 | 0x9a | 0xb7 | 0xba | 0xbf)
        => AlderLake "alder-lake" "Intel Alder or Raptor Lake" "x86_64" like Intel;
    ("GenuineIntel", 6, 0xaa | 0xac)
        => MeteorLake "meteor-lake" "Intel Meteor Lake" "x86_64" like Intel;
    ("GenuineIntel", 6, 0xb5 | 0xc5 | 0xc6 | 0xbd)
        => ArrowLake "arrow-lake" "Intel Arrow or Lunar Lake" "x86_64" like Intel;
    ("GenuineIntel", ..) => Intel "intel" "another Intel CPU" "x86_64";
    ("AuthenticAMD", 0x1a, _) => Zen5 "zen5" "AMD Zen 5" "x86_64";
    ("AuthenticAMD", 0x19, 0x10..=0x1f | 0x60..=0x7f | 0xa0..=0xaf) => Zen4 "zen4" "AMD Zen 4" "x86_64";
    ("AuthenticAMD", 0x19, _) => Zen3 "zen3" "AMD Zen 3" "x86_64" like Zen4;
    ("AuthenticAMD", 0x17, 0x30..) => Zen2 "zen2" "AMD Zen 2" "x86_64" like Zen4;
    ("AuthenticAMD", 0x17, _) | ("HygonGenuine", ..)
        => Zen1 "zen1" "AMD Zen 1 or Hygon Dhyana" "x86_64" like Zen4;
    ("Arm", _, 0xd4f) => NeoverseV2 "neoverse-v2" "Arm Neoverse V2" "aarch64";
    ("Arm", _, 0xd83 | 0xd84) => NeoverseV3 "neoverse-v3" "Arm Neoverse V3" "aarch64" like NeoverseV2;
    ("Arm", _, 0xd40) => NeoverseV1 "neoverse-v1" "Arm Neoverse V1" "aarch64" like NeoverseV2;
    ("Arm", _, 0xd8e) => NeoverseN3 "neoverse-n3" "Arm Neoverse N3" "aarch64" like NeoverseV2;
    ("Arm" | "Microsoft", _, 0xd49) => NeoverseN2 "neoverse-n2" "Arm Neoverse N2" "aarch64" like NeoverseV2;
    ("Arm", _, 0xd0c) => NeoverseN1 "neoverse-n1" "Arm Neoverse N1" "aarch64" like NeoverseV2;
    ("Arm", _, 0xd08 | 0xd09 | 0xd0a | 0xd0b | 0xd0d)
        => CortexA72 "cortex-a72" "Arm Cortex-A72 to A77" "aarch64" like NeoverseV2;
    ("Apple", ..) => Apple "apple" "Apple silicon" "aarch64" like NeoverseV2;
    ("Ampere", ..) => Ampere1 "ampere1" "AmpereOne" "aarch64" like NeoverseV2;
    ("Arm", ..) => Arm "arm" "another Arm CPU" "aarch64" like NeoverseV2;
    ("armv7", ..) => Armv7 "armv7" "32-bit Arm" "arm";
    ("webassembly", ..) => WebAssembly "webassembly" "WebAssembly" "wasm32";
}

impl Kind {
    /// The kind of that name; with `_` for `-` it is that of its file of costs.
    ///
    /// ```
    /// use lanesmith_isa::cpu::Kind;
    /// assert_eq!(Kind::by_name("sapphire-rapids"), Some(Kind::SapphireRapids));
    /// assert_eq!(Kind::by_name("sapphire_rapids"), Some(Kind::SapphireRapids));
    /// assert_eq!(Kind::by_name("pentium"), None);
    /// ```
    pub fn by_name(name: &str) -> Option<Kind> {
        let letters = |name: &'static str| name.bytes().map(|b| if b == b'-' { b'_' } else { b });
        let same =
            |kind: &Kind| letters(kind.name()).eq(name.bytes().map(|b| if b == b'-' { b'_' } else { b }));
        Kind::ALL.iter().copied().find(same)
    }
}

/// The CPU as it names itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    vendor: [u8; 12],
    brand: [u8; 48],
    /// Display family of CPUID leaf 1, or implementer of MIDR_EL1; 0 where nobody tells.
    pub family: u32,
    /// Display model, or part of MIDR_EL1.
    pub model: u32,
    /// Stepping, or variant and revision.
    pub stepping: u32,
}

impl Identity {
    const UNKNOWN: Identity = Identity { vendor: [0; 12], brand: [0; 48], family: 0, model: 0, stepping: 0 };

    /// What CPUID or MIDR_EL1 tells.
    pub(crate) fn of((vendor, brand, family, model, stepping): Told) -> Identity {
        Identity { vendor, brand, family, model, stepping }
    }

    /// Who made it, as in `GenuineIntel` or `Arm`; empty where nobody tells.
    pub fn vendor(&self) -> &str {
        text(&self.vendor)
    }

    /// The name it is sold under; empty where the architecture does not tell.
    pub fn brand(&self) -> &str {
        text(&self.brand)
    }

    /// The kind of CPU.
    pub fn kind(&self) -> Kind {
        Kind::told(self.vendor(), self.family, self.model)
    }

    /// Whether 512-bit operations are executed as two halves, so that 256-bit ones lose nothing.
    ///
    /// True for Zen 4. Source: AMD, Software Optimization Guide for the AMD Zen4 Microarchitecture, 2.3.
    pub fn splits_512_bits(&self) -> bool {
        self.kind() == Kind::Zen4
    }
}

/// Text of CPUID: zero-filled ASCII, sometimes with spaces around it.
fn text(bytes: &[u8]) -> &str {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    core::str::from_utf8(&bytes[..end]).unwrap_or("").trim()
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} family {} model {} stepping {}",
            self.vendor(),
            self.brand(),
            self.family,
            self.model,
            self.stepping
        )
    }
}

/// The CPU that this program runs on. Asks it anew each time, which takes about a microsecond.
///
/// ```
/// let cpu = lanesmith_isa::cpu::identity();
/// println!("{} family {} model {}", cpu.vendor(), cpu.family, cpu.model);
/// ```
pub fn identity() -> Identity {
    detect::identity().map_or(Identity::UNKNOWN, Identity::of)
}

/// The [kind](Identity::kind) of CPU that this program runs on. Asked once, then a load.
pub fn kind() -> Kind {
    // Where nobody is asked, asking is no code: modules of WebAssembly are small.
    match detect::TELLER {
        Teller::Asked => {}
        Teller::WebAssembly => return Kind::WebAssembly,
        Teller::Armv7 => return Kind::Armv7,
        Teller::Nobody => return Kind::Unknown,
    }
    static KNOWN: AtomicUsize = AtomicUsize::new(0);
    match KNOWN.load(Ordering::Relaxed).checked_sub(1).and_then(|index| Kind::ALL.get(index)) {
        Some(kind) => *kind,
        None => {
            let kind = identity().kind();
            KNOWN.store(1 + kind as usize, Ordering::Relaxed);
            kind
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(vendor: &[u8], family: u32, model: u32) -> Identity {
        let mut known = Identity { family, model, ..Identity::UNKNOWN };
        known.vendor[..vendor.len()].copy_from_slice(vendor);
        known
    }

    #[test]
    fn zen_4_splits_512_bits_and_zen_5_and_intel_do_not() {
        assert!(identity(b"AuthenticAMD", 0x19, 0x11).splits_512_bits());
        assert!(!identity(b"AuthenticAMD", 0x1a, 2).splits_512_bits());
        assert!(!identity(b"GenuineIntel", 0x19, 0x11).splits_512_bits());
    }

    #[test]
    fn kinds_are_told_by_vendor_family_and_model() {
        for (vendor, family, model, kind) in [
            (&b"GenuineIntel"[..], 6, 0x8f, Kind::SapphireRapids),
            // Emerald Rapids.
            (b"GenuineIntel", 6, 207, Kind::SapphireRapids),
            (b"GenuineIntel", 6, 0xad, Kind::GraniteRapids),
            (b"GenuineIntel", 6, 0xae, Kind::GraniteRapids),
            (b"GenuineIntel", 6, 0xaf, Kind::SierraForest),
            (b"GenuineIntel", 6, 0xb6, Kind::SierraForest),
            (b"GenuineIntel", 6, 0x97, Kind::AlderLake),
            (b"GenuineIntel", 6, 0xb7, Kind::AlderLake),
            (b"GenuineIntel", 6, 0xaa, Kind::MeteorLake),
            (b"GenuineIntel", 6, 0xc6, Kind::ArrowLake),
            (b"GenuineIntel", 6, 0xbd, Kind::ArrowLake),
            // Skylake-SP; another family whose model is that of Sapphire Rapids.
            (b"GenuineIntel", 6, 0x55, Kind::Intel),
            (b"GenuineIntel", 19, 0x8f, Kind::Intel),
            (b"AuthenticAMD", 0x1a, 2, Kind::Zen5),
            (b"AuthenticAMD", 0x1a, 0x44, Kind::Zen5),
            (b"AuthenticAMD", 0x19, 0x11, Kind::Zen4),
            (b"AuthenticAMD", 0x19, 0x61, Kind::Zen4),
            (b"AuthenticAMD", 0x19, 0xa0, Kind::Zen4),
            (b"AuthenticAMD", 0x19, 0x01, Kind::Zen3),
            (b"AuthenticAMD", 0x19, 0x50, Kind::Zen3),
            (b"AuthenticAMD", 0x17, 0x31, Kind::Zen2),
            (b"AuthenticAMD", 0x17, 0x71, Kind::Zen2),
            (b"AuthenticAMD", 0x17, 0x01, Kind::Zen1),
            (b"AuthenticAMD", 0x17, 0x18, Kind::Zen1),
            (b"HygonGenuine", 0x18, 0x00, Kind::Zen1),
            (b"AuthenticAMD", 0x15, 0x02, Kind::Unknown),
            (b"Arm", 0x41, 0xd03, Kind::Arm),
            (b"Arm", 0x41, 0xd08, Kind::CortexA72),
            (b"Arm", 0x41, 0xd0b, Kind::CortexA72),
            (b"Arm", 0x41, 0xd0c, Kind::NeoverseN1),
            (b"CentaurHauls", 7, 0x3b, Kind::Unknown),
            (b"", 0, 0, Kind::Unknown),
        ] {
            assert_eq!(identity(vendor, family, model).kind(), kind);
        }
    }

    #[test]
    fn relatives_are_of_the_same_architecture_and_have_none_themselves() {
        for kind in Kind::ALL {
            assert_eq!(Kind::by_name(kind.name()), Some(*kind));
            let Some(like) = kind.like() else { continue };
            assert_eq!((like.architecture(), like.like()), (kind.architecture(), None), "{kind:?}");
        }
    }

    #[test]
    fn the_kind_is_the_same_when_asked_again() {
        assert_eq!(kind(), kind());
    }

    #[test]
    fn text_ends_at_the_first_zero_and_loses_its_spaces() {
        assert_eq!(text(b"  AMD EPYC  \0\0"), "AMD EPYC");
        assert_eq!(text(b"\xff"), "");
    }
}
