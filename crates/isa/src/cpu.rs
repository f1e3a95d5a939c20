//! Which CPU this is: what costs depend on, and what a measurement is bound to.

use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::detect;

/// A kind of CPU whose engines cost about the same: as far as built-in costs distinguish CPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Everything that has no costs of its own.
    Other,
    /// Intel, whatever model.
    Intel,
    /// AMD family 1Ah (Zen 5).
    Zen5,
}

impl Kind {
    /// The architecture that has this kind of CPU; `None` for [`Kind::Other`].
    pub const fn architecture(self) -> Option<&'static str> {
        match self {
            Kind::Other => None,
            Kind::Intel | Kind::Zen5 => Some("x86_64"),
        }
    }
}

/// The CPU as it names itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    vendor: [u8; 12],
    brand: [u8; 48],
    /// Display family of CPUID leaf 1; 0 where the architecture has none.
    pub family: u32,
    /// Display model.
    pub model: u32,
    /// Stepping.
    pub stepping: u32,
}

impl Identity {
    const UNKNOWN: Identity = Identity { vendor: [0; 12], brand: [0; 48], family: 0, model: 0, stepping: 0 };

    /// Who made it, as in `GenuineIntel`; empty where the architecture does not tell.
    pub fn vendor(&self) -> &str {
        text(&self.vendor)
    }

    /// The name it is sold under; empty where the architecture does not tell.
    pub fn brand(&self) -> &str {
        text(&self.brand)
    }

    /// The kind of CPU.
    pub fn kind(&self) -> Kind {
        match (self.vendor(), self.family) {
            ("GenuineIntel", _) => Kind::Intel,
            ("AuthenticAMD", 0x1a) => Kind::Zen5,
            _ => Kind::Other,
        }
    }

    /// Whether 512-bit operations are executed as two halves, so that 256-bit ones lose nothing.
    ///
    /// True for AMD family 19h (Zen 4). Source: AMD, Software Optimization Guide for the AMD Zen4 Microarchitecture, 2.3.
    pub fn splits_512_bits(&self) -> bool {
        self.vendor() == "AuthenticAMD" && self.family == 0x19
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
    detect::identity().map_or(Identity::UNKNOWN, |(vendor, brand, family, model, stepping)| Identity {
        vendor,
        brand,
        family,
        model,
        stepping,
    })
}

/// The [kind](Identity::kind) of CPU that this program runs on. Asked once, then a load.
pub fn kind() -> Kind {
    // What is not asked is no code: modules of WebAssembly are small.
    if !detect::IDENTIFIES {
        return Kind::Other;
    }
    const KINDS: [Kind; 3] = [Kind::Other, Kind::Intel, Kind::Zen5];
    static KNOWN: AtomicUsize = AtomicUsize::new(0);
    match KNOWN.load(Ordering::Relaxed).checked_sub(1).and_then(|index| KINDS.get(index)) {
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

    fn identity(vendor: &[u8; 12], family: u32) -> Identity {
        Identity { vendor: *vendor, family, ..Identity::UNKNOWN }
    }

    #[test]
    fn zen_4_splits_512_bits_and_zen_5_and_intel_do_not() {
        assert!(identity(b"AuthenticAMD", 0x19).splits_512_bits());
        assert!(!identity(b"AuthenticAMD", 0x1a).splits_512_bits());
        assert!(!identity(b"GenuineIntel", 0x19).splits_512_bits());
    }

    #[test]
    fn kinds_are_told_by_vendor_and_family() {
        assert_eq!(identity(b"GenuineIntel", 6).kind(), Kind::Intel);
        assert_eq!(identity(b"AuthenticAMD", 0x1a).kind(), Kind::Zen5);
        assert_eq!(identity(b"AuthenticAMD", 0x19).kind(), Kind::Other);
        assert_eq!(Identity::UNKNOWN.kind(), Kind::Other);
    }

    #[test]
    fn the_kind_is_the_same_when_asked_again() {
        assert_eq!([kind(), kind()], [super::identity().kind(); 2]);
    }

    #[test]
    fn text_ends_at_the_first_zero_and_loses_its_spaces() {
        assert_eq!(text(b"  AMD EPYC  \0\0"), "AMD EPYC");
        assert_eq!(text(b"\xff"), "");
    }
}
